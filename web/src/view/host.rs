//! What a host, and the outside world, can do to the sequencer.

use seqbell_script::core::csr::{self, Csr};
use seqbell_script::core::facts::{Bundle, CSRS, OPCODES, SURPRISE_BITS, Switch};
use seqbell_script::core::machine::REMOTE_WORDS;
use seqbell_script::core::{Fault, Input, Item, RunState, bus};

use super::{Choice, Evidence, Moment, Offer, Text};
use crate::trail::Fetch;

/// A bit of the remote word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitRow {
    /// Position, 7 to 0.
    pub bit: u8,
    /// Set.
    pub on: bool,
    /// The firmware looks at it.
    pub marked: bool,
    /// The command that flips it.
    pub flip: Offer,
}

/// Where an item of the work queue stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Taken and finished.
    Done,
    /// In the firmware's hands.
    Now,
    /// Not yet fetched.
    Waits,
}

impl Progress {
    /// The word in the list.
    pub fn word(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Now => "now",
            Self::Waits => "waits",
        }
    }
}

/// An item of the work queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkRow {
    /// Opcode as hex.
    pub opcode: Text,
    /// Name, or what the dispatch table does with it.
    pub name: Text,
    /// Where it stands.
    pub progress: Progress,
}

/// A bit of the surprise word that the handler tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SurpriseRow {
    /// Bit number.
    pub bit: u8,
    /// The command that raises it.
    pub raise: Offer,
}

/// A fault that can be injected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultRow {
    /// Whether it ends in HALTED_FATAL.
    pub fatal: bool,
    /// The command.
    pub inject: Offer,
}

/// What stands in the fields of the panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostDraft {
    /// Register of the write and read buttons.
    pub register: Text,
    /// Value of the write.
    pub value: Text,
    /// Resume PC.
    pub pc: Text,
    /// Index of the remote word that is shown, 0 to 38.
    pub remote: u8,
    /// Opcode of the next work item.
    pub opcode: Text,
    /// Sync index of the next work item.
    pub sync: Text,
}

impl Default for HostDraft {
    fn default() -> Self {
        Self {
            register: "start_ctrl".into(),
            value: "1".into(),
            pc: "0x1000200000".into(),
            remote: 5,
            opcode: "0x45".into(),
            sync: "5".into(),
        }
    }
}

/// A change of one field of [`HostDraft`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostEdit {
    /// Choose a register.
    Register(Text),
    /// Type a value.
    Value(Text),
    /// Type a resume PC.
    Pc(Text),
    /// Look at another remote word.
    Remote(Text),
    /// Choose an opcode.
    Opcode(Text),
    /// Type a sync index.
    Sync(Text),
}

impl HostDraft {
    /// The draft with one field changed.
    pub fn with(mut self, edit: HostEdit) -> Self {
        match edit {
            HostEdit::Register(name) => self.register = name,
            HostEdit::Value(text) => self.value = text,
            HostEdit::Pc(text) => self.pc = text,
            HostEdit::Remote(text) => {
                let index = text.trim().parse().ok();
                self.remote = index.filter(|index| usize::from(*index) < REMOTE_WORDS).unwrap_or(self.remote);
            }
            HostEdit::Opcode(text) => self.opcode = text,
            HostEdit::Sync(text) => self.sync = text,
        }
        self
    }
}

/// The panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostView {
    /// What stands in the fields.
    pub draft: HostDraft,
    /// Actions of the host so far.
    pub actions: usize,
    /// The start doorbell.
    pub start: Offer,
    /// What the doorbell would do now.
    pub start_note: Text,
    /// Registers a host may write.
    pub registers: Vec<Choice>,
    /// Write the drafted value.
    pub write: Offer,
    /// Read the drafted register.
    pub read: Offer,
    /// Seed the resume PC.
    pub seed: Offer,
    /// Address of the shown remote word.
    pub remote_address: Text,
    /// Its low byte, bit 7 first.
    pub remote_bits: Vec<BitRow>,
    /// What bit 2 decides.
    pub remote_note: Text,
    /// Evidence of that reading.
    pub remote_evidence: Evidence,
    /// Opcodes of the list.
    pub opcodes: Vec<Choice>,
    /// Whether the drafted opcode takes a sync index.
    pub takes_sync: bool,
    /// Queue the drafted item.
    pub queue: Offer,
    /// Mark the end of the program.
    pub drain: Offer,
    /// What was taken lately and what waits, oldest first.
    pub work: Vec<WorkRow>,
    /// How many items wait.
    pub waiting: usize,
    /// Surprises.
    pub surprises: Vec<SurpriseRow>,
    /// Faults.
    pub faults: Vec<FaultRow>,
}

/// The sync opcode: the one whose handler looks at a remote word.
const SYNC: u32 = 0xa1;
/// Items shown of those already taken, and of those that wait.
const SHOWN: (usize, usize) = (2, 6);
/// The bit of the remote word that the sync handler tests.
const DECIDING_BIT: u8 = 2;

impl HostView {
    /// The panel at a moment.
    pub fn of(moment: Moment) -> Self {
        let draft = moment.host;
        let session = moment.desk.session();
        let placed = |csr| {
            bus::place(session.generation(), session.assumptions(), csr)
                .err()
                .map(|refused| Text::from(refused.to_string()))
        };
        let chosen = bus::find(&draft.register).ok().and_then(placed);
        let mut registers: Vec<Csr> =
            CSRS.iter().filter(|def| def.bundle == Bundle::Nx).map(|def| Csr(def.offset)).collect();
        registers.extend([Csr::RESUME_PC_LO, Csr::RESUME_PC_HI]);
        let takes_sync = number(&draft.opcode) == Some(SYNC);
        let queue = if takes_sync {
            format!("queue {} sync={}", draft.opcode, draft.sync)
        } else {
            format!("queue {}", draft.opcode)
        };
        let seed =
            moment.desk.machine().clone().apply(Input::Pc(0)).err().map(|refused| Text::from(refused.to_string()));
        Self {
            draft: draft.clone(),
            actions: session.timeline().acts().len(),
            start: Offer::new("Start doorbell", "write start_ctrl 1").blocked_by(placed(Csr::START_CTRL)),
            start_note: start_note(moment).into(),
            registers: registers.into_iter().map(|csr| register(csr, placed(csr))).collect(),
            write: Offer::new("Write", format!("write {} {}", draft.register, draft.value.trim()))
                .blocked_by(chosen.clone()),
            read: Offer::new("Read", format!("read {}", draft.register)).blocked_by(chosen),
            seed: Offer::new("Seed", format!("pc {}", draft.pc.trim())).blocked_by(seed),
            remote_address: format!("rer {:#x}", 0x12_2000 + 4 * u32::from(draft.remote)).into(),
            remote_bits: remote_bits(moment),
            remote_note: "Bit 2 decides at a sync word: set, `enter_pause`; clear, `setup_halt`.".into(),
            remote_evidence: Switch::RerBit2Label.fact().evidence,
            opcodes: OPCODES
                .iter()
                .map(|row| {
                    Choice::new(format!("{:#x}", row.opcode), format!("{:#x} {}", row.opcode, named(row.opcode)))
                })
                .collect(),
            takes_sync,
            queue: Offer::new("Queue", queue),
            drain: Offer::new("Drain", "drain"),
            work: work(moment),
            waiting: moment.desk.machine().queue().len(),
            surprises: surprises(),
            faults: faults(),
        }
    }
}

/// A number as a command takes it: decimal, or hex after 0x.
pub(super) fn number(text: &str) -> Option<u32> {
    let text = text.trim();
    text.strip_prefix("0x").map_or_else(|| text.parse().ok(), |digits| u32::from_str_radix(digits, 16).ok())
}

fn register(csr: Csr, blocked: Option<Text>) -> Choice {
    let full = csr::name(csr);
    let name = full.strip_prefix("nx.").unwrap_or(&full).to_owned();
    Choice { blocked, ..Choice::new(name.clone(), name) }
}

/// The name of an opcode, without what stands in brackets.
fn named(opcode: u32) -> &'static str {
    let row = OPCODES.iter().find(|row| row.opcode == opcode);
    row.map_or("default: bad opcode", |row| {
        row.name.map_or("name unknown", |name| name.split(" (").next().unwrap_or(name))
    })
}

/// What the start doorbell does in this state, and what it does not.
fn start_note(moment: Moment) -> String {
    match moment.desk.machine().state() {
        RunState::Reset => "The boot chain runs first; `enter_run` polls `start_ctrl` at its end.".to_owned(),
        RunState::Idle => "`enter_run` polls `start_ctrl`: any value but 0 starts the run.".to_owned(),
        RunState::EnteringRun => "Seen. `enter_run` acknowledges it by writing 0.".to_owned(),
        RunState::Running => {
            "While RUNNING nothing polls `start_ctrl`. A 1 written now waits for the next poll.".to_owned()
        }
        RunState::Paused => "The resume block polls `start_ctrl`: a second doorbell resumes.".to_owned(),
        RunState::Halted | RunState::HaltedDebug => {
            "The boot loop comes back to the poll: a doorbell starts again.".to_owned()
        }
        RunState::HaltedFatal => {
            "After a fatal halt the core spins in place and polls nothing: only a reset helps.".to_owned()
        }
    }
}

fn remote_bits(moment: Moment) -> Vec<BitRow> {
    let index = moment.host.remote;
    let word = moment.desk.machine().remote(index).unwrap_or(0);
    let bit = |bit: u8| BitRow {
        bit,
        on: word >> bit & 1 == 1,
        marked: bit == DECIDING_BIT,
        flip: Offer::new(bit.to_string(), format!("remote {index} {:#x}", word ^ (1 << bit))),
    };
    (0..8).rev().map(bit).collect()
}

fn work(moment: Moment) -> Vec<WorkRow> {
    let (trail, machine) = (moment.desk.trail(), moment.desk.machine());
    let item = |opcode: u32, sync: u32, progress| WorkRow {
        opcode: format!("{opcode:#x}").into(),
        name: if opcode == SYNC { format!("sync index {sync}").into() } else { named(opcode).into() },
        progress,
    };
    let taken = trail.fetched.len();
    let after = |fetch: &Fetch, step: Option<u64>| step.is_none_or(|step| step < fetch.step);
    let flipped = trail.flips.last().map(|flip| flip.step);
    // The newest word is in hand until the loop goes round empty or the state changes.
    let busy = machine.state() == RunState::Running
        && trail.fetched.last().is_some_and(|fetch| after(fetch, trail.waited) && after(fetch, flipped));
    let in_hand = |place: usize| if busy && place + 1 == taken { Progress::Now } else { Progress::Done };
    let old = trail
        .fetched
        .iter()
        .enumerate()
        .skip(taken.saturating_sub(SHOWN.0))
        .map(|(place, fetch)| item(fetch.opcode, fetch.sync, in_hand(place)));
    let waits = machine.queue().take(SHOWN.1).map(|queued| match queued {
        Item::Word { opcode, sync } => item(*opcode, *sync, Progress::Waits),
        Item::Drain => WorkRow { opcode: "end".into(), name: "drain mark".into(), progress: Progress::Waits },
    });
    old.chain(waits).collect()
}

fn surprises() -> Vec<SurpriseRow> {
    let order = 1..=u8::try_from(SURPRISE_BITS.len()).unwrap_or(u8::MAX);
    let bits = order.filter_map(|place| SURPRISE_BITS.iter().find(|bit| bit.test_order == place));
    bits.map(|bit| SurpriseRow { bit: bit.bit, raise: Offer::new(bit.name, format!("surprise {}", bit.name)) })
        .collect()
}

fn faults() -> Vec<FaultRow> {
    let all = [
        (Fault::BadOpcode, "bad opcode"),
        (Fault::IllegalInstruction, "illegal instr"),
        (Fault::OutOfBounds, "out of bounds"),
        (Fault::DivideByZero, "div by zero"),
        (Fault::Signal(11), "signal 11"),
        (Fault::Assert, "assert"),
        (Fault::FloatingPoint, "floating point: reported, returns"),
    ];
    all.into_iter()
        .map(|(fault, label)| FaultRow {
            fatal: fault != Fault::FloatingPoint,
            inject: Offer::new(label, seqbell_script::input_text(Input::Fault(fault))),
        })
        .collect()
}
