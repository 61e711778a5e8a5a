//! A dialog that is open when the store says so.

use web_sys::HtmlDialogElement;
use yew::prelude::*;

/// The node of a `dialog` element that is open while `open`.
#[hook]
pub fn use_dialog(open: bool) -> NodeRef {
    let node = use_node_ref();
    {
        let node = node.clone();
        use_effect_with(open, move |open| {
            if let Some(dialog) = node.cast::<HtmlDialogElement>() {
                if *open && !dialog.open() {
                    // Refused only when it is open already, or no longer in the page.
                    let _ = dialog.show_modal();
                } else if !*open {
                    dialog.close();
                }
            }
        });
    }
    node
}
