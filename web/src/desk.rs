//! A session and its trail: what a command line does, and what it answers. It knows no page and no clock.

use seqbell_script::core::event::Detail;
use seqbell_script::core::facts::Generation;
use seqbell_script::core::timeline::{Link, Subject};
use seqbell_script::core::{EventKind, Machine, Refused, RunState};
use seqbell_script::{Command, Report, ScriptError, Session, describe, input_text, parse_line};

use crate::trail::{Said, Trail};
use crate::view::Text;

/// What became of a command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Echo {
    /// The command.
    pub command: Text,
    /// What it answered.
    pub answer: Text,
    /// Refused, and the answer says why.
    pub refused: bool,
}

/// A session, what it told, and what it looked like before the last command.
#[derive(Clone, Debug)]
pub struct Desk {
    session: Session,
    trail: Trail,
    before: Machine,
    fresh_from: usize,
    furthest: u64,
    why: Vec<Link>,
}

/// Events at one step that are told again.
const RETOLD_MAX: usize = 4096;
/// Steps up to which the cause of a state is looked for; the search repeats the whole past.
const WHY_MAX: u64 = 200_000;

impl Desk {
    /// A fresh session.
    ///
    /// # Errors
    /// [`Refused::NoImage`] for Maverick.
    pub fn new(generation: Generation) -> Result<Self, Refused> {
        let session = Session::new(generation)?;
        let before = session.machine().clone();
        Ok(Self { session, trail: Trail::default(), before, fresh_from: 0, furthest: 0, why: Vec::new() })
    }

    /// The session.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The machine as it is now.
    pub fn machine(&self) -> &Machine {
        self.session.machine()
    }

    /// The machine before the last command.
    pub fn before(&self) -> &Machine {
        &self.before
    }

    /// What the session told.
    pub fn trail(&self) -> &Trail {
        &self.trail
    }

    /// Index in the trail's writes from which on they belong to the last command.
    pub fn fresh_from(&self) -> usize {
        self.fresh_from
    }

    /// The furthest step that was reached and whose past still holds.
    pub fn furthest(&self) -> u64 {
        self.furthest
    }

    /// Why the state is what it is, newest cause first; empty where the past is too long to be searched.
    pub fn why(&self) -> &[Link] {
        &self.why
    }

    /// Carries out one command line.
    pub fn send(&mut self, line: &str) -> Echo {
        let echo =
            |answer: String, refused| Echo { command: line.trim().to_owned().into(), answer: answer.into(), refused };
        match parse_line(line).and_then(|command| command.map_or(Ok(String::new()), |command| self.carry_out(&command)))
        {
            Ok(answer) => echo(answer, false),
            Err(error) => echo(in_words(&error), true),
        }
    }

    fn carry_out(&mut self, command: &Command) -> Result<String, ScriptError> {
        let before = self.session.machine().clone();
        let flips = self.trail.flips.len();
        let mut reports = Vec::new();
        self.session.carry_out(command, &mut |report| reports.push(report.clone()))?;
        self.before = before;
        if matches!(command, Command::Generation(_) | Command::Assume(..)) {
            self.trail = Trail::default();
            self.before = self.session.machine().clone();
        }
        self.fresh_from = self.trail.writes.len();
        let mut answer = String::new();
        for report in &reports {
            if let Some(text) = self.take(report, command) {
                answer = text;
            }
        }
        let steps = self.session.machine().steps();
        self.furthest = if matches!(command, Command::Back(_) | Command::Undo | Command::Redo | Command::Step(_)) {
            self.furthest.max(steps)
        } else {
            steps
        };
        if self.trail.flips.len() != flips {
            let timeline = self.session.timeline();
            self.why = if steps <= WHY_MAX { timeline.why(Subject::State) } else { Vec::new() };
        }
        Ok(answer)
    }

    /// Adds a report to the trail; gives what it answers.
    fn take(&mut self, report: &Report, command: &Command) -> Option<String> {
        let step = self.session.machine().steps();
        match report {
            Report::Event(event) => {
                if event.kind == EventKind::Host {
                    self.trail.say(event.step, Said::Host(command.to_string().into()));
                }
                self.trail.add(event);
                if let (Command::Thunk(addr, _), Detail::Landed(_)) = (command, event.detail) {
                    self.trail.from_thunk(*addr);
                }
                // Of a host's action the command already says all, but for the state it may have led to.
                let said = matches!(event.detail, Detail::Host(_));
                Some(if said { event.state.map_or("", RunState::name).to_owned() } else { describe(event) })
            }
            Report::Thunk(step, act) => {
                self.trail.say(*step, Said::Notice(act.to_string().into()));
                None
            }
            Report::Notice(text) => {
                self.trail.say(step, Said::Notice(text.clone().into()));
                Some(text.clone())
            }
            Report::Check { passed, what, why } => {
                let text = if *passed { format!("holds: {what}") } else { why.clone() };
                if !passed {
                    self.trail.say(step, Said::Notice(text.clone().into()));
                }
                Some(text)
            }
            Report::Back(step) => {
                self.trail.cut(*step);
                if matches!(command, Command::Undo) {
                    self.retell(*step);
                }
                self.before = self.session.machine().clone();
                self.fresh_from = self.trail.writes.len();
                Some(format!("at step {step}"))
            }
        }
    }
}

impl Desk {
    /// Tells again what happened at `step`: an action was undone there, and others may hold.
    fn retell(&mut self, step: u64) {
        self.trail.cut_at(step);
        for event in self.session.timeline().events_since(step.saturating_sub(1), RETOLD_MAX) {
            if event.step != step {
                continue;
            }
            if let Detail::Host(input) = event.detail {
                self.trail.say(step, Said::Host(input_text(input).into()));
            }
            self.trail.add(&event);
        }
    }
}

/// An error in one line, with the place of it.
fn in_words(error: &ScriptError) -> String {
    let hint = if error.hint.is_empty() { String::new() } else { format!(" ({})", error.hint) };
    format!("column {}: {}{hint}", error.column, error.message)
}
