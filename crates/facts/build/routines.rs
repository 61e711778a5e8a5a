//! Generates the rows of the firmware listing from `data/routines.toml` and `data/implied.toml`.
//!
//! Grammar of the data keys:
//! - `asm`: printed instructions with their operands, `op ?` where the operands are not printed;
//! - `reads`, `writes`: a place: `nx.start_ctrl`, `lr[3]`, `mem:running_flag`, `frame:20`, `cursor`, `cursor:byte`,
//!   `cursor:4`, `operand`, `table`, `remote`, `ur:0x15`;
//! - `value`, `arg`, `args`: a number, `last`, `last.BIT`, `last - N`, `last ^ N`, `arg`, `mem:NAME.BIT`, `old | N`, `pc_lo`, `pc_hi`,
//!   `mode-argument`, `any`, `unknown` or `?`;
//! - `test`, `when`: `SUBJECT[.BIT] [- N] CMP N` with subject `last`, `arg`, a place; `unknown`; or a word for `when`.

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

/// Steps in listing order, implied rows at their places, gaps where bytes are missing.
fn add_rows(rows: &mut Vec<Row>, routine: usize, table: &Table, implied: &[&Table]) {
    let id = need(table, "id");
    let steps = tables(table, "step");
    let own: Vec<&&Table> = implied.iter().filter(|x| need(x, "routine") == id).collect();
    let at = |key: &str, step: &str| -> Vec<&Table> {
        own.iter().filter(|x| text(x, key) == Some(step)).map(|x| **x).collect()
    };
    // Rows at an address of their own, put before the first step behind it.
    let mut free: Vec<&Table> = own.iter().filter(|x| x.contains_key("at_pc")).map(|x| **x).collect();
    let entry = number(table, "entry").expect("entry");
    let boot = id == "boot_chain";
    // Control arrives at the entry; `here` is the address that falls through to the next row.
    let mut here = if steps.iter().any(|s| number(s, "pc") == Some(entry)) || boot { None } else { Some(entry) };
    for (n, step) in steps.iter().enumerate() {
        let pc = number(step, "pc").expect("pc");
        let step_id = need(step, "id");
        let next = steps.get(n + 1).and_then(|s| number(s, "pc"));
        free.retain(|x| {
            let at_pc = number(x, "at_pc").expect("at_pc");
            let before = at_pc < pc && rows.last().is_none_or(|r| r.pc < at_pc) && n > 0;
            if before {
                push_gap(rows, routine, here, at_pc);
                here = None;
                rows.push(implied_row(routine, x, at_pc));
            }
            !before
        });
        push_gap(rows, routine, here, pc);
        for x in at("before_step", step_id).into_iter().chain(at("instead_of", step_id)) {
            rows.push(implied_row(routine, x, pc));
        }
        // Without printed instructions nobody knows where a row ends; it is taken to end where the next begins.
        let unprinted = !step.contains_key("asm");
        let end = if unprinted { next.filter(|p| *p > pc).unwrap_or(pc) } else { pc + length(step) };
        let end = if boot { end } else { next.filter(|p| *p > pc).map_or(end, |p| end.min(p)) };
        rows.push(Row {
            id: step_id.to_owned(),
            kind: need(step, "kind").to_owned(),
            routine,
            pc,
            end,
            data: (*step).clone(),
            gap: false,
            implied: false,
        });
        for x in at("after_step", step_id) {
            rows.push(implied_row(routine, x, end));
        }
        here = Some(end);
        if boot && n >= 3 {
            here = next.map(|_| 0x190c);
        } else if boot {
            here = None;
        }
    }
    for x in free {
        let at_pc = number(x, "at_pc").expect("at_pc");
        rows.push(implied_row(routine, x, at_pc));
    }
}

fn push_gap(rows: &mut Vec<Row>, routine: usize, from: Option<u32>, to: u32) {
    if let Some(from) = from.filter(|f| *f < to) {
        rows.push(Row {
            id: String::new(),
            kind: "gap".into(),
            routine,
            pc: from,
            end: to,
            data: Table::new(),
            gap: true,
            implied: false,
        });
    }
}

fn implied_row(routine: usize, x: &Table, pc: u32) -> Row {
    Row {
        id: need(x, "id").to_owned(),
        kind: need(x, "kind").to_owned(),
        routine,
        pc,
        end: pc,
        data: x.clone(),
        gap: false,
        implied: true,
    }
}

/// Bytes of the printed instructions: two for a `.n`, else three (rule R4).
fn length(step: &Table) -> u32 {
    asm(step).iter().map(|i| if i.split_whitespace().next().is_some_and(|op| op.ends_with(".n")) { 2 } else { 3 }).sum()
}

fn asm(t: &Table) -> Vec<String> {
    t.get("asm")
        .and_then(Toml::as_array)
        .map(|a| a.iter().filter_map(Toml::as_str).map(str::to_owned).collect())
        .unwrap_or_default()
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
    let lowest = own.iter().map(|r| r.pc).min().unwrap_or(0);
    let highest = own.iter().map(|r| r.end.max(r.pc + 1)).max().unwrap_or(0);
    if lowest <= pc && pc < highest && program.routines[row.routine].0 != "boot_chain" {
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

fn parse_number(word: &str) -> Option<u32> {
    let word = word.trim();
    match word.strip_prefix("0x") {
        Some(hex) => u32::from_str_radix(hex, 16).ok(),
        None => word.parse::<u32>().ok().or_else(|| word.parse::<i32>().ok().map(|v| v as u32)),
    }
}

fn mem(name: &str) -> String {
    format!("Mem::{}", camel(name))
}

fn place(program: &Program, word: &str) -> String {
    match word {
        "cursor" => "Place::Cursor".into(),
        "cursor:byte" => "Place::CursorByte".into(),
        "cursor:4" => "Place::CursorSync".into(),
        "operand" => "Place::Operand".into(),
        "table" => "Place::DispatchSlot".into(),
        "remote" => "Place::Remote".into(),
        "ur:0x15" => "Place::Ur15".into(),
        other => {
            if let Some(name) = other.strip_prefix("mem:") {
                return format!("Place::Mem({})", mem(name));
            }
            if let Some(slot) = other.strip_prefix("frame:") {
                return format!("Place::Frame({slot})");
            }
            format!("Place::Csr({})", csr(program, other))
        }
    }
}

fn csr(program: &Program, name: &str) -> String {
    format!("{:#x}", program.csrs.get(name).unwrap_or_else(|| panic!("no register {name}")))
}

fn value(v: &Toml, id: &str) -> String {
    if let Some(n) = v.as_integer() {
        return format!("Value::Const({:#x})", u32::try_from(n).expect("value fits u32"));
    }
    let word = v.as_str().unwrap_or_else(|| panic!("{id}: value {v}"));
    match word {
        "last" => return "Value::Last".into(),
        "arg" => return "Value::Arg".into(),
        "pc_lo" => return "Value::PcLo".into(),
        "pc_hi" => return "Value::PcHi".into(),
        "mode-argument" => return "Value::ModeArgument".into(),
        "any" => return "Value::Any".into(),
        "unknown" | "?" => return "Value::Unknown".into(),
        _ => {}
    }
    let cut = |prefix: &str| word.strip_prefix(prefix).and_then(parse_number);
    if let Some(bit) = cut("last.") {
        return format!("Value::LastBit({bit})");
    }
    if let Some(n) = cut("last - ") {
        return format!("Value::LastMinus({n})");
    }
    if let Some(n) = cut("last ^ ") {
        return format!("Value::LastXor({n:#x})");
    }
    if let Some(n) = cut("old | ") {
        return format!("Value::OldOr({n:#x})");
    }
    if let Some((name, bit)) = word.strip_prefix("mem:").and_then(|m| m.split_once('.')) {
        return format!("Value::MemBit({}, {bit})", mem(name));
    }
    panic!("{id}: value {word:?} is not understood")
}

fn when(program: &Program, word: &str) -> String {
    match word {
        "queue-drain" | "queue-blocked" | "fault-pending" | "pause-open" | "eop-marker" => {
            format!("When::{}", camel(word))
        }
        other => format!("When::Test({})", test(program, other)),
    }
}

fn test(program: &Program, word: &str) -> String {
    if word == "unknown" {
        return "Test::Unknown".into();
    }
    let words: Vec<&str> = word.split_whitespace().collect();
    let (subject, minus, cmp, with) = match words.as_slice() {
        [subject, cmp, with] => (*subject, "0", *cmp, *with),
        [subject, "-", minus, cmp, with] => (*subject, *minus, *cmp, *with),
        _ => panic!("test {word:?} is not understood"),
    };
    let (name, bit) = match subject.rsplit_once('.') {
        Some((name, bit)) if bit.parse::<u8>().is_ok() => (name, format!("Some({bit})")),
        _ => (subject, "None".to_owned()),
    };
    let subject = match name {
        "last" => "Subject::Last".to_owned(),
        "arg" => "Subject::Arg".to_owned(),
        other => match other.strip_prefix("mem:") {
            Some(cell) => format!("Subject::Mem({})", mem(cell)),
            None => format!("Subject::Csr({})", csr(program, other)),
        },
    };
    let cmp = match cmp {
        "==" => "Eq",
        "!=" => "Ne",
        "<=" => "Le",
        ">" => "Gt",
        ">=" => "Ge",
        other => panic!("comparison {other}"),
    };
    format!(
        "Test::Compare {{ subject: {subject}, bit: {bit}, minus: {minus}, cmp: Cmp::{cmp}, with: {} }}",
        parse_number(with).expect("number")
    )
}

/// One printed instruction as an `Op`.
fn op(instruction: &str, id: &str) -> String {
    let (name, rest) = instruction.split_once(' ').unwrap_or((instruction, ""));
    if rest == "?" {
        return "Op::Unprinted".into();
    }
    let operands: Vec<&str> = rest.split(',').map(str::trim).filter(|o| !o.is_empty()).collect();
    let reg = |n: usize| {
        operands[n]
            .strip_prefix('a')
            .and_then(|r| r.parse::<u8>().ok())
            .unwrap_or_else(|| panic!("{id}: register in {instruction}"))
    };
    let imm = |n: usize| parse_number(operands[n]).unwrap_or_else(|| panic!("{id}: number in {instruction}"));
    match name {
        "movi" | "movi.n" => format!("Op::Movi {{ d: {}, imm: {} }}", reg(0), imm(1) as i32),
        "const16" => format!("Op::Const16 {{ d: {}, imm: {:#x} }}", reg(0), imm(1)),
        "addi" => format!("Op::Addi {{ d: {}, s: {}, imm: {} }}", reg(0), reg(1), imm(2) as i32),
        "mov" => format!("Op::Mov {{ d: {}, s: {} }}", reg(0), reg(1)),
        "and" => format!("Op::And {{ d: {}, a: {}, b: {} }}", reg(0), reg(1), reg(2)),
        "addx4" => format!("Op::Addx4 {{ d: {}, a: {}, b: {} }}", reg(0), reg(1), reg(2)),
        "slli" => format!("Op::Slli {{ d: {}, s: {}, n: {} }}", reg(0), reg(1), imm(2)),
        "extui" => format!("Op::Extui {{ d: {}, s: {}, shift: {}, bits: {} }}", reg(0), reg(1), imm(2), imm(3)),
        "l32i" | "l32i.n" | "l8ui" => format!("Op::Load {{ d: {}, base: {}, offset: {} }}", reg(0), reg(1), imm(2)),
        "s32i" | "s32i.n" | "s8i" => format!("Op::Store {{ s: {}, base: {}, offset: {} }}", reg(0), reg(1), imm(2)),
        "rer" => format!("Op::Rer {{ d: {}, s: {} }}", reg(0), reg(1)),
        "beqz" | "beqz.n" => format!("Op::Beqz {{ s: {} }}", reg(0)),
        "bnez" | "bnez.n" => format!("Op::Bnez {{ s: {} }}", reg(0)),
        "bbci" => format!("Op::Bbci {{ s: {}, bit: {} }}", reg(0), imm(1)),
        "bbsi" => format!("Op::Bbsi {{ s: {}, bit: {} }}", reg(0), imm(1)),
        "beqi" => format!("Op::Beqi {{ s: {}, imm: {} }}", reg(0), imm(1)),
        "bltu" => format!("Op::Bltu {{ a: {}, b: {} }}", reg(0), reg(1)),
        "bgeu" => format!("Op::Bgeu {{ a: {}, b: {} }}", reg(0), reg(1)),
        "bgeui" | "bgez" | "blti" | "call8" | "call0" | "entry" | "j" | "jx" | "memw" | "retw" | "retw.n" | "wur" => {
            "Op::Plain".into()
        }
        other => panic!("{id}: instruction {other} is not understood"),
    }
}
