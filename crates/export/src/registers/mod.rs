//! The register file of a generation, for tools that want a map: CMSIS-SVD and a C header. It knows layout, not values.
//!
//! What nobody knows is not in a map: on Sunda that is most of the file.

mod header;
mod svd;

pub use header::c_header;
pub use svd::svd;

use seqbell_script::core::csr::Csr;
use seqbell_script::core::{Refused, bus};
use seqbell_script::facts::{Assumptions, Bundle, CSRS, CsrDef, Evidence, Generation};

/// Registers of one bundle that the generation is known to have.
struct Block {
    bundle: Bundle,
    registers: Vec<Mapped>,
}

/// A register, or all instances of one, where a generation has it.
struct Mapped {
    def: &'static CsrDef,
    /// The first instance that is known, and how many follow each other from there.
    first: u16,
    count: u16,
    /// From the start of the aperture, in bytes.
    offset: u32,
    /// How well the place is known.
    evidence: Evidence,
}

impl Mapped {
    /// It stands for several instances.
    const fn repeats(&self) -> bool {
        self.count > 1
    }

    /// Its name; a single instance of many carries its number.
    fn name(&self) -> String {
        if self.def.instances > 1 && !self.repeats() {
            format!("{}_{}", self.def.name, self.first)
        } else {
            self.def.name.to_owned()
        }
    }

    /// One past its last byte, from the start of the aperture.
    fn end(&self) -> u32 {
        self.offset + u32::from(self.count - 1) * u32::from(self.def.stride) + 4
    }

    /// What it rests on, in words.
    fn words(&self) -> String {
        format!("{} {}", self.def.id, self.evidence)
    }
}

/// What is known of a generation's register file, bundle by bundle.
fn blocks(generation: Generation) -> Result<(u32, Vec<Block>), Refused> {
    let base = bus::aperture_base(generation)?;
    let mut blocks: Vec<Block> = Vec::new();
    for def in CSRS {
        let found = runs(generation, base, def);
        match blocks.iter_mut().find(|block| block.bundle == def.bundle) {
            Some(block) => block.registers.extend(found),
            None if found.is_empty() => {}
            None => blocks.push(Block { bundle: def.bundle, registers: found }),
        }
    }
    for block in &mut blocks {
        block.registers.sort_by_key(|register| register.offset);
    }
    Ok((base, blocks))
}

/// The known instances of a register, those in a row together.
fn runs(generation: Generation, base: u32, def: &'static CsrDef) -> Vec<Mapped> {
    let mut runs: Vec<Mapped> = Vec::new();
    for instance in 0..def.instances {
        let known =
            def.offset_of(instance).and_then(|at| bus::place(generation, &Assumptions::default(), Csr(at)).ok());
        let Some((addr, evidence)) = known else { continue };
        let offset = addr - base;
        let follows = |run: &&mut Mapped| {
            run.first + run.count == instance
                && run.offset + u32::from(run.count) * u32::from(def.stride) == offset
                && run.evidence == evidence
        };
        match runs.last_mut().filter(follows) {
            Some(run) => run.count += 1,
            None => runs.push(Mapped { def, first: instance, count: 1, offset, evidence }),
        }
    }
    runs
}
