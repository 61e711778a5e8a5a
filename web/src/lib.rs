//! The web app of Seqbell: the Play page.
//!
//! [`store`] is a pure reducer around a [`desk`]: a session, and the [`trail`] of what it told. [`view`] turns that into
//! plain rows; [`components`] draw rows and send back actions; a [`look`] is how the page stands for its reader. What takes
//! long is done by a [`worker`], a module of its own that speaks the [`protocol`]. [`ports`] are the only places that touch
//! a timer, a storage, a worker or the document. Nothing here knows a rule of the device: what a register
//! does is the core's business, what a command means is the script's, and this crate only shows and sends text.
#![recursion_limit = "512"]

pub mod trail;
pub mod memory;
pub mod pace;
pub mod line;
pub mod desk;
pub mod look;
pub mod protocol;
pub mod worker;
pub mod prompt;
pub mod opening;
pub mod visit;
pub mod store;
pub mod view;
pub mod ports;
pub mod components;
