//! `seqbell svd` and `seqbell header`: the register file of a generation, in a format of other people.

use crate::{Outcome, input, output};
use anyhow::Result;
use seqbell_script::core::Refused;
use seqbell_script::facts::Generation;
use std::io::Write;

pub(crate) const SVD_EXAMPLES: &str = "\
Examples:
  seqbell svd --generation mariana --out seq.svd

Read it with any CMSIS-SVD tool. What nobody has recovered is not in it: on Sunda that is most registers.";

pub(crate) const HEADER_EXAMPLES: &str = "\
Examples:
  seqbell header --generation cayman --out seq.h

Offsets, masks, shifts and reset values, the doorbell sum and its bases; behind each line its fact and evidence.";

/// Arguments of both.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Hardware generation.
    #[arg(long, default_value = "cayman", value_parser = input::generation)]
    generation: Generation,
    /// Write to this file instead of standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<String>,
}

/// Prints what `write` makes of the generation.
pub(crate) fn run(arguments: &Arguments, write: fn(Generation) -> Result<String, Refused>) -> Result<Outcome> {
    let text = write(arguments.generation).map_err(|r| input::refused(&r))?;
    let mut out = output::open(arguments.out.as_deref())?;
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(Outcome::Fine)
}
