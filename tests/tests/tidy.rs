//! The house rules that no compiler checks: who may import whom, module docs, file sizes, no trace of a machine.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Each crate with everything of ours that it may depend on. Doors never import doors.
const ARROWS: &[(&str, &[&str])] = &[
    ("facts", &[]),
    ("core", &["facts"]),
    ("script", &["core", "facts"]),
    ("explore", &["script", "core", "facts"]),
    ("export", &["script", "core", "facts"]),
    ("cli", &["explore", "export", "script", "core", "facts"]),
    ("js", &["explore", "export", "script", "core", "facts"]),
    ("figure", &["export", "script", "core", "facts"]),
    ("mdbook", &["figure", "explore", "export", "script", "core", "facts"]),
    ("pages", &["figure", "explore", "export", "script", "core", "facts"]),
    ("web", &["explore", "export", "script", "core", "facts"]),
];
/// Lines of a source file.
const LINES_MAX: usize = 400;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Every file that git tracks and that is still there.
fn tracked() -> Vec<PathBuf> {
    let listed = Command::new("git").args(["ls-files", "-z"]).current_dir(root()).output().unwrap();
    let names = String::from_utf8(listed.stdout).unwrap();
    names.split('\0').filter(|n| !n.is_empty()).map(|n| root().join(n)).filter(|p| p.is_file()).collect()
}

fn sources() -> Vec<(PathBuf, String)> {
    let rust = tracked().into_iter().filter(|p| p.extension().is_some_and(|e| e == "rs"));
    rust.map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

fn none(found: &[String]) {
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn dependencies_point_one_way() {
    let allowed: BTreeMap<&str, &[&str]> = ARROWS.iter().copied().collect();
    let mut seen = BTreeSet::new();
    for path in tracked().iter().filter(|p| p.ends_with("Cargo.toml")) {
        let manifest: toml::Table = fs::read_to_string(path).unwrap().parse().unwrap();
        let full = manifest.get("package").and_then(|package| package["name"].as_str());
        // mdBook finds a preprocessor by a name that begins with its own.
        let Some(name) = full.and_then(|n| n.strip_prefix("seqbell-").or(n.strip_suffix("-seqbell"))) else {
            continue;
        };
        let Some(may) = allowed.get(name) else { continue };
        seen.insert(name.to_owned());
        let dependencies = manifest.get("dependencies").and_then(|d| d.as_table()).cloned().unwrap_or_default();
        for other in dependencies.keys().filter_map(|d| d.strip_prefix("seqbell-")) {
            assert!(may.contains(&other), "{name} must not depend on {other}");
        }
    }
    assert!(["facts", "core", "script", "cli", "web"].iter().all(|name| seen.contains(*name)), "{seen:?}");
}

#[test]
fn facts_and_core_are_no_std_and_free_of_dependencies() {
    for name in ["facts", "core"] {
        let folder = root().join("crates").join(name);
        let head = fs::read_to_string(folder.join("src/lib.rs")).unwrap();
        assert!(head.lines().any(|l| l == "#![no_std]"), "{name}");
        let manifest: toml::Table = fs::read_to_string(folder.join("Cargo.toml")).unwrap().parse().unwrap();
        let dependencies = manifest.get("dependencies").and_then(|d| d.as_table()).cloned().unwrap_or_default();
        assert!(dependencies.keys().all(|d| d.starts_with("seqbell-")), "{name}: {dependencies:?}");
    }
    let std = |(path, text): &(PathBuf, String)| {
        let ours =
            path.starts_with(root().join("crates/core/src")) || path.starts_with(root().join("crates/facts/src"));
        let tests = path.ends_with("tests.rs") || path.components().any(|c| c.as_os_str() == "tests");
        ours && !tests
            && text.lines().any(|l| l.trim_start().starts_with("use std::") || l.contains("extern crate std"))
    };
    none(&sources().iter().filter(|s| std(s)).map(|(path, _)| path.display().to_string()).collect::<Vec<_>>());
}

#[test]
fn every_module_says_what_it_is() {
    let bare = sources().into_iter().filter(|(_, text)| !text.starts_with("//! "));
    none(&bare.map(|(path, _)| path.display().to_string()).collect::<Vec<_>>());
}

#[test]
fn no_file_is_long() {
    let long = sources().into_iter().map(|(path, text)| (path, text.lines().count())).filter(|(_, n)| *n > LINES_MAX);
    none(&long.map(|(path, n)| format!("{}: {n} lines", path.display())).collect::<Vec<_>>());
}

#[test]
fn nothing_names_a_machine_or_a_registry() {
    // Written in parts, so that this file does not find itself.
    let traces = [
        ["/ho", "me/"],
        ["/ro", "ot/"],
        ["/Us", "ers/"],
        ["/wo", "rk/main"],
        ["artif", "actory"],
        ["index.cra", "tes.io:"],
        ["registry.npm", "js.org"],
        ["local", "domain"],
    ]
    .map(|parts| parts.concat());
    let mut found = Vec::new();
    for path in tracked() {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        for (n, line) in text.lines().enumerate() {
            if let Some(trace) = traces.iter().find(|t| line.contains(t.as_str())) {
                found.push(format!("{}:{}: {trace}", path.display(), n + 1));
            }
        }
    }
    none(&found);
}

#[test]
fn lock_files_come_from_the_usual_registry() {
    let lock = fs::read_to_string(root().join("Cargo.lock")).unwrap();
    let sources = lock.lines().filter(|l| l.starts_with("source = "));
    let strange = sources.filter(|l| *l != "source = \"registry+https://github.com/rust-lang/crates.io-index\"");
    none(&strange.map(str::to_owned).collect::<Vec<_>>());
    for path in tracked().iter().filter(|p| p.ends_with("package-lock.json")) {
        let text = fs::read_to_string(path).unwrap();
        assert!(!text.contains("\"resolved\""), "{} holds download addresses", path.display());
    }
}
