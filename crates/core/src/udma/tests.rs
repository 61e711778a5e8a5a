//! Registers, driver rules, lint and replay, each against numbers written down here.

use super::driver::{self, Deed, Order};
use super::lint::{Access, Linter, Severity};
use super::replay::{Replay, Verdict};
use super::*;
use crate::event::Warning;
use crate::fabric::Reach;
use crate::{Input, Lines, Machine, Refused};
use alloc::vec::Vec;
use seqbell_facts::{Access as Rights, Assumptions};

extern crate std;

/// Queue 0 of engine 0, by the public constants.
const M2S: u64 = 0x10_0200_1000;
const S2M: u64 = 0x10_0202_1000;
const KEY: RingKey = RingKey { engine: 0, direction: Direction::M2s, queue: 0 };
const RX: RingKey = RingKey { engine: 0, direction: Direction::S2m, queue: 0 };

fn machine() -> Machine {
    Machine::new(Generation::Cayman, Assumptions::default()).expect("Cayman runs")
}

fn poke(machine: &mut Machine, addr: u64, value: u32) -> Option<Warning> {
    machine.apply(Input::Poke { addr, value }).expect("a write lands").warning
}

/// Read-only registers keep their value and say so; write-only ones read as 0; the others read back.
#[test]
fn access_rights_hold() {
    for direction in Direction::ALL {
        for reg in QueueReg::ALL {
            let Some(fact) = reg.fact(direction) else { continue };
            let mut ring = Ring::new(direction, 0x1000, 64);
            ring.write(direction, QueueReg::TailInc, 3);
            let before = ring;
            let warning = ring.write(direction, reg, 0x40);
            match fact.access {
                Rights::Ro => {
                    assert_eq!(ring, before, "{}", fact.id);
                    assert!(matches!(warning, Some(Warning::ReadOnly | Warning::NotTheDoorbell)), "{}", fact.id);
                }
                Rights::Wo => assert_eq!(ring.read(reg), Some(0), "{}", fact.id),
                // The doorbell is RW in one direction's row; what it reads as is not specified.
                Rights::Rw if reg == QueueReg::TailInc => assert_eq!(ring.read(reg), Some(0)),
                Rights::Rw if reg == QueueReg::RateLimitMask => assert_eq!(ring.read(reg), Some(0), "four bits"),
                Rights::Rw => assert_eq!(ring.read(reg), Some(0x40), "{}", fact.id),
            }
        }
    }
}

/// Fields with a reset value in the facts read so on a fresh ring.
#[test]
fn reset_values_are_those_of_the_facts() {
    for direction in Direction::ALL {
        let ring = Ring::sample(direction);
        for reg in QueueReg::ALL {
            let Some(fact) = reg.fact(direction) else { continue };
            for field in fact.fields {
                let (Some(wanted), Some(value)) = (field.reset, ring.read(reg)) else { continue };
                let mask = u32::MAX >> (31 - (field.msb - field.lsb));
                assert_eq!(value >> field.lsb & mask, wanted, "{}", field.id);
            }
        }
    }
}

#[test]
fn the_tail_wraps_and_the_ring_id_steps() {
    let mut m = machine();
    for (value, at, id) in [(60, 60, 1), (4, 0, 2), (64, 0, 3), (63, 63, 3), (1, 0, 0), (64 * 3 + 5, 5, 3)] {
        poke(&mut m, M2S + 0x38, value);
        let pointer = m.ring(KEY).read(QueueReg::Tail).expect("a value");
        assert_eq!(pointer, at | id << 30, "after {value}");
    }
}

#[test]
fn status_counts_and_tells_full() {
    let mut m = machine();
    let status = |m: &Machine| m.ring(KEY).status();
    assert_eq!(status(&m), 3 << 28);
    poke(&mut m, M2S + 0x38, 63);
    assert_eq!(status(&m), 63 | 3 << 28);
    poke(&mut m, M2S + 0x38, 1);
    assert_eq!(status(&m), 64 | 3 << 28 | 1 << 31);
    assert_eq!(poke(&mut m, M2S + 0x38, 1), Some(Warning::Overrun));
    poke(&mut m, M2S + 0x20, 0);
    assert_eq!(status(&m), 65 | 1 << 31);
}

#[test]
fn a_paused_queue_arms_and_takes_nothing() {
    let mut m = machine();
    for cfg in [0, 1 << 16, 1 << 17] {
        poke(&mut m, M2S + 0x20, cfg);
        assert_eq!(poke(&mut m, M2S + 0x38, 2), Some(Warning::NotEnabled));
        m.apply(Input::Consume { count: 100, engine: None }).expect("allowed");
        assert_eq!(m.ring(KEY).head, 0);
    }
    poke(&mut m, M2S + 0x20, 3 << 16);
    m.apply(Input::Consume { count: 4, engine: Some(0) }).expect("allowed");
    assert_eq!((m.ring(KEY).head, m.ring(KEY).current.at, m.ring(KEY).outstanding), (4, 4, 2));
}

#[test]
fn a_disabled_unit_takes_nothing() {
    let mut m = machine();
    poke(&mut m, M2S + 0x38, 5);
    poke(&mut m, 0x10_0200_0204, 2);
    m.apply(Input::Consume { count: 5, engine: None }).expect("allowed");
    assert_eq!((m.ring(KEY).head, m.udma().unit(0, Direction::M2s)), (0, UnitState::Disabled));
    assert_eq!(m.udma().unit(0, Direction::S2m), UnitState::Normal);
    poke(&mut m, 0x10_0200_0204, 1);
    m.apply(Input::Consume { count: 5, engine: None }).expect("allowed");
    assert_eq!(m.ring(KEY).head, 5);
}

/// Completions are written after reset on S2M alone (`udma-public.s2m.0x54`).
#[test]
fn completions_follow_their_switch() {
    let mut m = machine();
    for base in [M2S, S2M] {
        poke(&mut m, base + 0x38, 7);
    }
    m.apply(Input::Consume { count: 7, engine: None }).expect("allowed");
    assert_eq!((m.ring(KEY).completed.at, m.ring(RX).completed.at), (0, 7));
    poke(&mut m, M2S + 0xa0, 1);
    poke(&mut m, S2M + 0x54, 0);
    for base in [M2S, S2M] {
        poke(&mut m, base + 0x38, 2);
    }
    m.apply(Input::Consume { count: 2, engine: None }).expect("allowed");
    assert_eq!((m.ring(KEY).completed.at, m.ring(RX).completed.at), (2, 7));
}

#[test]
fn the_data_tail_is_where_the_generation_has_it() {
    let mut m = machine();
    assert_eq!(poke(&mut m, M2S + 0xe0, 9), Some(Warning::DataTail));
    assert_eq!((m.ring(KEY).data_tail.at, m.ring(KEY).tail), (9, 0));
    assert_eq!(poke(&mut m, M2S + 0xe4, 1), Some(Warning::ReadOnly));
    poke(&mut m, M2S + 0xb0, 1 << 4);
    assert_eq!(m.ring(KEY).data_tail.at, 0);
    assert_eq!(poke(&mut m, S2M + 0xe0, 1), Some(Warning::Hole));
    let mut sunda = Machine::new(Generation::Sunda, Assumptions::default()).expect("Sunda runs");
    assert_eq!(poke(&mut sunda, 0x0fff_f000_10e0, 1), Some(Warning::Hole));
}

#[test]
fn resets_are_bit_by_bit() {
    let mut m = machine();
    poke(&mut m, M2S + 0x38, 70);
    m.apply(Input::Consume { count: 10, engine: None }).expect("allowed");
    poke(&mut m, M2S + 0xb0, 1 << 1);
    assert_eq!((m.ring(KEY).tail, m.ring(KEY).head, m.ring(KEY).overrun), (0, 10, true));
    poke(&mut m, M2S + 0xb0, 1 << 2 | 1 << 3);
    assert_eq!((m.ring(KEY).head, m.ring(KEY).current.at, m.ring(KEY).outstanding), (0, 0, 0));
    assert!(m.ring(KEY).overrun, "sticks until the whole queue is reset");
    poke(&mut m, M2S + 0xb0, 1 << 8);
    assert!(!m.ring(KEY).overrun);
}

#[test]
fn a_rate_takes_at_every_tick() {
    let mut udma = Udma::default();
    for engine in [0, 5] {
        let key = RingKey { engine, ..KEY };
        udma.set_up(key, 0, 64);
        udma.write(
            Generation::Cayman,
            crate::fabric::Heard {
                direction: Direction::M2s,
                queue: 0,
                offset: 0x38,
                first: engine,
                mask: 1,
                broadcast: false,
            },
            20,
        );
    }
    udma.set_rate(1, None);
    udma.set_rate(3, Some(5));
    (0..4).for_each(|_| udma.tick());
    assert_eq!((udma.ring(KEY).head, udma.ring(RingKey { engine: 5, ..KEY }).head), (4, 12));
    udma.set_rate(0, None);
    udma.tick();
    assert_eq!((udma.ring(KEY).head, udma.rate(5)), (4, 0));
}

/// `queue-init`, register by register.
#[test]
fn driver_setup_is_the_drivers_sequence() {
    let plan =
        driver::plan(&machine(), Order::Setup { key: KEY, base: 0x12_3456_7800, length: 96 }).expect("a good ring");
    let writes: Vec<(u64, u32)> = plan
        .deeds
        .iter()
        .filter_map(|deed| match deed {
            Deed::Write { addr, value, .. } => Some((addr - M2S, *value)),
            Deed::Barrier | Deed::Marker { .. } | Deed::Doorbell { .. } => None,
        })
        .collect();
    let (off, on) = (3 << 24, 3 << 24 | 3 << 16);
    assert_eq!(
        writes,
        [(0x20, off), (0xb0, 0x100), (0x28, 0x3456_7800), (0x2c, 0x12), (0x30, 96), (0xa0, 0), (0x74, 3), (0x20, on)]
    );
}

#[test]
fn driver_refusals_name_their_rule() {
    let mut m = machine();
    let why = |m: &Machine, order| match driver::plan(m, order) {
        Err(Refused::Rule(why)) => why,
        other => panic!("{order:?}: {other:?}"),
    };
    let setup = |base, length| Order::Setup { key: KEY, base, length };
    for (order, rule) in [
        (setup(0, 16), "[ring-min]"),
        (setup(0, 16_777_216), "[ring-max]"),
        (setup(64, 64), "[ring-align]"),
        (setup(0, 40), "[ring-align]"),
    ] {
        assert!(why(&m, order).ends_with(rule), "{order:?}");
    }
    assert!(driver::plan(&m, setup(0, 16_777_200)).is_ok());
    let ring =
        |count| Order::Ring { lines: Lines { direction: Direction::M2s, queue: 0, reach: Reach::Engine(0) }, count };
    assert!(why(&m, ring(0)).ends_with("[count-check]"));
    assert!(why(&m, ring(65)).ends_with("[count-check]"));
    // An empty ring of 64 offers 48.
    assert!(why(&m, ring(49)).ends_with("[available]"));
    assert!(driver::plan(&m, ring(48)).is_ok());
    poke(&mut m, M2S + 0x38, 1);
    assert!(why(&m, ring(48)).ends_with("[available]"));
    let copy = |bytes| Order::Copy { engine: 0, queue: 0, bytes };
    assert!(why(&m, copy(0)).ends_with("[bytes-per-desc]"));
    assert!(why(&m, copy(65536 * 2033)).ends_with("[n-for-a-copy]"));
}

/// Data descriptors of 64 KiB and one marker; 2033 at most on one ring of the bell.
#[test]
fn a_copy_counts_its_descriptors() {
    for (bytes, count) in [(1, 2), (65536, 2), (65537, 3), (65536 * 2032, 2033)] {
        assert_eq!(driver::descriptors_for(bytes), Ok(count), "{bytes}");
    }
    for bytes in [0, 65536 * 2032 + 1, u64::MAX] {
        assert!(driver::descriptors_for(bytes).is_err(), "{bytes}");
    }
}

/// Receive before send, one barrier before both, the same count.
#[test]
fn a_copy_rings_s2m_before_m2s() {
    let plan = driver::plan(&machine(), Order::Copy { engine: 0, queue: 0, bytes: 100_000 }).expect("fits");
    let line = |direction| Lines { direction, queue: 0, reach: Reach::Engine(0) };
    let wanted = [
        Deed::Marker { key: RX, count: 3 },
        Deed::Marker { key: KEY, count: 3 },
        Deed::Barrier,
        Deed::Doorbell { lines: line(Direction::S2m), count: 3 },
        Deed::Doorbell { lines: line(Direction::M2s), count: 3 },
    ];
    assert_eq!(plan.deeds, wanted);
}

/// The rules that a sequence of writes breaks.
fn lint(writes: &[(u64, u32)]) -> Vec<(&'static str, Severity)> {
    let mut linter = Linter::new(Generation::Cayman);
    let access = |(addr, value): &(u64, u32)| Access { addr: *addr, value: *value, write: true, width: 4 };
    writes.iter().flat_map(|w| linter.observe(access(w))).map(|f| (f.rule, f.severity)).collect()
}

#[test]
fn lint_is_silent_on_what_the_driver_does() {
    let mut m = machine();
    let mut writes = Vec::new();
    let orders = [
        Order::Setup { key: RX, base: 0x10_0000, length: 64 },
        Order::Setup { key: KEY, base: 0x20_0000, length: 64 },
        Order::Copy { engine: 0, queue: 0, bytes: 9 },
        Order::Reset(KEY),
        Order::Copy { engine: 0, queue: 0, bytes: 70_000 },
    ];
    for order in orders {
        for deed in driver::plan(&m, order).expect("allowed").deeds {
            if let Some(input) = deed.input() {
                m.apply(input).expect("allowed");
            }
            match deed {
                Deed::Write { addr, value, .. } => writes.push((addr, value)),
                Deed::Doorbell { lines, count } if lines.direction == Direction::M2s => {
                    writes.push((M2S + 0x38, count))
                }
                Deed::Doorbell { count, .. } => writes.push((S2M + 0x38, count)),
                Deed::Barrier | Deed::Marker { .. } => {}
            }
        }
    }
    assert_eq!(lint(&writes), []);
}

#[test]
fn lint_names_each_mistake() {
    let wrong = |rule| (rule, Severity::Wrong);
    let posted = (S2M + 0x38, 5);
    assert_eq!(lint(&[(M2S + 0x38, 5)]), [wrong("order")]);
    assert_eq!(lint(&[posted, (M2S + 0x38, 4)]), [wrong("n-for-a-copy")]);
    assert_eq!(lint(&[posted, (M2S + 0x3c, 5)]), [wrong("udma-public.m2s.0x3c")]);
    assert_eq!(lint(&[(S2M + 0x38, 0)]), [wrong("count-check")]);
    assert_eq!(lint(&[(S2M + 0x38, 0x0100_0001)]), [wrong("register")]);
    assert_eq!(lint(&[(S2M + 0x30, 64), (S2M + 0x38, 65)]), [wrong("count-check")]);
    assert_eq!(lint(&[(S2M + 0x30, 64), (S2M + 0x38, 49)]), [wrong("available")]);
    assert_eq!(lint(&[(S2M + 0x30, 40)]), [wrong("ring-align")]);
    assert_eq!(lint(&[(S2M + 0x30, 16)]), [wrong("ring-min")]);
    assert_eq!(lint(&[(S2M + 0x28, 0x80)]), [wrong("ring-align")]);
    assert_eq!(lint(&[(S2M + 0x20, 3 << 16), (S2M + 0x28, 0x100)]), [wrong("queue-init")]);
    assert_eq!(lint(&[(S2M + 0x20, 3 << 16), (S2M + 0x64, 0x100)]), [wrong("queue-init")]);
    assert_eq!(lint(&[(S2M + 0x20, 0), (S2M + 0x30, 64), (S2M + 0x20, 3 << 16)]), [wrong("queue-init")]);
    assert_eq!(lint(&[(M2S + 0x34, 1)]), [wrong("udma-public.m2s.0x34")]);
    assert_eq!(lint(&[(0x10_0201_1038, 1)]), [wrong("queue-bank")]);
    assert_eq!(lint(&[(0x10_0208_1030, 64)]), [wrong("udma.broadcast-split.base_ptr_lo-base_ptr_hi-len")]);
    let hints = lint(&[(0x10_0212_1038, 1), (0x10_0210_1038, 1)]);
    assert!(hints.iter().all(|(rule, severity)| (*rule, *severity) == ("m2s-offset", Severity::Hint)), "{hints:?}");
}

#[test]
fn a_replay_reads_consumption_out_of_the_log() {
    let mut replay = Replay::new(Generation::Cayman);
    assert_eq!(replay.read(M2S + 0x34, 1 << 30), Verdict::Silent, "nobody set the ring up");
    assert_eq!(replay.write(M2S + 0x1038, 1000), Verdict::Silent, "nor this one: does it fit?");
    for (offset, value) in [(0x28, 0x1000), (0x30, 64), (0x38, 60)] {
        assert_eq!(replay.write(M2S + offset, value), Verdict::Agrees);
    }
    assert_eq!(replay.read(M2S + 0x3c, 60 | 1 << 30), Verdict::Agrees);
    assert_eq!(replay.read(M2S + 0x34, 10 | 1 << 30), Verdict::Taken(10));
    assert_eq!(replay.write(M2S + 0x38, 20), Verdict::Taken(6), "70 armed would not fit otherwise");
    assert_eq!(replay.read(M2S + 0x24, 4), Verdict::Taken(60));
    assert_eq!(replay.read(M2S + 0x34, 12 | 2 << 30), Verdict::Agrees);
    assert_eq!(replay.read(M2S + 0x30, 64), Verdict::Agrees);
}

#[test]
fn a_replay_tells_where_the_log_departs() {
    let departs = |verdict| assert!(matches!(verdict, Verdict::Departs(_)), "{verdict:?}");
    let mut replay = Replay::new(Generation::Cayman);
    replay.write(M2S + 0x30, 64);
    replay.write(M2S + 0x38, 8);
    departs(replay.read(M2S + 0x3c, 9 | 1 << 30));
    departs(replay.read(M2S + 0x34, 9 | 1 << 30));
    departs(replay.read(M2S + 0x34, 0));
    departs(replay.read(M2S + 0x24, 9));
    departs(replay.read(M2S + 0x30, 65));
    departs(replay.write(M2S + 0x38, 65));
    departs(replay.write(M2S + 0x3c, 1));
    departs(replay.write(0x10_0201_1038, 1));
}
