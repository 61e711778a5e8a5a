//! The marks of contradictions, and the list that they lead to.

use yew::prelude::*;

use super::evidence::mark;
use super::panel::sub;
use crate::view::clash::{Clash, ClashRow};

/// The marks beside a row; each leads to its note.
pub fn marks(clashes: &[Clash]) -> Html {
    clashes
        .iter()
        .map(|clash| html! { <a class="clash" href={format!("#{}", clash.id)} title={format!("Sources disagree: {}", clash.title)}>{ clash.id }</a> })
        .collect()
}

/// The list of all.
pub fn list(rows: &[ClashRow]) -> Html {
    html! {
        <>
            { sub("Contradictions", format!("{}, what each concerns", rows.len())) }
            <div class="clashes" tabindex="0" role="region" aria-label="Contradictions between the sources">
                <ul>{ for rows.iter().map(line) }</ul>
            </div>
        </>
    }
}

fn line(row: &ClashRow) -> Html {
    html! {
        <li key={row.clash.id} id={row.clash.id}>
            <b>{ row.clash.id }</b>
            <span>{ row.clash.title }if let Some(switch) = &row.switch { <span class="side">{ ", switch " }<code>{ switch.clone() }</code></span> }</span>
            { mark(row.evidence) }
            <code class="concerns">{ row.concerns.clone() }</code>
        </li>
    }
}
