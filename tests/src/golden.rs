//! A trace as compact text: one line an event, repetitions folded, the end state and the digest below.

use crate::fold::{self, Line};
use crate::{Moment, SCENARIOS, Scenario, Trace, run};
use seqbell_script::ScriptError;
use seqbell_script::core::Event;
use seqbell_script::core::event::EventKind;
use seqbell_script::describe;

/// The scenarios whose steps the other traces refer to; each of them only to those before it.
const REFERENCES: [&str; 4] = ["boot-to-running", "pause-and-resume", "halt-and-restart", "fatal-halt"];

/// The golden text of a scenario's trace.
///
/// # Errors
/// As [`run`], for a reference scenario.
pub fn golden(scenario: &Scenario, trace: &Trace) -> Result<String, ScriptError> {
    let mut known = Vec::new();
    for name in REFERENCES.into_iter().take_while(|name| *name != scenario.name) {
        for reference in SCENARIOS.iter().filter(|s| s.name == name) {
            known.push((name, lines(&run(reference.text)?)));
        }
    }
    Ok(fold::fold(&lines(trace), &known) + &end(trace) + "\n")
}

fn end(trace: &Trace) -> String {
    let machine = trace.session.machine();
    let (state, published, steps) = (machine.state(), machine.published(), machine.steps());
    format!("end {state} run_state {published} steps {steps} digest {:#018x}", trace.digest())
}

fn lines(trace: &Trace) -> Vec<Line> {
    trace.moments.iter().map(line).collect()
}

fn line(moment: &Moment) -> Line {
    match moment {
        Moment::Line(text) => Line::new(None, text.clone()),
        Moment::Event(event) if event.kind == EventKind::Host => Line::new(None, format!("> {}", tail(event))),
        Moment::Event(event) => {
            let pc = event.pc.map_or("-".to_owned(), |pc| format!("{pc:#x}"));
            let (fact, kind) = (event.fact.unwrap_or("-"), event.kind.name());
            let (confidence, basis) = (event.evidence.confidence.as_str(), event.evidence.basis.as_str());
            let evidence = format!("{}/{}{}", &confidence[..1], &basis[..1], mark(event));
            Line::new(Some(event.step), format!("{kind} {pc} {fact} {evidence} {}", tail(event)))
        }
    }
}

/// `+` if the operands confirm the event, `!` if they contradict it.
fn mark(event: &Event) -> &'static str {
    match event.confirmed {
        Some(true) => "+",
        Some(false) => "!",
        None => "",
    }
}

fn tail(event: &Event) -> String {
    let state = event.state.map_or(String::new(), |s| format!(" => {s}"));
    describe(event) + &state
}
