//! Who measures: one program run for each group of rows. It knows no goals.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};

use super::Measured;
use crate::paths::Paths;
use crate::progress::Progress;
use crate::tool;

/// The package that measures.
const PACKAGE: &str = "seqbell-bench";

/// Rows that are measured in one run, so that their ratios mean something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Group {
    /// Micro-steps, native and in WebAssembly in turns.
    Steps,
    /// The core beside XState, under Node.
    Events,
    /// The core beside a hand-written loop and statig, native.
    Speed,
    /// A long history.
    History,
    /// A link.
    Link,
    /// The explorer beside Stateright.
    Explorer,
    /// What Play weighs.
    Size,
    /// How soon Play answers.
    Start,
    /// Whether Play stays smooth.
    Frames,
    /// Whether Play rests.
    Rest,
    /// Play at full speed.
    Full,
    /// Play with a long past.
    Past,
    /// What player, package and finished folder weigh.
    Weight,
    /// Twenty players on a page.
    Twenty,
    /// Players that come and go.
    Cycles,
}

impl Group {
    /// In the order in which they run.
    pub(super) const ALL: [Self; 15] = [
        Self::Steps,
        Self::Events,
        Self::Speed,
        Self::History,
        Self::Link,
        Self::Explorer,
        Self::Size,
        Self::Start,
        Self::Frames,
        Self::Rest,
        Self::Full,
        Self::Past,
        Self::Weight,
        Self::Twenty,
        Self::Cycles,
    ];

    /// Whether it needs a browser and the site, rather than the programs of [`build`].
    pub(super) const fn in_browser(self) -> bool {
        match self {
            Self::Steps | Self::Events | Self::Speed | Self::History | Self::Link | Self::Explorer => false,
            Self::Size
            | Self::Start
            | Self::Frames
            | Self::Rest
            | Self::Full
            | Self::Past
            | Self::Weight
            | Self::Twenty
            | Self::Cycles => true,
        }
    }

    /// What it is called, and about how long it takes, in seconds.
    const fn about(self) -> (&'static str, u64) {
        match self {
            Self::Steps => ("micro-steps, native and in WebAssembly", 5),
            Self::Events => ("run-state events beside XState", 10),
            Self::Speed => ("micro-steps beside a hand-written loop", 5),
            Self::History => ("history", 5),
            Self::Link => ("link", 1),
            Self::Explorer => ("explorer beside Stateright", 15),
            Self::Size => ("what Play weighs", 10),
            Self::Start => ("how soon Play answers", 30),
            Self::Frames => ("whether Play stays smooth", 15),
            Self::Rest => ("whether Play rests", 15),
            Self::Full => ("Play at full speed", 15),
            Self::Past => ("Play with a long past", 15),
            Self::Weight => ("what player, package and folder weigh", 15),
            Self::Twenty => ("twenty players on a page", 15),
            Self::Cycles => ("players that come and go", 10),
        }
    }

    fn program(self, paths: &Paths, play: &str) -> Result<Command> {
        let native = |group: &str| {
            let mut command = tool::command(paths, native(paths))?;
            command.arg(group);
            Ok(command)
        };
        let node = |group: &str| {
            let mut command = tool::command(paths, "node")?;
            command.arg(paths.benchmarks().join("node.mjs"));
            command.arg(group).arg(module(paths)).arg(self::native(paths));
            Ok(command)
        };
        let browser = |group: &str| {
            let mut command = tool::command(paths, "node")?;
            command.arg(paths.benchmarks().join("browser.mjs")).arg(group).env("SEQBELL_URL", play);
            Ok(command)
        };
        let player = |group: &str| {
            let mut command = tool::command(paths, "node")?;
            command.arg(paths.benchmarks().join("player.mjs")).arg(group).env("SEQBELL_DIST", paths.dist());
            Ok(command)
        };
        match self {
            Self::Steps => node("steps"),
            Self::Events => node("events"),
            Self::Speed => native("speed"),
            Self::History => native("history"),
            Self::Link => native("link"),
            Self::Explorer => native("explorer"),
            Self::Size => browser("size"),
            Self::Start => browser("start"),
            Self::Frames => browser("frames"),
            Self::Rest => browser("rest"),
            Self::Full => browser("full"),
            Self::Past => browser("events"),
            Self::Weight => player("weight"),
            Self::Twenty => player("twenty"),
            Self::Cycles => player("cycles"),
        }
    }

    /// Measures; `play` is the address of the Play page, for those that need it.
    ///
    /// # Errors
    /// When the program fails, for instance because two that must agree do not, or prints what is no figure.
    pub(super) fn measure(self, paths: &Paths, play: &str) -> Result<Measured> {
        let (what, seconds) = self.about();
        let mut command = self.program(paths, play)?;
        let progress = Progress::start(what, Duration::from_secs(seconds));
        let output = command.stderr(Stdio::inherit()).output();
        let succeeded = output.as_ref().is_ok_and(|output| output.status.success());
        progress.finish(succeeded);
        let output = output.with_context(|| format!("cannot measure: {what}"))?;
        if !succeeded {
            bail!("{what}: could not be measured ({})", output.status);
        }
        String::from_utf8_lossy(&output.stdout).lines().map(figure).collect()
    }
}

/// A line `name value`.
fn figure(line: &str) -> Result<(String, f64)> {
    let figure = line.split_once(' ').and_then(|(name, value)| Some((name.to_owned(), value.parse().ok()?)));
    figure.with_context(|| format!("`{line}` is no figure"))
}

/// Builds what measures: a native program, and a module for Node. Both with the release profile; the `web` profile, which builds for
/// size, is that of the page.
pub(super) fn build(paths: &Paths) -> Result<()> {
    let cargo = |arguments: &[&str]| -> Result<Command> {
        let mut cargo = tool::command(paths, "cargo")?;
        cargo.args(["build", "--release", "--package", PACKAGE]).args(arguments).arg("--target-dir").arg(&paths.target);
        Ok(cargo)
    };
    tool::quiet(paths, "benchmarks, native", Duration::from_secs(60), cargo(&["--bins"])?)?;
    let module = cargo(&["--lib", "--target", "wasm32-unknown-unknown"])?;
    tool::quiet(paths, "benchmarks, WebAssembly", Duration::from_secs(30), module)?;
    let mut bindgen = tool::command(paths, "wasm-bindgen")?;
    bindgen.args(["--target", "nodejs", "--out-dir"]).arg(folder(paths));
    bindgen.arg(paths.target.join("wasm32-unknown-unknown/release/seqbell_bench.wasm"));
    tool::quiet(paths, "benchmarks, module for Node", Duration::from_secs(2), bindgen)
}

fn native(paths: &Paths) -> PathBuf {
    paths.target.join("release").join(PACKAGE)
}

fn folder(paths: &Paths) -> PathBuf {
    paths.target.join("xtask-bench")
}

fn module(paths: &Paths) -> PathBuf {
    folder(paths).join("seqbell_bench.js")
}

#[cfg(test)]
mod tests {
    use super::figure;

    #[test]
    fn only_figures_are_taken() {
        assert_eq!(figure("jump_p99_ms 0.25").unwrap(), ("jump_p99_ms".to_owned(), 0.25));
        for line in ["", "jump", "jump fast", "jump 1 2"] {
            assert!(figure(line).is_err(), "{line}");
        }
    }
}
