//! The run-state diagram, drawn from the rows of the transition table. It knows no machine but the one it may mark.

mod dot;
mod mermaid;
mod scxml;
mod svg;

pub use dot::dot;
pub use mermaid::mermaid;
pub use scxml::scxml;
pub use svg::{state_figure_svg, state_svg};

use seqbell_script::facts::{STATES, StateFact, TRANSITIONS, Transition};

/// What a transition row says for "from any state".
const ANY: &str = "ANY";

/// The code addresses that show a transition.
fn sites(transition: &Transition) -> String {
    transition.sites.iter().map(|site| format!("{site:#x}")).collect::<Vec<_>>().join(", ")
}

/// What the host reads in `run_state`, and what the flag holds.
fn holds(state: &StateFact) -> String {
    let code = state
        .code
        .map_or("unchanged".to_owned(), |code| if code < 10 { code.to_string() } else { format!("{code:#x}") });
    let flag = state.running_flag.map_or("changing".to_owned(), |flag| flag.to_string());
    format!("run_state {code}, flag {flag}")
}

/// The states, in the order of the facts.
fn states() -> impl Iterator<Item = &'static StateFact> {
    STATES.iter()
}

/// The rows, in the order of the facts.
fn transitions() -> impl Iterator<Item = &'static Transition> {
    TRANSITIONS.iter()
}
