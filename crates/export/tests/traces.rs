//! VCD and Perfetto through readers that are not ours.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where something is not right")]
#![allow(clippy::wildcard_enum_match_arm, reason = "the enums are not ours")]

mod common;

use common::{SCENARIOS, Scratch, scenario, session, through};
use seqbell_export::{perfetto, vcd, walk};
use seqbell_script::Session;
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::io::Cursor;
use vcd::{Command, Parser, Value};

fn dump(session: &Session) -> Vec<u8> {
    let mut bytes = Vec::new();
    vcd(session.timeline(), &mut bytes).unwrap();
    bytes
}

/// What each variable shows at the end, by its full name, and the timestamps in order.
fn read(bytes: &[u8]) -> (BTreeMap<String, String>, Vec<u64>) {
    let mut parser = Parser::new(bytes);
    let header = parser.parse_header().unwrap();
    assert_eq!(header.timescale.map(|(n, unit)| (n, unit.to_string())), Some((1, "ns".to_owned())));
    assert_eq!(header.date, None);
    let mut names = BTreeMap::new();
    for scope in header.items.iter().filter_map(|item| if let vcd::ScopeItem::Scope(s) = item { Some(s) } else { None })
    {
        for item in &scope.items {
            let vcd::ScopeItem::Var(var) = item else { panic!("{item:?}") };
            assert!(names.insert(var.code, format!("{}.{}", scope.identifier, var.reference)).is_none());
        }
    }
    let mut shown = BTreeMap::new();
    let mut times = Vec::new();
    for command in parser {
        match command.unwrap() {
            Command::Timestamp(time) => times.push(time),
            Command::ChangeScalar(id, value) => drop(shown.insert(names[&id].clone(), value.to_string())),
            Command::ChangeVector(id, value) => {
                let text = value.iter().map(|v: Value| v.to_string()).collect::<String>();
                shown.insert(names[&id].clone(), text);
            }
            Command::ChangeString(id, value) => drop(shown.insert(names[&id].clone(), value)),
            Command::Begin(_) | Command::End(_) => {}
            other => panic!("{other:?}"),
        }
    }
    (shown, times)
}

fn number(bits: &str) -> Option<u64> {
    u64::from_str_radix(bits, 2).ok()
}

#[test]
fn vcd_ends_as_the_machine_does() {
    for name in SCENARIOS {
        let session = scenario(name);
        let (shown, times) = read(&dump(&session));
        let machine = session.machine();
        assert!(times.windows(2).all(|pair| pair[0] < pair[1]), "{name}: each timestamp once, in order");
        assert_eq!((times.first(), times.last()), (Some(&0), Some(&machine.steps())), "{name}");
        assert_eq!(shown["seq.state"], machine.state().name(), "{name}");
        assert_eq!(number(&shown["csr.nx_run_state"]), machine.published().value().map(u64::from), "{name}");
        for (key, ring) in machine.udma().touched() {
            let direction = format!("{:?}", key.direction).to_lowercase();
            let scope = format!("engine_{:03}_{direction}_queue_{:02}", key.engine, key.queue);
            assert_eq!(number(&shown[&format!("{scope}.tail")]), Some(u64::from(ring.tail)), "{name} {scope}");
            assert_eq!(number(&shown[&format!("{scope}.ring_id")]), Some(u64::from(ring.tail_id)), "{name} {scope}");
        }
    }
}

#[test]
fn vcd_shows_the_published_state_beside_the_true_one() {
    let (shown, _) = read(&dump(&scenario("pause-and-resume")));
    assert_eq!((shown["seq.state"].as_str(), number(&shown["csr.nx_run_state"])), ("RUNNING", Some(2)));
    assert_eq!(number(&shown["seq.running_flag"]), Some(1));
}

#[test]
fn vcd_of_an_unknown_is_x() {
    let (shown, times) = read(&dump(&session("read start_ctrl")));
    assert!(shown["seq.running_flag"].chars().all(|c| c == 'x'), "{}", shown["seq.running_flag"]);
    assert_eq!(times, [0]);
}

#[test]
fn vcd_goes_through_gtkwave() {
    for name in SCENARIOS {
        let (from, to) =
            (Scratch::new(&format!("{name}.vcd"), &dump(&scenario(name))), Scratch::new(&format!("{name}.fst"), b""));
        let Some((good, _)) = through("vcd2fst", &[from.path(), to.path()], b"") else { return };
        assert!(good, "{name}");
        let (_, back) = through("fst2vcd", &[to.path()], b"").unwrap();
        assert!(String::from_utf8_lossy(&back).contains("nx_run_state"), "{name}");
    }
}

/// The newest value of every variable, by its full name, as Surfer's own reader has it.
fn as_surfer(bytes: Vec<u8>) -> BTreeMap<String, String> {
    let mut waves = wellen::simple::read_from_reader(Cursor::new(bytes)).unwrap();
    let layout = waves.hierarchy();
    let name = |var: wellen::VarRef| (layout[var].full_name(layout), layout[var].signal_ref());
    let named: Vec<_> = layout.all_vars().map(name).collect();
    waves.load_signals(&named.iter().map(|(_, signal)| *signal).collect::<Vec<_>>());
    let newest = |signal| {
        let value = waves.get_signal(signal)?.iter_changes().last()?.1;
        value.to_bit_string().or_else(|| Some(value.to_string()))
    };
    named.into_iter().filter_map(|(name, signal)| Some((name, newest(signal)?))).collect()
}

#[test]
fn vcd_opens_in_surfer() {
    for name in SCENARIOS {
        let bytes = dump(&scenario(name));
        let (shown, _) = read(&bytes);
        let surfer = as_surfer(bytes);
        assert!(!surfer.is_empty() && surfer.len() == shown.len(), "{name}");
        for (variable, value) in shown {
            // A vector may come with or without its leading noughts.
            let (ours, theirs) = (value.trim_start_matches('0'), surfer[&variable].trim_start_matches('0'));
            assert_eq!(theirs, ours, "{name} {variable}");
        }
    }
}

fn trace(session: &Session) -> Json {
    let mut bytes = Vec::new();
    perfetto(session.timeline(), &mut bytes).unwrap();
    serde_json::from_slice(&bytes).unwrap()
}

/// The rules of the trace event format that our kinds of events have to keep.
fn check(name: &str, trace: &Json) {
    let events = trace["traceEvents"].as_array().unwrap();
    let mut named = BTreeSet::new();
    let mut open: BTreeMap<(u64, u64), i64> = BTreeMap::new();
    let mut flows: BTreeMap<u64, Vec<&str>> = BTreeMap::new();
    for event in events {
        let (pid, tid) = (event["pid"].as_u64().unwrap(), event["tid"].as_u64().unwrap());
        let kind = event["ph"].as_str().unwrap();
        if kind == "M" {
            assert!(event["args"].is_object());
            named.insert((pid, tid));
            continue;
        }
        assert!(named.contains(&(pid, tid)), "{name}: a track without a name: {event}");
        assert!(event["ts"].as_u64().is_some(), "{name}: {event}");
        match kind {
            "X" => assert!(event["dur"].as_u64().is_some() && event["name"].is_string(), "{name}: {event}"),
            "B" => *open.entry((pid, tid)).or_default() += 1,
            "E" => {
                let depth = open.entry((pid, tid)).or_default();
                *depth -= 1;
                assert!(*depth >= 0, "{name}: an end without a beginning");
            }
            "i" => assert_eq!(event["s"], "t"),
            "C" => assert!(event["args"].as_object().unwrap().values().all(Json::is_number)),
            "s" | "f" => {
                flows.entry(event["id"].as_u64().unwrap()).or_default().push(if kind == "s" { "s" } else { "f" })
            }
            other => panic!("{name}: {other}"),
        }
    }
    assert!(open.values().all(|depth| *depth == 0), "{name}: a beginning without an end");
    assert!(flows.values().all(|ends| ends == &["s", "f"]), "{name}: an arrow has two ends");
}

#[test]
fn perfetto_keeps_the_rules_of_the_format() {
    for name in SCENARIOS {
        check(name, &trace(&scenario(name)));
    }
}

#[test]
fn perfetto_draws_an_arrow_to_every_engine_of_a_broadcast() {
    let trace = trace(&session("ring m2s group=1 queue=3 count=6\nring s2m engine=131 queue=0 count=1"));
    let events = trace["traceEvents"].as_array().unwrap();
    let ends: Vec<u64> = events.iter().filter(|e| e["ph"] == "f").map(|e| e["tid"].as_u64().unwrap()).collect();
    // A track's number is the engine's plus one; group 1 is engines 16 to 31.
    assert_eq!(ends, (17..=32).chain([132]).collect::<Vec<u64>>());
    let lane = |tid: u64| events.iter().find(|e| e["ph"] == "M" && e["pid"] == 2 && e["tid"] == tid).unwrap();
    assert_eq!(lane(17)["args"]["name"], "engine 16");
    let armed =
        events.iter().filter(|e| e["ph"] == "C").map(|e| e["args"]["descriptors"].as_u64().unwrap()).sum::<u64>();
    assert_eq!(armed, 16 * 6 + 1);
}

#[test]
fn the_walk_is_the_history() {
    for name in SCENARIOS {
        let session = scenario(name);
        let mut last = None;
        let mut events = 0;
        let walked = walk(session.timeline(), |machine, event| {
            events += u64::from(event.is_some());
            last = Some(machine.clone());
            Ok::<(), Infallible>(())
        });
        assert!(walked.is_ok());
        assert_eq!(last.as_ref(), Some(session.machine()), "{name}");
        assert_eq!(events, session.machine().steps() + session.timeline().acts().len() as u64, "{name}");
    }
}
