//! Contradictions between the sources: which of them concern a row, and all of them.

use seqbell_script::core::facts::routine::{RowId, routine_of, row};
use seqbell_script::core::facts::{CONTRADICTIONS, Contradiction, FactId, Switch};

use super::{Evidence, Text};

/// A contradiction, as a mark beside what it concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clash {
    /// Its row of the facts, such as `C19`.
    pub id: FactId,
    /// What it is about.
    pub title: &'static str,
}

/// A contradiction in the list of all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClashRow {
    /// Which one.
    pub clash: Clash,
    /// The records that it concerns.
    pub concerns: Text,
    /// The switch that chooses a side, where one does.
    pub switch: Option<Text>,
    /// How well our reading is known.
    pub evidence: Evidence,
}

/// The contradictions that concern a record.
pub fn about(id: &str) -> Vec<Clash> {
    of(|clash| clash.concerns.contains(&id))
}

/// Those that concern a row of the listing; what concerns a routine stands at its first row.
pub fn about_row(id: RowId) -> Vec<Clash> {
    let (at, routine) = (row(id), routine_of(row(id)));
    of(|clash| {
        // A gap has no record, and no contradiction concerns it.
        clash.concerns.contains(&at.id) || (id == routine.first && clash.concerns.contains(&routine.id))
    })
}

/// Those in which a switch chooses a side, or that concern the switch or one of its options.
pub fn about_switch(switch: Switch) -> Vec<Clash> {
    let fact = switch.fact();
    let option = |id: &FactId| fact.options.iter().any(|option| option.token == *id);
    of(|clash| {
        clash.switch == Some(switch) || clash.concerns.iter().any(|id| *id == fact.id || *id == fact.name || option(id))
    })
}

/// All of them, in the order of the facts.
pub fn all() -> Vec<ClashRow> {
    let line = |clash: &Contradiction| ClashRow {
        clash: Clash { id: clash.id, title: clash.title },
        concerns: clash.concerns.join(", ").into(),
        switch: clash.switch.map(|switch| switch.name().into()),
        evidence: clash.evidence,
    };
    CONTRADICTIONS.iter().map(line).collect()
}

fn of(concerns: impl Fn(&Contradiction) -> bool) -> Vec<Clash> {
    CONTRADICTIONS
        .iter()
        .filter(|clash| concerns(clash))
        .map(|clash| Clash { id: clash.id, title: clash.title })
        .collect()
}
