//! The place for a host's log: drop a file or choose one. Its hover is its only state.

use std::rc::Rc;

use seqbell_script::core::fabric::Behind;
use seqbell_script::core::facts::Generation;
use seqbell_script::trace::{BellKey, BellTotal};
use web_sys::{DragEvent, File, HtmlInputElement};
use yew::prelude::*;

use super::panel::sub;
use crate::intake::Summary;
use crate::ports::file;
use crate::store::Action;
use crate::view::Text;
use crate::view::bell::direction_name;

/// What the place needs.
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The log that was read last.
    pub trace: Option<Rc<Summary>>,
    /// Whose registers the log is about.
    pub generation: Generation,
    /// Takes actions.
    pub on: Callback<Action>,
}

/// The place.
#[component]
pub fn DropZone(props: &Props) -> Html {
    let over = use_state_eq(|| false);
    let read = {
        let (generation, on) = (props.generation, props.on.reform(|summary| Action::Trace(Rc::new(summary))));
        Callback::from(move |chosen: Option<File>| {
            if let Some(chosen) = chosen {
                file::read(chosen, generation, on.clone());
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
                <span>{ "Drop a log here, or " }<u>{ "choose a file" }</u>{ ". It stays in this browser; 8 MiB are read at most." }</span>
            </label>
            if let Some(trace) = &props.trace { { summary(trace) } }
        </div>
    }
}

fn summary(trace: &Summary) -> Html {
    let totals = trace.totals;
    let counts = [
        ("lines", totals.lines),
        ("writes", totals.writes),
        ("reads", totals.reads),
        ("elsewhere", totals.elsewhere),
        ("doorbells", totals.bells),
        ("groups", totals.groups),
        ("departures", totals.departures),
        ("against a rule", totals.wrong),
        ("bad lines", totals.bad),
    ];
    html! {
        <div role="region" aria-label="What the log came to">
            <p class="trace-name"><b>{ trace.name.clone() }</b>{ if trace.percent < 100 { format!(" {} %", trace.percent) } else { String::new() } }</p>
            if let Some(broken) = &trace.broken { <p class="note">{ broken.clone() }</p> }
            if trace.cut { <p class="note">{ "Longer than 8 MiB: only the beginning is read here. The command " }<code>{ "seqbell trace" }</code>{ " reads logs of any size." }</p> }
            <dl class="counts">{ for counts.into_iter().map(|(name, count)| html! { <div data-count={name}><dt>{ name }</dt><dd>{ count }</dd></div> }) }</dl>
            if !trace.rings.is_empty() { <ul class="trace-rings" tabindex="0" aria-label="Doorbells, ring by ring">{ for trace.rings.iter().map(ring) }</ul> }
            { lines("Departures from the model", &trace.departures) }
            { lines("Lines that were not understood", &trace.bad) }
        </div>
    }
}

fn ring((key, total): &(BellKey, BellTotal)) -> Html {
    let behind = match key.behind {
        Behind::Engine(engine) => format!("engine {engine}"),
        Behind::Group(group) => format!("group {group}"),
    };
    let device = if key.device == 0 { String::new() } else { format!("device {} ", key.device) };
    html! {
        <li><b>{ format!("{device}{behind} {} queue {}", direction_name(key.direction), key.queue) }</b>
            <span>{ format!("{} doorbells, {} descriptors, lines {} to {}", total.bells, total.descriptors, total.first_line, total.last_line) }</span></li>
    }
}

fn lines(title: &'static str, rows: &[(u64, Text)]) -> Html {
    if rows.is_empty() {
        return Html::default();
    }
    html! {
        <><h4>{ title }</h4><ul class="trace-lines" tabindex="0" aria-label={title}>{ for rows.iter().map(|(line, why)| html! { <li><code>{ format!("line {line}") }</code><span>{ why.clone() }</span></li> }) }</ul></>
    }
}
