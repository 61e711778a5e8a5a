//! Events as lines for people: step, kind, address, evidence, what happened, and the state it led to. What colour a part
//! has, if any, is for the door to say.

use seqbell_script::core::seq::own_pc;
use seqbell_script::core::{Event, EventKind, Machine};
use seqbell_script::facts::routine::{Act, Mem, Special, row};
use seqbell_script::facts::{Generation, HALT_REASONS, HaltReason};
use seqbell_script::{describe, read_run_state};

/// Mark of a code address that is Cayman's while another generation runs.
const CARRIED: char = '~';

/// What a part of a line is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Operands that confirm what their row declares.
    Good,
    /// Operands that contradict it.
    Bad,
    /// Evidence.
    Faint,
    /// The mark of a host action.
    Host,
    /// The name of a state.
    State,
}

/// Gives a part of a line its looks.
pub type Paint<'a> = &'a dyn Fn(Part, &str) -> String;

/// No looks.
pub fn plain(_: Part, text: &str) -> String {
    text.to_owned()
}

/// One event as a line, without its end.
pub fn event(event: &Event, generation: Generation, paint: Paint) -> String {
    let host = event.kind == EventKind::Host;
    let step = if host { paint(Part::Host, "    ▸") } else { format!("{:5}", event.step) };
    let state = event.state.map_or(String::new(), |s| format!("  → {}", paint(Part::State, s.name())));
    let evidence = format!("{:<4} {:<8}", event.evidence.confidence.as_str(), event.evidence.basis.as_str());
    let (evidence, text) = (paint(Part::Faint, &evidence), words(event));
    let (kind, pc, mark) = (event.kind.name(), address(event, generation), confirmed(event, paint));
    format!("{step} {kind:<9} {pc} {evidence} {mark} {text}{state}")
}

/// Where the machine is at the end: what is true beside what the host reads.
pub fn end(machine: &Machine, digest: u64, paint: Paint) -> String {
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
    let note = if carried(machine.generation()) {
        format!("{CARRIED} a code address of Cayman's image; = the same code in this generation's own image\n")
    } else {
        String::new()
    };
    format!(
        "{note}true state  {}\nrun_state   {}\nflag        {}\nreason      {reason}\nassumptions {changed}\nsteps       {}\ndigest      {digest:#018x}",
        paint(Part::State, machine.state().name()),
        read_run_state(machine),
        cell(Mem::RunningFlag),
        machine.steps(),
    )
}

/// Whether code addresses are Cayman's and not the generation's own.
pub const fn carried(generation: Generation) -> bool {
    match generation {
        Generation::Mariana | Generation::MarianaPlus => true,
        Generation::Cayman | Generation::Sunda | Generation::Maverick => false,
    }
}

fn confirmed(event: &Event, paint: Paint) -> String {
    match event.confirmed {
        Some(true) => paint(Part::Good, "✓"),
        Some(false) => paint(Part::Bad, "✗"),
        None => " ".to_owned(),
    }
}

/// The address; where it is Cayman's it is marked, and the image's own stands beside it if it is known.
fn address(event: &Event, generation: Generation) -> String {
    let plain = event.pc.map_or(String::new(), |pc| format!("{pc:#07x}"));
    if !carried(generation) {
        return format!("{plain:<7}");
    }
    let own = event.pc.and_then(|pc| own_pc(generation, pc)).and_then(|site| site.addr);
    let own = own.map_or(String::new(), |own| format!("={own:#07x}"));
    let mark = if event.pc.is_some() { CARRIED } else { ' ' };
    format!("{plain:<7}{mark} {own:<8}")
}

/// What the event did; rows that print nothing are told by what they do.
fn words(event: &Event) -> String {
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
