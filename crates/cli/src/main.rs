//! The `seqbell` program: arguments, files, exit codes. It knows no rule of the device.

mod run;
mod check;
mod why;
mod whatif;
mod explore;
mod compare;
mod address;
mod decode;
mod trace;
mod lx;
mod facts;
mod diagram;
mod render;
mod registers;
mod repl;
mod fmt;
mod link;
mod manual;
mod input;
mod output;
mod terminal;
mod event;
mod json;
mod lines;

use clap::{CommandFactory, Parser, Subcommand};
use std::io::{self, Write};
use std::process::ExitCode;

/// Run, check and question the recovered sequencer and doorbell firmware.
///
/// A script is a list of commands, one a line: what a host does, how many steps the machine makes, what is expected.
/// Exit codes: 0 fine, 1 an expectation failed, 2 bad input.
#[derive(Parser)]
#[command(name = "seqbell", version, about, long_about, after_help = EXAMPLES)]
struct Arguments {
    /// When to use colour: auto, always or never.
    #[arg(long, value_enum, default_value_t = terminal::When::Auto, global = true, value_name = "WHEN", hide_possible_values = true)]
    color: terminal::When,
    #[command(subcommand)]
    command: Verb,
}

const EXAMPLES: &str = "\
Examples:
  seqbell run boot.bell                      what happens, event by event
  seqbell check static/scenarios/*.bell      run scripts as tests
  seqbell why boot.bell --of run_state       who published this value, and what led there
  seqbell whatif pause.bell                  which unknowns would change what the host sees
  seqbell explore --goal 'state == PAUSED'   the fewest host actions to a goal, as a script
  seqbell repl                               try commands one by one; `help` explains each

The language of the scripts is described in docs/script.md, the JSON outputs in docs/cli.md.";

#[derive(Subcommand)]
enum Verb {
    /// Run a script and print what happens, event by event.
    #[command(after_help = run::EXAMPLES)]
    Run(run::Arguments),
    /// Run scripts and report their `expect`, `refused` and `until` lines.
    #[command(after_help = check::EXAMPLES)]
    Check(check::Arguments),
    /// Why a value is what it is: the chain back to a host action.
    #[command(after_help = why::EXAMPLES)]
    Why(why::Arguments),
    /// Which of the things nobody knows would change what the host sees.
    #[command(after_help = whatif::EXAMPLES)]
    Whatif(whatif::Arguments),
    /// Everything a host could do: the fewest actions to a goal, as a script; rules that always or never hold.
    #[command(after_help = explore::EXAMPLES)]
    Explore(explore::Arguments),
    /// Two scripts or two branches: the first difference, and the later ones.
    #[command(after_help = compare::EXAMPLES)]
    Compare(compare::Arguments),
    /// The address of a doorbell, term by term.
    #[command(after_help = address::EXAMPLES)]
    Address(address::Arguments),
    /// What an address is: plane, block, die, group or engine, direction, queue, register.
    Decode(decode::Arguments),
    /// A Linux mmiotrace log or `ADDRESS VALUE` lines: every access decoded, doorbells grouped, replayed, linted.
    Trace(trace::Arguments),
    /// Scalar LX code of the NCFW core: lengths, call targets, CUST3 words; the doorbell thunks.
    #[command(after_help = lx::EXAMPLES)]
    Lx(lx::Arguments),
    /// What is known, searched by words: records with evidence and source.
    #[command(after_help = facts::EXAMPLES)]
    Facts(facts::Arguments),
    /// The run-state machine as SVG, DOT, Mermaid or SCXML.
    #[command(after_help = diagram::EXAMPLES)]
    Diagram(diagram::Arguments),
    /// A script's history as a picture: state, timeline, fan-out, rings.
    #[command(after_help = render::EXAMPLES)]
    Render(render::Arguments),
    /// The register file as CMSIS-SVD.
    #[command(after_help = registers::SVD_EXAMPLES)]
    Svd(registers::Arguments),
    /// Registers and doorbells as a C header.
    #[command(after_help = registers::HEADER_EXAMPLES)]
    Header(registers::Arguments),
    /// Give commands one by one, with history, completion and help.
    #[command(after_help = repl::EXAMPLES)]
    Repl(repl::Arguments),
    /// Write scripts in their one way of writing.
    #[command(after_help = fmt::EXAMPLES)]
    Fmt(fmt::Arguments),
    /// A script as a link.
    #[command(after_help = link::LINK_EXAMPLES)]
    Link(link::LinkArguments),
    /// The script in a link.
    #[command(after_help = link::OPEN_EXAMPLES)]
    Open(link::OpenArguments),
    /// Completions for a shell.
    #[command(after_help = manual::COMPLETIONS_EXAMPLES)]
    Completions(manual::CompletionsArguments),
    /// The manual page.
    #[command(after_help = manual::MAN_EXAMPLES)]
    Man(manual::ManArguments),
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
    arguments.color.apply();
    let result = match arguments.command {
        Verb::Run(a) => run::run(&a),
        Verb::Check(a) => check::run(&a),
        Verb::Why(a) => why::run(&a),
        Verb::Whatif(a) => whatif::run(&a),
        Verb::Explore(a) => explore::run(&a),
        Verb::Compare(a) => compare::run(&a),
        Verb::Address(a) => address::run(&a),
        Verb::Decode(a) => decode::run(&a),
        Verb::Trace(a) => trace::run(&a),
        Verb::Lx(a) => lx::run(&a),
        Verb::Facts(a) => facts::run(&a),
        Verb::Diagram(a) => diagram::run(&a),
        Verb::Render(a) => render::run(&a),
        Verb::Svd(a) => registers::run(&a, seqbell_export::svd),
        Verb::Header(a) => registers::run(&a, seqbell_export::c_header),
        Verb::Repl(a) => repl::run(&a),
        Verb::Fmt(a) => fmt::run(&a),
        Verb::Link(a) => link::link(&a),
        Verb::Open(a) => link::open(&a),
        Verb::Completions(a) => manual::completions(&a, Arguments::command()),
        Verb::Man(a) => manual::man(&a, Arguments::command()),
    };
    match result {
        Ok(Outcome::Fine) => ExitCode::SUCCESS,
        Ok(Outcome::Failed) => ExitCode::from(1),
        Err(error) => ExitCode::from(complain(&error)),
    }
}

/// Says on standard error what is wrong, and gives the exit code.
pub(crate) fn complain(error: &anyhow::Error) -> u8 {
    if broken_pipe(error) {
        return 0;
    }
    // Nothing is left to do if even standard error is gone.
    let _ = writeln!(io::stderr(), "seqbell: {error:#}");
    2
}

/// The reader of our output went away, which is no error of ours.
fn broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
}
