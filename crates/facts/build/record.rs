//! The list of all records, for search and for links.

use crate::emit::{literal, quote, table};
use crate::load::Facts;

pub(crate) fn generate(facts: &Facts, out: &mut String) -> Result<(), String> {
    let mut records = facts.all();
    records.sort_by_key(|row| row.id().unwrap_or_default());
    let rows = records
        .into_iter()
        .map(|row| literal("RecordRef", row).raw("kind", Ok(quote(row.kind))).end())
        .collect::<Result<Vec<_>, _>>()?;
    table(out, "Every record of every file, by id.", "RECORDS", "RecordRef", rows);
    Ok(())
}
