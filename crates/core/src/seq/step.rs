//! One step: execute the row at the current position.
//!
//! Everything that could stop the machine is decided before anything changes, so a stop leaves it as it was.

use super::asm::{self, Address, Printed};
use super::{Frame, OPCODE_BODY, Position, RunState, routine};
use crate::csr::Csr;
use crate::event::{Detail, Event, EventKind};
use crate::{Machine, Stop, Unknown, Word, bus};
use seqbell_facts::routine::{
    Act, Cmp, Flip, Mem, Place, ROUTINES, Row, RowId, RowKind, StepKind, Subject, Target, Test, Value, When, row,
};
use seqbell_facts::{
    DEFAULT_HANDLER, DISPATCH_TABLES, EopEnteringHalt, Evidence, FrontEnd, Generation, HaltedDoorbell, InactiveLoop,
    Opcode, SundaAlgorithm, Switch, SyncHaltMarker, SyncOperandOrder, opcode_at,
};

/// The dispatch table's index bias: index = word - 0x41.
const OPCODE_BIAS: u32 = 0x41;
/// Where the handlers and opcode bodies jump back to.
const BACK_EDGE: u32 = 0x31a3;
/// Where every pass of the software-fetch loop begins.
const LOOP_HEAD: u32 = 0x2d81;
/// First remote status word.
const REMOTE_BASE: u32 = 0x12_2000;

/// What executing a row came to, before it is applied.
pub(crate) struct Outcome {
    /// Where control goes.
    pub(crate) next: Position,
    /// What happened.
    pub(crate) detail: Detail,
    /// What it rests on.
    pub(crate) evidence: Evidence,
    /// The value a load found.
    pub(crate) read: Option<u32>,
    /// What the frame had read last before this row: the index of a table or a remote word, or the result of a callee's poll.
    pub(crate) index: Word,
    /// A frame was opened or closed.
    pub(crate) window: Shift,
}

/// How the register window moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shift {
    /// Not at all.
    Stays,
    /// A frame was opened.
    Up,
    /// A frame was closed.
    Down,
}

impl Machine {
    /// Executes one row of the listing.
    ///
    /// # Errors
    /// [`Stop::Stalled`] while the core is held in its reset stall, [`Stop::Unknown`] where an unknown would decide.
    /// The machine is then as it was.
    pub fn step(&mut self) -> Result<Event, Stop> {
        self.may_run()?;
        if self.position.row == OPCODE_BODY {
            return Ok(self.opcode_body());
        }
        let (id, row, pc) = self.acting_row()?;
        self.guard(row)?;
        let outcome = self.execute(id, row)?;
        let printed = self.follow_operands(row, &outcome);
        let confirmed = self.confirmed(row, &outcome, printed);
        let before = self.state;
        self.apply_outcome(row, &outcome);
        let evidence = self.on_this_generation(outcome.evidence);
        self.steps += 1;
        Ok(Event {
            step: self.steps,
            kind: event_kind(row),
            row: Some(id),
            fact: (!row.id.is_empty()).then_some(row.id),
            pc: self.shown_pc(row, pc),
            detail: outcome.detail,
            evidence,
            confirmed,
            state: (self.state != before).then_some(self.state),
            warning: None,
        })
    }

    fn may_run(&self) -> Result<(), Stop> {
        if self.generation == Generation::Sunda && self.assumptions.sunda_algorithm() == SundaAlgorithm::Unknown {
            return Err(unknown(
                "the order of effects on Sunda",
                "only Enter-Pause and the resume handshake are known",
                "G54",
            ));
        }
        let held = self.stalled && self.csr.peek(Csr::RELEASE_RUN_STALL).value() != Some(0);
        if held { Err(Stop::Stalled) } else { Ok(()) }
    }

    /// The next row that runs at all; rows whose condition does not hold are passed without an event.
    fn acting_row(&self) -> Result<(RowId, &'static Row, u32), Stop> {
        let mut at = self.position;
        loop {
            let candidate = row(at.row);
            if self.acts(candidate)? {
                return Ok((at.row, candidate, at.pc));
            }
            // Also past a row that would stand in its neighbour's place: the neighbour runs then.
            at = Position { row: at.row + 1, pc: row(at.row + 1).pc };
        }
    }

    fn acts(&self, row: &Row) -> Result<bool, Stop> {
        let on = row.switch.is_none_or(|(switch, mask)| mask >> self.assumptions.get(switch) & 1 == 1);
        if !on {
            return Ok(false);
        }
        match row.when {
            When::Always => Ok(true),
            When::Test(test) => self.test(row, test),
            When::QueueDrain => Ok(self.queue.front() == Some(&crate::Item::Drain)),
            When::QueueBlocked => Ok(!matches!(self.queue.front(), Some(crate::Item::Word { .. }))),
            When::FaultPending => Ok(self.fault.is_some()),
            When::PauseOpen => Ok(self.pause_open),
            When::EopMarker => Ok(self.marker_due()
                || match self.assumptions.eop_entering_halt() {
                    EopEnteringHalt::Never => false,
                    EopEnteringHalt::SoftwareFetch => self.software_fetch(),
                    EopEnteringHalt::Always => true,
                }),
        }
    }

    /// A sync halt whose marker is left to the boot loop (rule R11).
    fn marker_due(&self) -> bool {
        self.halting == Some(RunState::Halted) && self.assumptions.sync_halt_marker() == SyncHaltMarker::BootLoop
    }

    /// In hardware-decode mode nobody knows what the software-fetch loop does, and it is not this machine's to guess.
    fn guard(&self, row: &Row) -> Result<(), Stop> {
        if row.pc == LOOP_HEAD && !self.software_fetch() {
            return Err(unknown(
                "what the software-fetch loop does in hardware-decode mode",
                "the gate that makes the inactive loop a no-op is not decodable, nor is the body of the other one",
                "G22",
            ));
        }
        Ok(())
    }

    fn execute(&mut self, id: RowId, row: &'static Row) -> Result<Outcome, Stop> {
        let mut outcome = Outcome {
            next: after(id),
            detail: Detail::None,
            evidence: row.evidence.weakest(switches_behind(row)),
            read: None,
            index: self.frames.top().last,
            window: Shift::Stays,
        };
        if let When::Test(test) = row.when
            && let Some(word) = self.subject_of(test)
        {
            outcome.rest_on(word);
        }
        match row.act {
            Act::Nothing => {}
            Act::Gap => outcome.detail = Detail::Bytes(row.end),
            Act::Opaque => {}
            Act::Alu { value, .. } => {
                if let Some(value) = value {
                    let word = self.value(value, None);
                    outcome.rest_on(word);
                    if !matches!(value, Value::Const(_)) {
                        self.frames.top_mut().last = word;
                    }
                    outcome.detail = row_register(row, word);
                }
            }
            Act::Read(place) => {
                let word = self.read_place(place);
                outcome.rest_on(word);
                outcome.read = word.value();
                outcome.detail = Detail::Read(place, word);
                self.frames.top_mut().last = word;
            }
            Act::Write(place, value) => {
                let word = self.value(value, Some(place)).resting_on(row.evidence);
                outcome.rest_on(word);
                outcome.detail = self.write_place(place, word);
            }
            Act::Log(text, args) => {
                let mut words = [Word::unknown(); 3];
                for (word, arg) in words.iter_mut().zip(args) {
                    *word = self.value(*arg, None);
                }
                outcome.detail = Detail::Log(text, words);
            }
            Act::Branch { reads, test, target } => self.branch(row, reads, test, target, &mut outcome)?,
            Act::Jump(target) => outcome.next = target.into(),
            Act::JumpTable => self.jump_table(&mut outcome),
            Act::Call { target, arg, text } => {
                let arg = arg.map_or(Word::unknown(), |a| self.value(a, None));
                self.enter(target, after(id).row, arg, text, &mut outcome)?;
            }
            Act::CallOpaque { name, arg, .. } => {
                let arg = arg.map_or(Word::unknown(), |a| self.value(a, None));
                outcome.detail = Detail::Called(name, arg);
            }
            Act::Return(value) => self.leave(value, &mut outcome)?,
            Act::Operand { dest, value } => {
                let word = self.value(value, None).resting_on(row.evidence);
                outcome.rest_on(word);
                self.frames.top_mut().last = word;
                self.registers.set(dest, word.value());
                outcome.detail = Detail::Register(dest, word);
            }
            Act::Special(special, target) => self.special(special, id, target, &mut outcome)?,
        }
        Ok(outcome)
    }

    fn branch(
        &mut self,
        row: &Row,
        reads: Option<Place>,
        test: Test,
        target: Target,
        outcome: &mut Outcome,
    ) -> Result<(), Stop> {
        if let Some(place) = reads {
            let word = self.read_place(place);
            outcome.rest_on(word);
            outcome.read = word.value();
            if word.value().is_none() {
                return Err(undecided(row));
            }
            self.frames.top_mut().last = word;
        }
        let (taken, evidence) = self.decide(row, test)?;
        outcome.evidence = outcome.evidence.weakest(evidence);
        outcome.detail = Detail::Decided(taken);
        if taken {
            outcome.next = target.into();
        }
        Ok(())
    }

    /// Decides a branch, and what the decision rests on.
    fn decide(&self, row: &Row, test: Test) -> Result<(bool, Evidence), Stop> {
        // The one branch that a switch decides: whether the inactive loop runs one poll.
        if test == Test::Unknown && row.id == "run-state.hw_decode_fsm.s02" {
            if self.software_fetch() && self.assumptions.inactive_loop() == InactiveLoop::OnePoll {
                return Ok((false, Switch::InactiveLoop.fact().evidence));
            }
        }
        let taken = self.test(row, test)?;
        let evidence = self.subject_of(test).map_or(Evidence::OBSERVED, Word::evidence);
        if row.flip == Some(Flip::PollSeen) && self.deaf() {
            return Ok((true, evidence.weakest(Switch::HaltedDoorbell.fact().evidence)));
        }
        Ok((taken, evidence))
    }

    /// A halted core that no doorbell wakes (switch `halted_doorbell`).
    fn deaf(&self) -> bool {
        self.state.is_halted() && self.assumptions.halted_doorbell() == HaltedDoorbell::AlwaysDeaf
    }

    fn subject_of(&self, test: Test) -> Option<Word> {
        let Test::Compare { subject, .. } = test else { return None };
        Some(match subject {
            Subject::Last => self.frames.top().last,
            Subject::Arg => self.frames.top().arg,
            Subject::Mem(cell) => self.mem(cell),
            Subject::Csr(offset) => self.firmware_csr(Csr(offset)),
        })
    }

    fn test(&self, row: &Row, test: Test) -> Result<bool, Stop> {
        let Test::Compare { bit, minus, cmp, with, .. } = test else { return Err(undecided(row)) };
        let value = self.subject_of(test).and_then(Word::value).ok_or_else(|| undecided(row))?;
        let value = bit.map_or(value, |bit| value >> (bit & 31) & 1).wrapping_sub(minus);
        Ok(match cmp {
            Cmp::Eq => value == with,
            Cmp::Ne => value != with,
            Cmp::Le => value <= with,
            Cmp::Gt => value > with,
            Cmp::Ge => value >= with,
        })
    }

    /// The declared value of a row.
    pub(super) fn value(&self, value: Value, into: Option<Place>) -> Word {
        let frame = self.frames.top();
        match value {
            Value::Const(v) => Word::set(v),
            Value::Last => frame.last,
            Value::LastBit(bit) => frame.last.map(|v| v >> (bit & 31) & 1),
            Value::LastMinus(n) => frame.last.map(|v| v.wrapping_sub(n)),
            Value::LastXor(n) => frame.last.map(|v| v ^ n),
            Value::Arg => frame.arg,
            Value::MemBit(cell, bit) => self.mem(cell).map(|v| v >> (bit & 31) & 1),
            Value::OldOr(bits) => into.map_or(Word::unknown(), |p| self.read_place(p)).map(|v| v | bits),
            Value::PcLo => self.saved_pc[0],
            Value::PcHi => self.saved_pc[1],
            Value::ModeArgument => self.mode_argument(),
            Value::Any => frame.last.map(|v| u32::from(v != 0)),
            Value::Unknown => Word::unknown(),
        }
    }

    /// What firmware finds in a register: unknown where nobody knows the register's place (rule R12).
    pub(crate) fn firmware_csr(&self, csr: Csr) -> Word {
        if self.generation != Generation::Sunda {
            return self.csr.peek(csr);
        }
        bus::place(self.generation, &self.assumptions, csr).map_or(Word::unknown(), |_| self.csr.peek(csr))
    }

    fn read_place(&self, place: Place) -> Word {
        let frame = self.frames.top();
        match place {
            Place::Csr(offset) => self.firmware_csr(Csr(offset)),
            Place::Mem(cell) => self.mem(cell),
            Place::Frame(offset) => frame.slot(offset),
            Place::Cursor => self.cursor[0],
            Place::CursorByte => self.cursor[0].map(|v| v & 0xff),
            Place::CursorSync => self.cursor[1],
            Place::Operand => match self.assumptions.sync_operand_order() {
                SyncOperandOrder::ReadClear => self.operand,
                SyncOperandOrder::ClearRead => self.cursor[1].resting_on(Switch::SyncOperandOrder.fact().evidence),
            },
            Place::DispatchSlot => self.dispatch_slot(frame.last),
            Place::Remote => frame
                .last
                .value()
                .and_then(|i| self.remote.get(i as usize))
                .map_or(Word::unknown(), |v| Word::set(*v).resting_on(frame.last.evidence())),
            Place::Ur15 => self.error_record,
        }
    }

    /// The handler in the dispatch table for an opcode word.
    fn dispatch_slot(&self, word: Word) -> Word {
        let Some(index) = word.value().and_then(|w| u8::try_from(w.wrapping_sub(OPCODE_BIAS)).ok()) else {
            return Word::unknown();
        };
        let entry = opcode_at(index).map_or(Word::set(DEFAULT_HANDLER), |o| Word::new(o.handler, o.evidence));
        let carried = match self.generation {
            Generation::Cayman => Evidence::OBSERVED,
            // Rule R12: the entries of other generations are Cayman's, carried over by opcode.
            Generation::Sunda | Generation::Mariana | Generation::MarianaPlus | Generation::Maverick => {
                Evidence::new(seqbell_facts::Confidence::Med, seqbell_facts::Basis::Inferred)
            }
        };
        entry.resting_on(word.evidence()).resting_on(carried)
    }

    fn write_place(&mut self, place: Place, word: Word) -> Detail {
        match place {
            Place::Csr(offset) => {
                if bus::place(self.generation, &self.assumptions, Csr(offset)).is_err() {
                    return Detail::Nowhere(place, word);
                }
                self.csr.poke(Csr(offset), word);
            }
            Place::Mem(cell) => self.set_mem(cell, word),
            Place::Frame(offset) => self.frames.top_mut().set_slot(offset, word),
            Place::Cursor | Place::CursorByte => self.cursor[0] = word,
            Place::CursorSync | Place::Operand => self.cursor[1] = word,
            Place::Ur15 => self.error_record = word,
            Place::DispatchSlot | Place::Remote => {}
        }
        Detail::Write(place, word)
    }

    fn jump_table(&mut self, outcome: &mut Outcome) {
        let handler = self.frames.top().last;
        outcome.rest_on(handler);
        let Some(pc) = handler.value() else { return };
        outcome.next = ["sync_handler", "default_error_stub"]
            .iter()
            .filter_map(|id| routine(id))
            .find(|r| r.entry == pc)
            .map_or(Position { row: OPCODE_BODY, pc }, |r| r.target.into());
    }

    /// The body of an ordinary opcode: one opaque event, then the back-edge (rule R8).
    fn opcode_body(&mut self) -> Event {
        let pc = self.position.pc;
        let opcode = seqbell_facts::OPCODES.iter().find(|o| o.handler == pc);
        let word = self.cursor[0];
        self.registers.forget_all();
        self.position = back_edge();
        self.steps += 1;
        let evidence = opcode.map_or(Evidence::OBSERVED, |o: &Opcode| o.evidence).weakest(word.evidence());
        Event {
            step: self.steps,
            kind: EventKind::Opaque,
            row: None,
            fact: opcode.map(|o| o.id),
            pc: (self.generation != Generation::Sunda).then_some(pc),
            detail: Detail::Opcode(opcode.map_or(0, |o| o.opcode)),
            evidence: self.on_this_generation(evidence),
            confirmed: None,
            state: None,
            warning: None,
        }
    }

    /// Opens a frame.
    pub(super) fn enter(
        &mut self,
        target: Target,
        back: RowId,
        arg: Word,
        text: &'static str,
        outcome: &mut Outcome,
    ) -> Result<(), Stop> {
        if !self.frames.push(Frame::new(target.row, back, arg, text)) {
            return Err(unknown(
                "where this call ends",
                "more calls are open than the listing can nest",
                "run-state.polling_model",
            ));
        }
        outcome.next = target.into();
        outcome.window = Shift::Up;
        outcome.detail = Detail::Called(self.frames.top().routine().id, arg);
        Ok(())
    }

    fn leave(&mut self, value: Option<Value>, outcome: &mut Outcome) -> Result<(), Stop> {
        let word = value.map(|v| self.value(v, None));
        let Some(frame) = self.frames.pop() else {
            return Err(unknown(
                "who called the boot chain",
                "the outermost frame has no caller",
                "run-state.boot_chain.s01",
            ));
        };
        if let Some(word) = word {
            // The declared result, in the callee's a2, which is the caller's a10.
            self.registers.set(2, word.value());
            self.frames.top_mut().last = word;
            outcome.rest_on(word);
            outcome.detail = Detail::Register(2, word);
        }
        outcome.window = Shift::Down;
        outcome.next = Position { row: frame.back, pc: row(frame.back).pc };
        Ok(())
    }

    /// Follows the printed operands; what nobody printed makes registers unknown (rules R2 and R4).
    fn follow_operands(&mut self, row: &'static Row, outcome: &Outcome) -> Printed {
        if self.generation == Generation::Sunda {
            self.registers.forget_all();
            return Printed::default();
        }
        let printed = asm::run(row.asm, &mut self.registers, outcome.read);
        match row.act {
            Act::Alu { dest: Some(dest), value: Some(Value::Const(v)) } => self.registers.set(dest, Some(v)),
            Act::Gap | Act::Opaque => self.registers.forget_all(),
            Act::CallOpaque { .. } | Act::Log(..) => self.registers.forget_results(),
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
        match outcome.window {
            Shift::Stays => {}
            Shift::Up => self.registers.enter(),
            Shift::Down => self.registers.leave(),
        }
        printed
    }

    /// Whether the operands agree with the declared effect; none where they give nothing.
    fn confirmed(&self, row: &Row, outcome: &Outcome, printed: Printed) -> Option<bool> {
        match (row.act, outcome.detail) {
            (Act::Alu { value: Some(Value::Const(v)), .. }, _) => printed.result?.1.map(|r| r == v),
            (Act::Read(place), Detail::Read(..)) => self.same_place(place, outcome, printed.addr?),
            (Act::Write(place, _), Detail::Write(_, word)) => {
                let place = self.same_place(place, outcome, printed.addr?)?;
                Some(place && printed.stored? == word.value()?)
            }
            (Act::Branch { .. }, Detail::Decided(taken)) => printed.taken.map(|t| t == taken),
            _ => None,
        }
    }

    fn same_place(&self, place: Place, outcome: &Outcome, addr: Address) -> Option<bool> {
        let device = match (place, addr) {
            (Place::Frame(offset), Address::Frame(printed)) => return Some(u32::from(offset) == printed),
            (Place::Csr(offset), _) => bus::place(self.generation, &self.assumptions, Csr(offset)).ok()?.0,
            (Place::Mem(cell), _) => cell.addr()?,
            (Place::Remote, _) => REMOTE_BASE.wrapping_add(4u32.wrapping_mul(outcome.index.value()?)),
            (Place::DispatchSlot, _) => table_base(self.generation)?
                .wrapping_add(4u32.wrapping_mul(outcome.index.value()?.wrapping_sub(OPCODE_BIAS))),
            (
                Place::Frame(_) | Place::Cursor | Place::CursorByte | Place::CursorSync | Place::Operand | Place::Ur15,
                _,
            ) => return None,
        };
        match addr {
            Address::Device(printed) => Some(printed == device),
            Address::Frame(_) => Some(false),
        }
    }

    fn apply_outcome(&mut self, row: &'static Row, outcome: &Outcome) {
        self.position = outcome.next;
        if let Some(flip) = row.flip {
            self.flip(flip, outcome);
        }
    }

    /// Rule R6.
    fn flip(&mut self, flip: Flip, outcome: &Outcome) {
        match flip {
            Flip::PollRead => {
                let stays = self.state.is_halted() || self.pause_open;
                if !stays {
                    self.state = RunState::Idle;
                }
            }
            Flip::PollSeen => {
                if outcome.detail == Detail::Decided(false) {
                    self.state = RunState::EnteringRun;
                }
            }
            Flip::PauseAcked => self.pause_open = false,
            Flip::Published | Flip::Resumed => self.state = RunState::Running,
            Flip::PcRestored => self.restore_pc(),
            Flip::Paused => {
                self.state = RunState::Paused;
                self.pause_open = true;
            }
            Flip::ReasonStored => match self.mem(Mem::HaltReason).value() {
                Some(0) => self.halting = Some(RunState::Halted),
                Some(16) => self.halting = Some(RunState::HaltedFatal),
                Some(_) => self.state = RunState::HaltedDebug,
                None => {}
            },
            Flip::MarkerStored => {
                if let Some(state) = self.halting.take() {
                    self.state = state;
                }
            }
            Flip::DispatcherReturn => {
                // With nothing to do, `intr_info` is the last thing the dispatcher read, and it was 0.
                let idle = outcome.index.value() == Some(0);
                if idle && !self.state.is_halted() && !self.pause_open {
                    self.state = RunState::Idle;
                }
            }
        }
    }
}

impl Outcome {
    /// The outcome rests on what `word` rests on.
    pub(crate) fn rest_on(&mut self, word: Word) {
        self.evidence = self.evidence.weakest(word.evidence());
    }
}

fn row_register(row: &Row, word: Word) -> Detail {
    match row.act {
        Act::Alu { dest: Some(dest), .. } => Detail::Register(dest, word),
        _ => Detail::None,
    }
}

/// The row after this one; a row that replaces its neighbour passes it.
pub(super) fn after(id: RowId) -> Position {
    let next = id + 1 + RowId::from(row(id).replaces);
    Position { row: next, pc: row(next).pc }
}

/// What a row's switch adds to its evidence.
fn switches_behind(row: &Row) -> Evidence {
    let eop = row.when == When::EopMarker;
    let own = row.switch.map(|(switch, _)| switch).or(eop.then_some(Switch::EopEnteringHalt));
    own.map_or(Evidence::OBSERVED, |switch| switch.fact().evidence)
}

pub(super) fn back_edge() -> Position {
    ROUTINES
        .iter()
        .find(|r| r.id == "sunda_loop")
        .and_then(|r| (r.first..r.end).find(|id| row(*id).pc == BACK_EDGE))
        .map_or(Position { row: 0, pc: 0 }, |id| Position { row: id, pc: BACK_EDGE })
}

fn table_base(g: Generation) -> Option<u32> {
    DISPATCH_TABLES.iter().find(|t| t.generation == g && t.front_end == FrontEnd::SoftwareFetch)?.base
}

pub(super) fn unknown(what: &'static str, why: &'static str, source: &'static str) -> Stop {
    Stop::Unknown(Unknown { what, why, source })
}

fn undecided(row: &Row) -> Stop {
    unknown("what decides this branch", "the value it tests is unknown here", row.id)
}

fn event_kind(row: &Row) -> EventKind {
    match row.kind {
        RowKind::Gap => EventKind::Gap,
        RowKind::Implied => EventKind::Assumed,
        RowKind::Step(kind) => match (kind, row.act) {
            (_, Act::CallOpaque { .. } | Act::Opaque) => EventKind::Opaque,
            (StepKind::Entry, _) => EventKind::Entry,
            (StepKind::Alu, _) => EventKind::Alu,
            (StepKind::MemRead, _) => EventKind::MemRead,
            (StepKind::MemWrite, _) => EventKind::MemWrite,
            (StepKind::CsrRead, _) => EventKind::CsrRead,
            (StepKind::CsrWrite, _) => EventKind::CsrWrite,
            (StepKind::Rer, _) => EventKind::Rer,
            (StepKind::UrWrite, _) => EventKind::UrWrite,
            (StepKind::Log, _) => EventKind::Log,
            (StepKind::Call, _) => EventKind::Call,
            (StepKind::Branch, _) => EventKind::Branch,
            (StepKind::Jump, _) => EventKind::Jump,
            (StepKind::Spin, _) => EventKind::Spin,
            (StepKind::Barrier, _) => EventKind::Barrier,
            (StepKind::Return, _) => EventKind::Return,
            (StepKind::Unknown, _) => EventKind::Opaque,
        },
    }
}
