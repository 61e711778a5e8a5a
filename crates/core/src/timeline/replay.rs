//! The past once more, event by event: forwards in constant memory, backwards one key frame at a time.
//!
//! Nothing here changes a timeline: a copy of a key frame is taken and what was done is done again.

use super::{KeyFrame, Timeline};
use crate::{Event, Machine, Word};
use alloc::rc::Rc;
use alloc::vec::Vec;
use seqbell_facts::SyncOperandOrder;

/// The events of a timeline, oldest first.
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    timeline: &'a Timeline,
    machine: Machine,
    acts: usize,
}

impl Timeline {
    /// The events since the reset, oldest first, made again one at a time.
    pub fn replay(&self) -> Replay<'_> {
        Replay::from(self, &self.frames[0])
    }
}

impl<'a> Replay<'a> {
    fn from(timeline: &'a Timeline, frame: &KeyFrame) -> Self {
        Self { timeline, machine: frame.machine.clone(), acts: frame.acts }
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
        let (acts, end) = (&self.timeline.acts, self.timeline.now.steps());
        match acts.get(self.acts).filter(|act| act.step == self.machine.steps()) {
            Some(act) => {
                self.acts += 1;
                self.machine.apply(act.input).ok()
            }
            None if self.machine.steps() < end => self.machine.step().ok(),
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
        Self { timeline, frames: timeline.frames.len(), chunk: Rc::default(), left: 0 }
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
        let end = self.timeline.frames.get(n + 1);
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
