//! What stands above the panels when there is something to say: a session that could be restored, one that is being opened,
//! what came of that, and the first steps. Nothing here when there is nothing.

use std::rc::Rc;

use yew::prelude::*;

use super::button::button;
use super::prose::prose;
use crate::opening::Source;
use crate::store::Action;
use crate::view::first::FirstView;
use crate::visit::{Kept, VisitEdit, VisitView};

/// What the bar needs.
#[derive(PartialEq)]
pub struct Props {
    /// The visit.
    pub visit: Rc<VisitView>,
    /// The first steps.
    pub first: Rc<FirstView>,
    /// Takes actions.
    pub on: Callback<Action>,
}

/// The bar.
pub fn draw(props: &Props) -> Html {
    let (visit, on) = (&props.visit, &props.on);
    html! {
        <section class="bars" aria-label="This session">
            if let Some((what, percent)) = &visit.opening {
                <div class="bar" data-bar="opening">
                    <span>{ format!("Opening {what}: {percent} %") }</span>
                    <progress max="100" value={percent.to_string()} aria-label="Progress" />
                    { plain("Cancel", on, || VisitEdit::Cancel) }
                </div>
            }
            if let Some(notice) = &visit.notice {
                <div class="bar" data-bar="notice" data-bad={notice.bad.to_string()}><span>{ notice.text.clone() }</span>{ plain("Dismiss", on, || VisitEdit::Hush) }</div>
            }
            if let Some(kept) = &visit.kept { { restore(kept, on) } }
            if visit.first { { first(&props.first, on) } }
        </section>
    }
}

fn restore(kept: &Kept, on: &Callback<Action>) -> Html {
    let what = match kept.source {
        Source::Restored => "Restore last session",
        Source::Previous | Source::Link | Source::Script | Source::Scenario(_) | Source::Restarted(_) => {
            "Back to the session before"
        }
    };
    let commands = if kept.commands == 1 { "1 command".into() } else { format!("{} commands", kept.commands) };
    let again = {
        let kept = kept.clone();
        on.reform(move |_: MouseEvent| Action::Visit(VisitEdit::Open(kept.script.clone(), kept.source.clone())))
    };
    html! {
        <div class="bar" data-bar="kept">
            <button type="button" class="button" onclick={again}>{ format!("{what} ({commands}, {})", kept.state) }</button>
            { plain("Not now", on, || VisitEdit::Decline) }
        </div>
    }
}

fn first(view: &FirstView, on: &Callback<Action>) -> Html {
    let send = on.reform(Action::Command);
    html! {
        <div class="bar" data-bar="first">
            <b>{ "Try" }</b>
            <span class="line">{ for view.offers.iter().map(|offer| button(offer, &send)) }</span>
            <span class="said">{ prose(&view.said) }</span>
            { plain("Hide", on, || VisitEdit::First(false)) }
        </div>
    }
}

fn plain(label: &'static str, on: &Callback<Action>, edit: impl Fn() -> VisitEdit + 'static) -> Html {
    html! { <button type="button" class="button" data-look="quiet" onclick={on.reform(move |_: MouseEvent| Action::Visit(edit()))}>{ label }</button> }
}
