//! The `tpb_xt_local_reg` file: bundles, registers, fields. Layout only; no register value lives here.

use crate::{Basis, Confidence, Evidence, FactId, Generation};

/// What software may do with a register or a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    /// Read and write.
    Rw,
    /// Read only.
    Ro,
    /// Write only.
    Wo,
}

impl Access {
    /// The word of the data files.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Rw => "RW",
            Self::Ro => "RO",
            Self::Wo => "WO",
        }
    }
}

/// A bit field.
#[derive(Debug)]
pub struct Field {
    /// Row of the facts.
    pub id: FactId,
    /// Its name.
    pub name: &'static str,
    /// Highest bit, 0 to 31.
    pub msb: u8,
    /// Lowest bit, 0 to 31.
    pub lsb: u8,
    /// Value after reset, not shifted.
    pub reset: u32,
    /// What software may do.
    pub access: Access,
    /// How well it is known.
    pub evidence: Evidence,
}

/// A group of registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bundle {
    /// The NX control core.
    Nx,
    /// Sixty scratch words, `lr`.
    General,
    /// SoC address-translation windows.
    Window,
    /// The eight Q7 cores.
    Q7,
    /// Hardware decode, breakpoints, single step.
    HwDecode,
    /// Tensor descriptor replacement.
    TensorReplace,
    /// Notifications.
    Notific,
    /// Atomic read-write slots.
    AtomicRdwr,
    /// Atomic increment slots.
    AtomicInc,
    /// Atomic decrement slots.
    AtomicDec,
    /// Atomic add-if-zero slots.
    AtomicAddiff0,
}

impl Bundle {
    /// The name of the data files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nx => "nx",
            Self::General => "general",
            Self::Window => "window",
            Self::Q7 => "q7",
            Self::HwDecode => "hw_decode",
            Self::TensorReplace => "tensor_replace",
            Self::Notific => "notific",
            Self::AtomicRdwr => "atomic_rdwr",
            Self::AtomicInc => "atomic_inc",
            Self::AtomicDec => "atomic_dec",
            Self::AtomicAddiff0 => "atomic_addiff0",
        }
    }

    /// Its row of the facts.
    pub fn fact(self) -> &'static BundleFact {
        &BUNDLES[self as usize]
    }
}

/// Where a bundle is and how often it repeats.
#[derive(Debug)]
pub struct BundleFact {
    /// Row of the facts.
    pub id: FactId,
    /// Which one.
    pub bundle: Bundle,
    /// Offset of instance 0 in the file.
    pub base: u16,
    /// How many instances.
    pub instances: u16,
    /// Bytes from one instance to the next.
    pub stride: u16,
    /// The generations that have it.
    pub generations: &'static [Generation],
    /// How well it is known.
    pub evidence: Evidence,
}

/// One register; where its bundle repeats, one definition stands for every instance.
#[derive(Debug)]
pub struct CsrDef {
    /// Row of the facts; the bundle's where the register has none (`lr`, the atomics).
    pub id: FactId,
    /// Its bundle.
    pub bundle: Bundle,
    /// Its name within the bundle.
    pub name: &'static str,
    /// Offset of instance 0 in the aperture, in the Cayman-family layout.
    pub offset: u16,
    /// How many instances.
    pub instances: u16,
    /// Bytes from one instance to the next.
    pub stride: u16,
    /// What software may do.
    pub access: Access,
    /// Value after reset, composed from the fields; 0 where none are described.
    pub reset: u32,
    /// Its fields, lowest bit first as the data lists them; empty where none are described.
    pub fields: &'static [Field],
    /// How well it is known.
    pub evidence: Evidence,
}

impl CsrDef {
    /// Offset of an instance in the aperture; None past the last.
    pub const fn offset_of(&self, instance: u16) -> Option<u16> {
        if instance < self.instances { Some(self.offset + instance * self.stride) } else { None }
    }
}

/// One `lr` word of the general bundle.
#[derive(Debug)]
pub struct LrFact {
    /// Row of the facts.
    pub id: FactId,
    /// 0 to 59.
    pub index: u8,
    /// Offset in the aperture.
    pub offset: u16,
    /// What it is called, where it has a use.
    pub name: Option<&'static str>,
    /// How well it is known.
    pub evidence: Evidence,
}

/// The definition and the instance at an offset of the Cayman-family aperture.
pub fn csr_at(offset: u16) -> Option<(&'static CsrDef, u16)> {
    CSRS.iter().find_map(|def| {
        let distance = offset.checked_sub(def.offset)?;
        let instance = distance / def.stride;
        (distance % def.stride == 0 && instance < def.instances).then_some((def, instance))
    })
}

include!(concat!(env!("OUT_DIR"), "/csr.rs"));
