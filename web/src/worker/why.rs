//! What led to a value: the chain of writes, reads, decisions and host actions behind it.

use seqbell_script::core::timeline::{Cause, Link, Subject};
use seqbell_script::core::{EventKind, Machine};
use seqbell_script::{describe, subject};

use super::{Tell, session};
use crate::protocol::{LinkRow, Progress, Why};

/// Follows a value back.
///
/// # Errors
/// A sentence: the session cannot be made again, or nothing of that name can be followed back.
pub fn why(script: &str, of: &str, tell: Tell) -> Result<Why, String> {
    tell(&|| Progress { percent: None, words: "making the session again".into() });
    let session = session(script)?;
    let hint = |hint: &str| if hint.is_empty() { String::new() } else { format!(" ({hint})") };
    let what = subject(of, &session).map_err(|error| format!("{}{}", error.message, hint(&error.hint)))?;
    tell(&|| Progress { percent: None, words: "following it back".into() });
    let machine = session.machine();
    Ok(Why {
        of: of.trim().into(),
        value: value(machine, what),
        step: machine.steps(),
        links: session.timeline().why(what).iter().map(row).collect(),
    })
}

fn value(machine: &Machine, subject: Subject) -> String {
    match subject {
        Subject::Csr(csr) => machine.peek(csr).to_string(),
        Subject::Mem(cell) => machine.mem(cell).to_string(),
        Subject::State => machine.state().to_string(),
        Subject::Tail(key) => machine.ring(key).tail.to_string(),
    }
}

fn row(link: &Link) -> LinkRow {
    let event = &link.event;
    let cause = match link.cause {
        Cause::Made => "made by",
        Cause::Data => "data",
        Cause::Control => "control",
    };
    let text = describe(event);
    LinkRow {
        cause: cause.into(),
        step: event.step,
        kind: event.kind.name().into(),
        // The host has no address.
        pc: event.pc.filter(|_| event.kind != EventKind::Host).map_or(String::new(), |pc| format!("{pc:#06x}")),
        evidence: (event.evidence.confidence.as_str().into(), event.evidence.basis.as_str().into()),
        text: if text.is_empty() { event.kind.name().into() } else { text },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_published_pause_is_followed_to_the_remote_word() {
        let script =
            "remote 5 4\nwrite start_ctrl 1\nuntil state == RUNNING\nqueue 0xa1 sync=5\nuntil state == PAUSED\n";
        let found = why(script, "run_state", &mut |_| {}).unwrap();
        assert_eq!(found.value, "0x00000002");
        let (first, last) = (found.links.first().unwrap(), found.links.last().unwrap());
        // T05 publishes at 0x1cee; bit 2 came from outside.
        assert_eq!((first.cause.as_str(), first.pc.as_str()), ("made by", "0x1cee"));
        assert_eq!((last.kind.as_str(), last.text.as_str()), ("host", "remote 5 4"));
        assert!(found.links.iter().all(|link| !link.evidence.0.is_empty()));
    }

    #[test]
    fn what_cannot_be_followed_says_so() {
        for (of, says) in
            [("pc", "no one cause"), ("strat_ctrl", "no register"), ("head(m2s, engine=0, queue=1)", "only the tail")]
        {
            let error = why("step 3\n", of, &mut |_| {}).unwrap_err();
            assert!(error.contains(says), "{of}: {error}");
        }
        assert_eq!(why("", "run_state", &mut |_| {}).unwrap().links, []);
    }
}
