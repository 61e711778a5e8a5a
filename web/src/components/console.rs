//! The console: the same command language that every control speaks. A combobox: what could come next is offered in a list.

use wasm_bindgen::JsCast;
use web_sys::{ClipboardEvent, HtmlElement, HtmlInputElement};
use yew::prelude::*;

use super::button::{Style, styled};
use crate::prompt::{Prompt, PromptEdit, Way};
use crate::store::{Action, Echo};
use crate::view::undo::UndoView;
use crate::view::{Offer, Text};

/// The console's field, for the shortcut that goes there.
pub const FIELD: &str = "console-field";
/// The list of words on offer.
const LIST: &str = "console-words";

/// What the console needs.
#[derive(Properties, PartialEq)]
pub struct Props {
    /// Its text, and what is offered.
    pub prompt: Prompt,
    /// What became of the last command.
    pub echo: Echo,
    /// What can be undone.
    pub undo: std::rc::Rc<UndoView>,
    /// Takes actions.
    pub on: Callback<Action>,
}

/// The console.
#[component]
pub fn Console(props: &Props) -> Html {
    let Props { prompt, echo, undo, on } = props;
    let list = use_node_ref();
    {
        let list = list.clone();
        use_effect_with(prompt.chosen, move |_| show_chosen(&list));
    }
    let onsubmit = on.reform(|event: SubmitEvent| {
        event.prevent_default();
        Action::Submit
    });
    let send = on.reform(Action::Command);
    let open = !prompt.words.is_empty();
    html! {
        <form class="console" {onsubmit}>
            { said(echo, prompt, on) }
            <label for={FIELD} title="Console"><span aria-hidden="true">{ "›" }</span><span class="sr">{ "Command" }</span></label>
            <div class="entry">
                { field(prompt, echo, on) }
                if let Some(mark) = caret(prompt, echo) { <pre class="caret" aria-hidden="true">{ mark }</pre> }
                if open { { words(prompt, &list, on) } }
            </div>
            <span class="deeds">
                <button type="submit" class="button" data-look="quiet" title="Send the line (Enter)">{ "Send" }</button>
                { deed(&undo.undo, undo.undoes.as_ref(), "Ctrl+Z", &send) }
                { deed(&undo.redo, undo.redoes.as_ref(), "Ctrl+Shift+Z", &send) }
            </span>
        </form>
    }
}

/// Undo or redo; the title says which command it is about.
fn deed(offer: &Offer, about: Option<&Text>, key: &str, send: &Callback<Text>) -> Html {
    let title = about.map(|about| Text::from(format!("{}: {about} ({key})", offer.command)));
    styled(offer, send, Style { title, ..Style::default() })
}

fn field(prompt: &Prompt, echo: &Echo, on: &Callback<Action>) -> Html {
    let oninput = on.reform(|event: InputEvent| {
        let field = event.target_unchecked_into::<HtmlInputElement>();
        let text = field.value();
        let end = u32::try_from(text.encode_utf16().count()).ok();
        let at_end = field.selection_start().ok().flatten() == end;
        Action::Prompt(PromptEdit::Type { text: text.into(), at_end })
    });
    let onpaste = {
        let on = on.clone();
        Callback::from(move |event: Event| {
            let pasted = event.dyn_ref::<ClipboardEvent>().and_then(ClipboardEvent::clipboard_data);
            let text = pasted.and_then(|data| data.get_data("text/plain").ok()).unwrap_or_default();
            // One line goes into the field as it would anyway.
            if text.trim_end().contains('\n') {
                event.prevent_default();
                on.emit(Action::Prompt(PromptEdit::Paste(text.into())));
            }
        })
    };
    let (open, chosen) = (!prompt.words.is_empty(), prompt.chosen);
    let onkeydown = {
        let on = on.clone();
        Callback::from(move |event: KeyboardEvent| {
            if let Some(edit) = key(&event, open, chosen) {
                event.prevent_default();
                on.emit(Action::Prompt(edit));
            }
        })
    };
    let onblur = on.reform(|_: FocusEvent| Action::Prompt(PromptEdit::Close));
    html! {
        <input id={FIELD} value={prompt.text.clone()} placeholder="write start_ctrl 1" autocomplete="off" autocapitalize="off"
            spellcheck="false" role="combobox" aria-autocomplete="list" aria-expanded={open.to_string()} aria-controls={LIST}
            aria-activedescendant={chosen.map(option_id)} aria-invalid={stands_refused(prompt, echo).then_some("true")}
            aria-describedby="console-echo" {oninput} {onpaste} {onkeydown} {onblur} />
    }
}

/// What a key does in the field; nothing where the browser's own deed is right.
fn key(event: &KeyboardEvent, open: bool, chosen: Option<usize>) -> Option<PromptEdit> {
    if event.ctrl_key() || event.alt_key() || event.meta_key() || event.shift_key() {
        return None;
    }
    match (event.key().as_str(), open, chosen) {
        ("ArrowUp", true, _) => Some(PromptEdit::Choose(Way::Up)),
        ("ArrowDown", true, _) => Some(PromptEdit::Choose(Way::Down)),
        ("ArrowUp", false, _) => Some(PromptEdit::Recall(Way::Up)),
        ("ArrowDown", false, _) => Some(PromptEdit::Recall(Way::Down)),
        ("Enter", true, Some(index)) => Some(PromptEdit::Accept(index)),
        ("Tab", true, chosen) => Some(PromptEdit::Accept(chosen.unwrap_or(0))),
        ("Escape", true, _) => Some(PromptEdit::Close),
        _ => None,
    }
}

fn option_id(index: usize) -> String {
    format!("console-word-{index}")
}

fn words(prompt: &Prompt, node: &NodeRef, on: &Callback<Action>) -> Html {
    let option = |(index, word): (usize, &Text)| {
        // Before the field loses the focus.
        let onmousedown = on.reform(move |event: MouseEvent| {
            event.prevent_default();
            Action::Prompt(PromptEdit::Accept(index))
        });
        let selected = prompt.chosen == Some(index);
        html! { <li id={option_id(index)} role="option" aria-selected={selected.to_string()} {onmousedown}>{ word.clone() }</li> }
    };
    html! {
        <ul class="words-on-offer" id={LIST} ref={node} role="listbox" aria-label="What could come next">
            { for prompt.words.iter().enumerate().map(option) }
        </ul>
    }
}

/// Scrolls the list, and nothing else, until the chosen word is seen.
fn show_chosen(list: &NodeRef) {
    let Some(list) = list.cast::<HtmlElement>() else { return };
    let chosen = list.query_selector("[aria-selected=true]").ok().flatten();
    let Some(chosen) = chosen.and_then(|chosen| chosen.dyn_into::<HtmlElement>().ok()) else { return };
    let (top, bottom) = (chosen.offset_top(), chosen.offset_top() + chosen.offset_height());
    if top < list.scroll_top() {
        list.set_scroll_top(top);
    } else if bottom > list.scroll_top() + list.client_height() {
        list.set_scroll_top(bottom - list.client_height());
    }
}

/// Whether the text in the field is the one that was refused.
fn stands_refused(prompt: &Prompt, echo: &Echo) -> bool {
    echo.refused && prompt.text.trim() == echo.command.as_str()
}

/// Points at the column of the refusal.
fn caret(prompt: &Prompt, echo: &Echo) -> Option<String> {
    let indent = prompt.text.chars().take_while(|c| c.is_whitespace()).count();
    stands_refused(prompt, echo).then(|| format!("{}^", " ".repeat(indent + echo.column.saturating_sub(1))))
}

fn said(echo: &Echo, prompt: &Prompt, on: &Callback<Action>) -> Html {
    let drop = on.reform(|_: MouseEvent| Action::Prompt(PromptEdit::Drop));
    let left = prompt.left();
    html! {
        <p class="echo" id="console-echo" data-refused={echo.refused.to_string()}>
            if !echo.command.is_empty() && !echo.refused { <code>{ echo.command.clone() }</code> }
            <span title={echo.answer.clone()}>{ echo.answer.clone() }</span>
            if left > 0 {
                <span class="waiting">{ format!("{left} pasted {} until this one is sent. ", if left == 1 { "line waits" } else { "lines wait" }) }
                    <button type="button" class="button" data-look="quiet" onclick={drop} title="Forget the lines that wait">{ "Drop" }</button></span>
            }
        </p>
    }
}
