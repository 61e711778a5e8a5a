//! A script run from a fresh session, and everything it reported. It judges nothing.

use seqbell_script::core::Event;
use seqbell_script::facts::Generation;
use seqbell_script::{Checks, Report, ScriptError, Session};

/// One report of a run.
#[derive(Clone, PartialEq, Debug)]
pub enum Moment {
    /// Something happened on the machine.
    Event(Event),
    /// A notice, a check or a step back, as one line.
    Line(String),
}

/// What a run came to.
#[derive(Clone, Debug)]
pub struct Trace {
    /// Everything reported, in order.
    pub moments: Vec<Moment>,
    /// The failed checks, each with its reason.
    pub failures: Vec<String>,
    /// How many checks passed and failed.
    pub checks: Checks,
    /// The session at its end.
    pub session: Session,
}

impl Trace {
    /// The events alone.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.moments.iter().filter_map(|moment| match moment {
            Moment::Event(event) => Some(event),
            Moment::Line(_) => None,
        })
    }

    /// The digest at the end.
    pub fn digest(&self) -> u64 {
        self.session.timeline().digest()
    }
}

/// Runs a script as the command line does: from a fresh Cayman session.
///
/// # Errors
/// As [`Session::run_script`].
pub fn run(script: &str) -> Result<Trace, ScriptError> {
    let mut session = Session::new(Generation::Cayman).map_err(|r| ScriptError::new(1, r.to_string(), ""))?;
    let (mut moments, mut failures) = (Vec::new(), Vec::new());
    let checks = session.run_script(script, &mut |report| {
        moments.push(match report {
            Report::Event(event) => Moment::Event(*event),
            Report::Thunk(_, step) => Moment::Line(format!("{step}")),
            Report::Notice(text) => Moment::Line(format!("-- {text}")),
            Report::Back(step) => Moment::Line(format!("-- back at step {step}")),
            Report::Check { passed: true, what, .. } => Moment::Line(format!("ok {what}")),
            Report::Check { passed: false, what, why } => {
                failures.push(format!("{what}: {why}"));
                Moment::Line(format!("FAILED {what}: {why}"))
            }
        });
    })?;
    Ok(Trace { moments, failures, checks, session })
}
