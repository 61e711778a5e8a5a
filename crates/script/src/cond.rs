//! Conditions: what `expect`, `until` and `break` ask of a machine.

mod ring;

pub use ring::RingPart;

use crate::Reg;
use seqbell_core::csr::Csr;
use seqbell_core::event::{Detail, EventKind};
use seqbell_core::fabric::Direction;
use seqbell_core::facts::HALT_REASONS;
use seqbell_core::facts::routine::{Mem, Place, routine_of, row};
use seqbell_core::seq::OPCODE_BODY;
use seqbell_core::udma::RingKey;
use seqbell_core::udma::control::Signal;
use seqbell_core::{Event, Input, Machine, RunState};
use std::fmt;

/// A condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cond {
    /// A comparison.
    Compare(Term, Op, Value),
    /// The newest event read this register.
    Reads(Reg),
    /// The newest event wrote this register.
    Writes(Reg),
    /// Both.
    And(Box<Cond>, Box<Cond>),
    /// One or both.
    Or(Box<Cond>, Box<Cond>),
    /// Not.
    Not(Box<Cond>),
}

/// What is compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Term {
    /// The true state.
    State,
    /// A register, by a peek.
    Reg(Reg),
    /// The running flag.
    Flag,
    /// The halt reason.
    Reason,
    /// A cell of data memory.
    Mem(Mem),
    /// Address of the row to be executed next, in the reference image.
    Pc,
    /// The microcode PC of the next item.
    WorkPc,
    /// The routine that the next row belongs to.
    Routine,
    /// Steps made.
    Step,
    /// A pointer of a ring.
    Ring(RingPart, RingKey),
    /// The count of a semaphore: TPB and index.
    Semaphore(u8, u8),
    /// Whether an event is set: TPB and index.
    Event(u8, u8),
    /// The last value written to a trigger word; unknown before the first write.
    Trigger(Signal),
}

/// How it is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `>`
    Gt,
    /// `<=`
    Le,
    /// `>=`
    Ge,
}

impl Op {
    /// The symbol.
    pub const fn symbol(self) -> &'static str {
        match self {
            Op::Eq => "==",
            Op::Ne => "!=",
            Op::Lt => "<",
            Op::Gt => ">",
            Op::Le => "<=",
            Op::Ge => ">=",
        }
    }

    fn holds(self, a: u64, b: u64) -> bool {
        match self {
            Op::Eq => a == b,
            Op::Ne => a != b,
            Op::Lt => a < b,
            Op::Gt => a > b,
            Op::Le => a <= b,
            Op::Ge => a >= b,
        }
    }
}

/// What it is compared with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A number.
    Number(u64),
    /// A state; HALTED matches all three.
    State(RunState),
    /// The name of a routine.
    Routine(&'static str),
    /// Nobody knows the value: `lr[3] == unknown`.
    Unknown,
}

/// Whether a condition holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Truth {
    /// It holds.
    Yes,
    /// It does not; what was found instead.
    No(String),
    /// It rests on something unknown.
    Unknown(String),
}

impl Truth {
    /// It holds.
    pub fn holds(&self) -> bool {
        *self == Truth::Yes
    }
}

impl Cond {
    /// Asks a machine; `event` is its newest event.
    pub fn ask(&self, machine: &Machine, event: Option<&Event>) -> Truth {
        match self {
            Cond::Compare(term, op, value) => compare(machine, term, *op, value),
            Cond::Reads(reg) => touched(reg, event.and_then(read_of), "read"),
            Cond::Writes(reg) => touched(reg, event.and_then(written_by), "written"),
            Cond::And(a, b) => match (a.ask(machine, event), b.ask(machine, event)) {
                (Truth::Yes, b) => b,
                (a @ Truth::No(_), _) => a,
                (Truth::Unknown(_), b @ Truth::No(_)) => b,
                (a @ Truth::Unknown(_), Truth::Yes | Truth::Unknown(_)) => a,
            },
            Cond::Or(a, b) => match (a.ask(machine, event), b.ask(machine, event)) {
                (Truth::Yes, _) | (_, Truth::Yes) => Truth::Yes,
                (Truth::Unknown(what), _) | (Truth::No(_), Truth::Unknown(what)) => Truth::Unknown(what),
                (Truth::No(a), Truth::No(b)) => Truth::No(if a == b { a } else { format!("{a}, {b}") }),
            },
            Cond::Not(a) => match a.ask(machine, event) {
                Truth::Yes => Truth::No(format!("{a} holds")),
                Truth::No(_) => Truth::Yes,
                unknown @ Truth::Unknown(_) => unknown,
            },
        }
    }
}

fn touched(reg: &Reg, csr: Option<Csr>, how: &str) -> Truth {
    if csr.is_some() && csr == reg.csr { Truth::Yes } else { Truth::No(format!("{reg} was not {how}")) }
}

fn read_of(event: &Event) -> Option<Csr> {
    if let Detail::HostRead(csr, _) = event.detail {
        return Some(csr);
    }
    let Detail::Read(Place::Csr(offset), _) = event.detail else { return None };
    Some(Csr(offset))
}

fn written_by(event: &Event) -> Option<Csr> {
    match (event.kind, event.detail) {
        (_, Detail::Write(Place::Csr(offset), _)) => Some(Csr(offset)),
        (EventKind::Host, Detail::Host(Input::Write { csr, .. })) => Some(csr),
        _ => None,
    }
}

fn compare(machine: &Machine, term: &Term, op: Op, value: &Value) -> Truth {
    let found = |text: String| Truth::No(format!("{term} is {text}"));
    let unknown = || Truth::Unknown(format!("{term} is unknown"));
    let decide = |holds: bool, text: String| if holds { Truth::Yes } else { found(text) };
    match (term, value) {
        (Term::State, Value::State(state)) => {
            let same = machine.state().matches(*state);
            decide(same == (op == Op::Eq), machine.state().to_string())
        }
        (Term::Routine, Value::Routine(name)) => {
            let here = routine_name(machine);
            decide((here == *name) == (op == Op::Eq), here.to_owned())
        }
        (_, Value::Unknown) => {
            let known = number(machine, term);
            decide(known.is_none() == (op == Op::Eq), known.map_or("unknown".to_owned(), |v| format!("{v:#x}")))
        }
        (_, Value::Number(wanted)) => match number(machine, term) {
            Some(v) => decide(op.holds(v, *wanted), format!("{v:#x}")),
            None => unknown(),
        },
        (_, Value::State(_) | Value::Routine(_)) => unknown(),
    }
}

fn number(machine: &Machine, term: &Term) -> Option<u64> {
    match term {
        Term::State | Term::Routine => None,
        Term::Reg(reg) => machine.peek(reg.csr?).value().map(u64::from),
        Term::Flag => machine.mem(Mem::RunningFlag).value().map(u64::from),
        Term::Reason => machine.mem(Mem::HaltReason).value().map(u64::from),
        Term::Mem(cell) => machine.mem(*cell).value().map(u64::from),
        Term::Pc => Some(u64::from(machine.position().pc)),
        Term::WorkPc => machine.work_pc(),
        Term::Step => Some(machine.steps()),
        Term::Ring(part, key) => part.of(machine, *key),
        Term::Semaphore(tpb, index) => Some(machine.udma().semaphores().count(*tpb, *index).into()),
        Term::Event(tpb, index) => Some(machine.udma().semaphores().event(*tpb, *index).into()),
        Term::Trigger(signal) => machine.control().word(*signal).map(u64::from),
    }
}

/// The routine that the next row belongs to; opcode bodies belong to the loop that dispatched them.
pub fn routine_name(machine: &Machine) -> &'static str {
    match machine.position().row {
        OPCODE_BODY => "sunda_loop",
        id => routine_of(row(id)).id,
    }
}

/// A halt reason by name, such as `fatal`.
pub(crate) fn reason(name: &str) -> Option<u64> {
    HALT_REASONS.iter().find(|r| r.name.eq_ignore_ascii_case(name)).map(|r| u64::from(r.value))
}

impl fmt::Display for Cond {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cond::Compare(term, op, value) => write!(f, "{term} {} {value}", op.symbol()),
            Cond::Reads(reg) => write!(f, "reads({reg})"),
            Cond::Writes(reg) => write!(f, "writes({reg})"),
            Cond::And(a, b) => write!(f, "{} and {}", Tight(a), Tight(b)),
            Cond::Or(a, b) => write!(f, "{} or {}", Tight(a), Tight(b)),
            Cond::Not(a) => write!(f, "not {}", Tight(a)),
        }
    }
}

/// A part of a condition, in brackets where it has parts itself.
struct Tight<'a>(&'a Cond);

impl fmt::Display for Tight<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Cond::And(..) | Cond::Or(..) => write!(f, "({})", self.0),
            Cond::Compare(..) | Cond::Reads(_) | Cond::Writes(_) | Cond::Not(_) => self.0.fmt(f),
        }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::State => f.write_str("state"),
            Term::Reg(reg) => reg.fmt(f),
            Term::Flag => f.write_str("flag"),
            Term::Reason => f.write_str("reason"),
            Term::Mem(cell) => f.write_str(cell.name()),
            Term::Pc => f.write_str("pc"),
            Term::WorkPc => f.write_str("work_pc"),
            Term::Routine => f.write_str("routine"),
            Term::Step => f.write_str("step"),
            Term::Semaphore(tpb, index) => write!(f, "semaphore(tpb={tpb}, index={index})"),
            Term::Event(tpb, index) => write!(f, "event(tpb={tpb}, index={index})"),
            Term::Trigger(signal) => write!(f, "trigger({})", signal.name()),
            Term::Ring(part, key) => {
                let direction = direction_name(key.direction);
                write!(f, "{}({direction}, engine={}, queue={})", part.name(), key.engine, key.queue)
            }
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(n) if *n < 10 => n.fmt(f),
            Value::Number(n) => write!(f, "{n:#x}"),
            Value::State(state) => state.fmt(f),
            Value::Routine(name) => f.write_str(name),
            Value::Unknown => f.write_str("unknown"),
        }
    }
}

/// `m2s` or `s2m`.
pub(crate) const fn direction_name(direction: Direction) -> &'static str {
    match direction {
        Direction::M2s => "m2s",
        Direction::S2m => "s2m",
    }
}
