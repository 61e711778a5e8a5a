//! What a change must pass. The test part is the very code of `cargo xtask test`.

use std::time::Duration;

use anyhow::Result;

use crate::paths::Paths;
use crate::suite::{self, Browsers, Outcome};
use crate::{setup, tool};

/// Crates that must also compile, without a warning, for the browser; those that do not exist yet are passed over.
const FOR_THE_BROWSER: [(&str, &str); 9] = [
    ("crates/facts", "seqbell-facts"),
    ("crates/core", "seqbell-core"),
    ("crates/script", "seqbell-script"),
    ("crates/export", "seqbell-export"),
    ("crates/explore", "seqbell-explore"),
    ("crates/js", "seqbell-js"),
    ("web", "seqbell-web"),
    ("web/player", "seqbell-player"),
    ("crates/wasm", "seqbell-wasm"),
];

/// `cargo xtask ci`.
pub(crate) fn run(paths: &Paths) -> Result<()> {
    setup::everything(paths)?;
    let mut outcome = Outcome::default();
    outcome.note(cargo(paths, "format", 5, &["fmt", "--all", "--check"], &[]));
    let lints = ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];
    outcome.note(cargo(paths, "lints", 60, &lints, &[]));
    outcome.note(wasm_lints(paths));
    let documentation = ["doc", "--workspace", "--no-deps"];
    outcome.note(cargo(paths, "documentation", 40, &documentation, &[("RUSTDOCFLAGS", "-D warnings")]));
    suite::all(paths, Browsers::Run, &mut outcome)?;
    outcome.close()
}

fn wasm_lints(paths: &Paths) -> Result<()> {
    let mut arguments = vec!["clippy", "--target", "wasm32-unknown-unknown"];
    for (folder, package) in FOR_THE_BROWSER {
        if paths.root.join(folder).is_dir() {
            arguments.extend(["--package", package]);
        }
    }
    arguments.extend(["--", "-D", "warnings"]);
    cargo(paths, "lints for the browser", 60, &arguments, &[])
}

fn cargo(paths: &Paths, what: &str, seconds: u64, arguments: &[&str], variables: &[(&str, &str)]) -> Result<()> {
    let mut cargo = tool::command(paths, "cargo")?;
    cargo.args(arguments).envs(variables.iter().copied());
    tool::loud(what, Duration::from_secs(seconds), cargo)
}
