//! What a host or the outside world may do in a search, in the order in which it is tried.
//!
//! Nothing here writes what the firmware publishes: `run_state` is an answer, not a question.

use seqbell_script::core::csr::Csr;
use seqbell_script::core::fabric::Reach;
use seqbell_script::core::udma::{RingKey, SAMPLE_LENGTH};
use seqbell_script::core::{Fault, Input, Item, Lines, Machine};
use seqbell_script::facts::routine::{Act, Mem, Place, ROWS};
use seqbell_script::facts::{OPCODE_BIAS, OPCODES, ResetStalled, RunEntry, SURPRISE_BITS, SyncIndexOob, opcode_at};
use seqbell_script::{Cond, Op, RingPart, Term, Value};

/// The sync instruction (`dispatch.0x60`).
const SYNC: u32 = 0xa1;
/// A sync index without a remote word: 0 to 38 have one.
const BEYOND: u32 = 39;
/// Bit 2 of a remote word: set it pauses, clear it halts (`run-state.sync_handler.s12`).
const PAUSE: u32 = 4;

/// What a goal names, as far as the search must know it.
#[derive(Default)]
pub(crate) struct Named {
    /// Registers, and the values they are compared with.
    registers: Vec<(Csr, u64)>,
    /// Values of the microcode PC.
    pcs: Vec<u64>,
    /// Rings, and the values they are compared with.
    rings: Vec<(RingPart, RingKey, u64)>,
    /// The goal asks for a microcode PC or a copy of it, so that PCs count.
    pub(crate) asks_pc: bool,
    /// The goal asks for the iteration count, so that it counts.
    pub(crate) asks_iterations: bool,
    /// The goal asks for steps made, which only ever grow.
    pub(crate) asks_steps: bool,
}

impl Named {
    /// Collects what the conditions name. Registers given by address must be resolved.
    pub(crate) fn by<'a>(conditions: impl IntoIterator<Item = &'a Cond>) -> Self {
        let mut named = Self::default();
        for condition in conditions {
            named.collect(condition);
        }
        named
    }

    fn collect(&mut self, condition: &Cond) {
        match condition {
            Cond::And(a, b) | Cond::Or(a, b) => {
                self.collect(a);
                self.collect(b);
            }
            Cond::Not(a) => self.collect(a),
            Cond::Reads(reg) | Cond::Writes(reg) => reg.csr.into_iter().for_each(|csr| self.registers.push((csr, 1))),
            Cond::Compare(term, op, value) => self.compare(term, near(*op, value)),
        }
    }

    fn compare(&mut self, term: &Term, values: Vec<u64>) {
        match term {
            Term::Reg(reg) => {
                let Some(csr) = reg.csr else { return };
                self.asks_pc |= csr == Csr::RESUME_PC_LO || csr == Csr::RESUME_PC_HI;
                self.registers.extend(values.into_iter().map(|value| (csr, value)));
            }
            Term::WorkPc => {
                self.asks_pc = true;
                self.pcs.extend(values);
            }
            Term::Ring(part, key) => self.rings.extend(values.into_iter().map(|value| (*part, *key, value))),
            Term::Mem(cell) => self.asks_iterations |= *cell == Mem::HwIter,
            Term::Step => self.asks_steps = true,
            Term::Semaphore(..) | Term::Event(..) | Term::Trigger(_) => {}
            Term::State | Term::Flag | Term::Reason | Term::Pc | Term::Routine => {}
        }
    }

    /// Every PC that the host could seed to come near the goal.
    fn seeds(&self) -> Vec<u64> {
        let halves = |csr: Csr| {
            let named = self.registers.iter().filter(move |(c, _)| *c == csr).map(|(_, value)| value & 0xffff_ffff);
            named.chain([0]).collect::<Vec<_>>()
        };
        let (low, high) = (halves(Csr::RESUME_PC_LO), halves(Csr::RESUME_PC_HI));
        let pairs = high.iter().flat_map(|high| low.iter().map(move |low| high << 32 | low));
        self.pcs.iter().copied().chain(pairs).collect()
    }
}

/// The numbers to try for a comparison: the one it names, and the one beside it that the comparison is about.
fn near(op: Op, value: &Value) -> Vec<u64> {
    match (value, op) {
        (Value::Number(n), Op::Eq | Op::Le | Op::Ge) => vec![*n],
        (Value::Number(n), Op::Gt | Op::Ne) => vec![n.saturating_add(1)],
        (Value::Number(n), Op::Lt) => vec![n.saturating_sub(1)],
        (Value::State(_) | Value::Routine(_) | Value::Unknown, _) => Vec::new(),
    }
}

/// Every action of a search on this machine. Those that it refuses in any state are not among them.
pub(crate) fn of(machine: &Machine, named: &Named) -> Vec<Input> {
    let mut all = Vec::new();
    host(machine, &mut all);
    work(machine, &mut all);
    outside(&mut all);
    for_the_goal(named, &mut all);
    // The doorbell comes last: among paths of the same length, one that prepares first and rings then reads best.
    all.push(write(Csr::START_CTRL, 1));
    let mut seen = Vec::new();
    for input in all {
        let accepted = machine.clone().apply(input).is_ok();
        if accepted && !seen.contains(&input) {
            seen.push(input);
        }
    }
    seen
}

fn write(csr: Csr, value: u32) -> Input {
    Input::Write { csr, value }
}

fn host(machine: &Machine, all: &mut Vec<Input>) {
    if machine.assumptions().reset_stalled() == ResetStalled::Held {
        all.push(write(Csr::RELEASE_RUN_STALL, 0));
    }
    if machine.assumptions().run_entry() == RunEntry::Dispatcher {
        all.extend([1, 2, 0].map(|value| write(Csr::INTR_INFO, value)));
    }
    all.extend([1, 0].map(|value| write(Csr::INSTR_HALT_CTRL, value)));
}

fn work(machine: &Machine, all: &mut Vec<Input>) {
    let queue = |opcode, sync| Input::Queue(Item::Word { opcode, sync });
    all.push(queue(SYNC, 0));
    all.extend([PAUSE, 0].map(|value| Input::Remote { index: 0, value }));
    all.push(queue(SYNC, BEYOND));
    if machine.assumptions().sync_index_oob() == SyncIndexOob::Clamp38 {
        all.extend([PAUSE, 0].map(|value| Input::Remote { index: 38, value }));
    }
    // An ordinary opcode and one that no slot knows: the bodies of the others do no more than these.
    let ordinary = OPCODES.iter().find(|o| o.name.is_some() && o.family == "compute").map(|o| o.opcode);
    let unknown = (0..178u8).find(|i| opcode_at(*i).is_none()).map(|i| u32::from(i) + OPCODE_BIAS);
    all.extend(ordinary.into_iter().chain(unknown).map(|opcode| queue(opcode, 0)));
    all.push(Input::Queue(Item::Drain));
}

fn outside(all: &mut Vec<Input>) {
    all.extend(SURPRISE_BITS.iter().map(|bit| Input::Surprise(1 << bit.bit)));
    // A word with no bit that the handler knows.
    all.push(Input::Surprise(1));
    let plain = [
        Fault::BadOpcode,
        Fault::IllegalInstruction,
        Fault::OutOfBounds,
        Fault::DivideByZero,
        Fault::FloatingPoint,
        Fault::Assert,
    ];
    all.extend(plain.into_iter().chain(Fault::SIGNALS.map(Fault::Signal)).map(Input::Fault));
}

/// Values that the goal names are tried, except where the firmware publishes.
fn for_the_goal(named: &Named, all: &mut Vec<Input>) {
    for (csr, value) in &named.registers {
        if let Ok(value) = u32::try_from(*value)
            && !published(*csr)
        {
            all.push(write(*csr, value));
        }
    }
    if named.asks_pc {
        all.extend(named.seeds().into_iter().map(Input::Pc));
    }
    for (part, key, value) in &named.rings {
        let count = u32::try_from(*value).unwrap_or(u32::MAX);
        let lines = Lines { direction: key.direction, queue: key.queue, reach: Reach::Engine(key.engine) };
        let ring = |count| Input::Ring { lines, count };
        let consume = Input::Consume { count, engine: Some(key.engine) };
        match part {
            RingPart::Tail | RingPart::Used | RingPart::Status => all.push(ring(count)),
            RingPart::Head | RingPart::Current | RingPart::Completed => all.extend([ring(count), consume]),
            RingPart::RingId | RingPart::Full => all.push(ring(SAMPLE_LENGTH)),
            RingPart::HeadId => {
                all.extend([ring(SAMPLE_LENGTH), Input::Consume { count: SAMPLE_LENGTH, engine: Some(key.engine) }])
            }
            RingPart::Overrun => all.push(ring(SAMPLE_LENGTH + 1)),
            RingPart::DataTail
            | RingPart::Length
            | RingPart::Base
            | RingPart::Enabled
            | RingPart::Marker
            | RingPart::Done => {}
        }
    }
}

/// Whether the firmware stores there and the host is not its partner in a handshake.
fn published(csr: Csr) -> bool {
    let handshakes = [Csr::START_CTRL, Csr::INSTR_HALT_CTRL];
    let stored = ROWS.iter().any(|row| matches!(row.act, Act::Write(Place::Csr(offset), _) if Csr(offset) == csr));
    stored && !handshakes.contains(&csr)
}
