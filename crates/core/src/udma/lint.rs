//! What a raw sequence of accesses did wrong, by the rules of the public driver.
//!
//! It sees accesses one by one, keeps a little of each ring, and says what it thinks of each. It moves no ring: what
//! the hardware makes of a write is the rings' business, and a log does not tell when engines take descriptors.

use super::RingKey;
use super::driver;
use super::reg::QueueReg;
use super::ring::{COUNT_MASK, ENABLES, RST_Q};
use crate::fabric::{self, Behind, Decoded, Direction};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use seqbell_facts::{Access as Rights, FactId, Generation, limit};

/// One access of a log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    /// SoC address.
    pub addr: u64,
    /// The value written or read.
    pub value: u32,
    /// A write, not a read.
    pub write: bool,
    /// Bytes.
    pub width: u8,
}

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Worth knowing.
    Hint,
    /// A correct driver does not do this.
    Wrong,
}

impl Severity {
    /// The word that reports use.
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Hint => "hint",
            Severity::Wrong => "wrong",
        }
    }
}

/// One remark on an access.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The fact behind it.
    pub rule: FactId,
    /// How bad it is.
    pub severity: Severity,
    /// What was wrong, in a sentence.
    pub why: String,
}

/// A ring as its writer sees it.
type Key = (Behind, Direction, u8);

/// What is kept of a ring.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Seen {
    length: Option<u32>,
    enabled: Option<bool>,
    reset: bool,
    placed: bool,
    /// The count of an S2M doorbell that no M2S doorbell followed yet.
    posted: Option<u32>,
}

/// Watches accesses. Its memory is bounded by the number of rings of a device.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Linter {
    generation: Generation,
    rings: BTreeMap<Key, Seen>,
    hinted: BTreeSet<(FactId, Key)>,
}

impl Linter {
    /// A linter that has seen nothing.
    pub fn new(generation: Generation) -> Self {
        Self { generation, rings: BTreeMap::new(), hinted: BTreeSet::new() }
    }

    /// What is to be said of the next access.
    pub fn observe(&mut self, access: Access) -> Vec<Finding> {
        let mut found = Vec::new();
        if u32::from(access.width) * 8 != limit::ACCESS_WIDTH_BITS {
            found.push(wrong("access-width", format!("{} bytes wide: registers take 32-bit accesses", access.width)));
        }
        let what = match fabric::decode(self.generation, access.addr) {
            Ok(what) => what,
            Err(refused) => {
                found.push(wrong("unit-v4", refused.to_string()));
                return found;
            }
        };
        match what {
            Decoded::Queue { behind, direction, queue, offset } => {
                self.queue((behind, direction, queue), offset, access, &mut found);
            }
            Decoded::Hole(hole) if access.write && hole.behind.is_some() => {
                found.push(wrong("queue-bank", format!("written into nothing: {}", hole.why)));
            }
            Decoded::Hole(_)
            | Decoded::Unit { .. }
            | Decoded::Glue { .. }
            | Decoded::Event(_)
            | Decoded::Control { .. }
            | Decoded::Local(_)
            | Decoded::View { .. } => {}
        }
        found
    }

    fn queue(&mut self, key: Key, offset: u16, access: Access, found: &mut Vec<Finding>) {
        let (behind, direction, _) = key;
        let Some(reg) = QueueReg::at(self.generation, direction, offset) else {
            found.push(wrong("queue-bank", format!("no register is known at {offset:#x} of a queue bank")));
            return;
        };
        let Some(fact) = reg.fact(direction) else { return };
        if !access.write {
            if fact.access == Rights::Wo {
                found.push(wrong(fact.id, format!("{} is write-only: reading it gives nothing", fact.name)));
            }
            return;
        }
        if matches!(behind, Behind::Group(_))
            && !matches!(reg, QueueReg::TailInc | QueueReg::DataTailInc | QueueReg::SwCtrl)
        {
            let why = format!("{} was broadcast: only doorbells and resets are the same for a whole group", fact.name);
            found.push(wrong("udma.broadcast-split.base_ptr_lo-base_ptr_hi-len", why));
        }
        let ring = self.rings.entry(key).or_default();
        match reg {
            QueueReg::TailInc => {
                bell(*ring, access.value, found);
                self.pair(key, access.value & COUNT_MASK, found);
                self.hints(key, found);
            }
            QueueReg::Tail => {
                let why = format!("{} is the tail itself and read-only: the doorbell is 4 bytes before it", fact.name);
                found.push(wrong(fact.id, why));
            }
            QueueReg::Cfg => configured(ring, access.value, found),
            QueueReg::SwCtrl => reset(ring, access.value, fact.id, found),
            QueueReg::BaseLow | QueueReg::BaseHigh | QueueReg::Length => placed(ring, reg, access.value, found),
            QueueReg::CompletionCfg if access.value & 1 == 1 => {
                found.push(hint("completion-ring", "the public driver uses no completion ring".to_string()));
            }
            QueueReg::DataTailInc => {
                let why = "the data tail counts in enhanced-prefetch mode alone, which is off after reset".to_string();
                found.push(hint(fact.id, why));
            }
            _ if fact.access == Rights::Ro => {
                found.push(wrong(fact.id, format!("{} is read-only: the write changes nothing", fact.name)));
            }
            QueueReg::PrefetchCfg
            | QueueReg::Status
            | QueueReg::Head
            | QueueReg::Current
            | QueueReg::CompletionBaseLow
            | QueueReg::CompletionBaseHigh
            | QueueReg::CompletionHead
            | QueueReg::CompletionHeadInternal
            | QueueReg::RateLimitMask
            | QueueReg::CompletionCfg
            | QueueReg::Qos
            | QueueReg::Packets
            | QueueReg::DataTail => {}
        }
    }

    /// S2M first, then M2S, with the same count (`order`, `n-for-a-copy`).
    fn pair(&mut self, (behind, direction, queue): Key, count: u32, found: &mut Vec<Finding>) {
        let posted = &mut self.rings.entry((behind, Direction::S2m, queue)).or_default().posted;
        match (direction, *posted) {
            (Direction::S2m, _) => *posted = Some(count),
            (Direction::M2s, None) => {
                let why =
                    "M2S was rung without an S2M doorbell before it: receive buffers are posted first".to_string();
                found.push(wrong("order", why));
            }
            (Direction::M2s, Some(other)) => {
                *posted = None;
                if other != count {
                    let why = format!("S2M was rung with {other} and M2S with {count}: a copy has the same on both");
                    found.push(wrong("n-for-a-copy", why));
                }
            }
        }
    }

    /// Things to know about this ring, once.
    fn hints(&mut self, key: Key, found: &mut Vec<Finding>) {
        let (Behind::Engine(engine), direction, queue) = key else { return };
        let mut once = Vec::new();
        for (rule, why) in driver::reserved(self.generation, RingKey { engine, direction, queue }) {
            once.push(hint(rule, why));
        }
        let doubled = engine < 128 && engine % fabric::GROUP_ENGINES == 1;
        let unplaced = self.rings.get(&key).is_none_or(|ring| !ring.placed);
        if doubled && unplaced && fabric::window(self.generation, 0).is_ok() {
            let group = engine / fabric::GROUP_ENGINES;
            let why = format!("engine {engine} alone: it is also what group {group} gives when 0x80000 is added twice");
            once.push(hint("m2s-offset", why));
        }
        found.extend(once.into_iter().filter(|f| self.hinted.insert((f.rule, key))));
    }
}

fn wrong(rule: FactId, why: String) -> Finding {
    Finding { rule, severity: Severity::Wrong, why }
}

fn hint(rule: FactId, why: String) -> Finding {
    Finding { rule, severity: Severity::Hint, why }
}

/// A doorbell.
fn bell(ring: Seen, value: u32, found: &mut Vec<Finding>) {
    let count = value & COUNT_MASK;
    if value != count {
        found.push(wrong("register", format!("{value:#x}: only bits 23:0 are the count, {count}")));
    }
    if count == 0 {
        found.push(wrong("count-check", "a count of 0 announces nothing".to_string()));
    }
    if ring.enabled == Some(false) {
        found.push(hint("queue-init", "the queue is paused: nothing is taken until both enables are set".to_string()));
    }
    match ring.length {
        Some(length) if count > length => {
            let why = format!("a count of {count} is more than the {length} descriptors of the ring");
            found.push(wrong("count-check", why));
        }
        Some(length) if count > length.saturating_sub(limit::AVAILABLE_GAP) => {
            let why = format!("a count of {count} leaves no gap of {} in a ring of {length}", limit::AVAILABLE_GAP);
            found.push(wrong("available", why));
        }
        Some(_) | None => {}
    }
}

fn configured(ring: &mut Seen, value: u32, found: &mut Vec<Finding>) {
    let enables = value & ENABLES;
    if enables != 0 && enables != ENABLES {
        found.push(hint("queue-init", "one enable alone: a queue runs only with both".to_string()));
    }
    let enabled = enables == ENABLES;
    if enabled && ring.placed && !ring.reset {
        found.push(wrong("queue-init", "the ring was placed and enabled without rst_q in q_sw_ctrl".to_string()));
    }
    if enabled {
        (ring.placed, ring.reset) = (ring.placed && ring.reset, false);
    }
    ring.enabled = Some(enabled);
}

fn reset(ring: &mut Seen, value: u32, fact: FactId, found: &mut Vec<Finding>) {
    if value & RST_Q == 0 {
        found.push(hint(fact, "the driver resets a whole queue with rst_q (0x100), never single pointers".to_string()));
        return;
    }
    if ring.enabled == Some(true) {
        found.push(wrong("queue-init", "reset while the queue runs: pause it first".to_string()));
    }
    ring.reset = true;
    ring.posted = None;
}

fn placed(ring: &mut Seen, reg: QueueReg, value: u32, found: &mut Vec<Finding>) {
    if ring.enabled == Some(true) {
        found.push(wrong("queue-init", "the ring was moved while the queue runs: pause it first".to_string()));
    }
    ring.placed = true;
    if reg == QueueReg::Length {
        if let Err(denied) = driver::check_ring(0, value) {
            found.push(wrong(denied.rule, denied.why));
        }
        ring.length = Some(value & COUNT_MASK);
    }
    if reg == QueueReg::BaseLow && value & 0x3f != 0 {
        let why = format!("base {value:#x}: bits 5:0 do not exist, and the driver demands 256 bytes");
        found.push(wrong("ring-align", why));
    } else if reg == QueueReg::BaseLow && !value.is_multiple_of(limit::RING_ALIGN_BYTES) {
        found.push(wrong("ring-align", format!("base {value:#x} is not {}-byte aligned", limit::RING_ALIGN_BYTES)));
    }
}
