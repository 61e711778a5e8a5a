//! What can be asked, and when an answer has been seen. It knows nothing of how states are found.

use seqbell_script::core::{Event, Machine, Refused};
use seqbell_script::{Cond, Session, Term, Truth};
use std::fmt;

/// A question. What answers it is a run: one that reaches the goal, or one that breaks the rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Question {
    /// Can this come to hold?
    Reach(Cond),
    /// Does this hold after every step of every run? Where it rests on something unknown, it is not taken as broken.
    Always(Cond),
    /// Does this hold nowhere?
    Never(Cond),
    /// Whenever the first holds, does the second hold then or later, although the host does nothing more?
    LeadsTo(Cond, Cond),
}

/// A question that no search can answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rejected {
    /// A register that the question names is not known on this generation.
    Refused(Refused),
    /// The question counts steps, which a state leaves out.
    CountsSteps,
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rejected::Refused(refused) => refused.fmt(f),
            Rejected::CountsSteps => {
                f.write_str("steps only ever grow, so a search leaves them out: ask about a state or a register")
            }
        }
    }
}

impl std::error::Error for Rejected {}

impl Question {
    /// The question with every register address resolved on the session's generation.
    ///
    /// # Errors
    /// [`Rejected::Refused`] where an address is no register there.
    pub fn on(&self, session: &Session) -> Result<Self, Rejected> {
        let at = |cond: &Cond| session.resolve(cond).map_err(Rejected::Refused);
        Ok(match self {
            Question::Reach(goal) => Question::Reach(at(goal)?),
            Question::Always(rule) => Question::Always(at(rule)?),
            Question::Never(rule) => Question::Never(at(rule)?),
            Question::LeadsTo(first, then) => Question::LeadsTo(at(first)?, at(then)?),
        })
    }

    /// Its conditions.
    pub(crate) fn conditions(&self) -> Vec<&Cond> {
        match self {
            Question::Reach(a) | Question::Always(a) | Question::Never(a) => vec![a],
            Question::LeadsTo(a, b) => vec![a, b],
        }
    }

    /// Whether its answer can change only where the machine says that an observer may see something: then the steps between
    /// need not be looked at.
    pub(crate) fn is_calm(&self) -> bool {
        self.conditions().into_iter().all(calm)
    }

    /// Whether it asks what an event read or wrote, beside what a machine is.
    pub(crate) fn asks_events(&self) -> bool {
        self.conditions().into_iter().any(of_events)
    }

    /// What holds at the end of a run that answers it.
    pub fn witness(&self) -> Cond {
        match self {
            Question::Reach(goal) => goal.clone(),
            Question::Never(rule) => rule.clone(),
            Question::Always(rule) => Cond::Not(Box::new(rule.clone())),
            Question::LeadsTo(_, then) => Cond::Not(Box::new(then.clone())),
        }
    }

    /// Whether a run that answers it is good news: the goal is reached, rather than a rule broken.
    pub const fn wants_answer(&self) -> bool {
        match self {
            Question::Reach(_) => true,
            Question::Always(_) | Question::Never(_) | Question::LeadsTo(..) => false,
        }
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Question::Reach(goal) => goal.fmt(f),
            Question::Always(rule) => write!(f, "always {rule}"),
            Question::Never(rule) => write!(f, "never {rule}"),
            Question::LeadsTo(first, then) => write!(f, "{first} leads to {then}"),
        }
    }
}

fn of_events(cond: &Cond) -> bool {
    match cond {
        Cond::And(a, b) | Cond::Or(a, b) => of_events(a) || of_events(b),
        Cond::Not(a) => of_events(a),
        Cond::Reads(_) | Cond::Writes(_) => true,
        Cond::Compare(..) => false,
    }
}

fn calm(cond: &Cond) -> bool {
    match cond {
        Cond::And(a, b) | Cond::Or(a, b) => calm(a) && calm(b),
        Cond::Not(a) => calm(a),
        Cond::Reads(_) | Cond::Writes(_) => false,
        Cond::Compare(term, ..) => {
            matches!(term, Term::State | Term::Reg(_) | Term::Flag | Term::Reason | Term::Mem(_))
        }
    }
}

/// Looks at a run, event by event.
pub(crate) struct Watch<'q> {
    question: &'q Question,
    owed: bool,
}

impl<'q> Watch<'q> {
    pub(crate) const fn new(question: &'q Question) -> Self {
        Self { question, owed: false }
    }

    /// Whether the question is answered here.
    pub(crate) fn see(&mut self, machine: &Machine, event: Option<&Event>) -> bool {
        let holds = |cond: &Cond| cond.ask(machine, event).holds();
        match self.question {
            Question::Reach(goal) | Question::Never(goal) => holds(goal),
            Question::Always(rule) => matches!(rule.ask(machine, event), Truth::No(_)),
            Question::LeadsTo(first, then) => {
                self.owed = (self.owed || holds(first)) && !holds(then);
                false
            }
        }
    }

    /// Whether the machine waits although something is still owed.
    pub(crate) const fn broken(&self) -> bool {
        self.owed
    }
}
