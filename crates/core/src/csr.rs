//! The live values of one register file, by their offset in the Cayman-family layout.
//!
//! Reading never changes anything here. Which generation puts a register where, and who may ask, is `bus`'s business.

use crate::Word;
use crate::table::Table;
use seqbell_facts::{Bundle, CSRS, CsrDef, csr_at};

/// The offset of a register in the Cayman-family register file, in bytes from its start (0 to 0xffff).
///
/// It names a register on every generation; [`crate::bus`] turns it into the address that a generation uses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Csr(pub u16);

/// Registers that the model and its hosts name often.
impl Csr {
    /// `nx.release_run_stall`
    pub const RELEASE_RUN_STALL: Csr = Csr(0x0000);
    /// `nx.start_ctrl`, the start doorbell.
    pub const START_CTRL: Csr = Csr(0x0004);
    /// `nx.run_state`, the published state.
    pub const RUN_STATE: Csr = Csr(0x0008);
    /// `nx.instr_halt_ctrl`, the host's halt request.
    pub const INSTR_HALT_CTRL: Csr = Csr(0x0014);
    /// `nx.intr_info`, the work selector.
    pub const INTR_INFO: Csr = Csr(0x001c);
    /// `lr[3]`, low half of the resume PC.
    pub const RESUME_PC_LO: Csr = Csr(0x1060);
    /// `lr[4]`, high half of the resume PC.
    pub const RESUME_PC_HI: Csr = Csr(0x1080);

    /// The definition and the instance at this offset, if a register starts here.
    pub fn find(self) -> Option<(&'static CsrDef, u16)> {
        csr_at(self.0)
    }
}

/// How many registers are kept in the dense part: those that the firmware touches.
const HOT: usize = 25;

/// The values of a register file. Registers that the firmware touches are dense, the others are kept only once written.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CsrFile {
    hot: [Word; HOT],
    cold: Table<u16, Word>,
}

/// Place of a register in the dense part.
#[inline]
const fn hot_index(offset: u16) -> Option<usize> {
    match offset {
        0x0000..0x0020 if offset.is_multiple_of(4) => Some((offset / 4) as usize),
        0x1060 => Some(8),
        0x1080 => Some(9),
        0x14c0 => Some(10),
        0x4000..0x4038 if offset.is_multiple_of(4) => Some(11 + ((offset - 0x4000) / 4) as usize),
        _ => None,
    }
}

/// The offsets of the dense part.
const HOT_OFFSETS: [u16; HOT] = [
    0x0000, 0x0004, 0x0008, 0x000c, 0x0010, 0x0014, 0x0018, 0x001c, 0x1060, 0x1080, 0x14c0, 0x4000, 0x4004, 0x4008,
    0x400c, 0x4010, 0x4014, 0x4018, 0x401c, 0x4020, 0x4024, 0x4028, 0x402c, 0x4030, 0x4034,
];

impl CsrFile {
    /// Every register at its reset value.
    pub fn reset() -> Self {
        let mut file = Self { hot: [Word::unknown(); HOT], cold: Table::new() };
        for def in CSRS {
            for instance in 0..def.instances {
                let offset = def.offset + instance * def.stride;
                if let Some(index) = hot_index(offset) {
                    file.hot[index] = Word::new(def.reset, def.evidence);
                }
            }
        }
        file
    }

    /// The value at an offset; looking changes nothing. An offset without a register is unknown.
    #[inline]
    pub fn peek(&self, csr: Csr) -> Word {
        if let Some(index) = hot_index(csr.0) {
            return self.hot[index];
        }
        self.cold
            .get(&csr.0)
            .copied()
            .unwrap_or_else(|| csr.find().map_or(Word::unknown(), |(def, _)| Word::new(def.reset, def.evidence)))
    }

    /// Every register that is kept, in a fixed order.
    pub(crate) fn each(&self, mut see: impl FnMut(Csr, Word)) {
        for offset in HOT_OFFSETS {
            see(Csr(offset), self.peek(Csr(offset)));
        }
        self.cold.iter().for_each(|(offset, word)| see(Csr(*offset), *word));
    }

    /// Stores a value. Whether it may be stored is decided before.
    pub fn poke(&mut self, csr: Csr, word: Word) {
        match hot_index(csr.0) {
            Some(index) => self.hot[index] = word,
            None => drop(self.cold.insert(csr.0, word)),
        }
    }
}

/// The name of a register as scripts and traces write it: `nx.run_state`, `lr[3]`, `window[2].control`.
pub fn name(csr: Csr) -> alloc::string::String {
    use alloc::format;
    match csr.find() {
        None => format!("{:#06x}", csr.0),
        Some((def, instance)) => match (def.bundle, def.instances > 1) {
            (Bundle::General, _) => format!("lr[{instance}]"),
            (bundle, true) => format!("{}[{instance}].{}", bundle.name(), def.name),
            (bundle, false) => format!("{}.{}", bundle.name(), def.name),
        },
    }
}
