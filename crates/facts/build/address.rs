//! Device addresses: the register-address table, the broadcast windows, the engines and the views of the host.

use crate::emit::{literal, literals, quote, table};
use crate::load::{Facts, Row};

const BAND: &[(&str, &str)] =
    &[("event", "Band::Event"), ("apb_bcast", "Band::ApbBcast"), ("host_sdma", "Band::HostSdma")];
const FAMILY: &[(&str, &str)] = &[("sunda", "DmaFamily::Sunda"), ("v3", "DmaFamily::V3")];

pub(crate) fn generate(facts: &Facts, out: &mut String) -> Result<(), String> {
    let rows = |kind| facts.rows("regaddr", kind);
    table(
        out,
        "The register-address table of the NCFW core, by index.",
        "REGADDR",
        "RegAddr",
        literals(rows("regaddr")?, |row| {
            literal("RegAddr", row).int("index").int("addr").word("band", BAND).int("nc").end()
        })?,
    );
    table(
        out,
        "The broadcast windows, by group.",
        "BCAST",
        "BcastWindow",
        literals(rows("bcast")?, |row| literal("BcastWindow", row).int("group").int("addr").int("die").end())?,
    );
    let mut clusters = Vec::new();
    for layout in facts.rows("udma_public", "engine_layout")? {
        clusters.extend(literals(layout.nested("cluster"), |row| cluster(layout, row))?);
    }
    table(
        out,
        "Runs of DMA engines at a constant stride; engine numbers are those of the driver.",
        "ENGINE_CLUSTERS",
        "EngineCluster",
        clusters,
    );
    Ok(())
}

fn cluster(layout: Row<'_>, row: Row<'_>) -> Result<String, String> {
    literal("EngineCluster", row)
        .raw("family", layout.word("family", FAMILY).map(str::to_owned))
        .raw("name", row.text("name").map(quote))
        .int("first_engine")
        .int("engines")
        .int("base")
        .int("stride")
        .end()
}
