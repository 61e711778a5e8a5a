//! `mdbook-seqbell`: turns the fenced `seqbell` blocks of a book into figures.
//!
//! It knows arguments, the two ends of mdBook's pipe, and exit codes. What a figure is, `seqbell-figure` knows.

mod chapters;
mod install;

use anyhow::{Context, Result, anyhow};
use clap::{Parser, Subcommand};
use mdbook_preprocessor::parse_input;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments.
#[derive(Parser)]
#[command(
    version,
    about = "An mdBook preprocessor: a fenced `seqbell` block becomes a live player with a still picture."
)]
#[command(
    long_about = "An mdBook preprocessor: a fenced `seqbell` block becomes a live player with a still picture.\n\n\
    mdBook starts it without arguments and pipes the book through it. `install` gets a book ready."
)]
struct Arguments {
    #[command(subcommand)]
    order: Option<Order>,
}

#[derive(Subcommand)]
enum Order {
    /// Asked by mdBook: can it work for this renderer? It can: HTML gets players, all others the still content
    Supports {
        /// Name of the renderer.
        renderer: String,
    },
    /// Put the player into a book and enter it in its book.toml
    Install {
        /// The book: the folder with book.toml.
        #[arg(default_value = ".")]
        book: PathBuf,
        /// The folder with seqbell-player.js, made by `cargo xtask dist`.
        #[arg(long, value_name = "DIST")]
        from: PathBuf,
    },
}

fn main() -> ExitCode {
    let done = match Arguments::parse().order {
        Some(Order::Supports { .. }) => Ok(()),
        Some(Order::Install { book, from }) => install(&book, &from),
        None => preprocess(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Nobody is left to tell where standard error is gone.
            let _ = writeln!(io::stderr(), "{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn preprocess() -> Result<()> {
    let (context, mut book) = parse_input(io::stdin().lock()).context(
        "standard input holds no book: mdBook 0.5 starts this program, `mdbook-seqbell --help` tells the rest",
    )?;
    chapters::replace(&context, &mut book).map_err(|errors| anyhow!(errors.join("\n")))?;
    serde_json::to_writer(io::stdout().lock(), &book)?;
    Ok(())
}

fn install(book: &std::path::Path, from: &std::path::Path) -> Result<()> {
    let told = install::install(book, from)?;
    let mut out = io::stdout().lock();
    told.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    Ok(())
}
