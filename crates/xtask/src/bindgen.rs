//! `wasm-bindgen` and `wasm-bindgen-test-runner` in one program, told apart by the name it is called by.
//! The set-up hard-links it under both names. It knows nothing of Seqbell: it only opens a library's front door.

use std::env;
use std::path::Path;

use anyhow::{Result, bail};

fn main() -> Result<()> {
    let called = env::args_os().next().unwrap_or_default();
    let name = Path::new(&called).file_stem().unwrap_or_default();
    match name.to_str() {
        Some("wasm-bindgen") => wasm_bindgen_cli::wasm_bindgen::run_cli_with_args(env::args_os()),
        Some("wasm-bindgen-test-runner") => {
            wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(env::args_os())
        }
        Some(_) | None => bail!("call this program as `wasm-bindgen` or `wasm-bindgen-test-runner`"),
    }
}
