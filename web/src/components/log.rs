//! The log. It stays at its end, where the news is.

use std::rc::Rc;

use web_sys::HtmlElement;
use yew::prelude::*;

use super::evidence::mark;
use super::lamp::lamp;
use super::panel::panel;
use crate::view::log::{LogRow, LogView, Voice};

/// What the log needs.
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The rows.
    pub view: Rc<LogView>,
}

/// The log.
#[component]
pub fn Log(props: &Props) -> Html {
    let view = &props.view;
    let node = use_node_ref();
    {
        let node = node.clone();
        use_effect_with(view.clone(), move |_| {
            if let Some(list) = node.cast::<HtmlElement>() {
                list.set_scroll_top(list.scroll_height());
            }
        });
    }
    panel(
        "log",
        html! { "Log" },
        "step, source, text, pc, evidence",
        html! {
            <>
                <div class="log" ref={node} tabindex="0" role="region" aria-label="Log entries">
                    if view.older > 0 { <p class="log-older">{ format!("{} older entries", view.older) }</p> }
                    <ol>{ for view.rows.iter().zip(view.older..).map(|(row, index)| entry(row, index)) }</ol>
                    if view.rows.is_empty() { <p class="log-older">{ "Nothing has happened yet. Step the firmware, or write to it." }</p> }
                </div>
            </>
        },
    )
}

fn entry(row: &LogRow, index: usize) -> Html {
    let sign = match row.voice {
        Voice::Firmware => "·",
        Voice::Host => "▸",
        Voice::Notice => "!",
        Voice::State(_) => "",
    };
    html! {
        <li key={index} data-voice={row.voice.word()}>
            <span class="step">{ row.step }</span>
            <span class="voice"><span aria-hidden="true">{ sign }</span>if let Voice::State(state) = row.voice { { lamp(state) } }<span class="sr">{ row.voice.word() }</span></span>
            <span>{ row.text.clone() }if row.times > 1 { <span class="times">{ format!(" ×{}", row.times) }</span> }</span>
            <span class="pc">{ row.pc.clone().unwrap_or_default() }</span>
            if let Some(evidence) = row.evidence { { mark(evidence) } }
        </li>
    }
}
