//! The rings of all engines, for one direction and one queue.

use super::Text;

/// The state of one ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Ring {
    /// Index of the next descriptor the engine takes.
    pub head: u32,
    /// Index after the last descriptor announced.
    pub tail: u32,
    /// Announced and not yet taken; more than `length` after an overrun.
    pub outstanding: u32,
    /// Length in descriptors.
    pub length: u32,
    /// Somebody set it up or rang it; otherwise it is a sample ring.
    pub touched: bool,
    /// More was announced than fits.
    pub overrun: bool,
}

/// An engine in the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineRow {
    /// Engine number.
    pub engine: u16,
    /// Its ring.
    pub ring: Ring,
    /// The last doorbell reached it.
    pub hit: bool,
    /// It is the composer's target, alone or in its group.
    pub aimed: bool,
}

/// A group of 16 engines behind one broadcast window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupRow {
    /// Group number.
    pub group: u8,
    /// The first group of a die.
    pub first_of_die: bool,
    /// The composer aims at it.
    pub aimed: bool,
    /// Its engines.
    pub engines: Vec<EngineRow>,
}

/// Engines without a broadcast window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LooseRow {
    /// What the engine is for.
    pub name: Text,
    /// The engine.
    pub engine: EngineRow,
}

/// The panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnginesView {
    /// Which rings are shown.
    pub caption: Text,
    /// Groups; none on a generation without broadcast windows.
    pub groups: Vec<GroupRow>,
    /// Engines without a window.
    pub loose: Vec<LooseRow>,
}
