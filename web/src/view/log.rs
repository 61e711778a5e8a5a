//! The log: firmware strings, host commands and notices, in the order they happened.

use super::{Evidence, Text};

/// Who speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Voice {
    /// A string the firmware logs.
    Firmware,
    /// A command of the host.
    Host,
    /// The simulator itself: a stop, a restart, an assumption used.
    Notice,
}

impl Voice {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Firmware => "firmware",
            Self::Host => "host",
            Self::Notice => "notice",
        }
    }
}

/// A row of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogRow {
    /// The micro-step at which it happened.
    pub step: u64,
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
