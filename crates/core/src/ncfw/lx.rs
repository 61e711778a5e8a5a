//! Scalar decoding for the LX core: instruction lengths, calls, and the few instructions whose encodings the sources state.
//!
//! Everything else is an opaque instruction of known length. The decoder reads bytes and a pc, nothing more: it knows no
//! thunk, no register file and no memory. Whatever the bytes are, it takes at least one of them at a time and ends with them.

mod piece;

pub use piece::{CallForm, Cut, Piece, What};

use super::of_switch;
use seqbell_facts::{
    Assumptions, Basis, CUST3, Confidence, Cust3Reading, Evidence, FactId, Generation, Switch, THUNK_ARRAY,
};

/// The bytes of `retw.n`, where a walk that has lost its way finds it again.
pub const RETURN: [u8; 2] = [0x1d, 0xf0];
/// What the printed rule for calls says (`doorbell.call8-rule`).
pub const CALL_RULE: (FactId, Evidence) = ("doorbell.call8-rule", Evidence::OBSERVED);

/// An own observation on the printed bytes.
const OWN: Evidence = Evidence::new(Confidence::Low, Basis::Inferred);
/// Nobody knows.
const ABSENT: Evidence = Evidence::new(Confidence::Low, Basis::Absent);

/// How long an instruction is, by the low nibble of its first byte (switch `length_rule`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Lengths {
    /// 0 to 7: three bytes; 8 to d: two; e and f: three.
    #[default]
    FullEf3,
    /// The same, but e and f: two.
    FullEf2,
    /// e and f: three, all others two. The short rule of the source, which its own bytes contradict.
    AsPrinted,
}

impl Lengths {
    /// All three.
    pub const ALL: [Self; 3] = [Self::FullEf3, Self::FullEf2, Self::AsPrinted];

    /// The token of the switch.
    pub const fn token(self) -> &'static str {
        match self {
            Self::FullEf3 => "full-ef3",
            Self::FullEf2 => "full-ef2",
            Self::AsPrinted => "as-printed",
        }
    }

    /// Reads a token; `full` alone is the rule with three bytes for e and f.
    pub fn parse(text: &str) -> Option<Self> {
        let full = text.eq_ignore_ascii_case("full").then_some(Self::FullEf3);
        full.or_else(|| Self::ALL.into_iter().find(|rule| rule.token().eq_ignore_ascii_case(text)))
    }

    /// The rule that the assumptions choose.
    pub fn of(assumptions: &Assumptions) -> Self {
        Self::parse(assumptions.length_rule().token()).unwrap_or_default()
    }

    /// Bytes of an instruction that starts with `first`: 2 or 3.
    pub const fn bytes(self, first: u8) -> usize {
        match (self, first & 0xf) {
            (Self::FullEf3 | Self::FullEf2, 0..=7) => 3,
            (Self::FullEf3 | Self::AsPrinted, 0xe | 0xf) => 3,
            (Self::FullEf3 | Self::FullEf2 | Self::AsPrinted, _) => 2,
        }
    }
}

/// How bytes are read: a generation and the two switches that it takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reading {
    /// The rule for lengths.
    pub lengths: Lengths,
    /// Whether the CUST3 word is one instruction (switch `cust3_reading`).
    pub cust3: Cust3Reading,
    /// Whose CUST3 word.
    pub generation: Generation,
}

impl Reading {
    /// What the assumptions choose for a generation.
    pub fn new(assumptions: &Assumptions, generation: Generation) -> Self {
        Self { lengths: Lengths::of(assumptions), cust3: assumptions.cust3_reading(), generation }
    }

    /// The CUST3 word of the generation as it stands in memory; none where the image has none.
    pub fn word(self) -> Option<[u8; 3]> {
        let word = CUST3.iter().find(|row| row.generation == self.generation)?.word?;
        let [a, b, c, _] = word.to_le_bytes();
        Some([a, b, c])
    }
}

/// Reads a call word: its form, and `(pc & !3) + 4 + (imm18 << 2)`. None if the low nibble is not 5.
pub fn call(word: [u8; 3], pc: u32) -> Option<(CallForm, u32)> {
    let [first, second, third] = word;
    if first & 0xf != 5 {
        return None;
    }
    let form = match first >> 4 & 3 {
        0 => CallForm::Call0,
        1 => CallForm::Call4,
        2 => CallForm::Call8,
        _ => CallForm::Call12,
    };
    // The word stands in the upper 24 bits, so that the shift carries the sign of imm18.
    let offset = i32::from_le_bytes([0, first, second, third]) >> 14;
    Some((form, (pc & !3).wrapping_add(4).wrapping_add_signed(offset << 2)))
}

/// Walks bytes from `pc` on, instruction by instruction.
pub fn decode(bytes: &[u8], pc: u32, reading: Reading) -> Decode<'_> {
    Decode { rest: bytes, pc, reading, word: reading.word(), trust: Evidence::OBSERVED, returned: false }
}

/// The walk that [`decode`] makes: at most one piece for each byte.
#[derive(Clone, Debug)]
pub struct Decode<'a> {
    rest: &'a [u8],
    pc: u32,
    reading: Reading,
    word: Option<[u8; 3]>,
    trust: Evidence,
    returned: bool,
}

impl<'a> Iterator for Decode<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        let first = *self.rest.first()?;
        let (length, what) = self.padding().map_or_else(|| self.instruction(first), |length| (length, What::Padding));
        let (bytes, rest) = self.rest.split_at_checked(length).unwrap_or((self.rest, &[]));
        self.trust = self.trust.weakest(self.doubt(first, what));
        let (fact, evidence) = rests_on(what, self.reading);
        let piece = Piece { pc: self.pc, bytes, what, page_target: None, fact, evidence: evidence.weakest(self.trust) };
        self.rest = rest;
        self.pc = self.pc.wrapping_add(u32::try_from(bytes.len()).unwrap_or(0));
        self.returned = what == What::Return;
        if self.returned {
            self.trust = Evidence::OBSERVED;
        }
        Some(piece)
    }
}

impl Decode<'_> {
    /// Bytes up to the next 4-byte boundary, if the walk just returned and an entry stands there.
    fn padding(&self) -> Option<usize> {
        let length = (self.pc.wrapping_neg() & 3) as usize;
        let entry = length > 0 && self.returned && self.rest.get(length..)?.starts_with(&THUNK_ARRAY.prologue[..2]);
        entry.then_some(length)
    }

    /// Length and meaning of the instruction at the front.
    fn instruction(&self, first: u8) -> (usize, What) {
        let wanted = self.reading.lengths.bytes(first);
        let one_word = self.reading.cust3 == Cust3Reading::OneWord;
        if one_word && self.word.is_some_and(|word| self.rest.starts_with(&word)) {
            return (3, What::Cust3);
        }
        let whole = self.rest.get(..wanted);
        let what = whole.map_or(What::Truncated { needed: wanted as u8 }, |whole| instruction(whole, self.pc));
        if matches!(what, What::Entry { .. } | What::Call { .. } | What::Return) {
            return (wanted, what);
        }
        let cust3 = self.word.filter(|_| one_word).and_then(|word| self.inside(wanted, &word));
        let back = self.inside(wanted, &RETURN).filter(|at| self.may_resync(first, *at));
        match (cust3, back) {
            (Some(at), None) => (at, What::Cut(Cut::Cust3)),
            (Some(at), Some(back)) if at < back => (at, What::Cut(Cut::Cust3)),
            (_, Some(back)) => (back, What::Cut(Cut::Return)),
            (None, None) => (whole.map_or(self.rest.len(), <[u8]>::len), what),
        }
    }

    /// Where `pattern` begins behind the first byte of the front instruction and before its end.
    fn inside(&self, wanted: usize, pattern: &[u8]) -> Option<usize> {
        (1..wanted).find(|at| self.rest.get(*at..).is_some_and(|rest| rest.starts_with(pattern)))
    }

    /// Whether a return at this offset may overrule the length: only where the length is a guess and something is left.
    fn may_resync(&self, first: u8, at: usize) -> bool {
        match self.reading.lengths {
            Lengths::FullEf3 | Lengths::FullEf2 => first & 0xf >= 0xe && at == 2,
            Lengths::AsPrinted => true,
        }
    }

    /// What a piece takes away from the trust in the boundaries behind it.
    fn doubt(&self, first: u8, what: What) -> Evidence {
        let guessed = self.reading.lengths == Lengths::AsPrinted || first & 0xf >= 0xe;
        match what {
            What::Cust3 | What::Cut(Cut::Cust3) => of_switch(Switch::Cust3Reading),
            What::Padding | What::Return | What::Unaligned | What::Unprinted(_) => Evidence::OBSERVED,
            What::Entry { .. }
            | What::Call { .. }
            | What::MoviN { .. }
            | What::MovN { .. }
            | What::Const16 { .. }
            | What::L32r { .. }
            | What::Opaque
            | What::Cut(Cut::Return)
            | What::Truncated { .. } => {
                if guessed {
                    of_switch(Switch::LengthRule)
                } else {
                    Evidence::OBSERVED
                }
            }
        }
    }
}

/// The meaning of a whole instruction.
fn instruction(whole: &[u8], pc: u32) -> What {
    let register = |byte: u8| byte & 0xf;
    match *whole {
        [first, second] if [first, second] == RETURN => What::Return,
        [first, second] => match first & 0xf {
            0xc if first & 0x80 == 0 => What::MoviN { register: register(second), value: seven_bits(first, second) },
            0xd if second >> 4 == 0 => What::MovN { register: first >> 4, source: register(second) },
            _ => What::Opaque,
        },
        [first, second, third] => match first & 0xf {
            1 => What::L32r { register: first >> 4, literal: literal(pc, second, third) },
            4 => What::Const16 { register: first >> 4, value: u16::from_le_bytes([second, third]) },
            5 => call([first, second, third], pc).map_or(What::Opaque, |(form, target)| What::Call { form, target }),
            6 if first == 0x36 => {
                let units = u16::from(third) << 4 | u16::from(second >> 4);
                What::Entry { register: register(second), frame: units * 8 }
            }
            _ => What::Opaque,
        },
        _ => What::Opaque,
    }
}

/// The immediate of `movi.n`: -32 to 95.
fn seven_bits(first: u8, second: u8) -> i8 {
    let value = (first >> 4 & 7) << 4 | second >> 4;
    // From 96 on the two top bits mean a negative number.
    if value < 96 { value as i8 } else { (value | 0x80) as i8 }
}

/// The address of an `l32r` literal: always behind the instruction's, by at most 256 KiB.
fn literal(pc: u32, second: u8, third: u8) -> u32 {
    let words = u32::from(u16::from_le_bytes([second, third])) | 0xffff_0000;
    (pc.wrapping_add(3) & !3).wrapping_add(words << 2)
}

/// The fact behind a piece, and how well that is known.
fn rests_on(what: What, reading: Reading) -> (FactId, Evidence) {
    let full = match reading.lengths {
        Lengths::FullEf3 | Lengths::FullEf2 => "full",
        Lengths::AsPrinted => "as_printed",
    };
    match what {
        What::Entry { .. } | What::Return => (THUNK_ARRAY.id, THUNK_ARRAY.evidence),
        What::Call { .. } => CALL_RULE,
        What::Cust3 => CUST3
            .iter()
            .find(|row| row.generation == reading.generation)
            .map_or((THUNK_ARRAY.id, OWN), |row| (row.id, row.evidence.weakest(of_switch(Switch::Cust3Reading)))),
        What::Cut(Cut::Cust3) => (Switch::Cust3Reading.fact().id, of_switch(Switch::Cust3Reading)),
        What::MoviN { .. } => ("cust3_boundary", OWN),
        What::MovN { .. } | What::Const16 { .. } => ("family_c_const16", OWN),
        What::L32r { .. } => ("family_d_l32r", OWN),
        What::Opaque | What::Truncated { .. } | What::Cut(Cut::Return) => (full, Evidence::OBSERVED),
        What::Padding => (THUNK_ARRAY.id, OWN),
        What::Unaligned | What::Unprinted(_) => (THUNK_ARRAY.id, ABSENT),
    }
}

#[cfg(test)]
mod tests;
