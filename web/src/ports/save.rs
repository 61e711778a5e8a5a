//! Text and files that leave the page: into the downloads, or onto the clipboard.

use wasm_bindgen::prelude::*;
use web_sys::{Blob, HtmlAnchorElement, Url, js_sys};
use yew::Callback;

/// Gives a file to the browser's downloads. A browser that takes none says so itself.
pub fn download(name: &str, blob: &Blob) {
    let _ = offer(name, blob);
}

/// Gives a text to the browser's downloads.
pub fn download_text(name: &str, text: &str) {
    if let Ok(blob) = Blob::new_with_str_sequence(&js_sys::Array::of1(&text.into())) {
        download(name, &blob);
    }
}

fn offer(name: &str, blob: &Blob) -> Option<()> {
    let url = Url::create_object_url_with_blob(blob).ok()?;
    let document = web_sys::window()?.document()?;
    let link: HtmlAnchorElement = document.create_element("a").ok()?.dyn_into().ok()?;
    link.set_href(&url);
    link.set_download(name);
    link.click();
    // The browser has taken the address by now, and the blob lives as long as it needs it.
    Url::revoke_object_url(&url).ok()
}

/// Puts text onto the clipboard; tells whether that was allowed.
pub fn copy(text: &str, on: Callback<bool>) {
    let clipboard = web_sys::window().map(|window| window.navigator().clipboard());
    // Without a secure origin there is none, whatever the types say.
    let Some(clipboard) = clipboard.filter(|clipboard| !clipboard.is_undefined()) else { return on.emit(false) };
    let done = {
        let on = on.clone();
        Closure::<dyn FnMut(JsValue)>::new(move |_| on.emit(true))
    };
    let failed = Closure::<dyn FnMut(JsValue)>::new(move |_| on.emit(false));
    let _ = clipboard.write_text(text).then2(&done, &failed);
    // From here on they belong to the promise.
    let _ = (done.into_js_value(), failed.into_js_value());
}
