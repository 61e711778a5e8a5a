//! `seqbell explore`: questions about everything a host could do.

use crate::{BadInput, Outcome, input, output};
use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use seqbell_explore::{Answer, Bounds, Limit, Model, Path, Question, Verdict, extent, replay, search, sentence};
use seqbell_script::facts::Generation;
use seqbell_script::{Cond, Session, input_text, parse_condition};
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use std::ops::ControlFlow;

pub(crate) const EXAMPLES: &str = "\
Examples:
  seqbell explore --goal 'state == PAUSED'                    from power-up, fewest host actions
  seqbell explore --from boot.bell --goal 'reason == fatal' | seqbell run -
  seqbell explore --from boot.bell --always 'flag <= 1'       a rule and what breaks it
  seqbell explore --leads-to 'state == ENTERING_RUN' 'state == RUNNING'

The actions: doorbell, halt request, intr_info, resume PC, remote words, work, surprises, faults,
drain, and the values that the condition names; never a write to what the firmware publishes.
Each is done while the machine waits, the first one also at once: a path that needs two actions
at the very same step is not found. The result is a script on its own.
Not reachable: exit 1, and the bound is named. A broken rule: exit 1, and the script shows how.";

/// Arguments of `explore`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Start where this script ends; `-` reads standard input. Without it: a Cayman machine just reset.
    #[arg(long, value_name = "FILE")]
    from: Option<String>,
    #[command(flatten)]
    asked: Asked,
    /// Host actions on one path, at most.
    #[arg(long, value_name = "N", default_value_t = Bounds::default().actions)]
    max_actions: usize,
    /// States kept, at most.
    #[arg(long, value_name = "N", default_value_t = Bounds::default().states)]
    max_states: usize,
    /// Work items, surprises and faults that wait at once, at most.
    #[arg(long, value_name = "N", default_value_t = Bounds::default().waiting)]
    waiting: usize,
    /// Threads; the answer is the same with any number. Without it: one for each core.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// What is asked: one of these.
#[derive(clap::Args)]
#[group(required = true, multiple = false)]
struct Asked {
    /// Find the fewest host actions after which this holds.
    #[arg(long, value_name = "COND")]
    goal: Option<String>,
    /// Find a run after which this does not hold.
    #[arg(long, value_name = "COND")]
    always: Option<String>,
    /// Find a run after which this holds, although it should not.
    #[arg(long, value_name = "COND")]
    never: Option<String>,
    /// Find a run on which the first holds and the second does not follow, the host doing nothing more.
    #[arg(long, num_args = 2, value_names = ["COND", "COND"])]
    leads_to: Option<Vec<String>>,
}

/// Searches and prints the answer.
pub(crate) fn run(arguments: &Arguments) -> Result<Outcome> {
    let session = match &arguments.from {
        Some(path) => input::session(path, &mut |_| {})?,
        None => Session::new(Generation::Cayman).map_err(|r| input::refused(&r))?,
    };
    let wrong = |e: seqbell_explore::Rejected| BadInput(e.to_string());
    let question = question(&arguments.asked)?.on(&session).map_err(wrong)?;
    let bounds = Bounds {
        actions: arguments.max_actions,
        states: arguments.max_states,
        waiting: arguments.waiting,
        ..Bounds::default()
    };
    let model = Model::new(session.machine(), question.clone(), bounds).map_err(wrong)?;
    let answer = look(&model, arguments.threads);
    let good = question.wants_answer() == matches!(answer.verdict, Verdict::Found(_));
    let mut out = output::open(None)?;
    if arguments.json {
        writeln!(out, "{}", object(&session, &model, &answer))?;
    } else if let Verdict::Found(path) = &answer.verdict {
        write!(out, "{}", script(&session, &model, path, &answer))?;
    } else {
        writeln!(io::stderr(), "{}", sentence(&model, &answer))?;
    }
    out.flush()?;
    Ok(if good { Outcome::Fine } else { Outcome::Failed })
}

fn question(asked: &Asked) -> Result<Question, BadInput> {
    let pair = asked.leads_to.as_deref().unwrap_or(&[]);
    match (&asked.goal, &asked.always, &asked.never, pair) {
        (Some(goal), ..) => Ok(Question::Reach(condition(goal)?)),
        (_, Some(rule), ..) => Ok(Question::Always(condition(rule)?)),
        (_, _, Some(rule), _) => Ok(Question::Never(condition(rule)?)),
        (_, _, _, [first, then]) => Ok(Question::LeadsTo(condition(first)?, condition(then)?)),
        _ => Err(BadInput("give one of --goal, --always, --never and --leads-to".to_owned())),
    }
}

fn condition(text: &str) -> Result<Cond, BadInput> {
    parse_condition(text).map_err(|error| input::points_at("<condition>", text, &error))
}

fn look(model: &Model, threads: Option<usize>) -> Answer {
    let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
    let template = "{spinner} {human_pos} states, {per_sec}, {msg}";
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_spinner());
    let counter = ProgressBar::no_length().with_style(style);
    let answer = search(model, threads.unwrap_or_else(cores), &mut |progress| {
        counter.set_position(progress.states as u64);
        counter.set_message(format!("{} actions deep", progress.depth));
        ControlFlow::Continue(())
    });
    counter.finish_and_clear();
    answer
}

fn script(session: &Session, model: &Model, path: &Path, answer: &Answer) -> String {
    replay(session, model.question(), path, &[sentence(model, answer), extent(model, answer)])
}

fn object(session: &Session, model: &Model, answer: &Answer) -> Value {
    let (kind, conditions) = match model.question() {
        Question::Reach(goal) => ("reach", vec![goal]),
        Question::Always(rule) => ("always", vec![rule]),
        Question::Never(rule) => ("never", vec![rule]),
        Question::LeadsTo(first, then) => ("leads-to", vec![first, then]),
    };
    let (verdict, path) = match &answer.verdict {
        Verdict::Found(path) => ("found", Some(path)),
        Verdict::Exhausted => ("exhausted", None),
        Verdict::Bounded(_) => ("bounded", None),
        Verdict::Cancelled => ("cancelled", None),
    };
    let limit = match &answer.verdict {
        Verdict::Bounded(Limit::Actions) => Some("actions"),
        Verdict::Bounded(Limit::States) => Some("states"),
        Verdict::Found(_) | Verdict::Exhausted | Verdict::Cancelled => None,
    };
    let (bounds, progress, assumptions) = (model.bounds(), &answer.progress, session.assumptions());
    let assumed = assumptions.changed().filter_map(|switch| {
        let option = switch.fact().options.get(usize::from(assumptions.get(switch)))?;
        Some((switch.name().to_owned(), Value::from(option.token)))
    });
    let mut object = Map::new();
    object.insert("question".into(), kind.into());
    object.insert("conditions".into(), conditions.iter().map(ToString::to_string).collect());
    object.insert("generation".into(), session.generation().token().into());
    object.insert("assumptions".into(), Value::Object(assumed.collect()));
    object.insert("verdict".into(), verdict.into());
    object.insert("limit".into(), limit.into());
    object.insert("actions".into(), path.map(|p| p.moves.len()).into());
    object.insert("before".into(), path.map(|p| p.before).into());
    let moves = |p: &Path| p.moves.iter().map(|m| json!({"command": input_text(m.input), "steps": m.steps})).collect();
    object.insert("path".into(), path.map_or(Value::Null, moves));
    object.insert("script".into(), path.map(|p| script(session, model, p, answer)).into());
    object.insert(
        "bounds".into(),
        json!({"actions": bounds.actions, "states": bounds.states, "waiting": bounds.waiting, "steps": bounds.steps, "counts_pcs": model.counts_pcs()}),
    );
    object.insert(
        "searched".into(),
        json!({"states": progress.states, "moves": progress.moves, "depth": progress.depth, "held_back": progress.held_back, "cut": progress.cut}),
    );
    object.insert("tried".into(), model.actions().iter().map(|a| input_text(*a)).collect());
    object.insert("text".into(), sentence(model, answer).into());
    Value::Object(object)
}
