//! An answer as a script that `seqbell run` replays, or as the commands that lead there from here. It knows only acts, moves and how they are written.

use crate::{Path, Question};
use seqbell_script::core::Input;
use seqbell_script::{Command, Session, input_text};

/// Steps of an `until` without a number (rule R15).
const LIMIT: u64 = 100_000;

/// A script on its own: it brings a fresh machine to where `session` is, goes along the path, and ends with an `expect` of
/// what the question is about. `heading` becomes comments on top.
pub fn replay(session: &Session, question: &Question, path: &Path, heading: &[String]) -> String {
    let mut lines: Vec<String> = heading.iter().map(|line| format!("# {line}")).collect();
    lines.push(Command::Generation(session.generation()).to_string());
    let assumptions = session.assumptions();
    lines.extend(assumptions.changed().map(|switch| Command::Assume(switch, assumptions.get(switch)).to_string()));
    let mut waited = 0;
    for act in session.timeline().acts() {
        run(&mut lines, act.step.saturating_sub(waited));
        lines.push(action(act.input));
        waited = act.step;
    }
    let steps = session.machine().steps().saturating_sub(waited);
    along(&mut lines, question, path, steps);
    lines.push(String::new());
    lines.join("\n")
}

/// The commands that lead along the path, for a session that stands where the model starts.
pub fn way(question: &Question, path: &Path) -> Vec<String> {
    let mut lines = Vec::new();
    along(&mut lines, question, path, 0);
    lines
}

/// The path, after `owed` steps that are still to be made before it begins.
fn along(lines: &mut Vec<String>, question: &Question, path: &Path, owed: u64) {
    let mut steps = owed;
    if path.moves.is_empty() {
        run(lines, steps);
        steps = path.before;
    } else {
        steps += path.before;
    }
    for step in &path.moves {
        run(lines, steps);
        lines.push(action(step.input));
        steps = step.steps;
    }
    end(lines, question, steps);
}

fn action(input: Input) -> String {
    input_text(input)
}

fn run(lines: &mut Vec<String>, steps: u64) {
    if steps > 0 {
        lines.push(Command::Run(steps).to_string());
    }
}

/// The last steps: to the very step where the question is answered.
fn end(lines: &mut Vec<String>, question: &Question, steps: u64) {
    let witness = question.witness();
    match question {
        Question::Reach(_) | Question::Always(_) | Question::Never(_) if steps > 0 => {
            lines.push(Command::Until(witness.clone(), steps.max(LIMIT)).to_string());
        }
        Question::Reach(_) | Question::Always(_) | Question::Never(_) => {}
        // What is owed is seen only once the machine waits.
        Question::LeadsTo(..) => run(lines, steps),
    }
    lines.push(Command::Expect(witness).to_string());
}
