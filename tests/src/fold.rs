//! Folds what repeats, so that a golden trace is short and its difference readable. It knows no firmware.

use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// One line of a trace: what happened, and its step if it is one.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    step: Option<u64>,
    text: String,
    /// Tells most lines apart at once.
    hash: u64,
}

impl Line {
    pub(crate) fn new(step: Option<u64>, text: String) -> Self {
        let mut hasher = DefaultHasher::new();
        (step.is_some(), &text).hash(&mut hasher);
        Self { step, text, hash: hasher.finish() }
    }
}

/// The longest repetition looked for, in lines.
const PERIOD_MAX: usize = 96;
/// Fewer lines than this are not worth a fold.
const SAVES_MIN: usize = 6;

/// What can be said in one line instead of many.
#[derive(Clone, Copy, Debug)]
enum Fold<'a> {
    /// `period` lines, said once, come `times` more.
    Again { period: usize, times: usize },
    /// The next `len` lines are those of a reference from step `from` on.
    Known { name: &'a str, from: u64, len: usize },
}

impl Fold<'_> {
    fn saves(self) -> usize {
        match self {
            Fold::Again { period, times } => period * times,
            Fold::Known { len, .. } => len,
        }
    }
}

/// The lines as text. Equal texts mean equal lines, given the same references.
pub(crate) fn fold(lines: &[Line], references: &[(&str, Vec<Line>)]) -> String {
    let mut out = String::new();
    let mut at = 0;
    while at < lines.len() {
        let known = references.iter().rev().filter_map(|(name, known)| shared(lines, at, name, known));
        let folds = repetition(lines, at).into_iter().chain(known);
        match folds.filter(|f| f.saves() >= SAVES_MIN).max_by_key(|f| f.saves()) {
            Some(Fold::Again { period, times }) => {
                lines[at..at + period].iter().for_each(|line| write(&mut out, line));
                at += period * (times + 1);
                let _ = writeln!(out, "      these {period}, {times} times more{}", up_to(lines, at));
            }
            Some(Fold::Known { name, from, len }) => {
                let _ = writeln!(out, "{:5} as {name} from {from}, {len} steps", lines[at].step.unwrap_or(0));
                at += len;
            }
            None => {
                write(&mut out, &lines[at]);
                at += 1;
            }
        }
    }
    out
}

fn write(out: &mut String, line: &Line) {
    let text = line.text.trim_end();
    let _ = match line.step {
        Some(step) => writeln!(out, "{step:5} {text}"),
        None => writeln!(out, "      {text}"),
    };
}

fn up_to(lines: &[Line], end: usize) -> String {
    lines[..end].iter().rev().find_map(|l| l.step).map_or(String::new(), |step| format!(", to {step}"))
}

fn same(a: &Line, b: &Line) -> bool {
    a.hash == b.hash && a.text == b.text && a.step.is_some() == b.step.is_some()
}

/// The repetition from here that saves most; of equal ones the shortest.
fn repetition(lines: &[Line], at: usize) -> Option<Fold<'static>> {
    let rest = &lines[at..];
    let found = (1..=PERIOD_MAX.min(rest.len() / 2)).rev().filter_map(|period| {
        let alike = rest[period..].iter().zip(rest).take_while(|(a, b)| same(a, b)).count();
        let times = alike / period;
        (times > 0).then_some(Fold::Again { period, times })
    });
    found.max_by_key(|f| f.saves())
}

/// The longest run of steps from here that the reference has too.
fn shared<'a>(lines: &[Line], at: usize, name: &'a str, known: &[Line]) -> Option<Fold<'a>> {
    let alike = |from: usize| {
        lines[at..].iter().zip(&known[from..]).take_while(|(a, b)| a.step.is_some() && same(a, b)).count()
    };
    let (len, from) = (0..known.len()).rev().map(|from| (alike(from), from)).max_by_key(|(len, _)| *len)?;
    known[from].step.filter(|_| len > 0).map(|from| Fold::Known { name, from, len })
}
