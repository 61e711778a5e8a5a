//! What the run-state machine names and stores, without its routines.

use crate::emit::{constant, hex, literal, literals, quote, table};
use crate::load::{Facts, Row};

pub(crate) fn generate(facts: &Facts, out: &mut String) -> Result<(), String> {
    let rows = |kind| facts.rows("runstate", kind);
    table(
        out,
        "The states.",
        "STATES",
        "StateFact",
        literals(rows("state")?, |row| {
            literal("StateFact", row).opt_int("code").opt_int("running_flag").opt_text("parent").end()
        })?,
    );
    table(
        out,
        "Why Setup-Halt was entered.",
        "HALT_REASONS",
        "HaltReason",
        literals(rows("halt_reason")?, |row| literal("HaltReason", row).int("value").text("name").end())?,
    );
    let marker = facts.only("runstate", "halt_marker")?;
    constant(
        out,
        "The word that Entering-HALT stores into run_state: an address, not a code.",
        "HALT_MARKER",
        "u32",
        &hex(marker.int("value")?),
    );
    constant(out, "Id of the row behind [`HALT_MARKER`].", "HALT_MARKER_ID", "FactId", &quote(marker.id()?));
    constant(out, "Evidence of [`HALT_MARKER`].", "HALT_MARKER_EVIDENCE", "Evidence", &marker.evidence()?);
    names(facts, out)
}

/// Cells, strings, transitions, surprise bits and helpers.
fn names(facts: &Facts, out: &mut String) -> Result<(), String> {
    let rows = |kind| facts.rows("runstate", kind);
    table(
        out,
        "The cells of SEQ data memory that have a name.",
        "MEMORY_CELLS",
        "MemoryCell",
        literals(rows("memory_cell")?, memory_cell)?,
    );
    table(
        out,
        "Log strings of the firmware, quoted as data.",
        "LOG_STRINGS",
        "LogString",
        literals(rows("log_string")?, |row| {
            literal("LogString", row).int("addr").text("text").opt_int("emitter_pc").opt_text("routine").end()
        })?,
    );
    table(
        out,
        "The transitions: `T..` of the run-state page, `X..` of its siblings.",
        "TRANSITIONS",
        "Transition",
        literals(rows("transition")?, |row| {
            literal("Transition", row).text("from").text("to").text("trigger").text("trigger_kind").ints("sites").end()
        })?,
    );
    let mut bits = rows("surprise_bit")?;
    bits.sort_by_key(|row| row.int("test_order").unwrap_or(u64::MAX));
    table(
        out,
        "The bits of the surprise word, in the order of their tests.",
        "SURPRISE_BITS",
        "SurpriseBit",
        literals(bits, |row| {
            literal("SurpriseBit", row).int("bit").text("name").int("test_order").flag("terminal").end()
        })?,
    );
    table(
        out,
        "Callees outside the recovered routines.",
        "HELPERS",
        "Helper",
        literals(rows("helper")?, |row| literal("Helper", row).text("name").int("addr").end())?,
    );
    Ok(())
}

fn memory_cell(row: Row<'_>) -> Result<String, String> {
    let width = row.opt_int("width_bytes").map(|width| hex(width.unwrap_or(4)));
    literal("MemoryCell", row).int("addr").text("name").raw("width_bytes", width).end()
}
