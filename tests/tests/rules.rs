//! The modelling rules, checked against what a hand works out. R6, R9 to R11 are told by the scenarios, R2 by `operands`,
//! R14 by `rings`.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use seqbell_script::core::event::{Detail, EventKind};
use seqbell_script::core::{Event, Input, Machine, RunState, Timeline, csr::Csr};
use seqbell_script::facts::routine::{Act, Mem, Place, RowKind, row};
use seqbell_script::facts::{Assumptions, Basis, Confidence, Evidence, Generation, Switch};
use seqbell_tests::{SCENARIOS, Trace, run};
use std::collections::BTreeSet;

const fn evidence(confidence: Confidence, basis: Basis) -> Evidence {
    Evidence::new(confidence, basis)
}

const HIGH: Evidence = Evidence::OBSERVED;
const MED_OBSERVED: Evidence = evidence(Confidence::Med, Basis::Observed);
const MED: Evidence = evidence(Confidence::Med, Basis::Inferred);
const LOW: Evidence = evidence(Confidence::Low, Basis::Inferred);
const ABSENT: Evidence = evidence(Confidence::Low, Basis::Absent);

fn ran(script: &str) -> Trace {
    run(script).unwrap_or_else(|e| panic!("{e}\n{script}"))
}

fn every_event(mut look: impl FnMut(&str, Generation, &Event)) {
    for scenario in SCENARIOS {
        let trace = ran(scenario.text);
        trace.events().for_each(|event| look(scenario.name, trace.session.generation(), event));
    }
}

/// The last event that rests on this fact.
fn last(trace: &Trace, fact: &str) -> Event {
    *trace.events().filter(|e| e.fact == Some(fact)).last().unwrap_or_else(|| panic!("{fact} was not executed"))
}

#[test]
fn r3_r4_the_kind_of_an_event_is_the_kind_of_its_row() {
    every_event(|name, _, event| {
        let Some(row) = event.row.map(row) else {
            assert!(matches!(event.kind, EventKind::Host | EventKind::Opaque), "{name}: {event:?}");
            return;
        };
        let opaque = matches!(row.act, Act::CallOpaque { .. } | Act::Opaque);
        assert_eq!(event.kind == EventKind::Assumed, row.kind == RowKind::Implied, "{name}: {event:?}");
        assert_eq!(event.kind == EventKind::Gap, row.kind == RowKind::Gap, "{name}: {event:?}");
        assert_eq!(event.kind == EventKind::Opaque, opaque && row.kind != RowKind::Implied, "{name}: {event:?}");
        assert_eq!(event.fact.is_none(), row.kind == RowKind::Gap, "{name}: {event:?}");
    });
}

#[test]
fn r4_every_event_but_the_hosts_is_counted() {
    for scenario in SCENARIOS.iter().filter(|s| !s.text.contains("back") && !s.name.ends_with("/restart")) {
        let mut steps = 0;
        for event in ran(scenario.text).events() {
            steps += u64::from(event.kind != EventKind::Host);
            assert_eq!(event.step, steps, "{}: {event:?}", scenario.name);
            let placed = event.pc.is_some() || event.fact.is_some();
            assert!(event.kind != EventKind::Host || !placed, "{}: {event:?}", scenario.name);
        }
    }
}

/// A machine with the doorbell rung and work that pauses it.
fn at_work() -> Machine {
    ran("pc 0x1000\nwrite start_ctrl 1\nqueue 0x45\nqueue 0xa1 sync=3\nremote 3 4").session.machine().clone()
}

#[test]
fn r4_a_gap_forgets_every_register_and_a_call_the_upper_half() {
    let mut machine = at_work();
    let (mut gaps, mut calls) = (0, 0);
    for _ in 0..400 {
        let before = machine.registers().clone();
        let event = machine.step().unwrap();
        let Some(row) = event.row.map(row) else { continue };
        let now = machine.registers();
        if event.kind == EventKind::Gap {
            gaps += 1;
            assert!((0..16).all(|a| now.get(a).is_none()), "{event:?}");
            assert_eq!(event.detail, Detail::Bytes(machine.position().pc), "{event:?}");
        }
        if matches!(row.act, Act::CallOpaque { .. }) && !row.asm.is_empty() {
            calls += 1;
            assert!((8..16).all(|a| now.get(a).is_none()), "{event:?}");
            assert!((0..8).all(|a| now.get(a) == before.get(a)), "{event:?}");
        }
    }
    assert!(gaps > 30 && calls > 3, "{gaps} gaps, {calls} calls");
}

/// Fact, script that executes it last, and what its event rests on: row, values read and switches, worked out by hand.
const WEAKEST: &[(&str, &str, Evidence)] = &[
    // A constant of an observed row.
    ("run-state.enter_run.s23", "write start_ctrl 1\nuntil state == RUNNING", HIGH),
    // The host's own value, read by an observed row.
    ("run-state.enter_run.s26", "write lr[3] 0x40\nwrite start_ctrl 1\nuntil routine == sunda_loop", HIGH),
    // The same row reads what the host seeded, which rests on host_seeds_resume_pc.
    ("run-state.enter_run.s26", "pc 0x40\nwrite start_ctrl 1\nuntil routine == sunda_loop", MED),
    // The stash of it on the frame inherits that.
    ("run-state.enter_run.s27", "pc 0x40\nwrite start_ctrl 1\nuntil routine == sunda_loop", MED),
    // The row itself is MED, its constant is not.
    ("run-state.sync_handler.s02", "write start_ctrl 1\nqueue 0xa1\nuntil state == HALTED", MED_OBSERVED),
    // An observed load of an operand that was latched by inference.
    ("run-state.sync_handler.s03", "write start_ctrl 1\nqueue 0xa1\nuntil state == HALTED", MED),
    // The remote word is the user's; the index that chose it is not.
    ("run-state.sync_handler.s09", "write start_ctrl 1\nqueue 0xa1\nremote 0 4\nuntil state == PAUSED", MED),
    // The fork rests on what was read, the call behind it does not: no event rests on all earlier control flow.
    ("run-state.sync_handler.s12", "write start_ctrl 1\nqueue 0xa1\nremote 0 4\nuntil state == PAUSED", MED),
    ("run-state.sync_handler.s13", "write start_ctrl 1\nqueue 0xa1\nremote 0 4\nuntil state == PAUSED", HIGH),
    // What a halt saves is LOW by saved_pc, on an observed store.
    ("run-state.setup_halt.s06", "pc 0x40\nwrite start_ctrl 1\nqueue 0xa1\nuntil state == HALTED", LOW),
    // The reason is a constant; the slot it comes through is implied.
    ("run-state.setup_halt.s12", "write start_ctrl 1\nqueue 0xa1\nuntil state == HALTED", MED),
    ("implied.sync.marker", "write start_ctrl 1\nqueue 0xa1\nuntil state == HALTED", MED),
    // The mode byte comes from the arguments, by exec_mode.
    ("run-state.begin.s02", "until state == IDLE", MED),
    // The flag of enter_run is observed; after a resume it is the LOW one of implied.resume.flag.
    ("run-state.poll_surprises.s01", "write start_ctrl 1\nuntil routine == sunda_loop\nstep 6", HIGH),
    (
        "run-state.poll_surprises.s01",
        "write start_ctrl 1\nqueue 0xa1\nremote 0 4\nuntil state == PAUSED\nwrite start_ctrl 1\nuntil state == RUNNING\nstep 9",
        LOW,
    ),
    // A value nobody knows.
    ("run-state.begin.s08", "assume exec_mode hardware-decode\nuntil state == IDLE", ABSENT),
    (
        "run-state.setup_halt.s06",
        "assume saved_pc unknown\nwrite start_ctrl 1\nqueue 0xa1\nuntil state == HALTED",
        ABSENT,
    ),
];

#[test]
fn r5_an_event_rests_on_the_weakest_of_row_values_and_switches() {
    for (fact, script, expected) in WEAKEST {
        let event = last(&ran(script), fact);
        assert_eq!(event.evidence, *expected, "{fact} after\n{script}");
    }
}

#[test]
fn r5_the_host_is_sure_of_itself_and_an_event_never_surer_than_its_row() {
    every_event(|name, _, event| {
        let rests_on = event.row.map_or(HIGH, |id| row(id).evidence);
        assert_eq!(event.evidence.weakest(rests_on), event.evidence, "{name}: {event:?}");
        // What the user sets is certain; where a doorbell or a trigger word lands is known as well as its address is.
        let set = matches!(event.detail, Detail::Host(Input::Write { .. } | Input::Remote { .. } | Input::Queue(_)));
        assert!(!set || event.evidence == HIGH, "{name}: {event:?}");
    });
}

#[test]
fn r7_a_reset_leaves_remote_words_rings_and_the_count_of_steps() {
    let before = "remote 7 0x99\nring m2s engine=3 queue=1 count=5\nwrite lr[9] 4\nwrite start_ctrl 1\nqueue 0x45\nsurprise 4\nfault assert\nrun 200\n";
    let machine = ran(&format!("{before}reset")).session.machine().clone();
    assert_eq!((machine.remote(7), machine.steps(), machine.state()), (Some(0x99), 200, RunState::Reset));
    assert_eq!((machine.queue().len(), machine.surprises(), machine.fault()), (0, 0, None));
    assert_eq!(machine.udma().touched().count(), 1);
    assert_eq!(machine.peek(Csr(0x1000 + 9 * 0x20)).value(), Some(0));
    let mut again = machine;
    let mut fresh = ran("remote 7 0x99\nring m2s engine=3 queue=1 count=5").session.machine().clone();
    for _ in 0..200 {
        let (a, b) = (again.step().unwrap(), fresh.step().unwrap());
        assert_eq!((a.row, a.detail, a.evidence, a.state), (b.row, b.detail, b.evidence, b.state));
    }
}

#[test]
fn r12_everything_on_sunda_is_at_most_inferred() {
    let mut pcs = BTreeSet::new();
    let mut seen = 0;
    every_event(|name, generation, event| {
        let on_sunda = generation == Generation::Sunda && !name.ends_with("/restart");
        if on_sunda && event.kind != EventKind::Host {
            assert_eq!(event.evidence.weakest(MED), event.evidence, "{name}: {event:?}");
            pcs.extend(event.pc);
            seen += 1;
        }
    });
    assert!(seen > 500);
    assert_eq!(pcs, BTreeSet::from([0x354d, 0x35c4]), "only two routines of Sunda have an address");
}

#[test]
fn r12_unknown_registers_refuse_the_host_and_do_not_stop_the_firmware() {
    let known = [Csr::START_CTRL, Csr::RUN_STATE, Csr::INSTR_HALT_CTRL, Csr::RELEASE_RUN_STALL];
    for csr in seqbell_script::core::bus::every() {
        let mut machine = Machine::new(Generation::Sunda, Assumptions::default()).unwrap();
        let fresh = machine.clone();
        let taken = machine.apply(Input::Write { csr, value: 2 }).is_ok();
        assert_eq!(taken, known.contains(&csr), "{csr:?}");
        assert_eq!(taken, machine != fresh, "{csr:?}");
    }
    let trace = ran("generation sunda\nwrite start_ctrl 1\nqueue 0xa1\nuntil state == HALTED");
    let nowhere = |e: &&Event| matches!(e.detail, Detail::Nowhere(Place::Csr(_), _));
    assert_eq!(trace.events().filter(nowhere).count(), 2, "both halves of the saved PC");
    let unknown =
        |e: &&Event| matches!(e.detail, Detail::Read(Place::Csr(0x1060 | 0x1080), word) if word.value().is_none());
    assert_eq!(trace.events().filter(unknown).count(), 2, "both halves of the resume PC");
    assert!(Machine::new(Generation::Maverick, Assumptions::default()).is_err());
}

#[test]
fn r12_what_is_carried_over_is_inferred() {
    let slot = |generation: &str| {
        let script = format!("generation {generation}\nwrite start_ctrl 1\nqueue 0x45\nuntil pc == 0x2e76");
        last(&ran(&script), "run-state.sunda_loop.s30").evidence
    };
    assert_eq!(slot("cayman"), HIGH);
    assert_eq!([slot("mariana"), slot("mariana_plus"), slot("sunda")], [MED; 3]);
}

#[test]
fn r13_neither_address_space_reaches_the_other() {
    let poked = ran("poke 0x04000004 1\npoke 0x00100010 1").session;
    assert_eq!(poked.machine().peek(Csr::START_CTRL).value(), Some(0));
    for line in ["write 0x001002081038 1", "read 0x001002081038", "write 0x02081038 1"] {
        assert!(run(line).is_err(), "{line}");
    }
    let untouched = ran("write 0x04000004 1").session;
    assert_eq!(untouched.machine().udma().touched().count(), 0);
}

#[test]
fn r15_limits_and_unknowns_of_a_script() {
    let failures = |script: &str| ran(script).failures;
    assert_eq!(ran("run").session.machine().steps(), 100_000);
    assert!(failures("run 10").is_empty());
    assert_eq!(failures("until state == RUNNING max 10").len(), 1);
    assert_eq!(failures("until state == RUNNING").len(), 1);
    assert_eq!(failures("expect flag == 0").len(), 1, "memory is unknown before the boot chain");
    assert!(failures("expect flag == unknown").is_empty());
    let stops = "assume exec_mode hardware-decode\nwrite start_ctrl 1\n";
    assert!(failures(&format!("{stops}run")).is_empty());
    assert_eq!(failures(&format!("{stops}until state == PAUSED")).len(), 1);
    let checks = ran("expect state == RESET\nrefused write nx.start_ctrl 1\nuntil state == IDLE\nstep").checks;
    assert_eq!((checks.passed, checks.failed), (2, 1));
}

#[test]
fn r16_what_is_no_action_leaves_no_mark_in_the_digest() {
    let plain = ran("write start_ctrl 1\nrun 200").digest();
    let watched = "break flag == 1\nnote hello\nwrite start_ctrl 1\nclear\nexpect start_ctrl == 1\nrefused fault signal 1\nrun 200\nexpect flag == 1";
    assert_eq!(ran(watched).digest(), plain);
    assert_ne!(ran("write start_ctrl 1\nread start_ctrl\nrun 200").digest(), plain, "a read is an event");
}

#[test]
fn r17_a_bare_name_is_the_nx_bundle() {
    let machine = ran("write run_state 5\nwrite NX.INTR_INFO 6\nwrite lr[3] 7").session.machine().clone();
    let values = [Csr::RUN_STATE, Csr::INTR_INFO, Csr(0x1060)].map(|csr| machine.peek(csr).value());
    assert_eq!(values, [Some(5), Some(6), Some(7)]);
    assert_eq!(machine.mem(Mem::RunningFlag).value(), None);
}

#[test]
fn the_digest_tells_generations_and_assumptions_apart() {
    let empty = |g, a| Timeline::new(g, a).unwrap().digest();
    let mut seen = BTreeSet::new();
    for g in Generation::ALL.into_iter().filter(|g| *g != Generation::Maverick) {
        assert!(seen.insert(empty(g, Assumptions::default())), "{g:?}");
        for switch in Switch::ALL {
            let others = (0..switch.fact().options.len() as u8).filter(|o| *o != switch.fact().default);
            for option in others {
                let mut assumptions = Assumptions::default();
                assert!(assumptions.set(switch, option));
                assert!(seen.insert(empty(g, assumptions)), "{g:?} {} {option}", switch.name());
            }
        }
    }
}
