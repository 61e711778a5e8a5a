//! The run-state machine as a `statig` state chart, beside the core for information: it knows the transitions of the fact
//! sheet and the words they store, and executes no firmware.
#![allow(missing_docs, reason = "the macro writes a type of its own")]

use crate::chart::Happening;
use statig::prelude::*;

/// Where the marker of a halt points (`run-state.entering_halt`).
const MARKER: u32 = 0x0008_5644;

/// The words that the transitions store.
#[derive(Default)]
pub struct Words {
    /// `nx.start_ctrl`
    pub start_ctrl: u32,
    /// `nx.run_state`
    pub run_state: u32,
    /// The running flag.
    pub flag: u32,
    reason: u32,
    seeded: u64,
    work_pc: u64,
}

#[state_machine(initial = "State::running()", state(derive(Debug, PartialEq, Eq)))]
impl Words {
    #[state(superstate = "listening")]
    fn running(&mut self, event: &Happening) -> Outcome<State> {
        match event {
            Happening::Pause => {
                self.flag = 0;
                self.run_state = 2;
                Transition(State::paused())
            }
            Happening::Halt => {
                self.seeded = self.work_pc;
                self.flag = 0;
                self.reason = 0;
                self.run_state = MARKER;
                Transition(State::halted())
            }
            Happening::Word => {
                self.work_pc += 64;
                Handled
            }
            Happening::Drain => {
                self.flag = 0;
                Transition(State::idle())
            }
            Happening::Poll => Handled,
            Happening::Doorbell => Super,
        }
    }

    #[state(superstate = "listening")]
    fn paused(&mut self, event: &Happening) -> Outcome<State> {
        match event {
            Happening::Poll if self.start_ctrl != 0 => {
                self.start_ctrl = 0;
                self.flag = 1;
                Transition(State::running())
            }
            Happening::Poll | Happening::Word | Happening::Pause | Happening::Halt | Happening::Drain => Handled,
            Happening::Doorbell => Super,
        }
    }

    #[state(superstate = "listening")]
    fn halted(&mut self, event: &Happening) -> Outcome<State> {
        match event {
            Happening::Poll if self.start_ctrl != 0 => {
                self.enter_run();
                Transition(State::running())
            }
            Happening::Poll | Happening::Word | Happening::Pause | Happening::Halt | Happening::Drain => Handled,
            Happening::Doorbell => Super,
        }
    }

    #[state(superstate = "listening")]
    fn idle(&mut self, event: &Happening) -> Outcome<State> {
        match event {
            Happening::Poll if self.start_ctrl != 0 => {
                self.enter_run();
                Transition(State::running())
            }
            Happening::Poll | Happening::Word | Happening::Pause | Happening::Halt | Happening::Drain => Handled,
            Happening::Doorbell => Super,
        }
    }

    /// The host can ring at any time.
    #[superstate]
    fn listening(&mut self, event: &Happening) -> Outcome<State> {
        if *event == Happening::Doorbell {
            self.start_ctrl = 1;
        }
        Handled
    }
}

impl Words {
    /// What the entry of a run stores (T03).
    fn enter_run(&mut self) {
        self.start_ctrl = 0;
        self.flag = 1;
        self.run_state = 1;
        self.work_pc = self.seeded;
    }
}

/// A chart that runs.
pub fn chart() -> StateMachine<Words> {
    Words { run_state: 1, flag: 1, ..Words::default() }.state_machine()
}
