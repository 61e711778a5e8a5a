//! What can be undone, and what can be done again.

use super::{Moment, Offer, Text};

/// The two offers, and the command that each is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UndoView {
    /// Take back the newest action.
    pub undo: Offer,
    /// That action.
    pub undoes: Option<Text>,
    /// Do it again.
    pub redo: Offer,
    /// That action.
    pub redoes: Option<Text>,
}

impl UndoView {
    /// What can be undone at a moment.
    pub fn of(moment: Moment) -> Self {
        let session = moment.desk.session();
        let (undoes, redoes) = (session.undoable().map(Text::from), session.redoable().map(Text::from));
        let unless = |some: &Option<Text>, why: &'static str| some.is_none().then(|| Text::from(why));
        Self {
            undo: Offer::new("Undo", "undo").blocked_by(unless(&undoes, "Nothing has been done that could be undone.")),
            redo: Offer::new("Redo", "redo").blocked_by(unless(&redoes, "Nothing was undone.")),
            undoes,
            redoes,
        }
    }
}
