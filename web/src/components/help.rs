//! The help: the first minute, what the marks mean, the keys, the commands, and the notice.

use yew::prelude::*;

use super::evidence::legend;
use super::prose::prose;
use super::sheet::Sheet;
use seqbell_script::HELP;

use crate::store::Action;
use crate::view::Confidence;
use crate::view::keys::KEYS;

/// What the help needs.
#[derive(PartialEq)]
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
pub fn draw(props: &Props) -> Html {
    let onclose = props.on.reform(|()| Action::Help(false));
    let keys = {
        let on = !props.shortcuts;
        props.on.reform(move |_: Event| Action::Shortcuts(on))
    };
    html! {
        <Sheet open={props.open} id="help" title="Help" {onclose}>
            <h3>{ "In one minute" }</h3>
            { minute() }
            <h3>{ "Reading the page" }</h3>
            { marks() }
            <h3>{ "Keys" }</h3>
            { key_list() }
            <label class="line"><input type="checkbox" checked={props.shortcuts} onchange={keys} />{ "Single keys act while the focus is on the page and not in a field" }</label>
            <p>{ "In the console: arrow keys choose a word on offer or bring back earlier lines, Tab or Enter takes the word, Esc offers nothing." }</p>
            <h3>{ "Commands" }</h3>
            <p>{ "Every control shows, in its title, the command it sends. The console takes the same commands, one a line; pasted lines run one after the other." }</p>
            { verbs() }
            <p class="notice">{ NOTICE }{ " What it shows was recovered by others from shipped firmware; each row says how sure that is." }</p>
        </Sheet>
    }
}

/// From reset to the reason why `run_state` reads 2.
fn minute() -> Html {
    let steps = [
        "Press *Boot to RUNNING* in the strip at the top. It writes `start_ctrl` and runs the firmware until its poll has seen that.",
        "Press *Pause it*. It sets bit 2 of a remote status word and queues a sync item that looks at the word: the handler stores 2 into `run_state` and waits.",
        "Press *Resume it*. The same doorbell as at first: the firmware goes on.",
        "Now compare the two readouts of the state panel. The true state is RUNNING, and `run_state` still reads 2: no instruction that was recovered stores 1 again on the way back, so the host reads an old value. Under Assumptions, `resume_republish` has the other readings.",
        "Step back with the comma key, and look at any moment again.",
    ];
    html! { <ol class="minute">{ for steps.into_iter().map(|step| html! { <li>{ prose(&step.replace('*', "")) }</li> }) }</ol> }
}

fn verbs() -> Html {
    html! {
        <dl class="verbs">
            { for HELP.iter().map(|help| html! { <><dt><code>{ help.usage }</code></dt><dd>{ prose(help.what) }</dd></> }) }
        </dl>
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
