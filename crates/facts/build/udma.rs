//! uDMA registers by both descriptions, descriptor bits, driver rules, and where the descriptions disagree.

use crate::emit::{ACCESS, constant, generations, hex, literal, literals, quote, slice, table};
use crate::load::{Facts, Row};

const DIRECTION: &[(&str, &str)] = &[("M2S", "Direction::M2s"), ("S2M", "Direction::S2m")];
const BLOCK: &[(&str, &str)] =
    &[("unit", "UnitBlock::Unit"), ("sdma_glue", "UnitBlock::SdmaGlue"), ("papb_bcast", "UnitBlock::PapbBcast")];

pub(crate) fn generate(facts: &Facts, out: &mut String) -> Result<(), String> {
    let public = |kind| facts.rows("udma_public", kind);
    let doc = "The registers of a queue's bank, by the public drivers.";
    table(out, doc, "UDMA_QUEUE_REGS", "UdmaReg", literals(public("udma_register")?, register)?);
    let doc = "The registers of a queue's bank, by the wiki.";
    table(out, doc, "UDMA_WIKI_REGS", "UdmaReg", literals(facts.rows("udma", "wiki_register")?, register)?);
    let doc = "The bits of `q_sw_ctrl`, by the wiki.";
    let bit = |row: Row<'_>| literal("SwCtrlBit", row).int("bit").text("name").end();
    table(out, doc, "UDMA_SW_CTRL_BITS", "SwCtrlBit", literals(facts.rows("udma", "sw_ctrl_bit")?, bit)?);
    let unit = |row: Row<'_>| {
        literal("UnitReg", row).text("name").word("block", BLOCK).ints("offsets").raw("fields", fields(row)).end()
    };
    let doc = "Registers of a unit, of the glue beside it and of the broadcast fabric.";
    table(out, doc, "UDMA_UNIT_REGS", "UnitReg", literals(public("unit_register")?, unit)?);
    descriptors(facts, out)?;
    constraints(facts, out)?;
    let disagreement = |row: Row<'_>| {
        literal("Disagreement", row)
            .text("aspect")
            .opt_word("direction", DIRECTION)
            .text("a")
            .text("b")
            .text("what")
            .end()
    };
    let rows = literals(facts.rows("disagreements", "disagreement")?, disagreement)?;
    table(out, "Where the wiki (a) and the public drivers (b) disagree.", "DISAGREEMENTS", "Disagreement", rows);
    Ok(())
}

fn register(row: Row<'_>) -> Result<String, String> {
    literal("UdmaReg", row)
        .opt_word("direction", DIRECTION)
        .int("offset")
        .text("name")
        .word("access", ACCESS)
        .raw("fields", fields(row))
        .raw("generations", generations(row, "generations", &[]))
        .raw("absent_on", generations(row, "absent_on", &[]))
        .end()
}

fn fields(row: Row<'_>) -> Result<String, String> {
    literals(row.nested("field"), |field| {
        literal("UdmaField", field).opt_text("name").int("msb").int("lsb").opt_int("reset").end()
    })
    .map(slice)
}

fn descriptors(facts: &Facts, out: &mut String) -> Result<(), String> {
    let wiki = facts.only("udma", "descriptor")?;
    let rows = literals(wiki.nested("descriptor_field"), |row| bits(row, "None"))?;
    table(out, "Bits of a descriptor's first word, by the wiki.", "WIKI_DESCRIPTOR_FIELDS", "DescriptorField", rows);
    let mut rows = Vec::new();
    for rule in facts.rows("udma_public", "constraint")? {
        let direction = if rule.id()? == "tx-desc" { "Some(Direction::M2s)" } else { "Some(Direction::S2m)" };
        rows.extend(literals(rule.nested("descriptor_field"), |row| bits(row, direction))?);
    }
    table(
        out,
        "Bits of a descriptor's first word, by the public driver.",
        "DESCRIPTOR_FIELDS",
        "DescriptorField",
        rows,
    );
    Ok(())
}

fn bits(row: Row<'_>, direction: &str) -> Result<String, String> {
    literal("DescriptorField", row).raw("direction", Ok(direction.to_owned())).text("name").int("msb").int("lsb").end()
}

/// The driver's rules: a row each, and a constant for each number.
fn constraints(facts: &Facts, out: &mut String) -> Result<(), String> {
    let rules = facts.rows("udma_public", "constraint")?;
    let mut numbers = String::new();
    for row in &rules {
        for (name, value) in limits(*row)? {
            let constant_name = format!("{}_{name}", row.id()?.replace('-', "_")).to_ascii_uppercase();
            let doc = format!("`{name}` of the rule `{}`.", row.id()?);
            constant(&mut numbers, &doc, &constant_name, "u32", &hex(value));
        }
    }
    let rows = literals(rules, |row| {
        let list = limits(row).map(|list| {
            slice(
                list.into_iter()
                    .map(|(name, value)| format!("Limit {{ name: {}, value: {} }}", quote(name), hex(value))),
            )
        });
        literal("Constraint", row).raw("limits", list).end()
    })?;
    table(out, "The rules of the public driver.", "CONSTRAINTS", "Constraint", rows);
    out.push_str("/// The numbers of the driver's rules, named after rule and number.\npub mod limit {\n");
    out.push_str(&numbers);
    out.push_str("}\n");
    Ok(())
}

fn limits(row: Row<'_>) -> Result<Vec<(&str, u64)>, String> {
    let Some(list) = row.table.get("limit").and_then(toml::Value::as_table) else {
        return Ok(Vec::new());
    };
    let number = |(name, value): (&'_ String, &toml::Value)| {
        value
            .as_integer()
            .and_then(|value| u64::try_from(value).ok())
            .ok_or_else(|| row.fault(&format!("limit `{name}` is not a number")))
    };
    let mut numbers = Vec::new();
    for (name, value) in list {
        numbers.push((name.as_str(), number((name, value))?));
    }
    Ok(numbers)
}
