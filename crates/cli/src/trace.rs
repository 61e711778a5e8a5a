//! `seqbell trace`: a host's log, decoded access by access.

mod print;

use crate::lines::{Line, Lines};
use crate::{BadInput, Outcome, input};
use anyhow::Result;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use print::Printer;
use seqbell_script::core::fabric;
use seqbell_script::facts::Generation;
use seqbell_script::trace::{Analyst, Options};
use std::fs::File;
use std::io::{self, BufReader, BufWriter, IsTerminal, Read, Write};

/// Arguments of `trace`.
#[derive(clap::Args)]
#[command(after_help = "\
Reads what Linux mmiotrace writes (R and W lines, MAP, UNMAP, MARK, PCIDEV, UNKNOWN) and plain `ADDRESS VALUE` lines, \
which are 32-bit writes. mmiotrace has bus addresses: BAR0 is taken from the PCIDEV line of the device, or given by --bar0; \
other addresses are SoC addresses. Doorbells without any other access between them form a group.

--replay does the writes on a model and compares the reads. When engines take descriptors is not in a log; a head pointer, a \
status word, or a doorbell that would not fit otherwise shows it. --lint says what a correct driver would not have done.

Any size of log takes the same memory. A line that is malformed or cut off is reported with its number, and the rest goes on.

Examples:
  seqbell trace log.txt --replay
  seqbell trace log.txt --lint --quiet
  zcat log.gz | seqbell trace - --json

JSON, one object a line: `kind` is write, read, map, unmap, mark, pcidev, version, unknown, bad or (last) summary; every one has \
`line`. An access has time, width, given, value and the keys of `decode`, `bell` {group, count} where it is a doorbell, \
`findings` [{rule, severity, why}] with --lint, `replay` {verdict, taken, why} with --replay.

Exit codes: 0 fine; 1 the log departs from the model (--replay) or a driver's rule is broken (--lint); 2 lines could not be read.")]
pub(crate) struct Arguments {
    /// The log; `-` reads standard input.
    file: String,
    /// Hardware generation.
    #[arg(long, default_value = "cayman", value_parser = input::generation)]
    generation: Generation,
    /// Bus address of BAR0, where the log does not say it.
    #[arg(long, value_name = "BASE", value_parser = input::address)]
    bar0: Option<u64>,
    /// Do the log on a model and tell where it departs.
    #[arg(long)]
    replay: bool,
    /// Tell what a correct driver would not have done.
    #[arg(long)]
    lint: bool,
    /// Print only lines with something to tell, and the summary.
    #[arg(long, short)]
    quiet: bool,
    /// Print JSON, one object a line.
    #[arg(long)]
    json: bool,
}

/// Lines between two looks at the progress.
const GLANCE: u64 = 4096;

/// Looks at a log.
pub(crate) fn run(arguments: &Arguments) -> Result<Outcome> {
    fabric::family(arguments.generation).map_err(|r| input::refused(&r))?;
    let bad = |e: io::Error| BadInput(format!("{}: {e}", arguments.file));
    let (from, size): (Box<dyn Read>, Option<u64>) = if arguments.file == "-" {
        (Box::new(io::stdin().lock()), None)
    } else {
        let file = File::open(&arguments.file).map_err(bad)?;
        let meta = file.metadata().map_err(bad)?;
        if meta.is_dir() {
            return Err(BadInput(format!("{}: a folder, not a log", arguments.file)).into());
        }
        (Box::new(file), meta.is_file().then_some(meta.len()))
    };
    let progress = progress(size);
    let options = Options {
        generation: arguments.generation,
        bar0: arguments.bar0,
        lint: arguments.lint,
        replay: arguments.replay,
    };
    let mut analyst = Analyst::new(options);
    let out = BufWriter::with_capacity(64 << 10, io::stdout().lock());
    let mut printer = Printer { out, generation: arguments.generation, json: arguments.json, quiet: arguments.quiet };
    let result = follow(Lines::new(BufReader::with_capacity(256 << 10, from)), &mut analyst, &mut printer, &progress);
    progress.finish_and_clear();
    result.map_err(|e| if e.kind() == io::ErrorKind::BrokenPipe { anyhow::Error::from(e) } else { bad(e).into() })?;
    printer.summary(&analyst, &options)?;
    printer.out.flush()?;
    let totals = analyst.totals();
    if totals.bad > 0 {
        return Err(BadInput(format!("{}: {} lines could not be read", arguments.file, totals.bad)).into());
    }
    Ok(if totals.departures > 0 || totals.wrong > 0 { Outcome::Failed } else { Outcome::Fine })
}

fn follow<R: Read, W: Write>(
    mut lines: Lines<BufReader<R>>,
    analyst: &mut Analyst,
    printer: &mut Printer<W>,
    progress: &ProgressBar,
) -> io::Result<()> {
    let mut count = 0u64;
    while let Some(line) = lines.next()? {
        let entry = match line {
            Line::Text(text) => analyst.line(text),
            Line::Bad(why) => analyst.unreadable(&why),
        };
        printer.entry(&entry)?;
        count += 1;
        if count.is_multiple_of(GLANCE) {
            progress.set_position(lines.bytes());
        }
        if lines.drained() && !progress_known(progress) {
            // A log that is still being written is read as it comes.
            printer.out.flush()?;
        }
    }
    Ok(())
}

fn progress_known(progress: &ProgressBar) -> bool {
    progress.length().is_some()
}

/// A bar on standard error, and only where somebody looks at it.
fn progress(size: Option<u64>) -> ProgressBar {
    let bar = match size {
        Some(size) => ProgressBar::new(size),
        None => ProgressBar::no_length(),
    };
    let target =
        if io::stderr().is_terminal() { ProgressDrawTarget::stderr_with_hz(8) } else { ProgressDrawTarget::hidden() };
    bar.set_draw_target(target);
    let shape = match size {
        Some(_) => "{bar:32} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left",
        None => "{spinner} {bytes}, {bytes_per_sec}",
    };
    if let Ok(style) = ProgressStyle::with_template(shape) {
        bar.set_style(style);
    }
    bar
}
