//! The mark of evidence: a disc, a half disc or a dashed ring, always with its word.

use yew::prelude::*;

use crate::view::{Confidence, Evidence, Text};

/// The mark of a fact or an event; its title adds the basis.
pub fn mark(of: Evidence) -> Html {
    let word = of.confidence.as_str();
    html! { <span class="evidence" data-evidence={word} title={format!("{word}, {}", of.basis.as_str())}>{ word }</span> }
}

/// The mark of a row, which leads to its record in the reference where there is one. It opens beside the page, whose session goes on.
pub fn mark_of(of: Evidence, record: Option<&Text>) -> Html {
    let Some(record) = record else { return mark(of) };
    let word = of.confidence.as_str();
    let id = record.split_once('#').map_or("", |(_, id)| id);
    let title = format!("{word}, {}: {id} in the reference", of.basis.as_str());
    html! { <a class="evidence" data-evidence={word} href={record.clone()} target="_blank" rel="noopener" {title}>{ word }</a> }
}

/// The mark in a legend: no particular fact, so no basis.
pub fn legend(of: Confidence) -> Html {
    html! { <span class="evidence" data-evidence={of.as_str()}>{ of.as_str() }</span> }
}
