//! The questions a user can ask of the session: how to get somewhere, where a value comes from, and what an assumption would
//! change.

use yew::prelude::*;

use super::explore::Explore;
use super::panel::panel;
use super::whatif::WhatIfs;
use super::why::WhyTrail;
use crate::store::Action;
use crate::view::Text;

/// Where a session stands: steps, host actions, commands. An answer holds for one such place.
pub type Place = (u64, usize, usize);

/// What the panel needs.
#[derive(PartialEq)]
pub struct Props {
    /// Where the session stands.
    pub place: Place,
    /// Gives the session as a script.
    pub script: Callback<(), String>,
    /// The goal that was asked for elsewhere on the page, and how often one was.
    pub asked: (Text, u32),
    /// Takes actions.
    pub on: Callback<Action>,
}

/// The panel.
pub fn draw(props: &Props) -> Html {
    panel(
        "questions",
        html! { "Questions" },
        "answered beside the page, in a worker",
        html! {
            <div class="questions">
                <Explore place={props.place} script={props.script.clone()} asked={props.asked.clone()} on={props.on.clone()} />
                <WhyTrail place={props.place} script={props.script.clone()} on={props.on.clone()} />
                <WhatIfs place={props.place} script={props.script.clone()} on={props.on.clone()} />
            </div>
        },
    )
}
