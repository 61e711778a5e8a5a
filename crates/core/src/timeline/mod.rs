//! The history of a machine: its inputs, key frames, and the changes an observer can see.
//!
//! A machine is deterministic, so its history is nothing but what was done to it and after which step. Any moment is
//! reached from the key frame before it by doing the same again: exact to step 0, whatever happened in between.

mod change;
mod seek;
mod branch;
mod replay;
mod why;
mod cause;

pub use branch::{Branch, Difference, differences};
pub use change::{Change, Signal};
pub use replay::Replay;
pub use why::{Cause, LINKS_MAX, Link, Subject};

use crate::digest::Digest;
use crate::event::Event;
use crate::seq::Changed;
use crate::{Input, Machine, Refused, Stop};
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use change::{SIGNALS, signals};
use seqbell_facts::{Assumptions, Generation};

/// Steps between key frames at first; doubled whenever there are too many.
const SPACING: u64 = 4096;
/// Name of the branch that every session begins with.
pub const FIRST_BRANCH: &str = "main";
/// Key frames kept at once.
const FRAMES_MAX: usize = 256;

/// Something that was done to the machine, and after which step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Act {
    /// Steps made before it.
    pub step: u64,
    /// What was done.
    pub input: Input,
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

/// A machine, everything that led to it, and what came after it if it was taken back.
///
/// A line of history with a cursor: `done` actions and the steps of `now` are behind it, the rest is the future that was
/// kept. Moving the cursor loses nothing; doing something else cuts the future off, into a branch of its own.
#[derive(Clone, Debug)]
pub struct Timeline {
    /// Of the whole line.
    acts: Vec<Act>,
    /// Actions before the cursor.
    done: usize,
    /// Steps of the whole line.
    end: u64,
    /// Of the whole line; shared by copies.
    frames: Vec<Arc<KeyFrame>>,
    spacing: u64,
    /// The step at which the next key frame is due.
    next_frame: u64,
    /// Of the whole line.
    changes: Vec<Change>,
    /// Changes before the cursor.
    noted: usize,
    /// The last change of each signal.
    seen: [Signal; SIGNALS],
    now: Machine,
    /// Of the trace up to now; none after steps that nobody watched, until somebody asks.
    digest: Option<Digest>,
    name: String,
    /// The other branches.
    branches: Vec<Branch>,
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
            done: 0,
            end: 0,
            frames: Vec::from([Arc::new(first)]),
            spacing: SPACING,
            next_frame: SPACING,
            changes,
            noted: SIGNALS,
            seen,
            now,
            digest,
            name: FIRST_BRANCH.to_string(),
            branches: Vec::new(),
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
        let Some((frame, digest)) = self.frames_behind().iter().rev().find_map(|f| Some((f, f.digest?))) else {
            return 0;
        };
        let mut digest = digest;
        self.repeat(frame, |event| {
            digest.add(event);
            true
        });
        digest.value()
    }

    /// Everything that was done to the machine, oldest first.
    pub fn acts(&self) -> &[Act] {
        // No more is done than there is.
        &self.acts[..self.done]
    }

    /// What is done to it in the future that was kept, oldest first.
    pub fn acts_ahead(&self) -> &[Act] {
        &self.acts[self.done..]
    }

    /// The changes an observer can see, oldest first.
    pub fn changes(&self) -> &[Change] {
        &self.changes[..self.noted]
    }

    /// The changes in the future that was kept, oldest first.
    pub fn changes_ahead(&self) -> &[Change] {
        &self.changes[self.noted..]
    }

    /// Does something to the machine.
    ///
    /// # Errors
    /// As [`Machine::apply`]; nothing is recorded then.
    pub fn apply(&mut self, input: Input) -> Result<Event, Refused> {
        let event = self.now.apply(input)?;
        let act = Act { step: self.now.steps(), input };
        if self.acts.get(self.done) != Some(&act) {
            self.cut_future();
            self.acts.push(act);
        }
        self.done += 1;
        self.record(&event);
        Ok(event)
    }

    /// Makes one step.
    ///
    /// # Errors
    /// As [`Machine::step`]; nothing is recorded then.
    pub fn step(&mut self) -> Result<Event, Stop> {
        self.pass_by();
        let event = self.now.step()?;
        self.end = self.end.max(self.now.steps());
        self.record(&event);
        if self.now.steps() >= self.next_frame {
            self.keep_frame();
        }
        Ok(event)
    }

    /// A step from here leaves a future in which something is done here first.
    fn pass_by(&mut self) {
        if self.acts.get(self.done).is_some_and(|act| act.step <= self.now.steps()) {
            self.cut_future();
        }
    }

    /// Makes at most `max` steps and watches none of them; `stop` is asked after each.
    /// The machine and its history end up exactly as after as many calls of [`Timeline::step`]. Returns the steps made.
    ///
    /// # Errors
    /// As [`Machine::step`], after the steps that could be made.
    pub fn run_quietly(&mut self, max: u64, mut stop: impl FnMut(&Machine) -> bool) -> (u64, Result<(), Stop>) {
        for made in 0..max {
            self.pass_by();
            match self.stride(1) {
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
            self.pass_by();
            // Up to the next action of a future that was kept; the step after that leaves it.
            let room = self.acts.get(self.done).map_or(u64::MAX, |act| act.step - self.now.steps());
            let (steps, end) = self.stride(room.min(max - made));
            made += steps;
            if end.is_err() {
                return (made, end);
            }
        }
        (made, Ok(()))
    }

    /// Makes at most `max` unwatched steps, fewer where something has to be noted.
    fn stride(&mut self, max: u64) -> (u64, Result<(), Stop>) {
        let to_frame = self.next_frame.saturating_sub(self.now.steps()).max(1);
        let (made, end) = self.now.stride(max.min(to_frame));
        if made > 0 {
            self.digest = None;
            self.end = self.end.max(self.now.steps());
        }
        if end == Ok(Changed::Perhaps) {
            self.note_changes();
        }
        if self.now.steps() >= self.next_frame {
            self.keep_frame();
        }
        (made, end.map(drop))
    }

    fn keep_frame(&mut self) {
        self.frames.push(Arc::new(KeyFrame {
            acts: self.done,
            changes: self.noted,
            machine: self.now.clone(),
            digest: self.digest,
        }));
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

    /// The events from after `from` steps up to now, oldest first, at most `limit` of them.
    pub fn events_since(&self, from: u64, limit: usize) -> Vec<Event> {
        let starts = |f: &&Arc<KeyFrame>| f.machine.steps() < from || f.machine.steps() == 0;
        let mut events = Vec::new();
        if let Some(frame) = self.frames_behind().iter().rev().find(starts) {
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
        while machine.steps() < self.now.steps() || acts < self.done {
            let event = match self.acts().get(acts).filter(|a| a.step == machine.steps()) {
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
}
