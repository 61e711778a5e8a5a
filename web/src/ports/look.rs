//! The reader's look on the document and in the storage: widths are custom properties of the root element.

use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::storage;
use crate::look::{Column, Look};

const KEY: &str = "look";

/// The look of the last visit.
pub fn load() -> Look {
    storage::load(KEY).map(|text| Look::from_text(&text)).unwrap_or_default()
}

/// Shows and remembers `look`.
pub fn apply(look: &Look) {
    storage::save(KEY, &look.text());
    Column::ALL.into_iter().for_each(|column| show(column, look.width(column)));
}

/// Shows a width without remembering it, as while a handle is dragged.
pub fn show(column: Column, width: Option<u16>) {
    let Some(root) = root() else { return };
    // A style takes any custom property.
    let _ = match width {
        Some(width) => root.style().set_property(column.property(), &format!("{width}px")),
        None => root.style().remove_property(column.property()).map(drop),
    };
}

fn root() -> Option<HtmlElement> {
    web_sys::window()?.document()?.document_element()?.dyn_into().ok()
}
