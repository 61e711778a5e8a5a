//! `cargo xtask`: set-up, build, serve, test. The front door of everything that is not the product itself.
//! It refuses to know what the product does: it starts other programs and says what they are doing.

mod bench;
mod book;
mod browsers;
mod ci;
mod package;
mod paths;
mod progress;
mod server;
mod setup;
mod site;
mod small;
mod style;
mod suite;
mod tool;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::paths::Paths;
use crate::server::{Listen, Mount};

#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", about = "Builds, serves and tests Seqbell.", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Install what is missing, build the site, serve it, print the address of the Play page
    Serve {
        /// Port to listen on; the next free one is taken when it is in use, 0 takes any
        #[arg(long, default_value_t = 8080)]
        port: u16,
        /// Address to listen on
        #[arg(long, default_value = "127.0.0.1")]
        host: String,
        /// Serve this finished folder instead of building one
        #[arg(long, value_name = "DIR")]
        release_dir: Option<PathBuf>,
    },
    /// Build everything into dist/: one folder for any static host, at its root or under any path
    #[command(alias = "build")]
    Dist,
    /// Build the JavaScript package into dist/js
    Js,
    /// Install what is missing and run every test
    Test {
        /// Leave the browser tests out, and need no browser
        #[arg(long)]
        no_browser: bool,
    },
    /// Everything that a change must pass: format, lints, documentation, then all of `test`
    Ci,
    /// Measure everything that the design sets a goal for, print the table, fail on a miss
    Bench {
        /// Measure only this row, or the rows that begin with this word; may be given more than once
        #[arg(long, value_name = "ROW")]
        only: Vec<String>,
        /// Print JSON instead of a table
        #[arg(long)]
        json: bool,
    },
    /// Install everything that the other commands need
    Setup,
    /// Serve a folder as it is (the tests use this)
    ServeStatic {
        /// Folder to serve
        dir: PathBuf,
        /// Port to listen on; 0 takes any free one
        #[arg(long, default_value_t = 0)]
        port: u16,
        /// Path under which the folder appears
        #[arg(long, default_value = "/")]
        prefix: String,
        /// Send the strict Content-Security-Policy header
        #[arg(long)]
        csp: bool,
    },
}

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            for (depth, cause) in error.chain().enumerate() {
                progress::say(&format!("{}{cause}", if depth == 0 { "" } else { "because: " }));
            }
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: Arguments) -> Result<()> {
    let paths = Paths::find()?;
    match arguments.command {
        Command::Serve { port, host, release_dir } => site::serve(&paths, &host, port, release_dir),
        Command::Dist => site::build(&paths).map(drop),
        Command::Js => package::js(&paths).map(drop),
        Command::Test { no_browser } => suite::run(&paths, suite::Browsers::wanted(!no_browser)),
        Command::Ci => ci::run(&paths),
        Command::Bench { only, json } => bench::run(&paths, &only, json),
        Command::Setup => setup::everything(&paths),
        Command::ServeStatic { dir, port, prefix, csp } => {
            let listen = Listen { host: "127.0.0.1".into(), port };
            server::forever(&listen, Mount::new(&dir, &prefix, csp)?)
        }
    }
}
