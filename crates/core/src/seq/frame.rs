//! Call frames: what a routine keeps on its stack, and what the listing declares about it.

use super::regs::DEPTH_MAX;
use crate::Word;
use core::hash::{Hash, Hasher};
use seqbell_facts::routine::{Routine, RowId, routine_of, row};

/// Stack slots that the listing names lie between 8 and 40 bytes above a1.
const SLOTS: usize = 9;

/// One open routine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Frame {
    /// The first row of the callee.
    pub entered: RowId,
    /// The row to continue with after the return.
    pub back: RowId,
    /// What the frame read last.
    pub last: Word,
    /// The declared argument.
    pub arg: Word,
    /// What an assertion prints.
    pub text: &'static str,
    slots: [Word; SLOTS],
}

impl Frame {
    /// A fresh frame.
    pub const fn new(entered: RowId, back: RowId, arg: Word, text: &'static str) -> Self {
        Self { entered, back, last: Word::unknown(), arg, text, slots: [Word::unknown(); SLOTS] }
    }

    /// The routine of this frame.
    pub fn routine(&self) -> &'static Routine {
        routine_of(row(self.entered))
    }

    /// A stack slot, by its offset from a1.
    #[inline]
    pub fn slot(&self, offset: u8) -> Word {
        self.slots.get(index(offset)).copied().unwrap_or(Word::unknown())
    }

    /// Stores a stack slot.
    #[inline]
    pub fn set_slot(&mut self, offset: u8, word: Word) {
        if let Some(slot) = self.slots.get_mut(index(offset)) {
            *slot = word;
        }
    }
}

#[inline]
fn index(offset: u8) -> usize {
    (usize::from(offset) / 4).wrapping_sub(2)
}

/// Room for frames: a power of two, so that no place needs a check.
const ROOM: usize = DEPTH_MAX.next_power_of_two();

/// The open frames, outermost first. There is always one: the boot chain.
#[derive(Clone, Debug)]
pub struct Frames {
    /// What lies above `depth` is left over from closed frames and means nothing.
    frames: [Frame; ROOM],
    depth: usize,
}

const EMPTY: Frame = Frame::new(0, 0, Word::unknown(), "");

impl Frames {
    /// Only the boot chain is open.
    pub const fn new() -> Self {
        Self { frames: [EMPTY; ROOM], depth: 0 }
    }

    /// How many calls are open.
    pub const fn depth(&self) -> usize {
        self.depth
    }

    /// The innermost frame.
    #[inline]
    pub const fn top(&self) -> &Frame {
        &self.frames[self.depth % ROOM]
    }

    /// The innermost frame, to change.
    #[inline]
    pub const fn top_mut(&mut self) -> &mut Frame {
        &mut self.frames[self.depth % ROOM]
    }

    /// Every open frame, outermost first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Frame> {
        self.frames[..=self.depth].iter()
    }

    /// Opens a frame; false if no more can be open.
    #[inline]
    pub fn push(&mut self, frame: Frame) -> bool {
        let room = self.depth + 1 < DEPTH_MAX;
        if room {
            self.depth += 1;
            *self.top_mut() = frame;
        }
        room
    }

    /// Closes the innermost frame, and says where its caller goes on; none at the outermost.
    #[inline]
    pub fn pop(&mut self) -> Option<RowId> {
        let below = self.depth.checked_sub(1)?;
        let back = self.top().back;
        self.depth = below;
        Some(back)
    }
}

impl PartialEq for Frames {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Frames {}

impl Hash for Frames {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.frames[..=self.depth].hash(state);
    }
}

impl Default for Frames {
    fn default() -> Self {
        Self::new()
    }
}
