//! `seqbell-pages STATIC OUT`: reads the folder `static/` and writes the pages below `OUT`.

use anyhow::{Context, Result, bail};
use seqbell_pages::{Sources, build};
use std::io::Write;
use std::path::Path;
use std::{env, fs, io};

fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [sources, out] = arguments.as_slice() else { bail!("usage: seqbell-pages STATIC OUT") };
    let sources = Sources::read(Path::new(sources)).with_context(|| format!("cannot read {sources}"))?;
    let files = match build(&sources) {
        Ok(files) => files,
        Err(problems) => {
            let mut errors = io::stderr().lock();
            for problem in &problems {
                writeln!(errors, "static/{problem}")?;
            }
            bail!("{} problems in the sources of the pages", problems.len());
        }
    };
    for (name, text) in &files {
        let path = Path::new(out).join(name);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        }
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}
