//! The recovered firmware as data: routines made of rows, each row a step, an implied step or a gap.
//!
//! A row says what it declares (`act`), what the source page prints (`asm`), when it runs and how well it is known.
//! This module knows no behaviour: `seqbell-core` gives the rows their meaning.

mod op;
mod place;

pub use op::Op;
pub use place::{Mem, Place};

use crate::{Evidence, FactId, Switch};

/// Index of a row in [`ROWS`].
pub type RowId = u16;

/// Where control goes: a row, and the address it arrives at.
///
/// The address differs from the row's own only for a gap that is entered in its middle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Target {
    /// The row that runs next.
    pub row: RowId,
    /// The address of arrival in the reference image (`CAYMAN_NX_POOL_DEBUG` IRAM).
    pub pc: u32,
}

/// What a row is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RowKind {
    /// A step that a source page lists.
    Step(StepKind),
    /// A step that no page prints and control needs (rule R3).
    Implied,
    /// Bytes nobody printed (rule R4).
    Gap,
}

/// The kinds of a listed step, as in the fact sheets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StepKind {
    /// Window entry.
    Entry,
    /// Register arithmetic.
    Alu,
    /// Read of data memory.
    MemRead,
    /// Write of data memory.
    MemWrite,
    /// Read of a CSR.
    CsrRead,
    /// Write of a CSR.
    CsrWrite,
    /// Read of an external register.
    Rer,
    /// Write of a user register.
    UrWrite,
    /// A call of the logger.
    Log,
    /// A call.
    Call,
    /// A conditional branch.
    Branch,
    /// A jump.
    Jump,
    /// A branch or jump backwards that waits.
    Spin,
    /// A memory barrier.
    Barrier,
    /// A return.
    Return,
    /// Code that is not decodable.
    Unknown,
}

/// Where a declared value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// A constant of the row.
    Const(u32),
    /// What this frame read last.
    Last,
    /// One bit of what this frame read last.
    LastBit(u8),
    /// What this frame read last, minus a constant.
    LastMinus(u32),
    /// What this frame read last, with the given bits flipped.
    LastXor(u32),
    /// The declared argument of this frame.
    Arg,
    /// One bit of a memory cell.
    MemBit(Mem, u8),
    /// The old value of the place written, with the given bits set.
    OldOr(u32),
    /// The low half of the PC to be saved.
    PcLo,
    /// The high half of the PC to be saved.
    PcHi,
    /// Bit 0 of the boot arguments (switch `exec_mode`).
    ModeArgument,
    /// 1 if the surprise word is not 0.
    Any,
    /// Not known.
    Unknown,
}

/// How a test compares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cmp {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Unsigned less or equal.
    Le,
    /// Unsigned greater.
    Gt,
    /// Unsigned greater or equal.
    Ge,
}

/// What a test looks at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Subject {
    /// What this frame read last.
    Last,
    /// The declared argument of this frame.
    Arg,
    /// A memory cell.
    Mem(Mem),
    /// A CSR, by its offset in the Cayman-family register file.
    Csr(u16),
}

/// A declared decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Test {
    /// Compare the subject (one bit of it, or the word minus `minus`) with a constant.
    Compare {
        /// What is looked at.
        subject: Subject,
        /// The bit tested, or the whole word.
        bit: Option<u8>,
        /// Subtracted first.
        minus: u32,
        /// The comparison.
        cmp: Cmp,
        /// The constant.
        with: u32,
    },
    /// No page says what decides.
    Unknown,
}

/// When a row runs at all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum When {
    /// Always.
    Always,
    /// When the test holds.
    Test(Test),
    /// The next item of the work queue is the end-of-program mark.
    QueueDrain,
    /// No item waits, or only the mark.
    QueueBlocked,
    /// A fault was injected and not yet taken.
    FaultPending,
    /// Enter-Pause has run and its doorbell is not acknowledged.
    PauseOpen,
    /// The boot loop stores the marker on this pass (switch `eop_entering_halt`, rule R11).
    EopMarker,
}

/// A state flip that hangs on a row (rule R6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Flip {
    /// `enter_run` reads `start_ctrl`.
    PollRead,
    /// The poll of `enter_run` is decided.
    PollSeen,
    /// The doorbell is acknowledged.
    PauseAcked,
    /// 1 was stored into `run_state`.
    Published,
    /// The resume PC was restored.
    PcRestored,
    /// 2 was stored into `run_state`.
    Paused,
    /// The last republish event of a resume.
    Resumed,
    /// The halt reason was stored.
    ReasonStored,
    /// The halt marker was stored.
    MarkerStored,
    /// The dispatcher returns.
    DispatcherReturn,
}

/// Implied steps whose effect is more than one read or write.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Special {
    /// Clear the six cells that must start at 0.
    ClearMemory,
    /// Nothing to fetch: go round the loop again.
    Wait,
    /// Take the next item of the work queue into the fetch cursor.
    Fetch,
    /// Enter the handler of the injected fault.
    TakeFault,
    /// Take the surprise word raised since the last pass.
    TakeSurprise,
    /// Skip the handler, since the word is 0.
    NoSurprise,
    /// Keep the sync operand before it is cleared.
    LatchOperand,
    /// What an index above 38 means (switch `sync_index_oob`).
    SyncIndexOob,
    /// The PC that Setup-Halt saves (switch `saved_pc`).
    SavedPc,
    /// Call the resume block and come back to this row.
    CallResume,
    /// Continue after a resume by execution mode.
    ResumeMode,
    /// The arm of a floating-point fault.
    FpArm,
    /// The paused branch of the dispatcher.
    DispatcherPaused,
    /// Start again after a fatal halt (switch `halted_doorbell`).
    Restart,
}

/// What a row declares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Act {
    /// Window entry or a barrier: nothing the machine holds changes.
    Nothing,
    /// Register arithmetic; `dest` takes `value` where the page gives one.
    Alu {
        /// The register that takes the value.
        dest: Option<u8>,
        /// The declared result.
        value: Option<Value>,
    },
    /// Read a place.
    Read(Place),
    /// Write a place.
    Write(Place, Value),
    /// A line of the firmware's log and the values it prints.
    Log(&'static str, &'static [Value]),
    /// Go to the target if the test holds; with a place, read it first.
    Branch {
        /// Read before the test.
        reads: Option<Place>,
        /// The decision.
        test: Test,
        /// Where to, if it holds.
        target: Target,
    },
    /// Go to the target.
    Jump(Target),
    /// Go to the handler that was read last from the dispatch table.
    JumpTable,
    /// Call a routine, with the declared argument.
    Call {
        /// The first row of the callee.
        target: Target,
        /// The declared argument.
        arg: Option<Value>,
        /// What an assertion prints.
        text: &'static str,
    },
    /// Call something whose body nobody printed.
    CallOpaque {
        /// Address of the callee.
        callee: u32,
        /// Its name on the page.
        name: &'static str,
        /// The declared argument.
        arg: Option<Value>,
    },
    /// Return, with the declared value.
    Return(Option<Value>),
    /// Undecodable code.
    Opaque,
    /// A register or an input takes a value that no page prints.
    Operand {
        /// The register.
        dest: u8,
        /// The value.
        value: Value,
    },
    /// See [`Special`]; `target` is where it leads, if it leads anywhere.
    Special(Special, Target),
    /// Bytes nobody printed.
    Gap,
}

/// One row of the listing.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The fact, or "" for a gap.
    pub id: FactId,
    /// What kind of row.
    pub kind: RowKind,
    /// Index of the routine in [`ROUTINES`].
    pub routine: u8,
    /// First address, in the reference image.
    pub pc: u32,
    /// Address after the last printed byte.
    pub end: u32,
    /// What the row declares.
    pub act: Act,
    /// What the page prints, for reading.
    pub printed: &'static str,
    /// What the page prints, for evaluating.
    pub asm: &'static [Op],
    /// When it runs at all.
    pub when: When,
    /// The switch it hangs on, and the options (one bit each) under which it acts.
    pub switch: Option<(Switch, u8)>,
    /// It stands in place of the row after it.
    pub replaces: bool,
    /// The state flip that hangs on it.
    pub flip: Option<Flip>,
    /// How well it is known.
    pub evidence: Evidence,
    /// Hash of the id, for digests.
    pub key: u32,
}

/// A routine of the firmware: a run of rows.
#[derive(Clone, Copy, Debug)]
pub struct Routine {
    /// The routine's id and name, as in the fact sheets.
    pub id: FactId,
    /// Entry address in the reference image.
    pub entry: u32,
    /// Where a call of it arrives.
    pub target: Target,
    /// First row.
    pub first: RowId,
    /// One past the last row.
    pub end: RowId,
    /// How well it is known.
    pub evidence: Evidence,
}

include!(concat!(env!("OUT_DIR"), "/routines.rs"));

/// The row with this id.
pub fn row(id: RowId) -> &'static Row {
    &ROWS[id as usize]
}

/// The routine a row belongs to.
pub fn routine_of(row: &Row) -> &'static Routine {
    &ROUTINES[row.routine as usize]
}
