//! One hash of a trace: the same in a native test, in the command line and in the browser.

use crate::event::{Detail, Event};
use crate::fabric::{Direction, Reach};
use crate::{Fault, Input, Item, Lines, Word};
use seqbell_facts::routine::{Place, row};
use seqbell_facts::{Assumptions, Generation, Switch};

/// A 64-bit FNV-1a hash over the 64-bit words of every event. It tells traces apart; it does not protect against forgery.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Digest(u64);

const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

impl Digest {
    /// The digest of an empty trace of this generation under these assumptions.
    pub fn new(generation: Generation, assumptions: &Assumptions) -> Self {
        let mut digest = Self(OFFSET);
        digest.mix(generation as u64);
        for switch in Switch::ALL {
            digest.mix(u64::from(assumptions.get(switch)));
        }
        digest
    }

    /// The value.
    pub const fn value(self) -> u64 {
        self.0
    }

    fn mix(&mut self, word: u64) {
        // The high half is folded in first, so that every bit of the word reaches the low bits of the product.
        self.0 = (self.0 ^ word ^ (word >> 32)).wrapping_mul(PRIME);
        self.0 ^= self.0 >> 29;
    }

    fn word(&mut self, word: Word) {
        let evidence = (word.evidence().confidence as u64) << 4 | word.evidence().basis as u64;
        self.mix(word.value().map_or(u64::MAX, u64::from) ^ evidence << 40);
    }

    /// Adds an event.
    pub fn add(&mut self, event: &Event) {
        let key = event.row.map_or(0, |id| row(id).key);
        let evidence = (event.evidence.confidence as u64) << 4 | event.evidence.basis as u64;
        let state = event.state.map_or(0xf, |s| s as u64);
        self.mix(event.kind as u64 | evidence << 8 | state << 16 | u64::from(key) << 32);
        self.mix(event.step ^ u64::from(event.pc.unwrap_or(0)) << 32);
        self.detail(event.detail);
    }

    fn detail(&mut self, detail: Detail) {
        match detail {
            Detail::None => {}
            Detail::Read(place, word) | Detail::Write(place, word) | Detail::Nowhere(place, word) => {
                self.mix(place_key(place));
                self.word(word);
            }
            Detail::Log(_, words) => words.into_iter().for_each(|w| self.word(w)),
            Detail::Decided(taken) => self.mix(u64::from(taken)),
            Detail::Register(register, word) => {
                self.mix(u64::from(register));
                self.word(word);
            }
            Detail::Fetched { opcode, sync } => self.mix(u64::from(opcode) << 32 | u64::from(sync)),
            Detail::Opcode(opcode) => self.mix(u64::from(opcode)),
            Detail::Called(_, word) => self.word(word),
            Detail::Bytes(end) => self.mix(u64::from(end)),
            Detail::Host(input) => self.input(input),
            Detail::HostRead(csr, word) => {
                self.mix(u64::from(csr.0));
                self.word(word);
            }
            Detail::Landed(landing) => {
                self.mix(landing.addr);
                self.mix(u64::from(landing.value));
                self.mix(landing.heard.map_or(u64::MAX, |h| u64::from(h.first) << 16 | u64::from(h.mask)));
            }
        }
    }

    fn input(&mut self, input: Input) {
        let direction = |d: Direction| d as u64;
        match input {
            Input::Reset => self.mix(1),
            Input::Write { csr, value } => self.mix(2 | u64::from(csr.0) << 8 | u64::from(value) << 32),
            Input::Read { csr } => self.mix(3 | u64::from(csr.0) << 8),
            Input::Pc(pc) => self.pair(4, pc),
            Input::Remote { index, value } => self.mix(5 | u64::from(index) << 8 | u64::from(value) << 32),
            Input::Queue(Item::Word { opcode, sync }) => self.pair(6, u64::from(opcode) << 32 | u64::from(sync)),
            Input::Queue(Item::Drain) => self.mix(7),
            Input::Surprise(bits) => self.mix(8 | u64::from(bits) << 32),
            Input::Fault(fault) => self.mix(9 | fault_key(fault) << 8),
            Input::Ring { lines, count } => self.ring(10, lines, count),
            Input::Thunk { addr, to } => {
                self.mix(32 | u64::from(to.is_some()) << 8 | u64::from(addr) << 32);
                if let Some(to) = to {
                    self.ring(0, to.lines, to.count);
                }
            }
            Input::Poke { addr, value } => self.pair(11 | u64::from(value) << 32, addr),
            Input::Setup { direction: d, engine, queue, base, length } => {
                self.pair(12 | direction(d) << 8 | u64::from(queue) << 16 | u64::from(engine) << 32, base);
                self.mix(u64::from(length));
            }
            Input::Rate { count, engine } => {
                self.pair(14 | u64::from(count) << 32, engine.map_or(u64::MAX, u64::from));
            }
            Input::Marker { key, count } => {
                let ring = u64::from(key.engine) << 16 | u64::from(key.queue) << 8 | direction(key.direction);
                self.pair(15 | u64::from(count) << 32, ring);
            }
            Input::Wait { tpb, index, target } => {
                self.mix(16 | u64::from(tpb) << 8 | u64::from(index) << 16 | u64::from(target) << 32);
            }
            Input::Trigger(signal) => self.mix(17 | (signal as u64) << 8),
            Input::Consume { count, engine } => {
                self.pair(13 | u64::from(count) << 32, engine.map_or(u64::MAX, u64::from))
            }
        }
    }

    fn ring(&mut self, kind: u64, lines: Lines, count: u32) {
        let reach = match lines.reach {
            Reach::Group { group, mask } => 1 << 24 | u64::from(group) << 16 | u64::from(mask),
            Reach::Engine(engine) => u64::from(engine),
        };
        self.pair(kind | (lines.direction as u64) << 8 | u64::from(lines.queue) << 16, reach << 32 | u64::from(count));
    }

    fn pair(&mut self, a: u64, b: u64) {
        self.mix(a);
        self.mix(b);
    }
}

fn fault_key(fault: Fault) -> u64 {
    match fault {
        Fault::BadOpcode => 0,
        Fault::IllegalInstruction => 1,
        Fault::OutOfBounds => 2,
        Fault::DivideByZero => 3,
        Fault::FloatingPoint => 4,
        Fault::Assert => 5,
        Fault::Signal(n) => 0x100 | u64::from(n),
    }
}

fn place_key(place: Place) -> u64 {
    match place {
        Place::Csr(offset) => 0x1_0000 | u64::from(offset),
        Place::Mem(cell) => 0x2_0000 | cell as u64,
        Place::Frame(offset) => 0x3_0000 | u64::from(offset),
        Place::Cursor => 0x4_0000,
        Place::CursorByte => 0x4_0001,
        Place::CursorSync => 0x4_0002,
        Place::Operand => 0x4_0003,
        Place::DispatchSlot => 0x4_0004,
        Place::Remote => 0x4_0005,
        Place::Ur15 => 0x4_0006,
    }
}
