//! LX code and thunk walks as JSON. Addresses are the shortest "0x…" strings.

use super::spaced;
use crate::json::{evidence, hex};
use seqbell_script::core::ncfw::Selector;
use seqbell_script::core::ncfw::lx::{Piece, Reading, What, call};
use seqbell_script::core::ncfw::thunk::{self, Slot, UNLISTED, UNLISTED_FACT};
use seqbell_script::core::ncfw::walk::{Act, Step};
use seqbell_script::facts::{
    Assumptions, Evidence, FactId, HELPER_DIFF, TAIL_CHAIN, THUNK_ARRAY, THUNK_HELPERS, Thunk, ThunkHelper,
};
use serde_json::{Map, Value, json};

type Object = Map<String, Value>;

/// An object, with the fact and its evidence added.
fn grounded(mut value: Value, fact: FactId, evidence_of: Evidence) -> Value {
    if let Value::Object(object) = &mut value {
        object.insert("fact".into(), fact.into());
        evidence(object, evidence_of);
    }
    value
}

fn address(addr: impl Into<u64>) -> Value {
    hex(addr.into())
}

fn maybe(addr: Option<u32>) -> Value {
    addr.map_or(Value::Null, address)
}

/// Bytes as a walk reads them.
pub(super) fn code(reading: Reading, pc: u32, pieces: &[Piece<'_>]) -> Value {
    json!({
        "generation": reading.generation.token(),
        "length_rule": reading.lengths.token(),
        "cust3_reading": reading.cust3.token(),
        "pc": address(pc),
        "instructions": pieces.iter().map(|piece| instruction(pc, piece)).collect::<Vec<_>>(),
    })
}

fn instruction(first: u32, piece: &Piece<'_>) -> Value {
    let printed = u32::try_from(piece.bytes.len()).ok();
    let length = if let What::Unprinted(count) = piece.what { count } else { printed };
    let mut object = json!({
        "pc": address(piece.pc),
        "offset": piece.pc.wrapping_sub(first),
        "bytes": (!piece.bytes.is_empty()).then(|| spaced(piece.bytes)),
        "length": length,
        "kind": piece.what.name(),
        "text": piece.what.to_string(),
    });
    if let What::Call { form, target } = piece.what {
        object["call"] = form.name().into();
        object["target"] = address(target);
    }
    if let Some(page) = piece.page_target {
        object["page_target"] = address(page);
    }
    grounded(object, piece.fact, piece.evidence)
}

/// A built-in thunk and its code.
pub(super) fn thunk_code(reading: Reading, thunk: &'static Thunk) -> Value {
    let mut object = code(reading, thunk.addr, &thunk::listing(thunk, reading));
    object["thunk"] = row(thunk);
    object
}

/// A built-in helper and its code.
pub(super) fn helper_code(reading: Reading, helper: &'static ThunkHelper) -> Value {
    let mut object = code(reading, helper.addr, &thunk::helper_listing(helper, reading));
    object["helper"] = helper_row(helper);
    object
}

fn row(thunk: &Thunk) -> Value {
    let decoded = thunk.call_word.zip(thunk.call_pc).and_then(|(word, pc)| call(word, pc)).map(|(_, target)| target);
    let selector = match Selector::of(thunk) {
        Selector::Setup(_) => Value::Null,
        Selector::Group { pair, sub } => json!({"pair": pair, "sub": sub}),
        Selector::Bank { bank, engine } => json!({"bank": address(bank), "nc": bank >> 7, "engine": engine}),
        Selector::Channel { channel, .. } => json!({"channel": channel}),
    };
    let mut object = json!({
        "address": address(thunk.addr),
        "name": Selector::of(thunk).to_string(),
        "family": thunk.family.as_str(),
        "slot_bytes": thunk.slot_bytes,
        "known_bytes": !thunk.segments.is_empty(),
        "cust3": thunk.cust3,
        "selector": selector,
        "call_pc": maybe(thunk.call_pc),
        "target": maybe(decoded),
        "direction": thunk.direction.map(|leg| leg.as_str()),
    });
    if decoded != Some(thunk.page_target) {
        object["page_target"] = address(thunk.page_target);
    }
    if let Some(callers) = thunk::callers(thunk.addr) {
        object["callers"] = json!({"min": callers.min, "max": callers.max, "from": callers.from, "fact": callers.fact});
    }
    grounded(object, thunk.id, thunk.evidence)
}

fn helper_row(helper: &ThunkHelper) -> Value {
    let object = json!({
        "address": address(helper.addr),
        "direction": helper.direction.as_str(),
        "slot_bytes": helper.slot_bytes,
        "printed_bytes": helper.code.len(),
        "call_pc": address(helper.call_pc),
        "target": address(helper.call_target),
    });
    grounded(object, helper.id, helper.evidence)
}

/// The whole array and what is behind it.
pub(super) fn list() -> Value {
    let thunks = thunk::slots(&Assumptions::default()).map(|slot| match slot {
        Slot::Listed(thunk) => row(thunk),
        Slot::Unlisted(n) => {
            let object = json!({
                "address": null,
                "unlisted": n,
                "between": [address(UNLISTED.start), address(UNLISTED.end)],
            });
            grounded(object, UNLISTED_FACT.0, UNLISTED_FACT.1)
        }
    });
    let diff = HELPER_DIFF.iter().map(|diff| {
        grounded(
            json!({"offset": diff.offset, "in": address(diff.in_byte), "out": address(diff.out_byte)}),
            diff.id,
            diff.evidence,
        )
    });
    let chain = TAIL_CHAIN.iter().map(|hop| {
        let object = json!({"n": hop.n, "from": hop.from, "call_pc": maybe(hop.call_pc), "call": hop.call_kind, "target": maybe(hop.to)});
        grounded(object, hop.id, hop.evidence)
    });
    let callers = thunk::CALLERS.iter().map(|row| {
        let object = json!({"first": address(row.first), "last": address(row.last), "min": row.min, "max": row.max, "from": row.from});
        grounded(object, row.fact, row.evidence)
    });
    let array = json!({
        "first": address(THUNK_ARRAY.first),
        "last_exclusive": address(THUNK_ARRAY.last_exclusive),
        "thunks": THUNK_ARRAY.thunks,
        "with_cust3": THUNK_ARRAY.with_cust3,
    });
    json!({
        "array": grounded(array, THUNK_ARRAY.id, THUNK_ARRAY.evidence),
        "thunks": thunks.collect::<Vec<_>>(),
        "helpers": THUNK_HELPERS.iter().map(helper_row).collect::<Vec<_>>(),
        "helper_diff": diff.collect::<Vec<_>>(),
        "tail_chain": chain.collect::<Vec<_>>(),
        "callers": callers.collect::<Vec<_>>(),
    })
}

/// A step of a thunk walk, for a stream of events: the keys of an event, `act`, and what the act has.
///
/// `pc` is an address of Mariana's NCFW image, which `image` says.
pub(crate) fn thunk_step(at: u64, step: &Step) -> Value {
    let mut object = Object::new();
    object.insert("step".into(), at.into());
    object.insert("kind".into(), "thunk".into());
    object.insert("pc".into(), maybe(step.pc));
    object.insert("fact".into(), step.fact.into());
    evidence(&mut object, step.evidence);
    object.insert("image".into(), "ncfw".into());
    object.insert("act".into(), step.act.name().into());
    match step.act {
        Act::Call { form, target, page_target } => {
            object.insert("call".into(), form.name().into());
            object.insert("target".into(), address(target));
            if let Some(page) = page_target {
                object.insert("page_target".into(), address(page));
            }
        }
        Act::HeadRead { addr } => drop(object.insert("address".into(), crate::json::address(addr))),
        Act::Doorbell { addr, count } => {
            object.insert("address".into(), crate::json::address(addr));
            object.insert("count".into(), count.into());
        }
        Act::Borrowed
        | Act::NotInImage
        | Act::Entry
        | Act::Select(_)
        | Act::Aim(_)
        | Act::Descriptor
        | Act::Cust3 { .. }
        | Act::Code(_)
        | Act::Direction(..)
        | Act::Opaque(_)
        | Act::Core(_)
        | Act::Unprinted(_)
        | Act::Return => {}
    }
    object.insert("text".into(), step.act.to_string().into());
    Value::Object(object)
}
