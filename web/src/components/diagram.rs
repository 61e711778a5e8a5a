//! The state diagram. Each state has its own silhouette, so that colour is never alone; the edge the machine came by is
//! thick, the one it will go by marches, a shut one is dotted.

use yew::prelude::*;

use crate::view::RunState;
use crate::view::state::{DRAWN, Edge, EdgeStatus, StateView, family, key};

/// The diagram.
pub fn diagram(view: &StateView) -> Html {
    html! {
        <svg class="diagram" viewBox="0 0 324 432" role="img" aria-label={view.summary.clone()}>
            <defs>
                { arrow("arrow", 8) }
                { arrow("arrow-next", 13) }
            </defs>
            <g>{ for Edge::ALL.into_iter().map(|edge| edge_path(view, edge)) }</g>
            <g>{ for DRAWN.into_iter().map(|state| node(view, state)) }</g>
            <g>{ for Edge::ALL.into_iter().map(|edge| edge_label(view, edge)) }</g>
            <text x="243" y="420" text-anchor="middle">{ below_halted(view.truth) }</text>
        </svg>
    }
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

fn edge_path(view: &StateView, edge: Edge) -> Html {
    let d = match edge {
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
    };
    let status = view.edge(edge);
    let head = match status {
        EdgeStatus::Next | EdgeStatus::Taken => "url(#arrow-next)",
        EdgeStatus::Open | EdgeStatus::Shut => "url(#arrow)",
    };
    // The key makes a newly taken edge a new element, so that its motion plays once.
    html! {
        <path key={format!("{edge:?}-{}", word(status))} class="edge" {d} data-status={word(status)}
            data-state={key(edge.ends().1)} marker-end={head} />
    }
}

fn edge_label(view: &StateView, edge: Edge) -> Html {
    let (lines, x, y, anchor): (&[&str], _, _, _) = match edge {
        Edge::T01 => (&["boot chain"], 95, 28, "middle"),
        Edge::T02 => (&["start_ctrl ≠ 0"], 203, 83, "start"),
        Edge::T03 => (&["run_state ← 1"], 203, 171, "start"),
        Edge::T04 => (&["next word"], 6, 227, "start"),
        Edge::T05 => (&["bit 2 = 1"], 146, 296, "start"),
        Edge::T06 => (&["bit 2 = 0"], 222, 324, "end"),
        Edge::T07 => (&["fault"], 270, 300, "start"),
        Edge::T08 => (&["drain"], 62, 158, "end"),
        Edge::T09 => (&["start_ctrl", "≠ 0"], 52, 282, "start"),
        Edge::X10 => (&["restart"], 326, 152, "end"),
    };
    let status = word(view.edge(edge));
    html! {
        { for lines.iter().enumerate().map(|(row, line)| html! {
            <text class="edge-label" data-status={status} data-state={key(edge.ends().1)} x={x.to_string()}
                y={(y + 14 * row).to_string()} text-anchor={anchor}>{ *line }</text>
        }) }
    }
}

fn node(view: &StateView, state: RunState) -> Html {
    let here = family(view.truth) == state;
    let role = if here {
        "now"
    } else if view.is_next(state) {
        "next"
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
