//! The windowed register file: a call shifts the window by eight, so a callee's a2 is its caller's a10.

use core::hash::{Hash, Hasher};

/// Frames that can be open at once; the listing needs nine.
pub(super) const DEPTH_MAX: usize = 12;
/// Registers by which a call shifts the window.
const SHIFT: usize = 8;
/// Eights of registers: every window is two of them, and a call can begin two more.
const EIGHTS: usize = DEPTH_MAX + 2;
/// Of the first eight: a1 is the stack pointer. A gap leaves it alone, and nobody knows its value.
const STACK_POINTER: u8 = 1 << 1;

/// The registers a0 to a15 of every open window. A register is known or not; an unknown one never causes an effect.
#[derive(Clone, Debug)]
pub struct Registers {
    words: [[u32; SHIFT]; EIGHTS],
    /// One bit a register, so that a gap forgets a window with two stores. The word of an unknown register means nothing.
    known: [u8; EIGHTS],
    window: usize,
}

impl Registers {
    /// Nothing is known after a reset.
    pub fn new() -> Self {
        Self { words: [[0; SHIFT]; EIGHTS], known: [0; EIGHTS], window: 0 }
    }

    /// A register of the current window, 0 to 15.
    #[inline]
    pub fn get(&self, register: u8) -> Option<u32> {
        let (eight, place) = self.place(register);
        (self.known[eight] >> place & 1 == 1).then(|| self.words[eight][place])
    }

    /// Sets or forgets a register of the current window.
    #[inline]
    pub fn set(&mut self, register: u8, value: Option<u32>) {
        let (eight, place) = self.place(register);
        match value {
            Some(value) => {
                self.words[eight][place] = value;
                self.known[eight] |= 1 << place;
            }
            None => self.known[eight] &= !(1 << place),
        }
    }

    #[inline]
    fn place(&self, register: u8) -> (usize, usize) {
        (self.window + usize::from(register >> 3 & 1), usize::from(register & 7))
    }

    /// After unprinted bytes: everything but a1 is unknown.
    #[inline]
    pub fn forget_all(&mut self) {
        self.known[self.window] &= STACK_POINTER;
        self.forget_results();
    }

    /// After an opaque call: a8 to a15 are unknown.
    #[inline]
    pub fn forget_results(&mut self) {
        self.known[self.window + 1] = 0;
    }

    /// A call: the window shifts up, and the new a8 to a15 are unknown.
    #[inline]
    pub fn enter(&mut self) {
        self.window = (self.window + 1).min(EIGHTS - 2);
        self.forget_results();
    }

    /// A return: the window shifts down.
    #[inline]
    pub fn leave(&mut self) {
        self.window = self.window.saturating_sub(1);
    }

    /// Every register of every window.
    fn values(&self) -> impl Iterator<Item = Option<u32>> {
        let known = self.known.iter().flat_map(|eight| (0..SHIFT).map(move |place| eight >> place & 1 == 1));
        known.zip(self.words.as_flattened()).map(|(known, word)| known.then_some(*word))
    }
}

impl PartialEq for Registers {
    fn eq(&self, other: &Self) -> bool {
        self.window == other.window && self.values().eq(other.values())
    }
}

impl Eq for Registers {}

impl Hash for Registers {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.window.hash(state);
        self.values().for_each(|value| value.hash(state));
    }
}

impl Default for Registers {
    fn default() -> Self {
        Self::new()
    }
}
