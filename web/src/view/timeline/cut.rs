//! How a track is cut: from the changes of a value to pieces of whole columns.

use super::{Fill, Lane, Piece, Scale};
use crate::view::RunState;
use crate::view::state::key;

/// What a track holds at a moment. Histories have tens of thousands of them, pictures hundreds of pieces: how one looks and
/// what it says is settled for the pieces alone.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Held {
    State(RunState),
    Level(Option<u32>),
    Value(Option<u32>),
    Tail(u32),
    Routine(&'static str),
    /// Of a routine that is looked up now and then only.
    Sampled(&'static str),
}

impl Held {
    fn fill(self) -> Fill {
        match self {
            Self::State(state) => Fill::State(key(state)),
            Self::Level(value) => value.map_or(Fill::Unknown, |value| Fill::Level(value != 0)),
            Self::Value(value) => value.map_or(Fill::Unknown, |_| Fill::Box),
            Self::Tail(_) | Self::Routine(_) => Fill::Box,
            Self::Sampled(_) => Fill::Sampled,
        }
    }

    fn text(self) -> String {
        match self {
            Self::State(state) => state.name().to_owned(),
            Self::Level(value) | Self::Value(value) => value.map_or_else(|| "?".into(), |value| format!("{value:#x}")),
            Self::Tail(tail) => tail.to_string(),
            Self::Routine(name) | Self::Sampled(name) => name.to_owned(),
        }
    }
}

/// A track in the making: its value so far, and what has been cut.
pub(super) struct Cutter {
    scale: Scale,
    from: u32,
    now: Option<Held>,
    /// The column of the last change.
    last: Option<u32>,
    pieces: Vec<Piece>,
}

impl Cutter {
    pub(super) fn new(scale: Scale) -> Self {
        Self { scale, from: 0, now: None, last: None, pieces: Vec::new() }
    }

    /// The track has another value from a step on. Steps never fall.
    pub(super) fn change(&mut self, step: u64, held: Held) {
        if self.now == Some(held) || step > self.scale.window.from.saturating_add(self.scale.window.span) {
            return;
        }
        let column = self.scale.column(step);
        if self.last == Some(column) && column > 0 {
            // A second change within a column.
            self.push(column, column + 1, None);
            self.from = column + 1;
        } else {
            self.close(column);
        }
        self.last = Some(column);
        self.now = Some(held);
    }

    fn close(&mut self, column: u32) {
        if let Some(held) = self.now.take()
            && column > self.from
        {
            self.push(self.from, column, Some(held));
        }
        self.from = self.from.max(column);
    }

    /// Cuts a piece; one without a value has more of them than columns.
    fn push(&mut self, from: u32, to: u32, held: Option<Held>) {
        match self.pieces.last_mut().filter(|last| last.fill == Fill::Busy && held.is_none() && last.to >= from) {
            Some(last) => last.to = last.to.max(to),
            None => {
                let (fill, text) = held.map_or((Fill::Busy, String::new()), |held| (held.fill(), held.text()));
                self.pieces.push(Piece { from, to, fill, text });
            }
        }
    }

    pub(super) fn lane(mut self, name: impl Into<String>, end: u32) -> Lane {
        self.close(end);
        Lane { name: name.into(), pieces: self.pieces }
    }
}
