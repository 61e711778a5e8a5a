//! The gallery of scenarios. Their list, and each of them, is fetched when somebody asks.

use std::rc::Rc;

use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::prose::prose;
use super::sheet::Sheet;
use crate::opening::Source;
use crate::ports::texts;
use crate::store::Action;
use crate::view::Text;
use crate::view::gallery::{Scenario, matches, scenarios};
use crate::visit::{Notice, VisitEdit};

/// Where they lie, beside the page.
const FOLDER: &str = "./scenarios/";
/// Their list.
const LIST: &str = "./scenarios/list.txt";

/// What the gallery needs.
#[derive(Properties, PartialEq)]
pub struct Props {
    /// Whether it is open.
    pub open: bool,
    /// Takes actions.
    pub on: Callback<Action>,
}

/// The list as far as it is there.
#[derive(Clone, PartialEq)]
enum Shelf {
    Loading,
    There(Rc<[Scenario]>),
    Missing(Text),
}

/// The gallery.
#[component]
pub fn Scenarios(props: &Props) -> Html {
    let shelf = use_state(|| Shelf::Loading);
    let search = use_state(Text::default);
    {
        let shelf = shelf.setter();
        use_effect_with(props.open, move |open| {
            if *open {
                let loaded = Callback::from(move |list: Result<String, String>| {
                    shelf.set(match list {
                        Ok(list) => Shelf::There(scenarios(&list).into()),
                        Err(why) => Shelf::Missing(format!("{why}.").into()),
                    });
                });
                texts::fetch(LIST.into(), loaded);
            }
        });
    }
    let onclose = props.on.reform(|()| Action::Visit(VisitEdit::Show(None)));
    let oninput = {
        let search = search.setter();
        Callback::from(move |event: InputEvent| {
            search.set(event.target_unchecked_into::<HtmlInputElement>().value().into())
        })
    };
    html! {
        <Sheet open={props.open} id="scenarios" title="Scenarios" {onclose}>
            <p>{ "Each is a script with its checks. It takes the place of your session, which can be had back." }</p>
            <input class="field search" type="search" aria-label="Search the scenarios" placeholder="Search" value={(*search).clone()} {oninput} />
            { match &*shelf {
                Shelf::Loading => html! { <p class="outcome">{ "Loading the list." }</p> },
                Shelf::Missing(why) => html! { <p class="outcome">{ why.clone() }</p> },
                Shelf::There(all) => rows(all, &search, &props.on),
            } }
        </Sheet>
    }
}

fn rows(all: &[Scenario], search: &str, on: &Callback<Action>) -> Html {
    let found: Vec<&Scenario> = all.iter().filter(|scenario| matches(scenario, search)).collect();
    let groups = found.chunk_by(|a, b| a.group == b.group);
    html! {
        <>
            <p class="outcome" role="status">{ format!("{} of {} scenarios", found.len(), all.len()) }</p>
            { for groups.map(|group| html! {
                <>
                    <h3>{ group.first().map_or("", |first| if first.group.is_empty() { "to begin with" } else { first.group.as_str() }) }</h3>
                    <ul class="scenario-list">{ for group.iter().map(|scenario| row(scenario, on)) }</ul>
                </>
            }) }
        </>
    }
}

fn row(scenario: &Scenario, on: &Callback<Action>) -> Html {
    let onclick = {
        let (on, scenario) = (on.clone(), scenario.clone());
        Callback::from(move |_: MouseEvent| open(&scenario, &on))
    };
    html! {
        <li>
            <button type="button" class="button" title={format!("Open {}", scenario.path)} {onclick}>{ scenario.name.clone() }</button>
            <span>{ prose(&scenario.note) }</span>
        </li>
    }
}

fn open(scenario: &Scenario, on: &Callback<Action>) {
    let name = scenario.name.clone();
    let loaded = on.reform(move |text: Result<String, String>| {
        Action::Visit(match text {
            Ok(text) => VisitEdit::Open(text.into(), Source::Scenario(name.clone())),
            Err(why) => VisitEdit::Say(Notice { text: format!("{why}.").into(), bad: true }),
        })
    });
    texts::fetch(format!("{FOLDER}{}", scenario.path), loaded);
}
