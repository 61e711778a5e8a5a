//! Where results go: standard output, or a file.

use crate::BadInput;
use std::fs::File;
use std::io::{self, BufWriter, Write};

/// Standard output, or the named file; `-` is standard output too.
pub(crate) fn open(path: Option<&str>) -> Result<Box<dyn Write>, BadInput> {
    match path {
        None | Some("-") => Ok(Box::new(BufWriter::new(io::stdout().lock()))),
        Some(path) => match File::create(path) {
            Ok(file) => Ok(Box::new(BufWriter::new(file))),
            Err(error) => Err(BadInput(format!("{path}: {error}"))),
        },
    }
}
