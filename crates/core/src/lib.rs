//! The Seqbell simulator: recovered Trainium firmware, executed step by step.
//!
//! ```text
//! facts ← { word, table } ← csr ← bus ← { seq, fabric, udma } ← machine ← timeline
//! ```
//!
//! [`Machine`] is one cloneable, hashable value. [`Machine::apply`] takes everything a host or the outside world can do,
//! [`Machine::step`] executes one row of the firmware; both return an [`Event`] that says what happened and how well it is known.
//! [`Timeline`] keeps the history of a machine and moves along it in both directions.
//!
//! There is no clock, no randomness and no I/O here, and no input makes it panic.
#![no_std]

extern crate alloc;

pub mod word;
pub mod table;
pub mod refused;
pub mod csr;
pub mod bus;
pub mod event;
pub mod fabric;
pub mod udma;
pub mod ncfw;
pub mod seq;
pub mod input;
pub mod machine;
mod dma;
pub mod digest;
pub mod timeline;
pub mod projection;

pub use dma::Completion;
pub use event::{Detail, Event, EventKind};
pub use input::{Fault, Input, Item, Lines};
pub use machine::Machine;
pub use refused::{Refused, Stop, Unknown};
pub use seq::RunState;
pub use timeline::Timeline;
pub use word::Word;

pub use seqbell_facts as facts;
