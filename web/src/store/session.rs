//! The store's half of a visit: a script takes the place of the session, and pasted lines are sent one by one.

use std::rc::Rc;

use super::Store;
use crate::opening::{Source, Turn};
use crate::prompt::PromptEdit;
use crate::visit::{Kept, VisitEdit, opened};

impl Store {
    /// Whether something is waiting to be carried out in slices.
    pub fn feeds(&self) -> bool {
        self.visit.opening.is_some() || (self.prompt.feeds() && self.pace.goal.is_none())
    }

    /// Sends what stands in the console. What is refused stays there, to be put right; what waits behind it goes on after that.
    pub(super) fn submit(&mut self) {
        let line = std::mem::take(&mut self.prompt.text);
        self.prompt.held = false;
        if line.trim().is_empty() {
            return;
        }
        self.send(&line);
        self.prompt = std::mem::take(&mut self.prompt).with(PromptEdit::Close);
        if self.echo.refused {
            self.prompt.refused(line);
        }
    }

    /// Edits the visit. True if what the page shows of the machine may have changed.
    pub(super) fn edit_visit(&mut self, edit: VisitEdit) -> bool {
        if let VisitEdit::Feed(lines) = edit {
            return self.feed(lines);
        }
        if matches!(edit, VisitEdit::Open(..)) {
            self.play(false);
        }
        self.visit.edit(edit);
        false
    }

    fn feed(&mut self, lines: usize) -> bool {
        if self.visit.opening.is_none() {
            return self.feed_pasted(lines);
        }
        for _ in 0..lines {
            let Some(opening) = &mut self.visit.opening else { return false };
            match opening.turn() {
                Ok(Turn::More) => {}
                Ok(Turn::Done) => {
                    self.take_over();
                    return true;
                }
                Err(why) => {
                    let what = opening.source.words();
                    self.visit.complain(format!("Opening {what} ended. {why}"));
                    return false;
                }
            }
        }
        false
    }

    /// Pasted lines, up to the first that is refused: that one stands in the console again.
    fn feed_pasted(&mut self, lines: usize) -> bool {
        for _ in 0..lines {
            // What stands behind a long run waits for it.
            if self.pace.goal.is_some() {
                break;
            }
            let Some(line) = self.prompt.take_next() else { break };
            self.send(&line);
            if self.echo.refused {
                self.prompt.refused(line);
                break;
            }
        }
        true
    }

    /// What was opened becomes the session; the one that stood here can be had back.
    fn take_over(&mut self) {
        let Some(opening) = self.visit.opening.take() else { return };
        let source = opening.source.clone();
        let before = std::mem::replace(&mut self.desk, Rc::new(opening.into_desk()));
        let back = match source {
            Source::Previous | Source::Restored | Source::Restarted(_) => true,
            Source::Link | Source::Script | Source::Scenario(_) => false,
        };
        if back {
            self.visit.kept = None;
        }
        if self.visit.acted > 0 && !before.session().commands().is_empty() {
            self.visit.kept = Some(Kept::of(&before, Source::Previous));
        }
        self.visit.notice = Some(opened(&source, &self.desk));
        // One's own session is worth keeping as it is; another's only when something was done to it.
        self.visit.acted = u64::from(back);
        self.echo = Default::default();
        self.keep_target();
    }
}
