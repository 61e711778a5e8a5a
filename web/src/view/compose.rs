//! What stands in the doorbell composer, and the command that it makes. It knows no session.

use seqbell_script::core::fabric::Reach;
use seqbell_script::core::facts::{Family, thunk_at};
use seqbell_script::core::ncfw::{Destination, Selector};
use seqbell_script::core::{Input, Lines};
use seqbell_script::input_text;

pub use seqbell_script::core::fabric::Direction;

use super::Text;

/// The name of a direction on the page.
pub fn direction_name(direction: Direction) -> &'static str {
    match direction {
        Direction::M2s => "M2S",
        Direction::S2m => "S2M",
    }
}

/// The token of a direction in the command language.
pub fn direction_token(direction: Direction) -> &'static str {
    match direction {
        Direction::M2s => "m2s",
        Direction::S2m => "s2m",
    }
}

/// Whom a doorbell is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A group, through its broadcast window.
    Group(u8),
    /// One engine.
    Engine(u16),
}

/// Who rings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The host, by a write of its own.
    Host,
    /// The thunk of the management core at this address.
    Thunk(u32),
}

/// What stands in the composer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BellDraft {
    /// Direction.
    pub direction: Direction,
    /// Target.
    pub target: Target,
    /// Queue, 0 to 15.
    pub queue: u8,
    /// Count, as typed.
    pub count: Text,
    /// Engines of the group that listen, bit 0 the first.
    pub mask: u16,
    /// Who rings.
    pub source: Source,
    /// An address to decode, as typed.
    pub address: Text,
}

impl Default for BellDraft {
    fn default() -> Self {
        Self {
            direction: Direction::M2s,
            target: Target::Group(1),
            queue: 3,
            count: "6".into(),
            mask: 0xffff,
            source: Source::Host,
            address: Text::default(),
        }
    }
}

/// A change of one field of [`BellDraft`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BellEdit {
    /// Choose a direction.
    Direction(Direction),
    /// Choose a target.
    Target(Target),
    /// Choose a queue.
    Queue(u8),
    /// Type a count.
    Count(Text),
    /// Let an engine of the group listen, or not; 0 to 15.
    Toggle(u8),
    /// Choose who rings.
    Source(Source),
    /// Type an address to decode.
    Address(Text),
}

impl BellDraft {
    /// The draft with one field changed.
    pub fn with(mut self, edit: BellEdit) -> Self {
        match edit {
            BellEdit::Direction(direction) => self.direction = direction,
            BellEdit::Target(target) => self.target = target,
            BellEdit::Queue(queue) => self.queue = queue & 15,
            BellEdit::Count(count) => self.count = count,
            BellEdit::Toggle(engine) => self.mask ^= 1 << (engine & 15),
            BellEdit::Source(source) => self.source = source,
            BellEdit::Address(address) => self.address = address,
        }
        self
    }

    /// What it would do, if the count is a number.
    pub fn input(&self) -> Option<Input> {
        let count = number(&self.count)?;
        let reach = match self.target {
            Target::Group(group) => Reach::Group { group, mask: self.mask },
            Target::Engine(engine) => Reach::Engine(engine),
        };
        let lines = Lines { direction: self.direction, queue: self.queue, reach };
        Some(match self.source {
            Source::Host => Input::Ring { lines, count },
            // Family A rings nothing and takes no destination.
            Source::Thunk(addr) if thunk_at(addr).is_some_and(|thunk| thunk.family == Family::A) => {
                Input::Thunk { addr, to: None }
            }
            Source::Thunk(addr) => Input::Thunk { addr, to: Some(Destination { lines, count }) },
        })
    }

    /// The command that does it. A thunk goes by its name.
    pub fn command(&self) -> Text {
        let text = self.input().map_or_else(|| "ring".to_owned(), input_text);
        match self.source {
            Source::Host => text.into(),
            Source::Thunk(addr) => text.replacen(&format!("{addr:#x}"), &thunk_name(addr), 1).into(),
        }
    }
}

/// The name of the thunk at an address, or the address.
pub fn thunk_name(addr: u32) -> String {
    thunk_at(addr).map_or_else(|| format!("{addr:#x}"), |thunk| Selector::of(thunk).to_string())
}

/// A number as a field takes it: decimal, or hex behind `0x`.
pub(super) fn number(text: &str) -> Option<u32> {
    let text = text.trim();
    text.strip_prefix("0x").map_or_else(|| text.parse().ok(), |digits| u32::from_str_radix(digits, 16).ok())
}
