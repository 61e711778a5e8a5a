//! The page's address: a session in its fragment. It is written by replacing, so that the browser's own history stays short,
//! and a fragment that names a part of the page is left alone. A session that stands there follows what is done, so that a
//! reload or a copied address is never about an older one.

use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::js_sys::Reflect;
use yew::{UseReducerDispatcher, UseReducerHandle, hook, use_effect_with};

use seqbell_script::link;

use super::timer::Timeout;
use crate::opening::Source;
use crate::store::{Action, Store};
use crate::visit::{Notice, VisitEdit};

/// Key in the state of the browser's history under which `boot.js` hands a session over a restart.
const HANDED: &str = "seqbell";

/// The whole address with `link` as its fragment.
pub fn with_link(link: &str) -> String {
    let own = web_sys::window().and_then(|window| window.location().href().ok()).unwrap_or_default();
    let page = own.split('#').next().unwrap_or_default();
    format!("{page}#{link}")
}

/// Shows `link` in the address bar, in place of what stood there.
pub fn show(link: &str) {
    let history = web_sys::window().and_then(|window| window.history().ok());
    if let Some(history) = history {
        // In a frame that may not change its address the link can still be copied.
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&format!("#{link}")));
    }
}

/// Milliseconds from the last deed until the address follows.
const FOLLOW_MS: i32 = 400;

/// Keeps the session in the address, if one stands there, the present one. While the clock runs it stays.
#[hook]
pub fn use_following(store: &UseReducerHandle<Store>) {
    let deps = (store.visit.acted, store.playing);
    let store = store.clone();
    use_effect_with(deps, move |(acted, playing)| {
        let due = *acted > 0 && !*playing;
        let timer = if due { Timeout::start(FOLLOW_MS, move || follow(&store)) } else { None };
        move || drop(timer)
    });
}

fn follow(store: &Store) {
    if fragment().is_some_and(|fragment| link::decode(&fragment).is_ok()) {
        // One that has grown too long for a link leaves no link rather than an older one.
        show(&link::encode(&store.desk().session().to_script()).unwrap_or_default());
    }
}

/// Opens what the address holds, now and whenever its fragment changes.
#[hook]
pub fn use_address(store: UseReducerDispatcher<Store>) {
    use_effect_with((), move |()| {
        let first = store.clone();
        match handed() {
            Some((script, line)) => {
                first.dispatch(Action::Visit(VisitEdit::Open(script.into(), Source::Restarted(line.into()))));
            }
            None => open(&first),
        }
        let listener = Closure::<dyn FnMut()>::new(move || open(&store));
        if let Some(window) = web_sys::window() {
            // A page that cannot listen opens links when it is loaded.
            let _ = window.add_event_listener_with_callback("hashchange", listener.as_ref().unchecked_ref());
        }
        move || {
            if let Some(window) = web_sys::window() {
                let _ = window.remove_event_listener_with_callback("hashchange", listener.as_ref().unchecked_ref());
            }
        }
    });
}

fn open(store: &UseReducerDispatcher<Store>) {
    let Some(fragment) = fragment() else { return };
    let edit = match link::decode(&fragment) {
        Ok(script) => VisitEdit::Open(script.into(), Source::Link),
        Err(why) => {
            let text = format!("The link in the address was not opened: {why}. Your session is as it was.");
            VisitEdit::Say(Notice { text: text.into(), bad: true })
        }
    };
    store.dispatch(Action::Visit(edit));
}

/// The fragment, unless it is empty or names a part of the page.
fn fragment() -> Option<String> {
    let window = web_sys::window()?;
    let fragment = window.location().hash().ok()?.trim_start_matches('#').to_owned();
    let part = window.document().and_then(|document| document.get_element_by_id(&fragment));
    (!fragment.is_empty() && part.is_none()).then_some(fragment)
}

/// A session, and the line that is left out of it, after a crash.
fn handed() -> Option<(String, String)> {
    let history = web_sys::window()?.history().ok()?;
    let handed = Reflect::get(&history.state().ok()?, &HANDED.into()).ok()?;
    let text = |key: &str| Reflect::get(&handed, &key.into()).ok()?.as_string();
    let both = (text("script")?, text("line")?);
    // Once: a later reload is a fresh visit.
    let _ = history.replace_state_with_url(&JsValue::NULL, "", None);
    Some(both)
}
