//! An element that a picture is put into as text, and that is pointed at. The picture is ours: no text of a user gets in
//! without being made safe where it is written.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, EventTarget, WheelEvent};

/// Puts a picture into an element; what was in it goes.
pub fn draw(element: &Element, picture: &str) {
    element.set_inner_html(picture);
}

/// The width of an element in pixels.
pub fn width(element: &Element) -> u32 {
    u32::try_from(element.client_width()).unwrap_or(0)
}

/// How far from the left edge of an element a pointer is, in pixels.
pub fn across(element: &Element, client_x: i32) -> u32 {
    let left = element.get_bounding_client_rect().left();
    (f64::from(client_x) - left).max(0.0) as u32
}

/// A listener that ends when it is dropped.
pub struct Listener {
    target: EventTarget,
    name: &'static str,
    call: Closure<dyn FnMut(web_sys::Event)>,
}

impl Listener {
    /// Listens.
    fn on(target: EventTarget, name: &'static str, call: impl FnMut(web_sys::Event) + 'static) -> Self {
        let call = Closure::new(call);
        // A target that cannot be listened to is silent.
        let _ = target.add_event_listener_with_callback(name, call.as_ref().unchecked_ref());
        Self { target, name, call }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let _ = self.target.remove_event_listener_with_callback(self.name, self.call.as_ref().unchecked_ref());
    }
}

/// Calls when the window changes its size.
pub fn on_resize(mut call: impl FnMut() + 'static) -> Option<Listener> {
    Some(Listener::on(web_sys::window()?.into(), "resize", move |_| call()))
}

/// Calls with every turn of the wheel over an element, which then does not scroll the page. A listener of the page's
/// framework could not keep it from that.
pub fn on_wheel(element: &Element, mut call: impl FnMut(WheelEvent) + 'static) -> Listener {
    Listener::on(element.clone().into(), "wheel", move |event| {
        if let Ok(wheel) = event.dyn_into::<WheelEvent>() {
            wheel.prevent_default();
            call(wheel);
        }
    })
}
