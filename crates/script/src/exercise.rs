//! Exercises: whether what a learner did reaches a goal within rules, judged over every moment since the exercise began.
//!
//! The goal counts at the first moment at which it holds; what comes later cannot spoil it. It knows no texts of a course
//! but those that the rules bring, and changes nothing.

use crate::cond::Truth;
use crate::{Cond, ScriptError, Session, parse_condition};
use seqbell_core::timeline::Act;
use seqbell_core::{Event, Input, Machine, Timeline};

/// What an exercise asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// What has to come to hold.
    pub goal: Cond,
    /// What may hold at no moment before.
    pub never: Vec<Cond>,
    /// Host writes until the goal, at most; see [`writes`].
    pub writes: Option<u64>,
    /// Steps until the goal, at most.
    pub steps: Option<u64>,
    /// Typical mistakes, the most telling first.
    pub wrong: Vec<Wrong>,
}

/// A typical mistake.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    /// What holds at some moment where it is made.
    pub when: Cond,
    /// What to tell the learner.
    pub says: String,
}

/// Where an exercise begins: what was done before the learner did anything.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Start {
    steps: u64,
    acts: Vec<Act>,
}

/// The judgement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The goal was reached by the rules.
    Passed,
    /// The goal was not reached, and still can be.
    NotYet,
    /// A rule was broken: only another try can pass.
    Broken,
    /// A typical mistake was made.
    Wrong,
}

impl Verdict {
    /// The word that pages use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Verdict::Passed => "passed",
            Verdict::NotYet => "not-yet",
            Verdict::Broken => "broken",
            Verdict::Wrong => "wrong",
        }
    }
}

/// A judgement, and what it rests on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grade {
    /// The judgement.
    pub verdict: Verdict,
    /// The reason, in a sentence for the learner.
    pub says: String,
    /// Host writes since the start: up to the goal where it was reached, else up to now.
    pub writes: u64,
    /// Steps since the start, likewise.
    pub steps: u64,
}

impl Rules {
    /// Rules from conditions as they are written.
    ///
    /// # Errors
    /// The first condition that is not understood.
    pub fn parse<'a>(
        goal: &str,
        never: impl IntoIterator<Item = &'a str>,
        wrong: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, ScriptError> {
        let mistake = |(when, says): (&str, &str)| Ok(Wrong { when: parse_condition(when)?, says: says.to_owned() });
        Ok(Self {
            goal: parse_condition(goal)?,
            never: never.into_iter().map(parse_condition).collect::<Result<_, _>>()?,
            writes: None,
            steps: None,
            wrong: wrong.into_iter().map(mistake).collect::<Result<_, ScriptError>>()?,
        })
    }
}

impl Start {
    /// The session as it is now is where the learner begins.
    pub fn of(session: &Session) -> Self {
        Self { steps: session.machine().steps(), acts: session.timeline().acts().to_vec() }
    }

    /// Whether the history still begins like this.
    fn is_behind(&self, timeline: &Timeline) -> bool {
        timeline.machine().steps() >= self.steps && timeline.acts().starts_with(&self.acts)
    }
}

/// Writes to registers, doorbells and memory that the host made for one input. Looking is none, nor is what the world does.
pub const fn writes(input: &Input) -> u64 {
    match input {
        // A pair of registers.
        Input::Pc(_) => 2,
        Input::Write { .. }
        | Input::Queue(_)
        | Input::Ring { .. }
        | Input::Poke { .. }
        | Input::Setup { .. }
        | Input::Marker { .. }
        | Input::Trigger(_) => 1,
        Input::Reset
        | Input::Read { .. }
        | Input::Remote { .. }
        | Input::Surprise(_)
        | Input::Fault(_)
        | Input::Thunk { .. }
        | Input::Consume { .. }
        | Input::Rate { .. }
        | Input::Wait { .. } => 0,
    }
}

/// Judges everything since `start`. A condition about a register that the generation does not have never holds.
pub fn grade(session: &Session, start: &Start, rules: &Rules) -> Grade {
    let timeline = session.timeline();
    if !start.is_behind(timeline) {
        let says = "The machine is not where the exercise begins any more. Start again.".to_owned();
        return Grade { verdict: Verdict::Broken, says, writes: 0, steps: 0 };
    }
    let mut walk = Walk::new(session, rules);
    let mut replay = timeline.replay_from(start.steps, start.acts.len());
    let (mut acts, mut writes_made) = (start.acts.len(), 0);
    let mut reached = walk.see(replay.machine(), None, false);
    while !reached {
        let Some(event) = replay.next() else { break };
        if replay.acts() > acts {
            writes_made += timeline.acts().get(acts).map_or(0, |act| writes(&act.input));
            acts = replay.acts();
        }
        reached = walk.see(replay.machine(), Some(&event), acts > start.acts.len());
    }
    let steps = replay.machine().steps() - start.steps;
    let (verdict, says) = walk.verdict(reached, writes_made, steps);
    Grade { verdict, says, writes: writes_made, steps }
}

/// A walk through the history, with the rules in hand.
struct Walk<'r> {
    rules: &'r Rules,
    goal: Option<Cond>,
    never: Vec<Option<Cond>>,
    wrong: Vec<Option<Cond>>,
    broken: Option<usize>,
    mistakes: Vec<bool>,
    why: String,
}

impl<'r> Walk<'r> {
    fn new(session: &Session, rules: &'r Rules) -> Self {
        let on = |cond: &Cond| session.resolve(cond).ok();
        Self {
            rules,
            goal: on(&rules.goal),
            never: rules.never.iter().map(on).collect(),
            wrong: rules.wrong.iter().map(|wrong| on(&wrong.when)).collect(),
            broken: None,
            mistakes: vec![false; rules.wrong.len()],
            why: String::new(),
        }
    }

    /// Looks at a moment, before or after somebody has acted. True where the goal holds.
    fn see(&mut self, machine: &Machine, event: Option<&Event>, acted: bool) -> bool {
        let holds = |cond: &Option<Cond>| cond.as_ref().is_some_and(|c| c.ask(machine, event).holds());
        for (made, wrong) in self.mistakes.iter_mut().zip(&self.wrong) {
            // Who has done nothing yet has done nothing wrong.
            *made = *made || acted && holds(wrong);
        }
        if self.broken.is_none() {
            self.broken = self.never.iter().position(holds);
        }
        match self.goal.as_ref().map(|goal| goal.ask(machine, event)) {
            Some(Truth::Yes) => true,
            Some(Truth::No(why) | Truth::Unknown(why)) => {
                self.why = why;
                false
            }
            None => false,
        }
    }

    fn verdict(&self, reached: bool, writes: u64, steps: u64) -> (Verdict, String) {
        let rules = self.rules;
        let over = |made: u64, most: Option<u64>, what: &str| {
            most.filter(|most| made > *most).map(|most| format!("{made} {what}, and at most {most} are allowed"))
        };
        let over = over(writes, rules.writes, "host writes").or_else(|| over(steps, rules.steps, "steps"));
        let broken = self.broken.and_then(|n| rules.never.get(n));
        if reached && broken.is_none() && over.is_none() {
            return (Verdict::Passed, format!("Reached: {}.", rules.goal));
        }
        if let Some((_, wrong)) = self.mistakes.iter().zip(&rules.wrong).find(|(made, _)| **made) {
            return (Verdict::Wrong, wrong.says.clone());
        }
        if let Some(broken) = broken {
            return (Verdict::Broken, format!("This must never hold here, and it did: {broken}. Start again."));
        }
        if let Some(over) = over {
            return (Verdict::Broken, format!("That took {over}. Start again."));
        }
        (Verdict::NotYet, format!("Not reached yet: {}. Now: {}.", rules.goal, self.why))
    }
}
