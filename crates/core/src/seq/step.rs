//! One step: find the row that runs next, execute it, say what happened.
//!
//! Everything that could stop the machine is decided before anything changes, so a stop leaves it as it was.

use super::ahead::{Ahead, ahead};
use super::asm::Printed;
use super::execute::Outcome;
use super::witness::{Watcher, Witness};
use super::{Position, RunState};
use crate::csr::Csr;
use crate::event::{Detail, Event, EventKind};
use crate::{Item, Machine, Stop, Unknown};
use seqbell_facts::routine::{Act, Row, RowId, RowKind, StepKind, Target, When};
use seqbell_facts::{EopEnteringHalt, Evidence, Generation, SundaAlgorithm, Switch, SyncHaltMarker, opcode_at};

/// Where every pass of the software-fetch loop begins.
pub(super) const LOOP_HEAD: u32 = 0x2d81;

impl Machine {
    /// Executes one row of the listing and says what happened.
    ///
    /// # Errors
    /// [`Stop::Stalled`] while the core is held in its reset stall, [`Stop::Unknown`] where an unknown would decide.
    /// The machine is then as it was.
    pub fn step(&mut self) -> Result<Event, Stop> {
        self.may_run()?;
        let from = self.position;
        let Some((id, ahead)) = self.acting_row(from.row)? else { return Ok(self.opcode_event()) };
        let row = ahead.row;
        // Inside a gap the address of arrival counts.
        let pc = if id == from.row { from.pc } else { row.pc };
        let mut seen = Watcher::new(row.evidence.weakest(switches_behind(row)));
        let Ran { outcome, printed, flipped } = self.run_row(id, ahead, &mut seen)?;
        self.udma.tick();
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
            state: flipped.then_some(self.state),
            warning: None,
        })
    }

    #[inline(always)]
    pub(super) fn run_row<W: Witness>(&mut self, id: RowId, ahead: &'static Ahead, seen: &mut W) -> Result<Ran, Stop> {
        let row = ahead.row;
        let outcome = self.execute(id, ahead, seen)?;
        let printed = self.follow_operands::<W>(ahead, &outcome);
        self.position = outcome.next;
        let flipped = row.flip.is_some_and(|flip| self.flip(flip, outcome.taken, outcome.index));
        self.steps += 1;
        Ok(Ran { outcome, printed, flipped })
    }

    #[inline]
    pub(super) fn may_run(&self) -> Result<(), Stop> {
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

    /// The next row that runs at all, from `from` on; rows whose condition does not hold are passed without an event.
    /// None at the opaque body of an opcode.
    #[inline(always)]
    pub(super) fn acting_row(&self, from: RowId) -> Result<Option<(RowId, &'static Ahead)>, Stop> {
        let mut id = from;
        loop {
            let Some(ahead) = ahead(id) else { return Ok(None) };
            match ahead.always || self.acts(ahead.row).ok_or_else(|| self.cannot_tell(ahead.row))? {
                true => return Ok(Some((id, ahead))),
                // Also past a row that would stand in its neighbour's place: the neighbour runs then.
                false => id += 1,
            }
        }
    }

    /// Whether a row that does not always run does; none if an unknown decides.
    #[inline]
    fn acts(&self, row: &'static Row) -> Option<bool> {
        if self.closed(row) {
            return None;
        }
        let on = row.switch.is_none_or(|(switch, mask)| mask >> self.assumptions.get(switch) & 1 == 1);
        if !on {
            return Some(false);
        }
        match row.when {
            When::Always => Some(true),
            When::Test(test) => self.test(test),
            When::QueueDrain => Some(self.queue.front() == Some(&Item::Drain)),
            When::QueueBlocked => Some(!matches!(self.queue.front(), Some(Item::Word { .. }))),
            When::FaultPending => Some(self.fault.is_some()),
            When::PauseOpen => Some(self.pause_open),
            When::EopMarker => Some(self.stores_marker()),
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
    fn closed(&self, row: &Row) -> bool {
        row.pc == LOOP_HEAD && !self.software_fetch()
    }

    #[cold]
    fn cannot_tell(&self, row: &'static Row) -> Stop {
        if self.closed(row) {
            return unknown(
                "what the software-fetch loop does in hardware-decode mode",
                "the gate that makes the inactive loop a no-op is not decodable, nor is the body of the other one",
                "G22",
            );
        }
        undecided(row)
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

/// A row that ran.
pub(super) struct Ran {
    outcome: Outcome,
    printed: Printed,
    /// The state is another one now.
    pub(super) flipped: bool,
}

impl From<Target> for Position {
    fn from(target: Target) -> Self {
        Self { row: target.row, pc: target.pc }
    }
}

/// What a row's switch adds to its evidence.
pub(super) fn switches_behind(row: &Row) -> Evidence {
    let eop = row.when == When::EopMarker;
    let own = row.switch.map(|(switch, _)| switch).or(eop.then_some(Switch::EopEnteringHalt));
    own.map_or(Evidence::OBSERVED, |switch| switch.fact().evidence)
}

#[cold]
pub(super) fn unknown(what: &'static str, why: &'static str, source: &'static str) -> Stop {
    Stop::Unknown(Unknown { what, why, source })
}

#[cold]
pub(super) fn undecided(row: &'static Row) -> Stop {
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
