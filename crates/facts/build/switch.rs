//! The assumption switches: one enum each, the facts behind them, and the contradictions.

use std::collections::BTreeSet;

use crate::emit::{camel, literal, literals, option, quote, slice, table};
use crate::load::{Facts, Row};

const AREA: &[(&str, &str)] = &[("runstate", "Area::Runstate"), ("doorbell", "Area::Doorbell")];

pub(crate) fn generate(facts: &Facts, out: &mut String) -> Result<(), String> {
    let gaps = facts.rows("gaps", "gap")?;
    for row in &gaps {
        options(*row, out)?;
    }
    switches(&gaps, out)?;
    assumptions(&gaps, out)?;
    table(
        out,
        "The unknowns and their switches: indexed by `Switch as usize`.",
        "SWITCHES",
        "SwitchFact",
        literals(gaps, fact)?,
    );
    let known: BTreeSet<&str> = facts.all().into_iter().filter_map(|row| row.id().ok()).collect();
    let rows = literals(facts.rows("gaps", "contradiction")?, |row| contradiction(row, &known))?;
    table(out, "Where sources disagree; both readings are in the texts.", "CONTRADICTIONS", "Contradiction", rows);
    Ok(())
}

/// The enum of one switch.
fn options(row: Row<'_>, out: &mut String) -> Result<(), String> {
    let name = camel(row.text("switch")?);
    let (tokens, labels) = (row.texts("option_ids")?, row.texts("options")?);
    let default = row.text("default_id")?;
    if tokens.len() != labels.len() || !tokens.contains(&default) {
        return Err(row.fault("options, option_ids and default_id do not fit together"));
    }
    out.push_str(&format!(
        "options! {{\n    /// {}: {}.\n    {name}, Switch::{name}, default {};\n",
        row.id()?,
        row.text("title")?,
        camel(default)
    ));
    for (index, (token, label)) in tokens.iter().zip(labels).enumerate() {
        out.push_str(&format!("    /// {}\n    {} = {index}, {token:?};\n", plain(label), camel(token)));
    }
    out.push_str("}\n");
    Ok(())
}

fn switches(gaps: &[Row<'_>], out: &mut String) -> Result<(), String> {
    out.push_str("switches! {\n");
    for row in gaps {
        let name = row.text("switch")?;
        out.push_str(&format!("    /// {}: {}.\n    {}, {name:?};\n", row.id()?, row.text("title")?, camel(name)));
    }
    out.push_str("}\n");
    Ok(())
}

/// One typed getter for each switch.
fn assumptions(gaps: &[Row<'_>], out: &mut String) -> Result<(), String> {
    out.push_str("getters! {\n");
    for row in gaps {
        let name = row.text("switch")?;
        out.push_str(&format!("    /// {}: {}.\n    {name}: {};\n", row.id()?, row.text("title")?, camel(name)));
    }
    out.push_str("}\n");
    Ok(())
}

fn fact(row: Row<'_>) -> Result<String, String> {
    let (tokens, labels) = (row.texts("option_ids")?, row.texts("options")?);
    let default =
        tokens.iter().position(|token| Ok(*token) == row.text("default_id")).ok_or_else(|| row.fault("no default"))?;
    let list =
        tokens.iter().zip(labels).map(|(token, label)| format!("OptionFact {{ token: {token:?}, label: {label:?} }}"));
    literal("SwitchFact", row)
        .raw("switch", row.text("switch").map(|name| format!("Switch::{}", camel(name))))
        .raw("name", row.text("switch").map(quote))
        .text("title")
        .raw("options", Ok(slice(list)))
        .raw("default", Ok(default.to_string()))
        .word("area", AREA)
        .flag("stated_by_seed")
        .end()
}

fn contradiction(row: Row<'_>, known: &BTreeSet<&str>) -> Result<String, String> {
    if let Some(stray) = row.texts("concerns")?.into_iter().find(|id| !known.contains(id)) {
        return Err(row.fault(&format!("concerns the unknown record `{stray}`")));
    }
    let switch = row.opt_text("switch").map(|name| option(name.map(|name| format!("Switch::{}", camel(name)))));
    literal("Contradiction", row).text("title").raw("switch", switch).texts("concerns").word("area", AREA).end()
}

/// Text as documentation: brackets are not links.
fn plain(text: &str) -> String {
    text.replace('[', "\\[").replace(']', "\\]")
}
