//! Scripts from files and from standard input, and errors that point into them.

use crate::BadInput;
use seqbell_script::ScriptError;
use seqbell_script::core::Refused;
use seqbell_script::facts::Generation;
use std::io::{self, Read};
use std::path::Path;

/// The largest script that is read, in bytes.
const SCRIPT_MAX: u64 = 4 << 20;

/// The text of a script; `-` is standard input.
pub(crate) fn script(path: &str) -> Result<String, BadInput> {
    let bad = |e: io::Error| BadInput(format!("{path}: {e}"));
    let mut bytes = Vec::new();
    if path == "-" {
        io::stdin().lock().take(SCRIPT_MAX + 1).read_to_end(&mut bytes).map_err(bad)?;
    } else {
        let file = std::fs::File::open(Path::new(path)).map_err(bad)?;
        file.take(SCRIPT_MAX + 1).read_to_end(&mut bytes).map_err(bad)?;
    }
    if bytes.len() as u64 > SCRIPT_MAX {
        return Err(BadInput(format!("{path}: larger than {} MiB, which no script is", SCRIPT_MAX >> 20)));
    }
    String::from_utf8(bytes).map_err(|_| BadInput(format!("{path}: not UTF-8 text")))
}

/// An error in a script: the place, the line with a caret, the hint.
pub(crate) fn points_at(path: &str, text: &str, error: &ScriptError) -> BadInput {
    let line = text.lines().nth(error.line - 1).unwrap_or("");
    let caret = " ".repeat(error.column.saturating_sub(1));
    let hint = if error.hint.is_empty() { String::new() } else { format!("\n  hint: {}", error.hint) };
    BadInput(format!("{path}:{}:{}: {}\n  {line}\n  {caret}^{hint}", error.line, error.column, error.message))
}

/// A generation by its name.
pub(crate) fn generation(name: &str) -> Result<Generation, String> {
    Generation::parse(name)
        .ok_or_else(|| format!("generations are {}", Generation::ALL.map(Generation::token).join(", ")))
}

/// A number, decimal or 0x.
pub(crate) fn number(text: &str) -> Result<u16, String> {
    let parsed = match text.strip_prefix("0x") {
        Some(hex) => u16::from_str_radix(hex, 16),
        None => text.parse(),
    };
    parsed.map_err(|e| format!("{e}: a number, decimal or 0x"))
}

/// A refusal as bad input.
pub(crate) fn refused(refused: &Refused) -> BadInput {
    BadInput(refused.to_string())
}
