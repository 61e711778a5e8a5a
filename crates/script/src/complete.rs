//! What could come next on a line: for the console and for shells.

use crate::cond::RingPart;
use crate::drive::Drive;
use crate::lex::tokens;
use crate::parse::VERBS;
use seqbell_core::bus;
use seqbell_core::csr;
use seqbell_core::facts::routine::{Mem, ROUTINES};
use seqbell_core::facts::{Generation, HALT_REASONS, SURPRISE_BITS, Switch, THUNKS};
use seqbell_core::ncfw::Selector;
use seqbell_core::udma::control::Signal;
use seqbell_core::{Fault, RunState};

/// Candidates at once.
const MANY: usize = 40;

/// The words that could stand where the last word of `line` begins, and the column (in bytes) of that word.
pub fn complete(line: &str) -> (usize, Vec<String>) {
    let start = line.rfind([' ', '(', '=', ',']).map_or(0, |i| i + 1);
    let (before, word) = line.split_at(start);
    let tokens = tokens(before);
    let words: Vec<&str> = tokens.iter().map(|t| t.text.as_str()).filter(|t| !matches!(*t, "(" | "=" | ",")).collect();
    // `refused` takes a command again.
    let words = if words.first() == Some(&"refused") { &words[1..] } else { &words[..] };
    let word = word.to_ascii_lowercase();
    let mut found: Vec<String> =
        candidates(words).into_iter().filter(|c| c.to_ascii_lowercase().starts_with(&word)).collect();
    found.truncate(MANY);
    (start, found)
}

fn candidates(words: &[&str]) -> Vec<String> {
    let own = |names: &[&str]| names.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>();
    let Some(verb) = words.first() else { return own(&VERBS).into_iter().chain(["note".to_owned()]).collect() };
    match (verb.to_ascii_lowercase().as_str(), words.len()) {
        ("generation", 1) => own(&Generation::ALL.map(Generation::token)),
        ("assume", 1) => own(&Switch::ALL.map(Switch::name)),
        ("assume", 2) => Switch::parse(words[1])
            .map_or(Vec::new(), |s| s.fact().options.iter().map(|o| o.token.to_owned()).collect()),
        ("write" | "read", 1) => registers(),
        ("surprise", 1) => SURPRISE_BITS.iter().map(|b| b.name.to_owned()).collect(),
        ("fault", 1) => Fault::NAMES.iter().map(|n| (*n).to_owned()).collect(),
        ("fault", 2) if words[1].eq_ignore_ascii_case("signal") => Fault::SIGNALS.iter().map(u8::to_string).collect(),
        ("ring" | "setup", 1) => own(&["m2s", "s2m"]),
        ("thunk", 1) => THUNKS.iter().map(|thunk| Selector::of(thunk).to_string()).collect(),
        ("thunk", 2) => own(&["m2s", "s2m", "group=", "engine="]),
        ("ring" | "thunk", _) => own(&["group=", "engine=", "bitmap=", "queue=", "count="]),
        ("setup", _) => own(&["engine=", "queue=", "base=", "length="]),
        ("queue", 2..) => own(&["sync="]),
        ("consume" | "rate", 2..) => own(&["engine="]),
        ("trigger", 1) => own(&Signal::ALL.map(Signal::name)),
        ("driver", 1) => own(&Drive::NAMES),
        ("driver", 2) if matches!(words[1], "copy" | "wait") => own(driver_keys(words[1])),
        ("driver", 2) => own(&["m2s", "s2m"]),
        ("driver", 3..) => own(driver_keys(words[1])),
        ("expect" | "until" | "break", _) => condition(words),
        _ => Vec::new(),
    }
}

/// What an order to the driver names.
fn driver_keys(order: &str) -> &'static [&'static str] {
    match order {
        "setup" => &["engine=", "queue=", "base=", "length="],
        "ring" => &["group=", "engine=", "bitmap=", "queue=", "count="],
        "copy" => &["engine=", "queue=", "bytes="],
        "marker" => &["engine=", "queue=", "count="],
        "wait" => &["tpb=", "semaphore=", "target="],
        _ => &["engine=", "queue="],
    }
}

fn registers() -> Vec<String> {
    bus::every().map(csr::name).map(|n| n.strip_prefix("nx.").map_or(n.clone(), str::to_owned)).collect()
}

fn condition(words: &[&str]) -> Vec<String> {
    let last = words.last().copied().unwrap_or("");
    let subject = words.iter().rev().nth(1).copied().unwrap_or("");
    let own = |names: &[&str]| names.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>();
    match (last, subject) {
        ("==" | "!=", "state") => own(&RunState::ALL.map(RunState::name)),
        ("==" | "!=", "routine") => ROUTINES.iter().map(|r| r.id.to_owned()).collect(),
        ("==" | "!=", "reason") => {
            HALT_REASONS.iter().map(|r| r.name.to_owned()).chain(["unknown".to_owned()]).collect()
        }
        ("==" | "!=" | "<" | ">" | "<=" | ">=", _) => own(&["unknown"]),
        ("and" | "or" | "not" | "expect" | "until" | "break", _) => {
            let mut terms = own(&[
                "state",
                "flag",
                "pc",
                "work_pc",
                "routine",
                "reason",
                "step",
                "tail(",
                "head(",
                "ring_id(",
                "overrun(",
                "reads(",
                "writes(",
                "not",
                "semaphore(",
                "event(",
                "trigger(",
            ]);
            terms.extend(RingPart::ALL.iter().skip(4).map(|part| format!("{}(", part.name())));
            terms.extend(Mem::ALL.iter().map(|m| m.name().to_owned()));
            terms.extend(registers());
            terms
        }
        ("reads" | "writes", _) => registers(),
        ("trigger", _) => own(&Signal::ALL.map(Signal::name)),
        ("semaphore" | "event", _) => own(&["tpb=", "index="]),
        (part, _) if RingPart::ALL.iter().any(|p| p.name() == part) => own(&["m2s", "s2m"]),
        ("m2s" | "s2m", _) => own(&["engine=", "queue="]),
        _ => own(&["==", "!=", "<", ">", "<=", ">=", "and", "or", "max"]),
    }
}

#[cfg(test)]
mod tests {
    use super::complete;
    use crate::parse::VERBS;

    /// The one word that completes the line, and the whole line then.
    fn only(line: &str) -> String {
        let (start, words) = complete(line);
        assert_eq!(words.len(), 1, "{line}: {words:?}");
        format!("{}{}", &line[..start], words[0])
    }

    #[test]
    fn a_word_is_completed_where_it_stands() {
        for (line, whole) in [
            ("exp", "expect"),
            ("no", "note"),
            ("generation mariana_", "generation mariana_plus"),
            ("assume resume_rep", "assume resume_republish"),
            ("assume resume_republish f", "assume resume_republish flag-only"),
            ("refused write start_c", "refused write start_ctrl"),
            ("until state == RUNN", "until state == RUNNING"),
            ("until state==RUNN", "until state==RUNNING"),
            ("expect flag == 1 and reason != ins", "expect flag == 1 and reason != ins_break"),
            ("expect overrun(m2", "expect overrun(m2s"),
            ("expect tail(m2s, eng", "expect tail(m2s, engine="),
            ("expect tail(m2s,eng", "expect tail(m2s,engine="),
            ("break writes(run_state", "break writes(run_state"),
            ("driver mar", "driver marker"),
        ] {
            assert_eq!(only(line), whole);
        }
    }

    #[test]
    fn an_empty_line_offers_every_verb_and_a_comment_nothing_wrong() {
        assert_eq!(complete("").1.len(), VERBS.len() + 1);
        assert!(complete("until state == ").1.contains(&"HALTED_DEBUG".to_owned()));
        assert!(complete("frobnicate x").1.is_empty());
    }
}
