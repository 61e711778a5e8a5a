//! uDMA registers, descriptor bits and driver rules, as two descriptions give them. What a ring does is not known here.

use crate::{Access, Basis, Confidence, Evidence, FactId, Generation};

/// Which way data goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// Memory to stream: transmit.
    M2s,
    /// Stream to memory: receive.
    S2m,
}

impl Direction {
    /// Both.
    pub const ALL: [Self; 2] = [Self::M2s, Self::S2m];

    /// The word of the data files.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::M2s => "M2S",
            Self::S2m => "S2M",
        }
    }

    /// The word scripts use.
    pub const fn token(self) -> &'static str {
        match self {
            Self::M2s => "m2s",
            Self::S2m => "s2m",
        }
    }
}

/// A field of a uDMA register.
#[derive(Debug)]
pub struct UdmaField {
    /// Row of the facts.
    pub id: FactId,
    /// Its name; None where the description gives bits only.
    pub name: Option<&'static str>,
    /// Highest bit, 0 to 31.
    pub msb: u8,
    /// Lowest bit, 0 to 31.
    pub lsb: u8,
    /// Value after reset, not shifted; None where not stated.
    pub reset: Option<u32>,
    /// How well it is known.
    pub evidence: Evidence,
}

/// A register of a queue's bank.
#[derive(Debug)]
pub struct UdmaReg {
    /// Row of the facts.
    pub id: FactId,
    /// Its direction; None where the row speaks of both.
    pub direction: Option<Direction>,
    /// Offset in the queue's bank.
    pub offset: u16,
    /// Its name, as that description spells it.
    pub name: &'static str,
    /// What software may do.
    pub access: Access,
    /// Its fields; empty where none are described.
    pub fields: &'static [UdmaField],
    /// The only generations stated to have it; empty where the row does not restrict them.
    pub generations: &'static [Generation],
    /// The generations stated not to have it.
    pub absent_on: &'static [Generation],
    /// How well it is known: the weakest part of the row.
    pub evidence: Evidence,
}

/// A bit of `q_sw_ctrl` as the wiki lists it, without saying for which direction.
#[derive(Debug)]
pub struct SwCtrlBit {
    /// Row of the facts.
    pub id: FactId,
    /// 0 to 31.
    pub bit: u8,
    /// What it is called.
    pub name: &'static str,
    /// How well it is known.
    pub evidence: Evidence,
}

/// Where a unit register is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnitBlock {
    /// In the M2S block, and at the same place in the S2M block.
    Unit,
    /// In the glue beside the unit.
    SdmaGlue,
    /// In the broadcast block of the fabric.
    PapbBcast,
}

/// A register of a unit as a whole.
#[derive(Debug)]
pub struct UnitReg {
    /// Row of the facts.
    pub id: FactId,
    /// What it is called.
    pub name: &'static str,
    /// The block that `offsets` count from.
    pub block: UnitBlock,
    /// One offset, or one for each of the registers that the row joins.
    pub offsets: &'static [u32],
    /// Its fields.
    pub fields: &'static [UdmaField],
    /// How well it is known.
    pub evidence: Evidence,
}

/// Bits of a descriptor's first word.
#[derive(Debug)]
pub struct DescriptorField {
    /// Row of the facts.
    pub id: FactId,
    /// Its direction; None where the row speaks of both.
    pub direction: Option<Direction>,
    /// What it is called.
    pub name: &'static str,
    /// Highest bit, 0 to 31.
    pub msb: u8,
    /// Lowest bit, 0 to 31.
    pub lsb: u8,
    /// How well it is known.
    pub evidence: Evidence,
}

/// A number of a driver rule.
#[derive(Debug)]
pub struct Limit {
    /// What it counts: `descriptors`, `bytes`, `max`.
    pub name: &'static str,
    /// The number.
    pub value: u32,
}

/// A rule that the public driver keeps.
#[derive(Debug)]
pub struct Constraint {
    /// Row of the facts, and the rule's name.
    pub id: FactId,
    /// Its numbers; empty for a rule without any. Each is a constant in [`limit`] too.
    pub limits: &'static [Limit],
    /// How well it is known.
    pub evidence: Evidence,
}

/// A place where the two descriptions disagree.
#[derive(Debug)]
pub struct Disagreement {
    /// Row of the facts.
    pub id: FactId,
    /// What they disagree about: `name`, `alias`, `access`, `field`, `descriptor` or `polarity`.
    pub aspect: &'static str,
    /// In which direction; None where it has none.
    pub direction: Option<Direction>,
    /// The wiki's record.
    pub a: FactId,
    /// The public drivers' record.
    pub b: FactId,
    /// The wiki's reading, a slash, the drivers' reading.
    pub what: &'static str,
    /// How well the disagreement itself is known.
    pub evidence: Evidence,
}

/// The register of a queue's bank with this name, by the public drivers.
pub fn udma_reg(name: &str) -> Option<&'static UdmaReg> {
    UDMA_QUEUE_REGS.iter().find(|reg| reg.name.eq_ignore_ascii_case(name))
}

/// The register at an offset of a queue's bank, by the public drivers.
pub fn udma_reg_at(direction: Direction, offset: u16) -> Option<&'static UdmaReg> {
    UDMA_QUEUE_REGS.iter().find(|reg| reg.direction == Some(direction) && reg.offset == offset)
}

include!(concat!(env!("OUT_DIR"), "/udma.rs"));
