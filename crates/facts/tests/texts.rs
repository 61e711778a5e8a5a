//! The document of long texts: one entry for each record, nothing but JSON.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]
#![cfg(feature = "texts")]

use std::collections::BTreeMap;

use seqbell_facts::{RECORDS, TEXTS_JSON};
use serde_json::Value;

fn entries() -> BTreeMap<String, Value> {
    let list: Vec<Value> = serde_json::from_str(TEXTS_JSON).unwrap();
    assert_eq!(list.len(), RECORDS.len());
    list.into_iter().map(|entry| (entry["id"].as_str().unwrap().to_owned(), entry)).collect()
}

#[test]
fn every_record_has_an_entry_with_the_same_tags() {
    let entries = entries();
    for row in RECORDS {
        let entry = &entries[row.id];
        assert_eq!(entry["kind"], row.kind, "{}", row.id);
        assert_eq!(entry["confidence"], row.evidence.confidence.as_str(), "{}", row.id);
        assert_eq!(entry["basis"], row.evidence.basis.as_str(), "{}", row.id);
        assert!(entry["source"].is_string() || entry["source"].is_array(), "{}", row.id);
        assert!(entry["fields"].is_object(), "{}", row.id);
    }
}

#[test]
fn addresses_are_hexadecimal_text_and_counts_are_numbers() {
    let entries = entries();
    assert_eq!(entries["csr.nx.run_state"]["fields"]["addr"], "0x4000008");
    assert_eq!(entries["csr.bundle.window"]["fields"]["instances"], 40);
    assert_eq!(entries["regaddr.alloc-bitmap.4"]["fields"]["value"], "0xffff00000000000b");
    assert_eq!(entries["regaddr.bcast.0"]["fields"]["addr"], "0x1002080000");
    assert_eq!(entries["thunk.0x3700"]["fields"]["bytes"][0]["at"], "0x0");
}

#[test]
fn a_nested_record_names_the_one_it_is_in() {
    let entries = entries();
    assert_eq!(entries["csr.nx.start_ctrl.ctrl"]["parent"], "csr.nx.start_ctrl");
    assert_eq!(entries["run-state.enter_run.s09"]["parent"], "enter_run");
    assert!(entries["csr.nx.start_ctrl"]["fields"].get("field").is_none());
    assert!(entries["csr.nx.start_ctrl"].get("parent").is_none());
}
