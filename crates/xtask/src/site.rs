//! The finished folder: Play, the player and the JavaScript package, the written pages; checked to be whole,
//! served. It refuses to know what is on the pages.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::paths::Paths;
use crate::progress::say;
use crate::server::{self, Listen, Mount};
use crate::{package, setup, small, style, tool};

/// Where Play is, under the site's own root.
pub(crate) const PLAY_PAGE: &str = "play/";

/// Everything that the site is made of. What is missing counts as empty.
const SOURCES: [&str; 7] = ["Cargo.lock", "Cargo.toml", "rust-toolchain.toml", "crates", "web", "static", "docs"];

/// Hand-written files, by their folder in `static` and in the finished folder.
const WRITTEN: [(&str, &str); 3] = [("play", "play"), ("scenarios", "play/scenarios"), ("player", "")];

/// Builds the site unless nothing has changed; gives its folder.
pub(crate) fn build(paths: &Paths) -> Result<PathBuf> {
    setup::for_site(paths)?;
    let site = paths.dist();
    let stamp = paths.target.join("xtask-site-stamp");
    let sources = fingerprint(paths)?;
    if site.join("index.html").is_file() && fs::read_to_string(&stamp).is_ok_and(|built| built == sources) {
        say("site: nothing has changed");
        return Ok(site);
    }
    for (from, to) in WRITTEN {
        package::copy(&paths.root.join("static").join(from), &site.join(to))?;
    }
    fs::write(site.join("seqbell.css"), style::sheet(paths)?).context("cannot write seqbell.css")?;
    gallery(paths, &paths.play())?;
    list_scenarios(&paths.play().join("scenarios"))?;
    let icon = "favicon.svg";
    for folder in [&site, &paths.play()] {
        fs::copy(paths.root.join("static").join(icon), folder.join(icon))
            .with_context(|| format!("cannot write {icon}"))?;
    }
    package::parts(paths, &site)?;
    package::worker(paths)?;
    pages(paths, &site)?;
    small::all(paths, &site)?;
    check(&site)?;
    names_no_folder(paths, &site)?;
    fs::write(&stamp, sources).with_context(|| format!("cannot write {}", stamp.display()))?;
    Ok(site)
}

/// What the compiler is told beside what Cargo tells it: no folder of this machine stands in what is shipped. Where panics
/// name a file, they name it from the top of the repository or of the package it comes from.
pub(crate) fn flags(paths: &Paths) -> OsString {
    let cargo =
        env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(Path::new(&env::var_os("HOME")?).join(".cargo")));
    let registry = cargo.map(|cargo| cargo.join("registry/src"));
    let named = registry.iter().flat_map(|sources| folders(sources)).map(|folder| (folder, ""));
    // Of several that fit the last one counts, and the target folder may lie in the repository.
    let ours = [(paths.root.clone(), ""), (paths.target.clone(), "target")];
    let mut flags = OsString::new();
    for (from, to) in ours.into_iter().chain(named) {
        if !flags.is_empty() {
            flags.push("\u{1f}");
        }
        flags.push("--remap-path-prefix=");
        flags.push(from);
        flags.push("=");
        flags.push(to);
    }
    flags
}

/// The folders directly inside `folder`, sorted; none when there is no such folder.
fn folders(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    found.sort();
    found
}

/// Writes the gallery of components into the finished site: pages without a script, drawn natively by the page's own code.
fn gallery(paths: &Paths, site: &Path) -> Result<()> {
    let mut cargo = tool::command(paths, "cargo")?;
    cargo.args(["run", "--quiet", "--package", "seqbell-web", "--example", "gallery", "--"]).arg(site);
    cargo.env("CARGO_TARGET_DIR", &paths.target);
    tool::quiet(paths, "gallery", Duration::from_secs(60), cargo)
}

/// Writes the front page, the lessons and the reference.
fn pages(paths: &Paths, site: &Path) -> Result<()> {
    let mut cargo = tool::command(paths, "cargo")?;
    cargo.args(["run", "--quiet", "--package", "seqbell-pages", "--"]).arg(paths.root.join("static")).arg(site);
    cargo.env("CARGO_TARGET_DIR", &paths.target);
    tool::quiet(paths, "pages", Duration::from_secs(60), cargo)
}

/// Builds (unless a finished folder is given) and serves until interrupted.
pub(crate) fn serve(paths: &Paths, host: &str, port: u16, finished: Option<PathBuf>) -> Result<()> {
    let site = match finished {
        Some(folder) => folder,
        None => build(paths)?,
    };
    let mount = Mount::new(&site, "/", false)?;
    let server = server::start(&Listen { host: host.to_owned(), port }, mount)?;
    say("Play is served at the address below; stop with Ctrl-C");
    server::print(&format!("{}{PLAY_PAGE}", server.url()));
    server.wait()
}

/// Writes the list of the scenarios that lie beside the page: path and first comment of each, a tab between them, those at
/// the top first.
fn list_scenarios(folder: &Path) -> Result<()> {
    let mut found = Vec::new();
    collect(folder, folder, &mut found)?;
    found.sort_by_key(|(path, _)| (path.contains('/'), path.clone()));
    let lines: String = found.iter().map(|(path, note)| format!("{path}\t{note}\n")).collect();
    let list = folder.join("list.txt");
    fs::write(&list, lines).with_context(|| format!("cannot write {}", list.display()))
}

fn collect(root: &Path, folder: &Path, found: &mut Vec<(String, String)>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            collect(root, &path, found)?;
        } else if path.extension().is_some_and(|end| end == "bell") {
            let text = fs::read_to_string(&path)?;
            let note = text.lines().next().and_then(|line| line.strip_prefix('#')).unwrap_or_default();
            let parts = path.strip_prefix(root)?.iter().map(|part| part.to_string_lossy());
            found.push((parts.collect::<Vec<_>>().join("/"), note.trim().to_owned()));
        }
    }
    Ok(())
}

/// What the pages must never contain, since the strict policy would refuse it.
fn check(site: &Path) -> Result<()> {
    for page in files_in(site, "html")? {
        let text = fs::read_to_string(&page).with_context(|| format!("cannot read {}", page.display()))?;
        if let Some(what) = forbidden(&text) {
            bail!("{} has {what}, which a strict content security policy refuses", page.display());
        }
    }
    let made = |page: &str| site.join(page).is_file();
    match ["index.html", "play/index.html", "embed.html"].into_iter().find(|page| !made(page)) {
        Some(missing) => bail!("there is no {missing} in {}", site.display()),
        None => Ok(()),
    }
}

/// What is shipped holds no path of this machine.
fn names_no_folder(paths: &Paths, site: &Path) -> Result<()> {
    let own = paths.root.to_string_lossy();
    for path in files_in(site, "wasm")? {
        let bytes = fs::read(&path)?;
        if [own.as_bytes(), b"/registry/src/"].iter().any(|name| holds(&bytes, name)) {
            bail!("{} names a folder of this machine", path.display());
        }
    }
    Ok(())
}

fn holds(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

/// Every file of a kind in a folder and below.
pub(crate) fn files_in(folder: &Path, kind: &str) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files_in(&path, kind)?);
        } else if path.extension().is_some_and(|extension| extension == kind) {
            found.push(path);
        }
    }
    Ok(found)
}

fn forbidden(page: &str) -> Option<&'static str> {
    let scripts = page.split("<script").skip(1).filter_map(|rest| rest.split_once('>'));
    if scripts.into_iter().any(|(attributes, _)| !attributes.contains("src=")) {
        return Some("an inline script");
    }
    page.contains("<style").then_some("an inline style sheet")
}

/// One word that changes when any source does; good on one machine only.
fn fingerprint(paths: &Paths) -> Result<String> {
    let mut hasher = DefaultHasher::new();
    for source in SOURCES {
        digest(&paths.root.join(source), &mut hasher)?;
    }
    Ok(format!("{:016x}", hasher.finish()))
}

fn digest(path: &Path, hasher: &mut DefaultHasher) -> Result<()> {
    let name = path.file_name().unwrap_or_default();
    if name == "node_modules" {
        return Ok(());
    }
    path.hash(hasher);
    if path.is_dir() {
        let mut inside: Vec<PathBuf> =
            fs::read_dir(path)?.map(|entry| entry.map(|e| e.path())).collect::<Result<_, _>>()?;
        inside.sort();
        inside.iter().try_for_each(|path| digest(path, hasher))
    } else {
        // A file may vanish between listing and reading: an editor at work. The next build sees it.
        fs::read(path).unwrap_or_default().hash(hasher);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{forbidden, holds};

    #[test]
    fn a_path_in_a_module_is_noticed() {
        assert!(holds(b"\0asm /registry/src/x", b"/registry/src/"));
        assert!(!holds(b"\0asm /registry/sr", b"/registry/src/"));
    }

    #[test]
    fn inline_code_is_noticed() {
        for (page, found) in [
            (r#"<script type="module" src="./boot.js"></script>"#, None),
            ("<script>alert(1)</script>", Some("an inline script")),
            (r#"<script src="a.js"></script><script type="module">x</script>"#, Some("an inline script")),
            ("<style>a{}</style>", Some("an inline style sheet")),
            (r#"<link rel="stylesheet" href="a.css">"#, None),
        ] {
            assert_eq!(forbidden(page), found, "{page}");
        }
    }
}
