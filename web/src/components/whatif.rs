//! "What if it were otherwise?": the session run once for every option of every switch, in a worker.

use yew::prelude::*;

use super::button::button;
use super::job::{Stage, Work, use_work};
use super::questions::Place;
use crate::protocol::{Answer, OptionRow, Request, SwitchRow, WhatIf};
use crate::store::Action;
use crate::view::Offer;

/// What it needs.
#[derive(Properties, PartialEq)]
pub struct Props {
    /// Where the session stands.
    pub place: Place,
    /// Gives the session as a script.
    pub script: Callback<(), String>,
    /// Takes actions.
    pub on: Callback<Action>,
}

/// The question and its answer.
#[component]
pub fn WhatIfs(props: &Props) -> Html {
    let work = use_work();
    let from = use_state(|| props.place);
    let ask = {
        let (work, from, script, place) = (work.clone(), from.clone(), props.script.clone(), props.place);
        Callback::from(move |_: MouseEvent| {
            from.set(place);
            work.start(Request::WhatIf { script: script.emit(()) }, None);
        })
    };
    html! {
        <section class="question" id="whatif" aria-labelledby="whatif-title">
            <h3 id="whatif-title">{ "Which assumptions would change what the host has seen?" }</h3>
            <div class="line">
                <button type="button" class="button" data-look="plain" title="seqbell whatif" onclick={ask}>{ "Try every option" }</button>
            </div>
            { work.progress("Trying the options") }
            { answer(&work, *from != props.place, &props.on) }
        </section>
    }
}

fn answer(work: &Work, moved: bool, on: &Callback<Action>) -> Html {
    let Stage::Done(answer, _) = work.stage() else { return Html::default() };
    if let Answer::WhatIf(found) = &**answer { matters(found, moved, on) } else { Html::default() }
}

/// The assumptions that matter; and whether the session has moved on since it was asked.
pub fn matters(found: &WhatIf, moved: bool, on: &Callback<Action>) -> Html {
    html! {
        <div class="answer" role="status">
            <p>{ summary(found) }</p>
            if moved { <p class="note">{ "The session has moved on since." }</p> }
            if !found.switches.is_empty() {
                <ul tabindex="0" aria-label="Assumptions that matter">{ for found.switches.iter().map(|row| switch(row, found.steps, on)) }</ul>
            }
        </div>
    }
}

fn summary(found: &WhatIf) -> String {
    match found.switches.len() {
        0 => format!("In these {} steps none would: the host would have seen the same.", found.steps),
        1 => format!("In these {} steps one would.", found.steps),
        many => format!("In these {} steps {many} would.", found.steps),
    }
}

fn switch(row: &SwitchRow, steps: u64, on: &Callback<Action>) -> Html {
    html! {
        <li key={row.name.clone()} data-switch={row.name.clone()}>
            <h4><span class="mark" aria-hidden="true" /><code title={row.fact.clone()}>{ row.name.clone() }</code><span>{ row.title.clone() }</span></h4>
            <p class="base">{ "It ran under " }<code>{ row.base.clone() }</code>{ "." }</p>
            <dl>{ for row.options.iter().map(|other| option(&row.name, other, steps, on)) }</dl>
        </li>
    }
}

fn option(name: &str, option: &OptionRow, steps: u64, on: &Callback<Action>) -> Html {
    let assume = Offer::new("Assume", format!("assume {name} {}", option.token));
    let told = option.step.map(|step| {
        // Another reading may go on for longer than the session did.
        let go = (step <= steps).then(|| on.reform(move |_: MouseEvent| Action::Seek(step)));
        html! {
            <><b>{ format!("From step {step} on: ") }</b>{ option.what.clone() }
                if let Some(go) = go {
                    <button type="button" class="button" data-look="quiet" title={format!("Goes to step {step} of this session")} onclick={go}>{ "Go there" }</button>
                }</>
        }
    });
    html! {
        <div>
            <dt><span title={option.label.clone()}>{ option.token.clone() }</span>{ button(&assume, &on.reform(Action::Command)) }</dt>
            <dd>{ told.unwrap_or_else(|| html! { "No difference." }) }</dd>
        </div>
    }
}
