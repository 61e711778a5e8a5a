//! Assumption switches and contradictions.

mod data;

use std::collections::BTreeSet;

use seqbell_facts::{
    Area, Assumptions, CONTRADICTIONS, ExecMode, HaltedDoorbell, PcTracking, ResumeRepublish, SWITCHES, Switch, record,
};

/// The defaults that the modelling rules name.
const MODEL_DEFAULTS: &[(&str, &str)] = &[
    ("resume_republish", "flag-only"),
    ("sync_halt_marker", "at-once"),
    ("halted_doorbell", "fatal-deaf"),
    ("eop_entering_halt", "never"),
    ("channel_descriptor", "sample-ring"),
    ("sync_operand_order", "read-clear"),
    ("reset_stalled", "released"),
    ("exec_mode", "software-fetch"),
    ("run_entry", "boot-loop"),
    ("pc_tracking", "64-bytes"),
    ("saved_pc", "next-item"),
    ("sunda_algorithm", "as-cayman"),
    ("marker_polarity", "equal-done"),
];

fn kebab(token: &str) -> bool {
    let word = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    token.split('-').all(word)
}

#[test]
fn switches_have_unique_names_and_tokens() {
    let names: BTreeSet<_> = SWITCHES.iter().map(|fact| fact.name).collect();
    assert_eq!((names.len(), SWITCHES.len()), (44, Switch::ALL.len()));
    for (fact, switch) in SWITCHES.iter().zip(Switch::ALL) {
        assert_eq!((fact.switch, fact.name), (switch, switch.name()));
        let tokens: BTreeSet<_> = fact.options.iter().map(|option| option.token).collect();
        assert_eq!(tokens.len(), fact.options.len(), "{}", fact.id);
        assert!(tokens.iter().all(|token| kebab(token)), "{}", fact.id);
        assert!(usize::from(fact.default) < fact.options.len());
    }
}

#[test]
fn the_default_is_the_one_the_data_names() {
    for (fact, row) in SWITCHES.iter().zip(data::rows("gaps", "gap")) {
        let default = &fact.options[usize::from(fact.default)];
        assert_eq!(
            (default.token, default.label),
            (data::text(&row, "default_id"), data::text(&row, "default_option"))
        );
    }
    for (name, token) in MODEL_DEFAULTS {
        let switch = Switch::parse(name).unwrap();
        assert_eq!(switch.option(token), Some(switch.fact().default), "{name}");
    }
}

#[test]
fn names_are_read_in_any_case_and_with_dashes() {
    assert_eq!(Switch::parse("Resume-Republish"), Some(Switch::ResumeRepublish));
    assert_eq!(Switch::parse("resume_republish "), None);
    assert_eq!(Switch::ResumeRepublish.option("FLAG-ONLY"), Some(1));
    assert_eq!(Switch::ResumeRepublish.option("flag"), None);
    assert_eq!(Switch::ResumeRepublish.fact().id, "G11");
}

#[test]
fn typed_options_agree_with_the_rows() {
    let mut chosen = Assumptions::default();
    assert_eq!(chosen.resume_republish(), ResumeRepublish::FlagOnly);
    assert_eq!(chosen.resume_republish(), ResumeRepublish::default());
    assert_eq!((chosen.exec_mode().token(), chosen.pc_tracking()), ("software-fetch", PcTracking::Bytes64));
    assert!(chosen.set(Switch::ResumeRepublish, 2));
    assert_eq!(chosen.resume_republish(), ResumeRepublish::Neither);
    let tokens: Vec<_> = HaltedDoorbell::ALL.iter().map(|option| option.token()).collect();
    let rows: Vec<_> = HaltedDoorbell::SWITCH.fact().options.iter().map(|option| option.token).collect();
    assert_eq!(tokens, rows);
    assert_eq!(ExecMode::ALL.len(), Switch::ExecMode.fact().options.len());
}

#[test]
fn an_option_that_does_not_exist_changes_nothing() {
    let mut chosen = Assumptions::default();
    for switch in Switch::ALL {
        assert!(!chosen.set(switch, switch.fact().options.len() as u8));
    }
    assert_eq!(chosen, Assumptions::default());
    assert_eq!(chosen.changed().count(), 0);
    assert!(chosen.set(Switch::ExecMode, 1));
    assert_eq!(chosen.changed().collect::<Vec<_>>(), [Switch::ExecMode]);
}

#[test]
fn contradictions_point_at_records() {
    assert_eq!(CONTRADICTIONS.len(), 37);
    for contradiction in CONTRADICTIONS {
        assert!(!contradiction.concerns.is_empty(), "{}", contradiction.id);
        for id in contradiction.concerns {
            assert!(record(id).is_some(), "{}: {id}", contradiction.id);
        }
    }
    assert_eq!(CONTRADICTIONS.iter().filter(|contradiction| contradiction.switch.is_some()).count(), 7);
    let area = |area| CONTRADICTIONS.iter().filter(|contradiction| contradiction.area == area).count();
    assert_eq!((area(Area::Runstate), area(Area::Doorbell)), (19, 18));
}

#[test]
fn implied_rows_use_switches_and_options_that_exist() {
    for row in data::rows("implied", "implied") {
        if let Some(name) = row.get("switch").and_then(|value| value.as_str()) {
            let switch = Switch::parse(name).unwrap_or_else(|| panic!("{}: {name}", data::id(&row)));
            for token in data::texts(&row, "options") {
                assert!(switch.option(&token).is_some(), "{}: {token}", data::id(&row));
            }
        }
    }
}
