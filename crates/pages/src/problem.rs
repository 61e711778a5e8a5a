//! What is wrong with a source, in words for whoever wrote it.

use std::fmt;

/// Something wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The file it is in, below `static/`.
    pub file: String,
    /// Its line, from 1; 0 where no line is to blame.
    pub line: usize,
    /// What is wrong, and what would be right.
    pub what: String,
}

impl Problem {
    /// A problem in a line of a file.
    pub fn new(file: impl Into<String>, line: usize, what: impl Into<String>) -> Self {
        Self { file: file.into(), line, what: what.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.file, self.what),
            line => write!(f, "{}:{line}: {}", self.file, self.what),
        }
    }
}

impl std::error::Error for Problem {}
