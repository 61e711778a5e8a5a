//! The hardware generations and where things are on each. Generations differ in data only; nothing here branches on one.

use crate::{Basis, Confidence, Evidence, FactId};

/// A hardware generation, oldest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Generation {
    /// NC-v2.
    Sunda,
    /// NC-v3, the reference: code addresses are Cayman's unless a row says otherwise.
    Cayman,
    /// NC-v4.
    Mariana,
    /// NC-v4+.
    MarianaPlus,
    /// NC-v5: described, never shipped.
    Maverick,
}

impl Generation {
    /// All of them, oldest first.
    pub const ALL: [Self; 5] = [Self::Sunda, Self::Cayman, Self::Mariana, Self::MarianaPlus, Self::Maverick];

    /// The word scripts and data use.
    pub const fn token(self) -> &'static str {
        match self {
            Self::Sunda => "sunda",
            Self::Cayman => "cayman",
            Self::Mariana => "mariana",
            Self::MarianaPlus => "mariana_plus",
            Self::Maverick => "maverick",
        }
    }

    /// The name people read.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Sunda => "Sunda",
            Self::Cayman => "Cayman",
            Self::Mariana => "Mariana",
            Self::MarianaPlus => "Mariana+",
            Self::Maverick => "Maverick",
        }
    }

    /// Reads a token or a label in any case; `mariana-plus` too.
    pub fn parse(text: &str) -> Option<Self> {
        let named = |g: &Self| text.eq_ignore_ascii_case(g.token()) || text.eq_ignore_ascii_case(g.label());
        let dashed = || text.eq_ignore_ascii_case("mariana-plus").then_some(Self::MarianaPlus);
        Self::ALL.into_iter().find(named).or_else(dashed)
    }
}

/// What is known of a generation as a whole.
#[derive(Debug)]
pub struct GenerationFact {
    /// Row of the facts.
    pub id: FactId,
    /// Which one.
    pub generation: Generation,
    /// NeuronCore version, such as `NC-v3`.
    pub nc: &'static str,
    /// Architecture id (core type minus one).
    pub arch_id: u8,
    /// Core type, as images name it.
    pub coretype: u8,
    /// Device-local address of the register file; None where nobody gives it.
    pub aperture_base: Option<u32>,
    /// Whether a SEQ image ships.
    pub seq_image: bool,
    /// Whether an NCFW image ships.
    pub ncfw_image: bool,
    /// How well it is known.
    pub evidence: Evidence,
}

/// Where a register is on a generation.
#[derive(Debug)]
pub struct Placement {
    /// Row of the facts.
    pub id: FactId,
    /// On which generation.
    pub generation: Generation,
    /// Plain name: `start_ctrl`, `resume_pc_lo`. `nx` stands for the whole bundle, `aperture_base` for the aperture itself.
    pub register: &'static str,
    /// Offset in the aperture; None where it is known not to be known.
    pub at: Option<u16>,
    /// How well it is known.
    pub evidence: Evidence,
}

/// A place in a firmware image.
#[derive(Debug)]
pub struct CodeSite {
    /// Row of the facts.
    pub id: FactId,
    /// What happens there, the same word on every generation.
    pub site: &'static str,
    /// On which generation.
    pub generation: Generation,
    /// Address in the image; None where it was not found.
    pub addr: Option<u32>,
    /// How well it is known.
    pub evidence: Evidence,
}

/// A word of the control plane in the TOP_SP local registers.
#[derive(Debug)]
pub struct ControlSignal {
    /// Row of the facts.
    pub id: FactId,
    /// On which generation.
    pub generation: Generation,
    /// `INIT`, `TSYNC`, `START`, `STOP` or `SWITCH`.
    pub signal: &'static str,
    /// Offset in the TOP_SP block, local register base included; None where unknown.
    pub offset: Option<u32>,
    /// Offset from the local register base; None where unknown.
    pub local_reg_offset: Option<u16>,
    /// What the host writes; None where no writer is described.
    pub write_value: Option<u32>,
    /// How well it is known.
    pub evidence: Evidence,
}

/// The facts of a generation.
pub fn generation(g: Generation) -> &'static GenerationFact {
    &GENERATIONS[g as usize]
}

/// The placement of a register on a generation, if a row speaks of it.
pub fn placement(generation: Generation, register: &str) -> Option<&'static Placement> {
    PLACEMENTS.iter().find(|row| row.generation == generation && row.register == register)
}

/// A code site of a generation, if a row speaks of it.
pub fn code_site(generation: Generation, site: &str) -> Option<&'static CodeSite> {
    CODE_SITES.iter().find(|row| row.generation == generation && row.site == site)
}

include!(concat!(env!("OUT_DIR"), "/generation.rs"));
