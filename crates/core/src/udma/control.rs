//! The control plane: five words that a host writes to the management core. They touch no ring.
//!
//! ```text
//! data plane      tail increment of a queue      value N      engines fetch N descriptors
//! control plane   TOP_SP local register word     value 1      the management core starts, stops, steps
//! ```
//!
//! What the management core then does is not modelled.

use crate::refused::{Refused, Unknown};
use seqbell_facts::{CONTROL_SIGNALS, ControlSignal, Evidence, FactId, Generation, LRS, LrFact};

/// A trigger of the control plane.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Signal {
    /// Initialise.
    Init,
    /// Time synchronisation.
    Tsync,
    /// Start, the host trigger.
    Start,
    /// Stop.
    Stop,
    /// Switch the basic block.
    Switch,
}

/// The value of every control-plane write (`udma.plane.control`).
pub const TRIGGER_VALUE: u32 = 1;
/// The row that says so.
const PLANE: FactId = "udma.plane.control";

impl Signal {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Init, Self::Tsync, Self::Start, Self::Stop, Self::Switch];

    /// The word that scripts use.
    pub const fn name(self) -> &'static str {
        match self {
            Signal::Init => "init",
            Signal::Tsync => "tsync",
            Signal::Start => "start",
            Signal::Stop => "stop",
            Signal::Switch => "switch",
        }
    }

    /// Reads the word, in any case.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|s| s.name().eq_ignore_ascii_case(text))
    }

    /// The row of a generation.
    pub fn fact(self, g: Generation) -> Option<&'static ControlSignal> {
        CONTROL_SIGNALS.iter().find(|s| s.generation == g && s.signal.eq_ignore_ascii_case(self.name()))
    }
}

/// A control-plane write.
#[derive(Clone, Copy, Debug)]
pub struct Trigger {
    /// Which one.
    pub signal: Signal,
    /// Offset in the TOP_SP block, the local register base included.
    pub offset: u32,
    /// What is written.
    pub value: u32,
    /// The row that gives the place.
    pub fact: FactId,
    /// How well place and value are known.
    pub evidence: Evidence,
    /// The word of the register file at the same offset of its own layout: our arithmetic, MED/INFERRED. None on Sunda.
    pub lr: Option<&'static LrFact>,
}

/// The write that a trigger is on a generation.
///
/// # Errors
/// [`Refused::NoImage`] for Maverick; [`Refused::Unknown`] where no page gives the place.
pub fn trigger(g: Generation, signal: Signal) -> Result<Trigger, Refused> {
    crate::fabric::family(g)?;
    let row = signal.fact(g);
    let place = row.and_then(|row| Some((row, row.offset?)));
    let Some((row, offset)) = place else {
        return Err(Refused::Unknown(Unknown {
            what: "the place of this trigger on this generation",
            why: "no page cites it; that it is where Cayman has it would be a guess",
            source: row.map_or(PLANE, |row| row.id),
        }));
    };
    // Where no writer is described, the value is that of the plane as a whole: weaker by an inference.
    let evidence = match row.write_value {
        Some(_) => row.evidence,
        None => row.evidence.weakest(Evidence::new(seqbell_facts::Confidence::Med, seqbell_facts::Basis::Inferred)),
    };
    let shared = g != Generation::Sunda;
    let lr = row.local_reg_offset.filter(|_| shared).and_then(|at| LRS.iter().find(|lr| lr.offset == at));
    Ok(Trigger { signal, offset, value: row.write_value.unwrap_or(TRIGGER_VALUE), fact: row.id, evidence, lr })
}

/// The last value written to each trigger word; none before the first write.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Control {
    words: [Option<u32>; Signal::ALL.len()],
}

impl Control {
    /// The last value written.
    pub fn word(&self, signal: Signal) -> Option<u32> {
        self.words[signal as usize]
    }

    pub(crate) fn write(&mut self, trigger: &Trigger) {
        self.words[trigger.signal as usize] = Some(trigger.value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use seqbell_facts::{Basis, Confidence};

    /// Offsets of the seed's text: local register base 0x60000 plus the five relative places.
    #[test]
    fn cayman_has_all_five_at_the_lr_words() {
        let base = 0x6_0000;
        for (signal, index) in Signal::ALL.into_iter().zip([42, 43, 45, 46, 47]) {
            let trigger = trigger(Generation::Cayman, signal).expect("known on Cayman");
            assert_eq!(trigger.offset, base + 0x1000 + 0x20 * index, "{}", signal.name());
            assert_eq!(trigger.value, 1);
            let lr = trigger.lr.expect("a word of the file");
            assert_eq!(u32::from(lr.index), index);
            assert_eq!(lr.evidence, Evidence::new(Confidence::Med, Basis::Inferred));
        }
    }

    #[test]
    fn sunda_is_compact_and_the_rest_is_unknown() {
        assert_eq!(trigger(Generation::Sunda, Signal::Start).expect("known").offset, 0x6_0848);
        assert_eq!(trigger(Generation::Sunda, Signal::Stop).expect("known").offset, 0x6_084c);
        assert!(matches!(trigger(Generation::Sunda, Signal::Init), Err(Refused::Unknown(_))));
        assert_eq!(trigger(Generation::Mariana, Signal::Start).expect("known").offset, 0x6_15a0);
        assert!(matches!(trigger(Generation::Mariana, Signal::Stop), Err(Refused::Unknown(_))));
        assert!(matches!(trigger(Generation::MarianaPlus, Signal::Start), Err(Refused::Unknown(_))));
        assert!(matches!(trigger(Generation::Maverick, Signal::Start), Err(Refused::NoImage(_))));
    }
}
