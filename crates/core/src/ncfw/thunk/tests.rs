//! The array against the counts of its source and the rows of the facts.

use super::{
    CALLERS, Selector, Shown, Slot, UNLISTED, UNLISTED_FACT, at, callers, helper_listing, listing, named, shown, slots,
};
use crate::Refused;
use crate::ncfw::lx::{Lengths, Reading, What};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use seqbell_facts::{
    Assumptions, Cust3Reading, Family, Generation, HELPER_DIFF, Leg, Switch, THUNK_HELPERS, THUNKS, record, thunk_at,
};

const DATA: &str = include_str!("../../../../facts/data/doorbell.toml");
const PLAIN: Reading =
    Reading { lengths: Lengths::FullEf3, cust3: Cust3Reading::OneWord, generation: Generation::Mariana };

fn assume(switch: Switch, token: &str) -> Assumptions {
    let mut assumptions = Assumptions::default();
    assert!(assumptions.set(switch, switch.option(token).unwrap()));
    assumptions
}

/// The lines of the data file behind an id, up to the next record.
fn row(id: &str) -> &'static str {
    let behind = DATA.split_once(&alloc::format!("id = \"{id}\"\n")).unwrap().1;
    behind.split("\n[").next().unwrap()
}

#[test]
fn twenty_seven_slots_in_order() {
    let all: Vec<_> = slots(&Assumptions::default()).collect();
    assert_eq!(all.len(), 27);
    let blanks: Vec<_> = (0..all.len()).filter(|n| matches!(all[*n], Slot::Unlisted(_))).collect();
    assert_eq!(blanks.len(), 5);
    let addr = |slot: &Slot| if let Slot::Listed(thunk) = slot { thunk.addr } else { 0 };
    assert_eq!((addr(&all[blanks[0] - 1]), addr(&all[blanks[4] + 1])), (0x3854, 0x3948));
    let listed: Vec<_> = all.iter().map(addr).filter(|addr| *addr > 0).collect();
    assert!(listed.is_sorted());
    assert_eq!(slots(&assume(Switch::UnlistedThunks, "hide")).count(), 22);
}

#[test]
fn names_tell_thunks_apart() {
    let names: Vec<String> = THUNKS.iter().map(|thunk| Selector::of(thunk).to_string()).collect();
    let mut sorted = names.clone();
    sorted.sort();
    sorted.dedup();
    assert_eq!(sorted.len(), 22);
    for (thunk, name) in THUNKS.iter().zip(&names) {
        assert_eq!(named(&name.to_ascii_uppercase()).unwrap().addr, thunk.addr);
        assert_eq!(named(thunk.id).unwrap().addr, thunk.addr);
    }
    let name = |addr| Selector::of(thunk_at(addr).unwrap()).to_string();
    assert_eq!([name(0x3688), name(0x36d8), name(0x37bc)], ["setup.1", "setup.3", "group.3.2"]);
    assert_eq!([name(0x3808), name(0x3948), name(0x3a28)], ["bank.80.4", "channel.0.in", "channel.6.out"]);
}

#[test]
fn selectors_stand_in_the_bytes() {
    for thunk in THUNKS {
        let Some(offset) = Selector::of(thunk).offset() else { continue };
        let run = thunk
            .segments
            .iter()
            .find(|(at, run)| (u32::from(*at)..u32::from(*at) + run.len() as u32).contains(&offset));
        let (start, run) = run.unwrap();
        let bytes = &run[offset as usize - usize::from(*start)..];
        match Selector::of(thunk) {
            Selector::Setup(_) => unreachable!("setup thunks have no selector"),
            Selector::Group { pair, sub } => assert_eq!(bytes[..3], [0xae, 0xb0 | pair, sub]),
            Selector::Bank { bank, engine } => assert_eq!(bytes[..4], [0xd2, 0x04, bank, engine]),
            Selector::Channel { channel, .. } => assert_eq!(bytes[0], channel << 4 | 0xd),
        }
    }
}

#[test]
fn what_is_no_thunk_says_what_it_is() {
    let why = |addr| at(addr).unwrap_err().to_string();
    assert!(matches!(at(0x3880), Err(Refused::Unknown(unknown)) if unknown.source == "G41"));
    assert!(why(0x3701).contains("inside the thunk that begins at 0x3700"));
    assert!(why(0x30bc).contains("helper OUT"));
    assert!(why(0x3680).contains("0x3680 to 0x3a5c"));
    assert!(why(u32::MAX).contains("no thunk begins here"));
    assert_eq!(at(0x3a48).unwrap().family, Family::B);
}

#[test]
fn listings_hold_the_printed_bytes_and_every_hole() {
    for thunk in THUNKS {
        let pieces = listing(thunk, PLAIN);
        let printed: Vec<u8> = pieces.iter().flat_map(|piece| piece.bytes).copied().collect();
        let expected: Vec<u8> = thunk.segments.iter().flat_map(|segment| segment.1).copied().collect();
        assert_eq!(printed, expected, "{}", thunk.id);
        let length =
            |what: What, bytes: usize| if let What::Unprinted(count) = what { count } else { Some(bytes as u32) };
        let total: Option<u32> = pieces.iter().map(|piece| length(piece.what, piece.bytes.len())).sum();
        assert_eq!(total, thunk.slot_bytes.map(u32::from), "{}", thunk.id);
        let call = pieces.iter().find(|piece| Some(piece.pc) == thunk.call_pc);
        let target =
            call.and_then(|piece| if let What::Call { target, .. } = piece.what { Some(target) } else { None });
        assert_eq!(target, thunk.call_target, "{}", thunk.id);
        assert_eq!(call.and_then(|piece| piece.page_target), (thunk.family == Family::C).then_some(0x30bc));
    }
}

#[test]
fn a_hole_takes_the_boundaries_with_it() {
    let names =
        |reading| listing(thunk_at(0x3798).unwrap(), reading).iter().map(|p| (p.pc, p.what.name())).collect::<Vec<_>>();
    let whole = [(0x3798, "entry"), (0x379b, "opaque"), (0x379e, "unprinted"), (0x37a2, "unaligned")];
    assert_eq!(names(PLAIN)[..4], whole);
    assert_eq!(names(PLAIN)[4..], [(0x37a3, "cust3"), (0x37a6, "call"), (0x37a9, "unprinted")]);
    let two = names(Reading { cust3: Cust3Reading::TwoInstructions, ..PLAIN });
    assert_eq!(two[4..], [(0x37a4, "movi.n"), (0x37a6, "call"), (0x37a9, "unprinted")]);
}

#[test]
fn helpers_differ_in_five_bytes() {
    let [one, other] = [&THUNK_HELPERS[0], &THUNK_HELPERS[1]];
    assert_eq!((one.direction, other.direction), (Leg::In, Leg::Out));
    let differ: Vec<_> = (0..one.code.len()).filter(|n| one.code[*n] != other.code[*n]).collect();
    assert_eq!(differ, [0x09, 0x11, 0x12, 0x1e, 0x1f]);
    assert_eq!(differ, HELPER_DIFF.iter().map(|diff| usize::from(diff.offset)).collect::<Vec<_>>());
    for helper in [one, other] {
        let pieces = helper_listing(helper, PLAIN);
        assert_eq!(pieces.last().unwrap().what, What::Unprinted(Some(1)));
    }
}

#[test]
fn rows_are_those_of_the_facts() {
    for row_of in &CALLERS {
        let text = row(row_of.fact);
        assert!(
            text.contains(&alloc::format!("callers_min = {}\ncallers_max = {}\n", row_of.min, row_of.max)),
            "{text}"
        );
        assert!(
            text.contains(&alloc::format!("{:#x}", row_of.first))
                && text.contains(&alloc::format!("{:#x}", row_of.last))
        );
        assert_eq!(record(row_of.fact).unwrap().evidence, row_of.evidence);
    }
    assert_eq!(callers(0x3948).unwrap().max, 0);
    assert!(callers(0x3688).is_none());
    let text = row(UNLISTED_FACT.0);
    assert!(text.contains("count = 5") && text.contains(&alloc::format!("gap_first = {:#x}", UNLISTED.start)));
    assert!(text.contains(&alloc::format!("gap_last_exclusive = {:#x}", UNLISTED.end)));
    assert_eq!(record(UNLISTED_FACT.0).unwrap().evidence, UNLISTED_FACT.1);
}

#[test]
fn generations_show_what_they_have() {
    let default = Assumptions::default();
    assert_eq!(shown(Generation::Mariana, &default), Ok(Shown::Own));
    for generation in [Generation::Cayman, Generation::MarianaPlus] {
        assert_eq!(shown(generation, &default), Ok(Shown::Borrowed));
        let source = |r| if let Err(Refused::Unknown(unknown)) = r { unknown.source } else { "" };
        assert_eq!(source(shown(generation, &assume(Switch::OtherGenThunks, "disabled"))), "G46");
    }
    assert!(matches!(shown(Generation::Sunda, &default), Err(Refused::Unknown(unknown)) if unknown.source == "G35"));
    assert_eq!(shown(Generation::Sunda, &assume(Switch::SundaDoorbell, "plain-store")), Ok(Shown::PlainStore));
    assert_eq!(shown(Generation::Maverick, &default), Err(Refused::NoImage(Generation::Maverick)));
}
