//! The routines and the implied steps as data: order, places, targets. What the listing makes of them is tested with it.

mod data;

use std::collections::{BTreeMap, BTreeSet};

use seqbell_facts::{Basis, Confidence, HELPERS, record};
use toml::Table;

const PLACES: [&str; 4] = ["at_pc", "after_step", "before_step", "instead_of"];

fn routines() -> Vec<(Table, Vec<Table>)> {
    data::rows("routines", "routine")
        .into_iter()
        .map(|row| {
            let steps = data::nested(&row, "step");
            (row, steps)
        })
        .collect()
}

/// Addresses that control can be sent to by name: entries, wrappers, helpers, implied rows.
fn named_places() -> BTreeSet<i64> {
    let implied = data::rows("implied", "implied");
    let mut places: BTreeSet<i64> = HELPERS.iter().map(|helper| i64::from(helper.addr)).collect();
    places.extend(implied.iter().filter_map(|row| data::opt_int(row, "at_pc")));
    for (routine, _) in routines() {
        places.insert(data::int(&routine, "entry"));
        places.extend(data::opt_int(&routine, "wrapper"));
    }
    places
}

#[test]
fn targets_are_steps_places_or_between_steps() {
    let places = named_places();
    let all = routines();
    let steps: BTreeSet<i64> = all.iter().flat_map(|(_, steps)| steps).map(|step| data::int(step, "pc")).collect();
    for (_, mine) in &all {
        let pcs: Vec<i64> = mine.iter().map(|step| data::int(step, "pc")).collect();
        let (Some(low), Some(high)) = (pcs.iter().min(), pcs.iter().max()) else { continue };
        for step in mine.iter().filter(|step| ["branch", "jump", "spin", "call"].contains(&data::text(step, "kind"))) {
            let Some(target) = data::opt_int(step, "target") else { continue };
            let inside = (low..=high).contains(&&target);
            assert!(steps.contains(&target) || places.contains(&target) || inside, "{}: {target:#x}", data::id(step));
            if data::text(step, "kind") == "call" {
                assert!(places.contains(&target), "{}: nothing is called {target:#x}", data::id(step));
            }
        }
    }
}

#[test]
fn an_implied_row_has_one_place_in_a_routine_that_exists() {
    let steps: BTreeMap<String, BTreeSet<String>> = routines()
        .into_iter()
        .map(|(row, steps)| (data::id(&row).to_owned(), steps.iter().map(|step| data::id(step).to_owned()).collect()))
        .collect();
    for row in data::rows("implied", "implied") {
        let places: Vec<_> = PLACES.into_iter().filter(|place| row.contains_key(*place)).collect();
        assert_eq!(places.len(), 1, "{}", data::id(&row));
        let mine = steps.get(data::text(&row, "routine")).unwrap_or_else(|| panic!("{}: no routine", data::id(&row)));
        if places[0] != "at_pc" {
            assert!(mine.contains(data::text(&row, places[0])), "{}: no such step", data::id(&row));
        }
    }
}

#[test]
fn an_implied_row_is_reasoned_and_says_so() {
    for row in data::rows("implied", "implied") {
        let evidence = record(data::id(&row)).map(|hit| hit.evidence);
        assert!(
            evidence.is_some_and(|e| e.basis == Basis::Inferred && e.confidence < Confidence::High),
            "{}",
            data::id(&row)
        );
        assert!(data::text(&row, "source").starts_with("own reasoning, rule R"), "{}", data::id(&row));
        assert!(!data::text(&row, "reason").is_empty(), "{}", data::id(&row));
    }
}
