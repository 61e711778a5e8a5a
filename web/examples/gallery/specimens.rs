//! What the gallery shows: leaves in all their looks, panels after a few commands. A specimen knows no page.

use seqbell_web::components::bits::bits;
use seqbell_web::components::button::{Look, Style, styled};
use seqbell_web::components::choose::{Select, segments};
use seqbell_web::components::evidence::legend;
use seqbell_web::components::explore;
use seqbell_web::components::flow::Flow;
use seqbell_web::components::gauge::pair;
use seqbell_web::components::icon::{Icon, icon};
use seqbell_web::components::job::{Stage, progress};
use seqbell_web::components::lamp::lamp;
use seqbell_web::components::listing::ListingPanel;
use seqbell_web::components::log::Log;
use seqbell_web::components::memo::memo;
use seqbell_web::components::whatif::matters;
use seqbell_web::components::why::trail;
use seqbell_web::components::{address, assumptions, composer, csr, host, state};
use seqbell_web::look::{LookEdit, Radix};
use seqbell_web::protocol::Progress;
use seqbell_web::store::{Action, Store};
use seqbell_web::view::bundles::RegsEdit;
use seqbell_web::view::engines::Ring;
use seqbell_web::view::ways::PickEdit;
use seqbell_web::view::{Choice, Confidence, Offer, RunState, Text, View};
use seqbell_web::worker::whatif::whatif;
use seqbell_web::worker::why::why;
use yew::prelude::*;

use crate::dock::dock;

use seqbell_script::core::csr::Csr;
use seqbell_script::core::facts::Generation;

/// Specimens of one kind.
pub(crate) struct Group {
    /// What they are.
    pub(crate) name: &'static str,
    /// One below the other, each as wide as the page.
    pub(crate) wide: bool,
    /// A caption and the markup.
    pub(crate) specimens: Vec<(String, Html)>,
}

/// All of them.
pub(crate) fn groups() -> Vec<Group> {
    vec![leaves(), rings(), states(), ways(), registers(), listings(), doorbells(), questions(), dock(), rest()]
}

/// A job in each of its stages, and answers as the worker itself makes them.
fn questions() -> Group {
    let stage =
        |stage: Stage| html! { <div class="questions">{ progress(&stage, "Exploring", Callback::noop()) }</div> };
    let running = |percent, words: &str| Stage::Running(Progress { percent, words: words.into() });
    let booted = RUNNING.join("\n");
    let way = |goal| seqbell_web::worker::explore::explore(&booted, goal, &mut |_| {}).unwrap_or_default();
    let moved = || Some(Text::from("The session has moved on since: ask again."));
    let asked = |found: Html| html! { <div class="questions">{ found }</div> };
    let resumed = [
        RUNNING.join("\n").as_str(),
        "remote 5 4",
        "queue 0xa1 sync=5",
        "until state == PAUSED",
        "write start_ctrl 1",
        "until state == RUNNING",
    ]
    .join("\n");
    let whatif = whatif(&resumed, &mut |_| {}).unwrap_or_default();
    let why = why(&resumed, "run_state", &mut |_| {}).unwrap_or_default();
    Group {
        name: "Questions",
        wide: true,
        specimens: vec![
            named("job, no end in sight", stage(running(None, "5204 states seen, 7 actions deep, 310 to look at"))),
            named("job, half done", stage(running(Some(50), "44 of 88 variants"))),
            named("job, failed", stage(Stage::Failed("The goal is no condition: column 7".into()))),
            named("job, given up", stage(Stage::Cancelled)),
            named("a way", asked(explore::found(&way("state == HALTED"), None, &Callback::noop()))),
            named(
                "a way, and the session has moved on",
                asked(explore::found(&way("state == PAUSED"), moved(), &Callback::noop())),
            ),
            named("no way", asked(explore::found(&way("run_state == 7"), None, &Callback::noop()))),
            named("why", asked(trail(&why, false, &Callback::noop()))),
            named("what if", asked(matters(&whatif, false, &Callback::noop()))),
        ],
    }
}

/// A page after some commands.
pub(crate) fn after(lines: &[&str]) -> Store {
    // Cayman ships an image, so there always is one.
    let Ok(store) = Store::new(Generation::Cayman) else { std::process::exit(1) };
    lines.iter().fold(store, |store, line| store.after(Action::Command((*line).to_owned().into())))
}

pub(crate) const RUNNING: [&str; 2] = ["write start_ctrl 1", "until state == RUNNING"];

pub(crate) fn then<'a>(lines: &[&'a str]) -> Vec<&'a str> {
    RUNNING.iter().copied().chain(lines.iter().copied()).collect()
}

/// One panel, framed as on the page.
pub(crate) fn framed(panel: Html) -> Html {
    html! { <div class="lane">{ panel }</div> }
}

fn row(body: Html) -> Html {
    html! { <div class="specimen-row">{ body }</div> }
}

pub(crate) fn named(name: &str, html: Html) -> (String, Html) {
    (name.to_owned(), html)
}

fn leaves() -> Group {
    let press =
        |offer: Offer, look, pressed| styled(&offer, &Callback::noop(), Style { look, pressed, ..Style::default() });
    let offer = || Offer::new("Write", "write start_ctrl 1");
    let shut = || offer().blocked_by(Some("nobody knows where the register is".into()));
    let looks = [Look::Plain, Look::Key, Look::Quiet, Look::Fault];
    let icons =
        [Icon::Brand, Icon::Back, Icon::Step, Icon::Run, Icon::Pause, Icon::Reset, Icon::Theme, Icon::Tick, Icon::Fold];
    let choices =
        [Choice::new("a", "Cayman"), Choice { blocked: Some("no image ships".into()), ..Choice::new("b", "Maverick") }];
    Group {
        name: "Leaves",
        wide: false,
        specimens: vec![
            named(
                "button: plain, key, quiet, fault",
                row(looks.into_iter().map(|look| press(offer(), look, None)).collect()),
            ),
            named("button: blocked", row(looks.into_iter().map(|look| press(shut(), look, None)).collect())),
            named(
                "button: pressed, not pressed",
                row([true, false].into_iter().map(|on| press(offer(), Look::Plain, Some(on))).collect()),
            ),
            named(
                "evidence",
                row([Confidence::High, Confidence::Med, Confidence::Low].into_iter().map(legend).collect()),
            ),
            named(
                "lamp",
                row(RunState::ALL
                    .into_iter()
                    .map(|state| html! { <>{ lamp(state) }<span>{ state.name() }</span></> })
                    .collect()),
            ),
            named("icon", row(icons.into_iter().map(icon).collect())),
            named("segments", row(segments("Generation", &choices, "a", &Callback::noop()))),
            named(
                "list",
                row(html! { <Select name="Generation" choices={choices.to_vec()} chosen="a" on={Callback::noop()} /> }),
            ),
            named("bits: a field, ones, the rest", row(bits("bits", 0x8000_0013, 32, &[(7, 0)]))),
        ],
    }
}

fn rings() -> Group {
    let ring = |head, outstanding, touched, overrun| Ring {
        head,
        tail: (head + outstanding) % 64,
        outstanding,
        length: 64,
        touched,
        overrun,
    };
    let gauge = |outer, inner| {
        row(html! { <svg viewBox="0 0 24 24" width="48" height="48" aria-hidden="true">{ pair([outer, inner]) }</svg> })
    };
    let none = Ring::default();
    Group {
        name: "Gauges",
        wide: false,
        specimens: vec![
            named("untouched", gauge(none, none)),
            named("M2S 6 of 64", gauge(ring(0, 6, true, false), none)),
            named("M2S wrapped, S2M 20 of 64", gauge(ring(50, 30, true, false), ring(10, 20, true, false))),
            named("overrun", gauge(ring(0, 64, true, true), none)),
        ],
    }
}

fn state_panel(view: &View) -> Html {
    framed(memo(state::draw, state::Props { view: view.state.clone(), on: Callback::noop() }))
}

fn states() -> Group {
    let pause: &[&str] = &["remote 5 0x4", "queue 0xa1 sync=5", "until state == PAUSED"];
    let all: [(&str, Vec<&str>); 9] = [
        ("RESET", vec![]),
        ("IDLE", vec!["until state == IDLE"]),
        ("ENTERING_RUN", vec!["write start_ctrl 1", "until state == ENTERING_RUN"]),
        ("RUNNING, bit 2 about to decide", then(&["queue 0xa1 sync=5"])),
        ("PAUSED", then(pause)),
        ("resumed: run_state differs", then(&[pause, &RUNNING].concat())),
        ("HALTED", then(&["queue 0xa1 sync=7", "until state == HALTED"])),
        ("HALTED_FATAL", then(&["fault bad-opcode", "until state == HALTED_FATAL"])),
        ("HALTED_DEBUG", then(&["surprise INS_BREAK", "until state == HALTED_DEBUG"])),
    ];
    let specimens = all.into_iter().map(|(name, lines)| named(name, state_panel(&after(&lines).view))).collect();
    Group { name: "The state panel and its diagram", wide: false, specimens }
}

fn ways() -> Group {
    let picked = |id| state_panel(&after(&RUNNING).after(Action::Pick(PickEdit::Way(id))).view);
    let flow = |lines: &[&str]| framed(html! { <Flow view={after(lines).view.flow.clone()} /> });
    Group {
        name: "A transition in full; the way of a write",
        wide: false,
        specimens: vec![
            named("T06, a way there is known", picked("T06")),
            named("X11, no way leads there", picked("X11")),
            named("flow: nothing written", flow(&[])),
            named("flow: not read yet", flow(&["write start_ctrl 1"])),
            named("flow: to its end", flow(&RUNNING)),
        ],
    }
}

fn registers() -> Group {
    let panel = |store: Store| {
        let view = &store.view;
        framed(memo(
            csr::draw,
            csr::Props { view: view.csr.clone(), core: Some(view.core.clone()), on: Callback::noop() },
        ))
    };
    let edited = [
        Action::Regs(RegsEdit::Register(Csr::START_CTRL)),
        Action::Regs(RegsEdit::Draft(Csr::START_CTRL, "0x3".into())),
        Action::Look(LookEdit::Radix(Csr::RUN_STATE.0, Radix::Binary)),
        Action::Look(LookEdit::Radix(Csr::RESUME_PC_LO.0, Radix::Decimal)),
    ];
    let open = edited.into_iter().fold(after(&then(&["read run_state", "pc 0x20000000000001"])), Store::after);
    Group {
        name: "Registers, call stack, window",
        wide: false,
        specimens: vec![
            named("as they are", panel(after(&RUNNING))),
            named("an editor, a read, other radices", panel(open)),
        ],
    }
}

fn listings() -> Group {
    let listing = |store: &Store| {
        framed(
            html! { <ListingPanel view={store.view.listing.clone()} on={Callback::<Text>::noop()} pick={Callback::noop()} /> },
        )
    };
    let held = after(&RUNNING).after(Action::Pick(PickEdit::Row(Some(0))));
    Group {
        name: "The firmware listing",
        wide: false,
        specimens: vec![
            named("following the program", listing(&after(&then(&["break pc == 0x2d22"])))),
            named("held at a row", listing(&held)),
        ],
    }
}

fn doorbells() -> Group {
    let parts = |store: &Store| {
        let bell = &store.view.bell;
        let composer = framed(memo(composer::draw, composer::Props { view: bell.clone(), on: Callback::noop() }));
        let address = framed(memo(address::draw, address::Props { view: bell.clone(), on: Callback::noop() }));
        (composer, address)
    };
    let (fresh, rung) = (parts(&after(&[])), parts(&after(&["ring m2s group=1 queue=3 count=6"])));
    Group {
        name: "Doorbells",
        wide: false,
        specimens: vec![
            named("composer", fresh.0),
            named("address and fan", fresh.1),
            named("composer, after a ring", rung.0),
            named("address and fan, after a ring", rung.1),
        ],
    }
}

fn rest() -> Group {
    let store = after(&then(&["fault bad-opcode", "run 400"]));
    let view = &store.view;
    Group {
        name: "Host, log, assumptions",
        wide: false,
        specimens: vec![
            named("host", framed(memo(host::draw, host::Props { view: view.host.clone(), on: Callback::noop() }))),
            named("log", framed(html! { <Log view={view.log.clone()} /> })),
            named(
                "assumptions",
                framed(memo(
                    assumptions::draw,
                    assumptions::Props { view: view.assumptions.clone(), on: Callback::noop() },
                )),
            ),
        ],
    }
}
