//! Ways to choose one of several: a list, and a row of segments. The list is a component, since it must put right what a
//! refused choice has changed.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

use crate::view::{Choice, Text};

/// What a list needs.
#[derive(Properties, PartialEq)]
pub struct Props {
    /// What is chosen, for assistive technology.
    pub name: Text,
    /// The options.
    pub choices: Vec<Choice>,
    /// The chosen one's id.
    pub chosen: Text,
    /// Takes the id of the new choice.
    pub on: Callback<Text>,
    /// A class for its place.
    #[prop_or_default]
    pub class: Option<Text>,
    /// The command or note that stands in the title.
    #[prop_or_default]
    pub title: Option<Text>,
}

/// A list to choose from. It shows what is chosen in the store, also after a choice that was refused.
#[component]
pub fn Select(props: &Props) -> Html {
    let node = use_node_ref();
    {
        let (node, chosen) = (node.clone(), props.chosen.clone());
        use_effect(move || {
            if let Some(select) = node.cast::<HtmlSelectElement>() {
                select.set_value(&chosen);
            }
        });
    }
    let onchange = {
        let on = props.on.clone();
        Callback::from(move |event: Event| on.emit(event.target_unchecked_into::<HtmlSelectElement>().value().into()))
    };
    let class = props.class.as_ref().map_or_else(|| "field".into(), |class| format!("field {class}"));
    html! {
        <select ref={node} {class} aria-label={props.name.clone()} title={props.title.clone()} {onchange}>
            { for props.choices.iter().map(|choice| html! {
                <option key={choice.id.to_string()} value={choice.id.clone()} selected={choice.id == props.chosen}
                    disabled={choice.blocked.is_some()}>{ choice.label.clone() }</option>
            }) }
        </select>
    }
}

/// A row of segments, for few choices that should all be seen.
pub fn segments(name: &'static str, choices: &[Choice], chosen: &str, on: &Callback<Text>) -> Html {
    html! {
        <fieldset class="segments">
            <legend class="sr">{ name }</legend>
            { for choices.iter().map(|choice| segment(name, choice, chosen, on)) }
        </fieldset>
    }
}

fn segment(name: &'static str, choice: &Choice, chosen: &str, on: &Callback<Text>) -> Html {
    let onchange = {
        let (on, id) = (on.clone(), choice.id.clone());
        Callback::from(move |_: Event| on.emit(id.clone()))
    };
    html! {
        <label key={choice.id.to_string()} title={choice.blocked.clone()}>
            <input type="radio" {name} checked={choice.id == *chosen}
                disabled={choice.blocked.is_some()} {onchange} />
            { choice.label.clone() }
        </label>
    }
}
