//! The dispatch tables: coverage, bias, families, the sync slot.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod data;

use seqbell_facts::{
    DEFAULT_HANDLER, DEFAULT_RUNS, DISPATCH_ENTRIES, DISPATCH_TABLES, FrontEnd, Generation, OPCODE_BIAS, OPCODES,
    opcode_at,
};

fn table(generation: Generation, front_end: FrontEnd) -> Option<u32> {
    DISPATCH_TABLES.iter().find(|table| table.generation == generation && table.front_end == front_end).unwrap().base
}

#[test]
fn entries_and_runs_cover_every_slot_once() {
    let real = OPCODES.iter().map(|opcode| opcode.index);
    let unused = DEFAULT_RUNS.iter().flat_map(|run| run.first..=run.last);
    assert_eq!((real.clone().count(), unused.clone().count()), (55, 123));
    let mut slots: Vec<u8> = real.chain(unused).collect();
    slots.sort_unstable();
    assert_eq!(slots, (0..178).map(|slot| slot as u8).collect::<Vec<_>>());
    assert_eq!(DISPATCH_ENTRIES, 178);
}

#[test]
fn index_is_opcode_less_the_bias() {
    assert_eq!(OPCODE_BIAS, 0x41);
    assert!(OPCODES.iter().all(|opcode| opcode.opcode - u32::from(opcode.index) == OPCODE_BIAS));
    for row in data::rows("dispatch", "default_run") {
        let (first, last) = (data::int(&row, "first_index"), data::int(&row, "last_index"));
        assert_eq!((data::int(&row, "first_opcode"), data::int(&row, "last_opcode")), (first + 0x41, last + 0x41));
        assert_eq!(data::int(&row, "count"), last - first + 1);
        assert_eq!(data::int(&row, "handler"), i64::from(DEFAULT_HANDLER));
    }
}

#[test]
fn opcode_0xa1_is_the_sync_slot() {
    let sync = opcode_at(0x60).unwrap();
    assert_eq!((sync.opcode, sync.handler), (0xa1, 0x2e89));
    assert!(opcode_at(0xa1).is_none());
    assert!(DEFAULT_RUNS.iter().any(|run| (run.first..=run.last).contains(&0xa1)));
    let slot = data::only("dispatch", "sync_slot");
    assert_eq!(data::int(&slot, "addr"), 0x8_0814 + 4 * 0x60);
}

#[test]
fn families_tally_32_15_2_6() {
    let count = |family| OPCODES.iter().filter(|opcode| opcode.family == family).count();
    assert_eq!(["compute", "control", "inline", "wide_bundle_inline"].map(count), [32, 15, 2, 6]);
    for thunk in data::rows("dispatch", "dispatch_thunk") {
        let users = data::rows("dispatch", "opcode").into_iter().filter(|row| row.get("thunk") == thunk.get("addr"));
        assert_eq!(users.count() as i64, data::int(&thunk, "opcodes"), "{}", data::id(&thunk));
    }
}

#[test]
fn the_two_tables_abut() {
    let (soft, hard) =
        (table(Generation::Cayman, FrontEnd::SoftwareFetch), table(Generation::Cayman, FrontEnd::HwDecode));
    assert_eq!((soft, hard), (Some(0x8_0814), Some(0x8_0814 + 4 * 178)));
    for generation in [Generation::Mariana, Generation::MarianaPlus] {
        let soft = table(generation, FrontEnd::SoftwareFetch).unwrap();
        assert_eq!(table(generation, FrontEnd::HwDecode), Some(soft + 4 * 178));
    }
    assert_eq!(table(Generation::Sunda, FrontEnd::SoftwareFetch), None);
    for row in data::rows("dispatch", "dispatch_table") {
        assert_eq!(data::int(&row, "span_end"), data::int(&row, "base") + 4 * data::int(&row, "entries"));
        assert_eq!(data::int(&row, "real") + data::int(&row, "default"), data::int(&row, "entries"));
    }
}
