//! One stage, shared by the element's script and by what is drawn: whoever acts, the other hears of it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::Function;
use seqbell_script::ScriptError;
use seqbell_script::core::RunState;
use seqbell_web::store::Action;
use wasm_bindgen::JsValue;
use yew::Callback;

use crate::stage::Stage;
use crate::values::object;

/// What there is one of in a player.
pub(crate) struct Inside {
    pub(crate) stage: RefCell<Stage>,
    visible: Cell<bool>,
    redraw: RefCell<Option<Callback<()>>>,
    listen: Function,
    /// What was told last: step, state, whether the goal was reached.
    told: Cell<(u64, RunState, bool)>,
}

/// A handle to it.
#[derive(Clone)]
pub(crate) struct Shared(pub(crate) Rc<Inside>);

impl PartialEq for Shared {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Shared {
    pub(crate) fn new(stage: Stage, listen: Function) -> Self {
        let told = Cell::new((stage.desk().machine().steps(), stage.desk().machine().state(), stage.reached()));
        Self(Rc::new(Inside {
            stage: RefCell::new(stage),
            visible: Cell::new(true),
            redraw: RefCell::new(None),
            listen,
            told,
        }))
    }

    /// Whether the player can be seen: only then may its clock run.
    pub(crate) fn visible(&self) -> bool {
        self.0.visible.get()
    }

    pub(crate) fn show(&self, visible: bool) {
        if self.0.visible.replace(visible) != visible {
            self.draw();
        }
    }

    /// What is called when something has changed.
    pub(crate) fn on_change(&self, redraw: Option<Callback<()>>) {
        *self.0.redraw.borrow_mut() = redraw;
    }

    pub(crate) fn act(&self, action: Action) {
        self.0.stage.borrow_mut().act(action);
        self.changed();
    }

    pub(crate) fn restart(&self) -> Result<(), ScriptError> {
        self.0.stage.borrow_mut().restart()?;
        self.changed();
        Ok(())
    }

    fn changed(&self) {
        self.draw();
        let (now, was) = {
            let stage = self.0.stage.borrow();
            let machine = stage.desk().machine();
            let reached = self.0.told.get().2 || stage.reached();
            let now = (machine.steps(), machine.state(), reached);
            (now, self.0.told.replace(now))
        };
        let step = JsValue::from(now.0 as f64);
        if now.0 != was.0 {
            self.tell("step", &[("step", step.clone())]);
        }
        if now.1 != was.1 {
            let ends = [("from", was.1.name().into()), ("to", now.1.name().into()), ("step", step.clone())];
            self.tell("state", &ends);
        }
        if now.2 && !was.2 {
            let goal = self.0.stage.borrow().options().goal.as_ref().map(ToString::to_string).unwrap_or_default();
            self.tell("goal", &[("condition", goal.into()), ("step", step)]);
        }
    }

    fn draw(&self) {
        let redraw = self.0.redraw.borrow().clone();
        if let Some(redraw) = redraw {
            redraw.emit(());
        }
    }

    fn tell(&self, kind: &str, detail: &[(&str, JsValue)]) {
        // A listener that throws does so in its own name; here nothing depends on it.
        let _ = self.0.listen.call2(&JsValue::NULL, &kind.into(), &object(detail));
    }
}
