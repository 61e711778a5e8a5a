//! The state diagram. Each state has its own silhouette, so that colour is never alone; the edge the machine came by is
//! thick, the one it will go by marches, a shut one is dotted. Every edge is a button that shows its transition in full; the
//! tab key reaches one of them, arrow keys the others.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use seqbell_script::core::facts::FactId;

use crate::view::state::{DRAWN, Edge, EdgeStatus, StateView, family, key};
use crate::view::ways::PickEdit;
use crate::view::{RunState, Text};

/// The diagram.
pub fn diagram(view: &StateView, on: &Callback<PickEdit>) -> Html {
    let chosen = view.chosen.as_ref().map(|detail| detail.row.id);
    // The one that the tab key reaches: the chosen one, else the one that matters now.
    let matters = |status| Edge::ALL.into_iter().find(|edge| view.edge(*edge) == status);
    let first = Edge::ALL
        .into_iter()
        .find(|edge| chosen == Some(edge.id()))
        .or_else(|| matters(EdgeStatus::Next))
        .or_else(|| matters(EdgeStatus::Open))
        .unwrap_or(Edge::T01);
    html! {
        <svg class="diagram" viewBox="0 0 324 432" role="group" aria-label={view.summary.clone()}>
            <defs>
                { arrow("arrow", 8) }
                { arrow("arrow-next", 13) }
            </defs>
            <g>{ for Edge::ALL.into_iter().map(|edge| way(view, edge, edge == first, chosen == Some(edge.id()), on)) }</g>
            <g aria-hidden="true">{ for DRAWN.into_iter().map(|state| node(view, state)) }</g>
            <g aria-hidden="true">{ for Edge::ALL.into_iter().map(|edge| edge_label(view, edge, on)) }</g>
            <text aria-hidden="true" x="243" y="420" text-anchor="middle">{ below_halted(view.truth) }</text>
        </svg>
    }
}

/// One edge: what is seen, what can be pressed, and what travels along it once when the machine has come this way.
fn way(view: &StateView, edge: Edge, first: bool, chosen: bool, on: &Callback<PickEdit>) -> Html {
    let (id, status, guard) = (edge.id(), view.edge(edge), view.guard(edge));
    let (from, to) = edge.ends();
    let name =
        format!("{id}, {} to {}: {} {guard}; {}", from.name(), to.name(), condition(edge).join(" "), word(status));
    let travelled = view.moved.filter(|_| status == EdgeStatus::Taken);
    html! {
        <g key={id} class="way" role="button" tabindex={if first { "0" } else { "-1" }} data-way={id} data-status={word(status)}
            data-state={key(to)} aria-pressed={chosen.to_string()} aria-label={name}
            onclick={on.reform(move |_: MouseEvent| PickEdit::Way(id))} onkeydown={keys(id, on)}>
            <path class="hit" d={course(edge)} />
            { edge_path(edge, status) }
            if let Some(step) = travelled {
                <path key={format!("{step}")} class="edge-pulse" pathLength="100" d={course(edge)} />
            }
        </g>
    }
}

/// Arrow keys go from edge to edge; Enter and the space key press one, as they press a button.
fn keys(id: FactId, on: &Callback<PickEdit>) -> Callback<KeyboardEvent> {
    let on = on.clone();
    Callback::from(move |event: KeyboardEvent| {
        let Some(edge) = event.target_dyn_into::<Element>() else { return };
        let next = match event.key().as_str() {
            "ArrowRight" | "ArrowDown" => edge.next_element_sibling(),
            "ArrowLeft" | "ArrowUp" => edge.previous_element_sibling(),
            "Enter" | " " => {
                on.emit(PickEdit::Way(id));
                None
            }
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        if let Some(next) = next {
            // Elements of a picture can be focused as those of the page can.
            let _ = next.unchecked_ref::<HtmlElement>().focus();
        }
    })
}

fn below_halted(state: RunState) -> &'static str {
    match state {
        RunState::Halted => "sync halt: PC saved",
        RunState::HaltedFatal => "fatal: spins for ever",
        RunState::HaltedDebug => "debug halt",
        RunState::Reset | RunState::Idle | RunState::EnteringRun | RunState::Running | RunState::Paused => {
            "sync, fatal or debug"
        }
    }
}

fn arrow(id: &'static str, size: u8) -> Html {
    html! {
        <marker {id} viewBox="0 0 8 8" refX="7" refY="4" markerWidth={size.to_string()} markerHeight={size.to_string()}
            orient="auto" markerUnits="userSpaceOnUse"><path d="M0 .5L8 4 0 7.5z" fill="context-stroke" /></marker>
    }
}

fn word(status: EdgeStatus) -> &'static str {
    match status {
        EdgeStatus::Taken => "taken",
        EdgeStatus::Next => "next",
        EdgeStatus::Open => "open",
        EdgeStatus::Shut => "shut",
    }
}

/// Where an edge runs.
fn course(edge: Edge) -> &'static str {
    match edge {
        Edge::T01 => "M59 36H131",
        Edge::T02 => "M194 59V99",
        Edge::T03 => "M194 145V187",
        Edge::T04 => "M98 214C58 200 58 246 98 232",
        Edge::T05 => "M152 259C146 292 112 300 92 335",
        Edge::T06 => "M228 253V339",
        Edge::T07 => "M264 253V339",
        Edge::T08 => "M97 212C48 170 62 84 133 44",
        Edge::T09 => "M34 341C28 290 52 256 92 238",
        Edge::X10 => "M302 371C338 330 338 168 281 124",
    }
}

/// What must hold, in as few words as the drawing has room for.
fn condition(edge: Edge) -> &'static [&'static str] {
    match edge {
        Edge::T01 => &["boot chain"],
        Edge::T02 => &["start_ctrl ≠ 0"],
        Edge::T03 => &["run_state ← 1"],
        Edge::T04 => &["next word"],
        Edge::T05 => &["bit 2 = 1"],
        Edge::T06 => &["bit 2 = 0"],
        Edge::T07 => &["fault"],
        Edge::T08 => &["drain"],
        Edge::T09 => &["start_ctrl", "≠ 0"],
        Edge::X10 => &["restart"],
    }
}

fn edge_path(edge: Edge, status: EdgeStatus) -> Html {
    let head = match status {
        EdgeStatus::Next | EdgeStatus::Taken => "url(#arrow-next)",
        EdgeStatus::Open | EdgeStatus::Shut => "url(#arrow)",
    };
    html! { <path class="edge" d={course(edge)} data-status={word(status)} marker-end={head} /> }
}

/// Its condition, and what decided or how that stands; a press on it is a press on the edge.
fn edge_label(view: &StateView, edge: Edge, on: &Callback<PickEdit>) -> Html {
    let (x, y, anchor) = match edge {
        Edge::T01 => (95, 28, "middle"),
        Edge::T02 => (203, 76, "start"),
        Edge::T03 => (203, 171, "start"),
        Edge::T04 => (6, 227, "start"),
        Edge::T05 => (147, 281, "start"),
        Edge::T06 => (222, 313, "end"),
        Edge::T07 => (270, 296, "start"),
        Edge::T08 => (62, 152, "end"),
        Edge::T09 => (52, 276, "start"),
        Edge::X10 => (326, 154, "end"),
    };
    let (id, guard) = (edge.id(), view.guard(edge));
    let lines = condition(edge).iter().map(|line| (Text::from(*line), "condition"));
    let lines = lines.chain((!guard.is_empty()).then_some((guard, "guard")));
    html! {
        <g key={id} class="edge-label" data-way={id} data-status={word(view.edge(edge))} data-state={key(edge.ends().1)}
            onclick={on.reform(move |_: MouseEvent| PickEdit::Way(id))}>
            { for lines.enumerate().map(|(row, (line, part))| html! {
                <text data-part={part} x={x.to_string()} y={(y + 13 * row).to_string()} text-anchor={anchor}>{ line }</text>
            }) }
        </g>
    }
}

fn node(view: &StateView, state: RunState) -> Html {
    let here = family(view.truth) == state;
    let role = if here {
        "now"
    } else if view.is_next(state) {
        "next"
    } else if view.is_open(state) {
        "open"
    } else {
        "rest"
    };
    let (x, y, anchor) = match state {
        RunState::Reset => (36, 76, "middle"),
        RunState::Idle => (186, 40, "start"),
        RunState::EnteringRun => (164, 126, "start"),
        RunState::Running => (170, 228, "start"),
        RunState::Paused => (58, 375, "start"),
        RunState::Halted | RunState::HaltedFatal | RunState::HaltedDebug => (226, 375, "start"),
    };
    html! {
        <g class="node" data-state={key(state)} data-role={role}>
            { silhouette(state) }
            <text x={x.to_string()} y={y.to_string()} text-anchor={anchor}>{ state.name() }</text>
        </g>
    }
}

fn silhouette(state: RunState) -> Html {
    match state {
        RunState::Reset => html! { <>
            <circle class="halo" cx="36" cy="36" r="27" />
            <circle class="shape" cx="36" cy="36" r="22" /><path class="stroke" d="M30 30a9 9 0 1 0 12 0M36 25v9" />
        </> },
        RunState::Idle => html! { <>
            <rect class="halo" x="127" y="9" width="134" height="54" rx="27" />
            <rect class="shape" x="132" y="14" width="124" height="44" rx="22" />
            <path class="fill" d="M155.5 36a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0M163.5 36a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0M171.5 36a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0" />
        </> },
        RunState::EnteringRun => html! { <>
            <path class="halo" d="M98 95H264L286 122 264 149H98L116 122z" />
            <path class="shape" d="M108 100H262L280 122 262 144H108L124 122z" />
            <path class="stroke" d="M138 115l7 7-7 7M147 115l7 7-7 7" />
        </> },
        RunState::Running => html! { <>
            <path class="halo" d="M108 188H280L303 223 280 258H108L85 223z" />
            <path class="shape" d="M112 194H276L296 223 276 252H112L92 223z" /><path class="fill" d="M140 213v20l17-10z" />
        </> },
        RunState::Paused => html! { <>
            <rect class="halo" x="14" y="336" width="116" height="70" />
            <rect class="shape" x="20" y="342" width="104" height="58" /><path class="fill" d="M34 361h5v20h-5zM43 361h5v20h-5z" />
        </> },
        RunState::Halted | RunState::HaltedFatal | RunState::HaltedDebug => html! { <>
            <path class="halo" d="M201.5 334H284.500L308 355.500V386.500L284.5 408H201.500L178 386.500V355.500z" />
            <path class="shape" d="M204 340H282L302 358V384L282 402H204L184 384V358z" /><path class="fill" d="M200 362h18v18h-18z" />
        </> },
    }
}
