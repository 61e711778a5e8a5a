//! The tests in browsers: the site and the book are built and served, and Node runs the files of `tests/browser`. Files in which
//! something failed run once more: what fails twice has failed, what failed once is unsteady and is named. Then the pictures. It
//! refuses to know what any test is about.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::paths::Paths;
use crate::server::{self, Listen, Mount, Server};
use crate::suite::{Outcome, files};
use crate::{book, site, tool};

/// A path that no page may depend on.
const SUB_PATH: &str = "/docs/x/";

/// A test that failed: its file and its name.
type Failed = BTreeSet<(String, String)>;

/// What the tests look at.
struct Served {
    site: PathBuf,
    book: PathBuf,
    top: Server,
    sub: Server,
}

impl Served {
    fn build(paths: &Paths) -> Result<Self> {
        let site = site::build(paths)?;
        let book = book::build(paths, &site)?;
        let local = Listen { host: "127.0.0.1".into(), port: 0 };
        let top = server::start(&local, Mount::new(&site, "/", true)?)?;
        let sub = server::start(&local, Mount::new(&site, SUB_PATH, true)?)?;
        Ok(Self { site, book, top, sub })
    }

    /// Node, beside the tests, with the addresses.
    fn node(&self, paths: &Paths) -> Result<Command> {
        let mut node = tool::command(paths, "node")?;
        let play = |root: &str| format!("{root}{}", site::PLAY_PAGE);
        node.current_dir(paths.browser_tests());
        node.env("SEQBELL_SITE", self.top.url()).env("SEQBELL_SITE_SUB", self.sub.url());
        node.env("SEQBELL_URL", play(&self.top.url())).env("SEQBELL_URL_SUB", play(&self.sub.url()));
        node.env("SEQBELL_DIST", &self.site).env("SEQBELL_BOOK", &self.book);
        Ok(node)
    }
}

/// Runs the tests, then takes the pictures.
pub(crate) fn run(paths: &Paths, outcome: &mut Outcome) {
    match Served::build(paths) {
        Ok(served) => {
            let tested = tests(paths, &served, outcome);
            outcome.note(tested);
            outcome.note(pictures(paths, &served));
        }
        Err(error) => outcome.note(Err(error)),
    }
}

fn tests(paths: &Paths, served: &Served, outcome: &mut Outcome) -> Result<()> {
    let all = files(&paths.browser_tests(), |name| name.ends_with(".test.mjs"))?;
    let Err(error) = once(paths, served, "browser tests", &all) else { return Ok(()) };
    let first = failed(paths)?;
    let again: Vec<PathBuf> =
        all.into_iter().filter(|path| first.iter().any(|(file, _)| path.ends_with(file))).collect();
    if again.is_empty() {
        return Err(error);
    }
    let second = match once(paths, served, "browser tests once more", &again) {
        Ok(()) => Failed::new(),
        Err(_) => failed(paths)?,
    };
    let (twice, unsteady) = sorted(&first, &second);
    outcome.unsteady(unsteady);
    if twice.is_empty() {
        return Ok(());
    }
    bail!("browser tests failed twice: {}", twice.join("; "))
}

/// One run of some files; what fails is in the list behind it.
fn once(paths: &Paths, served: &Served, what: &str, files: &[PathBuf]) -> Result<()> {
    let list = list(paths);
    if list.exists() {
        fs::remove_file(&list).with_context(|| format!("cannot remove {}", list.display()))?;
    }
    let mut node = served.node(paths)?;
    node.args(["--test", "--test-concurrency=1", "--test-reporter=spec", "--test-reporter-destination=stdout"]);
    node.arg("--test-reporter=./failures.mjs").arg(format!("--test-reporter-destination={}", list.display()));
    tool::loud(what, Duration::from_secs(30 * files.len() as u64), {
        node.args(files);
        node
    })
}

fn list(paths: &Paths) -> PathBuf {
    paths.target.join("browser-failures.txt")
}

/// The tests that failed in the last run; none when it came to no list.
fn failed(paths: &Paths) -> Result<Failed> {
    let list = list(paths);
    if !list.exists() {
        return Ok(Failed::new());
    }
    let text = fs::read_to_string(&list).with_context(|| format!("cannot read {}", list.display()))?;
    Ok(text.lines().filter_map(|line| line.split_once('\t')).map(|(f, n)| (f.to_owned(), n.to_owned())).collect())
}

/// What failed twice, and what failed once of two times.
fn sorted(first: &Failed, second: &Failed) -> (Vec<String>, Vec<String>) {
    let said = |(file, name): &(String, String)| format!("{file}: {name}");
    (first.intersection(second).map(said).collect(), first.symmetric_difference(second).map(said).collect())
}

/// Every view, to be looked at; they stand in the target folder.
fn pictures(paths: &Paths, served: &Served) -> Result<()> {
    let mut node = served.node(paths)?;
    node.arg("shots.mjs").arg(folder(&paths.target));
    tool::loud("screenshots", Duration::from_secs(60), node)
}

fn folder(target: &Path) -> PathBuf {
    target.join("screenshots")
}

#[cfg(test)]
mod tests {
    use super::{Failed, sorted};

    #[test]
    fn what_fails_twice_has_failed_and_what_fails_once_is_unsteady() {
        let failed = |all: &[(&str, &str)]| all.iter().map(|(f, n)| ((*f).to_owned(), (*n).to_owned())).collect();
        let first: Failed = failed(&[("a", "one"), ("a", "two")]);
        let second: Failed = failed(&[("a", "two"), ("a", "three"), ("b", "two")]);
        let (twice, unsteady) = sorted(&first, &second);
        assert_eq!(twice, ["a: two"]);
        assert_eq!(unsteady, ["a: one", "a: three", "b: two"]);
        assert_eq!(sorted(&first, &Failed::new()).0, [""; 0]);
    }
}
