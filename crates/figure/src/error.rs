//! What is wrong with a block, and where. It does not know the file.

use seqbell_script::ScriptError;
use std::fmt;

/// A block that makes no figure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FigureError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// What would be right; may be empty.
    pub hint: String,
}

impl FigureError {
    /// An error in the first line.
    pub(crate) fn new(column: usize, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { line: 1, column, message: message.into(), hint: hint.into() }
    }

    /// The same error so many lines further down.
    pub(crate) fn below(self, lines: usize) -> Self {
        Self { line: self.line + lines, ..self }
    }
}

impl From<ScriptError> for FigureError {
    fn from(error: ScriptError) -> Self {
        Self { line: error.line, column: error.column, message: error.message, hint: error.hint }
    }
}

/// `12:7: what is wrong`, and the hint in a line of its own: a file name with a colon fits in front of it.
impl fmt::Display for FigureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)?;
        if self.hint.is_empty() { Ok(()) } else { write!(f, "\n  hint: {}", self.hint) }
    }
}

impl std::error::Error for FigureError {}
