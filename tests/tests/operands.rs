//! Rule R2: wherever the printed operands give an address or a value, they agree with what the row declares.
//! The places that the sources print in full are named here; what they must give is worked out by hand below.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use seqbell_script::core::event::Detail;
use seqbell_script::core::{Event, csr::Csr};
use seqbell_script::facts::routine::{Op, Place, ROWS, Row, row};
use seqbell_tests::{SCENARIOS, run};
use std::collections::BTreeSet;

/// Addresses of steps whose operands the sources print, from the base of the address to the access.
const CONFIRMED: &[(u32, &str)] = &[
    (0x2cb3, "poll of the doorbell"),
    (0x2cb5, "stash of the polled value at a1 + 20"),
    (0x2cb7, "spin on a polled 0"),
    (0x2d15, "acknowledging store of 0"),
    (0x2d22, "displaced store of 1, base start_ctrl plus 4"),
    (0x2d36, "low half of the resume PC"),
    (0x2d84, "leaving the loop on a clear flag"),
    (0x1ce1, "the 0 that clears the flag in Enter-Pause"),
    (0x1cee, "store of 2 into run_state"),
    (0x3a61, "address of run_state in Entering-HALT"),
    (0x4bc4, "poll of the doorbell in the resume block"),
    (0x4bc6, "the branch on it"),
    (0x2e96, "bound of the sync index"),
    (0x2ea1, "base of the remote words, 145 << 13"),
    (0x2e65, "bound of the dispatch index"),
    (0x4c65, "read of intr_info"),
    (0x4c88, "read of run_state by the dispatcher"),
    (0x1d4b, "the halt reason at a1 + 16"),
];

fn every_event(mut look: impl FnMut(&str, &Event)) {
    for scenario in SCENARIOS {
        let trace = run(scenario.text).unwrap_or_else(|e| panic!("{}: {e}", scenario.name));
        trace.events().for_each(|event| look(scenario.name, event));
    }
}

fn step_at(pc: u32) -> &'static Row {
    ROWS.iter().find(|r| r.pc == pc && r.id.starts_with("run-state.")).unwrap_or_else(|| panic!("no step at {pc:#x}"))
}

/// The one reading that contradicts printed code: a halted core that goes on waiting although its poll saw a doorbell.
/// Its trace says so; the default reading does not.
const AGAINST_THE_CODE: (&str, u32) = ("switches/halted_doorbell--always-deaf", 0x2cb7);

#[test]
fn no_operand_contradicts_a_declared_effect() {
    let mut against = BTreeSet::new();
    every_event(|name, event| {
        if event.confirmed == Some(false) {
            against.insert((name.to_owned(), event.pc.unwrap_or(0)));
        }
    });
    let (name, pc) = AGAINST_THE_CODE;
    assert_eq!(against, BTreeSet::from([(name.to_owned(), pc)]));
}

#[test]
fn the_printed_places_are_confirmed_by_their_operands() {
    let mut confirmed = BTreeSet::new();
    every_event(|_, event| {
        if event.confirmed == Some(true) {
            confirmed.extend(event.row.map(|id| row(id).id));
        }
    });
    let missing: Vec<_> = CONFIRMED.iter().filter(|(pc, _)| !confirmed.contains(step_at(*pc).id)).collect();
    assert!(missing.is_empty(), "never confirmed: {missing:#x?}");
}

/// Just enough of the instruction set for an address: `movi`, `const16`, and the offset of a load or store.
fn effective_address(pcs: &[u32]) -> Option<u32> {
    let mut registers = [None; 16];
    let mut address = None;
    for op in pcs.iter().flat_map(|pc| step_at(*pc).asm) {
        if let Op::Movi { d, imm } = *op {
            registers[usize::from(d)] = Some(imm as u32);
        } else if let Op::Const16 { d, imm } = *op {
            let d = usize::from(d);
            registers[d] = registers[d].map(|v: u32| (v << 16) + u32::from(imm));
        } else if let Op::Store { base, offset, .. } | Op::Load { base, offset, .. } = *op {
            address = registers[usize::from(base)].map(|b| b + offset);
        }
    }
    address
}

#[test]
fn the_displaced_store_lands_on_run_state() {
    // 0x2d0d builds start_ctrl in a3; 0x2d1c builds run_state in a5, which the store does not use.
    assert_eq!(effective_address(&[0x2d0d, 0x2d15]), Some(0x0400_0004));
    assert_eq!(effective_address(&[0x2d0d, 0x2d13, 0x2d17, 0x2d1c, 0x2d22]), Some(0x0400_0008));
    assert_eq!(effective_address(&[0x2d1c, 0x2d22]), None);
    let [.., Op::Store { base: 3, s: 4, offset: 4 }] = step_at(0x2d22).asm else {
        panic!("0x2d22 is `s32i.n a4,a3,4`: {:?}", step_at(0x2d22).asm);
    };
    let mut seen = 0;
    every_event(|name, event| {
        if event.row.is_some_and(|id| row(id).pc == 0x2d22) && event.pc.is_some() {
            let Detail::Write(Place::Csr(offset), word) = event.detail else { panic!("{name}: {event:?}") };
            assert_eq!((Csr(offset), word.value(), event.confirmed), (Csr::RUN_STATE, Some(1), Some(true)), "{name}");
            seen += 1;
        }
    });
    assert!(seen > 20);
}

#[test]
fn the_resume_pc_pair_is_32_bytes_apart() {
    assert_eq!(effective_address(&[0x2d30, 0x2d36]), Some(0x0400_1060));
    assert_eq!(effective_address(&[0x2d30, 0x2d40]), Some(0x0400_1080));
    assert_eq!(effective_address(&[0x1d34, 0x1d3a]), Some(0x0400_1060));
    assert_eq!(effective_address(&[0x1d34, 0x1d44]), Some(0x0400_1080));
}

#[test]
fn the_other_stores_of_run_state_and_start_ctrl() {
    assert_eq!(effective_address(&[0x2cad, 0x2cb3]), Some(0x0400_0004));
    assert_eq!(effective_address(&[0x1ce6, 0x1cee]), Some(0x0400_0008));
    assert_eq!(effective_address(&[0x3a61, 0x3a67]), Some(0x0400_0008));
    assert_eq!(effective_address(&[0x4bbe, 0x4bc4]), Some(0x0400_0004));
    assert_eq!(effective_address(&[0x4c5f, 0x4c65]), Some(0x0400_001c));
    assert_eq!(effective_address(&[0x4c82, 0x4c88]), Some(0x0400_0008));
}
