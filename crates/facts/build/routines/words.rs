//! The small grammar of the data keys: places, values, tests and printed instructions, from text to Rust expressions.

use super::{Program, camel};
use toml::Value as Toml;

pub(super) fn parse_number(word: &str) -> Option<u32> {
    let word = word.trim();
    match word.strip_prefix("0x") {
        Some(hex) => u32::from_str_radix(hex, 16).ok(),
        None => word.parse::<u32>().ok().or_else(|| word.parse::<i32>().ok().map(|v| v as u32)),
    }
}

fn mem(name: &str) -> String {
    format!("Mem::{}", camel(name))
}

pub(super) fn place(program: &Program, word: &str) -> String {
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

pub(super) fn value(v: &Toml, id: &str) -> String {
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

pub(super) fn when(program: &Program, word: &str) -> String {
    match word {
        "queue-drain" | "queue-blocked" | "fault-pending" | "pause-open" | "eop-marker" => {
            format!("When::{}", camel(word))
        }
        other => format!("When::Test({})", test(program, other)),
    }
}

pub(super) fn test(program: &Program, word: &str) -> String {
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
pub(super) fn op(instruction: &str, id: &str) -> String {
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
