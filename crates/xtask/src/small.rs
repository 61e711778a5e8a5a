//! Scripts and style sheets without the comments and spaces that only their authors need. It refuses to know what they do.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;

use crate::paths::Paths;
use crate::{site, tool};

/// Makes every script and style sheet in a folder and below small, in place.
pub(crate) fn all(paths: &Paths, folder: &Path) -> Result<()> {
    let mut esbuild = tool::command(paths, "esbuild")?;
    // Nothing is rewritten for older browsers: what they lack, the module lacks too.
    esbuild.args(["--minify", "--target=esnext", "--allow-overwrite", "--log-level=error"]);
    for option in ["--outdir=", "--outbase="] {
        let mut argument = std::ffi::OsString::from(option);
        argument.push(folder);
        esbuild.arg(argument);
    }
    for kind in ["js", "css"] {
        esbuild.args(site::files_in(folder, kind)?);
    }
    tool::quiet(paths, "scripts and styles made small", Duration::from_secs(2), esbuild)
}
