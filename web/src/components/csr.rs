//! The registers behind the aperture. What is shown is a peek; the button beside it is a read, which is an event.

use std::rc::Rc;

use yew::prelude::*;

use super::bits::bits;
use super::button::{Look, Style, styled};
use super::core::core;
use super::panel::{panel, sub};
use crate::view::csr::{CoreView, CsrRow, CsrView, PcHalf};
use crate::view::{Text, hex};

/// What the registers need.
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The registers behind the aperture.
    pub view: Rc<CsrView>,
    /// The core's.
    pub core: Rc<CoreView>,
    /// Takes commands.
    pub on: Callback<Text>,
}

/// The registers.
#[component]
pub fn Registers(props: &Props) -> Html {
    let view = &props.view;
    panel(
        "regs",
        html! { "Registers" },
        format!("{} bundle, shown by peek", view.bundle),
        html! {
            <>
                <div class="csr-block">
                    <div class="csr-head" aria-hidden="true">
                        <span>{ "name, address" }</span><span>{ "field bits" }</span><span>{ "peek, writer" }</span><span>{ "read" }</span>
                    </div>
                    <ol class="csrs">{ for view.rows.iter().map(|row| csr(row, &props.on)) }</ol>
                </div>
                <div class="core-block">
                    { sub("Resume PC", "lr[i] = 0x1000 + 0x20 i") }
                    <div class="resume-pc">
                        <div class="halves">{ for view.resume_pc.iter().map(half) }</div>
                        <p><span>{ view.resume_note.clone() }</span><code>{ view.resume_text.clone() }</code></p>
                    </div>
                    { core(&props.core) }
                </div>
            </>
        },
    )
}

fn csr(row: &CsrRow, on: &Callback<Text>) -> Html {
    let fields: Vec<(u8, u8)> = row.fields.iter().map(|field| (field.high, field.low)).collect();
    let names = row.fields.iter().map(|field| field.name.as_str()).collect::<Vec<_>>().join(" ");
    let writer = match (row.before.and_then(|word| word.value()), row.value.value()) {
        (Some(before), Some(now)) if before.max(now) < 0x1000 => format!("{before:x}→{now:x} {}", row.writer),
        (Some(_) | None, Some(_) | None) => row.writer.to_string(),
    };
    html! {
        <li key={row.name.to_string()} data-fresh={row.fresh.to_string()}>
            <span class="name">{ row.name.clone() }</span>
            <span class="address">{ row.address.clone() }</span>
            { match row.value.value() {
                Some(value) => bits("bits", u64::from(value), 32, &fields),
                None => html! { <span class="bits hatched" /> },
            } }
            <span class="field-names" title={names.clone()}>{ names.clone() }</span>
            // The key makes a written value a new element, so that its flash plays once.
            <span key={row.writes.to_string()} class="value" data-zero={(row.value.value() == Some(0)).to_string()}>{ hex(row.value) }</span>
            <span class="writer">{ writer }</span>
            { read(row, on) }
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
            <span class="key"><b>{ half.name.clone() }</b><span>{ half.address.clone() }</span></span>
            <span class="value" data-known={half.value.value().is_some().to_string()}>{ hex(half.value) }</span>
        </div>
    }
}
