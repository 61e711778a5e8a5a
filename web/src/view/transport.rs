//! Position in time, and the ways to move in it.

use super::state::State;
use super::{Offer, Text};

/// A stretch of steps in one state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The state.
    pub state: State,
    /// First step.
    pub from: u64,
    /// Step after the last.
    pub to: u64,
}

/// A host action on the ribbon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Step at which it happened.
    pub step: u64,
    /// The command.
    pub command: Text,
}

/// The transport.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransportView {
    /// Present step.
    pub step: u64,
    /// Last known step: beyond the present one after going back.
    pub last: u64,
    /// Whether the clock runs.
    pub playing: bool,
    /// Speed, as an index of the store's table.
    pub speed: u8,
    /// Present state, for the small transport.
    pub state: State,
    /// One micro-step back.
    pub back: Offer,
    /// One micro-step.
    pub step_offer: Offer,
    /// One step, calls included.
    pub over: Offer,
    /// To the end of the routine.
    pub out: Offer,
    /// To the next change of state.
    pub until: Offer,
    /// From the start.
    pub reset: Offer,
    /// The past by state.
    pub spans: Vec<Span>,
    /// Host actions.
    pub marks: Vec<Mark>,
}
