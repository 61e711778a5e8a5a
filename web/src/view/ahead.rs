//! A look ahead: what the firmware will do if nobody acts, found by running a copy of the machine.

use seqbell_script::core::{Event, Machine, Stop};

/// How many steps are looked ahead.
pub const REACH: usize = 600;

/// What will happen.
#[derive(Clone, Debug)]
pub struct Ahead {
    /// The coming events, up to and with the first change of state.
    pub events: Vec<Event>,
    /// Why the machine cannot go on after them.
    pub stop: Option<Stop>,
}

impl Ahead {
    /// Looks ahead from `machine`, which stays as it is.
    pub fn from(machine: &Machine) -> Self {
        let mut copy = machine.clone();
        let mut events = Vec::new();
        while events.len() < REACH {
            match copy.step() {
                Ok(event) => {
                    events.push(event);
                    if event.state.is_some() {
                        break;
                    }
                }
                Err(stop) => return Self { events, stop: Some(stop) },
            }
        }
        Self { events, stop: None }
    }

    /// The event that changes the state, if one comes.
    pub fn change(&self) -> Option<&Event> {
        self.events.last().filter(|event| event.state.is_some())
    }

    /// Why not even one step can be made.
    pub fn stopped(&self) -> Option<Stop> {
        self.stop.filter(|_| self.events.is_empty())
    }
}
