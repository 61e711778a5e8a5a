//! Questions about everything a host could do to a machine.
//!
//! ```text
//! question ─▶ Model ─▶ Search ─▶ Answer ─▶ script
//! ```
//!
//! [`Model`] is the machine itself: a state is a [`Machine`](seqbell_script::core::Machine) that waits, a move is one action of
//! the host or the outside followed by as many steps as it takes until the machine waits again. [`Search`] goes through the
//! states breadth first, so the first answer needs the fewest actions. [`replay`] writes an answer as a script.
//!
//! This crate knows no files, no terminals and no pages. A search gives the same answer every time, on one core or on many.

mod actions;
mod key;
mod model;
mod question;
mod script;
mod search;
mod tell;

pub use key::Key;
pub use model::{Bounds, End, Model, Node};
pub use question::{Question, Rejected};
pub use script::{replay, way};
pub use search::{Answer, Limit, Move, Path, Progress, Search, Verdict, search};
pub use tell::{extent, sentence};
