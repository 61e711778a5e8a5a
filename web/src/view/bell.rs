//! The doorbell: what is composed, the address as a sum, the trap, and where the write lands.

use seqbell_script::core::Input;
use seqbell_script::core::event::Detail;
use seqbell_script::core::fabric::{self, BCAST_DELTA, GROUP_ENGINES, Heard, Landing, Reach, TAIL_INC};
use seqbell_script::core::facts::{DmaFamily, Switch};
use seqbell_script::core::ncfw::Selector;
use seqbell_script::core::ncfw::thunk::{Slot, slots};
use seqbell_script::core::udma::COUNT_MASK;
use seqbell_script::input_text;

pub use super::compose::{BellDraft, BellEdit, Direction, Source, Target, direction_name, direction_token};
use super::compose::{number, thunk_name};
use super::decode::DecodeView;
use super::engines::{EngineRow, Plane};
use super::{Choice, Evidence, Moment, Offer, Text};

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
    /// The thunk that rings, if it is not the host.
    pub thunk: Option<Text>,
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
    /// Thunks that can be chosen; the tokens are their addresses.
    pub thunks: Vec<Choice>,
    /// The address to decode, decoded.
    pub decode: DecodeView,
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
            ring: ring_offer(moment, &landing),
            room: room(moment),
            overruns: overruns(moment),
            value_note: value_note(&landing),
            value_evidence: Switch::DoorbellValue.fact().evidence,
            fan: fan(moment, &landing),
            thunks: thunks(moment),
            decode: DecodeView::of(moment),
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

/// The listed thunks, by name; one that is counted and not listed cannot be chosen.
fn thunks(moment: Moment) -> Vec<Choice> {
    let choice = |slot| match slot {
        Slot::Listed(thunk) => {
            Choice::new(thunk.addr.to_string(), format!("{} {:#x}", Selector::of(thunk), thunk.addr))
        }
        Slot::Unlisted(n) => Choice {
            blocked: Some("counted, and listed by no source".into()),
            ..Choice::new(format!("unlisted-{n}"), format!("unlisted {n}"))
        },
    };
    slots(moment.desk.session().assumptions()).map(choice).collect()
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

fn ring_offer(moment: Moment, landing: &Result<Landing, Text>) -> Offer {
    let draft = moment.bell;
    let engines = match draft.target {
        Target::Group(_) => draft.mask.count_ones(),
        Target::Engine(_) => 1,
    };
    let (label, blocked) = match draft.source {
        Source::Host => {
            (format!("Ring {engines} engine{}", if engines == 1 { "" } else { "s" }), landing.as_ref().err().cloned())
        }
        // A walk that comes to no doorbell can be made all the same: it tells where the knowledge ends.
        Source::Thunk(addr) => (format!("Run {}", thunk_name(addr)), refusal(moment)),
    };
    Offer::new(label, draft.command()).blocked_by(blocked)
}

/// Why the machine would not take the draft at all.
fn refusal(moment: Moment) -> Option<Text> {
    let Some(input) = moment.bell.input() else { return Some("The count is not a number.".into()) };
    moment.desk.machine().clone().apply(input).err().map(|refused| refused.to_string().into())
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
        thunk: thunk(moment),
    }
}

/// Who rang last; before anybody did, who would.
fn thunk(moment: Moment) -> Option<Text> {
    let drafted = match moment.bell.source {
        Source::Host => None,
        Source::Thunk(addr) => Some(addr),
    };
    let last = moment.desk.trail().landed.last();
    last.map_or(drafted, |landed| landed.thunk).map(|addr| thunk_name(addr).into())
}

fn short_value(value: u32) -> Text {
    if value < 10_000 { value.to_string().into() } else { format!("{value:#x}").into() }
}

fn hears(heard: Option<Heard>, engine: u16) -> bool {
    heard.is_some_and(|heard| heard.engines().any(|one| one == engine))
}
