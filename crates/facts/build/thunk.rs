//! The doorbell thunks of the NCFW image: bytes, calls, helpers, rules of decoding, and CUST3 by generation.

use crate::emit::{constant, hex, literal, literals, option, slice, table};
use crate::load::{Facts, Row};

const FAMILY: &[(&str, &str)] = &[("A", "Family::A"), ("B", "Family::B"), ("C", "Family::C"), ("D", "Family::D")];
const LEG: &[(&str, &str)] = &[("IN", "Leg::In"), ("OUT", "Leg::Out")];

pub(crate) fn generate(facts: &Facts, out: &mut String) -> Result<(), String> {
    let rows = |kind| facts.rows("doorbell", kind);
    let array = facts.only("doorbell", "thunk_array")?;
    let whole = literal("ThunkArray", array)
        .int("first")
        .int("last_exclusive")
        .int("thunks")
        .int("with_cust3")
        .raw("prologue", code(array, "prologue").map(slice))
        .raw("epilogue", code(array, "epilogue").map(slice))
        .end()?;
    constant(out, "The array of thunks as the page counts it.", "THUNK_ARRAY", "ThunkArray", &whole);
    table(out, "The listed thunks.", "THUNKS", "Thunk", literals(rows("thunk")?, thunk)?);
    let family = |row: Row<'_>| {
        literal("FamilyFact", row)
            .raw("family", row.word("id", FAMILY).map(str::to_owned))
            .text("name")
            .int("members")
            .flag("cust3")
            .opt_int("cust3_at")
            .opt_int("call_at")
            .end()
    };
    table(
        out,
        "The four families: indexed by `Family as usize`.",
        "FAMILIES",
        "FamilyFact",
        literals(rows("thunk_family")?, family)?,
    );
    table(
        out,
        "The two direction-coded helpers, IN first.",
        "THUNK_HELPERS",
        "ThunkHelper",
        literals(rows("thunk_helper")?, helper)?,
    );
    let diff = |row| literal("HelperDiff", row).int("offset").int("in_byte").int("out_byte").end();
    table(out, "Where the two helpers differ.", "HELPER_DIFF", "HelperDiff", literals(rows("helper_diff")?, diff)?);
    table(out, "What the helpers call, hop by hop.", "TAIL_CHAIN", "TailHop", literals(rows("tail_chain")?, hop)?);
    table(
        out,
        "The readings of the length rule.",
        "LENGTH_RULES",
        "LengthRule",
        literals(rows("length_rule")?, length)?,
    );
    let word = facts.only("doorbell", "cust3_word")?;
    constant(out, "The CUST3 word of the v4 image, little endian.", "CUST3_WORD", "u32", &hex(word.int("value")?));
    let cust3 = |row: Row<'_>| {
        literal("Cust3Fact", row)
            .generation()
            .flag("present")
            .opt_int("word")
            .opt_int("t_field")
            .opt_int("markers")
            .opt_int("family_d_signature_count")
            .end()
    };
    let doc = "CUST3 in each generation's NCFW image.";
    table(out, doc, "CUST3", "Cust3Fact", literals(facts.rows("generations", "cust3")?, cust3)?);
    Ok(())
}

fn thunk(row: Row<'_>) -> Result<String, String> {
    literal("Thunk", row)
        .int("addr")
        .word("family", FAMILY)
        .opt_int("slot_bytes")
        .opt_int("length")
        .raw("segments", segments(row))
        .flag("cust3")
        .opt_int("selector_x")
        .opt_int("selector_y")
        .opt_int("bank")
        .opt_int("nc")
        .opt_int("channel")
        .opt_int("call_pc")
        .raw("call_word", word(row))
        .opt_int("call_target")
        .int("page_target")
        .flag("disagreement")
        .raw(
            "direction",
            if row.has("leg") { row.word("leg", LEG).map(|leg| format!("Some({leg})")) } else { Ok(option(None)) },
        )
        .end()
}

/// The printed bytes: where each run starts, and the bytes.
fn segments(row: Row<'_>) -> Result<String, String> {
    let mut runs = Vec::new();
    for segment in row.nested("bytes") {
        runs.push(format!("({}, {})", hex(segment.int("at")?), slice(code(segment, "hex")?)));
    }
    Ok(slice(runs))
}

fn helper(row: Row<'_>) -> Result<String, String> {
    literal("ThunkHelper", row)
        .raw("direction", row.word("leg", LEG).map(str::to_owned))
        .int("addr")
        .int("slot_bytes")
        .raw("code", code(row, "code").map(slice))
        .int("call_pc")
        .raw("call_word", code(row, "call_word").map(|bytes| format!("[{}]", bytes.join(", "))))
        .int("call_target")
        .int("page_target")
        .end()
}

fn hop(row: Row<'_>) -> Result<String, String> {
    literal("TailHop", row)
        .int("n")
        .text("from")
        .opt_int("to")
        .opt_int("call_pc")
        .raw("call_word", word(row))
        .opt_text("call_kind")
        .end()
}

/// One length for each third of op0; None where the reading leaves it open.
fn length(row: Row<'_>) -> Result<String, String> {
    let either =
        |key: &str| row.opt_int(if row.has("otherwise") { "otherwise" } else { key }).map(|n| option(n.map(hex)));
    let high = if row.opt_text("op0_e_f").is_ok() {
        Ok(option(None))
    } else {
        row.int("op0_e_f").map(|n| option(Some(hex(n))))
    };
    literal("LengthRule", row)
        .raw("op0_0_to_7", either("op0_0_to_7"))
        .raw("op0_8_to_d", either("op0_8_to_d"))
        .raw("op0_e_f", high)
        .flag("preferred")
        .end()
}

/// A printed call word; None where there is none, or where the row prints several.
fn word(row: Row<'_>) -> Result<String, String> {
    if !row.has("call_word") || row.text("call_word")?.contains('/') {
        return Ok(option(None));
    }
    code(row, "call_word").map(|bytes| option(Some(format!("[{}]", bytes.join(", ")))))
}

/// Printed bytes, such as `36 41 00`.
fn code(row: Row<'_>, key: &str) -> Result<Vec<String>, String> {
    let byte = |text: &str| u8::from_str_radix(text, 16).map(|byte| format!("{byte:#04x}"));
    let bytes = row.text(key)?.split_whitespace().map(byte).collect::<Result<Vec<_>, _>>();
    bytes.map_err(|_| row.fault(&format!("`{key}` is not a run of bytes")))
}
