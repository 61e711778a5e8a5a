//! The bundles of registers beside nx: folded until somebody opens one, and of a big array only what has a use.

use seqbell_script::core::table::Table;

use seqbell_script::core::bus;
use seqbell_script::core::csr::Csr;
use seqbell_script::core::facts::{BUNDLES, Bundle, BundleFact, CSRS, CsrDef, Generation, LRS};

use super::clash::{self, Clash};
use super::csr::{CsrRow, csr_row};
use super::{Moment, Text, hex32};

/// More registers than this in a bundle are shown only where they have a use.
const SHORT_MAX: usize = 32;

/// What is unfolded in the register panel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RegsDraft {
    bundles: Table<&'static str, ()>,
    whole: Table<&'static str, ()>,
    registers: Table<u16, ()>,
    drafts: Table<u16, Text>,
}

/// A change of [`RegsDraft`]; what opens something is its own undoing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RegsEdit {
    /// Open or fold a bundle.
    Bundle(Bundle),
    /// All registers of a bundle, or those with a use.
    Whole(Bundle),
    /// The fields of a register and its editor, or not.
    Register(Csr),
    /// A value to be written into a register, as text; empty: the value it has.
    Draft(Csr, Text),
}

impl RegsDraft {
    /// The draft with one thing changed.
    pub fn with(mut self, edit: RegsEdit) -> Self {
        match edit {
            RegsEdit::Bundle(bundle) => flip(&mut self.bundles, bundle.name()),
            RegsEdit::Whole(bundle) => flip(&mut self.whole, bundle.name()),
            RegsEdit::Register(csr) => flip(&mut self.registers, csr.0),
            RegsEdit::Draft(csr, text) if text.is_empty() => drop(self.drafts.remove(&csr.0)),
            RegsEdit::Draft(csr, text) => drop(self.drafts.insert(csr.0, text)),
        }
        self
    }

    /// The text of the value to be written into a register, if it was edited.
    pub fn draft(&self, csr: Csr) -> Option<&Text> {
        self.drafts.get(&csr.0)
    }

    /// Whether the fields of a register are listed.
    pub fn opened(&self, csr: Csr) -> bool {
        self.registers.contains(&csr.0)
    }
}

fn flip<T: Ord>(set: &mut Table<T, ()>, one: T) {
    if set.remove(&one).is_none() {
        set.insert(one, ());
    }
}

/// A bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BundleRow {
    /// Which one.
    pub bundle: Bundle,
    /// Its name.
    pub name: Text,
    /// Where it is and how many registers it has.
    pub note: Text,
    /// Unfolded.
    pub open: bool,
    /// All registers are shown, or those with a use; none where there is nothing to choose.
    pub whole: Option<bool>,
    /// Its registers, as far as they are shown; empty while it is folded.
    pub rows: Vec<CsrRow>,
    /// The contradictions that concern it.
    pub clashes: Vec<Clash>,
}

/// The bundles beside nx that the generation has, or may have.
pub fn bundles(moment: Moment) -> Vec<BundleRow> {
    let generation = moment.desk.session().generation();
    // Of Sunda nobody says which bundles it has: they are shown, and their registers say that nothing is known.
    let has = |fact: &&BundleFact| generation == Generation::Sunda || fact.generations.contains(&generation);
    BUNDLES.iter().filter(|fact| fact.bundle != Bundle::Nx).filter(has).map(|fact| bundle(moment, fact)).collect()
}

fn bundle(moment: Moment, fact: &BundleFact) -> BundleRow {
    let name = fact.bundle.name();
    let all: Vec<Csr> = registers(fact).collect();
    let (open, whole, long) =
        (moment.regs.bundles.contains(&name), moment.regs.whole.contains(&name), all.len() > SHORT_MAX);
    let shown = all.iter().filter(|csr| open && (whole || !long || used(moment, **csr)));
    BundleRow {
        bundle: fact.bundle,
        name: name.into(),
        note: match (moment.desk.session().generation(), bus::aperture_base(moment.desk.session().generation())) {
            (Generation::Sunda, _) | (_, Err(_)) => format!("{} registers, places unknown", all.len()).into(),
            (_, Ok(base)) => format!("{} registers at {}", all.len(), hex32(base + u32::from(fact.base))).into(),
        },
        open,
        whole: long.then_some(whole),
        rows: shown.map(|csr| csr_row(moment, *csr)).collect(),
        clashes: clash::about(fact.id),
    }
}

/// The registers of a bundle, instance by instance.
fn registers(fact: &BundleFact) -> impl Iterator<Item = Csr> {
    let of = |instance: u16| move |def: &&CsrDef| def.offset_of(instance).map(Csr);
    let bundle = fact.bundle;
    (0..fact.instances).flat_map(move |instance| {
        CSRS.iter().filter(move |def| def.bundle == bundle).filter_map(move |def| of(instance)(&def))
    })
}

/// A register that has a name of its own, or that somebody wrote or read.
fn used(moment: Moment, csr: Csr) -> bool {
    let trail = moment.desk.trail();
    let reset = csr.find().map(|(def, _)| def.reset);
    LRS.iter().any(|lr| lr.offset == csr.0 && lr.name.is_some())
        || moment.desk.machine().peek(csr).value() != reset
        || trail.stores(csr) > 0
        || trail.reads.iter().any(|(_, read)| *read == csr)
}
