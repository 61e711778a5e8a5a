//! Turns `data/*.toml` into the static tables of this crate.
//!
//! Each topic has a module that writes one file into `OUT_DIR`; `src/` includes them. A missing tag, a duplicate id, an
//! unknown word or a value that does not fit is a build error that names the file and the id. Knows the shape of the
//! facts, and nothing about what they are used for.

#![allow(clippy::print_stdout, reason = "a build script talks to cargo on standard output")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a build script may stop at a bad fact")]

mod address;
mod csr;
mod dispatch;
mod emit;
mod generation;
mod load;
mod record;
mod routines;
mod runstate;
mod switch;
mod texts;
mod thunk;
mod udma;

use std::path::{Path, PathBuf};
use std::{env, fs, process};

use load::Facts;

type Topic = fn(&Facts, &mut String) -> Result<(), String>;

const TOPICS: &[(&str, Topic)] = &[
    ("generation", generation::generate),
    ("csr", csr::generate),
    ("runstate", runstate::generate),
    ("dispatch", dispatch::generate),
    ("switch", switch::generate),
    ("address", address::generate),
    ("udma", udma::generate),
    ("thunk", thunk::generate),
    ("record", record::generate),
];

fn main() {
    if let Err(fault) = run() {
        eprintln!("seqbell-facts: {fault}");
        process::exit(1);
    }
}

fn run() -> Result<(), String> {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=data");
    let data = PathBuf::from(variable("CARGO_MANIFEST_DIR")?).join("data");
    let target = PathBuf::from(variable("OUT_DIR")?);
    let facts = Facts::load(&data)?;
    for (name, generate) in TOPICS {
        let mut text = String::new();
        generate(&facts, &mut text)?;
        write(&target.join(format!("{name}.rs")), &text)?;
    }
    if env::var_os("CARGO_FEATURE_TEXTS").is_some() {
        let mut text = String::new();
        texts::generate(&facts, &mut text)?;
        write(&target.join("texts.json"), &text)?;
    }
    let mut text = String::new();
    routines::generate(&data, &mut text);
    write(&target.join("routines.rs"), &text)
}

fn variable(name: &str) -> Result<String, String> {
    env::var(name).map_err(|fault| format!("{name}: {fault}"))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|fault| format!("{}: {fault}", path.display()))
}
