//! One line for many: what a clock or a scrubber does again and again stays one command of the session.
//!
//! Lines are joined only where the joined line is the same session: steps that were all made, and moves along one history.

use super::{Session, Sink, Step};
use crate::{Command, ScriptError};

/// The command that the newest line of a session is, as long as more of the same may join it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Open {
    /// Nothing joins it.
    #[default]
    No,
    /// That many steps, all of them made.
    Steps(u64),
    /// That many steps back, from a moment after so many actions.
    Back(u64, usize),
}

impl Session {
    /// Carries out one command as [`Session::carry_out`] does. A `step`, `run`, `back` or `forth` that goes on where the
    /// line before it ended becomes one line with it: the session does not grow while a clock runs.
    ///
    /// # Errors
    /// As [`Session::carry_out`].
    pub fn carry_on(&mut self, command: &Command, sink: Sink) -> Result<(), ScriptError> {
        let acts = self.timeline.acts().len();
        match (command, self.open) {
            (Command::Step(n) | Command::Run(n), open) => {
                let end = self.move_on(*n, sink);
                let before = if let Open::Steps(before) = open { before } else { 0 };
                let all = Some(*n).filter(|_| end == Step::Done).and_then(|n| n.checked_add(before));
                match all {
                    Some(all) if before > 0 => self.replace(Command::Step(all)),
                    Some(_) | None => self.keep(command),
                }
                self.open = all.map_or(Open::No, Open::Steps);
            }
            (Command::Back(n), open) => {
                let gone = self.back(*n, sink);
                match open {
                    Open::Back(before, acts) => self.open_back(before + gone, acts, true),
                    Open::No | Open::Steps(_) if gone > 0 => self.open_back(gone, acts, false),
                    Open::No | Open::Steps(_) => {}
                }
            }
            (Command::Forth(n), Open::Back(before, acts)) => {
                let made = self.forth(*n, sink);
                if made < before {
                    self.open_back(before - made, acts, true);
                } else if made == before && self.timeline.acts().len() == acts {
                    self.commands.pop();
                    self.open = Open::No;
                } else {
                    self.keep(command);
                }
            }
            _ => self.carry_out(command, sink)?,
        }
        Ok(())
    }

    /// A command becomes the newest line.
    pub(super) fn keep(&mut self, command: &Command) {
        self.commands.push(command.to_string().into());
        self.open = Open::No;
    }

    fn replace(&mut self, command: Command) {
        self.commands.pop();
        self.keep(&command);
    }

    fn open_back(&mut self, count: u64, acts: usize, joins: bool) {
        if joins {
            self.commands.pop();
        }
        self.keep(&Command::Back(count));
        self.open = Open::Back(count, acts);
    }
}

#[cfg(test)]
mod tests {
    use crate::{Session, parse_line};
    use seqbell_core::facts::Generation;

    fn after(lines: &[&str]) -> Session {
        let mut session = Session::new(Generation::Cayman).unwrap();
        for line in lines {
            session.carry_on(&parse_line(line).unwrap().unwrap(), &mut |_| {}).unwrap();
        }
        session
    }

    fn check(lines: &[&str], joined: &[&str]) {
        let session = after(lines);
        assert_eq!(session.commands().iter().map(|c| &**c).collect::<Vec<_>>(), joined);
        // The joined lines lead to the same machine, history and future.
        let mut again = Session::new(Generation::Cayman).unwrap();
        again.run_script(&joined.join("\n"), &mut |_| {}).unwrap();
        assert_eq!(again.machine(), session.machine());
        assert_eq!(again.timeline().digest(), session.timeline().digest());
        assert_eq!(again.timeline().acts_ahead(), session.timeline().acts_ahead());
        assert_eq!(again.timeline().branches(), session.timeline().branches());
    }

    #[test]
    fn the_steps_of_a_clock_are_one_line() {
        check(&["step", "step 5", "run 4", "step"], &["step 11"]);
        check(&["step 3", "write start_ctrl 1", "step 2", "step 2"], &["step 3", "write start_ctrl 1", "step 4"]);
    }

    #[test]
    fn a_stop_at_a_breakpoint_keeps_its_line() {
        let lines = ["break step == 7", "step 5", "step 5", "step 5", "step 5"];
        check(&lines, &["break step == 7", "step 5", "step 5", "step 10"]);
        let session = after(&lines);
        assert_eq!(session.machine().steps(), 17);
    }

    #[test]
    fn scrubbing_leaves_one_line_or_none() {
        let head = ["step 20", "write start_ctrl 1", "step 60"];
        check(&[&head[..], &["back 30", "back 40", "forth 20", "back"]].concat(), &[&head[..], &["back 51"]].concat());
        check(&[&head[..], &["back 75", "forth 75"]].concat(), &head);
        check(&[&head[..], &["back 75", "forth 5", "forth 999"]].concat(), &head);
        check(&["step 5", "back 9", "back 9"], &["step 5", "back 5"]);
    }
}
