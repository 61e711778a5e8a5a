//! Places and values: what a row reads, writes, stores and tests, by what it declares.

use super::range::Range;
use crate::csr::Csr;
use crate::event::Detail;
use crate::{Machine, Word, bus};
use seqbell_facts::routine::{Place, Row, Subject, Test, Value, When};
use seqbell_facts::{
    Basis, Confidence, DEFAULT_HANDLER, Evidence, Generation, OPCODE_BIAS, Switch, SyncOperandOrder, opcode_at,
};

impl Machine {
    /// What a test looks at.
    #[inline(always)]
    pub(super) fn subject(&self, subject: Subject) -> Word {
        match subject {
            Subject::Last => self.frames.top().last,
            Subject::Arg => self.frames.top().arg,
            Subject::Mem(cell) => self.mem(cell),
            Subject::Csr(offset) => self.firmware_csr(Csr(offset)),
        }
    }

    /// What a row's own condition looks at.
    pub(super) fn condition_of(&self, row: &Row) -> Option<Word> {
        match row.when {
            When::Test(Test::Compare { subject, .. }) => Some(self.subject(subject)),
            When::Test(Test::Unknown)
            | When::Always
            | When::QueueDrain
            | When::QueueBlocked
            | When::FaultPending
            | When::PauseOpen
            | When::EopMarker => None,
        }
    }

    /// Whether a test holds; none if an unknown decides.
    pub(super) fn test(&self, test: Test) -> Option<bool> {
        let range = Range::of(test)?;
        Some(range.holds(self.subject(range.subject()).value()?))
    }

    /// The declared value of a row.
    #[inline]
    pub(super) fn value(&self, value: Value, into: Option<Place>) -> Word {
        let frame = self.frames.top();
        match value {
            Value::Const(v) => Word::set(v),
            Value::Last => frame.last,
            Value::LastBit(bit) => frame.last.map(|v| v >> (bit & 31) & 1),
            Value::LastMinus(n) => frame.last.map(|v| v.wrapping_sub(n)),
            Value::LastXor(n) => frame.last.map(|v| v ^ n),
            Value::Arg => frame.arg,
            Value::MemBit(cell, bit) => self.mem(cell).map(|v| v >> (bit & 31) & 1),
            Value::OldOr(bits) => into.map_or(Word::unknown(), |p| self.read_place(p)).map(|v| v | bits),
            Value::PcLo => self.saved_pc[0],
            Value::PcHi => self.saved_pc[1],
            Value::ModeArgument => self.mode_argument(),
            Value::Any => frame.last.map(|v| u32::from(v != 0)),
            Value::Unknown => Word::unknown(),
        }
    }

    /// What firmware finds in a register: unknown where nobody knows the register's place (rule R12).
    #[inline]
    pub(crate) fn firmware_csr(&self, csr: Csr) -> Word {
        if self.generation != Generation::Sunda {
            return self.csr.peek(csr);
        }
        bus::place(self.generation, &self.assumptions, csr).map_or(Word::unknown(), |_| self.csr.peek(csr))
    }

    #[inline(always)]
    pub(super) fn read_place(&self, place: Place) -> Word {
        let frame = self.frames.top();
        match place {
            Place::Csr(offset) => self.firmware_csr(Csr(offset)),
            Place::Mem(cell) => self.mem(cell),
            Place::Frame(offset) => frame.slot(offset),
            Place::Cursor => self.cursor[0],
            Place::CursorByte => self.cursor[0].map(|v| v & 0xff),
            Place::CursorSync => self.cursor[1],
            Place::Operand => match self.assumptions.sync_operand_order() {
                SyncOperandOrder::ReadClear => self.operand,
                SyncOperandOrder::ClearRead => self.cursor[1].resting_on(Switch::SyncOperandOrder.fact().evidence),
            },
            Place::DispatchSlot => self.dispatch_slot(frame.last),
            Place::Remote => self.remote_word(frame.last),
            Place::Ur15 => self.error_record,
        }
    }

    fn remote_word(&self, index: Word) -> Word {
        let found = index.value().and_then(|i| self.remote.get(i as usize));
        found.map_or(Word::unknown(), |v| Word::set(*v).resting_on(index.evidence()))
    }

    /// The handler in the dispatch table for an opcode word.
    fn dispatch_slot(&self, word: Word) -> Word {
        let index = word.value().and_then(|w| u8::try_from(w.wrapping_sub(OPCODE_BIAS)).ok());
        let Some(index) = index else { return Word::unknown() };
        let entry = opcode_at(index).map_or(Word::set(DEFAULT_HANDLER), |o| Word::new(o.handler, o.evidence));
        let carried = match self.generation {
            Generation::Cayman => Evidence::OBSERVED,
            // Rule R12: the entries of other generations are Cayman's, carried over by opcode.
            Generation::Sunda | Generation::Mariana | Generation::MarianaPlus | Generation::Maverick => {
                Evidence::new(Confidence::Med, Basis::Inferred)
            }
        };
        entry.resting_on(word.evidence()).resting_on(carried)
    }

    #[inline]
    pub(super) fn write_place(&mut self, place: Place, word: Word) -> Detail {
        match place {
            Place::Csr(offset) => {
                let csr = Csr(offset);
                if self.generation == Generation::Sunda && bus::place(self.generation, &self.assumptions, csr).is_err()
                {
                    return Detail::Nowhere(place, word);
                }
                self.csr.poke(csr, word);
            }
            Place::Mem(cell) => self.set_mem(cell, word),
            Place::Frame(offset) => self.frames.top_mut().set_slot(offset, word),
            Place::Cursor | Place::CursorByte => self.cursor[0] = word,
            Place::CursorSync | Place::Operand => self.cursor[1] = word,
            Place::Ur15 => self.error_record = word,
            Place::DispatchSlot | Place::Remote => {}
        }
        Detail::Write(place, word)
    }
}
