//! The mark of evidence: a disc, a half disc or a dashed ring, always with its word.

use yew::prelude::*;

use crate::view::{Confidence, Evidence};

/// What the mark needs.
#[derive(Properties, PartialEq)]
pub struct Props {
    /// What to mark.
    pub of: Evidence,
}

/// The mark.
#[component]
pub fn Mark(props: &Props) -> Html {
    let word = props.of.confidence.as_str();
    html! { <span class="evidence" data-evidence={word} title={format!("{word}, {}", props.of.basis.as_str())}>{ word }</span> }
}

/// What a mark in a legend needs.
#[derive(Properties, PartialEq)]
pub struct LegendProps {
    /// What it stands for.
    pub of: Confidence,
}

/// The mark in a legend: no particular fact, so no basis.
#[component]
pub fn Legend(props: &LegendProps) -> Html {
    html! { <span class="evidence" data-evidence={props.of.as_str()}>{ props.of.as_str() }</span> }
}
