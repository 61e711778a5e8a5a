//! Events as lines of text: step, kind, address, evidence, what happened, and the state it led to.

use crate::terminal::{Ink, Pen};
use seqbell_script::core::seq::own_pc;
use seqbell_script::core::{Event, EventKind, Machine};
use seqbell_script::describe;
use seqbell_script::facts::routine::{Act, Mem, Special, row};
use seqbell_script::facts::{Generation, HALT_REASONS, HaltReason};

/// Mark of a code address that is Cayman's while another generation runs.
const CARRIED: char = '~';

/// Prints events of one generation.
#[derive(Clone, Copy)]
pub(crate) struct Lines {
    /// Colour or not.
    pub(crate) pen: Pen,
    /// Whose events they are.
    pub(crate) generation: Generation,
}

impl Lines {
    /// One event as a line.
    pub(crate) fn event(self, event: &Event) -> String {
        let host = event.kind == EventKind::Host;
        let step = if host { self.pen.ink(Ink::Host, "    ▸") } else { format!("{:5}", event.step) };
        let state = event.state.map_or(String::new(), |s| format!("  → {}", self.pen.ink(Ink::State, s)));
        let evidence = format!("{:<4} {:<8}", event.evidence.confidence.as_str(), event.evidence.basis.as_str());
        let (evidence, text) = (self.pen.ink(Ink::Faint, evidence), text(event));
        let (kind, pc, mark) = (event.kind.name(), self.pc(event), self.confirmed(event));
        format!("{step} {kind:<9} {pc} {evidence} {mark} {text}{state}")
    }

    fn confirmed(self, event: &Event) -> String {
        match event.confirmed {
            Some(true) => self.pen.ink(Ink::Good, "✓"),
            Some(false) => self.pen.ink(Ink::Bad, "✗"),
            None => " ".to_owned(),
        }
    }

    /// The address; where it is Cayman's it is marked, and the image's own stands beside it if it is known.
    fn pc(self, event: &Event) -> String {
        let plain = event.pc.map_or(String::new(), |pc| format!("{pc:#07x}"));
        if !carried(self.generation) {
            return format!("{plain:<7}");
        }
        let own = event.pc.and_then(|pc| own_pc(self.generation, pc)).and_then(|site| site.addr);
        let own = own.map_or(String::new(), |own| format!("={own:#07x}"));
        let mark = if event.pc.is_some() { CARRIED } else { ' ' };
        format!("{plain:<7}{mark} {own:<8}")
    }

    /// Where the machine is at the end: what is true beside what the host reads.
    pub(crate) fn end(self, machine: &Machine, digest: u64) -> String {
        let cell = |mem: Mem| machine.mem(mem).value().map_or("unknown".to_owned(), |v| v.to_string());
        let reason = machine.mem(Mem::HaltReason).value();
        // 0 is also what the cell holds before any halt.
        let halted = |r: &&HaltReason| Some(r.value) == reason && (r.value != 0 || machine.state().is_halted());
        let named = HALT_REASONS.iter().find(halted);
        let reason = named.map_or(cell(Mem::HaltReason), |r| format!("{} ({})", r.value, r.name));
        let assumed = machine.assumptions();
        let changed: Vec<String> = assumed
            .changed()
            .map(|s| {
                let option = s.fact().options.get(usize::from(assumed.get(s)));
                format!("{} {}", s.name(), option.map_or("?", |o| o.token))
            })
            .collect();
        let changed = if changed.is_empty() { "the usual ones".to_owned() } else { changed.join(", ") };
        let note = if carried(self.generation) {
            format!("{CARRIED} a code address of Cayman's image; = the same code in this generation's own image\n")
        } else {
            String::new()
        };
        format!(
            "{note}true state  {}\nrun_state   {}\nflag        {}\nreason      {reason}\nassumptions {changed}\nsteps       {}\ndigest      {digest:#018x}",
            self.pen.ink(Ink::State, machine.state()),
            seqbell_script::read_run_state(machine),
            cell(Mem::RunningFlag),
            machine.steps(),
        )
    }
}

/// What the event did; rows that print nothing are told by what they do.
fn text(event: &Event) -> String {
    let text = describe(event);
    if !text.is_empty() {
        return text;
    }
    let silent = event.row.map_or("", |id| match row(id).act {
        Act::Return(_) => "return",
        Act::Special(special, _) => silent(special),
        Act::Nothing
        | Act::Alu { .. }
        | Act::Read(_)
        | Act::Write(..)
        | Act::Log(..)
        | Act::Branch { .. }
        | Act::Jump(_)
        | Act::JumpTable
        | Act::Call { .. }
        | Act::CallOpaque { .. }
        | Act::Opaque
        | Act::Operand { .. }
        | Act::Gap => "",
    });
    silent.to_owned()
}

const fn silent(special: Special) -> &'static str {
    match special {
        Special::ClearMemory => "six cells of data memory start at 0",
        Special::Wait => "nothing to fetch: once more round the loop",
        Special::Fetch => "fetch",
        Special::TakeFault => "the fault is taken",
        Special::TakeSurprise => "the surprise word is taken",
        Special::NoSurprise => "the surprise word is 0: its handler is not called",
        Special::LatchOperand => "the sync operand is kept",
        Special::SyncIndexOob => "the sync index is out of bounds",
        Special::SavedPc => "the PC to be saved",
        Special::CallResume => "resume",
        Special::ResumeMode => "on by execution mode",
        Special::FpArm => "the arm of a floating-point fault",
        Special::DispatcherPaused => "the paused arm of the dispatcher",
        Special::Restart => "starts again from the boot chain",
    }
}

/// Whether code addresses are Cayman's and not the generation's own.
pub(crate) fn carried(generation: Generation) -> bool {
    match generation {
        Generation::Mariana | Generation::MarianaPlus => true,
        Generation::Cayman | Generation::Sunda | Generation::Maverick => false,
    }
}
