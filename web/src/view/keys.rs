//! The keys: one table for the page, for the help, and for the titles of buttons. It knows no event and no document.
//!
//! A plain key acts only while the focus is on the page and not in a field, and only while shortcuts are on.

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// One step.
    Step,
    /// One step back.
    Back,
    /// One step, calls included.
    Over,
    /// To the end of the routine.
    Out,
    /// On until the condition of the transport holds.
    Until,
    /// Run, or pause.
    Play,
    /// A higher speed.
    Faster,
    /// A lower speed.
    Slower,
    /// To the transition before this moment.
    Previous,
    /// To the transition after this moment.
    Next,
    /// A shorter stretch of the timeline.
    ZoomIn,
    /// A longer one.
    ZoomOut,
    /// The whole past.
    Whole,
    /// The timeline's window towards step 0.
    Earlier,
    /// The timeline's window away from it.
    Later,
    /// A marker at this step.
    Marker,
    /// Undo a host action.
    Undo,
    /// Do it again.
    Redo,
    /// The focus into the console.
    Console,
    /// The help.
    Help,
}

/// One row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// `KeyboardEvent.key`, in small letters.
    pub key: &'static str,
    /// With Ctrl, or Cmd.
    pub ctrl: bool,
    /// With Shift; of a plain key the character itself says so.
    pub shift: bool,
    /// How it is written.
    pub label: &'static str,
    /// What it does, in words.
    pub what: &'static str,
    /// What it does.
    pub deed: Deed,
}

const fn plain(key: &'static str, what: &'static str, deed: Deed) -> Key {
    Key { key, ctrl: false, shift: false, label: key, what, deed }
}

/// Every key, in the order of the help.
pub const KEYS: [Key; 20] = [
    plain(".", "step", Deed::Step),
    plain(",", "step back", Deed::Back),
    plain("o", "over: one step, calls included", Deed::Over),
    plain("u", "out: to the end of the routine", Deed::Out),
    plain("n", "until the next transition, or until the condition beside the button", Deed::Until),
    Key { label: "space", ..plain(" ", "run or pause", Deed::Play) },
    plain("]", "faster", Deed::Faster),
    plain("[", "slower", Deed::Slower),
    plain("<", "to the transition before", Deed::Previous),
    plain(">", "to the transition after", Deed::Next),
    plain("+", "zoom the timeline in", Deed::ZoomIn),
    plain("-", "zoom it out", Deed::ZoomOut),
    plain("0", "the whole past", Deed::Whole),
    plain("h", "the timeline's window earlier", Deed::Earlier),
    plain("l", "the timeline's window later", Deed::Later),
    plain("m", "a marker here", Deed::Marker),
    Key { ctrl: true, label: "Ctrl+Z", ..plain("z", "undo a host action", Deed::Undo) },
    Key { ctrl: true, shift: true, label: "Ctrl+Shift+Z", ..plain("z", "do it again", Deed::Redo) },
    plain("/", "to the console", Deed::Console),
    plain("?", "the help", Deed::Help),
];

/// What a key does, if it does anything.
pub fn deed(key: &str, ctrl: bool, shift: bool) -> Option<Deed> {
    let hit = |row: &&Key| row.ctrl == ctrl && (!ctrl || row.shift == shift) && row.key.eq_ignore_ascii_case(key);
    KEYS.iter().find(hit).map(|row| row.deed)
}

/// How the key of a deed is written, in brackets, for a title.
pub fn hint(deed: Deed) -> String {
    KEYS.iter().find(|row| row.deed == deed).map_or_else(String::new, |row| format!("({})", row.label))
}

#[cfg(test)]
mod tests {
    use super::{Deed, KEYS, deed};

    #[test]
    fn no_two_rows_share_a_key() {
        for row in &KEYS {
            assert_eq!(deed(row.key, row.ctrl, row.shift), Some(row.deed), "{}", row.label);
        }
    }

    #[test]
    fn letters_do_not_mind_caps_lock_and_plain_keys_mind_ctrl() {
        assert_eq!((deed("O", false, true), deed("o", true, false)), (Some(Deed::Over), None));
        assert_eq!((deed("Z", true, true), deed("z", true, false)), (Some(Deed::Redo), Some(Deed::Undo)));
    }
}
