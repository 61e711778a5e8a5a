//! The lamp of a state: its own silhouette in its own colour, for lists and readouts.

use yew::prelude::*;

use crate::view::RunState;
use crate::view::state::key;

/// The lamp. The name of the state stands beside it.
pub fn lamp(of: RunState) -> Html {
    let d = match of {
        RunState::Reset => "M6 1v4M3.2 2.8a4.4 4.4 0 1 0 5.6 0",
        RunState::Idle => "M6 1a5 5 0 1 0 0 10A5 5 0 1 0 6 1z",
        RunState::EnteringRun => "M1 1h3l4 5-4 5H1l4-5zM6 1h2l4 5-4 5H6l4-5z",
        RunState::Running => "M1.5 .5L11.5 6l-10 5.500z",
        RunState::Paused => "M1.5 1h3v10h-3zM7.5 1h3v10h-3z",
        RunState::Halted | RunState::HaltedFatal | RunState::HaltedDebug => {
            "M3.7 .5h4.600L11.5 3.700v4.600L8.3 11.500H3.700L.5 8.300V3.700z"
        }
    };
    html! {
        <svg class="lamp" data-state={key(of)} viewBox="0 0 12 12" width="12" height="12" aria-hidden="true"><path {d} /></svg>
    }
}
