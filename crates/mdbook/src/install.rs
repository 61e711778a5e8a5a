//! Gets a book ready: the player's files beside its chapters, one small script that loads them, one small stylesheet, and
//! what mdBook must know of them in book.toml.
//!
//! The script is one of mdBook's `additional-js`, so it is found from every folder of the book. It imports the player where a page
//! has one, and never on the print page, which keeps the still content.

use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use toml_edit::{Array, DocumentMut, Item, Table, value};

/// What stands beside book.toml: the list of `output.html` it belongs to, its name, its text. First the script that loads
/// the player.
const BESIDE: [(&str, &str, &str); 2] = [
    ("additional-js", "seqbell-book.js", include_str!("seqbell-book.js")),
    ("additional-css", "seqbell-book.css", include_str!("seqbell-book.css")),
];
/// The folder of the player's files, in the book's source folder and in the built book.
const FOLDER: &str = "seqbell";
/// The folders that hold the player's files, and how those begin.
const OURS: [(&str, &str); 2] = [("", "seqbell"), ("js", "seqbell")];
/// The file without which there is no player.
const ENTRY: &str = "seqbell-player.js";

/// Installs, and tells what it did. Doing it again brings the files up to date and changes nothing else.
///
/// # Errors
/// A folder that is no book or holds no player, and what the file system refuses.
pub(crate) fn install(book: &Path, from: &Path) -> Result<Vec<String>> {
    let manifest = book.join("book.toml");
    let text = fs::read_to_string(&manifest)
        .with_context(|| format!("{} is no book: it has no book.toml that can be read", book.display()))?;
    let mut document: DocumentMut =
        text.parse().with_context(|| format!("{} is not understood", manifest.display()))?;
    let files = player(from)?;

    let folder = book.join(source(&document)).join(FOLDER);
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let mut told = Vec::new();
    for (name, path) in &files {
        let to = folder.join(name);
        fs::create_dir_all(to.parent().unwrap_or(&folder)).with_context(|| to.display().to_string())?;
        fs::copy(path, &to).with_context(|| to.display().to_string())?;
        told.push(format!("wrote {}", to.display()));
    }
    for (_, name, text) in BESIDE {
        let to = book.join(name);
        fs::write(&to, text).with_context(|| to.display().to_string())?;
        told.push(format!("wrote {}", to.display()));
    }

    enter(&mut document).with_context(|| manifest.display().to_string())?;
    let entered = document.to_string();
    if entered != text {
        fs::write(&manifest, entered).with_context(|| manifest.display().to_string())?;
        told.push(format!("entered in {}", manifest.display()));
    }
    Ok(told)
}

/// The player's files in order of their names: where they go, and where they are.
fn player(from: &Path) -> Result<Vec<(PathBuf, PathBuf)>> {
    if !from.join(ENTRY).is_file() {
        bail!("{} has no {ENTRY}\n  hint: `cargo xtask dist` makes a folder that has it", from.display());
    }
    let mut files = Vec::new();
    for (folder, start) in OURS {
        let folder = from.join(folder);
        for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            let path = entry?.path();
            let ours = path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with(start));
            if path.is_file() && ours && path.extension().is_some_and(|kind| kind != "ts") {
                files.push((path.strip_prefix(from)?.to_owned(), path));
            }
        }
    }
    files.sort();
    Ok(files)
}

/// The book's source folder.
fn source(document: &DocumentMut) -> String {
    let named = document.get("book").and_then(|book| book.get("src")).and_then(Item::as_str);
    named.unwrap_or("src").to_owned()
}

/// `[preprocessor.seqbell]`, and the names of what stands beside book.toml in their lists.
fn enter(document: &mut DocumentMut) -> Result<()> {
    table(table(document.as_table_mut(), "preprocessor", true)?, "seqbell", false)?;
    let html = table(table(document.as_table_mut(), "output", true)?, "html", false)?;
    for (list, name, _) in BESIDE {
        let names = html.entry(list).or_insert_with(|| value(Array::new()));
        let Some(names) = names.as_array_mut() else { bail!("output.html.{list} is no list") };
        if !names.iter().any(|one| one.as_str() == Some(name)) {
            names.push(name);
        }
    }
    Ok(())
}

/// The table of this name, made where there is none; `implicit` ones are not written unless they hold something.
fn table<'t>(parent: &'t mut Table, name: &str, implicit: bool) -> Result<&'t mut Table> {
    let made = || {
        let mut table = Table::new();
        table.set_implicit(implicit);
        Item::Table(table)
    };
    parent.entry(name).or_insert_with(made).as_table_mut().with_context(|| format!("{name} is no table"))
}
