//! The line editor: completion, hints and a history that outlives the session. It runs no command.

use anyhow::Result;
use directories::ProjectDirs;
use rustyline::completion::{Completer, Pair};
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::borrow::Cow;
use std::path::PathBuf;

/// Lines of history that are kept.
const HISTORY_MAX: usize = 2000;

/// The editor of a console.
pub(super) type Console = Editor<Words, FileHistory>;

/// An editor with the history of earlier sessions. Without a place to keep one it still works.
pub(super) fn open() -> Result<Console> {
    let config = Config::builder()
        .max_history_size(HISTORY_MAX)?
        .history_ignore_dups(true)?
        .history_ignore_space(true)
        .completion_type(CompletionType::List)
        .build();
    let mut editor = Editor::with_config(config)?;
    editor.set_helper(Some(Words));
    if let Some(path) = history() {
        // The first session finds none.
        let _ = editor.load_history(&path);
    }
    Ok(editor)
}

/// Keeps a line, at once, so that a session that is killed loses nothing.
pub(super) fn remember(editor: &mut Console, line: &str) {
    let kept = editor.add_history_entry(line).unwrap_or(false);
    if let Some(path) = history().filter(|_| kept)
        && path.parent().is_some_and(|folder| std::fs::create_dir_all(folder).is_ok())
    {
        // A history that cannot be written is no reason to stop.
        let _ = editor.append_history(&path);
    }
}

/// The user's state folder, or the data folder where the system has no such thing.
fn history() -> Option<PathBuf> {
    let folders = ProjectDirs::from("", "", "seqbell")?;
    let folder = folders.state_dir().unwrap_or_else(|| folders.data_local_dir());
    Some(folder.join("history"))
}

/// Completion and hints from the language itself.
pub(super) struct Words;

impl Helper for Words {}
impl Validator for Words {}

impl Highlighter for Words {
    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        if crate::terminal::colour_out() { Cow::Owned(format!("\x1b[2m{hint}\x1b[0m")) } else { Cow::Borrowed(hint) }
    }
}

impl Completer for Words {
    type Candidate = Pair;

    fn complete(&self, line: &str, at: usize, _: &Context) -> rustyline::Result<(usize, Vec<Pair>)> {
        let before = line.get(..at).unwrap_or(line);
        let (start, words) = super::console::complete(before);
        // What opens something goes on at once; a whole word is followed by a space.
        let behind = |word: &str| if word.ends_with(['(', '=']) { "" } else { " " };
        let pair = |word: String| Pair { replacement: format!("{word}{}", behind(&word)), display: word };
        Ok((start, words.into_iter().map(pair).collect()))
    }
}

impl Hinter for Words {
    type Hint = String;

    /// How the verb is written, as long as only the verb stands there.
    fn hint(&self, line: &str, at: usize, _: &Context) -> Option<String> {
        let verb = line.strip_suffix(' ').filter(|verb| at == line.len() && !verb.contains(' '))?;
        let usage = seqbell_script::help(verb)?.usage;
        usage.split_once(' ').map(|(_, rest)| rest.to_owned())
    }
}
