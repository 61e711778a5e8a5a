//! What the element's script calls.

use js_sys::Function;
use seqbell_web::store::Action;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::Element;
use yew::AppHandle;

use crate::frame::{Frame, Props};
use crate::options::Options;
use crate::shared::Shared;
use crate::stage::Stage;
use crate::values::{attributes, error, judged, rules, snapshot};

/// One live figure.
#[wasm_bindgen(skip_typescript)]
pub struct Player {
    inside: Shared,
    app: Option<AppHandle<Frame>>,
}

#[wasm_bindgen]
impl Player {
    /// Draws a figure in an element. `listen` is called with the kind of an event and its detail.
    ///
    /// # Errors
    /// An `Error` with line and column: an attribute or a line of the script is wrong. Nothing is drawn then.
    pub fn mount(element: Element, options: JsValue, listen: Function) -> Result<Player, JsValue> {
        let wrong = |e| error("syntax", &e);
        let options = Options::read(&attributes(&options)).map_err(wrong)?;
        let inside = Shared::new(Stage::new(options).map_err(wrong)?, listen);
        let app = yew::Renderer::<Frame>::with_root_and_props(element, Props { inside: inside.clone() }).render();
        Ok(Self { inside, app: Some(app) })
    }

    /// Carries out one command line and answers in words.
    ///
    /// # Errors
    /// An `Error` if it is not understood or refused; nothing has changed then.
    pub fn exec(&self, line: &str) -> Result<String, JsValue> {
        if let Err(wrong) = seqbell_script::parse_line(line) {
            return Err(error("syntax", &wrong));
        }
        self.inside.act(Action::Command(line.to_owned().into()));
        let echo = self.inside.0.stage.borrow().echo().clone();
        if echo.refused {
            let refused = seqbell_script::ScriptError::new(1, echo.answer.to_string(), "");
            return Err(error("refused", &refused));
        }
        Ok(echo.answer.to_string())
    }

    /// From the beginning again.
    ///
    /// # Errors
    /// As [`Player::mount`].
    pub fn restart(&self) -> Result<(), JsValue> {
        self.inside.restart().map_err(|e| error("refused", &e))
    }

    /// Lets the clock run, or stops it.
    pub fn play(&self, on: bool) {
        self.inside.act(if on { Action::Play } else { Action::Pause });
    }

    /// Whether the figure can be seen: only then does its clock run.
    pub fn visible(&self, visible: bool) {
        self.inside.show(visible);
    }

    /// The machine at this moment.
    pub fn snapshot(&self) -> JsValue {
        snapshot(self.inside.0.stage.borrow().desk().machine())
    }

    /// The session as a script.
    pub fn script(&self) -> String {
        self.inside.0.stage.borrow().desk().session().to_script()
    }

    /// Judges what was done since the beginning.
    ///
    /// # Errors
    /// An `Error` if a condition of the rules is not understood.
    pub fn grade(&self, given: JsValue) -> Result<JsValue, JsValue> {
        let rules = rules(&given).map_err(|e| error("argument", &e))?;
        Ok(judged(&self.inside.0.stage.borrow().grade(&rules)))
    }

    /// Takes the figure away, with its listeners and its clock.
    pub fn end(mut self) {
        self.inside.on_change(None);
        if let Some(app) = self.app.take() {
            app.destroy();
        }
    }
}
