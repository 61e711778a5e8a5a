//! The state panel: true state beside published state, the diagram's edges, and the same in words.

use super::{Evidence, Text};

/// A run state of the sequencer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Never run since reset.
    Reset,
    /// `enter_run` polls `start_ctrl`.
    Idle,
    /// The doorbell was seen; acknowledge, flag, publish.
    EnteringRun,
    /// Fetch, decode and dispatch.
    Running,
    /// Stopped by the sync handler; no resume PC was saved.
    Paused,
    /// Stopped with a saved PC.
    Halted,
    /// Stopped by the fatal path; spins for ever.
    HaltedFatal,
    /// Stopped by a debug surprise.
    HaltedDebug,
}

impl State {
    /// The states that have a place of their own in the diagram.
    pub const DRAWN: [Self; 6] =
        [Self::Reset, Self::Idle, Self::EnteringRun, Self::Running, Self::Paused, Self::Halted];

    /// The name in traces.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reset => "RESET",
            Self::Idle => "IDLE",
            Self::EnteringRun => "ENTERING_RUN",
            Self::Running => "RUNNING",
            Self::Paused => "PAUSED",
            Self::Halted => "HALTED",
            Self::HaltedFatal => "HALTED_FATAL",
            Self::HaltedDebug => "HALTED_DEBUG",
        }
    }

    /// The state that stands for this one in the diagram.
    pub fn family(self) -> Self {
        match self {
            Self::Halted | Self::HaltedFatal | Self::HaltedDebug => Self::Halted,
            Self::Reset | Self::Idle | Self::EnteringRun | Self::Running | Self::Paused => self,
        }
    }

    /// The value of `data-state`, by which a stylesheet finds the colour.
    pub fn key(self) -> &'static str {
        match self.family() {
            Self::Reset => "reset",
            Self::Idle => "idle",
            Self::EnteringRun => "entering_run",
            Self::Running => "running",
            Self::Paused => "paused",
            Self::Halted | Self::HaltedFatal | Self::HaltedDebug => "halted",
        }
    }
}

/// An edge of the diagram, named by its row of the transition table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// RESET to IDLE: the boot chain.
    T01,
    /// IDLE to ENTERING_RUN: `start_ctrl` is not 0.
    T02,
    /// ENTERING_RUN to RUNNING: `run_state` takes 1.
    T03,
    /// RUNNING to itself: the next word.
    T04,
    /// RUNNING to PAUSED: bit 2 of the remote word is 1.
    T05,
    /// RUNNING to HALTED: bit 2 is 0.
    T06,
    /// RUNNING to HALTED: a fault, or a debug surprise.
    T07,
    /// RUNNING to IDLE: end of the program.
    T08,
    /// PAUSED to RUNNING: the second doorbell.
    T09,
    /// HALTED to RUNNING: a doorbell after a sync or debug halt.
    X10,
}

impl Edge {
    /// All edges, in drawing order.
    pub const ALL: [Self; 10] = [
        Self::T01, Self::T02, Self::T03, Self::T08, Self::T04, Self::T05, Self::T06, Self::T07, Self::T09, Self::X10,
    ];

    /// Where it starts and where it ends.
    pub fn ends(self) -> (State, State) {
        match self {
            Self::T01 => (State::Reset, State::Idle),
            Self::T02 => (State::Idle, State::EnteringRun),
            Self::T03 => (State::EnteringRun, State::Running),
            Self::T04 => (State::Running, State::Running),
            Self::T05 => (State::Running, State::Paused),
            Self::T06 | Self::T07 => (State::Running, State::Halted),
            Self::T08 => (State::Running, State::Idle),
            Self::T09 => (State::Paused, State::Running),
            Self::X10 => (State::Halted, State::Running),
        }
    }
}

/// How an edge stands at this moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeStatus {
    /// The machine came along it into the present state.
    Taken,
    /// Its guard holds: it is the way the machine will go.
    Next,
    /// It leaves the present state, and something outside decides.
    Open,
    /// It leaves the present state and its guard fails, or it leaves another state.
    Shut,
}

/// One way out of the present state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WayOut {
    /// Row of the transition table.
    pub id: Text,
    /// What it takes.
    pub trigger: Text,
    /// Where it leads.
    pub to: State,
    /// Whether it is the next, open or shut.
    pub status: EdgeStatus,
    /// Evidence of the row.
    pub evidence: Evidence,
}

/// What the host reads, beside the true state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Published {
    /// The value of `run_state`, in the form the page prints.
    pub value: Text,
    /// What that value says, or "marker", or "nothing stored".
    pub says: Text,
    /// Whether it says what is true.
    pub agrees: bool,
}

/// The state panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateView {
    /// Micro-steps since reset.
    pub step: u64,
    /// The true state.
    pub truth: State,
    /// What `run_state` says to a host.
    pub published: Published,
    /// The running flag.
    pub flag: Text,
    /// The edge along which the machine came, or will go, and all others.
    pub edges: Vec<(Edge, EdgeStatus)>,
    /// Prose; `code` stands in backticks.
    pub next: Text,
    /// Prose: from the state back to a host action.
    pub why: Text,
    /// Ways out of the present state.
    pub ways_out: Vec<WayOut>,
    /// The picture in a sentence.
    pub summary: Text,
}

impl StateView {
    /// How `edge` stands.
    pub fn edge(&self, edge: Edge) -> EdgeStatus {
        self.edges.iter().find(|(e, _)| *e == edge).map_or(EdgeStatus::Shut, |(_, status)| *status)
    }

    /// Whether the machine is about to go to `state`.
    pub fn is_next(&self, state: State) -> bool {
        self.edges.iter().any(|(edge, status)| {
            *status == EdgeStatus::Next && edge.ends().1 == state && state != self.truth.family()
        })
    }
}
