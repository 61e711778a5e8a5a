//! What a row does, by what it declares (rule R2). The printed operands are `confirm`'s business.

use super::ahead::Ahead;
use super::range::Range;
use super::step::unknown;
use super::witness::Witness;
use super::{Frame, OPCODE_BODY, Position};
use crate::event::Detail;
use crate::{Machine, Stop, Word};
use seqbell_facts::routine::{
    Act, BACK_EDGE, DEFAULT_ERROR_STUB, Flip, Place, Row, RowId, SYNC_HANDLER, Target, Test, Value, row,
};
use seqbell_facts::{Evidence, HaltedDoorbell, InactiveLoop, Switch};

/// What executing a row came to, besides what it did to the machine.
pub(crate) struct Outcome {
    /// Where control goes.
    pub(crate) next: Position,
    /// The value a load found.
    pub(crate) read: Option<u32>,
    /// What the frame had read last before this row: the index of a table or a remote word. Unknown where nobody asks for it.
    pub(crate) index: Word,
    /// Whether a branch was taken.
    pub(crate) taken: bool,
    /// A frame was opened or closed.
    pub(crate) window: Shift,
}

/// How the register window moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shift {
    /// Not at all.
    Stays,
    /// A frame was opened.
    Up,
    /// A frame was closed.
    Down,
}

/// Where control goes after a special row.
pub(super) enum Way {
    /// On to the row after it.
    On,
    /// To another row.
    To(Position),
    /// Into a routine, in a frame of its own.
    Into(Position),
}

impl Machine {
    // Inlined into the loop of quiet steps, so that an outcome lives in registers and what nobody looks at is not computed.
    #[inline(always)]
    pub(super) fn execute<W: Witness>(
        &mut self,
        id: RowId,
        ahead: &'static Ahead,
        seen: &mut W,
    ) -> Result<Outcome, Stop> {
        let Ahead { row, next, .. } = *ahead;
        let index = if W::LOOKS || row.flip.is_some() { self.frames.top().last } else { Word::unknown() };
        let mut outcome = Outcome { next, read: None, index, taken: false, window: Shift::Stays };
        if W::LOOKS
            && let Some(word) = self.condition_of(row)
        {
            seen.rests_on_word(word);
        }
        match row.act {
            // `ahead` knows where a jump leads.
            Act::Nothing | Act::Opaque | Act::Jump(_) => {}
            Act::Gap => seen.saw(Detail::Bytes(row.end)),
            Act::Alu { dest, value } => self.arithmetic(dest, value, seen),
            Act::Read(place) => {
                let word = self.read_place(place);
                seen.rests_on_word(word);
                seen.saw(Detail::Read(place, word));
                outcome.read = word.value();
                self.frames.top_mut().last = word;
            }
            Act::Write(place, value) => self.store(row, place, value, seen),
            Act::Log(text, args) => {
                if W::LOOKS {
                    seen.saw(Detail::Log(text, self.log_words(args)));
                }
            }
            Act::Branch { reads, test, target } => {
                outcome.read = self.read_before(row, reads, seen)?;
                outcome.taken = self.decide(row, test, seen)?;
                if outcome.taken {
                    outcome.next = target.into();
                }
            }
            Act::JumpTable => {
                let entry = self.frames.top().last;
                seen.rests_on_word(entry);
                outcome.next = handler(entry).unwrap_or(next);
            }
            Act::Call { target, arg, text } => {
                let arg = self.argument(arg);
                outcome.next = self.enter(target, next.row, arg, text, seen)?;
                outcome.window = Shift::Up;
            }
            Act::CallOpaque { name, arg, .. } => {
                if W::LOOKS {
                    seen.saw(Detail::Called(name, self.argument(arg)));
                }
            }
            Act::Return(value) => {
                outcome.next = self.leave(value, seen)?;
                outcome.window = Shift::Down;
            }
            Act::Operand { dest, value } => self.operand(row, dest, value, seen),
            Act::Special(special, target) => match self.special(special, id, row, target, seen)? {
                Way::On => {}
                Way::To(position) => outcome.next = position,
                Way::Into(position) => {
                    outcome.next = position;
                    outcome.window = Shift::Up;
                }
            },
        }
        Ok(outcome)
    }

    #[inline(always)]
    fn store<W: Witness>(&mut self, row: &Row, place: Place, value: Value, seen: &mut W) {
        let word = self.value(value, Some(place)).resting_on(row.evidence);
        seen.rests_on_word(word);
        let detail = self.write_place(place, word);
        seen.saw(detail);
    }

    /// A register takes a value that no page prints, and the rows behind it test it.
    #[inline(always)]
    fn operand<W: Witness>(&mut self, row: &Row, dest: u8, value: Value, seen: &mut W) {
        let word = self.value(value, None).resting_on(row.evidence);
        self.frames.top_mut().last = word;
        self.registers.set(dest, word.value());
        seen.rests_on_word(word);
        seen.saw(Detail::Register(dest, word));
    }

    fn argument(&self, arg: Option<Value>) -> Word {
        arg.map_or(Word::unknown(), |a| self.value(a, None))
    }

    fn log_words(&self, args: &[Value]) -> [Word; 3] {
        let mut words = [Word::unknown(); 3];
        for (word, arg) in words.iter_mut().zip(args) {
            *word = self.value(*arg, None);
        }
        words
    }

    /// A declared result that is no constant is what the next rows test.
    #[inline(always)]
    fn arithmetic<W: Witness>(&mut self, dest: Option<u8>, value: Option<Value>, seen: &mut W) {
        let Some(value) = value else { return };
        let constant = matches!(value, Value::Const(_));
        if constant && !W::LOOKS {
            return;
        }
        let word = self.value(value, None);
        seen.rests_on_word(word);
        if !constant {
            self.frames.top_mut().last = word;
        }
        if let Some(dest) = dest {
            seen.saw(Detail::Register(dest, word));
        }
    }

    /// What a branch reads before it decides.
    #[inline(always)]
    fn read_before<W: Witness>(
        &mut self,
        row: &'static Row,
        reads: Option<Place>,
        seen: &mut W,
    ) -> Result<Option<u32>, Stop> {
        let Some(place) = reads else { return Ok(None) };
        let word = self.read_place(place);
        if word.value().is_none() {
            return Err(super::step::undecided(row));
        }
        seen.rests_on_word(word);
        self.frames.top_mut().last = word;
        Ok(word.value())
    }

    /// Decides a branch.
    #[inline(always)]
    fn decide<W: Witness>(&self, row: &'static Row, test: Test, seen: &mut W) -> Result<bool, Stop> {
        let (taken, evidence) = match Range::of(test) {
            None => self.decide_by_switch(row)?,
            Some(range) => {
                let word = self.subject(range.subject());
                let value = word.value().ok_or_else(|| super::step::undecided(row))?;
                (range.holds(value), word.evidence())
            }
        };
        let deaf = matches!(row.flip, Some(Flip::PollSeen)) && self.deaf();
        seen.rests_on(if deaf { evidence.weakest(Switch::HaltedDoorbell.fact().evidence) } else { evidence });
        seen.saw(Detail::Decided(taken || deaf));
        Ok(taken || deaf)
    }

    /// The one branch that a switch decides: whether the inactive loop runs one poll.
    fn decide_by_switch(&self, row: &'static Row) -> Result<(bool, Evidence), Stop> {
        let inactive_loop = row.id == "run-state.hw_decode_fsm.s02" && self.software_fetch();
        if inactive_loop && self.assumptions.inactive_loop() == InactiveLoop::OnePoll {
            return Ok((false, Switch::InactiveLoop.fact().evidence));
        }
        Err(super::step::undecided(row))
    }

    /// A halted core that no doorbell wakes (switch `halted_doorbell`).
    pub(super) fn deaf(&self) -> bool {
        self.state.is_halted() && self.assumptions.halted_doorbell() == HaltedDoorbell::AlwaysDeaf
    }

    /// Opens a frame, and says where it begins.
    #[inline]
    pub(super) fn enter<W: Witness>(
        &mut self,
        target: Target,
        back: RowId,
        arg: Word,
        text: &'static str,
        seen: &mut W,
    ) -> Result<Position, Stop> {
        if !self.frames.push(Frame::new(target.row, back, arg, text)) {
            return Err(unknown(
                "where this call ends",
                "more calls are open than the listing can nest",
                "run-state.polling_model",
            ));
        }
        if W::LOOKS {
            seen.saw(Detail::Called(self.frames.top().routine().id, arg));
        }
        Ok(target.into())
    }

    /// Closes a frame, and says where its caller goes on.
    #[inline]
    pub(super) fn leave<W: Witness>(&mut self, value: Option<Value>, seen: &mut W) -> Result<Position, Stop> {
        let word = value.map(|v| self.value(v, None));
        let Some(back) = self.frames.pop() else {
            return Err(unknown(
                "who called the boot chain",
                "the outermost frame has no caller",
                "run-state.boot_chain.s01",
            ));
        };
        if let Some(word) = word {
            // The declared result, in the callee's a2, which is the caller's a10.
            self.registers.set(2, word.value());
            self.frames.top_mut().last = word;
            seen.rests_on_word(word);
            seen.saw(Detail::Register(2, word));
        }
        Ok(Position { row: back, pc: row(back).pc })
    }

    /// The body of an ordinary opcode does nothing that anybody knows, and jumps to the back-edge.
    pub(super) fn run_opcode_body(&mut self) {
        self.registers.forget_all();
        self.position = BACK_EDGE.into();
        self.steps += 1;
        self.udma.tick();
    }
}

/// Where the dispatch table leads: a routine of the listing, or the opaque body of an opcode.
fn handler(entry: Word) -> Option<Position> {
    let pc = entry.value()?;
    Some(match pc {
        _ if pc == SYNC_HANDLER.pc => SYNC_HANDLER.into(),
        _ if pc == DEFAULT_ERROR_STUB.pc => DEFAULT_ERROR_STUB.into(),
        pc => Position { row: OPCODE_BODY, pc },
    })
}
