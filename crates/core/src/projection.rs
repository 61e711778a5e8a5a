//! A machine without its history: what two machines must share to behave alike from now on.
//!
//! Steps made, evidence and the windowed registers decide nothing that happens later, so they are left out. On request the
//! values that grow with every work item are left out too. It does not know who compares, or why.

use crate::csr::Csr;
use crate::{Machine, Word};
use core::hash::{Hash, Hasher};
use seqbell_facts::routine::Mem;

/// Frame slots that keep the resume PC (`run-state.enter_run.s27`, `.s29`); nothing else reads them.
const PC_SLOTS: [u8; 2] = [24, 28];
/// Frame slots that the listing names.
const SLOTS: [u8; 9] = [8, 12, 16, 20, 24, 28, 32, 36, 40];

/// Which growing values count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Projection {
    /// The microcode PC and its copies: the frame's, the saved one, and the pair `lr[3]`, `lr[4]`.
    pub pcs: bool,
    /// The iteration count of the hardware-decode loop, which no row tests.
    pub iterations: bool,
    /// What waits for the firmware and what it would go on with. It decides nothing where a core spins without looking.
    pub future: bool,
}

impl Machine {
    /// Feeds the projection of this machine to a hasher. Looking changes nothing.
    pub fn project(&self, keep: Projection, into: &mut impl Hasher) {
        // Every field is named, so that a new one does not compile until somebody says whether it decides anything.
        let Machine {
            generation,
            assumptions,
            steps: _,
            position,
            registers: _,
            frames,
            csr: _,
            mem: _,
            cursor,
            operand,
            saved_pc,
            work_pc,
            error_record,
            remote,
            queue,
            surprises,
            fault,
            state,
            halting,
            pause_open,
            stalled,
            udma,
            control,
        } = self;
        (generation, assumptions, position, state, udma, control).hash(into);
        if keep.future {
            (remote, queue, surprises, fault, halting, pause_open, stalled).hash(into);
            for word in cursor.iter().chain([operand, error_record]) {
                value(*word, true, into);
            }
            for word in saved_pc {
                value(*word, keep.pcs, into);
            }
        }
        (work_pc.is_some(), work_pc.filter(|_| keep.pcs)).hash(into);
        for cell in Mem::ALL {
            value(self.mem(cell), keep.iterations || cell != Mem::HwIter, into);
        }
        self.csr.each(|csr, word| value(word, keep.pcs || !is_pc(csr), into));
        if !keep.future {
            return;
        }
        frames.depth().hash(into);
        for frame in frames.iter() {
            (frame.entered, frame.back, frame.text).hash(into);
            value(frame.last, true, into);
            value(frame.arg, true, into);
            for slot in SLOTS {
                value(frame.slot(slot), keep.pcs || !PC_SLOTS.contains(&slot), into);
            }
        }
    }
}

fn is_pc(csr: Csr) -> bool {
    csr == Csr::RESUME_PC_LO || csr == Csr::RESUME_PC_HI
}

/// A value without its evidence; of one that does not count, only whether it is known.
fn value(word: Word, keep: bool, into: &mut impl Hasher) {
    match word.value() {
        Some(value) => (1u8, if keep { value } else { 0 }).hash(into),
        None => 0u8.hash(into),
    }
}
