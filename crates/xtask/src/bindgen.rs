//! `wasm-bindgen`, `wasm-bindgen-test-runner` and `wasm-cut` in one program, told apart by the name it is called by.
//! The set-up hard-links it under these names. It knows nothing of Seqbell: it only opens the front doors of libraries.

use std::env;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use seqbell_cut::Part;

fn main() -> Result<()> {
    let called = env::args_os().next().unwrap_or_default();
    let name = Path::new(&called).file_stem().unwrap_or_default();
    match name.to_str() {
        Some("wasm-bindgen") => wasm_bindgen_cli::wasm_bindgen::run_cli_with_args(env::args_os()),
        Some("wasm-bindgen-test-runner") => {
            wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(env::args_os())
        }
        Some("wasm-cut") => cut(&env::args().skip(1).collect::<Vec<_>>()),
        Some(_) | None => bail!("call this program as `wasm-bindgen`, `wasm-bindgen-test-runner` or `wasm-cut`"),
    }
}

/// `wasm-cut LINKED BOUND NAME:EXPORT,EXPORT:FILE …`: writes each part into its file, which may be the bound module's own.
fn cut(arguments: &[String]) -> Result<()> {
    let [linked, bound, wanted @ ..] = arguments else { bail!("wasm-cut LINKED BOUND NAME:EXPORT,EXPORT:FILE …") };
    let (mut parts, mut files) = (Vec::new(), Vec::new());
    for part in wanted {
        let (name, rest) = part.split_once(':').with_context(|| format!("{part} is no NAME:EXPORTS:FILE"))?;
        let (exports, file) = rest.split_once(':').with_context(|| format!("{part} is no NAME:EXPORTS:FILE"))?;
        parts.push(Part { name: name.to_owned(), exports: exports.split(',').map(str::to_owned).collect() });
        files.push(file);
    }
    let read = |file: &str| fs::read(file).with_context(|| format!("cannot read {file}"));
    for (module, file) in seqbell_cut::cut(&read(linked)?, &read(bound)?, &parts)?.into_iter().zip(files) {
        fs::create_dir_all(Path::new(file).parent().unwrap_or(Path::new(".")))?;
        fs::write(file, module).with_context(|| format!("cannot write {file}"))?;
    }
    Ok(())
}
