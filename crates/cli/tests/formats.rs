//! Other people's formats from outside: the same bytes every time, in every locale; files where they were asked for.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where something is not right")]

mod common;

use common::{scenario, seqbell, seqbell_with};
use std::path::PathBuf;

/// Every command that writes a format to standard output.
fn commands() -> Vec<Vec<String>> {
    let (pause, ring) = (scenario("pause-and-resume.bell"), scenario("broadcast-doorbell.bell"));
    let own = |words: &[&str]| words.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>();
    let mut all = Vec::new();
    for format in ["jsonl", "vcd", "perfetto", "c", "rust", "python", "shell"] {
        all.push(own(&["run", &pause, "--format", format]));
        all.push(own(&["run", &ring, "--format", format]));
    }
    for format in ["svg", "dot", "mermaid", "scxml"] {
        all.push(own(&["diagram", "--format", format]));
    }
    for view in ["state", "timeline", "fanout", "rings"] {
        all.push(own(&["render", &ring, "--view", view]));
    }
    for generation in ["sunda", "cayman", "mariana", "mariana_plus"] {
        all.push(own(&["svd", "--generation", generation]));
        all.push(own(&["header", "--generation", generation]));
    }
    all.push(own(&["facts", "run_state", "--json"]));
    all.push(own(&["explore", "--goal", "state == HALTED", "--json"]));
    all
}

#[test]
fn the_same_bytes_in_every_locale() {
    for command in commands() {
        let words: Vec<&str> = command.iter().map(String::as_str).collect();
        let first = seqbell(&words, "");
        assert_eq!(first.code, 0, "{command:?}: {}", first.err);
        assert!(first.out.ends_with('\n') && first.out.len() > 100, "{command:?}");
        for locale in ["C", "de_DE.UTF-8", "tr_TR.UTF-8"] {
            let again = seqbell_with(&words, "", &[("LC_ALL", locale), ("LANG", locale), ("TZ", "Asia/Tokyo")]);
            assert!(again.out == first.out, "{command:?} differs under {locale}");
        }
    }
}

struct Out(PathBuf);

impl Out {
    fn new(name: &str) -> Self {
        Self(std::env::temp_dir().join(format!("seqbell-formats-{}-{name}", std::process::id())))
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }

    fn bytes(&self) -> Vec<u8> {
        std::fs::read(&self.0).unwrap()
    }
}

impl Drop for Out {
    fn drop(&mut self) {
        drop(std::fs::remove_file(&self.0));
    }
}

#[test]
fn pictures_go_into_files_by_their_names() {
    let script = scenario("pause-and-resume.bell");
    let (svg, png, again) = (Out::new("a.svg"), Out::new("a.png"), Out::new("b.png"));
    for out in [&svg, &png, &again] {
        let ran = seqbell(&["render", &script, "--view", "timeline", "-o", out.path()], "");
        assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{}", ran.err);
    }
    assert!(svg.bytes().starts_with(b"<svg "));
    assert!(png.bytes().starts_with(b"\x89PNG\r\n\x1a\n"));
    assert_eq!(png.bytes(), again.bytes());
    // The picture is drawn twice as large as it is: width and height stand in the first chunk.
    let number = |at: usize| u32::from_be_bytes(png.bytes()[at..at + 4].try_into().unwrap());
    assert_eq!(number(16), 2000);
    assert!(number(20) > 800);
}

#[test]
fn what_cannot_be_written_is_exit_2() {
    let script = scenario("pause-and-resume.bell");
    for command in [
        &["render", &script, "-o", "picture.bmp"][..],
        &["render", "/nonexistent.bell", "-o", "-"],
        &["render", &script, "--view", "bogus"],
        &["svd", "--generation", "maverick"],
        &["header", "--generation", "maverick"],
        &["svd", "--generation", "bogus"],
        &["diagram", "--format", "bogus"],
        &["diagram", "--out", "/nonexistent/a.svg"],
        &["run", &script, "--format", "bogus"],
    ] {
        let ran = seqbell(command, "");
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{command:?}: {}", ran.err);
    }
    assert!(!PathBuf::from("picture.bmp").exists());
}

#[test]
fn a_failed_expectation_is_exit_1_in_every_format() {
    for format in ["text", "jsonl", "vcd", "perfetto", "c"] {
        let ran = seqbell(&["run", "-", "--format", format], "step 3\nexpect flag == 7\n");
        assert_eq!(ran.code, 1, "{format}");
        assert!(format == "text" || ran.err.contains("FAILED"), "{format}: {}", ran.err);
    }
}

#[test]
fn facts_are_found_by_words_and_by_id() {
    let one = seqbell(&["facts", "CSR.NX.START_CTRL"], "");
    assert!(one.code == 0 && one.out.starts_with("csr.nx.start_ctrl\n") && one.out.contains("OBSERVED"), "{}", one.out);
    assert!(one.out.contains("\ncsr.nx.start_ctrl.ctrl "), "{}", one.out);
    let some = seqbell(&["facts", "doorbell", "0x38"], "");
    assert!(some.code == 0 && some.out.lines().count() > 1, "{}", some.out);
    let json = seqbell(&["facts", "T05", "--json"], "").out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json[0]["id"], "T05");
    let none = seqbell(&["facts", "zebra"], "");
    assert!(none.code == 1 && none.out.is_empty() && none.err.contains("zebra"), "{}", none.err);
    let kinds = seqbell(&["facts"], "");
    assert!(kinds.out.contains(" transition\n"), "{}", kinds.out);
}
