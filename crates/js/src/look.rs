//! Questions about addresses; no machine is needed for them.

use crate::shape::{Decoded, FieldValue, Sum, Term, generation, hex, object, soc};
use crate::{fail, take};
use seqbell_script::core::fabric::{self, Behind, Direction, Explanation, Reach};
use seqbell_script::facts::Generation;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The release of the simulator.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// The address of a doorbell, term by term.
/// @param to The ring: `direction` "m2s" or "s2m", a `group` (0 to 7, through its broadcast window) or an `engine`, a
/// `queue` (0 to 15), and a `generation` (default "cayman").
/// @throws {SeqbellError}
#[wasm_bindgen(unchecked_return_type = "Sum")]
pub fn address(
    #[wasm_bindgen(
        unchecked_param_type = "{ direction: \"m2s\" | \"s2m\"; group?: number; engine?: number; queue: number; generation?: Generation }"
    )]
    to: JsValue,
) -> Result<JsValue, JsValue> {
    let part = |key| take::option(&to, key);
    let g = take::generation(&part("generation"))?;
    let word = take::text(&part("direction"), "the direction")?;
    let direction = [Direction::M2s, Direction::S2m].into_iter().find(|d| word.eq_ignore_ascii_case(d.token()));
    let direction = direction.ok_or_else(|| fail::argument("the direction must be m2s or s2m"))?;
    let small = |key, what: &str, max: u64| take::whole(&part(key), what, max);
    let reach = match (part("group").is_undefined(), part("engine").is_undefined()) {
        (false, true) => Reach::Group { group: small("group", "the group", 255)? as u8, mask: u16::MAX },
        (true, false) => Reach::Engine(small("engine", "the engine", 65_535)? as u16),
        (true, true) | (false, false) => return Err(fail::argument("give either a group or an engine")),
    };
    let queue = small("queue", "the queue", 255)? as u8;
    let sum = fabric::doorbell(g, direction, reach, queue).map_err(|r| fail::refused(&r))?;
    let terms =
        sum.terms.iter().map(|t| Term { name: t.name, value: soc(t.value), fact: t.fact, evidence: t.evidence.into() });
    object(&Sum {
        generation: generation(g),
        address: soc(sum.addr),
        terms: terms.collect(),
        evidence: sum.evidence.into(),
    })
}

/// What an address is: block, engine, queue, register.
/// @param address An SoC address (48 bits), an address in the device-local aperture, or a control-plane offset.
/// @param options `generation` (default "cayman"), and a `value` whose fields are wanted.
/// @throws {SeqbellError}
#[wasm_bindgen(unchecked_return_type = "Decoded")]
pub fn decode(
    #[wasm_bindgen(unchecked_param_type = "Whole")] address: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "{ generation?: Generation; value?: Whole }")] options: JsValue,
) -> Result<JsValue, JsValue> {
    let g = take::generation(&take::option(&options, "generation"))?;
    let addr = take::whole(&address, "the address", u64::MAX)?;
    let value = take::option(&options, "value");
    let value =
        if value.is_undefined() { None } else { Some(take::whole(&value, "the value", u64::from(u32::MAX))? as u32) };
    let found = fabric::explain(g, addr).map_err(|r| fail::refused(&r))?;
    object(&decoded(g, &found, value))
}

fn decoded(g: Generation, found: &Explanation, value: Option<u32>) -> Decoded {
    let (group, engine) = match found.behind {
        Some(Behind::Group(group)) => (Some(group), None),
        Some(Behind::Engine(engine)) => (None, Some(engine)),
        None => (None, None),
    };
    let register = found.register.as_ref();
    let fields = value.map_or(Vec::new(), |value| found.fields(value));
    Decoded {
        address: soc(found.addr),
        generation: generation(g),
        plane: found.plane.map(fabric::Plane::name),
        block: found.block.map(|b| b.name()),
        die: found.die,
        group,
        engine,
        direction: found.direction.map(|d| d.token()),
        queue: found.queue,
        register: register.map(|r| r.name.clone()),
        access: register.and_then(|r| r.access).map(|a| a.as_str()),
        fact: register.map(|r| r.fact),
        confidence: register.map(|r| r.evidence.confidence.as_str()),
        basis: register.map(|r| r.evidence.basis.as_str()),
        reason: found.reason.clone(),
        note: found.note.clone(),
        fields: fields
            .iter()
            .map(|f| FieldValue { name: f.name, msb: f.msb, lsb: f.lsb, value: hex(u64::from(f.value)) })
            .collect(),
    }
}
