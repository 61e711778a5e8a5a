//! What browsers run. One module holds the simulator and all that pages show of it; it is cut into parts, so that each page
//! fetches only what it runs: the JavaScript package, on it the player, on that Play. Play's worker is a module of its own.
//! Each is compiled by cargo, bound by wasm-bindgen and made small by wasm-opt. It refuses to know what they do.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};

use crate::paths::Paths;
use crate::{setup, site, small, tool};

/// A part of the module.
struct Part {
    /// Its name, under which the next parts import from it.
    name: &'static str,
    /// Names of the exports that it starts from; a star stands for any end.
    exports: &'static str,
    /// Where it goes in the finished folder.
    file: &'static str,
}

/// In the order in which they are started: each needs those before it.
const PARTS: [Part; 3] = [
    Part {
        name: "js",
        exports: "machine_*,__wbg_machine_*,address,decode,version,__wbindgen_*,__externref_*",
        file: "js/seqbell_bg.wasm",
    },
    Part { name: "player", exports: "player_*,__wbg_player_*", file: "seqbell_player.wasm" },
    Part { name: "play", exports: "play", file: "play/seqbell_play.wasm" },
];

/// Files of the JavaScript package that are not made.
const JS_FILES: &str = "crates/js/package";

/// Builds the module and lays its parts into a finished folder, with the JavaScript package's files beside the first.
pub(crate) fn parts(paths: &Paths, site: &Path) -> Result<()> {
    setup::for_site(paths)?;
    let js = site.join("js");
    if js.exists() {
        fs::remove_dir_all(&js).with_context(|| format!("cannot empty {}", js.display()))?;
    }
    let linked = compile(paths, "seqbell-wasm", &["--lib"], &["-Clink-arg=--emit-relocs"])?;
    // Names lead from what the linker knows to what wasm-bindgen has made of it, so they are kept until it is cut.
    bind(paths, &linked, "seqbell", &js, &["--keep-debug", "--no-demangle"])?;
    cut(paths, &linked, site)?;
    for part in &PARTS {
        shrink(paths, &site.join(part.file))?;
    }
    copy(&paths.root.join(JS_FILES), &js)
}

/// Builds the JavaScript package; gives its folder. The other parts come with it.
pub(crate) fn js(paths: &Paths) -> Result<PathBuf> {
    let site = paths.dist();
    parts(paths, &site)?;
    let folder = site.join("js");
    small::all(paths, &folder)?;
    Ok(folder)
}

/// Builds Play's worker into Play's folder.
pub(crate) fn worker(paths: &Paths) -> Result<()> {
    let name = "seqbell-worker";
    let linked = compile(paths, "seqbell-web", &["--bin", name], &[])?;
    bind(paths, &linked, name, &paths.play(), &["--no-typescript"])?;
    shrink(paths, &paths.play().join(format!("{name}_bg.wasm")))
}

/// Compiles a crate for browsers; gives the linked module.
fn compile(paths: &Paths, package: &str, target: &[&str], link: &[&str]) -> Result<PathBuf> {
    let mut cargo = tool::command(paths, "cargo")?;
    cargo.args(["rustc", "--package", package, "--profile", "web", "--target", "wasm32-unknown-unknown"]).args(target);
    cargo.arg("--target-dir").arg(&paths.target).env("CARGO_ENCODED_RUSTFLAGS", site::flags(paths));
    cargo.arg("--").args(link);
    tool::quiet(paths, package, Duration::from_secs(120), cargo)?;
    let name = if target.contains(&"--bin") { target[1].to_owned() } else { package.replace('-', "_") };
    Ok(paths.target.join(format!("wasm32-unknown-unknown/web/{name}.wasm")))
}

fn bind(paths: &Paths, linked: &Path, name: &str, folder: &Path, options: &[&str]) -> Result<()> {
    let mut bindgen = tool::command(paths, "wasm-bindgen")?;
    bindgen.args(["--target", "web", "--out-name", name, "--out-dir"]).arg(folder).args(options).arg(linked);
    tool::quiet(paths, "bindings", Duration::from_secs(2), bindgen)
}

fn cut(paths: &Paths, linked: &Path, site: &Path) -> Result<()> {
    let mut cut = tool::command(paths, setup::CUTTER)?;
    cut.arg(linked).arg(site.join(PARTS[0].file));
    for part in &PARTS {
        let mut argument = std::ffi::OsString::from(format!("{}:{}:", part.name, part.exports));
        argument.push(site.join(part.file));
        cut.arg(argument);
    }
    tool::quiet(paths, "parts", Duration::from_secs(3), cut)
}

fn shrink(paths: &Paths, wasm: &Path) -> Result<()> {
    let mut optimise = tool::command(paths, "wasm-opt")?;
    optimise.args(["-Oz", "--skip-pass=memory-packing", "--low-memory-unused", "--reorder-functions"]);
    optimise.args(["--strip-producers", "--strip-target-features", "-o"]).arg(wasm).arg(wasm);
    tool::quiet(paths, "wasm-opt", Duration::from_secs(10), optimise)
}

/// Copies the files of a folder into another.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| format!("cannot create {}", to.display()))?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot list {}", from.display()))? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), &target).with_context(|| format!("cannot write {}", target.display()))?;
        }
    }
    Ok(())
}
