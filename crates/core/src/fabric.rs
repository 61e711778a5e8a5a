//! The 48-bit address map of the DMA side: the doorbell sum, its inverse, and who hears a write.
//!
//! What a ring does with the write is `udma`'s business.

mod bar0;
mod explain;
#[cfg(test)]
mod tests;
mod map;
mod place;

pub use bar0::{bus_address, soc_address};
pub use explain::{Explanation, FieldValue, Plane, Register, explain};
pub use map::{decode, encode};
pub use place::{Behind, Block, Decoded, EventSlot, Hole, SEMAPHORES};

use crate::refused::Refused;
use alloc::format;
use alloc::string::ToString;
use seqbell_facts::{BCAST, BcastWindow, DmaFamily, ENGINE_CLUSTERS, EngineCluster, Evidence, FactId, Generation};

pub use seqbell_facts::Direction;

/// Queues of one engine in each direction (`udma.limits`).
pub const QUEUES: u8 = 16;
/// Engines that one broadcast window reaches (`bcast-index`).
pub const GROUP_ENGINES: u16 = 16;
/// Broadcast groups.
pub const GROUPS: u8 = 8;
/// The S2M block inside a uDMA (`unit-v4`).
pub const S2M_BLOCK: u64 = 0x2_0000;
/// The tail-increment register in a queue bank (`udma.csr.tail_ptr_inc`).
pub const TAIL_INC: u16 = 0x38;
/// The broadcast window inside an SDMA slot (`regaddr.bcast-delta`); the table already holds it.
pub const BCAST_DELTA: u64 = 0x8_0000;
/// Addresses are 48 bits wide.
pub const ADDR_LIMIT: u64 = 1 << 48;

/// Whom a doorbell is meant for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reach {
    /// The engines of a group that the bitmap selects, through the broadcast window.
    Group {
        /// Group 0 to 7.
        group: u8,
        /// Bit n selects engine 16 * group + n.
        mask: u16,
    },
    /// One engine, 0 to 131 (Sunda: 0 to 33).
    Engine(u16),
}

/// One term of the address sum.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Term {
    /// What it is, in the words of the formula.
    pub name: &'static str,
    /// Its value.
    pub value: u64,
    /// The fact it rests on.
    pub fact: FactId,
    /// How well it is known.
    pub evidence: Evidence,
}

/// A doorbell address, term by term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sum {
    /// Table or engine base, direction block, queue bank, register.
    pub terms: [Term; 4],
    /// The 48-bit address.
    pub addr: u64,
    /// The weakest evidence of the terms.
    pub evidence: Evidence,
}

/// Which DMA map a generation has.
///
/// # Errors
/// Maverick ships nothing to run.
pub fn family(g: Generation) -> Result<DmaFamily, Refused> {
    match g {
        Generation::Sunda => Ok(DmaFamily::Sunda),
        Generation::Cayman | Generation::Mariana | Generation::MarianaPlus => Ok(DmaFamily::V3),
        Generation::Maverick => Err(Refused::NoImage(g)),
    }
}

/// How many engines the generation has: 132, or 34 on Sunda.
///
/// # Errors
/// As [`family`].
pub fn engine_count(g: Generation) -> Result<u16, Refused> {
    let family = family(g)?;
    Ok(clusters(family).map(|c| c.first_engine + c.engines).max().unwrap_or(0))
}

pub(crate) fn clusters(family: DmaFamily) -> impl Iterator<Item = &'static EngineCluster> {
    ENGINE_CLUSTERS.iter().filter(move |c| c.family == family)
}

/// The first address of an engine's uDMA, and the fact it rests on.
///
/// # Errors
/// [`Refused::Range`] if the generation has no such engine.
pub fn engine_base(g: Generation, engine: u16) -> Result<(u64, &'static EngineCluster), Refused> {
    let family = family(g)?;
    let found = clusters(family).find_map(|c| Some((c.engine_base(engine)?, c)));
    found.ok_or_else(|| Refused::Range {
        what: "engine",
        value: u64::from(engine),
        allowed: format!("{} has engines 0 to {}", g.label(), engine_count(g).unwrap_or(1) - 1),
    })
}

/// The broadcast window of a group.
///
/// # Errors
/// [`Refused::Rule`] on Sunda, which has none; [`Refused::Range`] beyond group 7.
pub fn window(g: Generation, group: u8) -> Result<&'static BcastWindow, Refused> {
    if family(g)? == DmaFamily::Sunda {
        return Err(Refused::Rule("Sunda has no broadcast window and no groups: name an engine".to_string()));
    }
    BCAST.get(usize::from(group)).ok_or_else(|| Refused::Range {
        what: "group",
        value: u64::from(group),
        allowed: "groups are 0 to 7".to_string(),
    })
}

/// Checks a queue number.
///
/// # Errors
/// [`Refused::Range`] beyond queue 15.
pub fn check_queue(queue: u8) -> Result<(), Refused> {
    if queue < QUEUES {
        return Ok(());
    }
    Err(Refused::Range {
        what: "queue",
        value: u64::from(queue),
        allowed: "queues are 0 to 15; 16 would be the hole behind the banks".to_string(),
    })
}

/// The address of a tail-increment doorbell: `base + direction + ((queue + 1) << 12) + 0x38`.
///
/// For a group the base is the table entry, which already points at the broadcast window.
///
/// # Errors
/// What the generation does not have, or is out of range.
pub fn doorbell(g: Generation, direction: Direction, reach: Reach, queue: u8) -> Result<Sum, Refused> {
    check_queue(queue)?;
    let base = match reach {
        Reach::Group { group, .. } => {
            let window = window(g, group)?;
            Term { name: "bcast_region_table[group]", value: window.addr, fact: window.id, evidence: window.evidence }
        }
        Reach::Engine(engine) => {
            let (addr, cluster) = engine_base(g, engine)?;
            Term { name: "engine base", value: addr, fact: cluster.id, evidence: cluster.evidence }
        }
    };
    let block = match direction {
        Direction::M2s => 0,
        Direction::S2m => S2M_BLOCK,
    };
    let known = |name, value, fact| Term { name, value, fact, evidence: Evidence::OBSERVED };
    let terms = [
        base,
        known("direction", block, "unit-v4"),
        known("(queue + 1) << 12", (u64::from(queue) + 1) << 12, "udma.queue-base"),
        known("tail_ptr_inc", u64::from(TAIL_INC), "udma.csr.tail_ptr_inc"),
    ];
    let addr = terms.iter().map(|t| t.value).sum();
    let evidence = terms.iter().fold(Evidence::OBSERVED, |e, t| e.weakest(t.evidence));
    Ok(Sum { terms, addr, evidence })
}

/// Where a write on the DMA side arrived.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Landing {
    /// SoC address.
    pub addr: u64,
    /// The value written.
    pub value: u32,
    /// Which engines took it; none where there is no register of a queue.
    pub heard: Option<Heard>,
    /// The event or semaphore it reached, if it reached one.
    pub event: Option<EventSlot>,
}

/// The engines that took a write.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Heard {
    /// Direction.
    pub direction: Direction,
    /// Queue.
    pub queue: u8,
    /// Offset in the queue bank.
    pub offset: u16,
    /// The first engine that `mask` is about.
    pub first: u16,
    /// Bit n: engine `first + n` took the write, in rising order.
    pub mask: u16,
    /// It went through the broadcast window.
    pub broadcast: bool,
}

impl Heard {
    /// The engines, in the order in which the write reaches them.
    pub fn engines(self) -> impl Iterator<Item = u16> {
        (0..GROUP_ENGINES).filter(move |n| self.mask >> n & 1 == 1).map(move |n| self.first + n)
    }
}
