//! `seqbell decode`, from outside: single addresses, streams, bus addresses, bad input.
#![allow(clippy::unwrap_used, reason = "a helper that fails fails the test")]

use serde_json::Value;
use std::io::Write;
use std::process::{Command, Output, Stdio};

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

fn objects(output: &Output) -> Vec<Value> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn decode(address: &str, more: &[&str]) -> Value {
    let arguments: Vec<&str> = ["decode", address, "--json"].into_iter().chain(more.iter().copied()).collect();
    let output = seqbell(&arguments, "");
    assert_eq!(output.status.code(), Some(0), "{address}");
    objects(&output).remove(0)
}

#[test]
fn a_doorbell_is_taken_apart() {
    let found = decode("0x001002081038", &[]);
    for (key, wanted) in [("plane", "data"), ("block", "bcast_udma"), ("direction", "m2s"), ("register", "TDRTP_inc")] {
        assert_eq!(found[key], wanted, "{key}");
    }
    assert_eq!((&found["group"], &found["engine"]), (&0.into(), &Value::Null));
    assert_eq!((&found["die"], &found["queue"], &found["reason"]), (&0.into(), &0.into(), &Value::Null));
    let found = decode("0x8050045a6038", &[]);
    assert_eq!((&found["die"], &found["engine"], &found["queue"]), (&1.into(), &101.into(), &Value::Null));
    assert!(found["reason"].as_str().unwrap().contains("no broadcast window"), "{found}");
    let found = decode("0x805004526038", &[]);
    assert_eq!((&found["engine"], &found["direction"], &found["queue"]), (&101.into(), &"s2m".into(), &5.into()));
}

#[test]
fn a_hole_says_that_it_is_one() {
    let found = decode("0x001002011038", &[]);
    assert_eq!((&found["register"], &found["hole"], &found["engine"]), (&Value::Null, &true.into(), &0.into()));
    assert!(found["reason"].as_str().unwrap().contains("queue 16"), "{found}");
}

#[test]
fn fields_of_a_value() {
    let found = decode("0x001002001034=0x80000011", &[]);
    let row =
        |name: &str| found["fields"].as_array().unwrap().iter().find(|f| f["name"] == name).unwrap()["value"].clone();
    assert_eq!((row("offset"), row("ring_id")), ("0x11".into(), "0x2".into()));
}

/// BAR0 windows of the driver: SE_0 at 0x80000000, IO_1 at 0x40000000.
#[test]
fn bus_addresses() {
    let bar0 = ["--bar0", "0xe000000000"];
    let found = decode("0xe082001038", &bar0);
    assert_eq!(
        (&found["address"], &found["bus"], &found["engine"]),
        (&"0x001002001038".into(), &"0x00e082001038".into(), &0.into())
    );
    assert_eq!(decode("0xe046901038", &bar0)["engine"], 131);
    assert_eq!(decode("0xe0f0000000", &bar0)["register"], Value::Null);
    assert_eq!(decode("0x001002081038", &bar0)["group"], 0, "outside the bar it is an SoC address");
    let sunda = decode("0xe082001038", &["--bar0", "0xe000000000", "--generation", "sunda"]);
    assert!(sunda["reason"].as_str().unwrap().contains("not known"), "{sunda}");
}

#[test]
fn other_planes() {
    let control = decode("0x615a0", &[]);
    assert_eq!((&control["plane"], &control["register"]), (&"control".into(), &"START".into()));
    assert!(control["note"].as_str().unwrap().contains("lr[45]"), "{control}");
    let local = decode("0x04000004", &["--generation", "mariana"]);
    assert_eq!((&local["plane"], &local["register"]), (&"local".into(), &"nx.start_ctrl".into()));
    let event = decode("0x806802701008", &[]);
    assert_eq!(
        (&event["plane"], &event["register"], &event["table_entry"]),
        (&"event".into(), &"semaphore_read[2]".into(), &6.into())
    );
}

#[test]
fn a_bad_line_is_told_and_the_rest_goes_on() {
    let input = "0x001002081038\n# a remark\n\nhello\n0x001002081038 99999999999\n0x615a0=1\n1 2 3\n";
    let output = seqbell(&["decode", "-", "--json"], input);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(objects(&output).len(), 2);
    let errors = String::from_utf8(output.stderr).unwrap();
    for line in ["line 4: `hello`", "line 5: `99999999999`", "line 7: `3`"] {
        assert!(errors.contains(line), "{errors}");
    }
}

/// Whoever writes the addresses one by one reads the answers one by one.
#[test]
fn a_stream_is_answered_line_by_line() {
    use std::io::{BufRead, BufReader};
    let mut child = Command::new(env!("CARGO_BIN_EXE_seqbell"))
        .args(["decode", "-", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut input, mut output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    for queue in 0..3u64 {
        writeln!(input, "{:#x}", 0x10_0208_1038 + queue * 0x1000).unwrap();
        input.flush().unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&line).unwrap()["queue"], queue);
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn maverick_has_no_map() {
    let output = seqbell(&["decode", "0", "--generation", "maverick"], "");
    assert_eq!(output.status.code(), Some(2));
}
