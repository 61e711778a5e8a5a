//! The run state, as rule R6 defines it. It is stored, and flips at fixed steps; it is not the published `run_state`.

use core::fmt;

/// The true state of the core.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RunState {
    /// Never run since reset.
    Reset,
    /// Waiting for the start doorbell.
    Idle,
    /// The doorbell was seen.
    EnteringRun,
    /// Fetching and dispatching.
    Running,
    /// Stopped by the sync handler; no PC was saved.
    Paused,
    /// Stopped by the sync handler with a saved PC.
    Halted,
    /// Stopped by a fault; the core spins for ever.
    HaltedFatal,
    /// Stopped by a debug surprise.
    HaltedDebug,
}

impl RunState {
    /// Every state.
    pub const ALL: [RunState; 8] = [
        RunState::Reset,
        RunState::Idle,
        RunState::EnteringRun,
        RunState::Running,
        RunState::Paused,
        RunState::Halted,
        RunState::HaltedFatal,
        RunState::HaltedDebug,
    ];

    /// The fact sheet's name.
    pub const fn name(self) -> &'static str {
        match self {
            RunState::Reset => "RESET",
            RunState::Idle => "IDLE",
            RunState::EnteringRun => "ENTERING_RUN",
            RunState::Running => "RUNNING",
            RunState::Paused => "PAUSED",
            RunState::Halted => "HALTED",
            RunState::HaltedFatal => "HALTED_FATAL",
            RunState::HaltedDebug => "HALTED_DEBUG",
        }
    }

    /// One of the three halted states.
    pub const fn is_halted(self) -> bool {
        match self {
            RunState::Halted | RunState::HaltedFatal | RunState::HaltedDebug => true,
            RunState::Reset | RunState::Idle | RunState::EnteringRun | RunState::Running | RunState::Paused => false,
        }
    }

    /// Whether a condition that names `named` holds: HALTED matches all three halted states.
    pub fn matches(self, named: RunState) -> bool {
        self == named || (named == RunState::Halted && self.is_halted())
    }

    /// The state with this name; case does not matter.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|s| s.name().eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for RunState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
