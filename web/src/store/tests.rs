//! The store without a browser: what buttons and the clock do to a session.

use seqbell_script::core::RunState;
use seqbell_script::core::facts::Generation;

use super::{Action, Speed, Store, Tick};
use crate::opening::Source as Origin;
use crate::prompt::{PromptEdit, Way};
use crate::view::bell::{BellEdit, Target};
use crate::view::host::HostEdit;
use crate::view::keys::Deed;
use crate::view::log::Voice;
use crate::view::state::{Edge, EdgeStatus, Relation};
use crate::visit::VisitEdit;

mod panels;

fn fresh() -> Store {
    Store::new(Generation::Cayman).expect("Cayman ships an image")
}

/// A tick at a time, in milliseconds.
fn tick(store: Store, now_ms: u64) -> Store {
    store.after(Action::Tick(Tick { now_ms, slice: 5_000 }))
}

fn send(store: Store, lines: &[&str]) -> Store {
    lines.iter().fold(store, |store, line| {
        let store = store.after(Action::Command((*line).to_owned().into()));
        assert!(!store.echo.refused, "{line}: {}", store.echo.answer);
        store
    })
}

/// What a newcomer does in the first minute.
const TO_PAUSED: [&str; 5] =
    ["write start_ctrl 1", "remote 5 0x4", "queue 0xa1 sync=5", "until state == RUNNING", "until state == PAUSED"];

#[test]
fn twenty_clicks_are_twenty_steps() {
    let command = fresh().view.transport.step_offer.command.clone();
    let store = (0..20).fold(fresh(), |store, _| store.after(Action::Command(command.clone())));
    assert_eq!(store.view.transport.step, 20);
    assert_eq!(store.desk().machine(), send(fresh(), &["step 20"]).desk().machine());
}

#[test]
fn the_state_panel_follows_a_pause_and_a_resume() {
    let paused = send(fresh(), &TO_PAUSED);
    assert_eq!(paused.view.state.truth, RunState::Paused);
    assert_eq!(
        (paused.view.state.published.value.as_str(), paused.view.state.published.relation),
        ("2", Relation::Agrees)
    );
    assert_eq!(paused.view.state.edge(Edge::T05), EdgeStatus::Taken);
    assert_eq!(paused.view.state.edge(Edge::T09), EdgeStatus::Open);
    assert!(paused.view.state.why.contains("remote 5 4"), "{}", paused.view.state.why);

    let resumed = send(paused, &["write start_ctrl 1", "until state == RUNNING"]);
    // Nothing shown stores 1 into run_state again: the host still reads 2 (model rule R10).
    assert_eq!(
        (resumed.view.state.published.value.as_str(), resumed.view.state.published.relation),
        ("2", Relation::Differs)
    );
}

#[test]
fn bit_2_decides_which_edge_is_next() {
    let ready = send(fresh(), &["write start_ctrl 1", "queue 0xa1 sync=5", "until state == RUNNING"]);
    assert_eq!(ready.view.state.edge(Edge::T06), EdgeStatus::Next);
    assert_eq!(ready.view.state.edge(Edge::T05), EdgeStatus::Shut);
    let bit = ready.view.host.remote_bits.iter().find(|bit| bit.marked).expect("a bit is marked").flip.command.clone();
    let ready = send(ready, &[&bit]);
    assert_eq!(ready.view.state.edge(Edge::T05), EdgeStatus::Next);
    assert_eq!(ready.view.state.edge(Edge::T06), EdgeStatus::Shut);
}

#[test]
fn looking_ahead_changes_nothing() {
    let store = send(fresh(), &["step 30"]);
    let digest = store.desk().session().timeline().digest();
    let looked = store.after(Action::Host(HostEdit::Remote("7".into()))).after(Action::Bell(BellEdit::Toggle(3)));
    assert_eq!(looked.desk().session().timeline().digest(), digest);
}

#[test]
fn every_panel_agrees_after_going_forth_and_back() {
    let start = send(fresh(), &TO_PAUSED);
    let there = send(start.clone(), &["step 40"]);
    let back = send(there, &["back 40"]);
    assert_eq!(back.desk().machine(), start.desk().machine());
    assert_eq!(back.view.log, start.view.log);
    assert_eq!(back.view.state, start.view.state);
    assert_eq!(back.view.core.registers.len(), 16);
    assert_eq!(
        (back.view.transport.step, back.view.transport.last),
        (start.view.transport.step, start.view.transport.step + 40)
    );
}

#[test]
fn an_undone_action_leaves_no_trace_and_the_others_stay() {
    let before = send(fresh(), &["remote 5 0x4", "step 3", "remote 6 0x1"]);
    let undone = send(before.clone(), &["write start_ctrl 1", "undo"]);
    assert_eq!(undone.desk().machine(), before.desk().machine());
    assert_eq!(undone.desk().trail().writes, before.desk().trail().writes);
    let log = |store: &Store| store.view.log.rows.iter().map(|row| (row.step, row.text.clone())).collect::<Vec<_>>();
    assert_eq!(log(&undone), log(&before));
    let at_0 = send(fresh(), &["remote 5 0x4", "write start_ctrl 1", "undo"]);
    assert_eq!(log(&at_0), log(&send(fresh(), &["remote 5 0x4"])));
}

#[test]
fn back_is_blocked_at_step_0() {
    assert!(fresh().view.transport.back.blocked.is_some());
    assert!(send(fresh(), &["step"]).view.transport.back.blocked.is_none());
}

#[test]
fn a_key_means_what_it_means_when_it_arrives() {
    // Nothing is drawn between two keys: neither may rest on what the page showed before the first.
    let keys = |store: Store, deeds: &[Deed]| deeds.iter().fold(store, |store, deed| store.after(Action::Key(*deed)));
    let here = |store: &Store| (store.view.state.truth, store.view.transport.step);
    let idle = send(fresh(), &["write start_ctrl 1", "until state == IDLE"]);
    let running = send(idle.clone(), &["until state == RUNNING"]);
    let back = keys(running.clone(), &[Deed::Previous, Deed::Previous]);
    assert_eq!(here(&back), here(&idle));
    assert_eq!(here(&keys(back, &[Deed::Next, Deed::Next])), here(&running));
    assert!(!keys(fresh(), &[Deed::Play, Deed::Play]).playing);
    let store = keys(fresh(), &[Deed::Faster, Deed::Faster, Deed::Marker, Deed::Marker]);
    assert_eq!(store.speed, Speed::default().next().next());
    assert_eq!(store.desk().markers().iter().map(|marker| &*marker.name).collect::<Vec<_>>(), ["marker 1", "marker 2"]);
    let step = running.view.transport.step;
    let shifted =
        |by: &[i64]| by.iter().fold(running.clone(), |store, by| store.after(Action::Shift(*by))).view.transport.step;
    assert_eq!(
        (shifted(&[-1, -1]), shifted(&[-3, 1]), shifted(&[1]), shifted(&[i64::MIN])),
        (step - 2, step - 2, step, 0)
    );
}

#[test]
fn seeking_moves_both_ways() {
    let store = send(fresh(), &["step 30"]).after(Action::Seek(12));
    assert_eq!((store.view.transport.step, store.view.transport.last), (12, 30));
    let store = store.after(Action::Seek(25));
    assert_eq!((store.view.transport.step, store.view.transport.last), (25, 30));
    // Another action makes another past.
    let store = send(store, &["write start_ctrl 1"]);
    assert_eq!(store.view.transport.last, 25);
}

#[test]
fn the_clock_steps_only_while_it_plays() {
    let store = tick(fresh().after(Action::Speed(Speed::at(5))), 0);
    assert_eq!(store.view.transport.step, 0);
    let store = tick(tick(store.after(Action::Play), 31), 62);
    assert_eq!(store.view.transport.step, 2);
    let paused = tick(store.after(Action::Pause), 93);
    assert_eq!(paused.view.transport.step, 2);
}

#[test]
fn a_long_run_goes_in_slices_and_leaves_one_line() {
    let mut store = fresh().after(Action::Command("run 1000000\nwrite start_ctrl 1".into()));
    assert!(store.playing && store.view.transport.step == 0);
    let mut ticks = 0;
    while store.playing {
        store = tick(store, ticks * 16);
        ticks += 1;
        assert!(!store.playing || store.view.transport.step == 0, "a tick makes steps or draws");
    }
    assert_eq!((store.view.transport.step, ticks), (1_000_000, 200));
    let commands: Vec<_> = store.desk().session().commands().iter().map(|c| &**c).collect();
    assert_eq!(commands, ["step 1000000", "write start_ctrl 1"]);
    // Back to the start, and forth again: exact.
    let digest = store.desk().session().timeline().digest();
    let start = store.clone().after(Action::Seek(0));
    assert_eq!(start.desk().session().timeline().digest(), fresh().desk().session().timeline().digest());
    assert_eq!((start.view.log.clone(), start.view.transport.last), (fresh().view.log.clone(), 1_000_000));
    let there = start.after(Action::Seek(1_000_000));
    assert_eq!(there.desk().machine(), store.desk().machine());
    assert_eq!(there.desk().session().timeline().digest(), digest);
    assert_eq!(there.view.log, store.view.log);
}

#[test]
fn a_key_in_the_console_draws_no_panel() {
    let store = tick(fresh().after(Action::Command("run 1000000".into())), 0);
    let said = store.echo.clone();
    let store = store.after(Action::Prompt(PromptEdit::Type { text: "wri".into(), at_end: true }));
    assert_eq!((store.prompt.words.len(), store.view.transport.step), (1, 0));
    let store = store.after(Action::Tick(Tick { now_ms: 16, slice: 0 }));
    assert_eq!((store.view.transport.step, &store.echo), (5_000, &said));
}

#[test]
fn pause_ends_a_long_run_and_what_waits_for_it() {
    let store = tick(fresh().after(Action::Command("run 1000000\nwrite start_ctrl 1".into())), 0);
    let store = tick(store.after(Action::Pause), 16);
    assert_eq!(store.view.transport.step, 5_000);
    assert_eq!(store.desk().session().timeline().acts(), []);
}

#[test]
fn a_clock_and_a_scrubber_leave_few_lines() {
    let mut store = fresh().after(Action::Play);
    for n in 0..500 {
        store = tick(store, n * 125);
    }
    for step in (0..500).rev().chain(0..=250) {
        store = store.after(Action::Seek(step));
    }
    let commands: Vec<_> = store.desk().session().commands().iter().map(|c| c.to_string()).collect();
    assert_eq!(commands, ["step 500", "back 250"]);
}

#[test]
fn breakpoints_stop_in_both_directions_and_after_reset() {
    let store = send(fresh(), &["break pc == 0x2cb3", "write start_ctrl 1", "run 5000"]);
    let here = store.view.transport.step;
    assert_eq!(store.desk().machine().position().pc, 0x2cb3);
    // From a breakpoint both ways move.
    assert_eq!(send(store.clone(), &["step"]).view.transport.step, here + 1);
    assert_eq!(send(store.clone(), &["back"]).view.transport.step, here - 1);
    let again = send(store, &["reset", "write start_ctrl 1", "run 5000"]);
    assert_eq!(again.desk().machine().position().pc, 0x2cb3);
    assert!(again.view.transport.step > here);
}

#[test]
fn the_transport_goes_from_transition_to_transition() {
    let store = send(fresh(), &TO_PAUSED);
    let end = store.view.transport.step;
    let back = send(store.clone(), &[&store.view.transport.previous.command]);
    assert!(back.view.transport.step < end);
    assert_ne!(back.view.state.truth, RunState::Paused);
    let forth = send(back.clone(), &[&back.view.transport.next.command]);
    assert_eq!((forth.view.transport.step, forth.view.state.truth), (end, RunState::Paused));
    assert_eq!(forth.desk().session().timeline().digest(), store.desk().session().timeline().digest());
    assert!(fresh().view.transport.previous.blocked.is_some());
}

#[test]
fn until_takes_a_condition() {
    let store = fresh().after(Action::Until("pc == 0x2cb3".into()));
    assert_eq!(store.view.transport.until.command, "until pc == 0x2cb3");
    assert!(store.view.transport.until.blocked.is_none());
    assert!(fresh().after(Action::Until("pc === 3".into())).view.transport.until.blocked.is_some());
}

#[test]
fn a_machine_that_stands_stops_the_clock() {
    let store = send(fresh(), &["assume reset_stalled held"]).after(Action::Play);
    let store = tick(store, 0);
    assert!(!store.playing);
    assert!(store.view.transport.step_offer.blocked.is_some());
    assert_eq!(store.view.transport.step, 0);
}

#[test]
fn a_breakpoint_stops_the_clock() {
    let mut store =
        send(fresh(), &["break pc == 0x2cb3"]).after(Action::Speed(Speed::at(Speed::MAX))).after(Action::Play);
    for n in 0..3 {
        store = tick(store, n);
    }
    assert!(!store.playing);
    assert_eq!(store.desk().machine().position().pc, 0x2cb3);
}

#[test]
fn a_refused_line_changes_nothing_and_says_where() {
    let before = send(fresh(), &["step 5"]);
    let after = before.clone().after(Action::Command("write nosuch 1".into()));
    assert!(after.echo.refused);
    assert!(after.echo.answer.starts_with("column "), "{}", after.echo.answer);
    assert_eq!(after.desk().machine(), before.desk().machine());
    assert_eq!(after.view.state, before.view.state);
}

#[test]
fn maverick_is_refused_and_the_session_stays() {
    let store = send(fresh(), &["step 5"]).after(Action::Command("generation maverick".into()));
    assert!(store.echo.refused);
    assert_eq!((store.view.generation.as_str(), store.view.transport.step), ("cayman", 5));
}

#[test]
fn a_broadcast_lands_in_the_engines_that_the_mask_selects() {
    let store = fresh().after(Action::Bell(BellEdit::Toggle(0)));
    let command = store.view.bell.ring.command.clone();
    let store = send(store, &[&command]);
    let group = store.view.engines.groups.get(1).expect("group 1");
    let tails: Vec<u32> = group.engines.iter().map(|row| row.ring.tail).collect();
    assert_eq!(tails, [vec![0], vec![6; 15]].concat());
    assert_eq!(store.view.bell.fan.pulse, 1);
    assert_eq!(store.view.bell.sum, Ok(0x0010_0308_4038));
}

#[test]
fn the_trap_lands_on_one_engine_and_the_fan_does_not_move() {
    let trap = fresh().view.bell.trap.clone().expect("groups have the trap");
    assert_eq!(trap.address, 0x0010_0310_4038);
    let store = send(fresh(), &[&trap.poke.command]);
    let hit: Vec<u16> = store
        .view
        .engines
        .groups
        .iter()
        .flat_map(|row| &row.engines)
        .filter(|row| row.hit)
        .map(|row| row.engine)
        .collect();
    assert_eq!(hit, [17]);
    assert_eq!(store.view.bell.fan.pulse, 0);
}

#[test]
fn sunda_has_no_groups_and_the_composer_aims_at_an_engine() {
    let store = send(fresh(), &["generation sunda"]);
    assert_eq!(store.view.engines.groups.len(), 0);
    assert_eq!(store.view.engines.loose.len(), 34);
    assert_eq!(store.view.bell.draft.target, Target::Engine(0));
    assert!(store.view.bell.sum.is_ok());
    let blocked = store.view.csr.rows.iter().filter(|row| row.read.blocked.is_some()).count();
    assert!(blocked > 0, "some registers of Sunda have no known place");
}

#[test]
fn the_same_words_again_only_count() {
    let store = send(fresh(), &["write start_ctrl 1", "until state == RUNNING", "step 400"]);
    let firmware = store.view.log.rows.iter().filter(|row| row.voice == Voice::Firmware);
    assert!(firmware.clone().any(|row| row.times > 3), "the idle loop says the same in every pass");
}

#[test]
fn the_arrow_keys_bring_commands_back() {
    let recall = |store: Store, way| store.after(Action::Prompt(PromptEdit::Recall(way)));
    let store = recall(send(fresh(), &["step 3", "step 4"]), Way::Up);
    assert_eq!(store.prompt.text, "step 4");
    let store = recall(recall(store, Way::Up), Way::Up);
    assert_eq!(store.prompt.text, "step 3");
    assert_eq!(recall(store, Way::Down).prompt.text, "step 4");
}

/// Feeds a line a turn, as the port does, until nothing waits.
fn fed(mut store: Store) -> Store {
    while store.feeds() {
        store = store.after(Action::Visit(VisitEdit::Feed(1)));
    }
    store
}

#[test]
fn a_paste_stops_at_a_refused_line_and_goes_on_when_it_is_put_right() {
    let store = fed(fresh().after(Action::Prompt(PromptEdit::Paste("step 2\nstp 3\nstep 4".into()))));
    assert_eq!((store.prompt.text.as_str(), store.prompt.left(), store.echo.column), ("stp 3", 1, 1));
    assert_eq!(store.view.transport.step, 2);
    let store = store.after(Action::Prompt(PromptEdit::Type { text: "step 3".into(), at_end: false }));
    let store = fed(store.after(Action::Submit));
    assert_eq!((store.view.transport.step, store.prompt.left(), store.prompt.text.as_str()), (9, 0, ""));
}

#[test]
fn a_script_that_does_not_hold_leaves_the_session_alone() {
    let open = |store: Store, script: &'static str| {
        fed(store.after(Action::Visit(VisitEdit::Open(script.into(), Origin::Link))))
    };
    let store = send(fresh(), &["write start_ctrl 1", "step 5"]);
    for script in ["step 3\nfrobnicate", "generation maverick", "write intr_info 1\nundo\nundo"] {
        let after = open(store.clone(), script);
        assert_eq!(after.desk().machine(), store.desk().machine(), "{script}");
        assert!(after.visit.notice.is_some_and(|notice| notice.bad && notice.text.contains("ine ")), "{script}");
    }
    let opened = open(store.clone(), "step 7");
    assert_eq!(opened.view.transport.step, 7);
    // What stood here can be had back.
    let kept = opened.visit.kept.clone().expect("the session before is offered");
    assert_eq!(kept.commands, 2);
    let back = fed(opened.after(Action::Visit(VisitEdit::Open(kept.script, kept.source))));
    assert_eq!(back.desk().machine(), store.desk().machine());
    assert_eq!(back.visit.kept, None);
}

#[test]
fn the_first_minute_goes_through_its_three_buttons() {
    let mut store = fresh();
    for (index, state) in [RunState::Running, RunState::Paused, RunState::Running].into_iter().enumerate() {
        let offer = store.view.first.offers[index].clone();
        assert_eq!(offer.blocked, None, "{}", offer.label);
        store = send(store, &[&offer.command]);
        assert_eq!(store.view.state.truth, state);
    }
    assert!(store.view.first.said.contains("still reads 2"));
}
