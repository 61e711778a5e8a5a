//! Hints of an exercise: what to look at, which commands, then the shortest way that a search finds, one line at a time.
//!
//! A search knows nothing of what must never hold or of limits. Where its way does not pass, the solution gives the hints.

use crate::Exercise;
use crate::commands::{usage, verb};
use seqbell_explore::{Bounds, Model, Path, Question, Verdict, search};
use seqbell_script::{Cond, Session, input_text};
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
        None => Some(indexed(exercise, plain(exercise, &shortest(exercise, session)?)?)),
    };
    let script = match &found {
        Some(script) => script,
        None => exercise.solutions.first().ok_or("there is no solution")?,
    };
    let lines: Vec<&str> = script.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')).collect();
    let mut steps = vec![exercise.look.clone()];
    let acts = lines.iter().filter(|line| !is_waiting(line)).count();
    steps.push(format!("{} {}.", how_many(acts, found.is_some()), usages(&lines)));
    steps.extend(lines.iter().enumerate().map(|(n, line)| {
        let when = if n == 0 { "The first line" } else { "The next line" };
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

fn how_many(acts: usize, searched: bool) -> String {
    let number = ["no action", "one action", "two actions", "three actions", "four actions", "five actions"];
    let number = number.get(acts).copied().unwrap_or("several actions");
    let way = if searched { "The shortest way takes" } else { "A way takes" };
    format!("{way} {number}:")
}

/// The commands of the actions, as they are written.
fn usages(lines: &[&str]) -> String {
    let mut words: Vec<String> = Vec::new();
    for verb in lines.iter().filter(|line| !is_waiting(line)).filter_map(|line| verb(line)) {
        let word = format!("`{}`", usage(verb));
        if words.last() != Some(&word) {
            words.push(word);
        }
    }
    words.join(", then ")
}

/// A search takes the first remote word; the course takes another, so that one sees which number names it.
fn indexed(exercise: &Exercise, script: String) -> String {
    if !script.contains("remote 0 ") {
        return script;
    }
    let renamed = |line: &str| match (line, line.strip_prefix("remote 0 ")) {
        ("queue 0xa1", _) => "queue 0xa1 sync=5".to_owned(),
        (_, Some(value)) => format!("remote 5 {}{value}", if value.starts_with("0x") { "" } else { "0x" }),
        (_, None) => line.to_owned(),
    };
    let other = script.lines().map(renamed).collect::<Vec<_>>().join("\n");
    if exercise.passes(&other) { other } else { script }
}
