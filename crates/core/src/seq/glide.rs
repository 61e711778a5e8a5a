//! Rows that can be passed in one go when nobody watches: each always runs, none is seen, and together they do no more than forget
//! registers and set one to a constant. Worked out from the listing while this crate is compiled; it knows nothing of machines.

use super::Position;
use super::ahead::{Quick, next, own, runs_always};
use super::regs::Registers;

/// Rows of one glide: jumps may lead round a loop.
const ROWS_MAX: u8 = 16;

/// What several rows, one after the other, come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Glide {
    /// How many.
    pub(super) rows: u8,
    forget: Forget,
    /// The register that is set then.
    set: Option<u8>,
    value: u32,
    /// Where control goes after the last.
    pub(super) to: Position,
}

/// What is forgotten first. The later ones forget more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Forget {
    Nothing,
    Results,
    All,
}

impl Glide {
    /// From this row on; none if it would be alone.
    pub(super) const fn from(at: usize) -> Option<Self> {
        let mut glide = Self { rows: 0, forget: Forget::Nothing, set: None, value: 0, to: Position { row: 0, pc: 0 } };
        let mut at = at;
        // Whoever glides has made sure that the first row runs.
        while glide.rows < ROWS_MAX && (glide.rows == 0 || runs_always(at)) {
            let Some(longer) = glide.and(own(at)) else { break };
            glide = longer;
            glide.to = next(at);
            glide.rows += 1;
            at = glide.to.row as usize;
        }
        if glide.rows > 1 { Some(glide) } else { None }
    }

    /// With one more row; none if that row does something else.
    const fn and(self, quick: Quick) -> Option<Self> {
        match (quick, self.set) {
            (Quick::Pass, _) => Some(self),
            // A gap leaves a1 alone.
            (Quick::ForgetAll, Some(1)) => None,
            (Quick::ForgetAll, _) => Some(Self { forget: Forget::All, set: None, ..self }),
            (Quick::ForgetResults, set) => {
                let forget = match self.forget {
                    Forget::All => Forget::All,
                    Forget::Nothing | Forget::Results => Forget::Results,
                };
                let kept = match set {
                    Some(0..8) => set,
                    Some(_) | None => None,
                };
                Some(Self { forget, set: kept, ..self })
            }
            (Quick::Set(register, value), None) => Some(Self { set: Some(register), value, ..self }),
            (Quick::Set(register, value), Some(before)) if before == register => Some(Self { value, ..self }),
            (_, _) => None,
        }
    }

    /// Leaves in the registers what the rows leave.
    #[inline(always)]
    pub(super) fn leave(&self, registers: &mut Registers) {
        match self.forget {
            Forget::Nothing => {}
            Forget::Results => registers.forget_results(),
            Forget::All => registers.forget_all(),
        }
        if let Some(register) = self.set {
            registers.set(register, Some(self.value));
        }
    }
}
