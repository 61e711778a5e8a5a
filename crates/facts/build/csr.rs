//! The register file: bundles, registers, fields, the `lr` words.

use crate::emit::{ACCESS, generations, hex, literal, literals, quote, slice, table};
use crate::load::{Facts, Row};

/// The generations that have the file at all; a bundle with a shorter list says so.
const FAMILY: &[&str] = &["cayman", "mariana", "mariana_plus", "maverick"];
const BUNDLE: &[(&str, &str)] = &[
    ("nx", "Bundle::Nx"),
    ("general", "Bundle::General"),
    ("window", "Bundle::Window"),
    ("q7", "Bundle::Q7"),
    ("hw_decode", "Bundle::HwDecode"),
    ("tensor_replace", "Bundle::TensorReplace"),
    ("notific", "Bundle::Notific"),
    ("atomic_rdwr", "Bundle::AtomicRdwr"),
    ("atomic_inc", "Bundle::AtomicInc"),
    ("atomic_dec", "Bundle::AtomicDec"),
    ("atomic_addiff0", "Bundle::AtomicAddiff0"),
];
/// The order of the table: what the run-state machine uses first.
const ORDER: &[&str] = &[
    "nx",
    "general",
    "hw_decode",
    "window",
    "q7",
    "tensor_replace",
    "notific",
    "atomic_rdwr",
    "atomic_inc",
    "atomic_dec",
    "atomic_addiff0",
];

pub(crate) fn generate(facts: &Facts, out: &mut String) -> Result<(), String> {
    let bundles = facts.rows("csr", "bundle")?;
    table(
        out,
        "The bundles: indexed by `Bundle as usize`.",
        "BUNDLES",
        "BundleFact",
        literals(bundles.clone(), bundle)?,
    );
    let rows = facts.rows("csr", "register")?;
    let mut registers = Vec::new();
    for name in ORDER {
        let home = bundles
            .iter()
            .find(|row| row.text("name") == Ok(name))
            .ok_or_else(|| format!("csr.toml: no bundle {name}"))?;
        let mut mine: Vec<Row<'_>> = rows.iter().copied().filter(|row| row.text("bundle") == Ok(name)).collect();
        mine.sort_by_key(|row| row.int("offset").unwrap_or(u64::MAX));
        for row in &mine {
            registers.push(register(*row, *home)?);
        }
        if mine.is_empty() {
            registers.push(whole_bundle(*home)?);
        }
    }
    table(out, "Every register of the file, the nx bundle first.", "CSRS", "CsrDef", registers);
    let rows = literals(facts.rows("csr", "lr")?, |row| {
        literal("LrFact", row).int("index").int("offset").opt_text("name").end()
    })?;
    table(out, "The sixty `lr` words of the general bundle, by index.", "LRS", "LrFact", rows);
    Ok(())
}

fn bundle(row: Row<'_>) -> Result<String, String> {
    literal("BundleFact", row)
        .raw("bundle", row.word("name", BUNDLE).map(str::to_owned))
        .int("base")
        .int("instances")
        .int("stride")
        .raw("generations", generations(row, "generations", FAMILY))
        .end()
}

fn register(row: Row<'_>, home: Row<'_>) -> Result<String, String> {
    let fields = row.nested("field");
    let mut reset = 0;
    for field in &fields {
        let (msb, lsb, value) = (field.int("msb")?, field.int("lsb")?, field.int("reset")?);
        if msb < lsb || msb > 31 || value >> (msb - lsb + 1) != 0 {
            return Err(field.fault("the reset value does not fit the bits"));
        }
        reset |= value << lsb;
    }
    literal("CsrDef", row)
        .word("bundle", BUNDLE)
        .text("name")
        .int("offset")
        .raw("instances", home.int("instances").map(hex))
        .raw("stride", home.int("stride").map(hex))
        .word("access", ACCESS)
        .raw("reset", Ok(hex(reset)))
        .raw("fields", literals(fields, field).map(slice))
        .end()
}

fn field(row: Row<'_>) -> Result<String, String> {
    literal("Field", row).text("name").int("msb").int("lsb").int("reset").word("access", ACCESS).end()
}

/// A bundle whose one register has no row of its own: the `lr` words and the atomics.
fn whole_bundle(row: Row<'_>) -> Result<String, String> {
    let name = if row.text("name")? == "general" { "lr" } else { row.text("name")? };
    literal("CsrDef", row)
        .raw("bundle", row.word("name", BUNDLE).map(str::to_owned))
        .raw("name", Ok(quote(name)))
        .raw("offset", row.int("base").map(hex))
        .int("instances")
        .int("stride")
        .raw("access", Ok("Access::Rw".to_owned()))
        .raw("reset", Ok(hex(0)))
        .raw("fields", Ok(slice([])))
        .end()
}
