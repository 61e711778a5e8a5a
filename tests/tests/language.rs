//! The command language on any text: it never panics, its errors point into the line, and what is printed is read again.
//! It refuses to know what a command does.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod generate;

use generate::{condition, line};
use proptest::collection::vec;
use proptest::prelude::*;
use seqbell_script::facts::Generation;
use seqbell_script::{ScriptError, Session, parse_condition, parse_line, parse_script};
use seqbell_tests::SCENARIOS;

fn points_into(line: &str, error: &ScriptError) -> Result<(), TestCaseError> {
    prop_assert!((1..=line.chars().count() + 1).contains(&error.column), "{}: {error}", line);
    prop_assert!(!error.message.is_empty());
    Ok(())
}

fn read_again(line: &str) {
    let Some(command) = parse_line(line).unwrap() else { return };
    let printed = command.to_string();
    assert_eq!(parse_line(&printed).unwrap().as_ref(), Some(&command), "{line} is printed as {printed}");
}

proptest! {
    #![proptest_config(generate::config(300))]

    #[test]
    fn a_printed_command_is_read_again(line in line()) {
        read_again(&line);
    }

    #[test]
    fn a_printed_condition_is_read_again(text in condition()) {
        let condition = parse_condition(&text).unwrap();
        prop_assert_eq!(parse_condition(&condition.to_string()).unwrap(), condition);
    }

    #[test]
    fn no_text_panics_the_parser(text in any::<String>()) {
        if let Err(error) = parse_line(&text) {
            points_into(&text, &error)?;
        }
        if let Err(error) = parse_condition(&text) {
            points_into(&text, &error)?;
        }
        if let Err(error) = parse_script(&text) {
            let line = text.lines().nth(error.line - 1).unwrap();
            points_into(line, &error)?;
        }
    }

    #[test]
    fn a_damaged_line_is_read_or_refused(line in line(), at in any::<prop::sample::Index>(), c in any::<char>(), cut in any::<bool>()) {
        let mut chars: Vec<char> = line.chars().collect();
        let at = at.index(chars.len());
        if cut {
            chars.truncate(at);
        } else {
            chars[at] = c;
        }
        let damaged: String = chars.into_iter().collect();
        if let Err(error) = parse_line(&damaged) {
            points_into(&damaged, &error)?;
        }
    }

    #[test]
    fn no_session_panics_and_a_refused_line_changes_nothing(lines in vec(line(), 1..25)) {
        let mut session = Session::new(Generation::Cayman).unwrap();
        for line in lines {
            let before = session.clone();
            if let Err(error) = session.exec(&line, &mut |_| {}) {
                points_into(&line, &error)?;
                prop_assert_eq!(session.machine(), before.machine());
                prop_assert_eq!(session.timeline().digest(), before.timeline().digest());
                prop_assert_eq!(session.commands(), before.commands());
            }
        }
    }

    #[test]
    fn a_check_changes_nothing(lines in vec(line(), 1..12), condition in condition()) {
        let mut session = Session::new(Generation::Cayman).unwrap();
        for line in lines {
            let _ = session.exec(&line, &mut |_| {});
        }
        let (machine, digest) = (session.machine().clone(), session.timeline().digest());
        let _ = session.exec(&format!("expect {condition}"), &mut |_| {});
        let _ = session.exec("refused write start_ctrl 1", &mut |_| {});
        prop_assert_eq!(session.machine(), &machine);
        prop_assert_eq!(session.timeline().digest(), digest);
    }
}

#[test]
fn every_line_of_the_scenarios_is_read_again() {
    SCENARIOS.iter().flat_map(|s| s.text.lines()).for_each(read_again);
}

#[test]
fn a_script_of_a_session_is_the_session() {
    for scenario in SCENARIOS {
        let live = seqbell_tests::run(scenario.text).unwrap();
        let head = format!("generation {}\n", live.session.generation().token());
        let assumed: String = (live.session.assumptions().changed())
            .map(|s| {
                format!(
                    "assume {} {}\n",
                    s.name(),
                    s.fact().options[usize::from(live.session.assumptions().get(s))].token
                )
            })
            .collect();
        let replay = seqbell_tests::run(&(head + &assumed + &live.session.commands().join("\n"))).unwrap();
        assert_eq!(replay.session.machine(), live.session.machine(), "{}", scenario.name);
        assert_eq!(replay.digest(), live.digest(), "{}", scenario.name);
    }
}

#[test]
fn clear_removes_the_breakpoint_that_is_meant() {
    let mut session = Session::new(Generation::Cayman).unwrap();
    let mut send = |line: &str| session.exec(line, &mut |_| {}).map_err(|error| error.message);
    for line in ["break pc == 0x2c9c", "break flag == 1", "clear PC == 11420"] {
        assert_eq!(send(line), Ok(()));
    }
    assert_eq!(send("clear pc == 0x2c9c"), Err("no breakpoint has this condition".to_owned()));
    assert_eq!(session.breaks().len(), 1);
    assert_eq!(session.commands().last().unwrap().to_string(), "clear pc == 0x2c9c");
}
