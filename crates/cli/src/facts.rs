//! `seqbell facts`: what is known, searched by words.

use crate::terminal::{Ink, Pen};
use crate::{Outcome, output};
use anyhow::{Context, Result};
use seqbell_facts::{RECORDS, TEXTS_JSON};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{self, Write};

pub(crate) const EXAMPLES: &str = "\
Examples:
  seqbell facts                              what kinds of records there are
  seqbell facts run_state resume             records that have all these words anywhere
  seqbell facts csr.nx.start_ctrl            one record, whole, and what is inside it
  seqbell facts 0x2d22 --json

Evidence: HIGH may be hard-coded, MED should be flagged, LOW should not be relied on.
OBSERVED was read from an artefact, CARRIED quoted, INFERRED reasoned, ABSENT is known not to be known.";

/// Records listed at once.
const LISTED: usize = 200;

/// Arguments of `facts`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Words that a record must have, in any case, or the id of a record.
    words: Vec<String>,
    /// Print JSON: a list of records.
    #[arg(long)]
    json: bool,
}

/// Searches and prints.
pub(crate) fn run(arguments: &Arguments) -> Result<Outcome> {
    let mut out = output::open(None)?;
    if arguments.words.is_empty() && !arguments.json {
        kinds(&mut out)?;
        return Ok(Outcome::Fine);
    }
    let all: Vec<Value> = serde_json::from_str(TEXTS_JSON).context("the facts of this build are damaged")?;
    let found = search(&all, &arguments.words);
    if arguments.json {
        writeln!(out, "{}", Value::from(found.iter().map(|r| (*r).clone()).collect::<Vec<_>>()))?;
    } else {
        print(&mut out, &found, &arguments.words)?;
    }
    out.flush()?;
    if found.is_empty() {
        writeln!(io::stderr(), "no record has all of: {}", arguments.words.join(" "))?;
        return Ok(Outcome::Failed);
    }
    Ok(Outcome::Fine)
}

fn kinds(out: &mut dyn Write) -> io::Result<()> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    RECORDS.iter().for_each(|record| *counts.entry(record.kind).or_default() += 1);
    for (kind, count) in counts {
        writeln!(out, "{count:>5}  {kind}")?;
    }
    writeln!(out, "{:>5}  in all; `seqbell facts WORDS` searches them", RECORDS.len())?;
    out.flush()
}

/// The record with this id and what is in it, or every record with all words.
fn search<'a>(all: &'a [Value], words: &[String]) -> Vec<&'a Value> {
    if let [id] = words {
        let own: Vec<&Value> = all.iter().filter(|r| is(r, "id", id) || is(r, "parent", id)).collect();
        if own.iter().any(|r| is(r, "id", id)) {
            return own;
        }
    }
    let words: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    all.iter().filter(|record| has_all(record, &words)).collect()
}

fn is(record: &Value, key: &str, wanted: &str) -> bool {
    record[key].as_str().is_some_and(|text| text.eq_ignore_ascii_case(wanted))
}

fn has_all(record: &Value, words: &[String]) -> bool {
    let text = record.to_string().to_lowercase();
    words.iter().all(|word| text.contains(word))
}

fn print(out: &mut dyn Write, found: &[&Value], words: &[String]) -> io::Result<()> {
    let pen = Pen::out();
    let exact = words.len() == 1 && found.iter().any(|r| is(r, "id", &words[0]));
    for record in found.iter().take(LISTED) {
        if exact && is(record, "id", &words[0]) {
            whole(out, pen, record)?;
        } else {
            let (id, kind) = (text(&record["id"]), text(&record["kind"]));
            writeln!(
                out,
                "{id:<44} {:<4} {:<8} {}",
                text(&record["confidence"]),
                text(&record["basis"]),
                pen.ink(Ink::Faint, kind)
            )?;
        }
    }
    if found.len() > LISTED {
        writeln!(out, "and {} more: add a word", found.len() - LISTED)?;
    }
    Ok(())
}

fn whole(out: &mut dyn Write, pen: Pen, record: &Value) -> io::Result<()> {
    writeln!(out, "{}", pen.ink(Ink::State, text(&record["id"])))?;
    for key in ["kind", "parent", "confidence", "basis", "source", "note"] {
        if !record[key].is_null() {
            writeln!(out, "    {key:<14} {}", text(&record[key]))?;
        }
    }
    let fields = record["fields"].as_object();
    for (key, value) in fields.into_iter().flatten() {
        writeln!(out, "    {key:<14} {}", text(value))?;
    }
    Ok(())
}

/// A value for reading: text without quotes, lists with commas.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().map(text).collect::<Vec<_>>().join(", "),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => value.to_string(),
    }
}
