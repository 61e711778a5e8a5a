//! What holds for every machine and every history: nothing panics, a refusal changes nothing, time runs both ways.
//! It refuses to know what any single step means.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod generate;

use generate::{Act, act, assumptions, generation, input, session};
use proptest::collection::vec;
use proptest::prelude::*;
use seqbell_script::core::{Machine, Timeline, bus};
use seqbell_script::facts::{Assumptions, Generation};
use seqbell_script::{describe, parse_condition};

fn timeline(generation: Generation, assumptions: Assumptions, acts: &[Act]) -> Timeline {
    let mut timeline = Timeline::new(generation, assumptions).unwrap();
    acts.iter().for_each(|act| carry_out(&mut timeline, *act));
    timeline
}

fn carry_out(timeline: &mut Timeline, act: Act) {
    match act {
        Act::Do(input) => drop(timeline.apply(input)),
        Act::Step(count) => step(timeline, count),
        Act::Back(count) => drop(timeline.back(count)),
    }
}

fn step(timeline: &mut Timeline, count: u64) {
    for _ in 0..count {
        if timeline.step().is_err() {
            return;
        }
    }
}

/// Everything that tells two moments apart.
fn same(a: &Timeline, b: &Timeline) -> Result<(), TestCaseError> {
    prop_assert_eq!(a.machine(), b.machine());
    prop_assert_eq!(a.digest(), b.digest());
    prop_assert_eq!(a.changes(), b.changes());
    Ok(())
}

proptest! {
    #![proptest_config(generate::config(150))]

    #[test]
    fn nothing_panics_and_what_is_refused_changes_nothing(g in generation(), assumed in assumptions(), acts in session()) {
        let mut machine = Machine::new(g, assumed).unwrap();
        for act in acts {
            let before = machine.clone();
            match act {
                Act::Do(input) => if machine.apply(input).is_err() {
                    prop_assert_eq!(&machine, &before);
                },
                Act::Step(count) => for _ in 0..count {
                    let before = machine.clone();
                    if machine.step().is_err() {
                        prop_assert_eq!(&machine, &before);
                        break;
                    }
                    prop_assert_eq!(machine.steps(), before.steps() + 1);
                },
                Act::Back(_) => {}
            }
        }
    }

    #[test]
    fn n_single_steps_equal_run_n(g in generation(), assumed in assumptions(), acts in session(), n in 0..400u64) {
        let mut single = timeline(g, assumed, &acts);
        let mut run = single.clone();
        step(&mut single, n);
        let _ = run.run_quietly(n, |_| false);
        same(&single, &run)?;
    }

    #[test]
    fn replay_equals_live(g in generation(), assumed in assumptions(), acts in session()) {
        let live = timeline(g, assumed, &acts);
        let mut replay = Timeline::new(g, assumed).unwrap();
        for act in live.acts() {
            let missing = act.step - replay.machine().steps();
            step(&mut replay, missing);
            prop_assert!(replay.apply(act.input).is_ok());
        }
        let missing = live.machine().steps() - replay.machine().steps();
        step(&mut replay, missing);
        same(&replay, &live)?;
    }

    #[test]
    fn forward_and_back_leads_to_the_same_moment(g in generation(), assumed in assumptions(), before in session(), after in vec(act(), 0..12)) {
        let mut timeline = timeline(g, assumed, &before);
        let start = timeline.clone();
        // What is done at the very step that `back` returns to stays, so the way forward begins with a step.
        step(&mut timeline, 1);
        for act in after.into_iter().filter(|act| !matches!(act, Act::Back(_))) {
            if timeline.machine().steps() > start.machine().steps() {
                carry_out(&mut timeline, act);
            }
        }
        let gone = timeline.machine().steps() - start.machine().steps();
        prop_assert_eq!(timeline.back(gone), gone);
        same(&timeline, &start)?;
    }

    #[test]
    fn back_stops_at_moments_that_were_seen_on_the_way(g in generation(), acts in session(), k in 1..60u64) {
        let mut timeline = timeline(g, Assumptions::default(), &acts);
        let mut moments = vec![timeline.clone()];
        for _ in 0..k {
            if timeline.step().is_ok() {
                moments.push(timeline.clone());
            }
        }
        while let Some(seen) = moments.pop() {
            same(&timeline, &seen)?;
            prop_assert_eq!(&timeline.machine().clone(), &seen.at(seen.machine().steps()));
            if !moments.is_empty() {
                prop_assert_eq!(timeline.back(1), 1);
            }
        }
    }

    #[test]
    fn back_to_the_start_stays_there(g in generation(), assumed in assumptions(), acts in session(), more in any::<u64>()) {
        let mut timeline = timeline(g, assumed, &acts);
        let steps = timeline.machine().steps();
        prop_assert_eq!(timeline.back(u64::MAX), steps);
        prop_assert_eq!(timeline.machine().steps(), 0);
        let start = timeline.clone();
        prop_assert_eq!(timeline.back(more), 0);
        same(&timeline, &start)?;
    }

    #[test]
    fn looking_touches_nothing(g in generation(), assumed in assumptions(), acts in session(), condition in generate::condition()) {
        let timeline = timeline(g, assumed, &acts);
        let machine = timeline.machine().clone();
        let digest = timeline.digest();
        for csr in bus::every() {
            prop_assert_eq!(machine.peek(csr), machine.peek(csr));
        }
        let condition = parse_condition(&condition).unwrap();
        let events = timeline.events_since(0, 500);
        let _ = condition.ask(&machine, events.last());
        events.iter().for_each(|event| drop(describe(event)));
        prop_assert_eq!(timeline.machine(), &machine);
        prop_assert_eq!(timeline.digest(), digest);
    }

    #[test]
    fn the_events_of_the_past_are_those_of_the_present(g in generation(), assumed in assumptions(), acts in session(), from in 0..300u64) {
        let mut timeline = Timeline::new(g, assumed).unwrap();
        let mut live = Vec::new();
        for act in acts {
            match act {
                Act::Do(input) => live.extend(timeline.apply(input).ok()),
                Act::Step(count) => live.extend((0..count).map_while(|_| timeline.step().ok())),
                Act::Back(_) => {}
            }
        }
        live.retain(|event| event.step > from || from == 0);
        prop_assert_eq!(timeline.events_since(from, usize::MAX), live);
    }

    #[test]
    fn back_and_forth_is_where_one_was(g in generation(), acts in session(), gone in 0u64..9_000) {
        let mut there = timeline(g, Assumptions::default(), &acts);
        let _ = there.run_on(7_000);
        there.forth(u64::MAX);
        let mut moved = there.clone();
        let gone = moved.back(gone);
        prop_assert_eq!(moved.furthest(), there.machine().steps());
        prop_assert_eq!([moved.acts(), moved.acts_ahead()].concat(), there.acts());
        prop_assert_eq!([moved.changes(), moved.changes_ahead()].concat(), there.changes());
        let rest = there.replay_from(moved.machine().steps(), moved.acts().len());
        prop_assert_eq!(rest.count() as u64, gone + moved.acts_ahead().len() as u64);
        prop_assert_eq!(moved.forth(gone), gone);
        same(&moved, &there)?;
    }

    #[test]
    fn what_is_done_anew_in_the_past_is_as_if_it_had_always_been(acts in session(), gone in 1u64..6_000, input in input()) {
        let mut there = timeline(Generation::Cayman, Assumptions::default(), &acts);
        let _ = there.run_on(6_000);
        there.back(gone);
        let (step, before) = (there.machine().steps(), there.acts().to_vec());
        let _ = there.apply(input);
        let _ = there.run_on(9_000);
        let mut anew = Timeline::new(Generation::Cayman, Assumptions::default()).unwrap();
        for act in before {
            let _ = anew.run_on(act.step - anew.machine().steps());
            anew.apply(act.input).unwrap();
        }
        let _ = anew.run_on(step - anew.machine().steps());
        let _ = anew.apply(input);
        let _ = anew.run_on(9_000);
        same(&there, &anew)?;
    }

    #[test]
    fn equal_histories_have_equal_digests_and_one_more_action_tells_them_apart(g in generation(), acts in session(), input in input()) {
        let one = timeline(g, Assumptions::default(), &acts);
        let mut two = timeline(g, Assumptions::default(), &acts);
        same(&one, &two)?;
        if two.apply(input).is_ok() {
            prop_assert_ne!(one.digest(), two.digest());
        }
    }
}
