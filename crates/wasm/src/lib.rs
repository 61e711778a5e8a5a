//! Everything that a page runs, as one module, so that its code is fetched once: the JavaScript package, the player and Play.
//! `cargo xtask dist` cuts it into these three parts. Play's worker is a program of its own. This crate only opens doors.
#![recursion_limit = "512"]

pub use seqbell_js::{Machine, address, decode, version};
pub use seqbell_player::Player;

use seqbell_web::components::app::App;
use wasm_bindgen::prelude::wasm_bindgen;

/// Starts Play in the body of the page.
#[wasm_bindgen(skip_typescript)]
pub fn play() {
    seqbell_web::ports::keep::remember_panics();
    yew::Renderer::<App>::new().render();
}
