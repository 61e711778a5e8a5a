//! Device addresses as the tables of the firmware and of the public driver give them. The sums are the core's.

use crate::{Access, Basis, Confidence, Evidence, FactId, Generation};

/// The part of the register-address table an entry belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Band {
    /// Event and semaphore apertures.
    Event,
    /// APB-broadcast control regions.
    ApbBcast,
    /// Host transfer.
    HostSdma,
}

/// Who lays out the DMA engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DmaFamily {
    /// Sunda (V2 of the driver).
    Sunda,
    /// Cayman and later (V3 of the driver; V4 inherits it).
    V3,
}

/// An entry of the register-address table.
#[derive(Debug)]
pub struct RegAddr {
    /// Row of the facts.
    pub id: FactId,
    /// 0 to 19.
    pub index: u8,
    /// 48-bit device address.
    pub addr: u64,
    /// Its part of the table.
    pub band: Band,
    /// 0 or 1: bit 47.
    pub nc: u8,
    /// How well it is known.
    pub evidence: Evidence,
}

/// A broadcast window: one write there reaches a group of engines.
#[derive(Debug)]
pub struct BcastWindow {
    /// Row of the facts.
    pub id: FactId,
    /// Group of 16 engines, 0 to 7.
    pub group: u8,
    /// 48-bit device address of the broadcast uDMA; the +0x80000 is already in it.
    pub addr: u64,
    /// 0 or 1.
    pub die: u8,
    /// How well it is known.
    pub evidence: Evidence,
}

/// A run of engines at a constant stride.
#[derive(Debug)]
pub struct EngineCluster {
    /// Row of the facts.
    pub id: FactId,
    /// Whose layout.
    pub family: DmaFamily,
    /// What it is called.
    pub name: &'static str,
    /// The driver's number of the first engine.
    pub first_engine: u16,
    /// How many.
    pub engines: u16,
    /// 48-bit device address of the first engine's uDMA.
    pub base: u64,
    /// Bytes from one engine to the next.
    pub stride: u64,
    /// How well it is known.
    pub evidence: Evidence,
}

impl EngineCluster {
    /// The address of an engine's uDMA; None where the engine is not in this run.
    pub fn engine_base(&self, engine: u16) -> Option<u64> {
        let place = engine.checked_sub(self.first_engine)?;
        (place < self.engines).then(|| self.base + u64::from(place) * self.stride)
    }
}

/// Application glue of a Sunda core: one block for each engine.
#[derive(Debug)]
pub struct AppGlue {
    /// Row of the facts.
    pub id: FactId,
    /// Which core.
    pub name: &'static str,
    /// 48-bit device address of the first block.
    pub base: u64,
    /// Bytes from one block to the next.
    pub stride: u64,
    /// How well it is known.
    pub evidence: Evidence,
}

/// What a run of address bits selects.
#[derive(Debug)]
pub struct AddressBits {
    /// Row of the facts.
    pub id: FactId,
    /// What it is called.
    pub name: &'static str,
    /// Highest bit, 0 to 63.
    pub msb: u8,
    /// Lowest bit, 0 to 63.
    pub lsb: u8,
    /// How well it is known.
    pub evidence: Evidence,
}

/// A queue bundle: engines and queues that are allocated together.
#[derive(Debug)]
pub struct AllocBitmap {
    /// Row of the facts.
    pub id: FactId,
    /// 0 to 7.
    pub index: u8,
    /// The whole word: queues above, engines below.
    pub value: u64,
    /// Low half.
    pub engine_mask: u32,
    /// High half.
    pub queue_mask: u32,
    /// 0 or 1.
    pub die: u8,
    /// The generations it is printed for.
    pub generations: &'static [Generation],
    /// How well it is known.
    pub evidence: Evidence,
}

/// A window of an event and semaphore block.
#[derive(Debug)]
pub struct EventWindow {
    /// Row of the facts.
    pub id: FactId,
    /// What it does: `event`, `semaphore_inc` and so on.
    pub name: &'static str,
    /// Offset in the block.
    pub offset: u32,
    /// What software may do; events have bit 0 only.
    pub access: Access,
    /// How well it is known.
    pub evidence: Evidence,
}

/// An event aperture and the TPB it belongs to.
#[derive(Debug)]
pub struct EventAperture {
    /// Row of the facts.
    pub id: FactId,
    /// `TPB_0` to `TPB_7`.
    pub name: &'static str,
    /// 0 to 7: also the index in the register-address table.
    pub tpb: u8,
    /// 48-bit device address.
    pub addr: u64,
    /// 48-bit device address of the TPB.
    pub tpb_base: u64,
    /// How well it is known.
    pub evidence: Evidence,
}

/// A window of BAR0.
#[derive(Debug)]
pub struct Bar0Window {
    /// Row of the facts.
    pub id: FactId,
    /// `SE_0`, `IO_1`, `TPB_7` and so on.
    pub name: &'static str,
    /// 48-bit device address that the window shows.
    pub region_base: u64,
    /// Offset in BAR0.
    pub bar0_offset: u64,
    /// Bytes; for `SE_n` and `IO_1` the distance to the next window, which is all the driver gives.
    pub size: u64,
    /// How well it is known.
    pub evidence: Evidence,
}

/// Offsets of the blocks of a uDMA unit.
#[derive(Debug)]
pub struct UnitLayout {
    /// Row of the facts.
    pub id: FactId,
    /// The M2S block.
    pub m2s: u32,
    /// The S2M block.
    pub s2m: u32,
    /// The general block.
    pub general: u32,
    /// The extended general block.
    pub general_ex: Option<u32>,
    /// Bytes of a unit.
    pub span: Option<u32>,
    /// Bytes of the M2S block.
    pub m2s_window: Option<u32>,
    /// Bytes of the S2M block.
    pub s2m_window: Option<u32>,
    /// How well it is known.
    pub evidence: Evidence,
}

/// Offsets in the slot of a v3 DMA engine.
#[derive(Debug)]
pub struct SlotLayout {
    /// Row of the facts.
    pub id: FactId,
    /// The unit itself.
    pub udma: u32,
    /// The glue beside it.
    pub sdma_glue: u32,
    /// The broadcast uDMA; only on the first engine of a group.
    pub bcast_udma: u32,
    /// Bytes from one slot to the next.
    pub stride: u32,
    /// How well it is known.
    pub evidence: Evidence,
}

/// Where the per-queue banks are in a direction's block.
#[derive(Debug)]
pub struct QueueBank {
    /// Row of the facts.
    pub id: FactId,
    /// Offset of queue 0's bank.
    pub first_offset: u32,
    /// Bytes from one bank to the next.
    pub stride: u32,
    /// How many queues a direction has.
    pub queues: u16,
    /// How well it is known.
    pub evidence: Evidence,
}

include!(concat!(env!("OUT_DIR"), "/address.rs"));
