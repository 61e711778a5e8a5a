//! Hints of an exercise, from the shortest way that a search finds: what to watch, how far it is, then one command at a time.
//!
//! A search knows nothing of what must never hold or of limits. Where its way does not pass, the solution gives the hints.

use crate::Exercise;
use seqbell_explore::{Bounds, Model, Path, Question, Verdict, search};
use seqbell_script::{Cond, Session, Term, input_text};
use std::ops::ControlFlow;

/// Steps of the last `until`.
const LAST: u64 = 100_000;

/// Hints, and where they are from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hints {
    /// One after the other, in Markdown.
    pub steps: Vec<String>,
    /// The way that a search found, as a script; none where the hints are from the solution.
    pub found: Option<String>,
}

/// The hints of an exercise that begins where `session` is.
///
/// # Errors
/// A goal that no search can be asked for, and nobody said so.
pub fn hints(exercise: &Exercise, session: &Session) -> Result<Hints, String> {
    let found = match exercise.beyond_explore {
        Some(_) => None,
        None => Some(plain(exercise, &shortest(exercise, session)?)?),
    };
    let script = match &found {
        Some(script) => script,
        None => exercise.solutions.first().ok_or("there is no solution")?,
    };
    let lines: Vec<&str> = script.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')).collect();
    let mut steps = vec![watch(&exercise.rules.goal)];
    let acts = lines.iter().filter(|line| !is_waiting(line)).count();
    steps.push(format!("{} {}.", how_many(acts, found.is_some()), verbs(&lines)));
    steps.extend(lines.iter().enumerate().map(|(n, line)| {
        let when = if n == 0 { "First" } else { "Then" };
        format!("{when}: `{line}`")
    }));
    Ok(Hints { steps, found })
}

/// The way with the fewest actions, as a learner would type it.
fn shortest(exercise: &Exercise, session: &Session) -> Result<String, String> {
    let question = Question::Reach(exercise.rules.goal.clone()).on(session).map_err(|rejected| rejected.to_string())?;
    let model = Model::new(session.machine(), question, Bounds { actions: 6, ..Bounds::default() })
        .map_err(|rejected| rejected.to_string())?;
    match search(&model, 1, &mut |_| ControlFlow::Continue(())).verdict {
        Verdict::Found(path) => Ok(typed(&path, &exercise.rules.goal)),
        other @ (Verdict::Exhausted | Verdict::Bounded(_) | Verdict::Cancelled) => {
            Err(format!("no search finds the goal ({other:?}): say why in `beyond_explore`"))
        }
    }
}

/// The script without waiting that it can do without.
fn plain(exercise: &Exercise, script: &str) -> Result<String, String> {
    if !exercise.passes(script) {
        return Err(format!("the shortest way to the goal breaks a rule: say so in `beyond_explore`\n{script}"));
    }
    let mut lines: Vec<&str> = script.lines().collect();
    for n in (0..lines.len()).rev().filter(|n| script.lines().nth(*n).is_some_and(|line| line.starts_with("run "))) {
        let mut fewer = lines.clone();
        fewer.remove(n);
        if exercise.passes(&fewer.join("\n")) {
            lines = fewer;
        }
    }
    Ok(lines.join("\n"))
}

/// A path as a learner would type it: the actions, and the waiting between them.
fn typed(path: &Path, goal: &Cond) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut waits = path.before;
    for step in &path.moves {
        if waits > 0 {
            lines.push(format!("run {waits}"));
        }
        lines.push(input_text(step.input));
        waits = step.steps;
    }
    lines.push(format!("until {goal} max {LAST}"));
    lines.join("\n").replace(&format!(" max {LAST}"), "")
}

fn is_waiting(line: &str) -> bool {
    ["run ", "until ", "step", "note ", "expect "].iter().any(|verb| line.starts_with(verb))
}

/// What the goal is about.
fn watch(goal: &Cond) -> String {
    let mut words: Vec<String> = Vec::new();
    terms(goal, &mut words);
    words.dedup();
    format!("Watch {}.", words.join(" and "))
}

fn terms(cond: &Cond, words: &mut Vec<String>) {
    let word = match cond {
        Cond::And(a, b) | Cond::Or(a, b) => {
            terms(a, words);
            return terms(b, words);
        }
        Cond::Not(a) => return terms(a, words),
        Cond::Reads(reg) | Cond::Writes(reg) => format!("who uses `{reg}`"),
        Cond::Compare(Term::State, _, value) => format!("the true state: the goal names `{value}`"),
        Cond::Compare(Term::Ring(part, key), ..) => {
            format!("`{}` of the rings of queue `queue[{}]`", part.name(), key.queue)
        }
        Cond::Compare(term, ..) => format!("`{term}`"),
    };
    words.push(word);
}

fn how_many(acts: usize, searched: bool) -> String {
    let number = ["no action", "one action", "two actions", "three actions", "four actions", "five actions"];
    let number = number.get(acts).copied().unwrap_or("several actions");
    let way = if searched { "The shortest way takes" } else { "A way takes" };
    format!("{way} {number}:")
}

/// The verbs of the actions, without their operands.
fn verbs(lines: &[&str]) -> String {
    let mut words: Vec<String> = Vec::new();
    for line in lines.iter().filter(|line| !is_waiting(line)) {
        let mut parts = line.split_whitespace();
        let word = match (parts.next(), parts.next()) {
            (Some("write"), Some(register)) => format!("a write to `{register}`"),
            (Some("queue"), _) => "a work item in the queue".to_owned(),
            (Some("remote"), _) => "a remote word".to_owned(),
            (Some("ring"), _) => "a doorbell".to_owned(),
            (Some("poke"), _) => "a write to an address".to_owned(),
            (Some(verb), _) => format!("`{verb}`"),
            (None, _) => continue,
        };
        words.push(word);
    }
    words.join(", then ")
}
