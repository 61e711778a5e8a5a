//! The transport: move in time, let the clock run, choose its speed. The small one stays in reach on small screens.

use std::rc::Rc;

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::button::{Look, Style, button, styled};
use super::console::Console;
use super::icon::{Icon, icon};
use super::lamp::lamp;
use super::timeline::{Past, TimelinePanel};
use crate::line::Line;
use crate::prompt::Prompt;
use crate::store::{Action, Echo, Speed};
use crate::view::keys::{self, Deed};
use crate::view::transport::TransportView;
use crate::view::undo::UndoView;
use crate::view::{Offer, Text};

/// What the dock needs.
#[derive(PartialEq)]
pub struct Props {
    /// The rows.
    pub view: Rc<TransportView>,
    /// The history.
    pub past: Past,
    /// What of it is shown.
    pub line: Line,
    /// The console.
    pub prompt: Prompt,
    /// What can be undone.
    pub undo: Rc<UndoView>,
    /// What became of the last command.
    pub echo: Echo,
    /// Takes actions.
    pub on: Callback<Action>,
}

/// The step at which the machine is in this frame; the panels may be some frames behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Now(pub u64);

#[derive(Properties, PartialEq)]
struct CountProps {
    step: u64,
}

/// The number of the step. It alone is drawn with every frame while the machine runs flat out.
#[component]
fn Count(props: &CountProps) -> Html {
    let step = use_context::<Now>().map_or(props.step, |now| now.0);
    html! { <b>{ step }</b> }
}

/// Transport, ribbon and console, and the small transport.
pub fn draw(props: &Props) -> Html {
    let (view, on) = (&props.view, &props.on);
    html! {
        <>
            <section class="dock" id="transport" aria-label="Transport and console">
                { transport(view, on) }
                <TimelinePanel past={props.past.clone()} line={props.line.clone()} view={view.clone()} on={on.clone()} />
                <Console prompt={props.prompt.clone()} echo={props.echo.clone()} undo={props.undo.clone()} on={on.clone()} />
            </section>
            { mini(view, on) }
        </>
    }
}

/// The ways to move in time, and where it stands.
pub fn transport(view: &TransportView, on: &Callback<Action>) -> Html {
    let send = on.reform(Action::Command);
    html! {
        <div class="transport">
            <div class="group-of-buttons" role="group" aria-label="Transport">
                { drawn(&view.back, &send, Look::Plain, html! { <>{ icon(Icon::Back) }{ "Back" }</> }) }
                { drawn(&view.step_offer, &send, Look::Key, html! { <>{ "Step" }{ icon(Icon::Step) }</> }) }
                { button(&view.over, &send) }
                { button(&view.out, &send) }
                { run(view, on) }
                { drawn(&view.reset, &send, Look::Plain, html! { <>{ icon(Icon::Reset) }{ "Reset" }</> }) }
            </div>
            { until(view, on) }
            { speed(view, on) }
            <span class="position">{ "step " }<Count step={view.step} /><span class="of">if let Some(goal) = view.goal { { format!(" to {goal}") } } else if view.last > view.step { { format!(" of {}", view.last) } }</span></span>
        </div>
    }
}

fn drawn(offer: &Offer, send: &Callback<Text>, look: Look, body: Html) -> Html {
    styled(offer, send, Style { look, body: Some(body), ..Style::default() })
}

/// The small transport of small screens.
fn mini(view: &TransportView, on: &Callback<Action>) -> Html {
    let send = on.reform(Action::Command);
    let glyph = |offer: &Offer, look, which, name: &'static str| {
        styled(offer, &send, Style { look, name: Some(name.into()), body: Some(icon(which)), ..Style::default() })
    };
    html! {
        <section class="mini" aria-label="Quick transport">
            <span class="where">{ lamp(view.state) }{ view.state.name() }<span>{ format!("step {}", view.step) }</span></span>
            { glyph(&view.back, Look::Plain, Icon::Back, "Back") }
            { glyph(&view.step_offer, Look::Key, Icon::Step, "Step") }
            { run(view, on) }
        </section>
    }
}

/// Run and Pause are one button of one width.
fn run(view: &TransportView, on: &Callback<Action>) -> Html {
    let onclick = on.reform(|_: MouseEvent| Action::Key(Deed::Play));
    let (glyph, label) = if view.playing { (Icon::Pause, "Pause") } else { (Icon::Run, "Run") };
    html! {
        <button type="button" class="button run" data-look="plain" {onclick} title="The clock sends steps at the chosen speed (space)">{ icon(glyph) }{ label }</button>
    }
}

fn speed(view: &TransportView, on: &Callback<Action>) -> Html {
    let oninput = on.reform(|event: InputEvent| {
        let text = event.target_unchecked_into::<HtmlInputElement>().value();
        Action::Speed(Speed::at(text.parse().unwrap_or(0)))
    });
    let rate = Speed::at(view.speed).per_second();
    let words = rate.map_or_else(|| "as fast as it can".to_owned(), |rate| format!("{rate} steps a second"));
    let set = rate.map_or_else(|| "flat out".to_owned(), |rate| format!("{rate}/s"));
    let measured = view.measured.map_or_else(|| "–".to_owned(), |measured| measured.to_string());
    html! {
        <label class="speed" title={format!("Faster {}, slower {}", keys::hint(Deed::Faster), keys::hint(Deed::Slower))}>
            <span>{ "Speed" }</span>
            <input type="range" min="0" max={Speed::MAX.to_string()} value={view.speed.to_string()} aria-valuetext={words} {oninput} />
            <code class="rate">{ set }</code>
            <span class="measured" title="Steps made in the last second, measured">{ "measured " }<code>{ measured }</code>{ "/s" }</span>
        </label>
    }
}

/// Until: the next transition, or a condition typed beside the button.
fn until(view: &TransportView, on: &Callback<Action>) -> Html {
    let oninput =
        on.reform(|event: InputEvent| Action::Until(event.target_unchecked_into::<HtmlInputElement>().value().into()));
    let onkeydown = {
        let (on, offer) = (on.clone(), view.until.clone());
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Enter" && offer.blocked.is_none() {
                event.prevent_default();
                on.emit(Action::Command(offer.command.clone()));
            }
        })
    };
    html! {
        <span class="until">
            { button(&view.until, &on.reform(Action::Command)) }
            <input class="until-field" value={view.condition.clone()} placeholder="next transition" aria-label="Until this condition; empty is the next transition"
                title={view.until.blocked.clone().unwrap_or_else(|| view.until.command.clone())} autocomplete="off" spellcheck="false"
                data-wrong={(!view.condition.is_empty() && view.until.blocked.is_some()).to_string()} {oninput} {onkeydown} />
        </span>
    }
}
