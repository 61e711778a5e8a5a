//! The first minute: three things to try, in the order in which they make sense, and what to look at afterwards.

use seqbell_script::core::csr::Csr;

use super::{Moment, Offer, RunState, Text};

/// To RUNNING, from wherever the core waits.
const BOOT: &str = "write start_ctrl 1\nuntil state == RUNNING";
/// A sync whose remote word has bit 2 set pauses.
const PAUSE: &str = "remote 5 0x4\nqueue 0xa1 sync=5\nuntil state == PAUSED";
/// The same doorbell again.
const RESUME: &str = "write start_ctrl 1\nuntil state == RUNNING";

/// What to try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstView {
    /// Boot, pause, resume.
    pub offers: [Offer; 3],
    /// What there is to see now.
    pub said: Text,
}

impl FirstView {
    /// What to try at a moment.
    pub fn of(moment: Moment) -> Self {
        let machine = moment.desk.machine();
        let state = machine.state();
        let unless = |free: bool, why: &'static str| (!free).then(|| Text::from(why));
        let waits = matches!(state, RunState::Reset | RunState::Idle);
        let (runs, paused) = (state == RunState::Running, state == RunState::Paused);
        let published = machine.peek(Csr::RUN_STATE).value();
        let said = match state {
            RunState::Reset | RunState::Idle => "The core polls `start_ctrl`: nothing runs before somebody writes it.",
            RunState::Running if published == Some(2) => {
                "RUNNING again, and `run_state` still reads 2: no instruction that was recovered stores 1 after a resume. The host sees a value that is out of date."
            }
            RunState::Running => {
                "RUNNING, and `run_state` reads 1. A sync item whose remote word has bit 2 set pauses it."
            }
            RunState::Paused => "PAUSED: `run_state` reads 2. The doorbell that started it resumes it.",
            RunState::EnteringRun => "On its way: step on, and see what the firmware stores.",
            RunState::Halted | RunState::HaltedDebug | RunState::HaltedFatal => "It stands. Reset starts again.",
        };
        Self {
            offers: [
                Offer::new("Boot to RUNNING", BOOT).blocked_by(unless(waits, "It has left RESET and IDLE already.")),
                Offer::new("Pause it", PAUSE).blocked_by(unless(runs, "Only a core in RUNNING can be paused.")),
                Offer::new("Resume it", RESUME).blocked_by(unless(paused, "Only a core in PAUSED can be resumed.")),
            ],
            said: said.into(),
        }
    }
}
