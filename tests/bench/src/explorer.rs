//! States a second of our search and of Stateright, on the same model and one thread.

// The very model that the test of the counts walks.
#[path = "../../../crates/explore/tests/shown/mod.rs"]
mod shown;

use crate::speed::{fastest, median};
use crate::tell;
use seqbell_explore::{Bounds, Model, Question, Verdict, search};
use seqbell_script::facts::Generation;
use seqbell_script::{Session, parse_condition};
use shown::Shown;
use stateright::{Checker, Model as _};
use std::ops::ControlFlow;
use std::time::Instant;

/// Rounds; the first only warms up.
const ROUNDS: usize = 6;

/// Measures and tells.
pub(crate) fn measure() {
    let model = model();
    let (mut ours, mut theirs, mut ratio, mut states) = (Vec::new(), Vec::new(), Vec::new(), 0);
    for _ in 0..ROUNDS {
        let began = Instant::now();
        let answer = search(&model, 1, &mut |_| ControlFlow::Continue(()));
        states = answer.progress.states;
        let own = states as f64 / began.elapsed().as_secs_f64();
        let shown = Shown(model.clone());
        let began = Instant::now();
        let checker = shown.checker().threads(1).spawn_bfs().join();
        let other = checker.unique_state_count() as f64 / began.elapsed().as_secs_f64();
        assert_eq!(
            (answer.verdict, checker.unique_state_count()),
            (Verdict::Exhausted, states),
            "the searches do not agree"
        );
        ours.push(own);
        theirs.push(other);
        ratio.push(own / other);
    }
    tell("explorer_states", states as f64);
    tell("explorer_rate", fastest(&ours));
    tell("stateright_rate", fastest(&theirs));
    tell("explorer_over_stateright", median(ratio));
}

/// Everything that can ever happen to a fresh core with one thing waiting at a time: the goal is never reached, so both
/// searches end where there is nothing new.
fn model() -> Model {
    let bounds = Bounds::default();
    let made =
        Session::new(Generation::Cayman).ok().zip(parse_condition("flag == 7").ok()).and_then(|(session, goal)| {
            let question = Question::Reach(goal).on(&session).ok()?;
            Model::new(session.machine(), question, bounds).ok()
        });
    match made {
        Some(model) => model,
        None => unreachable!("the question is one that any machine answers"),
    }
}
