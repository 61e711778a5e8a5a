//! Histories to export, and programs of other people to read them with.
#![allow(dead_code, reason = "each test file uses its part")]
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use seqbell_script::Session;
use seqbell_script::facts::Generation;
use std::io::Write;
use std::process::{Command, Stdio};

/// A session after a scenario of the repository.
pub(crate) fn scenario(name: &str) -> Session {
    let path = format!("{}/../../static/scenarios/{name}.bell", env!("CARGO_MANIFEST_DIR"));
    session(&std::fs::read_to_string(path).unwrap())
}

/// A session after a script.
pub(crate) fn session(script: &str) -> Session {
    let mut session = Session::new(Generation::Cayman).unwrap();
    session.run_script(script, &mut |_| {}).unwrap();
    session
}

/// The scenarios that the formats are tried on.
pub(crate) const SCENARIOS: [&str; 5] =
    ["boot-to-running", "pause-and-resume", "fatal-halt", "broadcast-doorbell", "pause-sunda"];

/// What a program makes of a text; nothing, with a printed reason, where the program is not installed.
pub(crate) fn through(program: &str, arguments: &[&str], input: &[u8]) -> Option<(bool, Vec<u8>)> {
    let spawned = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut child) = spawned else {
        eprintln!("skipped: {program} is not installed");
        return None;
    };
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    if !output.status.success() {
        eprintln!("{program}: {}", String::from_utf8_lossy(&output.stderr));
    }
    Some((output.status.success(), output.stdout))
}

/// A file for programs that do not read standard input; removed with the value.
pub(crate) struct Scratch(pub(crate) std::path::PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str, bytes: &[u8]) -> Self {
        let path = std::env::temp_dir().join(format!("seqbell-export-{}-{name}", std::process::id()));
        std::fs::write(&path, bytes).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(std::fs::remove_file(&self.0));
    }
}
