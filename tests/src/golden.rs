//! A trace as compact text: one line an event, repetitions folded, the end state and the digest below.

use crate::fold::{self, Line};
use crate::{Moment, Trace};
use seqbell_script::core::Event;
use seqbell_script::core::event::EventKind;
use seqbell_script::describe;

/// The text of a trace. What also happens in one of `references`, traces with a name, is told by its steps there.
pub fn golden(trace: &Trace, references: &[(&str, Trace)]) -> String {
    let known: Vec<_> = references.iter().map(|(name, trace)| (*name, lines(trace))).collect();
    let folded = fold::fold(&lines(trace), &known);
    let machine = trace.session.machine();
    let end = format!(
        "end {} run_state {} steps {} digest {:#018x}",
        machine.state(),
        machine.published(),
        machine.steps(),
        trace.digest()
    );
    folded + &end + "\n"
}

fn lines(trace: &Trace) -> Vec<Line> {
    trace.moments.iter().map(line).collect()
}

fn line(moment: &Moment) -> Line {
    match moment {
        Moment::Line(text) => Line { step: None, text: text.clone() },
        Moment::Event(event) if event.kind == EventKind::Host => {
            Line { step: None, text: format!("> {}", tail(event)) }
        }
        Moment::Event(event) => {
            let pc = event.pc.map_or("-".to_owned(), |pc| format!("{pc:#x}"));
            let fact = event.fact.unwrap_or("-");
            let (confidence, basis) = (event.evidence.confidence.as_str(), event.evidence.basis.as_str());
            let evidence = format!("{}/{}", &confidence[..1], &basis[..1]);
            Line {
                step: Some(event.step),
                text: format!("{} {pc} {fact} {evidence}{} {}", event.kind.name(), mark(event), tail(event)),
            }
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
