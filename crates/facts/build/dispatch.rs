//! The 178-slot microcode tables.

use crate::emit::{constant, hex, literal, literals, option, table};
use crate::load::{Facts, Row};

const FRONT_END: &[(&str, &str)] =
    &[("software_fetch", "FrontEnd::SoftwareFetch"), ("hw_decode", "FrontEnd::HwDecode")];

pub(crate) fn generate(facts: &Facts, out: &mut String) -> Result<(), String> {
    let tables = facts.rows("dispatch", "dispatch_table")?;
    let soft = tables.first().copied().ok_or("dispatch.toml: no table")?;
    constant(out, "Slots of a dispatch table.", "DISPATCH_ENTRIES", "u16", &hex(soft.int("entries")?));
    constant(
        out,
        "What the decoder subtracts from the microcode word: index = opcode - bias.",
        "OPCODE_BIAS",
        "u32",
        &hex(soft.int("index_bias")?),
    );
    constant(
        out,
        "Handler of every unused slot of the software-fetch table (Cayman).",
        "DEFAULT_HANDLER",
        "u32",
        &hex(soft.int("default_handler")?),
    );
    let mut rows = literals(tables, |row| {
        literal("DispatchTable", row)
            .generation()
            .word("front_end", FRONT_END)
            .opt_int("base")
            .opt_int("default_handler")
            .end()
    })?;
    for pair in facts.rows("dispatch", "dispatch_table_pair")? {
        for (token, front_end) in FRONT_END {
            rows.push(half(pair, token, front_end)?);
        }
    }
    table(out, "Where the tables are; a generation without one says so.", "DISPATCH_TABLES", "DispatchTable", rows);
    slots(facts, out)
}

/// What the slots of the software-fetch table hold.
fn slots(facts: &Facts, out: &mut String) -> Result<(), String> {
    let mut opcodes = facts.rows("dispatch", "opcode")?;
    opcodes.sort_by_key(|row| row.int("index").unwrap_or(u64::MAX));
    table(
        out,
        "The slots with a handler of their own, by index (Cayman addresses).",
        "OPCODES",
        "Opcode",
        literals(opcodes, |row| {
            literal("Opcode", row)
                .int("index")
                .int("opcode")
                .int("handler")
                .opt_int("implementation")
                .opt_int("handler_function")
                .opt_text("name")
                .text("family")
                .end()
        })?,
    );
    table(
        out,
        "Runs of slots that hold the default handler.",
        "DEFAULT_RUNS",
        "DefaultRun",
        literals(facts.rows("dispatch", "default_run")?, |row| {
            literal("DefaultRun", row)
                .raw("first", row.int("first_index").map(hex))
                .raw("last", row.int("last_index").map(hex))
                .end()
        })?,
    );
    table(
        out,
        "The two wrappers that most handlers are called through.",
        "DISPATCH_THUNKS",
        "DispatchThunk",
        literals(facts.rows("dispatch", "dispatch_thunk")?, |row| {
            literal("DispatchThunk", row).int("addr").text("family").end()
        })?,
    );
    Ok(())
}

/// One table of a generation that names both in one row.
fn half(row: Row<'_>, token: &str, front_end: &str) -> Result<String, String> {
    let base = row.opt_int(&format!("{token}_base")).map(|base| option(base.map(hex)));
    literal("DispatchTable", row)
        .generation()
        .raw("front_end", Ok(front_end.to_owned()))
        .raw("base", base)
        .raw("default_handler", Ok(option(None)))
        .end()
}
