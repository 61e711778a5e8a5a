//! When the state flips (rule R6): at fixed rows, never by what a host might guess.

use super::RunState;
use crate::{Machine, Word};
use seqbell_facts::routine::{Flip, Mem};

impl Machine {
    /// Lets the state flip, or what goes with it. `taken` is whether the row was a branch that was taken, `index` what the
    /// frame had read last before the row. Returns whether the state is another one now.
    pub(super) fn flip(&mut self, flip: Flip, taken: bool, index: Word) -> bool {
        let before = self.state;
        match flip {
            Flip::PollRead => self.fall_idle(),
            Flip::PollSeen => {
                if !taken {
                    self.state = RunState::EnteringRun;
                }
            }
            Flip::PauseAcked => self.pause_open = false,
            Flip::Published | Flip::Resumed => self.state = RunState::Running,
            Flip::PcRestored => self.restore_pc(),
            Flip::Paused => {
                self.state = RunState::Paused;
                self.pause_open = true;
            }
            Flip::ReasonStored => match self.mem(Mem::HaltReason).value() {
                Some(0) => self.halting = Some(RunState::Halted),
                Some(16) => self.halting = Some(RunState::HaltedFatal),
                Some(_) => self.state = RunState::HaltedDebug,
                None => {}
            },
            Flip::MarkerStored => {
                if let Some(state) = self.halting.take() {
                    self.state = state;
                }
            }
            Flip::DispatcherReturn => {
                // With nothing to do, `intr_info` is the last thing the dispatcher read, and it was 0.
                if index.value() == Some(0) {
                    self.fall_idle();
                }
            }
        }
        self.state != before
    }

    /// A halt and an open pause stay until a poll sees the doorbell.
    fn fall_idle(&mut self) {
        if !self.state.is_halted() && !self.pause_open {
            self.state = RunState::Idle;
        }
    }
}
