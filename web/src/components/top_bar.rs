//! The bar at the top: the project's mark, the generation switch, theme and help.

use std::rc::Rc;

use yew::prelude::*;

use super::choose::{Select, segments};
use super::icon::{Icon, icon};
use crate::store::{Action, Theme};
use crate::view::{Choice, Text};
use crate::visit::{Sheet, VisitEdit};

/// What the bar needs.
#[derive(PartialEq)]
pub struct Props {
    /// Generations.
    pub generations: Rc<[Choice]>,
    /// The present one.
    pub generation: Text,
    /// The present theme.
    pub theme: Theme,
    /// Takes actions.
    pub on: Callback<Action>,
}

/// The bar.
pub fn draw(props: &Props) -> Html {
    let choose = props.on.reform(|id: Text| Action::Command(format!("generation {id}").into()));
    let theme = {
        let next = props.theme.next();
        props.on.reform(move |_: MouseEvent| Action::Theme(next))
    };
    let exports = props.on.reform(|_: MouseEvent| Action::Exports(true));
    let help = props.on.reform(|_: MouseEvent| Action::Help(true));
    let show = |sheet| props.on.reform(move |_: MouseEvent| Action::Visit(VisitEdit::Show(Some(sheet))));
    let title = format!("generation {}", props.generation);
    html! {
        <header class="top">
            <div class="places">
                <h1 class="brand">{ icon(Icon::Brand) }{ "Seqbell" }<span>{ "Play" }</span></h1>
                <nav aria-label="Pages"><a href="../learn/">{ "Learn" }</a><a href="../reference/">{ "Reference" }</a></nav>
            </div>
            <div class="generation">
                <div class="wide">{ segments("Generation", &props.generations, &props.generation, &choose) }</div>
                <Select class="narrow" name="Generation" choices={props.generations.to_vec()} chosen={props.generation.clone()} on={choose} {title} />
                { for props.generations.iter().filter(|c| c.blocked.is_some()).map(|c| html! {
                    <span class="generation-note">{ c.label.clone() }{ ": no image ships" }</span>
                }) }
            </div>
            <div class="tools">
                <button type="button" class="button" data-look="quiet" onclick={exports}
                    title="The session in other formats: text, VCD, Perfetto, pictures, code">{ "Export" }</button>
                <button type="button" class="button" data-look="quiet" onclick={show(Sheet::Scenarios)} title="Scripts to begin with">{ "Scenarios" }</button>
                <button type="button" class="button" data-look="quiet" onclick={show(Sheet::Share)} title="The session as a link or a script">{ "Share" }</button>
                <button type="button" class="button" data-look="quiet" onclick={theme}
                    title="Change the theme" aria-label={format!("Theme: {}", props.theme.word())}>{ icon(Icon::Theme) }</button>
                <button type="button" class="button" data-look="quiet" onclick={help}
                    title="Help and keys (?)" aria-label="Help and keys">{ "?" }</button>
            </div>
        </header>
    }
}
