//! Events and semaphores of the TPBs, stored sparsely: 256 of each behind an aperture.
//!
//! Who waits for them is not known here.

use crate::event::Warning;
use crate::fabric::EventSlot;
use crate::table::Table;
use seqbell_facts::EVENT_WINDOWS;

/// What a window of the aperture does (`regaddr.evt-sem-window.*`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Window {
    Event,
    Read,
    Set,
    Increment,
    Decrement,
}

fn window(slot: EventSlot) -> Option<Window> {
    Some(match EVENT_WINDOWS.get(usize::from(slot.window))?.name {
        "event" => Window::Event,
        "semaphore_read" => Window::Read,
        "semaphore_set" => Window::Set,
        "semaphore_inc" => Window::Increment,
        "semaphore_dec" => Window::Decrement,
        _ => return None,
    })
}

/// The counts; a semaphore that nobody touched is 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Semaphores {
    events: Table<(u8, u8), bool>,
    counts: Table<(u8, u8), u32>,
}

impl Semaphores {
    /// The count of a semaphore of a TPB.
    pub fn count(&self, tpb: u8, index: u8) -> u32 {
        self.counts.get(&(tpb, index)).copied().unwrap_or(0)
    }

    /// Whether an event of a TPB is set.
    pub fn event(&self, tpb: u8, index: u8) -> bool {
        self.events.get(&(tpb, index)).copied().unwrap_or(false)
    }

    /// What a host reads in a slot; the write-only windows read as 0.
    pub fn read(&self, slot: EventSlot) -> Option<u32> {
        Some(match window(slot)? {
            Window::Event => u32::from(self.event(slot.tpb, slot.index)),
            Window::Read => self.count(slot.tpb, slot.index),
            Window::Set | Window::Increment | Window::Decrement => 0,
        })
    }

    /// A write to a slot. Counts have 32 bits and wrap; nobody says what the hardware does there.
    pub fn write(&mut self, slot: EventSlot, value: u32) -> Option<Warning> {
        let key = (slot.tpb, slot.index);
        let count = self.count(slot.tpb, slot.index);
        match window(slot) {
            Some(Window::Event) => drop(self.events.insert(key, value & 1 == 1)),
            Some(Window::Read) => return Some(Warning::ReadOnly),
            Some(Window::Set) => drop(self.counts.insert(key, value)),
            Some(Window::Increment) => drop(self.counts.insert(key, count.wrapping_add(value))),
            Some(Window::Decrement) => drop(self.counts.insert(key, count.wrapping_sub(value))),
            None => return Some(Warning::Hole),
        }
        None
    }

    /// Waits until the count is at least `target` and takes it off (`regaddr.resolver.add_semaphore_wait_ge_and_dec`);
    /// false, and nothing changes, while it would still wait.
    pub fn take(&mut self, tpb: u8, index: u8, target: u32) -> bool {
        let count = self.count(tpb, index);
        if count < target {
            return false;
        }
        self.counts.insert((tpb, index), count - target);
        true
    }
}
