//! A line that could not be understood or carried out.

use std::fmt;

/// Bad input: where it is, what is wrong, and what would help. Nothing was changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScriptError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// What would be right; may be empty.
    pub hint: String,
}

impl ScriptError {
    /// An error in line 1.
    pub fn new(column: usize, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { line: 1, column, message: message.into(), hint: hint.into() }
    }

    /// The same error in another line.
    #[must_use]
    pub fn at_line(self, line: usize) -> Self {
        Self { line, ..self }
    }
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)?;
        if self.hint.is_empty() { Ok(()) } else { write!(f, "\n  hint: {}", self.hint) }
    }
}

impl std::error::Error for ScriptError {}
