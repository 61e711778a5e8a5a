//! The pages around Play, as static HTML with relative links: the front page, the course, the reference, the documents.
//!
//! ```text
//! facts ────────────┐
//! lessons/*.md ─────┼─► build ─► files of a folder
//! exercises/*.toml ─┤
//! words.toml ────────┤
//! scenarios/*.bell ─┤
//! docs/*.md ────────┘
//! ```
//!
//! Everything that can be wrong is found here and not by a reader: scripts are run, exercises solved, references looked up,
//! numbers in prose refused. This crate writes no player and no Play; it only links to them.

mod problem;
mod source;
mod catalog;
mod reference;
mod prose;
mod words;
mod commands;
mod question;
mod exercise;
mod hint;
mod lesson;
mod show;
mod shell;
mod front;
mod learn;
mod manual;
mod facts;

pub use catalog::Catalog;
pub use exercise::Exercise;
pub use hint::{Hints, hints};
pub use lesson::{Lesson, Step};
pub use problem::Problem;
pub use reference::{Resolved, resolve};
pub use source::Sources;

use std::collections::BTreeMap;

/// The files of the pages by their path below the site's root.
pub type Files = BTreeMap<String, String>;

/// Makes every page.
///
/// # Errors
/// Everything that is wrong with any source.
pub fn build(sources: &Sources) -> Result<Files, Vec<Problem>> {
    let catalog = Catalog::new().map_err(|problem| vec![problem])?;
    let course = learn::Course::read(sources, &catalog)?;
    let mut files = Files::new();
    files.insert("index.html".to_owned(), front::page().map_err(|problem| vec![problem])?);
    course.write(&mut files);
    manual::write(&mut files);
    facts::write(&catalog, &course, &show::ways(&sources.scenarios), &mut files);
    files.insert("pages/pages.css".to_owned(), sources.css.clone());
    files.extend(sources.scripts.iter().map(|(name, text)| (format!("pages/{name}"), text.clone())));
    Ok(files)
}

/// The exercises of the course, by id.
///
/// # Errors
/// Everything that is wrong with any source.
pub fn exercises(sources: &Sources) -> Result<Vec<Exercise>, Vec<Problem>> {
    let catalog = Catalog::new().map_err(|problem| vec![problem])?;
    Ok(learn::Course::read(sources, &catalog)?.exercises.into_values().collect())
}
