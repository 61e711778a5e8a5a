//! Lists the scenarios and their golden traces, so that native tests and WebAssembly see the same ones.
//! It refuses to know what is in them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let scenarios = package.join("../static/scenarios");
    let golden = package.join("golden");
    for folder in [&scenarios, &golden] {
        println!("cargo::rerun-if-changed={}", folder.display());
    }
    let traces = names(&golden, "txt")?;
    let mut out = String::from("&[\n");
    let scripts = names(&scenarios, "bell")?;
    for name in &scripts {
        let text = include(&scenarios, name, "bell");
        let trace =
            if traces.contains(name) { format!("Some({})", include(&golden, name, "txt")) } else { "None".into() };
        let _ = writeln!(out, "Scenario {{ name: {name:?}, text: {text}, golden: {trace} }},");
    }
    out.push(']');
    let orphans: Vec<_> = traces.iter().filter(|name| !scripts.contains(name)).collect();
    let folder = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(folder.join("scenarios.rs"), out)?;
    fs::write(folder.join("orphans.rs"), format!("&{orphans:?}"))
}

fn include(folder: &Path, name: &str, ending: &str) -> String {
    format!("include_str!({:?})", folder.join(format!("{name}.{ending}")))
}

/// Names of the files below `folder`, without their ending, sorted.
fn names(folder: &Path, ending: &str) -> io::Result<Vec<String>> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(place) = open.pop() {
        for entry in fs::read_dir(&place)? {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == ending) {
                let bare = path.with_extension("");
                found.extend(bare.strip_prefix(folder).ok().map(|p| p.display().to_string()));
            }
        }
    }
    found.sort();
    Ok(found)
}
