//! The same model through another model checker: equal state counts, and paths as short.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends at the first surprise")]

mod shown;

use seqbell_explore::{Bounds, Model, Question, Verdict, search};
use seqbell_script::facts::Generation;
use seqbell_script::{Session, parse_condition};
use shown::Shown;
use stateright::{Checker, Model as _};
use std::ops::ControlFlow;

fn model(setup: &str, goal: &str, bounds: Bounds) -> Model {
    let mut session = Session::new(Generation::Cayman).unwrap();
    session.run_script(setup, &mut |_| {}).unwrap();
    let question = Question::Reach(parse_condition(goal).unwrap()).on(&session).unwrap();
    Model::new(session.machine(), question, bounds).unwrap()
}

fn same_count(setup: &str, bounds: Bounds) -> usize {
    let model = model(setup, "flag == 7", bounds);
    let ours = search(&model, 2, &mut |_| ControlFlow::Continue(()));
    assert!(!matches!(ours.verdict, Verdict::Found(_)));
    // Stateright counts the states of a path, we count its actions.
    let theirs = Shown(model).checker().target_max_depth(bounds.actions + 1).spawn_bfs().join();
    assert_eq!(ours.progress.states, theirs.unique_state_count(), "{setup:?}");
    ours.progress.states
}

#[test]
fn counts_are_equal_to_a_depth() {
    let shallow = same_count("", Bounds { actions: 2, ..Bounds::default() });
    let deeper = same_count("", Bounds { actions: 3, ..Bounds::default() });
    assert!(shallow > 50 && deeper > shallow, "{shallow}, {deeper}");
    same_count("", Bounds { actions: 2, waiting: 2, ..Bounds::default() });
}

#[test]
fn counts_are_equal_over_everything_that_can_be_reached() {
    let bounds = Bounds::default();
    let states = same_count("", bounds);
    // Deeper paths and more room would not change it: every state was seen.
    let deeper = Bounds { actions: 2 * bounds.actions, states: 2 * bounds.states, ..bounds };
    assert_eq!(states, same_count("", deeper));
    assert!(states > 1000, "{states}");
}

#[test]
fn counts_are_equal_from_other_places_and_under_other_assumptions() {
    for setup in [
        "generation sunda",
        "generation mariana\nwrite start_ctrl 1\nuntil state == RUNNING",
        "assume run_entry dispatcher",
        "write start_ctrl 1\nqueue 0xe2\nuntil state == HALTED_FATAL\nrun 100",
    ] {
        same_count(setup, Bounds { actions: 2, ..Bounds::default() });
    }
}

#[test]
fn a_halted_core_that_spins_has_a_small_space_which_both_see_whole() {
    let setup = "write start_ctrl 1\nqueue 0xe2\nuntil state == HALTED_FATAL\nrun 100";
    let states = same_count(setup, Bounds::default());
    // Nothing is read any more: only the doorbell and the halt request still change, on top of the place to start from.
    assert!((4..=5).contains(&states), "{states}");
}

#[test]
fn paths_are_as_short() {
    for (setup, goal) in [
        ("", "state == IDLE"),
        ("", "state == PAUSED"),
        ("", "state == HALTED_FATAL"),
        ("", "state == HALTED_DEBUG and reason == 8"),
        ("", "state == RUNNING and run_state == 2"),
        ("write start_ctrl 1\nuntil state == RUNNING", "state == IDLE and work_pc == 0x40"),
        ("assume run_entry dispatcher", "state == RUNNING"),
    ] {
        let model = model(setup, goal, Bounds::default());
        let Verdict::Found(path) = search(&model, 1, &mut |_| ControlFlow::Continue(())).verdict else {
            panic!("{goal} is not reached");
        };
        let checker = Shown(model).checker().threads(1).spawn_bfs().join();
        let theirs = checker.discovery("answered").expect(goal).into_actions().len();
        assert_eq!(path.moves.len(), theirs, "{goal}");
    }
}
