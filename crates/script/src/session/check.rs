//! Checks: `until`, `expect` and `refused`, counted as passed or failed.

use super::{Report, Session, Sink, Step};
use crate::cond::Truth;
use crate::{Command, Cond};

impl Session {
    pub(super) fn until(&mut self, command: &Command, cond: &Cond, max: u64, sink: Sink) {
        let ask = |session: &Self| cond.ask(session.machine(), session.newest.as_ref());
        let mut end = Step::Done;
        if !ask(self).holds() {
            end = self.steps(max, sink, |machine, event| cond.ask(machine, Some(event)).holds());
        }
        let why = match (ask(self), end) {
            (Truth::Yes, _) => String::new(),
            (_, Step::Stop(stop)) => format!("the machine stops: {stop}"),
            (_, Step::Break) => format!("a breakpoint came first, after step {}", self.machine().steps()),
            (Truth::No(why) | Truth::Unknown(why), Step::Done) => format!("not within {max} steps: {why}"),
        };
        self.check(command, why, sink);
    }

    pub(super) fn expect(&mut self, command: &Command, cond: &Cond, sink: Sink) {
        let why = match cond.ask(self.machine(), self.newest.as_ref()) {
            Truth::Yes => String::new(),
            Truth::No(why) => why,
            Truth::Unknown(why) => format!("{why}: nobody can say whether this holds"),
        };
        self.check(command, why, sink);
    }

    /// Passes if the inner command is refused; it is tried on a copy, so that nothing changes either way.
    pub(super) fn refused(&mut self, command: &Command, inner: &Command, sink: Sink) {
        let mut copy = self.clone();
        let why = match copy.carry_out(inner, &mut |_| {}) {
            Err(_) => String::new(),
            Ok(()) => format!("`{inner}` was not refused"),
        };
        self.check(command, why, sink);
    }

    fn check(&mut self, command: &Command, why: String, sink: Sink) {
        let passed = why.is_empty();
        *(if passed { &mut self.checks.passed } else { &mut self.checks.failed }) += 1;
        sink(&Report::Check { passed, what: command.to_string(), why });
    }
}
