//! The commands as values, and how they are written.

use crate::cond::{Cond, direction_name};
use crate::drive::Drive;
use seqbell_core::csr::{self, Csr};
use seqbell_core::fabric::{Direction, Reach};
use seqbell_core::facts::{Generation, Switch};
use seqbell_core::ncfw::Destination;
use seqbell_core::udma::control::Signal;
use seqbell_core::{Fault, Lines};
use std::fmt;

/// A register as it was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reg {
    /// The register, if it was named.
    pub csr: Option<Csr>,
    /// The device-local address, if it was given by address.
    pub addr: Option<u32>,
}

impl Reg {
    /// A register by name.
    pub const fn named(csr: Csr) -> Self {
        Self { csr: Some(csr), addr: None }
    }

    /// A register by device-local address; what it is depends on the generation.
    pub const fn at(addr: u32) -> Self {
        Self { csr: None, addr: Some(addr) }
    }
}

impl fmt::Display for Reg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.addr, self.csr) {
            (Some(addr), _) => write!(f, "{addr:#010x}"),
            (None, Some(csr)) => {
                let name = csr::name(csr);
                // A bare name is the nx bundle (rule R17).
                f.write_str(name.strip_prefix("nx.").unwrap_or(&name))
            }
            (None, None) => f.write_str("?"),
        }
    }
}

/// One command of the language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `generation NAME`
    Generation(Generation),
    /// `assume NAME OPTION`
    Assume(Switch, u8),
    /// `reset`
    Reset,
    /// `write REG VALUE`
    Write(Reg, u32),
    /// `read REG`
    Read(Reg),
    /// `pc VALUE`
    Pc(u64),
    /// `remote INDEX VALUE`
    Remote(u8, u32),
    /// `queue OPCODE [sync=INDEX]`
    Queue {
        /// The opcode word.
        opcode: u32,
        /// The sync index beside it.
        sync: u32,
    },
    /// `surprise NAME|WORD`
    Surprise(u32),
    /// `drain`
    Drain,
    /// `fault NAME`
    Fault(Fault),
    /// `step [N]`
    Step(u64),
    /// `over`
    Over,
    /// `out`
    Out,
    /// `back [N]`
    Back(u64),
    /// `undo`
    Undo,
    /// `redo`
    Redo,
    /// `forth [N]`
    Forth(u64),
    /// `run [MAX]`
    Run(u64),
    /// `until COND [max N]`
    Until(Cond, u64),
    /// `break COND`
    Break(Cond),
    /// `clear [COND]`
    Clear(Option<Cond>),
    /// `branch [NAME]`
    Branch(Option<String>),
    /// `ring m2s|s2m (group=G [bitmap=MASK] | engine=E) queue=Q count=N`
    Ring(Lines, u32),
    /// `thunk ADDRESS|NAME [[m2s|s2m] (group=G [bitmap=MASK] | engine=E) queue=Q count=N]`
    ///
    /// Walks one doorbell thunk of the NCFW core, by entry or by name (`setup.N`, `group.X.Y`, `bank.ZZ.Y`,
    /// `channel.N.in|out`). Which group and queue it aims at is not known, so the user says; without a destination the walk
    /// stops where the address would be needed. The direction is M2S where none is given.
    Thunk(u32, Option<Destination>),
    /// `poke ADDRESS VALUE`
    Poke(u64, u32),
    /// `setup m2s|s2m engine=E queue=Q base=ADDR length=N`
    Setup {
        /// Direction.
        direction: Direction,
        /// Engine.
        engine: u16,
        /// Queue.
        queue: u8,
        /// Base address in bytes.
        base: u64,
        /// Length in descriptors.
        length: u32,
    },
    /// `consume N [engine=E]`
    Consume(u32, Option<u16>),
    /// `rate N [engine=E]`: engines take at most N descriptors from each of their rings at every step; 0 ends it.
    Rate(u32, Option<u16>),
    /// `trigger init|tsync|start|stop|switch`: a control-plane write. It touches no ring.
    Trigger(Signal),
    /// `driver setup|ring|copy|pause|resume|reset|marker|wait ...`: by the driver's rules.
    Driver(Drive),
    /// `expect COND`
    Expect(Cond),
    /// `refused COMMAND`
    Refused(Box<Command>),
    /// `note TEXT`
    Note(String),
}

/// Steps of a `run` or `until` without a number (rule R15).
pub(crate) const LIMIT: u64 = 100_000;

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Generation(g) => write!(f, "generation {}", g.token()),
            Command::Assume(switch, option) => {
                let token = switch.fact().options.get(usize::from(*option)).map_or("?", |o| o.token);
                write!(f, "assume {} {token}", switch.name())
            }
            Command::Reset => f.write_str("reset"),
            Command::Write(reg, value) => write!(f, "write {reg} {}", Number(u64::from(*value))),
            Command::Read(reg) => write!(f, "read {reg}"),
            Command::Pc(pc) => write!(f, "pc {pc:#x}"),
            Command::Remote(index, value) => write!(f, "remote {index} {}", Number(u64::from(*value))),
            Command::Queue { opcode, sync: 0 } => write!(f, "queue {opcode:#x}"),
            Command::Queue { opcode, sync } => write!(f, "queue {opcode:#x} sync={sync}"),
            Command::Surprise(bits) => write!(f, "surprise {bits:#x}"),
            Command::Drain => f.write_str("drain"),
            Command::Fault(Fault::Signal(n)) => write!(f, "fault signal {n}"),
            Command::Fault(fault) => write!(f, "fault {}", fault.name()),
            Command::Step(n) => counted(f, "step", *n, 1),
            Command::Over => f.write_str("over"),
            Command::Out => f.write_str("out"),
            Command::Back(n) => counted(f, "back", *n, 1),
            Command::Undo => f.write_str("undo"),
            Command::Redo => f.write_str("redo"),
            Command::Forth(n) => counted(f, "forth", *n, 1),
            Command::Run(n) => counted(f, "run", *n, LIMIT),
            Command::Until(cond, LIMIT) => write!(f, "until {cond}"),
            Command::Until(cond, max) => write!(f, "until {cond} max {max}"),
            Command::Break(cond) => write!(f, "break {cond}"),
            Command::Clear(None) => f.write_str("clear"),
            Command::Clear(Some(cond)) => write!(f, "clear {cond}"),
            Command::Branch(None) => f.write_str("branch"),
            Command::Branch(Some(name)) => write!(f, "branch {name}"),
            Command::Ring(lines, count) => write_lines(f, "ring ", *lines, *count),
            Command::Thunk(addr, None) => write!(f, "thunk {addr:#x}"),
            Command::Thunk(addr, Some(Destination { lines, count })) => {
                write!(f, "thunk {addr:#x} ")?;
                write_lines(f, "", *lines, *count)
            }
            Command::Poke(addr, value) => write!(f, "poke {addr:#014x} {}", Number(u64::from(*value))),
            Command::Setup { direction, engine, queue, base, length } => {
                write!(
                    f,
                    "setup {} engine={engine} queue={queue} base={base:#x} length={length}",
                    direction_name(*direction)
                )
            }
            Command::Consume(count, None) => write!(f, "consume {count}"),
            Command::Consume(count, Some(engine)) => write!(f, "consume {count} engine={engine}"),
            Command::Rate(count, None) => write!(f, "rate {count}"),
            Command::Rate(count, Some(engine)) => write!(f, "rate {count} engine={engine}"),
            Command::Trigger(signal) => write!(f, "trigger {}", signal.name()),
            Command::Driver(drive) => write!(f, "driver {drive}"),
            Command::Expect(cond) => write!(f, "expect {cond}"),
            Command::Refused(command) => write!(f, "refused {command}"),
            Command::Note(text) => write!(f, "note {text}"),
        }
    }
}

pub(crate) fn write_lines(f: &mut fmt::Formatter<'_>, verb: &str, lines: Lines, count: u32) -> fmt::Result {
    write!(f, "{verb}{} ", direction_name(lines.direction))?;
    match lines.reach {
        Reach::Group { group, mask: u16::MAX } => write!(f, "group={group}")?,
        Reach::Group { group, mask } => write!(f, "group={group} bitmap={mask:#x}")?,
        Reach::Engine(engine) => write!(f, "engine={engine}")?,
    }
    write!(f, " queue={} count={count}", lines.queue)
}

fn counted(f: &mut fmt::Formatter<'_>, verb: &str, n: u64, usual: u64) -> fmt::Result {
    if n == usual { f.write_str(verb) } else { write!(f, "{verb} {n}") }
}

/// Small numbers read best in decimal, the others in hex.
struct Number(u64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < 10 { self.0.fmt(f) } else { write!(f, "{:#x}", self.0) }
    }
}
