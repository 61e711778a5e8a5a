//! From a line to a command. Errors name the column, what is wrong and what would be right.

mod condition;
mod dma;
mod hint;
mod thunk;

use condition::{close, condition, term};
use hint::{instead, near, with_example};

use crate::command::LIMIT;
use crate::cond::Term;
use crate::lex::{self, Reader, Token, tokens};
use crate::{Command, Cond, Reg, ScriptError};
use seqbell_core::bus;
use seqbell_core::fabric::{Direction, Reach};
use seqbell_core::facts::{Generation, SURPRISE_BITS, Switch};
use seqbell_core::{Fault, Lines};

/// A line has at most so many characters.
const LINE_MAX: usize = 4096;

/// Every verb but `note`.
pub(crate) const VERBS: [&str; 33] = [
    "generation",
    "assume",
    "reset",
    "write",
    "read",
    "pc",
    "remote",
    "queue",
    "surprise",
    "drain",
    "fault",
    "step",
    "over",
    "out",
    "back",
    "forth",
    "undo",
    "redo",
    "run",
    "until",
    "break",
    "clear",
    "branch",
    "ring",
    "thunk",
    "poke",
    "setup",
    "consume",
    "rate",
    "trigger",
    "driver",
    "expect",
    "refused",
];

/// Every command of a script, with its line number.
///
/// # Errors
/// The first line that is not understood.
pub fn parse_script(text: &str) -> Result<Vec<(usize, Command)>, ScriptError> {
    let mut commands = Vec::new();
    for (n, line) in text.lines().enumerate() {
        if let Some(command) = parse_line(line).map_err(|e| e.at_line(n + 1))? {
            commands.push((n + 1, command));
        }
    }
    Ok(commands)
}

/// One line; nothing if it is blank or a comment.
///
/// # Errors
/// What is wrong with it, in line 1.
pub fn parse_line(line: &str) -> Result<Option<Command>, ScriptError> {
    if line.chars().count() > LINE_MAX {
        return Err(ScriptError::new(LINE_MAX, "the line is too long", format!("at most {LINE_MAX} characters")));
    }
    let tokens = tokens(line);
    let Some(first) = tokens.first() else { return Ok(None) };
    if first.text.eq_ignore_ascii_case("note") {
        let rest: String = line.chars().skip(first.column - 1 + first.text.chars().count()).collect();
        return Ok(Some(Command::Note(rest.trim().to_owned())));
    }
    let mut reader = Reader::new(&tokens);
    command(&mut reader, 0).map(Some)
}

/// A condition on its own.
///
/// # Errors
/// What is wrong with it, in line 1.
pub fn parse_condition(text: &str) -> Result<Cond, ScriptError> {
    let tokens = tokens(text);
    let mut reader = Reader::new(&tokens);
    let cond = condition(&mut reader, 0)?;
    reader.done("a condition ends here; join two with `and` or `or`")?;
    Ok(cond)
}

/// What a condition can be about, on its own: `state`, a register, `tail(m2s, engine=0, queue=1)`.
///
/// # Errors
/// What is wrong with it, in line 1.
pub fn parse_term(text: &str) -> Result<Term, ScriptError> {
    let tokens = tokens(text);
    let mut reader = Reader::new(&tokens);
    let term = term(&mut reader)?;
    reader.done("one thing at a time")?;
    Ok(term)
}

fn command(r: &mut Reader, depth: usize) -> Result<Command, ScriptError> {
    let verb = r.need("a command", &verbs())?;
    let name = verb.text.to_ascii_lowercase();
    operands(r, verb, &name, depth).map_err(|error| with_example(error, &name))
}

/// What follows a verb.
fn operands(r: &mut Reader, verb: &Token, name: &str, depth: usize) -> Result<Command, ScriptError> {
    let command = match name {
        "generation" => Command::Generation(generation(r)?),
        "assume" => assume(r)?,
        "reset" => Command::Reset,
        "write" => Command::Write(register(r)?, word(r, "value")?),
        "read" => Command::Read(register(r)?),
        "pc" => Command::Pc(r.number("pc", u64::MAX)?),
        "remote" => Command::Remote(small(r, "remote index", 38)?, word(r, "value")?),
        "queue" => queue(r)?,
        "surprise" => Command::Surprise(surprise(r)?),
        "drain" => Command::Drain,
        "fault" => Command::Fault(fault(r)?),
        "step" => Command::Step(count(r, 1)?),
        "over" => Command::Over,
        "out" => Command::Out,
        "back" => Command::Back(count(r, 1)?),
        "forth" => Command::Forth(count(r, 1)?),
        "undo" => Command::Undo,
        "redo" => Command::Redo,
        "run" => Command::Run(count(r, LIMIT)?),
        "until" => until(r)?,
        "break" => Command::Break(condition(r, 0)?),
        "clear" => Command::Clear(if r.peek().is_some() { Some(condition(r, 0)?) } else { None }),
        "branch" => Command::Branch(branch_name(r)?),
        "ring" => ring(r)?,
        "thunk" => thunk::thunk(r)?,
        "poke" => Command::Poke(r.number("address", (1 << 48) - 1)?, word(r, "value")?),
        "setup" => setup(r)?,
        "consume" => consume(r)?,
        "rate" => dma::rate(r)?,
        "trigger" => Command::Trigger(dma::signal(r)?),
        "driver" => dma::driver(r)?,
        "expect" => Command::Expect(condition(r, 0)?),
        "refused" if depth == 0 => Command::Refused(Box::new(refused(r)?)),
        _ => {
            return Err(ScriptError::new(
                verb.column,
                format!("`{}` is not a command", verb.text),
                instead(name).map_or_else(|| near(name, &VERBS, &verbs()), str::to_owned),
            ));
        }
    };
    r.done("one command a line; `#` starts a comment")?;
    Ok(command)
}

fn verbs() -> String {
    format!("commands are {} and note", VERBS.join(", "))
}

/// A command that a machine can refuse: not a check, and not another `refused`.
fn refused(r: &mut Reader) -> Result<Command, ScriptError> {
    let column = r.column();
    let command = command(r, 1)?;
    let never = matches!(
        command,
        Command::Expect(_)
            | Command::Refused(_)
            | Command::Note(_)
            | Command::Until(..)
            | Command::Break(_)
            | Command::Clear(_)
            | Command::Branch(_)
    );
    if never {
        return Err(ScriptError::new(
            column,
            "this command is never refused",
            "for example: refused write intr_info 1",
        ));
    }
    Ok(command)
}

fn generation(r: &mut Reader) -> Result<Generation, ScriptError> {
    let names = Generation::ALL.map(Generation::token).join(", ");
    let token = r.need("the name of a generation", &names)?;
    Generation::parse(&token.text)
        .ok_or_else(|| ScriptError::new(token.column, format!("`{}` is not a generation", token.text), names))
}

fn assume(r: &mut Reader) -> Result<Command, ScriptError> {
    let names: Vec<&str> = Switch::ALL.iter().map(|s| s.name()).collect();
    let all = format!("switches are {}", names.join(", "));
    let token = r.need("the name of a switch", &all)?;
    let wrong =
        || ScriptError::new(token.column, format!("`{}` is not a switch", token.text), near(&token.text, &names, &all));
    let switch = Switch::parse(&token.text).ok_or_else(wrong)?;
    let options: Vec<&str> = switch.fact().options.iter().map(|o| o.token).collect();
    let hint = format!("{} takes {}", switch.name(), options.join(", "));
    let token = r.need("an option", &hint)?;
    let option = switch
        .option(&token.text)
        .ok_or_else(|| ScriptError::new(token.column, format!("`{}` is not an option", token.text), hint))?;
    Ok(Command::Assume(switch, option))
}

fn register(r: &mut Reader) -> Result<Reg, ScriptError> {
    let token = r.need("a register", "a name such as start_ctrl, run_state or lr[3], or an address in the aperture")?;
    named_register(token)
}

fn named_register(token: &Token) -> Result<Reg, ScriptError> {
    if token.text.starts_with(|c: char| c.is_ascii_digit()) {
        let hint = "an address of the device-local aperture, 32 bits; 48-bit SoC addresses are for `poke`";
        let addr =
            lex::number(&token.text, u64::from(u32::MAX)).map_err(|m| ScriptError::new(token.column, m, hint))?;
        return Ok(Reg::at(addr as u32));
    }
    bus::find(&token.text).map(Reg::named).map_err(|refused| {
        ScriptError::new(
            token.column,
            refused.to_string(),
            "registers are named as in start_ctrl, nx.run_state, lr[3], hw_decode.control, window[2].control",
        )
    })
}

fn word(r: &mut Reader, what: &str) -> Result<u32, ScriptError> {
    Ok(r.number(what, u64::from(u32::MAX))? as u32)
}

fn small(r: &mut Reader, what: &str, max: u8) -> Result<u8, ScriptError> {
    Ok(r.number(what, u64::from(max))? as u8)
}

/// A count, or the usual one where the line ends.
fn count(r: &mut Reader, usual: u64) -> Result<u64, ScriptError> {
    if r.peek().is_some() { r.number("count", 1 << 40) } else { Ok(usual) }
}

/// `key=` in front of a value.
fn key(r: &mut Reader, name: &str) -> bool {
    let hit = r.peek().is_some_and(|t| t.eq_ignore_ascii_case(name)) && r.peek_second() == Some("=");
    if hit {
        r.next();
        r.next();
    }
    hit
}

fn need_key(r: &mut Reader, name: &str, hint: &str) -> Result<(), ScriptError> {
    let column = r.column();
    if key(r, name) { Ok(()) } else { Err(ScriptError::new(column, format!("`{name}=` is missing"), hint)) }
}

fn queue(r: &mut Reader) -> Result<Command, ScriptError> {
    let opcode = word(r, "opcode")?;
    let sync = if key(r, "sync") { word(r, "sync index")? } else { 0 };
    Ok(Command::Queue { opcode, sync })
}

fn surprise(r: &mut Reader) -> Result<u32, ScriptError> {
    let names: Vec<&str> = SURPRISE_BITS.iter().map(|b| b.name).collect();
    let hint = format!("a name ({}) or a word", names.join(", "));
    let token = r.need("a surprise", &hint)?;
    if let Some(bit) = SURPRISE_BITS.iter().find(|b| b.name.eq_ignore_ascii_case(&token.text)) {
        return Ok(1 << bit.bit);
    }
    lex::number(&token.text, u64::from(u32::MAX)).map(|v| v as u32).map_err(|m| ScriptError::new(token.column, m, hint))
}

fn fault(r: &mut Reader) -> Result<Fault, ScriptError> {
    let names = Fault::NAMES;
    let hint = format!("faults are {}", names.join(", "));
    let token = r.need("the name of a fault", &hint)?;
    let fault = match token.text.to_ascii_lowercase().as_str() {
        "bad-opcode" => Fault::BadOpcode,
        "illegal-instruction" => Fault::IllegalInstruction,
        "out-of-bounds" => Fault::OutOfBounds,
        "divide-by-zero" => Fault::DivideByZero,
        "floating-point" => Fault::FloatingPoint,
        "assert" => Fault::Assert,
        "signal" => {
            // SIGSEGV is what a wild access raises: the usual one.
            Fault::Signal(if r.peek().is_some() { small(r, "signal", u8::MAX)? } else { 11 })
        }
        other => {
            return Err(ScriptError::new(
                token.column,
                format!("`{}` is not a fault", token.text),
                near(other, &names, &hint),
            ));
        }
    };
    Ok(fault)
}

/// The name of a branch: letters, digits, `-` and `_`.
fn branch_name(r: &mut Reader) -> Result<Option<String>, ScriptError> {
    const NAME_MAX: usize = 40;
    let Some(token) = r.next() else { return Ok(None) };
    let plain = token.text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if plain && token.text.len() <= NAME_MAX {
        return Ok(Some(token.text.to_ascii_lowercase()));
    }
    Err(ScriptError::new(
        token.column,
        format!("`{}` cannot name a branch", token.text),
        format!("letters, digits, - and _, at most {NAME_MAX}"),
    ))
}

fn until(r: &mut Reader) -> Result<Command, ScriptError> {
    let cond = condition(r, 0)?;
    let max = if r.take("max") { r.number("max", 1 << 40)? } else { LIMIT };
    Ok(Command::Until(cond, max))
}

fn direction(r: &mut Reader) -> Result<Direction, ScriptError> {
    let token = r.need("a direction", "m2s or s2m")?;
    match token.text.to_ascii_lowercase().as_str() {
        "m2s" => Ok(Direction::M2s),
        "s2m" => Ok(Direction::S2m),
        _ => Err(ScriptError::new(token.column, format!("`{}` is not a direction", token.text), "m2s or s2m")),
    }
}

fn ring(r: &mut Reader) -> Result<Command, ScriptError> {
    let direction = direction(r)?;
    let (lines, count) = lines(r, direction, "ring m2s|s2m (group=G [bitmap=MASK] | engine=E) queue=Q count=N")?;
    Ok(Command::Ring(lines, count))
}

/// The rings behind a direction, and the count.
fn lines(r: &mut Reader, direction: Direction, hint: &str) -> Result<(Lines, u32), ScriptError> {
    let reach = if key(r, "group") {
        let group = small(r, "group", 7)?;
        let mask = if key(r, "bitmap") { r.number("bitmap", u64::from(u16::MAX))? as u16 } else { u16::MAX };
        Reach::Group { group, mask }
    } else {
        need_key(r, "engine", hint)?;
        Reach::Engine(r.number("engine", 131)? as u16)
    };
    need_key(r, "queue", hint)?;
    let queue = small(r, "queue", 15)?;
    need_key(r, "count", hint)?;
    let count = word(r, "count")?;
    if r.peek().is_some_and(|text| text.eq_ignore_ascii_case("bitmap")) {
        return Err(ScriptError::new(r.column(), "`bitmap` stands right behind `group=G`", hint));
    }
    Ok((Lines { direction, queue, reach }, count))
}

fn setup(r: &mut Reader) -> Result<Command, ScriptError> {
    let hint = "setup m2s|s2m engine=E queue=Q base=ADDR length=N";
    let direction = direction(r)?;
    need_key(r, "engine", hint)?;
    let engine = r.number("engine", 131)? as u16;
    need_key(r, "queue", hint)?;
    let queue = small(r, "queue", 15)?;
    need_key(r, "base", hint)?;
    let base = r.number("base", u64::MAX)?;
    need_key(r, "length", hint)?;
    Ok(Command::Setup { direction, engine, queue, base, length: word(r, "length")? })
}

fn consume(r: &mut Reader) -> Result<Command, ScriptError> {
    let count = word(r, "count")?;
    let engine = if key(r, "engine") { Some(r.number("engine", 131)? as u16) } else { None };
    Ok(Command::Consume(count, engine))
}
