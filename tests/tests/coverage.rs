//! Every step that the facts list is executed by some scenario, or said to be out of reach and why.
//! `unreachable.txt` and `transitions.txt` cannot go stale: a row in both worlds, or in neither, is a failure.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use seqbell_script::facts::routine::{ROWS, RowKind, row};
use seqbell_script::facts::{Area, SWITCHES, Switch, TRANSITIONS};
use seqbell_tests::{SCENARIOS, run};
use std::collections::{BTreeMap, BTreeSet};

/// `id: reason` lines.
fn list(text: &'static str) -> BTreeMap<&'static str, &'static str> {
    let lines = text.lines().filter(|l| !l.is_empty() && !l.starts_with('#'));
    lines.map(|l| l.split_once(": ").expect("each line is `id: reason`")).collect()
}

fn executed() -> BTreeSet<&'static str> {
    let mut ids = BTreeSet::new();
    for scenario in SCENARIOS {
        let trace = run(scenario.text).unwrap_or_else(|e| panic!("{}: {e}", scenario.name));
        ids.extend(trace.events().filter_map(|event| event.row).map(|id| row(id).id));
    }
    ids
}

#[test]
fn every_row_is_executed_or_listed_as_unreachable() {
    let executed = executed();
    let unreachable = list(include_str!("../unreachable.txt"));
    let mut wrong = Vec::new();
    for row in ROWS.iter().filter(|r| r.kind != RowKind::Gap) {
        match (executed.contains(row.id), unreachable.get(row.id)) {
            (true, Some(reason)) => wrong.push(format!("{} is executed, yet listed: {reason}", row.id)),
            (false, None) => {
                wrong.push(format!("{} ({:#x} {}) is neither executed nor listed", row.id, row.pc, row.printed))
            }
            (true, None) | (false, Some(_)) => {}
        }
    }
    let known = |id: &&&str| ROWS.iter().any(|r| r.id == **id);
    wrong.extend(unreachable.keys().filter(|id| !known(id)).map(|id| format!("{id} is listed, but is no row")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_transition_has_a_scenario_or_a_reason() {
    let without = list(include_str!("../transitions.txt"));
    let has = |id: &str| {
        let prefix = format!("transitions/{}-", id.to_ascii_lowercase());
        SCENARIOS.iter().any(|s| s.name.starts_with(&prefix))
    };
    for transition in TRANSITIONS {
        assert_ne!(has(transition.id), without.contains_key(transition.id), "{}", transition.id);
    }
    assert!(without.keys().all(|id| TRANSITIONS.iter().any(|t| t.id == *id)));
}

#[test]
fn a_transition_out_of_reach_has_unexecuted_sites_only() {
    let executed = executed();
    let pcs: BTreeSet<u32> = ROWS.iter().filter(|r| executed.contains(r.id)).map(|r| r.pc).collect();
    for (id, reason) in list(include_str!("../transitions.txt")) {
        let transition = TRANSITIONS.iter().find(|t| t.id == id).unwrap();
        assert!(transition.sites.iter().all(|pc| !pcs.contains(pc)), "{id} is within reach, yet listed: {reason}");
    }
}

#[test]
fn every_option_of_a_run_state_switch_has_a_scenario_or_changes_nothing() {
    let labels = list(include_str!("../labels.txt"));
    for fact in SWITCHES.iter().filter(|f| f.area == Area::Runstate) {
        for option in fact.options {
            let name = format!("switches/{}--{}", fact.name, option.token);
            let scenario = SCENARIOS.iter().find(|s| s.name == name);
            assert_ne!(scenario.is_some(), labels.contains_key(fact.name), "{name}");
            let assumes = format!("assume {} {}", fact.name, option.token);
            assert!(scenario.is_none_or(|s| s.text.lines().any(|l| l == assumes)), "{name} does not say `{assumes}`");
        }
    }
}

/// What happened, without the digest: it tells assumptions apart by itself.
fn events(script: &str) -> Vec<String> {
    let trace = run(script).unwrap();
    trace.moments.iter().map(|m| format!("{m:?}")).collect()
}

#[test]
fn a_switch_listed_as_a_label_changes_no_event() {
    for name in list(include_str!("../labels.txt")).keys() {
        let switch = Switch::parse(name).unwrap();
        let others = switch.fact().options.iter().enumerate().filter(|(n, _)| *n != usize::from(switch.fact().default));
        for (_, option) in others {
            for scenario in SCENARIOS {
                let assumed = format!("assume {name} {}\n{}", option.token, scenario.text);
                assert_eq!(events(scenario.text), events(&assumed), "{name} {} in {}", option.token, scenario.name);
            }
        }
    }
}

#[test]
fn the_scenarios_of_a_switch_differ_from_its_default() {
    for fact in SWITCHES {
        let default = fact.options[usize::from(fact.default)].token;
        for option in fact.options.iter().filter(|o| o.token != default) {
            let Some(scenario) =
                SCENARIOS.iter().find(|s| s.name == format!("switches/{}--{}", fact.name, option.token))
            else {
                continue;
            };
            let line = format!("assume {} {}", fact.name, option.token);
            let script = scenario.text.replace(&line, &format!("assume {} {default}", fact.name));
            let by_default = run(&script);
            let fails = by_default.is_err() || by_default.is_ok_and(|trace| !trace.failures.is_empty());
            assert!(fails, "{} passes under {default} too: it shows no difference", scenario.name);
        }
    }
}
