//! The page: puts the panels in their places and joins the store to the ports.

use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlInputElement};
use yew::prelude::*;

use super::address::AddressPanel;
use super::assumptions::Assumptions;
use super::composer::Composer;
use super::console;
use super::csr::Registers;
use super::engines::Engines;
use super::exports::Exports;
use super::flow::Flow;
use super::help::{Help, NOTICE};
use super::host::HostPanel;
use super::listing::ListingPanel;
use super::log::Log;
use super::panel::{Layout, lane};
use super::questions::{Place, Questions};
use super::state::StatePanel;
use super::timeline::{Past, mark_here};
use super::top_bar::TopBar;
use super::transport::Dock;
use seqbell_script::core::facts::Generation;

use crate::line::{Line, LineEdit};
use crate::look::LookEdit;
use crate::ports::{clock::use_clock, look, storage, theme};
use crate::store::{Action, Store};
use crate::view::keys::{self, Deed};
use crate::view::{Offer, Text, View};

/// Where the timeline's tracks are remembered.
const LINE: &str = "line";

/// The page.
#[component]
pub fn App() -> Html {
    match use_memo((), |()| Store::new(Generation::Cayman)).as_ref() {
        Ok(fresh) => html! { <Play fresh={Fresh(fresh.clone())} /> },
        Err(refused) => html! { <p class="boot">{ refused.to_string() }</p> },
    }
}

/// The session to begin with.
#[derive(Clone)]
struct Fresh(Store);

impl PartialEq for Fresh {
    /// A page begins once.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

#[derive(Properties, PartialEq)]
struct PlayProps {
    fresh: Fresh,
}

#[component]
fn Play(props: &PlayProps) -> Html {
    let fresh = props.fresh.0.clone();
    let store = use_reducer(move || {
        let mut store = fresh.after(Action::Theme(theme::load())).after(Action::Look(LookEdit::Whole(look::load())));
        store.line = storage::load(LINE).map(|text| Line::from_text(&text)).unwrap_or_default();
        store
    });
    use_effect_with(store.theme, |now| theme::apply(*now));
    use_effect_with(store.look.clone(), look::apply);
    use_effect_with(store.line.text(), |text| storage::save(LINE, text));
    // One callback for the whole life of the page, so that unchanged panels are not drawn again.
    let on = {
        let dispatcher = store.dispatcher();
        use_callback((), move |action: Action, ()| dispatcher.dispatch(action))
    };
    use_clock(store.pace.beat(store.playing, store.speed), on.clone());
    let send = use_callback(on.clone(), |line: Text, on| on.emit(Action::Command(line)));
    let change = use_callback(on.clone(), |edit: LookEdit, on| on.emit(Action::Look(edit)));
    let script = use_script(&store);
    let view = &store.view;
    html! {
        <ContextProvider<Layout> context={Layout { look: store.look.clone(), on: change }}>
        <div class="app" onkeydown={shortcuts(&store, &on)}>
            <a class="skip" href="#transport">{ "Skip to the transport" }</a>
            <TopBar generations={view.generations.clone()} generation={view.generation.clone()} theme={store.theme} on={on.clone()} />
            { jump_bar() }
            <main id="main" tabindex="-1">
                { sequencer(view, &on, &send) }
                { doorbells(&store, &on) }
                { lane("RUN", "What happened, and on what it rests", "", html! {
                    <>
                        <Log view={view.log.clone()} />
                        <Assumptions view={view.assumptions.clone()} on={send.clone()} />
                        <Questions place={place(&store)} script={script.clone()} asked={store.asked.clone()} on={on.clone()} />
                    </>
                }) }
            </main>
            <footer class="footer"><span>{ NOTICE }</span><span>{ "Violet marks doubt. Hatching marks what nobody knows." }</span></footer>
            <Dock view={view.transport.clone()} past={Past(store.desk().clone())} line={store.line.clone()} text={store.console.clone()} echo={store.echo.clone()} on={on.clone()} />
            <Exports open={store.exports} script={script} on={on.clone()} />
            <Help open={store.help} shortcuts={store.shortcuts} on={on} />
            <p class="sr" role="status">{ announcement(&store) }</p>
        </div>
        </ContextProvider<Layout>>
    }
}

/// Gives the session as a script whenever it is asked for one. It is the same callback all the time.
#[hook]
fn use_script(store: &UseReducerHandle<Store>) -> Callback<(), String> {
    let latest = use_mut_ref(|| store.clone());
    *latest.borrow_mut() = store.clone();
    (*use_memo((), move |()| Callback::from(move |()| latest.borrow().desk().session().to_script()))).clone()
}

/// Where the session stands.
fn place(store: &Store) -> Place {
    let session = store.desk().session();
    (session.machine().steps(), session.timeline().acts().len(), session.commands().len())
}

fn sequencer(view: &View, on: &Callback<Action>, send: &Callback<Text>) -> Html {
    let pick = on.reform(Action::Pick);
    lane(
        "SEQ",
        "Run-state machine of the NX sequencer",
        view.aperture.clone(),
        html! {
            <>
                <Flow view={view.flow.clone()} />
                <HostPanel view={view.host.clone()} on={on.clone()} />
                <StatePanel view={view.state.clone()} on={on.clone()} />
                <ListingPanel view={view.listing.clone()} on={send.clone()} pick={pick} />
                <Registers view={view.csr.clone()} core={view.core.clone()} on={on.clone()} />
            </>
        },
    )
}

fn doorbells(store: &Store, on: &Callback<Action>) -> Html {
    let view = &store.view;
    lane(
        "NCFW",
        "DMA doorbells",
        "48-bit SoC address, no path to the SEQ aperture",
        html! {
            <>
                <Composer view={view.bell.clone()} on={on.clone()} />
                <AddressPanel view={view.bell.clone()} on={on.clone()} />
                <Engines view={view.engines.clone()} generation={store.desk().session().generation()} on={on.clone()} />
            </>
        },
    )
}

fn jump_bar() -> Html {
    let places = [
        ("state", "State"),
        ("host", "Host"),
        ("code", "Code"),
        ("regs", "CSR"),
        ("bell", "Bell"),
        ("engines", "Rings"),
        ("transport", "Time"),
    ];
    html! {
        <nav class="jump" aria-label="Panels">
            { for places.into_iter().map(|(id, name)| html! { <a href={format!("#{id}")}>{ name }</a> }) }
        </nav>
    }
}

/// The one live region: the state when the machine stands, or what was refused.
fn announcement(store: &Store) -> String {
    let state = store.view.state.truth.name();
    if store.echo.refused {
        format!("Refused: {}", store.echo.answer)
    } else if store.playing {
        format!("Running the firmware. {state}.")
    } else {
        format!("{state}, step {}.", store.view.transport.step)
    }
}

/// Single keys. They act only while the focus is inside the page and not in a field, and can be turned off.
fn shortcuts(store: &Store, on: &Callback<Action>) -> Callback<KeyboardEvent> {
    let (enabled, playing, speed) = (store.shortcuts && !store.help && !store.exports, store.playing, store.speed);
    let transport = store.view.transport.clone();
    let marker = mark_here(&store.line, store.desk()).command;
    let on = on.clone();
    Callback::from(move |event: KeyboardEvent| {
        if !enabled || event.alt_key() || types(&event) {
            return;
        }
        let ctrl = event.ctrl_key() || event.meta_key();
        let Some(deed) = keys::deed(&event.key(), ctrl, event.shift_key()) else { return };
        let command = |offer: &Offer| offer.blocked.is_none().then(|| Action::Command(offer.command.clone()));
        let action = match deed {
            Deed::Step => command(&transport.step_offer),
            Deed::Back => command(&transport.back),
            Deed::Over => command(&transport.over),
            Deed::Out => command(&transport.out),
            Deed::Until => command(&transport.until),
            Deed::Play if presses(&event) => return,
            Deed::Play if playing => Some(Action::Pause),
            Deed::Play => Some(Action::Play),
            Deed::Faster => Some(Action::Speed(speed.next())),
            Deed::Slower => Some(Action::Speed(speed.previous())),
            Deed::Help => Some(Action::Help(true)),
            Deed::Console => return to_console(&event),
            Deed::Previous => command(&transport.previous),
            Deed::Next => command(&transport.next),
            Deed::ZoomIn => Some(Action::Line(LineEdit::In(None))),
            Deed::ZoomOut => Some(Action::Line(LineEdit::Out(None))),
            Deed::Whole => Some(Action::Line(LineEdit::Whole)),
            Deed::Earlier => Some(Action::Line(LineEdit::Later(false))),
            Deed::Later => Some(Action::Line(LineEdit::Later(true))),
            Deed::Marker => Some(Action::Command(marker.clone())),
            // Undo and redo are on their way.
            Deed::Undo | Deed::Redo => return,
        };
        event.prevent_default();
        if let Some(action) = action {
            on.emit(action);
        }
    })
}

/// Whether the key goes into a field.
fn types(event: &KeyboardEvent) -> bool {
    event.target_dyn_into::<HtmlElement>().is_some_and(|target| match target.tag_name().as_str() {
        "INPUT" | "SELECT" | "TEXTAREA" => true,
        _ => target.is_content_editable(),
    })
}

/// Whether the space key already presses what has the focus.
fn presses(event: &KeyboardEvent) -> bool {
    event
        .target_dyn_into::<HtmlElement>()
        .is_some_and(|target| target.tag_name() == "BUTTON" || target.tag_name() == "A")
}

fn to_console(event: &KeyboardEvent) {
    event.prevent_default();
    let field = web_sys::window()
        .and_then(|window| window.document())
        .and_then(|document| document.get_element_by_id(console::FIELD))
        .and_then(|element| element.dyn_into::<HtmlInputElement>().ok());
    if let Some(field) = field {
        // A field that stands in the page can be focused.
        let _ = field.focus();
    }
}
