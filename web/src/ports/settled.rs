//! What is to be read from the layout once the browser has made it anyway: to ask sooner would make it twice.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, ResizeObserver};

/// Something that is done with the next layout of an element, before it is painted; not at all if this is dropped before.
pub struct Settled {
    observer: ResizeObserver,
    _deed: Closure<dyn FnMut()>,
}

impl Settled {
    /// Does `deed` once `element` has been laid out; nothing where the browser cannot tell.
    pub fn start(element: &Element, deed: impl FnOnce() + 'static) -> Option<Self> {
        let mut deed = Some(deed);
        // The observer also tells of every later size.
        let deed = Closure::<dyn FnMut()>::new(move || {
            if let Some(deed) = deed.take() {
                deed();
            }
        });
        let observer = ResizeObserver::new(deed.as_ref().unchecked_ref()).ok()?;
        observer.observe(element);
        Some(Self { observer, _deed: deed })
    }
}

impl Drop for Settled {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}
