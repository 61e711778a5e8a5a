//! `seqbell check`: scripts as tests.

use crate::terminal::{Ink, Pen};
use crate::{BadInput, Outcome, input};
use anyhow::Result;
use seqbell_script::facts::Generation;
use seqbell_script::{Report, Session};
use std::io::{self, BufWriter, Write};

pub(crate) const EXAMPLES: &str = "\
Examples:
  seqbell check static/scenarios/*.bell      run them all; exit 0 if everything holds, 1 if not
  seqbell check -v boot.bell                 name every check, also those that pass
  seqbell check - < boot.bell                from standard input";

/// Arguments of `check`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Scripts; `-` reads standard input.
    #[arg(required = true)]
    files: Vec<String>,
    /// List every check, not only the failed ones.
    #[arg(long, short)]
    verbose: bool,
}

/// What one script came to.
struct Tally {
    passed: usize,
    failed: usize,
    lines: Vec<String>,
}

/// Runs every script and reports like a test runner.
pub(crate) fn run(arguments: &Arguments) -> Result<Outcome> {
    let mut out = BufWriter::new(io::stdout().lock());
    let pen = Pen::out();
    let (mut passed, mut failed) = (0, 0);
    let mut bad = Vec::new();
    for file in &arguments.files {
        match check(file, arguments.verbose) {
            Ok(result) => {
                let verdict = match result.failed {
                    0 => pen.ink(Ink::Good, "ok"),
                    _ => pen.ink(Ink::Bad, "FAILED"),
                };
                writeln!(out, "{file} ... {verdict} ({} passed, {} failed)", result.passed, result.failed)?;
                for line in &result.lines {
                    writeln!(out, "    {line}")?;
                }
                passed += result.passed;
                failed += result.failed;
            }
            Err(error) => {
                writeln!(out, "{file} ... {}", pen.ink(Ink::Bad, "bad input"))?;
                bad.push(error.0);
            }
        }
    }
    writeln!(out, "\n{passed} passed, {failed} failed")?;
    out.flush()?;
    if !bad.is_empty() {
        return Err(BadInput(bad.join("\n")).into());
    }
    Ok(if failed == 0 { Outcome::Fine } else { Outcome::Failed })
}

fn check(file: &str, verbose: bool) -> Result<Tally, BadInput> {
    let text = input::script(file)?;
    let mut session = Session::new(Generation::Cayman).map_err(|r| input::refused(&r))?;
    let mut lines = Vec::new();
    let checks = session.run_script(&text, &mut |report| match report {
        Report::Check { passed: false, what, why } => lines.push(format!("FAILED {what}: {why}")),
        Report::Check { passed: true, what, .. } if verbose => lines.push(format!("ok {what}")),
        Report::Check { .. } | Report::Event(_) | Report::Thunk(..) | Report::Notice(_) | Report::Back(_) => {}
    });
    let checks = checks.map_err(|error| input::points_at(file, &text, &error))?;
    Ok(Tally { passed: checks.passed, failed: checks.failed, lines })
}
