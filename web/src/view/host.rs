//! What a host, and the outside world, can do to the sequencer.

use super::{Choice, Evidence, Offer, Text};

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
    /// Index of the remote word that is shown.
    pub remote: u32,
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
            HostEdit::Remote(text) => self.remote = text.trim().parse().unwrap_or(self.remote),
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
    /// The queue, oldest first.
    pub work: Vec<WorkRow>,
    /// Surprises.
    pub surprises: Vec<SurpriseRow>,
    /// Faults.
    pub faults: Vec<FaultRow>,
}
