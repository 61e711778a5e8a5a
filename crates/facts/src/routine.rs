//! The recovered firmware as data: routines made of rows, each row a step, an implied step or a gap.
//!
//! A row says what it declares (`act`), what the source page prints (`asm`), when it runs and how well it is known.
//! This module knows no behaviour: `seqbell-core` gives the rows their meaning.

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

/// A cell of data memory that a row reads or writes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mem {
    /// The running flag.
    RunningFlag,
    /// The halt reason.
    HaltReason,
    /// The execution mode byte: 1 software fetch, 0 hardware decode.
    ExecMode,
    /// The copy of `lr[38]`.
    DvePerfFlag,
    /// The software copy of the single-step count.
    StepCounter,
    /// Byte 0 of the redirect context; bit 0 = armed.
    RedirectContext,
    /// Set when hardware decode was chosen at boot.
    HwDecodeActive,
    /// Byte +20 of the post-dispatch descriptor.
    PostDispatchDesc,
    /// The iteration count of the hardware-decode loop.
    HwIter,
}

impl Mem {
    /// Every cell, in the order of the enum.
    pub const ALL: [Mem; 9] = [
        Mem::RunningFlag,
        Mem::HaltReason,
        Mem::ExecMode,
        Mem::DvePerfFlag,
        Mem::StepCounter,
        Mem::RedirectContext,
        Mem::HwDecodeActive,
        Mem::PostDispatchDesc,
        Mem::HwIter,
    ];

    /// The word used in data files, scripts and traces.
    pub const fn name(self) -> &'static str {
        match self {
            Mem::RunningFlag => "running_flag",
            Mem::HaltReason => "halt_reason",
            Mem::ExecMode => "exec_mode",
            Mem::DvePerfFlag => "dve_perf_flag",
            Mem::StepCounter => "step_counter",
            Mem::RedirectContext => "redirect_context",
            Mem::HwDecodeActive => "hw_decode_active",
            Mem::PostDispatchDesc => "post_dispatch_desc",
            Mem::HwIter => "hw_iter",
        }
    }

    /// The device address in data memory, where it is known (state structure at 0x855e0 and its neighbours).
    pub const fn addr(self) -> Option<u32> {
        match self {
            Mem::RunningFlag => Some(0x85644),
            Mem::HaltReason => Some(0x85648),
            Mem::ExecMode => Some(0x8564c),
            Mem::DvePerfFlag => Some(0x85640),
            Mem::StepCounter => Some(0x85650),
            Mem::RedirectContext => Some(0x85068),
            Mem::HwDecodeActive => Some(0x85070),
            Mem::PostDispatchDesc => Some(0x85f9c),
            Mem::HwIter => None,
        }
    }
}

/// What a row reads or writes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// A CSR, by its offset in the Cayman-family register file.
    Csr(u16),
    /// A cell of data memory.
    Mem(Mem),
    /// A slot of the current stack frame, by its offset from a1.
    Frame(u8),
    /// The opcode word at the fetch cursor.
    Cursor,
    /// The low byte of the opcode word at the fetch cursor.
    CursorByte,
    /// The sync index at cursor + 4.
    CursorSync,
    /// The sync operand as the handler loads it (switch `sync_operand_order`).
    Operand,
    /// The dispatch-table slot of the word read last.
    DispatchSlot,
    /// The remote status word at 0x122000 + 4 * the value read last.
    Remote,
    /// User register 0x15, the packed error record.
    Ur15,
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

/// One printed instruction, as far as the machine evaluates it. `d` is the register written, `s`, `a`, `b` and `base` are read.
#[allow(missing_docs, reason = "the formula of each variant names its operands")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// d = imm
    Movi { d: u8, imm: i32 },
    /// d = d << 16 | imm
    Const16 { d: u8, imm: u16 },
    /// d = s + imm
    Addi { d: u8, s: u8, imm: i32 },
    /// d = s
    Mov { d: u8, s: u8 },
    /// d = a & b
    And { d: u8, a: u8, b: u8 },
    /// d = 4 a + b
    Addx4 { d: u8, a: u8, b: u8 },
    /// d = s << n
    Slli { d: u8, s: u8, n: u8 },
    /// d = (s >> shift) & ((1 << bits) - 1)
    Extui { d: u8, s: u8, shift: u8, bits: u8 },
    /// d = the word at base + offset
    Load { d: u8, base: u8, offset: u32 },
    /// The word at base + offset = s
    Store { s: u8, base: u8, offset: u32 },
    /// d = the external register that s names
    Rer { d: u8, s: u8 },
    /// Branch if s == 0.
    Beqz { s: u8 },
    /// Branch if s != 0.
    Bnez { s: u8 },
    /// Branch if the bit of s is clear.
    Bbci { s: u8, bit: u8 },
    /// Branch if the bit of s is set.
    Bbsi { s: u8, bit: u8 },
    /// Branch if s == imm.
    Beqi { s: u8, imm: u32 },
    /// Branch if a < b, unsigned.
    Bltu { a: u8, b: u8 },
    /// Branch if a >= b, unsigned.
    Bgeu { a: u8, b: u8 },
    /// An instruction that changes no register the machine follows, or whose operands decide nothing here.
    Plain,
    /// An instruction whose operands are not printed.
    Unprinted,
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
