//! "Take me there": the fewest host actions to a goal, found in a worker, sent from here as commands.

use web_sys::{HtmlElement, HtmlInputElement};
use yew::prelude::*;

use super::button::{Look, Style, styled};
use super::job::{Stage, Work, use_work};
use super::questions::Place;
use crate::ports::save;
use crate::protocol::{Answer, Request, Way};
use crate::store::Action;
use crate::view::{Offer, Text};

/// What it needs.
#[derive(Properties, PartialEq)]
pub struct Props {
    /// Where the session stands.
    pub place: Place,
    /// Gives the session as a script.
    pub script: Callback<(), String>,
    /// The goal that was asked for elsewhere on the page, and how often one was.
    pub asked: (Text, u32),
    /// Takes actions.
    pub on: Callback<Action>,
}

/// Goals that are one press away.
const GOALS: [(&str, &str); 5] = [
    ("RUNNING", "state == RUNNING"),
    ("PAUSED", "state == PAUSED"),
    ("HALTED", "state == HALTED"),
    ("fatal halt", "reason == fatal"),
    ("read 1 again", "state == RUNNING and run_state == 1"),
];

/// The question and its answer.
#[component]
pub fn Explore(props: &Props) -> Html {
    let work = use_work();
    let node = use_node_ref();
    let goal = use_state(|| Text::from(GOALS[2].1));
    let from = use_state(|| props.place);
    let ask = {
        let (work, goal, from) = (work.clone(), goal.clone(), from.clone());
        let (script, place) = (props.script.clone(), props.place);
        Callback::from(move |wanted: Text| {
            from.set(place);
            goal.set(wanted.clone());
            work.start(Request::Explore { script: script.emit(()), goal: wanted.to_string() }, None);
        })
    };
    {
        let (ask, node) = (ask.clone(), node.clone());
        use_effect_with(props.asked.clone(), move |(wanted, times)| {
            if *times > 0 {
                ask.emit(wanted.clone());
                if let Some(section) = node.cast::<HtmlElement>() {
                    // Who asked from another panel is taken to the answer.
                    let _ = section.focus();
                }
            }
        });
    }
    let moved = (*from != props.place).then(|| Text::from("The session has moved on since: ask again."));
    html! {
        <section class="question" id="explore" ref={node} tabindex="-1" aria-labelledby="explore-title">
            <h3 id="explore-title">{ "How do I get there?" }</h3>
            { form(&goal, &ask) }
            { work.progress("Exploring") }
            { answer(&work, moved, &props.on) }
        </section>
    }
}

fn form(goal: &UseStateHandle<Text>, ask: &Callback<Text>) -> Html {
    let oninput = {
        let goal = goal.clone();
        Callback::from(move |event: InputEvent| {
            goal.set(event.target_unchecked_into::<HtmlInputElement>().value().into())
        })
    };
    let onsubmit = {
        let goal = goal.clone();
        ask.reform(move |event: SubmitEvent| {
            event.prevent_default();
            (*goal).clone()
        })
    };
    let title = |goal: &str| Text::from(format!("seqbell explore --goal '{goal}'"));
    html! {
        <form {onsubmit}>
            <div class="line">
                <input class="field" aria-label="Goal, a condition" value={(**goal).clone()} autocomplete="off" autocapitalize="off" spellcheck="false" {oninput} />
                <button type="submit" class="button" data-look="plain" title={title(goal)}>{ "Find the way" }</button>
            </div>
            <div class="line goals" role="group" aria-label="Goals">
                { for GOALS.into_iter().map(|(label, goal)| html! {
                    <button type="button" class="button" data-look="quiet" title={title(goal)} onclick={ask.reform(move |_: MouseEvent| goal.into())}>{ label }</button>
                }) }
            </div>
        </form>
    }
}

fn answer(work: &Work, moved: Option<Text>, on: &Callback<Action>) -> Html {
    let Stage::Done(answer, _) = work.stage() else { return Html::default() };
    if let Answer::Way(way) = &**answer { found(way, moved, on) } else { Html::default() }
}

/// The way, or why there is none; and whether the session has moved on since it was asked.
pub fn found(way: &Way, moved: Option<Text>, on: &Callback<Action>) -> Html {
    let gone = moved.clone();
    html! {
        <div class="answer" role="status" data-found={way.found.to_string()}>
            <p>{ way.sentence.clone() }</p>
            if !way.extent.is_empty() { <p class="extent">{ way.extent.clone() }</p> }
            if way.found { { steps(way, moved, on) } }
            if let Some(gone) = gone { <p class="note">{ gone }</p> }
        </div>
    }
}

fn steps(way: &Way, moved: Option<Text>, on: &Callback<Action>) -> Html {
    if way.commands.is_empty() {
        return html! { <p class="note">{ "Nothing has to be sent." }</p> };
    }
    let label =
        if way.commands.len() == 1 { "Send it".to_owned() } else { format!("Send these {}", way.commands.len()) };
    let offer = Offer::new(label, way.commands.join("\n")).blocked_by(moved);
    let copy = {
        let script = way.script.clone();
        // That a clipboard is missing shows when nothing is there to paste; the text can be selected above.
        Callback::from(move |_: MouseEvent| save::copy(&script, Callback::noop()))
    };
    html! {
        <>
            <ol tabindex="0" role="list" aria-label="Commands that lead there">{ for way.commands.iter().map(|command| html! { <li>{ command.clone() }</li> }) }</ol>
            <div class="line">
                { styled(&offer, &on.reform(Action::Command), Style { look: Look::Key, ..Style::default() }) }
                <button type="button" class="button" data-look="quiet" title="The way from a fresh machine, for `seqbell run`" onclick={copy}>{ "Copy as a script" }</button>
            </div>
        </>
    }
}
