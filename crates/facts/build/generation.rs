//! Generations, placements, code sites and the control plane.

use crate::emit::{hex, literal, literals, option, table};
use crate::load::{Facts, Row};

pub(crate) fn generate(facts: &Facts, out: &mut String) -> Result<(), String> {
    let rows = literals(facts.rows("generations", "generation")?, generation)?;
    table(
        out,
        "The generations, oldest first: indexed by `Generation as usize`.",
        "GENERATIONS",
        "GenerationFact",
        rows,
    );
    let rows = literals(facts.rows("generations", "placement")?, placement)?;
    table(out, "Where registers are, generation by generation; absences too.", "PLACEMENTS", "Placement", rows);
    let rows = literals(facts.rows("generations", "code_site")?, code_site)?;
    table(out, "Where the firmware does what, generation by generation.", "CODE_SITES", "CodeSite", rows);
    let rows = literals(facts.rows("generations", "control_signal")?, control_signal)?;
    table(out, "The control-plane words of the TOP_SP local registers.", "CONTROL_SIGNALS", "ControlSignal", rows);
    Ok(())
}

fn generation(row: Row<'_>) -> Result<String, String> {
    let words: Vec<(&str, &'static str)> = crate::emit::GENERATION.to_vec();
    let itself = row.id().and_then(|id| {
        let hit = words.iter().find(|(word, _)| *word == id);
        hit.map(|(_, rust)| (*rust).to_owned()).ok_or_else(|| row.fault("unknown generation"))
    });
    literal("GenerationFact", row)
        .raw("generation", itself)
        .text("nc")
        .int("arch_id")
        .int("coretype")
        .opt_int("aperture_base")
        .raw("seq_image", row.flag("seq_image_shipped").map(|flag| flag.to_string()))
        .raw("ncfw_image", row.flag("ncfw_image_shipped").map(|flag| flag.to_string()))
        .end()
}

fn placement(row: Row<'_>) -> Result<String, String> {
    let at = row.opt_int("offset").map(|offset| option(offset.map(hex)));
    if row.has("offset") != row.flag("known")? {
        return Err(row.fault("a known place has an offset, an unknown one has none"));
    }
    literal("Placement", row).generation().text("register").raw("at", at).end()
}

fn code_site(row: Row<'_>) -> Result<String, String> {
    literal("CodeSite", row).text("site").generation().opt_int("addr").end()
}

fn control_signal(row: Row<'_>) -> Result<String, String> {
    literal("ControlSignal", row)
        .generation()
        .text("signal")
        .opt_int("offset")
        .opt_int("local_reg_offset")
        .opt_int("write_value")
        .end()
}
