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
mod runstate;
mod switch;

pub use address::{BCAST, Band, BcastWindow, DmaFamily, ENGINE_CLUSTERS, EngineCluster, REGADDR, RegAddr};
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
pub use record::{RECORDS, RecordRef, record};
pub use runstate::{
    HALT_MARKER, HALT_MARKER_EVIDENCE, HALT_MARKER_ID, HALT_REASONS, HELPERS, HaltReason, Helper, LOG_STRINGS,
    LogString, MEMORY_CELLS, MemoryCell, STATES, SURPRISE_BITS, StateFact, SurpriseBit, TRANSITIONS, Transition,
};
pub use switch::*;
