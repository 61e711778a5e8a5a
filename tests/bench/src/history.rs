//! A long history: how long a step back and a jump take, what it weighs, and whether it is exact.

use crate::tell;
use seqbell_bench::mix;
use seqbell_script::core::Timeline;
use std::fs;
use std::hint::black_box;
use std::time::Instant;

/// Steps of history.
const STEPS: u64 = 1_000_000;
/// Moments that are gone to.
const SAMPLES: usize = 1000;
/// Moments that are compared with a history that was watched step by step.
const COMPARED: usize = 20;

/// Measures and tells.
pub(crate) fn measure() {
    let before = resident();
    let mut timeline = mix::start();
    mix::with_history(&mut timeline, STEPS / mix::TURN);
    if let Some((before, after)) = before.zip(resident()) {
        tell("history_megabytes", after.saturating_sub(before) as f64 / 1e6);
    }
    tell("history_steps", timeline.machine().steps() as f64);
    tell("jump_p99_ms", p99(jumps(&timeline)));
    tell("back_p99_ms", p99(steps_back(&timeline)));
    tell("moments_compared", COMPARED as f64);
    tell("moments_that_differ", differing(&timeline) as f64);
}

fn jumps(timeline: &Timeline) -> Vec<f64> {
    let span = timeline.machine().steps();
    moments(span).map(|step| milliseconds(|| drop(black_box(timeline.at(step))))).collect()
}

/// Step after step back, from the newest moment and from others.
fn steps_back(timeline: &Timeline) -> Vec<f64> {
    let mut all = Vec::new();
    for step in moments(timeline.machine().steps()).take(SAMPLES / 50) {
        let mut past = timeline.clone();
        past.back(past.machine().steps() - step);
        all.extend((0..50).map(|_| {
            milliseconds(|| {
                black_box(past.back(1));
            })
        }));
    }
    all
}

/// How many of the compared moments are not what a watched history of the same actions was at the same step.
fn differing(timeline: &Timeline) -> usize {
    let mut steps: Vec<u64> = moments(timeline.machine().steps()).take(COMPARED - 2).chain([0, 1]).collect();
    steps.sort_unstable();
    let acts = timeline.acts();
    let mut watched = match Timeline::new(timeline.machine().generation(), *timeline.machine().assumptions()) {
        Ok(watched) => watched,
        Err(refused) => unreachable!("{refused}"),
    };
    let mut differing = 0;
    for step in steps {
        loop {
            let due = acts.get(watched.acts().len()).filter(|act| act.step == watched.machine().steps());
            match due {
                Some(act) => assert!(watched.apply(act.input).is_ok()),
                None if watched.machine().steps() < step => assert!(watched.step().is_ok()),
                None => break,
            }
        }
        let mut past = timeline.clone();
        past.back(past.machine().steps() - step);
        differing += usize::from(past.machine() != watched.machine() || past.digest() != watched.digest());
    }
    differing
}

/// Moments all over the history, the same in every run.
fn moments(span: u64) -> impl Iterator<Item = u64> {
    (1..=SAMPLES as u64).map(move |n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15) % span)
}

fn milliseconds(work: impl FnOnce()) -> f64 {
    let began = Instant::now();
    work();
    began.elapsed().as_secs_f64() * 1e3
}

fn p99(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() * 99 / 100]
}

/// Bytes that this process holds, where the system says so.
fn resident() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}
