//! What a branch tests, in the one form in which every comparison is decided. It knows no machine.

use seqbell_facts::routine::{Cmp, Subject, Test};

/// What a branch tests, as a range: the masked value lies in it, or outside. So every comparison is decided in the same way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    subject: Subject,
    mask: u32,
    first: u32,
    span: u32,
    outside: bool,
}

impl Range {
    /// What is looked at.
    pub(super) const fn subject(self) -> Subject {
        self.subject
    }

    /// Whether it is what the frame has read last that is looked at.
    pub(super) const fn of_last(self) -> bool {
        matches!(self.subject, Subject::Last)
    }

    /// Whether the test holds for this value of the subject.
    #[inline(always)]
    pub(super) const fn holds(self, value: u32) -> bool {
        ((value & self.mask).wrapping_sub(self.first) <= self.span) != self.outside
    }

    /// The range of a test; none if no page says what decides.
    pub(super) const fn of(test: Test) -> Option<Self> {
        let Test::Compare { subject, bit, minus, cmp, with } = test else { return None };
        // A bit is tested in its place.
        let (mask, with) = match bit {
            Some(bit) => (1 << (bit & 31), with << (bit & 31)),
            None => (u32::MAX, with),
        };
        let (from, span, outside) = match cmp {
            Cmp::Eq => (with, 0, false),
            Cmp::Ne => (with, 0, true),
            Cmp::Le => (0, with, false),
            Cmp::Gt => (0, with, true),
            Cmp::Ge => (with, u32::MAX - with, false),
        };
        Some(Self { subject, mask, first: from.wrapping_add(minus), span, outside })
    }
}
