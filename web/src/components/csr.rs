//! The registers behind the aperture. What is shown is a peek; the button beside it is a read, which is an event.

use std::rc::Rc;

use yew::prelude::*;

use super::bits::bits;
use super::button::{Look, Style, styled};
use super::clash::marks;
use super::core::core;
use super::editor::{editor, radix};
use super::panel::{panel, sub};
use seqbell_script::core::csr::Csr;

use crate::store::Action;
use crate::view::bundles::{BundleRow, RegsEdit};
use crate::view::csr::{CoreView, CsrRow, CsrView, Field, PcHalf};
use crate::view::{Text, hex};

/// What the registers need.
#[derive(PartialEq)]
pub struct Props {
    /// The registers behind the aperture.
    pub view: Rc<CsrView>,
    /// The core's; none where only some registers are shown.
    pub core: Option<Rc<CoreView>>,
    /// Takes actions.
    pub on: Callback<Action>,
}

/// The registers.
pub fn draw(props: &Props) -> Html {
    let view = &props.view;
    panel(
        "regs",
        html! { "Registers" },
        format!("{} bundle, shown by peek", view.bundle),
        html! {
            <>
                <div class="csr-block">
                    <p class="note peeking">{ "Shown by peek: looking changes nothing. R reads as the host does, and is an event." }</p>
                    <div class="csr-head" aria-hidden="true">
                        <span>{ "name, address" }</span><span>{ "field bits" }</span><span>{ "peek, writer" }</span><span>{ "read" }</span>
                    </div>
                    <ol class="csrs">{ for view.rows.iter().map(|row| csr(row, &props.on)) }</ol>
                    <div class="bundles">{ for view.others.iter().map(|row| bundle(row, &props.on)) }</div>
                </div>
                if view.resume || props.core.is_some() {
                    <div class="core-block">
                        if view.resume { { resume_pc(view, &props.on) } }
                        { for props.core.iter().map(|view| core(view)) }
                    </div>
                }
            </>
        },
    )
}

fn resume_pc(view: &CsrView, on: &Callback<Action>) -> Html {
    html! {
        <>
            { sub("Resume PC", "lr[i] = 0x1000 + 0x20 i") }
            <div class="resume-pc">
                <div class="halves">{ for view.resume_pc.iter().map(half) }</div>
                { radix("the resume PC", Csr::RESUME_PC_LO.0, view.resume_radix, on) }
                <p><span>{ view.resume_note.clone() }</span><code>{ view.resume_text.clone() }</code></p>
            </div>
        </>
    }
}

fn bundle(row: &BundleRow, on: &Callback<Action>) -> Html {
    let which = row.bundle;
    let edit = on.reform(Action::Regs);
    // The store, not the browser, opens it: only then are its rows made.
    let onclick = edit.reform(move |event: MouseEvent| {
        event.prevent_default();
        RegsEdit::Bundle(which)
    });
    html! {
        <div key={row.name.to_string()} class="bundle">
        <details open={row.open} data-bundle={row.name.clone()}>
            <summary {onclick}><b>{ row.name.clone() }</b><span class="aside">{ row.note.clone() }</span></summary>
            if row.open {
                <ol class="csrs">{ for row.rows.iter().map(|row| csr(row, on)) }</ol>
                if let Some(whole) = row.whole {
                    <button type="button" class="button" data-look="quiet" aria-pressed={whole.to_string()}
                        onclick={edit.reform(move |_: MouseEvent| RegsEdit::Whole(which))}>{ if whole { "only those with a use" } else { "show all" } }</button>
                    if row.rows.is_empty() { <span class="aside">{ "none has a name or was touched" }</span> }
                }
            }
        </details>
        { marks(&row.clashes) }
        </div>
    }
}

fn csr(row: &CsrRow, on: &Callback<Action>) -> Html {
    let fields: Vec<(u8, u8)> = row.fields.iter().map(|field| (field.high, field.low)).collect();
    let names = match &row.read.blocked {
        Some(reason) => reason.to_string(),
        None if row.fields.is_empty() => row.alias.to_string(),
        None => row.fields.iter().map(|field| field.name.as_str()).collect::<Vec<_>>().join(" "),
    };
    let which = row.csr;
    let writer = match (row.before.and_then(|word| word.value()), row.value.value()) {
        (Some(before), Some(now)) if before.max(now) < 0x1000 => format!("{before:x}→{now:x} {}", row.writer),
        (Some(_) | None, Some(_) | None) => row.writer.to_string(),
    };
    let writer = row.read_at.map_or(writer.clone(), |step| format!("{writer}, R {step}"));
    html! {
        <li key={row.name.to_string()} data-csr={row.csr.0.to_string()} data-fresh={row.fresh.to_string()}>
            <button type="button" class="name" aria-expanded={row.open.to_string()} title="Fields, radix and editor"
                onclick={on.reform(move |_: MouseEvent| Action::Regs(RegsEdit::Register(which)))}>{ row.name.clone() }</button>
            <span class="address">{ row.address.clone() }{ " " }{ marks(&row.clashes) }</span>
            { match row.value.value() {
                Some(value) => bits("bits", u64::from(value), 32, &fields),
                None => html! { <span class="bits hatched" /> },
            } }
            <span class="field-names" title={names.clone()}>{ names.clone() }</span>
            // The key makes a written value a new element, so that its flash plays once.
            <span key={row.writes.to_string()} class="value" data-radix={row.radix.word()} data-zero={(row.value.value() == Some(0)).to_string()}>{ row.shown.clone() }</span>
            <span class="writer">{ writer }</span>
            { read(row, &on.reform(Action::Command)) }
            if row.open && !row.fields.is_empty() { <ul class="fields">{ for row.fields.iter().map(field) }</ul> }
            if let Some(edit) = &row.editor { { editor(row, edit, on) } }
        </li>
    }
}

fn field(field: &Field) -> Html {
    let bits = if field.high == field.low { field.low.to_string() } else { format!("{}:{}", field.high, field.low) };
    html! {
        <li key={bits.clone()}>
            <span>{ field.name.clone() }{ " " }{ marks(&field.clashes) }</span>
            <span>{ bits }</span>
            <b>{ field.value.map_or_else(|| "?".into(), |value| format!("{value:#x}")) }</b>
            <span>{ format!("reset {:#x}", field.reset) }</span>
            <span>{ field.access.clone() }</span>
        </li>
    }
}

fn read(row: &CsrRow, on: &Callback<Text>) -> Html {
    let (look, last) = match row.read_at {
        Some(step) => (Look::Key, format!(", last read at step {step}")),
        None => (Look::Plain, String::new()),
    };
    let name = Text::from(format!("R: read {} as the host{last}", row.name));
    styled(&row.read, on, Style { look, class: Some("read"), name: Some(name), ..Style::default() })
}

fn half(half: &PcHalf) -> Html {
    html! {
        <div>
            <span class="key"><b>{ half.name.clone() }</b>{ marks(&half.clashes) }<span>{ half.address.clone() }</span></span>
            <span class="value" data-known={half.value.value().is_some().to_string()}>{ hex(half.value) }</span>
        </div>
    }
}
