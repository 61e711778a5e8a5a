//! Logs of a host: what each access was, which doorbells rang, and where the log departs from the model.
//!
//! An [`Analyst`] takes lines one by one and keeps no log: its memory is bounded by the devices and rings that occur.
//! It opens no files and prints nothing.

mod analyst;
mod mmiotrace;

pub use analyst::{Access, Analyst, Bell, BellKey, BellTotal, Entry, Options, Totals, What};
pub use mmiotrace::{Record, Time, number, record};
