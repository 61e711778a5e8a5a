//! The edge of a column: dragged, moved by arrow keys, or clicked through narrow, usual and wide. While it is dragged only
//! a custom property changes; the store hears of the width once, at the end.

use web_sys::{Element, PointerEvent};
use yew::prelude::*;

use crate::look::{Column, LookEdit};
use crate::ports::look::show;
use crate::view::Text;

/// What a handle needs.
#[derive(Properties, PartialEq)]
pub struct Props {
    /// Its column.
    pub column: Column,
    /// The width, if it is not the usual one.
    pub width: Option<u16>,
    /// Takes the change.
    pub on: Callback<LookEdit>,
}

/// A drag: where it began, how wide the column was then, and how wide it is now.
struct Drag {
    from: i32,
    width: i32,
    now: Option<u16>,
}

/// The handle.
#[component]
pub fn Handle(props: &Props) -> Html {
    let Props { column, width, on } = props;
    let (column, width) = (*column, *width);
    let drag = use_mut_ref(|| None::<Drag>);
    let [narrow, usual, wide] = column.widths();
    let start = {
        let drag = drag.clone();
        Callback::from(move |event: PointerEvent| {
            let Some(handle) = event.target_dyn_into::<Element>() else { return };
            let Some(panel) = handle.parent_element() else { return };
            event.prevent_default();
            // Without the capture the drag ends at the handle's own edge, and the keys still work.
            let _ = handle.set_pointer_capture(event.pointer_id());
            *drag.borrow_mut() = Some(Drag { from: event.client_x(), width: panel.client_width(), now: None });
        })
    };
    let go = {
        let drag = drag.clone();
        Callback::from(move |event: PointerEvent| {
            let mut drag = drag.borrow_mut();
            let Some(drag) = drag.as_mut() else { return };
            let by = event.client_x() - drag.from;
            if by.abs() < 3 && drag.now.is_none() {
                return;
            }
            let to = drag.width + if column.grows_left() { -by } else { by };
            let to = column.fit(u16::try_from(to.max(0)).unwrap_or(u16::MAX));
            drag.now = Some(to);
            show(column, Some(to));
        })
    };
    let end = {
        let (drag, on) = (drag.clone(), on.clone());
        Callback::from(move |_: PointerEvent| match drag.borrow_mut().take() {
            Some(Drag { now: Some(now), .. }) => on.emit(LookEdit::Width(column, Some(now))),
            // A click: the next of three widths.
            Some(Drag { now: None, .. }) => {
                let next = match width.unwrap_or(usual) {
                    now if now < usual => None,
                    now if now < wide => Some(wide),
                    _ => Some(narrow),
                };
                on.emit(LookEdit::Width(column, next));
            }
            None => {}
        })
    };
    let key = key(column, width.unwrap_or(usual), on);
    let label = Text::from(format!("Width of the column of {}", column.panel()));
    html! {
        <div class="handle" data-side={if column.grows_left() { "left" } else { "right" }} role="separator" tabindex="0"
            aria-orientation="vertical" aria-label={label} aria-valuenow={width.unwrap_or(usual).to_string()}
            aria-valuemin={narrow.to_string()} aria-valuemax={wide.to_string()}
            title="Drag, or arrow keys; a click goes through usual, wide and narrow; Enter: the usual width"
            onpointerdown={start} onpointermove={go} onpointerup={end.clone()} onpointercancel={end} onkeydown={key} />
    }
}

/// Arrow keys move the edge, Home and End go to its ends, Enter gives it up.
fn key(column: Column, now: u16, on: &Callback<LookEdit>) -> Callback<KeyboardEvent> {
    let on = on.clone();
    let [narrow, _, wide] = column.widths();
    Callback::from(move |event: KeyboardEvent| {
        let (less, more) = if column.grows_left() { ("ArrowRight", "ArrowLeft") } else { ("ArrowLeft", "ArrowRight") };
        let to = match event.key().as_str() {
            key if key == less => Some(now.saturating_sub(Column::STEP)),
            key if key == more => Some(now + Column::STEP),
            "Home" => Some(narrow),
            "End" => Some(wide),
            "Enter" => None,
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        on.emit(LookEdit::Width(column, to));
    })
}
