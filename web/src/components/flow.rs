//! The way of the host's last write, as a line of text that stays, and as a wire that is drawn once over the panels. What
//! moves is CSS; a new hop is a new element, so that no other change of the page repeats it.

use std::rc::Rc;

use yew::prelude::*;

use crate::ports::wires;
use crate::view::flow::{FlowView, Hop, Spot};

/// What the way needs.
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The way.
    pub view: Rc<FlowView>,
}

/// The way.
#[component]
pub fn Flow(props: &Props) -> Html {
    let view = &props.view;
    let node = use_node_ref();
    {
        let node = node.clone();
        use_effect_with((view.number, view.reached()), move |_| wires::lay(&node));
    }
    let places = || view.hops.iter().filter_map(|hop| hop.spot.as_ref());
    html! {
        <div class="flow-strip" ref={node}>
            if view.hops.is_empty() {
                <p class="aside">{ "A write of the host is followed here, to the state it leads to." }</p>
            } else {
                <ol class="flow" aria-label="The way of the last write">{ for view.hops.iter().enumerate().map(|(nth, hop)| place(view.number, nth, hop)) }</ol>
            }
            <svg class="wires" aria-hidden="true">
                { for places().zip(places().skip(1)).enumerate().map(|(nth, (from, to))| html! {
                    <path key={format!("{}-{nth}", view.number)} class="wire-pulse" pathLength="100" data-from={anchor(from)} data-to={anchor(to)} />
                }) }
            </svg>
        </div>
    }
}

fn place(number: u64, nth: usize, hop: &Hop) -> Html {
    let reached = hop.spot.is_some();
    html! {
        <li key={format!("{number}-{nth}-{reached}")} class="flow-hop" data-reached={reached.to_string()}>{ hop.text.clone() }</li>
    }
}

/// Where on the page a place is: selectors, the first that finds something.
fn anchor(spot: &Spot) -> String {
    match spot {
        Spot::Host => "#host-title".to_owned(),
        Spot::Aperture => "[data-lane=seq] .lane-note".to_owned(),
        Spot::Register(offset) => format!("#regs [data-csr=\"{offset}\"] .value|#regs-title"),
        Spot::Remote => "#host .remote-bits|#host-title".to_owned(),
        Spot::Reader(row) => format!("#code [data-row=\"{row}\"] .pc|#code-title"),
        Spot::State(state) => format!("#state .node[data-state=\"{state}\"]|#state-title"),
    }
}
