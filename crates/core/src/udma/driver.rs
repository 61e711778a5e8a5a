//! What a correct host does: the rules of the public driver as plans of writes, or a refusal that names the rule.
//!
//! ```text
//! setup    pause, rst_q, base lo, base hi, length, completion off, enable      [queue-init]
//! ring     barrier, doorbell                                                   [count-check, available]
//! copy     marker word, barrier, S2M doorbell, M2S doorbell                    [n-for-a-copy, order]
//! ```
//!
//! The hardware does not enforce any of this. What a write then does is not known here.

use super::reg::QueueReg;
use super::ring::{COUNT_MASK, ENABLES, RST_Q};
use super::{Ring, RingKey};
use crate::fabric::{self, Behind, Decoded, Direction, Reach};
use crate::{Input, Lines, Machine, Refused};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use seqbell_facts::{DmaFamily, FactId, Generation, limit};

/// What a host wants of the driver.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Order {
    /// Give a ring a base and a length, and enable it.
    Setup {
        /// The ring.
        key: RingKey,
        /// Base address in bytes, 256-byte aligned.
        base: u64,
        /// Length in descriptors: 32 to 2^24 - 16, a multiple of 16.
        length: u32,
    },
    /// Announce descriptors that were prepared.
    Ring {
        /// Which rings.
        lines: Lines,
        /// How many: at least 1, and no more than the rings have room for.
        count: u32,
    },
    /// Copy bytes from memory to memory: data descriptors and one marker on both directions of a queue.
    Copy {
        /// Engine.
        engine: u16,
        /// Queue 0 to 15.
        queue: u8,
        /// Bytes, at least 1.
        bytes: u64,
    },
    /// Stop taking descriptors.
    Pause(RingKey),
    /// Go on taking descriptors.
    Resume(RingKey),
    /// Empty a ring: pause, reset the whole queue, enable.
    Reset(RingKey),
}

impl Order {
    /// The word that scripts use.
    pub const fn name(self) -> &'static str {
        match self {
            Order::Setup { .. } => "setup",
            Order::Ring { .. } => "ring",
            Order::Copy { .. } => "copy",
            Order::Pause(_) => "pause",
            Order::Resume(_) => "resume",
            Order::Reset(_) => "reset",
        }
    }
}

/// One thing that the driver does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Deed {
    /// A full memory barrier, so that descriptors are in memory before the doorbell (`order`, `udma.doorbell-barrier`).
    Barrier,
    /// The completion word is prepared: the `count`-th descriptor from now on copies the marker (`marker`).
    Marker {
        /// The ring.
        key: RingKey,
        /// Which descriptor.
        count: u32,
    },
    /// A register write through the ring's own engine.
    Write {
        /// SoC address.
        addr: u64,
        /// The value.
        value: u32,
        /// Which register.
        reg: QueueReg,
    },
    /// A doorbell.
    Doorbell {
        /// Which rings.
        lines: Lines,
        /// The count.
        count: u32,
    },
}

impl Deed {
    /// What it does to a machine; none for a barrier, which orders only what the model does at once anyway.
    pub const fn input(self) -> Option<Input> {
        match self {
            Deed::Barrier => None,
            Deed::Marker { key, count } => Some(Input::Marker { key, count }),
            Deed::Write { addr, value, .. } => Some(Input::Poke { addr, value }),
            Deed::Doorbell { lines, count } => Some(Input::Ring { lines, count }),
        }
    }
}

/// What the driver does for an order, in this order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The deeds.
    pub deeds: Vec<Deed>,
    /// Things that are no reason to refuse and still deserve a word, with the fact behind them.
    pub notes: Vec<(FactId, String)>,
}

/// The driver refuses; nothing was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Denied {
    /// The rule, a row of the facts.
    pub rule: FactId,
    /// Why, in a sentence.
    pub why: String,
}

impl From<Denied> for Refused {
    fn from(denied: Denied) -> Self {
        Refused::Rule(format!("the driver refuses: {} [{}]", denied.why, denied.rule))
    }
}

fn denied(rule: FactId, why: String) -> Refused {
    Denied { rule, why }.into()
}

/// What the driver does for an order on this machine.
///
/// # Errors
/// [`Refused::Rule`] names the driver's rule; the others say what the generation does not have.
pub fn plan(machine: &Machine, order: Order) -> Result<Plan, Refused> {
    let g = machine.generation();
    let (deeds, notes) = match order {
        Order::Setup { key, base, length } => (setup(machine, key, base, length)?, reserved(g, key)),
        Order::Ring { lines, count } => (ring(machine, lines, count)?, broadcast(lines)),
        Order::Copy { engine, queue, bytes } => {
            let key = RingKey { engine, direction: Direction::M2s, queue };
            (copy(machine, engine, queue, bytes)?, reserved(g, key))
        }
        Order::Pause(key) => (Vec::from([enable(machine, key, false)?]), Vec::new()),
        Order::Resume(key) => (Vec::from([enable(machine, key, true)?]), Vec::new()),
        Order::Reset(key) => {
            let reset = write(g, key, QueueReg::SwCtrl, RST_Q)?;
            (Vec::from([enable(machine, key, false)?, reset, enable(machine, key, true)?]), Vec::new())
        }
    };
    Ok(Plan { deeds, notes })
}

/// The number of descriptors for a copy: data descriptors of at most 64 KiB and one marker (`n-for-a-copy`).
///
/// # Errors
/// [`Denied`] for no bytes, or for more than one ring of the bell announces.
pub fn descriptors_for(bytes: u64) -> Result<u32, Denied> {
    if bytes == 0 {
        return Err(Denied { rule: "bytes-per-desc", why: "a copy of no bytes has no descriptor".to_string() });
    }
    let needed = bytes.div_ceil(u64::from(limit::N_FOR_A_COPY_DATA_BYTES));
    let needed = needed.saturating_add(u64::from(limit::N_FOR_A_COPY_MARKER_DESCRIPTORS));
    match u32::try_from(needed) {
        Ok(count) if count <= limit::N_FOR_A_COPY_MAX => Ok(count),
        _ => {
            let why = format!(
                "{bytes} bytes need {needed} descriptors, one ring of the bell announces {} at most",
                limit::N_FOR_A_COPY_MAX
            );
            Err(Denied { rule: "n-for-a-copy", why })
        }
    }
}

/// What is wrong with the base and the length of a ring.
pub fn check_ring(base: u64, length: u32) -> Result<(), Denied> {
    let no = |rule, why| Err(Denied { rule, why });
    if length < limit::RING_MIN_DESCRIPTORS {
        return no(
            "ring-min",
            format!("a ring of {length} is shorter than {} descriptors", limit::RING_MIN_DESCRIPTORS),
        );
    }
    if length > limit::RING_MAX_DESCRIPTORS {
        return no(
            "ring-max",
            format!("a ring of {length} is longer than {} descriptors", limit::RING_MAX_DESCRIPTORS),
        );
    }
    if !base.is_multiple_of(u64::from(limit::RING_ALIGN_BYTES)) {
        return no("ring-align", format!("the base {base:#x} is not {}-byte aligned", limit::RING_ALIGN_BYTES));
    }
    if !length.is_multiple_of(limit::RING_ALIGN_DESCRIPTORS) {
        let multiple = limit::RING_ALIGN_DESCRIPTORS;
        return no("ring-align", format!("a ring of {length} does not end on 256 bytes: no multiple of {multiple}"));
    }
    Ok(())
}

/// What is wrong with a count for a ring as it is now.
pub fn check_count(ring: &Ring, count: u32) -> Result<(), Denied> {
    let no = |rule, why| Err(Denied { rule, why });
    if count < limit::COUNT_CHECK_MIN {
        return no("count-check", "a count of 0 announces nothing".to_string());
    }
    if count > ring.length || count > COUNT_MASK {
        return no(
            "count-check",
            format!("a count of {count} is more than the {} descriptors of the ring", ring.length),
        );
    }
    if u64::from(count) > ring.room() {
        let gap = limit::AVAILABLE_GAP;
        let why = format!(
            "{} of {} descriptors are in use and {gap} stay free: there is room for {}, not for {count}; no doorbell",
            ring.outstanding,
            ring.length,
            ring.room()
        );
        return no("available", why);
    }
    Ok(())
}

fn write(g: Generation, key: RingKey, reg: QueueReg, value: u32) -> Result<Deed, Refused> {
    let missing = || denied("access-width", "this direction has no such register".to_string());
    let offset = reg.offset(key.direction).ok_or_else(missing)?;
    let what =
        Decoded::Queue { behind: Behind::Engine(key.engine), direction: key.direction, queue: key.queue, offset };
    Ok(Deed::Write { addr: fabric::encode(g, &what)?, value, reg })
}

/// The driver keeps the other bits of `cfg` in memory instead of reading them back.
fn enable(machine: &Machine, key: RingKey, on: bool) -> Result<Deed, Refused> {
    let kept = machine.ring(key).cfg & !ENABLES;
    write(machine.generation(), key, QueueReg::Cfg, if on { kept | ENABLES } else { kept })
}

fn setup(machine: &Machine, key: RingKey, base: u64, length: u32) -> Result<Vec<Deed>, Refused> {
    let g = machine.generation();
    fabric::engine_base(g, key.engine)?;
    fabric::check_queue(key.queue)?;
    check_ring(base, length)?;
    let mut deeds = Vec::from([
        enable(machine, key, false)?,
        write(g, key, QueueReg::SwCtrl, RST_Q)?,
        write(g, key, QueueReg::BaseLow, base as u32)?,
        write(g, key, QueueReg::BaseHigh, (base >> 32) as u32)?,
        write(g, key, QueueReg::Length, length)?,
        write(g, key, QueueReg::CompletionCfg, 0)?,
    ]);
    if key.direction == Direction::M2s {
        // Bit 2 clear: DMB descriptors pause the queue (`udma-public.m2s.0x74`).
        deeds.push(write(g, key, QueueReg::RateLimitMask, 0b011)?);
    }
    deeds.push(enable(machine, key, true)?);
    Ok(deeds)
}

fn ring(machine: &Machine, lines: Lines, count: u32) -> Result<Vec<Deed>, Refused> {
    // The address says whether the generation has these rings at all.
    fabric::doorbell(machine.generation(), lines.direction, lines.reach, lines.queue)?;
    for engine in engines(lines.reach) {
        let key = RingKey { engine, direction: lines.direction, queue: lines.queue };
        let on_engine = |d: Denied| Denied { why: format!("engine {engine}: {}", d.why), ..d };
        check_count(&machine.ring(key), count).map_err(on_engine)?;
    }
    Ok(Vec::from([Deed::Barrier, Deed::Doorbell { lines, count }]))
}

fn engines(reach: Reach) -> impl Iterator<Item = u16> {
    let (first, mask) = match reach {
        Reach::Engine(engine) => (engine, 1),
        Reach::Group { group, mask } => (u16::from(group) * fabric::GROUP_ENGINES, mask),
    };
    (0..fabric::GROUP_ENGINES).filter(move |n| mask >> n & 1 == 1).map(move |n| first + n)
}

fn copy(machine: &Machine, engine: u16, queue: u8, bytes: u64) -> Result<Vec<Deed>, Refused> {
    let count = descriptors_for(bytes)?;
    let mut deeds = Vec::new();
    // Receive buffers are posted before anything is sent (`order`).
    let both = [Direction::S2m, Direction::M2s];
    for direction in both {
        fabric::doorbell(machine.generation(), direction, Reach::Engine(engine), queue)?;
        let key = RingKey { engine, direction, queue };
        let on_side = |d: Denied| Denied { why: format!("{}: {}", direction.as_str(), d.why), ..d };
        check_count(&machine.ring(key), count).map_err(on_side)?;
        deeds.push(Deed::Marker { key, count });
    }
    deeds.push(Deed::Barrier);
    deeds.extend(
        both.map(|direction| Deed::Doorbell { lines: Lines { direction, queue, reach: Reach::Engine(engine) }, count }),
    );
    Ok(deeds)
}

/// Queues that others own (`reserved-queues`).
pub(super) fn reserved(g: Generation, key: RingKey) -> Vec<(FactId, String)> {
    let within = key.engine % fabric::GROUP_ENGINES;
    let (collectives, sequencer) = match fabric::family(g) {
        Ok(DmaFamily::V3) => (key.engine < 128, key.engine < 128 && matches!(within, 0..=4 | 7 | 8)),
        Ok(DmaFamily::Sunda) => (false, key.engine < 32 && within <= 10),
        Err(_) => (false, false),
    };
    let owner = match u32::from(key.queue) {
        limit::RESERVED_QUEUES_COLLECTIVES if collectives => "collectives",
        limit::RESERVED_QUEUES_SEQUENCER if sequencer => "the sequencer cores",
        _ => return Vec::new(),
    };
    let what = format!("queue {} of engine {} is kept for {owner}", key.queue, key.engine);
    Vec::from([("reserved-queues", what)])
}

fn broadcast(lines: Lines) -> Vec<(FactId, String)> {
    match lines.reach {
        Reach::Engine(_) => Vec::new(),
        Reach::Group { .. } => Vec::from([(
            "udma.broadcast",
            "the public driver rings engine by engine; a broadcast comes from the firmware on the chip".to_string(),
        )]),
    }
}
