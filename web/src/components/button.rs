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

/// How a button differs from a plain one.
#[derive(Default)]
pub struct Style {
    /// How it looks.
    pub look: Look,
    /// A class for its place.
    pub class: Option<&'static str>,
    /// Name for assistive technology, where the label alone does not say enough.
    pub name: Option<Text>,
    /// Title, where the command alone does not say enough.
    pub title: Option<Text>,
    /// Pressed or not, for a button that is a switch.
    pub pressed: Option<bool>,
    /// What it says, if not the offer's label.
    pub body: Option<Html>,
}

/// A plain button.
pub fn button(offer: &Offer, on: &Callback<Text>) -> Html {
    styled(offer, on, Style::default())
}

/// A button that takes the eye.
pub fn key_button(offer: &Offer, on: &Callback<Text>, class: &'static str) -> Html {
    styled(offer, on, Style { look: Look::Key, class: Some(class), ..Style::default() })
}

/// A button with another look or another body.
pub fn styled(offer: &Offer, on: &Callback<Text>, style: Style) -> Html {
    let Offer { label, command, blocked } = offer;
    let onclick = {
        let (on, command, free) = (on.clone(), command.clone(), blocked.is_none());
        Callback::from(move |_: MouseEvent| {
            if free {
                on.emit(command.clone());
            }
        })
    };
    let class = style.class.map_or_else(|| "button".into(), |class| format!("button {class}"));
    html! {
        <button type="button" {class} data-look={style.look.word()} title={blocked.clone().or(style.title).unwrap_or_else(|| command.clone())}
            aria-label={style.name} aria-pressed={style.pressed.map(|on| on.to_string())}
            aria-disabled={blocked.is_some().then_some("true")} {onclick}>{ style.body.unwrap_or_else(|| html! { label.clone() }) }</button>
    }
}
