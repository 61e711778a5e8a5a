//! `seqbell decode`: what an address is, for one or for a stream of them.

use crate::lines::{Line, Lines};
use crate::{BadInput, Outcome, input, json};
use anyhow::Result;
use seqbell_script::core::fabric::{self, Behind, Explanation};
use seqbell_script::facts::Generation;
use seqbell_script::trace::number;
use serde_json::{Map, Value, json};
use std::io::{self, BufReader, BufWriter, Write};

/// Arguments of `decode`.
#[derive(clap::Args)]
#[command(after_help = "\
An address is an SoC address (48 bits), an address in the device-local aperture, an offset of the control plane \
(0x60000..0x6ffff), or with --bar0 a bus address. ADDRESS=VALUE shows the fields of the value too. Standard input has one \
address a line, `ADDRESS`, `ADDRESS=VALUE` or `ADDRESS VALUE`; `#` starts a comment.

Examples:
  seqbell decode 0x001002081038
  seqbell decode 0x001003506038=0x11 --json
  seqbell decode 0xe082001038 --bar0 0xe000000000
  grep -o '0x[0-9a-f]*' log | seqbell decode - --json

JSON, one object a line: address, generation, plane (data, control, event, local), block, die, group, engine, direction, \
queue, register, access, fact, confidence, basis, reason (why there is no register), note, table_entry (of the \
register-address table), bar0_offset, hole (true where no register is), and where given bus, value, fields. What does not apply is null.

A line that cannot be read is reported with its number and the rest goes on; the exit code is then 2.")]
pub(crate) struct Arguments {
    /// Addresses; `-` reads them from standard input.
    #[arg(required = true)]
    addresses: Vec<String>,
    /// Hardware generation.
    #[arg(long, default_value = "cayman", value_parser = input::generation)]
    generation: Generation,
    /// Bus address of BAR0: addresses in it are bus addresses.
    #[arg(long, value_name = "BASE", value_parser = input::address)]
    bar0: Option<u64>,
    /// Print JSON, one object a line.
    #[arg(long)]
    json: bool,
}

/// Bytes that BAR0 shows.
const BAR0_SPAN: u64 = 1 << 32;

/// Decodes every address.
pub(crate) fn run(arguments: &Arguments) -> Result<Outcome> {
    // The generation is asked first: it is the same for every line.
    fabric::family(arguments.generation).map_err(|r| input::refused(&r))?;
    let mut out = BufWriter::new(io::stdout().lock());
    let mut bad = 0u64;
    for text in &arguments.addresses {
        if text == "-" {
            bad += stream(arguments, &mut out)?;
        } else if let Err(why) = one(arguments, text, &mut out)? {
            writeln!(io::stderr(), "seqbell: {text}: {why}")?;
            bad += 1;
        }
    }
    out.flush()?;
    if bad > 0 {
        return Err(BadInput(format!("{bad} of the addresses could not be read")).into());
    }
    Ok(Outcome::Fine)
}

/// Standard input, line by line; returns how many lines were bad.
fn stream(arguments: &Arguments, out: &mut impl Write) -> Result<u64> {
    let mut lines = Lines::new(BufReader::new(io::stdin().lock()));
    let (mut line, mut bad) = (0u64, 0u64);
    while let Some(next) = lines.next()? {
        line += 1;
        let result = match next {
            Line::Bad(why) => Err(why),
            Line::Text(text) => {
                let text = text.split('#').next().unwrap_or("").trim();
                if text.is_empty() { Ok(()) } else { one(arguments, text, out)? }
            }
        };
        if let Err(why) = result {
            writeln!(io::stderr(), "seqbell: line {line}: {why}")?;
            bad += 1;
        }
        if lines.drained() {
            // Whoever writes the addresses one by one reads the answers one by one.
            out.flush()?;
        }
    }
    Ok(bad)
}

/// One address; the inner error says what is wrong with its text.
fn one(arguments: &Arguments, text: &str, out: &mut impl Write) -> Result<Result<(), String>> {
    let (address, value) = match parts(text) {
        Ok(parts) => parts,
        Err(why) => return Ok(Err(why)),
    };
    let looked = look(arguments, address)?;
    if arguments.json {
        writeln!(out, "{}", object(arguments.generation, &looked, value))?;
    } else {
        print(out, arguments.generation, &looked, value)?;
    }
    Ok(Ok(()))
}

/// `ADDRESS`, `ADDRESS=VALUE` or `ADDRESS VALUE`.
fn parts(text: &str) -> Result<(u64, Option<u32>), String> {
    let mut words = text.split(|c: char| c == '=' || c.is_whitespace()).filter(|w| !w.is_empty());
    let first = words.next().unwrap_or("");
    let address =
        number(first).ok_or_else(|| format!("`{}` is not an address: decimal or 0x, at most 64 bits", clip(first)))?;
    let value = match words.next() {
        None => None,
        Some(word) => {
            let value = number(word).and_then(|v| u32::try_from(v).ok());
            Some(value.ok_or_else(|| format!("`{}` is not a value of 32 bits", clip(word)))?)
        }
    };
    match words.next() {
        None => Ok((address, value)),
        Some(word) => Err(format!("`{}` is too much behind ADDRESS=VALUE", clip(word))),
    }
}

fn clip(word: &str) -> &str {
    word.char_indices().nth(40).map_or(word, |(at, _)| &word[..at])
}

/// An address, looked up.
struct Looked {
    /// The bus address, if it was one.
    bus: Option<u64>,
    /// What is there, or why nothing can be.
    what: Result<Explanation, String>,
}

fn look(arguments: &Arguments, address: u64) -> Result<Looked> {
    let g = arguments.generation;
    let explain = |addr| fabric::explain(g, addr).map_err(|r| input::refused(&r));
    let offset = arguments.bar0.and_then(|base| address.checked_sub(base)).filter(|offset| *offset < BAR0_SPAN);
    let Some(offset) = offset else { return Ok(Looked { bus: None, what: Ok(explain(address)?) }) };
    let what = match fabric::soc_address(g, offset) {
        Ok(addr) => Ok(explain(addr)?),
        Err(refused) => Err(format!("at BAR0 + {offset:#x}: {refused}")),
    };
    Ok(Looked { bus: Some(address), what })
}

fn print(out: &mut impl Write, g: Generation, looked: &Looked, value: Option<u32>) -> io::Result<()> {
    if let Some(bus) = looked.bus {
        write!(out, "{bus:#014x} → ")?;
    }
    let found = match &looked.what {
        Ok(found) => found,
        Err(why) => return writeln!(out, "none: {why}"),
    };
    writeln!(out, "{:#014x}  {}", found.addr, sentence(found))?;
    for field in value.map_or(Vec::new(), |v| found.fields(v)) {
        let bits =
            if field.msb == field.lsb { format!("{}", field.lsb) } else { format!("{}:{}", field.msb, field.lsb) };
        writeln!(out, "    {:<20} {bits:<6} {:#x}", field.name, field.value)?;
    }
    if let Some(entry) = found.table_entry {
        writeln!(out, "    entry {entry} of the register-address table")?;
    }
    if let Some(offset) = fabric::bus_address(g, found.addr) {
        writeln!(out, "    BAR0 + {offset:#x}")?;
    }
    match &found.note {
        Some(note) => writeln!(out, "    {note}"),
        None => Ok(()),
    }
}

/// The parts of an explanation that are known, in one line.
pub(crate) fn sentence(found: &Explanation) -> String {
    let mut words = Vec::new();
    words.extend(found.plane.map(|p| p.name().to_owned()));
    words.extend(found.block.map(|b| b.name().to_owned()));
    words.extend(found.die.map(|d| format!("die {d}")));
    words.extend(found.behind.map(|b| match b {
        Behind::Engine(engine) => format!("engine {engine}"),
        Behind::Group(group) => format!("group {group}"),
    }));
    words.extend(found.direction.map(|d| d.token().to_owned()));
    words.extend(found.queue.map(|q| format!("queue {q}")));
    if let Some(register) = &found.register {
        words.push(format!("{}  [{}, {}]", register.name, register.evidence, register.fact));
    }
    words.extend(found.reason.as_ref().map(|why| format!("no register: {why}")));
    words.join("  ")
}

fn object(g: Generation, looked: &Looked, value: Option<u32>) -> Value {
    let mut object = Map::new();
    match &looked.what {
        Ok(found) => explained(&mut object, g, found),
        Err(why) => {
            // The same keys as everywhere, and nothing known.
            let unknown =
                ["address", "plane", "block", "die", "group", "engine", "direction", "queue", "register", "access"];
            let about = ["fact", "confidence", "basis", "note", "table_entry", "bar0_offset"];
            object.extend(unknown.into_iter().chain(about).map(|key| (key.to_owned(), Value::Null)));
            object.insert("generation".into(), g.token().into());
            object.insert("hole".into(), true.into());
            object.insert("reason".into(), why.as_str().into());
        }
    }
    if let Some(bus) = looked.bus {
        object.insert("bus".into(), json::address(bus));
    }
    if let Some(value) = value {
        object.insert("value".into(), json::hex(u64::from(value)));
        let fields = looked.what.as_ref().map_or(Vec::new(), |found| found.fields(value));
        let row = |f: &fabric::FieldValue| json!({"name": f.name, "msb": f.msb, "lsb": f.lsb, "value": json::hex(u64::from(f.value))});
        object.insert("fields".into(), fields.iter().map(row).collect());
    }
    Value::Object(object)
}

/// An explanation as the keys of an object.
pub(crate) fn explained(object: &mut Map<String, Value>, g: Generation, found: &Explanation) {
    let (group, engine) = match found.behind {
        Some(Behind::Group(group)) => (Some(group), None),
        Some(Behind::Engine(engine)) => (None, Some(engine)),
        None => (None, None),
    };
    let register = found.register.as_ref();
    let keys: [(&str, Value); 19] = [
        ("address", json::address(found.addr)),
        ("generation", g.token().into()),
        ("plane", found.plane.map(|p| p.name()).into()),
        ("block", found.block.map(|b| b.name()).into()),
        ("die", found.die.into()),
        ("group", group.into()),
        ("engine", engine.into()),
        ("direction", found.direction.map(|d| d.token()).into()),
        ("queue", found.queue.into()),
        ("register", register.map(|r| r.name.as_str()).into()),
        ("access", register.and_then(|r| r.access).map(|a| a.as_str()).into()),
        ("fact", register.map(|r| r.fact).into()),
        ("confidence", register.map(|r| r.evidence.confidence.as_str()).into()),
        ("basis", register.map(|r| r.evidence.basis.as_str()).into()),
        ("reason", found.reason.as_deref().into()),
        ("note", found.note.as_deref().into()),
        ("table_entry", found.table_entry.into()),
        ("bar0_offset", fabric::bus_address(g, found.addr).map_or(Value::Null, json::hex)),
        ("hole", found.register.is_none().into()),
    ];
    object.extend(keys.map(|(key, value)| (key.to_owned(), value)));
}
