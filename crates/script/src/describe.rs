//! Events in words: one line for a terminal, a log or a screen reader.

use crate::cond::direction_name;
use crate::drive::Drive;
use crate::{Command, Reg};
use seqbell_core::event::{Detail, place_name};
use seqbell_core::fabric::{Heard, Landing};
use seqbell_core::facts::routine::{Act, Row, row};
use seqbell_core::facts::{EVENT_WINDOWS, OPCODES};
use seqbell_core::{Event, Input, Item, Word};

/// What an event did, in one line.
pub fn describe(event: &Event) -> String {
    let here = event.row.map(row);
    let text = match event.detail {
        Detail::None => here.map_or(String::new(), plain),
        Detail::Read(place, word) => format!("{} → {}", place_name(place), short(word)),
        Detail::Write(place, word) => format!("{} ← {}", place_name(place), short(word)),
        Detail::Nowhere(place, word) => {
            format!("{} ← {}: nobody knows where that is here, the store goes nowhere", place_name(place), short(word))
        }
        Detail::Log(text, words) => format!("“{}”", log_text(text, words)),
        Detail::Decided(taken) => here.map_or(String::new(), |row| decided(row, taken)),
        Detail::Register(register, word) => format!("a{register} = {}", short(word)),
        Detail::Fetched { opcode, sync } => {
            format!("fetched {opcode:#x}{}", if sync == 0 { String::new() } else { format!(", sync index {sync}") })
        }
        Detail::Opcode(opcode) => format!("body of {}, opaque", opcode_name(opcode)),
        Detail::Called(name, word) => match word.value() {
            Some(value) => format!("{name}({value:#x})"),
            None => name.to_owned(),
        },
        Detail::Bytes(end) => {
            let bytes = event.pc.map_or(String::new(), |pc| format!("{} ", end.saturating_sub(pc)));
            format!("{bytes}bytes nobody printed")
        }
        Detail::Host(input) => input_text(input),
        Detail::HostRead(csr, word) => format!("read {} → {}", Reg::named(csr), short(word)),
        Detail::Landed(landing) => landed(landing),
    };
    if text.is_empty() { here.map_or(String::new(), |row| row.printed.to_owned()) } else { text }
}

fn plain(row: &Row) -> String {
    if let Act::Jump(target) = row.act {
        return format!("to {:#x}", target.pc);
    }
    if row.act == Act::JumpTable { "to the handler".to_owned() } else { row.printed.to_owned() }
}

fn decided(row: &Row, taken: bool) -> String {
    match (row.act, taken) {
        (Act::Branch { target, .. }, true) => format!("taken, to {:#x}", target.pc),
        (_, true) => "taken".to_owned(),
        (_, false) => "not taken".to_owned(),
    }
}

/// A word without leading zeros.
fn short(word: Word) -> String {
    word.value().map_or("unknown".to_owned(), |v| if v < 10 { v.to_string() } else { format!("{v:#x}") })
}

/// The name of an opcode, or its number.
fn opcode_name(opcode: u32) -> String {
    OPCODES
        .iter()
        .find(|o| o.opcode == opcode)
        .and_then(|o| o.name)
        .map_or(format!("opcode {opcode:#x}"), |n| format!("{n} ({opcode:#x})"))
}

/// A firmware string with its values in place; `?` where a value is not known.
pub(crate) fn log_text(format: &str, words: [Word; 3]) -> String {
    let mut out = String::new();
    let mut words = words.into_iter();
    let mut rest = format;
    while let Some((before, after)) = rest.split_once('%') {
        out.push_str(before);
        let width = after.find(|c: char| !c.is_ascii_lowercase() || "dxus".contains(c)).map_or(after.len(), |i| i + 1);
        let kind = after.get(..width).unwrap_or("");
        match words.next().and_then(Word::value) {
            Some(value) if kind.ends_with('x') => out.push_str(&format!("{value:x}")),
            Some(value) => out.push_str(&value.to_string()),
            None => out.push('?'),
        }
        rest = after.get(width..).unwrap_or("");
    }
    out + rest
}

/// What the host did, as the command that does it.
pub fn input_text(input: Input) -> String {
    match input {
        Input::Reset => Command::Reset,
        Input::Write { csr, value } => Command::Write(Reg::named(csr), value),
        Input::Read { csr } => Command::Read(Reg::named(csr)),
        Input::Pc(pc) => Command::Pc(pc),
        Input::Remote { index, value } => Command::Remote(index, value),
        Input::Queue(Item::Word { opcode, sync }) => Command::Queue { opcode, sync },
        Input::Queue(Item::Drain) => Command::Drain,
        Input::Surprise(bits) => Command::Surprise(bits),
        Input::Fault(fault) => Command::Fault(fault),
        Input::Ring { lines, count } => Command::Ring(lines, count),
        Input::Thunk { addr, to } => Command::Thunk(addr, to),
        Input::Poke { addr, value } => Command::Poke(addr, value),
        Input::Setup { direction, engine, queue, base, length } => {
            Command::Setup { direction, engine, queue, base, length }
        }
        Input::Consume { count, engine } => Command::Consume(count, engine),
        Input::Rate { count, engine } => Command::Rate(count, engine),
        Input::Marker { key, count } => Command::Driver(Drive::Marker { key, count }),
        Input::Wait { tpb, index, target } => Command::Driver(Drive::Wait { tpb, index, target }),
        Input::Trigger(signal) => Command::Trigger(signal),
    }
    .to_string()
}

fn landed(landing: Landing) -> String {
    let Landing { addr, value, heard, event } = landing;
    if let Some(slot) = event {
        let window = EVENT_WINDOWS.get(usize::from(slot.window)).map_or("event", |w| w.name);
        return format!("{addr:#014x} ← {value:#x}: {window}[{}] of TPB_{}", slot.index, slot.tpb);
    }
    match heard {
        None => format!("{addr:#014x} ← {value:#x}: no register that the model follows"),
        Some(heard) => format!("{addr:#014x} ← {value:#x}: {}", heard_by(heard)),
    }
}

fn heard_by(heard: Heard) -> String {
    let name = seqbell_core::facts::udma_reg_at(heard.direction, heard.offset)
        .map_or(format!("+{:#x}", heard.offset), |r| r.name.to_owned());
    let engines = match (heard.broadcast, heard.mask.count_ones()) {
        (false, _) => format!("engine {}", heard.first),
        (true, n) => format!("{n} of engines {}..{}", heard.first, heard.first + 15),
    };
    format!("{} queue {} {name}, {engines}", direction_name(heard.direction), heard.queue)
}
