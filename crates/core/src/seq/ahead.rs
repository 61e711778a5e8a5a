//! What can be said about a row before it runs: worked out from the listing while this crate is compiled.
//!
//! A quiet step needs no more of the printed operands than what they leave in the registers, and nearly always that is
//! the same every time. The printed operands stay the truth: a test runs both beside each other for every row.

use super::Position;
use super::asm;
use super::glide::Glide;
use super::range::Range;
use super::regs::Registers;
use super::step::LOOP_HEAD;
use seqbell_facts::SWITCHES;
use seqbell_facts::routine::{Act, Flip, Mem, Op, Place, ROWS, Row, RowId, Special, Target, Value, When};

/// What is known ahead of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ahead {
    /// The row itself.
    pub(super) row: &'static Row,
    /// Where control goes, unless the row decides otherwise: to the row after it, past a row that it replaces.
    pub(super) next: Position,
    /// What it leaves in the registers.
    pub(super) trail: Trail,
    /// It runs whenever control comes to it.
    pub(super) always: bool,
    /// It may change what an observer can see, state flips not counted.
    pub(super) visible: bool,
    /// How it is executed when nobody watches.
    pub(super) quick: Quick,
}

/// How a row is executed when nobody watches. The commonest rows are known by heart; they do what `execute` does.
// With a tag of its own: one hidden in a field of a variant takes longer to tell apart.
#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Quick {
    /// It and the rows behind it can be passed in one go.
    Glide(Glide),
    /// It does nothing but go on.
    Pass,
    /// It only forgets every register but a1.
    ForgetAll,
    /// It only forgets a8 to a15.
    ForgetResults,
    /// It only sets a register to a constant.
    Set(u8, u32),
    /// It only evaluates its operands.
    Evaluate,
    /// It only works on what the frame has read last, and leaves its trail.
    Work(Value),
    /// It only gives a register a value that no page prints.
    Operand(u8, Value),
    /// It only stores what the frame has read last in the frame.
    Stash(u8),
    /// It only stores a value where nobody but the firmware looks, and leaves its trail.
    Keep(Place, Value),
    /// It only tests what the frame has read last, and goes to the target if the test holds.
    Test(Range, Position),
    /// The same, and the core enters a run if it does not hold, unless it is deaf.
    Heed(Range, Position),
    /// It only reads a memory cell into a register.
    Recall(Mem, u8),
    /// It only reads another place into a register.
    Load(Place, u8),
    /// The same from a CSR, and the core may be idle from now on.
    Poll(u16, u8),
    /// It only opens a frame, and goes to the target.
    Call(Position),
    /// It only closes a frame.
    Return,
    /// It only closes a frame and returns what was read last.
    GiveBack,
    /// It must be executed, but nobody can see what it changes.
    Inside,
    /// Somebody may see what it changes.
    Visible,
}

/// What the printed operands of a row, and what it declares about registers, leave in them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Trail {
    /// No register changes.
    Nothing,
    /// All but a1 are unknown.
    ForgetAll,
    /// a8 to a15 are unknown.
    ForgetResults,
    /// A register takes a constant.
    Set(u8, u32),
    /// A register takes what the row read.
    Take(u8),
    /// It depends on the registers: the operands must be evaluated. If only one register changes, which one.
    Evaluate(Option<u8>),
}

static AHEAD: [Ahead; ROWS.len()] = table();

/// What is known ahead of this row; none of the opaque body of an opcode.
#[inline]
pub(super) fn ahead(id: RowId) -> Option<&'static Ahead> {
    AHEAD.get(usize::from(id))
}

/// Evaluates the printed operands of a row and what it declares about registers.
#[inline(always)]
pub(super) fn evaluate(row: &Row, registers: &mut Registers, read: Option<u32>) -> asm::Printed {
    let printed = asm::run(row.asm, registers, read);
    match row.act {
        Act::Alu { dest: Some(dest), value: Some(Value::Const(v)) } => registers.set(dest, Some(v)),
        Act::Gap | Act::Opaque => registers.forget_all(),
        Act::CallOpaque { .. } | Act::Log(..) => registers.forget_results(),
        Act::Nothing
        | Act::Alu { .. }
        | Act::Read(_)
        | Act::Write(..)
        | Act::Branch { .. }
        | Act::Jump(_)
        | Act::JumpTable
        | Act::Call { .. }
        | Act::Return(_)
        | Act::Operand { .. }
        | Act::Special(..) => {}
    }
    printed
}

/// As [`evaluate`], where nobody looks at what is printed: then it is not worked out.
fn follow(row: &Row, registers: &mut Registers, read: Option<u32>) {
    evaluate(row, registers, read);
}

impl Trail {
    /// Leaves it: the registers end up as after [`evaluate`].
    #[inline(always)]
    pub(super) fn leave(self, row: &'static Row, registers: &mut Registers, read: Option<u32>) {
        match self {
            Trail::Nothing => {}
            Trail::ForgetAll => registers.forget_all(),
            Trail::ForgetResults => registers.forget_results(),
            Trail::Set(register, value) => registers.set(register, Some(value)),
            Trail::Take(register) => registers.set(register, read),
            Trail::Evaluate(_) => follow(row, registers, read),
        }
    }
}

const fn table() -> [Ahead; ROWS.len()] {
    let mut table = [look(0); ROWS.len()];
    let mut at = 0;
    while at < ROWS.len() {
        table[at] = look(at);
        at += 1;
    }
    table
}

const fn look(at: usize) -> Ahead {
    let row = &ROWS[at];
    Ahead {
        row,
        next: next(at),
        trail: trail(row),
        always: runs_always(at),
        visible: visible(row),
        quick: match Glide::from(at) {
            Some(glide) => Quick::Glide(glide),
            None => own(at),
        },
    }
}

/// Whether a row runs whenever control comes to it.
pub(super) const fn runs_always(at: usize) -> bool {
    let row = &ROWS[at];
    matches!(row.when, When::Always) && acts_under_all(row) && row.pc != LOOP_HEAD
}

const fn visible(row: &Row) -> bool {
    matches!(row.act, Act::Write(Place::Csr(_) | Place::Mem(_), _) | Act::Special(Special::ClearMemory, _))
}

/// How a row is executed by itself.
pub(super) const fn own(at: usize) -> Quick {
    let row = &ROWS[at];
    match (visible(row), row.flip) {
        (true, _) => Quick::Visible,
        (false, None) => quick(row, trail(row)),
        (false, Some(flip)) => poll(quick(row, trail(row)), flip),
    }
}

/// A row at which the state may flip: what a waiting core does all the time is known by heart, the others are not.
const fn poll(quick: Quick, flip: Flip) -> Quick {
    match quick {
        Quick::Load(Place::Csr(csr), register) if matches!(flip, Flip::PollRead) => Quick::Poll(csr, register),
        Quick::Test(range, target) if matches!(flip, Flip::PollSeen) => Quick::Heed(range, target),
        Quick::Glide(_)
        | Quick::Pass
        | Quick::ForgetAll
        | Quick::ForgetResults
        | Quick::Set(..)
        | Quick::Evaluate
        | Quick::Work(_)
        | Quick::Operand(..)
        | Quick::Stash(_)
        | Quick::Keep(..)
        | Quick::Test(..)
        | Quick::Heed(..)
        | Quick::Recall(..)
        | Quick::Load(..)
        | Quick::Poll(..)
        | Quick::Call(_)
        | Quick::Return
        | Quick::GiveBack
        | Quick::Inside
        | Quick::Visible => Quick::Visible,
    }
}

/// Whether its switch does not keep it from running: it has none, or acts under every option.
const fn acts_under_all(row: &Row) -> bool {
    match row.switch {
        Some((switch, mask)) => mask as u32 == (1 << SWITCHES[switch as usize].options.len()) - 1,
        None => true,
    }
}

/// Where control goes after a row, unless it decides otherwise.
pub(super) const fn next(at: usize) -> Position {
    if let Act::Jump(target) = ROWS[at].act {
        return position(target);
    }
    let next = at + 1 + ROWS[at].replaces as usize;
    // Only a row that control never falls out of is the last of the listing.
    let next = if next < ROWS.len() { next } else { at };
    Position { row: next as RowId, pc: ROWS[next].pc }
}

const fn position(target: Target) -> Position {
    Position { row: target.row, pc: target.pc }
}

const fn quick(row: &Row, trail: Trail) -> Quick {
    match row.act {
        Act::Nothing
        | Act::Opaque
        | Act::Gap
        | Act::Alu { value: None | Some(Value::Const(_)), .. }
        | Act::Log(..)
        | Act::CallOpaque { .. }
        | Act::Jump(_) => match trail {
            Trail::Nothing => Quick::Pass,
            Trail::ForgetAll => Quick::ForgetAll,
            Trail::ForgetResults => Quick::ForgetResults,
            Trail::Set(register, value) => Quick::Set(register, value),
            Trail::Take(_) | Trail::Evaluate(_) => Quick::Evaluate,
        },
        Act::Read(place) => match trail {
            Trail::Take(register) => load(place, register),
            Trail::Nothing | Trail::ForgetAll | Trail::ForgetResults | Trail::Set(..) | Trail::Evaluate(_) => {
                Quick::Inside
            }
        },
        Act::Branch { reads: None, test, target } => match (Range::of(test), trail) {
            (Some(range), Trail::Nothing) if range.of_last() => Quick::Test(range, position(target)),
            (Some(_) | None, _) => Quick::Inside,
        },
        Act::Call { target, arg: None, text } if text.is_empty() && matches!(trail, Trail::Nothing) => {
            Quick::Call(position(target))
        }
        Act::Return(None) if matches!(trail, Trail::Nothing) => Quick::Return,
        Act::Return(Some(Value::Last)) if matches!(trail, Trail::Nothing) => Quick::GiveBack,
        Act::Alu { value: Some(value), .. } => Quick::Work(value),
        Act::Operand { dest, value } if matches!(trail, Trail::Nothing) => Quick::Operand(dest, value),
        Act::Write(Place::Frame(offset), Value::Last) if matches!(trail, Trail::Nothing) => Quick::Stash(offset),
        Act::Write(place, value) => Quick::Keep(place, value),
        Act::Branch { reads: Some(_), .. }
        | Act::JumpTable
        | Act::Call { .. }
        | Act::Return(_)
        | Act::Operand { .. }
        | Act::Special(..) => Quick::Inside,
    }
}

const fn load(place: Place, register: u8) -> Quick {
    if let Place::Mem(cell) = place { Quick::Recall(cell, register) } else { Quick::Load(place, register) }
}

const fn trail(row: &Row) -> Trail {
    let mut trail = Trail::Nothing;
    let mut at = 0;
    while at < row.asm.len() {
        trail = then(trail, &row.asm[at]);
        at += 1;
    }
    match row.act {
        Act::Gap | Act::Opaque => Trail::ForgetAll,
        Act::Alu { dest: Some(dest), value: Some(Value::Const(v)) } => match trail {
            Trail::Nothing => Trail::Set(dest, v),
            Trail::Set(d, _) | Trail::Take(d) | Trail::Evaluate(Some(d)) if d == dest => Trail::Set(dest, v),
            Trail::Set(..) | Trail::Take(_) | Trail::ForgetAll | Trail::ForgetResults | Trail::Evaluate(_) => {
                Trail::Evaluate(None)
            }
        },
        Act::CallOpaque { .. } | Act::Log(..) => match trail {
            Trail::Nothing | Trail::ForgetResults => Trail::ForgetResults,
            Trail::Set(d, _) | Trail::Take(d) | Trail::Evaluate(Some(d)) if d >= 8 => Trail::ForgetResults,
            Trail::ForgetAll => Trail::ForgetAll,
            Trail::Set(..) | Trail::Take(_) | Trail::Evaluate(_) => Trail::Evaluate(None),
        },
        Act::Nothing
        | Act::Alu { .. }
        | Act::Read(_)
        | Act::Write(..)
        | Act::Branch { .. }
        | Act::Jump(_)
        | Act::JumpTable
        | Act::Call { .. }
        | Act::Return(_)
        | Act::Operand { .. }
        | Act::Special(..) => trail,
    }
}

/// What one more printed instruction makes of it.
const fn then(trail: Trail, op: &Op) -> Trail {
    match (*op, trail) {
        (Op::Unprinted, _) => Trail::ForgetAll,
        (Op::Movi { d, imm }, Trail::Nothing) => Trail::Set(d, imm as u32),
        (Op::Const16 { d, imm }, Trail::Set(r, high)) if d == r => Trail::Set(d, high << 16 | imm as u32),
        (Op::Load { d, .. } | Op::Rer { d, .. }, Trail::Nothing) => Trail::Take(d),
        (
            Op::Movi { d, .. }
            | Op::Const16 { d, .. }
            | Op::Addi { d, .. }
            | Op::Mov { d, .. }
            | Op::And { d, .. }
            | Op::Addx4 { d, .. }
            | Op::Slli { d, .. }
            | Op::Extui { d, .. }
            | Op::Load { d, .. }
            | Op::Rer { d, .. },
            _,
        ) => match trail {
            Trail::Nothing => Trail::Evaluate(Some(d)),
            Trail::Set(r, _) | Trail::Take(r) | Trail::Evaluate(Some(r)) if d == r => Trail::Evaluate(Some(d)),
            Trail::Set(..) | Trail::Take(_) | Trail::ForgetAll | Trail::ForgetResults | Trail::Evaluate(_) => {
                Trail::Evaluate(None)
            }
        },
        (
            Op::Store { .. }
            | Op::Beqz { .. }
            | Op::Bnez { .. }
            | Op::Bbci { .. }
            | Op::Bbsi { .. }
            | Op::Beqi { .. }
            | Op::Bltu { .. }
            | Op::Bgeu { .. }
            | Op::Plain,
            _,
        ) => trail,
    }
}
