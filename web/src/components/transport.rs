//! The transport: move in time, let the clock run, choose its speed. The small one stays in reach on small screens.

use std::rc::Rc;

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::button::{CommandButton, Look};
use super::icon::{Icon, icon};
use super::lamp::Lamp;
use crate::store::{Action, Speed};
use crate::view::transport::TransportView;

/// What the transport needs.
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The rows.
    pub view: Rc<TransportView>,
    /// Takes actions.
    pub on: Callback<Action>,
}

/// The transport.
#[component]
pub fn Transport(props: &Props) -> Html {
    let view = &props.view;
    let send = props.on.reform(Action::Command);
    html! {
        <div class="transport">
            <div class="group-of-buttons" role="group" aria-label="Transport">
                <CommandButton offer={view.back.clone()} on={send.clone()}>{ icon(Icon::Back) }{ "Back" }</CommandButton>
                <CommandButton offer={view.step_offer.clone()} on={send.clone()} look={Look::Key}>{ "Step" }{ icon(Icon::Step) }</CommandButton>
                <CommandButton offer={view.over.clone()} on={send.clone()} />
                <CommandButton offer={view.out.clone()} on={send.clone()} />
                <CommandButton offer={view.until.clone()} on={send.clone()} />
                { run(view, &props.on) }
                <CommandButton offer={view.reset.clone()} on={send}>{ icon(Icon::Reset) }{ "Reset" }</CommandButton>
            </div>
            { speed(view, &props.on) }
            <span class="position">{ "step " }<b>{ view.step }</b>if view.last > view.step { { format!(" of {}", view.last) } }</span>
        </div>
    }
}

/// The small transport of small screens.
#[component]
pub fn MiniTransport(props: &Props) -> Html {
    let view = &props.view;
    let send = props.on.reform(Action::Command);
    html! {
        <section class="mini" aria-label="Quick transport">
            <span class="where"><Lamp of={view.state} />{ view.state.name() }<span>{ format!("step {}", view.step) }</span></span>
            <CommandButton offer={view.back.clone()} on={send.clone()} name="Back">{ icon(Icon::Back) }</CommandButton>
            <CommandButton offer={view.step_offer.clone()} on={send} look={Look::Key} name="Step">{ icon(Icon::Step) }</CommandButton>
            { run(view, &props.on) }
        </section>
    }
}

/// Run and Pause are one button of one width.
fn run(view: &TransportView, on: &Callback<Action>) -> Html {
    let playing = view.playing;
    let onclick = on.reform(move |_: MouseEvent| if playing { Action::Pause } else { Action::Play });
    let (glyph, label) = if playing { (Icon::Pause, "Pause") } else { (Icon::Run, "Run") };
    html! {
        <button type="button" class="button run" data-look="plain" {onclick} title="The clock sends steps at the chosen speed (space)">{ icon(glyph) }{ label }</button>
    }
}

fn speed(view: &TransportView, on: &Callback<Action>) -> Html {
    let oninput = on.reform(|event: InputEvent| {
        let text = event.target_unchecked_into::<HtmlInputElement>().value();
        Action::Speed(Speed::at(text.parse().unwrap_or(0)))
    });
    let words = format!("{} steps a second", Speed::at(view.speed).per_second());
    html! {
        <label class="speed">
            <span>{ "Speed" }</span>
            <input type="range" min="0" max={Speed::MAX.to_string()} value={view.speed.to_string()} aria-valuetext={words} {oninput} />
            <code>{ format!("{}/s", Speed::at(view.speed).per_second()) }</code>
        </label>
    }
}
