//! The rings of all engines for one direction and queue. A press aims the composer; arrow keys move between engines.

use std::rc::Rc;

use seqbell_script::core::facts::Generation;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

use super::drop_zone::DropZone;
use super::gauge::{pair, words};
use super::panel::panel;
use crate::store::Action;
use crate::view::bell::{BellEdit, Target, direction_token};
use crate::view::engines::{EngineRow, EnginesView, GroupRow, LooseRow, Ring};

/// What the grid needs.
#[derive(PartialEq)]
pub struct Props {
    /// The rows.
    pub view: Rc<EnginesView>,
    /// Takes actions.
    pub on: Callback<Action>,
    /// Whose registers a log is about.
    pub generation: Generation,
}

/// The grid.
pub fn draw(props: &Props) -> Html {
    let view = &props.view;
    let on = props.on.reform(Action::Bell);
    let first = focusable(view);
    panel(
        "engines",
        html! { "Engines" },
        view.caption.clone(),
        html! {
            <>
                <div class="engines" onkeydown={move_focus()}>
                    if !view.groups.is_empty() { { header() } }
                    { for view.groups.iter().map(|row| group(row, first, &on)) }
                    <div class="loose" data-few={(view.loose.len() <= 4).to_string()} role="group" aria-label="Engines without a broadcast window">
                        <span class="loose-title">{ "no window" }</span>
                        { for view.loose.iter().map(|row| loose(row, first, &on)) }
                    </div>
                </div>
                { key_row() }
                { table(view) }
                <DropZone generation={props.generation} />
            </>
        },
    )
}

/// The one engine that the tab key reaches: the first aimed at, else the first.
fn focusable(view: &EnginesView) -> u16 {
    let all = || view.groups.iter().flat_map(|row| &row.engines).chain(view.loose.iter().map(|row| &row.engine));
    all().find(|row| row.aimed).or_else(|| all().next()).map_or(0, |row| row.engine)
}

fn header() -> Html {
    html! {
        <div class="engine-row engine-head" aria-hidden="true">
            <span>{ "group" }</span>{ for (0..16).map(|index| html! { <span>{ format!("+{index}") }</span> }) }
        </div>
    }
}

fn group(row: &GroupRow, first: u16, on: &Callback<BellEdit>) -> Html {
    let number = row.group;
    let aim = on.reform(move |_: MouseEvent| BellEdit::Target(Target::Group(number)));
    let (from, to) = (row.engines.first().map_or(0, |e| e.engine), row.engines.last().map_or(0, |e| e.engine));
    html! {
        <div key={number} class="engine-row" role="group" aria-label={format!("Group {number}")} data-aimed={row.aimed.to_string()} data-die={row.first_of_die.to_string()}>
            <button type="button" class="group" onclick={aim} aria-pressed={row.aimed.to_string()} title={format!("Aim at group {number}, engines {from} to {to}")}>
                <i class="window" /><b>{ format!("G{number}") }</b><span>{ format!("E{from}..{to}") }</span>
            </button>
            { for row.engines.iter().map(|row| cell(row, first, on)) }
        </div>
    }
}

fn loose(row: &LooseRow, first: u16, on: &Callback<BellEdit>) -> Html {
    html! {
        <span key={row.engine.engine} class="loose-cell">{ cell(&row.engine, first, on) }<span>{ row.engine.engine }<br />{ row.name.clone() }</span></span>
    }
}

fn cell(row: &EngineRow, first: u16, on: &Callback<BellEdit>) -> Html {
    let engine = row.engine;
    let text = words(row);
    html! {
        <button key={engine} type="button" class="engine" id={format!("engine-{engine}")} data-hit={row.hit.to_string()} data-way={direction_token(row.direction)} data-aimed={row.aimed.to_string()}
            tabindex={if engine == first { "0" } else { "-1" }} title={text.clone()} aria-label={text}
            onclick={on.reform(move |_: MouseEvent| BellEdit::Target(Target::Engine(engine)))}>
            <svg viewBox="0 0 24 24" width="25" height="25" aria-hidden="true">{ pair(row.pair) }</svg>
            if row.pair.iter().any(|ring| ring.overrun) { <b aria-hidden="true">{ "!" }</b> }
        </button>
    }
}

/// Arrow keys: left and right by one engine, up and down by a group.
fn move_focus() -> Callback<KeyboardEvent> {
    Callback::from(|event: KeyboardEvent| {
        let by = match event.key().as_str() {
            "ArrowLeft" => -1,
            "ArrowRight" => 1,
            "ArrowUp" => -16,
            "ArrowDown" => 16,
            _ => return,
        };
        let id = event.target_dyn_into::<HtmlElement>().map(|element| element.id()).unwrap_or_default();
        let Some(engine) = id.strip_prefix("engine-").and_then(|n| n.parse::<i32>().ok()) else { return };
        let next = web_sys::window()
            .and_then(|w| w.document())
            .and_then(|d| d.get_element_by_id(&format!("engine-{}", engine + by)))
            .and_then(|element| element.dyn_into::<HtmlElement>().ok());
        if let Some(next) = next {
            event.prevent_default();
            // A button that stands in the page can be focused.
            let _ = next.focus();
        }
    })
}

/// What the gauges draw, as a table: every engine with a ring that somebody touched.
fn table(view: &EnginesView) -> Html {
    let all = view.groups.iter().flat_map(|row| &row.engines).chain(view.loose.iter().map(|row| &row.engine));
    let touched: Vec<&EngineRow> = all.filter(|row| row.pair.iter().any(|ring| ring.touched)).collect();
    let cell = |ring: Ring| match (ring.touched, ring.overrun) {
        (false, _) => "untouched".to_owned(),
        (true, over) => {
            let flag = if over { ", overrun" } else { "" };
            format!("{} to {}, {} of {}{flag}", ring.head, ring.tail, ring.outstanding, ring.length)
        }
    };
    html! {
        <details class="twin">
            <summary>{ format!("{} engines with a touched ring, as a table", touched.len()) }</summary>
            <div class="twin-box" tabindex="0" role="region" aria-label="Table of rings">
                <table>
                    <thead><tr><th scope="col">{ "engine" }</th><th scope="col">{ "M2S: head to tail, used" }</th><th scope="col">{ "S2M: head to tail, used" }</th></tr></thead>
                    <tbody>{ for touched.into_iter().map(|row| html! {
                        <tr key={row.engine}><th scope="row">{ row.engine }</th>{ for row.pair.iter().map(|ring| html! { <td>{ cell(*ring) }</td> }) }</tr>
                    }) }</tbody>
                </table>
            </div>
        </details>
    }
}

fn key_row() -> Html {
    let sample = |outstanding, touched, overrun| {
        let ring = Ring { head: 0, tail: outstanding, outstanding, length: 64, touched, overrun };
        html! { <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">{ pair([ring, Ring::default()]) }</svg> }
    };
    html! {
        <div class="key-row">
            <span>{ "outside M2S, inside S2M" }</span>
            <span>{ sample(24, true, false) }{ "arc from head to tail" }</span>
            <span>{ sample(0, false, false) }{ "sample ring, untouched" }</span>
            <span>{ sample(64, true, true) }{ "overrun: flagged, not stopped" }</span>
        </div>
    }
}
