//! Registers: the control registers behind the aperture, the resume PC pair, the core's a0 to a15 and its memory cells.

use seqbell_script::core::csr::{self, Csr};
use seqbell_script::core::facts::routine::{Mem, routine_of, row};
use seqbell_script::core::facts::{self, Bundle, CSRS, FactId, LRS};
use seqbell_script::core::{bus, seq::OPCODE_BODY};

use super::bundles::{BundleRow, bundles};
use super::clash::{self, Clash};
use super::host::number;
use super::listing::{Frame, stack};
use super::{Evidence, Moment, Offer, Text, Word, hex32};
use crate::look::Radix;
use crate::trail::Writer;

/// A field of a register, as bit positions, both inclusive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Name and bits, such as `ctrl[0]`.
    pub name: Text,
    /// Highest bit, 0 to 31.
    pub high: u8,
    /// Lowest bit, 0 to 31.
    pub low: u8,
    /// Its value now, shifted down, if it is known.
    pub value: Option<u32>,
    /// Its value after reset.
    pub reset: u32,
    /// What software may do: RW, RO or WO.
    pub access: Text,
    /// The contradictions that concern it.
    pub clashes: Vec<Clash>,
}

/// What would be written into a register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Editor {
    /// The value as text.
    pub text: Text,
    /// The value as far as the text is a number, else the one that stands there.
    pub value: u32,
    /// The bits in which it differs from the one that stands there.
    pub changed: u32,
    /// The write.
    pub write: Offer,
}

/// One register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CsrRow {
    /// Its place in the layout.
    pub csr: Csr,
    /// Name, as a command takes it.
    pub name: Text,
    /// What a scratch word is used for, where it has a use.
    pub alias: Text,
    /// Absolute address, or that there is none; `read` says why.
    pub address: Text,
    /// Its fields are listed one by one, and it can be edited.
    pub open: bool,
    /// In which radix it is read.
    pub radix: Radix,
    /// Its value in that radix, or a question mark.
    pub shown: Text,
    /// The editor, while it is open.
    pub editor: Option<Editor>,
    /// The contradictions that concern it.
    pub clashes: Vec<Clash>,
    /// Named fields.
    pub fields: Vec<Field>,
    /// Value by peek: looking at it changes nothing.
    pub value: Word,
    /// Value before the last write, where it differed.
    pub before: Option<Word>,
    /// Who wrote it last.
    pub writer: Text,
    /// A write count; a change of it makes the row flash.
    pub writes: usize,
    /// Written by the last step or command.
    pub fresh: bool,
    /// A host read: an event, unlike the peek.
    pub read: Offer,
    /// Where its record stands in the reference.
    pub record: Option<Text>,
    /// The step of the last host read, if there was one.
    pub read_at: Option<u64>,
}

/// Half of the resume PC.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PcHalf {
    /// `lr[3]` or `lr[4]`.
    pub name: Text,
    /// Absolute address.
    pub address: Text,
    /// Value.
    pub value: Word,
    /// The contradictions that concern it.
    pub clashes: Vec<Clash>,
}

/// The panel's left half.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CsrView {
    /// Bundle that is shown.
    pub bundle: Text,
    /// Its registers.
    pub rows: Vec<CsrRow>,
    /// The other bundles of the generation.
    pub others: Vec<BundleRow>,
    /// Whether the resume PC is among what is shown.
    pub resume: bool,
    /// High and low half of the resume PC.
    pub resume_pc: [PcHalf; 2],
    /// In which radix the pair is read.
    pub resume_radix: Radix,
    /// The pair as one 64-bit value, with every digit.
    pub resume_text: Text,
    /// Who wrote it.
    pub resume_note: Text,
}

/// A register of the core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoreRow {
    /// Index, 0 to 15.
    pub index: u8,
    /// Value, if it is known.
    pub value: Option<u32>,
    /// Written by the last step.
    pub fresh: bool,
}

/// A named cell of the state structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellRow {
    /// Offset in the structure.
    pub offset: Text,
    /// Name.
    pub name: Text,
    /// Address.
    pub address: Text,
    /// Value.
    pub value: Word,
    /// Evidence of the value.
    pub evidence: Evidence,
    /// Written by the last step.
    pub fresh: bool,
    /// The contradictions that concern it.
    pub clashes: Vec<Clash>,
}

/// The panel's right half.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoreView {
    /// Whose window.
    pub window: Text,
    /// The open routines, outermost first.
    pub frames: Vec<Frame>,
    /// a0 to a15.
    pub registers: Vec<CoreRow>,
    /// Where the state structure stands.
    pub structure: Text,
    /// Its cells.
    pub cells: Vec<CellRow>,
}

impl CsrView {
    /// The registers at a moment.
    pub fn of(moment: Moment) -> Self {
        let nx = CSRS.iter().filter(|def| def.bundle == Bundle::Nx);
        let halves = [Csr::RESUME_PC_HI, Csr::RESUME_PC_LO];
        let values = halves.map(|csr| moment.desk.machine().peek(csr));
        let writer = moment.desk.trail().writer(Csr::RESUME_PC_LO);
        Self {
            bundle: Bundle::Nx.name().into(),
            rows: nx.map(|def| csr_row(moment, Csr(def.offset))).collect(),
            others: bundles(moment),
            resume: true,
            resume_pc: halves.map(|csr| PcHalf {
                name: csr::name(csr).into(),
                address: address(moment, csr),
                value: moment.desk.machine().peek(csr),
                clashes: clashes(csr),
            }),
            resume_radix: moment.look.radix(Csr::RESUME_PC_LO.0),
            resume_text: match values.map(Word::value) {
                [Some(high), Some(low)] => {
                    moment.look.radix(Csr::RESUME_PC_LO.0).of64(u64::from(high) << 32 | u64::from(low)).into()
                }
                _ => "unknown".into(),
            },
            resume_note: match writer {
                None => "one 64-bit value, never written".into(),
                Some(Writer::Host(step)) => format!("one 64-bit value, seeded by the host at step {step}").into(),
                Some(Writer::Firmware(_)) => format!("one 64-bit value, saved by {}", by(writer)).into(),
            },
        }
    }
}

impl CsrView {
    /// The same for these registers alone, in this order; none stands for the whole panel.
    pub fn only(moment: Moment, named: &[Csr]) -> Self {
        let whole = Self::of(moment);
        if named.is_empty() {
            return whole;
        }
        let half = |csr: &Csr| [Csr::RESUME_PC_LO, Csr::RESUME_PC_HI].contains(csr);
        Self {
            rows: named.iter().filter(|csr| !half(csr)).map(|csr| csr_row(moment, *csr)).collect(),
            others: Vec::new(),
            resume: named.iter().any(half),
            ..whole
        }
    }
}

/// Where the registers stand, in words.
pub fn aperture(moment: Moment) -> Text {
    match bus::aperture_base(moment.desk.session().generation()) {
        Ok(base) => format!("device-local aperture {base:#010x} + offset").into(),
        Err(refused) => refused.to_string().into(),
    }
}

fn by(writer: Option<Writer>) -> String {
    match writer {
        None => "reset".to_owned(),
        Some(Writer::Host(step)) => format!("host, step {step}"),
        Some(Writer::Firmware(Some(pc))) => format!("fw {pc:#x}"),
        Some(Writer::Firmware(None)) => "firmware".to_owned(),
    }
}

fn address(moment: Moment, csr: Csr) -> Text {
    let session = moment.desk.session();
    match bus::place(session.generation(), session.assumptions(), csr) {
        Ok((address, _)) => hex32(address).into(),
        Err(_) => "place unknown".into(),
    }
}

pub(super) fn csr_row(moment: Moment, csr: Csr) -> CsrRow {
    let (session, trail) = (moment.desk.session(), moment.desk.trail());
    let full = csr::name(csr);
    let name = full.strip_prefix("nx.").unwrap_or(&full);
    let placed = bus::place(session.generation(), session.assumptions(), csr);
    let value = if placed.is_ok() { moment.desk.machine().peek(csr) } else { Word::unknown() };
    let def = csr.find().map(|(def, _)| def);
    let fresh = moment.desk.fresh(csr);
    let open = moment.regs.opened(csr);
    let radix = moment.look.radix(csr.0);
    let blocked = placed.as_ref().err().map(|refused| Text::from(refused.to_string()));
    CsrRow {
        csr,
        radix,
        shown: value.value().map_or_else(|| "?".into(), |value| radix.of32(value).into()),
        editor: open.then(|| editor(moment, csr, name, value, blocked.clone())),
        alias: LRS.iter().find(|lr| lr.offset == csr.0).and_then(|lr| lr.name).unwrap_or_default().into(),
        address: address(moment, csr),
        open,
        clashes: clashes(csr),
        fields: def.map_or(&[][..], |def| def.fields).iter().map(|fact| field(fact, value)).collect(),
        value,
        before: if fresh { trail.before(csr) } else { None },
        writer: if placed.is_err() { Text::default() } else { by(trail.writer(csr)).into() },
        writes: trail.stores(csr),
        fresh,
        record: record(csr).and_then(|id| moment.record(id)),
        read: Offer::new("R", format!("read {name}")).blocked_by(blocked),
        read_at: trail.reads.iter().rev().find(|(_, read)| *read == csr).map(|(step, _)| *step),
        name: name.to_owned().into(),
    }
}

fn editor(moment: Moment, csr: Csr, name: &str, now: Word, blocked: Option<Text>) -> Editor {
    let now = now.value().unwrap_or(0);
    let text = moment.regs.draft(csr).cloned().unwrap_or_else(|| format!("{now:#x}").into());
    let parsed = number(&text);
    let value = parsed.unwrap_or(now);
    let nonsense = parsed.is_none().then(|| Text::from("Not a 32-bit number: decimal, or hex after 0x."));
    let write = Offer::new("Write", format!("write {name} {value:#x}")).blocked_by(blocked.or(nonsense));
    Editor { text, value, changed: value ^ now, write }
}

fn clashes(csr: Csr) -> Vec<Clash> {
    record(csr).map_or_else(Vec::new, clash::about)
}

/// The record of a register; of a scratch word its own, not that of the array.
fn record(csr: Csr) -> Option<FactId> {
    let word = LRS.iter().find(|lr| lr.offset == csr.0).map(|lr| lr.id);
    word.or(csr.find().map(|(def, _)| def.id))
}

fn field(fact: &facts::Field, value: Word) -> Field {
    let ones = u32::MAX >> (31 - (fact.msb.min(31) - fact.lsb.min(fact.msb)));
    Field {
        name: fact.name.into(),
        high: fact.msb,
        low: fact.lsb,
        value: value.value().map(|value| value >> fact.lsb & ones),
        reset: fact.reset,
        access: fact.access.as_str().into(),
        clashes: clash::about(fact.id),
    }
}

/// Base of the state structure in data memory (`runstate.toml`, state structure).
const STRUCTURE: u32 = 0x8_55e0;
/// The cells that are shown.
const CELLS: [Mem; 4] = [Mem::RunningFlag, Mem::HaltReason, Mem::ExecMode, Mem::StepCounter];

fn cell(moment: Moment, cell: Mem) -> CellRow {
    let value = moment.desk.machine().mem(cell);
    CellRow {
        offset: cell.addr().map_or_else(Text::default, |addr| format!("+{}", addr - STRUCTURE).into()),
        name: cell.name().into(),
        address: cell.addr().map_or_else(|| "?".into(), |addr| format!("{addr:#x}").into()),
        value,
        evidence: value.evidence(),
        fresh: moment.desk.before().mem(cell).value() != value.value(),
        clashes: cell.addr().map_or_else(Vec::new, |addr| clash::about(&format!("state.{addr:#x}"))),
    }
}

impl CoreView {
    /// The core at a moment.
    pub fn of(moment: Moment) -> Self {
        let (now, before) = (moment.desk.machine(), moment.desk.before());
        let routine = match now.position().row {
            OPCODE_BODY => "the opcode's body",
            id => routine_of(row(id)).id,
        };
        let register = |index| {
            let value = now.registers().get(index);
            CoreRow { index, value, fresh: value.is_some() && value != before.registers().get(index) }
        };
        Self {
            window: routine.into(),
            frames: stack(moment),
            registers: (0..16).map(register).collect(),
            structure: hex32(STRUCTURE).into(),
            cells: CELLS.into_iter().map(|name| cell(moment, name)).collect(),
        }
    }

    /// How many of a0 to a15 are known.
    pub fn known(&self) -> usize {
        self.registers.iter().filter(|r| r.value.is_some()).count()
    }
}
