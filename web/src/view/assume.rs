//! The assumption switches: what is chosen where nobody knows.

use seqbell_script::core::facts::{Generation, Switch};

use super::clash::{self, Clash, ClashRow};
use super::{Choice, Evidence, Moment, Text};

/// A switch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwitchRow {
    /// Name, as `assume` takes it.
    pub name: Text,
    /// What is not known.
    pub unknown: Text,
    /// Options.
    pub options: Vec<Choice>,
    /// The chosen option's id.
    pub chosen: Text,
    /// The default was changed.
    pub changed: bool,
    /// The present run rests on it.
    pub touched: bool,
    /// From which step on; none where it is touched from the start, or not at all.
    pub since: Option<u64>,
    /// Evidence of the default.
    pub evidence: Evidence,
    /// The contradictions in which it chooses a side.
    pub clashes: Vec<Clash>,
}

/// The panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssumptionsView {
    /// Switches, the touched ones first.
    pub rows: Vec<SwitchRow>,
    /// All contradictions between the sources.
    pub clashes: Vec<ClashRow>,
}

impl AssumptionsView {
    /// The panel at a moment.
    pub fn of(moment: Moment) -> Self {
        let all = Switch::ALL.into_iter().map(|switch| switch_row(moment, switch));
        // In the order of the facts within each kind.
        let (touched, others): (Vec<_>, Vec<_>) = all.partition(|row| row.touched);
        let (changed, rest): (Vec<_>, Vec<_>) = others.into_iter().partition(|row| row.changed);
        Self { rows: [touched, changed, rest].concat(), clashes: clash::all() }
    }

    /// How many switches the present run rests on.
    pub fn touched(&self) -> usize {
        self.rows.iter().filter(|row| row.touched).count()
    }
}

fn switch_row(moment: Moment, switch: Switch) -> SwitchRow {
    let (session, fact) = (moment.desk.session(), switch.fact());
    let chosen = session.assumptions().get(switch);
    let option = |index: u8| fact.options.get(usize::from(index)).map_or("", |option| option.token);
    let sunda = switch == Switch::SundaAlgorithm && session.generation() == Generation::Sunda;
    let since = moment.desk.trail().touched.iter().find(|(known, _)| *known == switch).map(|(_, step)| *step);
    SwitchRow {
        name: fact.name.into(),
        unknown: fact.title.into(),
        options: fact.options.iter().map(|option| Choice::new(option.token, option.label)).collect(),
        chosen: option(chosen).into(),
        changed: chosen != fact.default,
        touched: sunda || since.is_some(),
        since,
        evidence: fact.evidence,
        clashes: clash::about_switch(switch),
    }
}
