//! A 32-bit value that may be unknown, together with the evidence it rests on.

use core::fmt;
use seqbell_facts::{Basis, Confidence, Evidence};

/// A register or memory word: a value or an honest "unknown", and how well it is known.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Word {
    value: u32,
    known: bool,
    evidence: Evidence,
    /// The eighth byte, always 0: without it a word is copied and cleared in pieces, around a hole.
    fill: u8,
}

impl Word {
    /// Zero, set by the user or by nothing else than a reset.
    pub const ZERO: Word = Word::new(0, Evidence::OBSERVED);

    /// A known value.
    pub const fn new(value: u32, evidence: Evidence) -> Self {
        Self { value, known: true, evidence, fill: 0 }
    }

    /// A value the user sets: HIGH/OBSERVED by rule R5.
    pub const fn set(value: u32) -> Self {
        Self::new(value, Evidence::OBSERVED)
    }

    /// A value nobody knows: LOW/ABSENT by rule R5.
    pub const fn unknown() -> Self {
        Self { value: 0, known: false, evidence: Evidence::new(Confidence::Low, Basis::Absent), fill: 0 }
    }

    /// The value, if it is known.
    pub const fn value(self) -> Option<u32> {
        if self.known { Some(self.value) } else { None }
    }

    /// How well it is known.
    pub const fn evidence(self) -> Evidence {
        self.evidence
    }

    /// The same value, resting on `other` as well.
    #[must_use]
    pub const fn resting_on(self, other: Evidence) -> Self {
        Self { evidence: self.evidence.weakest(other), ..self }
    }

    /// A value computed from this one alone; unknown stays unknown.
    #[must_use]
    pub fn map(self, f: impl FnOnce(u32) -> u32) -> Self {
        if self.known { Self { value: f(self.value), ..self } } else { self }
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// `0x00000001`, or `unknown`.
impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value() {
            Some(value) => write!(f, "{value:#010x}"),
            None => f.write_str("unknown"),
        }
    }
}
