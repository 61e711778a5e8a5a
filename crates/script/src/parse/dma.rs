//! `rate`, `trigger`, `driver`, and the conditions that look at semaphores and triggers.

use super::{close, direction, key, lines, near, need_key, small, word};
use crate::cond::Term;
use crate::drive::Drive;
use crate::lex::Reader;
use crate::{Command, ScriptError};
use seqbell_core::udma::RingKey;
use seqbell_core::udma::control::Signal;
use seqbell_core::udma::driver::Order;

/// What follows `rate`.
pub(super) fn rate(r: &mut Reader) -> Result<Command, ScriptError> {
    let count = word(r, "count")?;
    let engine = if key(r, "engine") { Some(r.number("engine", 131)? as u16) } else { None };
    Ok(Command::Rate(count, engine))
}

/// The name of a trigger.
pub(super) fn signal(r: &mut Reader) -> Result<Signal, ScriptError> {
    let names = Signal::ALL.map(Signal::name);
    let hint = format!("triggers are {}", names.join(", "));
    let token = r.need("a trigger", &hint)?;
    Signal::parse(&token.text).ok_or_else(|| {
        let message = format!("`{}` is not a trigger", token.text);
        ScriptError::new(token.column, message, near(&token.text, &names, &hint))
    })
}

/// What follows `driver`.
pub(super) fn driver(r: &mut Reader) -> Result<Command, ScriptError> {
    let all = format!("driver takes {}", Drive::NAMES.join(", "));
    let token = r.need("an order", &all)?;
    let name = token.text.to_ascii_lowercase();
    let drive = match name.as_str() {
        "setup" => {
            let hint = "driver setup m2s|s2m engine=E queue=Q base=ADDR length=N";
            let key = ring(r, hint)?;
            let base = keyed(r, "base", u64::MAX, hint)?;
            Drive::Order(Order::Setup { key, base, length: keyed(r, "length", u64::from(u32::MAX), hint)? as u32 })
        }
        "ring" => {
            let hint = "driver ring m2s|s2m (group=G [bitmap=MASK] | engine=E) queue=Q count=N";
            let direction = direction(r)?;
            let (lines, count) = lines(r, direction, hint)?;
            Drive::Order(Order::Ring { lines, count })
        }
        "copy" => {
            let hint = "driver copy engine=E queue=Q bytes=N";
            let engine = keyed(r, "engine", 131, hint)? as u16;
            let queue = keyed(r, "queue", 15, hint)? as u8;
            Drive::Order(Order::Copy { engine, queue, bytes: keyed(r, "bytes", u64::MAX, hint)? })
        }
        "pause" => Drive::Order(Order::Pause(ring(r, "driver pause m2s|s2m engine=E queue=Q")?)),
        "resume" => Drive::Order(Order::Resume(ring(r, "driver resume m2s|s2m engine=E queue=Q")?)),
        "reset" => Drive::Order(Order::Reset(ring(r, "driver reset m2s|s2m engine=E queue=Q")?)),
        "marker" => {
            let hint = "driver marker m2s|s2m engine=E queue=Q count=N";
            Drive::Marker { key: ring(r, hint)?, count: keyed(r, "count", u64::from(u32::MAX), hint)? as u32 }
        }
        "wait" => {
            let hint = "driver wait tpb=T semaphore=I target=N";
            let tpb = keyed(r, "tpb", 7, hint)? as u8;
            let index = keyed(r, "semaphore", 255, hint)? as u8;
            Drive::Wait { tpb, index, target: keyed(r, "target", u64::from(u32::MAX), hint)? as u32 }
        }
        other => {
            let message = format!("`{}` is nothing the driver does", token.text);
            return Err(ScriptError::new(token.column, message, near(other, &Drive::NAMES, &all)));
        }
    };
    Ok(Command::Driver(drive))
}

fn keyed(r: &mut Reader, name: &str, max: u64, hint: &str) -> Result<u64, ScriptError> {
    need_key(r, name, hint)?;
    r.number(name, max)
}

fn ring(r: &mut Reader, hint: &str) -> Result<RingKey, ScriptError> {
    let direction = direction(r)?;
    let engine = keyed(r, "engine", 131, hint)? as u16;
    Ok(RingKey { engine, direction, queue: keyed(r, "queue", 15, hint)? as u8 })
}

/// `semaphore(tpb=T, index=I)`, `event(tpb=T, index=I)` or `trigger(NAME)`, behind its name; none for other names.
pub(super) fn term(r: &mut Reader, name: &str) -> Result<Option<Term>, ScriptError> {
    if !matches!(name, "semaphore" | "event" | "trigger") || r.peek() != Some("(") {
        return Ok(None);
    }
    r.take("(");
    let term = if name == "trigger" {
        Term::Trigger(signal(r)?)
    } else {
        let hint = "for example semaphore(tpb=0, index=3)";
        let tpb = keyed(r, "tpb", 7, hint)? as u8;
        r.take(",");
        let index = small(r_key(r, hint)?, "index", u8::MAX)?;
        if name == "event" { Term::Event(tpb, index) } else { Term::Semaphore(tpb, index) }
    };
    close(r)?;
    Ok(Some(term))
}

/// Passes `index=`.
fn r_key<'r, 't>(r: &'r mut Reader<'t>, hint: &str) -> Result<&'r mut Reader<'t>, ScriptError> {
    need_key(r, "index", hint)?;
    Ok(r)
}

#[cfg(test)]
mod tests {
    use crate::parse_line;

    #[test]
    fn what_is_printed_reads_as_the_same() {
        for line in [
            "rate 3",
            "rate 0 engine=5",
            "trigger start",
            "driver setup m2s engine=1 queue=2 base=0x10000 length=64",
            "driver ring s2m engine=1 queue=2 count=5",
            "driver ring m2s group=1 bitmap=0x3 queue=2 count=5",
            "driver copy engine=128 queue=0 bytes=65537",
            "driver pause m2s engine=0 queue=0",
            "driver resume s2m engine=0 queue=0",
            "driver reset m2s engine=131 queue=15",
            "driver marker m2s engine=0 queue=0 count=1",
            "driver wait tpb=7 semaphore=255 target=2",
            "expect semaphore(tpb=0, index=3) == 2",
            "expect event(tpb=1, index=0) == 1",
            "expect trigger(start) == unknown",
            "expect done(m2s, engine=0, queue=1) == 1",
        ] {
            let command = parse_line(line).unwrap().unwrap();
            assert_eq!(command.to_string(), line);
        }
    }

    #[test]
    fn errors_point_and_hint() {
        let hint = |line: &str| parse_line(line).unwrap_err().hint;
        assert_eq!(hint("trigger strat"), "did you mean `start`?");
        assert!(hint("driver").starts_with("driver takes setup"));
        assert_eq!(
            hint("driver setup m2s engine=1 queue=2 length=64"),
            "driver setup m2s|s2m engine=E queue=Q base=ADDR length=N; for example: driver ring m2s engine=0 queue=1 count=4"
        );
        assert!(hint("expect trigger(go) == 1").starts_with("triggers are"));
    }

    #[test]
    fn a_bitmap_at_the_end_is_told_where_it_belongs() {
        let wrong = crate::parse_line("ring m2s group=0 queue=0 count=1 bitmap=0x8001").unwrap_err();
        assert_eq!(wrong.message, "`bitmap` stands right behind `group=G`");
        assert_eq!(wrong.column, 34);
        assert!(wrong.hint.contains("group=G [bitmap=MASK]"), "{}", wrong.hint);
    }
}
