//! The link of a session of 50 commands, as a person would type them.

use crate::tell;
use seqbell_script::facts::Generation;
use seqbell_script::{Session, link};

/// Everything that the command language is about, once or more.
const SESSION: &str = include_str!("session.bell");
const COMMANDS: usize = 50;

/// Measures and tells.
pub(crate) fn measure() {
    let mut session = match Session::new(Generation::Cayman) {
        Ok(session) => session,
        Err(refused) => unreachable!("{refused}"),
    };
    if let Err(error) = session.run_script(SESSION, &mut |_| {}) {
        unreachable!("{error}");
    }
    assert_eq!((session.commands().len(), session.checks().failed), (COMMANDS, 0));
    let script = session.to_script();
    match link::encode(&script) {
        Ok(link) => {
            assert_eq!(link::decode(&link).as_ref(), Ok(&script), "the link does not open");
            tell("link_characters", link.len() as f64);
        }
        Err(sentence) => unreachable!("{sentence}"),
    }
}
