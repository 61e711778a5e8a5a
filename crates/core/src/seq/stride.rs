//! Quiet steps, many in a go: the same to the machine as as many steps that somebody watches, and nothing to tell.
//!
//! Most rows always run and change nothing but registers, and what they leave there is known ahead. So the loop here looks
//! at a row no longer than it must; where it would have to think, it takes the way that `step` takes.

use super::ahead::{Ahead, Quick, ahead};
use super::range::Range;
use super::witness::Nobody;
use super::{Frame, Position};
use crate::csr::Csr;
use crate::{Machine, Stop, Word};
use seqbell_facts::Generation;
use seqbell_facts::routine::{BACK_EDGE, Flip, RowId, Value, row};

/// Whether a quiet step may have changed something that an observer can see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Changed {
    /// A register, a memory cell or the state may have changed.
    Perhaps,
    /// Only the core's inside changed.
    Nothing,
}

/// What a row came to.
enum Leap {
    /// Control goes on there.
    To(Position),
    /// The same, and somebody may have seen a change.
    Seen(Position),
    /// It cannot be executed; nothing has changed.
    Blocked,
}

impl Machine {
    /// Executes one row and tells nothing. The machine ends up exactly as after [`Machine::step`].
    ///
    /// # Errors
    /// As [`Machine::step`].
    pub fn step_quietly(&mut self) -> Result<Changed, Stop> {
        self.stride(1).1
    }

    /// Executes at most `max` rows and tells nothing, but ends where an observer may see a change.
    /// Returns how many were executed, and whether the last of them may have changed something that can be seen.
    ///
    /// # Errors
    /// As [`Machine::step`], after the rows that could be executed.
    pub fn stride(&mut self, max: u64) -> (u64, Result<Changed, Stop>) {
        // What is asked here cannot change before the next visible step or the next action.
        if let Err(stop) = self.may_run() {
            return (0, Err(stop));
        }
        if self.udma.works() || self.generation == Generation::Sunda {
            return self.walk(max);
        }
        match self.run(max) {
            // Where the run could not go on, a walk says why.
            (made, None) => match self.row_quietly() {
                Ok(changed) => (made + 1, Ok(changed)),
                Err(stop) => (made, Err(stop)),
            },
            (made, Some(changed)) => (made, Ok(changed)),
        }
    }

    /// Row by row: where engines work beside the firmware, and on a generation whose code this is not.
    fn walk(&mut self, max: u64) -> (u64, Result<Changed, Stop>) {
        for made in 0..max {
            match self.row_quietly() {
                Ok(Changed::Nothing) => {}
                Ok(Changed::Perhaps) => return (made + 1, Ok(Changed::Perhaps)),
                Err(stop) => return (made, Err(stop)),
            }
        }
        (max, Ok(Changed::Nothing))
    }

    /// Executes rows until somebody can see a change, at most `max`; the position is kept at hand meanwhile.
    /// Returns how many, and nothing if it cannot go on.
    #[inline(always)]
    fn run(&mut self, max: u64) -> (u64, Option<Changed>) {
        let mut at = self.position;
        let mut made = 0;
        while made < max {
            let mut id = at.row;
            let Some(mut ahead) = ahead(id) else {
                // The opaque body of an opcode.
                self.registers.forget_all();
                at = BACK_EDGE.into();
                made += 1;
                continue;
            };
            if !ahead.always {
                let Some(acting) = self.acting_later(id) else { break };
                (id, ahead) = acting;
            }
            at = match self.leap(id, ahead, max - made, &mut made) {
                Leap::To(next) => next,
                Leap::Seen(next) => {
                    self.arrive(next, made + 1);
                    return (made + 1, Some(Changed::Perhaps));
                }
                Leap::Blocked => break,
            };
            made += 1;
        }
        self.arrive(at, made);
        (made, (made == max).then_some(Changed::Nothing))
    }

    fn arrive(&mut self, at: Position, made: u64) {
        self.position = at;
        self.steps += made;
    }

    /// Executes a row; the commonest by heart. Where there is room for more, rows that can be passed in one go are, and all but
    /// one of them are counted here.
    #[inline(always)]
    fn leap(&mut self, id: RowId, ahead: &'static Ahead, room: u64, made: &mut u64) -> Leap {
        let next = match ahead.quick {
            Quick::Glide(ref glide) if u64::from(glide.rows) <= room => {
                glide.leave(&mut self.registers);
                *made += u64::from(glide.rows) - 1;
                glide.to
            }
            Quick::Glide(_) => {
                ahead.trail.leave(ahead.row, &mut self.registers, None);
                ahead.next
            }
            Quick::Pass => ahead.next,
            Quick::ForgetAll => {
                self.registers.forget_all();
                ahead.next
            }
            Quick::ForgetResults => {
                self.registers.forget_results();
                ahead.next
            }
            Quick::Set(register, value) => {
                self.registers.set(register, Some(value));
                ahead.next
            }
            Quick::Evaluate => {
                ahead.trail.leave(ahead.row, &mut self.registers, None);
                ahead.next
            }
            Quick::Work(value) => {
                self.frames.top_mut().last = self.value(value, None);
                ahead.trail.leave(ahead.row, &mut self.registers, None);
                ahead.next
            }
            Quick::Operand(register, value) => return self.put(ahead, register, value),
            Quick::Stash(offset) => return self.stash(ahead, offset),
            Quick::Keep(place, value) => {
                let word = self.value(value, Some(place)).resting_on(ahead.row.evidence);
                self.write_place(place, word);
                ahead.trail.leave(ahead.row, &mut self.registers, None);
                ahead.next
            }
            Quick::Test(range, target) => {
                let Some(value) = self.frames.top().last.value() else { return Leap::Blocked };
                if range.holds(value) { target } else { ahead.next }
            }
            Quick::Heed(range, target) => return self.heed(range, target, ahead.next),
            Quick::Recall(cell, register) => {
                let word = self.mem(cell);
                self.frames.top_mut().last = word;
                self.registers.set(register, word.value());
                ahead.next
            }
            Quick::Load(place, register) => {
                let word = self.read_place(place);
                self.frames.top_mut().last = word;
                self.registers.set(register, word.value());
                ahead.next
            }
            Quick::Poll(csr, register) => return self.poll(csr, register, ahead.next),
            Quick::Call(target) => return self.open(target, ahead.next),
            Quick::Return => return self.close(),
            Quick::GiveBack => return self.give_back(),
            Quick::Inside => return self.leap_inside(id, ahead),
            Quick::Visible => return self.leap_outside(id, ahead),
        };
        Leap::To(next)
    }

    #[inline(always)]
    fn put(&mut self, ahead: &'static Ahead, register: u8, value: Value) -> Leap {
        let word = self.value(value, None).resting_on(ahead.row.evidence);
        self.frames.top_mut().last = word;
        self.registers.set(register, word.value());
        Leap::To(ahead.next)
    }

    #[inline(always)]
    fn stash(&mut self, ahead: &'static Ahead, offset: u8) -> Leap {
        let frame = self.frames.top_mut();
        frame.set_slot(offset, frame.last.resting_on(ahead.row.evidence));
        Leap::To(ahead.next)
    }

    #[inline(always)]
    fn heed(&mut self, range: Range, target: Position, next: Position) -> Leap {
        let Some(value) = self.frames.top().last.value() else { return Leap::Blocked };
        if range.holds(value) || self.deaf() {
            Leap::To(target)
        } else if self.flip(Flip::PollSeen, false, Word::unknown()) {
            Leap::Seen(next)
        } else {
            Leap::To(next)
        }
    }

    #[inline(always)]
    fn poll(&mut self, csr: u16, register: u8, next: Position) -> Leap {
        let word = self.firmware_csr(Csr(csr));
        self.frames.top_mut().last = word;
        self.registers.set(register, word.value());
        if self.flip(Flip::PollRead, false, Word::unknown()) { Leap::Seen(next) } else { Leap::To(next) }
    }

    #[inline(always)]
    fn open(&mut self, target: Position, next: Position) -> Leap {
        if !self.frames.push(Frame::new(target.row, next.row, Word::unknown(), "")) {
            return Leap::Blocked;
        }
        self.registers.enter();
        Leap::To(target)
    }

    #[inline(always)]
    fn close(&mut self) -> Leap {
        let Some(back) = self.frames.pop() else { return Leap::Blocked };
        self.registers.leave();
        Leap::To(Position { row: back, pc: row(back).pc })
    }

    #[inline(always)]
    fn give_back(&mut self) -> Leap {
        let last = self.frames.top().last;
        let Some(back) = self.frames.pop() else { return Leap::Blocked };
        self.frames.top_mut().last = last;
        self.registers.set(2, last.value());
        self.registers.leave();
        Leap::To(Position { row: back, pc: row(back).pc })
    }

    // These are out of the way, so that what the loop needs stays in processor registers.

    #[inline(never)]
    fn acting_later(&self, from: RowId) -> Option<(RowId, &'static Ahead)> {
        self.acting_row(from).ok().flatten()
    }

    #[inline(never)]
    fn leap_inside(&mut self, id: RowId, ahead: &'static Ahead) -> Leap {
        let Ok(outcome) = self.execute(id, ahead, &mut Nobody) else { return Leap::Blocked };
        self.leave_trail(ahead, &outcome);
        Leap::To(outcome.next)
    }

    #[inline(never)]
    fn leap_outside(&mut self, id: RowId, ahead: &'static Ahead) -> Leap {
        let Ok(outcome) = self.execute(id, ahead, &mut Nobody) else { return Leap::Blocked };
        self.leave_trail(ahead, &outcome);
        let flipped = ahead.row.flip.is_some_and(|flip| self.flip(flip, outcome.taken, outcome.index));
        if ahead.visible || flipped { Leap::Seen(outcome.next) } else { Leap::To(outcome.next) }
    }

    /// One row, whatever it is.
    #[inline(never)]
    fn row_quietly(&mut self) -> Result<Changed, Stop> {
        let Some((id, ahead)) = self.acting_row(self.position.row)? else {
            self.run_opcode_body();
            return Ok(Changed::Nothing);
        };
        let ran = self.run_row(id, ahead, &mut Nobody)?;
        self.udma.tick();
        Ok(if ahead.visible || ran.flipped { Changed::Perhaps } else { Changed::Nothing })
    }
}
