//! What is thrown: an `Error` object with a code and a place.

use js_sys::{Error, Reflect};
use seqbell_script::ScriptError;
use seqbell_script::core::Refused;
use wasm_bindgen::JsValue;

/// Why a call failed; the word programs compare with.
#[derive(Clone, Copy)]
pub(crate) enum Code {
    /// The text is not understood.
    Syntax,
    /// The machine refuses it.
    Refused,
    /// The call was made with something else than it takes.
    Argument,
}

impl Code {
    const fn word(self) -> &'static str {
        match self {
            Self::Syntax => "syntax",
            Self::Refused => "refused",
            Self::Argument => "argument",
        }
    }
}

/// A line that was not understood, or that the machine refused.
pub(crate) fn script(code: Code, error: &ScriptError) -> JsValue {
    thrown(code, &error.message, &error.hint, (error.line, error.column))
}

/// What the machine refuses, without a text.
pub(crate) fn refused(refused: &Refused) -> JsValue {
    thrown(Code::Refused, &refused.to_string(), "", (0, 0))
}

/// A wrong argument.
pub(crate) fn argument(message: &str) -> JsValue {
    thrown(Code::Argument, message, "", (0, 0))
}

/// An object that cannot be made; it takes a reader with a prototype of its own to get here.
pub(crate) fn shape(error: &serde_wasm_bindgen::Error) -> JsValue {
    argument(&error.to_string())
}

fn thrown(code: Code, message: &str, hint: &str, (line, column): (usize, usize)) -> JsValue {
    let error = Error::new(message);
    error.set_name("SeqbellError");
    let parts: [(&str, JsValue); 4] = [
        ("code", code.word().into()),
        ("line", (line as f64).into()),
        ("column", (column as f64).into()),
        ("hint", hint.into()),
    ];
    for (key, value) in parts {
        // A fresh object takes any key.
        let _ = Reflect::set(&error, &key.into(), &value);
    }
    error.into()
}
