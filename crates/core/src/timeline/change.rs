//! What an observer can see of a machine, kept as a list of changes while its history is made.

use super::Timeline;
use crate::csr::Csr;
use crate::event::{Detail, Event};
use crate::fabric::TAIL_INC;
use crate::seq::RunState;
use crate::udma::{COUNT_MASK, RingKey};
use crate::{Input, Machine, Word};
use seqbell_facts::routine::Mem;

/// Signals that are compared after every event.
pub(super) const SIGNALS: usize = 4;

/// A signal whose changes are kept.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Signal {
    /// The true state.
    State(RunState),
    /// The published `run_state`.
    RunState(Word),
    /// The start doorbell.
    StartCtrl(Word),
    /// The running flag.
    Flag(Word),
    /// The tail of a ring, after a doorbell or a set-up.
    Tail(RingKey, u32),
}

/// One change that an observer can see.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Change {
    /// The step after which the signal has the value.
    pub step: u64,
    /// The signal and its value.
    pub signal: Signal,
}

pub(super) fn signals(machine: &Machine) -> [Signal; SIGNALS] {
    [
        Signal::State(machine.state()),
        Signal::RunState(machine.published()),
        Signal::StartCtrl(machine.peek(Csr::START_CTRL)),
        Signal::Flag(machine.mem(Mem::RunningFlag)),
    ]
}

impl Timeline {
    /// Takes note of an event: in the digest, and of what it changed.
    pub(super) fn record(&mut self, event: &Event) {
        if let Some(digest) = &mut self.digest {
            digest.add(event);
        }
        self.note_changes();
        self.note_tails(event.detail);
    }

    pub(super) fn note_changes(&mut self) {
        let now = signals(&self.now);
        for (n, signal) in now.into_iter().enumerate() {
            // As many signals are seen as there are.
            if self.seen[n] != signal {
                self.seen[n] = signal;
                self.note(signal);
            }
        }
    }

    /// Tails move by doorbells and by set-ups alone, so they are looked at then and at no other time.
    fn note_tails(&mut self, detail: Detail) {
        match detail {
            Detail::Landed(landing) => {
                let moved = landing.heard.filter(|h| h.offset == TAIL_INC && landing.value & COUNT_MASK != 0);
                let Some(heard) = moved else { return };
                for engine in heard.engines() {
                    self.note_tail(RingKey { engine, direction: heard.direction, queue: heard.queue });
                }
            }
            Detail::Host(Input::Setup { direction, engine, queue, .. }) => {
                self.note_tail(RingKey { engine, direction, queue });
            }
            Detail::None
            | Detail::Read(..)
            | Detail::Write(..)
            | Detail::Nowhere(..)
            | Detail::Log(..)
            | Detail::Decided(_)
            | Detail::Register(..)
            | Detail::Fetched { .. }
            | Detail::Opcode(_)
            | Detail::Called(..)
            | Detail::Bytes(_)
            | Detail::Host(_)
            | Detail::HostRead(..) => {}
        }
    }

    fn note_tail(&mut self, key: RingKey) {
        self.note(Signal::Tail(key, self.now.ring(key).tail));
    }

    /// In a past that is gone through again the same change is on the list already.
    fn note(&mut self, signal: Signal) {
        if self.noted == self.changes.len() {
            self.changes.push(Change { step: self.now.steps(), signal });
        }
        self.noted += 1;
    }
}
