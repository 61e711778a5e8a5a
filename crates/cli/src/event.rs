//! Events as lines of text in a terminal's colours.

use crate::terminal::{Ink, Pen};
use seqbell_export::text::{self, Part};
use seqbell_script::core::{Event, Machine};
use seqbell_script::facts::Generation;

/// Prints events of one generation.
#[derive(Clone, Copy)]
pub(crate) struct Lines {
    /// Colour or not.
    pub(crate) pen: Pen,
    /// Whose events they are.
    pub(crate) generation: Generation,
}

impl Lines {
    /// One event as a line.
    pub(crate) fn event(self, event: &Event) -> String {
        text::event(event, self.generation, &|part, text| self.pen.ink(ink(part), text))
    }

    /// Where the machine is at the end: what is true beside what the host reads.
    pub(crate) fn end(self, machine: &Machine, digest: u64) -> String {
        text::end(machine, digest, &|part, text| self.pen.ink(ink(part), text))
    }
}

const fn ink(part: Part) -> Ink {
    match part {
        Part::Good => Ink::Good,
        Part::Bad => Ink::Bad,
        Part::Faint => Ink::Faint,
        Part::Host => Ink::Host,
        Part::State => Ink::State,
    }
}
