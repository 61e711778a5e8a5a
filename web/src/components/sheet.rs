//! A sheet over the page: a modal dialog with a heading and a way out. What is in it is drawn only while it is open.

use yew::prelude::*;

use super::dialog::use_dialog;

/// What a sheet needs.
#[derive(Properties, PartialEq)]
pub struct Props {
    /// Whether it is open.
    pub open: bool,
    /// Its id.
    pub id: &'static str,
    /// Its heading.
    pub title: &'static str,
    /// A class for what stands in it.
    #[prop_or_default]
    pub class: Option<&'static str>,
    /// It was closed, by whatever way.
    pub onclose: Callback<()>,
    /// What is in it.
    #[prop_or_default]
    pub children: Html,
}

/// A sheet.
#[component]
pub fn Sheet(props: &Props) -> Html {
    let node = use_dialog(props.open);
    let onclose = props.onclose.reform(|_: Event| ());
    let shut = props.onclose.reform(|_: MouseEvent| ());
    let heading = format!("{}-title", props.id);
    html! {
        <dialog class={classes!("sheet", props.class)} id={props.id} ref={node} aria-labelledby={heading.clone()} {onclose}>
            if props.open {
                <div class="sheet-head">
                    <h2 id={heading}>{ props.title }</h2>
                    <button type="button" class="button" data-look="quiet" onclick={shut} title="Close (Esc)">{ "Close" }</button>
                </div>
                { props.children.clone() }
            }
        </dialog>
    }
}
