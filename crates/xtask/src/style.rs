//! The style sheets: each part of the page has its own, and pages take them in one file. It refuses to know what they say.

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
/// What a page of its own, and the root of a player, add.
const LAST: [&str; 2] = ["static/css/crash.css", "static/css/player.css"];
const PARTS: &str = "web/src/components";

/// One sheet for Play and for the shadow tree of a player, so that it is fetched once.
pub(crate) fn sheet(paths: &Paths) -> Result<String> {
    let mut order: Vec<PathBuf> = FIRST.iter().map(|sheet| paths.root.join(sheet)).collect();
    let others = sheets(&paths.root.join(PARTS))?.into_iter().filter(|sheet| !order.contains(sheet));
    order.extend(others.collect::<Vec<_>>());
    order.extend(LAST.iter().map(|sheet| paths.root.join(sheet)));
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
