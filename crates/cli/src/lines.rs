//! Lines of a stream, one at a time and never more than one in memory. Files may be larger than memory.

use std::io::{self, BufRead};

/// Bytes of the longest line that is looked at.
const LINE_MAX: usize = 64 << 10;

/// A line, or why it cannot be read as text.
pub(crate) enum Line<'a> {
    /// Its text, without the end of the line.
    Text(&'a str),
    /// It is no text, or too long.
    Bad(String),
}

/// Reads lines.
pub(crate) struct Lines<R> {
    from: R,
    buffer: Vec<u8>,
    read: u64,
}

impl<R: BufRead> Lines<R> {
    /// Lines of this stream.
    pub(crate) fn new(from: R) -> Self {
        Self { from, buffer: Vec::new(), read: 0 }
    }

    /// Bytes read so far.
    pub(crate) fn bytes(&self) -> u64 {
        self.read
    }

    /// The next line; none at the end.
    pub(crate) fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        self.buffer.clear();
        let (mut seen, mut total) = (false, 0usize);
        loop {
            let chunk = match self.from.fill_buf() {
                Ok(chunk) => chunk,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                Err(e) => return Err(e),
            };
            if chunk.is_empty() {
                break;
            }
            seen = true;
            let end = chunk.iter().position(|b| *b == b'\n');
            let part = &chunk[..end.unwrap_or(chunk.len())];
            total += part.len();
            let room = LINE_MAX.saturating_sub(self.buffer.len());
            self.buffer.extend_from_slice(&part[..part.len().min(room)]);
            let used = part.len() + usize::from(end.is_some());
            self.from.consume(used);
            self.read += used as u64;
            if end.is_some() {
                break;
            }
        }
        if !seen {
            return Ok(None);
        }
        if total > LINE_MAX {
            return Ok(Some(Line::Bad(format!("a line of {total} bytes: at most {LINE_MAX} are looked at"))));
        }
        let text = self.buffer.strip_suffix(b"\r").unwrap_or(&self.buffer);
        Ok(Some(match std::str::from_utf8(text) {
            Ok(text) => Line::Text(text),
            Err(e) => Line::Bad(format!("no text: byte {} is not UTF-8", e.valid_up_to() + 1)),
        }))
    }
}

impl<R: io::Read> Lines<io::BufReader<R>> {
    /// Nothing more is at hand: the next line may take its time.
    pub(crate) fn drained(&self) -> bool {
        self.from.buffer().is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> Vec<String> {
        let mut lines = Lines::new(io::BufReader::with_capacity(7, bytes));
        let mut found = Vec::new();
        while let Some(line) = lines.next().unwrap() {
            found.push(match line {
                Line::Text(text) => text.to_owned(),
                Line::Bad(why) => format!("! {why}"),
            });
        }
        assert_eq!(lines.bytes(), bytes.len() as u64);
        found
    }

    #[test]
    fn lines_come_whole_whatever_the_buffer() {
        assert_eq!(all(b"one\r\ntwo two two\n\nend"), ["one", "two two two", "", "end"]);
        assert_eq!(all(b""), [""; 0]);
    }

    #[test]
    fn what_is_no_text_is_told_and_passed() {
        assert_eq!(all(b"a\n\xff\xfe\nb\n"), ["a", "! no text: byte 1 is not UTF-8", "b"]);
        let mut long = vec![b'x'; LINE_MAX + 1];
        long.extend(b"\nshort");
        assert_eq!(
            all(&long),
            [format!("! a line of {} bytes: at most {LINE_MAX} are looked at", LINE_MAX + 1), "short".to_owned()]
        );
    }
}
