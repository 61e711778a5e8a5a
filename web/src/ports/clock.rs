//! The only timer of the page. While the machine plays and the page can be seen it dispatches [`Action::Tick`]; at any
//! other time no timer and no animation frame exists, so that a hidden page does nothing and does not catch up in one leap.

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use yew::{Callback, hook, use_effect_with, use_state};

use crate::pace::{Beat, Tick};
use crate::store::Action;

/// How long the steps of one frame may take, in milliseconds. The frame has other work: what the reader does goes first.
const SLICE_MS: f64 = 4.0;
/// Milliseconds between two frames that draw all panels, and make no steps.
const SHOW_MS: f64 = 125.0;
/// Steps of a slice: at first, at least, at most.
const SLICES: [u64; 3] = [2_000, 256, 400_000];

/// The time in milliseconds since the page began.
fn now() -> f64 {
    web_sys::window().and_then(|window| window.performance()).map_or(0.0, |performance| performance.now())
}

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

/// What is called with a frame; it asks for the next one itself.
type Frame = Rc<RefCell<Option<Closure<dyn FnMut()>>>>;

/// Animation frames, one after the other, that end when it is dropped.
struct Frames {
    /// The frame that is asked for; none when it has ended.
    next: Rc<RefCell<Option<i32>>>,
    _frame: Frame,
}

fn ask(frame: &Frame) -> Option<i32> {
    let frame = frame.borrow();
    web_sys::window()?.request_animation_frame(frame.as_ref()?.as_ref().unchecked_ref()).ok()
}

impl Frames {
    fn start(mut tick: impl FnMut() + 'static) -> Self {
        let (next, frame) = (Rc::new(RefCell::new(None)), Rc::new(RefCell::new(None)));
        let (asked, again) = (Rc::clone(&next), Rc::downgrade(&frame));
        *frame.borrow_mut() = Some(Closure::<dyn FnMut()>::new(move || {
            tick();
            // Dropped meanwhile: no frame is asked for any more.
            if let Some(frame) = again.upgrade().filter(|_| asked.borrow().is_some()) {
                asked.replace(ask(&frame));
            }
        }));
        next.replace(ask(&frame));
        Self { next, _frame: frame }
    }
}

impl Drop for Frames {
    fn drop(&mut self) {
        if let (Some(id), Some(window)) = (self.next.take(), web_sys::window()) {
            // A frame that has come cannot be taken back, and need not.
            let _ = window.cancel_animation_frame(id);
        }
    }
}

/// What beats.
enum Running {
    /// A timer.
    Interval(Option<Interval>),
    /// Frames.
    Frames(Frames),
    /// Nothing.
    None,
}

/// Keeps the beat while the page is visible.
#[hook]
pub fn use_clock(beat: Beat, on: Callback<Action>) {
    let visible = use_visible();
    let beat = if visible { beat } else { Beat::Rest };
    use_effect_with(beat, move |beat| {
        let running = match *beat {
            Beat::Rest => Running::None,
            Beat::Every(ms) => Running::Interval(Interval::start(ms, move || {
                on.emit(Action::Tick(Tick { now_ms: now() as u64, slice: 0 }));
            })),
            Beat::Frame => Running::Frames(Frames::start(slices(on.clone()))),
        };
        move || match running {
            Running::Interval(interval) => drop(interval),
            Running::Frames(frames) => drop(frames),
            Running::None => {}
        }
    });
}

/// A tick that makes as many steps as fit into a slice; how many that is, the last one tells. Now and then one that only shows.
fn slices(on: Callback<Action>) -> impl FnMut() {
    let [mut slice, least, most] = SLICES;
    let (mut shown, mut steps) = (now(), true);
    move || {
        let before = now();
        // However slow the frames are, every other one makes steps.
        steps = !steps || before - shown < SHOW_MS;
        if !steps {
            shown = before;
            on.emit(Action::Tick(Tick { now_ms: before as u64, slice: 0 }));
            return;
        }
        on.emit(Action::Tick(Tick { now_ms: before as u64, slice }));
        let took = (now() - before).max(0.5);
        let fit = slice as f64 * SLICE_MS / took;
        // Half way there: one slow frame does not slow down all.
        slice = (((slice as f64 + fit) / 2.0) as u64).clamp(least, most).min(slice * 2);
    }
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
