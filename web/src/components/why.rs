//! "Where does it come from?": any value followed back to the host's action behind it, in a worker, each link with its evidence.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::job::{Stage, Work, use_work};
use super::questions::Place;
use crate::protocol::{Answer, LinkRow, Request, Why};
use crate::store::Action;
use crate::view::Text;

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

/// Values that are one press away.
const VALUES: [&str; 5] = ["run_state", "state", "flag", "reason", "lr[3]"];

/// The question and its answer.
#[component]
pub fn WhyTrail(props: &Props) -> Html {
    let work = use_work();
    let of = use_state(|| Text::from(VALUES[0]));
    let from = use_state(|| props.place);
    let ask = {
        let (work, of, from) = (work.clone(), of.clone(), from.clone());
        let (script, place) = (props.script.clone(), props.place);
        Callback::from(move |wanted: Text| {
            from.set(place);
            of.set(wanted.clone());
            work.start(Request::Why { script: script.emit(()), of: wanted.to_string() }, None);
        })
    };
    html! {
        <section class="question" id="why" aria-labelledby="why-title">
            <h3 id="why-title">{ "Where does a value come from?" }</h3>
            { form(&of, &ask) }
            { work.progress("Following it back") }
            { answer(&work, *from != props.place, &props.on) }
        </section>
    }
}

fn form(of: &UseStateHandle<Text>, ask: &Callback<Text>) -> Html {
    let onsubmit = {
        let (of, ask) = (of.clone(), ask.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            ask.emit((*of).clone());
        })
    };
    let oninput = {
        let of = of.setter();
        Callback::from(move |event: InputEvent| {
            of.set(event.target_unchecked_into::<HtmlInputElement>().value().into())
        })
    };
    html! {
        <>
            <form class="line" {onsubmit}>
                <input class="field" aria-label="The value" value={(**of).clone()} autocomplete="off" spellcheck="false" {oninput} />
                <button type="submit" class="button" data-look="plain" title="seqbell why">{ "Follow it back" }</button>
            </form>
            <div class="goals line" role="group" aria-label="Values">
                { for VALUES.map(|value| {
                    let onclick = ask.reform(move |_: MouseEvent| Text::from(value));
                    html! { <button type="button" class="button" data-look="quiet" title={format!("seqbell why --of {value}")} {onclick}>{ value }</button> }
                }) }
            </div>
        </>
    }
}

fn answer(work: &Work, moved: bool, on: &Callback<Action>) -> Html {
    let Stage::Done(answer, _) = work.stage() else { return Html::default() };
    if let Answer::Why(found) = &**answer { trail(found, moved, on) } else { Html::default() }
}

/// The chain, newest first; and whether the session has moved on since it was asked.
pub fn trail(found: &Why, moved: bool, on: &Callback<Action>) -> Html {
    let Why { of, value, step, links } = found;
    html! {
        <div class="answer" role="status">
            <p><code>{ of.clone() }</code>{ " is " }<code>{ value.clone() }</code>{ format!(" at step {step}.") }
                if links.is_empty() { { " Nothing has touched it since the reset." } }</p>
            if moved { <p class="note">{ "The session has moved on since." }</p> }
            if !links.is_empty() {
                <ul class="trail" tabindex="0" aria-label="What led to it, newest first">{ for links.iter().map(|row| link(row, *step, on)) }</ul>
            }
        </div>
    }
}

fn link(row: &LinkRow, steps: u64, on: &Callback<Action>) -> Html {
    let (at, (confidence, basis)) = (row.step, &row.evidence);
    let go = (at <= steps).then(|| on.reform(move |_: MouseEvent| Action::Seek(at)));
    let place = if row.pc.is_empty() { row.kind.clone() } else { row.pc.clone() };
    html! {
        <li data-cause={row.cause.clone()}>
            <span class="cause">{ row.cause.clone() }</span>
            <code>{ place }</code>
            <span class="said">{ row.text.clone() }</span>
            <span class="evidence" data-evidence={confidence.clone()} title={format!("{confidence}, {basis}")}>{ format!("{confidence} {basis}") }</span>
            if let Some(go) = go {
                <button type="button" class="button" data-look="quiet" title={format!("Goes to step {at} of this session")} onclick={go}>{ format!("step {at}") }</button>
            }
        </li>
    }
}
