//! What a host and the outside world can do: the start doorbell, the resume PC, registers, the remote word, work,
//! surprises and faults.

use std::rc::Rc;

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::button::{Look, Style, button, key_button, styled};
use super::choose::Select;
use super::evidence::mark;
use super::panel::{panel, sub};
use super::prose::prose;
use crate::store::Action;
use crate::view::Text;
use crate::view::host::{BitRow, FaultRow, HostEdit, HostView, Progress, SurpriseRow, WorkRow};

/// What the panel needs.
#[derive(PartialEq)]
pub struct Props {
    /// The rows.
    pub view: Rc<HostView>,
    /// Takes actions.
    pub on: Callback<Action>,
}

/// The panel.
pub fn draw(props: &Props) -> Html {
    let view = &props.view;
    let send = props.on.reform(Action::Command);
    let plural = if view.actions == 1 { "action" } else { "actions" };
    panel(
        "host",
        html! { "Host" },
        format!("{} {plural}", view.actions),
        html! {
            <>
                { key_button(&view.start, &send, "wide") }
                <p class="note">{ prose(&view.start_note) }</p>
                { registers(view, &props.on, &send) }
                { remote(view, &props.on, &send) }
                { work(view, &props.on, &send) }
                { sub("Surprises", "one check a pass") }
                <div class="keys">{ for view.surprises.iter().map(|row| surprise(row, &send)) }</div>
                { sub("Faults", "act at the next pass") }
                <div class="keys">{ for view.faults.iter().map(|row| fault(row, &send)) }</div>
            </>
        },
    )
}

/// A text field whose text goes into an edit.
fn field(
    name: &'static str,
    value: &Text,
    class: &'static str,
    on: &Callback<Action>,
    edit: fn(Text) -> HostEdit,
) -> Html {
    let oninput = on.reform(move |event: InputEvent| {
        Action::Host(edit(event.target_unchecked_into::<HtmlInputElement>().value().into()))
    });
    html! { <input {class} aria-label={name} value={value.clone()} autocomplete="off" spellcheck="false" {oninput} /> }
}

fn registers(view: &HostView, on: &Callback<Action>, send: &Callback<Text>) -> Html {
    let draft = &view.draft;
    html! {
        <>
            { sub("Registers", "") }
            <div class="host-rows">
                <Select name="Register" choices={view.registers.clone()} chosen={draft.register.clone()}
                    on={on.reform(|name| Action::Host(HostEdit::Register(name)))} />
                <div class="line">
                    { field("Value to write", &draft.value, "field grow", on, HostEdit::Value) }
                    { button(&view.write, send) }
                    { button(&view.read, send) }
                </div>
                <div class="line">
                    <span class="label" aria-hidden="true">{ "resume PC" }</span>
                    { field("Resume PC", &draft.pc, "field grow", on, HostEdit::Pc) }
                    { button(&view.seed, send) }
                </div>
            </div>
        </>
    }
}

fn remote(view: &HostView, on: &Callback<Action>, send: &Callback<Text>) -> Html {
    let index = Text::from(view.draft.remote.to_string());
    html! {
        <>
            <h3 class="sub">
                <span class="line">{ "Remote word" }{ field("Index of the remote word", &index, "field index", on, HostEdit::Remote) }</span>
                <span class="aside">{ view.remote_address.clone() }</span>
            </h3>
            <div class="remote-bits" role="group" aria-label="Low byte of the remote word">
                { for view.remote_bits.iter().map(|row| bit(row, send)) }
            </div>
            <p class="note">{ prose(&view.remote_note) }{ " " }{ mark(view.remote_evidence) }</p>
        </>
    }
}

fn bit(row: &BitRow, send: &Callback<Text>) -> Html {
    let body = html! { <><span><span class="sr">{ "Bit " }</span>{ row.bit }</span><b>{ u8::from(row.on) }</b></> };
    let class = if row.marked { "bit marked" } else { "bit" };
    styled(&row.flip, send, Style { class: Some(class), pressed: Some(row.on), body: Some(body), ..Style::default() })
}

fn work(view: &HostView, on: &Callback<Action>, send: &Callback<Text>) -> Html {
    let items = view.waiting;
    html! {
        <>
            { sub("Work queue", format!("{items} waiting")) }
            <div class="host-rows">
                <Select name="Opcode" choices={view.opcodes.clone()} chosen={view.draft.opcode.clone()}
                    on={on.reform(|opcode| Action::Host(HostEdit::Opcode(opcode)))} />
                <div class="line">
                    if view.takes_sync {
                        <span class="label" aria-hidden="true">{ "sync=" }</span>
                        { field("Sync index", &view.draft.sync, "field short", on, HostEdit::Sync) }
                    }
                    { styled(&view.queue, send, Style { class: Some("grow"), ..Style::default() }) }
                    { button(&view.drain, send) }
                </div>
            </div>
            if !view.work.is_empty() { <ol class="work">{ for view.work.iter().map(item) }</ol> }
        </>
    }
}

fn item(row: &WorkRow) -> Html {
    let mark = match row.progress {
        Progress::Done => "✓",
        Progress::Now => "▸",
        Progress::Waits => "",
    };
    html! {
        <li data-progress={row.progress.word()}>
            <span aria-hidden="true">{ mark }</span><span>{ row.opcode.clone() }</span>
            <span>{ row.name.clone() }</span><span>{ row.progress.word() }</span>
        </li>
    }
}

fn surprise(row: &SurpriseRow, send: &Callback<Text>) -> Html {
    let body = html! { <><b>{ row.bit }</b>{ row.raise.label.clone() }</> };
    styled(&row.raise, send, Style { body: Some(body), ..Style::default() })
}

fn fault(row: &FaultRow, send: &Callback<Text>) -> Html {
    let (look, class) = if row.fatal { (Look::Fault, None) } else { (Look::Plain, Some("wide")) };
    styled(&row.inject, send, Style { look, class, ..Style::default() })
}
