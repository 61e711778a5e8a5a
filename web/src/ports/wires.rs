//! Wires between places of the page. They are laid once, when a hop is new, by measuring where its ends are; what then
//! moves along them is CSS. Whether a place exists is not known before: a wire without ends stays unseen.

use web_sys::{DomRect, Element};
use yew::NodeRef;

/// Lays the wires of a strip that have no course yet, and numbers them and the new places, so that they play in turn.
pub fn lay(strip: &NodeRef) {
    let Some(strip) = strip.cast::<Element>() else { return };
    let Some(lane) = strip.parent_element() else { return };
    let frame = lane.get_bounding_client_rect();
    for (nth, wire) in all(&strip, "path:not([d])").enumerate() {
        if let (Some(from), Some(to)) = (end(&wire, "data-from"), end(&wire, "data-to")) {
            set(&wire, "d", &course(&frame, &from, &to));
        } else {
            set(&wire, "d", "M0 0");
        }
        set(&wire, "data-nth", &nth.to_string());
    }
    for (nth, place) in all(&strip, "[data-reached=true]:not([data-nth])").enumerate() {
        set(&place, "data-nth", &nth.to_string());
    }
}

fn all(within: &Element, selector: &str) -> impl Iterator<Item = Element> {
    use wasm_bindgen::JsCast;
    let found = within.query_selector_all(selector).ok();
    let count = found.as_ref().map_or(0, web_sys::NodeList::length);
    (0..count).filter_map(move |n| found.as_ref()?.item(n)?.dyn_into().ok())
}

/// Where the end of a wire is: the first of its selectors that finds something.
fn end(wire: &Element, attribute: &str) -> Option<DomRect> {
    let document = web_sys::window()?.document()?;
    let selectors = wire.get_attribute(attribute)?;
    let found = selectors.split('|').find_map(|selector| document.query_selector(selector).ok().flatten())?;
    Some(found.get_bounding_client_rect())
}

fn set(element: &Element, name: &str, value: &str) {
    // An element takes attributes unless it is gone.
    let _ = element.set_attribute(name, value);
}

/// From the middle of one place to the middle of another, in whole pixels of the frame; it leaves and arrives level.
fn course(frame: &DomRect, from: &DomRect, to: &DomRect) -> String {
    let middle = |rect: &DomRect| {
        ((rect.x() + rect.width() / 2.0 - frame.x()) as i32, (rect.y() + rect.height() / 2.0 - frame.y()) as i32)
    };
    let ((x1, y1), (x2, y2)) = (middle(from), middle(to));
    let bend = (x1 + x2) / 2;
    format!("M{x1} {y1}C{bend} {y1} {bend} {y2} {x2} {y2}")
}
