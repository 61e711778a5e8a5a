//! The mark of evidence: a disc, a half disc or a dashed ring, always with its word.

use yew::prelude::*;

use crate::view::Evidence;

/// What the mark needs.
#[derive(Properties, PartialEq)]
pub struct Props {
    /// What to mark.
    pub of: Evidence,
}

/// The mark.
#[component]
pub fn Mark(props: &Props) -> Html {
    html! { <span class="evidence" data-evidence={props.of.word()}>{ props.of.word() }</span> }
}
