//! The places where the page touches the browser. They know the store's actions, and nothing of the device.

pub mod clock;
pub mod look;
pub mod motion;
pub mod plot;
pub mod storage;
pub mod theme;
pub mod wires;
pub mod worker;
pub mod save;
