//! What explains one event in turn: what its value comes from, or what decided that it was reached.
//!
//! Two kinds of cause are followed. Data: a stored value comes from what was read before it. Control: a constant is
//! stored because a branch, a table jump or a taken fault led there, and that was decided by something read.
//! This module reads rows of the listing; it does not search the past.

use super::replay::Seen;
use super::why::{Cause, Subject};
use seqbell_facts::SyncOperandOrder;
use seqbell_facts::routine::{Act, Flip, Place, Row, Special, Subject as Tested, Test, Value, When, row};

/// Stack slots of the resume PC pair in `enter_run`.
const PC_LO: u8 = 24;
const PC_HI: u8 = 28;

/// What is looked for, going back.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Wanted {
    /// The event that made the subject what it is.
    Made(Subject),
    /// The last writer of a place.
    Writer(Place),
    /// What the frame had read last.
    Read,
    /// The half of the microcode PC that was saved, by the stack slot it started from.
    SavedPc(u8),
    /// The half of the microcode PC that a run started from, by its stack slot.
    StartPc(u8),
    /// What kept the sync operand before it was cleared.
    Operand,
    /// The call that opened this frame and gave it its argument.
    Call,
    /// What decided that control came here.
    Decision,
    /// The host action that the predicate names.
    Host(HostAct),
}

/// Host actions that firmware finds without a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum HostAct {
    /// A remote status word, by its index.
    Remote(Option<u32>),
    /// Work: so many items queued later are passed over.
    Item(usize),
    /// The end-of-program mark.
    Drain,
    Fault,
    Surprise,
}

impl Wanted {
    pub(super) fn cause(self) -> Cause {
        match self {
            Wanted::Made(_) => Cause::Made,
            Wanted::Writer(_)
            | Wanted::Read
            | Wanted::SavedPc(_)
            | Wanted::StartPc(_)
            | Wanted::Operand
            | Wanted::Call
            | Wanted::Host(_) => Cause::Data,
            Wanted::Decision => Cause::Control,
        }
    }
}

/// What explains this event in turn.
pub(super) fn next(seen: &Seen, wanted: Wanted, order: SyncOperandOrder) -> Option<Wanted> {
    let row = row(seen.event.row?);
    // The state flips because the poll is reached, whatever it finds.
    if wanted == Wanted::Made(Subject::State) && row.flip == Some(Flip::PollRead) {
        return Some(Wanted::Decision);
    }
    let data = match row.act {
        Act::Read(place) | Act::Branch { reads: Some(place), .. } => Some(source_of(place, seen, order)),
        Act::Branch { reads: None, test, .. } => Some(behind_test(test)),
        Act::JumpTable => Some(Wanted::Read),
        Act::Write(_, value) => Some(behind(value)),
        Act::Return(Some(value)) => Some(behind(value)),
        Act::Operand { value, .. } => Some(behind(value)),
        Act::Special(special, _) => special_source(special, seen, wanted),
        Act::Call { arg: Some(value), .. } if wanted == Wanted::Call => Some(behind(value)),
        Act::Jump(_) | Act::Call { .. } => Some(Wanted::Decision),
        Act::Nothing
        | Act::Alu { .. }
        | Act::Log(..)
        | Act::CallOpaque { .. }
        | Act::Return(None)
        | Act::Opaque
        | Act::Gap => row.flip.is_some().then_some(Wanted::Decision),
    };
    match data {
        Some(Wanted::Decision) => chosen_by(row).or(data),
        _ => data,
    }
}

/// What decides that a row runs at all, if it does not always run.
pub(super) fn chosen_by(row: &Row) -> Option<Wanted> {
    match row.when {
        When::Always | When::QueueBlocked | When::PauseOpen | When::EopMarker => None,
        When::Test(test) => Some(behind_test(test)),
        When::QueueDrain => Some(Wanted::Host(HostAct::Drain)),
        When::FaultPending => Some(Wanted::Host(HostAct::Fault)),
    }
}

fn behind_test(test: Test) -> Wanted {
    match test {
        Test::Compare { subject: Tested::Last, .. } => Wanted::Read,
        Test::Compare { subject: Tested::Mem(cell), .. } => Wanted::Writer(Place::Mem(cell)),
        Test::Compare { subject: Tested::Csr(offset), .. } => Wanted::Writer(Place::Csr(offset)),
        Test::Compare { subject: Tested::Arg, .. } => Wanted::Call,
        Test::Unknown => Wanted::Decision,
    }
}

fn behind(value: Value) -> Wanted {
    match value {
        Value::Last | Value::LastBit(_) | Value::LastMinus(_) | Value::LastXor(_) | Value::Any => Wanted::Read,
        Value::MemBit(cell, _) => Wanted::Writer(Place::Mem(cell)),
        Value::PcLo => Wanted::SavedPc(PC_LO),
        Value::PcHi => Wanted::SavedPc(PC_HI),
        Value::Arg => Wanted::Call,
        Value::Const(_) | Value::OldOr(_) | Value::ModeArgument | Value::Unknown => Wanted::Decision,
    }
}

fn source_of(place: Place, seen: &Seen, order: SyncOperandOrder) -> Wanted {
    match place {
        Place::Remote => Wanted::Host(HostAct::Remote(seen.last.value())),
        Place::DispatchSlot => Wanted::Writer(Place::Cursor),
        Place::Operand => match order {
            SyncOperandOrder::ReadClear => Wanted::Operand,
            SyncOperandOrder::ClearRead => Wanted::Writer(Place::CursorSync),
        },
        Place::Csr(_)
        | Place::Mem(_)
        | Place::Frame(_)
        | Place::Cursor
        | Place::CursorByte
        | Place::CursorSync
        | Place::Ur15 => Wanted::Writer(place),
    }
}

fn special_source(special: Special, seen: &Seen, wanted: Wanted) -> Option<Wanted> {
    match special {
        Special::Fetch => Some(Wanted::Host(HostAct::Item(seen.waiting.saturating_sub(1)))),
        Special::LatchOperand => Some(Wanted::Writer(Place::CursorSync)),
        Special::Wait => Some(Wanted::Host(HostAct::Drain)),
        Special::TakeFault => Some(Wanted::Host(HostAct::Fault)),
        Special::TakeSurprise => Some(Wanted::Host(HostAct::Surprise)),
        Special::SyncIndexOob | Special::ResumeMode | Special::NoSurprise => Some(Wanted::Read),
        Special::SavedPc => Some(Wanted::StartPc(if let Wanted::SavedPc(slot) = wanted { slot } else { PC_LO })),
        Special::ClearMemory | Special::CallResume | Special::FpArm | Special::DispatcherPaused | Special::Restart => {
            Some(Wanted::Decision)
        }
    }
}
