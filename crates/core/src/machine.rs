//! The one value: a core, its registers and memory, the rings, and what waits for it.
//!
//! `apply` is everything a host or the outside world can do; `step` (in `seq`) executes one row of the firmware.
//! The machine knows no text, no clock and no history.

use crate::bus;
use crate::csr::{Csr, CsrFile};
use crate::event::{Detail, Event, EventKind, Warning};
use crate::ncfw::walk;
use crate::seq::{Frames, Position, Registers, RunState, SYNC_INDEX_MAX};
use crate::udma::control::Control;
use crate::udma::{Ring, RingKey, Udma};
use crate::{Fault, Input, Item, Refused, Word};
use alloc::collections::VecDeque;
use alloc::format;
use alloc::string::ToString;
use seqbell_facts::routine::{Mem, ROUTINES, Row, routine_of};
use seqbell_facts::{Assumptions, Evidence, Generation, HostSeedsResumePc, ResetStalled, Switch, code_site};

/// Remote status words that a sync index can name: 0 to 38.
pub const REMOTE_WORDS: usize = 39;
/// Work items that can wait at once.
pub const QUEUE_MAX: usize = 4096;

/// A sequencer core, its surroundings, and the DMA rings. Cheap to clone, comparable, hashable.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Machine {
    pub(crate) generation: Generation,
    pub(crate) assumptions: Assumptions,
    pub(crate) steps: u64,
    pub(crate) position: Position,
    pub(crate) registers: Registers,
    pub(crate) frames: Frames,
    pub(crate) csr: CsrFile,
    pub(crate) mem: [Word; Mem::ALL.len()],
    pub(crate) cursor: [Word; 2],
    pub(crate) operand: Word,
    pub(crate) saved_pc: [Word; 2],
    pub(crate) work_pc: Option<u64>,
    pub(crate) error_record: Word,
    pub(crate) remote: [u32; REMOTE_WORDS],
    pub(crate) queue: VecDeque<Item>,
    pub(crate) surprises: u32,
    pub(crate) fault: Option<Fault>,
    pub(crate) state: RunState,
    pub(crate) halting: Option<RunState>,
    pub(crate) pause_open: bool,
    pub(crate) stalled: bool,
    pub(crate) udma: Udma,
    pub(crate) control: Control,
}

impl Machine {
    /// A machine of this generation, just reset.
    ///
    /// # Errors
    /// [`Refused::NoImage`] for Maverick, of which no image ships.
    pub fn new(generation: Generation, assumptions: Assumptions) -> Result<Self, Refused> {
        bus::aperture_base(generation)?;
        let start = ROUTINES
            .iter()
            .find(|r| r.id == "boot_chain")
            .map_or(Position { row: 0, pc: 0 }, |r| Position { row: r.first, pc: 0 });
        Ok(Self {
            generation,
            assumptions,
            steps: 0,
            position: start,
            registers: Registers::new(),
            frames: Frames::new(),
            csr: CsrFile::reset(),
            mem: [Word::unknown(); Mem::ALL.len()],
            cursor: [Word::unknown(); 2],
            operand: Word::unknown(),
            saved_pc: [Word::unknown(); 2],
            work_pc: None,
            error_record: Word::unknown(),
            remote: [0; REMOTE_WORDS],
            queue: VecDeque::new(),
            surprises: 0,
            fault: None,
            state: RunState::Reset,
            halting: None,
            pause_open: false,
            stalled: assumptions.reset_stalled() == ResetStalled::Held,
            udma: Udma::default(),
            control: Control::default(),
        })
    }

    /// The generation.
    pub fn generation(&self) -> Generation {
        self.generation
    }

    /// The assumptions that this machine runs under.
    pub fn assumptions(&self) -> &Assumptions {
        &self.assumptions
    }

    /// Steps made so far. Host actions are not counted; a reset does not set it back.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The true state (rule R6).
    pub fn state(&self) -> RunState {
        self.state
    }

    /// What the host would read in `run_state`, without reading it.
    pub fn published(&self) -> Word {
        self.csr.peek(Csr::RUN_STATE)
    }

    /// Where the core will continue.
    pub fn position(&self) -> Position {
        self.position
    }

    /// The call frames, outermost first.
    pub fn frames(&self) -> &Frames {
        &self.frames
    }

    /// The windowed registers.
    pub fn registers(&self) -> &Registers {
        &self.registers
    }

    /// A register's value; looking changes nothing. Unknown where nobody knows the register's place.
    pub fn peek(&self, csr: Csr) -> Word {
        self.firmware_csr(csr)
    }

    /// A cell of data memory.
    pub fn mem(&self, cell: Mem) -> Word {
        self.mem[cell as usize]
    }

    pub(crate) fn set_mem(&mut self, cell: Mem, word: Word) {
        self.mem[cell as usize] = word;
    }

    /// The microcode PC of the next item, if it is known (switch `pc_tracking`).
    pub fn work_pc(&self) -> Option<u64> {
        self.work_pc
    }

    /// A remote status word, index 0 to 38.
    pub fn remote(&self, index: u8) -> Option<u32> {
        self.remote.get(usize::from(index)).copied()
    }

    /// The work that waits.
    pub fn queue(&self) -> impl ExactSizeIterator<Item = &Item> {
        self.queue.iter()
    }

    /// Surprise bits raised and not yet taken.
    pub fn surprises(&self) -> u32 {
        self.surprises
    }

    /// A fault injected and not yet taken.
    pub fn fault(&self) -> Option<Fault> {
        self.fault
    }

    /// The rings.
    pub fn udma(&self) -> &Udma {
        &self.udma
    }

    /// The last values of the control plane's trigger words.
    pub fn control(&self) -> Control {
        self.control
    }

    /// One ring.
    pub fn ring(&self, key: RingKey) -> Ring {
        self.udma.ring(key)
    }

    /// Whether the execution mode is known to be software fetch.
    pub fn software_fetch(&self) -> bool {
        self.mem(Mem::ExecMode).value().is_some_and(|v| v & 1 == 1)
    }

    /// The address to show for a row: on Sunda only two routines have one (rule R12).
    pub(crate) fn shown_pc(&self, row: &Row, pc: u32) -> Option<u32> {
        if self.generation != Generation::Sunda {
            return Some(pc);
        }
        let site = match routine_of(row).id {
            "enter_pause" => "pause_publish",
            "resume" => "resume_ack",
            _ => return None,
        };
        code_site(Generation::Sunda, site)?.addr
    }

    /// What every event on this generation rests on besides its own facts (rule R12).
    pub(crate) fn on_this_generation(&self, evidence: Evidence) -> Evidence {
        match self.generation {
            Generation::Sunda => evidence.weakest(Switch::SundaAlgorithm.fact().evidence),
            Generation::Cayman | Generation::Mariana | Generation::MarianaPlus | Generation::Maverick => evidence,
        }
    }

    /// Lets the host or the outside world act.
    ///
    /// # Errors
    /// [`Refused`] names the reason; the machine is then as it was.
    pub fn apply(&mut self, input: Input) -> Result<Event, Refused> {
        let before = self.state;
        let mut evidence = Evidence::OBSERVED;
        let (detail, warning) = match input {
            Input::Reset => self.reset()?,
            Input::Write { csr, value } => self.host_write(csr, value)?,
            Input::Read { csr } => {
                bus::place(self.generation, &self.assumptions, csr)?;
                (Detail::HostRead(csr, self.csr.peek(csr)), None)
            }
            Input::Pc(pc) => self.seed_pc(pc)?,
            Input::Remote { index, value } => self.set_remote(index, value)?,
            Input::Queue(item) => self.enqueue(item)?,
            Input::Surprise(bits) => {
                self.surprises |= bits;
                (Detail::Host(input), None)
            }
            Input::Fault(fault) => self.inject(fault)?,
            Input::Ring { lines, count } => self.ring_now(lines, count)?,
            Input::Thunk { addr, to } => match walk::rung(self.generation, &self.assumptions, addr, to)? {
                Some((to, rests_on)) => {
                    evidence = rests_on;
                    self.ring_now(to.lines, to.count)?
                }
                None => (Detail::None, None),
            },
            Input::Poke { addr, value } => self.land(addr, value, u16::MAX)?,
            Input::Setup { direction, engine, queue, base, length } => {
                self.set_up(RingKey { engine, direction, queue }, base, length)?
            }
            Input::Consume { count, engine } => self.consume(count, engine)?,
            Input::Rate { count, engine } => self.set_rate(count, engine)?,
            Input::Marker { key, count } => self.await_marker(key, count)?,
            Input::Wait { tpb, index, target } => self.await_semaphore(tpb, index, target)?,
            Input::Trigger(signal) => {
                evidence = self.trigger(signal)?;
                (Detail::None, None)
            }
        };
        Ok(Event {
            step: self.steps,
            kind: EventKind::Host,
            row: None,
            fact: None,
            pc: None,
            detail: if detail == Detail::None { Detail::Host(input) } else { detail },
            evidence,
            confirmed: None,
            state: (self.state != before).then_some(self.state),
            warning,
        })
    }

    fn reset(&mut self) -> Result<(Detail, Option<Warning>), Refused> {
        let fresh = Self::new(self.generation, self.assumptions)?;
        let old = core::mem::replace(self, fresh);
        self.steps = old.steps;
        self.remote = old.remote;
        self.udma = old.udma;
        self.control = old.control;
        Ok((Detail::None, None))
    }

    fn host_write(&mut self, csr: Csr, value: u32) -> Result<(Detail, Option<Warning>), Refused> {
        bus::place(self.generation, &self.assumptions, csr)?;
        self.csr.poke(csr, Word::set(value));
        Ok((Detail::None, reserved_bits(csr, value)))
    }

    fn seed_pc(&mut self, pc: u64) -> Result<(Detail, Option<Warning>), Refused> {
        if self.assumptions.host_seeds_resume_pc() == HostSeedsResumePc::No {
            return Err(Refused::Rule(
                "under `assume host_seeds_resume_pc no` the host does not seed the resume PC".to_string(),
            ));
        }
        for csr in [Csr::RESUME_PC_LO, Csr::RESUME_PC_HI] {
            bus::place(self.generation, &self.assumptions, csr)?;
        }
        let seeded = Switch::HostSeedsResumePc.fact().evidence;
        self.csr.poke(Csr::RESUME_PC_LO, Word::set(pc as u32).resting_on(seeded));
        self.csr.poke(Csr::RESUME_PC_HI, Word::set((pc >> 32) as u32).resting_on(seeded));
        Ok((Detail::None, None))
    }

    fn set_remote(&mut self, index: u8, value: u32) -> Result<(Detail, Option<Warning>), Refused> {
        let word = self.remote.get_mut(usize::from(index)).ok_or_else(|| Refused::Range {
            what: "remote index",
            value: u64::from(index),
            allowed: format!("a sync index names words 0 to {SYNC_INDEX_MAX}"),
        })?;
        *word = value;
        Ok((Detail::None, None))
    }

    fn enqueue(&mut self, item: Item) -> Result<(Detail, Option<Warning>), Refused> {
        if self.queue.len() >= QUEUE_MAX {
            return Err(Refused::Rule(format!("{QUEUE_MAX} items wait already: run the machine first")));
        }
        self.queue.push_back(item);
        Ok((Detail::None, None))
    }

    fn inject(&mut self, fault: Fault) -> Result<(Detail, Option<Warning>), Refused> {
        if let Fault::Signal(n) = fault
            && !Fault::SIGNALS.contains(&n)
        {
            return Err(Refused::Range {
                what: "signal",
                value: u64::from(n),
                allowed: format!("the handler is installed for {:?}", Fault::SIGNALS),
            });
        }
        self.fault = Some(fault);
        Ok((Detail::None, None))
    }
}

/// Bits that no named field of the register owns.
fn reserved_bits(csr: Csr, value: u32) -> Option<Warning> {
    let (def, _) = csr.find()?;
    let named = def.fields.iter().filter(|f| f.name != "reserved" && !f.name.starts_with("undocumented"));
    let owned = named.fold(0u32, |bits, f| bits | (u32::MAX >> (31 - (f.msb - f.lsb) as u32)) << f.lsb);
    (value & !owned != 0).then_some(Warning::Reserved)
}
