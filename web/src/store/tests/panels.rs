//! What the panels of registers, engines and addresses make of a session.

use seqbell_script::core::csr::Csr;
use seqbell_script::core::facts::Bundle;

use super::{fresh, send};
use crate::store::{Action, Store};
use crate::view::bell::{BellEdit, Source};
use crate::view::bundles::RegsEdit;
use crate::view::decode::DecodeView;
use crate::view::listing::Phase;
use crate::view::log::Voice;

#[test]
fn bundles_are_folded_and_show_what_has_a_use() {
    let folded = fresh();
    let names: Vec<_> = folded.view.csr.others.iter().map(|row| row.name.as_str()).collect();
    // Cayman has no atomics (csr.bundle.atomic_rdwr and its siblings).
    assert_eq!(names, ["general", "window", "q7", "hw_decode", "tensor_replace", "notific"]);
    assert!(folded.view.csr.others.iter().all(|row| row.rows.is_empty()));

    let open = folded.after(Action::Regs(RegsEdit::Bundle(Bundle::General)));
    let shown =
        |store: &Store| -> Vec<_> { store.view.csr.others[0].rows.iter().map(|row| row.name.clone()).collect() };
    assert!(shown(&open).iter().any(|name| name == "lr[3]"));
    assert!(!shown(&open).iter().any(|name| name == "lr[20]"));
    let written = send(open, &["write lr[20] 5"]);
    assert!(shown(&written).iter().any(|name| name == "lr[20]"));
    let whole = written.after(Action::Regs(RegsEdit::Whole(Bundle::General)));
    assert_eq!(shown(&whole).len(), 60);
}

#[test]
fn the_fields_of_a_register_follow_its_value() {
    let store = fresh().after(Action::Regs(RegsEdit::Register(Csr::START_CTRL)));
    let store = send(store, &["write start_ctrl 1"]);
    let row = store.view.csr.rows.iter().find(|row| row.name == "start_ctrl").expect("nx has start_ctrl");
    assert!(row.open);
    let field = row.fields.first().expect("start_ctrl has a field");
    assert_eq!((field.low, field.value, field.reset), (0, Some(1), 0));
}

#[test]
fn a_register_of_unknown_place_is_unknown_and_says_why() {
    let store = send(fresh(), &["generation sunda"]).after(Action::Regs(RegsEdit::Bundle(Bundle::HwDecode)));
    let bundle = store.view.csr.others.iter().find(|row| row.name == "hw_decode").expect("shown as unknown");
    assert!(!bundle.rows.is_empty());
    for row in &bundle.rows {
        assert_eq!(row.value.value(), None, "{}", row.name);
        assert!(row.read.blocked.as_ref().is_some_and(|why| why.contains("Sunda")), "{}", row.name);
    }
}

#[test]
fn contradictions_stand_where_they_concern() {
    let store = fresh();
    let register = store.view.csr.rows.iter().find(|row| row.name == "run_state").expect("nx has run_state");
    assert!(register.clashes.iter().any(|clash| clash.id == "C08"));
    assert_eq!(store.view.csr.resume_pc[1].clashes.first().map(|clash| clash.id), Some("C04"));
    let switch = store.view.assumptions.rows.iter().find(|row| row.name == "eop_entering_halt").expect("a switch");
    assert!(switch.clashes.iter().any(|clash| clash.id == "C02"));
    assert!(store.view.assumptions.clashes.iter().any(|row| row.clash.id == "C47"));
    // C08 concerns the store of the halt word, `run-state.entering_halt.s02`.
    let halting =
        send(store, &["write start_ctrl 1", "until state == RUNNING", "queue 0xa1 sync=7", "until state == HALTED"]);
    assert!(halting.view.listing.rows.iter().all(|row| !row.clashes.iter().any(|clash| clash.id == "C47")));
    assert!(halting.view.listing.rows.iter().any(|row| !row.clashes.is_empty()));
}

#[test]
fn an_engine_shows_both_of_its_rings() {
    let store = send(fresh(), &["ring m2s engine=5 queue=3 count=6", "ring s2m engine=5 queue=3 count=9"]);
    let engine = store.view.engines.groups[0].engines[5];
    assert_eq!(engine.pair.map(|ring| (ring.tail, ring.touched)), [(6, true), (9, true)]);
}

#[test]
fn a_thunk_rings_in_place_of_the_host() {
    let thunk = fresh().after(Action::Bell(BellEdit::Source(Source::Thunk(0x3968))));
    let command = thunk.view.bell.ring.command.clone();
    assert_eq!(command, "thunk channel.0.out m2s group=1 queue=3 count=6");
    let rung = send(thunk, &[&command]);
    assert_eq!(rung.view.bell.fan.thunk.as_deref(), Some("channel.0.out"));
    let tails: Vec<u32> = rung.view.engines.groups[1].engines.iter().map(|row| row.ring.tail).collect();
    assert_eq!(tails, vec![6; 16]);
    // The newest landing came from the host.
    let host = send(rung, &["ring m2s group=1 queue=3 count=1"]);
    assert_eq!(host.view.bell.fan.thunk, None);
}

#[test]
fn a_walk_that_stops_says_why() {
    let store = fresh().after(Action::Bell(BellEdit::Source(Source::Thunk(0x3688))));
    assert_eq!(store.view.bell.ring.command, "thunk setup.1");
    // Where a channel thunk aims no source says: without a destination its walk ends.
    let store = send(store, &["thunk setup.1", "thunk channel.0.out"]);
    assert!(store.view.log.rows.iter().any(|row| row.voice == Voice::Notice && row.text.contains("the walk stops")));
}

#[test]
fn an_address_is_decoded_as_it_is_typed() {
    let decoded =
        |text: &'static str| fresh().after(Action::Bell(BellEdit::Address(text.into()))).view.bell.decode.clone();
    let part = |view: &DecodeView, name: &str| {
        view.parts.iter().find(|(key, _)| key == name).map(|(_, value)| value.to_string())
    };
    // The window of group 1, M2S, queue 3: 0x001003000000 + 0x80000 + ((3 + 1) << 12) + 0x38.
    let bell = decoded("0x0010_0308_4038");
    assert_eq!((part(&bell, "group").as_deref(), part(&bell, "queue").as_deref()), (Some("1"), Some("3")));
    assert_eq!((part(&bell, "direction").as_deref(), bell.reason), (Some("M2S"), None));
    // Queue 16 would be where the S2M half begins.
    assert!(decoded("0x10").reason.is_some());
    assert!(decoded("tail").reason.is_some_and(|why| why.contains("hex")));
    assert_eq!(decoded(""), DecodeView::default());
}

#[test]
fn a_row_that_an_assumption_leaves_out_says_so() {
    let resumed = [
        "write start_ctrl 1",
        "remote 5 4",
        "queue 0xa1 sync=5",
        "until state == PAUSED",
        "until routine == resume",
        "write start_ctrl 1",
        "until state == RUNNING",
    ];
    // The implied store of 1 into run_state acts only where a resume publishes (gaps.toml, G11).
    let effect = |lines: &[&str]| {
        let store = send(fresh(), lines);
        let row = store.view.listing.rows.iter().find(|row| row.pc == "0x4bd8" && row.text.contains("run_state"));
        row.map(|row| (row.phase, row.effect.to_string()))
    };
    let skipped = effect(&resumed).expect("the resume is listed");
    assert_eq!(skipped, (Phase::Shut, "left out: resume_republish = flag-only".to_owned()));
    let published = effect(&[&["assume resume_republish both"][..], &resumed].concat()).expect("the resume is listed");
    assert_ne!(published.0, Phase::Shut);
    assert!(!published.1.contains("left out"), "{}", published.1);
}
