//! The worker's program: takes one request from the page, does it, answers. It is the only place of the worker that touches
//! a browser. A worker does one job; to cancel it, the page ends it.

use seqbell_web::protocol::{Answer, File, Format, Progress, Reply, Request};
use seqbell_web::worker::explore::explore;
use seqbell_web::worker::export::export;
use seqbell_web::worker::log::{BYTES_MAX, Intake};
use seqbell_web::worker::whatif::whatif;
use seqbell_web::worker::why::why;
use wasm_bindgen::prelude::*;
use web_sys::js_sys::{self, Array, Date, Uint8Array};
use web_sys::{Blob, BlobPropertyBag, DedicatedWorkerGlobalScope, FileReaderSync, MessageEvent};

/// Time between two words of progress, in milliseconds.
const PERIOD_MS: f64 = 100.0;
/// Bytes of a file read at once.
const PIECE: u32 = 1 << 20;
/// Bytes of a file that the page shows and copies; it can save all of them.
const SHOWN: usize = 1 << 20;

fn main() {
    let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else { return };
    let take = Closure::<dyn FnMut(MessageEvent)>::new(|event: MessageEvent| take(&event.data()));
    scope.set_onmessage(Some(take.as_ref().unchecked_ref()));
    // It listens as long as the worker lives.
    take.forget();
    post(Reply::Ready, None);
}

/// Takes a message: a list of texts, and what travels beside it.
fn take(message: &JsValue) {
    let parts: Array = message.clone().unchecked_into();
    let texts = parts.get(0).unchecked_into::<Array>();
    let texts = texts.iter().map(|text| text.as_string().unwrap_or_default()).collect();
    let (reply, beside) = match Request::unpack(texts) {
        Some(request) => answer(request, parts.get(1)),
        None => (Reply::Wrong("The page and its worker are of different versions: load the page again.".into()), None),
    };
    post(reply, beside);
}

fn answer(request: Request, beside: JsValue) -> (Reply, Option<Blob>) {
    let mut last = Date::now();
    let mut tell = |progress: &dyn Fn() -> Progress| {
        let now = Date::now();
        if now - last >= PERIOD_MS {
            last = now;
            post(Reply::Progress(progress()), None);
        }
    };
    let done = match request {
        Request::Explore { script, goal } => explore(&script, &goal, &mut tell).map(|way| (Answer::Way(way), None)),
        Request::WhatIf { script } => whatif(&script, &mut tell).map(|found| (Answer::WhatIf(found), None)),
        Request::Why { script, of } => why(&script, &of, &mut tell).map(|why| (Answer::Why(why), None)),
        Request::Log { generation } => {
            read(&beside.unchecked_into(), Intake::new(generation), &mut tell).map(|log| (log, None))
        }
        Request::Export { script, format } => export(&script, format, &mut tell).and_then(|bytes| file(format, &bytes)),
    };
    match done {
        Ok((answer, blob)) => (Reply::Done(answer), blob),
        Err(why) => (Reply::Wrong(why), None),
    }
}

/// Reads a log, piece by piece.
fn read(
    file: &web_sys::File,
    mut intake: Intake,
    tell: &mut dyn FnMut(&dyn Fn() -> Progress),
) -> Result<Answer, String> {
    let broken = |_| "The browser could not read the file to its end.".to_owned();
    let cut = file.size() > f64::from(BYTES_MAX);
    // A length beyond 32 bits is beyond the limit too.
    let size = if cut { BYTES_MAX } else { file.size() as u32 };
    let reader = FileReaderSync::new().map_err(broken)?;
    let mut at = 0;
    while at < size {
        let end = (at + PIECE).min(size);
        let piece = file.slice_with_f64_and_f64(f64::from(at), f64::from(end)).map_err(broken)?;
        let bytes = Uint8Array::new(&reader.read_as_array_buffer(&piece).map_err(broken)?.into()).to_vec();
        intake.take(&bytes);
        at = end;
        let percent = (u64::from(at) * 100).checked_div(u64::from(size)).map(|percent| percent as u32);
        tell(&|| Progress { percent, words: format!("{} of {} MiB", at >> 20, size >> 20) });
    }
    intake.end();
    Ok(Answer::Log(intake.finish(file.name(), cut)))
}

/// A finished file: whole as a blob, and its beginning as text.
fn file(format: Format, bytes: &[u8]) -> Result<(Answer, Option<Blob>), String> {
    let parts = Array::of1(&Uint8Array::from(bytes));
    let kind = BlobPropertyBag::new();
    kind.set_type(format.content_type());
    let blob = Blob::new_with_u8_array_sequence_and_options(&parts, &kind)
        .map_err(|_| "The browser has no room for the file.".to_owned())?;
    let beginning = bytes.get(..SHOWN).unwrap_or(bytes);
    // A character that was cut in two is left out.
    let text = match std::str::from_utf8(beginning) {
        Ok(text) => text,
        Err(error) => beginning.get(..error.valid_up_to()).and_then(|b| std::str::from_utf8(b).ok()).unwrap_or(""),
    };
    let name = format.file_name().to_owned();
    Ok((Answer::File(File { name, bytes: bytes.len() as u64, text: text.to_owned() }), Some(blob)))
}

fn post(reply: Reply, beside: Option<Blob>) {
    let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else { return };
    let texts: Array = reply.pack().into_iter().map(JsValue::from).collect();
    // Texts and blobs can be cloned; a page that is gone hears nothing.
    let _ = scope.post_message(&Array::of2(&texts, &beside.map_or(JsValue::UNDEFINED, JsValue::from)));
}
