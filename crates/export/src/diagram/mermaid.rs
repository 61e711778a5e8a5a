//! The diagram for Mermaid, which many documentation systems draw.

use super::{ANY, holds, states, transitions};

/// The run-state diagram in Mermaid.
pub fn mermaid() -> String {
    let mut out =
        "stateDiagram-v2\n    %% Each arrow is a row of the transition table, with its evidence.\n".to_owned();
    out += &format!("    state \"any state\" as {ANY}\n    [*] --> RESET\n");
    for transition in transitions() {
        let (from, to, id) = (transition.from, transition.to, transition.id);
        out += &format!("    {from} --> {to} : {id} {} ({})\n", plain(transition.trigger), transition.evidence);
    }
    for state in states() {
        out +=
            &format!("    note right of {}\n        {} ({})\n    end note\n", state.id, holds(state), state.evidence);
    }
    out
}

/// Text without the characters that end a label.
fn plain(text: &str) -> String {
    text.replace([':', ';', '#'], " ")
}
