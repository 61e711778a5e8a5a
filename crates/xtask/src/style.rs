//! The style sheets: each part of the page has its own, and a page takes them in one file. It refuses to know what they say.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::paths::Paths;

/// What the others build on, in this order; the sheets of the other parts follow in the order of their names.
const FIRST: [&str; 8] = [
    "static/css/tokens.css",
    "static/css/base.css",
    "web/src/components/button.css",
    "web/src/components/choose.css",
    "web/src/components/evidence.css",
    "web/src/components/lamp.css",
    "web/src/components/panel.css",
    "web/src/components/handle.css",
];
const PARTS: &str = "web/src/components";

/// The sheet of Play.
pub(crate) fn play(paths: &Paths) -> Result<String> {
    joined(paths, "static/css/crash.css")
}

/// The sheet of a player: as Play's, but for the root of a shadow tree.
pub(crate) fn player(paths: &Paths) -> Result<String> {
    Ok(joined(paths, "static/player/player.css")?.replace(":root", ":host"))
}

fn joined(paths: &Paths, last: &str) -> Result<String> {
    let mut order: Vec<PathBuf> = FIRST.iter().map(|sheet| paths.root.join(sheet)).collect();
    let others = sheets(&paths.root.join(PARTS))?.into_iter().filter(|sheet| !order.contains(sheet));
    order.extend(others.collect::<Vec<_>>());
    order.push(paths.root.join(last));
    order
        .iter()
        .map(|path| fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display())))
        .collect()
}

/// Every sheet of a folder, in the order of their names.
fn sheets(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.map(|e| e.path())).collect::<Result<_, _>>()?;
    found.retain(|path| path.extension().is_some_and(|extension| extension == "css"));
    found.sort();
    Ok(found)
}
