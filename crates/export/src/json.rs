//! Events as JSON: addresses and 64-bit values are "0x…" strings, so that no reader rounds them. One object a line is JSONL.

use crate::text::carried;
use seqbell_script::core::event::{Detail, place_name};
use seqbell_script::core::seq::own_pc;
use seqbell_script::core::{Event, Machine, Word, csr};
use seqbell_script::describe;
use seqbell_script::facts::{Evidence, Generation};
use serde_json::{Map, Value, json};

/// One event as one object.
pub fn event(event: &Event, generation: Generation) -> Value {
    let mut object = Map::new();
    object.insert("step".into(), event.step.into());
    object.insert("kind".into(), event.kind.name().into());
    object.insert("pc".into(), event.pc.map_or(Value::Null, |pc| hex(u64::from(pc))));
    object.insert("fact".into(), event.fact.into());
    evidence(&mut object, event.evidence);
    if event.pc.is_some() && carried(generation) {
        // Code addresses are Cayman's; the other images put the same code elsewhere.
        object.insert("pc_generation".into(), Generation::Cayman.token().into());
    }
    if let Some(own) = event.pc.and_then(|pc| own_pc(generation, pc)).and_then(|site| site.addr) {
        object.insert("own_pc".into(), hex(u64::from(own)));
    }
    detail(&mut object, event);
    if let Some(confirmed) = event.confirmed {
        object.insert("confirmed".into(), confirmed.into());
    }
    if let Some(state) = event.state {
        object.insert("state".into(), state.name().into());
    }
    if let Some(warning) = event.warning {
        object.insert("warning".into(), warning.text().into());
    }
    object.insert("text".into(), describe(event).into());
    Value::Object(object)
}

/// The line for a step back.
pub fn back(step: u64) -> Value {
    json!({"step": step, "kind": "back", "pc": null, "fact": null, "confidence": "HIGH", "basis": "OBSERVED"})
}

/// The last line: where the machine is, and the digest of the trace.
pub fn end(machine: &Machine, digest: u64) -> Value {
    json!({"kind": "end", "state": machine.state().name(), "steps": machine.steps(), "digest": format!("{digest:#018x}")})
}

fn detail(object: &mut Map<String, Value>, event: &Event) {
    match event.detail {
        Detail::Read(place, found) | Detail::Write(place, found) | Detail::Nowhere(place, found) => {
            object.insert("place".into(), place_name(place).into());
            object.insert("value".into(), word(found));
        }
        Detail::HostRead(register, found) => {
            object.insert("place".into(), csr::name(register).into());
            object.insert("value".into(), word(found));
        }
        Detail::Register(register, found) => {
            object.insert("place".into(), format!("a{register}").into());
            object.insert("value".into(), word(found));
        }
        Detail::Decided(taken) => drop(object.insert("taken".into(), taken.into())),
        Detail::Fetched { opcode, sync } => {
            object.insert("opcode".into(), hex(u64::from(opcode)));
            object.insert("sync".into(), sync.into());
        }
        Detail::Opcode(opcode) => drop(object.insert("opcode".into(), hex(u64::from(opcode)))),
        Detail::Called(name, _) => drop(object.insert("callee".into(), name.into())),
        Detail::Bytes(end) => drop(object.insert("end".into(), hex(u64::from(end)))),
        Detail::Landed(landing) => {
            object.insert("address".into(), address(landing.addr));
            object.insert("value".into(), hex(u64::from(landing.value)));
            let engines = landing.heard.map_or(Vec::new(), |h| h.engines().collect::<Vec<_>>());
            object.insert("engines".into(), json!(engines));
        }
        Detail::None | Detail::Log(..) | Detail::Host(_) => {}
    }
}

/// Confidence and basis.
pub fn evidence(object: &mut Map<String, Value>, evidence: Evidence) {
    object.insert("confidence".into(), evidence.confidence.as_str().into());
    object.insert("basis".into(), evidence.basis.as_str().into());
}

/// A word, or null if it is unknown.
pub fn word(word: Word) -> Value {
    word.value().map_or(Value::Null, |v| hex(u64::from(v)))
}

/// A number as hex.
pub fn hex(value: u64) -> Value {
    format!("{value:#x}").into()
}

/// A 48-bit SoC address, twelve digits.
pub fn address(addr: u64) -> Value {
    format!("{addr:#014x}").into()
}
