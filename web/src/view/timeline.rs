//! The timeline as a picture of a given width: tracks cut to a window and to columns of a pixel. It works on the list of
//! changes and costs what that list costs, not what the steps do. It does not know how it is drawn.

mod cut;

use std::collections::BTreeMap;

use seqbell_script::core::seq::OPCODE_BODY;
use seqbell_script::core::timeline::{Change, Signal};
use seqbell_script::core::udma::RingKey;
use seqbell_script::core::{Machine, Timeline, fabric::Direction, facts::routine};
use seqbell_script::input_text;

use self::cut::{Cutter, Held};
use super::{Offer, RunState};
use crate::desk::Desk;
use crate::line::{Line, Track, Window};

/// Steps up to which a window shows every change of the routine; a longer one shows key frames.
const EXACT: u64 = 8192;
/// Tracks of tails at most, the newest first.
const TAILS: usize = 3;
/// Branches shown at most, the newest first.
const BRANCHES: usize = 4;
/// Commands that one mark names.
const NAMED: usize = 3;

/// How a piece of a track looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// A state, by its word in `data-state`.
    State(&'static str),
    /// A line, low or high.
    Level(bool),
    /// A box with a value.
    Box,
    /// More changes than columns.
    Busy,
    /// Known at its left end only.
    Sampled,
    /// Nobody knows the value.
    Unknown,
}

/// A piece of a track, in columns of the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// First column.
    pub from: u32,
    /// Column after the last.
    pub to: u32,
    /// How it looks.
    pub fill: Fill,
    /// What it says.
    pub text: String,
}

/// A track.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lane {
    /// Its name.
    pub name: String,
    /// From left to right.
    pub pieces: Vec<Piece>,
}

/// Something at one column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The column.
    pub at: u32,
    /// What it says.
    pub text: String,
}

/// A stretch with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// First column.
    pub from: u32,
    /// Column after the last.
    pub to: u32,
    /// Its name.
    pub name: String,
}

/// The picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The column of the present step, if the window holds it.
    pub cursor: Option<u32>,
    /// The column where the history ends: beyond it nothing has run.
    pub end: u32,
    /// Steps along the ruler.
    pub ticks: Vec<Mark>,
    /// Host actions.
    pub actions: Vec<Mark>,
    /// Changes of the true state.
    pub flips: Vec<Mark>,
    /// The user's markers.
    pub markers: Vec<Mark>,
    /// The other branches, from where they leave this one.
    pub branches: Vec<Stretch>,
    /// The tracks.
    pub lanes: Vec<Lane>,
}

/// From steps to columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    window: Window,
    width: u32,
}

impl Scale {
    /// A window on so many columns.
    pub fn new(window: Window, width: u32) -> Self {
        Self { window, width: width.max(1) }
    }

    /// The column of a step; what lies outside the window is at its edge.
    pub fn column(self, step: u64) -> u32 {
        let past = step.saturating_sub(self.window.from).min(self.window.span);
        u32::try_from(u128::from(past) * u128::from(self.width) / u128::from(self.window.span)).unwrap_or(self.width)
    }

    /// The step at a column, to the nearest.
    pub fn step(self, column: u32) -> u64 {
        let columns = u128::from(self.width);
        let steps = (u128::from(column) * u128::from(self.window.span) + columns / 2) / columns;
        self.window.from.saturating_add(u64::try_from(steps).unwrap_or(0))
    }

    /// Steps of a column, at least one.
    pub fn per_column(self) -> u64 {
        (self.window.span / u64::from(self.width)).max(1)
    }

    fn holds(self, step: u64) -> bool {
        step >= self.window.from && step - self.window.from <= self.window.span
    }
}

impl Picture {
    /// The history of a session through a window, `width` columns wide.
    pub fn of(desk: &Desk, line: &Line, width: u32) -> Self {
        let timeline = desk.session().timeline();
        let (now, last) = (timeline.machine().steps(), timeline.furthest());
        let scale = Scale::new(line.window(last), width);
        let end = scale.column(last);
        Self {
            cursor: scale.holds(now).then(|| scale.column(now)),
            end,
            ticks: ticks(scale),
            actions: marks(scale, acts(timeline), input_text),
            flips: marks(scale, states(timeline).skip(1), |state| state.name().to_owned()),
            markers: marks(scale, desk.markers().iter().map(|m| (m.step, &m.name)), |name| name.to_string()),
            branches: branches(timeline, scale),
            lanes: lanes(timeline, line, scale, end),
        }
    }
}

/// All changes of the line, those ahead of the present too.
pub fn changes(timeline: &Timeline) -> impl DoubleEndedIterator<Item = &Change> {
    timeline.changes().iter().chain(timeline.changes_ahead())
}

/// The states of the line, each with the step from which it holds.
pub fn states(timeline: &Timeline) -> impl DoubleEndedIterator<Item = (u64, RunState)> {
    changes(timeline).filter_map(|change| match change.signal {
        Signal::State(state) => Some((change.step, state)),
        Signal::RunState(_) | Signal::StartCtrl(_) | Signal::Flag(_) | Signal::Tail(..) => None,
    })
}

fn acts(timeline: &Timeline) -> impl Iterator<Item = (u64, seqbell_script::core::Input)> {
    timeline.acts().iter().chain(timeline.acts_ahead()).map(|act| (act.step, act.input))
}

fn lanes(timeline: &Timeline, line: &Line, scale: Scale, end: u32) -> Vec<Lane> {
    let tails = tails(timeline);
    let mut cut: BTreeMap<usize, Cutter> = BTreeMap::new();
    for change in changes(timeline) {
        let (lane, held) = match change.signal {
            Signal::State(state) => (0, Held::State(state)),
            Signal::StartCtrl(word) => (1, Held::Level(word.value())),
            Signal::RunState(word) => (2, Held::Value(word.value())),
            Signal::Flag(word) => (3, Held::Level(word.value())),
            Signal::Tail(ring, tail) => match tails.iter().position(|(key, _)| *key == ring) {
                Some(n) => (5 + n, Held::Tail(tail)),
                None => continue,
            },
        };
        cut.entry(lane).or_insert_with(|| Cutter::new(scale)).change(change.step, held);
    }
    let mut lanes = Vec::new();
    for (n, track) in Track::ALL.into_iter().enumerate().filter(|(_, track)| line.shows(*track)) {
        match track {
            Track::Routine => lanes.push(routines(timeline, scale).lane(track.name(), end)),
            Track::Tails => {
                for (m, (_, name)) in tails.iter().enumerate() {
                    lanes.extend(cut.remove(&(n + m)).map(|cutter| cutter.lane(name.clone(), end)));
                }
            }
            Track::State | Track::StartCtrl | Track::RunState | Track::Flag => {
                lanes.extend(cut.remove(&n).map(|cutter| cutter.lane(track.name(), end)));
            }
        }
    }
    lanes
}

/// The rings whose tails moved last. Of the rings that one broadcast moved the first stands for all.
fn tails(timeline: &Timeline) -> Vec<(RingKey, String)> {
    let mut seen: Vec<(RingKey, String)> = Vec::new();
    let moved = changes(timeline).filter_map(|change| match change.signal {
        Signal::Tail(key, _) => Some((change.step, key)),
        Signal::State(_) | Signal::RunState(_) | Signal::StartCtrl(_) | Signal::Flag(_) => None,
    });
    let all: Vec<(u64, RingKey)> = moved.collect();
    for (step, key) in all.iter().rev() {
        let same = |other: &RingKey| (other.direction, other.queue) == (key.direction, key.queue);
        let first = all.iter().rev().filter(|(at, other)| at == step && same(other)).map(|(_, other)| *other).min();
        let first = first.unwrap_or(*key);
        if seen.iter().all(|(other, _)| !same(other) || other.engine / 16 != first.engine / 16) {
            let direction = if first.direction == Direction::M2s { "M2S" } else { "S2M" };
            seen.push((first, format!("tail E{} {direction} q{}", first.engine, first.queue)));
        }
        if seen.len() == TAILS {
            break;
        }
    }
    seen
}

/// The routine of every step where the window is short, of the key frames where it is long.
fn routines(timeline: &Timeline, scale: Scale) -> Cutter {
    let mut cutter = Cutter::new(scale);
    let Window { from, span } = scale.window;
    if span > EXACT {
        for (_, machine) in timeline.samples() {
            cutter.change(machine.steps(), Held::Sampled(routine_name(machine)));
        }
        return cutter;
    }
    let mut replay = timeline.replay_line(from);
    loop {
        let step = replay.machine().steps();
        cutter.change(step, Held::Routine(routine_name(replay.machine())));
        if step > from + span || replay.next().is_none() {
            return cutter;
        }
    }
}

fn routine_name(machine: &Machine) -> &'static str {
    match machine.position().row {
        OPCODE_BODY => "opcode body",
        id => routine::routine_of(routine::row(id)).id,
    }
}

fn branches(timeline: &Timeline, scale: Scale) -> Vec<Stretch> {
    let newest = timeline.branches().iter().rev().take(BRANCHES);
    let stretch = newest.map(|branch| Stretch {
        from: scale.column(timeline.fork_of(branch)),
        to: scale.column(branch.steps),
        name: branch.name.clone(),
    });
    stretch.collect()
}

/// Marks by column: those that share one count. What is not named is not put into words.
fn marks<T>(scale: Scale, steps: impl Iterator<Item = (u64, T)>, words: impl Fn(T) -> String) -> Vec<Mark> {
    let mut marks: Vec<(u32, usize, String)> = Vec::new();
    for (step, what) in steps.filter(|(step, _)| scale.holds(*step)) {
        let at = scale.column(step);
        match marks.last_mut().filter(|last| last.0 == at) {
            Some((_, count, said)) => {
                *count += 1;
                if *count <= NAMED {
                    said.push_str(&format!("\nstep {step}: {}", words(what)));
                }
            }
            None => marks.push((at, 1, format!("step {step}: {}", words(what)))),
        }
    }
    let more = |count: usize| if count > NAMED { format!("\nand {} more", count - NAMED) } else { String::new() };
    marks.into_iter().map(|(at, count, text)| Mark { at, text: text + &more(count) }).collect()
}

/// Round numbers of steps, some 90 columns apart.
fn ticks(scale: Scale) -> Vec<Mark> {
    let wanted = (scale.window.span * 90 / u64::from(scale.width)).max(1);
    let mut unit = 1u64;
    while unit.saturating_mul(10) <= wanted {
        unit *= 10;
    }
    let every = [1, 2, 5, 10].into_iter().map(|n| unit.saturating_mul(n)).find(|n| *n >= wanted).unwrap_or(unit);
    let first = scale.window.from.div_ceil(every);
    let last = scale.window.from.saturating_add(scale.window.span) / every;
    (first..=last).map(|n| Mark { at: scale.column(n * every), text: (n * every).to_string() }).collect()
}

/// The command that sets a marker here.
pub fn mark_here(line: &Line, desk: &Desk) -> Offer {
    let name = line.name.trim();
    let name = if name.is_empty() { format!("marker {}", desk.markers().len() + 1) } else { name.to_owned() };
    Offer::new("Mark", format!("note {name}"))
}

#[cfg(test)]
mod tests;
