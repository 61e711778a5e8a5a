//! A field for an address, and what is known of it. It changes nothing on the machine.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::evidence::mark;
use super::panel::sub;
use crate::view::bell::BellEdit;
use crate::view::decode::DecodeView;

/// The field and the answer.
pub fn decode(view: &DecodeView, edit: &Callback<BellEdit>) -> Html {
    let oninput = edit.reform(|event: InputEvent| {
        BellEdit::Address(event.target_unchecked_into::<HtmlInputElement>().value().into())
    });
    html! {
        <div class="decode">
            { sub("Decode an address", "any hex") }
            <input class="field" aria-label="Address to decode, in hex" placeholder="0x001003084038" spellcheck="false"
                autocomplete="off" value={view.text.clone()} {oninput} />
            if !view.text.is_empty() {
                <dl>
                    { for view.parts.iter().map(|(name, value)| html! { <div key={name.to_string()}><dt>{ name.clone() }</dt><dd>{ value.clone() }</dd></div> }) }
                    if let Some(evidence) = view.evidence { <div><dt>{ "evidence" }</dt><dd>{ mark(evidence) }</dd></div> }
                </dl>
            }
            if let Some(reason) = &view.reason { <p class="note" data-hole="true">{ "No register: " }{ reason.clone() }</p> }
            if let Some(note) = &view.note { <p class="note">{ note.clone() }</p> }
        </div>
    }
}
