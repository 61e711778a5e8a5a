//! What a key stands for. It is asked when the key arrives, of the store as it is then: two keys may arrive before the first of them
//! is drawn, and the second must not mean what it would have meant before the first.

use super::{Action, Store};
use crate::line::LineEdit;
use crate::view::keys::Deed;
use crate::view::timeline;

impl Store {
    /// What a key does now, if anything; never a key again.
    pub fn stands_for(&self, deed: Deed) -> Option<Action> {
        let undo = &self.view.undo;
        Some(match deed {
            Deed::Step | Deed::Back | Deed::Over | Deed::Out | Deed::Until | Deed::Previous | Deed::Next => {
                Action::Command(self.view.transport.command(deed)?)
            }
            Deed::Play if self.playing => Action::Pause,
            Deed::Play => Action::Play,
            Deed::Faster => Action::Speed(self.speed.next()),
            Deed::Slower => Action::Speed(self.speed.previous()),
            Deed::ZoomIn => Action::Line(LineEdit::In(None)),
            Deed::ZoomOut => Action::Line(LineEdit::Out(None)),
            Deed::Whole => Action::Line(LineEdit::Whole),
            Deed::Earlier => Action::Line(LineEdit::Later(false)),
            Deed::Later => Action::Line(LineEdit::Later(true)),
            Deed::Marker => Action::Command(timeline::mark_here(&self.line, &self.desk).command),
            Deed::Undo => Action::Command(undo.undo.free()?.command.clone()),
            Deed::Redo => Action::Command(undo.redo.free()?.command.clone()),
            Deed::Help => Action::Help(true),
            // The focus is the document's.
            Deed::Console => return None,
        })
    }
}
