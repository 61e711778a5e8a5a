//! An address in words that a report needs: plane, block, die, engine, queue, register and its fields, or the reason why not.
//!
//! It formats nothing; reports choose their own shape.

use super::place::{Behind, Block, Decoded, EventSlot, Hole};
use super::{ADDR_LIMIT, decode, map};
use crate::csr::{self, Csr};
use crate::refused::Refused;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use seqbell_facts::{
    Access, Basis, CONTROL_SIGNALS, Confidence, Direction, DmaFamily, ENGINE_CLUSTERS, EVENT_WINDOWS, Evidence, FactId,
    Generation, LRS, REGADDR, UDMA_UNIT_REGS, UdmaField, UnitBlock, csr_at, udma_reg_at,
};

/// Which of the machine's sides an address belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Plane {
    /// The DMA engines: rings and what is around them (`udma.plane.data`).
    Data,
    /// The management core's trigger words (`udma.plane.control`).
    Control,
    /// Events and semaphores (`regaddr.band.event`).
    Event,
    /// The sequencer's own register file.
    Local,
}

impl Plane {
    /// The word that reports use.
    pub const fn name(self) -> &'static str {
        match self {
            Plane::Data => "data",
            Plane::Control => "control",
            Plane::Event => "event",
            Plane::Local => "local",
        }
    }
}

/// A register.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Register {
    /// Its name in its block.
    pub name: String,
    /// What software may do; none where nobody says.
    pub access: Option<Access>,
    /// The fact that names it.
    pub fact: FactId,
    /// How well it is known.
    pub evidence: Evidence,
}

/// A field and its value.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FieldValue {
    /// Its name.
    pub name: &'static str,
    /// Highest bit.
    pub msb: u8,
    /// Lowest bit.
    pub lsb: u8,
    /// Its value, shifted down.
    pub value: u32,
}

/// An address, explained.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Explanation {
    /// The address.
    pub addr: u64,
    /// Its plane.
    pub plane: Option<Plane>,
    /// Its block.
    pub block: Option<Block>,
    /// Die 0 or 1, by bit 47; none on Sunda and below 4 GiB.
    pub die: Option<u8>,
    /// The engine or the group.
    pub behind: Option<Behind>,
    /// The direction.
    pub direction: Option<Direction>,
    /// Queue 0 to 15.
    pub queue: Option<u8>,
    /// The register, if there is one.
    pub register: Option<Register>,
    /// Why there is no register.
    pub reason: Option<String>,
    /// Something worth knowing beside it.
    pub note: Option<String>,
    /// The entry of the register-address table that points at this block, 0 to 19.
    pub table_entry: Option<u8>,
    what: Option<Decoded>,
}

impl Explanation {
    /// What the address was decoded to; none beyond 48 bits.
    pub fn decoded(&self) -> Option<&Decoded> {
        self.what.as_ref()
    }

    /// The fields that a value of the register has; none where the register has none or nobody names them.
    pub fn fields(&self, value: u32) -> Vec<FieldValue> {
        let field = |name, msb: u8, lsb: u8| {
            let width = msb.min(31).saturating_sub(lsb);
            FieldValue { name, msb, lsb, value: value >> lsb.min(31) & (u32::MAX >> (31 - width)) }
        };
        let udma = |f: &UdmaField| field(f.name.unwrap_or("bits"), f.msb, f.lsb);
        if self.register.is_none() {
            return Vec::new();
        }
        match self.what.as_ref() {
            Some(Decoded::Queue { direction, offset, .. }) => {
                udma_reg_at(*direction, *offset).map_or(Vec::new(), |r| r.fields.iter().map(udma).collect())
            }
            Some(Decoded::Unit { direction, offset, .. }) => unit_fields(*direction, *offset).map(udma).collect(),
            Some(Decoded::Glue { .. }) => [field("group_or_last_node", 15, 0)].into(),
            Some(Decoded::Event(slot)) if slot.window == 0 => [field("event", 0, 0)].into(),
            Some(Decoded::Local(Csr(offset)) | Decoded::View { offset, .. }) => csr_at(*offset)
                .map_or(Vec::new(), |(def, _)| def.fields.iter().map(|f| field(f.name, f.msb, f.lsb)).collect()),
            Some(Decoded::Event(_) | Decoded::Control { .. } | Decoded::Hole(_)) | None => Vec::new(),
        }
    }
}

/// Explains an address.
///
/// # Errors
/// [`Refused::NoImage`] for Maverick, whose map nobody gives.
pub fn explain(g: Generation, addr: u64) -> Result<Explanation, Refused> {
    let family = super::family(g)?;
    let mut found = Explanation {
        addr,
        plane: None,
        block: None,
        die: None,
        behind: None,
        direction: None,
        queue: None,
        register: None,
        reason: None,
        note: None,
        table_entry: None,
        what: None,
    };
    if addr >= ADDR_LIMIT {
        let wide = "addresses of the map have 48 bits; bit 53 marks the host's alias of the sync processors";
        found.reason = Some(wide.to_string());
        return Ok(found);
    }
    if family == DmaFamily::V3 && addr >> 32 != 0 {
        found.die = Some(u8::from(addr >> 47 & 1 == 1));
    }
    let what = decode(g, addr)?;
    fill(&mut found, g, &what);
    found.plane = found.block.and_then(plane);
    found.table_entry = table_entry(g, &what);
    found.what = Some(what);
    Ok(found)
}

fn plane(block: Block) -> Option<Plane> {
    match block {
        Block::Udma | Block::BcastUdma | Block::SdmaGlue | Block::SdmaSlot | Block::AppGlue => Some(Plane::Data),
        Block::EvtSem => Some(Plane::Event),
        Block::TopSp => Some(Plane::Control),
        Block::LocalReg => Some(Plane::Local),
        Block::Tpb | Block::ApbSe | Block::Io => None,
    }
}

fn fill(found: &mut Explanation, g: Generation, what: &Decoded) {
    let register = match what {
        Decoded::Queue { behind, direction, queue, offset } => {
            (found.block, found.behind) = (Some(map::unit_block(*behind)), Some(*behind));
            (found.direction, found.queue) = (Some(*direction), Some(*queue));
            found.note = neighbour(g, *behind);
            queue_register(g, *direction, *offset)
        }
        Decoded::Unit { behind, direction, offset } => {
            (found.block, found.behind) = (Some(map::unit_block(*behind)), Some(*behind));
            found.direction = Some(*direction);
            unit_register(*direction, *offset)
        }
        Decoded::Glue { engine, offset } => {
            (found.block, found.behind) = (Some(Block::SdmaGlue), Some(Behind::Engine(*engine)));
            glue_register(*offset)
        }
        Decoded::Event(slot) => {
            found.block = Some(Block::EvtSem);
            event_register(*slot)
        }
        Decoded::Control { offset } => {
            found.block = Some(Block::TopSp);
            let (register, note) = control_register(g, *offset);
            found.note = note;
            register
        }
        Decoded::Local(csr) => {
            found.block = Some(Block::LocalReg);
            file_register(*csr, Evidence::OBSERVED)
        }
        Decoded::View { view, offset } => {
            found.block = Some(Block::LocalReg);
            found.note = map::view(*view).map(|(name, _, fact)| format!("the {name} register file of TPB 0 [{fact}]"));
            file_register(Csr(*offset), Evidence::new(Confidence::Med, Basis::Inferred))
        }
        Decoded::Hole(Hole { block, behind, direction, why }) => {
            (found.block, found.behind, found.direction) = (*block, *behind, *direction);
            Err(why.clone())
        }
    };
    match register {
        Ok(register) => found.register = Some(register),
        Err(why) => found.reason = Some(why),
    }
}

/// What is easily confused with this address: the doubled broadcast offset, a host engine.
fn neighbour(g: Generation, behind: Behind) -> Option<String> {
    let Behind::Engine(engine) = behind else { return None };
    let v3 = super::family(g) == Ok(DmaFamily::V3);
    let cluster = ENGINE_CLUSTERS
        .iter()
        .find(|c| c.engines == 1 && Some(c.family) == super::family(g).ok() && c.first_engine == engine);
    match cluster {
        Some(c) => Some(format!("a host-transfer engine, {}", c.name)),
        None if v3 && engine % 16 == 1 => Some(format!(
            "also what group {} gives if the broadcast offset 0x80000 is added twice [m2s-offset]",
            engine / 16
        )),
        None => None,
    }
}

fn queue_register(g: Generation, direction: Direction, offset: u16) -> Result<Register, String> {
    let reg = udma_reg_at(direction, offset);
    match reg {
        Some(r) if r.absent_on.contains(&g) => Err(format!("{} does not exist on {} [{}]", r.name, g.label(), r.id)),
        Some(r) => Ok(Register { name: r.name.to_string(), access: Some(r.access), fact: r.id, evidence: r.evidence }),
        None if direction == Direction::S2m && matches!(offset, 0xe0 | 0xe4) => {
            Err("the data tail is M2S only, on every generation [udma-public.register-absent.data-tail-increment]"
                .to_string())
        }
        None => Err(format!("no register is known at {offset:#x} of a queue bank")),
    }
}

/// The names of a row that joins registers, such as `m2s state / change_state`.
fn unit_name(row_name: &'static str, index: usize) -> &'static str {
    let part = row_name.split(" / ").nth(index).unwrap_or(row_name);
    let part = part.strip_prefix("m2s ").unwrap_or(part);
    part.split(' ').next().unwrap_or(part)
}

fn unit_register(direction: Direction, offset: u16) -> Result<Register, String> {
    let rows = UDMA_UNIT_REGS.iter().filter(|r| r.block == UnitBlock::Unit);
    let hit = rows.flat_map(|r| r.offsets.iter().zip(0usize..).map(move |(at, n)| (r, *at, n)));
    hit.filter(|(_, at, _)| *at == u32::from(offset))
        .map(|(r, _, n)| (r, unit_name(r.name, n)))
        // Only the state pair is said to be at the same place in both directions; the packet limit is M2S's.
        .find(|(_, name)| direction == Direction::M2s || *name != "cfg_len")
        .map(|(r, name)| Register { name: name.to_string(), access: None, fact: r.id, evidence: r.evidence })
        .ok_or_else(|| format!("no register is known at {offset:#x} in front of the queue banks"))
}

fn unit_fields(direction: Direction, offset: u16) -> impl Iterator<Item = &'static UdmaField> {
    let rows = UDMA_UNIT_REGS.iter().filter(move |r| r.block == UnitBlock::Unit && r.offsets.contains(&offset.into()));
    rows.flat_map(|r| r.fields).filter(move |f| match (offset, f.name) {
        // The bits of the state pair are those of change_state.
        (0x200, _) => false,
        (_, Some(name)) => !name.starts_with(match direction {
            Direction::M2s => "s2m_",
            Direction::S2m => "m2s_",
        }),
        (_, None) => true,
    })
}

fn glue_register(offset: u32) -> Result<Register, String> {
    let mut rows = UDMA_UNIT_REGS.iter().filter(|r| r.block == UnitBlock::SdmaGlue);
    let hit = rows.find_map(|r| Some((r, r.offsets.iter().position(|at| *at == offset)?)));
    hit.map(|(r, n)| {
        let name = if n == 0 { "bcast_group" } else { "bcast_last_node" };
        Register { name: name.to_string(), access: None, fact: r.id, evidence: r.evidence }
    })
    .ok_or_else(|| format!("no register of the SDMA glue is known at {offset:#x}"))
}

fn event_register(slot: EventSlot) -> Result<Register, String> {
    let row = EVENT_WINDOWS.get(usize::from(slot.window)).ok_or_else(|| "no such window".to_string())?;
    let name = format!("{}[{}]", row.name, slot.index);
    Ok(Register { name, access: Some(row.access), fact: row.id, evidence: row.evidence })
}

/// A word of the TOP_SP local registers: a trigger, a register by the layout of the file, or nothing known.
fn control_register(g: Generation, offset: u16) -> (Result<Register, String>, Option<String>) {
    let signal =
        |g: Generation| CONTROL_SIGNALS.iter().find(|s| s.generation == g && s.local_reg_offset == Some(offset));
    let lr = LRS.iter().find(|lr| lr.offset == offset);
    let link = lr
        .map(|lr| format!("{offset:#x} is where lr[{}] is in the register file; own arithmetic [{}]", lr.index, lr.id));
    if let Some(s) = signal(g) {
        let link = if g == Generation::Sunda { None } else { link };
        return (Ok(Register { name: s.signal.to_string(), access: None, fact: s.id, evidence: s.evidence }), link);
    }
    if g == Generation::Sunda {
        let why = format!("no trigger word of Sunda is known at local register offset {offset:#x}");
        return (Err(why), None);
    }
    let note = signal(Generation::Cayman)
        .map(|s| format!("on Cayman this is {}; no page cites it for {} [{}]", s.signal, g.label(), s.id));
    (file_register(Csr(offset), Evidence::new(Confidence::Med, Basis::Inferred)), note.or(link))
}

fn file_register(csr: Csr, cap: Evidence) -> Result<Register, String> {
    let (def, _) = csr.find().ok_or_else(|| format!("no register of the file starts at {:#x}", csr.0))?;
    Ok(Register { name: csr::name(csr), access: Some(def.access), fact: def.id, evidence: def.evidence.weakest(cap) })
}

/// The entry of the register-address table that points at the block.
fn table_entry(g: Generation, what: &Decoded) -> Option<u8> {
    if super::family(g) != Ok(DmaFamily::V3) {
        return None;
    }
    let base = match what {
        Decoded::Event(slot) => return Some(slot.tpb),
        Decoded::Queue { behind, .. } | Decoded::Unit { behind, .. } => match behind {
            Behind::Engine(engine) => super::engine_base(g, *engine).ok()?.0,
            Behind::Group(group) => super::window(g, *group).ok()?.addr.checked_sub(super::BCAST_DELTA)?,
        },
        Decoded::Glue { .. }
        | Decoded::Control { .. }
        | Decoded::Local(_)
        | Decoded::View { .. }
        | Decoded::Hole(_) => {
            return None;
        }
    };
    REGADDR.iter().find(|entry| entry.addr == base).map(|entry| entry.index)
}
