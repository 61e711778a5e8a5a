//! What a row does, by what it declares (rule R2). The printed operands are `confirm`'s business.

use super::step::{after, switches_behind, unknown};
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
    /// What the frame had read last before this row: the index of a table or a remote word.
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

impl Machine {
    #[inline(always)]
    pub(super) fn execute<W: Witness>(&mut self, id: RowId, row: &'static Row, seen: &mut W) -> Result<Outcome, Stop> {
        let index = self.frames.top().last;
        let mut outcome = Outcome { next: after(id), read: None, index, taken: false, window: Shift::Stays };
        if W::LOOKS
            && let Some(word) = self.condition_of(row)
        {
            seen.rests_on_word(word);
        }
        match row.act {
            Act::Nothing | Act::Opaque => {}
            Act::Gap => seen.saw(Detail::Bytes(row.end)),
            Act::Alu { dest, value } => self.arithmetic(dest, value, seen),
            Act::Read(place) => {
                let word = self.read_place(place);
                seen.rests_on_word(word);
                seen.saw(Detail::Read(place, word));
                outcome.read = word.value();
                self.frames.top_mut().last = word;
            }
            Act::Write(place, value) => {
                let word = self.value(value, Some(place)).resting_on(row.evidence);
                seen.rests_on_word(word);
                let detail = self.write_place(place, word);
                seen.saw(detail);
            }
            Act::Log(text, args) => {
                if W::LOOKS {
                    seen.saw(Detail::Log(text, self.log_words(args)));
                }
            }
            Act::Branch { reads, test, target } => self.branch(row, reads, test, target, seen, &mut outcome)?,
            Act::Jump(target) => outcome.next = target.into(),
            Act::JumpTable => {
                seen.rests_on_word(index);
                outcome.next = handler(index).unwrap_or(outcome.next);
            }
            Act::Call { target, arg, text } => {
                let arg = self.argument(arg);
                self.enter(target, after(id).row, arg, text, seen, &mut outcome)?;
            }
            Act::CallOpaque { name, arg, .. } => seen.saw(Detail::Called(name, self.argument(arg))),
            Act::Return(value) => self.leave(value, seen, &mut outcome)?,
            Act::Operand { dest, value } => {
                let word = self.value(value, None).resting_on(row.evidence);
                self.frames.top_mut().last = word;
                self.registers.set(dest, word.value());
                seen.rests_on_word(word);
                seen.saw(Detail::Register(dest, word));
            }
            Act::Special(special, target) => {
                let own = row.evidence.weakest(switches_behind(row));
                self.special(special, id, target, own, seen, &mut outcome)?;
            }
        }
        Ok(outcome)
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
    #[inline]
    fn arithmetic<W: Witness>(&mut self, dest: Option<u8>, value: Option<Value>, seen: &mut W) {
        let Some(value) = value else { return };
        let word = self.value(value, None);
        seen.rests_on_word(word);
        if !matches!(value, Value::Const(_)) {
            self.frames.top_mut().last = word;
        }
        if let Some(dest) = dest {
            seen.saw(Detail::Register(dest, word));
        }
    }

    #[inline]
    fn branch<W: Witness>(
        &mut self,
        row: &Row,
        reads: Option<Place>,
        test: Test,
        target: Target,
        seen: &mut W,
        outcome: &mut Outcome,
    ) -> Result<(), Stop> {
        if let Some(place) = reads {
            let word = self.read_place(place);
            if word.value().is_none() {
                return Err(super::step::undecided(row));
            }
            seen.rests_on_word(word);
            outcome.read = word.value();
            self.frames.top_mut().last = word;
        }
        let (taken, evidence) = self.decide(row, test)?;
        seen.rests_on(evidence);
        seen.saw(Detail::Decided(taken));
        outcome.taken = taken;
        if taken {
            outcome.next = target.into();
        }
        Ok(())
    }

    /// Decides a branch, and what the decision rests on.
    #[inline]
    fn decide(&self, row: &Row, test: Test) -> Result<(bool, Evidence), Stop> {
        // The one branch that a switch decides: whether the inactive loop runs one poll.
        let by_switch = matches!(test, Test::Unknown) && row.id == "run-state.hw_decode_fsm.s02";
        if by_switch && self.software_fetch() && self.assumptions.inactive_loop() == InactiveLoop::OnePoll {
            return Ok((false, Switch::InactiveLoop.fact().evidence));
        }
        let taken = self.test(row, test)?;
        let evidence = self.subject_of(test).map_or(Evidence::OBSERVED, Word::evidence);
        if matches!(row.flip, Some(Flip::PollSeen)) && self.deaf() {
            return Ok((true, evidence.weakest(Switch::HaltedDoorbell.fact().evidence)));
        }
        Ok((taken, evidence))
    }

    /// A halted core that no doorbell wakes (switch `halted_doorbell`).
    fn deaf(&self) -> bool {
        self.state.is_halted() && self.assumptions.halted_doorbell() == HaltedDoorbell::AlwaysDeaf
    }

    /// Opens a frame.
    pub(super) fn enter<W: Witness>(
        &mut self,
        target: Target,
        back: RowId,
        arg: Word,
        text: &'static str,
        seen: &mut W,
        outcome: &mut Outcome,
    ) -> Result<(), Stop> {
        if !self.frames.push(Frame::new(target.row, back, arg, text)) {
            return Err(unknown(
                "where this call ends",
                "more calls are open than the listing can nest",
                "run-state.polling_model",
            ));
        }
        outcome.next = target.into();
        outcome.window = Shift::Up;
        if W::LOOKS {
            seen.saw(Detail::Called(self.frames.top().routine().id, arg));
        }
        Ok(())
    }

    fn leave<W: Witness>(&mut self, value: Option<Value>, seen: &mut W, outcome: &mut Outcome) -> Result<(), Stop> {
        let word = value.map(|v| self.value(v, None));
        let Some(frame) = self.frames.pop() else {
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
        outcome.window = Shift::Down;
        outcome.next = Position { row: frame.back, pc: row(frame.back).pc };
        Ok(())
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
