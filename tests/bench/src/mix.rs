//! The mix of work that the speed of the core is measured on: a session as people have it, in turns.
//! It knows nothing of clocks.
//!
//! ```text
//! one turn, 1000 steps:
//! 8 work items are queued, 400 steps work them off │ 200 steps wait for work │ a sync item pauses the core, 250 steps run
//! into the pause and poll the doorbell │ the doorbell is rung, 150 steps resume and wait for work
//! ```

use seqbell_script::core::csr::Csr;
use seqbell_script::core::{Input, Item, Machine, RunState, Timeline};
use seqbell_script::facts::{Assumptions, Generation};

/// Steps of one turn.
pub const TURN: u64 = 1000;
/// Work items of one turn, the sync item not counted.
pub const ITEMS: usize = 8;
/// An ordinary opcode (`dispatch.0x04`).
pub const ORDINARY: u32 = 0x45;
/// The sync opcode (`dispatch.0x60`).
pub const SYNC: u32 = 0xa1;
/// The remote word that the sync item names.
pub const INDEX: u8 = 5;
/// Set in a remote word it pauses, clear it halts (`run-state.sync_handler.s12`).
const PAUSE: u32 = 4;
/// Where the microcode starts.
const PC: u64 = 0x0010_0020_0000;

/// What the host does next, or how many steps the core makes.
#[derive(Clone, Copy, Debug)]
pub enum Do {
    /// A host action.
    Act(Input),
    /// So many steps.
    Steps(u64),
}

const ITEM: Do = Do::Act(Input::Queue(Item::Word { opcode: ORDINARY, sync: 0 }));

/// One turn. It ends where it began: the core runs and waits for work.
pub const ACTS: [Do; ITEMS + 6] = [
    ITEM,
    ITEM,
    ITEM,
    ITEM,
    ITEM,
    ITEM,
    ITEM,
    ITEM,
    Do::Steps(400),
    Do::Steps(200),
    Do::Act(Input::Queue(Item::Word { opcode: SYNC, sync: INDEX as u32 })),
    Do::Steps(250),
    Do::Act(Input::Write { csr: Csr::START_CTRL, value: 1 }),
    Do::Steps(150),
];

/// A core that runs, at the head of its loop, about to begin the first turn.
///
/// # Panics
/// If the core does not reach its loop: then nothing that is measured would mean anything.
pub fn start() -> Timeline {
    let mut timeline = match Timeline::new(Generation::Cayman, Assumptions::default()) {
        Ok(timeline) => timeline,
        Err(refused) => unreachable!("{refused}"),
    };
    let acts =
        [Input::Pc(PC), Input::Remote { index: INDEX, value: PAUSE }, Input::Write { csr: Csr::START_CTRL, value: 1 }];
    for input in acts {
        assert!(timeline.apply(input).is_ok(), "{input:?} is refused");
    }
    let (_, end) = timeline.run_quietly(1000, |machine| machine.state() == RunState::Running);
    assert!(end.is_ok() && timeline.machine().state() == RunState::Running);
    let (_, end) = timeline.run_quietly(1000, |machine| machine.position().pc == LOOP_HEAD);
    assert!(end.is_ok());
    assert_eq!(timeline.machine().position().pc, LOOP_HEAD);
    timeline
}

/// Where every pass of the software-fetch loop begins (`run-state.sunda_loop.s01`).
pub const LOOP_HEAD: u32 = 0x2d81;

/// Makes turns with history on. Returns the steps made.
pub fn with_history(timeline: &mut Timeline, turns: u64) -> u64 {
    let before = timeline.machine().steps();
    for _ in 0..turns {
        for act in ACTS {
            match act {
                Do::Act(input) => drop(timeline.apply(input)),
                Do::Steps(steps) => drop(timeline.run_on(steps)),
            }
        }
    }
    timeline.machine().steps() - before
}

/// Makes turns with no history. Returns the steps made.
pub fn without_history(machine: &mut Machine, turns: u64) -> u64 {
    let before = machine.steps();
    for _ in 0..turns {
        for act in ACTS {
            match act {
                Do::Act(input) => drop(machine.apply(input)),
                Do::Steps(steps) => {
                    let mut left = steps;
                    while left > 0 {
                        left -= machine.stride(left).0;
                    }
                }
            }
        }
    }
    machine.steps() - before
}
