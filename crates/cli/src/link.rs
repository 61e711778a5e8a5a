//! `seqbell link` and `seqbell open`: a script as a link, and back.

use crate::{BadInput, Outcome, input, output};
use anyhow::Result;
use seqbell_script::link;
use std::io::{self, Read, Write};

pub(crate) const LINK_EXAMPLES: &str = "\
Examples:
  seqbell link boot.bell                     the text that follows `#` in the address of Play
  seqbell link - < boot.bell";

pub(crate) const OPEN_EXAMPLES: &str = "\
Examples:
  seqbell open s1.xXcO5...                   the script in a link
  seqbell open 'https://example.org/play/#s1.xXcO5...'
  seqbell open - < link.txt | seqbell run -  run what a link holds";

/// Arguments of `link`.
#[derive(clap::Args)]
pub(crate) struct LinkArguments {
    /// The script; `-` reads standard input.
    file: String,
}

/// Arguments of `open`.
#[derive(clap::Args)]
pub(crate) struct OpenArguments {
    /// The link, or a whole web address that ends in one; `-` reads standard input.
    link: String,
}

/// Prints the link of a script.
pub(crate) fn link(arguments: &LinkArguments) -> Result<Outcome> {
    let text = input::script(&arguments.file)?;
    // What a link holds can be run by whoever opens it.
    seqbell_script::parse_script(&text).map_err(|error| input::points_at(&arguments.file, &text, &error))?;
    let link = link::encode(&text).map_err(BadInput)?;
    let mut out = output::open(None)?;
    writeln!(out, "{link}")?;
    out.flush()?;
    Ok(Outcome::Fine)
}

/// Prints the script of a link.
pub(crate) fn open(arguments: &OpenArguments) -> Result<Outcome> {
    let mut text = arguments.link.clone();
    if text == "-" {
        text.clear();
        let limit = 2 * link::LINK_MAX as u64;
        let read = io::stdin().lock().take(limit).read_to_string(&mut text);
        read.map_err(|_| BadInput("this is not a Seqbell link: it is not text".to_owned()))?;
    }
    let fragment = text.rsplit_once('#').map_or(text.as_str(), |(_, fragment)| fragment);
    let script = link::decode(fragment).map_err(BadInput)?;
    let mut out = output::open(None)?;
    write!(out, "{script}")?;
    if !script.ends_with('\n') {
        writeln!(out)?;
    }
    out.flush()?;
    Ok(Outcome::Fine)
}
