//! What is needed to show any moment of the past as it was: copies of the trail now and then, and what was said that no
//! event tells. The trail of a moment is the copy before it and the events since. It knows no command and no page.

use std::rc::Rc;

use seqbell_script::core::{Event, EventKind, Timeline};

use crate::trail::{Said, Trail};

/// A moment: steps and actions before it.
pub type Place = (u64, usize);

/// Steps between two copies at first; doubled whenever there are too many.
const SPACING: u64 = 8192;
/// Copies kept at most.
const KEPT: usize = 48;
/// Sayings kept at most; the oldest half goes first.
const SAID_MAX: usize = 1000;

/// A copy of the trail.
#[derive(Debug)]
struct Copy {
    place: Place,
    trail: Trail,
}

/// The memory of a session.
#[derive(Clone, Debug)]
pub struct Memory {
    copies: Vec<Rc<Copy>>,
    spacing: u64,
    said: Vec<(Place, Said)>,
}

impl Default for Memory {
    fn default() -> Self {
        Self { copies: Vec::new(), spacing: SPACING, said: Vec::new() }
    }
}

/// Whether a moment is `other` or comes before it.
fn within(place: Place, other: Place) -> bool {
    place.0 <= other.0 && place.1 <= other.1
}

impl Memory {
    /// The trail has come to `place` with a step: it is copied if it is time.
    pub fn offer(&mut self, place: Place, trail: &Trail) {
        let last = self.copies.last().map_or(0, |copy| copy.place.0);
        if place.0 < last + self.spacing {
            return;
        }
        self.copies.push(Rc::new(Copy { place, trail: trail.clone() }));
        if self.copies.len() > KEPT {
            let mut n = 0usize;
            self.copies.retain(|_| {
                n += 1;
                n.is_multiple_of(2)
            });
            self.spacing *= 2;
        }
    }

    /// Something was said that no event tells.
    pub fn say(&mut self, place: Place, said: Said) {
        if self.said.len() >= SAID_MAX {
            self.said.drain(..SAID_MAX / 2);
        }
        self.said.push((place, said));
    }

    /// Another future begins at `place`: what was said beyond it is not said there.
    pub fn forget_after(&mut self, place: Place) {
        self.copies.retain(|copy| within(copy.place, place));
        self.said.retain(|(at, _)| within(*at, place));
    }

    /// The trail as it is at the present moment of a timeline.
    pub fn trail(&self, timeline: &Timeline) -> Trail {
        let end = (timeline.machine().steps(), timeline.acts().len());
        let copy = self.copies.iter().rev().find(|copy| within(copy.place, end));
        let (mut trail, start) = copy.map_or_else(Default::default, |copy| (copy.trail.clone(), copy.place));
        let mut said = self.said.iter().skip_while(|(at, _)| *at < start).peekable();
        let mut replay = timeline.replay_from(start.0, start.1);
        let mut here = start;
        loop {
            while let Some((at, said)) = said.next_if(|(at, _)| within(*at, here)) {
                trail.say(at.0, said.clone());
            }
            let Some(event) = replay.next() else { return trail };
            add(&mut trail, &event, timeline, replay.acts());
            here = (event.step, replay.acts());
        }
    }
}

/// Adds an event of a timeline to its trail; so many actions were done by then.
pub fn add(trail: &mut Trail, event: &Event, timeline: &Timeline, acts: usize) {
    let input = acts.checked_sub(1).and_then(|n| timeline.acts().get(n)).map(|act| act.input);
    match input.filter(|_| event.kind == EventKind::Host) {
        Some(input) => trail.host(event, input),
        None => trail.add(event),
    }
}
