//! What the page shows, as plain values: one module a panel, filled from a session, drawn by a component.
//!
//! No row can change a machine. What the user may do stands in a row as an [`Offer`]: the command that would be sent,
//! as text, and the reason when it cannot be sent. This module does not know the document.

pub mod state;
pub mod ways;
pub mod flow;
pub mod listing;
pub mod csr;
pub mod bundles;
pub mod clash;
pub mod host;
pub mod compose;
pub mod bell;
pub mod decode;
pub mod engines;
pub mod log;
pub mod assume;
pub mod transport;
pub mod timeline;
pub mod timetable;
pub mod undo;
pub mod first;
pub mod gallery;
pub mod keys;
pub mod ahead;

use std::rc::Rc;

pub use seqbell_script::core::facts::{Confidence, Evidence};
pub use seqbell_script::core::{RunState, Word};

use self::ahead::Ahead;
use self::bell::BellDraft;
use self::bundles::RegsDraft;
use self::host::HostDraft;
use self::ways::Pick;
use crate::desk::Desk;
use crate::look::Look;
use crate::pace::{Pace, Speed};

/// Shared text, cheap to clone.
pub type Text = yew::AttrValue;

/// Everything that a view is a function of.
#[derive(Clone, Copy)]
pub struct Moment<'a> {
    /// The session.
    pub desk: &'a Desk,
    /// What comes if nobody acts.
    pub ahead: &'a Ahead,
    /// The fields of the host panel.
    pub host: &'a HostDraft,
    /// The fields of the composer.
    pub bell: &'a BellDraft,
    /// What is unfolded among the registers.
    pub regs: &'a RegsDraft,
    /// What the reader has picked out.
    pub pick: Pick,
    /// How the page stands for this reader.
    pub look: &'a Look,
    /// Doorbells rung from the composer's target so far.
    pub pulse: u64,
    /// Whether the clock runs.
    pub playing: bool,
    /// How fast.
    pub speed: Speed,
    /// How time passes.
    pub pace: &'a Pace,
    /// Where the reference is, up to its `#`; empty where there is none.
    pub reference: &'a str,
}

impl Moment<'_> {
    /// Where a record of the facts stands in the reference; none for a row that is no record.
    pub fn record(&self, id: &str) -> Option<Text> {
        (!self.reference.is_empty() && !id.is_empty()).then(|| format!("{}#{id}", self.reference).into())
    }
}

/// Something the user can do now: the command line it sends, or why it cannot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// What the control says.
    pub label: Text,
    /// The command, exactly as a user could type it.
    pub command: Text,
    /// Why it cannot be sent now, in a sentence.
    pub blocked: Option<Text>,
}

impl Offer {
    /// An offer that can be taken.
    pub fn new(label: impl Into<Text>, command: impl Into<Text>) -> Self {
        Self { label: label.into(), command: command.into(), blocked: None }
    }

    /// The same offer, blocked for a reason if there is one.
    pub fn blocked_by(mut self, reason: Option<Text>) -> Self {
        self.blocked = reason;
        self
    }

    /// The offer, if it can be taken.
    pub fn free(&self) -> Option<&Self> {
        self.blocked.is_none().then_some(self)
    }
}

/// An option of a list: the token a command uses, and what the list says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The token in the command language.
    pub id: Text,
    /// The label.
    pub label: Text,
    /// Why it cannot be chosen, if it cannot.
    pub blocked: Option<Text>,
}

impl Choice {
    /// A choice that can be taken.
    pub fn new(id: impl Into<Text>, label: impl Into<Text>) -> Self {
        Self { id: id.into(), label: label.into(), blocked: None }
    }
}

/// Everything on the page at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// Generations of the switch; the tokens are those of the `generation` command.
    pub generations: Rc<[Choice]>,
    /// The generation of the session, as such a token.
    pub generation: Text,
    /// Where the sequencer's registers stand, in words.
    pub aperture: Text,
    /// The state panel.
    pub state: Rc<state::StateView>,
    /// The way of the host's last write.
    pub flow: Rc<flow::FlowView>,
    /// The firmware listing.
    pub listing: Rc<listing::Listing>,
    /// Registers behind the aperture.
    pub csr: Rc<csr::CsrView>,
    /// Registers of the core, and its few cells of memory.
    pub core: Rc<csr::CoreView>,
    /// What a host can do.
    pub host: Rc<host::HostView>,
    /// The doorbell composer, its address and its fan-out.
    pub bell: Rc<bell::BellView>,
    /// The rings of all engines for one queue.
    pub engines: Rc<engines::EnginesView>,
    /// What happened, newest last.
    pub log: Rc<log::LogView>,
    /// The assumption switches.
    pub assumptions: Rc<assume::AssumptionsView>,
    /// What can be undone.
    pub undo: Rc<undo::UndoView>,
    /// What to try in the first minute.
    pub first: Rc<first::FirstView>,
    /// Position in time and the ways to move.
    pub transport: Rc<transport::TransportView>,
}

impl View {
    /// The page at a moment.
    pub fn of(moment: Moment) -> Self {
        Self {
            generations: transport::generations().into(),
            generation: moment.desk.session().generation().token().into(),
            aperture: csr::aperture(moment),
            state: Rc::new(state::StateView::of(moment)),
            flow: Rc::new(flow::FlowView::of(moment)),
            listing: Rc::new(listing::Listing::of(moment)),
            csr: Rc::new(csr::CsrView::of(moment)),
            core: Rc::new(csr::CoreView::of(moment)),
            host: Rc::new(host::HostView::of(moment)),
            bell: Rc::new(bell::BellView::of(moment)),
            engines: Rc::new(engines::EnginesView::of(moment)),
            log: Rc::new(log::LogView::of(moment)),
            assumptions: Rc::new(assume::AssumptionsView::of(moment)),
            undo: Rc::new(undo::UndoView::of(moment)),
            first: Rc::new(first::FirstView::of(moment)),
            transport: Rc::new(transport::TransportView::of(moment)),
        }
    }
}

/// Eight hex digits, or a question mark for what nobody knows.
pub fn hex(word: Word) -> String {
    word.value().map_or_else(|| "?".into(), hex32)
}

/// As few hex digits as the value needs, or a question mark.
pub fn short(word: Word) -> String {
    word.value().map_or_else(|| "?".into(), |value| format!("{value:#x}"))
}

/// `0x` and eight digits.
pub fn hex32(value: u32) -> String {
    format!("{value:#010x}")
}

/// `0x` and twelve digits: a 48-bit SoC address.
pub fn hex48(value: u64) -> String {
    format!("{value:#014x}")
}
