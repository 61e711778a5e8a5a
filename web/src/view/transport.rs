//! Position in time, and the ways to move in it.

use seqbell_script::core::facts::{Generation, generation};
use seqbell_script::core::timeline::Signal;
use seqbell_script::input_text;

use super::ahead::REACH;
use super::{Choice, Moment, Offer, RunState, Text};

/// Stretches and marks drawn at most; older ones are left out.
const DRAWN: usize = 400;

/// A stretch of steps in one state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The state.
    pub state: RunState,
    /// First step.
    pub from: u64,
    /// Step after the last.
    pub to: u64,
}

/// A host action on the ribbon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Step at which it happened.
    pub step: u64,
    /// The command.
    pub command: Text,
}

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
    /// The past by state.
    pub spans: Vec<Span>,
    /// Host actions.
    pub marks: Vec<Mark>,
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
            until: Offer::new("Until", format!("until state != {state} max {REACH}"))
                .blocked_by(stopped.clone().or(quiet)),
            reset: Offer::new("Reset", "reset"),
            spans: spans(moment),
            marks: marks(moment),
        }
    }
}

fn spans(moment: Moment) -> Vec<Span> {
    let end = moment.desk.machine().steps();
    let changes = moment.desk.session().timeline().changes().iter().filter_map(|change| match change.signal {
        Signal::State(state) => Some((change.step, state)),
        Signal::RunState(_) | Signal::StartCtrl(_) | Signal::Flag(_) | Signal::Tail(..) => None,
    });
    let mut spans: Vec<Span> = Vec::new();
    for (step, state) in changes {
        if let Some(last) = spans.last_mut() {
            last.to = step;
        }
        spans.push(Span { state, from: step, to: end });
    }
    spans.drain(..spans.len().saturating_sub(DRAWN));
    spans
}

fn marks(moment: Moment) -> Vec<Mark> {
    let acts = moment.desk.session().timeline().acts();
    let acts = acts.iter().skip(acts.len().saturating_sub(DRAWN));
    acts.map(|act| Mark { step: act.step, command: input_text(act.input).into() }).collect()
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
