//! `seqbell run`: a script, and what happens.

use crate::{BadInput, Outcome, input, json, lx};
use anyhow::Result;
use clap::ValueEnum;
use seqbell_script::core::Event;
use seqbell_script::facts::Generation;
use seqbell_script::{Report, ScriptError, Session, describe};
use serde_json::json;
use std::fs::File;
use std::io::{self, BufWriter, Write};

/// Arguments of `run`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The script; `-` reads standard input.
    file: String,
    /// How events are printed.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Write to this file instead of standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<String>,
}

/// How events are printed.
#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// One line an event, for people.
    Text,
    /// One JSON object an event; the last one tells the end state and the digest.
    Jsonl,
}

/// Runs a script and prints its events.
pub(crate) fn run(arguments: &Arguments) -> Result<Outcome> {
    let text = input::script(&arguments.file)?;
    let mut out: Box<dyn Write> = match arguments.out.as_deref() {
        None | Some("-") => Box::new(BufWriter::new(io::stdout().lock())),
        Some(path) => Box::new(BufWriter::new(File::create(path).map_err(|e| BadInput(format!("{path}: {e}")))?)),
    };
    let mut session = Session::new(Generation::Cayman).map_err(|r| input::refused(&r))?;
    let mut printer = Printer { format: arguments.format, out: &mut out, failed: None };
    let result = drive(&mut session, &text, &mut printer);
    if let Some(error) = printer.failed.take() {
        return Err(error.into());
    }
    result.map_err(|error| input::points_at(&arguments.file, &text, &error))?;
    printer.end(&session)?;
    out.flush()?;
    Ok(if session.checks().failed > 0 { Outcome::Failed } else { Outcome::Fine })
}

fn drive(session: &mut Session, text: &str, printer: &mut Printer) -> Result<(), ScriptError> {
    // A generation line changes how later events are shown, so the session is asked line by line.
    for (line, command) in seqbell_script::parse_script(text)? {
        let mut generation = session.generation();
        if let seqbell_script::Command::Generation(g) = command {
            generation = g;
        }
        session.carry_out(&command, &mut |report| printer.report(report, generation)).map_err(|e| e.at_line(line))?;
        if printer.failed.is_some() {
            break;
        }
    }
    Ok(())
}

/// Prints reports; keeps the first error of the output.
struct Printer<'a> {
    format: Format,
    out: &'a mut dyn Write,
    failed: Option<io::Error>,
}

impl Printer<'_> {
    fn report(&mut self, report: &Report, generation: Generation) {
        if self.failed.is_none()
            && let Err(error) = self.print(report, generation)
        {
            self.failed = Some(error);
        }
    }

    fn print(&mut self, report: &Report, generation: Generation) -> io::Result<()> {
        match (self.format, report) {
            (Format::Text, Report::Event(event)) => writeln!(self.out, "{}", line(event)),
            (Format::Text, Report::Thunk(_, step)) => writeln!(self.out, "    ◦ {step}"),
            (Format::Text, Report::Notice(text)) => writeln!(self.out, "      -- {text}"),
            (Format::Text, Report::Check { passed: true, what, .. }) => writeln!(self.out, "      ok {what}"),
            (Format::Text, Report::Check { passed: false, what, why }) => {
                writeln!(self.out, "      FAILED {what}: {why}")
            }
            (Format::Text, Report::Back(step)) => writeln!(self.out, "      -- back at step {step}"),
            (Format::Jsonl, Report::Event(event)) => writeln!(self.out, "{}", json::event(event, generation)),
            (Format::Jsonl, Report::Thunk(at, step)) => writeln!(self.out, "{}", lx::thunk_step(*at, step)),
            (Format::Jsonl, Report::Back(step)) => {
                writeln!(
                    self.out,
                    "{}",
                    json!({"step": step, "kind": "back", "pc": null, "fact": null, "confidence": "HIGH", "basis": "OBSERVED"})
                )
            }
            // What is no event does not belong into a stream of events.
            (Format::Jsonl, Report::Notice(text)) => writeln!(io::stderr(), "note: {text}"),
            (Format::Jsonl, Report::Check { passed: true, .. }) => Ok(()),
            (Format::Jsonl, Report::Check { passed: false, what, why }) => {
                writeln!(io::stderr(), "FAILED {what}: {why}")
            }
        }
    }

    fn end(&mut self, session: &Session) -> io::Result<()> {
        let machine = session.machine();
        let (state, steps, digest) = (machine.state().name(), machine.steps(), session.timeline().digest());
        match self.format {
            Format::Text => {
                writeln!(
                    self.out,
                    "\ntrue state  {state}\nrun_state   {}\nsteps       {steps}\ndigest      {digest:#018x}",
                    machine.published()
                )
            }
            Format::Jsonl => {
                writeln!(
                    self.out,
                    "{}",
                    json!({"kind": "end", "state": state, "steps": steps, "digest": format!("{digest:#018x}")})
                )
            }
        }
    }
}

/// One event as a line: step, kind, address, what happened, evidence, and the state it led to.
fn line(event: &Event) -> String {
    let pc = event.pc.map_or(String::new(), |pc| format!("{pc:#07x}"));
    let step =
        if event.pc.is_none() && event.fact.is_none() { "    ▸".to_owned() } else { format!("{:5}", event.step) };
    let mark = match event.confirmed {
        Some(true) => "✓",
        Some(false) => "✗",
        None => " ",
    };
    let state = event.state.map_or(String::new(), |s| format!("  → {s}"));
    let evidence = format!("{:<4} {:<8}", event.evidence.confidence.as_str(), event.evidence.basis.as_str());
    format!("{step} {:<9} {pc:<7} {evidence} {mark} {}{state}", event.kind.name(), describe(event))
}
