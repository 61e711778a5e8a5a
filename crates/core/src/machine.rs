//! The one value: a core, its registers and memory, the rings, and what waits for it.
//!
//! `apply` is everything a host or the outside world can do; `step` (in `seq`) executes one row of the firmware.
//! The machine knows no text, no clock and no history.

use crate::bus;
use crate::csr::{Csr, CsrFile};
use crate::event::{Detail, Event, EventKind, Warning};
use crate::fabric::{self, Behind, Decoded, Direction, Heard, Landing, Reach};
use crate::seq::{Frames, Position, Registers, RunState, SYNC_INDEX_MAX};
use crate::udma::{Ring, RingKey, SAMPLE_LENGTH, Udma};
use crate::{Fault, Input, Item, Refused, Unknown, Word};
use alloc::collections::VecDeque;
use alloc::format;
use alloc::string::ToString;
use seqbell_facts::routine::{Mem, ROUTINES, Row, routine_of};
use seqbell_facts::{
    Assumptions, ChannelDescriptor, DoorbellValue, Evidence, Generation, HostSeedsResumePc, ResetStalled, Switch,
    code_site,
};

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
            Input::Ring { lines, count } => {
                let sum = fabric::doorbell(self.generation, lines.direction, lines.reach, lines.queue)?;
                let (mask, value) = self.on_the_bus(lines.reach, count);
                self.land(sum.addr, value, mask)?
            }
            Input::Poke { addr, value } => self.land(addr, value, u16::MAX)?,
            Input::Setup { direction, engine, queue, base, length } => {
                self.set_up(direction, engine, queue, base, length)?
            }
            Input::Consume { count, engine } => {
                if let Some(engine) = engine {
                    fabric::engine_base(self.generation, engine)?;
                }
                self.udma.consume(count, engine);
                (Detail::Host(input), None)
            }
        };
        Ok(Event {
            step: self.steps,
            kind: EventKind::Host,
            row: None,
            fact: None,
            pc: None,
            detail: if detail == Detail::None { Detail::Host(input) } else { detail },
            evidence: Evidence::OBSERVED,
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

    /// Which engines listen and what is on the bus: a broadcast may carry another word than the count (switch `doorbell_value`).
    fn on_the_bus(&self, reach: Reach, count: u32) -> (u16, u32) {
        match (reach, self.assumptions.doorbell_value()) {
            (Reach::Group { mask, .. }, DoorbellValue::BroadcastWord) => (mask, u32::from(!mask) << 16 | 0x100),
            (Reach::Group { mask, .. }, DoorbellValue::Count) => (mask, count),
            (Reach::Engine(_), DoorbellValue::BroadcastWord | DoorbellValue::Count) => (u16::MAX, count),
        }
    }

    /// A write on the DMA side arrives.
    fn land(&mut self, addr: u64, value: u32, mask: u16) -> Result<(Detail, Option<Warning>), Refused> {
        let landed = |heard| Detail::Landed(Landing { addr, value, heard });
        let (behind, direction, queue, offset) = match fabric::decode(self.generation, addr)? {
            Decoded::Queue { behind, direction, queue, offset } => (behind, direction, queue, offset),
            Decoded::Unit { .. } => return Ok((landed(None), Some(Warning::NotModelled))),
            Decoded::Hole(_) => return Ok((landed(None), Some(Warning::Hole))),
        };
        let (first, mask, broadcast) = match behind {
            Behind::Engine(engine) => (engine, 1, false),
            Behind::Group(group) => (u16::from(group) * fabric::GROUP_ENGINES, mask, true),
        };
        let heard = Heard { direction, queue, offset, first, mask, broadcast };
        self.check_rings(heard)?;
        let warning = self.udma.write(heard, value);
        Ok((landed(Some(heard)), warning))
    }

    /// Without a sample ring nobody knows where a ring that nobody set up would wrap (switch `channel_descriptor`).
    fn check_rings(&self, heard: Heard) -> Result<(), Refused> {
        let unknown = self.assumptions.channel_descriptor() == ChannelDescriptor::Unknown;
        let sample = |engine| self.ring(RingKey { engine, direction: heard.direction, queue: heard.queue }).sample;
        if unknown && heard.offset == fabric::TAIL_INC && heard.engines().any(sample) {
            return Err(Refused::Unknown(Unknown {
                what: "the length of this ring",
                why: "the descriptor that gives base and length is not in the image, and nobody set the ring up",
                source: "G31",
            }));
        }
        Ok(())
    }

    fn set_up(
        &mut self,
        direction: Direction,
        engine: u16,
        queue: u8,
        base: u64,
        length: u32,
    ) -> Result<(Detail, Option<Warning>), Refused> {
        fabric::engine_base(self.generation, engine)?;
        fabric::check_queue(queue)?;
        if length == 0 || length > crate::udma::COUNT_MASK {
            return Err(Refused::Range {
                what: "length",
                value: u64::from(length),
                allowed: format!("1 to {:#x} descriptors (a sample ring has {SAMPLE_LENGTH})", crate::udma::COUNT_MASK),
            });
        }
        self.udma.set_up(RingKey { engine, direction, queue }, base, length);
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
