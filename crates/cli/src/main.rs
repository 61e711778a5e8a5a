//! The `seqbell` program: arguments, files, exit codes. It knows no rule of the device.

mod address;
mod check;
mod input;
mod json;
mod lx;
mod run;

use clap::{Parser, Subcommand};
use std::io::{self, Write};
use std::process::ExitCode;

/// Run, check and question the recovered sequencer and doorbell firmware.
///
/// Exit codes: 0 fine, 1 an expectation failed, 2 bad input.
#[derive(Parser)]
#[command(name = "seqbell", version, about, long_about)]
struct Arguments {
    #[command(subcommand)]
    command: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Run a script and print what happens, event by event.
    Run(run::Arguments),
    /// Run scripts and report their `expect`, `refused` and `until` lines.
    Check(check::Arguments),
    /// The address of a doorbell, term by term.
    Address(address::Arguments),
    /// Scalar LX code of the NCFW core: lengths, call targets, CUST3 words; the doorbell thunks.
    Lx(lx::Arguments),
}

/// How a command ended.
pub(crate) enum Outcome {
    /// Everything holds.
    Fine,
    /// An expectation failed.
    Failed,
}

/// Input that cannot be used: exit code 2.
#[derive(Debug)]
pub(crate) struct BadInput(pub(crate) String);

impl std::fmt::Display for BadInput {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadInput {}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let result = match arguments.command {
        Verb::Run(a) => run::run(&a),
        Verb::Check(a) => check::run(&a),
        Verb::Address(a) => address::run(&a),
        Verb::Lx(a) => lx::run(&a),
    };
    match result {
        Ok(Outcome::Fine) => ExitCode::SUCCESS,
        Ok(Outcome::Failed) => ExitCode::from(1),
        Err(error) if broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Nothing is left to do if even standard error is gone.
            let _ = writeln!(io::stderr(), "seqbell: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// The reader of our output went away, which is no error of ours.
fn broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
}
