//! The timeline in words: what changed in a window, a row each. It does not know how it is drawn.

use seqbell_script::core::timeline::Signal;
use seqbell_script::input_text;

use super::timeline::changes;
use super::{Text, short};
use crate::desk::Desk;
use crate::line::Window;

/// Rows at most.
const ROWS: usize = 200;

/// A row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The step.
    pub step: u64,
    /// What it is about.
    pub what: &'static str,
    /// The new value, or the command.
    pub value: Text,
    /// In the future that was kept.
    pub ahead: bool,
}

/// The rows of a window, oldest first, and how many are left out.
pub fn rows(desk: &Desk, window: Window) -> (Vec<Row>, usize) {
    let timeline = desk.session().timeline();
    let now = timeline.machine().steps();
    let holds = |step: u64| step >= window.from && step - window.from <= window.span;
    let row = |step: u64, what: &'static str, value: String| Row { step, what, value: value.into(), ahead: step > now };
    let changed = changes(timeline).filter(|change| holds(change.step)).map(|change| match change.signal {
        Signal::State(state) => row(change.step, "state", state.name().to_owned()),
        Signal::RunState(word) => row(change.step, "run_state", short(word)),
        Signal::StartCtrl(word) => row(change.step, "start_ctrl", short(word)),
        Signal::Flag(word) => row(change.step, "flag", short(word)),
        Signal::Tail(key, tail) => {
            row(change.step, "tail", format!("engine {} queue {}: {tail}", key.engine, key.queue))
        }
    });
    let acts = timeline.acts().iter().chain(timeline.acts_ahead()).filter(|act| holds(act.step));
    let acted = acts.map(|act| row(act.step, "host", input_text(act.input)));
    let marked = desk.markers().iter().filter(|m| holds(m.step)).map(|m| row(m.step, "marker", m.name.to_string()));
    // As many of each as can be shown: a long history is not written out to be thrown away.
    let all = changes(timeline).filter(|change| holds(change.step)).count()
        + timeline.acts().iter().chain(timeline.acts_ahead()).filter(|act| holds(act.step)).count()
        + desk.markers().iter().filter(|m| holds(m.step)).count();
    let mut rows: Vec<Row> = acted.take(ROWS).chain(changed.take(ROWS)).chain(marked).collect();
    rows.sort_by_key(|row| row.step);
    rows.truncate(ROWS);
    let more = all - rows.len();
    (rows, more)
}
