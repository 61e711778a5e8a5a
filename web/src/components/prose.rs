//! A sentence in which code stands between backticks.

use yew::prelude::*;

use crate::view::Text;

/// What the sentence needs.
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The text.
    pub text: Text,
}

/// The sentence.
#[component]
pub fn Prose(props: &Props) -> Html {
    props.text.split('`').enumerate().map(|(index, run)| {
        if index % 2 == 1 { html! { <code>{ run.to_owned() }</code> } } else { html! { run.to_owned() } }
    }).collect()
}
