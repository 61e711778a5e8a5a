//! The real program, from outside: what other programs rely on, and what bad input comes to.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use serde_json::Value;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use std::{env, fs};

/// The program, built into the target folder that this test lies in.
fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let this = env::current_exe().unwrap();
        let profile = this.ancestors().nth(2).unwrap();
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--quiet", "--package", "seqbell-cli", "--target-dir"]).arg(profile.parent().unwrap());
        if profile.ends_with("release") {
            build.arg("--release");
        }
        assert!(build.current_dir(env!("CARGO_MANIFEST_DIR")).status().unwrap().success());
        profile.join(format!("seqbell{}", env::consts::EXE_SUFFIX))
    })
}

/// Runs the program with a script on its standard input.
fn seqbell(arguments: &[&str], script: &str) -> Output {
    let mut command = Command::new(program());
    command.args(arguments).current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A program that reads no script may have closed the pipe already.
    let _ = child.stdin.take().unwrap().write_all(script.as_bytes());
    child.wait_with_output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

fn json(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn jsonl_is_one_object_an_event_and_an_end() {
    let output = seqbell(&["run", "static/scenarios/pause-and-resume.bell", "--format", "jsonl"], "");
    assert_eq!((code(&output), err(&output).contains("FAILED")), (0, false));
    let objects: Vec<Value> = out(&output).lines().map(json).collect();
    let (end, events) = objects.split_last().unwrap();
    assert_eq!(keys(end), ["kind", "state", "steps", "digest"]);
    let trace = seqbell_tests::run(include_str!("../../static/scenarios/pause-and-resume.bell")).unwrap();
    let steps = trace.session.machine().steps();
    let digest = format!("{:#018x}", trace.digest());
    assert_eq!(*end, serde_json::json!({"kind": "end", "state": "RUNNING", "steps": steps, "digest": digest}));
    assert_eq!(events.len(), trace.events().count());
    for (object, event) in events.iter().zip(trace.events()) {
        assert_eq!(&keys(object)[..6], ["step", "kind", "pc", "fact", "confidence", "basis"]);
        assert_eq!(object["step"], event.step);
        assert_eq!(object["kind"], event.kind.name());
        assert_eq!(object["pc"], event.pc.map_or(Value::Null, |pc| format!("{pc:#x}").into()));
        assert_eq!(object["fact"], event.fact.map_or(Value::Null, Value::from));
        assert_eq!(object["confidence"], event.evidence.confidence.as_str());
        assert_eq!(object["basis"], event.evidence.basis.as_str());
    }
}

#[test]
fn run_ends_with_state_steps_and_digest_in_words_too() {
    let script = "write start_ctrl 1\nuntil state == RUNNING\n";
    let (text, lines) =
        (out(&seqbell(&["run", "-"], script)), out(&seqbell(&["run", "-", "--format", "jsonl"], script)));
    let end = json(lines.lines().last().unwrap());
    assert!(text.contains("RUNNING") && text.contains(end["digest"].as_str().unwrap()), "{text}");
}

#[test]
fn doorbell_addresses() {
    let cayman = |way: &str, target: [&str; 4]| {
        let mut arguments = vec!["address", way, "--generation", "cayman"];
        arguments.extend(target);
        arguments.push("--json");
        let output = seqbell(&arguments, "");
        assert_eq!(code(&output), 0, "{}", err(&output));
        json(&out(&output))
    };
    let m2s = cayman("m2s", ["--group", "0", "--queue", "0"]);
    assert_eq!(m2s["address"], "0x001002081038");
    assert_eq!(cayman("s2m", ["--group", "0", "--queue", "0"])["address"], "0x0010020a1038");
    assert_eq!(cayman("m2s", ["--engine", "21", "--queue", "5"])["address"], "0x001003506038");
    for object in [m2s, cayman("s2m", ["--group", "7", "--queue", "15"])] {
        let number = |v: &Value| u64::from_str_radix(v.as_str().unwrap().strip_prefix("0x").unwrap(), 16).unwrap();
        let terms: Vec<u64> = object["terms"].as_array().unwrap().iter().map(|t| number(&t["value"])).collect();
        assert_eq!((terms.len(), terms.iter().sum()), (4, number(&object["address"])));
    }
    let output = seqbell(&["address", "m2s", "--generation", "sunda", "--engine", "21", "--queue", "5", "--json"], "");
    let sunda = json(&out(&output));
    assert_ne!(sunda["address"], "0x001003506038");
    assert!(sunda["address"].as_str().unwrap().ends_with("6038"), "{sunda}");
}

#[test]
fn check_tells_how_many_passed_and_failed() {
    let names = ["pause-and-resume", "fatal-halt"];
    let files = names.map(|n| format!("static/scenarios/{n}.bell"));
    let good = seqbell(&["check", &files[0], &files[1]], "");
    let texts = seqbell_tests::SCENARIOS.iter().filter(|s| names.contains(&s.name)).map(|s| s.text);
    let is_check = |line: &&str| ["expect ", "until ", "refused "].iter().any(|verb| line.starts_with(verb));
    let checks = texts.flat_map(str::lines).filter(is_check).count();
    assert_eq!((code(&good), out(&good).lines().last()), (0, Some(format!("{checks} passed, 0 failed").as_str())));
    let bad = seqbell(&["check", "-"], "expect state == RESET\nexpect state == RUNNING\nexpect flag == 1\n");
    assert_eq!((code(&bad), out(&bad).lines().last()), (1, Some("1 passed, 2 failed")));
    assert!(out(&bad).contains("state is RESET"), "{}", out(&bad));
    assert_eq!(code(&seqbell(&["run", "-"], "expect state == RUNNING\n")), 1);
}

#[test]
fn every_scenario_passes() {
    let names: Vec<String> =
        seqbell_tests::SCENARIOS.iter().map(|s| format!("static/scenarios/{}.bell", s.name)).collect();
    let mut arguments = vec!["check"];
    arguments.extend(names.iter().map(String::as_str));
    let output = seqbell(&arguments, "");
    assert_eq!(code(&output), 0, "{}", out(&output));
    assert!(out(&output).lines().last().unwrap().ends_with(" passed, 0 failed"));
}

#[test]
fn bad_input_is_exit_code_2_with_line_and_column() {
    let cases = [
        ("write start_ctrl 1\nwrite nonsense 1\n", "2:7", "nonsense"),
        ("generation maverick\n", "1:12", "Maverick"),
        ("remote 39 1\n", "1:8", "out of range"),
        ("write start_ctrl 0x100000000\n", "1:18", "out of range"),
        ("step\n\n  frobnicate 1\n", "3:3", "frobnicate"),
        ("generation trinium\n", "1:12", "cayman"),
        ("write 0x00100010 1\n", "1:7", "aperture"),
        ("write 0x04000006 1\n", "1:7", "aligned"),
        ("generation sunda\nwrite intr_info 1\n", "2:7", "unknown"),
        ("poke 0x1000000000000 1\n", "1:6", "out of range"),
        ("ring m2s engine=132 queue=0 count=1\n", "1:17", "out of range"),
        ("ring m2s group=8 queue=0 count=1\n", "1:16", "out of range"),
        ("ring m2s engine=0 queue=16 count=1\n", "1:25", "out of range"),
        ("fault signal 9\n", "1:", "9"),
        ("expect state = RUNNING\n", "1:14", "=="),
        ("assume exec_mode sideways\n", "1:18", "software-fetch"),
    ];
    for (script, place, said) in cases {
        for verb in ["run", "check"] {
            let output = seqbell(&[verb, "-"], script);
            let message = err(&output);
            assert_eq!(code(&output), 2, "{verb} {script}: {message}");
            assert!(message.contains(&format!(":{place}")), "{verb} {script}: {message}");
            assert!(message.contains(said), "{verb} {script}: {message}");
        }
    }
}

#[test]
fn a_script_with_an_error_does_nothing_at_all() {
    let output = seqbell(&["run", "-", "--format", "jsonl"], "write start_ctrl 1\nstep 5\nfrobnicate\n");
    assert_eq!((code(&output), out(&output).as_str()), (2, ""));
}

#[test]
fn what_cannot_be_read_is_exit_code_2() {
    let folder = env::temp_dir().join(format!("seqbell-cli-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let binary = folder.join("binary.bell");
    fs::write(&binary, [0xff, 0xfe, 0x00]).unwrap();
    let missing = folder.join("missing.bell");
    for path in [&binary, &missing, &folder] {
        for verb in ["run", "check"] {
            let output = seqbell(&[verb, path.to_str().unwrap()], "");
            assert_eq!(code(&output), 2, "{}", path.display());
            assert!(err(&output).contains(path.file_name().unwrap().to_str().unwrap()), "{}", err(&output));
        }
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn arguments_out_of_range_are_exit_code_2() {
    let cases: [&[&str]; 9] = [
        &["address", "m2s", "--generation", "cayman", "--group", "8", "--queue", "0"],
        &["address", "m2s", "--generation", "cayman", "--engine", "132", "--queue", "0"],
        &["address", "m2s", "--generation", "cayman", "--engine", "0", "--queue", "16"],
        &["address", "m2s", "--generation", "cayman", "--engine", "65536", "--queue", "0"],
        &["address", "m2s", "--generation", "maverick", "--engine", "0", "--queue", "0"],
        &["address", "m2s", "--generation", "sunda", "--group", "0", "--queue", "0"],
        &["address", "m2s", "--generation", "trinium", "--group", "0", "--queue", "0"],
        &["address", "both", "--generation", "cayman", "--group", "0", "--queue", "0"],
        &["frobnicate"],
    ];
    for arguments in cases {
        let output = seqbell(arguments, "");
        assert_eq!(code(&output), 2, "{arguments:?}: {}", err(&output));
        assert!(out(&output).is_empty() && !err(&output).is_empty(), "{arguments:?}");
    }
}

#[test]
fn a_closed_pipe_is_quiet() {
    let mut command = Command::new(program());
    command.args(["run", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"run 20000\n").unwrap();
    // One byte is read, then the reader goes away, long before the output ends.
    let mut reader = child.stdout.take().unwrap();
    reader.read_exact(&mut [0]).unwrap();
    drop(reader);
    let output = child.wait_with_output().unwrap();
    assert_eq!((code(&output), err(&output).as_str()), (0, ""));
}
