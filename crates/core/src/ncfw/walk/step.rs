//! The steps of a walk, and what they are called. Knows nothing of the order in which they come.

use crate::ncfw::Selector;
use crate::ncfw::lx::{CallForm, What};
use crate::ncfw::thunk::place;
use core::fmt;
use seqbell_facts::{Evidence, FactId, Leg};

/// The entries of the register-address table that a thunk aims at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Aim {
    /// Entries 8 to 15: the control regions behind the broadcast windows.
    Control,
    /// Entries 0 to 7: the event apertures.
    Events,
    /// One event aperture.
    Event {
        /// Entry 0 to 3.
        index: u8,
        /// 48-bit device address.
        addr: u64,
    },
}

/// What a step of a walk is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Act {
    /// Bytes and addresses are those of another generation.
    Borrowed,
    /// The image of this generation was searched for such a thunk, and holds none.
    NotInImage,
    /// `entry`: a frame opens.
    Entry,
    /// The selector is loaded.
    Select(Selector),
    /// The table entries that the selector stands for.
    Aim(Aim),
    /// A pointer to a descriptor is loaded; its contents are not in the image.
    Descriptor,
    /// The CUST3 word, opaque.
    Cust3 {
        /// The word.
        word: u32,
        /// Its t field as an addressing mode (switch `cust3_semantics`).
        mode: Option<u8>,
    },
    /// An instruction that the other reading of the CUST3 bytes finds.
    Code(What),
    /// A call.
    Call {
        /// Its form.
        form: CallForm,
        /// Where its bytes lead.
        target: u32,
        /// Where the source says it leads, if that is somewhere else.
        page_target: Option<u32>,
    },
    /// The byte in which the helpers differ.
    Direction(Leg, u8),
    /// A custom word of the tail chain.
    Opaque(&'static [u8]),
    /// The engine-command core; nobody knows its body.
    Core(u32),
    /// The head pointer is read.
    HeadRead {
        /// 48-bit device address.
        addr: u64,
    },
    /// The doorbell is rung.
    Doorbell {
        /// 48-bit device address.
        addr: u64,
        /// Descriptors to arm.
        count: u32,
    },
    /// Bytes nobody printed.
    Unprinted(Option<u32>),
    /// `retw.n`.
    Return,
}

/// One step of a walk.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// Address of the code; none where it is not printed.
    pub pc: Option<u32>,
    /// What it is.
    pub act: Act,
    /// The fact it rests on.
    pub fact: FactId,
    /// The weakest evidence it rests on.
    pub evidence: Evidence,
}

/// As one line: address, evidence, what it is, and the fact.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pc {
            Some(pc) => write!(f, "{pc:#06x}")?,
            None => f.write_str("      ")?,
        }
        let (confidence, basis) = (self.evidence.confidence.as_str(), self.evidence.basis.as_str());
        write!(f, " {confidence:<4} {basis:<8} {} [{}]", self.act, self.fact)
    }
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Act::Borrowed => f.write_str("no thunk of this generation is listed: bytes and addresses are Mariana's"),
            Act::NotInImage => f.write_str("the image of this generation does not hold the signature of this family"),
            Act::Entry => f.write_str("entry a1, 32"),
            Act::Select(selector) => select(f, selector),
            Act::Aim(Aim::Control) => {
                f.write_str("aims at entries 8 to 15 of the register-address table: the broadcast windows")
            }
            Act::Aim(Aim::Events) => {
                f.write_str("aims at entries 0 to 7 of the register-address table, by one reading: event apertures")
            }
            Act::Aim(Aim::Event { index, addr }) => write!(f, "aims at entry {index}, the event aperture {addr:#014x}"),
            Act::Descriptor => f.write_str("loads a pointer to a descriptor that is not in the image"),
            Act::Cust3 { word, mode: None } => write!(f, "CUST3 {word:#08x}, opaque"),
            Act::Cust3 { word, mode: Some(mode) } => {
                write!(f, "CUST3 {word:#08x}, opaque; t = {mode:#x} may be its addressing mode")
            }
            Act::Code(what) => write!(f, "{what}: the CUST3 bytes read as two instructions"),
            Act::Call { form, target, page_target } => {
                write!(f, "{} {target:#x}", form.name())?;
                if let Some(name) = place(target) {
                    write!(f, ", {name}")?;
                }
                page_target.map_or(Ok(()), |page| write!(f, "; the source says {page:#x}"))
            }
            Act::Direction(Leg::In, byte) => write!(f, "direction byte {byte:#04x}: IN"),
            Act::Direction(Leg::Out, byte) => write!(f, "direction byte {byte:#04x}: OUT"),
            Act::Opaque(bytes) => {
                f.write_str("custom word")?;
                bytes.iter().try_for_each(|byte| write!(f, " {byte:02x}"))?;
                f.write_str(", opaque")?;
                // Two pages decode the same bytes (C35).
                let contested = bytes == super::TAIL_WORDS[0];
                if contested {
                    f.write_str(": a status read by one source, a write of UR#0x15 by another")
                } else {
                    Ok(())
                }
            }
            Act::Core(addr) => write!(f, "the engine-command core at {addr:#x}, opaque"),
            Act::HeadRead { addr } => {
                write!(f, "reads the head pointer at {addr:#014x}; who answers behind a window is not known")
            }
            Act::Doorbell { addr, count } => write!(f, "rings the doorbell {addr:#014x} with a count of {count}"),
            Act::Unprinted(Some(count)) => write!(f, "{count} bytes nobody printed"),
            Act::Unprinted(None) => f.write_str("bytes nobody printed"),
            Act::Return => f.write_str("retw.n"),
        }
    }
}

fn select(f: &mut fmt::Formatter<'_>, selector: Selector) -> fmt::Result {
    match selector {
        Selector::Setup(n) => write!(f, "setup thunk {n}: no selector"),
        Selector::Group { pair, sub } => write!(f, "selects engine pair {pair}, sub-index {sub}"),
        Selector::Bank { bank, engine } => {
            write!(f, "selects bank {bank:#04x} (NC{}), engine field {engine}", bank >> 7)
        }
        Selector::Channel { channel, .. } => write!(f, "selects channel {channel}"),
    }
}

impl Act {
    /// One word for machines.
    pub const fn name(self) -> &'static str {
        match self {
            Act::Borrowed => "borrowed",
            Act::NotInImage => "not_in_image",
            Act::Entry => "entry",
            Act::Select(_) => "select",
            Act::Aim(_) => "aim",
            Act::Descriptor => "descriptor",
            Act::Cust3 { .. } => "cust3",
            Act::Code(_) => "code",
            Act::Call { .. } => "call",
            Act::Direction(..) => "direction",
            Act::Opaque(_) => "opaque",
            Act::Core(_) => "core",
            Act::HeadRead { .. } => "head_read",
            Act::Doorbell { .. } => "doorbell",
            Act::Unprinted(_) => "unprinted",
            Act::Return => "return",
        }
    }
}
