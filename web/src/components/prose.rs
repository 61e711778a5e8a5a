//! A sentence in which code stands between backticks.

use yew::prelude::*;

/// The sentence.
pub fn prose(text: &str) -> Html {
    text.split('`')
        .enumerate()
        .map(|(index, run)| {
            if index % 2 == 1 {
                html! { <code>{ run.to_owned() }</code> }
            } else {
                html! { run.to_owned() }
            }
        })
        .collect()
}
