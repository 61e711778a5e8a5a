//! The session outside the page: in the storage, for the next visit, and in an object of `boot.js`, for the card that the
//! page shows when the module has stopped. Where storage is refused the second one still holds.

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;
use web_sys::js_sys::{self, Reflect};
use yew::{UseReducerHandle, hook, use_effect_with, use_mut_ref};

use super::storage;
use super::timer::Timeout;
use crate::opening::Source;
use crate::prompt::PromptEdit;
use crate::store::{Action, Store};
use crate::visit::{Kept, VisitEdit};

/// The newest session.
const SESSION: &str = "session";
/// The session that was the newest when this visit began.
const BEFORE: &str = "session.before";
/// The console's lines.
const CONSOLE: &str = "console";
/// Milliseconds between two savings.
const SAVE_MS: i32 = 1000;
/// The object of `boot.js`.
const OBJECT: &str = "seqbell";

/// The session of the visit before the last one that did something.
pub fn before() -> Option<Kept> {
    Kept::from_text(&storage::load(BEFORE)?, Source::Restored)
}

/// The lines of earlier visits' consoles.
pub fn console() -> String {
    storage::load(CONSOLE).unwrap_or_default()
}

/// What a panic says is kept for the card.
pub fn remember_panics() {
    std::panic::set_hook(Box::new(|panic| put("panic", &panic.to_string())));
}

/// A visit's saving.
#[derive(Default)]
struct Saving {
    store: Option<UseReducerHandle<Store>>,
    saved: bool,
    timer: Option<Timeout>,
}

/// Keeps the session of a page.
#[derive(Clone)]
pub struct Keeper(Rc<RefCell<Saving>>);

impl Keeper {
    /// What is about to be done; if the module stops over it, the card says so.
    pub fn note(&self, action: &Action) {
        let saving = self.0.borrow();
        let Some(store) = &saving.store else { return };
        if let Action::Key(deed) = action {
            return store.stands_for(*deed).iter().for_each(|action| self.note(action));
        }
        let line = if let Action::Command(line) | Action::Prompt(PromptEdit::Paste(line)) = action {
            line.as_str()
        } else if matches!(action, Action::Submit) {
            store.prompt.text.as_str()
        } else {
            return;
        };
        put("script", &store.desk().session().to_script());
        put("line", line);
    }

    fn settle(&self) {
        let saving = self.0.borrow();
        let Some(store) = &saving.store else { return };
        put("script", &store.desk().session().to_script());
        put("line", "");
    }

    /// Saves the session, if anything was done in this visit.
    fn save(&self) {
        self.settle();
        let mut saving = self.0.borrow_mut();
        saving.timer = None;
        let Some(store) = saving.store.clone().filter(|store| store.visit.acted > 0) else { return };
        if !saving.saved {
            saving.saved = true;
            if let Some(last) = storage::load(SESSION) {
                storage::save(BEFORE, &last);
            }
        }
        storage::save(SESSION, &Kept::of(store.desk(), Source::Restored).text());
    }

    /// Saves soon.
    fn touch(&self) {
        if self.0.borrow().timer.is_none() {
            let own = self.clone();
            let timer = Timeout::start(SAVE_MS, move || own.save());
            self.0.borrow_mut().timer = timer;
        }
    }
}

/// Keeps the session of `store`, offers the one of the last visit, and remembers the console's lines.
#[hook]
pub fn use_keeper(store: &UseReducerHandle<Store>) -> Keeper {
    let keeper = Keeper(use_mut_ref(Saving::default));
    keeper.0.borrow_mut().store = Some(store.clone());
    {
        let (keeper, playing) = (keeper.clone(), store.playing);
        use_effect_with((store.visit.acted, store.feeds()), move |(acted, feeds)| {
            if *acted > 0 {
                keeper.touch();
            }
            if !playing && !feeds {
                keeper.settle();
            }
        });
    }
    use_effect_with(store.prompt.sent().clone(), |sent| {
        if !sent.is_empty() {
            storage::save(CONSOLE, &sent.iter().map(|line| line.as_str()).collect::<Vec<_>>().join("\n"));
        }
    });
    {
        let (keeper, store) = (keeper.clone(), store.dispatcher());
        use_effect_with((), move |()| {
            let last = storage::load(SESSION).and_then(|text| Kept::from_text(&text, Source::Restored));
            if let Some(kept) = last {
                store.dispatch(Action::Visit(VisitEdit::Offer(kept)));
            }
            let leaving = Closure::<dyn FnMut()>::new(move || keeper.save());
            if let Some(window) = web_sys::window() {
                // Without this the last second is lost, no more.
                let _ = window.add_event_listener_with_callback("pagehide", leaving.as_ref().unchecked_ref());
            }
            move || {
                if let Some(window) = web_sys::window() {
                    let _ = window.remove_event_listener_with_callback("pagehide", leaving.as_ref().unchecked_ref());
                }
            }
        });
    }
    keeper
}

fn put(key: &str, text: &str) {
    let object = Reflect::get(&js_sys::global(), &OBJECT.into()).unwrap_or(JsValue::UNDEFINED);
    if object.is_object() {
        // An object of ours takes a property.
        let _ = Reflect::set(&object, &key.into(), &text.into());
    }
}
