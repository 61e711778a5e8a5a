//! What conditions ask of a ring: the registers of its queue bank, and what the model keeps beside them.

use seqbell_core::Machine;
use seqbell_core::udma::{Ring, RingKey, UnitState};

/// What is asked of a ring.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RingPart {
    /// Bits 23:0 of the tail.
    Tail,
    /// Bits 23:0 of the head.
    Head,
    /// The ring id beside the tail.
    RingId,
    /// 1 once more was armed than the ring holds.
    Overrun,
    /// The ring id beside the head.
    HeadId,
    /// Bits 23:0 of the current pointer.
    Current,
    /// Bits 23:0 of the completion head.
    Completed,
    /// Bits 23:0 of the data tail.
    DataTail,
    /// Length in descriptors.
    Length,
    /// Base in bytes.
    Base,
    /// Descriptors armed and not yet taken.
    Used,
    /// 1 while nothing more fits.
    Full,
    /// 1 while both enables are set and the unit runs.
    Enabled,
    /// The status register.
    Status,
    /// The completion word; unknown where nobody waits.
    Marker,
    /// 1 once the host that waits goes on; unknown where nobody waits.
    Done,
}

impl RingPart {
    /// All of them.
    pub const ALL: [Self; 16] = [
        Self::Tail,
        Self::Head,
        Self::RingId,
        Self::Overrun,
        Self::HeadId,
        Self::Current,
        Self::Completed,
        Self::DataTail,
        Self::Length,
        Self::Base,
        Self::Used,
        Self::Full,
        Self::Enabled,
        Self::Status,
        Self::Marker,
        Self::Done,
    ];

    /// The word used in conditions.
    pub const fn name(self) -> &'static str {
        match self {
            RingPart::Tail => "tail",
            RingPart::Head => "head",
            RingPart::RingId => "ring_id",
            RingPart::Overrun => "overrun",
            RingPart::HeadId => "head_id",
            RingPart::Current => "current",
            RingPart::Completed => "completed",
            RingPart::DataTail => "data_tail",
            RingPart::Length => "length",
            RingPart::Base => "base",
            RingPart::Used => "used",
            RingPart::Full => "full",
            RingPart::Enabled => "enabled",
            RingPart::Status => "status",
            RingPart::Marker => "marker",
            RingPart::Done => "done",
        }
    }

    /// Its value on a machine; none where nobody knows it.
    pub(crate) fn of(self, machine: &Machine, key: RingKey) -> Option<u64> {
        let ring: Ring = machine.ring(key);
        Some(match self {
            RingPart::Tail => ring.tail.into(),
            RingPart::Head => ring.head.into(),
            RingPart::RingId => ring.tail_id.into(),
            RingPart::Overrun => ring.overrun.into(),
            RingPart::HeadId => ring.head_id.into(),
            RingPart::Current => ring.current.at.into(),
            RingPart::Completed => ring.completed.at.into(),
            RingPart::DataTail => ring.data_tail.at.into(),
            RingPart::Length => ring.length.into(),
            RingPart::Base => ring.base,
            RingPart::Used => ring.outstanding,
            RingPart::Full => ring.full().into(),
            RingPart::Enabled => {
                let runs = machine.udma().unit(key.engine, key.direction) == UnitState::Normal;
                (runs && ring.enabled()).into()
            }
            RingPart::Status => ring.status().into(),
            RingPart::Marker => machine.completion(key)?.word.value()?.into(),
            RingPart::Done => machine.completion(key)?.done.into(),
        })
    }
}
