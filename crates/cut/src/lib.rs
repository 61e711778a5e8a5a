//! Cuts one WebAssembly module into a chain of modules that share its memory and its table, so that a page fetches only what it
//! runs, and two pages fetch what they share once.
//!
//! The module is compiled and bound by wasm-bindgen as a whole. Each part is named with the exports that it starts from; what
//! they reach, and no earlier part does, is the part (`plan`). The linker's relocations say what refers to what
//! (`relocs`). The first part is a whole module that runs without the others, and the one that the script of wasm-bindgen
//! starts; a later part takes its imports from the exports of the earlier ones (`emit`). It knows nothing of Seqbell.

mod emit;
mod plan;
mod relocs;

use anyhow::Result;
use walrus::Module;

/// A part, and what it starts from.
#[derive(Debug, Clone)]
pub struct Part {
    /// Its name: later parts import from it under that name.
    pub name: String,
    /// Beginnings of the names of its exports.
    pub exports: Vec<String>,
}

impl Part {
    fn exports(&self, name: &str) -> bool {
        self.exports.iter().any(|pattern| match pattern.strip_suffix('*') {
            Some(beginning) => name.starts_with(beginning),
            None => name == pattern,
        })
    }
}

/// Cuts a module. `linked` is what the linker made with `--emit-relocs`, `bound` what wasm-bindgen made of it, names kept.
///
/// # Errors
/// The modules are not of that kind, or the parts do not fit them.
pub fn cut(linked: &[u8], bound: &[u8], parts: &[Part]) -> Result<Vec<Vec<u8>>> {
    let references = relocs::References::read(linked)?;
    let plan = plan::Plan::new(&Module::from_buffer(bound)?, &references, parts)?;
    let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
    (0..parts.len()).map(|part| emit::emit(bound, &plan, &references.pieces, &names, part)).collect()
}
