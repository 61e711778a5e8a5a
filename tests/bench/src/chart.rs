//! The run-state machine as a sequence of events, for the core beside state-chart libraries.
//!
//! The sequence is the life of a core between two launches, and holds every transition of the fact sheet that a host can bring about and come
//! back from, once (T02, T03 twice: from IDLE and from HALTED), with a wait for the doorbell in each state that waits for one.
//! Every event of the core is a host action, the steps that the firmware makes until it has happened, or both.
//!
//! ```text
//! RUNNING ─ word ─ pause ─▶ PAUSED ─ 8 polls ─ doorbell, poll ─▶ RUNNING ─ halt ─▶ HALTED ─ 8 polls ─ doorbell, poll ─▶ RUNNING
//! RUNNING ─ drain ─▶ IDLE ─ 8 polls ─ doorbell, poll ─▶ RUNNING
//! ```

use crate::mix;
use seqbell_script::core::csr::Csr;
use seqbell_script::core::{Input, Item, Machine, RunState};
use seqbell_script::facts::routine::{Mem, row};

/// An event of the run-state machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Happening {
    /// A work item is queued, fetched and dispatched, and the core is at the head of its loop again (T04).
    Word,
    /// A sync item with bit 2 of its remote word set is queued and handled: the core pauses (T05).
    Pause,
    /// The same with the bit clear: the core halts (T06).
    Halt,
    /// The end of the program: the core stops running and reads the doorbell for the first time (T08).
    Drain,
    /// The host rings the start doorbell.
    Doorbell,
    /// The firmware polls the doorbell and hears nothing, or resumes (T09), or enters a run (T02, T03).
    Poll,
}

use Happening::{Doorbell, Drain, Halt, Pause, Poll, Word};

/// One cycle: it ends where it began, with a core that runs.
#[rustfmt::skip]
pub const CYCLE: [Happening; 34] = [
    Word,
    Pause, Poll, Poll, Poll, Poll, Poll, Poll, Poll, Poll, Doorbell, Poll,
    Halt, Poll, Poll, Poll, Poll, Poll, Poll, Poll, Poll, Doorbell, Poll,
    Drain, Poll, Poll, Poll, Poll, Poll, Poll, Poll, Poll, Doorbell, Poll,
];

/// More steps than any event takes.
const STEPS_MAX: u64 = 400;

/// The core, event by event.
#[derive(Clone, Debug)]
pub struct Core {
    machine: Machine,
    /// Steps of every event of the cycle. The machine is deterministic, so it is enough to find them once.
    steps: [u64; CYCLE.len()],
    at: usize,
}

impl Core {
    /// A core that runs, at the beginning of a cycle.
    pub fn new() -> Self {
        let mut core = Self { machine: mix::start().machine().clone(), steps: [0; CYCLE.len()], at: 0 };
        // The second cycle begins as every later one does.
        for _ in 0..2 {
            for (n, happening) in CYCLE.into_iter().enumerate() {
                core.steps[n] = core.find(happening);
            }
        }
        core
    }

    /// The machine.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Steps of a cycle.
    pub fn steps(&self) -> u64 {
        self.steps.iter().sum()
    }

    /// The next event of the cycle.
    pub fn next(&mut self) {
        self.act(CYCLE[self.at]);
        let mut left = self.steps[self.at];
        while left > 0 {
            // Nothing in the cycle stops the machine; a test makes sure.
            left = left.saturating_sub(self.machine.stride(left).0.max(1));
        }
        self.at = (self.at + 1) % CYCLE.len();
    }

    /// A whole cycle.
    pub fn cycle(&mut self) {
        (0..CYCLE.len()).for_each(|_| self.next());
    }

    fn act(&mut self, happening: Happening) {
        let item = |opcode, sync| Input::Queue(Item::Word { opcode, sync });
        let input = match happening {
            Happening::Word => item(mix::ORDINARY, 0),
            Happening::Pause => item(mix::SYNC, u32::from(mix::INDEX)),
            Happening::Halt => item(mix::SYNC, 0),
            Happening::Drain => Input::Queue(Item::Drain),
            Happening::Doorbell => Input::Write { csr: Csr::START_CTRL, value: 1 },
            Happening::Poll => return,
        };
        drop(self.machine.apply(input));
    }

    /// Lets an event happen step by step, and counts the steps.
    fn find(&mut self, happening: Happening) -> u64 {
        self.act(happening);
        let mut made = 0;
        while happening != Happening::Doorbell && made < STEPS_MAX {
            let Ok(event) = self.machine.step() else { break };
            made += 1;
            let id = event.row.map_or("", |id| row(id).id);
            let polled = id == "run-state.resume.s05" || id == "run-state.enter_run.s10";
            let state = self.machine.state();
            let done = match happening {
                Happening::Word => self.machine.queue().len() == 0 && self.machine.position().pc == mix::LOOP_HEAD,
                Happening::Drain => state == RunState::Idle,
                Happening::Pause => state == RunState::Paused,
                Happening::Halt => state == RunState::Halted,
                Happening::Doorbell => true,
                // A poll that hears something goes on until the core runs.
                Happening::Poll if self.machine.peek(Csr::START_CTRL).value() == Some(0) => {
                    polled || state == RunState::Running
                }
                Happening::Poll => false,
            };
            if done {
                break;
            }
        }
        made
    }

    /// What all charts must agree on at the end of a cycle: `run_state`, the flag, the doorbell.
    pub fn seen(&self) -> [u32; 3] {
        let csr = |csr| self.machine.peek(csr).value().unwrap_or(u32::MAX);
        [csr(Csr::RUN_STATE), self.machine.mem(Mem::RunningFlag).value().unwrap_or(u32::MAX), csr(Csr::START_CTRL)]
    }
}

impl Default for Core {
    fn default() -> Self {
        Self::new()
    }
}
