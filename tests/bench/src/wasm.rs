//! The door for `node.mjs`. Numbers go in and out; Node takes the time.

use crate::chart::Core;
use crate::mix;
use seqbell_script::core::Timeline;
use wasm_bindgen::prelude::wasm_bindgen;

/// The mix, with history.
#[wasm_bindgen]
pub struct Mix(Timeline);

#[wasm_bindgen]
impl Mix {
    /// At the beginning of the first turn.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default, reason = "JavaScript has no default")]
    pub fn new() -> Self {
        Self(mix::start())
    }

    /// Makes turns; returns the steps made.
    pub fn turns(&mut self, turns: u32) -> f64 {
        mix::with_history(&mut self.0, u64::from(turns)) as f64
    }

    /// The digest as it would be on any platform, in hex.
    pub fn digest(&self) -> String {
        format!("{:#018x}", self.0.digest())
    }
}

/// The run-state events.
#[wasm_bindgen]
pub struct Chart(Core);

#[wasm_bindgen]
impl Chart {
    /// At the beginning of a cycle.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default, reason = "JavaScript has no default")]
    pub fn new() -> Self {
        Self(Core::new())
    }

    /// The next event of the cycle: one call an event, as a state-chart library is called.
    pub fn next(&mut self) {
        self.0.next();
    }

    /// `run_state`, the flag and the doorbell.
    pub fn seen(&self) -> Vec<u32> {
        self.0.seen().to_vec()
    }

    /// Steps of a cycle.
    pub fn steps(&self) -> f64 {
        self.0.steps() as f64
    }
}
