//! Specimens of what stands around the panels: the bars at the top, the transport, the timeline's picture, the console.

use seqbell_web::components::bar;
use seqbell_web::components::console::Console;
use seqbell_web::components::memo::memo;
use seqbell_web::components::transport::transport;
use seqbell_web::components::wave;
use seqbell_web::line::Line;
use seqbell_web::opening::Source;
use seqbell_web::prompt::PromptEdit;
use seqbell_web::store::{Action, Store};
use seqbell_web::view::Text;
use seqbell_web::view::timeline::Picture;
use seqbell_web::visit::{Kept, Notice, VisitEdit};
use yew::prelude::*;

use crate::specimens::{Group, RUNNING, after, framed, named, then};

/// Columns of the timeline's picture, right of the names.
const COLUMNS: u32 = 720;

/// All of them.
pub(crate) fn dock() -> Group {
    let typed = |text: &'static str| Action::Prompt(PromptEdit::Type { text: text.into(), at_end: true });
    let refused = after(&RUNNING).after(typed("write strat_ctrl 1")).after(Action::Submit);
    let paused = after(&then(&["remote 5 4", "queue 0xa1 sync=5", "until state == PAUSED", "run 60", "back 40"]));
    let kept = Kept::of(after(&RUNNING).desk(), Source::Restored);
    let notice = |bad, text: &'static str| VisitEdit::Say(Notice { text: text.into(), bad });
    let visited = |edit| bar(&after(&[]).after(Action::Visit(edit)));
    Group {
        name: "Bars, transport, timeline, console",
        wide: true,
        specimens: vec![
            named("the first minute", bar(&after(&[]))),
            named("a notice", visited(notice(false, "Opened the link: 2 commands, 83 steps."))),
            named("a notice of what went wrong", visited(notice(true, "The link in the address was not opened."))),
            named("the session of the last visit", visited(VisitEdit::Offer(kept))),
            named("transport, at the beginning", framed(moving(&after(&[])))),
            named("transport, in the past", framed(moving(&paused))),
            named("transport, running", framed(moving(&after(&RUNNING).after(Action::Play)))),
            named("timeline", framed(picture(&paused))),
            named("console", framed(console(&after(&RUNNING)))),
            named("console: words on offer", framed(console(&after(&RUNNING).after(typed("wri"))))),
            named("console: refused", framed(console(&refused))),
        ],
    }
}

fn bar(store: &Store) -> Html {
    memo(bar::draw, bar::Props { visit: store.visit.view(), first: store.view.first.clone(), on: Callback::noop() })
}

fn moving(store: &Store) -> Html {
    html! { <section class="dock">{ transport(&store.view.transport, &Callback::<Action>::noop()) }</section> }
}

fn picture(store: &Store) -> Html {
    let svg = wave::svg(&Picture::of(store.desk(), &Line::default(), COLUMNS), COLUMNS).0;
    html! { <section class="timeline"><div class="plot">{ Html::from_html_unchecked(Text::from(svg)) }</div></section> }
}

fn console(store: &Store) -> Html {
    let undo = store.view.undo.clone();
    html! { <section class="dock"><Console prompt={store.prompt.clone()} echo={store.echo.clone()} {undo} on={Callback::noop()} /></section> }
}
