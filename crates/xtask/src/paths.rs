//! Where things are: the repository, the target folder, the user's cache. It refuses to create or change anything.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The folders that the other modules work in; all absolute.
pub(crate) struct Paths {
    /// Top of the repository.
    pub(crate) root: PathBuf,
    /// Cargo's target folder.
    pub(crate) target: PathBuf,
    /// The user's cache of tools, shared by all clones.
    pub(crate) cache: PathBuf,
}

impl Paths {
    /// Finds the folders. Cargo names the manifest when it runs this program; otherwise the place of compilation counts.
    pub(crate) fn find() -> Result<Self> {
        let manifest = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
        let root = Path::new(&manifest).ancestors().nth(2).context("xtask is not at crates/xtask any more")?;
        let program = env::current_exe().context("cannot tell where this program lies")?;
        let target = program.ancestors().nth(2).context("this program is not in a cargo target folder")?;
        Ok(Self { root: root.to_owned(), target: target.to_owned(), cache: cache()? })
    }

    /// The finished folder: all pages, the player and the JavaScript package.
    pub(crate) fn dist(&self) -> PathBuf {
        self.root.join("dist")
    }

    /// The Play page in it.
    pub(crate) fn play(&self) -> PathBuf {
        self.root.join("dist/play")
    }

    /// Our hard links named `wasm-bindgen` and `wasm-bindgen-test-runner`.
    pub(crate) fn links(&self) -> PathBuf {
        self.target.join("xtask-bin")
    }

    /// npm project with the build tools.
    pub(crate) fn npm_tools(&self) -> PathBuf {
        self.root.join("crates/xtask/tools")
    }

    /// npm project of the browser tests.
    pub(crate) fn browser_tests(&self) -> PathBuf {
        self.root.join("tests/browser")
    }

    /// npm project of the benchmarks.
    pub(crate) fn benchmarks(&self) -> PathBuf {
        self.root.join("tests/bench")
    }

    /// `PATH` for our children: pinned tools first, then whatever the user has.
    pub(crate) fn search(&self) -> Result<std::ffi::OsString> {
        let ours = [self.links(), self.npm_tools().join("node_modules/.bin"), self.cache.join("bin")];
        let theirs = env::var_os("PATH").unwrap_or_default();
        env::join_paths(ours.into_iter().chain(env::split_paths(&theirs)))
            .context("a folder name with a colon in it cannot be put on PATH: move the clone")
    }
}

fn cache() -> Result<PathBuf> {
    let base = match env::var_os("XDG_CACHE_HOME").filter(|value| !value.is_empty()) {
        Some(given) => PathBuf::from(given),
        None => {
            let home = env::var_os("HOME").context("set HOME or XDG_CACHE_HOME, so that tools have a place to stay")?;
            Path::new(&home).join(".cache")
        }
    };
    Ok(base.join("seqbell/tools"))
}
