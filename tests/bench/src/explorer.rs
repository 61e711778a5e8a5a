//! States a second of our search and of Stateright, on the same model and one thread.

use crate::speed::{fastest, median};
use crate::tell;
use seqbell_explore::{Bounds, End, Key, Model, Node, Question, Verdict, search};
use seqbell_script::core::Input;
use seqbell_script::facts::Generation;
use seqbell_script::{Session, parse_condition};
use stateright::{Checker, Model as _, Property};
use std::hash::{Hash, Hasher};
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

/// A state as Stateright sees it: what has the same key is the same.
#[derive(Clone, Debug)]
struct State(Node);

impl State {
    fn name(&self) -> (Key, bool) {
        (self.0.key, self.0.end == End::Answered)
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Hash for State {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

struct Shown(Model);

impl stateright::Model for Shown {
    type State = State;
    type Action = Input;

    fn init_states(&self) -> Vec<State> {
        self.0.roots().into_iter().map(State).collect()
    }

    fn actions(&self, state: &State, actions: &mut Vec<Input>) {
        if state.0.end != End::Answered {
            actions.extend(self.0.actions());
        }
    }

    fn next_state(&self, last: &State, action: Input) -> Option<State> {
        self.0.next(&last.0, action).map(State)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![Property::sometimes("answered", |_, state: &State| state.0.end == End::Answered)]
    }
}
