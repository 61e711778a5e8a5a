//! A program is compiled, cut in three and run part by part, by an interpreter that links the parts as a page does.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use seqbell_cut::{Part, cut};
use wasmi::{Engine, Instance, Linker, Module, Store};

type Failure = Box<dyn std::error::Error>;

/// Sums of the words' letters, worked out by hand: see the fixture.
const LAMP: u32 = sum(b"only the page has a lamp");
const LAST: u32 = sum(b"the last part alone says this");

const fn sum(text: &[u8]) -> u32 {
    let (mut at, mut sum) = (0, 0);
    while at < text.len() {
        sum += text[at] as u32;
        at += 1;
    }
    sum
}

/// The program, linked with or without relocations.
fn compiled(relocations: bool) -> Result<Vec<u8>, Failure> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixture/program.rs");
    let out = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("fixture-{relocations}.wasm"));
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.args([
        "--edition=2021",
        "--target=wasm32-unknown-unknown",
        "--crate-type=cdylib",
        "-Copt-level=2",
        "-Cpanic=abort",
    ]);
    if relocations {
        rustc.arg("-Clink-arg=--emit-relocs");
    }
    let made = rustc.arg(source).arg("-o").arg(&out).status()?;
    assert!(made.success(), "the fixture does not compile");
    Ok(fs::read(out)?)
}

fn part(name: &str, exports: &[&str]) -> Part {
    Part { name: name.to_owned(), exports: exports.iter().map(|name| (*name).to_owned()).collect() }
}

fn parts() -> [Part; 3] {
    [part("core", &["core_*"]), part("page", &["page_draw", "page_shown"]), part("more", &["more_*"])]
}

/// A page: parts are started in their order.
struct Page {
    engine: Engine,
    store: Store<()>,
    linker: Linker<()>,
}

impl Page {
    fn new() -> Self {
        let engine = Engine::default();
        Self { store: Store::new(&engine, ()), linker: Linker::new(&engine), engine }
    }

    fn start(&mut self, name: &str, bytes: &[u8]) -> Result<Instance, Failure> {
        let instance = self.linker.instantiate_and_start(&mut self.store, &Module::new(&self.engine, bytes)?)?;
        self.linker.instance(&mut self.store, name, instance)?;
        Ok(instance)
    }
}

fn has(module: &[u8], words: &[u8]) -> bool {
    module.windows(words.len()).any(|window| window == words)
}

#[test]
fn each_part_has_its_own_and_all_work_together() -> Result<(), Failure> {
    let linked = compiled(true)?;
    let [core, page, more] = cut(&linked, &linked, &parts())?.try_into().map_err(|_| "three parts")?;
    for (words, holders) in
        [("only the page has a lamp", [false, true, false]), ("the last part alone", [false, false, true])]
    {
        assert_eq!([&core, &page, &more].map(|module| has(module, words.as_bytes())), holders, "{words}");
    }
    let mut running = Page::new();
    let first = running.start("core", &core)?;
    let step = first.get_typed_func::<u32, u32>(&running.store, "core_step")?;
    assert_eq!(step.call(&mut running.store, 2)?, 42, "the first part runs alone, its memory as it was written");
    // Scripts call all parts by way of the first one.
    let draw = first.get_typed_func::<(u32, u32), u32>(&running.store, "page_draw")?;
    assert!(draw.call(&mut running.store, (0, 0)).is_err(), "a part that was not started traps");
    running.start("page", &page)?;
    assert_eq!(draw.call(&mut running.store, (0, 1))?, LAMP + 1, "through a table of functions, with words of its own");
    assert_eq!(draw.call(&mut running.store, (1, 8))?, 50, "back into the first part, which kept its count");
    let shown = first.get_typed_func::<(), u32>(&running.store, "page_shown")?;
    assert_eq!(shown.call(&mut running.store, ())?, 9);
    running.start("more", &more)?;
    let last = first.get_typed_func::<u32, u32>(&running.store, "more_draw")?;
    assert_eq!(last.call(&mut running.store, 10)?, 60 + LAST);
    assert_eq!(shown.call(&mut running.store, ())?, 10, "a later part does not reset an earlier one");
    Ok(())
}

#[test]
fn what_does_not_fit_is_refused() -> Result<(), Failure> {
    let linked = compiled(true)?;
    let plain = compiled(false)?;
    let fails = |linked: &[u8], parts: &[Part], why: &str| match cut(linked, linked, parts) {
        Ok(_) => panic!("not refused: {why}"),
        Err(error) => assert!(error.to_string().contains(why), "{error} does not say {why}"),
    };
    fails(&plain, &parts(), "--emit-relocs");
    fails(&linked, &[part("core", &["core_*"]), part("none", &["nothing"])], "none");
    fails(&linked, &[part("core", &["*"]), part("page", &["page_draw"])], "several parts");
    assert!(cut(b"\0asm", b"\0asm", &parts()).is_err());
    Ok(())
}
