//! What a session has told so far, kept in the order of the steps: log, writes, state changes, landings.
//!
//! It is a function of the events that it was told, and bounded: [`memory`](crate::memory) makes it again for any moment of
//! the past. It knows no command and no page.

use std::collections::VecDeque;

use seqbell_script::core::csr::Csr;
use seqbell_script::core::event::Detail;
use seqbell_script::core::fabric::Landing;
use seqbell_script::core::facts::Switch;
use seqbell_script::core::facts::routine::{Act, Place, Special, Value, When, row};
use seqbell_script::core::table::Table;
use seqbell_script::core::{Event, EventKind, Input, RunState, Word};
use seqbell_script::input_text;

use crate::view::Text;

/// Entries of the log and other marks kept at most; the oldest half goes first.
const KEPT: usize = 512;
/// Events kept in full.
const RECENT: usize = 512;

/// Who stored a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writer {
    /// The host, at a step.
    Host(u64),
    /// The firmware, at an address if this generation's is known.
    Firmware(Option<u32>),
}

/// The stores into one register.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stores {
    /// Who stored last; nobody since the last reset, perhaps.
    pub by: Option<Writer>,
    /// The value stored last, and the one before it, since the last reset.
    pub values: [Option<Word>; 2],
    /// How many there were.
    pub count: usize,
    /// The number of the newest among all stores of the session.
    pub number: u64,
}

/// What an entry of the log says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// A string of the firmware: its event, at no particular step.
    Firmware(Event),
    /// A command of the host.
    Host(Text),
    /// The simulator.
    Notice(Text),
    /// A change of the true state.
    State(RunState),
}

/// An entry of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The step at which it was last said.
    pub step: u64,
    /// How often, in a row and in the same words.
    pub times: usize,
    /// What was said.
    pub said: Said,
}

/// A word taken from the work queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fetch {
    /// Steps made by then.
    pub step: u64,
    /// The opcode word.
    pub opcode: u32,
    /// The sync index beside it.
    pub sync: u32,
}

/// A write that reached the DMA side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landed {
    /// Steps made by then.
    pub step: u64,
    /// Where it landed.
    pub landing: Landing,
    /// The entry of the thunk that wrote, if it was not the host.
    pub thunk: Option<u32>,
}

/// What the host's write went to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A register of the sequencer.
    Csr(Csr),
    /// A remote word, by its index.
    Remote(u8),
}

/// A write of the host to something that the firmware reads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sent {
    /// Number among all of the session.
    pub number: u64,
    /// Steps made by then.
    pub step: u64,
    /// What it went to.
    pub target: Target,
    /// The value.
    pub value: u32,
    /// The firmware's first read that found this value.
    pub reader: Option<Event>,
}

/// The trail.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trail {
    /// The log, oldest first.
    pub entries: Vec<Entry>,
    /// Entries that were too old to be kept.
    pub forgotten: usize,
    /// Stores into registers, by offset.
    pub writes: Table<u16, Stores>,
    /// Stores so far.
    pub stored: u64,
    /// Writes of the host, and who read them.
    pub sent: Vec<Sent>,
    /// Reads by the host.
    pub reads: Vec<(u64, Csr)>,
    /// Events that changed the true state.
    pub flips: Vec<Event>,
    /// The newest events.
    pub recent: VecDeque<Event>,
    /// Words taken from the queue.
    pub fetched: Vec<Fetch>,
    /// Steps at which the loop went round with nothing to fetch; only the newest counts.
    pub waited: Option<u64>,
    /// Writes that reached the DMA side.
    pub landed: Vec<Landed>,
    /// Switches that the run rests on, each with the step that first did.
    pub touched: Vec<(Switch, u64)>,
}

impl Trail {
    /// Adds an event. A host's event says itself what command it was; see [`Trail::say`].
    pub fn add(&mut self, event: &Event) {
        let step = event.step;
        if let Detail::Read(place, word) = event.detail {
            self.read(place, word, event);
        }
        match event.detail {
            Detail::Write(Place::Csr(offset), word) => {
                self.store(offset, word, Writer::Firmware(event.pc));
            }
            Detail::Log(..) => self.say(step, Said::Firmware(Event { step: 0, ..*event })),
            Detail::Fetched { opcode, sync } => self.fetched.push(Fetch { step, opcode, sync }),
            Detail::HostRead(csr, _) => self.reads.push((step, csr)),
            Detail::Landed(landing) => self.landed.push(Landed { step, landing, thunk: None }),
            Detail::Host(input) => self.host_input(step, input),
            Detail::None
            | Detail::Read(..)
            | Detail::Write(..)
            | Detail::Nowhere(..)
            | Detail::Decided(_)
            | Detail::Register(..)
            | Detail::Opcode(_)
            | Detail::Called(..)
            | Detail::Bytes(_) => {}
        }
        if let Some(state) = event.state {
            self.flips.push(*event);
            self.say(step, Said::State(state));
        }
        if event.row.is_some_and(|id| matches!(row(id).act, Act::Special(Special::Wait, _))) {
            self.waited = Some(step);
        }
        for switch in rests_on(event) {
            if !self.touched.iter().any(|(known, _)| *known == switch) {
                self.touched.push((switch, step));
            }
        }
        if event.kind != EventKind::Host {
            if self.recent.len() == RECENT {
                self.recent.pop_front();
            }
            self.recent.push_back(*event);
        }
        self.bound();
    }

    /// The firmware read: what the host wrote last, perhaps.
    fn read(&mut self, place: Place, word: Word, event: &Event) {
        let Some(last) = self.sent.last_mut().filter(|sent| sent.reader.is_none()) else { return };
        let there = match last.target {
            Target::Csr(csr) => place == Place::Csr(csr.0),
            Target::Remote(_) => place == Place::Remote,
        };
        if there && word.value() == Some(last.value) {
            last.reader = Some(*event);
        }
    }

    /// Adds what the host did, and says it.
    pub fn host(&mut self, event: &Event, input: Input) {
        self.say(event.step, Said::Host(input_text(input).into()));
        self.add(event);
        if let (Input::Thunk { addr, .. }, Detail::Landed(_)) = (input, event.detail)
            && let Some(landed) = self.landed.last_mut()
        {
            landed.thunk = Some(addr);
        }
    }

    fn store(&mut self, offset: u16, value: Word, by: Writer) {
        self.stored += 1;
        let number = self.stored;
        let stores = self.writes.or_insert_with(offset, Stores::default);
        *stores = Stores { by: Some(by), values: [Some(value), stores.values[0]], count: stores.count + 1, number };
    }

    /// The registers that a host's action stores into: one, the two halves of a PC, or all.
    fn host_input(&mut self, step: u64, input: Input) {
        let by = Writer::Host(step);
        if let Input::Write { csr, value } = input {
            self.store(csr.0, Word::set(value), by);
            self.send(step, Target::Csr(csr), value);
        } else if let Input::Remote { index, value } = input {
            self.send(step, Target::Remote(index), value);
        } else if let Input::Pc(pc) = input {
            self.store(Csr::RESUME_PC_LO.0, Word::set(pc as u32), by);
            self.store(Csr::RESUME_PC_HI.0, Word::set((pc >> 32) as u32), by);
        } else if input == Input::Reset {
            for stores in self.writes.values_mut() {
                (stores.by, stores.values) = (None, [None; 2]);
            }
        }
    }

    fn send(&mut self, step: u64, target: Target, value: u32) {
        let number = self.sent.last().map_or(1, |last| last.number + 1);
        self.sent.push(Sent { number, step, target, value, reader: None });
    }

    /// Adds an entry to the log; the same words again only count.
    pub fn say(&mut self, step: u64, said: Said) {
        match self.entries.last_mut().filter(|last| last.said == said) {
            Some(last) => (last.step, last.times) = (step, last.times + 1),
            None => {
                self.entries.push(Entry { step, times: 1, said });
                self.forgotten += halve(&mut self.entries);
            }
        }
    }

    /// Who stored into a register last.
    pub fn writer(&self, csr: Csr) -> Option<Writer> {
        self.writes.get(&csr.0)?.by
    }

    /// The value that the newest store into a register replaced, if a store put it there.
    pub fn before(&self, csr: Csr) -> Option<Word> {
        self.writes.get(&csr.0)?.values[1]
    }

    /// How often a register was stored into.
    pub fn stores(&self, csr: Csr) -> usize {
        self.writes.get(&csr.0).map_or(0, |stores| stores.count)
    }

    /// Whether a register was stored into after so many stores of the session.
    pub fn stored_since(&self, csr: Csr, number: u64) -> bool {
        self.writes.get(&csr.0).is_some_and(|stores| stores.number > number)
    }

    fn bound(&mut self) {
        halve(&mut self.sent);
        halve(&mut self.reads);
        halve(&mut self.flips);
        halve(&mut self.fetched);
        halve(&mut self.landed);
    }
}

/// Forgets the older half of a list that is full; gives how many that were.
fn halve<T>(list: &mut Vec<T>) -> usize {
    let gone = if list.len() > KEPT { KEPT / 2 } else { 0 };
    list.drain(..gone);
    gone
}

/// The switches that an event rests on, as far as its row and its detail say.
fn rests_on(event: &Event) -> impl Iterator<Item = Switch> {
    let row = event.row.map(row);
    let own = row.and_then(|row| row.switch).map(|(switch, _)| switch);
    let (act, when, detail) = (row.map(|row| row.act), row.map(|row| row.when), event.detail);
    let broadcast = match detail_landing(detail) {
        Some(landing) => landing.heard.is_some_and(|heard| heard.broadcast),
        None => false,
    };
    let reads_operand = matches!(act, Some(Act::Read(Place::Operand) | Act::Special(Special::LatchOperand, _)));
    let reads_mode =
        matches!(act, Some(Act::Operand { value: Value::ModeArgument, .. } | Act::Write(_, Value::ModeArgument)));
    let rules = [
        (when == Some(When::EopMarker), Switch::EopEnteringHalt),
        (reads_operand, Switch::SyncOperandOrder),
        (reads_mode, Switch::ExecMode),
        (act == Some(Act::Read(Place::Remote)), Switch::RerSource),
        (matches!(act, Some(Act::Special(Special::SavedPc, _))), Switch::SavedPc),
        (matches!(act, Some(Act::Special(Special::SyncIndexOob, _))), Switch::SyncIndexOob),
        (matches!(act, Some(Act::Special(Special::Fetch, _))), Switch::PcTracking),
        (matches!(detail, Detail::Host(Input::Pc(_))), Switch::HostSeedsResumePc),
        (matches!(detail, Detail::Landed(_)), Switch::ChannelDescriptor),
        (broadcast, Switch::DoorbellValue),
    ];
    own.into_iter().chain(rules.into_iter().filter(|(holds, _)| *holds).map(|(_, switch)| switch))
}

fn detail_landing(detail: Detail) -> Option<Landing> {
    if let Detail::Landed(landing) = detail { Some(landing) } else { None }
}
