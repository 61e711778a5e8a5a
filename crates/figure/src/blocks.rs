//! The fenced blocks of a page of Markdown, replaced where they stand. Everything else stays as it is, byte for byte.

use crate::{Figure, FigureError, Options, figure};
use pulldown_cmark::{CodeBlockKind, Event, Options as Markdown, Parser, Tag, TagEnd};
use std::ops::Range;

/// What comes into the page in place of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player<'a> {
    /// The player's element, and after the last figure a script tag with this address.
    Script(&'a str),
    /// The player's element; the page loads the player by other means.
    Element,
    /// The still content only.
    None,
}

/// How a page is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Page<'a> {
    /// What comes into the page.
    pub player: Player<'a>,
    /// The number of the page's first figure. Pages that are put together into one need different numbers.
    pub first: usize,
}

/// A page with its figures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replaced {
    /// The page.
    pub markdown: String,
    /// Its figures, in order.
    pub figures: Vec<Figure>,
}

/// Replaces every fenced `seqbell` block, also in lists and quotes.
///
/// # Errors
/// Everything that is wrong with any block, with lines and columns of the page.
pub fn replace_blocks(markdown: &str, page: Page<'_>) -> Result<Replaced, Vec<FigureError>> {
    let (mut out, mut figures, mut errors) = (String::with_capacity(markdown.len()), Vec::new(), Vec::new());
    let mut done = 0;
    for block in blocks(markdown) {
        match figure(&markdown[block.info.clone()], &block.script, page.first + figures.len()) {
            Ok(made) => {
                out += &markdown[done..block.whole.start];
                out += match page.player {
                    Player::Script(_) | Player::Element => &made.html,
                    Player::None => &made.still_html,
                };
                out += &block.after(markdown);
                done = block.whole.end;
                figures.push(made);
            }
            Err(error) => errors.push(block.in_page(markdown, error)),
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    out += &markdown[done..];
    if let (Player::Script(source), false) = (page.player, figures.is_empty()) {
        let source = crate::escaped(source);
        out += &format!("\n\n<script type=\"module\" src=\"{source}\"></script>\n");
    }
    Ok(Replaced { markdown: out, figures })
}

/// One block of ours.
struct Block {
    /// From the opening fence to the end of the closing one.
    whole: Range<usize>,
    /// The info string.
    info: Range<usize>,
    script: String,
    /// Where each piece of the script stands: its place in the script, its place in the page.
    pieces: Vec<(usize, usize)>,
}

fn blocks(markdown: &str) -> Vec<Block> {
    let options = Markdown::ENABLE_TABLES | Markdown::ENABLE_FOOTNOTES | Markdown::ENABLE_TASKLISTS;
    let mut found: Vec<Block> = Vec::new();
    let mut open = false;
    for (event, range) in Parser::new_ext(markdown, options).into_offset_iter() {
        if let Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) = &event
            && Options::ours(info)
        {
            open = true;
            let info = info_range(markdown, &range);
            found.push(Block { whole: range, info, script: String::new(), pieces: Vec::new() });
        } else if event == Event::End(TagEnd::CodeBlock) {
            open = false;
        } else if let (Event::Text(text), true, Some(block)) = (&event, open, found.last_mut()) {
            block.pieces.push((block.script.len(), range.start));
            block.script += text;
        }
    }
    found
}

/// Where the info string stands: between the opening fence and the end of its line.
fn info_range(markdown: &str, whole: &Range<usize>) -> Range<usize> {
    let line = markdown[whole.clone()].lines().next().unwrap_or("");
    let fence = line.trim_start_matches(['`', '~']);
    let start = whole.start + line.len() - fence.trim_start().len();
    start..start + fence.trim().len()
}

impl Block {
    /// HTML ends with a blank line. Where none follows, one is put in, with the marks of the quotes it stands in.
    fn after(&self, markdown: &str) -> String {
        let start = markdown[..self.whole.start].rfind('\n').map_or(0, |n| n + 1);
        let marks: String =
            markdown[start..self.whole.start].chars().map(|c| if c == '>' { '>' } else { ' ' }).collect();
        let next = markdown[self.whole.end..].trim_start_matches([' ', '\t']);
        let next = next.strip_prefix("\r\n").or_else(|| next.strip_prefix('\n'));
        let blank = next.is_none_or(|next| next.lines().next().is_none_or(|line| line.trim().is_empty()));
        if blank { String::new() } else { format!("\n{}", marks.trim_end()) }
    }

    /// An error of the block, in lines and columns of the page.
    fn in_page(&self, markdown: &str, error: FigureError) -> FigureError {
        let at = match error.line {
            1 => along(markdown, self.info.start, error.column),
            line => self.place(markdown, line - 2, error.column),
        };
        let before = markdown.get(..at).unwrap_or("");
        let line_start = before.rfind('\n').map_or(0, |n| n + 1);
        let (line, column) = (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1);
        FigureError { line, column, ..error }
    }

    /// Where a line and column of the script stand in the page.
    fn place(&self, markdown: &str, line: usize, column: usize) -> usize {
        let start: usize = self.script.split_inclusive('\n').take(line).map(str::len).sum();
        let piece = self.pieces.iter().rev().find(|(script, _)| *script <= start);
        piece.map_or(self.whole.start, |(script, page)| along(markdown, page + (start - script), column))
    }
}

/// So many columns further on in the same line, or its end.
fn along(markdown: &str, start: usize, column: usize) -> usize {
    let line = markdown.get(start..).and_then(|rest| rest.lines().next()).unwrap_or("");
    start + line.char_indices().nth(column - 1).map_or(line.len(), |(n, _)| n)
}
