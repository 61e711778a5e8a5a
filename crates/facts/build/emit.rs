//! Writes Rust source: struct literals and tables. Knows nothing of any topic.

use crate::load::Row;

pub(crate) const GENERATION: &[(&str, &str)] = &[
    ("sunda", "Generation::Sunda"),
    ("cayman", "Generation::Cayman"),
    ("mariana", "Generation::Mariana"),
    ("mariana_plus", "Generation::MarianaPlus"),
    ("maverick", "Generation::Maverick"),
];
pub(crate) const ACCESS: &[(&str, &str)] = &[("RW", "Access::Rw"), ("RO", "Access::Ro"), ("WO", "Access::Wo")];

/// A struct literal under construction. The first fault is kept and reported by `end`.
pub(crate) struct Literal<'a> {
    row: Row<'a>,
    body: String,
    fault: Option<String>,
}

/// Starts a literal of the named type with the row's id and evidence.
pub(crate) fn literal<'a>(name: &str, row: Row<'a>) -> Literal<'a> {
    let start = Literal { row, body: format!("{name} {{ "), fault: None };
    start.raw("id", row.id().map(quote)).raw("evidence", row.evidence())
}

impl Literal<'_> {
    pub(crate) fn raw(mut self, field: &str, value: Result<String, String>) -> Self {
        match value {
            Ok(value) => self.body.push_str(&format!("{field}: {value}, ")),
            Err(fault) => self.fault = self.fault.or(Some(fault)),
        }
        self
    }

    pub(crate) fn int(self, field: &str) -> Self {
        let value = self.row.int(field).map(hex);
        self.raw(field, value)
    }

    pub(crate) fn opt_int(self, field: &str) -> Self {
        let value = self.row.opt_int(field).map(|value| option(value.map(hex)));
        self.raw(field, value)
    }

    pub(crate) fn ints(self, field: &str) -> Self {
        let value = self.row.ints(field).map(|list| slice(list.into_iter().map(hex)));
        self.raw(field, value)
    }

    pub(crate) fn text(self, field: &str) -> Self {
        let value = self.row.text(field).map(quote);
        self.raw(field, value)
    }

    pub(crate) fn opt_text(self, field: &str) -> Self {
        let value = self.row.opt_text(field).map(|value| option(value.map(quote)));
        self.raw(field, value)
    }

    pub(crate) fn texts(self, field: &str) -> Self {
        let value = self.row.texts(field).map(|list| slice(list.into_iter().map(quote)));
        self.raw(field, value)
    }

    pub(crate) fn flag(self, field: &str) -> Self {
        let value = self.row.flag(field).map(|flag| flag.to_string());
        self.raw(field, value)
    }

    pub(crate) fn word(self, field: &str, words: &[(&str, &'static str)]) -> Self {
        let value = self.row.word(field, words).map(str::to_owned);
        self.raw(field, value)
    }

    pub(crate) fn opt_word(self, field: &str, words: &[(&str, &'static str)]) -> Self {
        let value = if self.row.has(field) {
            self.row.word(field, words).map(|word| option(Some(word.to_owned())))
        } else {
            Ok(option(None))
        };
        self.raw(field, value)
    }

    pub(crate) fn generation(self) -> Self {
        self.word("generation", GENERATION)
    }

    pub(crate) fn end(self) -> Result<String, String> {
        match self.fault {
            None => Ok(format!("{}}}", self.body)),
            Some(fault) => Err(fault),
        }
    }
}

/// A `pub static` slice with one literal a line.
pub(crate) fn table(out: &mut String, doc: &str, name: &str, kind: &str, rows: Vec<String>) {
    out.push_str(&format!("/// {doc}\npub static {name}: &[{kind}] = &[\n"));
    for row in rows {
        out.push_str(&format!("    {row},\n"));
    }
    out.push_str("];\n");
}

/// A documented constant.
pub(crate) fn constant(out: &mut String, doc: &str, name: &str, kind: &str, value: &str) {
    out.push_str(&format!("/// {doc}\npub const {name}: {kind} = {value};\n"));
}

/// One literal for each row of a kind.
pub(crate) fn literals<'a>(
    rows: Vec<Row<'a>>,
    each: impl Fn(Row<'a>) -> Result<String, String>,
) -> Result<Vec<String>, String> {
    rows.into_iter().map(each).collect()
}

pub(crate) fn quote(text: &str) -> String {
    format!("{text:?}")
}

pub(crate) fn hex(value: u64) -> String {
    if value < 10 { value.to_string() } else { format!("{value:#x}") }
}

pub(crate) fn option(value: Option<String>) -> String {
    value.map_or_else(|| "None".to_owned(), |value| format!("Some({value})"))
}

pub(crate) fn slice(values: impl IntoIterator<Item = String>) -> String {
    format!("&[{}]", values.into_iter().collect::<Vec<_>>().join(", "))
}

/// `resume_republish` and `flag-only` to `ResumeRepublish` and `FlagOnly`; `64-bytes` to `Bytes64`.
pub(crate) fn camel(text: &str) -> String {
    let mut parts: Vec<&str> = text.split(['_', '-']).collect();
    if parts[0].starts_with(|c: char| c.is_ascii_digit()) {
        parts.rotate_left(1);
    }
    let upper = |part: &str| part[..1].to_ascii_uppercase() + &part[1..];
    parts.into_iter().map(upper).collect()
}

/// The generations listed under a key, or those given where the key is absent.
pub(crate) fn generations(row: Row<'_>, key: &str, absent: &[&str]) -> Result<String, String> {
    let listed = row.texts(key)?;
    let tokens = if row.has(key) { &listed } else { absent };
    let known = |token: &&str| {
        let hit = GENERATION.iter().find(|(word, _)| word == token);
        hit.map(|(_, rust)| (*rust).to_owned()).ok_or_else(|| row.fault(&format!("unknown generation `{token}`")))
    };
    tokens.iter().map(known).collect::<Result<Vec<_>, _>>().map(slice)
}
