//! Scripts from files and from standard input, and errors that point into them.

use crate::{BadInput, terminal};
use ariadne::{Color, Config, Label, Report, ReportKind, Source};
use seqbell_script::core::Refused;
use seqbell_script::facts::Generation;
use seqbell_script::{Report as Told, ScriptError, Session};
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;

/// The largest script that is read, in bytes.
const SCRIPT_MAX: u64 = 4 << 20;

/// The text of a script; `-` is standard input.
pub(crate) fn script(path: &str) -> Result<String, BadInput> {
    let bad = |e: io::Error| BadInput(format!("{path}: {e}"));
    let mut bytes = Vec::new();
    if path == "-" {
        io::stdin().lock().take(SCRIPT_MAX + 1).read_to_end(&mut bytes).map_err(bad)?;
    } else {
        let file = std::fs::File::open(Path::new(path)).map_err(bad)?;
        file.take(SCRIPT_MAX + 1).read_to_end(&mut bytes).map_err(bad)?;
    }
    if bytes.len() as u64 > SCRIPT_MAX {
        return Err(BadInput(format!("{path}: larger than {} MiB, which no script is", SCRIPT_MAX >> 20)));
    }
    String::from_utf8(bytes).map_err(|_| BadInput(format!("{path}: not UTF-8 text")))
}

/// A session after a whole script.
pub(crate) fn session(path: &str, sink: &mut dyn FnMut(&Told)) -> Result<Session, BadInput> {
    session_of(path, &script(path)?, sink)
}

/// A session after a whole script whose text is at hand.
pub(crate) fn session_of(path: &str, text: &str, sink: &mut dyn FnMut(&Told)) -> Result<Session, BadInput> {
    let mut session = Session::new(Generation::Cayman).map_err(|r| refused(&r))?;
    session.run_script(text, sink).map_err(|error| points_at(path, text, &error))?;
    Ok(session)
}

/// An error in a script: file, line and column, the line with a mark below it, the hint.
pub(crate) fn points_at(path: &str, text: &str, error: &ScriptError) -> BadInput {
    render(path, text, error).unwrap_or_else(|| BadInput(format!("{path}: {error}")))
}

fn render(path: &str, text: &str, error: &ScriptError) -> Option<BadInput> {
    let path = if path == "-" { "<stdin>" } else { path };
    // A mark may stand behind the last character of the text.
    let text = format!("{}\n", text.trim_end_matches(['\n', '\r']));
    let colour = terminal::colour_err();
    let span = span(&text, error);
    let mut report = Report::build(ReportKind::Custom("error", Color::Red), (path, span.clone()))
        .with_config(Config::default().with_color(colour).with_compact(false))
        .with_message(&error.message)
        .with_label(Label::new((path, span)).with_message("here").with_color(Color::Red));
    if !error.hint.is_empty() {
        report.set_help(&error.hint);
    }
    let mut bytes = Vec::new();
    report.finish().write((path, Source::from(&text)), &mut bytes).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    // The kind of a report keeps its colour whatever the configuration says.
    let text = if colour { text } else { anstream::adapter::strip_str(&text).to_string() };
    Some(BadInput(text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")))
}

/// The word at line and column, in characters from the start of the text.
fn span(text: &str, error: &ScriptError) -> Range<usize> {
    let before: usize = text.split_inclusive('\n').take(error.line - 1).map(|line| line.chars().count()).sum();
    let line = text.split_inclusive('\n').nth(error.line - 1).unwrap_or("");
    let rest = line.chars().skip(error.column - 1);
    let width = rest.take_while(|c| !c.is_whitespace() && !"()=,<>!#".contains(*c)).count();
    let start = before + (error.column - 1).min(line.chars().count().saturating_sub(1));
    start..start + width.max(1)
}

/// A generation by its name.
pub(crate) fn generation(name: &str) -> Result<Generation, String> {
    Generation::parse(name)
        .ok_or_else(|| format!("generations are {}", Generation::ALL.map(Generation::token).join(", ")))
}

/// A number, decimal or 0x.
pub(crate) fn number(text: &str) -> Result<u16, String> {
    let parsed = match text.strip_prefix("0x") {
        Some(hex) => u16::from_str_radix(hex, 16),
        None => text.parse(),
    };
    parsed.map_err(|e| format!("{e}: a number, decimal or 0x"))
}

/// An address, decimal or 0x.
pub(crate) fn address(text: &str) -> Result<u64, String> {
    seqbell_script::trace::number(text).ok_or_else(|| "an address, decimal or 0x, at most 64 bits".to_owned())
}

/// A refusal as bad input.
pub(crate) fn refused(refused: &Refused) -> BadInput {
    BadInput(refused.to_string())
}
