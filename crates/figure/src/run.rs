//! Runs a figure's script to its end. Every check must hold.

use crate::FigureError;
use seqbell_script::facts::Generation;
use seqbell_script::{Report, Session, parse_script};

/// Characters of a script; a figure that needs more is not one.
const SCRIPT_MAX: usize = seqbell_script::link::SCRIPT_MAX;

/// The session after the script; lines of an error count from the script's first.
///
/// # Errors
/// The first line that is not understood, that the machine refuses, or whose check fails.
pub(crate) fn run(generation: Generation, script: &str) -> Result<Session, FigureError> {
    if script.len() > SCRIPT_MAX {
        return Err(FigureError::new(1, format!("the script has more than {SCRIPT_MAX} bytes"), "shorten it"));
    }
    let mut session = Session::new(generation)
        .map_err(|refused| FigureError::new(1, refused.to_string(), "choose another generation"))?;
    for (line, command) in parse_script(script)? {
        let mut failed = None;
        let done = session.carry_out(&command, &mut |report| match report {
            Report::Check { passed: false, what, why } => failed = Some((what.clone(), why.clone())),
            Report::Check { passed: true, .. }
            | Report::Event(_)
            | Report::Thunk(..)
            | Report::Notice(_)
            | Report::Back(_) => {}
        });
        done.map_err(|error| error.at_line(line))?;
        if let Some((what, why)) = failed {
            let hint = "correct the script, or the sentence that relies on it";
            return Err(FigureError::new(1, format!("the check `{what}` fails: {why}"), hint).below(line - 1));
        }
    }
    Ok(session)
}
