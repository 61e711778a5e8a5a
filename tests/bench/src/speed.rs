//! Steps a second: with history; without, and the hand-written loop beside them; events a second of the charts.
//!
//! What is compared takes turns, so that a busy machine slows all of them; the median of the ratios counts. A speed by
//! itself is that of the fastest round: in the others the machine was busy with something else.

use crate::tell;
use seqbell_bench::chart::{CYCLE, Core};
use seqbell_bench::plain::Plain;
use seqbell_bench::{hierarchy, mix};
use std::hint::black_box;
use std::time::Instant;

/// Turns of the mix in a round: 2,000,000 steps.
const TURNS: u64 = 2000;
/// Cycles of events in a round.
const CYCLES: u64 = 20_000;
/// Rounds; the first only warms up.
const ROUNDS: usize = 9;

/// Measures and tells.
pub(crate) fn measure() {
    let start = mix::start();
    let (mut bare, mut plain) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let mut machine = black_box(start.machine().clone());
        bare.push(rate(|| mix::without_history(&mut machine, TURNS)));
        let mut hand = black_box(Plain::of(start.machine()));
        plain.push(rate(|| hand.turns(TURNS)));
        assert!(hand.equals(&machine), "the loops do not agree");
        black_box((machine, hand));
    }
    tell("steps_without_history", fastest(&bare));
    tell("steps_by_hand", fastest(&plain));
    tell("by_hand_over_core", median(plain.iter().zip(&bare).map(|(plain, bare)| plain / bare).collect()));
    charts();
}

/// Some rounds with history on: `node.mjs` takes turns with them.
pub(crate) fn steps() {
    let start = mix::start();
    let rounds = [(); 3].map(|()| {
        let mut timeline = black_box(start.clone());
        let round = rate(|| mix::with_history(&mut timeline, TURNS));
        black_box(timeline);
        round
    });
    tell("steps_with_history", fastest(&rounds));
}

fn charts() {
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    let (mut core, mut chart) = (Core::new(), hierarchy::chart());
    for _ in 0..ROUNDS {
        ours.push(rate(|| {
            (0..CYCLES).for_each(|_| core.cycle());
            CYCLES * CYCLE.len() as u64
        }));
        theirs.push(rate(|| {
            for _ in 0..CYCLES {
                CYCLE.iter().for_each(|happening| chart.handle(black_box(happening)));
            }
            CYCLES * CYCLE.len() as u64
        }));
        assert_eq!(core.seen(), [chart.run_state, chart.flag, chart.start_ctrl], "the charts do not agree");
    }
    tell("steps_an_event", core.steps() as f64 / CYCLE.len() as f64);
    tell("events_of_the_core", fastest(&ours));
    tell("events_of_statig", fastest(&theirs));
}

/// What is done a second.
fn rate(work: impl FnOnce() -> u64) -> f64 {
    let began = Instant::now();
    let done = work();
    done as f64 / began.elapsed().as_secs_f64()
}

/// The fastest of the rounds.
pub(crate) fn fastest(rounds: &[f64]) -> f64 {
    rounds.iter().copied().fold(0.0, f64::max)
}

/// The middle of the rounds, the first left out.
pub(crate) fn median(mut rounds: Vec<f64>) -> f64 {
    rounds.remove(0);
    rounds.sort_by(f64::total_cmp);
    rounds[rounds.len() / 2]
}
