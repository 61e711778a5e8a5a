//! What is known about the run-state machine and the doorbells: typed rows with evidence.
//!
//! The tables are generated at build time from `data/*.toml`; ids, values and evidence are here, the long texts are a
//! document of their own (feature `texts`). This crate has no behaviour: it computes nothing a device would do, and
//! refuses to know who reads it.
#![no_std]

mod address;
mod csr;
mod dispatch;
mod evidence;
mod generation;
mod record;
pub mod routine;
mod runstate;
mod switch;
mod thunk;
mod udma;

pub use address::{
    ADDRESS_BITS, ALLOC_BITMAPS, APP_GLUE, AddressBits, AllocBitmap, AppGlue, BAR0_WINDOWS, BCAST, Band, Bar0Window,
    BcastWindow, DmaFamily, ENGINE_CLUSTERS, EVENT_APERTURES, EVENT_WINDOWS, EngineCluster, EventAperture, EventWindow,
    QUEUE_BANK, QueueBank, REGADDR, RegAddr, SLOT_LAYOUT, SlotLayout, UNIT_LAYOUTS, UnitLayout,
};
pub use csr::{Access, BUNDLES, Bundle, BundleFact, CSRS, CsrDef, Field, LRS, LrFact, csr_at};
pub use dispatch::{
    DEFAULT_HANDLER, DEFAULT_RUNS, DISPATCH_ENTRIES, DISPATCH_TABLES, DISPATCH_THUNKS, DefaultRun, DispatchTable,
    DispatchThunk, FrontEnd, OPCODE_BIAS, OPCODES, Opcode, opcode_at,
};
pub use evidence::{Basis, Confidence, Evidence, FactId};
pub use generation::{
    CODE_SITES, CONTROL_SIGNALS, CodeSite, ControlSignal, GENERATIONS, Generation, GenerationFact, PLACEMENTS,
    Placement, code_site, generation, placement,
};
#[cfg(feature = "texts")]
pub use record::TEXTS_JSON;
pub use record::{RECORDS, RecordRef, record};
pub use runstate::{
    HALT_MARKER, HALT_MARKER_EVIDENCE, HALT_MARKER_ID, HALT_REASONS, HELPERS, HaltReason, Helper, LOG_STRINGS,
    LogString, MEMORY_CELLS, MemoryCell, STATES, SURPRISE_BITS, StateFact, SurpriseBit, TRANSITIONS, Transition,
};
pub use switch::*;
pub use thunk::{
    CUST3, CUST3_WORD, Cust3Fact, FAMILIES, Family, FamilyFact, HELPER_DIFF, HelperDiff, LENGTH_RULES, Leg, LengthRule,
    TAIL_CHAIN, THUNK_ARRAY, THUNK_HELPERS, THUNKS, TailHop, Thunk, ThunkArray, ThunkHelper, thunk_at,
};
pub use udma::{
    CONSTRAINTS, Constraint, DESCRIPTOR_FIELDS, DISAGREEMENTS, DescriptorField, Direction, Disagreement, Limit,
    SwCtrlBit, UDMA_QUEUE_REGS, UDMA_SW_CTRL_BITS, UDMA_UNIT_REGS, UDMA_WIKI_REGS, UdmaField, UdmaReg, UnitBlock,
    UnitReg, WIKI_DESCRIPTOR_FIELDS, limit, udma_reg, udma_reg_at,
};
