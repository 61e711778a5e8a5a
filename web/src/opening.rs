//! A script on its way to become the session: read to its end first, then carried out line by line on a desk of its own, so
//! that the session that stands on the page is not touched before the new one is whole.

use seqbell_script::core::facts::Generation;
use seqbell_script::{Command, ScriptError, parse_script};

use crate::desk::Desk;
use crate::view::Text;

/// Steps that one turn makes at most of a command that counts them.
const STEPS_MAX: u64 = 4096;

/// Where a script comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A link.
    Link,
    /// A file, or pasted text.
    Script,
    /// A scenario of the gallery, by name.
    Scenario(Text),
    /// The session of the last visit.
    Restored,
    /// The session that stood here before.
    Previous,
    /// The session after a crash; the line that was being run is left out.
    Restarted(Text),
}

impl Source {
    /// What was opened, in words.
    pub fn words(&self) -> String {
        match self {
            Self::Link => "the link".into(),
            Self::Script => "the script".into(),
            Self::Scenario(name) => format!("the scenario {name}"),
            Self::Restored => "the session of the last visit".into(),
            Self::Previous => "the session before".into(),
            Self::Restarted(_) => "the session as it was before the page stopped".into(),
        }
    }
}

/// A script on its way.
#[derive(Clone, Debug)]
pub struct Opening {
    /// Where it comes from.
    pub source: Source,
    desk: Desk,
    commands: Vec<(usize, Command)>,
    next: usize,
    /// Steps left of the command that is being carried out.
    left: u64,
}

/// What became of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// There is more to do.
    More,
    /// All is done.
    Done,
}

impl Opening {
    /// Reads a script.
    ///
    /// # Errors
    /// A sentence for the first line that is not understood.
    pub fn new(script: &str, source: Source) -> Result<Self, String> {
        let commands = parse_script(script).map_err(|error| in_words(&error))?;
        let desk = Desk::new(Generation::Cayman).map_err(|refused| refused.to_string())?;
        Ok(Self { source, desk, commands, next: 0, left: 0 })
    }

    /// How much is done, in percent.
    pub fn percent(&self) -> usize {
        (self.next * 100).checked_div(self.commands.len()).unwrap_or(100)
    }

    /// Carries out the next command, or the next steps of a long one.
    ///
    /// # Errors
    /// A sentence for a line that the machine refuses.
    pub fn turn(&mut self) -> Result<Turn, String> {
        let Some((line, command)) = self.commands.get(self.next) else { return Ok(Turn::Done) };
        if let Some(count) = counted(command) {
            let wanted = if self.left == 0 { count } else { self.left }.min(STEPS_MAX);
            let before = self.desk.machine().steps();
            let echo = self.desk.send(&format!("step {wanted}"));
            let whole = self.desk.machine().steps() == before + wanted && !echo.refused;
            self.left = if self.left == 0 { count } else { self.left } - wanted;
            if whole && self.left > 0 {
                return Ok(Turn::More);
            }
            self.left = 0;
        } else {
            let echo = self.desk.send(&command.to_string());
            if echo.refused {
                return Err(format!("Line {line}, {}", echo.answer));
            }
        }
        self.next += 1;
        Ok(if self.next < self.commands.len() { Turn::More } else { Turn::Done })
    }

    /// The desk that it led to.
    pub fn into_desk(self) -> Desk {
        self.desk
    }
}

/// The steps of a command that only counts them.
fn counted(command: &Command) -> Option<u64> {
    if let Command::Step(count) | Command::Run(count) = command {
        Some(*count).filter(|count| *count > STEPS_MAX)
    } else {
        None
    }
}

fn in_words(error: &ScriptError) -> String {
    let hint = if error.hint.is_empty() { String::new() } else { format!(" ({})", error.hint) };
    format!("Line {}, column {}: {}{hint}", error.line, error.column, error.message)
}

#[cfg(test)]
mod tests {
    use super::{Opening, Source, Turn};

    fn whole(script: &str) -> Result<crate::desk::Desk, String> {
        let mut opening = Opening::new(script, Source::Script)?;
        while opening.turn()? == Turn::More {}
        Ok(opening.into_desk())
    }

    #[test]
    fn a_script_leads_to_the_machine_that_its_commands_lead_to() {
        let script = "write start_ctrl 1\nrun 9000\nback 3\n";
        let desk = whole(script).expect("the script is fine");
        let mut direct = crate::desk::Desk::new(seqbell_script::core::facts::Generation::Cayman).expect("Cayman runs");
        for line in script.lines() {
            direct.send(line);
        }
        assert_eq!(desk.machine(), direct.machine());
        assert_eq!(desk.machine().steps(), 8997);
    }

    #[test]
    fn a_long_run_made_in_turns_is_one_line_of_the_session() {
        let script = "generation cayman\nwrite start_ctrl 1\nstep 9000\n";
        assert_eq!(whole(script).expect("the script is fine").session().to_script(), script);
    }

    #[test]
    fn a_breakpoint_ends_a_long_run_for_good() {
        let desk = whole("break step == 5000\nrun 20000").expect("the script is fine");
        assert_eq!(desk.machine().steps(), 5000);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        assert!(whole("step 3\nfrobnicate").is_err_and(|why| why.starts_with("Line 2, column 1: ")));
        assert!(whole("generation maverick").is_err_and(|why| why.starts_with("Line 1, ")));
        assert!(whole("").is_ok_and(|desk| desk.machine().steps() == 0));
    }
}
