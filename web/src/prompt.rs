//! The console's text, what could come next in it, the lines that were sent, and pasted lines that wait. Pure: it knows no
//! key and no field, and carries nothing out.

use std::rc::Rc;

use seqbell_script::complete;

use crate::view::Text;

/// Lines that the console can bring back.
const RECALLED_MAX: usize = 200;
/// Lines of one paste.
pub const PASTED_MAX: usize = 4096;

/// Which way to go in a list: the words on offer, or the lines sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Up: an older line, the word above.
    Up,
    /// Down: a newer line, the word below.
    Down,
}

/// What happens to the console.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PromptEdit {
    /// Another text; words are offered only where the caret stands behind it.
    Type {
        /// The whole text.
        text: Text,
        /// Whether the caret is at its end.
        at_end: bool,
    },
    /// Choose another word on offer.
    Choose(Way),
    /// Put a word on offer into the text.
    Accept(usize),
    /// Offer nothing.
    Close,
    /// Bring back another line.
    Recall(Way),
    /// Several lines were pasted behind the text.
    Paste(Text),
    /// Forget the lines that wait.
    Drop,
}

/// The console.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prompt {
    /// The text.
    pub text: Text,
    /// The words that could stand where its last word begins.
    pub words: Vec<Text>,
    /// The chosen one of them.
    pub chosen: Option<usize>,
    /// Pasted lines that have not been sent yet.
    pub waiting: Rc<Vec<Text>>,
    /// How many of them went before.
    pub gone: usize,
    /// A line was refused: those that wait go on after it was put right.
    pub held: bool,
    from: usize,
    sent: Rc<Vec<Text>>,
    recalled: usize,
    draft: Text,
}

impl Prompt {
    /// The console after an edit.
    #[must_use]
    pub fn with(mut self, edit: PromptEdit) -> Self {
        match edit {
            PromptEdit::Type { text, at_end } => {
                self.text = text;
                self.recalled = self.sent.len();
                if at_end { self.offer() } else { self.close() }
            }
            PromptEdit::Choose(way) => self.choose(way),
            PromptEdit::Accept(index) => self.accept(index),
            PromptEdit::Close => self.close(),
            PromptEdit::Recall(way) => self.recall(way),
            PromptEdit::Paste(pasted) => {
                let whole = format!("{}{pasted}", self.text);
                let lines = whole.lines().filter(|line| !line.trim().is_empty()).take(PASTED_MAX);
                self.waiting = Rc::new(lines.map(|line| line.to_owned().into()).collect());
                (self.gone, self.held, self.text) = (0, false, Text::default());
                self.close();
            }
            PromptEdit::Drop => (self.waiting, self.gone, self.held) = (Rc::default(), 0, false),
        }
        self
    }

    /// Lines that wait and have not gone yet.
    pub fn left(&self) -> usize {
        self.waiting.len().saturating_sub(self.gone)
    }

    /// Whether lines are to be sent one after the other.
    pub fn feeds(&self) -> bool {
        !self.held && self.left() > 0
    }

    /// Takes the next line that waits.
    pub fn take_next(&mut self) -> Option<Text> {
        let line = self.waiting.get(self.gone).cloned()?;
        self.gone += 1;
        if self.left() == 0 {
            (self.waiting, self.gone) = (Rc::default(), 0);
        }
        Some(line)
    }

    /// A line was refused: it stands in the field again, to be put right, and what waits goes on waiting.
    pub fn refused(&mut self, line: Text) {
        self.text = line;
        self.held = true;
        self.close();
    }

    /// Lines were sent.
    pub fn remember<'a>(&mut self, lines: impl Iterator<Item = &'a str>) {
        let sent = Rc::make_mut(&mut self.sent);
        for line in lines.map(str::trim).filter(|line| !line.is_empty()) {
            if sent.last().is_none_or(|last| *last != *line) {
                sent.push(line.to_owned().into());
            }
        }
        sent.drain(..sent.len().saturating_sub(RECALLED_MAX));
        self.recalled = self.sent.len();
    }

    /// The lines that can be brought back, oldest first; shared, so that unchanged means the same pointer.
    pub fn sent(&self) -> &Rc<Vec<Text>> {
        &self.sent
    }

    fn offer(&mut self) {
        let (from, words) = complete(&self.text);
        let typed = self.text.get(from..).unwrap_or("");
        let settled = self.text.trim().is_empty() || (words.len() == 1 && words.iter().all(|word| word == typed));
        self.words = if settled { Vec::new() } else { words.into_iter().map(Text::from).collect() };
        (self.from, self.chosen) = (from, None);
    }

    fn close(&mut self) {
        self.words.clear();
        self.chosen = None;
    }

    fn choose(&mut self, way: Way) {
        let Some(last) = self.words.len().checked_sub(1) else { return };
        self.chosen = Some(match (way, self.chosen) {
            (Way::Down, None) => 0,
            (Way::Down, Some(at)) => {
                if at == last {
                    0
                } else {
                    at + 1
                }
            }
            (Way::Up, None | Some(0)) => last,
            (Way::Up, Some(at)) => at - 1,
        });
    }

    fn accept(&mut self, index: usize) {
        let (Some(word), Some(before)) = (self.words.get(index), self.text.get(..self.from)) else { return };
        // Behind a bracket or an equals sign the value follows at once.
        let gap = if word.ends_with(['(', '=']) { "" } else { " " };
        self.text = format!("{before}{word}{gap}").into();
        self.offer();
    }

    fn recall(&mut self, way: Way) {
        if self.recalled == self.sent.len() {
            self.draft = self.text.clone();
        }
        self.recalled = match way {
            Way::Up => self.recalled.saturating_sub(1),
            Way::Down => (self.recalled + 1).min(self.sent.len()),
        };
        self.text = self.sent.get(self.recalled).cloned().unwrap_or_else(|| self.draft.clone());
        self.close();
    }
}

#[cfg(test)]
mod tests {
    use super::{Prompt, PromptEdit, Way};

    fn typed(text: &'static str) -> Prompt {
        Prompt::default().with(PromptEdit::Type { text: text.into(), at_end: true })
    }

    #[test]
    fn words_are_offered_chosen_and_accepted() {
        let prompt = typed("write start_").with(PromptEdit::Choose(Way::Down));
        let first = prompt.words.first().cloned().expect("a register begins so");
        assert!(first.starts_with("start_"), "{first}");
        let prompt = prompt.with(PromptEdit::Accept(0));
        assert_eq!(prompt.text, format!("write {first} "));
        assert!(prompt.words.is_empty(), "a value is not completed");
        assert_eq!(typed("expect tai").with(PromptEdit::Accept(0)).text, "expect tail(");
    }

    #[test]
    fn nothing_is_offered_for_nothing_or_for_a_whole_word() {
        assert!(typed("").words.is_empty() && typed("generation sunda").words.is_empty());
        let within = Prompt::default().with(PromptEdit::Type { text: "wri".into(), at_end: false });
        assert!(within.words.is_empty());
    }

    #[test]
    fn the_list_goes_round() {
        let prompt = typed("r").with(PromptEdit::Choose(Way::Up));
        assert_eq!(prompt.chosen, Some(prompt.words.len() - 1));
        assert_eq!(prompt.with(PromptEdit::Choose(Way::Down)).chosen, Some(0));
    }

    #[test]
    fn a_draft_is_there_again_below_the_newest_line() {
        let mut prompt = typed("wri");
        prompt.remember(["step 3", "step 3", "step 4"].into_iter());
        let up = prompt.with(PromptEdit::Recall(Way::Up)).with(PromptEdit::Recall(Way::Up));
        assert_eq!(up.text, "step 3");
        let down = up.with(PromptEdit::Recall(Way::Down)).with(PromptEdit::Recall(Way::Down));
        assert_eq!(down.text, "wri");
    }

    #[test]
    fn a_paste_waits_line_by_line_behind_what_was_typed() {
        let mut prompt = typed("write ").with(PromptEdit::Paste("start_ctrl 1\n\nstep 2\nstep".into()));
        assert_eq!((prompt.left(), prompt.feeds()), (3, true));
        assert_eq!(prompt.take_next().as_deref(), Some("write start_ctrl 1"));
        prompt.refused("write start_ctrl 1".into());
        assert_eq!((prompt.left(), prompt.feeds()), (2, false));
        assert_eq!(prompt.with(PromptEdit::Drop).left(), 0);
    }
}
