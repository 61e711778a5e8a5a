//! stub
use crate::Outcome;
pub(crate) const EXAMPLES: &str = "";
#[derive(clap::Args)]
pub(crate) struct Arguments {}
pub(crate) fn run(_: &Arguments) -> anyhow::Result<Outcome> {
    Ok(Outcome::Fine)
}
