//! `wasm-bindgen`, its test runner and `wasm-cut`: our own program `seqbell-bindgen`, hard-linked under their names.

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

/// Name of the program that cuts a module into parts.
pub(crate) const CUTTER: &str = "wasm-cut";

/// Builds and links the programs.
pub(super) fn install(paths: &Paths) -> Result<()> {
    // Cargo knows whether anything is to do: the cutter is our own and may have changed.
    let mut cargo = tool::command(paths, "cargo")?;
    cargo.args(["build", "--package", "xtask", "--bin", "seqbell-bindgen", "--features", "bindgen", "--target-dir"]);
    cargo.arg(&paths.target);
    tool::quiet(paths, "wasm-bindgen", Duration::from_secs(90), cargo).context("wasm-bindgen could not be built.")?;
    fs::create_dir_all(paths.links())?;
    for name in ["wasm-bindgen", TEST_RUNNER, CUTTER] {
        put(&paths.target.join("debug/seqbell-bindgen"), &paths.links().join(name))?;
    }
    if tool::version(paths, paths.links().join("wasm-bindgen"))? == Some(PIN) {
        return Ok(());
    }
    bail!("the wasm-bindgen that was built is not version {PIN}: make the pins in Cargo.toml and in xtask agree")
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
