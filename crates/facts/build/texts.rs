//! The long texts: every record with all its keys, as one JSON document for Reference.
//!
//! Numbers that the data writes in hexadecimal stay so, as text; the others stay numbers.

use std::collections::{BTreeMap, BTreeSet};

use toml::{Table, Value};

use crate::load::{Facts, Row};

/// Keys with a place of their own in an entry.
const HEAD: &[&str] = &["id", "confidence", "basis", "source", "note"];

pub(crate) fn generate(facts: &Facts, out: &mut String) -> Result<(), String> {
    let mut hex = BTreeMap::new();
    for (file, text) in facts.sources() {
        hex.insert(file, hex_keys(text));
    }
    let none = BTreeSet::new();
    let mut rows = facts.all();
    rows.sort_by_key(|row| row.id().unwrap_or_default());
    out.push('[');
    for (place, row) in rows.into_iter().enumerate() {
        out.push_str(if place == 0 { "\n" } else { ",\n" });
        entry(row, hex.get(row.file).unwrap_or(&none), out)?;
    }
    out.push_str("\n]\n");
    Ok(())
}

fn entry(row: Row<'_>, hex: &BTreeSet<&str>, out: &mut String) -> Result<(), String> {
    out.push_str(&format!("{{\"id\": {}, \"kind\": {}, \"file\": {}", json(row.id()?), json(row.kind), json(row.file)));
    if let Some(parent) = row.parent {
        out.push_str(&format!(", \"parent\": {}", json(parent)));
    }
    for key in &HEAD[1..] {
        if let Some(value) = row.table.get(*key) {
            out.push_str(&format!(", {}: ", json(key)));
            write(key, value, hex, out);
        }
    }
    let rest = row.table.iter().filter(|(key, value)| !HEAD.contains(&key.as_str()) && !holds_records(value));
    out.push_str(", \"fields\": ");
    object(rest, hex, out);
    out.push('}');
    Ok(())
}

/// Records inside a record are entries of their own.
fn holds_records(value: &Value) -> bool {
    value
        .as_array()
        .and_then(|list| list.first())
        .and_then(Value::as_table)
        .is_some_and(|first| first.contains_key("id"))
}

fn object<'a>(pairs: impl Iterator<Item = (&'a String, &'a Value)>, hex: &BTreeSet<&str>, out: &mut String) {
    out.push('{');
    for (place, (key, value)) in pairs.enumerate() {
        out.push_str(&format!("{}{}: ", if place == 0 { "" } else { ", " }, json(key)));
        write(key, value, hex, out);
    }
    out.push('}');
}

fn write(key: &str, value: &Value, hex: &BTreeSet<&str>, out: &mut String) {
    match value {
        Value::Integer(number) if hex.contains(key) => out.push_str(&format!("\"{number:#x}\"")),
        Value::Integer(number) => out.push_str(&number.to_string()),
        Value::Float(number) => out.push_str(&number.to_string()),
        Value::Boolean(flag) => out.push_str(&flag.to_string()),
        Value::String(text) => out.push_str(&json(text)),
        Value::Datetime(date) => out.push_str(&json(&date.to_string())),
        Value::Table(table) => object(Table::iter(table), hex, out),
        Value::Array(list) => {
            out.push('[');
            for (place, value) in list.iter().enumerate() {
                out.push_str(if place == 0 { "" } else { ", " });
                write(key, value, hex, out);
            }
            out.push(']');
        }
    }
}

/// The keys whose numbers are written with 0x in a data file.
fn hex_keys(text: &str) -> BTreeSet<&str> {
    let mut keys = BTreeSet::new();
    let mut key = "";
    for line in text.lines() {
        for part in line.split([',', '{']) {
            let value = match part.split_once('=') {
                Some((name, value)) if is_key(name.trim()) => {
                    key = name.trim();
                    value
                }
                Some(_) | None => part,
            };
            if value.trim().trim_start_matches('[').starts_with("0x") {
                keys.insert(key);
            }
        }
    }
    keys
}

fn is_key(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn json(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            c if c < ' ' => quoted.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
