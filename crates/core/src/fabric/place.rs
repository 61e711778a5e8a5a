//! What an address can be, as types. Where things are is `map`'s business.

use crate::csr::Csr;
use alloc::string::String;
use seqbell_facts::Direction;

/// What stands behind a window of the map.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Behind {
    /// The uDMA of one engine.
    Engine(u16),
    /// The broadcast window of a group.
    Group(u8),
}

/// A kind of block in the map.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Block {
    /// The uDMA of an engine.
    Udma,
    /// The broadcast image of a uDMA.
    BcastUdma,
    /// The glue beside the uDMA in a v3 slot.
    SdmaGlue,
    /// The rest of a v3 slot.
    SdmaSlot,
    /// The glue of Sunda's engines.
    AppGlue,
    /// An event and semaphore aperture.
    EvtSem,
    /// The local registers of a TOP_SP, by offset in its block.
    TopSp,
    /// The register file of a TPB sequencer, device-local or by its SoC view.
    LocalReg,
    /// Anything else of a TPB.
    Tpb,
    /// Anything else behind the APB of an engine cluster.
    ApbSe,
    /// Anything else of an I/O die.
    Io,
}

impl Block {
    /// The word that reports use.
    pub const fn name(self) -> &'static str {
        match self {
            Block::Udma => "udma",
            Block::BcastUdma => "bcast_udma",
            Block::SdmaGlue => "sdma_glue",
            Block::SdmaSlot => "sdma_slot",
            Block::AppGlue => "app_glue",
            Block::EvtSem => "evt_sem",
            Block::TopSp => "top_sp_local_reg",
            Block::LocalReg => "local_reg",
            Block::Tpb => "tpb",
            Block::ApbSe => "apb_se",
            Block::Io => "io",
        }
    }
}

/// One slot of an event and semaphore aperture.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EventSlot {
    /// The TPB, 0 to 7 (Sunda: 0 and 1).
    pub tpb: u8,
    /// Index into `EVENT_WINDOWS`: event, semaphore read, set, increment, decrement.
    pub window: u8,
    /// 0 to 255.
    pub index: u8,
}

/// Events, and semaphores, of one aperture (`regaddr.evt-sem`).
pub const SEMAPHORES: u16 = 256;
/// An address without a register, and what it falls into.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Hole {
    /// The block that it lies in, if any.
    pub block: Option<Block>,
    /// The engine or the group.
    pub behind: Option<Behind>,
    /// The direction.
    pub direction: Option<Direction>,
    /// A sentence that says why there is no register.
    pub why: String,
}

/// What an address is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Decoded {
    /// A 32-bit slot of a queue bank; not every slot holds a register.
    Queue {
        /// Engine or group.
        behind: Behind,
        /// Direction.
        direction: Direction,
        /// Queue 0 to 15.
        queue: u8,
        /// Offset in the queue bank, 0 to 0xfff.
        offset: u16,
    },
    /// A 32-bit slot in front of the queue banks.
    Unit {
        /// Engine or group.
        behind: Behind,
        /// Direction.
        direction: Direction,
        /// Offset in the M2S or S2M block, below 0x1000.
        offset: u16,
    },
    /// A slot of the glue beside an engine.
    Glue {
        /// The engine.
        engine: u16,
        /// Offset in the glue.
        offset: u32,
    },
    /// An event or a semaphore.
    Event(EventSlot),
    /// A slot of the TOP_SP local registers: an offset, not an SoC address.
    Control {
        /// Offset from the local register base, 0 to 0xffff.
        offset: u16,
    },
    /// A register of the sequencer's own file, in the device-local aperture.
    Local(Csr),
    /// A slot of a register file seen from the SoC.
    View {
        /// Index into the list of known views: ACT, SP, POOL of TPB 0.
        view: u8,
        /// Offset in the file.
        offset: u16,
    },
    /// No register.
    Hole(Hole),
}
