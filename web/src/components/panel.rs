//! Lanes and panels: the frame of the page.

use yew::prelude::*;

use super::handle::Handle;
use super::icon::{Icon, icon};
use crate::look::{Column, Look, LookEdit};
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

/// What every panel knows of the page it stands on.
#[derive(Clone, PartialEq)]
pub struct Layout {
    /// What is folded, and how wide the columns are.
    pub look: Look,
    /// Takes a change of that.
    pub on: Callback<LookEdit>,
}

/// One panel. The id is its anchor and its area in the layout; the note stands at the right of the heading.
pub fn panel(id: &'static str, title: Html, note: impl Into<Text>, body: Html) -> Html {
    html! { <Frame {id} {title} note={note.into()} {body} /> }
}

#[derive(Properties, PartialEq)]
struct FrameProps {
    id: &'static str,
    title: Html,
    note: Text,
    body: Html,
}

/// The frame of a panel: its heading, the button that folds it, the edge that makes it wider. Outside a page, as in the
/// gallery, there is nothing to fold.
#[component]
fn Frame(props: &FrameProps) -> Html {
    let FrameProps { id, title, note, body } = props;
    let id = *id;
    let layout = use_context::<Layout>();
    let folded = layout.as_ref().is_some_and(|layout| layout.look.folded(id));
    let heading = format!("{id}-title");
    html! {
        <section class="panel" {id} data-panel={id} data-folded={folded.to_string()} aria-labelledby={heading.clone()}>
            <h2 class="panel-head">
                if let Some(layout) = &layout { { fold(id, folded, &layout.on) } }
                <span id={heading}>{ title.clone() }</span><span class="aside">{ note.clone() }</span>
            </h2>
            if !folded { { body.clone() } }
            if let (Some(layout), Some(column), false) = (&layout, Column::of(id), folded) {
                <Handle {column} width={layout.look.width(column)} on={layout.on.clone()} />
            }
        </section>
    }
}

fn fold(id: &'static str, folded: bool, on: &Callback<LookEdit>) -> Html {
    let onclick = on.reform(move |_: MouseEvent| LookEdit::Fold(id.into()));
    let (verb, own) = (if folded { "Unfold" } else { "Fold" }, format!("{id}-fold"));
    html! {
        <button type="button" class="fold" id={own.clone()} aria-expanded={(!folded).to_string()} aria-label={verb}
            aria-labelledby={format!("{own} {id}-title")} title={format!("{verb} this panel")} {onclick}>{ icon(Icon::Fold) }</button>
    }
}

/// A heading inside a panel, with a note at the right.
pub fn sub(title: &'static str, note: impl Into<Text>) -> Html {
    html! { <h3 class="sub"><span>{ title }</span><span class="aside">{ note.into() }</span></h3> }
}
