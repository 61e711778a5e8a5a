//! The chapters of a book, each with its figures in place. It knows mdBook's types and reads a chapter's file only to tell
//! whether its lines are still the author's.

use mdbook_preprocessor::PreprocessorContext;
use mdbook_preprocessor::book::{Book, Chapter};
use seqbell_figure::{FigureError, Page, Player, replace_blocks};
use std::fs;

/// Replaces the blocks of every chapter.
///
/// # Errors
/// Everything that is wrong in the book, one text for each, with file, line, column and hint.
pub(crate) fn replace(context: &PreprocessorContext, book: &mut Book) -> Result<(), Vec<String>> {
    // The book's own script loads the player; see `install`. Other renderers run no scripts.
    let player = if context.renderer == "html" { Player::Element } else { Player::None };
    // Numbers go through the whole book: its print page puts all chapters together.
    let (mut first, mut errors) = (1, Vec::new());
    book.for_each_chapter_mut(|chapter| match replace_blocks(&chapter.content, Page { player, first }) {
        Ok(page) => {
            first += page.figures.len();
            chapter.content = page.markdown;
        }
        Err(found) => errors.extend(found.iter().map(|error| located(context, chapter, error))),
    });
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// `src/boot.md:12:7: what is wrong`, and the hint.
fn located(context: &PreprocessorContext, chapter: &Chapter, error: &FigureError) -> String {
    let Some(path) = &chapter.source_path else { return format!("{}:{error}", chapter.name) };
    let path = context.config.book.src.join(path);
    // Included files move lines; a byte order mark is not part of the text.
    let same = fs::read_to_string(context.root.join(&path))
        .is_ok_and(|text| text.trim_start_matches('\u{feff}') == chapter.content);
    let note = if same { "" } else { "\n  note: lines are counted after what is included" };
    format!("{}:{error}{note}", path.display())
}
