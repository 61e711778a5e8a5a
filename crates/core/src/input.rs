//! Everything that a host, or the world outside the core, can do to a machine.

use crate::csr::Csr;
use crate::fabric::{Direction, Reach};
use crate::ncfw::Destination;
use crate::udma::RingKey;
use crate::udma::control::Signal;

/// One microcode word that waits to be fetched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Item {
    /// An opcode word (any u32) and the sync index beside it.
    Word {
        /// The 32-bit word at the fetch cursor.
        opcode: u32,
        /// The word at cursor + 4.
        sync: u32,
    },
    /// The end-of-program mark.
    Drain,
}

/// A fault that the user injects; it is taken at the next pass of the loop (rule R11).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fault {
    /// An opcode that the table does not know.
    BadOpcode,
    /// A known opcode that this engine does not support.
    IllegalInstruction,
    /// A demand fetch outside the window.
    OutOfBounds,
    /// Integer division by zero.
    DivideByZero,
    /// A floating-point fault: the only one that returns.
    FloatingPoint,
    /// One of six POSIX signals: 2, 4, 6, 8, 11 or 15.
    Signal(u8),
    /// A failed assertion.
    Assert,
}

impl Fault {
    /// The word used in scripts.
    pub const fn name(self) -> &'static str {
        match self {
            Fault::BadOpcode => "bad-opcode",
            Fault::IllegalInstruction => "illegal-instruction",
            Fault::OutOfBounds => "out-of-bounds",
            Fault::DivideByZero => "divide-by-zero",
            Fault::FloatingPoint => "floating-point",
            Fault::Signal(_) => "signal",
            Fault::Assert => "assert",
        }
    }

    /// Every name.
    pub const NAMES: [&str; 7] =
        ["bad-opcode", "illegal-instruction", "out-of-bounds", "divide-by-zero", "floating-point", "signal", "assert"];

    /// The signals that the handler is installed for (`signal_handler` of the listing).
    pub const SIGNALS: [u8; 6] = [2, 4, 6, 8, 11, 15];
}

/// Which rings a `ring`, `setup` or `consume` is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Lines {
    /// M2S or S2M.
    pub direction: Direction,
    /// Queue 0 to 15.
    pub queue: u8,
    /// A group through its broadcast window, or one engine.
    pub reach: Reach,
}

/// What can be done to a machine from outside.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Input {
    /// Reset: registers, memory, queue, pending faults and surprises; remote words and rings stay (rule R7).
    Reset,
    /// The host writes a register.
    Write {
        /// The register.
        csr: Csr,
        /// The value, 32 bits.
        value: u32,
    },
    /// The host reads a register: an event, unlike a peek.
    Read {
        /// The register.
        csr: Csr,
    },
    /// The host seeds the resume PC pair `lr[3]`, `lr[4]`.
    Pc(u64),
    /// A remote engine sets its status word, index 0 to 38.
    Remote {
        /// Index of the word.
        index: u8,
        /// Its new value.
        value: u32,
    },
    /// A work item is queued.
    Queue(Item),
    /// Surprise bits are raised (OR-ed until the next check).
    Surprise(u32),
    /// A fault is injected.
    Fault(Fault),
    /// A doorbell is rung: `count` is written to the tail-increment register.
    Ring {
        /// Which rings.
        lines: Lines,
        /// The value written.
        count: u32,
    },
    /// The NCFW core runs a doorbell thunk. Its OUT leg rings where the destination says; without one it rings nothing.
    Thunk {
        /// Entry of the thunk.
        addr: u32,
        /// Where it aims; no source says.
        to: Option<Destination>,
    },
    /// Any 32-bit write to the 48-bit SoC address space.
    Poke {
        /// SoC address.
        addr: u64,
        /// The value written.
        value: u32,
    },
    /// A ring is given a base and a length.
    Setup {
        /// Direction of the ring.
        direction: Direction,
        /// Engine.
        engine: u16,
        /// Queue 0 to 15.
        queue: u8,
        /// Base address in bytes.
        base: u64,
        /// Length in descriptors, 1 to 0xffffff.
        length: u32,
    },
    /// Engines take descriptors off their rings: at most `count` from every ring, or from those of one engine.
    Consume {
        /// At most so many from each ring.
        count: u32,
        /// One engine, or all.
        engine: Option<u16>,
    },
    /// From now on engines take descriptors by themselves: at most `count` from every ring at every step of the firmware.
    Rate {
        /// At most so many from each ring a step; 0 ends it.
        count: u32,
        /// One engine, or all.
        engine: Option<u16>,
    },
    /// The host prepares the completion word of a ring: the `count`-th descriptor armed from now on copies the marker.
    Marker {
        /// The ring.
        key: RingKey,
        /// Which descriptor from now on, at least 1.
        count: u32,
    },
    /// The host waits until a semaphore is at least `target`, and takes that much off.
    Wait {
        /// The TPB, 0 to 7.
        tpb: u8,
        /// The semaphore, 0 to 255.
        index: u8,
        /// What it waits for.
        target: u32,
    },
    /// The host writes a trigger word of the control plane.
    Trigger(Signal),
}
