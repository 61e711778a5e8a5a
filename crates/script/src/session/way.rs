//! A command that makes steps, carried out in one go or in parts: who must not wait for all of it is free between two parts.

use super::joined::Open;
use super::{Report, Session, Sink, Step, refused};
use crate::command::LIMIT;
use crate::cond::Truth;
use crate::{Command, Cond, ScriptError};

/// What ends the steps before all are made.
#[derive(Clone, PartialEq, Debug)]
enum Goal {
    /// Nothing that the command names.
    None,
    /// A condition that holds.
    Cond(Cond),
    /// No more than so many open calls.
    Depth(usize),
}

/// A command on its way.
#[derive(Clone, PartialEq, Debug)]
pub struct Way {
    command: Command,
    goal: Goal,
    /// Steps made since something else was done.
    made: u64,
    /// Steps still to be made at most.
    left: u64,
}

impl Way {
    /// Steps that it still makes at most.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// The command that leads to the same from where the steps began that were made.
    fn line(&self) -> Command {
        let whole = self.made + self.left;
        match &self.command {
            Command::Step(_) => Command::Step(whole),
            Command::Run(_) => Command::Run(whole),
            Command::Until(cond, _) => Command::Until(cond.clone(), whole),
            command if whole == LIMIT => command.clone(),
            _ => Command::Step(self.made),
        }
    }
}

impl Session {
    /// The way of a command that makes steps; none for any other.
    ///
    /// # Errors
    /// As [`Session::carry_out`].
    pub fn way(&self, command: &Command) -> Result<Option<Way>, ScriptError> {
        let depth = self.machine().frames().depth();
        let (goal, left) = match command {
            Command::Step(count) | Command::Run(count) => (Goal::None, *count),
            Command::Until(cond, max) => (Goal::Cond(self.resolve(cond).map_err(|r| refused(command, &r))?), *max),
            Command::Over => (Goal::Depth(depth), LIMIT),
            Command::Out => (Goal::Depth(depth.saturating_sub(1)), LIMIT),
            _ => return Ok(None),
        };
        Ok(Some(Way { command: command.clone(), goal, made: 0, left }))
    }

    /// Goes on along a way for at most so many steps. True at its end; until then what was made stands as a line of steps, so
    /// that a way may be left at any time.
    pub fn go_on(&mut self, way: &mut Way, steps: u64, sink: Sink) -> bool {
        if self.open != Open::Way(way.made) {
            way.made = 0;
        }
        let parts = way.made > 0;
        let before = self.machine().steps();
        let most = steps.min(way.left);
        let end = match &way.goal {
            Goal::None => self.steps(most, sink, |_, _| false),
            Goal::Cond(cond) if cond.ask(self.machine(), self.newest.as_ref()).holds() => Step::Done,
            Goal::Cond(cond) => self.steps(most, sink, |machine, event| cond.ask(machine, Some(event)).holds()),
            Goal::Depth(depth) => self.steps(most, sink, |machine, _| machine.frames().depth() <= *depth),
        };
        let made = self.machine().steps() - before;
        (way.made, way.left) = (way.made + made, way.left - made);
        let there = match &way.goal {
            Goal::None => false,
            Goal::Cond(cond) => cond.ask(self.machine(), self.newest.as_ref()).holds(),
            Goal::Depth(depth) => self.machine().frames().depth() <= *depth,
        };
        let ended = there || end != Step::Done || way.left == 0;
        if parts {
            self.commands.pop();
        }
        if ended {
            self.arrive(way, end, sink);
            self.keep(&way.line());
        } else {
            self.keep(&Command::Step(way.made));
            self.open = Open::Way(way.made);
        }
        ended
    }

    /// Tells how a way ended.
    fn arrive(&mut self, way: &Way, end: Step, sink: Sink) {
        match &way.goal {
            Goal::None => self.tell(end, sink),
            Goal::Depth(depth) => {
                if end == Step::Done && self.machine().frames().depth() > *depth {
                    sink(&Report::Notice(format!("still inside after {LIMIT} steps")));
                }
                self.tell(end, sink);
            }
            Goal::Cond(cond) => {
                let why = match (cond.ask(self.machine(), self.newest.as_ref()), end) {
                    (Truth::Yes, _) => String::new(),
                    (_, Step::Stop(stop)) => format!("the machine stops: {stop}"),
                    (_, Step::Break) => format!("a breakpoint came first, after step {}", self.machine().steps()),
                    (Truth::No(why) | Truth::Unknown(why), Step::Done) => {
                        format!("not within {} steps: {why}", way.made + way.left)
                    }
                };
                self.check(&way.line(), why, sink);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Session, parse_line};
    use seqbell_core::facts::Generation;

    /// A line in one go, and in parts of so many steps, lead to the same session and the same reports but those of events.
    fn check(before: &[&str], line: &str, steps: u64) {
        let mut whole = Session::new(Generation::Cayman).unwrap();
        let mut told = Vec::new();
        whole.run_script(&before.join("\n"), &mut |_| {}).unwrap();
        let mut parts = whole.clone();
        let command = parse_line(line).unwrap().unwrap();
        whole.carry_out(&command, &mut |report| told.push(report.clone())).unwrap();
        let mut way = parts.way(&command).unwrap().unwrap();
        let mut told_in_parts = Vec::new();
        while !parts.go_on(&mut way, steps, &mut |report| told_in_parts.push(report.clone())) {
            // Whatever stands meanwhile is a session.
            let mut again = Session::new(Generation::Cayman).unwrap();
            again.run_script(&parts.to_script(), &mut |_| {}).unwrap();
            assert_eq!(again.machine(), parts.machine(), "{line}");
        }
        assert_eq!(told_in_parts, told, "{line}");
        assert_eq!(parts.to_script(), whole.to_script());
        assert_eq!(parts.machine(), whole.machine(), "{line}");
        assert_eq!(parts.checks(), whole.checks());
    }

    #[test]
    fn parts_are_the_whole() {
        for steps in [40, 64, 5000] {
            check(&[], "step 300", steps);
            check(&["write start_ctrl 1"], "until state == RUNNING", steps);
            check(&["write start_ctrl 1"], "until state == HALTED max 900", steps);
            check(&["break step == 100"], "run 700", steps);
            check(&["break step == 100"], "until step == 400", steps);
            check(&["write start_ctrl 1", "step 25"], "out", steps);
            check(&["write start_ctrl 1", "step 25"], "over", steps);
        }
    }

    #[test]
    fn who_does_something_else_on_the_way_has_a_session_too() {
        let mut session = Session::new(Generation::Cayman).unwrap();
        let far = parse_line("until step == 500 max 800").unwrap().unwrap();
        let mut way = session.way(&far).unwrap().unwrap();
        assert!(!session.go_on(&mut way, 100, &mut |_| {}));
        session.exec("write start_ctrl 1", &mut |_| {}).unwrap();
        while !session.go_on(&mut way, 100, &mut |_| {}) {}
        let lines: Vec<&str> = session.commands().iter().map(|line| &**line).collect();
        assert_eq!(lines, ["step 100", "write start_ctrl 1", "until step == 500 max 700"]);
        assert_eq!(session.machine().steps(), 500);
    }
}
