//! `seqbell run`: a script, and what happens.

use crate::event::Lines;
use crate::terminal::{self, Ink, Pen};
use crate::{Outcome, input, json, lx, output};
use anyhow::Result;
use clap::ValueEnum;
use indicatif::ProgressBar;
use seqbell_export::Language;
use seqbell_script::facts::Generation;
use seqbell_script::{Report, ScriptError, Session};
use std::io::{self, Write};

/// Events between two looks at the progress counter.
const TICK: u64 = 1 << 14;

pub(crate) const EXAMPLES: &str = "\
Examples:
  seqbell run boot.bell                      every event, for people
  seqbell run boot.bell --format jsonl       one JSON object an event, for programs
  seqbell run boot.bell --format vcd --out boot.vcd && gtkwave boot.vcd
  seqbell run boot.bell --format c           what the host did, as code in its own language
  printf 'write start_ctrl 1\\nuntil state == RUNNING\\n' | seqbell run -";

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
    /// A value change dump for GTKWave and Surfer; 1 ns is one step.
    Vcd,
    /// A trace for ui.perfetto.dev: a track for each engine, arrows from doorbells to rings.
    Perfetto,
    /// What the host did, as C with `writel` and `readl`.
    C,
    /// What the host did, as Rust with `write_volatile`.
    Rust,
    /// What the host did, as Python over an `mmap`.
    Python,
    /// What the host did, as a shell script with `devmem`.
    Shell,
}

/// Runs a script and prints its events.
pub(crate) fn run(arguments: &Arguments) -> Result<Outcome> {
    let text = input::script(&arguments.file)?;
    let mut out = output::open(arguments.out.as_deref())?;
    let pen = if arguments.out.is_some() { Pen::plain() } else { Pen::out() };
    let mut session = Session::new(Generation::Cayman).map_err(|r| input::refused(&r))?;
    let mut printer = Printer { format: arguments.format, out: &mut out, pen, counter: terminal::counter(), told: 0 };
    let result = drive(&mut session, &text, &mut printer);
    printer.counter.finish_and_clear();
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
    }
    Ok(())
}

/// Prints reports.
struct Printer<'a> {
    format: Format,
    out: &'a mut dyn Write,
    pen: Pen,
    counter: ProgressBar,
    /// Reports so far.
    told: u64,
}

impl Printer<'_> {
    fn report(&mut self, report: &Report, generation: Generation) {
        self.told += 1;
        if let Report::Event(event) = report
            && self.told.is_multiple_of(TICK)
        {
            self.counter.set_position(event.step);
        }
        if let Err(error) = self.print(report, generation) {
            // Nobody reads on, and a run may be long: this is the end of it.
            self.counter.finish_and_clear();
            std::process::exit(crate::complain(&error.into()).into());
        }
    }

    fn print(&mut self, report: &Report, generation: Generation) -> io::Result<()> {
        match self.format {
            Format::Text => self.text(report, generation),
            Format::Jsonl => self.jsonl(report, generation),
            // These are written from the history, once it is complete.
            Format::Vcd | Format::Perfetto | Format::C | Format::Rust | Format::Python | Format::Shell => aside(report),
        }
    }

    fn text(&mut self, report: &Report, generation: Generation) -> io::Result<()> {
        let pen = self.pen;
        match report {
            Report::Thunk(_, step) => writeln!(self.out, "    ◦ {step}"),
            Report::Event(event) => writeln!(self.out, "{}", Lines { pen, generation }.event(event)),
            Report::Notice(text) => writeln!(self.out, "      -- {text}"),
            Report::Check { passed: true, what, .. } => writeln!(self.out, "      {} {what}", pen.ink(Ink::Good, "ok")),
            Report::Check { passed: false, what, why } => {
                writeln!(self.out, "      {} {what}: {why}", pen.ink(Ink::Bad, "FAILED"))
            }
            Report::Back(step) => writeln!(self.out, "      -- back at step {step}"),
        }
    }

    fn jsonl(&mut self, report: &Report, generation: Generation) -> io::Result<()> {
        match report {
            Report::Event(event) => writeln!(self.out, "{}", json::event(event, generation)),
            Report::Thunk(at, step) => writeln!(self.out, "{}", lx::thunk_step(*at, step)),
            Report::Back(step) => writeln!(self.out, "{}", json::back(*step)),
            Report::Notice(_) | Report::Check { .. } => aside(report),
        }
    }

    fn end(&mut self, session: &Session) -> io::Result<()> {
        let machine = session.machine();
        let digest = session.timeline().digest();
        match self.format {
            Format::Text => {
                let lines = Lines { pen: self.pen, generation: session.generation() };
                writeln!(self.out, "\n{}", lines.end(machine, digest))
            }
            Format::Jsonl => {
                writeln!(self.out, "{}", json::end(machine, digest))
            }
            Format::Vcd => seqbell_export::vcd(session.timeline(), self.out),
            Format::Perfetto => seqbell_export::perfetto(session.timeline(), self.out),
            Format::C => self.code(session, Language::C),
            Format::Rust => self.code(session, Language::Rust),
            Format::Python => self.code(session, Language::Python),
            Format::Shell => self.code(session, Language::Shell),
        }
    }

    fn code(&mut self, session: &Session, language: Language) -> io::Result<()> {
        write!(self.out, "{}", seqbell_export::code(session.timeline(), language))
    }
}

/// What is no event does not belong into a stream of events.
fn aside(report: &Report) -> io::Result<()> {
    match report {
        Report::Notice(text) => writeln!(io::stderr(), "note: {text}"),
        Report::Check { passed: false, what, why } => writeln!(io::stderr(), "FAILED {what}: {why}"),
        Report::Check { passed: true, .. } | Report::Event(_) | Report::Thunk(..) | Report::Back(_) => Ok(()),
    }
}
