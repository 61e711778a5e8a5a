//! Rule R14: rings against a model that knows only two counters, and the engines that a doorbell reaches.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod generate;

use proptest::collection::vec;
use proptest::prelude::*;
use seqbell_script::core::fabric::{self, Direction, Reach};
use seqbell_script::core::udma::RingKey;
use seqbell_script::core::{Input, Lines, Machine};
use seqbell_script::facts::{Assumptions, Generation};

/// Descriptors ever armed and ever taken.
#[derive(Clone, Copy, Debug, Default)]
struct Counters {
    armed: u64,
    taken: u64,
    overrun: bool,
}

impl Counters {
    fn arm(&mut self, count: u32, length: u64) {
        self.armed += u64::from(count & 0x00ff_ffff);
        self.overrun |= self.armed - self.taken > length;
    }

    fn take(&mut self, count: u32) {
        self.taken += u64::from(count).min(self.armed - self.taken);
    }
}

#[derive(Clone, Copy, Debug)]
enum Op {
    Group(u16, u32),
    Engine(u16, u32),
    Take(u32, Option<u16>),
}

fn op() -> impl Strategy<Value = Op> {
    let count = || prop_oneof![6 => 0..200u32, 1 => any::<u32>()];
    prop_oneof![
        (any::<u16>(), count()).prop_map(|(mask, count)| Op::Group(mask, count)),
        (0..16u16, count()).prop_map(|(engine, count)| Op::Engine(engine, count)),
        (count(), proptest::option::of(0..16u16)).prop_map(|(count, engine)| Op::Take(count, engine)),
    ]
}

const GROUP: u8 = 5;
const FIRST: u16 = 16 * GROUP as u16;

fn check(machine: &Machine, key: RingKey, model: Counters, length: u64) -> Result<(), TestCaseError> {
    let ring = machine.ring(key);
    prop_assert_eq!(u64::from(ring.tail), model.armed % length);
    prop_assert_eq!(u64::from(ring.head), model.taken % length);
    // The first ring id is 1; it has two bits and steps once a wrap.
    prop_assert_eq!(u64::from(ring.tail_id), (1 + model.armed / length) % 4);
    prop_assert_eq!(u64::from(ring.head_id), (1 + model.taken / length) % 4);
    prop_assert_eq!(ring.outstanding, model.armed - model.taken);
    prop_assert_eq!(ring.overrun, model.overrun);
    Ok(())
}

proptest! {
    #![proptest_config(generate::config(200))]

    #[test]
    fn rings_are_two_counters(queue in 0..16u8, s2m in any::<bool>(), length in proptest::option::of(1..300u32), ops in vec(op(), 1..40)) {
        let direction = if s2m { Direction::S2m } else { Direction::M2s };
        let mut machine = Machine::new(Generation::Cayman, Assumptions::default()).unwrap();
        if let Some(length) = length {
            for engine in FIRST..FIRST + 16 {
                machine.apply(Input::Setup { direction, engine, queue, base: 0x1000, length }).unwrap();
            }
        }
        let length = u64::from(length.unwrap_or(64));
        let mut model = [Counters::default(); 16];
        for op in ops {
            let lines = |reach| Lines { direction, queue, reach };
            match op {
                Op::Group(mask, count) => {
                    machine.apply(Input::Ring { lines: lines(Reach::Group { group: GROUP, mask }), count }).unwrap();
                    (0..16).filter(|n| mask >> n & 1 == 1).for_each(|n| model[n].arm(count, length));
                }
                Op::Engine(n, count) => {
                    machine.apply(Input::Ring { lines: lines(Reach::Engine(FIRST + n)), count }).unwrap();
                    model[usize::from(n)].arm(count, length);
                }
                Op::Take(count, engine) => {
                    machine.apply(Input::Consume { count, engine: engine.map(|n| FIRST + n) }).unwrap();
                    (0..16).filter(|n| engine.is_none_or(|e| e == *n)).for_each(|n| model[usize::from(n)].take(count));
                }
            }
        }
        for (n, counters) in (0u16..).zip(model) {
            check(&machine, RingKey { engine: FIRST + n, direction, queue }, counters, length)?;
        }
        let others = machine.udma().touched().filter(|(key, _)| !(FIRST..FIRST + 16).contains(&key.engine) || key.queue != queue || key.direction != direction);
        prop_assert_eq!(others.count(), 0);
    }
}

/// The sum, term by term, from the published formula; table values by arithmetic.
fn doorbell(base: u64, s2m: u64, queue: u64) -> u64 {
    base + 0x2_0000 * s2m + ((queue + 1) << 12) + 0x38
}

#[test]
fn pinned_addresses() {
    let address = |direction, reach, queue| fabric::doorbell(Generation::Cayman, direction, reach, queue).unwrap().addr;
    let group = |group| Reach::Group { group, mask: u16::MAX };
    assert_eq!(address(Direction::M2s, group(0), 0), 0x0010_0208_1038);
    assert_eq!(address(Direction::S2m, group(0), 0), 0x0010_020a_1038);
    assert_eq!(address(Direction::M2s, Reach::Engine(21), 5), 0x0010_0350_6038);
    assert_eq!(doorbell(0x0010_0208_0000, 0, 0), 0x0010_0208_1038);
}

#[test]
fn a_group_window_is_its_first_engine_plus_0x80000_once() {
    for n in 0..8u8 {
        for queue in 0..16u8 {
            for (direction, s2m) in [(Direction::M2s, 0), (Direction::S2m, 1)] {
                let address = |reach| fabric::doorbell(Generation::Cayman, direction, reach, queue).unwrap().addr;
                let (window, first) =
                    (address(Reach::Group { group: n, mask: 1 }), address(Reach::Engine(16 * u16::from(n))));
                assert_eq!(window, first + 0x8_0000);
                assert_eq!(first, doorbell(first & !0x3_ffff, s2m, u64::from(queue)));
            }
        }
    }
}

#[test]
fn sunda_has_34_engines_and_no_groups() {
    let doorbell = |reach| fabric::doorbell(Generation::Sunda, Direction::M2s, reach, 0);
    assert!((0..34).all(|engine| doorbell(Reach::Engine(engine)).is_ok()));
    assert!(doorbell(Reach::Engine(34)).is_err());
    assert!((0..8).all(|group| doorbell(Reach::Group { group, mask: 1 }).is_err()));
    for engine in 0..34 {
        let cayman = fabric::doorbell(Generation::Cayman, Direction::M2s, Reach::Engine(engine), 0).unwrap().addr;
        assert_ne!(doorbell(Reach::Engine(engine)).unwrap().addr, cayman, "Sunda has its own map");
    }
}
