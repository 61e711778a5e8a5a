//! Builds a book as `mdbook build` does: `build BOOK OUT MDBOOK_SEQBELL`. For tests that look at the built book.

use mdbook_driver::MDBook;
use mdbook_driver::config::Config;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [book, out, program] = arguments.as_slice() else { return Err("BOOK OUT MDBOOK_SEQBELL".into()) };
    let mut config = Config::from_disk(book.join("book.toml"))?;
    config.set("build.build-dir", std::path::absolute(out)?)?;
    config.set("preprocessor.seqbell.command", std::path::absolute(program)?)?;
    Ok(MDBook::load_with_config(book, config)?.build()?)
}
