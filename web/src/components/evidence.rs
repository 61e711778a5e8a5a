//! The mark of evidence: a disc, a half disc or a dashed ring, always with its word.

use yew::prelude::*;

use crate::view::{Confidence, Evidence};

/// The mark of a fact or an event; its title adds the basis.
pub fn mark(of: Evidence) -> Html {
    let word = of.confidence.as_str();
    html! { <span class="evidence" data-evidence={word} title={format!("{word}, {}", of.basis.as_str())}>{ word }</span> }
}

/// The mark in a legend: no particular fact, so no basis.
pub fn legend(of: Confidence) -> Html {
    html! { <span class="evidence" data-evidence={of.as_str()}>{ of.as_str() }</span> }
}
