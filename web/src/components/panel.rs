//! Lanes and panels: the frame of the page.

use yew::prelude::*;

use crate::view::Text;

/// What a lane needs.
#[derive(Properties, PartialEq)]
pub struct LaneProps {
    /// The stamp at its left, which also names the layout.
    pub stamp: Text,
    /// What it is.
    pub title: Text,
    /// Its address space.
    pub note: Text,
    /// The panels.
    pub children: Html,
}

/// One address space of the two.
#[component]
pub fn Lane(props: &LaneProps) -> Html {
    html! {
        <section class="lane" data-lane={props.stamp.to_lowercase()} aria-label={props.title.clone()}>
            <div class="lane-head">
                <b>{ props.stamp.clone() }</b>
                <span>{ props.title.clone() }</span>
                <span class="lane-note">{ props.note.clone() }</span>
            </div>
            { props.children.clone() }
        </section>
    }
}

/// What a panel needs.
#[derive(Properties, PartialEq)]
pub struct PanelProps {
    /// Its anchor and its area in the layout.
    pub id: Text,
    /// Its heading.
    pub title: Text,
    /// Something said beside the heading, in code type.
    #[prop_or_default]
    pub detail: Option<Text>,
    /// The note at the right.
    #[prop_or_default]
    pub note: Text,
    /// What it shows.
    pub children: Html,
}

/// One panel.
#[component]
pub fn Panel(props: &PanelProps) -> Html {
    let heading = format!("{}-title", props.id);
    html! {
        <section class="panel" id={props.id.clone()} data-panel={props.id.clone()} aria-labelledby={heading.clone()}>
            <h2 class="panel-head">
                <span id={heading}>{ props.title.clone() }
                    if let Some(detail) = &props.detail { { " " }<code>{ detail.clone() }</code> }
                </span>
                <span class="aside">{ props.note.clone() }</span>
            </h2>
            { props.children.clone() }
        </section>
    }
}

/// A heading inside a panel, with a note at the right.
pub fn sub(title: &'static str, note: impl Into<Text>) -> Html {
    html! { <h3 class="sub"><span>{ title }</span><span class="aside">{ note.into() }</span></h3> }
}
