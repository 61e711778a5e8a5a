//! `seqbell lx` and the verb `thunk`, through the real program.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

use serde_json::Value;
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs the program; `input` goes to its standard input.
fn seqbell(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_seqbell"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn json(arguments: &[&str]) -> Value {
    let output = seqbell(&[arguments, &["--json"]].concat(), "");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Exit code and standard error of a call that must fail.
fn failing(arguments: &[&str]) -> (i32, String) {
    let output = seqbell(arguments, "");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

fn instruction(object: &Value, pc: &str) -> Value {
    let all = object["instructions"].as_array().unwrap();
    all.iter().find(|piece| piece["pc"] == pc).unwrap_or_else(|| panic!("{pc} in {object}")).clone()
}

#[test]
fn printed_calls_lead_to_the_printed_targets() {
    let table = [
        ("0x370e", "a5 98 ff", "0x3098"),
        ("0x3a56", "25 64 ff", "0x3098"),
        ("0x3982", "a573ff", "0x30bc"),
        ("0x3a42", "0xa5,0x67,0xff", "0x30bc"),
        ("0x30b6", "a5 9a 01", "0x4a60"),
        ("0x4a7f", "e5 e7 ff", "0x48fc"),
        ("0", "e5 ff ff", "0x0"),
    ];
    for (pc, hex, target) in table {
        let call = json(&["lx", hex, "--pc", pc])["instructions"][0].clone();
        assert_eq!((&call["kind"], &call["call"], &call["target"]), (&"call".into(), &"call8".into(), &target.into()));
        assert_eq!(call["length"], 3);
        assert!(call.get("page_target").is_none());
    }
    assert_eq!(json(&["lx", "05", "00", "00", "--pc", "0x4a69"])["instructions"][0]["text"], "call0 0x4a6c");
}

#[test]
fn a_family_b_thunk_by_its_bytes() {
    let hex = "36 41 00 ae b1 01 80 01 8c 01 7a a0 0c 0d a5 98 ff 1d f0";
    let one = json(&["lx", hex, "--pc", "0x3700"]);
    assert_eq!(instruction(&one, "0x3700")["text"], "entry a1, 32");
    assert_eq!(instruction(&one, "0x370b")["kind"], "cust3");
    assert_eq!(instruction(&one, "0x370e")["target"], "0x3098");
    assert_eq!(instruction(&one, "0x3711")["text"], "retw.n");
    let two = json(&["lx", hex, "--pc", "0x3700", "--cust3-reading", "two-instructions"]);
    assert_eq!(instruction(&two, "0x370c")["text"], "movi.n a13, 0");
    let short = json(&["lx", hex, "--pc", "0x3700", "--length-rule", "as-printed"]);
    assert_eq!(instruction(&short, "0x3700")["length"], 2);
    assert_eq!(instruction(&short, "0x3711")["kind"], "return");
    for (rule, length) in [("full", 3), ("full-ef2", 2)] {
        assert_eq!(json(&["lx", hex, "--pc", "0x3700", "--length-rule", rule])["instructions"][1]["length"], length);
    }
}

#[test]
fn each_generation_has_its_own_cust3_word() {
    let kind = |hex, generation| {
        json(&["lx", hex, "--pc", "0", "--generation", generation])["instructions"][0]["kind"] == "cust3"
    };
    assert!(kind("80 0c 0d", "cayman") && !kind("a0 0c 0d", "cayman"));
    assert!(kind("a0 0c 0d", "mariana") && kind("a0 0c 0d", "mariana_plus") && !kind("a0 0c 0d", "sunda"));
}

#[test]
fn family_c_shows_what_the_source_says_and_what_the_bytes_say() {
    for (thunk, pc) in [("0x3748", "0x375d"), ("0x3770", "0x3785"), ("bank.80.2", "0x37f5"), ("BANK.80.4", "0x381d")] {
        let object = json(&["lx", "--thunk", thunk]);
        let call = instruction(&object, pc);
        assert_eq!((&call["target"], &call["page_target"]), (&"0x3098".into(), &"0x30bc".into()));
        assert_eq!(object["thunk"]["family"], "C");
        let text = String::from_utf8(seqbell(&["lx", "--thunk", thunk], "").stdout).unwrap();
        assert!(text.contains("call8 0x3098, helper IN; the source says 0x30bc"), "{text}");
    }
}

#[test]
fn every_thunk_can_be_shown_and_holes_are_explicit() {
    let list = json(&["lx", "--list"]);
    let thunks = list["thunks"].as_array().unwrap();
    assert_eq!(thunks.len(), 27);
    assert_eq!(thunks.iter().filter(|row| row["address"].is_null()).count(), 5);
    for row in thunks.iter().filter(|row| !row["address"].is_null()) {
        let object = json(&["lx", "--thunk", row["address"].as_str().unwrap()]);
        assert_eq!(&object["thunk"], row);
        for piece in object["instructions"].as_array().unwrap() {
            assert_eq!(piece["bytes"].is_null(), piece["kind"] == "unprinted", "{piece}");
            assert!(piece["fact"].is_string() && piece["confidence"].is_string() && piece["basis"].is_string());
        }
    }
    assert_eq!(list["helper_diff"].as_array().unwrap().len(), 5);
    let chain: Vec<_> = list["tail_chain"].as_array().unwrap().iter().map(|hop| hop["target"].clone()).collect();
    assert_eq!(chain, [Value::from("0x4a60"), "0x4a6c".into(), "0x48fc".into(), Value::Null]);
    let out = json(&["lx", "--helper", "out"]);
    assert_eq!(instruction(&out, "0x30da")["target"], "0x4a60");
    assert_eq!(out["helper"]["printed_bytes"], 35);
}

#[test]
fn bad_hex_has_a_position() {
    for (words, column) in [(vec!["36", "4g"], 5), (vec!["36410"], 5), (vec!["zz"], 1), (vec!["36", "4", "00"], 4)] {
        let (code, text) = failing(&[&["lx", "--pc", "0x3700"], &words[..]].concat());
        assert_eq!(code, 2);
        assert!(text.contains(&format!("column {column}:")), "{text}");
        let caret = text.lines().last().unwrap().find('^').unwrap();
        assert_eq!(caret, column + 1, "{text}");
    }
    let output = seqbell(&["lx", "-", "--pc", "0"], "36 41 00\n1d f0 !\n");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("line 2, column 7: `!`"));
}

#[test]
fn bad_input_is_exit_2() {
    let cases: [&[&str]; 10] = [
        &["lx"],
        &["lx", "1df0"],
        &["lx", "--pc", "0"],
        &["lx", "1df0", "--pc", "0x100000000"],
        &["lx", "1df0", "--pc", "0", "--length-rule", "none"],
        &["lx", "1df0", "--pc", "0", "--generation", "maverick"],
        &["lx", "--thunk", "0x3701"],
        &["lx", "--thunk", "channel.1.out"],
        &["lx", "--thunk", "0x3700", "--generation", "sunda"],
        &["lx", "", "--pc", "0"],
    ];
    for arguments in cases {
        let (code, text) = failing(arguments);
        assert_eq!((code, text.is_empty()), (2, false), "{arguments:?}");
    }
    assert!(failing(&["lx", "--thunk", "0x3880"]).1.contains("G41"));
}

#[test]
fn bytes_may_come_from_standard_input() {
    let output = seqbell(&["lx", "-", "--pc", "0x3982"], "a5 73\nff\n");
    assert_eq!(String::from_utf8(output.stdout).unwrap().matches("call8 0x30bc").count(), 1);
}

#[test]
fn the_steps_of_a_thunk_are_lines_of_the_trace() {
    let script = "generation mariana\nthunk channel.0.out s2m group=0 queue=0 count=3\nexpect tail(s2m, engine=15, queue=0) == 3\n";
    let output = seqbell(&["run", "-", "--format", "jsonl"], script);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines: Vec<Value> =
        String::from_utf8(output.stdout).unwrap().lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    let (end, events) = lines.split_last().unwrap();
    assert_eq!((&end["kind"], &end["steps"]), (&"end".into(), &0.into()));
    for event in events {
        for key in ["step", "kind", "pc", "fact", "confidence", "basis"] {
            assert!(event.get(key).is_some(), "{key} in {event}");
        }
    }
    let ring = events.iter().find(|event| event["act"] == "doorbell").unwrap();
    assert_eq!((&ring["address"], &ring["count"]), (&"0x0010020a1038".into(), &3.into()));
    let host = events.last().unwrap();
    assert_eq!((&host["kind"], &host["basis"]), (&"host".into(), &"INFERRED".into()));
}
