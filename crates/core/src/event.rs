//! What happened: one event for every step and every host action.

use crate::csr::Csr;
use crate::fabric::Landing;
use crate::seq::RunState;
use crate::{Input, Word};
use seqbell_facts::routine::{Mem, Place, RowId};
use seqbell_facts::{Evidence, FactId};

/// The kind of an event. Every kind but [`EventKind::Host`] is a step and is counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EventKind {
    /// The host or the outside world acted. Not counted.
    Host,
    /// Window entry.
    Entry,
    /// Register arithmetic.
    Alu,
    /// Read of data memory.
    MemRead,
    /// Write of data memory.
    MemWrite,
    /// Read of a CSR by firmware.
    CsrRead,
    /// Write of a CSR by firmware.
    CsrWrite,
    /// Read of an external register.
    Rer,
    /// Write of a user register.
    UrWrite,
    /// A line of the firmware's log.
    Log,
    /// A call.
    Call,
    /// A conditional branch.
    Branch,
    /// A jump.
    Jump,
    /// A wait.
    Spin,
    /// A memory barrier.
    Barrier,
    /// A return.
    Return,
    /// Code whose body nobody printed.
    Opaque,
    /// Bytes nobody printed were stepped over.
    Gap,
    /// An implied step (rule R3).
    Assumed,
}

impl EventKind {
    /// The word used in traces.
    pub const fn name(self) -> &'static str {
        match self {
            EventKind::Host => "host",
            EventKind::Entry => "entry",
            EventKind::Alu => "alu",
            EventKind::MemRead => "mem_read",
            EventKind::MemWrite => "mem_write",
            EventKind::CsrRead => "csr_read",
            EventKind::CsrWrite => "csr_write",
            EventKind::Rer => "rer",
            EventKind::UrWrite => "ur_write",
            EventKind::Log => "log",
            EventKind::Call => "call",
            EventKind::Branch => "branch",
            EventKind::Jump => "jump",
            EventKind::Spin => "spin",
            EventKind::Barrier => "barrier",
            EventKind::Return => "return",
            EventKind::Opaque => "opaque",
            EventKind::Gap => "gap",
            EventKind::Assumed => "assumed",
        }
    }
}

/// What an event did.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Detail {
    /// Nothing to tell beyond the row.
    None,
    /// A place was read.
    Read(Place, Word),
    /// A place was written.
    Write(Place, Word),
    /// A write went nowhere, since nobody knows where the register is on this generation.
    Nowhere(Place, Word),
    /// A log line; the words its format prints.
    Log(&'static str, [Word; 3]),
    /// A decision: taken or not.
    Decided(bool),
    /// A register took a value.
    Register(u8, Word),
    /// A work item entered the fetch cursor.
    Fetched {
        /// The opcode word.
        opcode: u32,
        /// The sync index.
        sync: u32,
    },
    /// The body of an opcode ran.
    Opcode(u32),
    /// A routine or an opaque callee was called, with the declared argument.
    Called(&'static str, Word),
    /// Bytes `pc..end` were stepped over.
    Bytes(u32),
    /// The host acted.
    Host(Input),
    /// The host read a register.
    HostRead(Csr, Word),
    /// A write reached the DMA side.
    Landed(Landing),
}

/// A notice about a host action that went through and still deserves a word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Warning {
    /// The register is read-only; the write changed nothing.
    ReadOnly,
    /// The write set bits that no field of the register owns.
    Reserved,
    /// The address is no register; the write went nowhere.
    Hole,
    /// The register is known, but the model does not follow it.
    NotModelled,
    /// A ring holds more than it has room for (over-ring; hardware is not known to refuse).
    Overrun,
    /// The tail register itself was written: that rings nothing.
    NotTheDoorbell,
    /// Bits 31:24 of a count are not part of it.
    CountTruncated,
    /// The ring is not enabled.
    NotEnabled,
    /// The register is write-only; a read gives nothing.
    WriteOnly,
    /// The data-tail doorbell: it means little unless a mode is on that is off after reset.
    DataTail,
    /// A device-local or control-plane offset, not an SoC address (rule R13).
    OtherSpace,
}

impl Warning {
    /// A sentence for people.
    pub const fn text(self) -> &'static str {
        match self {
            Warning::ReadOnly => "the register is read-only: the write changed nothing",
            Warning::Reserved => "the write set bits that no field of the register owns",
            Warning::Hole => "there is no register at this address: the write went nowhere",
            Warning::NotModelled => "the register is known, but the model does not follow it",
            Warning::Overrun => "a ring holds more descriptors than it has room for; hardware is not known to refuse",
            Warning::NotTheDoorbell => "this is the tail itself, not the doorbell: it rings nothing",
            Warning::CountTruncated => "only bits 23:0 are the count",
            Warning::NotEnabled => {
                "the queue is paused: the tail moves, and nothing is taken until both enables are set"
            }
            Warning::WriteOnly => "the register is write-only: reading gives nothing",
            Warning::DataTail => {
                "only the data tail moved: it counts in enhanced-prefetch mode alone, which is off after reset"
            }
            Warning::OtherSpace => "this is no SoC address but an offset on the device: the write went nowhere",
        }
    }
}

/// One event of a trace.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Event {
    /// How many steps the machine had made when this had happened.
    pub step: u64,
    /// The kind.
    pub kind: EventKind,
    /// The row that was executed; none for the host and for opcode bodies.
    pub row: Option<RowId>,
    /// The fact it rests on; none for the host and for gaps.
    pub fact: Option<FactId>,
    /// Address in the reference image; none for the host, or where this generation's address is not known.
    pub pc: Option<u32>,
    /// What it did.
    pub detail: Detail,
    /// The weakest evidence it rests on (rule R5).
    pub evidence: Evidence,
    /// Whether the printed operands agree with the declared effect; none where they give nothing.
    pub confirmed: Option<bool>,
    /// The state this event led to, if it changed.
    pub state: Option<RunState>,
    /// A notice.
    pub warning: Option<Warning>,
}

/// The name of a place as traces write it.
pub fn place_name(place: Place) -> alloc::string::String {
    use alloc::{format, string::ToString};
    match place {
        Place::Csr(offset) => crate::csr::name(Csr(offset)),
        Place::Mem(cell) => mem_name(cell).to_string(),
        Place::Frame(offset) => format!("frame+{offset}"),
        Place::Cursor | Place::CursorByte => "cursor".to_string(),
        Place::CursorSync | Place::Operand => "cursor+4".to_string(),
        Place::DispatchSlot => "dispatch table".to_string(),
        Place::Remote => "remote word".to_string(),
        Place::Ur15 => "UR#0x15".to_string(),
    }
}

const fn mem_name(cell: Mem) -> &'static str {
    cell.name()
}
