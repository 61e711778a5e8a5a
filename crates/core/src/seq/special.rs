//! The implied steps whose effect is more than one read or write (rule R3). Each is a row of the listing.

use super::execute::Way;
use super::routine;
use super::step::{switches_behind, unknown};
use super::witness::Witness;
use crate::event::Detail;
use crate::{Fault, Item, Machine, Stop, Word};
use seqbell_facts::routine::{AFTER_BOUND, Mem, Row, RowId, Special, Target};
use seqbell_facts::{
    Basis, Confidence, DemandFetchOob, Evidence, ExecMode, PcTracking, SavedPc, SurpriseSource, Switch, SyncIndexOob,
};

/// Bytes of one microcode instruction (`dispatch.operands`).
const INSTRUCTION_BYTES: u64 = 64;
/// The largest sync index that has a remote word (`csr.external.remote-status-word-rer`).
pub(crate) const SYNC_INDEX_MAX: u32 = 38;
/// The status of an injected floating-point fault, and the code it maps to (`implied.fp.arm`).
const FP_STATUS: u32 = 1;
const FP_CODE: u32 = 16;

const INFERRED: Evidence = Evidence::new(Confidence::Med, Basis::Inferred);

impl Machine {
    #[inline(never)]
    pub(super) fn special<W: Witness>(
        &mut self,
        special: Special,
        id: RowId,
        row: &Row,
        target: Target,
        seen: &mut W,
    ) -> Result<Way, Stop> {
        let own = || row.evidence.weakest(switches_behind(row));
        match special {
            Special::ClearMemory => self.clear_memory(),
            Special::Wait => {
                self.wait();
                return Ok(Way::To(target.into()));
            }
            Special::Fetch => self.fetch(seen)?,
            Special::TakeFault => return self.take_fault(id, seen),
            Special::TakeSurprise => self.take_surprise(own(), seen),
            Special::NoSurprise => {
                self.frames.top_mut().last = Word::new(0, INFERRED);
                return Ok(Way::To(target.into()));
            }
            Special::LatchOperand => {
                self.operand = self.cursor[1].resting_on(own());
                seen.saw(Detail::Register(2, self.operand));
            }
            Special::SyncIndexOob => return Ok(self.sync_index_oob(target, own(), seen)),
            Special::SavedPc => self.save_pc(own(), seen),
            Special::CallResume => return Ok(Way::Into(self.enter(target, id, Word::unknown(), "", seen)?)),
            Special::ResumeMode => return self.resume_mode(target, seen),
            Special::FpArm => {
                self.frames.top_mut().last = Word::new(FP_CODE, INFERRED);
                return Ok(Way::To(target.into()));
            }
            Special::DispatcherPaused => {
                let Some(resume) = routine("resume").filter(|_| self.pause_open) else {
                    return Ok(Way::To(target.into()));
                };
                return Ok(Way::Into(self.enter(resume.target, id, Word::unknown(), "", seen)?));
            }
            Special::Restart => {
                // The boot chain's frame is the only one left: everything above it is gone with the restart.
                while self.frames.depth() > 1 {
                    self.frames.pop();
                    self.registers.leave();
                }
                return Ok(Way::To(target.into()));
            }
        }
        Ok(Way::On)
    }

    fn clear_memory(&mut self) {
        for cell in [
            Mem::RunningFlag,
            Mem::HaltReason,
            Mem::StepCounter,
            Mem::RedirectContext,
            Mem::HwDecodeActive,
            Mem::PostDispatchDesc,
        ] {
            self.set_mem(cell, Word::new(0, INFERRED));
        }
    }

    fn wait(&mut self) {
        if self.queue.front() == Some(&Item::Drain) {
            self.queue.pop_front();
        }
    }

    fn fetch<W: Witness>(&mut self, seen: &mut W) -> Result<(), Stop> {
        let Some(Item::Word { opcode, sync }) = self.queue.front().copied() else {
            return Err(unknown("what the loop fetches", "no work item waits", "implied.loop.wait"));
        };
        self.queue.pop_front();
        self.registers.set(2, Some(opcode));
        self.frames.top_mut().last = Word::set(opcode);
        self.cursor[1] = Word::set(sync);
        seen.rests_on(Switch::PcTracking.fact().evidence);
        self.work_pc = match self.assumptions.pc_tracking() {
            PcTracking::Bytes64 => self.work_pc.map(|pc| pc.wrapping_add(INSTRUCTION_BYTES)),
            PcTracking::Unknown => None,
        };
        seen.saw(Detail::Fetched { opcode, sync });
        Ok(())
    }

    fn take_fault<W: Witness>(&mut self, id: RowId, seen: &mut W) -> Result<Way, Stop> {
        let Some(fault) = self.fault else { return Ok(Way::On) };
        let (name, arg) = match fault {
            Fault::BadOpcode => ("handle_bad_opcode", Word::unknown()),
            Fault::IllegalInstruction => ("handle_illegal_instr", Word::unknown()),
            Fault::DivideByZero => ("handle_int_div_zero", Word::unknown()),
            Fault::FloatingPoint => ("handle_fp_error", Word::new(FP_STATUS, INFERRED)),
            Fault::Signal(n) => ("signal_handler", Word::set(u32::from(n))),
            Fault::Assert => ("assert_fail", Word::unknown()),
            Fault::OutOfBounds => {
                seen.rests_on(Switch::DemandFetchOob.fact().evidence);
                match self.assumptions.demand_fetch_oob() {
                    DemandFetchOob::Fatal => ("raise_fatal", Word::unknown()),
                    DemandFetchOob::NoEffect => {
                        self.fault = None;
                        return Ok(Way::On);
                    }
                }
            }
        };
        let Some(handler) = routine(name) else { return Ok(Way::On) };
        let there = self.enter(handler.target, id + 1, arg, "an injected assertion", seen)?;
        self.fault = None;
        Ok(Way::Into(there))
    }

    fn take_surprise<W: Witness>(&mut self, own: Evidence, seen: &mut W) {
        let word = match self.assumptions.surprise_source() {
            SurpriseSource::User => core::mem::take(&mut self.surprises),
            SurpriseSource::Hidden => 0,
        };
        let word = Word::new(word, own);
        self.frames.top_mut().last = word;
        seen.saw(Detail::Register(2, word));
    }

    /// The taken arm of the bound test is not printed: three readings exist.
    fn sync_index_oob<W: Witness>(&mut self, target: Target, own: Evidence, seen: &mut W) -> Way {
        let (index, to) = match self.assumptions.sync_index_oob() {
            // The remote bit is treated as 0.
            SyncIndexOob::Halt => (0, target),
            SyncIndexOob::Index0 => (0, AFTER_BOUND),
            SyncIndexOob::Clamp38 => (SYNC_INDEX_MAX, AFTER_BOUND),
        };
        let word = Word::new(index, own);
        self.registers.set(2, word.value());
        self.frames.top_mut().last = word;
        seen.saw(Detail::Register(2, word));
        Way::To(to.into())
    }

    fn save_pc<W: Witness>(&mut self, own: Evidence, seen: &mut W) {
        let pc = match self.assumptions.saved_pc() {
            SavedPc::NextItem => self.work_pc,
            SavedPc::SameItem => self.work_pc.map(|pc| pc.wrapping_sub(INSTRUCTION_BYTES)),
            SavedPc::Unknown => None,
        };
        let half = |shift: u32| pc.map_or(Word::unknown(), |pc| Word::new((pc >> shift) as u32, own));
        self.saved_pc = [half(0), half(32)];
        seen.saw(Detail::Register(3, self.saved_pc[0]));
    }

    fn resume_mode<W: Witness>(&mut self, target: Target, seen: &mut W) -> Result<Way, Stop> {
        let mode = self.frames.top().last;
        seen.rests_on_word(mode);
        match (mode.value(), routine("hw_decode_fsm")) {
            (Some(bit), _) if bit & 1 == 1 => Ok(Way::To(target.into())),
            (Some(_), Some(hardware)) => Ok(Way::To(hardware.target.into())),
            _ => Err(unknown("where a resume continues", "the execution mode is unknown", "run-state.resume.s11")),
        }
    }

    /// Bit 0 of the boot arguments, by the switch.
    pub(super) fn mode_argument(&self) -> Word {
        let bit = match self.assumptions.exec_mode() {
            ExecMode::SoftwareFetch => 1,
            ExecMode::HardwareDecode => 0,
        };
        Word::new(bit, Switch::ExecMode.fact().evidence)
    }

    /// The microcode PC starts from the pair that `enter_run` put on its frame.
    pub(super) fn restore_pc(&mut self) {
        let frame = self.frames.top();
        let pair = frame.slot(24).value().zip(frame.slot(28).value());
        self.work_pc = pair.map(|(lo, hi)| u64::from(hi) << 32 | u64::from(lo));
    }
}
