//! The editor of one register: its radix, its bits as switches, the value as text, and the write that it will send.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::button::{Look, Style, styled};
use crate::look::{LookEdit, Radix};
use crate::store::Action;
use crate::view::bundles::RegsEdit;
use crate::view::csr::{CsrRow, Editor};
use crate::view::{Offer, Text};

/// The radix buttons of a register, by its offset.
pub fn radix(name: &str, register: u16, now: Radix, on: &Callback<Action>) -> Html {
    html! {
        <div class="radix" role="group" aria-label={format!("Radix of {name}")}>
            { for Radix::ALL.into_iter().map(|radix| html! {
                <button type="button" aria-pressed={(radix == now).to_string()}
                    onclick={on.reform(move |_: MouseEvent| Action::Look(LookEdit::Radix(register, radix)))}>{ radix.word() }</button>
            }) }
        </div>
    }
}

/// The editor.
pub fn editor(row: &CsrRow, edit: &Editor, on: &Callback<Action>) -> Html {
    let csr = row.csr;
    let draft = move |text: Text| Action::Regs(RegsEdit::Draft(csr, text));
    let oninput =
        on.reform(move |event: InputEvent| draft(event.target_unchecked_into::<HtmlInputElement>().value().into()));
    let onsubmit = {
        let (on, write) = (on.clone(), edit.write.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            if write.blocked.is_none() {
                on.emit(Action::Command(write.command.clone()));
            }
        })
    };
    let Offer { command, blocked, .. } = &edit.write;
    html! {
        <form class="editor" aria-label={format!("Editor of {}", row.name)} {onsubmit}>
            <div class="head">
                { radix(&row.name, csr.0, row.radix, on) }
                if let Some(record) = &row.record { <a href={record.clone()} target="_blank" rel="noopener">{ "In the reference" }</a> }
            </div>
            <div class="switches" role="group" aria-label={format!("Bits of {}", row.name)}>
                { for (0..32).rev().map(|bit| switch(row, edit, bit, on)) }
            </div>
            <div class="line">
                <input class="field grow" aria-label={format!("Value for {}", row.name)} value={edit.text.clone()} autocomplete="off" spellcheck="false" {oninput} />
                { styled(&edit.write, &on.reform(Action::Command), Style { look: Look::Plain, ..Style::default() }) }
                <button type="button" class="button" data-look="quiet" title="The value as it is now"
                    onclick={on.reform(move |_: MouseEvent| draft(Text::default()))}>{ "As it is" }</button>
            </div>
            <p class="note">if let Some(reason) = blocked { { reason.clone() } } else { { "Enter sends " }<code>{ command.clone() }</code> }</p>
        </form>
    }
}

/// One bit. A bit that no field owns is dimmed and can still be written.
fn switch(row: &CsrRow, edit: &Editor, bit: u8, on: &Callback<Action>) -> Html {
    let (csr, value) = (row.csr, edit.value);
    let field = row.fields.iter().find(|field| (field.low..=field.high).contains(&bit));
    let set = value >> bit & 1 == 1;
    let title = field.map_or_else(|| format!("bit {bit}, no field"), |field| format!("bit {bit}, {}", field.name));
    html! {
        <button key={bit} type="button" aria-pressed={set.to_string()} {title} data-field={field.is_some().to_string()}
            data-changed={(edit.changed >> bit & 1 == 1).to_string()}
            onclick={on.reform(move |_: MouseEvent| Action::Regs(RegsEdit::Draft(csr, format!("{:#x}", value ^ 1 << bit).into())))}><span><span class="sr">{ "Bit " }</span>{ bit }</span><b>{ u8::from(set) }</b></button>
    }
}
