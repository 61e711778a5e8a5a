//! What a host makes of the value that it reads in `run_state`. It does not know the true state, which may differ.

use seqbell_core::Machine;
use seqbell_core::facts::{HALT_MARKER, MarkerDecoding, STATES};

/// The published `run_state` in words (switch `marker_decoding`); the true state may differ.
pub fn read_run_state(machine: &Machine) -> String {
    let Some(value) = machine.published().value() else { return "unknown".to_owned() };
    let number = if value < 10 { value.to_string() } else { format!("{value:#x}") };
    let state = STATES.iter().find(|s| s.code == Some(value) && s.parent.is_none());
    let meaning = match (state, machine.assumptions().marker_decoding()) {
        (Some(_), MarkerDecoding::Raw) if value == HALT_MARKER => "an address: the host sees the raw value".to_owned(),
        (Some(_), MarkerDecoding::Sentinel) if value == HALT_MARKER => "read as HALTED by a debugger".to_owned(),
        (Some(state), MarkerDecoding::Raw | MarkerDecoding::Sentinel) => format!("read as {}", state.id),
        (None, MarkerDecoding::Raw | MarkerDecoding::Sentinel) => "which no state publishes".to_owned(),
    };
    format!("{number}, {meaning}")
}
