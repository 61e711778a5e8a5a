//! One visit to the page: the script that is being opened, the session that could be restored, what there is to say about
//! either, and which sheets are open. Pure: it knows no storage, no address and no clock.

use std::rc::Rc;

use crate::desk::Desk;
use crate::opening::{Opening, Source};
use crate::view::Text;

/// A session that is not on the page, and could be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The session.
    pub script: Text,
    /// How many commands it has.
    pub commands: usize,
    /// The state it led to.
    pub state: Text,
    /// Where it was.
    pub source: Source,
}

/// The mark of the line that says how a stored session ended; a comment of the language.
const MARK: &str = "# seqbell: ";

impl Kept {
    /// The session of a desk.
    pub fn of(desk: &Desk, source: Source) -> Self {
        let session = desk.session();
        Self {
            script: session.to_script().into(),
            commands: session.commands().len(),
            state: desk.machine().state().name().into(),
            source,
        }
    }

    /// As it is stored: a comment, then the script.
    pub fn text(&self) -> String {
        format!("{MARK}{} {}\n{}", self.commands, self.state, self.script)
    }

    /// A stored session, if it is one.
    pub fn from_text(text: &str, source: Source) -> Option<Self> {
        let (head, script) = text.split_once('\n')?;
        let (commands, state) = head.strip_prefix(MARK)?.split_once(' ')?;
        let commands = commands.parse().ok().filter(|count| *count > 0)?;
        Some(Self { script: script.to_owned().into(), commands, state: state.to_owned().into(), source })
    }
}

/// Something to say above the panels, until it is put away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// A sentence.
    pub text: Text,
    /// Something did not work.
    pub bad: bool,
}

/// A sheet over the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sheet {
    /// The session as link and script.
    Share,
    /// The gallery of scenarios.
    Scenarios,
}

/// What happens to a visit.
#[derive(Clone, Debug, PartialEq)]
pub enum VisitEdit {
    /// Open a script in place of the session.
    Open(Text, Source),
    /// Carry out so many lines of what is being opened, or of what was pasted.
    Feed(usize),
    /// Leave off opening.
    Cancel,
    /// A session that could be restored.
    Offer(Kept),
    /// Something to say.
    Say(Notice),
    /// Put away the offer.
    Decline,
    /// Put away what was said.
    Hush,
    /// Open a sheet, or close it.
    Show(Option<Sheet>),
    /// Show the strip of first steps, or put it away.
    First(bool),
}

/// A visit.
#[derive(Clone, Debug)]
pub struct Visit {
    /// What is being opened.
    pub opening: Option<Opening>,
    /// What could be restored.
    pub kept: Option<Kept>,
    /// What there is to say.
    pub notice: Option<Notice>,
    /// The open sheet.
    pub sheet: Option<Sheet>,
    /// Whether the first steps are shown.
    pub first: bool,
    /// Commands of this visit since the session was opened; nothing is worth keeping before the first.
    pub acted: u64,
}

impl Default for Visit {
    fn default() -> Self {
        Self { opening: None, kept: None, notice: None, sheet: None, first: true, acted: 0 }
    }
}

impl Visit {
    /// Edits what does not touch the session.
    pub fn edit(&mut self, edit: VisitEdit) {
        match edit {
            VisitEdit::Open(script, source) => match Opening::new(&script, source) {
                Ok(opening) => (self.opening, self.notice, self.sheet) = (Some(opening), None, None),
                Err(why) => self.complain(why),
            },
            VisitEdit::Cancel => self.opening = None,
            VisitEdit::Offer(kept) => self.kept = Some(kept),
            VisitEdit::Say(notice) => self.notice = Some(notice),
            VisitEdit::Decline => self.kept = None,
            VisitEdit::Hush => self.notice = None,
            VisitEdit::Show(sheet) => self.sheet = sheet,
            VisitEdit::First(shown) => self.first = shown,
            // That is the store's.
            VisitEdit::Feed(_) => {}
        }
    }

    /// Something could not be opened; what was there stays.
    pub fn complain(&mut self, why: String) {
        let text = format!("{}. Your session is as it was.", why.trim_end_matches('.'));
        self.opening = None;
        self.notice = Some(Notice { text: text.into(), bad: true });
    }
}

/// What the page says when a script has been opened.
pub fn opened(source: &Source, desk: &Desk) -> Notice {
    let checks = desk.session().checks();
    let failed = match checks.failed {
        0 => String::new(),
        failed => format!(" {failed} of its {} checks failed: the log says why.", checks.passed + checks.failed),
    };
    let lost = match source {
        Source::Restarted(line) if !line.is_empty() => {
            format!(" The line that was being run is left out: {line}")
        }
        Source::Restarted(_)
        | Source::Link
        | Source::Script
        | Source::Scenario(_)
        | Source::Restored
        | Source::Previous => String::new(),
    };
    let state = desk.machine().state().name();
    let text = format!("Opened {}: {state}, step {}.{failed}{lost}", source.words(), desk.machine().steps());
    Notice { text: text.into(), bad: checks.failed > 0 }
}

/// The visit as the page draws it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisitView {
    /// What is being opened, and how far it is, in percent.
    pub opening: Option<(Text, usize)>,
    /// What could be restored.
    pub kept: Option<Kept>,
    /// What there is to say.
    pub notice: Option<Notice>,
    /// Whether the first steps are shown.
    pub first: bool,
}

impl Visit {
    /// As the page draws it.
    pub fn view(&self) -> Rc<VisitView> {
        Rc::new(VisitView {
            opening: self.opening.as_ref().map(|opening| (opening.source.words().into(), opening.percent())),
            kept: self.kept.clone(),
            notice: self.notice.clone(),
            first: self.first,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Kept;
    use crate::opening::Source;

    #[test]
    fn a_stored_session_is_read_again_and_other_texts_are_not() {
        let kept = Kept { script: "step 3\n".into(), commands: 1, state: "RUNNING".into(), source: Source::Restored };
        assert_eq!(Kept::from_text(&kept.text(), Source::Restored), Some(kept));
        for text in ["", "step 3", "# seqbell: 0 RESET\n", "# seqbell: many RESET\nstep"] {
            assert_eq!(Kept::from_text(text, Source::Restored), None, "{text}");
        }
    }
}
