//! The JSON outputs are as docs/cli.md says, whatever the command prints.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test ends where something is not right")]

mod common;

use common::{repository, scenario, seqbell};
use jsonschema::Validator;
use serde_json::{Map, Value, json};

/// The schemas of the page by their names.
fn schemas() -> Map<String, Value> {
    let page = std::fs::read_to_string(repository("docs/cli.md")).unwrap();
    let mut found = Map::new();
    let mut rest = page.as_str();
    while let Some((_, after)) = rest.split_once("\n```json schema ") {
        let (name, after) = after.split_once('\n').unwrap();
        let (text, after) = after.split_once("\n```").expect("a block is closed");
        let schema = serde_json::from_str(text).unwrap_or_else(|e| panic!("schema {name}: {e}"));
        assert!(found.insert(name.to_owned(), schema).is_none(), "{name} stands twice");
        rest = after;
    }
    found
}

fn validator(name: &str) -> Validator {
    let schemas = schemas();
    assert!(schemas.contains_key(name), "docs/cli.md has no schema {name}");
    let whole = json!({ "$ref": format!("#/$defs/{name}"), "$defs": schemas });
    jsonschema::validator_for(&whole).unwrap()
}

/// Every line of the output is JSON and as the schema says; returns the lines.
fn holds(name: &str, arguments: &[&str], input: &str) -> Vec<Value> {
    let validator = validator(name);
    let ran = seqbell(arguments, input);
    assert!(ran.code < 2 || !ran.out.is_empty(), "{arguments:?}: {}", ran.err);
    let values: Vec<Value> = ran.out.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert!(!values.is_empty(), "{arguments:?} prints nothing");
    for value in &values {
        let wrong: Vec<String> = validator.iter_errors(value).map(|e| format!("{}: {e}", e.instance_path())).collect();
        assert!(wrong.is_empty(), "{arguments:?}: {wrong:?}");
    }
    values
}

#[test]
fn run() {
    for name in
        ["pause-and-resume", "fatal-halt", "halt-and-restart", "pause-mariana", "pause-sunda", "broadcast-doorbell"]
    {
        holds("run", &["run", &scenario(&format!("{name}.bell")), "--format", "jsonl"], "");
    }
    holds(
        "run",
        &["run", "-", "--format", "jsonl"],
        "thunk group.1.2 group=1 queue=3 count=1\nrun 5\nback 2\nread run_state\n",
    );
}

#[test]
fn why() {
    let file = scenario("halt-and-restart.bell");
    for of in ["run_state", "state", "flag", "reason", "lr[3]", "lr[4]", "start_ctrl", "exec_mode", "intr_info"] {
        let chain = holds("why", &["why", &file, "--of", of, "--json"], "");
        assert_eq!(chain.len(), 1, "{of}");
    }
    let ring = "tail(m2s, engine=16, queue=3)";
    let chain = holds("why", &["why", &scenario("broadcast-doorbell.bell"), "--of", ring, "--json"], "");
    assert_eq!(chain[0]["chain"][0]["event"]["kind"], "host");
}

#[test]
fn whatif() {
    holds("whatif", &["whatif", "-", "--json"], "write start_ctrl 1\nuntil state == RUNNING max 300\n");
    holds("whatif", &["whatif", "-", "--json"], "note nothing happens\n");
}

#[test]
fn compare() {
    let (left, right) = (scenario("pause-and-resume.bell"), scenario("halt-and-restart.bell"));
    let found = holds("compare", &["compare", &left, &right, "--json", "--limit", "50"], "");
    assert_eq!(found[0]["differences"].as_array().unwrap().len(), 50);
    holds("compare", &["compare", &left, &left, "--json"], "");
}

#[test]
fn address() {
    holds("address", &["address", "m2s", "--group", "1", "--queue", "3", "--json"], "");
    holds("address", &["address", "s2m", "--generation", "sunda", "--engine", "5", "--queue", "0", "--json"], "");
}

#[test]
fn decode() {
    holds("decode", &["decode", "0x001002081038=5", "0x04000008", "0x1", "0xffffffffffff", "--json"], "");
}

#[test]
fn trace() {
    holds("trace", &["trace", "-", "--json"], "0x001002081038 5\nfoo\nMARK 1.0 hello\n");
}

#[test]
fn lx() {
    holds("lx", &["lx", "36410022a0", "--pc", "0x100", "--json"], "");
    holds("lx", &["lx", "--thunk", "0x3700", "--json"], "");
}

#[test]
fn explore() {
    holds("explore", &["explore", "--goal", "state == IDLE", "--max-actions", "2", "--json"], "");
    holds("explore", &["explore", "--goal", "state == PAUSED", "--max-actions", "1", "--json"], "");
}

#[test]
fn facts() {
    holds("facts", &["facts", "csr.nx.start_ctrl", "--json"], "");
    holds("facts", &["facts", "doorbell", "--json"], "");
}

#[test]
fn a_schema_that_is_wrong_is_noticed() {
    let validator = validator("why");
    let event = json!({"step": 1, "kind": "alu", "pc": "0x10", "fact": null, "confidence": "HIGH", "basis": "OBSERVED", "text": ""});
    let chain = |event: Value| json!({"of": "x", "generation": "cayman", "step": 1, "chain": [{"cause": "made", "event": event}]});
    assert!(validator.is_valid(&chain(event.clone())));
    let mut other = event;
    other["confidence"] = "SURE".into();
    assert!(!validator.is_valid(&chain(other)), "references between the blocks are followed");
}
