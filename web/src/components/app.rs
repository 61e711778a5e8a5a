//! The page: puts the panels in their places and joins the store to the ports.

use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlInputElement};
use yew::prelude::*;

use super::exports::Exports;
use super::flow::Flow;
use super::help::NOTICE;
use super::listing::ListingPanel;
use super::log::Log;
use super::memo::memo;
use super::panel::{Layout, lane};
use super::questions::Place;
use super::scenarios::Scenarios;
use super::share::{Parcel, Share};
use super::timeline::Past;
use super::transport::Now;
use super::{
    address as sum, assumptions, bar, composer, console, csr, engines, help, host, questions, state, top_bar, transport,
};
use seqbell_script::core::facts::Generation;
use seqbell_script::link;

use crate::line::Line;
use crate::look::LookEdit;
use crate::ports::address::{self, use_address, use_following};
use crate::ports::announce::use_announcer;
use crate::ports::keep::{self, use_keeper};
use crate::ports::{clock::use_clock, feed::use_feeder, look, storage, theme};
use crate::store::{Action, Store};
use crate::view::keys::{self, Deed};
use crate::view::{Text, View};
use crate::visit::Sheet;

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
        store.prompt.remember(keep::console().lines());
        store.visit.first = storage::load(FIRST).is_none();
        store.shortcuts = storage::load(KEYS).is_none_or(|word| word == ON);
        store
    });
    use_effect_with(store.theme, |now| theme::apply(*now));
    use_effect_with(store.look.clone(), look::apply);
    use_effect_with(store.line.text(), |text| storage::save(LINE, text));
    use_effect_with(store.shortcuts, |on| storage::save(KEYS, if *on { ON } else { OFF }));
    use_effect_with(store.visit.first, |shown| {
        if !shown {
            storage::save(FIRST, OFF)
        }
    });
    let keeper = use_keeper(&store);
    use_address(store.dispatcher());
    use_following(&store);
    use_feeder(store.feeds(), store.dispatcher());
    let voice = use_announcer(announcement(&store));
    let parcel = use_memo((store.visit.sheet == Some(Sheet::Share), store.visit.acted), |(open, _)| {
        open.then(|| parcel(&store))
    });
    // One callback for the whole life of the page, so that unchanged panels are not drawn again.
    let on = {
        let dispatcher = store.dispatcher();
        use_callback((), move |action: Action, ()| {
            keeper.note(&action);
            dispatcher.dispatch(action);
        })
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
            { memo(top_bar::draw, top_bar::Props { generations: view.generations.clone(), generation: view.generation.clone(),
                theme: store.theme, on: on.clone() }) }
            { jump_bar() }
            { memo(bar::draw, bar::Props { visit: store.visit.view(), first: view.first.clone(), on: on.clone() }) }
            <main id="main" tabindex="-1">
                { sequencer(view, &on, &send) }
                { doorbells(&store, &on) }
                { lane("RUN", "What happened, and on what it rests", "", html! {
                    <>
                        <Log view={view.log.clone()} />
                        { memo(assumptions::draw, assumptions::Props { view: view.assumptions.clone(), on: send.clone() }) }
                        { memo(questions::draw, questions::Props { place: place(&store), script: script.clone(),
                            asked: store.asked.clone(), on: on.clone() }) }
                    </>
                }) }
            </main>
            <footer class="footer"><span>{ NOTICE }</span><span><a href="../">{ "Seqbell" }</a>{ " · " }<a href="../learn/">{ "Learn" }</a>{ " · " }<a href="../reference/">{ "Reference" }</a></span><span>{ "Violet marks doubt. Hatching marks what nobody knows." }</span></footer>
            <ContextProvider<Now> context={Now(store.desk().machine().steps())}>
            { memo(transport::draw, transport::Props { view: view.transport.clone(), past: Past(store.drawn.clone()), line: store.line.clone(),
                prompt: store.prompt.clone(), undo: view.undo.clone(), echo: store.echo.clone(), on: on.clone() }) }
            </ContextProvider<Now>>
            <Exports open={store.exports} script={script} on={on.clone()} />
            <Share parcel={(*parcel).clone()} on={on.clone()} />
            <Scenarios open={store.visit.sheet == Some(Sheet::Scenarios)} on={on.clone()} />
            { memo(help::draw, help::Props { open: store.help, shortcuts: store.shortcuts, on }) }
            <p class="sr" id="announcer" role="status" ref={voice} />
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
                { memo(host::draw, host::Props { view: view.host.clone(), on: on.clone() }) }
                { memo(state::draw, state::Props { view: view.state.clone(), on: on.clone() }) }
                <ListingPanel view={view.listing.clone()} on={send.clone()} pick={pick} />
                { memo(csr::draw, csr::Props { view: view.csr.clone(), core: Some(view.core.clone()), on: on.clone() }) }
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
                { memo(composer::draw, composer::Props { view: view.bell.clone(), on: on.clone() }) }
                { memo(sum::draw, sum::Props { view: view.bell.clone(), on: on.clone() }) }
                { memo(engines::draw, engines::Props { view: view.engines.clone(), generation: store.desk().session().generation(),
                    on: on.clone() }) }
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

/// Keys in the storage, and their words.
const FIRST: &str = "first";
const KEYS: &str = "keys";
const ON: &str = "on";
const OFF: &str = "off";

/// The session, ready to be given away; its link also stands in the address bar from now on.
fn parcel(store: &Store) -> Parcel {
    let script = store.desk().session().to_script();
    let link = link::encode(&script);
    if let Ok(link) = &link {
        address::show(link);
    }
    Parcel {
        link: link.map(|link| address::with_link(&link).into()).map_err(Text::from),
        script: script.into(),
        earlier: keep::before(),
    }
}

/// The one live region: the state when the machine stands, or what was refused.
fn announcement(store: &Store) -> String {
    let state = store.view.state.truth.name();
    if let Some(opening) = &store.visit.opening {
        format!("Opening {}.", opening.source.words())
    } else if store.echo.refused {
        format!("Refused: {}", store.echo.answer)
    } else if store.playing {
        format!("Running the firmware. {state}.")
    } else {
        format!("{state}, step {}.", store.view.transport.step)
    }
}

/// Single keys. They act only while the focus is inside the page and not in a field, and can be turned off.
fn shortcuts(store: &Store, on: &Callback<Action>) -> Callback<KeyboardEvent> {
    let enabled = store.shortcuts;
    let covered = store.help || store.exports || store.visit.sheet.is_some();
    let on = on.clone();
    Callback::from(move |event: KeyboardEvent| {
        let ctrl = event.ctrl_key() || event.meta_key();
        if covered || event.alt_key() || types(&event) || !(enabled || ctrl) {
            return;
        }
        let Some(deed) = keys::deed(&event.key(), ctrl, event.shift_key()) else { return };
        if deed == Deed::Play && presses(&event) {
            return;
        }
        event.prevent_default();
        if deed == Deed::Console {
            to_console();
        }
        on.emit(Action::Key(deed));
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

fn to_console() {
    let field = web_sys::window()
        .and_then(|window| window.document())
        .and_then(|document| document.get_element_by_id(console::FIELD))
        .and_then(|element| element.dyn_into::<HtmlInputElement>().ok());
    if let Some(field) = field {
        // A field that stands in the page can be focused.
        let _ = field.focus();
    }
}
