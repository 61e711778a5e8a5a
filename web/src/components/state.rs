//! The state panel: true state beside published state, the diagram, and the same in words.

use std::rc::Rc;

use yew::prelude::*;

use super::diagram::diagram;
use super::evidence::mark;
use super::lamp::lamp;
use super::panel::panel;
use super::prose::prose;
use super::ways::{detail, name, table};
use crate::store::Action;
use crate::view::state::{EdgeStatus, Relation, StateView, WayOut, key};
use crate::view::ways::PickEdit;

/// What the panel needs.
#[derive(PartialEq)]
pub struct Props {
    /// The moment.
    pub view: Rc<StateView>,
    /// Takes actions.
    pub on: Callback<Action>,
}

/// The panel.
pub fn draw(props: &Props) -> Html {
    let view = &props.view;
    let pick = props.on.reform(Action::Pick);
    panel(
        "state",
        html! { "State" },
        format!("step {}", view.step),
        html! {
            <>
                { readout(view) }
                { diagram(view, &pick) }
                if let Some(chosen) = &view.chosen { { detail(chosen, &props.on) } }
                <div class="words">
                    <p><b>{ "Next " }</b>{ prose(&view.next) }</p>
                    <p><b>{ format!("Why {} ", view.truth.name()) }</b>{ prose(&view.why) }</p>
                </div>
                <h3 class="sub plain">{ format!("Ways out of {}", view.truth.name()) }</h3>
                if view.ways_out.is_empty() {
                    <p class="note">{ "None: only a reset." }</p>
                } else {
                    <ol class="ways">{ for view.ways_out.iter().map(|row| way(row, view, &pick)) }</ol>
                }
                { table(&view.all, &pick) }
            </>
        },
    )
}

fn readout(view: &StateView) -> Html {
    let published = &view.published;
    let (relation, meaning, differs) = match published.relation {
        Relation::Agrees => ("=", "agrees with", false),
        Relation::Differs => ("≠", "differs from", true),
        Relation::NoCode => ("·", "has no value of its own; the last one stays in", false),
    };
    html! {
        <div class="readout" data-state={key(view.truth)} data-differs={differs.to_string()}>
            <div class="true"><p>{ "true state" }</p><p class="said">{ lamp(view.truth) }{ view.truth.name() }</p></div>
            <div class="relation" title={meaning}><span aria-hidden="true">{ relation }</span><span class="sr">{ meaning }</span></div>
            <div><p>{ "published run_state" }</p><p class="said" title={format!("run_state reads {}: {}", published.value, published.says)}><b>{ published.value.clone() }</b><span>{ published.says.clone() }</span></p></div>
            <div class="flag"><p>{ "flag" }</p><p class="said"><b>{ view.flag.clone() }</b></p></div>
        </div>
    }
}

fn way(way: &WayOut, view: &StateView, pick: &Callback<PickEdit>) -> Html {
    let status = match way.status {
        EdgeStatus::Next | EdgeStatus::Taken => "next",
        EdgeStatus::Open => "open",
        EdgeStatus::Shut => "shut",
    };
    html! {
        <li key={way.id} data-status={status}>
            { name(way.id, view.chosen.as_ref().is_some_and(|chosen| chosen.row.id == way.id), pick) }
            <span>{ way.trigger.clone() }{ if way.status == EdgeStatus::Shut { ", shut" } else { "" } }</span>
            <span class="to">{ lamp(way.to) }{ way.to.name() }</span>
            { mark(way.evidence) }
        </li>
    }
}
