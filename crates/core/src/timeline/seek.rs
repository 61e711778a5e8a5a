//! Moving along a history: back, forth, undo and redo. Nothing is lost by it.
//!
//! Any moment is the number of steps and of actions before it. It is reached from the key frame before it.

use super::change::signals;
use super::{Act, KeyFrame, Timeline};
use crate::{Event, Machine};
use alloc::sync::Arc;

impl Timeline {
    /// Goes back by `count` steps, at most to step 0, and undoes the host actions it passes.
    /// Actions that came before the step it stops at stay. Returns how many steps it went.
    pub fn back(&mut self, count: u64) -> u64 {
        let target = self.now.steps().saturating_sub(count);
        let gone = self.now.steps() - target;
        if gone > 0 {
            self.seek(target, self.acts().partition_point(|act| act.step <= target));
        }
        gone
    }

    /// Goes on by `count` steps along the future that was kept, and does its host actions again, those at the step it stops
    /// at included. Returns how many steps it went: none where no future was kept.
    pub fn forth(&mut self, count: u64) -> u64 {
        let before = self.now.steps();
        let target = before.saturating_add(count).min(self.end);
        if count > 0 {
            self.seek(target, self.acts.partition_point(|act| act.step <= target));
        }
        self.now.steps() - before
    }

    /// How far this branch had gone before it was taken back, in steps; where it is now if it was not.
    pub fn furthest(&self) -> u64 {
        self.end
    }

    /// Undoes the newest host action, and every step made since. False if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(act) = self.acts().last().copied() else { return false };
        self.seek(act.step, self.done - 1);
        true
    }

    /// The host action that [`Timeline::redo`] would do again.
    pub fn undone(&self) -> Option<Act> {
        self.acts.get(self.done).copied()
    }

    /// Does the next undone host action again, at the step where it was done. Returns its event.
    pub fn redo(&mut self) -> Option<Event> {
        let act = self.undone()?;
        self.seek(act.step, self.done);
        self.apply(act.input).ok()
    }

    /// The machine as it was after `step` steps and the actions that followed at once; the timeline stays where it is.
    pub fn at(&self, step: u64) -> Machine {
        let mut past = self.clone();
        past.back(self.now.steps().saturating_sub(step));
        past.now
    }

    /// The moments that are kept in full, of the future too: the actions before each, and the machine.
    pub fn samples(&self) -> impl DoubleEndedIterator<Item = (usize, &Machine)> {
        self.frames.iter().map(|frame| (frame.acts, &frame.machine))
    }

    /// The key frames of the past.
    pub(super) fn frames_behind(&self) -> &[Arc<KeyFrame>] {
        let behind = self.frames.partition_point(|f| f.before(self.now.steps(), self.done));
        &self.frames[..behind]
    }

    /// To the moment after `step` steps and `acts` actions of this line, unwatched.
    pub(super) fn seek(&mut self, step: u64, acts: usize) {
        let frame = self.frames.iter().rev().find(|f| f.before(step, acts)).cloned();
        let on_the_way = self.now.steps() <= step && self.done <= acts;
        let nearer = |f: &KeyFrame| !on_the_way || !f.before(self.now.steps(), self.done);
        if let Some(frame) = frame.filter(|f| nearer(f)) {
            self.restore(&frame);
        }
        loop {
            let due = self.acts.get(self.done).copied().filter(|_| self.done < acts);
            match due.filter(|act| act.step == self.now.steps()) {
                Some(act) => {
                    self.done += 1;
                    if let Ok(event) = self.now.apply(act.input) {
                        self.record(&event);
                    }
                }
                None if self.now.steps() < step => {
                    let until = due.map_or(step, |act| act.step.min(step));
                    if self.stride(until - self.now.steps()).1.is_err() {
                        break;
                    }
                }
                None => break,
            }
        }
    }

    /// The moment of a key frame of this line becomes now.
    pub(super) fn restore(&mut self, frame: &KeyFrame) {
        self.now = frame.machine.clone();
        self.done = frame.acts;
        self.noted = frame.changes;
        self.digest = frame.digest;
        self.seen = signals(&self.now);
    }
}

impl KeyFrame {
    /// Whether the moment after `step` steps and `acts` actions is this one or comes after it.
    pub(super) fn before(&self, step: u64, acts: usize) -> bool {
        self.machine.steps() <= step && self.acts <= acts
    }
}
