//! Two ways in which a request does not go through: it was refused, or the machine cannot go on.

use alloc::string::String;
use core::fmt;
use seqbell_facts::{FactId, Generation};

/// Something nobody has recovered, where a value would be needed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Unknown {
    /// What is not known.
    pub what: &'static str,
    /// Why not.
    pub why: &'static str,
    /// The fact that says so.
    pub source: FactId,
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is unknown: {} [{}]", self.what, self.why, self.source)
    }
}

/// Why `step` does not execute anything. The machine is left as it was.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stop {
    /// The core is held in its reset stall until the host writes 0 to `release_run_stall`.
    Stalled,
    /// An unknown would decide a branch, an address or a state.
    Unknown(Unknown),
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Stalled => f.write_str("the core is held in its reset stall: write release_run_stall 0"),
            Stop::Unknown(unknown) => unknown.fmt(f),
        }
    }
}

/// A request that the machine refused; nothing changed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Refused {
    /// The generation ships no image.
    NoImage(Generation),
    /// The register exists, but nobody knows where on this generation.
    Unknown(Unknown),
    /// No register has this name.
    NoRegister {
        /// The name as it was given.
        name: String,
        /// Names that are close.
        near: String,
    },
    /// The address is not in the aperture, or not on a register.
    NoAddress {
        /// The address.
        addr: u64,
        /// What is there instead.
        why: String,
    },
    /// A number is outside its range.
    Range {
        /// What the number is.
        what: &'static str,
        /// The number.
        value: u64,
        /// What is allowed.
        allowed: String,
    },
    /// A rule forbids it.
    Rule(String),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::NoImage(generation) => {
                write!(f, "no sequencer or NCFW image ships for {}: there is nothing to run", generation.label())
            }
            Refused::Unknown(unknown) => unknown.fmt(f),
            Refused::NoRegister { name, near } if near.is_empty() => write!(f, "no register is called {name}"),
            Refused::NoRegister { name, near } => write!(f, "no register is called {name}; near it: {near}"),
            Refused::NoAddress { addr, why } => write!(f, "{addr:#x}: {why}"),
            Refused::Range { what, value, allowed } => write!(f, "{what} {value} is out of range: {allowed}"),
            Refused::Rule(why) => f.write_str(why),
        }
    }
}
