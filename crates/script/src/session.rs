//! A session: a generation, its assumptions, the commands given so far, and the machine they led to.

mod action;
mod check;
mod driver;
mod joined;
mod thunk;
mod undo;

use crate::{Command, Cond, ScriptError, parse_line, parse_script};
use seqbell_core::facts::{Assumptions, Generation};
use seqbell_core::ncfw::walk;
use seqbell_core::{Event, Machine, Refused, Stop, Timeline};
use std::sync::Arc;

/// Breakpoints at once.
const BREAKS_MAX: usize = 64;

/// What a command has to tell, in the order in which it happens.
#[derive(Clone, PartialEq, Debug)]
pub enum Report {
    /// Something happened on the machine.
    Event(Event),
    /// A step of a walk through a doorbell thunk, and how many steps the machine had made.
    Thunk(u64, walk::Step),
    /// Something to know.
    Notice(String),
    /// A check: whether it passed, the line as written, and why not.
    Check {
        /// It passed.
        passed: bool,
        /// The check.
        what: String,
        /// Why it failed; empty if it passed.
        why: String,
    },
    /// The machine went to this step of its history, back or forth.
    Back(u64),
}

/// How many checks passed and failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checks {
    /// Passed.
    pub passed: usize,
    /// Failed.
    pub failed: usize,
}

/// Why a run of steps ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// It made all its steps.
    Done,
    /// A breakpoint was reached.
    Break,
    /// The machine cannot go on.
    Stop(Stop),
}

/// Takes reports.
type Sink<'a> = &'a mut dyn FnMut(&Report);

/// A running session.
#[derive(Clone, Debug)]
pub struct Session {
    generation: Generation,
    assumptions: Assumptions,
    timeline: Timeline,
    /// Shared by copies.
    commands: Vec<Arc<str>>,
    open: joined::Open,
    breaks: Vec<Cond>,
    newest: Option<Event>,
    deeds: undo::Deeds,
    checks: Checks,
}

impl Session {
    /// A fresh session of a generation, under the default assumptions.
    ///
    /// # Errors
    /// [`Refused::NoImage`] for Maverick.
    pub fn new(generation: Generation) -> Result<Self, Refused> {
        let assumptions = Assumptions::default();
        let timeline = Timeline::new(generation, assumptions)?;
        Ok(Self {
            generation,
            assumptions,
            timeline,
            commands: Vec::new(),
            open: joined::Open::default(),
            breaks: Vec::new(),
            newest: None,
            deeds: undo::Deeds::default(),
            checks: Checks::default(),
        })
    }

    /// The generation.
    pub fn generation(&self) -> Generation {
        self.generation
    }

    /// The assumptions.
    pub fn assumptions(&self) -> &Assumptions {
        &self.assumptions
    }

    /// The machine as it is now.
    pub fn machine(&self) -> &Machine {
        self.timeline.machine()
    }

    /// The history.
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// The commands given since the machine was made, as they are written.
    pub fn commands(&self) -> &[Arc<str>] {
        &self.commands
    }

    /// The session as a script: the generation, the assumptions that are not the usual ones, and every command since.
    pub fn to_script(&self) -> String {
        let mut lines = vec![Command::Generation(self.generation).to_string()];
        lines.extend(
            self.assumptions.changed().map(|switch| Command::Assume(switch, self.assumptions.get(switch)).to_string()),
        );
        let own = |line: &&Arc<str>| !line.starts_with("generation ") && !line.starts_with("assume ");
        lines.extend(self.commands.iter().filter(own).map(ToString::to_string));
        lines.push(String::new());
        lines.join("\n")
    }

    /// The breakpoints.
    pub fn breaks(&self) -> &[Cond] {
        &self.breaks
    }

    /// The newest event.
    pub fn newest(&self) -> Option<&Event> {
        self.newest.as_ref()
    }

    /// The checks so far.
    pub fn checks(&self) -> Checks {
        self.checks
    }

    /// Runs a whole script. It is read to its end before anything is done.
    ///
    /// # Errors
    /// The first line that is not understood, or that the machine refuses.
    pub fn run_script(&mut self, text: &str, sink: Sink) -> Result<Checks, ScriptError> {
        for (line, command) in parse_script(text)? {
            self.carry_out(&command, sink).map_err(|e| e.at_line(line))?;
        }
        Ok(self.checks)
    }

    /// Carries out one line.
    ///
    /// # Errors
    /// What is wrong with it, or why the machine refuses it; nothing is changed then.
    pub fn exec(&mut self, line: &str, sink: Sink) -> Result<(), ScriptError> {
        match parse_line(line)? {
            Some(command) => self.carry_out(&command, sink),
            None => Ok(()),
        }
    }

    /// Carries out one command.
    ///
    /// # Errors
    /// Why the machine refuses it; nothing is changed then.
    pub fn carry_out(&mut self, command: &Command, sink: Sink) -> Result<(), ScriptError> {
        let acts = self.timeline.acts().len();
        let refused = |r: Refused| ScriptError::new(verb_width(command) + 2, r.to_string(), hint_for(&r));
        match command {
            Command::Generation(g) => self.restart(*g, self.assumptions, sink).map_err(refused)?,
            Command::Assume(switch, option) => {
                let mut assumptions = self.assumptions;
                assumptions.set(*switch, *option);
                self.restart(self.generation, assumptions, sink).map_err(refused)?;
            }
            Command::Step(n) | Command::Run(n) => drop(self.move_on(*n, sink)),
            Command::Over => self.out_of(self.machine().frames().depth(), sink),
            Command::Out => self.out_of(self.machine().frames().depth().saturating_sub(1), sink),
            Command::Back(n) => drop(self.back(*n, sink)),
            Command::Forth(n) => drop(self.forth(*n, sink)),
            Command::Undo => self.undo(sink)?,
            Command::Redo => self.redo(sink)?,
            Command::Until(cond, max) => self.until(command, &self.resolve(cond).map_err(refused)?, *max, sink),
            Command::Break(cond) => {
                if self.breaks.len() >= BREAKS_MAX {
                    return Err(ScriptError::new(
                        1,
                        format!("{BREAKS_MAX} breakpoints are set already"),
                        "`clear` removes them",
                    ));
                }
                let cond = self.resolve(cond).map_err(refused)?;
                self.breaks.push(cond);
            }
            Command::Clear(None) => self.breaks.clear(),
            Command::Clear(Some(cond)) => {
                let cond = self.resolve(cond).map_err(refused)?;
                let before = self.breaks.len();
                self.breaks.retain(|stands| *stands != cond);
                if self.breaks.len() == before {
                    return Err(ScriptError::new(1, "no breakpoint has this condition", "`clear` alone removes all"));
                }
            }
            Command::Branch(name) => self.branch(name.as_deref(), sink)?,
            Command::Expect(cond) => self.expect(command, &self.resolve(cond).map_err(refused)?, sink),
            Command::Refused(inner) => self.refused(command, inner, sink),
            Command::Note(text) => sink(&Report::Notice(text.clone())),
            Command::Thunk(addr, to) => self.thunk(*addr, *to, sink).map_err(refused)?,
            Command::Driver(drive) => self.drive(*drive, sink).map_err(refused)?,
            Command::Trigger(signal) => self.trigger(*signal, sink).map_err(refused)?,
            Command::Reset
            | Command::Write(..)
            | Command::Read(_)
            | Command::Pc(_)
            | Command::Remote(..)
            | Command::Queue { .. }
            | Command::Surprise(_)
            | Command::Drain
            | Command::Fault(_)
            | Command::Ring(..)
            | Command::Poke(..)
            | Command::Setup { .. }
            | Command::Consume(..)
            | Command::Rate(..) => {
                if let Some(input) = self.input(command).map_err(refused)? {
                    let event = self.timeline.apply(input).map_err(refused)?;
                    self.report(event, sink);
                }
            }
        }
        self.deeds.note(command, acts, self.timeline.acts().len());
        self.keep(command);
        Ok(())
    }

    /// Another generation or another assumption is another machine (rule R15).
    fn restart(&mut self, generation: Generation, assumptions: Assumptions, sink: Sink) -> Result<(), Refused> {
        let timeline = Timeline::new(generation, assumptions)?;
        let acted = self.timeline.machine().steps() > 0 || !self.timeline.acts().is_empty();
        if acted {
            sink(&Report::Notice(
                "the machine starts again: a generation and its assumptions hold for a whole session".to_owned(),
            ));
            self.commands.clear();
        }
        (self.generation, self.assumptions, self.timeline, self.newest) = (generation, assumptions, timeline, None);
        Ok(())
    }

    fn report(&mut self, event: Event, sink: Sink) {
        self.newest = Some(event);
        sink(&Report::Event(event));
        if let Some(warning) = event.warning {
            sink(&Report::Notice(warning.text().to_owned()));
        }
    }

    /// At most `max` steps, or fewer where `stop` says so after a step.
    fn steps(&mut self, max: u64, sink: Sink, mut stop: impl FnMut(&Machine, &Event) -> bool) -> Step {
        let mut held: Vec<bool> =
            self.breaks.iter().map(|b| b.ask(self.machine(), self.newest.as_ref()).holds()).collect();
        for _ in 0..max {
            let event = match self.timeline.step() {
                Ok(event) => event,
                Err(stop) => return Step::Stop(stop),
            };
            self.report(event, sink);
            if stop(self.timeline.machine(), &event) {
                return Step::Done;
            }
            // A breakpoint stops where its condition becomes true, so going on from one always moves.
            let mut hit = false;
            for (condition, before) in self.breaks.iter().zip(&mut held) {
                let now = condition.ask(self.timeline.machine(), Some(&event)).holds();
                hit |= now && !*before;
                *before = now;
            }
            if hit {
                return Step::Break;
            }
        }
        Step::Done
    }

    fn move_on(&mut self, count: u64, sink: Sink) -> Step {
        let end = self.steps(count, sink, |_, _| false);
        self.tell(end, sink);
        end
    }

    fn tell(&self, end: Step, sink: Sink) {
        match end {
            Step::Done => {}
            Step::Break => {
                sink(&Report::Notice(format!("stopped at a breakpoint after step {}", self.machine().steps())))
            }
            Step::Stop(stop) => sink(&Report::Notice(format!("the machine stops: {stop}"))),
        }
    }

    /// Steps until no more than `depth` calls are open.
    fn out_of(&mut self, depth: usize, sink: Sink) {
        let end = self.steps(crate::command::LIMIT, sink, |machine, _| machine.frames().depth() <= depth);
        if end == Step::Done && self.machine().frames().depth() > depth {
            sink(&Report::Notice(format!("still inside after {} steps", crate::command::LIMIT)));
        }
        self.tell(end, sink);
    }

    /// Returns how many steps it went.
    fn back(&mut self, count: u64, sink: Sink) -> u64 {
        let gone = self.timeline.back(count);
        self.newest = None;
        sink(&Report::Back(self.machine().steps()));
        gone
    }

    /// Returns how many steps it went.
    fn forth(&mut self, count: u64, sink: Sink) -> u64 {
        let made = self.timeline.forth(count);
        self.newest = None;
        sink(&Report::Back(self.machine().steps()));
        made
    }

    fn branch(&mut self, name: Option<&str>, sink: Sink) -> Result<(), ScriptError> {
        let Some(name) = name else {
            let others = self.timeline.branches().iter().map(|b| format!("{} (step {})", b.name, b.steps));
            let all: Vec<String> =
                std::iter::once(format!("{} (here, step {})", self.timeline.name(), self.machine().steps()))
                    .chain(others)
                    .collect();
            sink(&Report::Notice(format!("branches: {}", all.join(", "))));
            return Ok(());
        };
        if !self.timeline.branch(name) {
            return Err(ScriptError::new(1, "too many branches are kept already", ""));
        }
        self.newest = None;
        sink(&Report::Back(self.machine().steps()));
        Ok(())
    }
}

/// Characters of the verb, to point behind it.
fn verb_width(command: &Command) -> usize {
    command.to_string().split(' ').next().map_or(0, str::len)
}

fn hint_for(refused: &Refused) -> &'static str {
    match refused {
        Refused::NoImage(_) => "generations that run are sunda, cayman, mariana and mariana_plus",
        Refused::Unknown(_) => "what nobody has recovered is not given a value",
        Refused::NoRegister { .. } | Refused::NoAddress { .. } | Refused::Range { .. } | Refused::Rule(_) => "",
    }
}
