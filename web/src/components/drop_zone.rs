//! The place for a host's log: drop a file or choose one. A worker reads it.

use seqbell_script::core::facts::Generation;
use web_sys::{DragEvent, File, HtmlInputElement};
use yew::prelude::*;

use super::job::{Stage, use_work};
use super::panel::sub;
use crate::protocol::{Answer, Log, Remark, Request};

/// What the place needs.
#[derive(Properties, PartialEq)]
pub struct Props {
    /// Whose registers the log is about.
    pub generation: Generation,
}

/// The place.
#[component]
pub fn DropZone(props: &Props) -> Html {
    let over = use_state_eq(|| false);
    let work = use_work();
    let read = {
        let (generation, work) = (props.generation, work.clone());
        Callback::from(move |chosen: Option<File>| {
            if chosen.is_some() {
                work.start(Request::Log { generation }, chosen);
            }
        })
    };
    let onchange = read.reform(|event: Event| {
        let field: HtmlInputElement = event.target_unchecked_into();
        let chosen = field.files().and_then(|files| files.get(0));
        // The same file can be chosen again.
        field.set_value("");
        chosen
    });
    let hover = |on: bool| {
        let over = over.clone();
        Callback::from(move |event: DragEvent| {
            event.prevent_default();
            over.set(on);
        })
    };
    let ondrop = {
        let (over, read) = (over.clone(), read.clone());
        Callback::from(move |event: DragEvent| {
            event.prevent_default();
            over.set(false);
            read.emit(event.data_transfer().and_then(|data| data.files()).and_then(|files| files.get(0)));
        })
    };
    html! {
        <div class="trace" id="trace">
            { sub("A log of a host", "mmiotrace, or ADDRESS VALUE") }
            <label class="drop" data-over={over.to_string()} ondragover={hover(true)} ondragleave={hover(false)} {ondrop}>
                <input type="file" class="sr" {onchange} />
                <span>{ "Drop a log here, or " }<u>{ "choose a file" }</u>{ ". It stays in this browser." }</span>
            </label>
            { work.progress("Reading the log") }
            if let Stage::Done(answer, _) = work.stage() {
                if let Answer::Log(log) = &**answer { { summary(log) } }
            }
        </div>
    }
}

fn summary(log: &Log) -> Html {
    html! {
        <div role="region" aria-label="What the log came to">
            <p class="trace-name"><b>{ log.name.clone() }</b></p>
            if log.cut { <p class="note">{ "Longer than 256 MiB: only the beginning is read here. The command " }<code>{ "seqbell trace" }</code>{ " reads logs of any size." }</p> }
            <dl class="counts">{ for log.counts.iter().map(|(name, count)| html! { <div data-count={name.clone()}><dt>{ name.clone() }</dt><dd>{ count }</dd></div> }) }</dl>
            if !log.rings.is_empty() { <ul class="trace-rings" tabindex="0" aria-label="Doorbells, ring by ring">{ for log.rings.iter().map(ring) }</ul> }
            { lines("Departures from the model", &log.departures) }
            { lines("Against a driver's rule", &log.findings) }
            { lines("Lines that were not understood", &log.bad) }
        </div>
    }
}

fn ring((ring, what): &(String, String)) -> Html {
    html! { <li><b>{ ring.clone() }</b><span>{ what.clone() }</span></li> }
}

fn lines(title: &'static str, rows: &[Remark]) -> Html {
    if rows.is_empty() {
        return Html::default();
    }
    html! {
        <><h4>{ title }</h4><ul class="trace-lines" tabindex="0" aria-label={title}>{ for rows.iter().map(|(line, why)| html! { <li><code>{ format!("line {line}") }</code><span>{ why.clone() }</span></li> }) }</ul></>
    }
}
