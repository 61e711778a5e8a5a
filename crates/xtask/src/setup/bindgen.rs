//! `wasm-bindgen` and its test runner: our own program `seqbell-bindgen`, hard-linked under their names.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::paths::Paths;
use crate::tool::{self, Version};

/// Must equal the version in `Cargo.toml` here and in the crates that are compiled to wasm.
const PIN: Version = Version(0, 2, 130);

/// Name of the program that runs wasm tests under Node.
pub(crate) const TEST_RUNNER: &str = "wasm-bindgen-test-runner";

/// Builds and links the two programs.
pub(super) fn install(paths: &Paths) -> Result<()> {
    let links = [paths.links().join("wasm-bindgen"), paths.links().join(TEST_RUNNER)];
    if linked(paths, &links)? {
        return Ok(());
    }
    let mut cargo = tool::command(paths, "cargo")?;
    cargo.args(["build", "--package", "xtask", "--bin", "seqbell-bindgen", "--features", "bindgen", "--target-dir"]);
    cargo.arg(&paths.target);
    tool::quiet(paths, "wasm-bindgen", Duration::from_secs(90), cargo).context("wasm-bindgen could not be built.")?;
    fs::create_dir_all(paths.links())?;
    for link in &links {
        put(&paths.target.join("debug/seqbell-bindgen"), link)?;
    }
    if linked(paths, &links)? {
        return Ok(());
    }
    bail!("the wasm-bindgen that was built is not version {PIN}: make the pins in Cargo.toml and in xtask agree")
}

fn linked(paths: &Paths, links: &[std::path::PathBuf]) -> Result<bool> {
    for link in links {
        if tool::version(paths, link)? != Some(PIN) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A hard link where the file system allows it, else a copy.
fn put(program: &Path, link: &Path) -> Result<()> {
    if link.exists() {
        fs::remove_file(link)?;
    }
    if fs::hard_link(program, link).is_err() {
        fs::copy(program, link).with_context(|| format!("cannot write {}", link.display()))?;
    }
    Ok(())
}
