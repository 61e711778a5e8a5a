//! `undo` and `redo`: the actions of the present branch, command by command. It knows no text beyond the commands' own.

use super::{Report, Session, Sink};
use crate::{Command, ScriptError, input_text};

/// A command that acted.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Deed {
    /// Actions before it.
    from: usize,
    /// Actions it made.
    made: usize,
    /// As it is written.
    text: String,
}

/// Which actions belong to one command. Actions of a branch that was left and found again count one by one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Deeds {
    done: Vec<Deed>,
    undone: Vec<Deed>,
}

impl Deeds {
    /// A command was carried out; there were `before` actions, and now there are `now`.
    pub(super) fn note(&mut self, command: &Command, before: usize, now: usize) {
        if matches!(command, Command::Undo | Command::Redo) {
            return;
        }
        if matches!(command, Command::Generation(_) | Command::Assume(..) | Command::Branch(Some(_))) {
            *self = Self::default();
        } else if now > before {
            self.undone.clear();
            self.done.push(Deed { from: before, made: now - before, text: command.to_string() });
        } else if now < before {
            self.done.retain(|deed| deed.from < now);
        }
    }
}

impl Session {
    /// The command that `undo` takes back, as it is written.
    pub fn undoable(&self) -> Option<String> {
        self.last_deed().map(|deed| deed.text)
    }

    /// The command that `redo` does again, as it is written.
    pub fn redoable(&self) -> Option<String> {
        let act = self.timeline.undone()?;
        let acts = self.timeline.acts().len();
        let deed = self.deeds.undone.last().filter(|deed| deed.from == acts);
        Some(deed.map_or_else(|| input_text(act.input), |deed| deed.text.clone()))
    }

    fn last_deed(&self) -> Option<Deed> {
        let acts = self.timeline.acts();
        let last = acts.last()?;
        let known = self.deeds.done.last().filter(|deed| deed.from + deed.made == acts.len());
        Some(known.cloned().unwrap_or_else(|| Deed { from: acts.len() - 1, made: 1, text: input_text(last.input) }))
    }

    /// Takes back the last command that acted.
    pub(super) fn undo(&mut self, sink: Sink) -> Result<(), ScriptError> {
        let nothing = || ScriptError::new(1, "nothing has been done that could be undone", "`back` undoes steps");
        let deed = self.last_deed().ok_or_else(nothing)?;
        self.deeds.done.retain(|done| done.from < deed.from);
        while self.timeline.acts().len() > deed.from && self.timeline.undo() {}
        self.deeds.undone.push(deed);
        self.newest = None;
        sink(&Report::Back(self.machine().steps()));
        Ok(())
    }

    /// Does again what was taken back last, and makes the steps up to it.
    pub(super) fn redo(&mut self, sink: Sink) -> Result<(), ScriptError> {
        let nothing = || ScriptError::new(1, "nothing was undone that could be done again", "");
        let text = self.redoable().ok_or_else(nothing)?;
        let from = self.timeline.acts().len();
        let known = self.deeds.undone.last().filter(|deed| deed.from == from).map(|deed| deed.made);
        let made = known.unwrap_or(1);
        for _ in 0..made {
            let Some(act) = self.timeline.undone() else { break };
            while self.machine().steps() < act.step {
                let Ok(event) = self.timeline.step() else { break };
                self.report(event, sink);
            }
            let event = self.timeline.apply(act.input);
            let event = event.map_err(|refused| ScriptError::new(1, refused.to_string(), ""))?;
            self.report(event, sink);
        }
        if known.is_some() {
            self.deeds.undone.pop();
        }
        self.deeds.done.push(Deed { from, made, text });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::Session;
    use seqbell_core::facts::Generation;

    fn after(lines: &[&str]) -> Session {
        let mut session = Session::new(Generation::Cayman).unwrap();
        for line in lines {
            session.exec(line, &mut |_| {}).unwrap_or_else(|e| panic!("{line}: {e}"));
        }
        session
    }

    #[test]
    fn what_is_undone_is_as_if_it_had_not_been_done() {
        let lines = ["remote 5 0x4", "step 30", "write start_ctrl 1"];
        let before = after(&lines[..2]);
        let undone = after(&[&lines[..], &["step 9", "undo"]].concat());
        assert_eq!(undone.machine(), before.machine());
        assert_eq!(undone.timeline().digest(), before.timeline().digest());
        assert_eq!(
            (undone.undoable().as_deref(), undone.redoable().as_deref()),
            (Some("remote 5 4"), Some("write start_ctrl 1"))
        );
        let redone = after(&[&lines[..], &["step 9", "undo", "undo", "redo", "redo"]].concat());
        assert_eq!(redone.timeline().digest(), after(&lines).timeline().digest());
        assert_eq!(redone.redoable(), None);
    }

    #[test]
    fn a_command_of_many_writes_is_undone_whole() {
        let setup = "driver setup m2s engine=0 queue=1 base=0x10000 length=64";
        let done = after(&[setup]);
        assert!(done.timeline().acts().len() > 1, "the order is several writes");
        let undone = after(&[setup, "undo"]);
        assert_eq!(undone.timeline().acts(), []);
        assert_eq!(undone.redoable().as_deref(), Some(setup));
        assert_eq!(after(&[setup, "undo", "redo"]).timeline().digest(), done.timeline().digest());
    }

    #[test]
    fn what_was_undone_is_kept_as_a_branch() {
        let session = after(&["write start_ctrl 1", "step 5", "undo", "remote 5 0x4"]);
        assert_eq!(session.timeline().branches().iter().map(|b| b.acts.len()).collect::<Vec<_>>(), [1]);
        assert_eq!(session.redoable(), None);
        let mut session = session;
        assert!(session.exec("redo", &mut |_| {}).is_err());
        session.exec("undo", &mut |_| {}).unwrap();
        assert!(session.exec("undo", &mut |_| {}).is_err());
    }

    #[test]
    fn a_script_with_undo_is_the_same_session_again() {
        let session = after(&[
            "write start_ctrl 1",
            "step 40",
            "back 20",
            "undo",
            "redo",
            "step 3",
            "remote 7 1",
            "undo",
            "undo",
        ]);
        let mut again = Session::new(Generation::Cayman).unwrap();
        again.run_script(&session.to_script(), &mut |_| {}).unwrap();
        assert_eq!(again.machine(), session.machine());
        assert_eq!(again.timeline().branches(), session.timeline().branches());
    }
}
