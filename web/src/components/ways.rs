//! Transitions in words: the chosen one with its instructions and the way to it, and the table of all of them, which says
//! everything that the diagram draws.

use seqbell_script::core::facts::FactId;
use yew::prelude::*;

use super::button::{Look, Style, styled};
use super::evidence::mark;
use super::prose::prose;
use crate::store::Action;
use crate::view::Text;
use crate::view::ways::{PickEdit, SiteRow, WayDetail, WayRow};

/// A transition's name, as a button that shows it in full.
pub fn name(id: FactId, chosen: bool, pick: &Callback<PickEdit>) -> Html {
    html! {
        <button type="button" class="way-name" aria-pressed={chosen.to_string()} title={format!("{id}: its instructions and evidence")}
            onclick={pick.reform(move |_: MouseEvent| PickEdit::Way(id))}>{ id }</button>
    }
}

/// A transition in full.
pub fn detail(way: &WayDetail, on: &Callback<Action>) -> Html {
    let WayRow { id, from, to, trigger, evidence, .. } = way.row;
    let pick = on.reform(Action::Pick);
    let goal = Text::from(format!("state == {to}"));
    let ask = {
        let goal = goal.clone();
        on.reform(move |_: MouseEvent| Action::Ask(goal.clone()))
    };
    html! {
        <section class="way-detail" aria-label={format!("Transition {id}")}>
            <h3 class="sub plain"><span>{ format!("{id} {from} → {to}") }</span>{ mark(evidence) }</h3>
            <p>{ trigger }{ ". " }{ prose(&way.condition) }</p>
            if way.sites.is_empty() {
                <p class="note">{ "No instruction shows it." }</p>
            } else {
                <ol>{ for way.sites.iter().map(|row| site(row, &pick)) }</ol>
            }
            <p class="line">
                { styled(&way.go, &on.reform(Action::Command), Style { look: Look::Plain, ..Style::default() }) }
                <button type="button" class="button" data-look="quiet" onclick={pick.reform(move |_: MouseEvent| PickEdit::Way(id))}>{ "Close" }</button>
            </p>
            if way.go.blocked.is_none() {
                <p class="note">{ "It sends " }<code>{ way.go.command.replace('\n', "; ") }</code></p>
            } else if let Some(reason) = &way.go.blocked {
                <p class="note">{ reason.clone() }
                    <button type="button" class="button" data-look="quiet" title={format!("seqbell explore --goal '{goal}'")} onclick={ask}>{ format!("Find a way to {to}") }</button></p>
            }
        </section>
    }
}

fn site(row: &SiteRow, pick: &Callback<PickEdit>) -> Html {
    let body = html! { <><code>{ row.pc.clone() }</code><span>{ row.text.clone() }</span><span class="effect">{ row.effect.clone() }</span></> };
    html! {
        <li>
            if let Some(id) = row.row {
                <button type="button" title="Show it in the listing" onclick={pick.reform(move |_: MouseEvent| PickEdit::Row(Some(id)))}>{ body }</button>
            } else {
                <span class="unprinted">{ body }</span>
            }
            { mark(row.evidence) }
        </li>
    }
}

/// Every transition, as a table.
pub fn table(rows: &[WayRow], pick: &Callback<PickEdit>) -> Html {
    html! {
        <details class="twin">
            <summary>{ format!("All {} transitions as a table", rows.len()) }</summary>
            <div class="twin-box" tabindex="0" role="region" aria-label="Table of transitions">
                <table>
                    <thead><tr><th scope="col">{ "row" }</th><th scope="col">{ "from" }</th><th scope="col">{ "to" }</th><th scope="col">{ "trigger" }</th><th scope="col">{ "evidence" }</th></tr></thead>
                    <tbody>{ for rows.iter().map(|row| html! {
                        <tr key={row.id}>
                            <th scope="row">{ name(row.id, row.chosen, pick) }</th><td>{ row.from }</td><td>{ row.to }</td><td>{ row.trigger }</td>
                            <td>{ mark(row.evidence) }</td>
                        </tr>
                    }) }</tbody>
                </table>
            </div>
        </details>
    }
}
