//! The help: what the marks mean, the keys, and the notice.

use yew::prelude::*;

use super::dialog::use_dialog;
use super::evidence::legend;
use crate::store::Action;
use crate::view::Confidence;
use crate::view::keys::KEYS;

/// What the help needs.
#[derive(Properties, PartialEq)]
pub struct Props {
    /// Whether it is open.
    pub open: bool,
    /// Whether single keys act.
    pub shortcuts: bool,
    /// Takes actions.
    pub on: Callback<Action>,
}

/// The notice that stands in the help and below the page.
pub const NOTICE: &str = "Seqbell is not affiliated with, or endorsed by, the maker of the hardware.";

/// The help.
#[component]
pub fn Help(props: &Props) -> Html {
    let node = use_dialog(props.open);
    let onclose = props.on.reform(|_: Event| Action::Help(false));
    let shut = props.on.reform(|_: MouseEvent| Action::Help(false));
    let keys = {
        let on = !props.shortcuts;
        props.on.reform(move |_: Event| Action::Shortcuts(on))
    };
    html! {
        <dialog class="help" ref={node} aria-labelledby="help-title" {onclose}>
            <h2 id="help-title">{ "Reading the page" }</h2>
            { marks() }
            <h3>{ "Keys" }</h3>
            { key_list() }
            <label class="line"><input type="checkbox" checked={props.shortcuts} onchange={keys} />{ "Single keys act while the focus is on the page and not in a field" }</label>
            <h3>{ "Commands" }</h3>
            <p>{ "Every control shows, in its title, the command it sends. The console at the bottom takes the same commands; the arrow keys bring back earlier ones." }</p>
            <p class="notice">{ NOTICE }{ " What it shows was recovered by others from shipped firmware; each row says how sure that is." }</p>
            <button type="button" class="button" data-look="key" onclick={shut}>{ "Close" }</button>
        </dialog>
    }
}

fn marks() -> Html {
    html! {
        <dl class="help-list">
            <dt>{ legend(Confidence::High) }</dt><dd>{ "read from a shipped file, or computed from one" }</dd>
            <dt>{ legend(Confidence::Med) }</dt><dd>{ "reasoned, or quoted; may turn out otherwise" }</dd>
            <dt>{ legend(Confidence::Low) }</dt><dd>{ "not to be relied on" }</dd>
            <dt><i class="swatch" data-kind="gap" /></dt><dd>{ "unknown: bytes nobody printed, values nobody recovered" }</dd>
            <dt><i class="swatch" data-kind="implied" /></dt><dd>{ "a step that no source prints, added because control needs it" }</dd>
        </dl>
    }
}

fn key_list() -> Html {
    html! {
        <dl class="help-list">
            { for KEYS.iter().map(|row| html! { <><dt><kbd>{ row.label }</kbd></dt><dd>{ row.what }</dd></> }) }
        </dl>
    }
}
