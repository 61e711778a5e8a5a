//! A host's log, taken in piece by piece: lines are put together, looked at and counted, and the text is forgotten.
//!
//! It reads no file; the worker's program hands it bytes.

use seqbell_script::core::fabric::Behind;
use seqbell_script::core::facts::Generation;
use seqbell_script::core::udma::lint::Severity;
use seqbell_script::core::udma::replay::Verdict;
use seqbell_script::trace::{Access, Analyst, BellKey, BellTotal, Entry, Options, What};

use crate::protocol::{Log, Remark};
use crate::view::bell::direction_name;

/// Bytes that a browser reads at most; the command line reads logs of any size.
pub const BYTES_MAX: u32 = 256 << 20;
/// Bytes of a line at most.
const LINE_MAX: usize = 4096;
/// Lines of one kind that are kept with their numbers.
const FIRST: usize = 8;
/// Rings that are listed.
const RINGS_MAX: usize = 64;

/// A log on its way in.
pub struct Intake {
    analyst: Analyst,
    rest: Vec<u8>,
    departures: Vec<Remark>,
    findings: Vec<Remark>,
    bad: Vec<Remark>,
}

impl Intake {
    /// Nothing has come in yet.
    pub fn new(generation: Generation) -> Self {
        let options = Options { generation, bar0: None, lint: true, replay: true };
        let analyst = Analyst::new(options);
        Self { analyst, rest: Vec::new(), departures: Vec::new(), findings: Vec::new(), bad: Vec::new() }
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
        match entry.what {
            What::Bad(why) => keep(&mut self.bad, entry.line, why),
            What::Access(access) => self.access(entry.line, access),
            What::Nothing | What::Record(..) => {}
        }
    }

    fn access(&mut self, line: u64, access: Access) {
        for finding in access.findings.into_iter().filter(|finding| finding.severity == Severity::Wrong) {
            keep(&mut self.findings, line, finding.why);
        }
        match access.verdict {
            Some(Verdict::Departs(why)) => keep(&mut self.departures, line, why),
            Some(Verdict::Agrees | Verdict::Taken(_) | Verdict::Silent) | None => {}
        }
    }

    /// What it came to.
    pub fn finish(self, name: String, cut: bool) -> Log {
        let totals = self.analyst.totals();
        let counts = [
            ("lines", totals.lines),
            ("writes", totals.writes),
            ("reads", totals.reads),
            ("elsewhere", totals.elsewhere),
            ("doorbells", totals.bells),
            ("groups", totals.groups),
            ("departures", totals.departures),
            ("against a rule", totals.wrong),
            ("bad lines", totals.bad),
        ];
        Log {
            name,
            cut,
            counts: counts.map(|(name, count)| (name.to_owned(), count)).to_vec(),
            rings: self.analyst.bells().iter().take(RINGS_MAX).map(|(key, total)| ring(key, total)).collect(),
            departures: self.departures,
            findings: self.findings,
            bad: self.bad,
        }
    }
}

fn keep(list: &mut Vec<Remark>, line: u64, why: impl Into<String>) {
    if list.len() < FIRST {
        list.push((line, why.into()));
    }
}

fn ring(key: &BellKey, total: &BellTotal) -> (String, String) {
    let behind = match key.behind {
        Behind::Engine(engine) => format!("engine {engine}"),
        Behind::Group(group) => format!("group {group}"),
    };
    let device = if key.device == 0 { String::new() } else { format!("device {} ", key.device) };
    let BellTotal { bells, descriptors, first_line, last_line } = total;
    (
        format!("{device}{behind} {} queue {}", direction_name(key.direction), key.queue),
        format!("{bells} doorbells, {descriptors} descriptors, lines {first_line} to {last_line}"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three doorbells in two groups, and two lines that are none. Addresses: the window of group 1, M2S, queues 3 and 4.
    const LOG: &str = "0x001003084038 6\n0x001003085038 2\nnonsense\n0x001003084000 1\n0x001003084038 0x1\nR 3 1.0\n";

    fn count(log: &Log, name: &str) -> u64 {
        log.counts.iter().find(|(known, _)| known == name).unwrap().1
    }

    fn taken(log: &[u8], piece: usize) -> Log {
        let mut intake = Intake::new(Generation::Cayman);
        log.chunks(piece).for_each(|bytes| intake.take(bytes));
        intake.end();
        intake.finish("log.txt".into(), false)
    }

    #[test]
    fn it_does_not_matter_where_the_pieces_end() {
        let whole = taken(LOG.as_bytes(), LOG.len());
        let counts = ["lines", "writes", "doorbells", "groups"].map(|name| count(&whole, name));
        assert_eq!(counts, [6, 4, 3, 2]);
        let lines: Vec<u64> = whole.bad.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [3, 6]);
        let rings: Vec<_> = whole.rings.iter().map(|(ring, what)| format!("{ring}: {what}")).collect();
        assert_eq!(
            rings,
            [
                "group 1 M2S queue 3: 2 doorbells, 7 descriptors, lines 1 to 5",
                "group 1 M2S queue 4: 1 doorbells, 2 descriptors, lines 2 to 2",
            ]
        );
        for piece in [1, 7, 16] {
            assert_eq!(taken(LOG.as_bytes(), piece), whole);
        }
    }

    #[test]
    fn what_is_no_text_is_a_bad_line_and_the_rest_goes_on() {
        let mut log = vec![0xff, 0xfe, b'\n'];
        log.extend(vec![b'x'; 3 * LINE_MAX]);
        log.extend(b"\r\n0x001003084038 6\r\n0x001003084038 1");
        let log = taken(&log, 1000);
        assert_eq!(["bad lines", "doorbells", "lines"].map(|name| count(&log, name)), [2, 2, 4]);
    }
}
