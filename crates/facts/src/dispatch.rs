//! The microcode dispatch tables: which word goes to which handler. What a handler does is not known here.

use crate::{Basis, Confidence, Evidence, FactId, Generation};

/// Which front end uses a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FrontEnd {
    /// Software fetch (Sunda mode).
    SoftwareFetch,
    /// Hardware decode.
    HwDecode,
}

/// One table in data memory.
#[derive(Debug)]
pub struct DispatchTable {
    /// Row of the facts.
    pub id: FactId,
    /// On which generation.
    pub generation: Generation,
    /// Who uses it.
    pub front_end: FrontEnd,
    /// Address of slot 0; None where the generation has no such table.
    pub base: Option<u32>,
    /// Handler of unused slots; None where not stated.
    pub default_handler: Option<u32>,
    /// How well it is known.
    pub evidence: Evidence,
}

/// A slot with a handler of its own.
#[derive(Debug)]
pub struct Opcode {
    /// Row of the facts.
    pub id: FactId,
    /// Slot, 0 to 177.
    pub index: u8,
    /// The whole microcode word: index plus the bias.
    pub opcode: u32,
    /// What the slot holds.
    pub handler: u32,
    /// What the handler calls; None for inline bodies.
    pub implementation: Option<u32>,
    /// The function loaded for the thunk; None for inline bodies.
    pub handler_function: Option<u32>,
    /// The operation's name; None where no page gives one.
    pub name: Option<&'static str>,
    /// `compute`, `control`, `inline` or `wide_bundle_inline`.
    pub family: &'static str,
    /// How well it is known.
    pub evidence: Evidence,
}

/// A run of slots that hold the default handler.
#[derive(Debug)]
pub struct DefaultRun {
    /// Row of the facts.
    pub id: FactId,
    /// First slot.
    pub first: u8,
    /// Last slot.
    pub last: u8,
    /// How well it is known.
    pub evidence: Evidence,
}

/// A wrapper that handlers are called through.
#[derive(Debug)]
pub struct DispatchThunk {
    /// Row of the facts.
    pub id: FactId,
    /// Its entry.
    pub addr: u32,
    /// The family of opcodes that go through it.
    pub family: &'static str,
    /// How well it is known.
    pub evidence: Evidence,
}

/// The slot's own entry; None for a default slot and past the table.
pub fn opcode_at(index: u8) -> Option<&'static Opcode> {
    OPCODES.binary_search_by_key(&index, |row| row.index).ok().map(|place| &OPCODES[place])
}

include!(concat!(env!("OUT_DIR"), "/dispatch.rs"));
