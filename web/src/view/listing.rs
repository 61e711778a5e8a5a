//! The firmware listing: the routines around the present instruction, as rows.

use super::{Evidence, Text};

/// What kind of row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A recovered step.
    Step,
    /// A call whose body nobody recovered: one opaque event.
    Opaque,
    /// Bytes nobody printed.
    Gap,
    /// A step that no page prints and control needs.
    Implied,
}

/// Where a row stands relative to the present instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Executed in this visit of the routine.
    Done,
    /// To be executed next.
    Current,
    /// Further on.
    Ahead,
    /// On a side that the last branch shut.
    Shut,
}

/// One row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Stable id: the fact's, or one derived from the place for a gap.
    pub id: Text,
    /// Which kind.
    pub kind: Kind,
    /// Calls between the listed routine and this row; an unfolded callee stands one deeper.
    pub depth: u8,
    /// Address, or empty where the generation's is not known.
    pub pc: Text,
    /// Mnemonic with operands, or what stands for it.
    pub text: Text,
    /// Effect, in words and numbers.
    pub effect: Text,
    /// The printed operands give the declared effect.
    pub confirmed: bool,
    /// Evidence of the row.
    pub evidence: Evidence,
    /// Position relative to the present instruction.
    pub phase: Phase,
    /// A breakpoint stands on the row.
    pub breakpoint: bool,
}

/// One frame of the call stack, outermost first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Routine name.
    pub routine: Text,
    /// Address of the call that waits there, or of the next step.
    pub pc: Text,
}

/// The panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// Name of the listed routine.
    pub routine: Text,
    /// Its entry.
    pub entry: Text,
    /// The firmware image.
    pub image: Text,
    /// Call stack, outermost first.
    pub frames: Vec<Frame>,
    /// The rows, in listing order.
    pub rows: Vec<Row>,
}

impl Listing {
    /// The row to be executed next, if it is listed.
    pub fn current(&self) -> Option<usize> {
        self.rows.iter().position(|row| row.phase == Phase::Current)
    }
}
