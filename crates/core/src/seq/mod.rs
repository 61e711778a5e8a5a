//! The NX sequencer core: its run state, register window, call frames, and the interpreter of the listing.
//!
//! It reaches registers and memory through [`crate::Machine`]; it knows nothing of rings or pixels.
//!
//! ```text
//! RESET ─▶ IDLE ─▶ ENTERING_RUN ─▶ RUNNING ─▶ PAUSED ─▶ RUNNING
//!                       ▲             │
//!                       │             ├─▶ HALTED, HALTED_DEBUG ─▶ ENTERING_RUN
//!                       └── IDLE ◀────┤
//!                                     └─▶ HALTED_FATAL
//! ```

mod state;
mod frame;
mod regs;
mod witness;
mod step;
mod stride;
mod execute;
mod special;
mod place;
mod flip;
mod asm;
mod ahead;
mod glide;
mod range;
mod confirm;
#[cfg(test)]
mod tests;

pub use frame::{Frame, Frames};
pub use regs::Registers;
pub(crate) use special::SYNC_INDEX_MAX;
pub use state::RunState;
pub use stride::Changed;

use seqbell_facts::routine::{ROUTINES, Routine, RowId};
use seqbell_facts::{CODE_SITES, CodeSite, Generation, code_site};

/// Row number that stands for the opaque body of an opcode; the address says which.
pub const OPCODE_BODY: RowId = RowId::MAX;

/// Where the core will continue.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The row to be executed next, or [`OPCODE_BODY`].
    pub row: RowId,
    /// Its address in the reference image; inside a gap, the address of arrival.
    pub pc: u32,
}

/// The routine with this id.
pub fn routine(id: &str) -> Option<&'static Routine> {
    ROUTINES.iter().find(|r| r.id == id)
}

/// Where the generation's own image has the code of this address of the reference image (`CAYMAN_NX_POOL_DEBUG`).
///
/// None on Cayman itself, and where no fact gives the address: the images differ by more than a constant.
pub fn own_pc(generation: Generation, reference_pc: u32) -> Option<&'static CodeSite> {
    let here = |site: &&CodeSite| site.generation == Generation::Cayman && site.addr == Some(reference_pc);
    let reference = CODE_SITES.iter().find(here).filter(|_| generation != Generation::Cayman)?;
    code_site(generation, reference.site).filter(|own| own.addr.is_some())
}
