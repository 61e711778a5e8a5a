//! What the decoder finds: one instruction, or one run of bytes that is none, and how it is written.

use core::fmt;
use seqbell_facts::{Evidence, FactId};

/// How far a call rotates the register window.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CallForm {
    /// Not at all.
    Call0,
    /// By four registers.
    Call4,
    /// By eight.
    Call8,
    /// By twelve.
    Call12,
}

impl CallForm {
    /// The mnemonic.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Call0 => "call0",
            Self::Call4 => "call4",
            Self::Call8 => "call8",
            Self::Call12 => "call12",
        }
    }
}

/// Why an instruction ends before its length.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cut {
    /// The CUST3 word begins inside it (switch `cust3_reading`).
    Cust3,
    /// `retw.n` begins inside it: the walk takes its step from there again.
    Return,
}

/// What a piece of code is. Registers are 0 to 15.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum What {
    /// `entry`: opens a frame.
    Entry {
        /// The stack pointer.
        register: u8,
        /// Bytes of the frame, 0 to 32760.
        frame: u16,
    },
    /// A call.
    Call {
        /// Its form.
        form: CallForm,
        /// Where it leads.
        target: u32,
    },
    /// The CUST3 word, read as one instruction: opaque.
    Cust3,
    /// `retw.n`.
    Return,
    /// `movi.n`.
    MoviN {
        /// Which register.
        register: u8,
        /// -32 to 95.
        value: i8,
    },
    /// `mov.n`.
    MovN {
        /// Where to.
        register: u8,
        /// Where from.
        source: u8,
    },
    /// `const16`: shifts 16 bits into a register.
    Const16 {
        /// Which register.
        register: u8,
        /// The bits.
        value: u16,
    },
    /// `l32r`: loads a literal; the rule for its address is the architecture's.
    L32r {
        /// Which register.
        register: u8,
        /// Where the literal is.
        literal: u32,
    },
    /// An instruction of known length.
    Opaque,
    /// What is left of an instruction that something else cuts short.
    Cut(Cut),
    /// The given bytes end inside this instruction.
    Truncated {
        /// Bytes that it would have.
        needed: u8,
    },
    /// Bytes between a return and an entry at the next 4-byte boundary.
    Padding,
    /// Printed bytes behind a hole: nobody knows where their instructions begin.
    Unaligned,
    /// Bytes that no source prints: how many, if that is known.
    Unprinted(Option<u32>),
}

/// One instruction, or one run of bytes that is none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece<'a> {
    /// Address of its first byte.
    pub pc: u32,
    /// Its bytes; none where they are not printed.
    pub bytes: &'a [u8],
    /// What it is.
    pub what: What,
    /// Where the source says that the call leads, if that is somewhere else.
    pub page_target: Option<u32>,
    /// The fact that the decoding rests on.
    pub fact: FactId,
    /// The weakest evidence: of the encoding, and of the lengths since the walk last knew where it was.
    pub evidence: Evidence,
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            What::Entry { register, frame } => write!(f, "entry a{register}, {frame}"),
            What::Call { form, target } => write!(f, "{} {target:#x}", form.name()),
            What::Cust3 => f.write_str("CUST3 word, opaque"),
            What::Return => f.write_str("retw.n"),
            What::MoviN { register, value } => write!(f, "movi.n a{register}, {value}"),
            What::MovN { register, source } => write!(f, "mov.n a{register}, a{source}"),
            What::Const16 { register, value } => write!(f, "const16 a{register}, {value:#x}"),
            What::L32r { register, literal } => write!(f, "l32r a{register}, {literal:#x}"),
            What::Opaque => f.write_str("opaque"),
            What::Cut(Cut::Cust3) => f.write_str("opaque, cut short where the CUST3 word begins"),
            What::Cut(Cut::Return) => f.write_str("opaque, ends where retw.n begins"),
            What::Truncated { needed } => write!(f, "cut off: the instruction has {needed} bytes"),
            What::Padding => f.write_str("padding before the next entry"),
            What::Unaligned => f.write_str("boundaries not known: these bytes follow a hole"),
            What::Unprinted(Some(1)) => f.write_str("1 byte nobody printed"),
            What::Unprinted(Some(count)) => write!(f, "{count} bytes nobody printed"),
            What::Unprinted(None) => f.write_str("bytes nobody printed, to an unknown end"),
        }
    }
}

impl What {
    /// One word for machines.
    pub const fn name(self) -> &'static str {
        match self {
            What::Entry { .. } => "entry",
            What::Call { .. } => "call",
            What::Cust3 => "cust3",
            What::Return => "return",
            What::MoviN { .. } => "movi.n",
            What::MovN { .. } => "mov.n",
            What::Const16 { .. } => "const16",
            What::L32r { .. } => "l32r",
            What::Opaque => "opaque",
            What::Cut(_) => "cut",
            What::Truncated { .. } => "truncated",
            What::Padding => "padding",
            What::Unaligned => "unaligned",
            What::Unprinted(_) => "unprinted",
        }
    }
}
