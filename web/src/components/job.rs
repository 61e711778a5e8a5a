//! A job of the worker, as a component holds it: start, progress, cancel, and what came out.

use std::cell::RefCell;
use std::rc::Rc;

use web_sys::{Blob, File};
use yew::prelude::*;

use crate::ports::worker::{self, Job};
use crate::protocol::{Answer, Progress, Reply, Request};
use crate::view::Text;

/// Where a job stands.
#[derive(Clone, Debug, PartialEq)]
pub enum Stage {
    /// Nothing was asked.
    Idle,
    /// The worker is at it.
    Running(Progress),
    /// It is done; a file may have come along.
    Done(Rc<Answer>, Option<Blob>),
    /// It could not be done.
    Failed(Text),
    /// The user gave it up.
    Cancelled,
}

/// A place for one job at a time.
#[derive(Clone)]
pub struct Work {
    stage: UseStateHandle<Stage>,
    job: Rc<RefCell<Option<Job>>>,
}

/// A place for one job at a time. The job ends with the component.
#[hook]
pub fn use_work() -> Work {
    let stage = use_state(|| Stage::Idle);
    let job = use_mut_ref(|| None);
    {
        let job = job.clone();
        use_effect_with((), move |()| move || end(&job));
    }
    Work { stage, job }
}

fn end(job: &RefCell<Option<Job>>) {
    drop(job.take());
}

impl Work {
    /// Where it stands.
    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    /// Whether the worker is at it.
    pub fn is_running(&self) -> bool {
        matches!(*self.stage, Stage::Running(_))
    }

    /// Starts a job; an older one is given up.
    pub fn start(&self, request: Request, file: Option<File>) {
        end(&self.job);
        self.stage.set(Stage::Running(Progress::default()));
        let (stage, job) = (self.stage.setter(), Rc::downgrade(&self.job));
        let on = Callback::from(move |(reply, blob): (Reply, Option<Blob>)| {
            let next = match reply {
                Reply::Ready => return,
                Reply::Progress(progress) => return stage.set(Stage::Running(progress)),
                Reply::Done(answer) => Stage::Done(Rc::new(answer), blob),
                Reply::Wrong(why) => Stage::Failed(why.into()),
            };
            if let Some(job) = job.upgrade() {
                end(&job);
            }
            stage.set(next);
        });
        match worker::start(request, file, on) {
            Ok(started) => drop(self.job.replace(Some(started))),
            Err(why) => self.stage.set(Stage::Failed(why.into())),
        }
    }

    /// Gives it up.
    pub fn cancel(&self) {
        end(&self.job);
        self.stage.set(Stage::Cancelled);
    }

    /// How far it is, with a way to give it up; or why nothing came out.
    pub fn progress(&self, name: &'static str) -> Html {
        let work = self.clone();
        progress(&self.stage, name, Callback::from(move |_: MouseEvent| work.cancel()))
    }
}

/// How far a job is, with a way to give it up; or why nothing came out.
pub fn progress(stage: &Stage, name: &'static str, cancel: Callback<MouseEvent>) -> Html {
    match stage {
        Stage::Idle | Stage::Done(..) => Html::default(),
        Stage::Failed(why) => html! { <p class="job note" role="alert">{ why.clone() }</p> },
        Stage::Cancelled => html! { <p class="job note" role="status">{ "Cancelled." }</p> },
        Stage::Running(progress) => {
            html! {
                <div class="job">
                    <progress max="100" value={progress.percent.map(|percent| percent.to_string())} aria-label={name} />
                    <button type="button" class="button" data-look="plain" title="Ends the worker" onclick={cancel}>{ "Cancel" }</button>
                    <span class="job-words">{ if progress.words.is_empty() { "starting the worker".into() } else { progress.words.clone() } }</span>
                </div>
            }
        }
    }
}
