//! One step: find the row that runs next, execute it, say what happened.
//!
//! Everything that could stop the machine is decided before anything changes, so a stop leaves it as it was.

use super::execute::Outcome;
use super::witness::{Nobody, Watcher, Witness};
use super::{OPCODE_BODY, Position, RunState};
use crate::csr::Csr;
use crate::event::{Detail, Event, EventKind};
use crate::{Item, Machine, Stop, Unknown};
use seqbell_facts::routine::{Act, Place, Row, RowId, RowKind, StepKind, Target, When, row};
use seqbell_facts::{EopEnteringHalt, Evidence, Generation, SundaAlgorithm, Switch, SyncHaltMarker, opcode_at};

/// Where every pass of the software-fetch loop begins.
const LOOP_HEAD: u32 = 0x2d81;

/// Whether a quiet step may have changed something that an observer can see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Changed {
    /// A register, a memory cell or the state may have changed.
    Perhaps,
    /// Only the core's inside changed.
    Nothing,
}

impl Machine {
    /// Executes one row of the listing and says what happened.
    ///
    /// # Errors
    /// [`Stop::Stalled`] while the core is held in its reset stall, [`Stop::Unknown`] where an unknown would decide.
    /// The machine is then as it was.
    pub fn step(&mut self) -> Result<Event, Stop> {
        self.may_run()?;
        if self.position.row == OPCODE_BODY {
            return Ok(self.opcode_event());
        }
        let (id, row, pc) = self.acting_row()?;
        let mut seen = Watcher::new(row.evidence.weakest(switches_behind(row)));
        let before = self.state;
        let (outcome, printed) = self.run_row(id, row, &mut seen)?;
        let confirmed = self.confirmed(row, &seen, &outcome, printed);
        Ok(Event {
            step: self.steps,
            kind: event_kind(row),
            row: Some(id),
            fact: (!row.id.is_empty()).then_some(row.id),
            pc: self.shown_pc(row, pc),
            detail: seen.detail,
            evidence: self.on_this_generation(seen.evidence),
            confirmed,
            state: (self.state != before).then_some(self.state),
            warning: None,
        })
    }

    /// Executes one row and tells nothing. The machine ends up exactly as after [`Machine::step`].
    ///
    /// # Errors
    /// As [`Machine::step`].
    pub fn step_quietly(&mut self) -> Result<Changed, Stop> {
        self.may_run()?;
        if self.position.row == OPCODE_BODY {
            self.run_opcode_body();
            return Ok(Changed::Nothing);
        }
        let (id, row, _) = self.acting_row()?;
        let before = self.state;
        self.run_row(id, row, &mut Nobody)?;
        let visible = matches!(row.act, Act::Write(Place::Csr(_) | Place::Mem(_), _) | Act::Special(..));
        Ok(if visible || self.state != before { Changed::Perhaps } else { Changed::Nothing })
    }

    #[inline(always)]
    fn run_row<W: Witness>(
        &mut self,
        id: RowId,
        row: &'static Row,
        seen: &mut W,
    ) -> Result<(Outcome, super::asm::Printed), Stop> {
        self.guard(row)?;
        let outcome = self.execute(id, row, seen)?;
        let printed = self.follow_operands(row, &outcome);
        self.position = outcome.next;
        if let Some(flip) = row.flip {
            self.flip(flip, &outcome);
        }
        self.steps += 1;
        self.udma.tick();
        Ok((outcome, printed))
    }

    #[inline]
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
    #[inline]
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

    #[inline]
    fn acts(&self, row: &Row) -> Result<bool, Stop> {
        let on = row.switch.is_none_or(|(switch, mask)| mask >> self.assumptions.get(switch) & 1 == 1);
        if !on {
            return Ok(false);
        }
        match row.when {
            When::Always => Ok(true),
            When::Test(test) => self.test(row, test),
            When::QueueDrain => Ok(self.queue.front() == Some(&Item::Drain)),
            When::QueueBlocked => Ok(!matches!(self.queue.front(), Some(Item::Word { .. }))),
            When::FaultPending => Ok(self.fault.is_some()),
            When::PauseOpen => Ok(self.pause_open),
            When::EopMarker => Ok(self.stores_marker()),
        }
    }

    /// Whether the boot loop stores the marker on this pass (rule R11).
    fn stores_marker(&self) -> bool {
        let left_over =
            self.halting == Some(RunState::Halted) && self.assumptions.sync_halt_marker() == SyncHaltMarker::BootLoop;
        left_over
            || match self.assumptions.eop_entering_halt() {
                EopEnteringHalt::Never => false,
                EopEnteringHalt::SoftwareFetch => self.software_fetch(),
                EopEnteringHalt::Always => true,
            }
    }

    /// In hardware-decode mode nobody knows what the software-fetch loop does, and it is not this machine's to guess.
    #[inline]
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

    /// The body of an ordinary opcode: one opaque event, then the back-edge (rule R8).
    fn opcode_event(&mut self) -> Event {
        let (pc, word) = (self.position.pc, self.cursor[0]);
        let index = word.value().and_then(|w| u8::try_from(w.wrapping_sub(seqbell_facts::OPCODE_BIAS)).ok());
        let opcode = index.and_then(opcode_at);
        self.run_opcode_body();
        let evidence = opcode.map_or(Evidence::OBSERVED, |o| o.evidence).weakest(word.evidence());
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
}

impl From<Target> for Position {
    fn from(target: Target) -> Self {
        Self { row: target.row, pc: target.pc }
    }
}

/// The row after this one; a row that replaces its neighbour passes it.
pub(super) fn after(id: RowId) -> Position {
    let next = id + 1 + RowId::from(row(id).replaces);
    Position { row: next, pc: row(next).pc }
}

/// What a row's switch adds to its evidence.
pub(super) fn switches_behind(row: &Row) -> Evidence {
    let eop = row.when == When::EopMarker;
    let own = row.switch.map(|(switch, _)| switch).or(eop.then_some(Switch::EopEnteringHalt));
    own.map_or(Evidence::OBSERVED, |switch| switch.fact().evidence)
}

pub(super) fn unknown(what: &'static str, why: &'static str, source: &'static str) -> Stop {
    Stop::Unknown(Unknown { what, why, source })
}

pub(super) fn undecided(row: &Row) -> Stop {
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
