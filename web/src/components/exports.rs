//! The exports: a session in other people's formats, made in a worker, shown, copied or saved.

use std::rc::Rc;

use web_sys::{Blob, js_sys};
use yew::prelude::*;

use super::job::{Stage, use_work};
use super::sheet::Sheet;
use crate::ports::save;
use crate::protocol::{Answer, File, Format, Request};
use crate::store::Action;

/// What the dialog needs.
#[derive(Properties, PartialEq)]
pub struct Props {
    /// Whether it is open.
    pub open: bool,
    /// Gives the session as a script.
    pub script: Callback<(), String>,
    /// Takes actions.
    pub on: Callback<Action>,
}

/// Characters that the dialog shows.
const SHOWN: usize = 4000;
/// Bytes of a picture that the dialog draws.
const DRAWN: u64 = 256 << 10;

/// The dialog.
#[component]
pub fn Exports(props: &Props) -> Html {
    let work = use_work();
    let format = use_state(|| Format::Text);
    let copied = use_state(|| None::<bool>);
    {
        let (work, script, copied) = (work.clone(), props.script.clone(), copied.setter());
        use_effect_with((props.open, *format), move |(open, format)| {
            copied.set(None);
            if *open {
                work.start(Request::Export { script: script.emit(()), format: *format }, None);
            } else if work.is_running() {
                work.cancel();
            }
        });
    }
    let onclose = props.on.reform(|()| Action::Exports(false));
    html! {
        <Sheet open={props.open} id="exports" title="Export" class="exports" {onclose}>
            <div class="exports-body">
                { menu(&format) }
                <div class="exports-file" role="region" aria-label="The file">
                    { work.progress("Making the file") }
                    if let Stage::Done(answer, blob) = work.stage() { { made(answer, blob.as_ref(), &copied) } }
                </div>
            </div>
        </Sheet>
    }
}

fn menu(chosen: &UseStateHandle<Format>) -> Html {
    let groups = Format::ALL.chunk_by(|a, b| a.group() == b.group());
    html! {
        <div class="exports-menu">
            { for groups.map(|formats| html! {
                <fieldset>
                    <legend>{ formats.first().map_or("", |format| format.group()) }</legend>
                    { for formats.iter().map(|format| choice(*format, chosen)) }
                </fieldset>
            }) }
        </div>
    }
}

fn choice(format: Format, chosen: &UseStateHandle<Format>) -> Html {
    let onchange = {
        let chosen = chosen.clone();
        Callback::from(move |_: Event| chosen.set(format))
    };
    html! {
        <label class="line"><input type="radio" name="export" value={format.file_name()} checked={**chosen == format} {onchange} />{ format.label() }</label>
    }
}

fn made(answer: &Rc<Answer>, blob: Option<&Blob>, copied: &UseStateHandle<Option<bool>>) -> Html {
    let Answer::File(file) = &**answer else { return Html::default() };
    let Some(format) = Format::by_file_name(&file.name) else { return Html::default() };
    let download = {
        let (name, blob) = (file.name.clone(), blob.cloned());
        Callback::from(move |_: MouseEvent| {
            if let Some(blob) = &blob {
                save::download(&name, blob);
            }
        })
    };
    let copy = {
        let (answer, copied) = (answer.clone(), copied.setter());
        Callback::from(move |_: MouseEvent| {
            if let Answer::File(file) = &*answer {
                let copied = copied.clone();
                save::copy(&file.text, Callback::from(move |worked| copied.set(Some(worked))));
            }
        })
    };
    let told = match **copied {
        None => "",
        Some(true) => "Copied.",
        Some(false) => "This browser does not let the page copy: save the file instead.",
    };
    html! {
        <>
            <p class="exports-name"><code>{ file.name.clone() }</code><span>{ size(file.bytes) }</span></p>
            <div class="line">
                <button type="button" class="button" data-look="key" title={format!("Saves {}", file.name)} onclick={download}>{ "Download" }</button>
                if file.is_whole() {
                    <button type="button" class="button" data-look="plain" title="Puts the whole text onto the clipboard" onclick={copy}>{ "Copy" }</button>
                } else {
                    <span class="note">{ "Too long to be copied." }</span>
                }
                <span role="status">{ told }</span>
            </div>
            { preview(file, format) }
        </>
    }
}

fn preview(file: &File, format: Format) -> Html {
    if format.content_type() == "image/svg+xml" && file.is_whole() && file.bytes <= DRAWN {
        let source = format!("data:image/svg+xml,{}", String::from(js_sys::encode_uri_component(&file.text)));
        return html! { <img class="exports-picture" src={source} alt={format.label()} /> };
    }
    let end = file.text.char_indices().nth(SHOWN).map_or(file.text.len(), |(at, _)| at);
    let shown = file.text.get(..end).unwrap_or_default().to_owned();
    let rest = file.bytes.saturating_sub(end as u64);
    html! {
        <>
            <pre class="exports-text" tabindex="0" aria-label="Beginning of the file">{ shown }</pre>
            if rest > 0 { <p class="note">{ format!("and {} more", size(rest)) }</p> }
        </>
    }
}

fn size(bytes: u64) -> String {
    match bytes {
        0..10_000 => format!("{bytes} bytes"),
        10_000..10_000_000 => format!("{} KiB", bytes >> 10),
        10_000_000.. => format!("{} MiB", bytes >> 20),
    }
}
