//! The windowed register file: a call shifts the window by eight, so a callee's a2 is its caller's a10.

/// Frames that can be open at once; the listing needs nine.
pub(super) const DEPTH_MAX: usize = 12;
const WORDS: usize = 8 * (DEPTH_MAX + 2);
/// a1 is the stack pointer: a gap leaves it alone, and nobody knows its value.
const STACK_POINTER: usize = 1;

/// The registers a0 to a15 of every open window. A register is known or not; an unknown one never causes an effect.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Registers {
    words: [u32; WORDS],
    known: [bool; WORDS],
    base: usize,
}

impl Registers {
    /// Nothing is known after a reset.
    pub fn new() -> Self {
        Self { words: [0; WORDS], known: [false; WORDS], base: 0 }
    }

    /// A register of the current window, 0 to 15.
    #[inline]
    pub fn get(&self, register: u8) -> Option<u32> {
        let index = self.base + usize::from(register & 15);
        self.known[index].then(|| self.words[index])
    }

    /// Sets or forgets a register of the current window.
    #[inline]
    pub fn set(&mut self, register: u8, value: Option<u32>) {
        let index = self.base + usize::from(register & 15);
        // An unknown register holds 0, so that equal machines are equal.
        self.words[index] = value.unwrap_or(0);
        self.known[index] = value.is_some();
    }

    /// After unprinted bytes: everything but a1 is unknown.
    #[inline]
    pub fn forget_all(&mut self) {
        self.forget(0, STACK_POINTER);
        self.forget(STACK_POINTER + 1, 16);
    }

    /// After an opaque call: a8 to a15 are unknown.
    pub fn forget_results(&mut self) {
        self.forget(8, 16);
    }

    #[inline]
    fn forget(&mut self, from: usize, to: usize) {
        let (from, to) = (self.base + from, self.base + to);
        self.known[from..to].fill(false);
        self.words[from..to].fill(0);
    }

    /// A call: the window shifts up, and the new a8 to a15 are unknown.
    pub fn enter(&mut self) {
        self.base = (self.base + 8).min(WORDS - 16);
        self.forget_results();
    }

    /// A return: the window shifts down.
    pub fn leave(&mut self) {
        self.base = self.base.saturating_sub(8);
    }
}

impl Default for Registers {
    fn default() -> Self {
        Self::new()
    }
}
