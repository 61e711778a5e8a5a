//! The doorbell: what is composed, the address as a sum, the trap, and where the write lands.

use seqbell_script::core::event::Detail;
use seqbell_script::core::fabric::{self, BCAST_DELTA, GROUP_ENGINES, Heard, Landing, Reach, TAIL_INC};
use seqbell_script::core::facts::{DmaFamily, Switch};
use seqbell_script::core::udma::COUNT_MASK;
use seqbell_script::core::{Input, Lines};
use seqbell_script::input_text;

pub use seqbell_script::core::fabric::Direction;

use super::engines::{EngineRow, Plane};
use super::{Choice, Evidence, Moment, Offer, Text};

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

    /// What it would do, if the count is a number.
    pub fn input(&self) -> Option<Input> {
        let count = number(&self.count)?;
        let reach = match self.target {
            Target::Group(group) => Reach::Group { group, mask: self.mask },
            Target::Engine(engine) => Reach::Engine(engine),
        };
        Some(Input::Ring { lines: Lines { direction: self.direction, queue: self.queue, reach }, count })
    }
}

fn number(text: &str) -> Option<u32> {
    let text = text.trim();
    text.strip_prefix("0x").map_or_else(|| text.parse().ok(), |digits| u32::from_str_radix(digits, 16).ok())
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
    /// The line it is printed on, 0 the lowest, so that neighbours do not touch.
    pub level: u8,
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

impl BellView {
    /// The panel at a moment.
    pub fn of(moment: Moment) -> Self {
        let (generation, draft) = (moment.desk.session().generation(), moment.bell);
        let reach = match draft.target {
            Target::Group(group) => Reach::Group { group, mask: draft.mask },
            Target::Engine(engine) => Reach::Engine(engine),
        };
        let sum = fabric::doorbell(generation, draft.direction, reach, draft.queue);
        let landing = landing(moment);
        let windows = (0..fabric::GROUPS).filter(|group| fabric::window(generation, *group).is_ok());
        Self {
            draft: draft.clone(),
            groups: windows.map(group).collect(),
            engines: fabric::engine_count(generation).unwrap_or(0),
            formula: match draft.target {
                Target::Group(_) => "table[group] + dir + ((queue + 1) << 12) + 0x38".into(),
                Target::Engine(_) => "engine + dir + ((queue + 1) << 12) + 0x38".into(),
            },
            ruler: if fabric::family(generation) == Ok(DmaFamily::V3) { ruler() } else { Vec::new() },
            terms: sum.as_ref().map_or_else(|_| Vec::new(), |sum| terms(draft, sum)),
            trap: sum.as_ref().ok().and_then(|sum| trap(moment, sum.addr)),
            sum: sum.map(|sum| sum.addr).map_err(|refused| refused.to_string().into()),
            ring: ring_offer(draft, &landing),
            room: room(moment),
            overruns: overruns(moment),
            value_note: value_note(&landing),
            value_evidence: Switch::DoorbellValue.fact().evidence,
            fan: fan(moment, &landing),
        }
    }
}

fn group(group: u8) -> Choice {
    let first = u16::from(group) * GROUP_ENGINES;
    Choice::new(group.to_string(), format!("{group}: E{first}..{}", first + GROUP_ENGINES - 1))
}

/// What the drafted doorbell would do, found by ringing it on a copy of the machine.
fn landing(moment: Moment) -> Result<Landing, Text> {
    let input = moment.bell.input().ok_or_else(|| Text::from("The count is not a number."))?;
    landing_of(moment, input)
}

fn landing_of(moment: Moment, input: Input) -> Result<Landing, Text> {
    match moment.desk.machine().clone().apply(input) {
        Ok(event) if let Detail::Landed(landing) = event.detail => Ok(landing),
        Ok(_) => Err("The doorbell reaches nothing.".into()),
        Err(refused) => Err(refused.to_string().into()),
    }
}

/// The fields of the V3 map (`regaddr.toml`, address bits, and `udma.toml`).
fn ruler() -> Vec<AddressField> {
    let fields = [
        ("die", 47, 47, 0),
        ("cluster", 38, 38, 1),
        ("slot", 24, 20, 1),
        ("bcast", 19, 19, 2),
        ("dir", 17, 17, 1),
        ("bank", 16, 12, 0),
        ("register", 11, 0, 1),
    ];
    fields.into_iter().map(|(name, high, low, level)| AddressField { name: name.into(), high, low, level }).collect()
}

fn terms(draft: &BellDraft, sum: &fabric::Sum) -> Vec<Term> {
    let [base, direction, bank, register] = sum.terms;
    let (label, note) = match draft.target {
        Target::Group(group) => (format!("table[{group}]"), format!("window of group {group}")),
        Target::Engine(engine) => (format!("engine {engine}"), "base of its uDMA".to_owned()),
    };
    let increment = match draft.direction {
        Direction::M2s => "TDRTP_inc",
        Direction::S2m => "RDRTP_inc",
    };
    let lowest = match draft.target {
        Target::Group(_) => 19,
        Target::Engine(_) => 18,
    };
    vec![
        Term { label: label.into(), note: note.into(), value: base.value, high: 47, low: lowest },
        Term {
            label: direction_name(draft.direction).into(),
            note: "direction".into(),
            value: direction.value,
            high: 17,
            low: 17,
        },
        Term {
            label: format!("({} + 1) << 12", draft.queue).into(),
            note: "queue bank".into(),
            value: bank.value,
            high: 16,
            low: 12,
        },
        Term {
            label: format!("{TAIL_INC:#x}").into(),
            note: increment.into(),
            value: register.value,
            high: 11,
            low: 0,
        },
    ]
}

/// The window offset added once more than it should be, and what hears the write, found on a copy of the machine.
fn trap(moment: Moment, addr: u64) -> Option<Trap> {
    let Target::Group(_) = moment.bell.target else { return None };
    let (address, value) = (addr + BCAST_DELTA, number(&moment.bell.count)?);
    let poke = Input::Poke { addr: address, value };
    let landing = landing_of(moment, poke).ok()?;
    let lands = match landing.heard {
        Some(heard) if heard.broadcast => {
            format!("the window of engines {}..{}.", heard.first, heard.first + GROUP_ENGINES - 1)
        }
        Some(heard) => format!("queue {} of engine {} alone, a live doorbell.", heard.queue, heard.first),
        None => "no register that rings.".to_owned(),
    };
    Some(Trap { address, lands: lands.into(), poke: Offer::new("poke it", input_text(poke)) })
}

fn ring_offer(draft: &BellDraft, landing: &Result<Landing, Text>) -> Offer {
    let engines = match draft.target {
        Target::Group(_) => draft.mask.count_ones(),
        Target::Engine(_) => 1,
    };
    let label = format!("Ring {engines} engine{}", if engines == 1 { "" } else { "s" });
    let command = draft.input().map_or_else(|| "ring".to_owned(), input_text);
    Offer::new(label, command).blocked_by(landing.as_ref().err().cloned())
}

/// The first engine that the drafted doorbell is for.
fn first(draft: &BellDraft) -> u16 {
    match draft.target {
        Target::Group(group) => {
            u16::from(group) * GROUP_ENGINES + u16::try_from(draft.mask.trailing_zeros() & 15).unwrap_or(0)
        }
        Target::Engine(engine) => engine,
    }
}

fn room(moment: Moment) -> Text {
    let engine = first(moment.bell);
    let ring = Plane::of(moment).engine(engine).ring;
    let left = ring.length.saturating_sub(ring.outstanding);
    let then = if overruns(moment) {
        "this count overruns, and hardware is not known to refuse".to_owned()
    } else {
        format!("{left} more fit before the overrun flag")
    };
    format!("Engine {engine}: {} of {} in use; {then}.", ring.outstanding, ring.length).into()
}

fn overruns(moment: Moment) -> bool {
    let ring = Plane::of(moment).engine(first(moment.bell)).ring;
    let count = number(&moment.bell.count).unwrap_or(0) & COUNT_MASK;
    u64::from(ring.outstanding) + u64::from(count) > u64::from(ring.length)
}

fn value_note(landing: &Result<Landing, Text>) -> Text {
    match landing {
        Ok(landing) => format!(
            "On the bus: `{:#x}`. Whether a broadcast carries the count or a bitmap word is not settled.",
            landing.value
        )
        .into(),
        Err(_) => "Whether a broadcast carries the count or a bitmap word is not settled.".into(),
    }
}

fn fan(moment: Moment, landing: &Result<Landing, Text>) -> Fan {
    let draft = moment.bell;
    let plane = Plane::of(moment);
    let heard = landing.as_ref().ok().and_then(|landing| landing.heard);
    let (window, engines) = match draft.target {
        Target::Group(group) => {
            let first = u16::from(group) * GROUP_ENGINES;
            (Some(format!("window G{group} {}", direction_name(draft.direction)).into()), first..first + GROUP_ENGINES)
        }
        Target::Engine(engine) => (None, engine..engine + 1),
    };
    let name = direction_name(draft.direction);
    Fan {
        block: if window.is_some() { format!("BCAST_UDMA_{name}").into() } else { format!("UDMA_{name}").into() },
        window,
        value: landing.as_ref().map_or_else(|_| "?".into(), |landing| short_value(landing.value)),
        branches: engines.map(|engine| (plane.engine(engine), hears(heard, engine))).collect(),
        pulse: moment.pulse,
    }
}

fn short_value(value: u32) -> Text {
    if value < 10_000 { value.to_string().into() } else { format!("{value:#x}").into() }
}

fn hears(heard: Option<Heard>, engine: u16) -> bool {
    heard.is_some_and(|heard| heard.engines().any(|one| one == engine))
}
