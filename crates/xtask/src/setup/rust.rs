//! The wasm target and the crates. The toolchain itself comes from `rust-toolchain.toml`.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::paths::Paths;
use crate::tool;

const TARGET: &str = "wasm32-unknown-unknown";

/// Adds the wasm target to the toolchain in use.
pub(super) fn wasm_target(paths: &Paths) -> Result<()> {
    if has_target(paths)? {
        return Ok(());
    }
    let mut rustup = tool::command(paths, "rustup")?;
    rustup.args(["target", "add", TARGET]);
    tool::quiet(paths, "wasm target", Duration::from_secs(10), rustup)
        .context("The compiler has no wasm target. Connect to the network and run `rustup target add wasm32-unknown-unknown`, or install your distribution's package of that target.")?;
    if has_target(paths)? {
        return Ok(());
    }
    bail!(
        "rustup added the wasm target to another toolchain than the one in use: check `rustup show` and RUSTUP_TOOLCHAIN"
    )
}

/// Fetches the crates of the lock file, so that the build can run without the network.
pub(super) fn dependencies(paths: &Paths) -> Result<()> {
    let mut offline = tool::command(paths, "cargo")?;
    offline.args(["fetch", "--offline", "--quiet"]);
    if tool::answer(offline).is_some() {
        return Ok(());
    }
    let mut fetch = tool::command(paths, "cargo")?;
    fetch.arg("fetch");
    tool::quiet(paths, "crates", Duration::from_secs(30), fetch)
        .context("The Rust dependencies could not be fetched. Connect to the network once, then run this again.")
}

fn has_target(paths: &Paths) -> Result<bool> {
    let mut rustc = tool::command(paths, "rustc")?;
    rustc.args(["--print", "target-libdir", "--target", TARGET]);
    let folder = tool::answer(rustc).context("`rustc` does not answer: install Rust from rustup.rs")?;
    Ok(Path::new(folder.trim()).is_dir())
}
