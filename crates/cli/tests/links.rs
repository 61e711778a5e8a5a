//! Links open for ever, and a damaged one says so in a sentence.
//!
//! `tests/links/` holds links that some version of Seqbell wrote, each beside its script. Files are added there and never changed.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test ends where something is not right")]

mod common;

use common::{repository, seqbell};
use seqbell_script::facts::Generation;
use seqbell_script::{Session, link};
use std::path::PathBuf;

/// Every link of the corpus: its name, the link, its script.
fn corpus() -> Vec<(String, String, String)> {
    let folder = repository("tests/links");
    let mut links: Vec<PathBuf> = std::fs::read_dir(&folder).unwrap().map(|e| e.unwrap().path()).collect();
    links.sort();
    links.retain(|path| path.extension().is_some_and(|e| e == "txt"));
    let read = |path: &PathBuf| std::fs::read_to_string(path).unwrap();
    links.iter().map(|path| (path.display().to_string(), read(path), read(&path.with_extension("bell")))).collect()
}

#[test]
fn every_old_link_opens_to_the_script_beside_it() {
    let corpus = corpus();
    assert!(corpus.len() >= 5, "the corpus only grows");
    for (name, text, script) in &corpus {
        assert_eq!(link::decode(text).as_ref(), Ok(script), "{name}");
        let ran = seqbell(&["open", "-"], text);
        assert_eq!((ran.code, ran.out.trim_end()), (0, script.trim_end()), "{name}");
        let mut session = Session::new(Generation::Cayman).unwrap();
        session.run_script(script, &mut |_| {}).expect(name);
        assert_eq!(session.checks().failed, 0, "{name}: its checks still pass");
    }
}

#[test]
fn a_link_may_stand_in_a_web_address() {
    let (_, text, script) = corpus().into_iter().find(|(name, ..)| name.contains("pause-and-resume")).unwrap();
    let address = format!("https://example.org/docs/play/?theme=dark#{}", text.trim());
    assert_eq!(seqbell(&["open", &address], "").out, script);
}

#[test]
fn any_truncation_gives_a_sentence() {
    for (name, text, _) in corpus() {
        let text = text.trim();
        for end in 0..text.len() {
            let error = link::decode(&text[..end]).expect_err(&format!("{name} cut at {end}"));
            assert!(is_sentence(&error), "{name} cut at {end}: {error}");
        }
    }
}

#[test]
fn any_flipped_character_gives_a_sentence() {
    const OTHERS: &str = "A0_-zQ.#%é ";
    for (name, text, _) in corpus() {
        let text: Vec<char> = text.trim().chars().collect();
        for at in 0..text.len() {
            for other in OTHERS.chars().filter(|c| *c != text[at]) {
                let mut flipped = text.clone();
                flipped[at] = other;
                let flipped: String = flipped.iter().collect();
                let error = link::decode(&flipped).expect_err(&format!("{name}: {other} at {at}"));
                assert!(is_sentence(&error), "{name}: {other} at {at}: {error}");
            }
        }
    }
}

/// Something a person can read: words, not a debug print.
fn is_sentence(text: &str) -> bool {
    text.split(' ').count() >= 5 && !text.contains('{') && !text.contains("Err")
}

#[test]
fn a_damaged_link_is_bad_input() {
    let (_, text, _) = corpus().into_iter().find(|(name, ..)| name.contains("fifty")).unwrap();
    let text = text.trim();
    let longer = format!("{text}AAAA");
    for damaged in [&text[..text.len() - 1], &text[1..], &text.to_lowercase(), &longer, "s9.AAAA", "", "hello"] {
        let ran = seqbell(&["open", damaged], "");
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{damaged}");
        assert!(ran.err.starts_with("seqbell: ") && is_sentence(&ran.err), "{damaged}: {}", ran.err);
    }
    assert!(seqbell(&["open", "s9.AAAA"], "").err.contains("version"), "another version is named as such");
}

#[test]
fn a_session_of_fifty_commands_stays_below_a_thousand_characters() {
    let script = std::fs::read_to_string(repository("tests/links/fifty-commands.bell")).unwrap();
    let mut session = Session::new(Generation::Cayman).unwrap();
    session.run_script(&script, &mut |_| {}).unwrap();
    let link = link::encode(&session.to_script()).unwrap();
    assert_eq!(session.to_script().lines().count(), 50);
    assert!(link.len() < 1000, "{} characters", link.len());
}

#[test]
fn link_and_open_are_inverse() {
    let script = "# a comment\nnote Hello.\nwrite start_ctrl 1\nrun 10\n";
    let ran = seqbell(&["link", "-"], script);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(ran.out.lines().count(), 1);
    assert_eq!(seqbell(&["open", ran.out.trim()], "").out, script);
}

#[test]
fn what_is_no_script_makes_no_link() {
    let ran = seqbell(&["link", "-"], "frobnicate\n");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    let long = "note all work and no play\n".repeat(4000);
    let ran = seqbell(&["link", "-"], &long);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("too long for a link"), "{}", ran.err);
}

#[test]
fn a_small_link_cannot_grow_large() {
    // 64 KiB is the most that a script may take; a link that would unpack to more is refused unread.
    let bomb = miniature(&vec![b'\n'; 8 << 20]);
    assert!(bomb.len() < 16_384, "{}", bomb.len());
    assert!(is_sentence(&link::decode(&bomb).unwrap_err()));
}

/// A link with this content, made by hand, whatever its size.
fn miniature(content: &[u8]) -> String {
    use base64::Engine as _;
    let packed = miniz_oxide::deflate::compress_to_vec(content, 10);
    let mut bytes = crc32fast::hash(&packed).to_be_bytes().to_vec();
    bytes.extend(packed);
    format!("s1.{}", base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(bytes))
}
