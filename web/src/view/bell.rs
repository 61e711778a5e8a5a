//! The doorbell: what is composed, the address as a sum, the trap, and where the write lands.

use super::engines::EngineRow;
use super::{Choice, Evidence, Offer, Text};

/// Direction of a ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Memory to stream.
    M2s,
    /// Stream to memory.
    S2m,
}

impl Direction {
    /// The token of the command language.
    pub fn token(self) -> &'static str {
        match self {
            Self::M2s => "m2s",
            Self::S2m => "s2m",
        }
    }

    /// The name on the page.
    pub fn name(self) -> &'static str {
        match self {
            Self::M2s => "M2S",
            Self::S2m => "S2M",
        }
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
}

impl Default for BellDraft {
    fn default() -> Self {
        Self { direction: Direction::M2s, target: Target::Group(1), queue: 3, count: "6".into(), mask: 0xffff }
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
        }
        self
    }

    /// The command that rings it.
    pub fn command(&self) -> String {
        let direction = self.direction.token();
        let (queue, count) = (self.queue, self.count.trim());
        match self.target {
            Target::Group(group) if self.mask == 0xffff => {
                format!("ring {direction} group={group} queue={queue} count={count}")
            }
            Target::Group(group) => {
                format!("ring {direction} group={group} bitmap={:#06x} queue={queue} count={count}", self.mask)
            }
            Target::Engine(engine) => format!("ring {direction} engine={engine} queue={queue} count={count}"),
        }
    }
}

/// A term of the address sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// The formula's name for it.
    pub label: Text,
    /// What it chooses.
    pub note: Text,
    /// Its value, 48 bits.
    pub value: u64,
    /// Highest bit of the field it fills.
    pub high: u8,
    /// Lowest bit of that field.
    pub low: u8,
}

/// A field of a 48-bit address, for the ruler above the strips.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressField {
    /// Name.
    pub name: Text,
    /// Its highest bit, 0 to 47.
    pub high: u8,
    /// Its lowest bit.
    pub low: u8,
    /// Printed one line higher, so that neighbours do not touch.
    pub raised: bool,
}

/// The mistake that adds the window offset twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trap {
    /// The wrong address.
    pub address: u64,
    /// What lives there.
    pub lands: Text,
    /// The command that writes there.
    pub poke: Offer,
}

/// Where the write lands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fan {
    /// Name of the broadcast window, or none for a write to one engine.
    pub window: Option<Text>,
    /// The bundle name of the address map.
    pub block: Text,
    /// The value written.
    pub value: Text,
    /// Engines behind it, and whether the write reaches each.
    pub branches: Vec<(EngineRow, bool)>,
    /// Doorbells rung so far; a change of it makes the write travel.
    pub pulse: u64,
}

impl Fan {
    /// How many engines the write reaches.
    pub fn reaches(&self) -> usize {
        self.branches.iter().filter(|(_, on)| *on).count()
    }
}

/// The panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BellView {
    /// What is composed.
    pub draft: BellDraft,
    /// Groups that can be chosen; empty where there are none.
    pub groups: Vec<Choice>,
    /// How many engines there are.
    pub engines: u16,
    /// The formula.
    pub formula: Text,
    /// Fields of an address, highest first.
    pub ruler: Vec<AddressField>,
    /// Its terms.
    pub terms: Vec<Term>,
    /// The sum, or why there is none.
    pub sum: Result<u64, Text>,
    /// The doubled-offset trap, where there is one.
    pub trap: Option<Trap>,
    /// Ring it.
    pub ring: Offer,
    /// How much fits.
    pub room: Text,
    /// Whether the drafted count overruns.
    pub overruns: bool,
    /// What the written value means.
    pub value_note: Text,
    /// Evidence of that reading.
    pub value_evidence: Evidence,
    /// Where it lands.
    pub fan: Fan,
}
