//! The live figure behind `<seqbell-player>`: a few of Play's panels around one session, in an element that it is given.
//!
//! [`options`] is what the attributes say, [`stage`] the session with its drafts (pure), `frame` draws it with the components
//! of Play, and `door` is what the element's script calls. It touches no address, no history, no storage and no element
//! outside its own.
#![recursion_limit = "512"]

pub mod options;
pub mod stage;
mod frame;
mod shared;
mod values;
mod door;

pub use door::Player;
