//! Generates the rows of the firmware listing from `data/routines.toml` and `data/implied.toml`.
//!
//! Grammar of the data keys:
//! - `asm`: printed instructions with their operands, `op ?` where the operands are not printed;
//! - `reads`, `writes`: a place: `nx.start_ctrl`, `lr[3]`, `mem:running_flag`, `frame:20`, `cursor`, `cursor:byte`,
//!   `cursor:4`, `operand`, `table`, `remote`, `ur:0x15`;
//! - `value`, `arg`, `args`: a number, `last`, `last.BIT`, `last - N`, `last ^ N`, `arg`, `mem:NAME.BIT`, `old | N`, `pc_lo`, `pc_hi`,
//!   `mode-argument`, `any`, `unknown` or `?`;
//! - `test`, `when`: `SUBJECT[.BIT] [- N] CMP N` with subject `last`, `arg`, a place; `unknown`; or a word for `when`.

mod layout;
mod words;

use layout::{add_rows, asm};
use words::{op, place, test, value, when};

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use toml::{Table, Value as Toml};

/// One row before its targets are resolved.
struct Row {
    id: String,
    kind: String,
    routine: usize,
    pc: u32,
    end: u32,
    data: Table,
    gap: bool,
    implied: bool,
}

/// Everything needed while the rows are printed.
struct Program {
    rows: Vec<Row>,
    /// Routine index by id, with entry address, row span and the address of a wrapper.
    routines: Vec<(String, u32, usize, usize, Option<u32>, String)>,
    /// Offset of each register in the Cayman-family register file.
    csrs: BTreeMap<String, u32>,
    /// Opaque callees by address.
    helpers: BTreeMap<u32, String>,
}

/// Places in the listing that the interpreter names.
const LANDMARKS: &[(&str, &str, u32)] = &[
    ("BACK_EDGE", "Where the handlers and opcode bodies jump back to.", 0x31a3),
    ("SYNC_HANDLER", "The handler of the sync op.", 0x2e89),
    ("DEFAULT_ERROR_STUB", "Where every default slot of the dispatch table leads.", 0x3198),
    ("AFTER_BOUND", "Where the sync handler goes on with an index in bounds.", 0x2e9e),
];

/// Appends the generated tables to `out`.
///
/// # Panics
/// On any fact that does not follow the grammar: a wrong fact fails the build.
pub(crate) fn generate(data_dir: &Path, out: &mut String) {
    let program = read_program(data_dir);
    writeln!(out, "/// Every row, routine by routine.\npub static ROWS: [Row; {}] = [", program.rows.len()).unwrap();
    for (index, row) in program.rows.iter().enumerate() {
        writeln!(out, "    {},", print_row(&program, index, row)).unwrap();
    }
    writeln!(out, "];\n/// The routines, in the order of the fact sheets.\npub static ROUTINES: &[Routine] = &[")
        .unwrap();
    for (id, entry, first, end, _, evidence) in &program.routines {
        let target = landing(&program, *entry, &program.rows[*first..*end], *first);
        writeln!(
            out,
            "    Routine {{ id: {id:?}, entry: {entry:#x}, target: {target}, first: {first}, end: {end}, evidence: {evidence} }},"
        )
        .unwrap();
    }
    writeln!(out, "];").unwrap();
    for (name, doc, pc) in LANDMARKS {
        let target =
            program.rows.iter().position(|r| r.pc == *pc && !r.gap).unwrap_or_else(|| panic!("no row at {pc:#x}"));
        writeln!(out, "/// {doc}\npub const {name}: Target = Target {{ row: {target}, pc: {pc:#x} }};").unwrap();
    }
}

fn load(dir: &Path, name: &str) -> Table {
    let path = dir.join(name);
    println!("cargo::rerun-if-changed={}", path.display());
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.parse().unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn tables<'a>(table: &'a Table, key: &str) -> Vec<&'a Table> {
    table.get(key).and_then(Toml::as_array).map(|a| a.iter().filter_map(Toml::as_table).collect()).unwrap_or_default()
}

fn text<'a>(t: &'a Table, key: &str) -> Option<&'a str> {
    t.get(key).and_then(Toml::as_str)
}

fn need<'a>(t: &'a Table, key: &str) -> &'a str {
    text(t, key).unwrap_or_else(|| panic!("{:?}: key {key} is missing", t.get("id")))
}

fn number(t: &Table, key: &str) -> Option<u32> {
    t.get(key)
        .and_then(Toml::as_integer)
        .map(|v| u32::try_from(v).unwrap_or_else(|_| panic!("{:?}: {key} is not a u32", t.get("id"))))
}

fn evidence(t: &Table) -> String {
    let confidence = match need(t, "confidence") {
        "HIGH" => "High",
        "MED" => "Med",
        "LOW" => "Low",
        other => panic!("{:?}: confidence {other}", t.get("id")),
    };
    let basis = match need(t, "basis") {
        "OBSERVED" => "Observed",
        "CARRIED" => "Carried",
        "INFERRED" => "Inferred",
        "ABSENT" => "Absent",
        other => panic!("{:?}: basis {other}", t.get("id")),
    };
    format!("Evidence::new(crate::Confidence::{confidence}, crate::Basis::{basis})")
}

fn read_program(dir: &Path) -> Program {
    let routines = load(dir, "routines.toml");
    let implied = load(dir, "implied.toml");
    let implied = tables(&implied, "implied");
    let mut program =
        Program { rows: Vec::new(), routines: Vec::new(), csrs: read_csrs(dir), helpers: BTreeMap::new() };
    for helper in tables(&load(dir, "runstate.toml"), "helper") {
        program.helpers.insert(number(helper, "addr").expect("helper addr"), need(helper, "name").to_owned());
    }
    for (index, routine) in tables(&routines, "routine").into_iter().enumerate() {
        let first = program.rows.len();
        let id = need(routine, "id");
        add_rows(&mut program.rows, index, routine, &implied);
        let entry = number(routine, "entry").expect("entry");
        program.routines.push((
            id.to_owned(),
            entry,
            first,
            program.rows.len(),
            number(routine, "wrapper"),
            evidence(routine),
        ));
    }
    let placed = program.rows.iter().filter(|r| r.implied).count();
    assert_eq!(placed, implied.len(), "an implied row names a step or a routine that does not exist");
    program
}

fn read_csrs(dir: &Path) -> BTreeMap<String, u32> {
    let csr = load(dir, "csr.toml");
    let mut csrs = BTreeMap::new();
    for register in tables(&csr, "register") {
        csrs.insert(
            format!("{}.{}", need(register, "bundle"), need(register, "name")),
            number(register, "offset").expect("offset"),
        );
    }
    for lr in tables(&csr, "lr") {
        csrs.insert(format!("lr[{}]", number(lr, "index").expect("index")), number(lr, "offset").expect("offset"));
    }
    csrs
}

/// Where control arrives that comes to `pc` within `rows`, which start at row `base`.
fn landing(program: &Program, pc: u32, rows: &[Row], base: usize) -> String {
    let _ = program;
    // A step's own address means the first row that belongs to it; else the gap before the next listed step (snap rule).
    let exact = rows.iter().position(|r| r.pc == pc && !r.gap && !r.data.contains_key("after_step"));
    let index = exact.or_else(|| {
        let gap = rows.iter().position(|r| r.gap && r.pc <= pc && pc < r.end);
        gap.or_else(|| rows.iter().position(|r| r.pc > pc && (r.gap || !r.implied)))
    });
    let index = index.unwrap_or_else(|| panic!("no row at or after {pc:#x}"));
    format!("Target {{ row: {}, pc: {pc:#x} }}", base + index)
}

fn target(program: &Program, row: &Row, pc: u32) -> String {
    // Every place but an implied row at the very address of a branch: that is where the taken branch leads.
    let (_, _, first, end, _, _) = &program.routines[row.routine];
    if let Some(index) =
        program.rows[*first..*end].iter().position(|r| r.implied && number(&r.data, "at_pc") == Some(pc))
    {
        return format!("Target {{ row: {}, pc: {pc:#x} }}", first + index);
    }
    let own = &program.rows[*first..*end];
    // An address that only another routine lists is that routine's, even where the two interleave.
    let listed = |rows: &[Row]| rows.iter().any(|r| r.pc == pc && !r.gap && !r.implied);
    let foreign = !listed(own) && listed(&program.rows);
    let lowest = own.iter().map(|r| r.pc).min().unwrap_or(0);
    let highest = own.iter().map(|r| r.end.max(r.pc + 1)).max().unwrap_or(0);
    if !foreign && lowest <= pc && pc < highest && program.routines[row.routine].0 != "boot_chain" {
        return landing(program, pc, own, *first);
    }
    entry(program, pc)
        .or_else(|| {
            let hit = program.rows.iter().position(|r| r.pc == pc && !r.gap)?;
            let (_, _, first, end, _, _) = &program.routines[program.rows[hit].routine];
            Some(landing(program, pc, &program.rows[*first..*end], *first))
        })
        .unwrap_or_else(|| panic!("{}: target {pc:#x} leads nowhere", row.id))
}

/// The routine that is entered at `pc`, or through a wrapper at `pc`.
fn entry(program: &Program, pc: u32) -> Option<String> {
    let (_, entry, first, end, _, _) =
        program.routines.iter().find(|r| (r.1 == pc || r.4 == Some(pc)) && r.0 != "boot_chain")?;
    Some(landing(program, *entry, &program.rows[*first..*end], *first))
}

fn print_row(program: &Program, index: usize, row: &Row) -> String {
    let kind = match (row.gap, row.implied) {
        (true, _) => "RowKind::Gap".to_owned(),
        (_, true) => "RowKind::Implied".to_owned(),
        _ => format!("RowKind::Step(StepKind::{})", camel(&row.kind)),
    };
    let evidence = if row.gap {
        "Evidence::new(crate::Confidence::Low, crate::Basis::Absent)".to_owned()
    } else {
        evidence(&row.data)
    };
    let ops: Vec<String> = asm(&row.data).iter().map(|i| op(i, &row.id)).collect();
    let when = text(&row.data, "when").map_or("When::Always".to_owned(), |w| when(program, w));
    let switch = text(&row.data, "switch").map_or("None".to_owned(), |s| switch(s, &row.data));
    let flip = text(&row.data, "flip").map_or("None".to_owned(), |f| format!("Some(Flip::{})", camel(f)));
    format!(
        "Row {{ id: {:?}, kind: {kind}, routine: {}, pc: {:#x}, end: {:#x}, act: {}, printed: {:?}, asm: &[{}], when: {when}, switch: {switch}, replaces: {}, flip: {flip}, evidence: {evidence}, key: {:#x} }}",
        row.id,
        row.routine,
        row.pc,
        row.end,
        act(program, index, row),
        text(&row.data, "printed").unwrap_or(""),
        ops.join(", "),
        row.data.contains_key("instead_of"),
        fnv(&row.id),
    )
}

/// A row names the options under which it acts. Switches whose other options act elsewhere in the same row name all of them.
fn switch(name: &str, data: &Table) -> String {
    let options = data.get("options").and_then(Toml::as_array).expect("options");
    let masks: Vec<String> = options
        .iter()
        .map(|o| format!("1 << (crate::{}::{} as u8)", camel(name), camel(o.as_str().expect("option"))))
        .collect();
    format!("Some((Switch::{}, {}))", camel(name), masks.join(" | "))
}

fn fnv(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |h, b| (h ^ u32::from(b)).wrapping_mul(0x0100_0193))
}

/// `saved_pc`, `poll-read` or `csr_read` as a Rust name.
fn camel(word: &str) -> String {
    let word: String = word
        .split(['-', '_'])
        .map(|w| {
            w.chars().next().map(|c| c.to_uppercase().collect::<String>() + &w[c.len_utf8()..]).unwrap_or_default()
        })
        .collect();
    if word.starts_with(|c: char| c.is_ascii_digit()) { format!("N{word}") } else { word }
}

fn act(program: &Program, index: usize, row: &Row) -> String {
    let d = &row.data;
    let to = |pc: u32| target(program, row, pc);
    let reads = || text(d, "reads").map(|p| place(program, p));
    let writes = || place(program, need(d, "writes"));
    let given = |key: &str| d.get(key).map(|v| value(v, &row.id));
    let option = |v: Option<String>| v.map_or("None".to_owned(), |v| format!("Some({v})"));
    let test_of = || test(program, need(d, "test"));
    match row.kind.as_str() {
        "gap" => "Act::Gap".into(),
        "entry" | "barrier" => "Act::Nothing".into(),
        "alu" => format!("Act::Alu {{ dest: {}, value: {} }}", alu_dest(d), option(given("value"))),
        "csr_read" | "mem_read" | "rer" => {
            format!("Act::Read({})", reads().unwrap_or_else(|| panic!("{}: reads", row.id)))
        }
        "csr_write" | "mem_write" | "ur_write" => {
            format!("Act::Write({}, {})", writes(), given("value").unwrap_or_else(|| panic!("{}: value", row.id)))
        }
        "log" => {
            let args: Vec<String> = d
                .get("args")
                .and_then(Toml::as_array)
                .map(|a| a.iter().map(|v| value(v, &row.id)).collect())
                .unwrap_or_default();
            format!("Act::Log({:?}, &[{}])", need(d, "text"), args.join(", "))
        }
        "branch" | "spin" if d.contains_key("test") => {
            let pc = number(d, "target").unwrap_or(row.pc);
            let this = format!("Target {{ row: {index}, pc: {pc:#x} }}");
            let target = if d.contains_key("target") { to(pc) } else { this };
            format!("Act::Branch {{ reads: {}, test: {}, target: {target} }}", option(reads()), test_of())
        }
        "jump" | "spin" if text(d, "target") == Some("last") => "Act::JumpTable".into(),
        "jump" | "spin" => {
            format!("Act::Jump({})", to(number(d, "target").unwrap_or_else(|| panic!("{}: target", row.id))))
        }
        "call" => call(program, row, number(d, "target").unwrap_or_else(|| panic!("{}: target", row.id))),
        "return" => format!("Act::Return({})", option(given("value"))),
        "unknown" => "Act::Opaque".into(),
        "operand" => format!(
            "Act::Operand {{ dest: {}, value: {} }}",
            number(d, "dest").expect("dest"),
            given("value").expect("value")
        ),
        "special" => {
            let target = number(d, "target").map_or(format!("Target {{ row: {index}, pc: {:#x} }}", row.pc), to);
            format!("Act::Special(Special::{}, {target})", camel(need(d, "special")))
        }
        other => panic!("{}: kind {other}", row.id),
    }
}

/// The register an `alu` row with a declared value ends in: named by the data, or the one the last instruction prints.
fn alu_dest(d: &Table) -> String {
    let printed = asm(d).last().and_then(|i| {
        i.split_whitespace()
            .nth(1)
            .and_then(|r| r.trim_end_matches(',').strip_prefix('a').and_then(|n| n.parse::<u8>().ok()))
    });
    number(d, "dest").map(|n| n as u8).or(printed).map_or("None".to_owned(), |n| format!("Some({n})"))
}

fn call(program: &Program, row: &Row, callee: u32) -> String {
    let arg = row.data.get("arg").map_or("None".to_owned(), |v| format!("Some({})", value(v, &row.id)));
    if let Some(target) = entry(program, callee) {
        return format!(
            "Act::Call {{ target: {target}, arg: {arg}, text: {:?} }}",
            text(&row.data, "text").unwrap_or("")
        );
    }
    // The run-time start is the one callee whose end is known: it calls BEGIN, the next row.
    if need(&row.data, "id") == "run-state.boot_chain.s04" {
        let next = program.rows.iter().position(|r| r.gap && r.pc == callee).expect("crt0 gap");
        return format!("Act::Jump(Target {{ row: {next}, pc: {callee:#x} }})");
    }
    let name = program.helpers.get(&callee).map(String::as_str).or(text(&row.data, "target_name"));
    let name = name.unwrap_or_else(|| panic!("{}: callee {callee:#x} has no name", row.id));
    format!("Act::CallOpaque {{ callee: {callee:#x}, name: {name:?}, arg: {arg} }}")
}
