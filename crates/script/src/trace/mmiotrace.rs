//! Lines of a Linux mmiotrace log (`mmiotrace` of the facts), and plain `ADDRESS VALUE` lines, as records.
//!
//! A line is read on its own: which device an address belongs to is the analyst's business.

use std::fmt;

/// A time stamp, in microseconds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Time(pub u64);

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:06}", self.0 / 1_000_000, self.0 % 1_000_000)
    }
}

/// One line of a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Record {
    /// `VERSION 20070824`
    Version(u64),
    /// `PCIDEV BUSDEVFN VENDORDEVICE IRQ 7 resources 7 sizes DRIVER`
    PciDev {
        /// Vendor in bits 31:16, device in bits 15:0.
        id: u32,
        /// BAR0, flag bits taken off.
        bar0: u64,
        /// Size of BAR0 in bytes.
        size: u64,
    },
    /// `MAP TIME ID ADDRESS VIRTUAL LENGTH PC PID`
    Map {
        /// When.
        time: Time,
        /// Its number.
        id: u64,
        /// First bus address.
        addr: u64,
        /// Bytes.
        length: u64,
    },
    /// `UNMAP TIME ID PC PID`
    Unmap {
        /// When.
        time: Time,
        /// Its number.
        id: u64,
    },
    /// `MARK TIME TEXT`
    Mark {
        /// When.
        time: Time,
        /// The text.
        text: String,
    },
    /// `UNKNOWN TIME ID ADDRESS BYTES PC PID`: an access that the tracer could not decode.
    Unknown {
        /// When.
        time: Time,
        /// The bus address.
        addr: u64,
    },
    /// `R|W WIDTH TIME ID ADDRESS VALUE PC PID`
    Access {
        /// A write.
        write: bool,
        /// Bytes: 1, 2, 4 or 8.
        width: u8,
        /// When.
        time: Time,
        /// Number of the mapping.
        map: u64,
        /// Bus address.
        addr: u64,
        /// Value.
        value: u64,
    },
    /// `ADDRESS VALUE`: a 32-bit write.
    Pair {
        /// The address as it is written.
        addr: u64,
        /// Value.
        value: u32,
    },
}

/// Reads a line; nothing for blank lines and comments.
///
/// # Errors
/// What is wrong with the line, in a sentence.
pub fn record(line: &str) -> Result<Option<Record>, String> {
    let mut words = Words { rest: line.trim(), line };
    let Some(first) = words.next() else { return Ok(None) };
    if first.starts_with('#') {
        return Ok(None);
    }
    let record = match first {
        "R" | "W" => access(first == "W", &mut words)?,
        "VERSION" => Record::Version(words.dec("a version")?),
        "PCIDEV" => pci_device(&mut words)?,
        "MAP" => {
            let (time, id) = (words.time()?, words.dec("a map id")?);
            let addr = words.hex("a bus address")?;
            words.hex("a virtual address")?;
            Record::Map { time, id, addr, length: words.hex("a length")? }
        }
        "UNMAP" => Record::Unmap { time: words.time()?, id: words.dec("a map id")? },
        "MARK" => Record::Mark { time: words.time()?, text: words.rest.trim().to_owned() },
        "UNKNOWN" => {
            let time = words.time()?;
            words.dec("a map id")?;
            Record::Unknown { time, addr: words.hex("a bus address")? }
        }
        _ => return pair(first, &mut words).map(Some),
    };
    Ok(Some(record))
}

fn access(write: bool, words: &mut Words<'_>) -> Result<Record, String> {
    let width = words.dec("a width")?;
    let width = u8::try_from(width).ok().filter(|w| matches!(w, 1 | 2 | 4 | 8));
    let width = width.ok_or_else(|| "a width is 1, 2, 4 or 8 bytes".to_owned())?;
    let (time, map) = (words.time()?, words.dec("a map id")?);
    let (addr, value) = (words.hex("a bus address")?, words.hex("a value")?);
    let record = Record::Access { write, width, time, map, addr, value };
    // The last two columns are not used, but a line without them was cut off, perhaps inside the value.
    words.hex("a program counter")?;
    words.dec("a process id")?;
    Ok(record)
}

fn pci_device(words: &mut Words<'_>) -> Result<Record, String> {
    words.bare_hex("bus, device and function")?;
    let id = words.bare_hex("vendor and device")?;
    let id = u32::try_from(id).map_err(|_| "vendor and device have eight digits".to_owned())?;
    words.bare_hex("an interrupt")?;
    // Six BARs and the ROM: addresses with flag bits, then as many sizes.
    let bar0 = words.bare_hex("BAR0")? & !0xf;
    for _ in 1..7 {
        words.bare_hex("a resource")?;
    }
    Ok(Record::PciDev { id, bar0, size: words.bare_hex("the size of BAR0")? })
}

fn pair(first: &str, words: &mut Words<'_>) -> Result<Record, String> {
    let (first, second) = match first.split_once('=') {
        Some((addr, value)) => (addr, Some(value)),
        None => (first, words.next()),
    };
    let Some(addr) = number(first) else {
        return Err(format!(
            "`{}` begins no line of a log: R, W, MAP, UNMAP, MARK, PCIDEV, UNKNOWN, VERSION or ADDRESS VALUE",
            clip(first)
        ));
    };
    let second = second.ok_or_else(|| "a value is missing behind the address".to_owned())?;
    let value = number(second).ok_or_else(|| format!("`{}` is not a value", clip(second)))?;
    let value = u32::try_from(value).map_err(|_| format!("the value {value:#x} is wider than 32 bits"))?;
    match words.next() {
        None => Ok(Record::Pair { addr, value }),
        Some(more) if more.starts_with('#') => Ok(Record::Pair { addr, value }),
        Some(more) => Err(format!("`{}` is too much behind ADDRESS VALUE", clip(more))),
    }
}

/// Enough of a word to recognise it.
fn clip(word: &str) -> &str {
    word.char_indices().nth(40).map_or(word, |(at, _)| &word[..at])
}

/// A number, decimal or 0x, underscores allowed.
pub fn number(text: &str) -> Option<u64> {
    let hex = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let (digits, radix) = hex.map_or((text, 10), |hex| (hex, 16));
    let plain;
    let digits = if digits.contains('_') {
        plain = digits.replace('_', "");
        plain.as_str()
    } else {
        digits
    };
    if digits.starts_with(['+', '-']) { None } else { u64::from_str_radix(digits, radix).ok() }
}

/// The columns of a line.
struct Words<'a> {
    rest: &'a str,
    line: &'a str,
}

impl<'a> Words<'a> {
    fn next(&mut self) -> Option<&'a str> {
        let rest = self.rest.trim_start();
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        self.rest = after;
        (!word.is_empty()).then_some(word)
    }

    fn need(&mut self, what: &str) -> Result<&'a str, String> {
        let column = self.line.trim_end().chars().count() + 1;
        self.next().ok_or_else(|| format!("the line ends at column {column} where {what} should be"))
    }

    fn dec(&mut self, what: &str) -> Result<u64, String> {
        let word = self.need(what)?;
        word.parse().map_err(|_| format!("`{}` is not {what}", clip(word)))
    }

    fn hex(&mut self, what: &str) -> Result<u64, String> {
        let word = self.need(what)?;
        let digits = word.strip_prefix("0x").ok_or_else(|| format!("`{}` is not {what}: 0x is missing", clip(word)))?;
        bare(digits).ok_or_else(|| format!("`{}` is not {what}", clip(word)))
    }

    fn bare_hex(&mut self, what: &str) -> Result<u64, String> {
        let word = self.need(what)?;
        bare(word).ok_or_else(|| format!("`{}` is not {what}", clip(word)))
    }

    fn time(&mut self) -> Result<Time, String> {
        let word = self.need("a time")?;
        let wrong = || format!("`{}` is not a time: seconds, a point, six digits", clip(word));
        let (seconds, micros) = word.split_once('.').ok_or_else(wrong)?;
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if !digits(seconds) || micros.len() != 6 || !digits(micros) {
            return Err(wrong());
        }
        let seconds: u64 = seconds.parse().map_err(|_| wrong())?;
        let micros: u64 = micros.parse().map_err(|_| wrong())?;
        seconds.checked_mul(1_000_000).and_then(|s| s.checked_add(micros)).map(Time).ok_or_else(wrong)
    }
}

fn bare(digits: &str) -> Option<u64> {
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit());
    plain.then(|| u64::from_str_radix(digits, 16).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_facts() {
        let line = "W 4 12.000345 1 0xe082001038 0x11 0x0 0";
        let time = Time(12_000_345);
        let read = record(line).unwrap().unwrap();
        assert_eq!(read, Record::Access { write: true, width: 4, time, map: 1, addr: 0xe0_8200_1038, value: 0x11 });
        assert_eq!(time.to_string(), "12.000345");
    }

    #[test]
    fn every_kind_of_line() {
        assert_eq!(record("VERSION 20070824").unwrap(), Some(Record::Version(20_070_824)));
        let map = "MAP 1.000001 1 0xe000000000 0xffffc90000000000 0x100000000 0x0 0";
        let wanted = Record::Map { time: Time(1_000_001), id: 1, addr: 0xe0_0000_0000, length: 0x1_0000_0000 };
        assert_eq!(record(map).unwrap(), Some(wanted));
        assert_eq!(record("UNMAP 2.000000 1 0x0 0").unwrap(), Some(Record::Unmap { time: Time(2_000_000), id: 1 }));
        let mark = Record::Mark { time: Time(3_000_000), text: "two words".to_owned() };
        assert_eq!(record("MARK 3.000000 two words").unwrap(), Some(mark));
        let unknown = Record::Unknown { time: Time(4_000_000), addr: 0x10 };
        assert_eq!(record("UNKNOWN 4.000000 1 0x10 0f,b6,00 0x0 0").unwrap(), Some(unknown));
        let device = "PCIDEV 0008 1d0f7364 2a e00000000c 0 0 0 0 0 0 100000000 0 0 0 0 0 0 neuron";
        let wanted = Record::PciDev { id: 0x1d0f_7364, bar0: 0xe0_0000_0000, size: 0x1_0000_0000 };
        assert_eq!(record(device).unwrap(), Some(wanted));
        assert_eq!(record("0x001002001038 17").unwrap(), Some(Record::Pair { addr: 0x10_0200_1038, value: 17 }));
        assert_eq!(record("0x10=0x2").unwrap(), Some(Record::Pair { addr: 0x10, value: 2 }));
        assert_eq!(record("  # a remark").unwrap(), None);
        assert_eq!(record("").unwrap(), None);
    }

    #[test]
    fn a_cut_line_says_where_it_ends() {
        let whole = "W 4 12.000345 1 0xe082001038 0x11 0x0 0";
        for end in 1..whole.len() - 1 {
            assert!(record(&whole[..end]).is_err(), "{}", &whole[..end]);
        }
        assert_eq!(record("W 4 12.000345").unwrap_err(), "the line ends at column 14 where a map id should be");
        for bad in [
            "W 3 1.000000 1 0x0 0x0 0x0 0",
            "R 4 1.5 1 0x0 0x0 0x0 0",
            "R 4 1.000000 1 12 0x0 0x0 0",
            "hello 1",
            "0x10",
            "0x10 0x1ffffffff",
            "0x1 2 3",
            "-1 2",
            "0x+1 2",
        ] {
            assert!(record(bad).is_err(), "{bad}");
        }
    }
}
