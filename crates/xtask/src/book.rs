//! The book of the tests: a copy of it gets the player and is built by mdBook with our preprocessor in its pipe. It refuses to
//! know what is in the book.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};

use crate::paths::Paths;
use crate::tool;

const PACKAGE: &str = "mdbook-seqbell";

/// Builds the book with the player from a finished folder; gives the folder of its pages.
pub(crate) fn build(paths: &Paths, dist: &Path) -> Result<PathBuf> {
    let (copy, out) = (paths.target.join("book"), paths.target.join("book-pages"));
    for folder in [&copy, &out] {
        if folder.exists() {
            fs::remove_dir_all(folder).with_context(|| format!("cannot empty {}", folder.display()))?;
        }
    }
    copy_folder(&paths.root.join("tests/book"), &copy)?;
    let mut install = tool::command(paths, "cargo")?;
    install.args(["run", "--quiet", "--package", PACKAGE, "--bin", PACKAGE, "--", "install"]).arg(&copy);
    install.arg("--from").arg(dist).env("CARGO_TARGET_DIR", &paths.target);
    tool::quiet(paths, "player into the book", Duration::from_secs(60), install)?;
    let mut build = tool::command(paths, "cargo")?;
    build.args(["run", "--quiet", "--package", PACKAGE, "--example", "build", "--"]).arg(&copy).arg(&out);
    build.arg(paths.target.join("debug").join(PACKAGE)).env("CARGO_TARGET_DIR", &paths.target);
    tool::quiet(paths, "book", Duration::from_secs(60), build)?;
    Ok(out)
}

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| format!("cannot create {}", to.display()))?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot list {}", from.display()))? {
        let path = entry?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy_folder(&path, &target)?;
        } else {
            fs::copy(&path, &target).with_context(|| format!("cannot write {}", target.display()))?;
        }
    }
    Ok(())
}
