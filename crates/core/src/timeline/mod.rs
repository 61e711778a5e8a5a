//! The history of a machine: its inputs, key frames, and the changes an observer can see.
//!
//! A machine is deterministic, so its history is nothing but what was done to it and after which step. Any moment is
//! reached from the key frame before it by doing the same again: exact to step 0, whatever happened in between.

mod branch;
mod replay;
mod why;
mod cause;

pub use branch::{Branch, Difference, differences};
pub use replay::Replay;
pub use why::{Cause, LINKS_MAX, Link, Subject};

use crate::digest::Digest;
use crate::event::Event;
use crate::seq::{Changed, RunState};
use crate::{Input, Machine, Refused, Stop, Word};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use seqbell_facts::routine::Mem;
use seqbell_facts::{Assumptions, Generation};

/// Steps between key frames at first; doubled whenever there are too many.
const SPACING: u64 = 4096;
/// Name of the branch that every session begins with.
pub const FIRST_BRANCH: &str = "main";
/// Key frames kept at once.
const FRAMES_MAX: usize = 256;

/// Signals whose changes are kept.
const SIGNALS: usize = 4;

/// Something that was done to the machine, and after which step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Act {
    /// Steps made before it.
    pub step: u64,
    /// What was done.
    pub input: Input,
}

/// A signal whose changes are kept.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Signal {
    /// The true state.
    State(RunState),
    /// The published `run_state`.
    RunState(Word),
    /// The start doorbell.
    StartCtrl(Word),
    /// The running flag.
    Flag(Word),
}

/// One change that an observer can see.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Change {
    /// The step after which the signal has the value.
    pub step: u64,
    /// The signal and its value.
    pub signal: Signal,
}

/// A full copy of a moment.
#[derive(Clone, Debug)]
struct KeyFrame {
    acts: usize,
    changes: usize,
    machine: Machine,
    /// Of the trace up to here, where somebody watched every step.
    digest: Option<Digest>,
}

/// A machine and everything that led to it.
#[derive(Clone, Debug)]
pub struct Timeline {
    acts: Vec<Act>,
    frames: Vec<KeyFrame>,
    spacing: u64,
    /// The step at which the next key frame is due.
    next_frame: u64,
    changes: Vec<Change>,
    /// The last change of each signal.
    seen: [Signal; SIGNALS],
    now: Machine,
    /// Of the trace up to now; none after steps that nobody watched, until somebody asks.
    digest: Option<Digest>,
    name: String,
    /// The other branches.
    branches: Vec<Branch>,
    /// Where this branch had gone before `back`; kept until something else is done in its past.
    future: Option<Branch>,
}

impl Timeline {
    /// A fresh machine at step 0.
    ///
    /// # Errors
    /// As [`Machine::new`].
    pub fn new(generation: Generation, assumptions: Assumptions) -> Result<Self, Refused> {
        let now = Machine::new(generation, assumptions)?;
        let digest = Some(Digest::new(generation, &assumptions));
        let first = KeyFrame { acts: 0, changes: SIGNALS, machine: now.clone(), digest };
        let seen = signals(&now);
        let changes = seen.iter().map(|signal| Change { step: 0, signal: *signal }).collect();
        Ok(Self {
            acts: Vec::new(),
            frames: Vec::from([first]),
            spacing: SPACING,
            next_frame: SPACING,
            changes,
            seen,
            now,
            digest,
            name: FIRST_BRANCH.to_string(),
            branches: Vec::new(),
            future: None,
        })
    }

    /// The machine as it is now.
    pub fn machine(&self) -> &Machine {
        &self.now
    }

    /// The digest of the trace up to now. After steps that nobody watched they are repeated from the last key frame that has one.
    pub fn digest(&self) -> u64 {
        if let Some(digest) = self.digest {
            return digest.value();
        }
        // The first key frame, at step 0, always has a digest.
        let Some((frame, digest)) = self.frames.iter().rev().find_map(|f| Some((f, f.digest?))) else { return 0 };
        let mut digest = digest;
        self.repeat(frame, |event| {
            digest.add(event);
            true
        });
        digest.value()
    }

    /// Everything that was done to the machine, oldest first.
    pub fn acts(&self) -> &[Act] {
        &self.acts
    }

    /// The changes an observer can see, oldest first.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Does something to the machine.
    ///
    /// # Errors
    /// As [`Machine::apply`]; nothing is recorded then.
    pub fn apply(&mut self, input: Input) -> Result<Event, Refused> {
        let event = self.now.apply(input)?;
        let act = Act { step: self.now.steps(), input };
        self.leave_future(Some(act));
        self.acts.push(act);
        self.record(&event);
        Ok(event)
    }

    /// Makes one step.
    ///
    /// # Errors
    /// As [`Machine::step`]; nothing is recorded then.
    pub fn step(&mut self) -> Result<Event, Stop> {
        if self.future.is_some() {
            self.leave_future(None);
        }
        let event = self.now.step()?;
        self.record(&event);
        if self.now.steps() >= self.next_frame {
            self.keep_frame(self.acts.len());
        }
        Ok(event)
    }

    /// Makes at most `max` steps and watches none of them; `stop` is asked after each.
    /// The machine and its history end up exactly as after as many calls of [`Timeline::step`]. Returns the steps made.
    ///
    /// # Errors
    /// As [`Machine::step`], after the steps that could be made.
    pub fn run_quietly(&mut self, max: u64, mut stop: impl FnMut(&Machine) -> bool) -> (u64, Result<(), Stop>) {
        for made in 0..max {
            if self.future.is_some() {
                self.leave_future(None);
            }
            match self.stride(1, self.acts.len()) {
                (_, Err(stop)) => return (made, Err(stop)),
                (_, Ok(())) if stop(&self.now) => return (made + 1, Ok(())),
                (_, Ok(())) => {}
            }
        }
        (max, Ok(()))
    }

    /// As [`Timeline::run_quietly`], with nobody to ask, and faster for that.
    ///
    /// # Errors
    /// As [`Machine::step`], after the steps that could be made.
    pub fn run_on(&mut self, max: u64) -> (u64, Result<(), Stop>) {
        let mut made = 0;
        while made < max {
            // While a future is kept, every step may leave it.
            let room = if self.future.is_some() { 1 } else { max - made };
            if self.future.is_some() {
                self.leave_future(None);
            }
            let (steps, end) = self.stride(room, self.acts.len());
            made += steps;
            if end.is_err() {
                return (made, end);
            }
        }
        (made, Ok(()))
    }

    /// Makes at most `max` unwatched steps, fewer where something has to be noted, after the first `acts` actions.
    fn stride(&mut self, max: u64, acts: usize) -> (u64, Result<(), Stop>) {
        let to_frame = self.next_frame.saturating_sub(self.now.steps()).max(1);
        let (made, end) = self.now.stride(max.min(to_frame));
        if made > 0 {
            self.digest = None;
        }
        if end == Ok(Changed::Perhaps) {
            self.note_changes();
        }
        if self.now.steps() >= self.next_frame {
            self.keep_frame(acts);
        }
        (made, end.map(drop))
    }

    fn record(&mut self, event: &Event) {
        if let Some(digest) = &mut self.digest {
            digest.add(event);
        }
        self.note_changes();
    }

    fn note_changes(&mut self) {
        let now = signals(&self.now);
        for (seen, signal) in self.seen.iter_mut().zip(now) {
            if *seen != signal {
                *seen = signal;
                self.changes.push(Change { step: self.now.steps(), signal });
            }
        }
    }

    /// The branch this is, and how far it has gone.
    fn this_branch(&self) -> Branch {
        Branch { name: self.name.clone(), acts: self.acts.clone(), steps: self.now.steps() }
    }

    fn last_frame(&self) -> &KeyFrame {
        // `new` keeps the first frame and `back` never drops it.
        &self.frames[self.frames.len() - 1]
    }

    fn keep_frame(&mut self, acts: usize) {
        self.frames.push(KeyFrame {
            acts,
            changes: self.changes.len(),
            machine: self.now.clone(),
            digest: self.digest,
        });
        if self.frames.len() > FRAMES_MAX {
            // Every other frame goes; the first, at step 0, stays.
            let mut n = 0usize;
            self.frames.retain(|_| {
                n += 1;
                n % 2 == 1
            });
            self.spacing *= 2;
        }
        self.next_frame = self.now.steps() + self.spacing;
    }

    /// Goes back by `count` steps, at most to step 0, and undoes the host actions it passes.
    /// Actions that came before the step it stops at stay. Returns how many steps it went.
    pub fn back(&mut self, count: u64) -> u64 {
        let target = self.now.steps().saturating_sub(count);
        let gone = self.now.steps() - target;
        if gone > 0 {
            self.keep_future();
            self.acts.retain(|act| act.step <= target);
            self.rebuild(target, self.acts.len());
        }
        gone
    }

    /// Undoes the newest host action, and every step made since. False if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(act) = self.acts.last().copied() else { return false };
        self.keep_future();
        self.acts.pop();
        self.rebuild(act.step, self.acts.len());
        true
    }

    /// The machine as it was after `step` steps and the actions that followed at once; the timeline stays where it is.
    pub fn at(&self, step: u64) -> Machine {
        let mut past = self.clone();
        past.back(self.now.steps().saturating_sub(step));
        past.now
    }

    /// The events from after `from` steps up to now, oldest first, at most `limit` of them.
    pub fn events_since(&self, from: u64, limit: usize) -> Vec<Event> {
        let starts = |f: &&KeyFrame| f.machine.steps() < from || f.machine.steps() == 0;
        let mut events = Vec::new();
        if let Some(frame) = self.frames.iter().rev().find(starts) {
            self.repeat(frame, |event| {
                if event.step > from || from == 0 {
                    events.push(*event);
                }
                events.len() < limit
            });
        }
        events.truncate(limit);
        events
    }

    /// Repeats what happened from a key frame up to now, event by event, as long as `take` wants more.
    fn repeat(&self, frame: &KeyFrame, mut take: impl FnMut(&Event) -> bool) {
        let mut machine = frame.machine.clone();
        let mut acts = frame.acts;
        while machine.steps() < self.now.steps() || acts < self.acts.len() {
            let event = match self.acts.get(acts).filter(|a| a.step == machine.steps()) {
                Some(act) => {
                    acts += 1;
                    machine.apply(act.input).ok()
                }
                None => machine.step().ok(),
            };
            if !event.is_some_and(|event| take(&event)) {
                return;
            }
        }
    }

    /// Repeats the past up to `step` steps and `acts` actions, unwatched.
    fn rebuild(&mut self, step: u64, acts: usize) {
        let fits = |f: &KeyFrame| f.machine.steps() <= step && f.acts <= acts;
        let keep = self.frames.iter().rposition(fits).unwrap_or(0);
        self.frames.truncate(keep + 1);
        let frame = self.last_frame().clone();
        self.changes.truncate(frame.changes);
        self.next_frame = frame.machine.steps() + self.spacing;
        self.now = frame.machine;
        self.digest = frame.digest;
        self.seen = signals(&self.now);
        let mut next = frame.acts;
        loop {
            let due = self.acts.get(next).copied().filter(|_| next < acts);
            match due.filter(|act| act.step == self.now.steps()) {
                Some(act) => {
                    next += 1;
                    if let Ok(event) = self.now.apply(act.input) {
                        self.record(&event);
                    }
                }
                None if self.now.steps() < step => {
                    let until = due.map_or(step, |act| act.step.min(step));
                    if self.stride(until - self.now.steps(), next).1.is_err() {
                        break;
                    }
                }
                None => break,
            }
        }
    }
}

fn signals(machine: &Machine) -> [Signal; SIGNALS] {
    [
        Signal::State(machine.state()),
        Signal::RunState(machine.published()),
        Signal::StartCtrl(machine.peek(crate::csr::Csr::START_CTRL)),
        Signal::Flag(machine.mem(Mem::RunningFlag)),
    ]
}
