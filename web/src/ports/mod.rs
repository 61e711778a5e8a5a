//! The places where the page touches the browser. They know the store's actions, and nothing of the device.

pub mod address;
pub mod announce;
pub mod clock;
pub mod feed;
pub mod texts;
pub mod keep;
pub mod look;
pub mod motion;
pub mod plot;
pub mod settled;
pub mod storage;
pub mod theme;
pub mod timer;
pub mod wires;
pub mod worker;
pub mod save;
