//! Device addresses as the tables of the firmware and of the public driver give them. The sums are the core's.

use crate::{Basis, Confidence, Evidence, FactId};

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

include!(concat!(env!("OUT_DIR"), "/address.rs"));
