//! A history, moment by moment: every event together with the machine right after it. It knows no format.

use seqbell_script::core::seq::OPCODE_BODY;
use seqbell_script::core::{Event, Machine, Timeline};
use seqbell_script::facts::routine::{routine_of, row};

/// Goes through the history up to now. `see` gets the machine and the event that led to it; first the fresh machine, without one.
///
/// # Errors
/// The first error of `see`.
pub fn walk<E>(timeline: &Timeline, mut see: impl FnMut(&Machine, Option<&Event>) -> Result<(), E>) -> Result<(), E> {
    let now = timeline.machine();
    // A generation without an image has no timeline either.
    let Ok(mut machine) = Machine::new(now.generation(), *now.assumptions()) else { return Ok(()) };
    see(&machine, None)?;
    let mut acts = timeline.acts().iter().peekable();
    loop {
        let event = match acts.next_if(|act| act.step == machine.steps()) {
            Some(act) => machine.apply(act.input).ok(),
            None if machine.steps() < now.steps() => machine.step().ok(),
            None => None,
        };
        match event {
            Some(event) => see(&machine, Some(&event))?,
            None => return Ok(()),
        }
    }
}

/// The routine that the next row belongs to, in the words of the listing.
pub(crate) fn routine(machine: &Machine) -> &'static str {
    match machine.position().row {
        OPCODE_BODY => "opcode_body",
        id => routine_of(row(id)).id,
    }
}
