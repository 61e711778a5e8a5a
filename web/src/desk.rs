//! A session and its trail: what a command line does, and what it answers. It knows no page and no clock.

use seqbell_script::core::csr::Csr;
use seqbell_script::core::event::Detail;
use seqbell_script::core::facts::Generation;
use seqbell_script::core::timeline::{Link, Subject};
use seqbell_script::core::{Event, EventKind, Machine, Refused, RunState};
use seqbell_script::{Command, Report, ScriptError, Session, describe, parse_line};

use crate::memory::{self, Memory, Place};
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
    /// The column, in characters from 1, that the refusal is about; 0 where nothing was refused.
    pub column: usize,
}

/// A marker of the user in time: where `note` was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marker {
    /// The step.
    pub step: u64,
    /// Its name.
    pub name: Text,
}

/// A session, what it told, and what it looked like before the last command.
#[derive(Clone, Debug)]
pub struct Desk {
    session: Session,
    trail: Trail,
    memory: Memory,
    markers: Vec<Marker>,
    before: Machine,
    stored: u64,
    why: Vec<Link>,
    /// The change of state that `why` explains.
    explained: Option<Event>,
}

/// Steps up to which the cause of a state is looked for at once: the search repeats the whole past. Beyond them the question can be asked
/// beside the page.
const WHY_MAX: u64 = 20_000;
/// Markers kept at once.
const MARKERS_MAX: usize = 200;

impl Desk {
    /// A fresh session.
    ///
    /// # Errors
    /// [`Refused::NoImage`] for Maverick.
    pub fn new(generation: Generation) -> Result<Self, Refused> {
        let session = Session::new(generation)?;
        let before = session.machine().clone();
        Ok(Self {
            session,
            trail: Trail::default(),
            memory: Memory::default(),
            markers: Vec::new(),
            before,
            stored: 0,
            why: Vec::new(),
            explained: None,
        })
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

    /// Whether the last command led to a store into a register.
    pub fn fresh(&self, csr: Csr) -> bool {
        self.trail.stored_since(csr, self.stored)
    }

    /// The furthest step that was reached and whose past still holds.
    pub fn furthest(&self) -> u64 {
        self.session.timeline().furthest()
    }

    /// Where the user set markers, in the order of setting.
    pub fn markers(&self) -> &[Marker] {
        &self.markers
    }

    /// Takes a marker away. The `note` that set it stays in the script.
    pub fn unmark(&mut self, marker: &Marker) {
        self.markers.retain(|other| other != marker);
    }

    /// Why the state is what it is, newest cause first; empty where the past is too long to be searched.
    pub fn why(&self) -> &[Link] {
        &self.why
    }

    /// Carries out one command line.
    pub fn send(&mut self, line: &str) -> Echo {
        let echo = |answer: String, column| Echo {
            command: line.trim().to_owned().into(),
            answer: answer.into(),
            refused: column > 0,
            column,
        };
        match parse_line(line).and_then(|command| command.map_or(Ok(String::new()), |command| self.carry_out(&command)))
        {
            Ok(answer) => echo(answer, 0),
            Err(error) => echo(in_words(&error), error.column.max(1)),
        }
    }

    fn carry_out(&mut self, command: &Command) -> Result<String, ScriptError> {
        let (before, stored) = (self.session.machine().clone(), self.trail.stored);
        let answer = match kind(command) {
            Kind::Steps => self.steps(command)?,
            Kind::Jump => self.jump(command)?,
            Kind::Deed => self.deed(command)?,
        };
        (self.before, self.stored) = match kind(command) {
            Kind::Jump => (self.session.machine().clone(), self.trail.stored),
            Kind::Steps | Kind::Deed => (before, stored.min(self.trail.stored)),
        };
        if anew(command) {
            self.before = self.session.machine().clone();
            self.markers.clear();
        }
        if let Command::Note(name) = command
            && self.markers.len() < MARKERS_MAX
        {
            self.markers.push(Marker { step: self.place().0, name: name.clone().into() });
        }
        Ok(answer)
    }

    /// The steps that a line makes if nothing stops them, for a `step` or `run`.
    pub fn steps_of(line: &str) -> Option<u64> {
        match parse_line(line) {
            Ok(Some(Command::Step(steps) | Command::Run(steps))) => Some(steps),
            Ok(_) | Err(_) => None,
        }
    }

    /// Whether the cause of the state has not been looked for yet.
    pub fn unexplained(&self) -> bool {
        self.trail.flips.last() != self.explained.as_ref()
    }

    /// Looks for the cause of the state, if that is not done. Where the past is long this takes its time.
    pub fn explain(&mut self) {
        let flip = self.trail.flips.last().copied();
        if flip != self.explained {
            let timeline = self.session.timeline();
            let near = flip.is_some() && timeline.machine().steps() <= WHY_MAX;
            self.why = if near { timeline.why(Subject::State) } else { Vec::new() };
            self.explained = flip;
        }
    }

    fn place(&self) -> Place {
        (self.session.machine().steps(), self.session.timeline().acts().len())
    }

    /// What is done now is not what was done here before, if the past is shown.
    fn leave_future(&mut self) {
        let timeline = self.session.timeline();
        if timeline.furthest() > timeline.machine().steps() || !timeline.acts_ahead().is_empty() {
            self.memory.forget_after(self.place());
        }
    }

    /// Steps go into the trail as they are made: there may be many.
    fn steps(&mut self, command: &Command) -> Result<String, ScriptError> {
        self.leave_future();
        let acts = self.place().1;
        let (mut last, mut rest) = (None, Vec::new());
        let Self { session, trail, memory, .. } = self;
        session.carry_on(command, &mut |report| match report {
            Report::Event(event) => {
                trail.add(event);
                memory.offer((event.step, acts), trail);
                last = Some(*event);
            }
            Report::Thunk(..) | Report::Notice(_) | Report::Check { .. } | Report::Back(_) => rest.push(report.clone()),
        })?;
        let answer = last.map(|event| describe(&event));
        let place = self.place();
        Ok(rest.iter().filter_map(|report| self.take(report, place)).last().or(answer).unwrap_or_default())
    }

    /// A move along the history, or to another branch: the trail is made anew for where it leads.
    fn jump(&mut self, command: &Command) -> Result<String, ScriptError> {
        let branch = matches!(command, Command::Branch(_));
        let mut answer = None;
        self.session.carry_on(command, &mut |report| {
            if let Report::Notice(text) = report {
                answer = Some(text.clone());
            }
        })?;
        if branch {
            self.memory = Memory::default();
        }
        self.trail = self.memory.trail(self.session.timeline());
        Ok(answer.unwrap_or_else(|| format!("at step {}", self.place().0)))
    }

    /// Whatever makes no step.
    fn deed(&mut self, command: &Command) -> Result<String, ScriptError> {
        let (start, furthest) = (self.place(), self.furthest());
        let mut reports = Vec::new();
        self.session.carry_on(command, &mut |report| reports.push(report.clone()))?;
        if anew(command) {
            (self.trail, self.memory) = (Trail::default(), Memory::default());
        } else if self.place() != start || self.furthest() != furthest {
            self.memory.forget_after(start);
        }
        let mut place = (self.place().0, start.1.min(self.place().1));
        let mut answer = String::new();
        for report in &reports {
            if let Report::Event(event) = report {
                place.1 += usize::from(event.kind == EventKind::Host);
                memory::add(&mut self.trail, event, self.session.timeline(), place.1);
            }
            if let Some(text) = self.take(report, place) {
                answer = text;
            }
        }
        Ok(answer)
    }

    /// What a report answers. What no event tells goes into the trail and is remembered.
    fn take(&mut self, report: &Report, place: Place) -> Option<String> {
        let (text, kept) = match report {
            Report::Event(event) => {
                // Of a host's action the command already says all, but for the state it may have led to.
                let said = matches!(event.detail, Detail::Host(_));
                let text = if said { event.state.map_or("", RunState::name).to_owned() } else { describe(event) };
                return Some(text);
            }
            Report::Back(step) => return Some(format!("at step {step}")),
            Report::Thunk(_, act) => (act.to_string(), true),
            Report::Notice(text) => (text.clone(), true),
            Report::Check { passed: true, what, .. } => (format!("holds: {what}"), false),
            Report::Check { passed: false, why, .. } => (why.clone(), true),
        };
        if kept {
            let said = Said::Notice(text.clone().into());
            self.trail.say(place.0, said.clone());
            self.memory.say(place, said);
        }
        Some(text).filter(|_| !matches!(report, Report::Thunk(..)))
    }
}

/// How a command touches the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// It makes steps.
    Steps,
    /// It goes elsewhere in it.
    Jump,
    /// It makes none, and may act.
    Deed,
}

fn kind(command: &Command) -> Kind {
    let jumps = matches!(
        command,
        Command::Back(_) | Command::Forth(_) | Command::Undo | Command::Redo | Command::Branch(Some(_))
    );
    let steps =
        matches!(command, Command::Step(_) | Command::Run(_) | Command::Over | Command::Out | Command::Until(..));
    match (jumps, steps) {
        (true, _) => Kind::Jump,
        (false, true) => Kind::Steps,
        (false, false) => Kind::Deed,
    }
}

/// Whether the machine begins anew with it.
fn anew(command: &Command) -> bool {
    matches!(command, Command::Generation(_) | Command::Assume(..))
}

/// An error in one line, with the place of it.
fn in_words(error: &ScriptError) -> String {
    let hint = if error.hint.is_empty() { String::new() } else { format!(" ({})", error.hint) };
    format!("column {}: {}{hint}", error.column, error.message)
}
