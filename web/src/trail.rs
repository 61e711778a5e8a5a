//! What a session has told so far, kept in the order of the steps: log, writes, state changes, landings.
//!
//! Everything here can be cut back to an earlier step, as the machine itself can. It knows no command and no page.

use std::collections::VecDeque;

use seqbell_script::core::csr::Csr;
use seqbell_script::core::event::Detail;
use seqbell_script::core::fabric::Landing;
use seqbell_script::core::facts::routine::{Act, Place, Special, Value, When, row};
use seqbell_script::core::facts::{Evidence, Switch};
use seqbell_script::core::{Event, EventKind, Input, RunState, Word};
use seqbell_script::describe;

use crate::view::Text;

/// Entries of the log, writes and other marks kept at most; the oldest half goes first.
const KEPT: usize = 2000;
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

/// A store into a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Write {
    /// Steps made by then.
    pub step: u64,
    /// The register, or none for a reset of all.
    pub csr: Option<Csr>,
    /// The value stored.
    pub value: Word,
    /// Who stored it.
    pub by: Writer,
}

/// What an entry of the log says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// A string of the firmware.
    Firmware {
        /// The string with its values in place.
        text: Text,
        /// Address, if this generation's is known.
        pc: Option<u32>,
        /// What it rests on.
        evidence: Evidence,
    },
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
    /// The steps at which it was said, in a row and in the same words.
    pub steps: Vec<u64>,
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
    /// Stores into registers.
    pub writes: Vec<Write>,
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
                self.writes.push(Write { step, csr: Some(Csr(offset)), value: word, by: Writer::Firmware(event.pc) });
            }
            Detail::Log(..) => {
                let text = describe(event);
                let text = text.trim_start_matches('“').trim_end_matches('”').to_owned();
                self.say(step, Said::Firmware { text: text.into(), pc: event.pc, evidence: event.evidence });
            }
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

    /// The write that landed last came from a thunk.
    pub fn from_thunk(&mut self, addr: u32) {
        if let Some(landed) = self.landed.last_mut() {
            landed.thunk = Some(addr);
        }
    }

    /// The registers that a host's action stores into: one, the two halves of a PC, or all.
    fn host_input(&mut self, step: u64, input: Input) {
        let by = Writer::Host(step);
        let mut store = |csr, value| self.writes.push(Write { step, csr, value: Word::set(value), by });
        if let Input::Write { csr, value } = input {
            store(Some(csr), value);
            self.send(step, Target::Csr(csr), value);
        } else if let Input::Remote { index, value } = input {
            self.send(step, Target::Remote(index), value);
        } else if let Input::Pc(pc) = input {
            store(Some(Csr::RESUME_PC_LO), (pc & 0xffff_ffff) as u32);
            store(Some(Csr::RESUME_PC_HI), (pc >> 32) as u32);
        } else if input == Input::Reset {
            store(None, 0);
        }
    }

    fn send(&mut self, step: u64, target: Target, value: u32) {
        let number = self.sent.last().map_or(1, |last| last.number + 1);
        self.sent.push(Sent { number, step, target, value, reader: None });
    }

    /// Adds an entry to the log; the same words again only count.
    pub fn say(&mut self, step: u64, said: Said) {
        match self.entries.last_mut().filter(|last| last.said == said) {
            Some(last) => last.steps.push(step),
            None => self.entries.push(Entry { steps: vec![step], said }),
        }
        self.bound();
    }

    /// Forgets what came at `step` and later.
    pub fn cut_at(&mut self, step: u64) {
        if let Some(before) = step.checked_sub(1) {
            self.cut(before);
        } else {
            *self = Self::default();
        }
    }

    /// Forgets what came after `step` steps.
    pub fn cut(&mut self, step: u64) {
        for entry in &mut self.entries {
            entry.steps.retain(|at| *at <= step);
        }
        self.entries.retain(|entry| !entry.steps.is_empty());
        self.writes.retain(|write| write.step <= step);
        self.sent.retain(|sent| sent.step <= step);
        for sent in &mut self.sent {
            sent.reader = sent.reader.filter(|event| event.step <= step);
        }
        self.reads.retain(|(at, _)| *at <= step);
        self.flips.retain(|event| event.step <= step);
        self.recent.retain(|event| event.step <= step);
        self.fetched.retain(|fetch| fetch.step <= step);
        self.waited = self.waited.filter(|at| *at <= step);
        self.landed.retain(|landed| landed.step <= step);
        self.touched.retain(|(_, at)| *at <= step);
    }

    /// The newest store into a register.
    pub fn writer(&self, csr: Csr) -> Option<&Write> {
        let index = self.writes.iter().rposition(|write| write.csr == Some(csr) || write.csr.is_none())?;
        self.writes.get(index).filter(|write| write.csr.is_some())
    }

    /// The value that the newest store into a register replaced, if a store put it there.
    pub fn before(&self, csr: Csr) -> Option<Word> {
        self.writes.iter().rev().filter(|write| write.csr == Some(csr)).nth(1).map(|write| write.value)
    }

    /// How often a register was stored into.
    pub fn stores(&self, csr: Csr) -> usize {
        self.writes.iter().filter(|write| write.csr == Some(csr)).count()
    }

    fn bound(&mut self) {
        halve(&mut self.entries);
        halve(&mut self.writes);
        halve(&mut self.sent);
        halve(&mut self.reads);
        halve(&mut self.flips);
        halve(&mut self.fetched);
        halve(&mut self.landed);
        if let Some(last) = self.entries.last_mut() {
            halve(&mut last.steps);
        }
    }
}

fn halve<T>(list: &mut Vec<T>) {
    if list.len() > KEPT {
        list.drain(..KEPT / 2);
    }
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
