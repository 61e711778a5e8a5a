//! What the worker does, off the page's thread: questions, logs of a host, exports. Each is a function from a request to an
//! answer that tells how far it is. Nothing here touches a browser; the program `seqbell-worker` does.

pub mod explore;
pub mod whatif;
pub mod why;
pub mod log;
pub mod export;

use seqbell_script::Session;
use seqbell_script::core::facts::Generation;

use crate::protocol::Progress;

/// Takes word of how far the work is. It may come often; who sends it on decides how often that is.
pub type Tell<'a> = &'a mut dyn FnMut(&dyn Fn() -> Progress);

/// The session that a script leads to.
///
/// # Errors
/// A sentence with the line that is refused.
pub(crate) fn session(script: &str) -> Result<Session, String> {
    let mut session = Session::new(Generation::Cayman).map_err(|refused| refused.to_string())?;
    let told = session.run_script(script, &mut |_| {});
    told.map_err(|error| format!("The session cannot be made again: line {}: {}", error.line, error.message))?;
    Ok(session)
}

/// So many of all, in percent.
pub(crate) fn percent(done: u64, all: u64) -> Option<u32> {
    let percent = u128::from(done) * 100 / u128::from(all.max(1));
    u32::try_from(percent).ok()
}
