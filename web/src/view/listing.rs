//! The firmware listing: the routines around the present instruction, as rows.

use seqbell_script::core::Event;
use seqbell_script::core::event::place_name;
use seqbell_script::core::facts::Generation;
use seqbell_script::core::facts::routine::{
    self as code, Act, Place, Row as CodeRow, RowId, RowKind, Special, Test, Value, routine_of, row,
};
use seqbell_script::core::seq::OPCODE_BODY;
use seqbell_script::describe;

use super::clash::{self, Clash};
use super::{Evidence, Moment, Text};

/// What kind of row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A recovered step.
    Step,
    /// A call whose body nobody recovered: one opaque event.
    Opaque,
    /// Bytes nobody printed.
    Gap,
    /// A step that no page prints and control needs.
    Implied,
}

/// Where a row stands relative to the present instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Executed lately.
    Done,
    /// To be executed next.
    Current,
    /// It will be executed if nobody acts.
    Ahead,
    /// Neither: on a side that a branch shut, or not reached in what is looked ahead.
    Shut,
}

/// One row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Stable id: the fact's, or one derived from the place for a gap.
    pub id: Text,
    /// Which kind.
    pub kind: Kind,
    /// Calls between the listed routine and this row; an unfolded callee stands one deeper.
    pub depth: u8,
    /// Address, or empty where the generation's is not known.
    pub pc: Text,
    /// Mnemonic with operands, or what stands for it.
    pub text: Text,
    /// Effect, in words and numbers.
    pub effect: Text,
    /// The printed operands give the declared effect.
    pub confirmed: bool,
    /// Evidence of the row.
    pub evidence: Evidence,
    /// Where its record stands in the reference.
    pub record: Option<Text>,
    /// Position relative to the present instruction.
    pub phase: Phase,
    /// Whether a breakpoint stands on the row; none where there can be none.
    pub breakpoint: Option<bool>,
    /// The contradictions that concern it.
    pub clashes: Vec<Clash>,
}

/// One frame of the call stack, outermost first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Routine name.
    pub routine: Text,
    /// Address of the call that waits there, or of the next step.
    pub pc: Text,
}

/// The panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// Name of the listed routine.
    pub routine: Text,
    /// Its entry.
    pub entry: Text,
    /// The firmware image.
    pub image: Text,
    /// Call stack, outermost first.
    pub frames: Vec<Frame>,
    /// The rows, in listing order.
    pub rows: Vec<Row>,
    /// The id of the row that the reader picked out; the listing then shows it and does not follow the program.
    pub pointed: Option<Text>,
}

impl Listing {
    /// The panel at a moment: the present routine, unfolded in its caller where there is one.
    pub fn of(moment: Moment) -> Self {
        let machine = moment.desk.machine();
        let here = present_row(moment);
        let frames: Vec<_> = machine.frames().iter().collect();
        // The row that waits in each open frame: the call before the row to come back to.
        let calls: Vec<RowId> = frames.iter().skip(1).map(|frame| frame.back.saturating_sub(1)).collect();
        let mut rows = Vec::new();
        match calls.last().copied() {
            Some(call) if routine_of(row(call)).id != routine_of(row(here)).id => {
                let outer = routine_of(row(call));
                rows.extend((outer.first..=call).map(|id| line(moment, id, here, 0)));
                rows.extend(whole(moment, here, here, 1));
                rows.extend((call + 1..outer.end).map(|id| line(moment, id, here, 0)));
            }
            Some(_) | None => rows.extend(whole(moment, here, here, 0)),
        }
        let pointed = moment.pick.row.filter(|id| usize::from(*id) < code::ROWS.len());
        let listed = |id: RowId| rows.iter().any(|row| row.id == id.to_string());
        let away = pointed.filter(|id| !listed(*id));
        if let Some(id) = away {
            rows = whole(moment, id, here, 0).collect();
        }
        let routine = routine_of(row(away.unwrap_or(here)));
        let sunda = machine.generation() == Generation::Sunda;
        Self {
            routine: routine.id.into(),
            entry: if sunda { Text::default() } else { format!("@{:#x}", routine.entry).into() },
            image: image(machine.generation()).into(),
            frames: stack(moment),
            rows,
            pointed: pointed.map(|id| id.to_string().into()),
        }
    }

    /// The row to be executed next, if it is listed.
    pub fn current(&self) -> Option<usize> {
        self.rows.iter().position(|row| row.phase == Phase::Current)
    }
}

/// The call stack, outermost first: the calls that wait, and the step that comes.
pub(super) fn stack(moment: Moment) -> Vec<Frame> {
    let machine = moment.desk.machine();
    let sunda = machine.generation() == Generation::Sunda;
    let mut stack: Vec<Frame> =
        machine.frames().iter().skip(1).map(|open| frame(open.back.saturating_sub(1), sunda)).collect();
    stack.push(Frame {
        routine: routine_of(row(present_row(moment))).id.into(),
        pc: if sunda { Text::default() } else { format!("{:#x}", machine.position().pc).into() },
    });
    stack
}

/// Whose addresses the listing shows.
fn image(generation: Generation) -> &'static str {
    match generation {
        Generation::Cayman => "CAYMAN_NX_POOL_DEBUG",
        Generation::Sunda => "order of Cayman, addresses unknown",
        Generation::Mariana | Generation::MarianaPlus | Generation::Maverick => "addresses of the Cayman image",
    }
}

/// The row to be executed next: what the look ahead finds first, since rows that do not run now are passed.
fn present_row(moment: Moment) -> RowId {
    let position = moment.desk.machine().position().row;
    let looked = moment.ahead.events.first().and_then(|event| event.row);
    match (looked, position) {
        (Some(id), _) => id,
        // The body of an opcode has no row: it belongs to the row that jumped to it.
        (None, OPCODE_BODY) => moment.desk.trail().recent.iter().rev().find_map(|event| event.row).unwrap_or(0),
        (None, id) => id,
    }
}

fn frame(call: RowId, sunda: bool) -> Frame {
    let at = row(call);
    Frame {
        routine: routine_of(at).id.into(),
        pc: if sunda { Text::default() } else { format!("{:#x}", at.pc).into() },
    }
}

/// The whole routine of a row.
fn whole(moment: Moment, of: RowId, here: RowId, depth: u8) -> impl Iterator<Item = Row> {
    let routine = routine_of(row(of));
    (routine.first..routine.end).map(move |id| line(moment, id, here, depth))
}

fn line(moment: Moment, id: RowId, here: RowId, depth: u8) -> Row {
    let at = row(id);
    let seen = moment.desk.trail().recent.iter().rev().find(|event| event.row == Some(id));
    let coming = moment.ahead.events.iter().find(|event| event.row == Some(id));
    let shut = shut_by(moment, at);
    let phase = match (id == here, coming, seen) {
        (true, _, _) => Phase::Current,
        (false, _, _) if shut.is_some() => Phase::Shut,
        (false, Some(_), None) => Phase::Ahead,
        (false, None, Some(_)) => Phase::Done,
        // A loop: what stands before the present row was done, what stands after it comes.
        (false, Some(_), Some(_)) => {
            if id < here {
                Phase::Done
            } else {
                Phase::Ahead
            }
        }
        (false, None, None) => Phase::Shut,
    };
    let event = match phase {
        Phase::Done => seen,
        Phase::Current | Phase::Ahead => coming,
        Phase::Shut => None,
    };
    let pc = match (moment.desk.machine().generation(), event) {
        (Generation::Sunda, event) => event.and_then(|event| event.pc),
        (Generation::Cayman | Generation::Mariana | Generation::MarianaPlus | Generation::Maverick, _) => Some(at.pc),
    };
    let pc: Text = pc.map_or_else(Text::default, |pc| format!("{pc:#06x}").into());
    let stands = |cond: &seqbell_script::Cond| cond.to_string() == format!("pc == {:#x}", at.pc);
    // A condition on the pc is about the reference image: where the shown address is another one, it would mislead.
    let breakable =
        matches!(kind(at), Kind::Step | Kind::Opaque) && moment.desk.machine().generation() != Generation::Sunda;
    Row {
        id: format!("{id}").into(),
        kind: kind(at),
        depth,
        text: text(at).into(),
        effect: shut.unwrap_or_else(|| effect(at, event)).into(),
        confirmed: event.is_some_and(|event| event.confirmed == Some(true)),
        evidence: event.map_or(at.evidence, |event| event.evidence),
        record: moment.record(at.id),
        phase,
        breakpoint: breakable.then(|| moment.desk.session().breaks().iter().any(stands)),
        clashes: clash::about_row(id),
        pc,
    }
}

/// Why a row is passed over, if the assumptions leave it out.
fn shut_by(moment: Moment, at: &CodeRow) -> Option<String> {
    let (switch, acting) = at.switch?;
    let chosen = moment.desk.session().assumptions().get(switch);
    let option = switch.fact().options.get(usize::from(chosen))?;
    (acting >> chosen & 1 == 0).then(|| format!("left out: {} = {}", switch.name(), option.token))
}

fn kind(at: &CodeRow) -> Kind {
    match (at.kind, at.act) {
        (RowKind::Gap, _) => Kind::Gap,
        (RowKind::Implied, _) => Kind::Implied,
        (RowKind::Step(_), Act::CallOpaque { .. } | Act::Opaque) => Kind::Opaque,
        (RowKind::Step(_), _) => Kind::Step,
    }
}

fn text(at: &CodeRow) -> String {
    match at.kind {
        RowKind::Gap => format!("{} bytes nobody printed", at.end.saturating_sub(at.pc)),
        RowKind::Implied => in_words(at),
        RowKind::Step(_) => at.printed.to_owned(),
    }
}

/// What a row does: what it did or will do where that is known, else what it declares.
fn effect(at: &CodeRow, event: Option<&Event>) -> String {
    let text = event.map(describe).filter(|text| *text != at.printed);
    match (at.kind, text) {
        (RowKind::Gap, _) => String::new(),
        (RowKind::Implied, Some(text)) if text == in_words(at) => String::new(),
        (RowKind::Implied | RowKind::Step(_), Some(text)) => text,
        (RowKind::Implied, None) => String::new(),
        (RowKind::Step(_), None) => in_words(at),
    }
}

/// What a row declares, without the values of a run.
pub(super) fn in_words(at: &CodeRow) -> String {
    match at.act {
        Act::Nothing | Act::Gap => String::new(),
        Act::Alu { dest, value } => match (dest, value) {
            (Some(dest), Some(value)) => format!("a{dest} = {}", worth(value)),
            (Some(_) | None, _) => String::new(),
        },
        Act::Read(place) => format!("reads {}", place_name(place)),
        Act::Write(place, value) => format!("{} ← {}", place_name(place), worth(value)),
        Act::Log(text, _) => format!("log “{text}”"),
        Act::Branch { test, target, .. } => format!("to {:#x} if {}", target.pc, decides(test)),
        Act::Jump(target) => format!("to {:#x}", target.pc),
        Act::JumpTable => "to the handler".to_owned(),
        Act::Call { target, .. } => format!("call {}", routine_of(row(target.row)).id),
        Act::CallOpaque { name, .. } => format!("{name}, opaque"),
        Act::Return(None) => "return".to_owned(),
        Act::Return(Some(value)) => format!("return {}", worth(value)),
        Act::Opaque => "opaque".to_owned(),
        Act::Operand { dest, value } => format!("a{dest} = {}", worth(value)),
        Act::Special(special, _) => words(special).to_owned(),
    }
}

fn worth(value: Value) -> String {
    match value {
        Value::Const(number) if number < 10 => number.to_string(),
        Value::Const(number) => format!("{number:#x}"),
        Value::Last | Value::LastBit(_) | Value::LastMinus(_) | Value::LastXor(_) => "what was read".to_owned(),
        Value::Arg => "its argument".to_owned(),
        Value::MemBit(cell, bit) => format!("bit {bit} of {}", cell.name()),
        Value::OldOr(bits) => format!("itself or {bits:#x}"),
        Value::PcLo => "low half of the PC".to_owned(),
        Value::PcHi => "high half of the PC".to_owned(),
        Value::ModeArgument => "the mode the host asked for".to_owned(),
        Value::Any => "1 if a surprise waits".to_owned(),
        Value::Unknown => "unknown".to_owned(),
    }
}

fn decides(test: Test) -> String {
    let Test::Compare { subject, bit, minus, cmp, with } = test else { return "something nobody knows".to_owned() };
    let subject = match subject {
        code::Subject::Last => "it".to_owned(),
        code::Subject::Arg => "the argument".to_owned(),
        code::Subject::Mem(cell) => cell.name().to_owned(),
        code::Subject::Csr(offset) => place_name(Place::Csr(offset)),
    };
    let subject = bit.map_or(subject.clone(), |bit| format!("bit {bit} of {subject}"));
    let subject = if minus == 0 { subject } else { format!("{subject} - {minus}") };
    let sign = match cmp {
        code::Cmp::Eq => "=",
        code::Cmp::Ne => "≠",
        code::Cmp::Le => "≤",
        code::Cmp::Gt => ">",
        code::Cmp::Ge => "≥",
    };
    format!("{subject} {sign} {with}")
}

fn words(special: Special) -> &'static str {
    match special {
        Special::ClearMemory => "clear the state structure",
        Special::Wait => "nothing to fetch: go round again",
        Special::Fetch => "take the next word of the queue",
        Special::TakeFault => "take the injected fault",
        Special::TakeSurprise => "take the surprise word",
        Special::NoSurprise => "no surprise: skip the handler",
        Special::LatchOperand => "keep the sync operand",
        Special::SyncIndexOob => "a sync index above 38",
        Special::SavedPc => "which PC is saved",
        Special::CallResume => "call the resume block",
        Special::ResumeMode => "go on by execution mode",
        Special::FpArm => "which arm of the floating-point fault",
        Special::DispatcherPaused => "the paused branch of the dispatcher",
        Special::Restart => "start again after a fatal halt",
    }
}
