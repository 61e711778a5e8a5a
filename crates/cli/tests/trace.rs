//! `seqbell trace`, from outside: the formats, replay, lint, broken logs.
#![allow(clippy::unwrap_used, reason = "a helper that fails fails the test")]

use serde_json::Value;
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn trace(arguments: &[&str], log: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_seqbell"))
        .args(["trace", "-"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(log.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn objects(output: &Output) -> Vec<Value> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// What a driver does to queue 0 of engine 0, and one copy; BAR0 is at 0xe000000000 and SE_0 at 0x80000000 in it.
const LOG: &str = "\
VERSION 20070824
PCIDEV 0008 1d0f7364 2a e00000000c 0 0 0 0 0 0 100000000 0 0 0 0 0 0 neuron
MAP 1.000000 1 0xe000000000 0xffffc90000000000 0x100000000 0x0 0
MARK 1.000001 set-up
W 4 1.000010 1 0xe082021020 0x3000000 0x0 0
W 4 1.000011 1 0xe082021064 0x100 0x0 0
W 4 1.000012 1 0xe082021028 0x200000 0x0 0
W 4 1.000013 1 0xe08202102c 0x0 0x0 0
W 4 1.000014 1 0xe082021030 0x40 0x0 0
W 4 1.000015 1 0xe082021020 0x3030000 0x0 0
W 4 1.000020 1 0xe082001020 0x3000000 0x0 0
W 4 1.000021 1 0xe0820010b0 0x100 0x0 0
W 4 1.000022 1 0xe082001028 0x100000 0x0 0
W 4 1.000023 1 0xe08200102c 0x0 0x0 0
W 4 1.000024 1 0xe082001030 0x40 0x0 0
W 4 1.000025 1 0xe082001020 0x3030000 0x0 0
W 4 1.000030 1 0xe082021038 0x11 0x0 0
W 4 1.000031 1 0xe082001038 0x11 0x0 0
R 4 1.000040 1 0xe08200103c 0x40000011 0x0 0
R 4 1.000041 1 0xe082001034 0x40000010 0x0 0
UNMAP 2.000000 1 0x0 0
";

#[test]
fn a_good_log_agrees_and_breaks_no_rule() {
    let output = trace(&["--json", "--replay", "--lint"], LOG);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let found = objects(&output);
    let summary = found.last().unwrap();
    for (key, wanted) in [
        ("lines", 21),
        ("writes", 14),
        ("reads", 2),
        ("doorbells", 2),
        ("groups", 1),
        ("departures", 0),
        ("wrong", 0),
        ("bad", 0),
    ] {
        assert_eq!(summary[key], wanted, "{key}");
    }
    let bell = found.iter().find(|o| o["line"] == 18).unwrap();
    assert_eq!(
        (&bell["address"], &bell["engine"], &bell["bell"]["count"]),
        (&"0x001002001038".into(), &0.into(), &17.into())
    );
    let head = found.iter().find(|o| o["line"] == 20).unwrap();
    assert_eq!((&head["replay"]["verdict"], &head["replay"]["taken"]), (&"agrees".into(), &16.into()));
    let kinds = |kind: &str| found.iter().filter(|o| o["kind"] == kind).count();
    for (kind, count) in [
        ("version", 1),
        ("pcidev", 1),
        ("map", 1),
        ("mark", 1),
        ("unmap", 1),
        ("write", 14),
        ("read", 2),
        ("summary", 1),
    ] {
        assert_eq!(kinds(kind), count, "{kind}");
    }
}

#[test]
fn a_departure_is_told_with_its_line() {
    let log = LOG.replace("0xe08200103c 0x40000011", "0xe08200103c 0x40000012");
    let output = trace(&["--replay", "--quiet"], &log);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("     19  1.000040"), "{text}");
    assert!(text.contains("departs from the model: read 0x40000012: the model has 0x40000011"), "{text}");
}

#[test]
fn lint_explains_what_was_wrong() {
    let log = LOG.replace("W 4 1.000030 1 0xe082021038 0x11", "W 4 1.000030 1 0xe08202103c 0x11");
    let output = trace(&["--lint", "--quiet"], &log);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("[udma-public.s2m.0x3c]") && text.contains("[order]"), "{text}");
}

/// Cut anywhere, a log is read up to the cut, the broken line has its number, and nothing panics.
#[test]
fn a_cut_log_gives_line_numbers() {
    let middle = LOG.find("W 4 1.000014").unwrap() + 20;
    let cut = format!("{}\n{}", &LOG[..middle], &LOG[LOG.find("W 4 1.000015").unwrap()..]);
    let output = trace(&["--json"], &cut);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("line 9: the line ends at column"));
    let found = objects(&output);
    assert_eq!(found.iter().find(|o| o["kind"] == "bad").unwrap()["line"], 9);
    assert_eq!(found.last().unwrap()["writes"], 13, "the rest went on");
}

#[test]
fn no_text_is_told_and_passed() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_seqbell"))
        .args(["trace", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"\xff\xfe\x00\n0x001002081038 6\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("line 1: no text"));
    assert!(String::from_utf8_lossy(&output.stdout).contains("group 0 m2s queue 0: 1 doorbells, 6 descriptors"));
}

#[test]
fn plain_lines_are_soc_writes() {
    let output = trace(&["--json"], "# by hand\n0x001002081038 6\n0x0010020a1038=6\n");
    assert_eq!(output.status.code(), Some(0));
    let found = objects(&output);
    assert_eq!((&found[0]["group"], &found[1]["direction"]), (&0.into(), &"s2m".into()));
    assert_eq!(found[2]["groups"], 1);
}

#[test]
fn accesses_outside_a_mapping_and_lost_events() {
    let log = "MAP 1.000000 1 0xe000000000 0x0 0x1000 0x0 0\nW 4 1.000001 1 0xe082001038 0x1 0x0 0\nMARK 1.000002 Lost 12 events.\nUNKNOWN 1.000003 1 0xe000000000 00,00,00 0x0 0\n";
    let output = trace(&["--bar0", "0xe000000000"], log);
    let text = String::from_utf8(output.stdout).unwrap();
    for wanted in
        ["no mapping of the log covers this", "events were lost here", "could not decode", "1 marks of lost events"]
    {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
}

#[test]
fn an_unreadable_file_is_bad_input() {
    let run =
        |path: &str| Command::new(env!("CARGO_BIN_EXE_seqbell")).args(["trace", path]).output().unwrap().status.code();
    assert_eq!(run("no/such/log"), Some(2));
    assert_eq!(run("."), Some(2));
}
