//! Position in time, and the ways to move in it.

use seqbell_script::core::facts::{Generation, generation};
use seqbell_script::parse_condition;

use super::ahead::REACH;
use super::keys::Deed;
use super::{Choice, Moment, Offer, RunState, Text, timeline};

/// The transport.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransportView {
    /// Present step.
    pub step: u64,
    /// Last known step: beyond the present one after going back.
    pub last: u64,
    /// Whether the clock runs.
    pub playing: bool,
    /// Speed, as an index of the store's table.
    pub speed: u8,
    /// Present state, for the small transport.
    pub state: RunState,
    /// One micro-step back.
    pub back: Offer,
    /// One micro-step.
    pub step_offer: Offer,
    /// One step, calls included.
    pub over: Offer,
    /// To the end of the routine.
    pub out: Offer,
    /// To the next change of state.
    pub until: Offer,
    /// From the start.
    pub reset: Offer,
    /// To the transition before this moment.
    pub previous: Offer,
    /// To the transition after it, or on until there is one.
    pub next: Offer,
    /// The condition beside the button; empty is the next transition.
    pub condition: Text,
    /// Steps made in the last second, while the clock runs.
    pub measured: Option<u64>,
    /// Whether steps are made as fast as they can be.
    pub flat: bool,
    /// The step at which a long run ends.
    pub goal: Option<u64>,
}

impl TransportView {
    /// The transport at a moment.
    pub fn of(moment: Moment) -> Self {
        let (machine, step) = (moment.desk.machine(), moment.desk.machine().steps());
        let stopped = moment.ahead.stopped().map(|stop| Text::from(format!("The machine stands: {stop}.")));
        let at_start = (step == 0).then(|| Text::from("This is step 0."));
        let outermost = (machine.frames().depth() == 0).then(|| Text::from("No call is open."));
        let state = machine.state();
        let quiet = moment
            .ahead
            .change()
            .is_none()
            .then(|| Text::from(format!("Nothing changes within {REACH} steps unless somebody acts.")));
        let transition =
            Offer::new("Until", format!("until state != {state} max {REACH}")).blocked_by(stopped.clone().or(quiet));
        let forward = |label: &'static str, command: String| Offer::new(label, command).blocked_by(stopped.clone());
        Self {
            step,
            last: moment.desk.furthest(),
            playing: moment.playing,
            speed: moment.speed.index(),
            state,
            back: Offer::new("Back", "back").blocked_by(at_start),
            step_offer: forward("Step", "step".into()),
            over: forward("Over", "over".into()),
            out: Offer::new("Out", "out").blocked_by(stopped.clone().or(outermost)),
            previous: previous(moment, step),
            next: next(moment, step).unwrap_or_else(|| transition.clone()),
            until: until(&moment.pace.until, transition, stopped.clone()),
            reset: Offer::new("Reset", "reset"),
            condition: moment.pace.until.clone(),
            measured: moment.pace.measured.filter(|_| moment.playing),
            flat: moment.pace.flat(moment.speed),
            goal: moment.pace.goal,
        }
    }
}

impl TransportView {
    /// What a key of the transport sends, if it is one and can act.
    pub fn command(&self, deed: Deed) -> Option<Text> {
        let offer = match deed {
            Deed::Step => &self.step_offer,
            Deed::Back => &self.back,
            Deed::Over => &self.over,
            Deed::Out => &self.out,
            Deed::Until => &self.until,
            Deed::Previous => &self.previous,
            Deed::Next => &self.next,
            Deed::Play
            | Deed::Faster
            | Deed::Slower
            | Deed::ZoomIn
            | Deed::ZoomOut
            | Deed::Whole
            | Deed::Earlier
            | Deed::Later
            | Deed::Marker
            | Deed::Undo
            | Deed::Redo
            | Deed::Console
            | Deed::Help => return None,
        };
        offer.free().map(|offer| offer.command.clone())
    }
}

/// On until a condition holds; without one, until the next transition.
fn until(condition: &Text, transition: Offer, stopped: Option<Text>) -> Offer {
    let condition = condition.trim();
    if condition.is_empty() {
        return transition;
    }
    let wrong = parse_condition(condition).err().map(|error| Text::from(error.message));
    Offer::new("Until", format!("until {condition}")).blocked_by(stopped.or(wrong))
}

fn previous(moment: Moment, step: u64) -> Offer {
    let timeline = moment.desk.session().timeline();
    let before = timeline::states(timeline).skip(1).filter(|(at, _)| *at < step).last();
    let why = before.is_none().then(|| Text::from("No transition comes before."));
    let target = before.map_or(0, |(at, _)| at);
    Offer::new("Previous transition", format!("back {}", step - target)).blocked_by(why)
}

/// Along the future that was kept, if it has a transition.
fn next(moment: Moment, step: u64) -> Option<Offer> {
    let timeline = moment.desk.session().timeline();
    let (after, _) = timeline::states(timeline).find(|(at, _)| *at > step)?;
    Some(Offer::new("Next transition", format!("forth {}", after - step)))
}

/// The generations of the switch.
pub fn generations() -> Vec<Choice> {
    let choice = |g: Generation| {
        let ships = generation(g).seq_image;
        let blocked = (!ships).then(|| Text::from("No firmware image ships for it, so there is nothing to run."));
        Choice { blocked, ..Choice::new(g.token(), g.label()) }
    };
    Generation::ALL.into_iter().map(choice).collect()
}
