//! One thunk from its entry to the register behind the engine-command core, step by step.
//!
//! A walk says what is known of each step and where that ends; it moves no ring. Which group and queue a thunk aims at is
//! in descriptors that no image holds, so the user names a destination, or the walk stops where the address is needed.
//!
//! ```text
//! entry ─ selector ─ CUST3 ─ call ─▶ direction byte ─ tail chain ─ core ─▶ IN: head read │ OUT: doorbell
//! ```

mod step;

pub use step::{Act, Aim, Step};

use super::lx::{CallForm, What, call};
use super::thunk::{self, Selector, Shown};
use super::{lowered, lx, of_switch};
use crate::fabric::{self, Reach, Sum};
use crate::{Lines, Refused, Unknown};
use alloc::string::ToString;
use alloc::vec::Vec;
use seqbell_facts::{
    Assumptions, Basis, CUST3_WORD, ChannelTarget, Confidence, Cust3Semantics, DirectionMapping, Evidence, FactId,
    Family, Generation, HELPER_DIFF, Leg, REGADDR, SecondLeg, Switch, TAIL_CHAIN, THUNK_ARRAY, THUNK_HELPERS, Thunk,
};

/// Offset of the head pointer in a queue bank (`udma.csr.head_ptr`).
pub const HEAD: u16 = 0x34;
/// The two custom words in the second function of the tail chain (`doorbell.tail-chain.3`).
pub const TAIL_WORDS: [&[u8]; 2] = [&[0x20, 0x15, 0xf3], &[0x2f, 0x32]];

/// Where the user says a thunk aims, and how much it arms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Destination {
    /// The rings.
    pub lines: Lines,
    /// Descriptors to arm; the IN leg does not use it.
    pub count: u32,
}

/// A walk through one thunk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Walk {
    /// Its steps, in order.
    pub steps: Vec<Step>,
    /// What stopped it before its end, if something did.
    pub stopped: Option<Unknown>,
}

impl Walk {
    /// The step that rings, if one does.
    pub fn doorbell(&self) -> Option<&Step> {
        self.steps.iter().find(|step| matches!(step.act, Act::Doorbell { .. }))
    }
}

/// Walks the thunk at an address.
///
/// # Errors
/// No thunk is there, the generation has none, or the destination cannot be.
pub fn walk(
    generation: Generation,
    assumptions: &Assumptions,
    addr: u32,
    to: Option<Destination>,
) -> Result<Walk, Refused> {
    let shown = thunk::shown(generation, assumptions)?;
    let thunk = thunk::at(addr)?;
    let mut trip = Trip { thunk, assumptions, shown, to: None, steps: Vec::new() };
    if let Some(Destination { lines, count }) = to {
        check(shown, thunk, lines.reach)?;
        trip.to = Some((fabric::doorbell(generation, lines.direction, lines.reach, lines.queue)?, count));
    }
    if shown == Shown::Borrowed {
        let fact = Switch::OtherGenThunks.fact().id;
        trip.push(None, Act::Borrowed, fact, Evidence::OBSERVED);
        if let Some(row) = thunk::without_channels(generation).filter(|_| thunk.family == Family::D) {
            trip.push(None, Act::NotInImage, row.id, row.evidence);
        }
    }
    let stopped = trip.whole().err();
    Ok(Walk { steps: trip.steps, stopped })
}

/// Where a walk rings in the end, and what that rests on; none if it comes to no doorbell.
///
/// # Errors
/// As [`walk`].
pub fn rung(
    generation: Generation,
    assumptions: &Assumptions,
    addr: u32,
    to: Option<Destination>,
) -> Result<Option<(Destination, Evidence)>, Refused> {
    let walk = walk(generation, assumptions, addr, to)?;
    Ok(to.zip(walk.doorbell().map(|step| step.evidence)))
}

/// Whether a destination fits the thunk.
fn check(shown: Shown, thunk: &Thunk, reach: Reach) -> Result<(), Refused> {
    let rule = |why: &str| Err(Refused::Rule(why.to_string()));
    match (shown, thunk.family, reach) {
        (Shown::Own | Shown::Borrowed, Family::A, _) => {
            rule("a thunk of family A rings nothing: it takes no destination")
        }
        (Shown::Own | Shown::Borrowed, Family::B | Family::C | Family::D, Reach::Engine(_)) => {
            rule("thunks aim at broadcast windows: name a group, or use `ring` for one engine")
        }
        (Shown::Own | Shown::Borrowed, Family::B | Family::C | Family::D, Reach::Group { .. })
        | (Shown::PlainStore, Family::A | Family::B | Family::C | Family::D, _) => Ok(()),
    }
}

/// A walk in the making.
struct Trip<'a> {
    thunk: &'static Thunk,
    assumptions: &'a Assumptions,
    shown: Shown,
    to: Option<(Sum, u32)>,
    steps: Vec<Step>,
}

impl Trip<'_> {
    fn push(&mut self, pc: Option<u32>, act: Act, fact: FactId, evidence: Evidence) {
        let evidence = lowered(evidence).weakest(self.shown.evidence());
        self.steps.push(Step { pc, act, fact, evidence });
    }

    fn whole(&mut self) -> Result<(), Unknown> {
        if self.shown == Shown::PlainStore {
            return self.register(Leg::Out, Evidence::OBSERVED);
        }
        let thunk = self.thunk;
        self.push(Some(thunk.addr), Act::Entry, THUNK_ARRAY.id, THUNK_ARRAY.evidence);
        self.selector();
        if thunk.family == Family::A {
            self.setup();
            return Ok(());
        }
        self.custom_word();
        self.first_leg()?;
        let behind = thunk.call_pc.map(|pc| pc + 3);
        if let Some(pc) = behind.filter(|pc| printed(thunk, *pc, &lx::RETURN)) {
            self.push(Some(pc), Act::Return, THUNK_ARRAY.id, THUNK_ARRAY.evidence);
            return Ok(());
        }
        self.second_leg(behind)
    }

    /// The selector, and what the sources make of it.
    fn selector(&mut self) {
        let thunk = self.thunk;
        let selector = Selector::of(thunk);
        self.push(selector.offset().map(|offset| thunk.addr + offset), Act::Select(selector), thunk.id, thunk.evidence);
        let inferred = Evidence::new(Confidence::Med, Basis::Inferred);
        match thunk.family {
            Family::A => self.push(None, Act::Descriptor, thunk.id, thunk.evidence),
            Family::B => self.push(None, Act::Aim(Aim::Events), "doorbell.binding.B", inferred),
            Family::C => self.push(None, Act::Aim(Aim::Events), "doorbell.binding.C", inferred),
            Family::D => {
                self.push(None, Act::Descriptor, "doorbell.descriptor", Evidence::new(Confidence::Low, Basis::Absent));
                let (aim, fact) = self.channel_aim();
                self.push(None, Act::Aim(aim), fact, of_switch(Switch::ChannelTarget));
            }
        }
    }

    fn channel_aim(&self) -> (Aim, FactId) {
        let index = self.thunk.channel.unwrap_or(0) / 2;
        match self.assumptions.channel_target() {
            ChannelTarget::Entries815 => (Aim::Control, "doorbell.binding.D.2"),
            ChannelTarget::Entries03 => {
                let addr = REGADDR.iter().find(|entry| entry.index == index).map_or(0, |entry| entry.addr);
                (Aim::Event { index, addr }, "doorbell.binding.D.1")
            }
        }
    }

    /// Family A: no byte is printed, and the callee has no body.
    fn setup(&mut self) {
        let thunk = self.thunk;
        let act = Act::Call { form: CallForm::Call8, target: thunk.page_target, page_target: None };
        self.push(None, act, thunk.id, thunk.evidence);
        self.push(None, Act::Core(0x490c), "C44", Evidence::new(Confidence::Low, Basis::Inferred));
        self.push(None, Act::Return, THUNK_ARRAY.id, THUNK_ARRAY.evidence);
    }

    /// Family B has the CUST3 word before its first call. Or what the other reading finds there.
    fn custom_word(&mut self) {
        let Some(at) = self.thunk.family.fact().cust3_at else { return };
        let pieces = thunk::listing(self.thunk, lx::Reading::new(self.assumptions, Generation::Mariana));
        let pc = self.thunk.addr + u32::from(at);
        for piece in pieces.iter().filter(|piece| (pc..pc + 3).contains(&piece.pc)) {
            let act = if piece.what == What::Cust3 { self.cust3() } else { Act::Code(piece.what) };
            self.push(Some(piece.pc), act, piece.fact, piece.evidence);
        }
    }

    fn cust3(&self) -> Act {
        let mode = match self.assumptions.cust3_semantics() {
            Cust3Semantics::Opaque => None,
            Cust3Semantics::InferredLabel => Some((CUST3_WORD >> 4 & 0xf) as u8),
        };
        Act::Cust3 { word: CUST3_WORD, mode }
    }

    /// The call whose bytes are printed.
    fn first_leg(&mut self) -> Result<(), Unknown> {
        let thunk = self.thunk;
        let (Some(word), Some(pc)) = (thunk.call_word, thunk.call_pc) else { return Ok(()) };
        let Some((form, target)) = call(word, pc) else { return Ok(()) };
        let page_target = thunk.disagreement.then_some(thunk.page_target);
        self.push(Some(pc), Act::Call { form, target, page_target }, thunk.id, thunk.evidence);
        self.leg(thunk::helper_at(target).map_or(Leg::In, |helper| helper.direction), Evidence::OBSERVED)
    }

    /// The call that is not printed (switch `second_leg`).
    fn second_leg(&mut self, behind: Option<u32>) -> Result<(), Unknown> {
        let thunk = self.thunk;
        let left = thunk.slot_bytes.zip(behind).map(|(slot, pc)| (thunk.addr + u32::from(slot)).saturating_sub(pc));
        self.push(behind, Act::Unprinted(left), thunk.id, Evidence::new(Confidence::Low, Basis::Absent));
        let switch = Switch::SecondLeg;
        match self.assumptions.second_leg() {
            SecondLeg::Hidden => Err(Unknown {
                what: "what this thunk does after its first call",
                why: "only one call of it is printed",
                source: switch.fact().id,
            }),
            SecondLeg::AssumeOut => {
                let fact = switch.fact().id;
                if thunk.family == Family::C {
                    self.push(None, self.cust3(), thunk.family.fact().id, of_switch(switch));
                }
                let target =
                    THUNK_HELPERS.iter().find(|helper| helper.direction == Leg::Out).map_or(0, |helper| helper.addr);
                self.push(
                    None,
                    Act::Call { form: CallForm::Call8, target, page_target: None },
                    fact,
                    of_switch(switch),
                );
                self.leg(Leg::Out, of_switch(switch))
            }
        }
    }

    /// A helper and everything behind it.
    fn leg(&mut self, leg: Leg, resting_on: Evidence) -> Result<(), Unknown> {
        let Some(helper) = THUNK_HELPERS.iter().find(|helper| helper.direction == leg) else { return Ok(()) };
        self.push(Some(helper.addr), Act::Entry, helper.id, helper.evidence.weakest(resting_on));
        if let Some(diff) = HELPER_DIFF.first() {
            let byte = match leg {
                Leg::In => diff.in_byte,
                Leg::Out => diff.out_byte,
            };
            let pc = helper.addr + u32::from(diff.offset);
            self.push(Some(pc), Act::Direction(leg, byte), diff.id, diff.evidence.weakest(resting_on));
        }
        for hop in TAIL_CHAIN {
            let evidence = hop.evidence.weakest(resting_on);
            let words: &[&'static [u8]] = if hop.n == 3 { &TAIL_WORDS } else { &[] };
            for word in words {
                self.push(None, Act::Opaque(word), hop.id, evidence);
            }
            // The first hop is the helper's own call; its row prints both words.
            let (pc, word) =
                if hop.n == 1 { (Some(helper.call_pc), Some(helper.call_word)) } else { (hop.call_pc, hop.call_word) };
            match pc.zip(word).and_then(|(pc, word)| call(word, pc)) {
                Some((form, target)) => {
                    let page_target = hop.to.filter(|to| *to != target);
                    self.push(pc, Act::Call { form, target, page_target }, hop.id, evidence);
                }
                None => self.push(None, Act::Core(0x48fc), hop.id, evidence),
            }
        }
        self.register(leg, resting_on)
    }

    /// The register behind the core, as far as the switches let it be known.
    fn register(&mut self, leg: Leg, resting_on: Evidence) -> Result<(), Unknown> {
        let mapping = Switch::DirectionMapping;
        let mut evidence = resting_on;
        let mut fact = Switch::SundaDoorbell.fact().id;
        if self.shown != Shown::PlainStore {
            self.known_register()?;
            fact = mapping.fact().id;
            evidence = evidence.weakest(self.thunk.evidence).weakest(of_switch(mapping));
            if self.thunk.family == Family::D {
                evidence = evidence.weakest(of_switch(Switch::ChannelTarget));
            }
        }
        let (sum, count) = self.to.ok_or_else(|| self.nowhere())?;
        let evidence = evidence.weakest(sum.evidence);
        let act = match leg {
            Leg::In => Act::HeadRead { addr: sum.addr - u64::from(fabric::TAIL_INC) + u64::from(HEAD) },
            Leg::Out => Act::Doorbell { addr: sum.addr, count },
        };
        self.push(None, act, fact, evidence);
        Ok(())
    }

    /// Whether the switches say at all which register a leg is about.
    fn known_register(&self) -> Result<(), Unknown> {
        if self.assumptions.direction_mapping() == DirectionMapping::ByteOnly {
            return Err(Unknown {
                what: "which register this leg is about",
                why: "under `assume direction_mapping byte-only` the helpers differ in a byte, and nobody knows what it does",
                source: Switch::DirectionMapping.fact().id,
            });
        }
        if self.thunk.family == Family::D && self.assumptions.channel_target() == ChannelTarget::Entries03 {
            return Err(Unknown {
                what: "what a channel thunk does at an event aperture",
                why: "under `assume channel_target entries-0-3` it does not aim at a ring",
                source: Switch::ChannelTarget.fact().id,
            });
        }
        Ok(())
    }

    /// Why there is no address.
    fn nowhere(&self) -> Unknown {
        let (why, source) = match (self.shown, self.thunk.family) {
            (Shown::PlainStore, _) => ("no source says where Sunda's core writes; name an engine and a queue", "G35"),
            (Shown::Own | Shown::Borrowed, Family::D | Family::A) => {
                ("the descriptor of the channel is not in the image; name a group and a queue", "doorbell.descriptor")
            }
            (Shown::Own | Shown::Borrowed, Family::B) => (
                "what pair and sub-index select is inferred, and the queue is not known; name a group and a queue",
                "doorbell.binding.B",
            ),
            (Shown::Own | Shown::Borrowed, Family::C) => (
                "what bank and field select is inferred, and the queue is not known; name a group and a queue",
                "doorbell.binding.C",
            ),
        };
        Unknown { what: "the address that this leg uses", why, source }
    }
}

/// Whether these bytes are printed at this address.
fn printed(thunk: &Thunk, pc: u32, bytes: &[u8]) -> bool {
    thunk.segments.iter().any(|(offset, run)| {
        let at = pc.checked_sub(thunk.addr + u32::from(*offset)).map(|at| at as usize);
        at.and_then(|at| run.get(at..)).is_some_and(|run| run.starts_with(bytes))
    })
}

#[cfg(test)]
mod tests;
