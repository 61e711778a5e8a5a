//! The only timer of the page. While the machine plays and the page can be seen it dispatches [`Action::Tick`]; at any
//! other time no timer exists, so that a hidden page does nothing and does not catch up in one leap when it comes back.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use yew::{Callback, hook, use_effect_with, use_state};

use crate::store::{Action, Speed};

/// An interval that ends when it is dropped.
struct Interval {
    id: i32,
    _tick: Closure<dyn FnMut()>,
}

impl Interval {
    fn start(period_ms: u32, tick: impl FnMut() + 'static) -> Option<Self> {
        let tick = Closure::new(tick);
        let period_ms = i32::try_from(period_ms).unwrap_or(i32::MAX);
        let id = web_sys::window()?
            .set_interval_with_callback_and_timeout_and_arguments_0(tick.as_ref().unchecked_ref(), period_ms)
            .ok()?;
        Some(Self { id, _tick: tick })
    }
}

impl Drop for Interval {
    fn drop(&mut self) {
        if let Some(window) = web_sys::window() {
            window.clear_interval_with_handle(self.id);
        }
    }
}

/// Runs the clock while `playing` and visible.
#[hook]
pub fn use_clock(playing: bool, speed: Speed, on: Callback<Action>) {
    let visible = use_visible();
    use_effect_with((playing && visible, speed), move |(run, speed)| {
        let interval = run.then(|| Interval::start(speed.tick_ms(), move || on.emit(Action::Tick)));
        move || drop(interval)
    });
}

/// Whether the page can be seen.
#[hook]
fn use_visible() -> bool {
    let visible = use_state(is_visible);
    let set = visible.setter();
    use_effect_with((), move |()| {
        let listener = Closure::<dyn FnMut()>::new(move || set.set(is_visible()));
        let document = web_sys::window().and_then(|w| w.document());
        if let Some(document) = &document {
            let callback = listener.as_ref().unchecked_ref();
            // A page that cannot listen keeps its clock, which is what it would do anyway.
            let _ = document.add_event_listener_with_callback("visibilitychange", callback);
        }
        move || {
            if let Some(document) = document {
                let callback = listener.as_ref().unchecked_ref();
                let _ = document.remove_event_listener_with_callback("visibilitychange", callback);
            }
        }
    });
    *visible
}

fn is_visible() -> bool {
    web_sys::window()
        .and_then(|window| window.document())
        .is_none_or(|document| document.visibility_state() != web_sys::VisibilityState::Hidden)
}
