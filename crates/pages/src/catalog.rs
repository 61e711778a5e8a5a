//! The facts with their long texts, by id. It knows what a record says and nothing of how a page shows it.

use crate::Problem;
use seqbell_facts::TEXTS_JSON;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Every record.
#[derive(Debug)]
pub struct Catalog {
    records: BTreeMap<String, Map<String, Value>>,
}

impl Catalog {
    /// Reads the document that the facts bring.
    ///
    /// # Errors
    /// The facts of this build are damaged.
    pub fn new() -> Result<Self, Problem> {
        let list: Vec<Map<String, Value>> = serde_json::from_str(TEXTS_JSON)
            .map_err(|error| Problem::new("the facts of this build", 0, error.to_string()))?;
        let id = |record: &Map<String, Value>| text(record, "id").to_owned();
        Ok(Self { records: list.into_iter().map(|record| (id(&record), record)).collect() })
    }

    /// Every record, by id.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Map<String, Value>)> {
        self.records.iter().map(|(id, record)| (id.as_str(), record))
    }

    /// The record with this id.
    pub fn get(&self, id: &str) -> Option<&Map<String, Value>> {
        self.records.get(id)
    }

    /// A path into a record: the longest id that it begins with, and the keys behind it. `address` may stand for `addr`.
    pub fn find<'a>(&self, path: &'a str) -> Option<(&'a str, Option<&Value>)> {
        let mut end = path.len();
        loop {
            let (id, rest) = (&path[..end], path[end..].trim_start_matches('.'));
            if let Some(record) = self.records.get(id) {
                return Some((id, value(record, rest)));
            }
            end = path[..end].rfind('.')?;
        }
    }

    /// HIGH, MED or LOW, and the basis.
    pub fn evidence(&self, id: &str) -> (&str, &str) {
        self.get(id).map_or(("", ""), |record| (text(record, "confidence"), text(record, "basis")))
    }
}

/// The text under a key; empty where there is none.
pub(crate) fn text<'a>(record: &'a Map<String, Value>, key: &str) -> &'a str {
    record.get(key).and_then(Value::as_str).unwrap_or("")
}

fn value<'a>(record: &'a Map<String, Value>, keys: &str) -> Option<&'a Value> {
    if keys.is_empty() {
        return None;
    }
    let keys = if keys == "address" { "addr" } else { keys };
    let mut at = record.get("fields")?;
    for key in keys.split('.') {
        at = match key.parse::<usize>() {
            Ok(place) => at.get(place)?,
            Err(_) => at.get(key)?,
        };
    }
    Some(at)
}
