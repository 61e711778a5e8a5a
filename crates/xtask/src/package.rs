//! The JavaScript package: built by cargo, bound by wasm-bindgen, made small by wasm-opt, laid beside its hand-written
//! files. It refuses to know what the package does.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};

use crate::paths::Paths;
use crate::{setup, tool};

/// Name of the module and its bindings.
const NAME: &str = "seqbell";

/// Builds the package; gives its folder.
pub(crate) fn build(paths: &Paths) -> Result<PathBuf> {
    setup::for_site(paths)?;
    let folder = paths.root.join("dist/js");
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    let mut cargo = tool::command(paths, "cargo")?;
    cargo.args(["build", "--package", "seqbell-js", "--profile", "web", "--target", "wasm32-unknown-unknown"]);
    cargo.arg("--target-dir").arg(&paths.target);
    tool::quiet(paths, "JavaScript package", Duration::from_secs(60), cargo)?;
    bind(paths, &folder)?;
    shrink(paths, &folder)?;
    copy(&paths.root.join("crates/js/package"), &folder)?;
    Ok(folder)
}

fn bind(paths: &Paths, folder: &Path) -> Result<()> {
    let mut bindgen = tool::command(paths, "wasm-bindgen")?;
    bindgen.args(["--target", "web", "--out-name", NAME, "--out-dir"]).arg(folder);
    bindgen.arg(paths.target.join("wasm32-unknown-unknown/web/seqbell_js.wasm"));
    tool::quiet(paths, "bindings", Duration::from_secs(2), bindgen)
}

fn shrink(paths: &Paths, folder: &Path) -> Result<()> {
    let wasm = folder.join(format!("{NAME}_bg.wasm"));
    let mut optimise = tool::command(paths, "wasm-opt")?;
    optimise.args(["-Oz", "--skip-pass=memory-packing", "-o"]).arg(&wasm).arg(&wasm);
    tool::quiet(paths, "wasm-opt", Duration::from_secs(10), optimise)
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    for entry in fs::read_dir(from).with_context(|| format!("cannot list {}", from.display()))? {
        let entry = entry?;
        fs::copy(entry.path(), to.join(entry.file_name()))?;
    }
    Ok(())
}
