//! The doorbell composer: direction, target, queue, count and mask, and the button that rings.

use std::rc::Rc;

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::button::key_button;
use super::choose::{Select, segments};
use super::evidence::mark;
use super::panel::{panel, sub};
use super::prose::prose;
use crate::store::Action;
use crate::view::bell::{BellDraft, BellEdit, BellView, Direction, Source, Target, direction_token};
use crate::view::{Choice, Text};

/// What the composer needs.
#[derive(PartialEq)]
pub struct Props {
    /// The rows.
    pub view: Rc<BellView>,
    /// Takes actions.
    pub on: Callback<Action>,
}

/// The composer.
pub fn draw(props: &Props) -> Html {
    let view = &props.view;
    let edit = props.on.reform(Action::Bell);
    panel(
        "bell",
        html! { "Ring a doorbell" },
        "raw hardware",
        html! {
            <>
                <div class="compose">
                    { source(view, &edit) }
                    { direction(&view.draft, &edit) }
                    { target(view, &edit) }
                    <span class="label" aria-hidden="true">{ "queue" }</span>{ queue(&view.draft, &edit) }
                    <span class="label" aria-hidden="true">{ "count" }</span>{ count(&view.draft, &edit) }
                </div>
                <div>
                    if let Target::Group(_) = view.draft.target { { mask(&view.draft, &edit) } }
                    { key_button(&view.ring, &props.on.reform(Action::Command), "wide ring") }
                    <p class="note" data-overruns={view.overruns.to_string()}>{ prose(&view.room) }</p>
                    <p class="note">{ prose(&view.value_note) }{ " " }{ mark(view.value_evidence) }</p>
                </div>
            </>
        },
    )
}

fn source(view: &BellView, edit: &Callback<BellEdit>) -> Html {
    let first = view.thunks.iter().find(|choice| choice.blocked.is_none() && choice.label.starts_with("channel"));
    let first: u32 = first.and_then(|choice| choice.id.parse().ok()).unwrap_or(0);
    let who =
        edit.reform(move |id: Text| BellEdit::Source(if id == "thunk" { Source::Thunk(first) } else { Source::Host }));
    let kinds = [Choice::new("host", "host"), Choice::new("thunk", "thunk")];
    let from = |kind| html! { <><span class="label" aria-hidden="true">{ "from" }</span>{ segments("From", &kinds, kind, &who) }</> };
    match view.draft.source {
        Source::Host => from("host"),
        Source::Thunk(addr) => {
            let pick = edit.reform(move |id: Text| BellEdit::Source(Source::Thunk(id.parse().unwrap_or(addr))));
            html! {
                <>
                    { from("thunk") }
                    <span class="label" aria-hidden="true">{ "thunk" }</span>
                    <Select name="Thunk" choices={view.thunks.clone()} chosen={addr.to_string()} on={pick} />
                </>
            }
        }
    }
}

fn direction(draft: &BellDraft, edit: &Callback<BellEdit>) -> Html {
    let choices = vec![Choice::new("m2s", "M2S"), Choice::new("s2m", "S2M")];
    let on = edit.reform(|id: Text| {
        BellEdit::Direction(if id == direction_token(Direction::S2m) { Direction::S2m } else { Direction::M2s })
    });
    html! {
        <><span class="label" aria-hidden="true">{ "direction" }</span>
        { segments("Direction", &choices, direction_token(draft.direction), &on) }</>
    }
}

fn target(view: &BellView, edit: &Callback<BellEdit>) -> Html {
    let aim = edit.reform(|id: Text| {
        BellEdit::Target(match id.as_str() {
            "engine" => Target::Engine(0),
            _ => Target::Group(0),
        })
    });
    let (kind, number, choices) = match view.draft.target {
        Target::Group(group) => ("group", group.to_string(), view.groups.clone()),
        Target::Engine(engine) => ("engine", engine.to_string(), engines(view.engines)),
    };
    let pick = edit.reform(move |id: Text| {
        BellEdit::Target(if kind == "group" {
            Target::Group(id.parse().unwrap_or(0))
        } else {
            Target::Engine(id.parse().unwrap_or(0))
        })
    });
    let no_groups = view.groups.is_empty().then(|| Text::from("This generation has no broadcast windows."));
    let kinds = vec![Choice { blocked: no_groups, ..Choice::new("group", "group") }, Choice::new("engine", "engine")];
    html! {
        <>
            <span class="label" aria-hidden="true">{ "to" }</span>{ segments("Target", &kinds, kind, &aim) }
            <span class="label" aria-hidden="true">{ kind }</span><Select name={kind} {choices} chosen={number} on={pick} />
        </>
    }
}

fn engines(count: u16) -> Vec<Choice> {
    (0..count).map(|n| Choice::new(n.to_string(), format!("{n}"))).collect()
}

fn queue(draft: &BellDraft, edit: &Callback<BellEdit>) -> Html {
    let choices: Vec<Choice> = (0..16).map(|n: u8| Choice::new(n.to_string(), n.to_string())).collect();
    let on = edit.reform(|id: Text| BellEdit::Queue(id.parse().unwrap_or(0)));
    html! { <Select name="Queue" {choices} chosen={draft.queue.to_string()} {on} /> }
}

fn count(draft: &BellDraft, edit: &Callback<BellEdit>) -> Html {
    let oninput = edit
        .reform(|event: InputEvent| BellEdit::Count(event.target_unchecked_into::<HtmlInputElement>().value().into()));
    html! { <input class="field" aria-label="Count of descriptors" inputmode="numeric" autocomplete="off" value={draft.count.clone()} {oninput} /> }
}

fn mask(draft: &BellDraft, edit: &Callback<BellEdit>) -> Html {
    html! {
        <>
            { sub("Engine mask", format!("{:#06x}", draft.mask)) }
            <div class="mask" role="group" aria-label="Engines of the group that listen">
                { for (0..16u8).map(|engine| {
                    let on = draft.mask >> engine & 1 == 1;
                    html! {
                        <button key={engine} type="button" class="button bit" aria-pressed={on.to_string()} aria-label={format!("Engine {engine} of the group")}
                            onclick={edit.reform(move |_: MouseEvent| BellEdit::Toggle(engine))}>{ engine }</button>
                    }
                }) }
            </div>
        </>
    }
}
