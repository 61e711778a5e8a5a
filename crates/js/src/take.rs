//! Arguments as JavaScript has them: text, numbers that may not be whole, BigInt, or nothing.

use crate::fail;
use js_sys::Reflect;
use seqbell_script::facts::Generation;
use seqbell_script::trace::number;
use wasm_bindgen::JsValue;

/// The largest number up to which every whole number is exact in JavaScript.
const EXACT: f64 = 9_007_199_254_740_991.0;

/// A text.
pub(crate) fn text(value: &JsValue, what: &str) -> Result<String, JsValue> {
    value.as_string().ok_or_else(|| fail::argument(&format!("{what} must be text")))
}

/// A whole number: hex or decimal text, a BigInt, or an exact number.
pub(crate) fn whole(value: &JsValue, what: &str, max: u64) -> Result<u64, JsValue> {
    let read = match (value.as_string(), value.as_f64()) {
        (Some(text), _) => number(text.trim()),
        (None, Some(n)) if n.fract() == 0.0 && (0.0..=EXACT).contains(&n) => Some(n as u64),
        (None, Some(_)) => None,
        (None, None) => u64::try_from(value.clone()).ok(),
    };
    match read.filter(|n| *n <= max) {
        Some(n) => Ok(n),
        None => Err(fail::argument(&format!(
            "{what} must be a whole number from 0 to {max:#x}: text, a BigInt, or a number that is exact"
        ))),
    }
}

/// The same, or a default where nothing was given.
pub(crate) fn whole_or(value: &JsValue, what: &str, max: u64, default: u64) -> Result<u64, JsValue> {
    if value.is_undefined() { Ok(default) } else { whole(value, what, max) }
}

/// A generation by its word; Cayman where nothing was given.
pub(crate) fn generation(value: &JsValue) -> Result<Generation, JsValue> {
    if value.is_undefined() {
        return Ok(Generation::Cayman);
    }
    let word = text(value, "the generation")?;
    Generation::parse(&word).ok_or_else(|| {
        let known: Vec<&str> = Generation::ALL.into_iter().map(Generation::token).collect();
        fail::argument(&format!("`{word}` is no generation; known are {}", known.join(", ")))
    })
}

/// A property of an object of options; nothing where there is no object or no property.
pub(crate) fn option(options: &JsValue, key: &str) -> JsValue {
    if options.is_object() { Reflect::get(options, &key.into()).unwrap_or_default() } else { JsValue::UNDEFINED }
}
