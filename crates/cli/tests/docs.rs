//! Every example of the guide runs, and the guide leaves no verb out.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test ends where something is not right")]

mod common;

use common::repository;
use seqbell_script::facts::Generation;
use seqbell_script::{HELP, Report, Session};

/// A fenced block: its line in the page, what stands behind the fence, its text.
struct Block {
    line: usize,
    info: String,
    text: String,
}

fn blocks(page: &str) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    let mut open = false;
    for (n, line) in page.lines().enumerate() {
        match (line.strip_prefix("```"), open) {
            (Some(info), false) => {
                found.push(Block { line: n + 1, info: info.to_owned(), text: String::new() });
                open = true;
            }
            (Some(_), true) => open = false,
            (None, true) => {
                let block = found.last_mut().unwrap();
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, false) => {}
        }
    }
    assert!(!open, "a block is not closed");
    found
}

fn guide() -> String {
    std::fs::read_to_string(repository("docs/script.md")).unwrap()
}

#[test]
fn every_example_runs_and_every_check_in_it_passes() {
    let mut checks = 0;
    for block in blocks(&guide()).iter().filter(|b| b.info == "bell") {
        let mut session = Session::new(Generation::Cayman).unwrap();
        let mut failed = Vec::new();
        let result = session.run_script(&block.text, &mut |report| {
            if let Report::Check { passed: false, what, why } = report {
                failed.push(format!("{what}: {why}"));
            }
        });
        result.unwrap_or_else(|e| panic!("docs/script.md, block at line {}: {e}", block.line));
        assert!(failed.is_empty(), "docs/script.md, block at line {}: {failed:?}", block.line);
        checks += session.checks().passed;
    }
    assert!(checks > 40, "only {checks} checks: were the blocks found at all?");
}

#[test]
fn every_example_of_an_error_is_one() {
    let mut found = 0;
    for block in blocks(&guide()).iter().filter(|b| b.info == "bell error") {
        let mut session = Session::new(Generation::Cayman).unwrap();
        let error = session.run_script(&block.text, &mut |_| {}).expect_err(&block.text);
        assert!(error.column <= block.text.lines().next().unwrap().chars().count() + 1, "{error}");
        found += 1;
    }
    assert!(found >= 4);
}

#[test]
fn every_verb_is_explained_shown_and_in_the_grammar() {
    let page = guide();
    let blocks = blocks(&page);
    let grammar = &blocks.iter().find(|b| b.info == "ebnf").expect("a grammar").text;
    let examples: Vec<&str> = blocks.iter().filter(|b| b.info == "bell").flat_map(|b| b.text.lines()).collect();
    for help in HELP {
        let heading = |line: &str| line.starts_with("### ") && line.contains(&format!("`{}`", help.verb));
        assert!(page.lines().any(heading), "no heading names `{}`", help.verb);
        let used = |line: &&str| line.split(' ').next() == Some(help.verb);
        assert!(examples.iter().any(used), "no example uses `{}`", help.verb);
        assert!(grammar.contains(&format!("\"{}\"", help.verb)), "the grammar does not know `{}`", help.verb);
    }
}

#[test]
fn the_grammar_has_every_word_that_completion_offers_in_a_condition() {
    let page = guide();
    let grammar = blocks(&page).into_iter().find(|b| b.info == "ebnf").unwrap().text;
    let (_, words) = seqbell_script::complete("expect ");
    for word in words.iter().map(|w| w.trim_end_matches('(')).filter(|w| !w.contains(['.', '['])) {
        let register = seqbell_script::core::bus::find(word).is_ok();
        assert!(register || grammar.contains(&format!("\"{word}\"")), "the grammar does not know `{word}`");
    }
}
