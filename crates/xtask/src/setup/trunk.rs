//! Trunk, which bundles the site: the one on `PATH` if it fits, else a finished one, else from source, into the
//! user's cache so that the next clone finds it.

use std::time::Duration;

use anyhow::{Context, Result};

use crate::paths::Paths;
use crate::progress::say;
use crate::tool::{self, Version};

const PIN: Version = Version(0, 21, 14);

/// Installs Trunk unless a fitting one is in reach.
pub(super) fn install(paths: &Paths) -> Result<()> {
    if fits(paths)? {
        return Ok(());
    }
    if tool::command(paths, "cargo")?.args(["binstall", "-V"]).output().is_ok_and(|output| output.status.success()) {
        if finished(paths).is_ok() && fits(paths)? {
            return Ok(());
        }
        say("there is no finished Trunk to be had, so it is built from source");
    }
    from_source(paths)
        .context("Trunk could not be installed. Connect to the network and run this again, or put Trunk 0.21.14 on PATH yourself.")
}

/// Our cache comes before the user's folders on `PATH`, so both places are asked at once.
fn fits(paths: &Paths) -> Result<bool> {
    Ok(tool::version(paths, "trunk")?.is_some_and(|version| version.fits(PIN)))
}

fn finished(paths: &Paths) -> Result<()> {
    let mut cargo = tool::command(paths, "cargo")?;
    cargo.args(["binstall", "--no-confirm", "--disable-strategies", "compile", "--root"]).arg(&paths.cache);
    cargo.arg(format!("trunk@{PIN}"));
    tool::quiet(paths, "Trunk, finished", Duration::from_secs(20), cargo)
}

/// Without optimisation: Trunk mostly waits for others, and building it is the longest step of all.
fn from_source(paths: &Paths) -> Result<()> {
    let mut cargo = tool::command(paths, "cargo")?;
    cargo.args(["install", "trunk", "--locked", "--no-default-features", "--version", &PIN.to_string(), "--root"]);
    cargo.arg(&paths.cache);
    cargo.envs([
        ("CARGO_PROFILE_RELEASE_LTO", "off"),
        ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16"),
        ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0"),
    ]);
    tool::quiet(paths, "Trunk from source, once", Duration::from_secs(9 * 60), cargo)
}
