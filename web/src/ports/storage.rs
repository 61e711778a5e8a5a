//! Preferences between visits. Where storage is refused (a sandboxed frame, a strict setting) they last as long as the
//! page: nothing fails.

const PREFIX: &str = "seqbell.";

/// The stored text under `key`.
pub fn load(key: &str) -> Option<String> {
    store()?.get_item(&format!("{PREFIX}{key}")).ok()?
}

/// Stores `text` under `key`, if it can be.
pub fn save(key: &str, text: &str) {
    if let Some(store) = store() {
        let _ = store.set_item(&format!("{PREFIX}{key}"), text);
    }
}

fn store() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok()?
}
