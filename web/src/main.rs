//! Starts the app. It knows where on the page it lives, and nothing else.

use seqbell_web::components::app::App;

fn main() {
    seqbell_web::ports::keep::remember_panics();
    yew::Renderer::<App>::new().render();
}
