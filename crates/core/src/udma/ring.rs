//! One descriptor ring of one queue: the registers that move its pointers.

use crate::event::Warning;
use crate::fabric::{Direction, TAIL_INC};

/// Length of a ring nobody set up, in descriptors (switch `channel_descriptor`, rule R14).
pub const SAMPLE_LENGTH: u32 = 64;
/// The count is 24 bits wide (`udma.value-rule`, register).
pub const COUNT_MASK: u32 = 0xff_ffff;
/// Ring ids have 2 bits and start at 1.
const FIRST_RING_ID: u8 = 1;

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
    /// Descriptors armed and not yet taken.
    pub outstanding: u64,
    /// More was armed than the ring holds; sticks until a queue reset or a new set-up.
    pub overrun: bool,
    /// Prefetch and scheduling are enabled.
    pub enabled: bool,
    /// Nobody set it up: length and base are those of the sample ring.
    pub sample: bool,
}

impl Default for Ring {
    fn default() -> Self {
        Self { sample: true, ..Self::new(0, SAMPLE_LENGTH) }
    }
}

impl Ring {
    /// An empty, enabled ring.
    pub fn new(base: u64, length: u32) -> Self {
        Self {
            base,
            length,
            head: 0,
            tail: 0,
            head_id: FIRST_RING_ID,
            tail_id: FIRST_RING_ID,
            outstanding: 0,
            overrun: false,
            enabled: true,
            sample: false,
        }
    }

    /// The value of a pointer register: offset in bits 23:0, ring id in bits 31:30.
    pub const fn pointer(offset: u32, ring_id: u8) -> u32 {
        (offset & COUNT_MASK) | (ring_id as u32 & 3) << 30
    }

    /// A write to a register of the queue bank. Offsets as in `udma-public`.
    pub fn write(&mut self, direction: Direction, offset: u16, value: u32) -> Option<Warning> {
        let reset_at = match direction {
            Direction::M2s => 0xb0,
            Direction::S2m => 0x64,
        };
        match offset {
            TAIL_INC => self.arm(value),
            0x20 => self.configure(value),
            0x28 => self.set_base(self.base & !0xffff_ffff | u64::from(value & !0x3f)),
            0x2c => self.set_base(self.base & 0xffff_ffff | u64::from(value) << 32),
            0x30 => self.set_length(value & COUNT_MASK),
            0x3c => Some(Warning::NotTheDoorbell),
            0x24 | 0x34 | 0x40 | 0x4c | 0x50 => Some(Warning::ReadOnly),
            _ if offset == reset_at => self.reset(value),
            _ => Some(Warning::NotModelled),
        }
    }

    /// The doorbell: the tail moves by bits 23:0 of the value, wrapping; the ring id steps once a wrap.
    fn arm(&mut self, value: u32) -> Option<Warning> {
        if !self.enabled {
            return Some(Warning::NotEnabled);
        }
        let count = value & COUNT_MASK;
        (self.tail, self.tail_id) = advance(self.tail, self.tail_id, count, self.length);
        self.outstanding += u64::from(count);
        let over = self.outstanding > u64::from(self.length);
        self.overrun |= over;
        match (over, value == count) {
            (true, _) => Some(Warning::Overrun),
            (false, false) => Some(Warning::CountTruncated),
            (false, true) => None,
        }
    }

    /// The engine takes at most `count` descriptors; returns how many it took.
    pub fn consume(&mut self, count: u32) -> u64 {
        let taken = u64::from(count).min(self.outstanding);
        // `taken` is at most `count`, which is a u32.
        (self.head, self.head_id) =
            advance(self.head, self.head_id, u32::try_from(taken).unwrap_or(count), self.length);
        self.outstanding -= taken;
        taken
    }

    /// Enables: bit 16 prefetch, bit 17 scheduling or streaming; the queue runs only with both.
    fn configure(&mut self, value: u32) -> Option<Warning> {
        self.enabled = value >> 16 & 3 == 3;
        None
    }

    fn set_base(&mut self, base: u64) -> Option<Warning> {
        self.base = base;
        self.sample = false;
        None
    }

    fn set_length(&mut self, length: u32) -> Option<Warning> {
        self.length = length;
        self.sample = false;
        self.tail = self.tail.checked_rem(length).unwrap_or(0);
        self.head = self.head.checked_rem(length).unwrap_or(0);
        None
    }

    /// `q_sw_ctrl`: bit 1 tail, bit 2 head, bit 8 the whole queue.
    fn reset(&mut self, value: u32) -> Option<Warning> {
        if value >> 8 & 1 == 1 {
            *self = Self { enabled: self.enabled, sample: self.sample, ..Self::new(self.base, self.length) };
            return None;
        }
        if value >> 1 & 1 == 1 {
            (self.tail, self.tail_id) = (0, FIRST_RING_ID);
        }
        if value >> 2 & 1 == 1 {
            (self.head, self.head_id) = (0, FIRST_RING_ID);
        }
        if value & 0b110 != 0 {
            let (tail, head, length) = (u64::from(self.tail), u64::from(self.head), u64::from(self.length));
            self.outstanding = if tail >= head { tail - head } else { tail + length - head };
        }
        None
    }
}

/// Moves a pointer by `count`, modulo the length; each wrap steps the 2-bit ring id.
fn advance(pointer: u32, ring_id: u8, count: u32, length: u32) -> (u32, u8) {
    let sum = u64::from(pointer) + u64::from(count);
    let length = u64::from(length.max(1));
    let wraps = (sum / length) & 3;
    // Both fit: the remainder is below a u32 length, the wraps are two bits.
    ((sum % length) as u32, (ring_id + wraps as u8) & 3)
}
