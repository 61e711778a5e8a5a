//! A fenced `seqbell` block of Markdown as a figure: the live player's element, and inside it what stands there without it.
//!
//! The script is run here, its checks must hold, and the pictures are drawn from where it ends. This crate knows Markdown
//! and HTML; it knows no files, no book and no page around the figure.
//!
//! ```text
//! info string ─► Options ┐
//! script ──────► Session ┴─► Still (pictures, tables) ─► one line of HTML
//! ```

mod error;
mod info;
mod run;
mod svg;
mod still;
mod html;
mod blocks;

pub use blocks::{Page, Player, Replaced, replace_blocks};
pub use error::FigureError;
pub use html::escaped;
pub use info::{LANGUAGE, Mode, Options, Theme, View};

use still::Still;

/// A figure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figure {
    /// The whole figure with the player's element, as HTML in one line.
    pub html: String,
    /// The same without the element: for paper, and for whatever runs no scripts.
    pub still_html: String,
    /// The still pictures as documents of their own, in the order of the views. Views of text have none.
    pub still_svgs: Vec<(View, String)>,
    /// What the info string asked for.
    pub options: Options,
    /// The script as it was written.
    pub script: String,
}

/// Makes a figure of a fenced block. `number` tells the figures of one page apart: no two may have the same.
///
/// # Errors
/// An info string that is not understood, a script that is not, a refused line or a check that does not hold. Line 1 of the
/// error is the info string, the script begins in line 2.
pub fn figure(info: &str, script: &str, number: usize) -> Result<Figure, FigureError> {
    let options = Options::parse(info)?;
    let session = run::run(options.generation, script).map_err(|error| error.below(1))?;
    let still = Still::of(&options, &session, number);
    Ok(Figure {
        html: html::live(&options, script, &still),
        still_html: html::still(&options, script, &still),
        still_svgs: still.documents(),
        options,
        script: script.to_owned(),
    })
}
