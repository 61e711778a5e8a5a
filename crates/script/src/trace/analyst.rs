//! Line by line: decode, group doorbells, lint, replay, count.

use super::mmiotrace::{self, Record, Time};
use seqbell_core::fabric::{self, Behind, Decoded, Direction};
use seqbell_core::facts::{DmaFamily, Generation};
use seqbell_core::udma::lint::{self, Finding, Linter, Severity};
use seqbell_core::udma::replay::{Replay, Verdict};
use seqbell_core::udma::{COUNT_MASK, QueueReg};
use std::collections::BTreeMap;

/// Devices and mappings that are told apart.
const DEVICES_MAX: usize = 64;
const MAPS_MAX: usize = 65_536;
/// Bytes that BAR0 shows (`v3-bar0`: every window lies below).
const BAR0_SPAN: u64 = 1 << 32;
/// The vendor of the devices, and the device ids by family (`arch-ids`).
const VENDOR: u32 = 0x1d0f;
const DEVICE_IDS: [(u32, DmaFamily); 3] =
    [(0x7164, DmaFamily::Sunda), (0x7264, DmaFamily::Sunda), (0x7364, DmaFamily::V3)];

/// How a log is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The generation.
    pub generation: Generation,
    /// Bus address of BAR0; none where the log says so itself, or holds SoC addresses.
    pub bar0: Option<u64>,
    /// Say what a correct driver would not have done.
    pub lint: bool,
    /// Do the writes on a model and compare the reads.
    pub replay: bool,
}

/// Where a doorbell rang.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct BellKey {
    /// Number of the device, 0 where there is only one.
    pub device: usize,
    /// Engine or group.
    pub behind: Behind,
    /// Direction.
    pub direction: Direction,
    /// Queue.
    pub queue: u8,
}

/// A doorbell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bell {
    /// Where.
    pub key: BellKey,
    /// Descriptors announced.
    pub count: u32,
    /// Doorbells without any other access between them share a number, from 1.
    pub group: u64,
}

/// The doorbells of one ring, or of one broadcast window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BellTotal {
    /// How often.
    pub bells: u64,
    /// Descriptors announced in all.
    pub descriptors: u64,
    /// Line of the first.
    pub first_line: u64,
    /// Line of the last.
    pub last_line: u64,
}

/// One access.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Access {
    /// When; plain lines have no time.
    pub time: Option<Time>,
    /// A write.
    pub write: bool,
    /// Bytes.
    pub width: u8,
    /// The address as the log has it.
    pub given: u64,
    /// The SoC address, or why there is none.
    pub soc: Result<u64, String>,
    /// The value.
    pub value: u64,
    /// Number of the device.
    pub device: usize,
    /// The doorbell, if it is one.
    pub bell: Option<Bell>,
    /// What a correct driver would not have done.
    pub findings: Vec<Finding>,
    /// What the replay says.
    pub verdict: Option<Verdict>,
    /// The mapping it goes through is not one of the log.
    pub unmapped: bool,
}

/// What a line was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// Blank, or a comment.
    Nothing,
    /// A line about the log itself, and a remark on it.
    Record(Record, Option<String>),
    /// An access.
    Access(Access),
    /// It was not understood: why.
    Bad(String),
}

/// One line, looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its number, from 1.
    pub line: u64,
    /// What it was.
    pub what: What,
}

/// Counts over the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    /// Lines.
    pub lines: u64,
    /// Reads.
    pub reads: u64,
    /// Writes.
    pub writes: u64,
    /// Accesses that the tracer could not decode.
    pub unknown: u64,
    /// Accesses outside every known register.
    pub elsewhere: u64,
    /// Doorbells.
    pub bells: u64,
    /// Groups of doorbells.
    pub groups: u64,
    /// Findings that a correct driver does not give.
    pub wrong: u64,
    /// Findings worth knowing.
    pub hints: u64,
    /// Departures from the model.
    pub departures: u64,
    /// Accesses that the model agrees with.
    pub agreed: u64,
    /// Lines that were not understood.
    pub bad: u64,
    /// Marks of lost events: what follows one may depart for that reason.
    pub lost: u64,
}

/// A device of the log.
struct Device {
    bar0: Option<u64>,
    linter: Linter,
    replay: Replay,
}

/// Looks at a log.
pub struct Analyst {
    options: Options,
    devices: Vec<Device>,
    maps: BTreeMap<u64, (u64, u64)>,
    mapped: bool,
    bells: BTreeMap<BellKey, BellTotal>,
    ringing: bool,
    totals: Totals,
}

impl Analyst {
    /// An analyst who has seen nothing.
    pub fn new(options: Options) -> Self {
        let device = Device::new(options.generation, options.bar0);
        let (maps, bells) = (BTreeMap::new(), BTreeMap::new());
        Self { options, devices: vec![device], maps, mapped: false, bells, ringing: false, totals: Totals::default() }
    }

    /// The counts so far.
    pub fn totals(&self) -> Totals {
        self.totals
    }

    /// The doorbells so far, ring by ring.
    pub fn bells(&self) -> &BTreeMap<BellKey, BellTotal> {
        &self.bells
    }

    /// Looks at the next line.
    pub fn line(&mut self, text: &str) -> Entry {
        self.entry(mmiotrace::record(text))
    }

    /// The next line cannot be read at all.
    pub fn unreadable(&mut self, why: &str) -> Entry {
        self.entry(Err(why.to_owned()))
    }

    fn entry(&mut self, record: Result<Option<Record>, String>) -> Entry {
        self.totals.lines += 1;
        let line = self.totals.lines;
        let what = match record {
            Ok(None) => What::Nothing,
            Ok(Some(record)) => self.record(line, record),
            Err(why) => {
                self.totals.bad += 1;
                What::Bad(why)
            }
        };
        Entry { line, what }
    }

    fn record(&mut self, line: u64, record: Record) -> What {
        let remark = match &record {
            Record::Access { write, width, time, map, addr, value } => {
                let unmapped =
                    self.mapped && !self.maps.get(map).is_some_and(|(base, length)| within(*addr, *base, *length));
                let access = self.access(line, *addr, *value, (*write, *width), Some(*time));
                return What::Access(Access { unmapped, ..access });
            }
            Record::Pair { addr, value } => {
                return What::Access(self.access(line, *addr, u64::from(*value), (true, 4), None));
            }
            Record::PciDev { id, bar0, size } => self.device(*id, *bar0, *size),
            Record::Map { id, addr, length, .. } => {
                self.mapped = true;
                if self.maps.len() < MAPS_MAX {
                    self.maps.insert(*id, (*addr, *length));
                }
                None
            }
            Record::Unmap { id, .. } => {
                let known = self.maps.remove(id).is_some();
                (!known && self.maps.len() < MAPS_MAX).then(|| format!("mapping {id} was never made in this log"))
            }
            Record::Mark { text, .. } if text.starts_with("Lost ") => {
                self.totals.lost += 1;
                Some("events were lost here: what follows may depart from the model for that reason".to_owned())
            }
            Record::Unknown { .. } => {
                self.totals.unknown += 1;
                None
            }
            Record::Version(_) | Record::Mark { .. } => None,
        };
        What::Record(record, remark)
    }

    /// A PCI device: if it is one of ours, its BAR0 is known from here on.
    fn device(&mut self, id: u32, bar0: u64, size: u64) -> Option<String> {
        let (_, family) = DEVICE_IDS.into_iter().find(|(device, _)| id == VENDOR << 16 | device)?;
        let wanted = fabric::family(self.options.generation).ok();
        if wanted != Some(family) {
            return Some(format!(
                "a device of another family than {}: its accesses are not decoded",
                self.options.generation.label()
            ));
        }
        if self.options.bar0.is_some() {
            return Some("BAR0 was given: the one of the log is not used".to_owned());
        }
        let place = self.devices.len() - usize::from(self.devices.first().is_some_and(|d| d.bar0.is_none()));
        if place >= DEVICES_MAX {
            return Some(format!("more than {DEVICES_MAX} devices: this one is not decoded"));
        }
        let device = Device::new(self.options.generation, Some(bar0));
        match self.devices.first_mut() {
            Some(first) if first.bar0.is_none() => *first = device,
            Some(_) | None => self.devices.push(device),
        }
        Some(format!("device {place}: BAR0 at {bar0:#x}, {size:#x} bytes"))
    }

    fn access(&mut self, line: u64, given: u64, value: u64, (write, width): (bool, u8), time: Option<Time>) -> Access {
        *(if write { &mut self.totals.writes } else { &mut self.totals.reads }) += 1;
        let (device, soc) = self.place(given);
        let mut access = Access {
            time,
            write,
            width,
            given,
            soc,
            value,
            device,
            bell: None,
            findings: Vec::new(),
            verdict: None,
            unmapped: false,
        };
        let Ok(addr) = access.soc else {
            self.ringing = false;
            self.totals.elsewhere += 1;
            return access;
        };
        let g = self.options.generation;
        let what = fabric::decode(g, addr).ok();
        if matches!(what, Some(Decoded::Hole(_)) | None) {
            self.totals.elsewhere += 1;
        }
        // Registers have 32 bits: of a wider access only the low half reaches this one.
        let word = value as u32;
        access.bell = what.and_then(|what| self.bell(line, device, &what, write, word));
        self.ringing = access.bell.is_some();
        let Some(device) = self.devices.get_mut(device) else { return access };
        if self.options.lint {
            access.findings = device.linter.observe(lint::Access { addr, value: word, write, width });
            let wrong = access.findings.iter().filter(|f| f.severity == Severity::Wrong).count() as u64;
            self.totals.wrong += wrong;
            self.totals.hints += access.findings.len() as u64 - wrong;
        }
        if self.options.replay {
            let verdict = if write { device.replay.write(addr, word) } else { device.replay.read(addr, word) };
            match &verdict {
                Verdict::Agrees | Verdict::Taken(_) => self.totals.agreed += 1,
                Verdict::Departs(_) => self.totals.departures += 1,
                Verdict::Silent => {}
            }
            access.verdict = Some(verdict);
        }
        access
    }

    /// The device and the SoC address behind an address of the log.
    fn place(&self, given: u64) -> (usize, Result<u64, String>) {
        for (number, device) in self.devices.iter().enumerate() {
            if let Some(offset) = device.bar0.and_then(|base| given.checked_sub(base)).filter(|o| *o < BAR0_SPAN) {
                return (number, fabric::soc_address(self.options.generation, offset).map_err(|r| r.to_string()));
            }
        }
        (0, Ok(given))
    }

    fn bell(&mut self, line: u64, device: usize, what: &Decoded, write: bool, value: u32) -> Option<Bell> {
        let Decoded::Queue { behind, direction, queue, offset } = what else { return None };
        if !write || QueueReg::at(self.options.generation, *direction, *offset) != Some(QueueReg::TailInc) {
            return None;
        }
        if !self.ringing {
            self.totals.groups += 1;
        }
        let count = value & COUNT_MASK;
        let key = BellKey { device, behind: *behind, direction: *direction, queue: *queue };
        let total =
            self.bells.entry(key).or_insert(BellTotal { bells: 0, descriptors: 0, first_line: line, last_line: line });
        total.bells += 1;
        total.descriptors += u64::from(count);
        total.last_line = line;
        self.totals.bells += 1;
        Some(Bell { key, count, group: self.totals.groups })
    }
}

impl Device {
    fn new(g: Generation, bar0: Option<u64>) -> Self {
        Self { bar0, linter: Linter::new(g), replay: Replay::new(g) }
    }
}

fn within(addr: u64, base: u64, length: u64) -> bool {
    addr.checked_sub(base).is_some_and(|inside| inside < length)
}
