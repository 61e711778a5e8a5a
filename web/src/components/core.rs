//! The core: a0 to a15 of the present window, and the cells of the state structure. What nobody knows is hatched.

use yew::prelude::*;

use super::clash::marks;
use super::evidence::mark;
use super::panel::sub;
use crate::view::Confidence;
use crate::view::csr::{CellRow, CoreRow, CoreView};

/// The core.
pub fn core(view: &CoreView) -> Html {
    let known = view.known();
    html! {
        <>
            { sub("Call stack", format!("{} open", view.frames.len())) }
            <ol class="stack">{ for view.frames.iter().enumerate().map(|(depth, frame)| html! {
                <li><span>{ depth }</span><span>{ frame.routine.clone() }</span><code>{ frame.pc.clone() }</code></li>
            }) }</ol>
            { sub("Core a0 to a15", format!("{}, {known} known", view.window)) }
            <ol class="core">{ for view.registers.iter().map(register) }</ol>
            { sub("State structure", view.structure.clone()) }
            <ol class="cells">{ for view.cells.iter().map(cell) }</ol>
        </>
    }
}

fn register(row: &CoreRow) -> Html {
    html! {
        <li key={row.index} data-known={row.value.is_some().to_string()} data-fresh={row.fresh.to_string()}>
            <span>{ format!("a{}", row.index) }</span>{ value(row.value) }
        </li>
    }
}

fn cell(row: &CellRow) -> Html {
    html! {
        <li key={row.name.to_string()} data-fresh={row.fresh.to_string()}>
            <span class="offset">{ row.offset.clone() }</span>
            <span>{ row.name.clone() }{ " " }{ marks(&row.clashes) }</span>
            <span class="address">{ row.address.clone() }</span>
            { match row.evidence.confidence {
                Confidence::High => html! { <span /> },
                Confidence::Med | Confidence::Low => mark(row.evidence),
            } }
            { value(row.value.value()) }
        </li>
    }
}

fn value(value: Option<u32>) -> Html {
    match value {
        Some(value) => html! { <b>{ format!("{value:#x}") }</b> },
        None => {
            html! { <b class="unknown"><span aria-hidden="true">{ "?" }</span><span class="sr">{ "unknown" }</span></b> }
        }
    }
}
