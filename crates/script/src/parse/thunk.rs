//! `thunk`: a name or an address, and perhaps a destination.

use super::{direction, lines, near};
use crate::lex::{self, Reader};
use crate::{Command, ScriptError};
use seqbell_core::fabric::Direction;
use seqbell_core::facts::THUNKS;
use seqbell_core::ncfw::{Destination, Selector, thunk as array};

/// Reads what follows the verb.
pub(super) fn thunk(r: &mut Reader) -> Result<Command, ScriptError> {
    let hint = "thunk ADDRESS|NAME [[m2s|s2m] (group=G [bitmap=MASK] | engine=E) queue=Q count=N]";
    let addr = entry(r)?;
    let given = match r.peek() {
        None => return Ok(Command::Thunk(addr, None)),
        Some(word) => word.eq_ignore_ascii_case("m2s") || word.eq_ignore_ascii_case("s2m"),
    };
    // The formula of the source is that of M2S.
    let direction = if given { direction(r)? } else { Direction::M2s };
    let (lines, count) = lines(r, direction, hint)?;
    Ok(Command::Thunk(addr, Some(Destination { lines, count })))
}

/// The entry of the thunk that is meant. Whether one is there is for the machine to say.
fn entry(r: &mut Reader) -> Result<u32, ScriptError> {
    let hint = "an entry such as 0x3968, or a name: setup.1, group.1.2, bank.40.2, channel.0.out";
    let token = r.need("a thunk", hint)?;
    if token.text.starts_with(|c: char| c.is_ascii_digit()) {
        let addr =
            lex::number(&token.text, u64::from(u32::MAX)).map_err(|m| ScriptError::new(token.column, m, hint))?;
        return Ok(addr as u32);
    }
    array::named(&token.text).map(|thunk| thunk.addr).ok_or_else(|| {
        let names: Vec<String> = THUNKS.iter().map(|thunk| Selector::of(thunk).to_string()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        ScriptError::new(token.column, format!("`{}` is not a thunk", token.text), near(&token.text, &names, hint))
    })
}

#[cfg(test)]
mod tests {
    use crate::parse_line;

    /// The line as it is printed again, which reads as the same command.
    fn printed(line: &str) -> String {
        let command = parse_line(line).unwrap().unwrap();
        let text = command.to_string();
        assert_eq!(parse_line(&text).unwrap().unwrap(), command, "{text}");
        text
    }

    #[test]
    fn what_is_printed_reads_as_the_same() {
        let lines = [
            ("thunk 0x3968", "thunk 0x3968"),
            ("THUNK Channel.0.Out", "thunk 0x3968"),
            ("thunk thunk.0x3724", "thunk 0x3724"),
            ("thunk channel.6.out group=7 queue=15 count=3", "thunk 0x3a28 m2s group=7 queue=15 count=3"),
            (
                "thunk 0x3a28 s2m group=0 bitmap=3 queue=1 count=0x10",
                "thunk 0x3a28 s2m group=0 bitmap=0x3 queue=1 count=16",
            ),
            ("thunk bank.80.4 engine=33 queue=0 count=1", "thunk 0x3808 m2s engine=33 queue=0 count=1"),
        ];
        for (line, text) in lines {
            assert_eq!(printed(line), text);
        }
    }

    #[test]
    fn errors_point_at_the_word() {
        let column = |line: &str| parse_line(line).unwrap_err().column;
        assert_eq!(column("thunk"), 6);
        assert_eq!(column("thunk channel.1.out"), 7);
        assert_eq!(column("thunk 0x1_0000_0000"), 7);
        assert_eq!(column("thunk 0x3968 group=8 queue=0 count=1"), 20);
        assert_eq!(column("thunk 0x3968 queue=0 count=1"), 14);
        assert_eq!(column("thunk 0x3968 m2s group=0 queue=0"), 33);
        let hint = parse_line("thunk chanel.0.out").unwrap_err().hint;
        assert_eq!(hint, "did you mean `channel.0.out`?");
    }
}
