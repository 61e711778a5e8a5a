//! npm projects, installed exactly as their lock files say, once per lock file.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::paths::Paths;
use crate::tool::{self, Version};

const OLDEST_NODE: Version = Version(20, 0, 0);

/// Installs the project in `folder`, which brings `what`.
pub(super) fn install(paths: &Paths, folder: &Path, what: &str) -> Result<()> {
    let lock = folder.join("package-lock.json");
    let wanted = fs::read(&lock).with_context(|| format!("cannot read {}", lock.display()))?;
    let stamp = folder.join("node_modules/.installed-lock.json");
    if fs::read(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    node(paths)?;
    let mut npm = tool::command(paths, "npm")?;
    npm.current_dir(folder).args(["ci", "--no-audit", "--no-fund"]);
    tool::quiet(paths, &format!("{what} from npm"), Duration::from_secs(20), npm).with_context(|| {
        format!("npm could not install {what}. Connect to the network (or set npm's registry), then run this again.")
    })?;
    fs::write(&stamp, wanted).with_context(|| format!("cannot write {}", stamp.display()))
}

/// Checks that Node is there and new enough; nothing here installs it.
pub(super) fn node(paths: &Paths) -> Result<()> {
    match tool::version(paths, "node")? {
        Some(version) if version >= OLDEST_NODE => Ok(()),
        Some(version) => bail!("Node {version} is too old: install Node {OLDEST_NODE} or newer"),
        None => bail!("Node is missing: install Node {OLDEST_NODE} or newer, with npm"),
    }
}
