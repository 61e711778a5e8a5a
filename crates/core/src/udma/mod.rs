//! The rings behind the doorbells, stored sparsely: a ring exists once somebody touched it.
//!
//! This is raw hardware. Whether a host should have written what it wrote is the driver layer's business.

mod ring;

pub use ring::{COUNT_MASK, Ring, SAMPLE_LENGTH};

use crate::event::Warning;
use crate::fabric::{Direction, Heard};
use alloc::collections::BTreeMap;

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

/// All rings of all engines.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Udma {
    rings: BTreeMap<RingKey, Ring>,
}

impl Udma {
    /// A ring; one that nobody touched is a sample ring (rule R14).
    pub fn ring(&self, key: RingKey) -> Ring {
        self.rings.get(&key).copied().unwrap_or_default()
    }

    /// The rings somebody touched.
    pub fn touched(&self) -> impl Iterator<Item = (&RingKey, &Ring)> {
        self.rings.iter()
    }

    /// Gives a ring a base and a length and empties it.
    pub fn set_up(&mut self, key: RingKey, base: u64, length: u32) {
        self.rings.insert(key, Ring::new(base, length));
    }

    /// A write to a register of a queue bank, engine by engine in rising order.
    pub fn write(&mut self, heard: Heard, value: u32) -> Option<Warning> {
        let mut warning = None;
        for engine in heard.engines() {
            let key = RingKey { engine, direction: heard.direction, queue: heard.queue };
            let mut ring = self.ring(key);
            let this = ring.write(heard.direction, heard.offset, value);
            warning = warning.or(this);
            if ring != self.ring(key) {
                self.rings.insert(key, ring);
            }
        }
        warning
    }

    /// Engines take descriptors: at most `count` from every ring, or from those of one engine. Returns how many were taken.
    pub fn consume(&mut self, count: u32, engine: Option<u16>) -> u64 {
        let chosen = self.rings.iter_mut().filter(|(key, _)| engine.is_none_or(|e| key.engine == e));
        chosen.map(|(_, ring)| ring.consume(count)).sum()
    }
}
