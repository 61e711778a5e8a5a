//! The doorbell thunks of the NCFW core: printed bytes, calls, helpers (Mariana addresses). Nothing here decodes or runs them.

use crate::{Basis, Confidence, Evidence, FactId, Generation};

/// A family of thunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// Setup.
    A,
    /// Group selector.
    B,
    /// Bank selector.
    C,
    /// Per channel.
    D,
}

impl Family {
    /// All four.
    pub const ALL: [Self; 4] = [Self::A, Self::B, Self::C, Self::D];

    /// Its letter.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
            Self::C => "C",
            Self::D => "D",
        }
    }

    /// Its row of the facts.
    pub fn fact(self) -> &'static FamilyFact {
        &FAMILIES[self as usize]
    }
}

/// Which of the two helpers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Leg {
    /// Reads the head (inferred).
    In,
    /// Rings the tail (inferred).
    Out,
}

impl Leg {
    /// The word of the data files.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::In => "IN",
            Self::Out => "OUT",
        }
    }
}

/// What is known of a family as a whole.
#[derive(Debug)]
pub struct FamilyFact {
    /// Row of the facts.
    pub id: FactId,
    /// Which one.
    pub family: Family,
    /// What it is called.
    pub name: &'static str,
    /// How many thunks the page lists.
    pub members: u8,
    /// Whether its printed bytes hold a CUST3 word.
    pub cust3: bool,
    /// Where the CUST3 word stands; None where there is none.
    pub cust3_at: Option<u8>,
    /// Where the printed call stands; None where none is printed.
    pub call_at: Option<u8>,
    /// How well it is known.
    pub evidence: Evidence,
}

/// The array of thunks.
#[derive(Debug)]
pub struct ThunkArray {
    /// Row of the facts.
    pub id: FactId,
    /// Address of the first.
    pub first: u32,
    /// Address past the last.
    pub last_exclusive: u32,
    /// How many the page counts; it lists fewer.
    pub thunks: u8,
    /// How many of those have a CUST3 word.
    pub with_cust3: u8,
    /// Bytes every thunk starts with.
    pub prologue: &'static [u8],
    /// Bytes every thunk returns with.
    pub epilogue: &'static [u8],
    /// How well it is known.
    pub evidence: Evidence,
}

/// A listed thunk.
#[derive(Debug)]
pub struct Thunk {
    /// Row of the facts.
    pub id: FactId,
    /// Its entry.
    pub addr: u32,
    /// Its family.
    pub family: Family,
    /// Bytes to the next thunk; None for the last.
    pub slot_bytes: Option<u8>,
    /// Bytes of the body, where stated.
    pub length: Option<u8>,
    /// The printed bytes: offset of a run, and its bytes. Empty where none are printed.
    pub segments: &'static [(u8, &'static [u8])],
    /// Whether a CUST3 word is in its bytes.
    pub cust3: bool,
    /// Family B: the odd engine pair, 1, 3, 5 or 7.
    pub selector_x: Option<u8>,
    /// Families B and C: the sub-index.
    pub selector_y: Option<u8>,
    /// Family C: the bank byte, 0x40 or 0x80.
    pub bank: Option<u8>,
    /// Family C: the core that the bank stands for.
    pub nc: Option<u8>,
    /// Family D: 0, 2, 4 or 6.
    pub channel: Option<u8>,
    /// Address of the printed call.
    pub call_pc: Option<u32>,
    /// Bytes of the printed call.
    pub call_word: Option<[u8; 3]>,
    /// Where those bytes lead.
    pub call_target: Option<u32>,
    /// Where the page says the thunk leads.
    pub page_target: u32,
    /// Whether the two differ.
    pub disagreement: bool,
    /// The helper of the printed call.
    pub direction: Option<Leg>,
    /// How well it is known.
    pub evidence: Evidence,
}

/// A direction-coded helper.
#[derive(Debug)]
pub struct ThunkHelper {
    /// Row of the facts.
    pub id: FactId,
    /// Which of the two.
    pub direction: Leg,
    /// Its entry.
    pub addr: u32,
    /// Bytes of its slot, one more than are printed.
    pub slot_bytes: u8,
    /// The printed bytes.
    pub code: &'static [u8],
    /// Address of its call.
    pub call_pc: u32,
    /// Bytes of its call.
    pub call_word: [u8; 3],
    /// Where those bytes lead.
    pub call_target: u32,
    /// Where the page says it leads.
    pub page_target: u32,
    /// How well it is known.
    pub evidence: Evidence,
}

/// A byte in which the helpers differ.
#[derive(Debug)]
pub struct HelperDiff {
    /// Row of the facts.
    pub id: FactId,
    /// Offset in the helper.
    pub offset: u8,
    /// The byte of IN.
    pub in_byte: u8,
    /// The byte of OUT.
    pub out_byte: u8,
    /// How well it is known.
    pub evidence: Evidence,
}

/// A hop of the chain behind the helpers.
#[derive(Debug)]
pub struct TailHop {
    /// Row of the facts.
    pub id: FactId,
    /// 1 is the first.
    pub n: u8,
    /// Where it starts, as the page names it.
    pub from: &'static str,
    /// Where it leads; None past what is printed.
    pub to: Option<u32>,
    /// Address of its call.
    pub call_pc: Option<u32>,
    /// Bytes of its call; None where the row prints two, or none.
    pub call_word: Option<[u8; 3]>,
    /// The sort of call, as the row names it.
    pub call_kind: Option<&'static str>,
    /// How well it is known.
    pub evidence: Evidence,
}

/// A reading of the rule for instruction lengths, by the low nibble of the first byte.
#[derive(Debug)]
pub struct LengthRule {
    /// Row of the facts.
    pub id: FactId,
    /// Bytes for 0 to 7; None where the reading does not say.
    pub op0_0_to_7: Option<u8>,
    /// Bytes for 8 to 13; None where the reading does not say.
    pub op0_8_to_d: Option<u8>,
    /// Bytes for 14 and 15; None where the reading leaves it open.
    pub op0_e_f: Option<u8>,
    /// Whether this is the reading to use.
    pub preferred: bool,
    /// How well it is known.
    pub evidence: Evidence,
}

/// CUST3 in a generation's image.
#[derive(Debug)]
pub struct Cust3Fact {
    /// Row of the facts.
    pub id: FactId,
    /// Which generation.
    pub generation: Generation,
    /// Whether the word occurs.
    pub present: bool,
    /// The word, little endian.
    pub word: Option<u32>,
    /// Its high nibble of byte 0.
    pub t_field: Option<u8>,
    /// How often it occurs.
    pub markers: Option<u16>,
    /// How often the signature of family D occurs.
    pub family_d_signature_count: Option<u16>,
    /// How well it is known.
    pub evidence: Evidence,
}

/// The thunk at an address.
pub fn thunk_at(addr: u32) -> Option<&'static Thunk> {
    THUNKS.iter().find(|thunk| thunk.addr == addr)
}

include!(concat!(env!("OUT_DIR"), "/thunk.rs"));
