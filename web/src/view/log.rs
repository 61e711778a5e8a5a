//! The log: firmware strings, host commands and notices, in the order they happened.

use super::{Evidence, Moment, RunState, Text};
use crate::trail::{Entry, Said};
use seqbell_script::describe;

/// Rows shown.
const SHOWN: usize = 120;

/// Who speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Voice {
    /// A string the firmware logs.
    Firmware,
    /// A command of the host.
    Host,
    /// The simulator itself: a stop, a restart, a warning.
    Notice,
    /// A change of the true state.
    State(RunState),
}

impl Voice {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Firmware => "firmware",
            Self::Host => "host",
            Self::Notice => "notice",
            Self::State(_) => "state",
        }
    }
}

/// A row of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogRow {
    /// The micro-step at which it was last said.
    pub step: u64,
    /// How often, one after the other.
    pub times: usize,
    /// Who speaks.
    pub voice: Voice,
    /// What is said.
    pub text: Text,
    /// Where, for the firmware.
    pub pc: Option<Text>,
    /// Evidence, for the firmware.
    pub evidence: Option<Evidence>,
}

/// The panel.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct LogView {
    /// Rows that are not shown because they are older than the newest ones.
    pub older: usize,
    /// The newest rows, newest last.
    pub rows: Vec<LogRow>,
}

impl LogView {
    /// The panel at a moment.
    pub fn of(moment: Moment) -> Self {
        let entries = &moment.desk.trail().entries;
        let hidden = entries.len().saturating_sub(SHOWN);
        Self { older: moment.desk.trail().forgotten + hidden, rows: entries.iter().skip(hidden).map(row).collect() }
    }
}

fn row(entry: &Entry) -> LogRow {
    let (voice, text, pc, evidence) = match &entry.said {
        Said::Firmware(event) => {
            let text = describe(event);
            let text = text.trim_start_matches('“').trim_end_matches('”').to_owned();
            (Voice::Firmware, text.into(), event.pc, Some(event.evidence))
        }
        Said::Host(text) => (Voice::Host, text.clone(), None, None),
        Said::Notice(text) => (Voice::Notice, text.clone(), None, None),
        Said::State(state) => (Voice::State(*state), state.name().into(), None, None),
    };
    LogRow { step: entry.step, times: entry.times, voice, text, pc: pc.map(|pc| format!("{pc:#06x}").into()), evidence }
}
