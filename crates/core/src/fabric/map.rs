//! The whole known address map, both ways: what an address is, and where a thing is.
//!
//! Numbers come from the facts. What a register is called is `explain`'s business, what it does is `udma`'s.

use super::{
    ADDR_LIMIT, BCAST_DELTA, Behind, Block, Decoded, EventSlot, GROUP_ENGINES, Hole, S2M_BLOCK, clusters, engine_base,
    family, window,
};
use crate::bus;
use crate::refused::Refused;
use alloc::format;
use alloc::string::{String, ToString};
use seqbell_facts::{
    APP_GLUE, Assumptions, BAR0_WINDOWS, Bar0Window, Direction, DmaFamily, EVENT_APERTURES, EVENT_WINDOWS,
    EngineCluster, FactId, Generation, SLOT_LAYOUT,
};

/// Bytes of an event aperture (`regaddr.evt-sem`).
const EVENT_SPAN: u64 = 0x10_0000;
/// Bytes of the address space of a TPB (`v3-event`: the driver's NC size).
const TPB_SPAN: u64 = 0x8_0400_0000;
/// Sunda's event apertures (`gen.sunda.regaddr-table`, entries 0 and 1).
const SUNDA_EVENTS: [u64; 2] = [0x0fff_c270_0000, 0x0fff_c670_0000];
/// The local registers inside a TOP_SP block (`gen.control-plane-base`).
const TOP_SP_BASE: u64 = 0x6_0000;
/// Bytes of a register file (`gen.control-plane-base`, `csr.regfile`).
const REGFILE_SPAN: u64 = 0x1_0000;
/// SoC views of a TPB's register files that a page gives (`csr.view.*`), all of TPB 0.
const LOCAL_VIEWS: [(&str, u64, FactId); 3] = [
    ("ACT", 0x28_0246_0000, "csr.view.tpb_0-act-local_reg"),
    ("SP", 0x28_0286_0000, "csr.view.tpb_0-sp-local_reg"),
    ("POOL", 0x28_0306_0000, "csr.view.tpb_0-pool-local_reg"),
];
/// Bytes that one uDMA takes (`unit-v4`).
const UNIT_SPAN: u64 = 0x4_0000;
/// End of the S2M block (`unit-v4`: gen begins at 0x38000).
const S2M_END: u64 = 0x3_8000;

fn hole(block: Option<Block>, why: impl Into<String>) -> Decoded {
    Decoded::Hole(Hole { block, behind: None, direction: None, why: why.into() })
}

/// What an address is on a generation: an SoC address, a device-local one, or an offset of the control plane.
///
/// # Errors
/// As [`family`]; [`Refused::NoAddress`] beyond 48 bits.
pub fn decode(g: Generation, addr: u64) -> Result<Decoded, Refused> {
    let family = family(g)?;
    if addr >= ADDR_LIMIT {
        return Err(Refused::NoAddress { addr, why: "addresses of the map have 48 bits".to_string() });
    }
    for cluster in clusters(family) {
        let Some(relative) = addr.checked_sub(cluster.base) else { continue };
        if relative < cluster.stride * u64::from(cluster.engines) {
            return Ok(in_cluster(family, cluster, relative));
        }
    }
    if let Some(found) = event(family, addr) {
        return Ok(found);
    }
    if let Ok(addr) = u32::try_from(addr) {
        return Ok(low(g, addr));
    }
    Ok(match family {
        DmaFamily::Sunda => sunda_rest(addr),
        DmaFamily::V3 => v3_rest(addr),
    })
}

fn in_cluster(family: DmaFamily, cluster: &EngineCluster, relative: u64) -> Decoded {
    let (place, inside) = (relative / cluster.stride, relative % cluster.stride);
    let engine = cluster.first_engine + u16::try_from(place).unwrap_or(0);
    if family == DmaFamily::Sunda || inside < UNIT_SPAN {
        return in_unit(Behind::Engine(engine), inside);
    }
    let glue = u64::from(SLOT_LAYOUT.sdma_glue);
    if inside < BCAST_DELTA {
        let offset = u32::try_from(inside - glue).unwrap_or(0);
        return if offset.is_multiple_of(4) {
            Decoded::Glue { engine, offset }
        } else {
            unaligned(Block::SdmaGlue, Behind::Engine(engine), None)
        };
    }
    let has_window = engine < 128 && engine.is_multiple_of(GROUP_ENGINES);
    if inside < BCAST_DELTA + UNIT_SPAN && has_window {
        return in_unit(Behind::Group(u8::try_from(engine / GROUP_ENGINES).unwrap_or(0)), inside - BCAST_DELTA);
    }
    let why = match (engine, inside < BCAST_DELTA + UNIT_SPAN) {
        (128.., true) => format!("engine {engine} is a host-transfer engine: those have no broadcast window"),
        (_, true) => format!("engine {engine} has no broadcast window: only the first engine of a group has one"),
        (_, false) => format!("the slot of engine {engine}, behind everything known of it"),
    };
    let behind = Some(Behind::Engine(engine));
    Decoded::Hole(Hole { block: Some(Block::SdmaSlot), behind, direction: None, why })
}

fn unaligned(block: Block, behind: Behind, direction: Option<Direction>) -> Decoded {
    let why = "registers are 32 bits wide and 4-byte aligned".to_string();
    Decoded::Hole(Hole { block: Some(block), behind: Some(behind), direction, why })
}

/// The block that a unit is.
pub(super) fn unit_block(behind: Behind) -> Block {
    match behind {
        Behind::Engine(_) => Block::Udma,
        Behind::Group(_) => Block::BcastUdma,
    }
}

fn in_unit(behind: Behind, inside: u64) -> Decoded {
    let kind = unit_block(behind);
    let (direction, block) = match inside {
        0..S2M_BLOCK => (Direction::M2s, inside),
        S2M_BLOCK..S2M_END => (Direction::S2m, inside - S2M_BLOCK),
        _ => {
            let why = "the general registers of the uDMA, which no table names".to_string();
            return Decoded::Hole(Hole { block: Some(kind), behind: Some(behind), direction: None, why });
        }
    };
    let offset = u16::try_from(block & 0xfff).unwrap_or(0);
    if !offset.is_multiple_of(4) {
        return unaligned(kind, behind, Some(direction));
    }
    match block >> 12 {
        0 => Decoded::Unit { behind, direction, offset },
        bank @ 1..=16 => Decoded::Queue { behind, direction, queue: u8::try_from(bank - 1).unwrap_or(0), offset },
        bank => {
            let why = format!("a hole: queue {} does not exist, the banks end with queue 15", bank - 1);
            Decoded::Hole(Hole { block: Some(kind), behind: Some(behind), direction: Some(direction), why })
        }
    }
}

/// The first addresses of the event apertures, by TPB.
fn event_bases(family: DmaFamily) -> impl Iterator<Item = (u8, u64)> {
    let sunda = SUNDA_EVENTS.iter().zip(0..).map(|(addr, tpb)| (tpb, *addr));
    let v3 = EVENT_APERTURES.iter().map(|a| (a.tpb, a.addr));
    let (take_sunda, take_v3) = match family {
        DmaFamily::Sunda => (usize::MAX, 0),
        DmaFamily::V3 => (0, usize::MAX),
    };
    sunda.take(take_sunda).chain(v3.take(take_v3))
}

fn event(family: DmaFamily, addr: u64) -> Option<Decoded> {
    let (tpb, inside) = event_bases(family).find_map(|(tpb, base)| {
        let inside = addr.checked_sub(base)?;
        (inside < EVENT_SPAN).then_some((tpb, inside))
    })?;
    let slot = EVENT_WINDOWS.iter().zip(0u8..).find_map(|(w, window)| {
        let place = inside.checked_sub(u64::from(w.offset))?;
        let index = u8::try_from(place / 4).ok()?;
        Some((place % 4 == 0).then_some(EventSlot { tpb, window, index }))
    });
    let block = Some(Block::EvtSem);
    Some(match slot {
        Some(Some(slot)) => Decoded::Event(slot),
        Some(None) => hole(block, "events and semaphores are 32 bits wide and 4-byte aligned"),
        None => hole(block, format!("the event aperture of TPB_{tpb}, behind its 256 events and 256 semaphores")),
    })
}

/// Below 4 GiB: the device-local aperture, or an offset of the control plane.
fn low(g: Generation, addr: u32) -> Decoded {
    let wide = u64::from(addr);
    if let Ok(base) = bus::aperture_base(g)
        && (u64::from(base)..u64::from(base) + REGFILE_SPAN).contains(&wide)
    {
        return match bus::resolve(g, &Assumptions::default(), addr) {
            Ok(csr) => Decoded::Local(csr),
            Err(Refused::NoAddress { why, .. }) => hole(Some(Block::LocalReg), why),
            Err(refused) => hole(Some(Block::LocalReg), refused.to_string()),
        };
    }
    if (TOP_SP_BASE..TOP_SP_BASE + REGFILE_SPAN).contains(&wide) {
        let offset = u16::try_from(wide - TOP_SP_BASE).unwrap_or(0);
        return if offset.is_multiple_of(4) {
            Decoded::Control { offset }
        } else {
            hole(Some(Block::TopSp), "registers are 32 bits wide and 4-byte aligned")
        };
    }
    let hint = match family(g) {
        Ok(DmaFamily::V3) if BAR0_WINDOWS.iter().any(|w| (w.bar0_offset..w.bar0_offset + w.size).contains(&wide)) => {
            "; as an offset in BAR0 it would be one (bar0 = 0)"
        }
        _ => "",
    };
    hole(None, format!("below 4 GiB, but neither in the device-local aperture nor in the TOP_SP local registers{hint}"))
}

/// Blocks of Sunda's glue: 16 engines a core.
fn sunda_rest(addr: u64) -> Decoded {
    for (glue, core) in APP_GLUE.iter().zip(0u16..) {
        let Some(relative) = addr.checked_sub(glue.base) else { continue };
        let place = u16::try_from(relative / glue.stride).unwrap_or(u16::MAX);
        if place < GROUP_ENGINES {
            let engine = core * GROUP_ENGINES + place;
            let why = format!("the application glue of engine {engine}: its registers are not known");
            let behind = Some(Behind::Engine(engine));
            return Decoded::Hole(Hole { block: Some(Block::AppGlue), behind, direction: None, why });
        }
    }
    hole(None, "nothing of Sunda's known map is there")
}

fn v3_rest(addr: u64) -> Decoded {
    for ((_, base, _), view) in LOCAL_VIEWS.iter().zip(0u8..) {
        if let Some(offset) = addr.checked_sub(*base).and_then(|o| u16::try_from(o).ok()) {
            return if offset.is_multiple_of(4) {
                Decoded::View { view, offset }
            } else {
                hole(Some(Block::LocalReg), "registers are 32 bits wide and 4-byte aligned")
            };
        }
    }
    if let Some(tpb) = EVENT_APERTURES.iter().find(|a| (a.tpb_base..a.tpb_base + TPB_SPAN).contains(&addr)) {
        return hole(Some(Block::Tpb), format!("the address space of {}, where no register is known", tpb.name));
    }
    let region = |w: &&Bar0Window| (w.region_base..w.region_base + w.size).contains(&addr);
    match BAR0_WINDOWS.iter().find(region) {
        Some(w) if w.name.starts_with("SE") => {
            hole(Some(Block::ApbSe), format!("the APB region of {}, where no DMA engine is", w.name))
        }
        Some(w) => hole(Some(Block::Io), format!("the I/O region {}, where no DMA engine is", w.name)),
        None => hole(None, "nothing of the known map is there"),
    }
}

/// The name, the first address and the fact of a view of a register file.
pub(super) fn view(index: u8) -> Option<(&'static str, u64, FactId)> {
    LOCAL_VIEWS.get(usize::from(index)).copied()
}

/// The first address of a uDMA or of its broadcast image.
fn unit(g: Generation, behind: Behind) -> Result<u64, Refused> {
    match behind {
        Behind::Engine(engine) => Ok(engine_base(g, engine)?.0),
        Behind::Group(group) => Ok(window(g, group)?.addr),
    }
}

const fn block_base(direction: Direction) -> u64 {
    match direction {
        Direction::M2s => 0,
        Direction::S2m => S2M_BLOCK,
    }
}

/// The address of a thing: the inverse of [`decode`].
///
/// # Errors
/// What the generation does not have; [`Refused::Rule`] for a hole, which is no thing.
pub fn encode(g: Generation, what: &Decoded) -> Result<u64, Refused> {
    match what {
        Decoded::Queue { behind, direction, queue, offset } => {
            super::check_queue(*queue)?;
            let bank = (u64::from(*queue) + 1) << 12;
            Ok(unit(g, *behind)? + block_base(*direction) + bank + u64::from(*offset & 0xfff))
        }
        Decoded::Unit { behind, direction, offset } => {
            Ok(unit(g, *behind)? + block_base(*direction) + u64::from(*offset & 0xfff))
        }
        Decoded::Glue { engine, offset } => match family(g)? {
            DmaFamily::V3 => Ok(engine_base(g, *engine)?.0 + u64::from(SLOT_LAYOUT.sdma_glue) + u64::from(*offset)),
            DmaFamily::Sunda => Err(Refused::Rule("Sunda's glue is not in the engines' slots".to_string())),
        },
        Decoded::Event(slot) => {
            let base = event_bases(family(g)?).find(|(tpb, _)| *tpb == slot.tpb);
            let row = EVENT_WINDOWS.get(usize::from(slot.window));
            let (Some((_, base)), Some(row)) = (base, row) else {
                let allowed = "TPB 0 to 7 (Sunda: 0 and 1), windows 0 to 4".to_string();
                return Err(Refused::Range { what: "event aperture", value: u64::from(slot.tpb), allowed });
            };
            Ok(base + u64::from(row.offset) + 4 * u64::from(slot.index))
        }
        Decoded::Control { offset } => Ok(TOP_SP_BASE + u64::from(*offset)),
        Decoded::Local(csr) => bus::place(g, &Assumptions::default(), *csr).map(|(addr, _)| u64::from(addr)),
        Decoded::View { view: index, offset } => view(*index)
            .map(|(_, base, _)| base + u64::from(*offset))
            .ok_or_else(|| Refused::Range { what: "view", value: u64::from(*index), allowed: "0 to 2".to_string() }),
        Decoded::Hole(hole) => Err(Refused::Rule(format!("a hole has no address of its own: {}", hole.why))),
    }
}
