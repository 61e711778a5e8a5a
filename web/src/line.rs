//! What of the history the timeline shows: a window of steps, the tracks, and whether it is folded. Tracks and fold are
//! remembered between visits as a few words. It knows no machine and no document.

use crate::view::Text;

/// A stretch of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The first step.
    pub from: u64,
    /// How many.
    pub span: u64,
}

/// The shortest window.
const SPAN_MIN: u64 = 8;
/// The window of a machine that has hardly run.
const SPAN_FIRST: u64 = 64;

impl Window {
    /// The whole history, with room for what comes. It grows by doubling, so that the picture seldom changes its scale.
    pub fn whole(end: u64) -> Self {
        let mut span = SPAN_FIRST;
        while span < end.saturating_add(end / 16) && span < u64::MAX / 2 {
            span *= 2;
        }
        Self { from: 0, span }
    }
}

/// A track of the timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Track {
    /// The true state.
    State,
    /// The start doorbell.
    StartCtrl,
    /// What the host would read.
    RunState,
    /// The running flag.
    Flag,
    /// The routine that the core is in.
    Routine,
    /// Tails that moved.
    Tails,
}

impl Track {
    /// All of them, from above.
    pub const ALL: [Self; 6] = [Self::State, Self::StartCtrl, Self::RunState, Self::Flag, Self::Routine, Self::Tails];

    /// Its name; also its word in the storage.
    pub fn name(self) -> &'static str {
        match self {
            Self::State => "state",
            Self::StartCtrl => "start_ctrl",
            Self::RunState => "run_state",
            Self::Flag => "flag",
            Self::Routine => "routine",
            Self::Tails => "tails",
        }
    }
}

/// What the timeline shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    window: Option<Window>,
    hidden: Vec<Track>,
    /// Only the state is shown.
    pub folded: bool,
    /// Whether the table is open.
    pub table: bool,
    /// The name of the next marker; empty for a number.
    pub name: Text,
}

/// A change of [`Line`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineEdit {
    /// A shorter window around a step, or around the present one.
    In(Option<u64>),
    /// A longer one.
    Out(Option<u64>),
    /// The whole history.
    Whole,
    /// The window by so many steps; negative is earlier.
    Pan(i64),
    /// The window by a quarter of itself.
    Later(bool),
    /// Show a track, or hide it.
    Track(Track),
    /// Fold, or unfold.
    Fold,
    /// Open or close the table.
    Table(bool),
    /// The name of the next marker.
    Name(Text),
}

impl Line {
    /// The window, for a history of `end` steps.
    pub fn window(&self, end: u64) -> Window {
        self.window.unwrap_or_else(|| Window::whole(end))
    }

    /// Whether a track is shown.
    pub fn shows(&self, track: Track) -> bool {
        if self.folded { track == Track::State } else { !self.hidden.contains(&track) }
    }

    /// Whether a track is chosen.
    pub fn chosen(&self, track: Track) -> bool {
        !self.hidden.contains(&track)
    }

    /// Changes it, at a step of a history of `end` steps.
    pub fn change(&mut self, edit: LineEdit, now: u64, end: u64) {
        let Window { from, span } = self.window(end);
        match edit {
            LineEdit::In(at) => self.zoom(at.unwrap_or(now), (span / 2).max(SPAN_MIN), end),
            LineEdit::Out(at) => self.zoom(at.unwrap_or(now), span.saturating_mul(2), end),
            LineEdit::Whole => self.window = None,
            LineEdit::Pan(by) => self.go(from.saturating_add_signed(by), end),
            LineEdit::Later(true) => self.go(from.saturating_add((span / 4).max(1)), end),
            LineEdit::Later(false) => self.go(from.saturating_sub((span / 4).max(1)), end),
            LineEdit::Track(track) => {
                if self.chosen(track) {
                    self.hidden.push(track);
                } else {
                    self.hidden.retain(|other| *other != track);
                }
            }
            LineEdit::Fold => self.folded = !self.folded,
            LineEdit::Table(open) => self.table = open,
            LineEdit::Name(name) => self.name = name,
        }
    }

    fn go(&mut self, from: u64, end: u64) {
        let Window { span, .. } = self.window(end);
        self.window = Some(Window { from: from.min(end), span });
    }

    /// Another span; `at` stays where it is in the picture.
    fn zoom(&mut self, at: u64, span: u64, end: u64) {
        let old = self.window(end);
        if span >= Window::whole(end).span {
            self.window = None;
            return;
        }
        let at = at.clamp(old.from, old.from + old.span);
        let before = u128::from(at - old.from) * u128::from(span) / u128::from(old.span);
        self.window = Some(Window { from: at.saturating_sub(u64::try_from(before).unwrap_or(0)), span });
    }

    /// The present step stays in the window.
    pub fn follow(&mut self, now: u64) {
        if let Some(window) = &mut self.window
            && (now < window.from || now - window.from >= window.span)
        {
            window.from = now.saturating_sub(window.span / 4 * 3);
        }
    }

    /// What is remembered, as text.
    pub fn text(&self) -> String {
        let mut words: Vec<&str> = self.hidden.iter().map(|track| track.name()).collect();
        words.extend(self.folded.then_some("fold"));
        words.join(" ")
    }

    /// What a text tells of; what is not understood is passed over.
    pub fn from_text(text: &str) -> Self {
        let has = |word: &str| text.split(' ').any(|other| other == word);
        let hidden = Track::ALL.into_iter().filter(|track| has(track.name())).collect();
        Self { hidden, folded: has("fold"), ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::{Line, LineEdit, Track, Window};

    #[test]
    fn zooming_keeps_what_is_under_the_pointer() {
        let mut line = Line::default();
        assert_eq!(line.window(1000), Window { from: 0, span: 2048 });
        line.change(LineEdit::In(Some(512)), 0, 1000);
        // A quarter of the picture before, a quarter after.
        assert_eq!(line.window(1000), Window { from: 256, span: 1024 });
        line.change(LineEdit::Out(Some(512)), 0, 1000);
        assert_eq!(line, Line::default());
    }

    #[test]
    fn the_present_step_stays_in_the_window() {
        let mut line = Line::default();
        line.change(LineEdit::In(Some(0)), 0, 1000);
        line.follow(1023);
        assert_eq!(line.window(1000).from, 0);
        line.follow(1024);
        assert_eq!(line.window(1000), Window { from: 256, span: 1024 });
    }

    #[test]
    fn tracks_and_fold_are_remembered() {
        let mut line = Line::default();
        line.change(LineEdit::Track(Track::Flag), 0, 0);
        line.change(LineEdit::Fold, 0, 0);
        assert_eq!(Line::from_text(&line.text()), line);
        assert!(line.shows(Track::State) && !line.shows(Track::RunState) && line.chosen(Track::RunState));
    }
}
