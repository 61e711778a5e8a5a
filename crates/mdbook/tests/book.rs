//! Real books, built by mdBook's own library, with this program in its pipe.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use mdbook_driver::MDBook;
use mdbook_driver::config::Config;
use mdbook_preprocessor::PreprocessorContext;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_mdbook-seqbell");

fn tests(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(name)
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

/// What a player needs.
const PLAYER: [&str; 6] = [
    "seqbell-player.js",
    "seqbell-parts.js",
    "seqbell_player.wasm",
    "seqbell.css",
    "js/seqbell.js",
    "js/seqbell_bg.wasm",
];

/// A folder with a player that is none, and a copy of a book with it installed.
fn installed(book: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let dist = folder.path().join("dist");
    fs::create_dir(&dist).unwrap();
    fs::create_dir(dist.join("js")).unwrap();
    for name in PLAYER.into_iter().chain(["index.html", "js/index.js"]) {
        fs::write(dist.join(name), name).unwrap();
    }
    copy(&tests(book), &folder.path().join("book"));
    let done = install(&folder);
    assert!(done.status.success(), "{done:?}");
    folder
}

fn install(folder: &TempDir) -> Output {
    let (book, dist) = (folder.path().join("book"), folder.path().join("dist"));
    Command::new(PROGRAM).arg("install").arg(book).arg("--from").arg(dist).output().unwrap()
}

/// The book as mdBook sees it.
fn load(folder: &TempDir) -> MDBook {
    let book = folder.path().join("book");
    let mut config = Config::from_disk(book.join("book.toml")).unwrap();
    config.set("preprocessor.seqbell.command", PROGRAM).unwrap();
    MDBook::load_with_config(book, config).unwrap()
}

/// A file of the built book.
fn read(folder: &TempDir, path: &str) -> String {
    fs::read_to_string(folder.path().join("book/book").join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Every `<svg>` below a figure's picture, as a browser sees it: it gives attributes of SVG their capitals back.
fn pictures(html: &str) -> Vec<String> {
    let figures = html.split("<figure class=\"seqbell\">").skip(1).map(|rest| rest.split("</figure>").next().unwrap());
    let svgs = figures.flat_map(|figure| figure.split("<svg").skip(1)).map(|rest| rest.split("</svg>").next().unwrap());
    let capitals = ["viewBox", "refX", "refY", "markerWidth", "markerHeight", "markerUnits"];
    svgs.map(|svg| {
        let svg = format!("<svg{svg}</svg>");
        capitals.iter().fold(svg, |svg, name| svg.replace(&format!(" {}=", name.to_lowercase()), &format!(" {name}=")))
    })
    .collect()
}

#[test]
fn a_book_has_its_figures_with_and_without_scripts() {
    let folder = installed("book");
    load(&folder).build().unwrap();

    let starting = read(&folder, "starting.html");
    assert_eq!(starting.matches("<seqbell-player ").count(), 2);
    let first = "<seqbell-player view=\"diagram registers\" mode=\"play\" height=\"420\" generation=\"cayman\" \
                 label=\"From IDLE to RUNNING\" script=\"until state == IDLE\nwrite start_ctrl 1\n\nuntil state == RUNNING\nexpect run_state == 1\">";
    assert!(starting.contains(first));
    // Without the player there is the picture with its words, the values, and what the host does.
    assert!(starting.contains("aria-label=\"The run-state diagram. RUNNING is marked; run_state reads 1.\""));
    assert!(starting.contains("<th scope=\"row\">nx.run_state</th><td>0x00000001</td>"));
    assert!(starting.contains("<pre class=\"seqbell-script\">until state == IDLE\nwrite start_ctrl 1\n\nuntil"));
    assert!(starting.contains("<figcaption>From RUNNING to PAUSED</figcaption>"));
    // The second one stands inside the first point of a list, whose text goes on below it.
    let point = starting.split("<li>").nth(1).unwrap().split("</li>").next().unwrap();
    assert!(point.contains("goal=\"state == PAUSED\"") && point.contains("<p>What does <code>run_state</code> read"));

    let broadcast = read(&folder, "dma/broadcast.html");
    assert!(broadcast.contains("ring m2s group=1 queue=3 count=6"), "what is included is run");
    assert!(broadcast.contains(" theme=\"light\""));
    assert!(!read(&folder, "dma/index.html").contains("seqbell-player "));

    let print = read(&folder, "print.html");
    assert_eq!(print.matches("<seqbell-player ").count(), 3);
    let ids: Vec<&str> = print.split(" id=\"bell-").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    assert!(!ids.is_empty() && ids.iter().all(|id| ids.iter().filter(|other| *other == id).count() == 1), "{ids:?}");
    for (page, count) in [(&starting, 2), (&broadcast, 2), (&print, 4)] {
        let pictures = pictures(page);
        assert_eq!(pictures.len(), count);
        for svg in pictures {
            let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).unwrap();
            assert!(tree.root().has_children() && tree.size().width() > 500.0, "{:?}", tree.size());
        }
    }
}

#[test]
fn the_player_is_beside_the_chapters_and_every_page_finds_its_loader() {
    let folder = installed("book");
    load(&folder).build().unwrap();
    for name in PLAYER {
        assert_eq!(read(&folder, &format!("seqbell/{name}")), name);
    }
    for other in ["index.html", "js/index.js"] {
        assert!(!folder.path().join("book/book/seqbell").join(other).exists(), "only the player's own files");
    }
    for page in ["starting.html", "dma/broadcast.html", "dma/index.html", "print.html"] {
        let html = read(&folder, page);
        let source =
            html.split("src=\"").map(|rest| rest.split('"').next().unwrap()).find(|s| s.contains("seqbell-book"));
        let loader = Path::new("book/book").join(page).parent().unwrap().join(source.unwrap());
        let text = fs::read_to_string(folder.path().join(loader)).unwrap();
        assert!(text.contains("import(\"./seqbell/seqbell-player.js\")"), "{page}");
    }
}

#[test]
fn installing_again_changes_nothing_and_keeps_what_an_author_wrote() {
    let folder = installed("book");
    let manifest = folder.path().join("book/book.toml");
    let before = fs::read_to_string(&manifest).unwrap();
    assert_eq!(before, fs::read_to_string(tests("book/book.toml")).unwrap(), "it was all there already");

    fs::write(&manifest, "# Ours.\n[book]\ntitle = \"T\" # short\nsrc = \"text\"\n").unwrap();
    assert!(install(&folder).status.success());
    let once = fs::read_to_string(&manifest).unwrap();
    assert_eq!(
        once,
        "# Ours.\n[book]\ntitle = \"T\" # short\nsrc = \"text\"\n\n[preprocessor.seqbell]\n\n[output.html]\n\
         additional-js = [\"seqbell-book.js\"]\nadditional-css = [\"seqbell-book.css\"]\n"
    );
    assert!(folder.path().join("book/text/seqbell/seqbell-player.js").exists());
    assert!(install(&folder).status.success());
    assert_eq!(fs::read_to_string(&manifest).unwrap(), once);

    fs::remove_file(folder.path().join("dist/seqbell-player.js")).unwrap();
    let refused = install(&folder);
    assert!(!refused.status.success());
    assert!(String::from_utf8_lossy(&refused.stderr).contains("has no seqbell-player.js\n  hint: "));
}

#[test]
fn a_wrong_book_is_not_built_and_the_error_points_into_it() {
    let folder = installed("book-broken");
    assert!(load(&folder).build().is_err());
    assert!(!folder.path().join("book/book/wrong.html").exists());

    // What mdBook shows of it comes from the program itself.
    let told = piped(&load(&folder));
    let said = String::from_utf8_lossy(&told.stderr).replace('\\', "/");
    assert!(!told.status.success() && told.stdout.is_empty());
    assert!(said.contains("src/wrong.md:5:1: the check `expect run_state == 1` fails: "), "{said}");
    assert!(said.contains("src/unclear.md:5:27: no key is called `size`\n  hint: the keys are view, "), "{said}");
    assert!(!said.contains("note:"), "{said}");
}

#[test]
fn other_renderers_get_the_still_content_only() {
    let folder = installed("book");
    let supports = Command::new(PROGRAM).args(["supports", "epub"]).status().unwrap();
    assert!(supports.success());
    let manifest = folder.path().join("book/book.toml");
    let with = fs::read_to_string(&manifest).unwrap() + "\n[output.markdown]\n";
    fs::write(manifest, with).unwrap();
    load(&folder).build().unwrap();
    let chapter = read(&folder, "markdown/starting.md");
    assert_eq!((chapter.matches("<seqbell-player").count(), chapter.matches("seqbell-still").count()), (0, 2));
    assert!(
        chapter.contains("\nTwo things to try:\n") && read(&folder, "html/starting.html").contains("<seqbell-player")
    );
}

/// The book through the program, as mdBook pipes it.
fn piped(book: &MDBook) -> Output {
    let context = PreprocessorContext::new(book.root.clone(), book.config.clone(), "html".to_owned());
    let mut child =
        Command::new(PROGRAM).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    serde_json::to_writer(child.stdin.take().unwrap(), &(&context, &book.book)).unwrap();
    child.wait_with_output().unwrap()
}
