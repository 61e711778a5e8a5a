//! What is built for other people's pages: the JavaScript package and the player. Each is compiled by cargo, bound by
//! wasm-bindgen, made small by wasm-opt, and laid beside its hand-written files. It refuses to know what they do.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};

use crate::paths::Paths;
use crate::{setup, site, small, style, tool};

/// Something to build.
struct Package {
    /// Cargo's name of the crate.
    name: &'static str,
    /// Name of the module and its bindings.
    module: &'static str,
    /// Folder of the hand-written files.
    files: &'static str,
}

const JS: Package = Package { name: "seqbell-js", module: "seqbell", files: "crates/js/package" };
const PLAYER: Package = Package { name: "seqbell-player", module: "seqbell_player", files: "static/player" };

/// Builds the JavaScript package into `dist/js`; gives its folder.
pub(crate) fn js(paths: &Paths) -> Result<PathBuf> {
    let folder = paths.root.join("dist/js");
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    build(paths, &JS, &folder)?;
    small::all(paths, &folder)?;
    Ok(folder)
}

/// Builds the player, with the page for frames, into `folder`.
pub(crate) fn player(paths: &Paths, folder: &Path) -> Result<()> {
    build(paths, &PLAYER, folder)?;
    fs::write(folder.join("player.css"), style::player(paths)?).context("cannot write player.css")
}

fn build(paths: &Paths, package: &Package, folder: &Path) -> Result<()> {
    setup::for_site(paths)?;
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let mut cargo = tool::command(paths, "cargo")?;
    cargo.args(["build", "--package", package.name, "--profile", "web", "--target", "wasm32-unknown-unknown"]);
    cargo.arg("--target-dir").arg(&paths.target).env("CARGO_ENCODED_RUSTFLAGS", site::flags(paths));
    tool::quiet(paths, package.name, Duration::from_secs(60), cargo)?;
    bind(paths, package, folder)?;
    shrink(paths, package, folder)?;
    copy(&paths.root.join(package.files), folder)
}

fn bind(paths: &Paths, package: &Package, folder: &Path) -> Result<()> {
    let built = format!("wasm32-unknown-unknown/web/{}.wasm", package.name.replace('-', "_"));
    let mut bindgen = tool::command(paths, "wasm-bindgen")?;
    bindgen.args(["--target", "web", "--out-name", package.module, "--out-dir"]).arg(folder);
    bindgen.arg(paths.target.join(built));
    tool::quiet(paths, "bindings", Duration::from_secs(2), bindgen)
}

fn shrink(paths: &Paths, package: &Package, folder: &Path) -> Result<()> {
    let wasm = folder.join(format!("{}_bg.wasm", package.module));
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
