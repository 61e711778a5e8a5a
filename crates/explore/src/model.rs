//! The machine as a transition system. It knows no order of search.
//!
//! ```text
//! state ── action ─▶ steps ─▶ … ─▶ the machine waits: the next state
//! ```

use crate::actions::{self, Named};
use crate::question::Watch;
use crate::{Key, Question, Rejected};
use seqbell_script::core::projection::Projection;
use seqbell_script::core::seq::Changed;
use seqbell_script::core::{Event, Input, Machine};
use seqbell_script::facts::Assumptions;
use seqbell_script::facts::routine::{Act, Row, RowId, When, row};

/// How far a search goes. Whatever stops it is named in the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Host actions on one path.
    pub actions: usize,
    /// States kept.
    pub states: usize,
    /// Work items, raised surprises and injected faults that wait at once, beside those that wait from the start on.
    pub waiting: usize,
    /// Steps after one action until the machine must wait again.
    pub steps: u64,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { actions: 24, states: 200_000, waiting: 1, steps: 20_000 }
    }
}

/// How a run between two actions ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The machine goes round a loop without change: only the outside can change that.
    Waits,
    /// The machine does not go on: stalled, or at an unknown.
    Stops,
    /// The steps ran out.
    Cut,
    /// The question was answered.
    Answered,
}

/// A state that a move led to.
#[derive(Clone, Debug)]
pub struct Node {
    /// The machine there.
    pub machine: Machine,
    /// Its name.
    pub key: Key,
    /// A name that also tells apart what nothing will ever look at.
    pub(crate) moment: Key,
    /// Steps made since the action.
    pub steps: u64,
    /// How the run ended.
    pub end: End,
}

/// A machine right after an action.
pub(crate) struct Begun {
    machine: Machine,
    event: Event,
    pub(crate) moment: Key,
}

/// A machine, a question, and what the host may do.
#[derive(Clone, Debug)]
pub struct Model {
    start: Machine,
    question: Question,
    actions: Vec<Input>,
    bounds: Bounds,
    keep: Projection,
    calm: bool,
}

impl Model {
    /// The model that starts where `start` is. Registers that the question names by address must be resolved ([`Question::on`]).
    ///
    /// # Errors
    /// [`Rejected::CountsSteps`].
    pub fn new(start: &Machine, question: Question, bounds: Bounds) -> Result<Self, Rejected> {
        let named = Named::by(question.conditions());
        if named.asks_steps {
            return Err(Rejected::CountsSteps);
        }
        let actions = actions::of(start, &named);
        let keep = Projection { pcs: named.asks_pc, iterations: named.asks_iterations, future: true };
        let calm = question.is_calm();
        Ok(Self { start: start.clone(), question, actions, bounds, keep, calm })
    }

    /// Where it starts.
    pub fn start(&self) -> &Machine {
        &self.start
    }

    /// What is asked.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// How far a search goes.
    pub fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// What the host and the outside may do, in the order in which it is tried.
    pub fn actions(&self) -> &[Input] {
        &self.actions
    }

    /// Whether microcode PCs are part of a state. They grow with every work item, so they count only if the question asks for one.
    pub fn counts_pcs(&self) -> bool {
        self.keep.pcs
    }

    /// The states that no action leads to: the machine as it is, and as it waits if nobody acts.
    pub fn roots(&self) -> Vec<Node> {
        let key = self.moment(&self.start);
        let answered = Watch::new(&self.question).see(&self.start, None);
        let end = if answered { End::Answered } else { End::Cut };
        let here = Node { machine: self.start.clone(), key, moment: key, steps: 0, end };
        if answered {
            return vec![here];
        }
        let later = self.settle(self.start.clone(), None);
        if later.moment == key && later.end != End::Answered { vec![later] } else { vec![here, later] }
    }

    /// Where an action leads; nothing if it is refused, changes nothing, or too much waits already.
    pub fn next(&self, from: &Node, action: Input) -> Option<Node> {
        self.begin(from, action).map(|begun| self.end(begun))
    }

    /// The machine right after an action, before it makes a step.
    pub(crate) fn begin(&self, from: &Node, action: Input) -> Option<Begun> {
        if self.holds_back(&from.machine, action) {
            return None;
        }
        let mut machine = from.machine.clone();
        let event = machine.apply(action).ok()?;
        let moment = self.moment(&machine);
        if moment == from.moment && !Watch::new(&self.question).see(&machine, Some(&event)) {
            return None;
        }
        Some(Begun { machine, event, moment })
    }

    /// Where it leads from there.
    pub(crate) fn end(&self, begun: Begun) -> Node {
        self.settle(begun.machine, Some(&begun.event))
    }

    /// Whether a moment alone decides where it leads: the question does not ask by which action it came about.
    pub(crate) fn forgets_actions(&self) -> bool {
        !self.question.asks_events()
    }

    /// Whether `waiting` keeps an action from being tried here.
    pub fn holds_back(&self, from: &Machine, action: Input) -> bool {
        let adds = matches!(action, Input::Queue(_) | Input::Surprise(_) | Input::Fault(_));
        // What waits from the start on does not count.
        adds && waiting(from) >= self.bounds.waiting + waiting(&self.start)
    }

    fn moment(&self, machine: &Machine) -> Key {
        Key::of(|mixer| machine.project(self.keep, mixer))
    }

    /// Runs until the machine waits, stops, answers the question, or has made too many steps.
    fn settle(&self, machine: Machine, event: Option<&Event>) -> Node {
        let watch = Watch::new(&self.question);
        let mut run = Run { model: self, machine, watch, steps: 0, ran: None, blind: false };
        let answered = run.watch.see(&run.machine, event);
        let end = if answered { Some(End::Answered) } else { run.until_it_waits() };
        let end = end.unwrap_or(End::Waits);
        let owed = run.watch.broken() && matches!(end, End::Waits | End::Stops);
        let end = if owed { End::Answered } else { end };
        let moment = self.moment(&run.machine);
        let blind = Projection { future: false, ..self.keep };
        let key = if run.blind { Key::of(|mixer| run.machine.project(blind, mixer)) } else { moment };
        Node { machine: run.machine, key, moment, steps: run.steps, end }
    }
}

/// A run after an action.
struct Run<'m> {
    model: &'m Model,
    machine: Machine,
    watch: Watch<'m>,
    steps: u64,
    /// The row that ran last.
    ran: Option<RowId>,
    /// The loop it ended in looks at nothing that anybody outside can change.
    blind: bool,
}

impl Run<'_> {
    /// Runs until a state repeats, then to a fixed place of the loop, so that every way into it ends in the same state.
    /// Nothing means that the machine waits.
    fn until_it_waits(&mut self) -> Option<End> {
        // Brent's method: the mark moves at every power of two, so a loop is found within a few times its length.
        let mut mark = self.here();
        let (mut room, mut length) = (1u64, 0u64);
        loop {
            if let Some(end) = self.step_fast() {
                return Some(end);
            }
            length += 1;
            if self.machine.position().row == mark.0 && self.here() == mark {
                return self.go_to_lowest_row(length);
            }
            if length == room {
                mark = self.here();
                (room, length) = (room * 2, 0);
            }
        }
    }

    /// The machine is in a loop of `length` steps: goes to its lowest row.
    fn go_to_lowest_row(&mut self, length: u64) -> Option<End> {
        let (mut best, mut at) = (self.here(), 0);
        let mut blind = true;
        for n in 1..=length {
            let from = self.machine.position().row;
            if let Some(end) = self.step() {
                return Some(end);
            }
            blind &= looks_at_nothing(from, self.ran, self.machine.assumptions());
            if n < length && self.machine.position().row <= best.0 && self.here() < best {
                (best, at) = (self.here(), n);
            }
        }
        self.blind = blind;
        (0..at).find_map(|_| self.step())
    }

    fn here(&self) -> (RowId, Key) {
        (self.machine.position().row, self.model.moment(&self.machine))
    }

    /// As [`Self::step`], and quicker where the question allows it.
    fn step_fast(&mut self) -> Option<End> {
        if !self.model.calm {
            return self.step();
        }
        if self.steps >= self.model.bounds.steps {
            return Some(End::Cut);
        }
        let Ok(changed) = self.machine.step_quietly() else { return Some(End::Stops) };
        self.steps += 1;
        let answered = changed == Changed::Perhaps && self.watch.see(&self.machine, None);
        answered.then_some(End::Answered)
    }

    /// One step; the end of the run, if it is one.
    fn step(&mut self) -> Option<End> {
        if self.steps >= self.model.bounds.steps {
            return Some(End::Cut);
        }
        let Ok(event) = self.machine.step() else { return Some(End::Stops) };
        self.steps += 1;
        self.ran = event.row;
        self.watch.see(&self.machine, Some(&event)).then_some(End::Answered)
    }
}

/// Work items, raised surprises and injected faults that wait.
fn waiting(machine: &Machine) -> usize {
    machine.queue().len() + usize::from(machine.surprises() != 0) + usize::from(machine.fault().is_some())
}

/// From a position to the row that ran: nothing is read, and what was passed is switched off for good.
fn looks_at_nothing(from: RowId, ran: Option<RowId>, assumptions: &Assumptions) -> bool {
    let Some(ran) = ran else { return false };
    let plain = |row: &Row| row.when == When::Always && matches!(row.act, Act::Nothing | Act::Jump(_));
    let off = |row: &Row| row.switch.is_some_and(|(switch, on)| on >> assumptions.get(switch) & 1 == 0);
    plain(row(ran)) && (from..ran).all(|id| off(row(id)))
}
