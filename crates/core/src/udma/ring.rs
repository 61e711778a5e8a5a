//! One descriptor ring of one queue: every register of its bank that the model follows.
//!
//! Raw hardware: what was written happens. Whether a host should have written it is the driver layer's business.

use super::reg::QueueReg;
use crate::event::Warning;
use crate::fabric::Direction;

/// Length of a ring nobody set up, in descriptors (switch `channel_descriptor`, rule R14).
pub const SAMPLE_LENGTH: u32 = 64;
/// The count is 24 bits wide (`udma.value-rule`, register).
pub const COUNT_MASK: u32 = 0xff_ffff;
/// The word that a marker descriptor copies to the host (`marker`).
pub const MARKER: u32 = 0xabcd_ef01;
/// Bits 16 and 17 of `cfg`: a queue runs only with both (`udma-public.m2s.0x20`).
pub const ENABLES: u32 = 3 << 16;
/// `cfg` after reset, without the enables: the cache bits that the driver keeps (`udma-public.m2s.0x20`).
pub const CFG_RESET: u32 = 3 << 24;
/// `rst_q` of `q_sw_ctrl`.
pub const RST_Q: u32 = 1 << 8;
/// Base addresses have 64-byte granularity (`udma-public.m2s.0x28`).
const BASE_MASK: u32 = !0x3f;
/// `q_used` is 25 bits wide.
const USED_MASK: u64 = 0x1ff_ffff;

/// A pointer register: an offset in descriptors and a 2-bit ring id that steps once a wrap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pointer {
    /// Bits 23:0.
    pub at: u32,
    /// Bits 31:30.
    pub ring_id: u8,
}

impl Pointer {
    /// Offset 0, ring id 1 (`ring-id`).
    pub const START: Self = Self { at: 0, ring_id: 1 };

    /// The value a host reads.
    pub const fn value(self) -> u32 {
        (self.at & COUNT_MASK) | (self.ring_id as u32 & 3) << 30
    }

    /// Moved by `count`, modulo the length.
    #[must_use]
    pub fn advanced(self, count: u32, length: u32) -> Self {
        let sum = u64::from(self.at) + u64::from(count);
        let length = u64::from(length.max(1));
        let wraps = (sum / length) & 3;
        // Both fit: the remainder is below a u32 length, the wraps are two bits.
        Self { at: (sum % length) as u32, ring_id: (self.ring_id + wraps as u8) & 3 }
    }

    fn within(self, length: u32) -> Self {
        Self { at: self.at.checked_rem(length).unwrap_or(0), ..self }
    }
}

/// The state of one ring. Pointers are in descriptors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ring {
    /// Base address in bytes.
    pub base: u64,
    /// Length in descriptors.
    pub length: u32,
    /// Next descriptor the engine takes.
    pub head: u32,
    /// Next free slot.
    pub tail: u32,
    /// 2-bit ring id beside the head.
    pub head_id: u8,
    /// 2-bit ring id beside the tail.
    pub tail_id: u8,
    /// The descriptor in flight. Here a descriptor is done as soon as it is taken, so this follows the head.
    pub current: Pointer,
    /// Next completion entry, moved while completions are written.
    pub completed: Pointer,
    /// The data tail (M2S, not on Sunda).
    pub data_tail: Pointer,
    /// Completion ring base in bytes.
    pub completion_base: u64,
    /// `comp_cfg`: bit 0 says whether completions are written.
    pub completion_cfg: u32,
    /// `cfg`: bits 16 and 17 are the enables.
    pub cfg: u32,
    /// Descriptors armed and not yet taken.
    pub outstanding: u64,
    /// Descriptors taken since set-up or reset.
    pub taken: u64,
    /// More was armed than the ring holds; sticks until a queue reset or a new set-up.
    pub overrun: bool,
    /// The marker descriptor the host waits for: it is taken when `taken` reaches this number.
    pub marker: Option<u64>,
    /// Nobody set it up: length and base are those of the sample ring.
    pub sample: bool,
    prefetch: u32,
    rate_limit_mask: u32,
    qos: u32,
}

impl Ring {
    /// A ring that nobody set up (rule R14).
    pub fn sample(direction: Direction) -> Self {
        Self { sample: true, ..Self::new(direction, 0, SAMPLE_LENGTH) }
    }

    /// An empty, enabled ring.
    pub fn new(direction: Direction, base: u64, length: u32) -> Self {
        let (caches, completion_cfg) = match direction {
            Direction::M2s => (0, 0),
            // Header and data caches; completion write-back is on after reset (`udma-public.s2m.0x54`).
            Direction::S2m => (0x33, 0xf),
        };
        let start = Pointer::START;
        Self {
            base,
            length,
            head: start.at,
            tail: start.at,
            head_id: start.ring_id,
            tail_id: start.ring_id,
            current: start,
            completed: start,
            data_tail: start,
            completion_base: 0,
            completion_cfg,
            cfg: CFG_RESET | ENABLES | caches,
            outstanding: 0,
            taken: 0,
            overrun: false,
            marker: None,
            sample: false,
            prefetch: 0x80,
            rate_limit_mask: 0b111,
            qos: 0,
        }
    }

    /// Both enables are set.
    pub const fn enabled(&self) -> bool {
        self.cfg & ENABLES == ENABLES
    }

    /// Nothing more fits (bit 31 of `status`).
    pub fn full(&self) -> bool {
        self.outstanding >= u64::from(self.length)
    }

    /// Room that the driver's rule leaves: a gap of 16 descriptors stays (`available`).
    pub fn room(&self) -> u64 {
        u64::from(self.length).saturating_sub(self.outstanding + u64::from(seqbell_facts::limit::AVAILABLE_GAP))
    }

    /// The head as a register.
    pub const fn head_pointer(&self) -> Pointer {
        Pointer { at: self.head, ring_id: self.head_id }
    }

    /// The tail as a register.
    pub const fn tail_pointer(&self) -> Pointer {
        Pointer { at: self.tail, ring_id: self.tail_id }
    }

    /// What a host reads in a register; write-only ones read as 0, and nobody knows how packets are counted.
    pub fn read(&self, reg: QueueReg) -> Option<u32> {
        Some(match reg {
            QueueReg::PrefetchCfg => self.prefetch,
            QueueReg::Cfg => self.cfg,
            QueueReg::Status => self.status(),
            QueueReg::BaseLow => self.base as u32,
            QueueReg::BaseHigh => (self.base >> 32) as u32,
            QueueReg::Length => self.length & COUNT_MASK,
            QueueReg::Head => self.head_pointer().value(),
            QueueReg::Tail => self.tail_pointer().value(),
            QueueReg::Current => self.current.value(),
            QueueReg::CompletionBaseLow => self.completion_base as u32,
            QueueReg::CompletionBaseHigh => (self.completion_base >> 32) as u32,
            QueueReg::CompletionHead | QueueReg::CompletionHeadInternal => self.completed.value(),
            QueueReg::RateLimitMask => self.rate_limit_mask,
            QueueReg::CompletionCfg => self.completion_cfg,
            QueueReg::Qos => self.qos,
            QueueReg::DataTail => self.data_tail.value(),
            QueueReg::TailInc | QueueReg::SwCtrl | QueueReg::DataTailInc => 0,
            QueueReg::Packets => return None,
        })
    }

    /// `status`: `q_used` 24:0, prefetch 28, scheduler or receive 29, full 31.
    pub fn status(&self) -> u32 {
        let used = self.outstanding.min(USED_MASK) as u32;
        used | (self.cfg >> 16 & 3) << 28 | u32::from(self.full()) << 31
    }

    /// A write to a register of the bank.
    pub fn write(&mut self, direction: Direction, reg: QueueReg, value: u32) -> Option<Warning> {
        match reg {
            QueueReg::TailInc => return self.arm(value),
            QueueReg::DataTailInc => {
                self.data_tail = self.data_tail.advanced(value & COUNT_MASK, self.length);
                return Some(Warning::DataTail);
            }
            QueueReg::SwCtrl => return self.reset(direction, value),
            QueueReg::Tail => return Some(Warning::NotTheDoorbell),
            QueueReg::Status
            | QueueReg::Head
            | QueueReg::Current
            | QueueReg::CompletionHead
            | QueueReg::CompletionHeadInternal
            | QueueReg::Packets
            | QueueReg::DataTail => return Some(Warning::ReadOnly),
            QueueReg::PrefetchCfg => self.prefetch = value,
            QueueReg::Cfg => self.cfg = value,
            QueueReg::BaseLow => self.set_base(with_low(self.base, value)),
            QueueReg::BaseHigh => self.set_base(with_high(self.base, value)),
            QueueReg::Length => self.set_length(value & COUNT_MASK),
            QueueReg::CompletionBaseLow => self.completion_base = with_low(self.completion_base, value),
            QueueReg::CompletionBaseHigh => self.completion_base = with_high(self.completion_base, value),
            QueueReg::RateLimitMask => self.rate_limit_mask = value & 0xf,
            QueueReg::CompletionCfg => self.completion_cfg = value,
            QueueReg::Qos => self.qos = value & 0xff,
        }
        None
    }

    /// The doorbell: the tail moves by bits 23:0 of the value. A paused queue keeps it for later.
    fn arm(&mut self, value: u32) -> Option<Warning> {
        let count = value & COUNT_MASK;
        let tail = self.tail_pointer().advanced(count, self.length);
        (self.tail, self.tail_id) = (tail.at, tail.ring_id);
        self.outstanding += u64::from(count);
        let over = self.outstanding > u64::from(self.length);
        self.overrun |= over;
        if over {
            Some(Warning::Overrun)
        } else if value != count {
            Some(Warning::CountTruncated)
        } else if !self.enabled() {
            Some(Warning::NotEnabled)
        } else {
            None
        }
    }

    /// The engine takes at most `count` descriptors, if the queue is enabled; returns how many it took.
    pub fn consume(&mut self, count: u32) -> u64 {
        if !self.enabled() {
            return 0;
        }
        let taken = u64::from(count).min(self.outstanding);
        // `taken` is at most `count`, which is a u32.
        let step = u32::try_from(taken).unwrap_or(count);
        let head = self.head_pointer().advanced(step, self.length);
        (self.head, self.head_id) = (head.at, head.ring_id);
        self.current = head;
        if self.completion_cfg & 1 == 1 {
            self.completed = self.completed.advanced(step, self.length);
        }
        self.outstanding -= taken;
        self.taken += taken;
        taken
    }

    /// The host waits for the marker that the `count`-th descriptor from now on will copy.
    pub fn await_marker(&mut self, count: u32) {
        self.marker = Some(self.taken + self.outstanding + u64::from(count));
    }

    /// Whether the marker descriptor was taken; none where nobody waits.
    pub fn marker_copied(&self) -> Option<bool> {
        self.marker.map(|at| self.taken >= at)
    }

    fn set_base(&mut self, base: u64) {
        self.base = base;
        self.sample = false;
    }

    fn set_length(&mut self, length: u32) {
        self.length = length;
        self.sample = false;
        (self.tail, self.head) = (self.tail_pointer().within(length).at, self.head_pointer().within(length).at);
        self.current = self.current.within(length);
        self.completed = self.completed.within(length);
        self.data_tail = self.data_tail.within(length);
    }

    /// `q_sw_ctrl`: bit 1 tail, bit 2 head, bit 3 current, bit 4 data tail (M2S), bit 8 the whole queue.
    fn reset(&mut self, direction: Direction, value: u32) -> Option<Warning> {
        let start = Pointer::START;
        if value & RST_Q != 0 {
            (self.head, self.head_id) = (start.at, start.ring_id);
            (self.tail, self.tail_id) = (start.at, start.ring_id);
            (self.current, self.completed, self.data_tail) = (start, start, start);
            (self.outstanding, self.taken, self.overrun, self.marker) = (0, 0, false, None);
            return None;
        }
        if value & 1 << 1 != 0 {
            (self.tail, self.tail_id) = (start.at, start.ring_id);
        }
        if value & 1 << 2 != 0 {
            (self.head, self.head_id) = (start.at, start.ring_id);
        }
        if value & 1 << 3 != 0 {
            self.current = start;
        }
        if value & 1 << 4 != 0 && direction == Direction::M2s {
            self.data_tail = start;
        }
        if value & 0b110 != 0 {
            let (tail, head, length) = (u64::from(self.tail), u64::from(self.head), u64::from(self.length));
            self.outstanding = if tail >= head { tail - head } else { (tail + length).saturating_sub(head) };
        }
        None
    }
}

fn with_low(base: u64, value: u32) -> u64 {
    base & !0xffff_ffff | u64::from(value & BASE_MASK)
}

fn with_high(base: u64, value: u32) -> u64 {
    base & 0xffff_ffff | u64::from(value) << 32
}
