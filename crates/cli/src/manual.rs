//! `seqbell completions` and `seqbell man`: what shells and `man` want, made from the arguments themselves.

use crate::{Outcome, output};
use anyhow::Result;
use clap::{Command, ValueEnum};
use clap_complete::Shell;
use std::io::Write;

pub(crate) const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  seqbell completions bash > ~/.local/share/bash-completion/completions/seqbell
  seqbell completions zsh > ~/.zfunc/_seqbell
  seqbell completions fish > ~/.config/fish/completions/seqbell.fish";

pub(crate) const MAN_EXAMPLES: &str = "\
Examples:
  seqbell man | man -l -                     read it at once
  seqbell man > seqbell.1                    the page of the program
  seqbell man why > seqbell-why.1            the page of one command";

/// Arguments of `completions`.
#[derive(clap::Args)]
pub(crate) struct CompletionsArguments {
    /// The shell.
    shell: Kind,
}

/// The shells that are tested.
#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    /// GNU bash.
    Bash,
    /// zsh.
    Zsh,
    /// fish.
    Fish,
}

/// Arguments of `man`.
#[derive(clap::Args)]
pub(crate) struct ManArguments {
    /// A command; without one, the page of the program.
    command: Option<String>,
}

/// Prints the completions of a shell.
pub(crate) fn completions(arguments: &CompletionsArguments, mut command: Command) -> Result<Outcome> {
    let shell = match arguments.shell {
        Kind::Bash => Shell::Bash,
        Kind::Zsh => Shell::Zsh,
        Kind::Fish => Shell::Fish,
    };
    // `generate` panics where the reader has gone away, so it writes into memory.
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut command, "seqbell", &mut text);
    print(&text)
}

/// Prints a man page.
pub(crate) fn man(arguments: &ManArguments, mut command: Command) -> Result<Outcome> {
    command.build();
    let page = match &arguments.command {
        None => command,
        Some(name) => {
            let found = command.find_subcommand(name).cloned();
            found.ok_or_else(|| crate::BadInput(format!("no command is called {name}")))?
        }
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    print(&text)
}

fn print(text: &[u8]) -> Result<Outcome> {
    let mut out = output::open(None)?;
    out.write_all(text)?;
    out.flush()?;
    Ok(Outcome::Fine)
}
