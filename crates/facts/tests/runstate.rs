//! The run-state machine's names: addresses, states, transitions, and what the routines quote.

mod data;

use std::collections::BTreeSet;

use seqbell_facts::{
    Confidence, HALT_MARKER, HALT_MARKER_EVIDENCE, HALT_MARKER_ID, HALT_REASONS, HELPERS, LOG_STRINGS, MEMORY_CELLS,
    STATES, SURPRISE_BITS, TRANSITIONS,
};

const DRAM: i64 = 0x8_0000;
const STATE: i64 = 0x8_55e0;

#[test]
fn strings_and_cells_are_where_their_offsets_say() {
    for row in data::rows("runstate", "log_string") {
        assert_eq!(data::int(&row, "addr"), DRAM + data::int(&row, "dram_offset"), "{}", data::id(&row));
    }
    for row in data::rows("runstate", "memory_cell") {
        assert!(
            data::opt_int(&row, "offset").is_none_or(|offset| data::int(&row, "addr") == STATE + offset),
            "{}",
            data::id(&row)
        );
    }
    assert_eq!((LOG_STRINGS.len(), MEMORY_CELLS.len(), HELPERS.len()), (51, 15, 32));
}

#[test]
fn the_marker_is_the_address_of_the_running_flag() {
    let flag = MEMORY_CELLS.iter().find(|cell| cell.name == "running_flag").unwrap();
    assert_eq!((HALT_MARKER, flag.width_bytes), (flag.addr, 1));
    assert_eq!(HALT_MARKER, 0x0008_5644);
    assert_eq!((HALT_MARKER_ID, HALT_MARKER_EVIDENCE.confidence), ("run-state.halt_marker", Confidence::High));
    let cell = |name: &str| MEMORY_CELLS.iter().find(|cell| cell.name == name).unwrap().addr;
    assert_eq!((cell("halt_reason"), cell("exec_mode")), (HALT_MARKER + 4, HALT_MARKER + 8));
}

#[test]
fn transitions_join_states() {
    let states: BTreeSet<&str> = STATES.iter().map(|state| state.id).chain(["ANY"]).collect();
    for transition in TRANSITIONS {
        assert!(states.contains(transition.from) && states.contains(transition.to), "{}", transition.id);
        // T10 says that nothing leaves HALTED, so it has no site.
        assert_eq!(transition.sites.is_empty(), transition.id == "T10", "{}", transition.id);
    }
    assert!(STATES.iter().filter_map(|state| state.parent).all(|parent| states.contains(parent)));
    // Every state but the first is reached.
    for state in STATES.iter().filter(|state| state.id != "RESET" && state.parent.is_none()) {
        assert!(TRANSITIONS.iter().any(|transition| transition.to == state.id), "{}", state.id);
    }
}

#[test]
fn codes_are_those_of_the_page() {
    let code = |id: &str| STATES.iter().find(|state| state.id == id).unwrap().code;
    assert_eq!((code("RESET"), code("RUNNING"), code("PAUSED")), (Some(0), Some(1), Some(2)));
    assert_eq!((code("IDLE"), code("ENTERING_RUN"), code("HALTED")), (None, None, Some(HALT_MARKER)));
    let mut reasons: Vec<_> = HALT_REASONS.iter().map(|reason| reason.value).collect();
    reasons.sort_unstable();
    assert_eq!(reasons, [0, 4, 8, 16, 64]);
}

#[test]
fn surprise_bits_are_tested_9_2_3_8() {
    let bits: Vec<_> = SURPRISE_BITS.iter().map(|bit| (bit.bit, bit.test_order, bit.terminal)).collect();
    assert_eq!(bits, [(9, 1, false), (2, 2, true), (3, 3, true), (8, 4, true)]);
}

#[test]
fn steps_quote_listed_strings_at_their_emitters() {
    let texts: BTreeSet<&str> = LOG_STRINGS.iter().map(|log| log.text).collect();
    for routine in data::rows("routines", "routine") {
        for step in data::nested(&routine, "step") {
            if data::text(&step, "kind") == "log" {
                assert!(texts.contains(data::text(&step, "text")), "{}", data::id(&step));
            }
        }
    }
    let routines: BTreeSet<String> =
        data::rows("routines", "routine").iter().map(|row| data::id(row).to_owned()).collect();
    let unlisted: BTreeSet<&str> =
        LOG_STRINGS.iter().filter_map(|log| log.routine).filter(|name| !routines.contains(*name)).collect();
    // Emitters that are named and whose bodies were not recovered.
    assert!(unlisted.len() < 15, "{unlisted:?}");
}

#[test]
fn step_ids_follow_routine_and_order_and_no_two_share_a_pc() {
    let mut seen = BTreeSet::new();
    for routine in data::rows("routines", "routine") {
        let start = format!("run-state.{}.s", data::id(&routine));
        let sunda = routine.get("generation").and_then(|value| value.as_str()) == Some("sunda");
        let mut before = 0;
        for step in data::nested(&routine, "step") {
            let number = data::id(&step).strip_prefix(&start).unwrap_or_else(|| panic!("{}", data::id(&step)));
            let n: u32 = number[..2].parse().unwrap();
            assert!(n > before || number.len() > 2, "{}", data::id(&step));
            before = n;
            assert!(sunda || seen.insert(data::int(&step, "pc")), "{}: a second step at its pc", data::id(&step));
        }
    }
}
