//! Every test, in the order of how soon it tells: Rust natively, Rust in WebAssembly under Node, the site in browsers.
//! All groups run even when one fails. It refuses to know what any test is about.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::paths::Paths;
use crate::progress::say;
use crate::{browsers, setup, tool};

/// Whether the browser tests are part of the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Browsers {
    /// They run; what they need is installed.
    Run,
    /// They are left out, and nothing is installed for them.
    LeftOut,
}

impl Browsers {
    /// From a yes or no of the command line.
    pub(crate) fn wanted(yes: bool) -> Self {
        if yes { Self::Run } else { Self::LeftOut }
    }
}

/// Groups that failed; each has already said why.
#[derive(Default)]
pub(crate) struct Outcome {
    groups: usize,
    failed: Vec<String>,
    unsteady: Vec<String>,
}

impl Outcome {
    /// Notes how a group ended and goes on.
    pub(crate) fn note(&mut self, result: Result<()>) {
        self.groups += 1;
        if let Err(error) = result {
            say(&format!("{error:#}"));
            self.failed.push(format!("{error}").lines().next().unwrap_or_default().to_owned());
        }
    }

    /// Notes tests that failed and then passed, or the other way round: they fail no group, and must be seen.
    pub(crate) fn unsteady(&mut self, tests: Vec<String>) {
        self.unsteady.extend(tests);
    }

    /// The last word.
    ///
    /// # Errors
    /// When any group failed; names them all.
    pub(crate) fn close(self) -> Result<()> {
        for test in &self.unsteady {
            say(&format!("unsteady, failed once of two times: {test}"));
        }
        if self.failed.is_empty() {
            say(&format!("all {} groups passed", self.groups));
            return Ok(());
        }
        bail!("{} of {} groups failed:\n  {}", self.failed.len(), self.groups, self.failed.join("\n  "))
    }
}

/// `cargo xtask test`.
pub(crate) fn run(paths: &Paths, browsers: Browsers) -> Result<()> {
    let mut outcome = Outcome::default();
    all(paths, browsers, &mut outcome)?;
    outcome.close()
}

/// The same, for a caller that has groups of its own.
pub(crate) fn all(paths: &Paths, browsers: Browsers, outcome: &mut Outcome) -> Result<()> {
    setup::for_rust_tests(paths)?;
    if browsers == Browsers::Run {
        setup::for_browsers(paths)?;
    }
    for (what, seconds, arguments) in [
        ("Rust tests", 90, &["--workspace", "--exclude", "seqbell-web", "--exclude", "xtask"][..]),
        ("tests of the web app's reducer", 60, &["--package", "seqbell-web"]),
        ("tests of xtask", 20, &["--package", "xtask"]),
    ] {
        outcome.note(cargo_test(paths, what, seconds, arguments));
    }
    let in_wasm = wasm_tests(&paths.root.join("tests/tests"))?;
    if !in_wasm.is_empty() {
        outcome.note(wasm(paths, &in_wasm));
    }
    match browsers {
        Browsers::Run => browsers::run(paths, outcome),
        Browsers::LeftOut => say("the browser tests were left out, as asked"),
    }
    Ok(())
}

fn cargo_test(paths: &Paths, what: &str, seconds: u64, arguments: &[&str]) -> Result<()> {
    let mut cargo = tool::command(paths, "cargo")?;
    cargo.arg("test").args(arguments);
    tool::loud(what, Duration::from_secs(seconds), cargo)
}

fn wasm(paths: &Paths, tests: &[String]) -> Result<()> {
    let mut cargo = tool::command(paths, "cargo")?;
    cargo.args(["test", "--package", "seqbell-tests", "--target", "wasm32-unknown-unknown"]);
    for test in tests {
        cargo.args(["--test", test]);
    }
    cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", paths.links().join(setup::TEST_RUNNER));
    tool::loud("tests in WebAssembly", Duration::from_secs(90), cargo)
}

/// Names of the test targets `wasm_*.rs`.
fn wasm_tests(folder: &Path) -> Result<Vec<String>> {
    let names = files(folder, |name| name.starts_with("wasm_") && name.ends_with(".rs"))?;
    Ok(names.iter().filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect())
}

/// Files directly in `folder` whose name is wanted, sorted; none when there is no such folder.
pub(crate) fn files(folder: &Path, wanted: impl Fn(&str) -> bool) -> Result<Vec<PathBuf>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.map(|e| e.path())).collect::<Result<_, _>>()?;
    found.retain(|path| path.file_name().and_then(|name| name.to_str()).is_some_and(&wanted));
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::{Outcome, wasm_tests};
    use anyhow::{Context, anyhow};
    use std::{env, fs, process};

    #[test]
    fn one_failure_fails_the_whole_and_is_named() {
        let mut outcome = Outcome::default();
        outcome.note(Ok(()));
        outcome.note(Err(anyhow!("exit status 1")).context("lints failed"));
        outcome.note(Ok(()));
        assert_eq!(outcome.close().unwrap_err().to_string(), "1 of 3 groups failed:\n  lints failed");
    }

    #[test]
    fn only_wasm_tests_run_in_wasm() {
        let folder = env::temp_dir().join(format!("seqbell-xtask-suite-{}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        for name in ["wasm_parity.rs", "wasm_a.rs", "scenarios.rs", "wasm_notes.md"] {
            fs::write(folder.join(name), "").unwrap();
        }
        let found = wasm_tests(&folder);
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(found.unwrap(), ["wasm_a", "wasm_parity"]);
        assert!(wasm_tests(&folder).unwrap().is_empty());
    }
}
