//! Whatever reads what somebody else wrote, on anything at all: it never panics, loses nothing, and keeps to its limits.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod generate;

use proptest::collection::vec;
use proptest::prelude::*;
use seqbell_script::core::fabric;
use seqbell_script::core::ncfw::lx::{Reading, decode};
use seqbell_script::facts::{Assumptions, Generation};
use seqbell_script::link::{self, SCRIPT_MAX};
use seqbell_script::trace::{Analyst, Options, number};

fn generation() -> impl Strategy<Value = Generation> {
    prop::sample::select(Generation::ALL.to_vec())
}

/// A line that looks like one of a log, more or less.
fn log_line() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        Just("R".to_owned()),
        Just("W".to_owned()),
        Just("MAP".to_owned()),
        Just("MARK".to_owned()),
        Just("PCIDEV".to_owned()),
        any::<u64>().prop_map(|n| format!("{n:#x}")),
        any::<u64>().prop_map(|n| n.to_string()),
        any::<f64>().prop_map(|n| n.to_string()),
        "[ -~]{0,8}",
    ];
    prop_oneof![
        vec(word, 0..10).prop_map(|words| words.join(" ")),
        (0x10_0200_0000u64..0x10_0400_0000, any::<u32>()).prop_map(|(addr, value)| format!("{addr:#x} {value:#x}")),
        any::<String>(),
    ]
}

proptest! {
    #![proptest_config(generate::config(300))]

    #[test]
    fn a_link_of_anything_opens_or_is_refused_in_words(text in any::<String>(), body in "[A-Za-z0-9_-]{0,400}") {
        for link in [text, format!("s1.{body}"), format!("#s1.{body}")] {
            match link::decode(&link) {
                Ok(script) => prop_assert!(script.len() <= SCRIPT_MAX),
                Err(why) => prop_assert!(why.split(' ').count() >= 4, "{why}"),
            }
        }
    }

    #[test]
    fn a_changed_link_is_never_another_script(script in "[ -~\n]{0,300}", at in any::<prop::sample::Index>(), c in "[A-Za-z0-9_.-]") {
        let good = link::encode(&script).unwrap();
        prop_assert_eq!(link::decode(&good), Ok(script.clone()));
        let at = at.index(good.len());
        let mut changed = good.clone();
        changed.replace_range(at..=at, &c);
        if let Ok(opened) = link::decode(&changed) {
            prop_assert_eq!((opened, changed), (script, good));
        }
    }

    #[test]
    fn every_line_of_a_log_is_counted(generation in generation(), lines in vec(log_line(), 0..60), lint in any::<bool>(), replay in any::<bool>()) {
        let mut analyst = Analyst::new(Options { generation, bar0: None, lint, replay });
        for (n, line) in (1u64..).zip(&lines) {
            prop_assert_eq!(analyst.line(line).line, n);
        }
        let totals = analyst.totals();
        prop_assert_eq!(totals.lines, lines.len() as u64);
        prop_assert!(totals.reads + totals.writes + totals.bad <= totals.lines);
        prop_assert!(analyst.bells().len() as u64 <= totals.bells);
    }

    #[test]
    fn bytes_of_any_kind_are_taken_apart_to_the_last(bytes in vec(any::<u8>(), 0..200), pc in any::<u32>(), generation in generation()) {
        let reading = Reading::new(&Assumptions::default(), generation);
        let pieces: Vec<_> = decode(&bytes, pc, reading).collect();
        prop_assert!(pieces.iter().all(|piece| !piece.bytes.is_empty()));
        prop_assert_eq!(pieces.iter().flat_map(|piece| piece.bytes).copied().collect::<Vec<_>>(), bytes);
    }

    #[test]
    fn an_address_of_any_kind_is_explained_or_a_hole(addr in any::<u64>(), value in any::<u32>(), generation in generation()) {
        match fabric::explain(generation, addr) {
            Ok(found) => {
                prop_assert_eq!(found.addr, addr);
                prop_assert!(found.register.is_some() || found.reason.is_some());
                prop_assert!(found.fields(value).iter().all(|field| field.lsb <= field.msb));
            }
            Err(_) => prop_assert_eq!(generation, Generation::Maverick),
        }
    }

    #[test]
    fn a_number_in_text_is_the_number(n in any::<u64>(), text in any::<String>()) {
        prop_assert_eq!([number(&n.to_string()), number(&format!("{n:#x}"))], [Some(n); 2]);
        // Whatever else it says, it says so without a panic.
        let _ = number(&text);
    }
}
