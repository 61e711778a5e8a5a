//! The decoder against the printed bytes: expected values come from the sources' tables and from the rule worked out here.

use super::{CallForm, Cut, Lengths, Piece, Reading, What, call, decode};
use alloc::vec::Vec;
use seqbell_facts::{Assumptions, Cust3Reading, Generation, LENGTH_RULES, Switch, THUNK_HELPERS, THUNKS, record};

const DATA: &str = include_str!("../../../../facts/data/doorbell.toml");
const PLAIN: Reading =
    Reading { lengths: Lengths::FullEf3, cust3: Cust3Reading::OneWord, generation: Generation::Mariana };
const TWO: Reading = Reading { cust3: Cust3Reading::TwoInstructions, ..PLAIN };

/// The printed rule, worked out in wide signed numbers.
fn target(pc: i64, [a, b, c]: [u8; 3]) -> u32 {
    let word = i64::from(a) + (i64::from(b) << 8) + (i64::from(c) << 16);
    let imm18 = word / 64;
    let signed = if imm18 >= 1 << 17 { imm18 - (1 << 18) } else { imm18 };
    u32::try_from((pc - pc % 4 + 4 + signed * 4).rem_euclid(1 << 32)).unwrap()
}

fn kinds(pieces: &[Piece<'_>]) -> Vec<(u32, &'static str)> {
    pieces.iter().map(|piece| (piece.pc, piece.what.name())).collect()
}

#[test]
fn call_words_lead_where_the_tables_say() {
    // Call words and targets as the source prints them; family C is what its own bytes say.
    let table: [(u32, [u8; 3], u32); 25] = [
        (0x370e, [0xa5, 0x98, 0xff], 0x3098),
        (0x3732, [0x65, 0x96, 0xff], 0x3098),
        (0x37a6, [0x25, 0x8f, 0xff], 0x3098),
        (0x37ca, [0xe5, 0x8c, 0xff], 0x3098),
        (0x383e, [0xa5, 0x85, 0xff], 0x3098),
        (0x3862, [0x65, 0x83, 0xff], 0x3098),
        (0x3a56, [0x25, 0x64, 0xff], 0x3098),
        (0x375d, [0xa5, 0x93, 0xff], 0x3098),
        (0x3785, [0x25, 0x91, 0xff], 0x3098),
        (0x37f5, [0x25, 0x8a, 0xff], 0x3098),
        (0x381d, [0xa5, 0x87, 0xff], 0x3098),
        (0x3962, [0x65, 0x73, 0xff], 0x3098),
        (0x3982, [0xa5, 0x73, 0xff], 0x30bc),
        (0x39a2, [0x65, 0x6f, 0xff], 0x3098),
        (0x39c2, [0xa5, 0x6f, 0xff], 0x30bc),
        (0x39e2, [0x65, 0x6b, 0xff], 0x3098),
        (0x3a02, [0xa5, 0x6b, 0xff], 0x30bc),
        (0x3a22, [0x65, 0x67, 0xff], 0x3098),
        (0x3a42, [0xa5, 0x67, 0xff], 0x30bc),
        (0x30b6, [0xa5, 0x9a, 0x01], 0x4a60),
        (0x30da, [0x65, 0x98, 0x01], 0x4a60),
        (0x4a7f, [0xe5, 0xe7, 0xff], 0x48fc),
        (0x0, [0xe5, 0xff, 0xff], 0x0),
        (0x0, [0x25, 0x00, 0x80], 0xfff8_0004),
        (0xffff_fffc, [0x25, 0x00, 0x00], 0x0),
    ];
    for (pc, word, expected) in table {
        assert_eq!(target(i64::from(pc), word), expected, "{pc:#x}");
        assert_eq!(call(word, pc), Some((CallForm::Call8, expected)), "{pc:#x}");
    }
}

#[test]
fn the_n_field_names_the_form() {
    assert_eq!(call([0x05, 0, 0], 0x4a69), Some((CallForm::Call0, 0x4a6c)));
    let forms: Vec<_> = [0x05, 0x15, 0x25, 0x35].map(|byte| call([byte, 0, 0], 0).map(|(form, _)| form.name())).into();
    assert_eq!(forms, [Some("call0"), Some("call4"), Some("call8"), Some("call12")]);
    assert_eq!(call([0x24, 0, 0], 0), None);
}

#[test]
fn the_rules_are_those_of_the_facts() {
    let row = |id: &str| LENGTH_RULES.iter().find(|rule| rule.id == id).unwrap();
    for (rule, lengths) in [(row("full"), Lengths::FullEf3), (row("as_printed"), Lengths::AsPrinted)] {
        for first in 0..=u8::MAX {
            let stated = match first & 0xf {
                0..=7 => rule.op0_0_to_7,
                8..=0xd => rule.op0_8_to_d,
                _ => rule.op0_e_f,
            };
            assert_eq!(stated.map(usize::from), Some(lengths.bytes(first)), "{} {first:#x}", rule.id);
        }
    }
    for first in 0..=u8::MAX {
        let expected = if first & 0xf >= 0xe { 2 } else { Lengths::FullEf3.bytes(first) };
        assert_eq!(Lengths::FullEf2.bytes(first), expected);
    }
}

#[test]
fn every_option_of_the_switch_is_a_rule() {
    let options = Switch::LengthRule.fact().options;
    assert_eq!(options.iter().map(|o| o.token).collect::<Vec<_>>(), Lengths::ALL.map(Lengths::token));
    for (option, rule) in (0..).zip(Lengths::ALL) {
        let mut assumptions = Assumptions::default();
        assert!(assumptions.set(Switch::LengthRule, option));
        assert_eq!(Lengths::of(&assumptions), rule);
    }
    assert_eq!(Lengths::parse("FULL"), Some(Lengths::FullEf3));
    assert_eq!(Lengths::parse("fuller"), None);
}

/// The walks that the facts record, made with three bytes for e and f, and the CUST3 bytes as two instructions.
#[test]
fn recorded_length_walks_are_found_again() {
    let mut walks = 0;
    for part in DATA.split("[[length_walk]]").skip(1) {
        let steps: Vec<&str> = part.split('"').filter(|text| text.starts_with("+0x")).collect();
        let offset = |step: &str| u32::from_str_radix(&step[3..5], 16).unwrap();
        let hex = |step: &str| step[6..].split(' ').map(|b| u8::from_str_radix(b, 16).unwrap()).collect::<Vec<_>>();
        let bytes: Vec<u8> = steps.iter().flat_map(|step| hex(step)).collect();
        let printed = THUNKS.iter().flat_map(|t| t.segments).map(|s| s.1).chain(THUNK_HELPERS.iter().map(|h| h.code));
        assert!(printed.into_iter().any(|run| run == bytes), "{steps:?}");
        let pieces: Vec<_> = decode(&bytes, 0x3000, TWO).collect();
        let found: Vec<_> = pieces.iter().map(|piece| (piece.pc - 0x3000, piece.bytes.to_vec())).collect();
        assert_eq!(found, steps.iter().map(|step| (offset(step), hex(step))).collect::<Vec<_>>());
        walks += 1;
    }
    assert_eq!(walks, 5);
}

#[test]
fn the_cust3_word_has_two_readings() {
    let bytes = [0x01, 0x7a, 0xa0, 0x0c, 0x0d, 0xa5, 0x98, 0xff];
    let one: Vec<_> = decode(&bytes, 0x3709, PLAIN).collect();
    assert_eq!(kinds(&one), [(0x3709, "cut"), (0x370b, "cust3"), (0x370e, "call")]);
    assert_eq!(one[0].what, What::Cut(Cut::Cust3));
    let two: Vec<_> = decode(&bytes, 0x3709, TWO).collect();
    assert_eq!(kinds(&two), [(0x3709, "l32r"), (0x370c, "movi.n"), (0x370e, "call")]);
    assert_eq!(two[1].what, What::MoviN { register: 13, value: 0 });
}

#[test]
fn each_generation_has_its_own_word() {
    let found = |generation, word: [u8; 3]| {
        let what = decode(&word, 0, Reading { generation, ..PLAIN }).next().unwrap().what;
        what == What::Cust3
    };
    let (cayman, mariana) = ([0x80, 0x0c, 0x0d], [0xa0, 0x0c, 0x0d]);
    assert!(found(Generation::Cayman, cayman) && !found(Generation::Cayman, mariana));
    for generation in [Generation::Mariana, Generation::MarianaPlus] {
        assert!(found(generation, mariana) && !found(generation, cayman));
    }
    for generation in [Generation::Sunda, Generation::Maverick] {
        assert!(!found(generation, mariana) && !found(generation, cayman));
    }
}

#[test]
fn a_bank_may_be_a_constant() {
    // 0x3748 with two bytes for e and f: the own observation `family_c_const16`.
    let run = THUNKS.iter().find(|t| t.addr == 0x3748).unwrap().segments[0].1;
    let reading = Reading { lengths: Lengths::FullEf2, ..PLAIN };
    let pieces: Vec<_> = decode(run, 0x3748, reading).collect();
    let at = pieces.iter().position(|piece| piece.pc == 0x3748 + 0x0e).unwrap();
    assert_eq!(pieces[at].what, What::Const16 { register: 0, value: 0x0240 });
    assert_eq!(pieces[at + 2].what, What::MovN { register: 10, source: 2 });
    assert_eq!(pieces[at + 3].what, What::Call { form: CallForm::Call8, target: 0x3098 });
}

#[test]
fn operands_are_read() {
    let first = |bytes: &[u8]| decode(bytes, 0x1000, PLAIN).next().unwrap().what;
    assert_eq!(first(&[0x36, 0x41, 0x00]), What::Entry { register: 1, frame: 32 });
    assert_eq!(first(&[0x36, 0xf1, 0xff]), What::Entry { register: 1, frame: 32760 });
    assert_eq!(first(&[0x1d, 0xf0]), What::Return);
    for (bytes, value) in [([0x5c, 0xf2], 95), ([0x6c, 0x02], -32), ([0x7c, 0xf2], -1), ([0x1c, 0x02], 16)] {
        assert_eq!(first(&bytes), What::MoviN { register: 2, value });
    }
    assert_eq!(first(&[0x8c, 0x01]), What::Opaque);
    assert_eq!(first(&[0x21, 0xff, 0xff]), What::L32r { register: 2, literal: 0x1000 - 4 });
    assert_eq!(first(&[0x36, 0x41]), What::Truncated { needed: 3 });
}

#[test]
fn a_return_ends_a_guessed_instruction() {
    // With three bytes the e instruction would swallow half of the return.
    let pieces: Vec<_> = decode(&[0xae, 0x01, 0x1d, 0xf0, 0x3d, 0x02], 0x100, PLAIN).collect();
    assert_eq!(kinds(&pieces), [(0x100, "cut"), (0x102, "return"), (0x104, "mov.n")]);
    assert_eq!(pieces[0].what, What::Cut(Cut::Return));
    // Behind the return the walk knows again where it is.
    let inferred = Switch::LengthRule.fact().evidence;
    assert_eq!(pieces[0].evidence.weakest(inferred), inferred);
    assert_eq!(
        decode(&[0xae, 0x01, 0x1d, 0xf0, 0x36, 0x41, 0x00], 0, PLAIN).last().unwrap().evidence,
        seqbell_facts::Evidence::OBSERVED
    );
    // A call may hold the same two bytes: its length is no guess.
    let call: Vec<_> = decode(&[0x25, 0x1d, 0xf0], 0, PLAIN).collect();
    assert_eq!(call.len(), 1);
    // The short rule loses the entry and finds the return again.
    let reading = Reading { lengths: Lengths::AsPrinted, ..PLAIN };
    let short: Vec<_> = decode(&[0x36, 0x41, 0x00, 0x25, 0x64, 0xff, 0x1d, 0xf0], 0, reading).collect();
    assert_eq!(short.last().unwrap().what, What::Return);
    assert!(short.iter().all(|piece| !matches!(piece.what, What::Entry { .. } | What::Call { .. })));
}

#[test]
fn padding_before_an_entry_is_no_instruction() {
    let [one, other] = [THUNK_HELPERS[0].code, THUNK_HELPERS[1].code];
    let bytes: Vec<u8> = one.iter().chain(&[0]).chain(other).copied().collect();
    let pieces: Vec<_> = decode(&bytes, 0x3098, PLAIN).collect();
    assert!(kinds(&pieces).contains(&(0x30bb, "padding")));
    assert!(kinds(&pieces).contains(&(0x30bc, "entry")));
    assert!(
        pieces
            .iter()
            .any(|piece| piece.pc == 0x30da && piece.what == What::Call { form: CallForm::Call8, target: 0x4a60 })
    );
}

#[test]
fn evidence_is_that_of_the_facts() {
    let evidence = |id: &str| record(id).unwrap().evidence;
    assert_eq!(super::CALL_RULE.1, evidence(super::CALL_RULE.0));
    for id in ["cust3_boundary", "family_c_const16", "family_d_l32r"] {
        assert_eq!(super::OWN, evidence(id), "{id}");
    }
    for id in ["full", "as_printed"] {
        assert_eq!(seqbell_facts::Evidence::OBSERVED, evidence(id));
    }
}

/// Pseudo-random numbers without a dependency: xorshift.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

#[test]
fn any_bytes_are_taken_apart_once_and_to_the_end() {
    // Bytes that begin or end something, more often than chance would have them.
    const TRICKY: [u8; 16] =
        [0x1d, 0xf0, 0xa0, 0x80, 0x0c, 0x0d, 0x36, 0x41, 0x00, 0x25, 0x05, 0x0e, 0x0f, 0xff, 0x04, 0x01];
    let mut noise = Noise(0x9e37_79b9_7f4a_7c15);
    for _ in 0..20_000 {
        let length = noise.next() % 40;
        let byte = |n: u64| if n & 0x100 == 0 { n as u8 } else { TRICKY[(n >> 9) as usize % TRICKY.len()] };
        let bytes: Vec<u8> = (0..length).map(|_| byte(noise.next())).collect();
        let pc = if noise.next() & 1 == 0 { 0x3680 } else { u32::MAX - (noise.next() as u32 % 32) };
        let pick = noise.next();
        let reading = Reading {
            lengths: Lengths::ALL[pick as usize % 3],
            cust3: Cust3Reading::ALL[(pick >> 8) as usize % 2],
            generation: Generation::ALL[(pick >> 16) as usize % Generation::ALL.len()],
        };
        let pieces: Vec<_> = decode(&bytes, pc, reading).collect();
        assert!(pieces.len() <= bytes.len());
        let mut at = pc;
        for piece in &pieces {
            assert!((1..=3).contains(&piece.bytes.len()), "{bytes:x?}");
            assert_eq!(piece.pc, at);
            at = at.wrapping_add(piece.bytes.len() as u32);
        }
        let joined: Vec<u8> = pieces.iter().flat_map(|piece| piece.bytes).copied().collect();
        assert_eq!(joined, bytes);
    }
}
