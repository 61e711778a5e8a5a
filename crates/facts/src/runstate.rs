//! Names, codes and cells of the run-state machine (Cayman addresses). How control moves is in the routines, not here.

use crate::{Basis, Confidence, Evidence, FactId};

/// A state; its id is its name, such as `RUNNING`.
#[derive(Debug)]
pub struct StateFact {
    /// Row of the facts, and the name.
    pub id: FactId,
    /// What run_state reads then; None where the state stores nothing.
    pub code: Option<u32>,
    /// What the running flag holds; None while it changes.
    pub running_flag: Option<u8>,
    /// The state this one is a kind of.
    pub parent: Option<&'static str>,
    /// How well it is known.
    pub evidence: Evidence,
}

/// A reason that Setup-Halt stores.
#[derive(Debug)]
pub struct HaltReason {
    /// Row of the facts.
    pub id: FactId,
    /// The stored word.
    pub value: u32,
    /// What it is called.
    pub name: &'static str,
    /// How well it is known.
    pub evidence: Evidence,
}

/// A named cell of SEQ data memory.
#[derive(Debug)]
pub struct MemoryCell {
    /// Row of the facts.
    pub id: FactId,
    /// Address in data memory.
    pub addr: u32,
    /// What it is called.
    pub name: &'static str,
    /// Bytes; 4 where no width is stated or the cell is a structure.
    pub width_bytes: u8,
    /// How well it is known.
    pub evidence: Evidence,
}

/// A string that the firmware logs or asserts with.
#[derive(Debug)]
pub struct LogString {
    /// Row of the facts.
    pub id: FactId,
    /// Address in data memory.
    pub addr: u32,
    /// The string, quoted as data.
    pub text: &'static str,
    /// Where it is emitted; None where no site is printed.
    pub emitter_pc: Option<u32>,
    /// The routine that emits it.
    pub routine: Option<&'static str>,
    /// How well it is known.
    pub evidence: Evidence,
}

/// A transition of the run-state machine.
#[derive(Debug)]
pub struct Transition {
    /// Row of the facts.
    pub id: FactId,
    /// A state id, or `ANY`.
    pub from: &'static str,
    /// A state id.
    pub to: &'static str,
    /// What brings it about.
    pub trigger: &'static str,
    /// The sort of trigger, one word.
    pub trigger_kind: &'static str,
    /// Code addresses that show it.
    pub sites: &'static [u32],
    /// How well it is known.
    pub evidence: Evidence,
}

/// A bit of the surprise word.
#[derive(Debug)]
pub struct SurpriseBit {
    /// Row of the facts.
    pub id: FactId,
    /// 0 to 31.
    pub bit: u8,
    /// What it is called.
    pub name: &'static str,
    /// 1 is tested first.
    pub test_order: u8,
    /// Whether the handler leaves after it.
    pub terminal: bool,
    /// How well it is known.
    pub evidence: Evidence,
}

/// A callee whose body was not recovered.
#[derive(Debug)]
pub struct Helper {
    /// Row of the facts.
    pub id: FactId,
    /// What it is called.
    pub name: &'static str,
    /// Its entry.
    pub addr: u32,
    /// How well it is known.
    pub evidence: Evidence,
}

include!(concat!(env!("OUT_DIR"), "/runstate.rs"));
