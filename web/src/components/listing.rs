//! The firmware listing. It follows the present instruction by scrolling itself, never the page.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

use super::clash::marks;
use super::evidence::{legend, mark_of};
use super::icon::{Icon, icon};
use super::panel::panel;
use crate::ports::settled::Settled;
use crate::view::listing::{Frame, Kind, Listing, Phase, Row};
use crate::view::ways::PickEdit;
use crate::view::{Confidence, Text};

/// What the listing needs.
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The rows.
    pub view: Rc<Listing>,
    /// Takes commands.
    pub on: Callback<Text>,
    /// Takes what the reader picks out.
    pub pick: Callback<PickEdit>,
}

/// The listing.
#[component]
pub fn ListingPanel(props: &Props) -> Html {
    let view = &props.view;
    let node = use_node_ref();
    {
        let node = node.clone();
        use_effect_with((view.routine.clone(), view.current(), view.pointed.clone()), move |_| {
            let settled = follow(&node);
            move || drop(settled)
        });
    }
    let title = html! { <>{ "Firmware " }<code>{ format!("{} {}", view.routine, view.entry) }</code></> };
    panel(
        "code",
        title,
        view.image.clone(),
        html! {
            <>
                if view.pointed.is_some() {
                    <p class="note pointed">{ "Held at a row you picked. " }<button type="button" class="button" data-look="quiet"
                        onclick={props.pick.reform(|_: MouseEvent| PickEdit::Row(None))}>{ "Follow the program" }</button></p>
                }
                <ol class="frames" aria-label="Call stack, outermost first">{ for view.frames.iter().map(frame) }</ol>
                <div class="listing" ref={node} tabindex="0" role="region" aria-label={format!("Listing of {}", view.routine)}>
                    <ol>{ for view.rows.iter().map(|row| line(row, view.pointed.as_ref() == Some(&row.id), &props.on)) }</ol>
                </div>
                { key_row() }
            </>
        },
    )
}

/// Brings the present row into the middle part of the box, as soon as the browser knows where it is.
fn follow(node: &NodeRef) -> Option<Settled> {
    let frame = node.cast::<HtmlElement>()?;
    let row = pointed(&frame).ok().flatten()?.dyn_into::<HtmlElement>().ok()?;
    Settled::start(&row.clone(), move || {
        let (top, height) = (row.offset_top(), frame.client_height());
        let (above, below) = (top - frame.scroll_top(), frame.scroll_top() + height - top);
        if above < height / 6 || below < height / 3 {
            frame.set_scroll_top(top - height / 3);
        }
    })
}

/// The row that the reader picked out, else the present one.
fn pointed(frame: &HtmlElement) -> Result<Option<web_sys::Element>, wasm_bindgen::JsValue> {
    Ok(frame.query_selector("[data-pointed]")?.or(frame.query_selector("[aria-current]")?))
}

fn frame(frame: &Frame) -> Html {
    html! { <li><span>{ frame.routine.clone() }</span><code>{ frame.pc.clone() }</code></li> }
}

fn line(row: &Row, pointed: bool, on: &Callback<Text>) -> Html {
    let phase = match row.phase {
        Phase::Done => "done",
        Phase::Current => "current",
        Phase::Ahead => "ahead",
        Phase::Shut => "shut",
    };
    let current = (row.phase == Phase::Current).then_some("step");
    let kind = match row.kind {
        Kind::Step => "step",
        Kind::Opaque => "opaque",
        Kind::Gap => "gap",
        Kind::Implied => "implied",
    };
    let depth = row.depth.min(3).to_string();
    let text = match row.kind {
        Kind::Implied => html! { <><b>{ "implied " }</b>{ row.text.clone() }</> },
        Kind::Step | Kind::Opaque | Kind::Gap => html! { row.text.clone() },
    };
    html! {
        <li key={row.id.to_string()} data-kind={kind} data-phase={phase} data-depth={depth} data-row={row.id.clone()}
            data-pointed={pointed.then_some("true")} aria-current={current}>
            { breakpoint(row, on) }
            <span class="pc">{ row.pc.clone() }</span>
            <span class="text">{ text }if !row.clashes.is_empty() { { " " }{ marks(&row.clashes) } }</span>
            if row.kind != Kind::Gap {
                <span class="effect">{ row.effect.clone() }</span>
                if row.confirmed { <span class="tick">{ icon(Icon::Tick) }<span class="sr">{ "confirmed by its operands" }</span></span> }
                { mark_of(row.evidence, row.record.as_ref()) }
            }
        </li>
    }
}

fn breakpoint(row: &Row, on: &Callback<Text>) -> Html {
    match row.breakpoint {
        None => html! { <span /> },
        Some(stands) => {
            let command = format!("{} pc == {}", if stands { "clear" } else { "break" }, row.pc);
            let title = command.clone();
            let onclick = {
                let command = Text::from(command);
                on.reform(move |_: MouseEvent| command.clone())
            };
            html! {
                <button type="button" class="breakpoint" title={title} {onclick} aria-pressed={stands.to_string()}
                    aria-label={format!("Breakpoint at {}", row.pc)} />
            }
        }
    }
}

fn key_row() -> Html {
    html! {
        <div class="key-row">
            <span>{ icon(Icon::Tick) }{ "confirmed by its operands" }</span>
            { for [Confidence::High, Confidence::Med, Confidence::Low].map(legend) }
            <span><i class="swatch" data-kind="gap" />{ "bytes nobody printed" }</span>
            <span><i class="swatch" data-kind="implied" />{ "implied by us" }</span>
        </div>
    }
}
