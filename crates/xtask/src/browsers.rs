//! The tests in browsers: the site and the book are built and served, and Node runs the files of `tests/browser`. What failed
//! runs once more: what fails twice has failed, what passes then is unsteady and is named. Then the pictures. It refuses to know what
//! any test is about.

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

/// How the tests of a run ended, by name.
#[derive(Debug, Default, PartialEq, Eq)]
struct Ends {
    passed: BTreeSet<String>,
    failed: BTreeSet<String>,
}

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
    let Err(error) = once(paths, served, "browser tests", &all, &BTreeSet::new()) else { return Ok(()) };
    let first = ends(paths)?.failed;
    // A file that failed as a whole has no test that could run again.
    if first.is_empty() || first.iter().any(|name| name.ends_with(".mjs")) {
        return Err(error);
    }
    // How it ends is in the list, test by test.
    let _ = once(paths, served, "browser tests once more", &all, &first);
    let (twice, unsteady) = sorted(&first, &ends(paths)?);
    outcome.unsteady(unsteady);
    if twice.is_empty() {
        return Ok(());
    }
    bail!("browser tests failed twice: {}", twice.join("; "))
}

/// One run of some files, of all their tests or of those with these names; how each ended is in the list behind it.
fn once(paths: &Paths, served: &Served, what: &str, files: &[PathBuf], names: &BTreeSet<String>) -> Result<()> {
    let list = list(paths);
    if list.exists() {
        fs::remove_file(&list).with_context(|| format!("cannot remove {}", list.display()))?;
    }
    let mut node = served.node(paths)?;
    node.args(["--test", "--test-concurrency=1", "--test-reporter=spec", "--test-reporter-destination=stdout"]);
    node.arg("--test-reporter=./failures.mjs").arg(format!("--test-reporter-destination={}", list.display()));
    node.args(names.iter().map(|name| format!("--test-name-pattern=^{}$", literal(name))));
    node.args(files);
    let tests = if names.is_empty() { 24 * files.len() } else { names.len() };
    tool::loud(what, Duration::from_secs(3 * tests as u64), node)
}

/// A name as a regular expression of JavaScript that nothing else matches.
fn literal(name: &str) -> String {
    name.chars().flat_map(|c| [(!c.is_alphanumeric() && c != ' ').then_some('\\'), Some(c)]).flatten().collect()
}

fn list(paths: &Paths) -> PathBuf {
    paths.target.join("browser-ends.txt")
}

/// How the last run ended; nothing is known of one that came to no list.
fn ends(paths: &Paths) -> Result<Ends> {
    let list = list(paths);
    if !list.exists() {
        return Ok(Ends::default());
    }
    Ok(read(&fs::read_to_string(&list).with_context(|| format!("cannot read {}", list.display()))?))
}

fn read(text: &str) -> Ends {
    let mut ends = Ends::default();
    for (word, name) in text.lines().filter_map(|line| line.split_once('\t')) {
        let set = if word == "pass" { &mut ends.passed } else { &mut ends.failed };
        set.insert(name.to_owned());
    }
    ends
}

/// Of what failed, what did not pass the second time, and what did.
fn sorted(first: &BTreeSet<String>, second: &Ends) -> (Vec<String>, Vec<String>) {
    let passed = |name: &&String| second.passed.contains(*name) && !second.failed.contains(*name);
    let (unsteady, twice): (Vec<&String>, Vec<&String>) = first.iter().partition(passed);
    (twice.into_iter().cloned().collect(), unsteady.into_iter().cloned().collect())
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
    use super::{literal, read, sorted};

    #[test]
    fn what_does_not_pass_the_second_time_has_failed_and_what_does_is_unsteady() {
        let first = read("pass\tzero\nfail\tone [firefox]\nfail\ttwo\nfail\tthree\n").failed;
        // Of `three` the second run says nothing: it did not pass.
        let (twice, unsteady) = sorted(&first, &read("pass\tone [firefox]\nfail\ttwo\n"));
        assert_eq!(twice, ["three", "two"]);
        assert_eq!(unsteady, ["one [firefox]"]);
        assert_eq!(sorted(&first, &read("")).1, [""; 0]);
    }

    #[test]
    fn a_name_stands_for_itself_only() {
        assert_eq!(literal("a: b [x] (y)"), "a\\: b \\[x\\] \\(y\\)");
    }
}
