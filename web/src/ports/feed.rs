//! Long work in slices: while something waits to be carried out, so many lines are dispatched at a time that a slice takes
//! some milliseconds. Between two slices the page is free.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use web_sys::js_sys::Date;
use yew::{UseReducerDispatcher, hook, use_effect_with};

use super::timer::Timeout;
use crate::store::{Action, Store};
use crate::visit::VisitEdit;

/// Milliseconds after which a slice was long enough.
const SLICE_MS: f64 = 4.0;
/// Lines of a slice at most.
const LINES_MAX: usize = 512;

struct Feeder {
    store: UseReducerDispatcher<Store>,
    lines: Cell<usize>,
    next: RefCell<Option<Timeout>>,
}

/// Feeds the store while `active`.
#[hook]
pub fn use_feeder(active: bool, store: UseReducerDispatcher<Store>) {
    use_effect_with(active, move |active| {
        let feeder = Rc::new(Feeder { store, lines: Cell::new(1), next: RefCell::default() });
        if *active {
            arm(&feeder);
        }
        move || drop(feeder.next.take())
    });
}

fn arm(feeder: &Rc<Feeder>) {
    let own = feeder.clone();
    *feeder.next.borrow_mut() = Timeout::start(0, move || slice(&own));
}

fn slice(feeder: &Rc<Feeder>) {
    let begin = Date::now();
    feeder.store.dispatch(Action::Visit(VisitEdit::Feed(feeder.lines.get())));
    let took = Date::now() - begin;
    let lines = feeder.lines.get();
    feeder.lines.set(if took < SLICE_MS { (lines * 2).min(LINES_MAX) } else { (lines / 2).max(1) });
    // A feeder that was let go meanwhile has no next slice; the timer would do nothing but is not even made.
    if Rc::strong_count(feeder) > 1 {
        arm(feeder);
    }
}
