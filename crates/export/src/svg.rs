//! Scalable vector graphics as text: shapes, lines and words in one typeface. It knows nothing of what is drawn.
//!
//! Sizes of text come from the advance of a monospaced face, not from a font, so a picture is the same everywhere.

use std::fmt::Write;

/// The typeface of every picture.
pub(crate) const FACE: &str = "DejaVu Sans Mono, ui-monospace, monospace";
/// The advance of a character, as a part of the size.
const ADVANCE: f64 = 0.602;
/// Ink and paper.
pub(crate) const INK: &str = "#1c2733";
pub(crate) const FAINT: &str = "#5b6875";
pub(crate) const PAPER: &str = "#ffffff";
pub(crate) const RULE: &str = "#d5dbe1";

/// How wide a text is, in pixels.
pub(crate) fn text_width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * ADVANCE
}

/// Text as XML and HTML write it, between tags and in quotes; what is no letter becomes a space.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// Where a text stands on its point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        }
    }
}

/// A picture that grows.
pub(crate) struct Svg {
    width: u32,
    height: u32,
    body: String,
}

impl Svg {
    pub(crate) fn new(width: u32, height: u32) -> Self {
        Self { width, height, body: String::new() }
    }

    pub(crate) const fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// Appends one element.
    pub(crate) fn put(&mut self, element: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = self.body.write_fmt(element);
        self.body.push('\n');
    }

    pub(crate) fn text(&mut self, (x, y): (f64, f64), anchor: Anchor, size: f64, colour: &str, text: &str) {
        let (anchor, text) = (anchor.word(), escaped(text));
        self.put(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" font-size=\"{size}\" fill=\"{colour}\">{text}</text>"
        ));
    }

    /// The whole document; `title` is what a screen reader says.
    pub(crate) fn document(self, title: &str) -> String {
        let (w, h, title) = (self.width, self.height, escaped(title));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" role=\"img\" \
             aria-label=\"{title}\" font-family=\"{FACE}\">\n<title>{title}</title>\n\
             <rect width=\"{w}\" height=\"{h}\" fill=\"{PAPER}\"/>\n{}</svg>\n",
            self.body
        )
    }
}
