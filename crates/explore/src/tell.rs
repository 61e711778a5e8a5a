//! An answer in sentences, the same at every door. It knows no search, only what one came to.

use crate::{Answer, Limit, Model, Question, Verdict};

/// The answer: found, or not within which bound.
pub fn sentence(model: &Model, answer: &Answer) -> String {
    let question = model.question();
    let missed = match question {
        Question::Reach(goal) => format!("not reachable within the bound: {goal}"),
        Question::Always(_) | Question::Never(_) | Question::LeadsTo(..) => {
            format!("not broken within the bound: {question}")
        }
    };
    let bounds = model.bounds();
    match &answer.verdict {
        Verdict::Found(path) if question.wants_answer() => {
            format!("{question}: reached with {}, and with no fewer", actions(path.moves.len()))
        }
        Verdict::Found(path) => format!("{question}: broken with {}, and with no fewer", actions(path.moves.len())),
        Verdict::Exhausted => format!("{missed}\n  {}", extent(model, answer)),
        Verdict::Bounded(Limit::Actions) => {
            format!("{missed}\n  bound: paths of {}; {}", actions(bounds.actions), extent(model, answer))
        }
        Verdict::Bounded(Limit::States) => {
            format!("{missed}\n  bound: {} states; {}", bounds.states, extent(model, answer))
        }
        Verdict::Cancelled => "cancelled".to_owned(),
    }
}

/// What was searched, and what was not.
pub fn extent(model: &Model, answer: &Answer) -> String {
    let (bounds, progress) = (model.bounds(), &answer.progress);
    let all = if answer.verdict == Verdict::Exhausted { "all " } else { "" };
    let mut text =
        format!("{all}{} states seen with {} actions to choose from", progress.states, model.actions().len());
    text += &format!("; at most {} of work, surprises and faults waiting at once", bounds.waiting);
    if !model.counts_pcs() {
        text += "; microcode PCs not counted";
    }
    if progress.cut > 0 {
        text += &format!("; {} runs cut after {} steps", progress.cut, bounds.steps);
    }
    text
}

fn actions(n: usize) -> String {
    if n == 1 { "1 host action".to_owned() } else { format!("{n} host actions") }
}
