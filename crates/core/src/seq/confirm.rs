//! Printed operands beside declared effects: registers follow the operands, and where these give an address or a value
//! it must be the declared one (rule R2).

use super::ahead::{self, Ahead};
use super::asm::{Address, Printed};
use super::execute::{Outcome, Shift};
use super::witness::{Watcher, Witness};
use crate::csr::Csr;
use crate::event::Detail;
use crate::{Machine, bus};
use seqbell_facts::routine::{Act, Place, Row, Value};
use seqbell_facts::{DISPATCH_TABLES, FrontEnd, Generation, OPCODE_BIAS};

/// First remote status word.
const REMOTE_BASE: u32 = 0x12_2000;

impl Machine {
    /// Follows the printed operands; what nobody printed makes registers unknown (rule R4).
    pub(super) fn follow_operands<W: Witness>(&mut self, ahead: &'static Ahead, outcome: &Outcome) -> Printed {
        if self.generation == Generation::Sunda {
            self.registers.forget_all();
            return Printed::default();
        }
        if !W::LOOKS {
            self.leave_trail(ahead, outcome);
            return Printed::default();
        }
        let printed = ahead::evaluate(ahead.row, &mut self.registers, outcome.read);
        self.shift(outcome.window);
        printed
    }

    /// As [`Self::follow_operands`], by what is known ahead.
    #[inline(always)]
    pub(super) fn leave_trail(&mut self, ahead: &'static Ahead, outcome: &Outcome) {
        ahead.trail.leave(ahead.row, &mut self.registers, outcome.read);
        self.shift(outcome.window);
    }

    #[inline(always)]
    fn shift(&mut self, window: Shift) {
        match window {
            Shift::Stays => {}
            Shift::Up => self.registers.enter(),
            Shift::Down => self.registers.leave(),
        }
    }

    /// Whether the operands agree with the declared effect; none where they give nothing.
    pub(super) fn confirmed(&self, row: &Row, seen: &Watcher, outcome: &Outcome, printed: Printed) -> Option<bool> {
        match (row.act, seen.detail) {
            (Act::Alu { value: Some(Value::Const(v)), .. }, _) => printed.result?.1.map(|r| r == v),
            (Act::Read(place), Detail::Read(..)) => self.same_place(place, outcome, printed.addr?),
            (Act::Write(place, _), Detail::Write(_, word)) => {
                let place = self.same_place(place, outcome, printed.addr?)?;
                Some(place && printed.stored? == word.value()?)
            }
            (Act::Branch { .. }, Detail::Decided(taken)) => printed.taken.map(|t| t == taken),
            _ => None,
        }
    }

    fn same_place(&self, place: Place, outcome: &Outcome, addr: Address) -> Option<bool> {
        let slot = |base: u32, index: u32| base.wrapping_add(index.wrapping_mul(4));
        let device = match (place, addr) {
            (Place::Frame(offset), Address::Frame(printed)) => return Some(u32::from(offset) == printed),
            (Place::Csr(offset), _) => bus::place(self.generation, &self.assumptions, Csr(offset)).ok()?.0,
            (Place::Mem(cell), _) => cell.addr()?,
            (Place::Remote, _) => slot(REMOTE_BASE, outcome.index.value()?),
            (Place::DispatchSlot, _) => {
                slot(table_base(self.generation)?, outcome.index.value()?.wrapping_sub(OPCODE_BIAS))
            }
            (
                Place::Frame(_) | Place::Cursor | Place::CursorByte | Place::CursorSync | Place::Operand | Place::Ur15,
                _,
            ) => return None,
        };
        match addr {
            Address::Device(printed) => Some(printed == device),
            Address::Frame(_) => Some(false),
        }
    }
}

fn table_base(g: Generation) -> Option<u32> {
    DISPATCH_TABLES.iter().find(|t| t.generation == g && t.front_end == FrontEnd::SoftwareFetch)?.base
}
