//! What is known ahead of a row, beside what the row says and does: every row, from moments that no run need reach.

use super::ahead::{Quick, Trail, ahead, evaluate};
use super::range::Range;
use super::{Position, Registers, RunState};
use crate::csr::Csr;
use crate::{Fault, Input, Item, Machine, Word};
use alloc::vec::Vec;
use seqbell_facts::routine::{Act, Cmp, Mem, ROWS, Row, RowId, Test};
use seqbell_facts::{Assumptions, Generation, Switch};

fn rows() -> impl Iterator<Item = (RowId, &'static Row)> {
    (0..).zip(ROWS.iter())
}

/// Register windows of every kind: nothing known, everything, every other one.
fn windows() -> Vec<Registers> {
    let filled = |known: fn(u8) -> bool| {
        let mut registers = Registers::new();
        for open in 0..3 {
            let value = |r: u8| 0x0400_0000u32.wrapping_add(u32::from(r).wrapping_mul(0x1357_9bdf)).wrapping_add(open);
            (0..16).for_each(|r| registers.set(r, known(r).then(|| value(r))));
            registers.enter();
        }
        (8..16).for_each(|r| registers.set(r, known(r).then_some(u32::from(r))));
        registers
    };
    Vec::from([filled(|_| false), filled(|_| true), filled(|r| r % 2 == 0), filled(|r| r % 3 != 0)])
}

#[test]
fn a_trail_is_what_the_printed_operands_leave() {
    for (id, row) in rows() {
        let known = ahead(id).unwrap();
        for registers in windows() {
            for read in [None, Some(0), Some(0x8000_0041)] {
                // A read that finds nothing leaves its register unknown, also by the operands.
                let (mut evaluated, mut left) = (registers.clone(), registers.clone());
                evaluate(row, &mut evaluated, read);
                known.trail.leave(row, &mut left, read);
                assert_eq!(evaluated, left, "row {id} at {:#x}: {:?}", row.pc, known.trail);
            }
        }
    }
}

#[test]
fn trails_are_known_where_nothing_has_to_be_computed() {
    let evaluated = rows().filter(|(id, _)| matches!(ahead(*id).unwrap().trail, Trail::Evaluate(_))).count();
    // Address arithmetic, masks and shifts of values that were read.
    assert!(evaluated > 0 && evaluated * 10 < ROWS.len(), "{evaluated} of {}", ROWS.len());
}

#[test]
fn a_range_holds_where_the_test_does() {
    let tests = rows().filter_map(|(_, row)| if let Act::Branch { test, .. } = row.act { Some(test) } else { None });
    for test in tests {
        let Test::Compare { bit, minus, cmp, with, .. } = test else {
            assert_eq!(Range::of(test), None);
            continue;
        };
        let range = Range::of(test).unwrap();
        let edges =
            [0, 1, 2, with, with.wrapping_add(minus), u32::MAX, 1 << bit.unwrap_or(0), !(1 << bit.unwrap_or(0))];
        for value in edges.into_iter().flat_map(|v| [v.wrapping_sub(1), v, v.wrapping_add(1)]) {
            let shown = bit.map_or(value, |bit| value >> bit & 1).wrapping_sub(minus);
            let holds = match cmp {
                Cmp::Eq => shown == with,
                Cmp::Ne => shown != with,
                Cmp::Le => shown <= with,
                Cmp::Gt => shown > with,
                Cmp::Ge => shown >= with,
            };
            assert_eq!(range.holds(value), holds, "{test:?} of {value:#x}");
        }
    }
}

#[test]
fn control_goes_to_the_next_row_or_where_a_jump_leads() {
    for (id, row) in rows() {
        let next = ahead(id).unwrap().next;
        let after = (id + 1 + RowId::from(row.replaces)).min(ROWS.len() as RowId - 1);
        let following = Position { row: after, pc: ROWS[usize::from(after)].pc };
        let expected = if let Act::Jump(target) = row.act { Position::from(target) } else { following };
        assert_eq!(next, expected, "row {id}");
    }
}

/// Machines in many moods, each ready to be put on any row.
fn machines() -> Vec<Machine> {
    let mut machines = Vec::new();
    for generation in [Generation::Cayman, Generation::Sunda, Generation::Mariana, Generation::MarianaPlus] {
        for option in 0..3 {
            let mut assumptions = Assumptions::default();
            for switch in Switch::ALL {
                assumptions.set(switch, (switch.fact().default + option) % switch.fact().options.len() as u8);
            }
            for mood in 0..6u32 {
                machines.extend(Machine::new(generation, assumptions).ok().map(|machine| in_mood(machine, mood)));
            }
        }
    }
    machines
}

fn in_mood(mut machine: Machine, mood: u32) -> Machine {
    machine.stalled = false;
    if mood > 0 {
        Mem::ALL.into_iter().for_each(|cell| machine.set_mem(cell, Word::set(mood & 1)));
        machine.csr.poke(Csr::START_CTRL, Word::set(mood & 1));
        machine.csr.poke(Csr::INTR_INFO, Word::set(mood % 3));
        machine.cursor = [Word::set(if mood & 1 == 1 { 0xa1 } else { 0x45 }), Word::set(mood)];
        machine.frames.top_mut().last = Word::set([0, 1, 4, 39, 0x2e89, 0x3064][mood as usize]);
        machine.frames.top_mut().arg = Word::set([0, 16, 4, 8, 0x200, 64][mood as usize]);
        machine.registers = windows().swap_remove(mood as usize % 4);
        machine.state = RunState::ALL[mood as usize];
        machine.pause_open = mood == 5;
    }
    let queued = match mood {
        2 | 3 => Some(Item::Word { opcode: 0xa1, sync: mood }),
        4 => Some(Item::Drain),
        _ => None,
    };
    machine.queue.extend(queued);
    machine.fault = (mood == 3).then_some(Fault::Assert);
    machine.surprises = mood * 0x101;
    if mood > 3 {
        // A caller to return to, and engines at work.
        machine.frames.push(super::Frame::new(0, 195, Word::set(1), ""));
        machine.frames.top_mut().last = Word::set(mood);
        assert!(mood > 4 || machine.apply(Input::Rate { count: 1, engine: None }).is_ok());
    }
    machine
}

#[test]
fn every_row_does_the_same_whether_anybody_watches_or_not() {
    let (mut made, mut stopped) = (0, 0);
    for machine in machines() {
        for (id, row) in rows().filter(|(id, _)| usize::from(*id) + 1 < ROWS.len()) {
            let mut watched = machine.clone();
            watched.position = Position { row: id, pc: row.pc };
            let mut quiet = watched.clone();
            let (event, changed) = (watched.step(), quiet.step_quietly());
            match event {
                Ok(_) => made += 1,
                Err(_) => stopped += 1,
            }
            assert_eq!(event.err(), changed.err(), "row {id} at {:#x}", row.pc);
            assert_eq!(watched, quiet, "row {id} at {:#x}", row.pc);
        }
    }
    assert!(made > 10_000 && stopped > 100, "{made} made, {stopped} stopped");
}

#[test]
fn a_stride_of_any_length_does_the_same_as_its_rows_one_by_one() {
    let mut longest = 0;
    for machine in machines() {
        for (id, row) in rows().filter(|(id, _)| usize::from(*id) + 1 < ROWS.len()) {
            let mut watched = machine.clone();
            watched.position = Position { row: id, pc: row.pc };
            let mut quiet = watched.clone();
            let (made, _) = quiet.stride(u64::from(id % 40 + 2));
            longest = longest.max(made);
            for _ in 0..made {
                assert!(watched.step().is_ok());
            }
            assert_eq!(watched, quiet, "{made} rows from row {id} at {:#x}", row.pc);
        }
    }
    assert!(longest > 30, "{longest}");
}

#[test]
fn glides_pass_rows_together_and_end_at_what_they_cannot_pass() {
    let glide = |id| if let Quick::Glide(glide) = ahead(id).unwrap().quick { Some(glide) } else { None };
    let glides: Vec<_> = rows().filter_map(|(id, _)| glide(id)).collect();
    let passed: usize = glides.iter().map(|glide| usize::from(glide.rows)).sum();
    assert!(glides.len() > 50 && passed > 2 * glides.len(), "{} glides pass {passed} rows", glides.len());
}

#[test]
fn a_stride_ends_exactly_where_something_can_be_seen() {
    let mut machine = Machine::new(Generation::Cayman, Assumptions::default()).unwrap();
    machine.apply(Input::Write { csr: Csr::START_CTRL, value: 1 }).unwrap();
    let mut watched = machine.clone();
    for _ in 0..400 {
        let (made, end) = machine.stride(7);
        assert!((1..=7).contains(&made) && end.is_ok());
        for _ in 1..made {
            let before = (watched.state(), watched.published(), watched.mem(Mem::RunningFlag));
            watched.step().unwrap();
            assert_eq!((watched.state(), watched.published(), watched.mem(Mem::RunningFlag)), before);
        }
        watched.step().unwrap();
        assert_eq!(watched, machine);
    }
    assert_eq!(machine.state(), RunState::Running);
}

#[test]
fn most_rows_are_known_by_heart() {
    let by_heart = |id: RowId| !matches!(ahead(id).unwrap().quick, Quick::Inside | Quick::Visible);
    let known = rows().filter(|(id, _)| by_heart(*id)).count();
    assert!(known * 10 > ROWS.len() * 8, "{known} of {}", ROWS.len());
}
