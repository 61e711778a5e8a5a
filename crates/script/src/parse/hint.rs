//! What would be right: the word that was probably meant, the command for what somebody wanted, a line that can be typed.

use crate::ScriptError;
use crate::help::example;

/// What people ask a machine for, and which command it is here.
const INSTEAD: [(&[&str], &str); 7] = [
    (&["resume", "start", "doorbell"], "the doorbell starts and resumes, for example: write start_ctrl 1"),
    (&["pause"], "a sync item pauses where bit 2 of its remote word is set: remote 5 0x4, and then: queue 0xa1 sync=5"),
    (
        &["halt", "stop", "sync"],
        "a sync item halts where bit 2 of its remote word is clear, for example: queue 0xa1 sync=5",
    ),
    (&["go", "continue"], "to let it run, for example: run 200"),
    (&["next"], "for one step: step"),
    (&["set", "store"], "the host writes a register, for example: write start_ctrl 1"),
    (&["get", "load", "peek", "print", "show"], "the host reads a register, for example: read run_state"),
];

/// The command for a word that is none.
pub(super) fn instead(word: &str) -> Option<&'static str> {
    INSTEAD.iter().find(|(words, _)| words.contains(&word)).map(|(_, hint)| *hint)
}

/// A hint ends with a line of the verb that can be typed, unless it has one already.
pub(super) fn with_example(error: ScriptError, verb: &str) -> ScriptError {
    match example(verb) {
        Some(line) if !["for example", "did you mean"].iter().any(|said| error.hint.contains(said)) => {
            ScriptError { hint: [error.hint.as_str(), "; for example: ", line].concat(), ..error }
        }
        Some(_) | None => error,
    }
}

/// A hint: the word that was probably meant, or the whole list.
pub(super) fn near(word: &str, known: &[&str], all: &str) -> String {
    let close = known.iter().map(|k| (distance(word, k), *k)).min().filter(|(d, _)| *d <= 2);
    close.map_or_else(|| all.to_owned(), |(_, k)| format!("did you mean `{k}`?"))
}

/// Edits between two short words.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().take(64).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, cb) in b.iter().enumerate() {
            let change = diagonal + usize::from(ca != *cb);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::VERBS;
    use crate::parse_line;

    fn hint(line: &str) -> String {
        parse_line(line).unwrap_err().hint
    }

    #[test]
    fn a_hint_ends_with_a_line_that_can_be_typed() {
        for (line, example) in [
            ("resume", "write start_ctrl 1"),
            ("pause", "queue 0xa1 sync=5"),
            ("queue sync", "queue 0xa1 sync=5"),
            ("ring group=1 queue=3 count=6", "ring m2s group=1 queue=3 count=6"),
            ("ring m2s group=1 count=6", "ring m2s group=1 queue=3 count=6"),
            ("write start_ctrl", "write start_ctrl 1"),
            ("until state = RUNNING", "until state == RUNNING max 500"),
            ("refused write intr_info", "write start_ctrl 1"),
        ] {
            let hint = hint(line);
            assert!(hint.ends_with(&format!(": {example}")), "{line}: {hint}");
            assert!(hint.matches("for example").count() <= 1 && parse_line(example).is_ok(), "{line}: {hint}");
        }
    }

    #[test]
    fn a_word_with_a_command_of_its_own_is_not_taken_for_a_slip() {
        let words = || INSTEAD.iter().flat_map(|(words, _)| *words);
        assert!(words().all(|word| !VERBS.contains(word)));
        assert!(words().all(|word| !hint(word).contains("did you mean")));
        assert_eq!(hint("writ start_ctrl 1"), "did you mean `write`?");
        assert!(hint("frobnicate").starts_with("commands are"));
    }
}
