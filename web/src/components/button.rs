//! A button that sends a command. Its title is the command, or the reason why it cannot be sent.

use yew::prelude::*;

use crate::view::{Offer, Text};

/// How a button looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Look {
    /// Outlined.
    #[default]
    Plain,
    /// Filled: the one a newcomer should press.
    Key,
    /// Without an outline, in running text.
    Quiet,
    /// Outlined, with the mark of a fault.
    Fault,
}

impl Look {
    fn word(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Key => "key",
            Self::Quiet => "quiet",
            Self::Fault => "fault",
        }
    }
}

/// What the button needs.
#[derive(Properties, PartialEq)]
pub struct Props {
    /// What it offers.
    pub offer: Offer,
    /// Takes the command.
    pub on: Callback<Text>,
    /// How it looks.
    #[prop_or_default]
    pub look: Look,
    /// Name for assistive technology, where the label alone does not say enough.
    #[prop_or_default]
    pub name: Option<Text>,
    /// Pressed or not, for a button that is a switch.
    #[prop_or_default]
    pub pressed: Option<bool>,
    /// A class for its place.
    #[prop_or_default]
    pub class: Option<Text>,
    /// What it says, if not the offer's label.
    #[prop_or_default]
    pub children: Html,
}

/// The button.
#[component]
pub fn CommandButton(props: &Props) -> Html {
    let Offer { label, command, blocked } = &props.offer;
    let onclick = {
        let (on, command, free) = (props.on.clone(), command.clone(), blocked.is_none());
        Callback::from(move |_: MouseEvent| {
            if free {
                on.emit(command.clone());
            }
        })
    };
    let body = if props.children == Html::default() { html! { label.clone() } } else { props.children.clone() };
    html! {
        <button type="button" class={place(props.class.as_ref())} data-look={props.look.word()} title={blocked.as_ref().unwrap_or(command).clone()}
            aria-label={props.name.clone()} aria-pressed={props.pressed.map(|on| on.to_string())}
            aria-disabled={blocked.is_some().then_some("true")} {onclick}>{ body }</button>
    }
}

fn place(class: Option<&Text>) -> String {
    class.map_or_else(|| "button".into(), |class| format!("button {class}"))
}
