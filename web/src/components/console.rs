//! The console: the same command language that every control speaks.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::store::{Action, Echo, Recall};
use crate::view::Text;

/// The console's field, for the shortcut that goes there.
pub const FIELD: &str = "console-field";

/// The console.
pub fn console(text: &Text, last: &Echo, on: &Callback<Action>) -> Html {
    let oninput = on
        .reform(|event: InputEvent| Action::Console(event.target_unchecked_into::<HtmlInputElement>().value().into()));
    let onsubmit = on.reform(|event: SubmitEvent| {
        event.prevent_default();
        Action::Submit
    });
    let on = on.clone();
    let onkeydown = Callback::from(move |event: KeyboardEvent| {
        let way = match event.key().as_str() {
            "ArrowUp" => Recall::Older,
            "ArrowDown" => Recall::Newer,
            _ => return,
        };
        event.prevent_default();
        on.emit(Action::Recall(way));
    });
    html! {
        <form class="console" {onsubmit}>
            { echo(last) }
            <label for={FIELD} title="Console"><span aria-hidden="true">{ "›" }</span><span class="sr">{ "Command" }</span></label>
            <input id={FIELD} value={text.clone()} placeholder="write start_ctrl 1" autocomplete="off" autocapitalize="off"
                spellcheck="false" aria-describedby="console-echo" {oninput} {onkeydown} />
            <button type="submit" class="button" data-look="quiet">{ "Send" }</button>
        </form>
    }
}

fn echo(echo: &Echo) -> Html {
    html! {
        <p class="echo" id="console-echo" data-refused={echo.refused.to_string()}>
            if !echo.command.is_empty() && !echo.refused { <code>{ echo.command.clone() }</code> }
            <span title={echo.answer.clone()}>{ echo.answer.clone() }</span>
        </p>
    }
}
