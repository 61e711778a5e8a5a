//! `seqbell header`: registers and doorbells as a C header.

use crate::{Outcome, input, output};
use anyhow::Result;
use seqbell_script::facts::Generation;
use std::io::Write;

pub(crate) const EXAMPLES: &str = "\
Examples:
  seqbell header --generation cayman --out seq.h

Offsets, masks, shifts and reset values, the doorbell sum and its bases; behind each line its fact and evidence.";

/// Arguments of `header`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Hardware generation.
    #[arg(long, default_value = "cayman", value_parser = input::generation)]
    generation: Generation,
    /// Write to this file instead of standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<String>,
}

/// Prints it.
pub(crate) fn run(arguments: &Arguments) -> Result<Outcome> {
    let text = seqbell_export::c_header(arguments.generation).map_err(|r| input::refused(&r))?;
    let mut out = output::open(arguments.out.as_deref())?;
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(Outcome::Fine)
}
