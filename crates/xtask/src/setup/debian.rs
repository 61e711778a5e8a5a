//! The two browsers and the foreign readers of our exports, from the Debian-like package manager when they are not there yet.

use std::env;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::paths::Paths;
use crate::progress::say;
use crate::tool;

/// A browser: the variable that points elsewhere, the names it may have on `PATH`, the package that brings it.
/// `tests/browser/browsers.mjs` looks in the same places.
struct Browser {
    variable: &'static str,
    programs: &'static [&'static str],
    package: &'static str,
}

const BROWSERS: [Browser; 2] = [
    Browser { variable: "SEQBELL_CHROMIUM", programs: &["chromium", "chromium-browser"], package: "chromium" },
    Browser { variable: "SEQBELL_FIREFOX", programs: &["firefox-esr", "firefox"], package: "firefox-esr" },
];

/// Programs that read what we export, and the package that brings each. Their tests are left out where they cannot be had.
const READERS: [(&str, &str); 2] = [("dot", "graphviz"), ("vcd2fst", "gtkwave")];

/// Installs the foreign readers that are missing; without them their tests say that they are left out.
pub(super) fn readers(paths: &Paths) -> Result<()> {
    let missing: Vec<&str> =
        READERS.iter().filter(|(program, _)| !on_path(program)).map(|(_, package)| *package).collect();
    if !missing.is_empty()
        && let Err(error) = apt(paths, &missing)
    {
        say(&format!("without {} the tests that read exports with it are left out: {error:#}", missing.join(" and ")));
    }
    Ok(())
}

/// Installs the browsers that are missing.
pub(super) fn browsers(paths: &Paths) -> Result<()> {
    let missing: Vec<&str> =
        BROWSERS.iter().filter(|browser| !present(browser)).map(|browser| browser.package).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let advice = format!(
        "The browser tests need {}. Install them with your package manager, or point SEQBELL_CHROMIUM and SEQBELL_FIREFOX at the programs, or leave these tests out with `cargo xtask test --no-browser`.",
        missing.join(" and ")
    );
    apt(paths, &missing).context(advice.clone())?;
    if BROWSERS.iter().all(present) { Ok(()) } else { bail!(advice) }
}

fn apt(paths: &Paths, packages: &[&str]) -> Result<()> {
    if !on_path("apt-get") {
        bail!("there is no apt-get on this machine");
    }
    let install = |what: &str| {
        let mut arguments = vec!["install", "--yes", "--no-install-recommends"];
        arguments.extend(packages);
        tool::quiet(paths, what, Duration::from_secs(90), apt_get(paths, &arguments)?)
    };
    let Err(error) = install("packages from apt") else { return Ok(()) };
    say(&format!(
        "the first attempt failed, so the package lists are renewed: {}",
        error.to_string().lines().next().unwrap_or_default()
    ));
    tool::quiet(paths, "package lists", Duration::from_secs(20), apt_get(paths, &["update"])?)?;
    install("packages from apt, again")
}

fn apt_get(paths: &Paths, arguments: &[&str]) -> Result<std::process::Command> {
    let mut id = tool::command(paths, "id")?;
    id.arg("-u");
    let root = tool::answer(id).is_some_and(|user| user.trim() == "0");
    let mut command = tool::command(paths, if root { "apt-get" } else { "sudo" })?;
    if !root {
        command.args(["-n", "DEBIAN_FRONTEND=noninteractive", "apt-get"]);
    }
    command.env("DEBIAN_FRONTEND", "noninteractive").args(arguments);
    Ok(command)
}

fn present(browser: &Browser) -> bool {
    env::var_os(browser.variable).is_some() || browser.programs.iter().any(|program| on_path(program))
}

fn on_path(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|folder| folder.join(program).is_file())
}
