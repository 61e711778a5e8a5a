//! The NCFW management core as far as it is known: its scalar instructions and its doorbell thunks.
//!
//! ```text
//! thunk ──▶ helper IN 0x3098 / OUT 0x30bc ──▶ 0x4a60 ──▶ 0x4a6c ──▶ 0x48fc (opaque) ──▶ head read / doorbell
//! ```
//!
//! [`lx`] takes bytes apart, [`thunk`] is the array, its selectors and its callers, [`walk`] goes through one thunk from its
//! entry to the register. None of them executes an instruction or moves a ring: that is the machine's business.

pub mod lx;
pub mod thunk;
pub mod walk;

pub use thunk::{Selector, Slot};
pub use walk::{Destination, Walk};

use seqbell_facts::{Basis, Confidence, Evidence, Switch};

/// What rests on an option of a switch.
fn of_switch(switch: Switch) -> Evidence {
    lowered(switch.fact().evidence)
}

/// ABSENT goes with LOW (rule R5), even where it is certain that a thing is not known.
fn lowered(evidence: Evidence) -> Evidence {
    match evidence.basis {
        Basis::Absent => Evidence::new(Confidence::Low, Basis::Absent),
        Basis::Inferred | Basis::Carried | Basis::Observed => evidence,
    }
}
