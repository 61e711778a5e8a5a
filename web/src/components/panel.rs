//! Lanes and panels: the frame of the page.

use yew::prelude::*;

use crate::view::Text;

/// One lane: an address space, or the run. The stamp at its left also names its layout.
pub fn lane(stamp: &'static str, title: &'static str, note: impl Into<Text>, panels: Html) -> Html {
    html! {
        <section class="lane" data-lane={stamp.to_lowercase()} aria-label={title}>
            <div class="lane-head"><b>{ stamp }</b><span>{ title }</span><span class="lane-note">{ note.into() }</span></div>
            { panels }
        </section>
    }
}

/// One panel. The id is its anchor and its area in the layout; the note stands at the right of the heading.
pub fn panel(id: &'static str, title: Html, note: impl Into<Text>, body: Html) -> Html {
    let heading = format!("{id}-title");
    html! {
        <section class="panel" {id} data-panel={id} aria-labelledby={heading.clone()}>
            <h2 class="panel-head"><span id={heading}>{ title }</span><span class="aside">{ note.into() }</span></h2>
            { body }
        </section>
    }
}

/// A heading inside a panel, with a note at the right.
pub fn sub(title: &'static str, note: impl Into<Text>) -> Html {
    html! { <h3 class="sub"><span>{ title }</span><span class="aside">{ note.into() }</span></h3> }
}
