//! How well something is known. Knows nothing of what is known.

/// Identifies one record of the facts, for ever: links, tests and traces hold ids.
pub type FactId = &'static str;

/// How far a value may be trusted. HIGH may be hard-coded, MED should be flagged, LOW should not be relied on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Confidence {
    /// Not to be relied on.
    Low,
    /// To be flagged where it is used.
    Med,
    /// May be hard-coded.
    High,
}

impl Confidence {
    /// The word of the data files.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Low => "LOW",
            Self::Med => "MED",
            Self::High => "HIGH",
        }
    }

    /// The lower of the two.
    pub const fn weakest(self, other: Self) -> Self {
        if (self as u8) < (other as u8) { self } else { other }
    }
}

/// Where a value comes from, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Basis {
    /// Known not to be known.
    Absent,
    /// Reasoned, by a page or by us.
    Inferred,
    /// Taken over from another report without rereading.
    Carried,
    /// Read from an artefact, or computed by running it.
    Observed,
}

impl Basis {
    /// The word of the data files.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Absent => "ABSENT",
            Self::Inferred => "INFERRED",
            Self::Carried => "CARRIED",
            Self::Observed => "OBSERVED",
        }
    }

    /// The weaker of the two.
    pub const fn weakest(self, other: Self) -> Self {
        if (self as u8) < (other as u8) { self } else { other }
    }
}

/// Confidence and basis of one fact, or of an event that rests on several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Evidence {
    /// How far it may be trusted.
    pub confidence: Confidence,
    /// Where it comes from.
    pub basis: Basis,
}

impl Evidence {
    /// HIGH and OBSERVED: also what the user sets.
    pub const OBSERVED: Self = Self::new(Confidence::High, Basis::Observed);

    /// Joins the two.
    pub const fn new(confidence: Confidence, basis: Basis) -> Self {
        Self { confidence, basis }
    }

    /// Each of the two the weakest, separately.
    pub const fn weakest(self, other: Self) -> Self {
        Self::new(self.confidence.weakest(other.confidence), self.basis.weakest(other.basis))
    }
}

impl core::fmt::Display for Evidence {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}/{}", self.confidence.as_str(), self.basis.as_str())
    }
}
