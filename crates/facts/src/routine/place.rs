//! What a row can read or write.

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
