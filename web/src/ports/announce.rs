//! The one live region. It speaks at most once a second, and what it said last is true: what comes too soon waits, and
//! something newer takes its place. The text is set past the page's own drawing, so that waiting draws nothing.

use std::cell::RefCell;
use std::rc::Rc;

use yew::{NodeRef, hook, use_effect_with, use_mut_ref, use_node_ref};

use super::timer::Timeout;

/// Milliseconds between two announcements.
const BREATH_MS: i32 = 1000;

/// What waits to be said.
#[derive(Default)]
struct Voice {
    /// The newest text.
    wanted: String,
    /// What was said last.
    said: String,
    /// Runs while it must be silent.
    breath: Option<Timeout>,
}

/// The node of the region that says `text`.
#[hook]
pub fn use_announcer(text: String) -> NodeRef {
    let node = use_node_ref();
    let voice = use_mut_ref(Voice::default);
    {
        let node = node.clone();
        use_effect_with(text, move |text| {
            voice.borrow_mut().wanted.clone_from(text);
            if voice.borrow().breath.is_none() {
                speak(&voice, &node);
            }
        });
    }
    node
}

/// Says what is wanted if it is new, and is silent for a second after that.
fn speak(voice: &Rc<RefCell<Voice>>, node: &NodeRef) {
    let mut now = voice.borrow_mut();
    // The timer that brought us here has run out.
    now.breath = None;
    if now.said == now.wanted {
        return;
    }
    now.said = now.wanted.clone();
    if let Some(region) = node.get() {
        region.set_text_content(Some(&now.said));
    }
    let (voice, node) = (voice.clone(), node.clone());
    now.breath = Timeout::start(BREATH_MS, move || speak(&voice, &node));
}
