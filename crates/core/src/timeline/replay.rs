//! The past once more, event by event: forwards in constant memory, backwards one key frame at a time.
//!
//! Nothing here changes a timeline: a copy of a key frame is taken and what was done is done again.

use super::{Act, KeyFrame, Timeline};
use crate::{Event, Machine, Word};
use alloc::rc::Rc;
use alloc::sync::Arc;
use alloc::vec::Vec;
use seqbell_facts::SyncOperandOrder;

/// The events of a timeline, oldest first.
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    /// What is done.
    line: &'a [Act],
    /// Steps to be made.
    end: u64,
    machine: Machine,
    acts: usize,
}

impl Timeline {
    /// The events since the reset, oldest first, made again one at a time.
    pub fn replay(&self) -> Replay<'_> {
        Replay::from(self, &self.frames[0])
    }

    /// The events from after `step` steps and `acts` actions up to now.
    pub fn replay_from(&self, step: u64, acts: usize) -> Replay<'_> {
        self.replay().on_from(self.frames_behind(), step, acts)
    }

    /// The events from after `step` steps, and the actions before that, to the end of the future that was kept.
    pub fn replay_line(&self, step: u64) -> Replay<'_> {
        let acts = self.acts.partition_point(|act| act.step < step);
        Replay { line: &self.acts, end: self.end, ..self.replay() }.on_from(&self.frames, step, acts)
    }
}

impl<'a> Replay<'a> {
    fn from(timeline: &'a Timeline, frame: &KeyFrame) -> Self {
        let end = timeline.now.steps();
        Self { line: timeline.acts(), end, machine: frame.machine.clone(), acts: frame.acts }
    }

    /// The same, from a moment on; `frames` are key frames of the line.
    fn on_from(mut self, frames: &[Arc<KeyFrame>], step: u64, acts: usize) -> Self {
        if let Some(frame) = frames.iter().rev().find(|f| f.before(step, acts)) {
            (self.machine, self.acts) = (frame.machine.clone(), frame.acts);
        }
        loop {
            let due = self.line.get(self.acts).filter(|_| self.acts < acts);
            let until = due.map_or(step, |act| act.step.min(step)).min(self.end);
            if self.machine.steps() < until {
                if self.machine.stride(until - self.machine.steps()).1.is_err() {
                    return self;
                }
            } else if due.is_some_and(|act| act.step == until) {
                self.next();
            } else {
                return self;
            }
        }
    }

    /// Actions done before the next event.
    pub fn acts(&self) -> usize {
        self.acts
    }

    /// The machine before the next event.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Whether `frame` is where the replay stands.
    fn reached(&self, frame: &KeyFrame) -> bool {
        self.acts >= frame.acts && self.machine.steps() >= frame.machine.steps()
    }
}

impl Iterator for Replay<'_> {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        match self.line.get(self.acts).filter(|act| act.step == self.machine.steps()) {
            Some(act) => {
                self.acts += 1;
                self.machine.apply(act.input).ok()
            }
            None if self.machine.steps() < self.end => self.machine.step().ok(),
            None => None,
        }
    }
}

/// An event, and what the machine held just before it that the event itself does not tell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    /// The event.
    pub(super) event: Event,
    /// What the frame had read last.
    pub(super) last: Word,
    /// Work items that waited.
    pub(super) waiting: usize,
}

/// The events of a timeline, newest first. No more than the events between two key frames are held at once,
/// and copies share them.
#[derive(Clone, Debug)]
pub(super) struct Backwards<'a> {
    timeline: &'a Timeline,
    /// Key frames whose events have not been looked at.
    frames: usize,
    chunk: Rc<Vec<Seen>>,
    /// Events of the chunk that have not been looked at.
    left: usize,
}

impl<'a> Backwards<'a> {
    pub(super) fn new(timeline: &'a Timeline) -> Self {
        Self { timeline, frames: timeline.frames_behind().len(), chunk: Rc::default(), left: 0 }
    }

    /// How much of the past is left; more is newer.
    pub(super) fn position(&self) -> (usize, usize) {
        (self.frames, self.left)
    }

    /// What the machine assumes of the sync operand.
    pub(super) fn order(&self) -> SyncOperandOrder {
        self.timeline.now.assumptions().sync_operand_order()
    }

    /// The events from the key frame `n` up to the next one, or up to now.
    fn chunk(&self, n: usize) -> Vec<Seen> {
        let Some(frame) = self.timeline.frames.get(n) else { return Vec::new() };
        let end = self.timeline.frames_behind().get(n + 1);
        let mut replay = Replay::from(self.timeline, frame);
        let mut chunk = Vec::new();
        while !end.is_some_and(|end| replay.reached(end)) {
            let (last, waiting) = (replay.machine.frames().top().last, replay.machine.queue().len());
            let Some(event) = replay.next() else { break };
            chunk.push(Seen { event, last, waiting });
        }
        chunk
    }
}

impl Iterator for Backwards<'_> {
    type Item = Seen;

    fn next(&mut self) -> Option<Seen> {
        while self.left == 0 && self.frames > 0 {
            self.frames -= 1;
            self.chunk = Rc::new(self.chunk(self.frames));
            self.left = self.chunk.len();
        }
        self.left = self.left.checked_sub(1)?;
        self.chunk.get(self.left).copied()
    }
}
