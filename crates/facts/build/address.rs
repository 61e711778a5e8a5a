//! Device addresses: the register-address table, the broadcast windows, the engines and the views of the host.

use crate::emit::{ACCESS, constant, generations, literal, literals, table};
use crate::load::{Facts, Row};

const BAND: &[(&str, &str)] =
    &[("event", "Band::Event"), ("apb_bcast", "Band::ApbBcast"), ("host_sdma", "Band::HostSdma")];
const FAMILY: &[(&str, &str)] = &[("sunda", "DmaFamily::Sunda"), ("v3", "DmaFamily::V3")];

pub(crate) fn generate(facts: &Facts, out: &mut String) -> Result<(), String> {
    tables(facts, out)?;
    layouts(facts, out)
}

/// The tables of the NCFW image.
fn tables(facts: &Facts, out: &mut String) -> Result<(), String> {
    let rows = |kind| facts.rows("regaddr", kind);
    let entry = |row| literal("RegAddr", row).int("index").int("addr").word("band", BAND).int("nc").end();
    let doc = "The register-address table of the NCFW core, by index.";
    table(out, doc, "REGADDR", "RegAddr", literals(rows("regaddr")?, entry)?);
    let window = |row| literal("BcastWindow", row).int("group").int("addr").int("die").end();
    table(out, "The broadcast windows, by group.", "BCAST", "BcastWindow", literals(rows("bcast")?, window)?);
    let bits = |row| literal("AddressBits", row).text("name").int("msb").int("lsb").end();
    let doc = "What bits of a device address select.";
    table(out, doc, "ADDRESS_BITS", "AddressBits", literals(rows("address_bit")?, bits)?);
    let bitmap = |row: Row<'_>| {
        let on = generations(row, "generations", &[]);
        literal("AllocBitmap", row)
            .int("index")
            .int("value")
            .int("engine_mask")
            .int("queue_mask")
            .int("die")
            .raw("generations", on)
            .end()
    };
    let doc = "The queue bundles: which engines and queues an allocation takes.";
    table(out, doc, "ALLOC_BITMAPS", "AllocBitmap", literals(rows("alloc_bitmap")?, bitmap)?);
    let window = |row| literal("EventWindow", row).text("name").int("offset").word("access", ACCESS).end();
    let doc = "The windows of an event and semaphore block.";
    table(out, doc, "EVENT_WINDOWS", "EventWindow", literals(rows("evt_sem_window")?, window)?);
    Ok(())
}

/// The address maps of the public driver.
fn layouts(facts: &Facts, out: &mut String) -> Result<(), String> {
    let public = |kind| facts.rows("udma_public", kind);
    let (mut clusters, mut glue) = (Vec::new(), Vec::new());
    for layout in public("engine_layout")? {
        clusters.extend(literals(layout.nested("cluster"), |row| run("EngineCluster", layout, row))?);
        glue.extend(literals(layout.nested("glue"), |row| {
            literal("AppGlue", row).text("name").int("base").int("stride").end()
        })?);
    }
    let doc = "Runs of DMA engines at a constant stride; engine numbers are those of the driver.";
    table(out, doc, "ENGINE_CLUSTERS", "EngineCluster", clusters);
    table(out, "The application glue of Sunda's engines, by core.", "APP_GLUE", "AppGlue", glue);
    let unit = |row| {
        literal("UnitLayout", row)
            .int("m2s")
            .int("s2m")
            .int("general")
            .opt_int("general_ex")
            .opt_int("span")
            .opt_int("m2s_window")
            .opt_int("s2m_window")
            .end()
    };
    let doc = "Blocks of a uDMA unit: revision 4 first, the older Alpine revision second.";
    table(out, doc, "UNIT_LAYOUTS", "UnitLayout", literals(public("unit_layout")?, unit)?);
    let slot = facts.only("udma_public", "slot_layout")?;
    let slot = literal("SlotLayout", slot).int("udma").int("sdma_glue").int("bcast_udma").int("stride").end()?;
    constant(out, "The slot of a v3 DMA engine.", "SLOT_LAYOUT", "SlotLayout", &slot);
    let bank = facts.only("udma_public", "queue_bank")?;
    let bank = literal("QueueBank", bank).int("first_offset").int("stride").int("queues").end()?;
    constant(out, "The per-queue banks of a direction's block.", "QUEUE_BANK", "QueueBank", &bank);
    let (mut windows, mut apertures) = (Vec::new(), Vec::new());
    for layout in public("bar0_layout")? {
        windows.extend(literals(layout.nested("window"), |row| {
            literal("Bar0Window", row).text("name").int("region_base").int("bar0_offset").int("size").end()
        })?);
    }
    for layout in public("event_layout")? {
        apertures.extend(literals(layout.nested("aperture"), |row| {
            literal("EventAperture", row).text("name").int("tpb").int("addr").int("tpb_base").end()
        })?);
    }
    table(out, "What the host sees through BAR0 of a v3 device.", "BAR0_WINDOWS", "Bar0Window", windows);
    table(out, "The event apertures of the eight TPBs of a v3 device.", "EVENT_APERTURES", "EventAperture", apertures);
    Ok(())
}

fn run(name: &str, layout: Row<'_>, row: Row<'_>) -> Result<String, String> {
    literal(name, row)
        .raw("family", layout.word("family", FAMILY).map(str::to_owned))
        .text("name")
        .int("first_engine")
        .int("engines")
        .int("base")
        .int("stride")
        .end()
}
