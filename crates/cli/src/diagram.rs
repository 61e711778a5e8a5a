//! `seqbell diagram`: the run-state machine for other people's tools.

use crate::{Outcome, output};
use anyhow::Result;
use clap::ValueEnum;
use seqbell_export::diagram::{dot, mermaid, scxml, state_svg};
use std::io::Write;

pub(crate) const EXAMPLES: &str = "\
Examples:
  seqbell diagram --format svg --out states.svg
  seqbell diagram --format dot | dot -Tpdf > states.pdf
  seqbell diagram --format mermaid                    for a page that draws Mermaid

Each arrow is a row of the transition table, with its id and evidence.
`seqbell render` marks the state of a script's machine in the same picture.";

/// Arguments of `diagram`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The notation.
    #[arg(long, value_enum, default_value_t = Format::Svg)]
    format: Format,
    /// Write to this file instead of standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<String>,
}

/// A notation.
#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// A picture.
    Svg,
    /// Graphviz.
    Dot,
    /// Mermaid, `stateDiagram-v2`.
    Mermaid,
    /// The W3C's state-chart XML.
    Scxml,
}

/// Prints the diagram.
pub(crate) fn run(arguments: &Arguments) -> Result<Outcome> {
    let text = match arguments.format {
        Format::Svg => state_svg(None),
        Format::Dot => dot(),
        Format::Mermaid => mermaid(),
        Format::Scxml => scxml(),
    };
    let mut out = output::open(arguments.out.as_deref())?;
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(Outcome::Fine)
}
