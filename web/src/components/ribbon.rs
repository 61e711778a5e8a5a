//! The past as a ribbon, coloured by state, with the host's actions on it. A range field of the same size lies on top,
//! so that mouse and keyboard both move in time.

use std::rc::Rc;

use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::store::Action;
use crate::view::state::key;
use crate::view::transport::{Mark, Span, TransportView};

/// What the ribbon needs.
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The rows.
    pub view: Rc<TransportView>,
    /// Takes actions.
    pub on: Callback<Action>,
}

/// The ribbon.
#[component]
pub fn Ribbon(props: &Props) -> Html {
    let view = &props.view;
    let last = view.last.max(1);
    let at = |step: u64| format!("{:.3}%", fraction(step, last));
    let oninput = props.on.reform(|event: InputEvent| {
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

/// Where `step` stands, in percent of the ribbon.
fn fraction(step: u64, last: u64) -> f64 {
    // Both are counts of steps; what a float loses is far below a pixel.
    #[allow(clippy::cast_precision_loss, reason = "a position on the screen")]
    let part = step.min(last) as f64 / last as f64;
    part * 100.0
}

fn stretch(span: &Span, last: u64) -> Html {
    let (from, to) = (fraction(span.from, last), fraction(span.to, last));
    html! {
        <svg key={span.from.to_string()} class="stretch" data-state={key(span.state)} x={format!("{from:.3}%")} y="13" width={format!("{:.3}%", to - from)} height="18">
            <rect width="100%" height="18" />
            <text x="5" y="13">{ span.state.name() }</text>
        </svg>
    }
}

fn triangle(mark: &Mark, x: &str) -> Html {
    html! { <svg x={x.to_owned()} overflow="visible"><path class="action" d="M-4.5 3h9l-4.5 8z"><title>{ format!("step {}: {}", mark.step, mark.command) }</title></path></svg> }
}
