//! The state panel: true state beside published state, the diagram's edges, and the same in words.

use seqbell_script::core::facts::routine::{Mem, row};
use seqbell_script::core::facts::{FactId, HALT_MARKER, STATES, TRANSITIONS};
use seqbell_script::core::timeline::Cause;
use seqbell_script::core::{Event, EventKind};
use seqbell_script::describe;

use super::ahead::{Ahead, REACH};
use super::ways::{self, WayDetail, WayRow};
use super::{Evidence, Moment, RunState, Text, short};

/// The states that have a place of their own in the diagram.
pub const DRAWN: [RunState; 6] =
    [RunState::Reset, RunState::Idle, RunState::EnteringRun, RunState::Running, RunState::Paused, RunState::Halted];

/// The state that stands for this one in the diagram.
pub fn family(state: RunState) -> RunState {
    if state.is_halted() { RunState::Halted } else { state }
}

/// The value of `data-state`, by which a stylesheet finds the colour.
pub fn key(state: RunState) -> &'static str {
    match state {
        RunState::Reset => "reset",
        RunState::Idle => "idle",
        RunState::EnteringRun => "entering_run",
        RunState::Running => "running",
        RunState::Paused => "paused",
        RunState::Halted | RunState::HaltedFatal | RunState::HaltedDebug => "halted",
    }
}

/// An edge of the diagram, named by its row of the transition table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// RESET to IDLE: the boot chain.
    T01,
    /// IDLE to ENTERING_RUN: `start_ctrl` is not 0.
    T02,
    /// ENTERING_RUN to RUNNING: `run_state` takes 1.
    T03,
    /// RUNNING to itself: the next word.
    T04,
    /// RUNNING to PAUSED: bit 2 of the remote word is 1.
    T05,
    /// RUNNING to HALTED: bit 2 is 0.
    T06,
    /// RUNNING to HALTED: a fault, or a debug surprise.
    T07,
    /// RUNNING to IDLE: end of the program.
    T08,
    /// PAUSED to RUNNING: the second doorbell.
    T09,
    /// HALTED to ENTERING_RUN: a doorbell after a sync or debug halt.
    X10,
}

impl Edge {
    /// All edges, in drawing order.
    pub const ALL: [Self; 10] =
        [Self::T01, Self::T02, Self::T03, Self::T08, Self::T04, Self::T05, Self::T06, Self::T07, Self::T09, Self::X10];

    /// Its row of the transition table.
    pub fn id(self) -> FactId {
        match self {
            Self::T01 => "T01",
            Self::T02 => "T02",
            Self::T03 => "T03",
            Self::T04 => "T04",
            Self::T05 => "T05",
            Self::T06 => "T06",
            Self::T07 => "T07",
            Self::T08 => "T08",
            Self::T09 => "T09",
            Self::X10 => "X10",
        }
    }

    /// Where it starts and where it ends.
    pub fn ends(self) -> (RunState, RunState) {
        match self {
            Self::T01 => (RunState::Reset, RunState::Idle),
            Self::T02 => (RunState::Idle, RunState::EnteringRun),
            Self::T03 => (RunState::EnteringRun, RunState::Running),
            Self::T04 => (RunState::Running, RunState::Running),
            Self::T05 => (RunState::Running, RunState::Paused),
            Self::T06 | Self::T07 => (RunState::Running, RunState::Halted),
            Self::T08 => (RunState::Running, RunState::Idle),
            Self::T09 => (RunState::Paused, RunState::Running),
            Self::X10 => (RunState::Halted, RunState::EnteringRun),
        }
    }
}

/// How an edge stands at this moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeStatus {
    /// The machine came along it into the present state.
    Taken,
    /// Its guard holds: it is the way the machine will go.
    Next,
    /// It leaves the present state, and something outside decides.
    Open,
    /// It leaves the present state and its guard fails, or it leaves another state.
    Shut,
}

/// One way out of the present state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WayOut {
    /// Row of the transition table.
    pub id: FactId,
    /// What it takes.
    pub trigger: Text,
    /// Where it leads.
    pub to: RunState,
    /// Whether it is the next, open or shut.
    pub status: EdgeStatus,
    /// Evidence of the row.
    pub evidence: Evidence,
}

/// What the host reads, beside the true state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Published {
    /// The value of `run_state`, in the form the page prints.
    pub value: Text,
    /// The state that has this value.
    pub says: Text,
    /// How that compares with the true state.
    pub relation: Relation,
}

/// How the published value compares with the true state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// The value is that of the true state.
    Agrees,
    /// It is that of another state: what a host reads is not what is.
    Differs,
    /// The true state has no value of its own; the last one stays.
    NoCode,
}

/// The state panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateView {
    /// Micro-steps since reset.
    pub step: u64,
    /// The true state.
    pub truth: RunState,
    /// What `run_state` says to a host.
    pub published: Published,
    /// The running flag.
    pub flag: Text,
    /// The edge along which the machine came, or will go, and all others.
    pub edges: Vec<(Edge, EdgeStatus)>,
    /// What decides each edge and how that stands, in a word or two.
    pub guards: Vec<(Edge, Text)>,
    /// The step of the last change of state.
    pub moved: Option<u64>,
    /// Every transition there is.
    pub all: Vec<WayRow>,
    /// The one that was picked, in full.
    pub chosen: Option<WayDetail>,
    /// Prose; `code` stands in backticks.
    pub next: Text,
    /// Prose: from the state back to a host action.
    pub why: Text,
    /// Ways out of the present state.
    pub ways_out: Vec<WayOut>,
    /// The picture in a sentence.
    pub summary: Text,
}

impl StateView {
    /// The panel at a moment.
    pub fn of(moment: Moment) -> Self {
        let machine = moment.desk.machine();
        let truth = machine.state();
        let edges = edges(moment);
        let coming = match moment.ahead.change().and_then(|event| event.state) {
            Some(next) => format!("the firmware goes to {next} if nobody acts"),
            None => "nothing changes until somebody acts".to_owned(),
        };
        Self {
            step: machine.steps(),
            truth,
            published: published(moment),
            flag: short(machine.mem(Mem::RunningFlag)).trim_start_matches("0x").to_owned().into(),
            ways_out: ways_out(truth, &edges),
            guards: edges.iter().map(|(edge, status)| (*edge, ways::guard(moment, *edge, *status))).collect(),
            moved: moment.desk.trail().flips.last().map(|event| event.step),
            all: ways::all(moment),
            chosen: ways::detail(moment),
            edges,
            next: next(moment.ahead).into(),
            why: why(moment).into(),
            summary: format!("State diagram. {truth} is the present state; {coming}. The ways out are listed below.")
                .into(),
        }
    }

    /// How `edge` stands.
    pub fn edge(&self, edge: Edge) -> EdgeStatus {
        self.edges.iter().find(|(e, _)| *e == edge).map_or(EdgeStatus::Shut, |(_, status)| *status)
    }

    /// What stands on `edge` beside its condition.
    pub fn guard(&self, edge: Edge) -> Text {
        self.guards.iter().find(|(e, _)| *e == edge).map_or_else(Text::default, |(_, guard)| guard.clone())
    }

    /// Whether some action leads from here to `state` at once.
    pub fn is_open(&self, state: RunState) -> bool {
        self.edges.iter().any(|(edge, status)| *status == EdgeStatus::Open && edge.ends().1 == state)
    }

    /// Whether the machine is about to go to `state`.
    pub fn is_next(&self, state: RunState) -> bool {
        self.edges
            .iter()
            .any(|(edge, status)| *status == EdgeStatus::Next && edge.ends().1 == state && state != family(self.truth))
    }
}

fn published(moment: Moment) -> Published {
    let machine = moment.desk.machine();
    let word = machine.published();
    let code = |state: RunState| STATES.iter().find(|fact| fact.id == state.name()).and_then(|fact| fact.code);
    let says = match word.value() {
        None => "unknown",
        Some(HALT_MARKER) => "HALTED",
        Some(value) => DRAWN.into_iter().find(|state| code(*state) == Some(value)).map_or("no state", RunState::name),
    };
    let relation = match (code(family(machine.state())), word.value()) {
        (Some(own), Some(value)) if own == value => Relation::Agrees,
        (Some(_), _) => Relation::Differs,
        (None, _) => Relation::NoCode,
    };
    let value = word.value().map_or_else(|| "?".to_owned(), |v| if v < 10 { v.to_string() } else { format!("{v:#x}") });
    Published { value: value.into(), says: says.into(), relation }
}

/// The edge between two states, if the diagram has it.
fn edge_between(from: RunState, to: RunState) -> Option<Edge> {
    match (from, to) {
        (RunState::Running, RunState::HaltedFatal | RunState::HaltedDebug) => Some(Edge::T07),
        (RunState::Running, RunState::Halted) => Some(Edge::T06),
        _ => Edge::ALL.into_iter().find(|edge| edge.ends() == (family(from), family(to))),
    }
}

fn edges(moment: Moment) -> Vec<(Edge, EdgeStatus)> {
    let truth = moment.desk.machine().state();
    let flips = &moment.desk.trail().flips;
    let from = flips.iter().rev().nth(1).and_then(|event| event.state).unwrap_or(RunState::Reset);
    let taken = flips.last().and_then(|event| edge_between(from, event.state?));
    let next = moment.ahead.change().and_then(|event| edge_between(truth, event.state?));
    // Bit 2 decides between two edges; when it decided for one, the other is shut.
    let rival = match next {
        Some(Edge::T05) => Some(Edge::T06),
        Some(Edge::T06) => Some(Edge::T05),
        Some(_) | None => None,
    };
    let status = |edge: Edge| {
        if next == Some(edge) {
            EdgeStatus::Next
        } else if taken == Some(edge) {
            EdgeStatus::Taken
        } else if edge.ends().0 != family(truth) || truth == RunState::HaltedFatal || rival == Some(edge) {
            EdgeStatus::Shut
        } else {
            EdgeStatus::Open
        }
    };
    Edge::ALL.into_iter().map(|edge| (edge, status(edge))).collect()
}

/// Ways out of a state: rows of the transition table, and what they take in a few words.
fn table(state: RunState) -> &'static [(&'static str, &'static str, RunState)] {
    match state {
        RunState::Reset => &[("T01", "boot chain", RunState::Idle)],
        RunState::Idle => {
            &[("T02", "start_ctrl ≠ 0", RunState::EnteringRun), ("X11", "flag already 1", RunState::HaltedFatal)]
        }
        RunState::EnteringRun => &[("T03", "run_state ← 1", RunState::Running)],
        RunState::Running => &[
            ("T05", "bit 2 = 1", RunState::Paused),
            ("T06", "bit 2 = 0", RunState::Halted),
            ("T07", "fault", RunState::HaltedFatal),
            ("X01", "INS_BREAK", RunState::HaltedDebug),
            ("T08", "drain", RunState::Idle),
        ],
        RunState::Paused => &[("T09", "start_ctrl ≠ 0", RunState::Running)],
        RunState::Halted | RunState::HaltedDebug => &[("X10", "start_ctrl ≠ 0", RunState::EnteringRun)],
        RunState::HaltedFatal => &[],
    }
}

fn ways_out(truth: RunState, edges: &[(Edge, EdgeStatus)]) -> Vec<WayOut> {
    let status = |to: RunState| {
        let edge = edge_between(truth, to);
        edges.iter().find(|(known, _)| Some(*known) == edge).map_or(EdgeStatus::Open, |(_, status)| *status)
    };
    let way = |(id, trigger, to): &(&'static str, &'static str, RunState)| {
        let row = TRANSITIONS.iter().find(|row| row.id == *id)?;
        Some(WayOut { id: row.id, trigger: (*trigger).into(), to: *to, status: status(*to), evidence: row.evidence })
    };
    table(truth).iter().filter_map(way).collect()
}

/// What the next step does, and where it leads.
fn next(ahead: &Ahead) -> String {
    if let Some(stop) = ahead.stopped() {
        return format!("nothing: {stop}.");
    }
    let Some(event) = ahead.events.first() else { return String::new() };
    let (does, at) = (describe(event), place(event));
    let what = if event.kind == EventKind::Gap || printed(event) == format!("`{does}`") {
        format!("`{does}`{at}.")
    } else {
        format!("{}{at}: {does}.", printed(event))
    };
    let then = match ahead.change() {
        Some(change) => {
            let steps = ahead.events.len();
            let state = change.state.map_or("", RunState::name);
            format!("{state} in {steps} step{}, if nobody acts.", if steps == 1 { "" } else { "s" })
        }
        None => match ahead.stop {
            Some(stop) => format!("After {} steps it stops: {stop}.", ahead.events.len()),
            None => format!("Nothing changes within {REACH} steps unless somebody acts."),
        },
    };
    format!("{what} {then}")
}

/// The instruction of an event, as code; what it is where none is printed.
fn printed(event: &Event) -> String {
    let text = event.row.map_or("", |id| row(id).printed);
    match (event.kind, text) {
        (EventKind::Assumed, _) => "Implied step".to_owned(),
        (_, "") => event.kind.name().to_owned(),
        (_, text) => format!("`{text}`"),
    }
}

fn place(event: &Event) -> String {
    event.pc.map_or_else(String::new, |pc| format!(" at `{pc:#06x}`"))
}

/// From the present state back to the host action before it.
fn why(moment: Moment) -> String {
    let Some(flip) = moment.desk.trail().flips.last() else {
        return "nothing has run yet since the reset.".to_owned();
    };
    let made = format!("`{}`{}", describe(flip), place(flip));
    let links = moment.desk.why();
    // The steps between the store and the host's action, without those that only carry a value on.
    let between =
        links.iter().skip(1).filter(|link| link.cause == Cause::Control && link.event.kind != EventKind::Host).take(2);
    let mut chain = vec![made];
    chain.extend(between.map(|link| format!("{} `{}`", printed(&link.event), describe(&link.event))));
    if let Some(link) = links.iter().find(|link| link.event.kind == EventKind::Host) {
        chain.push(format!("`{}` after step {}", describe(&link.event), link.event.step));
    }
    format!("{}.", chain.join(" ← "))
}
