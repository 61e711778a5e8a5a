//! Texts that come into the page: files that a user opens, and what lies beside the page.

use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{File, Response};
use yew::Callback;
use yew::platform::spawn_local;

/// Bytes of a script that is opened from a file.
const FILE_MAX: f64 = 1_048_576.0;

/// Reads a script from a file; a sentence where that fails.
pub fn read(file: File, done: Callback<Result<String, String>>) {
    if file.size() > FILE_MAX {
        return done.emit(Err("The file is longer than any script: over 1 MiB".into()));
    }
    spawn_local(async move {
        let text = JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string());
        done.emit(text.ok_or_else(|| "The browser could not read the file".into()));
    });
}

/// Fetches a text that lies beside the page; a sentence where that fails.
pub fn fetch(path: String, done: Callback<Result<String, String>>) {
    spawn_local(async move {
        let text = try_fetch(&path).await;
        done.emit(text.map_err(|_| format!("{path} could not be loaded")));
    });
}

async fn try_fetch(path: &str) -> Result<String, JsValue> {
    let window = web_sys::window().ok_or(JsValue::NULL)?;
    let response: Response = JsFuture::from(window.fetch_with_str(path)).await?.dyn_into()?;
    if !response.ok() {
        return Err(JsValue::NULL);
    }
    JsFuture::from(response.text()?).await?.as_string().ok_or(JsValue::NULL)
}
