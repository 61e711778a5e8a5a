//! Reads the data files for tests: what the typed tables leave out is checked on the records themselves.

#![allow(dead_code, reason = "each test file uses a part of this")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests")]

use std::path::Path;

use toml::{Table, Value};

/// The records of one kind.
pub(crate) fn rows(file: &str, kind: &str) -> Vec<Table> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(file).with_extension("toml");
    let table: Table = std::fs::read_to_string(path).unwrap().parse().unwrap();
    nested(&table, kind)
}

/// The only record of a kind.
pub(crate) fn only(file: &str, kind: &str) -> Table {
    let mut rows = rows(file, kind);
    assert_eq!(rows.len(), 1, "{file} {kind}");
    rows.remove(0)
}

/// The records inside a record.
pub(crate) fn nested(table: &Table, kind: &str) -> Vec<Table> {
    let list = table.get(kind).and_then(Value::as_array).cloned().unwrap_or_default();
    list.into_iter().filter_map(|value| value.as_table().cloned()).collect()
}

pub(crate) fn id(row: &Table) -> &str {
    text(row, "id")
}

pub(crate) fn text<'a>(row: &'a Table, key: &str) -> &'a str {
    row.get(key).and_then(Value::as_str).unwrap_or_else(|| panic!("{key} in {row:?}"))
}

pub(crate) fn int(row: &Table, key: &str) -> i64 {
    opt_int(row, key).unwrap_or_else(|| panic!("{key} in {row:?}"))
}

pub(crate) fn opt_int(row: &Table, key: &str) -> Option<i64> {
    row.get(key).and_then(Value::as_integer)
}

pub(crate) fn ints(row: &Table, key: &str) -> Vec<i64> {
    row[key].as_array().unwrap().iter().map(|value| value.as_integer().unwrap()).collect()
}

pub(crate) fn texts(row: &Table, key: &str) -> Vec<String> {
    row[key].as_array().unwrap().iter().map(|value| value.as_str().unwrap().to_owned()).collect()
}

/// Bytes printed as `a5 98 ff`.
pub(crate) fn bytes(text: &str) -> Vec<u8> {
    text.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect()
}

/// The call rule: where three bytes at a pc lead, their op0 and their n field.
pub(crate) fn call(pc: u32, word: [u8; 3]) -> (u32, u8, u8) {
    let raw = i32::from(word[0]) | i32::from(word[1]) << 8 | i32::from(word[2]) << 16;
    let distance = (raw << 8) >> 14; // bits 23:6, sign-extended
    let target = i64::from(pc & !3) + 4 + i64::from(distance) * 4;
    (u32::try_from(target).unwrap(), word[0] & 15, word[0] >> 4 & 3)
}
