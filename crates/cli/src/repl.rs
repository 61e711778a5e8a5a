//! `seqbell repl`: commands one by one, with history, completion, hints and help.
//!
//! The words beside the language (`help`, `why`, `show`, `undo`, `link`, `save`, `quit`) are the console's own:
//! they change no session but `undo`, and none of them is kept in it.

mod console;
mod editor;

use crate::{BadInput, Outcome, input};
use anyhow::Result;
use console::{Console, Next};
use rustyline::error::ReadlineError;
use seqbell_script::facts::Generation;
use std::io::{self, BufRead, IsTerminal, Write};

pub(crate) const EXAMPLES: &str = "\
Examples:
  seqbell repl                               an empty session
  seqbell repl boot.bell                     go on where a script ends
  seqbell repl --generation mariana
  printf 'write start_ctrl 1\\nuntil state == RUNNING\\n' | seqbell repl

Tab completes, Up and Ctrl-R search the history, which is kept from one session to the next.
Without a terminal the lines are read from standard input; the exit code is then that of a script,
but a line that is not understood does not end the session.";

/// Arguments of `repl`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A script to run first.
    file: Option<String>,
    /// Hardware generation of an empty session.
    #[arg(long, default_value = "cayman", value_parser = input::generation, conflicts_with = "file")]
    generation: Generation,
}

/// Runs the console until its input ends.
pub(crate) fn run(arguments: &Arguments) -> Result<Outcome> {
    let mut console = Console::new(arguments.generation)?;
    if let Some(file) = &arguments.file {
        console.load(file)?;
    }
    if io::stdin().is_terminal() {
        interactive(&mut console)?
    } else {
        piped(&mut console)?
    }
    if console.bad_lines() > 0 && !io::stdin().is_terminal() {
        return Err(BadInput(format!("{} lines were not understood", console.bad_lines())).into());
    }
    Ok(if console.failed() && !io::stdin().is_terminal() { Outcome::Failed } else { Outcome::Fine })
}

fn interactive(console: &mut Console) -> Result<()> {
    let mut editor = editor::open()?;
    println(&format!("{}\n`help` lists the commands, `quit` leaves.", console.prompt()))?;
    loop {
        match editor.readline(&format!("{}> ", console.prompt())) {
            Ok(line) => {
                editor::remember(&mut editor, &line);
                if console.line(&line)? == Next::Quit {
                    return Ok(());
                }
            }
            // Ctrl-C forgets the line, Ctrl-D leaves.
            Err(ReadlineError::Interrupted) => {}
            Err(ReadlineError::Eof) => return Ok(()),
            Err(error) => return Err(error.into()),
        }
    }
}

fn piped(console: &mut Console) -> Result<()> {
    for line in io::stdin().lock().lines() {
        let line = line.map_err(|e| BadInput(format!("standard input: {e}")))?;
        if console.line(&line)? == Next::Quit {
            break;
        }
    }
    Ok(())
}

fn println(text: &str) -> Result<()> {
    Ok(writeln!(io::stdout(), "{text}")?)
}
