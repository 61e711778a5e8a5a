//! How the program behaves: help, colour, formatting, the console from a pipe, completions, the manual.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test ends where something is not right")]

mod common;

use common::{Ran, scenario, seqbell, seqbell_with};
use std::process::{Command, Stdio};

const VERBS: [&str; 19] = [
    "run", "check", "why", "whatif", "explore", "compare", "address", "decode", "trace", "lx", "facts", "diagram",
    "render", "svd", "header", "repl", "fmt", "link", "open",
];

#[test]
fn the_help_of_every_command_has_examples() {
    for verb in VERBS.iter().chain(&["completions", "man"]) {
        let ran = seqbell(&[verb, "--help"], "");
        assert_eq!(ran.code, 0);
        assert!(ran.out.contains("Examples:") && ran.out.contains(&format!("seqbell {verb}")), "{verb}: {}", ran.out);
    }
    assert!(seqbell(&["--help"], "").out.contains("Exit codes: 0 fine, 1 an expectation failed, 2 bad input"));
}

#[test]
fn colour_is_for_terminals_and_can_be_forced_or_forbidden() {
    let script = "write start_ctrl 1\nuntil state == RUNNING\nexpect flag == 0\n";
    let coloured = |ran: &Ran| ran.out.contains('\x1b') || ran.err.contains('\x1b');
    for arguments in [&["run", "-"][..], &["check", "-"], &["why", "-", "--of", "flag"]] {
        assert!(!coloured(&seqbell(arguments, script)), "{arguments:?} into a pipe");
        let forced = [arguments, &["--color", "always"]].concat();
        assert!(coloured(&seqbell(&forced, script)), "{forced:?}");
        let off = seqbell_with(arguments, script, &[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "")]);
        assert!(!coloured(&off), "{arguments:?} with NO_COLOR");
    }
    assert!(!coloured(&seqbell(&["run", "-"], "frobnicate\n")), "errors into a pipe");
    assert!(coloured(&seqbell(&["run", "-", "--color", "always"], "frobnicate\n")));
}

#[test]
fn an_error_shows_file_line_column_and_a_hint() {
    let ran = seqbell(&["run", "-"], "write start_ctrl 1\n\n  writ start_ctrl 1\n");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    for part in
        ["seqbell: error: `writ` is not a command", "<stdin>:3:3", "  writ start_ctrl 1", "did you mean `write`?"]
    {
        assert!(ran.err.contains(part), "{part}: {}", ran.err);
    }
    let end = seqbell(&["run", "-"], "write start_ctrl");
    assert!(end.code == 2 && end.err.contains("<stdin>:1:17"), "behind the last character: {}", end.err);
}

#[test]
fn fmt_writes_one_way_and_keeps_comments() {
    let rough =
        "# head\nWRITE   nx.start_ctrl 0x1   # ring\n\n  queue 161 sync=0x7\nuntil State == running and (flag == 1)\n";
    let neat = "# head\nwrite start_ctrl 1  # ring\n\nqueue 0xa1 sync=7\nuntil state == RUNNING and flag == 1\n";
    let ran = seqbell(&["fmt", "-"], rough);
    assert_eq!((ran.code, ran.out.as_str()), (0, neat));
    assert_eq!(seqbell(&["fmt", "-"], neat).out, neat, "once is enough");
    assert_eq!(seqbell(&["fmt", "--check", "-"], rough).code, 1);
    assert_eq!(seqbell(&["fmt", "--check", "-"], neat).code, 0);
    assert_eq!(seqbell(&["fmt", "-"], "frobnicate\n").code, 2);
}

#[test]
fn fmt_rewrites_files_and_leaves_a_wrong_one_alone() {
    let folder = std::env::temp_dir().join(format!("seqbell-fmt-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (good, bad) = (folder.join("good.bell"), folder.join("bad.bell"));
    std::fs::write(&good, "RESET\n").unwrap();
    std::fs::write(&bad, "RESET\nfrobnicate\n").unwrap();
    let ran = seqbell(&["fmt", bad.to_str().unwrap(), good.to_str().unwrap()], "");
    assert!(ran.code == 2 && ran.err.contains("bad.bell:2:1"), "{}", ran.err);
    assert_eq!(std::fs::read_to_string(&good).unwrap(), "reset\n");
    assert_eq!(std::fs::read_to_string(&bad).unwrap(), "RESET\nfrobnicate\n");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn formatting_changes_no_trace() {
    let digest = |ran: Ran| ran.out.lines().last().unwrap().to_owned();
    for name in ["pause-and-resume", "halt-and-restart", "pause-mariana"] {
        let file = scenario(&format!("{name}.bell"));
        let neat = seqbell(&["fmt", "-"], &std::fs::read_to_string(&file).unwrap()).out;
        let before = digest(seqbell(&["run", &file, "--format", "jsonl"], ""));
        assert_eq!(before, digest(seqbell(&["run", "-", "--format", "jsonl"], &neat)), "{name}");
    }
}

#[test]
fn the_console_works_from_a_pipe() {
    let ran =
        seqbell(&["repl"], "write start_ctrl 1\nuntil state == RUNNING\nshow\nwhy flag\nsave -\nquit\nfrobnicate\n");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "nothing behind `quit` is read");
    for part in [
        "▸ host",
        "ok until state == RUNNING",
        "true state  RUNNING",
        "flag is 0x00000001 at step 64",
        "\ngeneration cayman\nwrite start_ctrl 1\nuntil state == RUNNING\n",
    ] {
        assert!(ran.out.contains(part), "{part}: {}", ran.out);
    }
}

#[test]
fn the_console_goes_on_after_a_wrong_line() {
    let ran = seqbell(&["repl"], "frobnicate\nwrite start_ctrl 1\nexpect start_ctrl == 1\n");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("line:1:1") && ran.out.contains("ok expect start_ctrl == 1"), "{}", ran.err);
    assert_eq!(seqbell(&["repl"], "expect state == RUNNING\n").code, 1);
    assert_eq!(seqbell(&["repl"], "").code, 0);
}

#[test]
fn the_console_takes_commands_back() {
    let script = "write start_ctrl 1\nqueue 0x45\nundo\nundo\nundo\nsave -\n";
    let ran = seqbell(&["repl", "--generation", "mariana"], script);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for part in ["took back `queue 0x45`", "took back `write start_ctrl 1`", "there is nothing to take back"] {
        assert!(ran.out.contains(part), "{part}: {}", ran.out);
    }
    assert!(ran.out.ends_with("generation mariana\n"), "{}", ran.out);
}

#[test]
fn the_console_goes_on_where_a_script_ends() {
    let ran = seqbell(&["repl", &scenario("boot-to-running.bell")], "expect state == RUNNING\nlink\n");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let link = ran.out.lines().last().unwrap();
    assert!(seqbell(&["open", link], "").out.contains("expect state == RUNNING"));
}

#[test]
fn help_in_the_console_knows_every_verb_and_its_own_words() {
    let list = seqbell(&["repl"], "help\n").out;
    for help in seqbell_script::HELP {
        assert!(list.lines().any(|line| line.trim_start().starts_with(help.verb)), "{}", help.verb);
        let one = seqbell_script::help(help.verb).unwrap();
        assert!(seqbell(&["repl"], &format!("help {}\n", help.verb)).out.contains(one.usage));
    }
    assert!(list.contains("why WHAT") && list.contains("quit"));
}

#[test]
fn completions_name_every_command() {
    for shell in ["bash", "zsh", "fish"] {
        let ran = seqbell(&["completions", shell], "");
        assert_eq!(ran.code, 0);
        for verb in VERBS {
            assert!(ran.out.contains(verb), "{shell}: {verb}");
        }
    }
    assert_eq!(seqbell(&["completions", "csh"], "").code, 2);
}

#[test]
fn bash_reads_its_completions() {
    let text = seqbell(&["completions", "bash"], "").out;
    let Ok(mut bash) = Command::new("bash").arg("-n").stdin(Stdio::piped()).spawn() else {
        println!("skipped: no bash here");
        return;
    };
    std::io::Write::write_all(&mut bash.stdin.take().unwrap(), text.as_bytes()).unwrap();
    assert!(bash.wait().unwrap().success());
}

#[test]
fn the_manual_has_a_page_for_the_program_and_for_each_command() {
    let page = seqbell(&["man"], "");
    assert!(page.code == 0 && page.out.contains(".TH seqbell 1"), "{}", page.out);
    for verb in VERBS {
        let page = seqbell(&["man", verb], "");
        assert!(page.code == 0 && page.out.contains(&format!(".TH seqbell-{verb} 1")), "{verb}: {}", page.out);
    }
    assert_eq!(seqbell(&["man", "frobnicate"], "").code, 2);
}

#[test]
fn every_command_is_quiet_when_its_reader_goes_away() {
    let file = scenario("halt-and-restart.bell");
    for arguments in [
        &["run", &file][..],
        &["run", &file, "--format", "jsonl"],
        &["check", "-v", &file],
        &["why", &file, "--of", "state"],
        &["compare", &file, &file],
        &["fmt", "-"],
        &["link", &file],
        &["completions", "bash"],
        &["man"],
        &["repl"],
        &["address", "m2s", "--group", "1", "--queue", "3"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_seqbell"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        // It may be gone before it has read anything.
        let _ = std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"run 100\n");
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), err.as_str()), (Some(0), ""), "{arguments:?}");
    }
}
