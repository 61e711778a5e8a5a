//! The model as Stateright sees it: for the test beside it, and for the benchmark, so that both compare the same.

use seqbell_explore::{End, Key, Model, Node};
use seqbell_script::core::Input;
use stateright::Property;
use std::hash::{Hash, Hasher};

/// A state as Stateright sees it: what has the same key is the same.
#[derive(Clone, Debug)]
pub(crate) struct State(Node);

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

/// Our model, as Stateright walks it.
pub(crate) struct Shown(pub(crate) Model);

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
