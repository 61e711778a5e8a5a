//! What the tests share: the scenarios, a run of one, and its golden trace as text.
//!
//! No test lives here; nothing here knows which scenario tests what.

mod fold;
mod golden;
mod trace;

pub use golden::golden;
pub use trace::{Moment, Trace, run};

/// A script of `static/scenarios` and the golden trace beside it.
#[derive(Clone, Copy, Debug)]
pub struct Scenario {
    /// Path below the folder, without its ending: `transitions/t01-boot`.
    pub name: &'static str,
    /// The script.
    pub text: &'static str,
    /// The golden trace, if there is one.
    pub golden: Option<&'static str>,
}

/// Every scenario, by name.
pub static SCENARIOS: &[Scenario] = include!(concat!(env!("OUT_DIR"), "/scenarios.rs"));

/// Golden traces that no scenario belongs to.
pub static ORPHANS: &[&str] = include!(concat!(env!("OUT_DIR"), "/orphans.rs"));
