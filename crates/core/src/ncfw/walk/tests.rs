//! Walks: what they come to under every switch, and what the machine makes of them.

use super::{Act, Aim, Destination, HEAD, TAIL_WORDS, Walk, walk};
use crate::fabric::{Direction, Reach};
use crate::udma::RingKey;
use crate::{Input, Lines, Machine, Refused};
use alloc::string::ToString;
use alloc::vec::Vec;
use seqbell_facts::{
    Assumptions, Basis, Confidence, Evidence, Generation, Leg, Switch, THUNKS, UDMA_WIKI_REGS, record,
};

/// The broadcast window of group 0, as the source prints the table.
const WINDOW_0: u64 = 0x0010_0208_0000;

fn assume(pairs: &[(Switch, &str)]) -> Assumptions {
    let mut assumptions = Assumptions::default();
    for (switch, token) in pairs {
        assert!(assumptions.set(*switch, switch.option(token).unwrap()));
    }
    assumptions
}

fn to(direction: Direction, group: u8, queue: u8, count: u32) -> Option<Destination> {
    let reach = Reach::Group { group, mask: u16::MAX };
    Some(Destination { lines: Lines { direction, queue, reach }, count })
}

fn go(pairs: &[(Switch, &str)], addr: u32, to: Option<Destination>) -> Walk {
    walk(Generation::Mariana, &assume(pairs), addr, to).unwrap()
}

fn acts(walk: &Walk) -> Vec<&'static str> {
    walk.steps.iter().map(|step| step.act.name()).collect()
}

fn stopped(walk: &Walk) -> &'static str {
    walk.stopped.map_or("", |unknown| unknown.source)
}

const TAIL: [&str; 8] = ["entry", "direction", "call", "call", "opaque", "opaque", "call", "core"];

#[test]
fn an_out_thunk_rings_where_the_user_says() {
    let walk = go(&[], 0x3968, to(Direction::M2s, 0, 5, 4));
    let mut expected = Vec::from(["entry", "select", "descriptor", "aim", "call"]);
    expected.extend(TAIL);
    expected.extend(["doorbell", "return"]);
    assert_eq!(acts(&walk), expected);
    assert_eq!(walk.stopped, None);
    let addr = WINDOW_0 + (6 << 12) + 0x38;
    assert_eq!(walk.doorbell().unwrap().act, Act::Doorbell { addr, count: 4 });
    // The rule is HIGH, the mapping of OUT onto the tail is not.
    assert_eq!(walk.doorbell().unwrap().evidence, Evidence::new(Confidence::Med, Basis::Inferred));
    let s2m = go(&[], 0x3968, to(Direction::S2m, 0, 5, 4));
    assert_eq!(s2m.doorbell().unwrap().act, Act::Doorbell { addr: addr + 0x2_0000, count: 4 });
}

#[test]
fn without_a_destination_the_walk_stops_at_the_address() {
    for (addr, source) in [
        (0x3968, "doorbell.descriptor"),
        (0x3948, "doorbell.descriptor"),
        (0x3700, "doorbell.binding.B"),
        (0x3748, "doorbell.binding.C"),
    ] {
        let walk = go(&[], addr, None);
        assert_eq!(stopped(&walk), source);
        assert_eq!(acts(&walk).last(), Some(&"core"));
        assert!(walk.doorbell().is_none());
    }
}

#[test]
fn an_in_thunk_reads_the_head() {
    let walk = go(&[], 0x3948, to(Direction::M2s, 0, 0, 4));
    let read = walk.steps.iter().find(|step| step.act.name() == "head_read").unwrap();
    assert_eq!(read.act, Act::HeadRead { addr: WINDOW_0 + 0x1034 });
    assert!(walk.doorbell().is_none() && walk.stopped.is_none());
    let head = UDMA_WIKI_REGS.iter().find(|reg| reg.id == "udma.csr.head_ptr").unwrap();
    assert_eq!(head.offset, HEAD);
}

#[test]
fn switches_decide_how_far_a_walk_goes() {
    let here = to(Direction::M2s, 0, 0, 1);
    let byte_only = go(&[(Switch::DirectionMapping, "byte-only")], 0x3968, here);
    assert_eq!((stopped(&byte_only), byte_only.doorbell()), ("G37", None));
    let events = go(&[(Switch::ChannelTarget, "entries-0-3")], 0x3a28, here);
    assert_eq!((stopped(&events), events.doorbell()), ("G43", None));
    // Channel 6 is the fourth: the event aperture of entry 3.
    let aim = events.steps.iter().find(|step| step.act.name() == "aim").unwrap();
    assert_eq!(aim.act, Act::Aim(Aim::Event { index: 3, addr: 0x0078_0270_0000 }));
}

#[test]
fn the_second_leg_is_an_assumption() {
    let here = to(Direction::M2s, 0, 0, 1);
    let hidden = go(&[], 0x3748, here);
    assert_eq!((stopped(&hidden), hidden.doorbell()), ("G44", None));
    assert_eq!(hidden.steps.last().unwrap().act, Act::Unprinted(Some(16)));
    let assumed = go(&[(Switch::SecondLeg, "assume-out")], 0x3748, here);
    assert_eq!(stopped(&assumed), "");
    let ring = assumed.doorbell().unwrap();
    assert_eq!(ring.evidence, Evidence::new(Confidence::Low, Basis::Absent));
    let legs: Vec<_> = assumed
        .steps
        .iter()
        .filter_map(|step| if let Act::Direction(leg, _) = step.act { Some(leg) } else { None })
        .collect();
    assert_eq!(legs, [Leg::In, Leg::Out]);
    // This one returns behind its only call.
    let last = go(&[(Switch::SecondLeg, "assume-out")], 0x3a48, here);
    assert_eq!((acts(&last).last(), last.doorbell()), (Some(&"return"), None));
}

#[test]
fn family_c_shows_both_targets() {
    for thunk in THUNKS.iter().filter(|thunk| thunk.disagreement) {
        let walk = go(&[], thunk.addr, None);
        let call = walk.steps.iter().find(|step| step.pc == thunk.call_pc).unwrap();
        let Act::Call { target, page_target, .. } = call.act else { panic!("{call:?}") };
        assert_eq!((target, page_target), (0x3098, Some(0x30bc)));
        assert!(call.to_string().contains("0x3098, helper IN; the source says 0x30bc"), "{call}");
    }
}

#[test]
fn the_cust3_word_is_opaque_or_two_instructions() {
    let named = |pairs: &[(Switch, &str)]| {
        let walk = go(pairs, 0x3700, None);
        walk.steps.iter().find(|step| matches!(step.act, Act::Cust3 { .. } | Act::Code(_))).unwrap().act.to_string()
    };
    assert_eq!(named(&[]), "CUST3 0x0d0ca0, opaque");
    assert!(named(&[(Switch::Cust3Semantics, "inferred-label")]).contains("t = 0xa"));
    assert!(named(&[(Switch::Cust3Reading, "two-instructions")]).starts_with("movi.n a13, 0"));
}

#[test]
fn setup_thunks_ring_nothing() {
    let walk = go(&[], 0x3688, None);
    assert_eq!(acts(&walk), ["entry", "select", "descriptor", "call", "core", "return"]);
    assert!(matches!(walk_error(0x3688, to(Direction::M2s, 0, 0, 1)), Refused::Rule(_)));
    let engine =
        Destination { lines: Lines { direction: Direction::M2s, queue: 0, reach: Reach::Engine(3) }, count: 1 };
    assert!(matches!(walk_error(0x3968, Some(engine)), Refused::Rule(_)));
    assert!(matches!(walk_error(0x3968, to(Direction::M2s, 8, 0, 1)), Refused::Range { what: "group", .. }));
    assert!(matches!(walk_error(0x3968, to(Direction::M2s, 0, 16, 1)), Refused::Range { what: "queue", .. }));
}

fn walk_error(addr: u32, to: Option<Destination>) -> Refused {
    walk(Generation::Mariana, &Assumptions::default(), addr, to).unwrap_err()
}

#[test]
fn other_generations_borrow_and_say_so() {
    let walk = walk(Generation::Cayman, &Assumptions::default(), 0x3968, to(Direction::M2s, 0, 0, 1)).unwrap();
    assert_eq!(acts(&walk)[..3], ["borrowed", "not_in_image", "entry"]);
    assert_eq!(walk.steps[1].fact, "gen.cayman.cust3");
    assert!(walk.steps.iter().all(|step| step.evidence == Evidence::new(Confidence::Low, Basis::Absent)));
}

#[test]
fn sunda_may_be_given_a_plain_store() {
    let assumptions = assume(&[(Switch::SundaDoorbell, "plain-store")]);
    let engine =
        Destination { lines: Lines { direction: Direction::M2s, queue: 0, reach: Reach::Engine(3) }, count: 1 };
    let ring = walk(Generation::Sunda, &assumptions, 0x3968, Some(engine)).unwrap();
    assert_eq!(acts(&ring), ["doorbell"]);
    assert_eq!(ring.steps[0].fact, "G35");
    assert_eq!(stopped(&walk(Generation::Sunda, &assumptions, 0x3968, None).unwrap()), "G35");
    assert!(walk(Generation::Sunda, &assumptions, 0x3968, to(Direction::M2s, 0, 0, 1)).is_err());
}

#[test]
fn every_step_names_a_record() {
    let choices: [&[(Switch, &str)]; 4] = [
        &[],
        &[(Switch::SecondLeg, "assume-out")],
        &[(Switch::ChannelTarget, "entries-0-3")],
        &[(Switch::Cust3Reading, "two-instructions")],
    ];
    for pairs in choices {
        for thunk in THUNKS {
            let here = (thunk.family != seqbell_facts::Family::A).then(|| to(Direction::S2m, 7, 15, 1)).flatten();
            let walk = go(pairs, thunk.addr, here);
            for step in &walk.steps {
                let known = record(step.fact).unwrap_or_else(|| panic!("{} of {step}", step.fact)).evidence;
                assert_eq!(step.evidence.weakest(known).confidence, step.evidence.confidence, "{step}");
            }
            assert!(record(stopped(&walk)).is_some() || walk.stopped.is_none());
        }
    }
}

#[test]
fn the_words_of_the_chain_are_those_of_the_facts() {
    let data = include_str!("../../../../facts/data/doorbell.toml");
    let row = data.split_once("id = \"doorbell.tail-chain.3\"").unwrap().1.split("\n[").next().unwrap();
    for word in TAIL_WORDS {
        let hex: Vec<_> = word.iter().map(|byte| alloc::format!("{byte:02x}")).collect();
        let (spaced, listed) = (hex.join(" "), alloc::format!("0x{}", hex.join(", 0x")));
        assert!(row.contains(&spaced) || row.contains(&listed), "{row}");
    }
}

#[test]
fn a_machine_rings_what_the_walk_rings() {
    let mut machine = Machine::new(Generation::Mariana, Assumptions::default()).unwrap();
    let fresh = machine.clone();
    let tail = |machine: &Machine, engine| machine.ring(RingKey { engine, direction: Direction::M2s, queue: 1 }).tail;
    let quiet = machine.apply(Input::Thunk { addr: 0x3968, to: None }).unwrap();
    assert_eq!(quiet.warning, None);
    assert_eq!(machine, fresh);
    let here = to(Direction::M2s, 2, 1, 6);
    machine.apply(Input::Thunk { addr: 0x3948, to: here }).unwrap();
    assert_eq!(machine, fresh);
    let event = machine.apply(Input::Thunk { addr: 0x3968, to: here }).unwrap();
    assert_eq!(event.evidence, Evidence::new(Confidence::Med, Basis::Inferred));
    assert_eq!([tail(&machine, 31), tail(&machine, 32), tail(&machine, 47), tail(&machine, 48)], [0, 6, 6, 0]);
    let before = machine.clone();
    assert!(machine.apply(Input::Thunk { addr: 0x3969, to: here }).is_err());
    assert_eq!(machine, before);
}
