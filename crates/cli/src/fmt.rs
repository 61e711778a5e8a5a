//! `seqbell fmt`: scripts in their one way of writing.

use crate::terminal::{Ink, Pen};
use crate::{BadInput, Outcome, input, output};
use anyhow::Result;
use std::io::Write;

pub(crate) const EXAMPLES: &str = "\
Examples:
  seqbell fmt boot.bell                      rewrite the file if anything changes
  seqbell fmt --check static/scenarios/*.bell   change nothing; exit 1 and name what would change
  seqbell fmt - < boot.bell                  from standard input to standard output";

/// Arguments of `fmt`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Scripts; `-` formats standard input to standard output.
    #[arg(required = true)]
    files: Vec<String>,
    /// Change nothing; exit with 1 if a file is not formatted.
    #[arg(long)]
    check: bool,
}

/// Formats every file. A file with an error is left as it is, and the others are still done.
pub(crate) fn run(arguments: &Arguments) -> Result<Outcome> {
    let mut out = output::open(None)?;
    let pen = Pen::out();
    let mut bad = Vec::new();
    let mut outcome = Outcome::Fine;
    for file in &arguments.files {
        let (text, neat) = match formatted(file) {
            Ok(both) => both,
            Err(error) => {
                bad.push(error.0);
                continue;
            }
        };
        match (arguments.check, text == neat) {
            (true, true) => {}
            (true, false) => {
                writeln!(out, "{} {file}", pen.ink(Ink::Bad, "not formatted"))?;
                outcome = Outcome::Failed;
            }
            (false, _) if file == "-" => write!(out, "{neat}")?,
            (false, true) => {}
            (false, false) => {
                std::fs::write(file, neat).map_err(|e| BadInput(format!("{file}: {e}")))?;
                writeln!(out, "formatted {file}")?;
            }
        }
    }
    out.flush()?;
    if bad.is_empty() { Ok(outcome) } else { Err(BadInput(bad.join("\n")).into()) }
}

/// The text of a file, and how it should be.
fn formatted(file: &str) -> Result<(String, String), BadInput> {
    let text = input::script(file)?;
    let neat = seqbell_script::format(&text).map_err(|error| input::points_at(file, &text, &error))?;
    Ok((text, neat))
}
