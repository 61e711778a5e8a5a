//! The register file and the doorbell sum as a C header, for drivers.

use super::{Mapped, blocks};
use seqbell_script::core::Refused;
use seqbell_script::core::bus::APERTURE_SIZE;
use seqbell_script::core::fabric::{self, S2M_BLOCK, TAIL_INC};
use seqbell_script::facts::{BCAST, Bundle, DmaFamily, ENGINE_CLUSTERS, Generation};
use std::fmt::Write;

/// The register file of a generation and its doorbells as a C header: offsets, masks, shifts and reset values, each with its fact.
///
/// # Errors
/// [`Refused::NoImage`] for a generation whose aperture nobody gives.
pub fn c_header(generation: Generation) -> Result<String, Refused> {
    let (base, blocks) = blocks(generation)?;
    let family = fabric::family(generation)?;
    let guard = format!("SEQBELL_{}_H", generation.token().to_uppercase());
    let mut out = format!(
        "/*\n * Registers and doorbells of {}, as far as they are recovered.\n \
         * Behind each line: access, reset value, fact, evidence. HIGH may be hard-coded, MED should be flagged.\n */\n\
         #ifndef {guard}\n#define {guard}\n\n",
        generation.label()
    );
    define(&mut out, "SEQ_APERTURE_BASE", &format!("{base:#010x}u"), "device-local address");
    define(&mut out, "SEQ_APERTURE_SIZE", &format!("{APERTURE_SIZE:#x}u"), "bytes");
    for block in &blocks {
        // Writing to a string does not fail.
        let _ = writeln!(out, "\n/* {} */", block.bundle.name());
        block.registers.iter().for_each(|register| lines(&mut out, block.bundle, register));
    }
    doorbells(&mut out, family);
    Ok(out + "\n#endif\n")
}

fn define(out: &mut String, name: &str, value: &str, note: &str) {
    if note.is_empty() {
        let _ = writeln!(out, "#define {name:<44} {value}");
    } else {
        let _ = writeln!(out, "#define {name:<44} {value:<34} /* {note} */");
    }
}

fn lines(out: &mut String, bundle: Bundle, register: &Mapped) {
    let def = register.def;
    let prefix = match bundle {
        // `lr` and the atomic slots are called by the bundle's only register.
        Bundle::General | Bundle::AtomicRdwr | Bundle::AtomicInc | Bundle::AtomicDec | Bundle::AtomicAddiff0 => {
            "SEQ".to_owned()
        }
        Bundle::Nx | Bundle::Window | Bundle::Q7 | Bundle::HwDecode | Bundle::TensorReplace | Bundle::Notific => {
            format!("SEQ_{}", bundle.name())
        }
    };
    let name = format!("{prefix}_{}", register.name()).to_uppercase();
    let note = format!("{}, reset {:#x}, {}", def.access.as_str(), def.reset, register.words());
    if register.repeats() {
        let first = register.offset;
        define(out, &format!("{name}(i)"), &format!("({first:#06x}u + {:#x}u * (i))", def.stride), &note);
        define(out, &format!("{name}_COUNT"), &format!("{}u", register.count), "instances");
    } else {
        define(out, &name, &format!("{:#06x}u", register.offset), &note);
    }
    for field in def.fields {
        let name = format!("{name}_{}", field.name).to_uppercase();
        let width = u32::from(field.msb - field.lsb) + 1;
        let mask = (u32::MAX >> (32 - width)) << field.lsb;
        let note = format!("{}, {} {}", field.access.as_str(), field.id, field.evidence);
        define(out, &format!("{name}_MASK"), &format!("{mask:#010x}u"), &note);
        define(out, &format!("{name}_SHIFT"), &format!("{}u", field.lsb), "");
    }
}

fn doorbells(out: &mut String, family: DmaFamily) {
    let _ = writeln!(out, "\n/* DMA: 48-bit SoC addresses */");
    let sum = format!("((base) + ((s2m) ? {S2M_BLOCK:#x}ull : 0ull) + (((queue) + 1ull) << 12) + {TAIL_INC:#x}ull)");
    let _ = writeln!(
        out,
        "/* Write the number of new descriptors there; base is that of an engine, or of a group's broadcast window. */"
    );
    let _ = writeln!(out, "#define DMA_DOORBELL(base, s2m, queue) \\\n    {sum}");
    for cluster in ENGINE_CLUSTERS.iter().filter(|cluster| cluster.family == family) {
        let name = format!("DMA_{}", cluster.name).to_uppercase().replace(|c: char| !c.is_ascii_alphanumeric(), "_");
        let (first, last) = (cluster.first_engine, cluster.first_engine + cluster.engines.max(1) - 1);
        let which = if first == last { format!("engine {first}") } else { format!("engines {first}..{last}") };
        let note = format!("{which}, {} {}", cluster.id, cluster.evidence);
        define(out, &format!("{name}_BASE"), &format!("{:#014x}ull", cluster.base), &note);
        define(out, &format!("{name}_STRIDE"), &format!("{:#x}ull", cluster.stride), "");
    }
    match family {
        DmaFamily::Sunda => {
            let _ = writeln!(out, "/* No broadcast windows on this generation. */");
        }
        DmaFamily::V3 => {
            for (group, window) in BCAST.iter().enumerate() {
                // The table already points at the window: adding the delta again would ring another engine.
                define(
                    out,
                    &format!("DMA_BCAST_{group}"),
                    &format!("{:#014x}ull", window.addr),
                    &format!("{} {}", window.id, window.evidence),
                );
            }
        }
    }
}
