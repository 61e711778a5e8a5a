//! A line as tokens, each with its column.

use crate::ScriptError;

/// A token of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    /// Its text, as written.
    pub(crate) text: String,
    /// Column of its first character, from 1.
    pub(crate) column: usize,
}

/// Characters that stand for themselves; `==`, `!=`, `<=` and `>=` are one token each.
const SYMBOLS: &str = "()=,<>!";

/// Splits a line; a `#` starts a comment.
pub(crate) fn tokens(line: &str) -> Vec<Token> {
    let chars: Vec<char> = line.chars().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = chars.get(at).copied() {
        if c == '#' {
            break;
        }
        if c.is_whitespace() {
            at += 1;
            continue;
        }
        let start = at;
        at += 1;
        if SYMBOLS.contains(c) {
            let pair = chars.get(at) == Some(&'=') && "=!<>".contains(c);
            at += usize::from(pair);
        } else {
            while chars.get(at).is_some_and(|c| !c.is_whitespace() && !SYMBOLS.contains(*c) && *c != '#') {
                at += 1;
            }
        }
        found.push(Token { text: chars[start..at].iter().collect(), column: start + 1 });
    }
    found
}

/// The tokens of a line, read from left to right.
pub(crate) struct Reader<'a> {
    tokens: &'a [Token],
    at: usize,
    end: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(tokens: &'a [Token]) -> Self {
        let end = tokens.last().map_or(1, |t| t.column + t.text.chars().count());
        Self { tokens, at: 0, end }
    }

    /// Column of the next token, or of the end of the line.
    pub(crate) fn column(&self) -> usize {
        self.tokens.get(self.at).map_or(self.end, |t| t.column)
    }

    pub(crate) fn peek(&self) -> Option<&'a str> {
        self.tokens.get(self.at).map(|t| t.text.as_str())
    }

    /// The token after the next one.
    pub(crate) fn peek_second(&self) -> Option<&'a str> {
        self.tokens.get(self.at + 1).map(|t| t.text.as_str())
    }

    pub(crate) fn next(&mut self) -> Option<&'a Token> {
        let token = self.tokens.get(self.at);
        self.at += usize::from(token.is_some());
        token
    }

    /// Takes the next token if it is `text`; case does not matter.
    pub(crate) fn take(&mut self, text: &str) -> bool {
        let hit = self.peek().is_some_and(|t| t.eq_ignore_ascii_case(text));
        self.at += usize::from(hit);
        hit
    }

    /// The next token, or an error that says what was expected.
    pub(crate) fn need(&mut self, what: &str, hint: &str) -> Result<&'a Token, ScriptError> {
        let column = self.column();
        self.next().ok_or_else(|| ScriptError::new(column, format!("{what} is missing"), hint))
    }

    /// An error if anything is left.
    pub(crate) fn done(&self, hint: &str) -> Result<(), ScriptError> {
        match self.peek() {
            None => Ok(()),
            Some(text) => Err(ScriptError::new(self.column(), format!("`{text}` is too much here"), hint)),
        }
    }

    /// A number, decimal or 0x, underscores allowed, at most `max`.
    pub(crate) fn number(&mut self, what: &str, max: u64) -> Result<u64, ScriptError> {
        let hint = format!("a number from 0 to {max:#x}, decimal or 0x");
        let token = self.need(what, &hint)?;
        number(&token.text, max).map_err(|message| ScriptError::new(token.column, format!("{what}: {message}"), hint))
    }
}

/// Reads a number of at most `max`.
pub(crate) fn number(text: &str, max: u64) -> Result<u64, String> {
    let clean = text.replace('_', "");
    let (digits, radix) = match clean.strip_prefix("0x").or_else(|| clean.strip_prefix("0X")) {
        Some(hex) => (hex, 16),
        None => (clean.as_str(), 10),
    };
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return Err(format!("`{text}` is not a number"));
    }
    let value = u64::from_str_radix(digits, radix).map_err(|_| format!("{text} is larger than 64 bits"))?;
    if value > max { Err(format!("{text} is out of range")) } else { Ok(value) }
}
