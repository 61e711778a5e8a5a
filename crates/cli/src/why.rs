//! `seqbell why`: from a value back to the host action behind it.

use crate::event::Lines;
use crate::terminal::{Ink, Pen};
use crate::{BadInput, Outcome, input, json, output};
use anyhow::Result;
use seqbell_script::Session;
use seqbell_script::core::Timeline;
use seqbell_script::core::timeline::{Cause, Link, Subject};
use serde_json::{Map, Value};
use std::io::Write;

pub(crate) const EXAMPLES: &str = "\
Examples:
  seqbell why boot.bell --of run_state             who published this, and what led there
  seqbell why boot.bell --of state --at 200        the same, as of step 200
  seqbell why halt.bell --of 'lr[3]' --json
  seqbell why rings.bell --of 'tail(m2s, engine=0, queue=1)'

The chain is printed newest first. `data` means that the value came from there,
`control` that the step was reached because of it.";

/// Arguments of `why`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The script; `-` reads standard input.
    file: String,
    /// What to explain: state, flag, reason, a register, a memory cell, or tail(m2s, engine=0, queue=1).
    #[arg(long, value_name = "WHAT")]
    of: String,
    /// As of this step; without it, as of the end of the script.
    #[arg(long, value_name = "STEP")]
    at: Option<u64>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Prints the chain.
pub(crate) fn run(arguments: &Arguments) -> Result<Outcome> {
    let session = input::session(&arguments.file, &mut |_| {})?;
    let subject = subject(&arguments.of, &session)?;
    let timeline = moment(&session, arguments.at)?;
    let links = timeline.why(subject);
    let mut out = output::open(None)?;
    if arguments.json {
        writeln!(out, "{}", object(arguments, &session, &timeline, &links))?;
    } else {
        write!(out, "{}", text(&arguments.of, &session, &timeline, subject, &links))?;
    }
    out.flush()?;
    Ok(Outcome::Fine)
}

/// What `--of` names.
pub(crate) fn subject(of: &str, session: &Session) -> Result<Subject, BadInput> {
    seqbell_script::subject(of, session).map_err(|error| input::points_at("--of", of, &error))
}

/// The history up to a step, or all of it.
fn moment(session: &Session, at: Option<u64>) -> Result<Timeline, BadInput> {
    let mut timeline = session.timeline().clone();
    let steps = timeline.machine().steps();
    let Some(at) = at else { return Ok(timeline) };
    if at > steps {
        return Err(BadInput(format!("--at {at}: the script makes {steps} steps")));
    }
    timeline.back(steps - at);
    Ok(timeline)
}

/// What the subject holds now.
fn value(timeline: &Timeline, subject: Subject) -> String {
    let machine = timeline.machine();
    match subject {
        Subject::Csr(csr) => machine.peek(csr).to_string(),
        Subject::Mem(cell) => machine.mem(cell).to_string(),
        Subject::State => machine.state().to_string(),
        Subject::Tail(key) => machine.ring(key).tail.to_string(),
    }
}

/// The chain for people.
pub(crate) fn text(of: &str, session: &Session, timeline: &Timeline, subject: Subject, links: &[Link]) -> String {
    let pen = Pen::out();
    let lines = Lines { pen, generation: session.generation() };
    let mut out = format!("{of} is {} at step {}\n", value(timeline, subject), timeline.machine().steps());
    if links.is_empty() {
        out += "nothing has touched it since the machine was made\n";
    }
    for (depth, link) in links.iter().enumerate() {
        let cause = match link.cause {
            Cause::Made => pen.ink(Ink::State, "made by"),
            Cause::Data => pen.ink(Ink::Good, "data   "),
            Cause::Control => pen.ink(Ink::Host, "control"),
        };
        out += &format!("{}{cause} {}\n", "  ".repeat(depth), lines.event(&link.event));
    }
    out
}

fn object(arguments: &Arguments, session: &Session, timeline: &Timeline, links: &[Link]) -> Value {
    let generation = session.generation();
    let chain = links.iter().map(|link| {
        let mut object = Map::new();
        object.insert("cause".into(), link.cause.name().into());
        object.insert("event".into(), json::event(&link.event, generation));
        Value::Object(object)
    });
    let mut object = Map::new();
    object.insert("of".into(), arguments.of.clone().into());
    object.insert("generation".into(), generation.token().into());
    object.insert("step".into(), timeline.machine().steps().into());
    object.insert("chain".into(), chain.collect());
    Value::Object(object)
}
