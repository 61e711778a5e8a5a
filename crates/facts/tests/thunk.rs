//! The thunks: calls recomputed from their bytes, families counted, helpers compared.

mod data;

use seqbell_facts::{
    CUST3, CUST3_WORD, Family, Generation, HELPER_DIFF, LENGTH_RULES, Leg, TAIL_CHAIN, THUNK_ARRAY, THUNK_HELPERS,
    THUNKS, Thunk, record, thunk_at,
};

/// The printed bytes at an offset, if all of them are printed.
fn printed(thunk: &Thunk, offset: u32, count: usize) -> Option<&'static [u8]> {
    thunk.segments.iter().find_map(|(at, bytes)| {
        let from = usize::try_from(offset).ok()?.checked_sub(usize::from(*at))?;
        bytes.get(from..from + count)
    })
}

#[test]
fn calls_lead_where_their_bytes_say() {
    let mut calls = 0;
    for thunk in THUNKS {
        let (Some(pc), Some(word)) = (thunk.call_pc, thunk.call_word) else {
            assert_eq!(thunk.family, Family::A, "{}", thunk.id);
            continue;
        };
        calls += 1;
        let (target, op0, n) = data::call(pc, word);
        assert_eq!((Some(target), op0, n), (thunk.call_target, 5, 2), "{}", thunk.id);
        let leg = THUNK_HELPERS.iter().find(|helper| helper.addr == target).map(|helper| helper.direction);
        assert_eq!((leg, leg.is_some()), (thunk.direction, true), "{}", thunk.id);
        assert_eq!(printed(thunk, pc - thunk.addr, 3), Some(&word[..]), "{}", thunk.id);
    }
    assert_eq!(calls, 19);
}

#[test]
fn page_and_bytes_disagree_in_family_c_only() {
    for thunk in THUNKS.iter().filter(|thunk| thunk.call_target.is_some()) {
        assert_eq!(thunk.disagreement, thunk.call_target != Some(thunk.page_target), "{}", thunk.id);
        assert_eq!(thunk.disagreement, thunk.family == Family::C, "{}", thunk.id);
    }
    let out = |thunk: &&Thunk| thunk.disagreement && thunk.page_target == 0x30bc && thunk.direction == Some(Leg::In);
    assert_eq!(THUNKS.iter().filter(out).count(), 4);
}

#[test]
fn helpers_differ_in_five_bytes() {
    let [inward, outward] = THUNK_HELPERS else { panic!("two helpers") };
    assert_eq!((inward.direction, inward.addr, outward.direction, outward.addr), (Leg::In, 0x3098, Leg::Out, 0x30bc));
    assert_eq!((inward.code.len(), outward.code.len()), (35, 35));
    let differing: Vec<_> = (0u8..)
        .zip(inward.code.iter().zip(outward.code))
        .filter(|(_, (a, b))| a != b)
        .map(|(i, (a, b))| (i, *a, *b))
        .collect();
    let listed: Vec<_> = HELPER_DIFF.iter().map(|diff| (diff.offset, diff.in_byte, diff.out_byte)).collect();
    assert_eq!(differing, listed);
    for helper in THUNK_HELPERS {
        assert_eq!(data::call(helper.call_pc, helper.call_word), (helper.call_target, 5, 2));
        assert_eq!((helper.call_target, helper.page_target), (0x4a60, 0x4a60));
        let at = (helper.call_pc - helper.addr) as usize;
        assert_eq!(&helper.code[at..at + 3], &helper.call_word);
        assert!(helper.code.starts_with(THUNK_ARRAY.prologue) && helper.code.ends_with(THUNK_ARRAY.epilogue));
    }
}

#[test]
fn twenty_two_listed_and_five_not() {
    let mut addrs: Vec<_> = THUNKS.iter().map(|thunk| thunk.addr).collect();
    addrs.sort_unstable();
    addrs.dedup();
    assert_eq!(addrs.len(), 22);
    assert!(
        addrs
            .iter()
            .all(|addr| (THUNK_ARRAY.first..THUNK_ARRAY.last_exclusive).contains(addr) || *addr >= THUNK_ARRAY.first)
    );
    let unlisted = data::only("doorbell", "unlisted_thunks");
    assert_eq!(addrs.len() as i64 + data::int(&unlisted, "count"), i64::from(THUNK_ARRAY.thunks));
    let cust3 = THUNKS.iter().filter(|thunk| thunk.cust3).count() as i64;
    assert_eq!(cust3, 11);
    assert_eq!(cust3 + data::int(&unlisted, "cust3_carriers_expected"), i64::from(THUNK_ARRAY.with_cust3));
}

#[test]
fn families_have_3_7_4_8_members() {
    for family in Family::ALL {
        let members: Vec<_> = THUNKS.iter().filter(|thunk| thunk.family == family).collect();
        let fact = family.fact();
        assert_eq!((fact.family, fact.id), (family, family.as_str()));
        assert_eq!(members.len(), usize::from(fact.members));
        for thunk in members {
            assert_eq!(thunk.cust3, fact.cust3, "{}", thunk.id);
            if let (Some(at), Some(pc)) = (fact.call_at, thunk.call_pc) {
                assert_eq!(pc - thunk.addr, u32::from(at), "{}", thunk.id);
            }
            if let Some(at) = fact.cust3_at {
                assert_eq!(printed(thunk, at.into(), 3), Some(&[0xa0, 0x0c, 0x0d][..]), "{}", thunk.id);
            }
        }
    }
}

#[test]
fn selectors_are_in_the_printed_bytes() {
    for thunk in THUNKS {
        match thunk.family {
            Family::A => assert!(thunk.segments.is_empty(), "{}", thunk.id),
            Family::B => {
                let selector = [0xae, 0xb0 | thunk.selector_x.unwrap(), thunk.selector_y.unwrap()];
                assert_eq!(printed(thunk, 3, 3), Some(&selector[..]), "{}", thunk.id);
            }
            Family::C => {
                let selector = [0xd2, 0x04, thunk.bank.unwrap(), thunk.selector_y.unwrap()];
                assert_eq!(printed(thunk, 0xd, 4), Some(&selector[..]), "{}", thunk.id);
                assert_eq!(thunk.bank, Some(0x40 << thunk.nc.unwrap()), "{}", thunk.id);
            }
            Family::D => assert!([0, 2, 4, 6].contains(&thunk.channel.unwrap()), "{}", thunk.id),
        }
    }
    for row in data::rows("doorbell", "thunk").iter().filter(|row| row.contains_key("byte9")) {
        let thunk = thunk_at(data::int(row, "addr") as u32).unwrap();
        let byte = [data::int(row, "byte9") as u8];
        assert!(printed(thunk, 9, 1).is_none_or(|printed| printed == byte), "{}", thunk.id);
        assert_eq!(i64::from(byte[0]), i64::from(thunk.channel.unwrap()) << 4 | 0xd, "{}", thunk.id);
    }
}

#[test]
fn the_tail_chain_follows_its_calls() {
    let calls: Vec<_> = TAIL_CHAIN.iter().filter_map(|hop| Some((hop.call_pc?, hop.call_word?, hop.to?))).collect();
    assert_eq!(calls.len(), 2);
    for (pc, word, to) in calls {
        assert_eq!(data::call(pc, word).0, to);
    }
    // 05 00 00 is a CALL0 by its n field, though the page calls it a call like the others.
    assert_eq!(data::call(0x4a69, [5, 0, 0]), (0x4a6c, 5, 0));
    assert_eq!(TAIL_CHAIN[0].to, Some(THUNK_HELPERS[0].call_target));
    assert_eq!(TAIL_CHAIN.iter().map(|hop| hop.n).collect::<Vec<_>>(), [1, 2, 3, 4]);
}

#[test]
fn the_preferred_length_rule_walks_the_helpers() {
    let mut preferred = LENGTH_RULES.iter().filter(|rule| rule.preferred);
    let rule = preferred.next().unwrap();
    assert!(preferred.next().is_none());
    let length = |byte: u8| match byte & 15 {
        0..=7 => rule.op0_0_to_7,
        8..=13 => rule.op0_8_to_d,
        _ => rule.op0_e_f,
    };
    let walks = data::rows("doorbell", "length_walk");
    for (helper, walk) in THUNK_HELPERS.iter().zip(&walks) {
        let (mut at, mut steps) = (0, Vec::new());
        while let Some(byte) = helper.code.get(at) {
            let size = usize::from(length(*byte).unwrap());
            let bytes: Vec<_> = helper.code[at..at + size].iter().map(|byte| format!("{byte:02x}")).collect();
            steps.push(format!("+{at:#04x} {}", bytes.join(" ")));
            at += size;
        }
        assert_eq!(steps, data::texts(walk, "steps"), "{}", helper.id);
    }
}

#[test]
fn the_short_length_rule_contradicts_its_own_page() {
    let printed = LENGTH_RULES.iter().find(|rule| rule.id == "as_printed").unwrap();
    // `entry` has op0 6 and is three bytes long.
    assert_eq!((THUNK_ARRAY.prologue.len(), THUNK_ARRAY.prologue[0] & 15, printed.op0_0_to_7), (3, 6, Some(2)));
}

#[test]
fn the_cust3_word_is_marianas() {
    let word = CUST3.iter().find(|fact| fact.generation == Generation::Mariana).unwrap().word;
    assert_eq!((word, CUST3_WORD), (Some(CUST3_WORD), 0x0d_0ca0));
    assert_eq!(data::bytes(data::text(&data::only("doorbell", "cust3_word"), "bytes")), [0xa0, 0x0c, 0x0d]);
    assert!(record("doorbell.cust3-word").is_some());
}
