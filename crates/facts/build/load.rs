//! Reads the data files and checks what every record must have. Knows no kind of record by name.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use toml::{Table, Value};

const CONFIDENCE: &[(&str, &str)] = &[("LOW", "Low"), ("MED", "Med"), ("HIGH", "High")];
const BASIS: &[(&str, &str)] =
    &[("ABSENT", "Absent"), ("INFERRED", "Inferred"), ("CARRIED", "Carried"), ("OBSERVED", "Observed")];

/// All data files, by their name without the ending.
pub(crate) struct Facts {
    files: BTreeMap<String, Table>,
    texts: BTreeMap<String, String>,
}

/// One record: a table with an id and tags.
#[derive(Clone, Copy)]
pub(crate) struct Row<'a> {
    pub(crate) file: &'a str,
    pub(crate) kind: &'a str,
    /// The id of the record this one is in.
    pub(crate) parent: Option<&'a str>,
    pub(crate) table: &'a Table,
}

impl Facts {
    pub(crate) fn load(dir: &Path) -> Result<Self, String> {
        let (mut files, mut texts) = (BTreeMap::new(), BTreeMap::new());
        let entries = fs::read_dir(dir).map_err(|fault| format!("{}: {fault}", dir.display()))?;
        for entry in entries {
            let path = entry.map_err(|fault| fault.to_string())?.path();
            if path.extension().is_none_or(|ending| ending != "toml") {
                continue;
            }
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let text = fs::read_to_string(&path).map_err(|fault| format!("{}: {fault}", path.display()))?;
            let table = text.parse::<Table>().map_err(|fault| format!("{name}.toml: {fault}"))?;
            files.insert(name.clone(), table);
            texts.insert(name, text);
        }
        let facts = Self { files, texts };
        facts.check()?;
        Ok(facts)
    }

    /// The files as written.
    pub(crate) fn sources(&self) -> impl Iterator<Item = (&str, &str)> {
        self.texts.iter().map(|(name, text)| (name.as_str(), text.as_str()))
    }

    /// The rows of one kind, in file order. None at all is an error: the name would be wrong.
    pub(crate) fn rows(&self, file: &str, kind: &str) -> Result<Vec<Row<'_>>, String> {
        let (name, table) = self.files.get_key_value(file).ok_or_else(|| format!("{file}.toml is missing"))?;
        let (kind, value) = table.get_key_value(kind).ok_or_else(|| format!("{file}.toml: no [[{kind}]]"))?;
        Ok(tables(value).into_iter().map(|table| Row { file: name, kind, parent: None, table }).collect())
    }

    /// The only row of a kind.
    pub(crate) fn only(&self, file: &str, kind: &str) -> Result<Row<'_>, String> {
        match self.rows(file, kind)?.as_slice() {
            [row] => Ok(*row),
            rows => Err(format!("{file}.toml: one [[{kind}]] expected, {} found", rows.len())),
        }
    }

    /// Every record of every file, nested ones after the record they are in.
    pub(crate) fn all(&self) -> Vec<Row<'_>> {
        let mut rows = Vec::new();
        for (file, table) in &self.files {
            for (kind, value) in table {
                for table in tables(value) {
                    collect(Row { file, kind, parent: None, table }, &mut rows);
                }
            }
        }
        rows
    }

    fn check(&self) -> Result<(), String> {
        let mut seen: BTreeMap<&str, Row<'_>> = BTreeMap::new();
        for (file, table) in &self.files {
            for (kind, value) in table {
                let records = tables(value);
                if records.is_empty() {
                    return Err(format!("{file}.toml: `{kind}` is not a list of records"));
                }
            }
        }
        for row in self.all() {
            let id = row.id()?;
            row.evidence()?;
            row.source()?;
            if let Some(other) = seen.insert(id, row) {
                return Err(format!("{}.toml and {}.toml: id `{id}` is used twice", other.file, row.file));
            }
        }
        Ok(())
    }
}

fn collect<'a>(row: Row<'a>, rows: &mut Vec<Row<'a>>) {
    rows.push(row);
    for (kind, value) in row.table {
        for table in tables(value).into_iter().filter(|table| table.contains_key("id")) {
            collect(Row { file: row.file, kind, parent: row.opt_id(), table }, rows);
        }
    }
}

fn tables(value: &Value) -> Vec<&Table> {
    value.as_array().map(|list| list.iter().filter_map(Value::as_table).collect()).unwrap_or_default()
}

impl<'a> Row<'a> {
    pub(crate) fn fault(&self, what: &str) -> String {
        let id = self.opt_id().unwrap_or("no id");
        format!("{}.toml: [[{}]] {id}: {what}", self.file, self.kind)
    }

    pub(crate) fn id(&self) -> Result<&'a str, String> {
        let id = self.text("id")?;
        let fine = |c: char| c.is_ascii_alphanumeric() || "_.+[]-".contains(c);
        if !id.is_empty() && id.chars().all(fine) {
            Ok(id)
        } else {
            Err(self.fault("the id has characters that ids may not have"))
        }
    }

    fn opt_id(&self) -> Option<&'a str> {
        self.table.get("id").and_then(Value::as_str)
    }

    /// The evidence as a Rust expression.
    pub(crate) fn evidence(&self) -> Result<String, String> {
        let confidence = self.word("confidence", CONFIDENCE)?;
        let basis = self.word("basis", BASIS)?;
        Ok(format!("Evidence::new(Confidence::{confidence}, Basis::{basis})"))
    }

    fn source(&self) -> Result<(), String> {
        let fine = |value: &Value| value.as_str().is_some_and(|text| !text.is_empty());
        match self.table.get("source") {
            Some(Value::Array(list)) if !list.is_empty() && list.iter().all(fine) => Ok(()),
            Some(value) if fine(value) => Ok(()),
            Some(_) | None => Err(self.fault("no source")),
        }
    }

    pub(crate) fn has(&self, key: &str) -> bool {
        self.table.contains_key(key)
    }

    pub(crate) fn text(&self, key: &str) -> Result<&'a str, String> {
        self.opt_text(key)?.ok_or_else(|| self.fault(&format!("no `{key}`")))
    }

    pub(crate) fn opt_text(&self, key: &str) -> Result<Option<&'a str>, String> {
        match self.table.get(key) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(self.fault(&format!("`{key}` is not text"))),
        }
    }

    pub(crate) fn int(&self, key: &str) -> Result<u64, String> {
        self.opt_int(key)?.ok_or_else(|| self.fault(&format!("no `{key}`")))
    }

    pub(crate) fn opt_int(&self, key: &str) -> Result<Option<u64>, String> {
        self.table.get(key).map(|value| self.number(key, value)).transpose()
    }

    /// A number; text with 0x where it is too wide for the format.
    fn number(&self, key: &str, value: &Value) -> Result<u64, String> {
        let number = match value {
            Value::Integer(number) => u64::try_from(*number).ok(),
            Value::String(text) => text.strip_prefix("0x").and_then(|hex| u64::from_str_radix(hex, 16).ok()),
            Value::Float(_) | Value::Boolean(_) | Value::Datetime(_) | Value::Array(_) | Value::Table(_) => None,
        };
        number.ok_or_else(|| self.fault(&format!("`{key}` is not a number")))
    }

    pub(crate) fn ints(&self, key: &str) -> Result<Vec<u64>, String> {
        self.list(key)?.iter().map(|value| self.number(key, value)).collect()
    }

    pub(crate) fn texts(&self, key: &str) -> Result<Vec<&'a str>, String> {
        let text = |value: &'a Value| {
            value.as_str().ok_or_else(|| self.fault(&format!("`{key}` holds something else than text")))
        };
        self.list(key)?.iter().map(text).collect()
    }

    fn list(&self, key: &str) -> Result<&'a [Value], String> {
        match self.table.get(key) {
            None => Ok(&[]),
            Some(Value::Array(list)) => Ok(list),
            Some(_) => Err(self.fault(&format!("`{key}` is not a list"))),
        }
    }

    pub(crate) fn flag(&self, key: &str) -> Result<bool, String> {
        match self.table.get(key) {
            None => Ok(false),
            Some(Value::Boolean(flag)) => Ok(*flag),
            Some(_) => Err(self.fault(&format!("`{key}` is not true or false"))),
        }
    }

    /// The Rust name for a word of the data.
    pub(crate) fn word(&self, key: &str, words: &[(&str, &'static str)]) -> Result<&'static str, String> {
        let text = self.text(key)?;
        let hit = words.iter().find(|(word, _)| *word == text);
        hit.map(|(_, rust)| *rust).ok_or_else(|| self.fault(&format!("`{key}` has the unknown word `{text}`")))
    }

    /// The records nested under a key.
    pub(crate) fn nested(&self, key: &'a str) -> Vec<Row<'a>> {
        let list = self.table.get(key).map(tables).unwrap_or_default();
        list.into_iter().map(|table| Row { file: self.file, kind: key, parent: self.opt_id(), table }).collect()
    }
}
