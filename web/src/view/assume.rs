//! The assumption switches: what is chosen where nobody knows.

use super::{Choice, Evidence, Text};

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
    /// Evidence of the default.
    pub evidence: Evidence,
}

/// The panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssumptionsView {
    /// Switches, the touched ones first.
    pub rows: Vec<SwitchRow>,
}

impl AssumptionsView {
    /// How many switches the present run rests on.
    pub fn touched(&self) -> usize {
        self.rows.iter().filter(|row| row.touched).count()
    }
}
