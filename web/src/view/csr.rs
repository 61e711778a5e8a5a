//! Registers: the control registers behind the aperture, the resume PC pair, the core's a0 to a15 and its memory cells.

use super::{Evidence, Offer, Text, Word};

/// A field of a register, as bit positions, both inclusive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Name and bits, such as `ctrl[0]`.
    pub name: Text,
    /// Highest bit, 0 to 31.
    pub high: u8,
    /// Lowest bit, 0 to 31.
    pub low: u8,
}

/// One register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CsrRow {
    /// Name, as a command takes it.
    pub name: Text,
    /// Absolute address, or why there is none.
    pub address: Text,
    /// Named fields.
    pub fields: Vec<Field>,
    /// Value by peek: looking at it changes nothing.
    pub value: Word,
    /// Value before the last write, where it differed.
    pub before: Option<u32>,
    /// Who wrote it last.
    pub writer: Text,
    /// A write count; a change of it makes the row flash.
    pub writes: u64,
    /// Written by the last step or command.
    pub fresh: bool,
    /// A host read: an event, unlike the peek.
    pub read: Offer,
    /// The step of the last host read, if there was one.
    pub read_at: Option<u64>,
}

/// Half of the resume PC.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PcHalf {
    /// `lr[3]` or `lr[4]`.
    pub name: Text,
    /// Absolute address.
    pub address: Text,
    /// Value.
    pub value: Word,
}

/// The panel's left half.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CsrView {
    /// Bundle that is shown.
    pub bundle: Text,
    /// Its registers.
    pub rows: Vec<CsrRow>,
    /// High and low half of the resume PC.
    pub resume_pc: [PcHalf; 2],
    /// The pair as one 64-bit value, grouped by four digits.
    pub resume_text: Text,
    /// Who wrote it.
    pub resume_note: Text,
}

/// A register of the core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoreRow {
    /// Index, 0 to 15.
    pub index: u8,
    /// Value.
    pub value: Word,
    /// Written by the last step.
    pub fresh: bool,
}

/// A named cell of the state structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellRow {
    /// Offset in the structure.
    pub offset: Text,
    /// Name.
    pub name: Text,
    /// Address.
    pub address: Text,
    /// Value.
    pub value: Word,
    /// Evidence of the value.
    pub evidence: Evidence,
    /// Written by the last step.
    pub fresh: bool,
}

/// The panel's right half.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoreView {
    /// Whose window.
    pub window: Text,
    /// a0 to a15.
    pub registers: Vec<CoreRow>,
    /// Where the state structure stands.
    pub structure: Text,
    /// Its cells.
    pub cells: Vec<CellRow>,
}

impl CoreView {
    /// How many of a0 to a15 are known.
    pub fn known(&self) -> usize {
        self.registers.iter().filter(|r| r.value != Word::Unknown).count()
    }
}
