//! The sheet that gives the session away, as a link and as a script, and takes one in.

use web_sys::{File, HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

use super::sheet::Sheet;
use crate::opening::Source;
use crate::ports::{save, texts};
use crate::store::Action;
use crate::view::Text;
use crate::visit::{Kept, Notice, VisitEdit};

/// The session, ready to be given away.
#[derive(Clone, Debug, PartialEq)]
pub struct Parcel {
    /// As a script.
    pub script: Text,
    /// As an address, or why there is none.
    pub link: Result<Text, Text>,
    /// The session before the one that was offered on this visit.
    pub earlier: Option<Kept>,
}

/// What the sheet needs.
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The session; the sheet is open while there is one.
    pub parcel: Option<Parcel>,
    /// Takes actions.
    pub on: Callback<Action>,
}

/// The sheet.
#[component]
pub fn Share(props: &Props) -> Html {
    let outcome = use_state(Text::default);
    {
        let outcome = outcome.clone();
        use_effect_with(props.parcel.is_some(), move |_| outcome.set(Text::default()));
    }
    let onclose = props.on.reform(|()| Action::Visit(VisitEdit::Show(None)));
    let tell = {
        let outcome = outcome.setter();
        Callback::from(move |text: &'static str| outcome.set(text.into()))
    };
    html! {
        <Sheet open={props.parcel.is_some()} id="share" title="Share this session" {onclose}>
            if let Some(parcel) = &props.parcel {
                { link(parcel, &tell) }
                { script(parcel, &tell) }
                <p class="outcome" role="status">{ (*outcome).clone() }</p>
                <TakeIn earlier={parcel.earlier.clone()} on={props.on.clone()} />
            }
        </Sheet>
    }
}

fn link(parcel: &Parcel, tell: &Callback<&'static str>) -> Html {
    match &parcel.link {
        Ok(link) => html! {
            <>
                <h3>{ "As a link" }</h3>
                <p>{ "The whole session is in the address, from its first command to this moment. Nothing is sent to a server." }</p>
                <div class="line">
                    <input id="share-link" class="field wide-field" readonly=true aria-label="Link" value={link.clone()} />
                    <button type="button" class="button" data-look="key" onclick={copies(link, "The link is in the clipboard.", tell)}>{ "Copy link" }</button>
                </div>
            </>
        },
        Err(why) => html! { <><h3>{ "As a link" }</h3><p>{ why.clone() }</p></> },
    }
}

fn script(parcel: &Parcel, tell: &Callback<&'static str>) -> Html {
    let keep = {
        let (script, tell) = (parcel.script.clone(), tell.clone());
        Callback::from(move |_: MouseEvent| {
            save::download_text("session.bell", &script);
            tell.emit("The browser has it, as session.bell.");
        })
    };
    html! {
        <>
            <h3>{ "As a script" }</h3>
            <textarea id="share-script" readonly=true rows="7" aria-label="Script" spellcheck="false" value={parcel.script.clone()} />
            <div class="line">
                <button type="button" class="button" onclick={copies(&parcel.script, "The script is in the clipboard.", tell)}>{ "Copy script" }</button>
                <button type="button" class="button" onclick={keep}>{ "Download .bell" }</button>
            </div>
        </>
    }
}

const REFUSED: &str = "The browser refused. Select the text and copy it yourself.";

fn copies(text: &Text, done: &'static str, tell: &Callback<&'static str>) -> Callback<MouseEvent> {
    let (text, tell) = (text.clone(), tell.clone());
    Callback::from(move |_| {
        let told = tell.reform(move |worked: bool| if worked { done } else { REFUSED });
        save::copy(&text, told);
    })
}

#[derive(Properties, PartialEq)]
struct TakeInProps {
    earlier: Option<Kept>,
    on: Callback<Action>,
}

/// Opens a script from a text or a file, or the session before.
#[component]
fn TakeIn(props: &TakeInProps) -> Html {
    let on = props.on.clone();
    let text = use_node_ref();
    let open = {
        let (on, text) = (on.clone(), text.clone());
        Callback::from(move |_: MouseEvent| {
            if let Some(field) = text.cast::<HtmlTextAreaElement>() {
                on.emit(Action::Visit(VisitEdit::Open(field.value().into(), Source::Script)));
            }
        })
    };
    let choose = {
        let on = on.clone();
        Callback::from(move |event: Event| {
            let files = event.target_unchecked_into::<HtmlInputElement>().files();
            if let Some(file) = files.and_then(|files| files.get(0)) {
                take(file, &on);
            }
        })
    };
    html! {
        <>
            <h3>{ "Open another" }</h3>
            <p>{ "It takes the place of this session, which can be had back." }</p>
            <textarea id="share-open" rows="4" aria-label="A script to open" spellcheck="false" placeholder="write start_ctrl 1" ref={text} />
            <div class="line">
                <button type="button" class="button" onclick={open}>{ "Open this text" }</button>
                <label class="button file">{ "Choose a file…" }<input type="file" class="sr" accept=".bell,.txt,text/plain" onchange={choose} /></label>
                if let Some(kept) = props.earlier.clone() {
                    <button type="button" class="button" onclick={on.reform(move |_: MouseEvent| Action::Visit(VisitEdit::Open(kept.script.clone(), Source::Restored)))}>
                        { format!("An earlier session ({} commands)", props.earlier.as_ref().map_or(0, |kept| kept.commands)) }</button>
                }
            </div>
        </>
    }
}

fn take(file: File, on: &Callback<Action>) {
    let opened = on.reform(|text: Result<String, String>| {
        Action::Visit(match text {
            Ok(text) => VisitEdit::Open(text.into(), Source::Script),
            Err(why) => VisitEdit::Say(Notice { text: format!("{why}.").into(), bad: true }),
        })
    });
    texts::read(file, opened);
}
