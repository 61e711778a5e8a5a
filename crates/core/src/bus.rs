//! From a name or an address to a register: each generation's aperture.
//!
//! A register is named by its place in the Cayman-family layout ([`Csr`]); this module knows which address that is on a
//! generation, or that nobody knows. It does not know who asks, or why.

use crate::csr::{self, Csr};
use crate::refused::{Refused, Unknown};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use seqbell_facts::{
    Assumptions, Basis, Bundle, CSRS, Confidence, Evidence, Generation, Placement, SundaDispatcher, generation,
    placement,
};

/// Size of every aperture in bytes (`csr.regfile`).
pub const APERTURE_SIZE: u32 = 0x1_0000;

/// First address of the generation's aperture in the device-local space.
///
/// # Errors
/// Maverick ships no firmware, so its aperture is not known.
pub fn aperture_base(g: Generation) -> Result<u32, Refused> {
    generation(g).aperture_base.ok_or(Refused::NoImage(g))
}

/// Whether the generation has this register, and how well its place is known.
///
/// # Errors
/// [`Refused::Unknown`] where nobody knows the place; [`Refused::Rule`] where the generation has no such register.
pub fn place(g: Generation, assumptions: &Assumptions, csr: Csr) -> Result<(u32, Evidence), Refused> {
    let base = aperture_base(g)?;
    let Some((def, _)) = csr.find() else {
        return Err(Refused::NoAddress {
            addr: u64::from(base) + u64::from(csr.0),
            why: "no register starts here".to_string(),
        });
    };
    if g == Generation::Sunda {
        return sunda_place(base, assumptions, csr);
    }
    if !def.bundle.fact().generations.is_empty() && !def.bundle.fact().generations.contains(&g) {
        return Err(Refused::Rule(format!("{} has no {} bundle", g.label(), def.bundle.name())));
    }
    Ok((base + u32::from(csr.0), def.evidence))
}

fn sunda_place(base: u32, assumptions: &Assumptions, csr: Csr) -> Result<(u32, Evidence), Refused> {
    if csr == Csr::INTR_INFO && assumptions.sunda_dispatcher() == SundaDispatcher::AsCayman {
        return Ok((base + u32::from(csr.0), Evidence::new(Confidence::Low, Basis::Absent)));
    }
    let Some(row) = sunda_placement(csr) else {
        return Err(Refused::Unknown(Unknown {
            what: "the place of this register on Sunda",
            why: "no page describes this bundle for the generation",
            source: "G06",
        }));
    };
    match row.at {
        Some(offset) => Ok((base + u32::from(offset), row.evidence)),
        None => Err(Refused::Unknown(Unknown {
            what: "the place of this register on Sunda",
            why: "no page gives its offset in the Sunda aperture",
            source: row.id,
        })),
    }
}

/// The row that says where Sunda puts a register, or that nobody knows.
fn sunda_placement(csr: Csr) -> Option<&'static Placement> {
    let (def, _) = csr.find()?;
    let name = match (csr, def.bundle) {
        (Csr::RESUME_PC_LO, _) => "resume_pc_lo",
        (Csr::RESUME_PC_HI, _) => "resume_pc_hi",
        (_, Bundle::Nx) => def.name,
        _ => return None,
    };
    placement(Generation::Sunda, name)
}

/// The register at an absolute address of the generation's aperture.
///
/// # Errors
/// [`Refused::NoAddress`] outside the aperture or where no register starts.
pub fn resolve(g: Generation, assumptions: &Assumptions, addr: u32) -> Result<Csr, Refused> {
    let base = aperture_base(g)?;
    let no = |why: String| Refused::NoAddress { addr: u64::from(addr), why };
    let offset = addr.checked_sub(base).filter(|offset| *offset < APERTURE_SIZE);
    let Some(offset) = offset.and_then(|offset| u16::try_from(offset).ok()) else {
        let last = base + APERTURE_SIZE - 1;
        return Err(no(format!("outside the {} aperture {base:#010x}..{last:#010x}", g.label())));
    };
    let found = match g {
        Generation::Sunda => every().find(|csr| place(g, assumptions, *csr).is_ok_and(|(at, _)| at == addr)),
        Generation::Cayman | Generation::Mariana | Generation::MarianaPlus | Generation::Maverick => Some(Csr(offset)),
    };
    let csr =
        found.ok_or_else(|| no(format!("no register is known at offset {offset:#x} of the {} aperture", g.label())))?;
    if !offset.is_multiple_of(4) {
        return Err(no("registers are 32 bits wide and 4-byte aligned".to_string()));
    }
    place(g, assumptions, csr)?;
    Ok(csr)
}

/// Every register, instance by instance.
pub fn every() -> impl Iterator<Item = Csr> {
    CSRS.iter().flat_map(|def| (0..def.instances).filter_map(|i| def.offset_of(i)).map(Csr))
}

/// The register with this name: `start_ctrl` (a bare name is the nx bundle), `nx.run_state`, `lr[3]`, `window[2].control`.
/// Case does not matter.
///
/// # Errors
/// [`Refused::NoRegister`], with names that are close.
pub fn find(name: &str) -> Result<Csr, Refused> {
    let wanted = name.trim().to_ascii_lowercase();
    let wanted = wanted.strip_prefix("general.").unwrap_or(&wanted);
    match wanted {
        "resume_pc_lo" => return Ok(Csr::RESUME_PC_LO),
        "resume_pc_hi" => return Ok(Csr::RESUME_PC_HI),
        _ => {}
    }
    let full = |csr: &Csr| csr::name(*csr);
    let bare = format!("nx.{wanted}");
    every().find(|csr| full(csr) == wanted || full(csr) == bare).ok_or_else(|| {
        let near: Vec<String> = every()
            .map(csr::name)
            .filter(|known| wanted.len() > 2 && known.contains(wanted.get(..4).unwrap_or(wanted)))
            .filter(|known| !known.contains('[') || known.ends_with("[0]"))
            .take(5)
            .collect();
        Refused::NoRegister { name: name.to_string(), near: near.join(", ") }
    })
}
