//! The windowed registers of the hand-written loop: a call shifts the window by eight.

const WINDOWS: usize = 14;

/// The registers of every open window, each with a bit that says whether it is known.
#[derive(Clone, Debug)]
pub(super) struct Window {
    words: [u32; 8 * WINDOWS],
    known: [u8; WINDOWS],
    at: usize,
}

impl Window {
    /// With so many calls open, and nothing known.
    pub(super) const fn new(at: usize) -> Self {
        Self { words: [0; 8 * WINDOWS], known: [0; WINDOWS], at }
    }

    pub(super) fn get(&self, register: u8) -> Option<u32> {
        let index = 8 * self.at + usize::from(register);
        (self.known[index / 8] >> (index % 8) & 1 == 1).then(|| self.words[index])
    }

    pub(super) fn set(&mut self, register: u8, value: u32) {
        let index = 8 * self.at + usize::from(register);
        self.words[index] = value;
        self.known[index / 8] |= 1 << (index % 8);
    }

    pub(super) fn put(&mut self, register: u8, value: Option<u32>) {
        match value {
            Some(value) => self.set(register, value),
            None => self.known[self.at + usize::from(register / 8)] &= !(1 << (register % 8)),
        }
    }

    pub(super) fn map(&mut self, register: u8, f: impl FnOnce(u32) -> u32) {
        self.put(register, self.get(register).map(f));
    }

    pub(super) fn forget_all(&mut self) {
        self.known[self.at] &= 1 << 1;
        self.known[self.at + 1] = 0;
    }

    pub(super) fn forget_results(&mut self) {
        self.known[self.at + 1] = 0;
    }

    pub(super) fn enter(&mut self) {
        self.at += 1;
        self.forget_results();
    }

    pub(super) fn leave(&mut self) {
        self.at -= 1;
    }
}
