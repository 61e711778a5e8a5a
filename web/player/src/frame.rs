//! The figure as it is drawn: the panels that were asked for, made by Play's components, and a small transport below.

use seqbell_web::components::button::{Look, Style, styled};
use seqbell_web::components::fan::fan_out;
use seqbell_web::components::icon::{Icon, icon};
use seqbell_web::components::lamp::lamp;
use seqbell_web::components::listing::ListingPanel;
use seqbell_web::components::memo::memo;
use seqbell_web::components::panel::panel;
use seqbell_web::components::timeline::{Past, TimelinePanel};
use seqbell_web::components::{composer, csr, host, state};
use seqbell_web::pace::Beat;
use seqbell_web::ports::clock::use_clock;
use seqbell_web::ports::motion;
use seqbell_web::store::Action;
use seqbell_web::view::ahead::Ahead;
use seqbell_web::view::bell::BellView;
use seqbell_web::view::csr::{CoreView, CsrView};
use seqbell_web::view::host::HostView;
use seqbell_web::view::keys::Deed;
use seqbell_web::view::listing::Listing;
use seqbell_web::view::state::StateView;
use seqbell_web::view::transport::TransportView;
use seqbell_web::view::{Moment, Offer, Text};
use std::rc::Rc;
use web_sys::HtmlElement;
use yew::prelude::*;

use crate::options::{Mode, Part};
use crate::shared::Shared;
use crate::stage::Stage;

/// What is drawn.
#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// The stage.
    pub(crate) inside: Shared,
}

/// The figure.
#[component]
pub(crate) fn Frame(props: &Props) -> Html {
    let inside = props.inside.clone();
    let redraw = use_force_update();
    use_effect_with((), {
        let inside = inside.clone();
        move |()| {
            inside.on_change(Some(Callback::from(move |()| redraw.force_update())));
            if inside.0.stage.borrow().options().autoplay && !motion::reduced() {
                inside.act(Action::Play);
            }
        }
    });
    let on = use_callback(inside.clone(), |action: Action, inside: &Shared| inside.act(action));
    let send = use_callback(on.clone(), |line: Text, on| on.emit(Action::Command(line)));
    let stage = inside.0.stage.borrow();
    use_clock(if inside.visible() { stage.beat() } else { Beat::Rest }, on.clone());
    let ahead = Ahead::from(stage.desk().machine());
    let moment = stage.moment(&ahead);
    let transport = Rc::new(TransportView::of(moment));
    let options = stage.options();
    html! {
        <section class="player" aria-label={options.label.clone()} onkeydown={keys(&on)}>
            <div class="parts">
                { for options.parts.iter().map(|part| part_of(*part, &stage, moment, &transport, &on, &send)) }
                if options.mode == Mode::Play { { hands(&options.parts, moment, &on) } }
            </div>
            { controls(&transport, &on, &send) }
            <p class="sr" role="status">{ if transport.playing { String::new() } else { format!("{}, step {}", transport.state.name(), transport.step) } }</p>
        </section>
    }
}

fn part_of(
    part: Part,
    stage: &Stage,
    moment: Moment,
    transport: &Rc<TransportView>,
    on: &Callback<Action>,
    send: &Callback<Text>,
) -> Html {
    match part {
        Part::Diagram => memo(state::draw, state::Props { view: Rc::new(StateView::of(moment)), on: on.clone() }),
        Part::Registers => {
            let named = &stage.options().registers;
            let core = named.is_empty().then(|| Rc::new(CoreView::of(moment)));
            memo(csr::draw, csr::Props { view: Rc::new(CsrView::only(moment, named)), core, on: on.clone() })
        }
        Part::Listing => html! {
            <ListingPanel view={Rc::new(Listing::of(moment))} on={send.clone()} pick={on.reform(Action::Pick)} />
        },
        Part::Timeline => {
            let (past, line) = (Past(Rc::clone(stage.desk())), stage.line().clone());
            panel(
                "time",
                html! { "Timeline" },
                "",
                html! { <TimelinePanel {past} {line} view={Rc::clone(transport)} on={on.clone()} /> },
            )
        }
        Part::Fanout => panel("fan", html! { "One write, many engines" }, "", fan_out(&BellView::of(moment))),
    }
}

/// What a reader acts with: the host's side of what is shown.
fn hands(parts: &[Part], moment: Moment, on: &Callback<Action>) -> Html {
    let bells = parts.contains(&Part::Fanout);
    let firmware = parts.iter().any(|part| *part != Part::Fanout);
    html! {
        <>
            if firmware { { memo(host::draw, host::Props { view: Rc::new(HostView::of(moment)), on: on.clone() }) } }
            if bells { { memo(composer::draw, composer::Props { view: Rc::new(BellView::of(moment)), on: on.clone() }) } }
        </>
    }
}

fn controls(view: &TransportView, on: &Callback<Action>, send: &Callback<Text>) -> Html {
    let drawn = |offer: &Offer, look, which, label: &'static str| {
        let body = html! { <>{ icon(which) }{ label }</> };
        styled(offer, send, Style { look, body: Some(body), ..Style::default() })
    };
    let onclick = on.reform(|_: MouseEvent| Action::Key(Deed::Play));
    let (glyph, label) = if view.playing { (Icon::Pause, "Pause") } else { (Icon::Run, "Run") };
    let whole = if view.last > view.step { format!(" of {}", view.last) } else { String::new() };
    html! {
        <div class="controls" role="group" aria-label="Transport">
            { drawn(&view.back, Look::Plain, Icon::Back, "Back") }
            { drawn(&view.step_offer, Look::Key, Icon::Step, "Step") }
            <button type="button" class="button run" data-look="plain" title="The clock makes steps (space)" {onclick}>{ icon(glyph) }{ label }</button>
            { drawn(&view.until, Look::Plain, Icon::Run, "Until") }
            <span class="where">{ lamp(view.state) }{ view.state.name() }</span>
            <span class="position">{ "step " }<b>{ view.step }</b>{ whole }</span>
        </div>
    }
}

/// Single keys, while the focus is inside and not in a field. Nothing else of the page hears them.
fn keys(on: &Callback<Action>) -> Callback<KeyboardEvent> {
    let on = on.clone();
    Callback::from(move |event: KeyboardEvent| {
        let elsewhere = event.ctrl_key() || event.alt_key() || event.meta_key() || event.default_prevented();
        let tag = event.target_dyn_into::<HtmlElement>().map(|target| target.tag_name()).unwrap_or_default();
        if elsewhere || matches!(tag.as_str(), "INPUT" | "SELECT" | "TEXTAREA") {
            return;
        }
        let deed = match event.key().as_str() {
            "." => Deed::Step,
            "," => Deed::Back,
            " " if tag != "BUTTON" && tag != "SUMMARY" => Deed::Play,
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        on.emit(Action::Key(deed));
    })
}
