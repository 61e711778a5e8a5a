//! The objects that leave: the shapes of `types.ts`, filled from the core.

use seqbell_script::core::facts::routine::Mem;
use seqbell_script::core::udma::{Ring as CoreRing, RingKey};
use seqbell_script::core::{Event as CoreEvent, Machine, Word, bus, csr};
use seqbell_script::facts::{self, Generation};
use seqbell_script::{Report, describe, routine_name};
use serde::Serialize;
use wasm_bindgen::JsValue;

use crate::fail;

/// Events of one answer at most; older ones can be asked for.
pub(crate) const EVENTS_MAX: usize = 10_000;

/// A value as a plain object.
pub(crate) fn object(value: &impl Serialize) -> Result<JsValue, JsValue> {
    value.serialize(&serde_wasm_bindgen::Serializer::json_compatible()).map_err(|error| fail::shape(&error))
}

/// As hex.
pub(crate) fn hex(value: u64) -> String {
    format!("{value:#x}")
}

/// A 48-bit SoC address, twelve digits.
pub(crate) fn soc(addr: u64) -> String {
    format!("{addr:#014x}")
}

/// A word, if it is known.
pub(crate) fn word(word: Word) -> Option<String> {
    word.value().map(|value| hex(u64::from(value)))
}

#[derive(Serialize)]
pub(crate) struct Evidence {
    confidence: &'static str,
    basis: &'static str,
}

impl From<facts::Evidence> for Evidence {
    fn from(evidence: facts::Evidence) -> Self {
        Self { confidence: evidence.confidence.as_str(), basis: evidence.basis.as_str() }
    }
}

#[derive(Serialize)]
pub(crate) struct Event {
    step: u64,
    kind: &'static str,
    pc: Option<String>,
    fact: Option<&'static str>,
    text: String,
    state: Option<&'static str>,
    confirmed: Option<bool>,
    warning: Option<&'static str>,
    #[serde(flatten)]
    evidence: Evidence,
}

impl From<&CoreEvent> for Event {
    fn from(event: &CoreEvent) -> Self {
        Self {
            step: event.step,
            kind: event.kind.name(),
            pc: event.pc.map(|pc| hex(u64::from(pc))),
            fact: event.fact,
            text: describe(event),
            state: event.state.map(|state| state.name()),
            confirmed: event.confirmed,
            warning: event.warning.map(|warning| warning.text()),
            evidence: event.evidence.into(),
        }
    }
}

#[derive(Serialize)]
struct Check {
    passed: bool,
    what: String,
    why: String,
}

#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Answer {
    events: Vec<Event>,
    left_out: u64,
    notices: Vec<String>,
    checks: Vec<Check>,
}

impl Answer {
    /// Takes one report.
    pub(crate) fn take(&mut self, report: &Report) {
        match report {
            Report::Event(event) => {
                self.events.push(event.into());
                // Halved now and then, not shortened by one each time.
                if self.events.len() >= 2 * EVENTS_MAX {
                    self.shorten();
                }
            }
            Report::Thunk(_, act) => self.notices.push(act.to_string()),
            Report::Notice(text) => self.notices.push(text.clone()),
            Report::Check { passed, what, why } => {
                self.checks.push(Check { passed: *passed, what: what.clone(), why: why.clone() });
            }
            Report::Back(step) => self.notices.push(format!("back at step {step}")),
        }
    }

    /// Nothing more comes.
    pub(crate) fn end(mut self) -> Self {
        self.shorten();
        self
    }

    fn shorten(&mut self) {
        let old = self.events.len().saturating_sub(EVENTS_MAX);
        self.events.drain(..old);
        self.left_out += old as u64;
    }
}

#[derive(Serialize)]
pub(crate) struct Moved {
    pub(crate) made: u64,
    pub(crate) step: u64,
    pub(crate) state: &'static str,
    pub(crate) stopped: Option<String>,
}

#[derive(Serialize)]
pub(crate) struct Register {
    name: String,
    address: Option<String>,
    value: Option<String>,
    #[serde(flatten)]
    evidence: Evidence,
}

impl Register {
    pub(crate) fn of(machine: &Machine, register: csr::Csr) -> Self {
        let placed = bus::place(machine.generation(), machine.assumptions(), register).ok();
        let found = machine.peek(register);
        Self {
            name: csr::name(register),
            address: placed.map(|(addr, _)| hex(u64::from(addr))),
            value: word(found),
            evidence: found.evidence().into(),
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Ring {
    engine: u16,
    direction: &'static str,
    queue: u8,
    length: u32,
    head: u32,
    tail: u32,
    ring_id: u8,
    outstanding: String,
    overrun: bool,
}

impl From<(&RingKey, &CoreRing)> for Ring {
    fn from((key, ring): (&RingKey, &CoreRing)) -> Self {
        Self {
            engine: key.engine,
            direction: key.direction.token(),
            queue: key.queue,
            length: ring.length,
            head: ring.head,
            tail: ring.tail,
            ring_id: ring.tail_id,
            outstanding: hex(ring.outstanding),
            overrun: ring.overrun,
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Snapshot {
    generation: &'static str,
    step: u64,
    state: &'static str,
    published: Option<String>,
    flag: Option<String>,
    reason: Option<String>,
    pc: String,
    routine: &'static str,
    work_pc: Option<String>,
    depth: usize,
    registers: Vec<Register>,
    rings: Vec<Ring>,
    queued: usize,
}

impl From<&Machine> for Snapshot {
    fn from(machine: &Machine) -> Self {
        let pc = machine.position().pc;
        let shown = bus::every().filter(|register| {
            csr::name(*register).starts_with("nx.")
                || matches!(*register, csr::Csr::RESUME_PC_LO | csr::Csr::RESUME_PC_HI)
        });
        Self {
            generation: machine.generation().token(),
            step: machine.steps(),
            state: machine.state().name(),
            published: word(machine.published()),
            flag: word(machine.mem(Mem::RunningFlag)),
            reason: word(machine.mem(Mem::HaltReason)),
            pc: hex(u64::from(pc)),
            routine: routine_name(machine),
            work_pc: machine.work_pc().map(hex),
            depth: machine.frames().depth(),
            registers: shown.map(|register| Register::of(machine, register)).collect(),
            rings: machine.udma().touched().map(Ring::from).collect(),
            queued: machine.queue().len(),
        }
    }
}

#[derive(Serialize)]
pub(crate) struct Term {
    pub(crate) name: &'static str,
    pub(crate) value: String,
    pub(crate) fact: &'static str,
    #[serde(flatten)]
    pub(crate) evidence: Evidence,
}

#[derive(Serialize)]
pub(crate) struct Sum {
    pub(crate) generation: &'static str,
    pub(crate) address: String,
    pub(crate) terms: Vec<Term>,
    #[serde(flatten)]
    pub(crate) evidence: Evidence,
}

#[derive(Serialize)]
pub(crate) struct FieldValue {
    pub(crate) name: &'static str,
    pub(crate) msb: u8,
    pub(crate) lsb: u8,
    pub(crate) value: String,
}

#[derive(Serialize)]
pub(crate) struct Decoded {
    pub(crate) address: String,
    pub(crate) generation: &'static str,
    pub(crate) plane: Option<&'static str>,
    pub(crate) block: Option<&'static str>,
    pub(crate) die: Option<u8>,
    pub(crate) group: Option<u8>,
    pub(crate) engine: Option<u16>,
    pub(crate) direction: Option<&'static str>,
    pub(crate) queue: Option<u8>,
    pub(crate) register: Option<String>,
    pub(crate) access: Option<&'static str>,
    pub(crate) fact: Option<&'static str>,
    pub(crate) confidence: Option<&'static str>,
    pub(crate) basis: Option<&'static str>,
    pub(crate) reason: Option<String>,
    pub(crate) note: Option<String>,
    pub(crate) fields: Vec<FieldValue>,
}

/// The word of a generation.
pub(crate) const fn generation(generation: Generation) -> &'static str {
    generation.token()
}
