//! A host's log, taken in piece by piece: lines are put together, looked at and counted, and the text is forgotten.
//!
//! It reads no file and knows no page; a port hands it bytes, and its summary is a row.

use seqbell_script::core::facts::Generation;
use seqbell_script::core::udma::replay::Verdict;
use seqbell_script::trace::{Analyst, BellKey, BellTotal, Entry, Options, Totals, What};

use crate::view::Text;

/// Bytes that the page reads at most; the command line reads logs of any size.
pub const BYTES_MAX: u32 = 8 << 20;
/// Bytes of a line at most.
const LINE_MAX: usize = 4096;
/// Lines of one kind that are kept with their numbers.
const FIRST: usize = 8;
/// Rings that are listed.
const RINGS_MAX: usize = 64;

/// What a log came to so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Which log: a later one has a higher number.
    pub number: u32,
    /// Name of the file.
    pub name: Text,
    /// Percent that was read, 0 to 100.
    pub percent: u32,
    /// The file is longer than [`BYTES_MAX`]: only its beginning is read.
    pub cut: bool,
    /// Why it could not be read to the end, if it could not.
    pub broken: Option<Text>,
    /// The counts.
    pub totals: Totals,
    /// Doorbells, ring by ring, not more than the page can list.
    pub rings: Vec<(BellKey, BellTotal)>,
    /// The first departures from the model, with their lines.
    pub departures: Vec<(u64, Text)>,
    /// The first lines that were not understood.
    pub bad: Vec<(u64, Text)>,
}

/// A log on its way in.
pub struct Intake {
    analyst: Analyst,
    rest: Vec<u8>,
    departures: Vec<(u64, Text)>,
    bad: Vec<(u64, Text)>,
}

impl Intake {
    /// Nothing has come in yet.
    pub fn new(generation: Generation) -> Self {
        let options = Options { generation, bar0: None, lint: true, replay: true };
        Self { analyst: Analyst::new(options), rest: Vec::new(), departures: Vec::new(), bad: Vec::new() }
    }

    /// Takes the next bytes; what stands behind the last line end waits for more.
    pub fn take(&mut self, bytes: &[u8]) {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            // Of a line without end only so much is kept that it is known to be too long.
            let room = (LINE_MAX + 2).saturating_sub(self.rest.len());
            self.rest.extend(piece.iter().take(room));
            if piece.ends_with(b"\n") {
                self.line();
            }
        }
    }

    /// The log is at its end: what waits is its last line.
    pub fn end(&mut self) {
        if !self.rest.is_empty() {
            self.line();
        }
    }

    fn line(&mut self) {
        let bytes = std::mem::take(&mut self.rest);
        let entry = if bytes.len() > LINE_MAX {
            self.analyst.unreadable("longer than a line of a log can be")
        } else {
            match std::str::from_utf8(&bytes) {
                Ok(text) => self.analyst.line(text.trim_end_matches(['\n', '\r'])),
                Err(_) => self.analyst.unreadable("not text in UTF-8"),
            }
        };
        self.note(entry);
    }

    fn note(&mut self, entry: Entry) {
        let (list, why) = match entry.what {
            What::Bad(why) => (&mut self.bad, why),
            What::Access(access) => match access.verdict {
                Some(Verdict::Departs(why)) => (&mut self.departures, why),
                Some(Verdict::Agrees | Verdict::Taken(_) | Verdict::Silent) | None => return,
            },
            What::Nothing | What::Record(..) => return,
        };
        if list.len() < FIRST {
            list.push((entry.line, why.into()));
        }
    }

    /// What it came to so far; what the caller knows of the file is added to it.
    pub fn summary(&self) -> Summary {
        Summary {
            number: 0,
            name: Text::default(),
            percent: 0,
            cut: false,
            broken: None,
            totals: self.analyst.totals(),
            rings: self.analyst.bells().iter().take(RINGS_MAX).map(|(key, total)| (*key, *total)).collect(),
            departures: self.departures.clone(),
            bad: self.bad.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three doorbells in two groups, and two lines that are none. Addresses: the window of group 1, M2S, queues 3 and 4.
    const LOG: &str = "0x001003084038 6\n0x001003085038 2\nnonsense\n0x001003084000 1\n0x001003084038 0x1\nR 3 1.0\n";

    fn taken(log: &[u8], piece: usize) -> Summary {
        let mut intake = Intake::new(Generation::Cayman);
        log.chunks(piece).for_each(|bytes| intake.take(bytes));
        intake.end();
        intake.summary()
    }

    #[test]
    fn it_does_not_matter_where_the_pieces_end() {
        let whole = taken(LOG.as_bytes(), LOG.len());
        assert_eq!((whole.totals.lines, whole.totals.writes, whole.totals.bells, whole.totals.groups), (6, 4, 3, 2));
        let lines: Vec<u64> = whole.bad.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [3, 6]);
        let rings: Vec<_> =
            whole.rings.iter().map(|(key, total)| (key.queue, total.bells, total.descriptors)).collect();
        assert_eq!(rings, [(3, 2, 7), (4, 1, 2)]);
        for piece in [1, 7, 16] {
            assert_eq!(taken(LOG.as_bytes(), piece), whole);
        }
    }

    #[test]
    fn what_is_no_text_is_a_bad_line_and_the_rest_goes_on() {
        let mut log = vec![0xff, 0xfe, b'\n'];
        log.extend(vec![b'x'; 3 * LINE_MAX]);
        log.extend(b"\r\n0x001003084038 6\r\n0x001003084038 1");
        let summary = taken(&log, 1000);
        assert_eq!((summary.totals.bad, summary.totals.bells, summary.totals.lines), (2, 2, 4));
    }
}
