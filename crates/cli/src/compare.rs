//! `seqbell compare`: two histories side by side, from their first difference on.

use crate::event::Lines;
use crate::terminal::{Ink, Pen};
use crate::{BadInput, Outcome, input, json, output};
use anyhow::Result;
use seqbell_script::Session;
use seqbell_script::core::timeline::{Difference, Timeline, differences};
use seqbell_script::core::{Event, Machine};
use serde_json::{Map, Value};
use std::io::Write;

pub(crate) const EXAMPLES: &str = "\
Examples:
  seqbell compare usual.bell other.bell               two scripts
  seqbell compare --branches main branch-2 tries.bell two branches of one script
  seqbell compare a.bell b.bell --limit 1             only the first difference
  seqbell compare a.bell b.bell --exit-code --json    exit 1 if they differ

Events are set beside each other by their step.";

/// Arguments of `compare`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The scripts: two, or one with --branches; `-` reads standard input.
    #[arg(required = true, num_args = 1..=2)]
    files: Vec<String>,
    /// Compare two branches of one script.
    #[arg(long, num_args = 2, value_names = ["NAME", "NAME"])]
    branches: Option<Vec<String>>,
    /// At most so many differences.
    #[arg(long, default_value_t = 10)]
    limit: usize,
    /// Exit with 1 if there is a difference.
    #[arg(long)]
    exit_code: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// One of the two.
struct Side {
    name: String,
    timeline: Timeline,
}

/// Prints the differences.
pub(crate) fn run(arguments: &Arguments) -> Result<Outcome> {
    let [left, right] = sides(arguments)?;
    let found = differences(&left.timeline, &right.timeline, arguments.limit);
    let mut out = output::open(None)?;
    if arguments.json {
        writeln!(out, "{}", object(&left, &right, &found))?;
    } else {
        write!(out, "{}", text(&left, &right, &found, arguments.limit))?;
    }
    out.flush()?;
    Ok(if arguments.exit_code && !found.is_empty() { Outcome::Failed } else { Outcome::Fine })
}

fn sides(arguments: &Arguments) -> Result<[Side; 2], BadInput> {
    let session = |file: &String| input::session(file, &mut |_| {});
    match (arguments.files.as_slice(), arguments.branches.as_deref()) {
        ([file], Some([left, right])) => {
            let session = session(file)?;
            Ok([branch(&session, left)?, branch(&session, right)?])
        }
        ([left, right], None) => {
            let side = |file: &String| Ok(Side { name: file.clone(), timeline: session(file)?.timeline().clone() });
            Ok([side(left)?, side(right)?])
        }
        _ => Err(BadInput("give two scripts, or --branches NAME NAME and one script".to_owned())),
    }
}

fn branch(session: &Session, name: &str) -> Result<Side, BadInput> {
    let timeline = session.timeline();
    let found = timeline.on_branch(name).ok_or_else(|| {
        let others = timeline.branches().iter().map(|b| b.name.as_str());
        let all: Vec<&str> = std::iter::once(timeline.name()).chain(others).collect();
        BadInput(format!("no branch is called {name}: the script makes {}", all.join(", ")))
    })?;
    Ok(Side { name: name.to_owned(), timeline: found })
}

fn text(left: &Side, right: &Side, found: &[Difference], limit: usize) -> String {
    let pen = Pen::out();
    let mut out = format!("{} {}\n{} {}\n", pen.ink(Ink::Bad, "<"), left.name, pen.ink(Ink::Good, ">"), right.name);
    for (n, difference) in found.iter().enumerate() {
        let step = difference.left.or(difference.right).map_or(0, |e| e.step);
        out += &if n == 0 { format!("first difference, at step {step}:\n") } else { format!("at step {step}:\n") };
        for (mark, side, event) in [("<", left, difference.left), (">", right, difference.right)] {
            let lines = Lines { pen, generation: side.timeline.machine().generation() };
            let event = event.map_or("      nothing at this step".to_owned(), |e| lines.event(&e));
            out += &format!("  {} {event}\n", pen.ink(if mark == "<" { Ink::Bad } else { Ink::Good }, mark));
        }
    }
    out += &match found.len() {
        0 => "the two histories are the same\n".to_owned(),
        n if n == limit => format!("{n} differences shown; --limit shows more\n"),
        n => format!("{n} differences\n"),
    };
    for (mark, side) in [("<", left), (">", right)] {
        let machine = side.timeline.machine();
        let (state, read) = (machine.state(), seqbell_script::read_run_state(machine));
        out += &format!("  {mark} ends at step {} in {state}, run_state {read}\n", machine.steps());
    }
    out
}

fn object(left: &Side, right: &Side, found: &[Difference]) -> Value {
    let event = |side: &Side, event: Option<Event>| {
        event.map_or(Value::Null, |e| json::event(&e, side.timeline.machine().generation()))
    };
    let differences = found.iter().map(|difference| {
        let mut object = Map::new();
        object.insert("step".into(), difference.left.or(difference.right).map(|e| e.step).into());
        object.insert("left".into(), event(left, difference.left));
        object.insert("right".into(), event(right, difference.right));
        Value::Object(object)
    });
    let mut object = Map::new();
    object.insert("left".into(), end(left, left.timeline.machine()));
    object.insert("right".into(), end(right, right.timeline.machine()));
    object.insert("differences".into(), differences.collect());
    Value::Object(object)
}

fn end(side: &Side, machine: &Machine) -> Value {
    let mut object = Map::new();
    object.insert("name".into(), side.name.clone().into());
    object.insert("state".into(), machine.state().name().into());
    object.insert("steps".into(), machine.steps().into());
    object.insert("digest".into(), format!("{:#018x}", side.timeline.digest()).into());
    Value::Object(object)
}
