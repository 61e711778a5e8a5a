//! A log of accesses against the model: the writes are done, the reads are compared.
//!
//! A log does not tell when engines take descriptors, so that is read out of it: a head pointer, a status word, or a
//! doorbell that would not fit otherwise says how far an engine must have come. Everything else has to agree.
//! It reads no text; who keeps the log is not known here.

use super::reg::QueueReg;
use super::ring::{COUNT_MASK, Ring};
use super::{RingKey, Udma};
use crate::event::Warning;
use crate::fabric::{self, Behind, Decoded, Direction, Heard};
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use seqbell_facts::Generation;

/// What one access came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The model does and says the same.
    Agrees,
    /// It shows that an engine took so many descriptors by then.
    Taken(u64),
    /// The model does not follow this register, or the log began too late to know.
    Silent,
    /// The log departs from the model: why.
    Departs(String),
}

/// A replay in progress. Its memory is bounded by the rings of a device.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    generation: Generation,
    udma: Udma,
    written: BTreeSet<(RingKey, QueueReg)>,
}

impl Replay {
    /// The rings of a device that nobody touched yet.
    pub fn new(generation: Generation) -> Self {
        Self { generation, udma: Udma::default(), written: BTreeSet::new() }
    }

    /// The rings as they are now.
    pub fn udma(&self) -> &Udma {
        &self.udma
    }

    /// A write of the log.
    pub fn write(&mut self, addr: u64, value: u32) -> Verdict {
        match fabric::decode(self.generation, addr) {
            Ok(Decoded::Queue { behind, direction, queue, offset }) => {
                self.bank(behind, direction, queue, offset, value)
            }
            Ok(Decoded::Event(slot)) => {
                let warning = self.udma.semaphores_mut().write(slot, value);
                warning.map_or(Verdict::Agrees, |w| Verdict::Departs(w.text().to_string()))
            }
            Ok(Decoded::Unit { .. } | Decoded::Glue { .. } | Decoded::View { .. }) => Verdict::Silent,
            Ok(Decoded::Control { .. } | Decoded::Local(_)) => Verdict::Silent,
            Ok(Decoded::Hole(hole)) if hole.behind.is_some() => {
                Verdict::Departs(format!("written into nothing: {}", hole.why))
            }
            Ok(Decoded::Hole(_)) => Verdict::Silent,
            Err(refused) => Verdict::Departs(refused.to_string()),
        }
    }

    fn bank(&mut self, behind: Behind, direction: Direction, queue: u8, offset: u16, value: u32) -> Verdict {
        let Some(reg) = QueueReg::at(self.generation, direction, offset) else {
            return Verdict::Departs(format!("no register is known at {offset:#x} of a queue bank"));
        };
        let (first, mask, broadcast) = match behind {
            Behind::Engine(engine) => (engine, 1, false),
            Behind::Group(group) => (u16::from(group) * fabric::GROUP_ENGINES, u16::MAX, true),
        };
        let heard = Heard { direction, queue, offset, first, mask, broadcast };
        let mut taken = 0;
        for engine in heard.engines() {
            let key = RingKey { engine, direction, queue };
            self.written.insert((key, reg));
            if reg == QueueReg::TailInc {
                taken = taken.max(self.make_room(key, value & COUNT_MASK));
            }
        }
        // Where the log begins too late to give a length, nobody knows whether a doorbell fits.
        let late = heard.engines().any(|engine| self.udma.ring(RingKey { engine, direction, queue }).sample);
        match self.udma.write(self.generation, heard, value) {
            Some(Warning::Overrun) if late => Verdict::Silent,
            Some(warning) if departs(warning) => Verdict::Departs(warning.text().to_string()),
            Some(_) | None if taken > 0 => Verdict::Taken(taken),
            Some(_) | None if late && reg == QueueReg::TailInc => Verdict::Silent,
            Some(_) | None => Verdict::Agrees,
        }
    }

    /// A doorbell that fits only if the engine took some: then it did. Nothing helps a count above the length.
    fn make_room(&mut self, key: RingKey, count: u32) -> u64 {
        let ring = self.udma.ring(key);
        let over = (ring.outstanding + u64::from(count)).saturating_sub(u64::from(ring.length));
        if ring.sample || count > ring.length || over == 0 {
            return 0;
        }
        self.udma.take(key, over)
    }

    /// A read of the log, and what it gave.
    pub fn read(&mut self, addr: u64, value: u32) -> Verdict {
        let Ok(Decoded::Queue { behind: Behind::Engine(engine), direction, queue, offset }) =
            fabric::decode(self.generation, addr)
        else {
            return Verdict::Silent;
        };
        let Some(reg) = QueueReg::at(self.generation, direction, offset) else {
            return Verdict::Departs(format!("no register is known at {offset:#x} of a queue bank"));
        };
        let key = RingKey { engine, direction, queue };
        let ring = self.udma.ring(key);
        match reg {
            QueueReg::Head | QueueReg::Current => self.follow(key, ring, value),
            QueueReg::Status => self.used(key, ring, value),
            QueueReg::Tail if !ring.sample => same(reg, ring, value),
            QueueReg::BaseLow | QueueReg::BaseHigh | QueueReg::Length | QueueReg::Cfg | QueueReg::CompletionCfg
                if self.written.contains(&(key, reg)) =>
            {
                same(reg, ring, value)
            }
            QueueReg::CompletionBaseLow
            | QueueReg::CompletionBaseHigh
            | QueueReg::RateLimitMask
            | QueueReg::PrefetchCfg
                if self.written.contains(&(key, reg)) =>
            {
                same(reg, ring, value)
            }
            QueueReg::Tail
            | QueueReg::BaseLow
            | QueueReg::BaseHigh
            | QueueReg::Length
            | QueueReg::Cfg
            | QueueReg::CompletionCfg
            | QueueReg::CompletionBaseLow
            | QueueReg::CompletionBaseHigh
            | QueueReg::RateLimitMask
            | QueueReg::PrefetchCfg
            | QueueReg::TailInc
            | QueueReg::SwCtrl
            | QueueReg::DataTailInc
            | QueueReg::DataTail
            | QueueReg::CompletionHead
            | QueueReg::CompletionHeadInternal
            | QueueReg::Qos
            | QueueReg::Packets => Verdict::Silent,
        }
    }

    /// A head pointer says how many descriptors were taken since the last one.
    fn follow(&mut self, key: RingKey, ring: Ring, value: u32) -> Verdict {
        if ring.sample {
            return Verdict::Silent;
        }
        let (at, id) = (u64::from(value & COUNT_MASK), (value >> 30) as u8);
        let wraps = u64::from(id.wrapping_sub(ring.head_id) & 3);
        let moved = (at + wraps * u64::from(ring.length)).checked_sub(u64::from(ring.head));
        match moved {
            Some(0) => Verdict::Agrees,
            Some(moved) if moved <= ring.outstanding && at < u64::from(ring.length) => {
                Verdict::Taken(self.udma.take(key, moved))
            }
            Some(_) | None => Verdict::Departs(format!(
                "head {at} with ring id {id}: the model has head {} with ring id {} and {} descriptors to take",
                ring.head, ring.head_id, ring.outstanding
            )),
        }
    }

    /// `q_used` says how many are still there.
    fn used(&mut self, key: RingKey, ring: Ring, value: u32) -> Verdict {
        if ring.sample {
            return Verdict::Silent;
        }
        let used = u64::from(value & 0x1ff_ffff);
        match ring.outstanding.checked_sub(used) {
            Some(0) => Verdict::Agrees,
            Some(taken) => Verdict::Taken(self.udma.take(key, taken)),
            None => Verdict::Departs(format!("{used} descriptors in use: the model has {} at most", ring.outstanding)),
        }
    }
}

/// A warning that a correct log does not raise.
fn departs(warning: Warning) -> bool {
    match warning {
        Warning::ReadOnly
        | Warning::Hole
        | Warning::Overrun
        | Warning::NotTheDoorbell
        | Warning::CountTruncated
        | Warning::OtherSpace
        | Warning::WriteOnly => true,
        Warning::Reserved | Warning::NotModelled | Warning::NotEnabled | Warning::DataTail => false,
    }
}

fn same(reg: QueueReg, ring: Ring, value: u32) -> Verdict {
    match ring.read(reg) {
        Some(expected) if expected == value => Verdict::Agrees,
        Some(expected) => Verdict::Departs(format!("read {value:#x}: the model has {expected:#x}")),
        None => Verdict::Silent,
    }
}
