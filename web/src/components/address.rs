//! The address as a column addition of 48-bit strips, with the doubled-offset trap as its last line, and the way the
//! write takes.

use std::rc::Rc;

use yew::prelude::*;

use super::bits::bits;
use super::button::{Look, Style, styled};
use super::decode::decode;
use super::fan::fan_out;
use super::fixed;
use super::panel::panel;
use crate::store::Action;
use crate::view::bell::{AddressField, BellView, Term, Trap};
use crate::view::{Text, hex48};

/// What the sum needs.
#[derive(PartialEq)]
pub struct Props {
    /// The rows.
    pub view: Rc<BellView>,
    /// Takes actions.
    pub on: Callback<Action>,
}

/// The sum and the fan-out.
pub fn draw(props: &Props) -> Html {
    let view = &props.view;
    panel(
        "bell-sum",
        html! { "Address" },
        view.formula.clone(),
        html! {
            <>
                { match &view.sum {
                    Ok(sum) => html! {
                        <div class="address-sum">
                            if !view.ruler.is_empty() { { ruler(&view.ruler) } }
                            { for view.terms.iter().map(term) }
                            { total(*sum, &view.fan.value) }
                        </div>
                    },
                    Err(reason) => html! { <p class="note">{ reason.clone() }</p> },
                } }
                if let Some(trap) = &view.trap { { trap_line(trap, &props.on.reform(Action::Command)) } }
                { fan_out(view) }
                { decode(&view.decode, &props.on.reform(Action::Bell)) }
            </>
        },
    )
}

fn ruler(fields: &[AddressField]) -> Html {
    // Where the left edge of a bit stands.
    let at = |bit: u8| fixed::percent(u64::from(47 - bit), 48);
    html! {
        <svg class="ruler" width="100%" height="38" aria-hidden="true">
            { for fields.iter().map(|field| {
                let (x, end) = (at(field.high), fixed::percent(u64::from(48 - field.low), 48));
                let y = 34 - 12 * i32::from(field.level);
                html! {
                    <>
                        <line x1={x.clone()} x2={x.clone()} y1={(y - 9).to_string()} y2="38" />
                        <line x1={x.clone()} x2={end} y1="37.5" y2="37.5" />
                        <svg x={x} overflow="visible"><text x="3" y={y.to_string()}>{ field.name.clone() }</text></svg>
                    </>
                }
            }) }
        </svg>
    }
}

fn term(term: &Term) -> Html {
    html! {
        <div class="term" key={term.note.to_string()}>
            <div class="strip">
                <p><b>{ term.label.clone() }</b><span>{ term.note.clone() }</span></p>
                { bits("bits-48", term.value, 48, &[(term.high, term.low)]) }
            </div>
            <code>{ hex48(term.value) }</code>
        </div>
    }
}

fn total(sum: u64, value: &Text) -> Html {
    html! {
        <div class="term total">
            <div class="strip">
                <p><b>{ "sum" }</b><span>{ format!("value {value}") }</span></p>
                { bits("bits-48", sum, 48, &[]) }
            </div>
            <code>{ hex48(sum) }</code>
        </div>
    }
}

fn trap_line(trap: &Trap, on: &Callback<Text>) -> Html {
    html! {
        <p class="trap">
            <span>{ "Add 0x80000 twice and you get " }<code>{ hex48(trap.address) }</code>{ ": " }{ trap.lands.clone() }</span>
            { styled(&trap.poke, on, Style { look: Look::Quiet, ..Style::default() }) }
        </p>
    }
}
