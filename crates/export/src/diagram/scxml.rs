//! The diagram as SCXML, the state-machine notation of the W3C. Events are named by kind and row, so that rows of one kind stay apart.

use super::{ANY, sites, states, transitions};
use crate::svg::escaped;
use seqbell_script::facts::Transition;

/// The run-state machine in SCXML. Rows that start in any state hang on a state around all others; what is no part of
/// SCXML (evidence, code addresses, parents) is in attributes of a namespace of their own.
pub fn scxml() -> String {
    let mut out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
        <scxml xmlns=\"http://www.w3.org/2005/07/scxml\" xmlns:bell=\"urn:seqbell:facts\" version=\"1.0\" datamodel=\"null\" \
        name=\"run_state\" initial=\"ANY\">\n"
        .to_owned();
    out += &format!("  <state id=\"{ANY}\" initial=\"RESET\">\n");
    arrows(&mut out, ANY, "    ");
    for state in states() {
        let mut extra = format!(" bell:evidence=\"{}\"", state.evidence);
        if let Some(code) = state.code {
            extra += &format!(" bell:run_state=\"{code:#x}\"");
        }
        if let Some(parent) = state.parent {
            extra += &format!(" bell:parent=\"{parent}\"");
        }
        out += &format!("    <state id=\"{}\"{extra}>\n", state.id);
        arrows(&mut out, state.id, "      ");
        out += "    </state>\n";
    }
    out + "  </state>\n</scxml>\n"
}

fn arrows(out: &mut String, from: &str, indent: &str) {
    for transition in transitions().filter(|t| t.from == from) {
        *out += &format!("{indent}{}\n", arrow(transition));
    }
}

fn arrow(transition: &Transition) -> String {
    format!(
        "<transition event=\"{}.{}\" target=\"{}\" bell:id=\"{}\" bell:evidence=\"{}\" bell:sites=\"{}\" bell:trigger=\"{}\"/>",
        transition.trigger_kind,
        transition.id,
        transition.to,
        transition.id,
        transition.evidence,
        sites(transition),
        escaped(transition.trigger),
    )
}
