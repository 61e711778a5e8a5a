//! Workers: a job has one of its own, which is fetched when it is first needed and ends with the job. Dropping a [`Job`]
//! cancels it. It knows messages, and nothing of what they say.

use wasm_bindgen::prelude::*;
use web_sys::js_sys::Array;
use web_sys::{Blob, ErrorEvent, File, MessageEvent, Worker, WorkerOptions, WorkerType};
use yew::Callback;

use crate::protocol::{Reply, Request};

/// The script beside the page that starts the worker's module.
const SCRIPT: &str = "./worker.js";

/// A running worker.
pub struct Job {
    worker: Worker,
    _message: Closure<dyn FnMut(MessageEvent)>,
    _error: Closure<dyn FnMut(ErrorEvent)>,
}

impl Drop for Job {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

/// Starts a job. `on` takes what the worker says, and the file that may travel beside it.
///
/// # Errors
/// A sentence where the browser allows no worker.
pub fn start(request: Request, file: Option<File>, on: Callback<(Reply, Option<Blob>)>) -> Result<Job, String> {
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let worker = Worker::new_with_options(SCRIPT, &options).map_err(|_| REFUSED.to_owned())?;
    let mut waiting = Some(request);
    let message = {
        let (worker, on) = (worker.clone(), on.clone());
        Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| match unpack(&event.data()) {
            Some((Reply::Ready, _)) => {
                let Some(request) = waiting.take() else { return };
                // Texts and files can be cloned.
                let _ = worker.post_message(&pack(request, file.as_ref()));
            }
            Some(said) => on.emit(said),
            None => on.emit((Reply::Wrong(STRANGE.into()), None)),
        })
    };
    let error = Closure::<dyn FnMut(ErrorEvent)>::new(move |event: ErrorEvent| {
        // It is told here, so it need not stand on the browser's console as well.
        event.prevent_default();
        on.emit((Reply::Wrong(BROKEN.into()), None));
    });
    worker.set_onmessage(Some(message.as_ref().unchecked_ref()));
    worker.set_onerror(Some(error.as_ref().unchecked_ref()));
    Ok(Job { worker, _message: message, _error: error })
}

const REFUSED: &str = "This browser starts no worker here: the page must come from a server, and its policy must allow worker-src 'self'. The command `seqbell` does the same.";
const BROKEN: &str =
    "The worker could not start or ended early: a file of it is missing, a policy refuses it, or its memory ran out.";
const STRANGE: &str = "The page and its worker are of different versions: load the page again.";

fn pack(request: Request, file: Option<&File>) -> JsValue {
    let texts: Array = request.pack().into_iter().map(JsValue::from).collect();
    Array::of2(&texts, file.map_or(&JsValue::UNDEFINED, AsRef::as_ref)).into()
}

fn unpack(message: &JsValue) -> Option<(Reply, Option<Blob>)> {
    let parts = message.dyn_ref::<Array>()?;
    let texts = parts.get(0).dyn_into::<Array>().ok()?;
    let reply = Reply::unpack(texts.iter().map(|text| text.as_string().unwrap_or_default()).collect())?;
    Some((reply, parts.get(1).dyn_into().ok()))
}
