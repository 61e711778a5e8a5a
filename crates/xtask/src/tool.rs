//! Other programs: how they are started, what version they say they are. It refuses to know which ones we need.

use std::fmt;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::paths::Paths;
use crate::progress::{Progress, brief, say};

/// Lines of a failed program's log that are shown.
const TAIL_LINES: usize = 30;
const POLL: Duration = Duration::from_millis(100);

/// A program's version, as `major.minor.patch`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Version(pub(crate) u32, pub(crate) u32, pub(crate) u32);

impl Version {
    /// The first `a.b.c` in what a program prints about itself; a leading `v` and a trailing suffix are allowed.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        text.split_whitespace().find_map(|word| {
            let mut numbers = word.trim_start_matches('v').splitn(3, '.');
            let major = numbers.next()?.parse().ok()?;
            let minor = numbers.next()?.parse().ok()?;
            let rest = numbers.next()?;
            let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            Some(Self(major, minor, rest[..digits].parse().ok()?))
        })
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.0, self.1, self.2)
    }
}

/// A command that sees our tools first, works at the top of the repository and never waits for the keyboard.
pub(crate) fn command(paths: &Paths, program: impl AsRef<std::ffi::OsStr>) -> Result<Command> {
    let mut command = Command::new(program);
    command.current_dir(&paths.root).env("PATH", paths.search()?).stdin(Stdio::null());
    Ok(command)
}

/// What `program --version` says; `None` when there is no such program or it fails.
pub(crate) fn version(paths: &Paths, program: impl AsRef<std::ffi::OsStr>) -> Result<Option<Version>> {
    let answer = command(paths, program)?.arg("--version").stderr(Stdio::null()).output();
    Ok(answer
        .ok()
        .filter(|output| output.status.success())
        .and_then(|output| Version::parse(&String::from_utf8_lossy(&output.stdout))))
}

/// What a program prints, or `None` when it cannot be started or fails.
pub(crate) fn answer(mut command: Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Runs a step whose own output is of no interest unless it fails; that output is kept in the target folder.
///
/// # Errors
/// When the program cannot be started or fails; the end of its log is part of the message.
pub(crate) fn quiet(paths: &Paths, what: &str, expected: Duration, mut command: Command) -> Result<()> {
    let log = log_file(paths, what)?;
    let out = File::create(&log).with_context(|| format!("cannot write {}", log.display()))?;
    let mut progress = Progress::start(what, expected);
    let child = command.stdout(out.try_clone()?).stderr(out).spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) => {
            progress.finish(false);
            return Err(error).with_context(|| format!("cannot start `{}`", shown(&command)));
        }
    };
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        progress.tick(|| last_line(&log));
        thread::sleep(POLL);
    };
    progress.finish(status.success());
    if status.success() {
        return Ok(());
    }
    let text = read_log(&log);
    let lines: Vec<&str> = text.lines().collect();
    let tail = lines[lines.len().saturating_sub(TAIL_LINES)..].join("\n");
    bail!("`{}` failed ({status}); the whole log is in {}\n{tail}", shown(&command), log.display())
}

/// Runs a step whose output the user wants to see as it comes.
///
/// # Errors
/// When the program cannot be started or fails.
pub(crate) fn loud(what: &str, expected: Duration, mut command: Command) -> Result<()> {
    say(&format!("{what} (about {}): {}", brief(expected), shown(&command)));
    let started = Instant::now();
    let status = command.status().with_context(|| format!("cannot start `{}`", shown(&command)))?;
    let outcome = if status.success() { "done" } else { "FAILED" };
    say(&format!("{what}: {outcome} in {}", brief(started.elapsed())));
    if !status.success() {
        bail!("{what} failed: `{}` ({status})", shown(&command));
    }
    Ok(())
}

fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

fn log_file(paths: &Paths, what: &str) -> Result<std::path::PathBuf> {
    let folder = paths.target.join("xtask-logs");
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let name: String = what.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    Ok(folder.join(name + ".log"))
}

fn last_line(log: &Path) -> String {
    let text = read_log(log);
    text.split(['\n', '\r']).rev().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default().to_owned()
}

fn read_log(log: &Path) -> String {
    String::from_utf8_lossy(&fs::read(log).unwrap_or_default()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::Version;

    #[test]
    fn versions_are_found_in_what_programs_say() {
        for (text, version) in [
            ("mdbook v0.4.52", Some(Version(0, 4, 52))),
            ("v20.20.2\n", Some(Version(20, 20, 2))),
            ("wasm-bindgen 0.2.130 (abc)", Some(Version(0, 2, 130))),
            ("chrome 0.22.0-beta.1", Some(Version(0, 22, 0))),
            ("Mozilla Firefox 140.6.0esr", Some(Version(140, 6, 0))),
            ("wasm-opt version 132", None),
            ("", None),
            ("1.x.3 1.2.", None),
        ] {
            assert_eq!(Version::parse(text), version, "{text}");
        }
    }
}
