//! What follows `driver`: orders to the driver layer, and what a host waits for.

use crate::command::write_lines;
use crate::cond::direction_name;
use seqbell_core::udma::RingKey;
use seqbell_core::udma::driver::Order;
use std::fmt;

/// A `driver` command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drive {
    /// `driver setup|ring|copy|pause|resume|reset ...`: done by the driver's rules, or refused.
    Order(Order),
    /// `driver marker m2s|s2m engine=E queue=Q count=N`: the N-th descriptor from now on copies the marker.
    Marker {
        /// The ring.
        key: RingKey,
        /// Which descriptor.
        count: u32,
    },
    /// `driver wait tpb=T semaphore=I target=N`: at least N, then N is taken off; refused where it would wait.
    Wait {
        /// TPB 0 to 7.
        tpb: u8,
        /// Semaphore 0 to 255.
        index: u8,
        /// What it waits for.
        target: u32,
    },
}

impl Drive {
    /// The words that can follow `driver`.
    pub const NAMES: [&str; 8] = ["setup", "ring", "copy", "pause", "resume", "reset", "marker", "wait"];
}

impl fmt::Display for Drive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ring = |f: &mut fmt::Formatter<'_>, verb: &str, key: &RingKey| {
            write!(f, "{verb} {} engine={} queue={}", direction_name(key.direction), key.engine, key.queue)
        };
        match self {
            Drive::Order(Order::Setup { key, base, length }) => {
                ring(f, "setup", key)?;
                write!(f, " base={base:#x} length={length}")
            }
            Drive::Order(Order::Ring { lines, count }) => write_lines(f, "ring ", *lines, *count),
            Drive::Order(Order::Copy { engine, queue, bytes }) => {
                write!(f, "copy engine={engine} queue={queue} bytes={bytes}")
            }
            Drive::Order(order @ (Order::Pause(key) | Order::Resume(key) | Order::Reset(key))) => {
                ring(f, order.name(), key)
            }
            Drive::Marker { key, count } => {
                ring(f, "marker", key)?;
                write!(f, " count={count}")
            }
            Drive::Wait { tpb, index, target } => write!(f, "wait tpb={tpb} semaphore={index} target={target}"),
        }
    }
}
