//! Values on their way to and from JavaScript. Words, addresses and 64-bit values are hex text; steps are numbers.

use js_sys::{Array, Error, Object, Reflect};
use seqbell_script::ScriptError;
use seqbell_script::core::facts::routine::Mem;
use seqbell_script::core::{Machine, Word};
use seqbell_script::exercise::{Grade, Rules};
use seqbell_script::routine_name;
use wasm_bindgen::{JsCast, JsValue};

use crate::options::Attributes;

/// Entries of a list of rules at most.
const RULES_MAX: u32 = 64;

/// A plain object.
pub(crate) fn object(entries: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (key, value) in entries {
        // A fresh object takes any key.
        let _ = Reflect::set(&object, &(*key).into(), value);
    }
    object.into()
}

/// An `Error` with a place; `code` tells it from errors that are not ours.
pub(crate) fn error(code: &str, wrong: &ScriptError) -> JsValue {
    let hint = if wrong.hint.is_empty() { String::new() } else { format!(" ({})", wrong.hint) };
    let error = Error::new(&format!("{}{hint}", wrong.message));
    error.set_name("SeqbellError");
    let parts = [("code", code.into()), ("line", (wrong.line as f64).into()), ("column", (wrong.column as f64).into())];
    for (key, value) in parts {
        let _ = Reflect::set(&error, &key.into(), &value);
    }
    error.into()
}

fn get(object: &JsValue, key: &str) -> JsValue {
    if object.is_object() { Reflect::get(object, &key.into()).unwrap_or_default() } else { JsValue::UNDEFINED }
}

fn text(object: &JsValue, key: &str) -> Option<String> {
    get(object, key).as_string()
}

/// The attributes of an element.
pub(crate) fn attributes(options: &JsValue) -> Attributes {
    Attributes {
        script: text(options, "script").unwrap_or_default(),
        generation: text(options, "generation"),
        view: text(options, "view"),
        registers: text(options, "registers"),
        mode: text(options, "mode"),
        goal: text(options, "goal"),
        label: text(options, "label"),
        reference: text(options, "reference"),
        at: text(options, "at"),
        autoplay: text(options, "autoplay").is_some(),
    }
}

fn word(word: Word) -> JsValue {
    word.value().map_or(JsValue::NULL, |value| format!("{value:#x}").into())
}

/// The machine at a moment.
pub(crate) fn snapshot(machine: &Machine) -> JsValue {
    object(&[
        ("generation", machine.generation().token().into()),
        ("step", (machine.steps() as f64).into()),
        ("state", machine.state().name().into()),
        ("published", word(machine.published())),
        ("flag", word(machine.mem(Mem::RunningFlag))),
        ("reason", word(machine.mem(Mem::HaltReason))),
        ("pc", format!("{:#x}", machine.position().pc).into()),
        ("routine", routine_name(machine).into()),
        ("workPc", machine.work_pc().map_or(JsValue::NULL, |pc| format!("{pc:#x}").into())),
    ])
}

/// A judgement.
pub(crate) fn judged(grade: &Grade) -> JsValue {
    object(&[
        ("verdict", grade.verdict.as_str().into()),
        ("says", grade.says.as_str().into()),
        ("writes", (grade.writes as f64).into()),
        ("steps", (grade.steps as f64).into()),
    ])
}

/// Rules as `{ goal, never, writes, steps, wrong: [{ when, says }] }`.
pub(crate) fn rules(value: &JsValue) -> Result<Rules, ScriptError> {
    let list = |key| {
        get(value, key)
            .dyn_into::<Array>()
            .map_or(Vec::new(), |array| (0..array.length().min(RULES_MAX)).map(|n| array.get(n)).collect::<Vec<_>>())
    };
    let never: Vec<String> = list("never").iter().filter_map(JsValue::as_string).collect();
    let wrong: Vec<(String, String)> =
        list("wrong").iter().filter_map(|entry| Some((text(entry, "when")?, text(entry, "says")?))).collect();
    let pairs = wrong.iter().map(|(when, says)| (when.as_str(), says.as_str()));
    let mut rules = Rules::parse(&text(value, "goal").unwrap_or_default(), never.iter().map(String::as_str), pairs)?;
    let limit = |key| get(value, key).as_f64().filter(|n| *n >= 0.0).map(|n| n as u64);
    (rules.writes, rules.steps) = (limit("writes"), limit("steps"));
    Ok(rules)
}
