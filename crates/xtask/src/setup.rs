//! Installs what is missing, and only that. Each submodule brings one thing and says in a sentence what to do when
//! it cannot be had. It refuses to know what the tools are used for.

mod bindgen;
mod debian;
mod npm;
mod rust;

use anyhow::Result;

use crate::paths::Paths;

pub(crate) use bindgen::{CUTTER, TEST_RUNNER};

/// Everything that any command needs.
pub(crate) fn everything(paths: &Paths) -> Result<()> {
    for_site(paths)?;
    for_browsers(paths)?;
    for_bench(paths)
}

/// What building the site needs.
pub(crate) fn for_site(paths: &Paths) -> Result<()> {
    rust::wasm_target(paths)?;
    rust::dependencies(paths)?;
    npm::install(paths, &paths.npm_tools(), "wasm-opt and esbuild")?;
    bindgen::install(paths)
}

/// What the Rust tests need, those compiled to WebAssembly included.
pub(crate) fn for_rust_tests(paths: &Paths) -> Result<()> {
    rust::wasm_target(paths)?;
    rust::dependencies(paths)?;
    npm::node(paths)?;
    debian::readers(paths)?;
    bindgen::install(paths)
}

/// What the browser tests need on top of the site.
pub(crate) fn for_browsers(paths: &Paths) -> Result<()> {
    debian::browsers(paths)?;
    npm::install(paths, &paths.browser_tests(), "browser driver")
}

/// What the benchmarks need.
pub(crate) fn for_bench(paths: &Paths) -> Result<()> {
    rust::wasm_target(paths)?;
    rust::dependencies(paths)?;
    npm::install(paths, &paths.benchmarks(), "XState")?;
    bindgen::install(paths)
}
