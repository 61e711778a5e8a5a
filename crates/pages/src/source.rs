//! What the pages are made of, read from the folder `static/`. It knows files and nothing of what is in them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Style sheets, put together in this order.
const SHEETS: [&str; 3] = ["css/tokens.css", "css/base.css", "css/pages.css"];

/// Sources: name without ending, and text. Sorted by name.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// `lessons/*.md`
    pub lessons: Vec<(String, String)>,
    /// `exercises/*.toml`
    pub exercises: Vec<(String, String)>,
    /// `words.toml`
    pub words: String,
    /// `scenarios/**/*.bell`
    pub scenarios: Vec<(String, String)>,
    /// The scripts of the pages, with their endings.
    pub scripts: Vec<(String, String)>,
    /// One style sheet for all pages.
    pub css: String,
}

impl Sources {
    /// Reads the folder `static/`.
    ///
    /// # Errors
    /// The first file or folder that cannot be read.
    pub fn read(folder: &Path) -> io::Result<Self> {
        let sheet = |name: &&str| fs::read_to_string(folder.join(name));
        let scripts = files(&folder.join("pages"), "js")?;
        Ok(Self {
            lessons: files(&folder.join("lessons"), "md")?,
            exercises: files(&folder.join("exercises"), "toml")?,
            words: fs::read_to_string(folder.join("words.toml"))?,
            scenarios: files(&folder.join("scenarios"), "bell")?,
            scripts: scripts.into_iter().map(|(name, text)| (format!("{name}.js"), text)).collect(),
            css: SHEETS.iter().map(sheet).collect::<io::Result<Vec<_>>>()?.concat(),
        })
    }
}

/// Every file with this ending in a folder and the folders in it, by its name below that folder.
fn files(folder: &Path, ending: &str) -> io::Result<Vec<(String, String)>> {
    let mut found = Vec::new();
    collect(folder, ending, &mut found)?;
    found.sort();
    let read = |path: PathBuf| -> io::Result<(String, String)> {
        let name = path.strip_prefix(folder).unwrap_or(&path).with_extension("");
        Ok((name.to_string_lossy().replace('\\', "/"), fs::read_to_string(&path)?))
    };
    found.into_iter().map(read).collect()
}

fn collect(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, ending, found)?;
        } else if path.extension().is_some_and(|e| e == ending) {
            found.push(path);
        }
    }
    Ok(())
}
