//! The array of doorbell thunks: 27 slots, of which 22 are listed, their selectors, helpers, callers and printed bytes.
//!
//! Addresses are Mariana's: no source lists those of another generation. What a thunk does when it is called is in `walk`.

use super::lx::{Piece, Reading, What, decode};
use super::of_switch;
use crate::{Refused, Unknown};
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;
use seqbell_facts::{
    Assumptions, Basis, CUST3, Confidence, Cust3Fact, Cust3Reading, Evidence, FactId, Family, Generation, Leg,
    OtherGenThunks, SundaDoorbell, Switch, THUNK_ARRAY, THUNK_HELPERS, THUNKS, Thunk, ThunkHelper, UnlistedThunks,
    thunk_at,
};

/// The only hole in the array: the thunks that no source lists would fit there (`doorbell.unlisted-thunks.1`).
pub const UNLISTED: Range<u32> = 0x3878..0x3948;
/// The row that says so, and how well it is known.
pub const UNLISTED_FACT: (FactId, Evidence) =
    ("doorbell.unlisted-thunks.1", Evidence::new(Confidence::Low, Basis::Absent));
/// What family A calls (`thunk.0x3688` and its siblings).
pub const SETUP_CALLEE: u32 = 0x3648;

/// One slot of the array.
#[derive(Clone, Copy, Debug)]
pub enum Slot {
    /// A thunk that a source lists.
    Listed(&'static Thunk),
    /// One that is counted and not listed: the how manieth, from 1.
    Unlisted(u8),
}

/// The array in the order of addresses; the unlisted ones stand where the hole is, or are left out (switch `unlisted_thunks`).
pub fn slots(assumptions: &Assumptions) -> impl Iterator<Item = Slot> + use<> {
    let blanks = match assumptions.unlisted_thunks() {
        UnlistedThunks::Blanks => THUNK_ARRAY.thunks.saturating_sub(u8::try_from(THUNKS.len()).unwrap_or(u8::MAX)),
        UnlistedThunks::Hide => 0,
    };
    let mut listed: Vec<_> = THUNKS.iter().collect();
    listed.sort_by_key(|thunk| thunk.addr);
    let hole = listed.partition_point(|thunk| thunk.addr < UNLISTED.start);
    let behind = listed.split_off(hole);
    listed
        .into_iter()
        .map(Slot::Listed)
        .chain((1..=blanks).map(Slot::Unlisted))
        .chain(behind.into_iter().map(Slot::Listed))
}

/// What tells a thunk from its siblings, and its name in scripts: `channel.0.out`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Selector {
    /// Family A has none: the how manieth by address, from 1.
    Setup(u8),
    /// Family B: the odd engine pair and the sub-index.
    Group {
        /// 1, 3, 5 or 7.
        pair: u8,
        /// 1, 2 or 3.
        sub: u8,
    },
    /// Family C: the bank byte and the engine field.
    Bank {
        /// 0x40 is NC0, 0x80 is NC1.
        bank: u8,
        /// 2 or 4.
        engine: u8,
    },
    /// Family D: the channel, and which helper it calls.
    Channel {
        /// 0, 2, 4 or 6.
        channel: u8,
        /// The helper.
        leg: Leg,
    },
}

impl Selector {
    /// The selector of a thunk.
    pub fn of(thunk: &Thunk) -> Self {
        let field = |value: Option<u8>| value.unwrap_or(0);
        match thunk.family {
            Family::A => {
                let before = THUNKS.iter().filter(|other| other.family == Family::A && other.addr <= thunk.addr);
                Self::Setup(u8::try_from(before.count()).unwrap_or(0))
            }
            Family::B => Self::Group { pair: field(thunk.selector_x), sub: field(thunk.selector_y) },
            Family::C => Self::Bank { bank: field(thunk.bank), engine: field(thunk.selector_y) },
            Family::D => Self::Channel { channel: field(thunk.channel), leg: thunk.direction.unwrap_or(Leg::In) },
        }
    }

    /// Where the selector stands in the thunk; none where there is none.
    pub const fn offset(self) -> Option<u32> {
        match self {
            Self::Setup(_) => None,
            Self::Group { .. } => Some(0x03),
            Self::Bank { .. } => Some(0x0d),
            Self::Channel { .. } => Some(0x09),
        }
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Setup(n) => write!(f, "setup.{n}"),
            Self::Group { pair, sub } => write!(f, "group.{pair}.{sub}"),
            Self::Bank { bank, engine } => write!(f, "bank.{bank:x}.{engine}"),
            Self::Channel { channel, leg: Leg::In } => write!(f, "channel.{channel}.in"),
            Self::Channel { channel, leg: Leg::Out } => write!(f, "channel.{channel}.out"),
        }
    }
}

/// The thunk of this name (`group.1.2`, in any case) or of this fact id (`thunk.0x3724`).
pub fn named(name: &str) -> Option<&'static Thunk> {
    let same = |thunk: &&Thunk| {
        thunk.id.eq_ignore_ascii_case(name) || Selector::of(thunk).to_string().eq_ignore_ascii_case(name)
    };
    THUNKS.iter().find(same)
}

/// The thunk at an address.
///
/// # Errors
/// [`Refused::Unknown`] where an unlisted thunk may be, [`Refused::NoAddress`] where none begins; both say what is there.
pub fn at(addr: u32) -> Result<&'static Thunk, Refused> {
    if let Some(thunk) = thunk_at(addr) {
        return Ok(thunk);
    }
    if UNLISTED.contains(&addr) {
        return Err(Refused::Unknown(Unknown {
            what: "the thunk at this address",
            why: "27 thunks are counted and 22 are listed; the other five may be here, but no source gives an entry or a byte",
            source: Switch::UnlistedThunks.fact().id,
        }));
    }
    let around = |thunk: &&Thunk| (thunk.addr..thunk.addr + u32::from(thunk.slot_bytes.unwrap_or(0))).contains(&addr);
    let why = match (THUNKS.iter().find(around), helper_at(addr)) {
        (Some(thunk), _) => format!("inside the thunk that begins at {:#x}", thunk.addr),
        (None, Some(helper)) => format!("the helper {}: thunks call it, it is none itself", helper.direction.as_str()),
        (None, None) => {
            format!("no thunk begins here: the array is {:#x} to {:#x}", THUNK_ARRAY.first, THUNK_ARRAY.last_exclusive)
        }
    };
    Err(Refused::NoAddress { addr: u64::from(addr), why })
}

/// Which of the two helpers is at an address.
pub fn helper_at(addr: u32) -> Option<&'static ThunkHelper> {
    THUNK_HELPERS.iter().find(|helper| helper.addr == addr)
}

/// What is known to be at a code address of the array's surroundings.
pub fn place(addr: u32) -> Option<&'static str> {
    let helper = helper_at(addr).map(|helper| match helper.direction {
        Leg::In => "helper IN",
        Leg::Out => "helper OUT",
    });
    helper.or(match addr {
        SETUP_CALLEE => Some("setup callee of family A"),
        0x4a60 | 0x4a6c => Some("tail chain"),
        0x48fc => Some("engine-command core"),
        _ => None,
    })
}

/// Who calls some of the code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Callers {
    /// Row of the facts.
    pub fact: FactId,
    /// First entry that it is about.
    pub first: u32,
    /// Last one.
    pub last: u32,
    /// Direct callers, at least.
    pub min: u8,
    /// Direct callers, at most.
    pub max: u8,
    /// From where, in a phrase.
    pub from: &'static str,
    /// How well it is known.
    pub evidence: Evidence,
}

const CARRIED: Evidence = Evidence::new(Confidence::High, Basis::Carried);

/// What the sources say of callers.
pub const CALLERS: [Callers; 3] = [
    Callers {
        fact: "doorbell.caller-fact.1",
        first: 0x3700,
        last: 0x3854,
        min: 1,
        max: 2,
        from: "the command and exception dispatch at 0x1690 to 0x1c41",
        evidence: CARRIED,
    },
    Callers {
        fact: "doorbell.caller-fact.2",
        first: 0x3948,
        last: 0x3a28,
        min: 0,
        max: 0,
        from: "a table of channels at run time, by a computed jump or call",
        evidence: CARRIED,
    },
    Callers {
        fact: "doorbell.caller-fact.3",
        first: 0x3098,
        last: 0x30bc,
        min: 23,
        max: 24,
        from: "the thunks that ring, and others",
        evidence: CARRIED,
    },
];

/// Who calls the code at an entry; none where no source says.
pub fn callers(addr: u32) -> Option<&'static Callers> {
    CALLERS.iter().find(|callers| (callers.first..=callers.last).contains(&addr))
}

/// What a generation has of the thunks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown {
    /// They are its own.
    Own,
    /// Mariana's stand in for them (switch `other_gen_thunks`).
    Borrowed,
    /// A plain store is assumed in their place (switch `sunda_doorbell`).
    PlainStore,
}

impl Shown {
    /// What everything that is shown rests on besides its own facts.
    pub fn evidence(self) -> Evidence {
        match self {
            Self::Own => Evidence::OBSERVED,
            Self::Borrowed => of_switch(Switch::OtherGenThunks),
            Self::PlainStore => of_switch(Switch::SundaDoorbell),
        }
    }
}

/// What a generation has of the thunks under these assumptions.
///
/// # Errors
/// [`Refused::NoImage`] for Maverick, [`Refused::Unknown`] where a switch says that nothing is to be shown.
pub fn shown(generation: Generation, assumptions: &Assumptions) -> Result<Shown, Refused> {
    let unknown = |what, why, switch: Switch| Err(Refused::Unknown(Unknown { what, why, source: switch.fact().id }));
    match generation {
        Generation::Mariana => Ok(Shown::Own),
        Generation::Cayman | Generation::MarianaPlus => match assumptions.other_gen_thunks() {
            OtherGenThunks::ShowV4 => Ok(Shown::Borrowed),
            OtherGenThunks::Disabled => unknown(
                "where the thunks of this generation are",
                "only Mariana's addresses are listed",
                Switch::OtherGenThunks,
            ),
        },
        Generation::Sunda => match assumptions.sunda_doorbell() {
            SundaDoorbell::PlainStore => Ok(Shown::PlainStore),
            SundaDoorbell::Disabled => unknown(
                "how Sunda's NCFW core rings",
                "its image holds no CUST3 word and no thunk is listed",
                Switch::SundaDoorbell,
            ),
        },
        Generation::Maverick => Err(Refused::NoImage(generation)),
    }
}

/// The row that says that the signature of a family-D thunk is nowhere in a generation's image, if one does.
pub fn without_channels(generation: Generation) -> Option<&'static Cust3Fact> {
    CUST3.iter().find(|row| row.generation == generation && row.family_d_signature_count == Some(0))
}

/// The printed bytes of a thunk as instructions, with the holes between them and behind them.
///
/// The CUST3 word is Mariana's, whatever generation the reading names: the bytes are.
pub fn listing(thunk: &'static Thunk, reading: Reading) -> Vec<Piece<'static>> {
    let reading = Reading { generation: Generation::Mariana, ..reading };
    let mut pieces = Vec::new();
    let mut at = 0;
    for &(offset, bytes) in thunk.segments {
        let pc = thunk.addr + u32::from(offset);
        let mut start = 0;
        if u32::from(offset) > at {
            pieces.push(hole(thunk.id, thunk.addr + at, Some(u32::from(offset) - at)));
            start = anchor(thunk, pc, bytes, reading).unwrap_or(bytes.len()).min(bytes.len());
        }
        let (loose, firm) = bytes.split_at(start);
        if !loose.is_empty() {
            pieces.push(Piece {
                bytes: loose,
                what: What::Unaligned,
                evidence: thunk.evidence,
                ..hole(thunk.id, pc, None)
            });
        }
        pieces.extend(decode(firm, pc + start as u32, reading));
        at = u32::from(offset) + bytes.len() as u32;
    }
    let left = thunk.slot_bytes.map(|slot| u32::from(slot).saturating_sub(at));
    if left != Some(0) {
        pieces.push(hole(thunk.id, thunk.addr + at, left));
    }
    for piece in pieces.iter_mut().filter(|piece| Some(piece.pc) == thunk.call_pc) {
        piece.page_target = thunk.disagreement.then_some(thunk.page_target);
        (piece.fact, piece.evidence) = (thunk.id, thunk.evidence);
    }
    pieces
}

/// The printed bytes of a helper as instructions; the last byte of its slot is not printed.
pub fn helper_listing(helper: &'static ThunkHelper, reading: Reading) -> Vec<Piece<'static>> {
    let reading = Reading { generation: Generation::Mariana, ..reading };
    let mut pieces: Vec<_> = decode(helper.code, helper.addr, reading).collect();
    for piece in pieces.iter_mut().filter(|piece| piece.pc == helper.call_pc) {
        (piece.fact, piece.evidence) = (helper.id, helper.evidence);
    }
    let printed = helper.code.len() as u32;
    let left = u32::from(helper.slot_bytes).saturating_sub(printed);
    if left > 0 {
        pieces.push(hole(helper.id, helper.addr + printed, Some(left)));
    }
    pieces
}

fn hole(fact: FactId, pc: u32, count: Option<u32>) -> Piece<'static> {
    let evidence = Evidence::new(Confidence::Low, Basis::Absent);
    Piece { pc, bytes: &[], what: What::Unprinted(count), page_target: None, fact, evidence }
}

/// Where in a run behind a hole an instruction is known to begin: at the CUST3 word, inside it, or at the printed call.
fn anchor(thunk: &Thunk, pc: u32, bytes: &[u8], reading: Reading) -> Option<usize> {
    let word = reading.word().and_then(|word| bytes.windows(word.len()).position(|window| window == word));
    let cust3 = word.map(|at| match reading.cust3 {
        Cust3Reading::OneWord => at,
        Cust3Reading::TwoInstructions => at + 1,
    });
    let call = thunk.call_pc.and_then(|call| call.checked_sub(pc)).map(|at| at as usize);
    [cust3, call].into_iter().flatten().min()
}

#[cfg(test)]
mod tests;
