//! The transitions: every row of the table, the chosen one with its instructions, what decides an edge and how that
//! stands, and commands that lead along it. It does not know how a diagram is drawn.

mod go;

use seqbell_script::core::csr::Csr;
use seqbell_script::core::event::Detail;
use seqbell_script::core::facts::routine::{Mem, Place, ROWS, RowId, RowKind};
use seqbell_script::core::facts::{FactId, TRANSITIONS, Transition};
use seqbell_script::core::{Input, Item, Machine};

use super::listing::in_words;
use super::state::{Edge, EdgeStatus};
use super::{Evidence, Moment, Offer, Text};

/// What the reader has picked out: a transition, and a row of the listing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pick {
    /// The transition that is shown in full.
    pub way: Option<FactId>,
    /// The row that the listing shows instead of following the program.
    pub row: Option<RowId>,
}

/// A change of [`Pick`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PickEdit {
    /// Show a transition in full; the same again shows none.
    Way(FactId),
    /// Show a row of the listing, or follow the program again.
    Row(Option<RowId>),
}

impl Pick {
    /// The pick with one thing changed.
    #[must_use]
    pub fn with(self, edit: PickEdit) -> Self {
        match edit {
            PickEdit::Way(way) => Self { way: (self.way != Some(way)).then_some(way), ..self },
            PickEdit::Row(row) => Self { row, ..self },
        }
    }
}

/// A row of the table of transitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WayRow {
    /// Its name, such as `T05`.
    pub id: FactId,
    /// The state it leaves, or `ANY`.
    pub from: &'static str,
    /// The state it leads to.
    pub to: &'static str,
    /// What brings it about.
    pub trigger: &'static str,
    /// Evidence of the row.
    pub evidence: Evidence,
    /// It is shown in full.
    pub chosen: bool,
}

/// An instruction that shows a transition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteRow {
    /// The row of the listing; none where nobody printed it.
    pub row: Option<RowId>,
    /// Address in the Cayman image.
    pub pc: Text,
    /// The instruction.
    pub text: Text,
    /// What it does.
    pub effect: Text,
    /// Evidence of the row.
    pub evidence: Evidence,
}

/// A transition in full.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WayDetail {
    /// The row of the table.
    pub row: WayRow,
    /// What decides, and how that stands now.
    pub condition: Text,
    /// The instructions, in the order of the facts.
    pub sites: Vec<SiteRow>,
    /// Commands that lead there from here.
    pub go: Offer,
}

/// All transitions, in the order of the facts.
pub fn all(moment: Moment) -> Vec<WayRow> {
    TRANSITIONS.iter().map(|fact| way(fact, moment.pick)).collect()
}

fn way(fact: &Transition, pick: Pick) -> WayRow {
    let Transition { id, from, to, trigger, evidence, .. } = *fact;
    WayRow { id, from, to, trigger, evidence, chosen: pick.way == Some(id) }
}

/// The transition that was picked, in full.
pub fn detail(moment: Moment) -> Option<WayDetail> {
    let fact = TRANSITIONS.iter().find(|fact| moment.pick.way == Some(fact.id))?;
    let machine = moment.desk.machine();
    let edge = Edge::ALL.into_iter().find(|edge| edge.id() == fact.id);
    Some(WayDetail {
        row: way(fact, moment.pick),
        condition: edge.map_or_else(|| fact.trigger.into(), |edge| condition(machine, edge).into()),
        sites: fact.sites.iter().map(|pc| site(*pc, fact.evidence)).collect(),
        go: go::offer(machine.state(), fact.id, fact.from),
    })
}

/// The printed row that covers an address of the reference image.
fn site(pc: u32, evidence: Evidence) -> SiteRow {
    let place = ROWS.iter().position(|row| (row.pc..row.end).contains(&pc) && matches!(row.kind, RowKind::Step(_)));
    let row = place.and_then(|place| RowId::try_from(place).ok());
    let (text, effect, evidence) = match place.and_then(|place| ROWS.get(place)) {
        Some(row) => (row.printed.into(), in_words(row).into(), row.evidence),
        None => ("not in the listing".into(), Text::default(), evidence),
    };
    SiteRow { row, pc: format!("{pc:#06x}").into(), text, effect, evidence }
}

/// The remote word that a sync word looks at: the one that waits first, else the last that was taken.
fn remote(machine: &Machine, moment: Option<Moment>) -> u8 {
    const SYNC: u32 = 0xa1;
    let waits = machine.queue().find_map(|item| match item {
        Item::Word { opcode: SYNC, sync } => Some(*sync),
        Item::Word { .. } | Item::Drain => None,
    });
    let taken = || moment?.desk.trail().fetched.iter().rev().find(|word| word.opcode == SYNC).map(|word| word.sync);
    let draft = moment.map_or(0, |moment| moment.host.remote);
    waits.or_else(taken).and_then(|index| u8::try_from(index).ok()).unwrap_or(draft)
}

fn bit_2(machine: &Machine, index: u8) -> u32 {
    machine.remote(index).unwrap_or(0) >> 2 & 1
}

/// What stands on an edge beside its condition: the value that decided, or how it stands now. Short: it is drawn.
pub fn guard(moment: Moment, edge: Edge, status: EdgeStatus) -> Text {
    let machine = moment.desk.machine();
    if status == EdgeStatus::Taken {
        return decided(moment, edge);
    }
    if edge.ends().0 != super::state::family(machine.state()) {
        return Text::default();
    }
    match edge {
        Edge::T01 | Edge::T03 | Edge::T04 => Text::default(),
        Edge::T02 | Edge::T09 | Edge::X10 => now(machine.peek(Csr::START_CTRL).value()).into(),
        Edge::T05 | Edge::T06 => now(Some(bit_2(machine, remote(machine, Some(moment))))).into(),
        Edge::T07 if machine.fault().is_some() || machine.surprises() != 0 => "waits".into(),
        Edge::T07 => "none".into(),
        Edge::T08 if machine.queue().any(|item| *item == Item::Drain) => "waits".into(),
        Edge::T08 => "not yet".into(),
    }
}

fn now(value: Option<u32>) -> String {
    value.map_or_else(|| "now ?".to_owned(), |value| format!("now {value:x}"))
}

/// The value that decided the edge the machine came by, from the chain of causes of its state.
fn decided(moment: Moment, edge: Edge) -> Text {
    let links = moment.desk.why();
    let read = |place: Place| {
        links.iter().find_map(|link| match link.event.detail {
            Detail::Read(from, word) if from == place => word.value(),
            Detail::Host(Input::Write { csr, value }) if place == Place::Csr(csr.0) => Some(value),
            Detail::Host(Input::Remote { value, .. }) if place == Place::Remote => Some(value),
            Detail::Read(..) | Detail::Host(_) | Detail::HostRead(..) => None,
            Detail::None | Detail::Write(..) | Detail::Nowhere(..) | Detail::Log(..) | Detail::Decided(_) => None,
            Detail::Register(..) | Detail::Fetched { .. } | Detail::Opcode(_) => None,
            Detail::Called(..) | Detail::Bytes(_) | Detail::Landed(_) => None,
        })
    };
    let machine = moment.desk.machine();
    let value = match edge {
        Edge::T01 | Edge::T03 | Edge::T04 | Edge::T08 => None,
        Edge::T02 | Edge::T09 | Edge::X10 => read(Place::Csr(Csr::START_CTRL.0)),
        Edge::T05 | Edge::T06 => read(Place::Remote).map(|word| word >> 2 & 1),
        Edge::T07 => {
            return machine.mem(Mem::HaltReason).value().map_or_else(Text::default, |v| format!("reason {v}").into());
        }
    };
    value.map_or_else(Text::default, |value| format!("read {value:x}").into())
}

/// What decides an edge, and how that stands, in a sentence.
fn condition(machine: &Machine, edge: Edge) -> String {
    let start = || machine.peek(Csr::START_CTRL).value().map_or_else(|| "unknown".to_owned(), |v| format!("{v:#x}"));
    match edge {
        Edge::T01 => "The boot chain comes to its outer loop; nothing decides.".to_owned(),
        Edge::T02 | Edge::T09 | Edge::X10 => format!("`start_ctrl` is not 0 when it is polled; it is {} now.", start()),
        Edge::T03 => "`enter_run` stores 1 into `run_state`; nothing decides.".to_owned(),
        Edge::T04 => format!("A word waits in the queue; {} wait now.", machine.queue().len()),
        Edge::T05 | Edge::T06 => {
            let index = remote(machine, None);
            let want = u8::from(edge == Edge::T05);
            format!(
                "A sync word is taken and bit 2 of its remote word is {want}; of word {index} it is {} now.",
                bit_2(machine, index)
            )
        }
        Edge::T07 => match (machine.fault(), machine.surprises()) {
            (Some(_), _) => "A fault is found; one waits now.".to_owned(),
            (None, 0) => "A fault is found, or a surprise that halts; none waits now.".to_owned(),
            (None, word) => format!("A surprise that halts is found; the word is {word:#x} now."),
        },
        Edge::T08 => "The end-of-program mark is the next item of the queue.".to_owned(),
    }
}
