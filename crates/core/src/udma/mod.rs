//! The DMA engines behind the doorbells, stored sparsely: a ring exists once somebody touched it.
//!
//! This is raw hardware. Whether a host should have written what it wrote is the driver layer's business.

pub mod control;
pub mod driver;
pub mod lint;
pub mod replay;
#[cfg(test)]
mod tests;
mod reg;
mod ring;
mod semaphore;

pub use reg::QueueReg;
pub use ring::{CFG_RESET, COUNT_MASK, ENABLES, MARKER, Pointer, RST_Q, Ring, SAMPLE_LENGTH};
pub use semaphore::Semaphores;

use crate::event::Warning;
use crate::fabric::{Direction, Heard};
use crate::table::Table;
use seqbell_facts::Generation;

/// Names one ring.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RingKey {
    /// Engine.
    pub engine: u16,
    /// Direction.
    pub direction: Direction,
    /// Queue 0 to 15.
    pub queue: u8,
}

/// What `change_state` was last told (`udma-public.unit-register.m2s-state-change_state`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum UnitState {
    /// It runs; the state of an engine that nobody touched.
    #[default]
    Normal,
    /// It takes no descriptor.
    Disabled,
    /// It was aborted: it takes no descriptor.
    Aborted,
}

/// Offset of `change_state` in front of the queue banks.
pub const CHANGE_STATE: u16 = 0x204;

/// All rings of all engines, and how fast the engines work.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Udma {
    rings: Table<RingKey, Ring>,
    units: Table<(u16, Direction), UnitState>,
    rates: Table<u16, u32>,
    rate: u32,
    semaphores: Semaphores,
}

impl Udma {
    /// A ring; one that nobody touched is a sample ring (rule R14).
    pub fn ring(&self, key: RingKey) -> Ring {
        self.rings.get(&key).copied().unwrap_or_else(|| Ring::sample(key.direction))
    }

    /// The rings somebody touched.
    pub fn touched(&self) -> impl Iterator<Item = (&RingKey, &Ring)> {
        self.rings.iter()
    }

    /// Events and semaphores.
    pub fn semaphores(&self) -> &Semaphores {
        &self.semaphores
    }

    pub(crate) fn semaphores_mut(&mut self) -> &mut Semaphores {
        &mut self.semaphores
    }

    /// Whether one direction of an engine runs.
    pub fn unit(&self, engine: u16, direction: Direction) -> UnitState {
        self.units.get(&(engine, direction)).copied().unwrap_or_default()
    }

    /// Descriptors that an engine takes from each of its rings at every step of the firmware; 0 unless a rate says so.
    pub fn rate(&self, engine: u16) -> u32 {
        self.rates.get(&engine).copied().unwrap_or(self.rate)
    }

    /// Gives a ring a base and a length and empties it.
    pub fn set_up(&mut self, key: RingKey, base: u64, length: u32) {
        self.rings.insert(key, Ring::new(key.direction, base, length));
    }

    /// A write to a slot of a queue bank, engine by engine in rising order.
    pub fn write(&mut self, g: Generation, heard: Heard, value: u32) -> Option<Warning> {
        let Some(reg) = QueueReg::at(g, heard.direction, heard.offset) else {
            return Some(Warning::Hole);
        };
        let mut warning = None;
        for engine in heard.engines() {
            let key = RingKey { engine, direction: heard.direction, queue: heard.queue };
            let mut ring = self.ring(key);
            let this = ring.write(heard.direction, reg, value);
            warning = warning.or(this);
            if ring != self.ring(key) {
                self.rings.insert(key, ring);
            }
        }
        warning
    }

    /// A write to `change_state` of one direction: bit 0 normal, bit 1 disable, bit 2 abort; the highest set bit counts.
    pub fn change_state(&mut self, engine: u16, direction: Direction, value: u32) {
        let state = match value & 0b111 {
            0 => return,
            1 => UnitState::Normal,
            2 | 3 => UnitState::Disabled,
            _ => UnitState::Aborted,
        };
        self.units.insert((engine, direction), state);
    }

    /// The host waits for the marker that the `count`-th descriptor from now on copies.
    pub fn await_marker(&mut self, key: RingKey, count: u32) {
        self.rings.or_insert_with(key, || Ring::sample(key.direction)).await_marker(count);
    }

    /// Engines take descriptors: at most `count` from every ring, or from those of one engine. Returns how many were taken.
    pub fn consume(&mut self, count: u32, engine: Option<u16>) -> u64 {
        let units = &self.units;
        let runs =
            |key: &RingKey| units.get(&(key.engine, key.direction)).copied().unwrap_or_default() == UnitState::Normal;
        let chosen = self.rings.iter_mut().filter(|(key, _)| engine.is_none_or(|e| key.engine == e) && runs(key));
        chosen.map(|(_, ring)| ring.consume(count)).sum()
    }

    /// One ring's engine takes at most `count` descriptors, whatever its enables say; returns how many it took.
    pub(crate) fn take(&mut self, key: RingKey, count: u64) -> u64 {
        let Some(ring) = self.rings.get_mut(&key) else { return 0 };
        let (mut left, cfg) = (count.min(ring.outstanding), ring.cfg);
        ring.cfg |= ENABLES;
        let wanted = left;
        while left > 0 {
            left -= ring.consume(u32::try_from(left).unwrap_or(u32::MAX));
        }
        ring.cfg = cfg;
        wanted
    }

    /// Sets the rate of one engine, or of all of them, which forgets the rates of single ones.
    pub fn set_rate(&mut self, count: u32, engine: Option<u16>) {
        match engine {
            None => {
                self.rates.clear();
                self.rate = count;
            }
            Some(engine) => drop(self.rates.insert(engine, count)),
        }
    }

    /// One step of the firmware passes: engines with a rate take descriptors.
    #[inline]
    pub fn tick(&mut self) {
        if self.works() {
            self.work();
        }
    }

    /// Whether any engine has a rate.
    #[inline]
    pub fn works(&self) -> bool {
        self.rate != 0 || !self.rates.is_empty()
    }

    fn work(&mut self) {
        for (key, ring) in self.rings.iter_mut() {
            let rate = self.rates.get(&key.engine).copied().unwrap_or(self.rate);
            let unit = self.units.get(&(key.engine, key.direction)).copied().unwrap_or_default();
            if rate > 0 && unit == UnitState::Normal {
                ring.consume(rate);
            }
        }
    }
}
