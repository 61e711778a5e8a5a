//! The past as a ribbon, coloured by state, with the host's actions on it. A range field of the same size lies on top,
//! so that mouse and keyboard both move in time.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::fixed::percent;
use crate::store::Action;
use crate::view::state::key;
use crate::view::transport::{Mark, Span, TransportView};

/// The ribbon.
pub fn ribbon(view: &TransportView, on: &Callback<Action>) -> Html {
    let last = view.last.max(1);
    let at = |step: u64| percent(step, last);
    let oninput = on.reform(|event: InputEvent| {
        let text = event.target_unchecked_into::<HtmlInputElement>().value();
        Action::Seek(text.parse().unwrap_or(0))
    });
    html! {
        <div class="ribbon">
            <svg width="100%" height="34" aria-hidden="true">
                <defs><pattern id="unrun" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V8" /></pattern></defs>
                <rect class="track" x="0" y="13" width="100%" height="18" />
                { for view.spans.iter().map(|span| stretch(span, last)) }
                { for view.marks.iter().map(|mark| triangle(mark, &at(mark.step))) }
                <line class="cursor" x1={at(view.step)} x2={at(view.step)} y1="0" y2="34" />
            </svg>
            <input type="range" min="0" max={view.last.to_string()} value={view.step.to_string()} aria-label="Step" {oninput} />
        </div>
    }
}

fn stretch(span: &Span, last: u64) -> Html {
    html! {
        <svg key={span.from.to_string()} class="stretch" data-state={key(span.state)} x={percent(span.from, last)} y="13" width={percent(span.to.min(last) - span.from, last)} height="18">
            <rect width="100%" height="18" />
            <text x="5" y="13">{ span.state.name() }</text>
        </svg>
    }
}

fn triangle(mark: &Mark, x: &str) -> Html {
    html! { <svg x={x.to_owned()} overflow="visible"><path class="action" d="M-4.5 3h9l-4.5 8z"><title>{ format!("step {}: {}", mark.step, mark.command) }</title></path></svg> }
}
