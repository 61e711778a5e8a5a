//! The assumption switches. Those that the present run rests on stand out.

use std::rc::Rc;

use yew::prelude::*;

use super::choose::Select;
use super::clash::{list, marks};
use super::evidence::mark;
use super::panel::panel;
use crate::view::Text;
use crate::view::assume::{AssumptionsView, SwitchRow};

/// What the panel needs.
#[derive(PartialEq)]
pub struct Props {
    /// The rows.
    pub view: Rc<AssumptionsView>,
    /// Takes commands.
    pub on: Callback<Text>,
}

/// The panel.
pub fn draw(props: &Props) -> Html {
    let view = &props.view;
    let note = format!("{} of {} touched by this run", view.touched(), view.rows.len());
    panel(
        "assumptions",
        html! { "Assumptions" },
        note,
        html! {
            <>
                <div class="assumptions" tabindex="0" role="region" aria-label="Assumption switches">
                    <ul>{ for view.rows.iter().map(|row| switch(row, &props.on)) }</ul>
                </div>
                { list(&view.clashes) }
            </>
        },
    )
}

fn switch(row: &SwitchRow, on: &Callback<Text>) -> Html {
    let choose = {
        let name = row.name.clone();
        on.reform(move |id: Text| format!("assume {name} {id}").into())
    };
    let touched = if row.touched { "this run rests on it" } else { "not touched by this run" };
    html! {
        <li key={row.name.to_string()} data-touched={row.touched.to_string()} data-changed={row.changed.to_string()}>
            <span class="mark" title={touched}><span class="sr">{ touched }</span></span>
            <span class="name">{ row.name.clone() }{ " " }{ marks(&row.clashes) }</span>
            <Select name={row.name.clone()} choices={row.options.clone()} chosen={row.chosen.clone()} on={choose}
                title={Text::from(format!("assume {} {}. A change after the first action restarts the machine.", row.name, row.chosen))} />
            { mark(row.evidence) }
            <p class="what">
                { row.unknown.clone() }
                if row.touched {
                    <b>{ row.since.map_or_else(|| ", touched from the start".to_owned(), |step| format!(", touched from step {step} on")) }</b>
                }
                if row.changed { { ", changed from the default" } }
            </p>
        </li>
    }
}
