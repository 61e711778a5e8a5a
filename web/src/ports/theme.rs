//! The theme on the document's root element, and in the storage.

use super::storage;
use crate::store::Theme;

const KEY: &str = "theme";

/// The theme of the last visit.
pub fn load() -> Theme {
    storage::load(KEY).and_then(|word| Theme::from_word(&word)).unwrap_or_default()
}

/// Shows and remembers `theme`.
pub fn apply(theme: Theme) {
    storage::save(KEY, theme.word());
    let root = web_sys::window().and_then(|w| w.document()).and_then(|d| d.document_element());
    let Some(root) = root else { return };
    // An element takes attributes unless it is gone.
    let _ = match theme {
        Theme::System => root.remove_attribute("data-theme"),
        Theme::Light | Theme::Dark => root.set_attribute("data-theme", theme.word()),
    };
}
