//! Something that is done once, later. It ends with its owner, so that nothing is done for what is gone.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

/// Something that will be done once, unless this is dropped before.
pub struct Timeout {
    id: i32,
    _deed: Closure<dyn FnMut()>,
}

impl Timeout {
    /// Does `deed` after so many milliseconds; nothing where there is no window.
    pub fn start(delay_ms: i32, deed: impl FnOnce() + 'static) -> Option<Self> {
        let deed = Closure::once(deed);
        let id = web_sys::window()?
            .set_timeout_with_callback_and_timeout_and_arguments_0(deed.as_ref().unchecked_ref(), delay_ms)
            .ok()?;
        Some(Self { id, _deed: deed })
    }
}

impl Drop for Timeout {
    fn drop(&mut self) {
        if let Some(window) = web_sys::window() {
            window.clear_timeout_with_handle(self.id);
        }
    }
}
