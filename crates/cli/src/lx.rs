//! `seqbell lx`: scalar LX code of the NCFW core, taken apart.
//!
//! `--json` prints one object. For bytes: `generation`, `length_rule`, `cust3_reading`, `pc`, `instructions`. Each instruction has
//! `pc`, `offset` (from the first), `bytes` (null where nobody printed them), `length` (null where unknown), `kind`, `text`,
//! `fact`, `confidence`, `basis`; calls have `target` and `call`, and `page_target` where the source says something else.
//! `--thunk` and `--helper` add an object of that name; `--list` prints `array`, `thunks`, `helpers`, `helper_diff`, `tail_chain`
//! and `callers`. Addresses are the shortest "0x…" strings.

mod json;

pub(crate) use json::thunk_step;

use crate::{BadInput, Outcome, input};
use anyhow::Result;
use clap::ValueEnum;
use seqbell_script::core::ncfw::lx::{Lengths, Piece, Reading, What, decode};
use seqbell_script::core::ncfw::thunk::{self, Shown, Slot, UNLISTED, UNLISTED_FACT};
use seqbell_script::core::ncfw::{Selector, lx};
use seqbell_script::facts::{
    Assumptions, Cust3Reading, Family, Generation, HELPER_DIFF, Leg, TAIL_CHAIN, THUNK_ARRAY, THUNK_HELPERS, Thunk,
    ThunkHelper,
};
use std::io::{self, Read, Write};

/// Hex digits that are read at most, with everything between them.
const TEXT_MAX: u64 = 1 << 20;

pub(crate) const EXAMPLES: &str = "\
Examples:
  seqbell lx a598ff --pc 0x370e              one call: the target from its bytes
  seqbell lx --thunk group.1.1               a thunk as it is printed
  seqbell lx --helper in --json
  seqbell lx --list                          the whole array, and what is missing of it";

/// Arguments of `lx`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Bytes in hex, in one word or in many (`a598ff`, `a5 98 ff`); `-` reads standard input.
    #[arg(value_name = "HEX", required_unless_present_any = ["thunk", "helper", "list"], conflicts_with_all = ["thunk", "helper", "list"])]
    hex: Vec<String>,
    /// Address of the first byte.
    #[arg(long, value_parser = address, required_unless_present_any = ["thunk", "helper", "list"], conflicts_with_all = ["thunk", "helper", "list"])]
    pc: Option<u32>,
    /// Whose CUST3 word to look for. The built-in bytes are Mariana's.
    #[arg(long, default_value = "mariana", value_parser = input::generation)]
    generation: Generation,
    /// How long instructions are: full-ef3 (or full), full-ef2, as-printed.
    #[arg(long, value_name = "RULE", default_value = "full-ef3", value_parser = lengths)]
    length_rule: Lengths,
    /// Whether the CUST3 word is one instruction: one-word, two-instructions.
    #[arg(long, value_name = "READING", default_value = "one-word", value_parser = cust3)]
    cust3_reading: Cust3Reading,
    /// A built-in thunk, by entry or name: 0x3700, group.1.1, channel.0.out.
    #[arg(long, value_name = "THUNK", conflicts_with_all = ["helper", "list"])]
    thunk: Option<String>,
    /// One of the two built-in helpers.
    #[arg(long, value_enum, conflicts_with = "list")]
    helper: Option<Helper>,
    /// The whole array: thunks, helpers, their difference, the chain behind them, the callers.
    #[arg(long)]
    list: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// A helper.
#[derive(Clone, Copy, ValueEnum)]
enum Helper {
    /// 0x3098.
    In,
    /// 0x30bc.
    Out,
}

/// What there is to show.
enum Subject {
    Bytes(Vec<u8>, u32),
    Thunk(&'static Thunk),
    Helper(&'static ThunkHelper),
    List,
}

/// Prints the code.
pub(crate) fn run(arguments: &Arguments) -> Result<Outcome> {
    let reading =
        Reading { lengths: arguments.length_rule, cust3: arguments.cust3_reading, generation: arguments.generation };
    let subject = subject(arguments)?;
    let mut out = io::stdout().lock();
    if arguments.json {
        let object = match &subject {
            Subject::Bytes(bytes, pc) => json::code(reading, *pc, &decode(bytes, *pc, reading).collect::<Vec<_>>()),
            Subject::Thunk(thunk) => json::thunk_code(reading, thunk),
            Subject::Helper(helper) => json::helper_code(reading, helper),
            Subject::List => json::list(),
        };
        writeln!(out, "{object}")?;
        return Ok(Outcome::Fine);
    }
    match subject {
        Subject::Bytes(bytes, pc) => print(&mut out, decode(&bytes, pc, reading))?,
        Subject::Thunk(thunk) => {
            headline(&mut out, thunk, arguments.generation)?;
            print(&mut out, thunk::listing(thunk, reading))?;
        }
        Subject::Helper(helper) => {
            writeln!(out, "helper {} at {:#x} [{}]", helper.direction.as_str(), helper.addr, helper.id)?;
            print(&mut out, thunk::helper_listing(helper, reading))?;
        }
        Subject::List => list(&mut out)?,
    }
    Ok(Outcome::Fine)
}

fn subject(arguments: &Arguments) -> Result<Subject, BadInput> {
    if arguments.generation == Generation::Maverick {
        return Err(input::refused(&seqbell_script::core::Refused::NoImage(arguments.generation)));
    }
    if let Some(pc) = arguments.pc {
        return Ok(Subject::Bytes(bytes(&arguments.hex)?, pc));
    }
    thunk::shown(arguments.generation, &Assumptions::default()).map_err(|r| input::refused(&r))?;
    if let Some(name) = &arguments.thunk {
        return find(name).map(Subject::Thunk);
    }
    let leg = arguments.helper.map(|helper| match helper {
        Helper::In => Leg::In,
        Helper::Out => Leg::Out,
    });
    let helper = THUNK_HELPERS.iter().find(|helper| Some(helper.direction) == leg);
    Ok(helper.map_or(Subject::List, Subject::Helper))
}

fn find(name: &str) -> Result<&'static Thunk, BadInput> {
    let unknown = || {
        BadInput(format!(
            "`{name}` is not a thunk: give an entry such as 0x3700 or a name such as channel.0.out; `--list` shows them"
        ))
    };
    match address(name) {
        Ok(addr) => thunk::at(addr).map_err(|r| input::refused(&r)),
        Err(_) => thunk::named(name).ok_or_else(unknown),
    }
}

/// A 32-bit address, decimal or 0x.
fn address(text: &str) -> Result<u32, String> {
    let parsed = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(hex) => u32::from_str_radix(hex, 16),
        None => text.parse(),
    };
    parsed.map_err(|e| format!("{e}: a 32-bit address, decimal or 0x"))
}

fn lengths(text: &str) -> Result<Lengths, String> {
    Lengths::parse(text).ok_or_else(|| format!("rules are {}", Lengths::ALL.map(Lengths::token).join(", ")))
}

fn cust3(text: &str) -> Result<Cust3Reading, String> {
    let found = Cust3Reading::ALL.iter().copied().find(|reading| reading.token().eq_ignore_ascii_case(text));
    found.ok_or_else(|| "readings are one-word, two-instructions".to_owned())
}

/// The bytes that the words give.
fn bytes(words: &[String]) -> Result<Vec<u8>, BadInput> {
    let mut text = words.join(" ");
    if text == "-" {
        text.clear();
        let read = io::stdin().lock().take(TEXT_MAX + 1).read_to_string(&mut text);
        read.map_err(|e| BadInput(format!("standard input: {e}")))?;
    }
    if text.len() as u64 > TEXT_MAX {
        return Err(BadInput(format!("more than {TEXT_MAX} characters of hex")));
    }
    digits(&text).map_err(|(position, why)| BadInput(pointed(&text, position, &why)))
}

/// Reads hex; an error has its position in characters, from 1.
fn digits(text: &str) -> Result<Vec<u8>, (usize, String)> {
    let mut bytes = Vec::new();
    let mut half: Option<u32> = None;
    let chars: Vec<char> = text.chars().chain([' ']).collect();
    for (at, c) in chars.iter().enumerate() {
        let prefix =
            *c == 'x' && half == Some(0) && at.checked_sub(2).is_none_or(|before| !chars[before].is_ascii_hexdigit());
        match (half, c.to_digit(16)) {
            (None, Some(digit)) => half = Some(digit),
            (Some(high), Some(digit)) => {
                // Two digits are at most 0xff.
                bytes.push((high << 4 | digit) as u8);
                half = None;
            }
            (Some(_), None) if prefix => half = None,
            (_, None) if !c.is_whitespace() && !",_:".contains(*c) => {
                return Err((at + 1, format!("`{c}` is not a hex digit")));
            }
            (Some(_), None) => return Err((at, "half a byte: digits come in pairs".to_owned())),
            (None, None) => {}
        }
    }
    if bytes.is_empty() { Err((chars.len(), "no bytes".to_owned())) } else { Ok(bytes) }
}

/// An error with the line it is in and a caret below; long input is shown around the place only.
fn pointed(text: &str, position: usize, why: &str) -> String {
    let (line, column) = place(text, position);
    let start = column.saturating_sub(40);
    let shown: String = text.lines().nth(line - 1).unwrap_or("").chars().skip(start).take(80).collect();
    let caret = " ".repeat((column - start).saturating_sub(1));
    let lines = if text.lines().count() > 1 { format!("line {line}, ") } else { String::new() };
    format!("{lines}column {column}: {why}\n  {shown}\n  {caret}^")
}

/// Line and column of a character, from 1.
fn place(text: &str, position: usize) -> (usize, usize) {
    let before: String = text.chars().take(position.saturating_sub(1)).collect();
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    (line, column)
}

/// The bytes as they are written: `a5 98 ff`.
fn spaced(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}

/// How a target is called, if that is known.
fn called(what: What) -> Option<&'static str> {
    if let What::Call { target, .. } = what { thunk::place(target) } else { None }
}

fn print<'a>(out: &mut impl Write, pieces: impl IntoIterator<Item = Piece<'a>>) -> io::Result<()> {
    for piece in pieces {
        // A run of bytes that nobody can divide may be long.
        let bytes = if piece.bytes.is_empty() { "--".to_owned() } else { spaced(piece.bytes) };
        let mut text = piece.what.to_string();
        if let Some(name) = called(piece.what) {
            text += &format!(", {name}");
        }
        if let Some(page) = piece.page_target {
            text += &format!("; the source says {page:#x}");
        }
        let (confidence, basis) = (piece.evidence.confidence.as_str(), piece.evidence.basis.as_str());
        writeln!(out, "{:#06x}  {bytes:<12} {confidence:<4} {basis:<8} {text} [{}]", piece.pc, piece.fact)?;
    }
    Ok(())
}

fn headline(out: &mut impl Write, thunk: &'static Thunk, generation: Generation) -> io::Result<()> {
    let family = thunk.family.fact();
    writeln!(
        out,
        "{} at {:#x}, family {} ({}) [{}]",
        Selector::of(thunk),
        thunk.addr,
        thunk.family.as_str(),
        family.name,
        thunk.id
    )?;
    if let Some(callers) = thunk::callers(thunk.addr) {
        writeln!(out, "direct callers {} to {}, from {} [{}]", callers.min, callers.max, callers.from, callers.fact)?;
    }
    if thunk::shown(generation, &Assumptions::default()) == Ok(Shown::Borrowed) {
        writeln!(out, "no thunk of {} is listed: bytes and addresses are Mariana's [G46]", generation.label())?;
        if thunk.family == Family::D && thunk::without_channels(generation).is_some() {
            writeln!(out, "the image of {} does not hold the signature of this family", generation.label())?;
        }
    }
    Ok(())
}

fn list(out: &mut impl Write) -> io::Result<()> {
    let array = &THUNK_ARRAY;
    let listed = thunk::slots(&Assumptions::default()).filter(|slot| matches!(slot, Slot::Listed(_))).count();
    writeln!(
        out,
        "{:#x} to {:#x}: {} thunks counted, {listed} listed [{}]",
        array.first, array.last_exclusive, array.thunks, array.id
    )?;
    for slot in thunk::slots(&Assumptions::default()) {
        match slot {
            Slot::Listed(thunk) => row(out, thunk)?,
            Slot::Unlisted(n) => {
                writeln!(
                    out,
                    "?       -       unlisted {n}: perhaps in {:#x} to {:#x} [{}]",
                    UNLISTED.start, UNLISTED.end, UNLISTED_FACT.0
                )?;
            }
        }
    }
    for helper in THUNK_HELPERS {
        writeln!(
            out,
            "{:#06x}  helper  {}, calls {:#x} [{}]",
            helper.addr,
            helper.direction.as_str(),
            helper.call_target,
            helper.id
        )?;
    }
    for diff in HELPER_DIFF {
        writeln!(
            out,
            "+{:#04x}   differ  IN {:02x}, OUT {:02x} [{}]",
            diff.offset, diff.in_byte, diff.out_byte, diff.id
        )?;
    }
    for hop in TAIL_CHAIN {
        let to = hop.to.map_or("opaque from here".to_owned(), |to| format!("{to:#x}"));
        let kind = hop.call_kind.unwrap_or("");
        writeln!(out, "chain {}         {} → {to} ({kind}) [{}]", hop.n, hop.from, hop.id)?;
    }
    for callers in &thunk::CALLERS {
        let (first, last) = (callers.first, callers.last);
        writeln!(
            out,
            "callers         {first:#x} to {last:#x}: {} to {}, {} [{}]",
            callers.min, callers.max, callers.from, callers.fact
        )?;
    }
    Ok(())
}

fn row(out: &mut impl Write, thunk: &'static Thunk) -> io::Result<()> {
    let decoded =
        thunk.call_word.zip(thunk.call_pc).and_then(|(word, pc)| lx::call(word, pc)).map(|(_, target)| target);
    let target = decoded.unwrap_or(thunk.page_target);
    let mut text = format!("{target:#x}");
    if let Some(name) = thunk::place(target) {
        text += &format!(", {name}");
    }
    if thunk.disagreement {
        text += &format!("; the source says {:#x}", thunk.page_target);
    }
    let custom = if thunk.cust3 { "CUST3, " } else { "" };
    writeln!(
        out,
        "{:#06x}  {}  {:<14} {custom}calls {text} [{}]",
        thunk.addr,
        thunk.family.as_str(),
        Selector::of(thunk).to_string(),
        thunk.id
    )
}

#[cfg(test)]
mod tests {
    use super::digits;

    #[test]
    fn hex_comes_in_many_shapes() {
        for text in ["a598ff", "a5 98 ff", "0xa5,0x98,0xff", "A5:98_ff", " a5 98ff\n", "0xa598ff"] {
            assert_eq!(digits(text), Ok(vec![0xa5, 0x98, 0xff]), "{text}");
        }
        assert_eq!(digits("00 0f"), Ok(vec![0, 0xf]));
    }

    #[test]
    fn bad_hex_says_where() {
        let at = |text| digits(text).map_err(|(position, _)| position);
        assert_eq!(at("a5 9g"), Err(5));
        assert_eq!(at("a5 9 ff"), Err(4));
        assert_eq!(at("a5 98 f"), Err(7));
        assert_eq!(at("a50x98"), Err(4));
        assert_eq!(at(""), Err(1));
    }
}
