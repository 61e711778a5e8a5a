//! The registers of a queue bank by name. Offsets are those of the public drivers; a test holds them against the facts.

use seqbell_facts::{Direction, Generation, UdmaReg, udma_reg_at};

/// A register of a queue bank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum QueueReg {
    /// Slice of the prefetch FIFO (M2S).
    PrefetchCfg,
    /// Enables: bit 16 prefetch, bit 17 scheduling (M2S) or streaming (S2M).
    Cfg,
    /// Descriptors in use, full, what runs.
    Status,
    /// Ring base, low word.
    BaseLow,
    /// Ring base, high word.
    BaseHigh,
    /// Ring length in descriptors.
    Length,
    /// Head pointer.
    Head,
    /// The doorbell.
    TailInc,
    /// Tail pointer: not the doorbell.
    Tail,
    /// The descriptor in flight.
    Current,
    /// Completion ring base, low word.
    CompletionBaseLow,
    /// Completion ring base, high word.
    CompletionBaseHigh,
    /// Completion head pointer.
    CompletionHead,
    /// The same before coalescing (M2S).
    CompletionHeadInternal,
    /// What may hold the queue back (M2S).
    RateLimitMask,
    /// Whether completions are written.
    CompletionCfg,
    /// Quality of service (S2M).
    Qos,
    /// Resets.
    SwCtrl,
    /// Packets so far.
    Packets,
    /// The data-tail doorbell (M2S, not on Sunda).
    DataTailInc,
    /// The data tail (M2S, not on Sunda).
    DataTail,
}

impl QueueReg {
    /// Every register.
    pub const ALL: [Self; 21] = [
        Self::PrefetchCfg,
        Self::Cfg,
        Self::Status,
        Self::BaseLow,
        Self::BaseHigh,
        Self::Length,
        Self::Head,
        Self::TailInc,
        Self::Tail,
        Self::Current,
        Self::CompletionBaseLow,
        Self::CompletionBaseHigh,
        Self::CompletionHead,
        Self::CompletionHeadInternal,
        Self::RateLimitMask,
        Self::CompletionCfg,
        Self::Qos,
        Self::SwCtrl,
        Self::Packets,
        Self::DataTailInc,
        Self::DataTail,
    ];

    /// Its offset in the bank of a direction; none where that direction does not have it.
    pub const fn offset(self, direction: Direction) -> Option<u16> {
        let (m2s, s2m) = match self {
            Self::PrefetchCfg => (Some(0x00), None),
            Self::Cfg => (Some(0x20), Some(0x20)),
            Self::Status => (Some(0x24), Some(0x24)),
            Self::BaseLow => (Some(0x28), Some(0x28)),
            Self::BaseHigh => (Some(0x2c), Some(0x2c)),
            Self::Length => (Some(0x30), Some(0x30)),
            Self::Head => (Some(0x34), Some(0x34)),
            Self::TailInc => (Some(0x38), Some(0x38)),
            Self::Tail => (Some(0x3c), Some(0x3c)),
            Self::Current => (Some(0x40), Some(0x40)),
            Self::CompletionBaseLow => (Some(0x44), Some(0x44)),
            Self::CompletionBaseHigh => (Some(0x48), Some(0x48)),
            Self::CompletionHead => (Some(0x4c), Some(0x4c)),
            Self::CompletionHeadInternal => (Some(0x50), None),
            Self::RateLimitMask => (Some(0x74), None),
            Self::CompletionCfg => (Some(0xa0), Some(0x54)),
            Self::Qos => (None, Some(0x60)),
            Self::SwCtrl => (Some(0xb0), Some(0x64)),
            Self::Packets => (Some(0xc0), Some(0x68)),
            Self::DataTailInc => (Some(0xe0), None),
            Self::DataTail => (Some(0xe4), None),
        };
        match direction {
            Direction::M2s => m2s,
            Direction::S2m => s2m,
        }
    }

    /// The register at an offset of the bank, if the generation has it.
    pub fn at(g: Generation, direction: Direction, offset: u16) -> Option<Self> {
        let reg = Self::ALL.into_iter().find(|reg| reg.offset(direction) == Some(offset))?;
        let absent = reg.fact(direction).is_some_and(|fact| fact.absent_on.contains(&g));
        (!absent).then_some(reg)
    }

    /// What the facts say of it.
    pub fn fact(self, direction: Direction) -> Option<&'static UdmaReg> {
        udma_reg_at(direction, self.offset(direction)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use seqbell_facts::UDMA_QUEUE_REGS;

    /// Each of the public registers has a name here, and nothing else has.
    #[test]
    fn the_names_cover_the_facts() {
        for reg in UDMA_QUEUE_REGS {
            let direction = reg.direction.expect("a public row has a direction");
            let named = QueueReg::at(Generation::Cayman, direction, reg.offset);
            assert!(named.is_some(), "{} has no name", reg.id);
        }
        let named = QueueReg::ALL.iter().flat_map(|r| Direction::ALL.map(|d| (r, d)));
        let placed = named.filter(|(r, d)| r.offset(*d).is_some());
        assert!(placed.clone().all(|(r, d)| r.fact(d).is_some()));
        assert_eq!(placed.count(), UDMA_QUEUE_REGS.len());
    }

    #[test]
    fn sunda_has_no_data_tail() {
        assert_eq!(QueueReg::at(Generation::Sunda, Direction::M2s, 0xe0), None);
        assert_eq!(QueueReg::at(Generation::Mariana, Direction::M2s, 0xe0), Some(QueueReg::DataTailInc));
        assert_eq!(QueueReg::at(Generation::Mariana, Direction::S2m, 0xe0), None);
    }
}
