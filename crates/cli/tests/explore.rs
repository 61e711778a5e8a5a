//! `seqbell explore` from outside: the script it prints must replay to the goal.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where something is not right")]

mod common;

use common::{scenario, seqbell};
use serde_json::Value;

/// Asks, and replays the answer with `run`; the number of host actions.
fn answered(arguments: &[&str], code: i32) -> usize {
    let ran = seqbell(&[&["explore"], arguments].concat(), "");
    assert_eq!(ran.code, code, "{arguments:?}: {}", ran.err);
    let again = seqbell(&["run", "-", "--format", "jsonl"], &ran.out);
    assert_eq!(again.code, 0, "{}{}", ran.out, again.err);
    assert!(ran.out.lines().last().unwrap().starts_with("expect "), "{}", ran.out);
    let json = seqbell(&[&["explore", "--json"], arguments].concat(), "");
    let json: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(json["script"].as_str(), Some(ran.out.as_str()));
    assert_eq!(json["path"].as_array().unwrap().len() as u64, json["actions"].as_u64().unwrap());
    json["actions"].as_u64().unwrap() as usize
}

#[test]
fn goals_are_reached_by_the_script() {
    assert_eq!(answered(&["--goal", "state == HALTED"], 0), 2);
    assert_eq!(answered(&["--goal", "state == PAUSED and run_state == 2"], 0), 3);
    let fatal = scenario("boot-to-running.bell");
    assert_eq!(answered(&["--from", &fatal, "--goal", "reason == fatal"], 0), 1);
    // Where the scenario ends, the core runs under Mariana's data; the script says so by itself.
    let paused = scenario("pause-mariana.bell");
    answered(&["--from", &paused, "--goal", "state == HALTED_DEBUG"], 0);
}

#[test]
fn a_script_from_standard_input() {
    let ran =
        seqbell(&["explore", "--from", "-", "--goal", "state == IDLE"], "write start_ctrl 1\nuntil state == RUNNING\n");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("\ndrain\n"), "{}", ran.out);
    assert_eq!(seqbell(&["run", "-"], &ran.out).code, 0);
}

#[test]
fn broken_rules_come_with_a_script_and_exit_1() {
    assert_eq!(answered(&["--never", "state == PAUSED"], 1), 3);
    assert_eq!(answered(&["--always", "not (state == RUNNING and run_state == 2)"], 1), 4);
    assert_eq!(answered(&["--leads-to", "state == RUNNING", "state == HALTED"], 1), 1);
}

#[test]
fn what_is_not_reached_is_exit_1_and_names_the_bound() {
    let fatal = scenario("fatal-halt.bell");
    let ran = seqbell(&["explore", "--from", &fatal, "--goal", "state == RUNNING"], "");
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("not reachable within the bound") && ran.err.contains("states seen"), "{}", ran.err);
    let ran = seqbell(&["explore", "--goal", "state == PAUSED", "--max-actions", "1"], "");
    assert!(ran.code == 1 && ran.err.contains("bound: paths of 1 host action"), "{}", ran.err);
    let ran = seqbell(&["explore", "--goal", "flag == 9", "--max-states", "50", "--json"], "");
    let json: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(
        (ran.code, &json["verdict"], &json["limit"], &json["actions"]),
        (1, &"bounded".into(), &"states".into(), &Value::Null)
    );
}

#[test]
fn rules_that_hold_are_exit_0() {
    let ran = seqbell(&["explore", "--always", "flag <= 1", "--max-actions", "2"], "");
    assert_eq!((ran.code, ran.out.as_str()), (0, ""));
    assert!(ran.err.contains("not broken within the bound"), "{}", ran.err);
    let leads = ["explore", "--leads-to", "state == ENTERING_RUN", "state == RUNNING", "--max-actions", "2"];
    assert_eq!(seqbell(&leads, "").code, 0);
}

#[test]
fn bad_questions_are_exit_2() {
    for arguments in [
        ["--goal", "state = PAUSED"],
        ["--goal", "bogus == 1"],
        ["--goal", "step > 10"],
        ["--goal", "0x12345678 == 1"],
        ["--from", "/nonexistent.bell"],
    ] {
        let ran = seqbell(&[&["explore"], &arguments[..]].concat(), "");
        assert_eq!(ran.code, 2, "{arguments:?}: {}{}", ran.out, ran.err);
    }
    assert_eq!(seqbell(&["explore", "--goal", "flag == 1", "--never", "flag == 1"], "").code, 2);
}

#[test]
fn any_number_of_threads_gives_the_same_answer() {
    let ask = |threads: &str| seqbell(&["explore", "--goal", "reason == 8", "--json", "--threads", threads], "").out;
    assert_eq!(ask("1"), ask("2"));
    assert_eq!(ask("1"), ask("5"));
}
