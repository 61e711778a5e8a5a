//! The chain behind a value: each link is checked by hand against the listing.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where something is not as it should be")]

use seqbell_core::csr::Csr;
use seqbell_core::event::{Detail, EventKind};
use seqbell_core::fabric::{Direction, Reach};
use seqbell_core::facts::routine::Mem;
use seqbell_core::facts::{Assumptions, Generation, Switch};
use seqbell_core::timeline::{Cause, Link, Subject};
use seqbell_core::udma::RingKey;
use seqbell_core::{Fault, Input, Item, Lines, Machine, RunState, Timeline};

/// A link as it is checked: how it explains, and where it is, or what the host did.
#[derive(Clone, Copy, PartialEq, Debug)]
enum At {
    Pc(Cause, u32),
    Host(Cause, Input),
}

use Cause::{Control, Data, Made};

fn links(chain: &[Link]) -> Vec<At> {
    let at = |link: &Link| match (link.event.detail, link.event.pc) {
        (Detail::Host(input), _) => At::Host(link.cause, input),
        (_, Some(pc)) => At::Pc(link.cause, pc),
        (detail, None) => panic!("neither a step nor an action: {detail:?}"),
    };
    chain.iter().map(at).collect()
}

fn cayman() -> Timeline {
    Timeline::new(Generation::Cayman, Assumptions::default()).unwrap()
}

fn act(timeline: &mut Timeline, inputs: &[Input]) {
    for input in inputs {
        timeline.apply(*input).unwrap();
    }
}

fn until(timeline: &mut Timeline, stop: impl Fn(&Machine) -> bool) {
    for _ in 0..2000 {
        if stop(timeline.machine()) {
            return;
        }
        timeline.step().unwrap();
    }
    panic!("not within 2000 steps: {:?}", timeline.machine().state());
}

fn state(wanted: RunState) -> impl Fn(&Machine) -> bool {
    move |machine| machine.state() == wanted
}

const DOORBELL: Input = Input::Write { csr: Csr::START_CTRL, value: 1 };

fn item(opcode: u32, sync: u32) -> Input {
    Input::Queue(Item::Word { opcode, sync })
}

/// The poll of `enter_run`, from the decision back to the host.
const ENTERED: [At; 3] = [At::Pc(Control, 0x2cb7), At::Pc(Data, 0x2cb3), At::Host(Data, DOORBELL)];

#[test]
fn running_was_published_because_the_poll_saw_the_doorbell() {
    let mut timeline = cayman();
    act(&mut timeline, &[DOORBELL]);
    until(&mut timeline, state(RunState::Running));
    let chain = links(&timeline.why(Subject::Csr(Csr::RUN_STATE)));
    assert_eq!(chain, [&[At::Pc(Made, 0x2d22)], &ENTERED[..]].concat());
    assert_eq!(links(&timeline.why(Subject::Csr(Csr::START_CTRL)))[1..], ENTERED, "the acknowledgement");
}

#[test]
fn a_pause_goes_back_to_the_remote_word() {
    let mut timeline = cayman();
    let remote = Input::Remote { index: 5, value: 4 };
    // The word of another index, set later, is not the one that was read.
    act(&mut timeline, &[DOORBELL, item(0xa1, 5), remote, Input::Remote { index: 6, value: 0 }]);
    until(&mut timeline, state(RunState::Paused));
    let chain = links(&timeline.why(Subject::Csr(Csr::RUN_STATE)));
    let expected = [At::Pc(Made, 0x1cee), At::Pc(Control, 0x2ec1), At::Pc(Data, 0x2eab), At::Host(Data, remote)];
    assert_eq!(chain, expected);
    let flag = links(&timeline.why(Subject::Mem(Mem::RunningFlag)));
    assert_eq!(flag, [&[At::Pc(Made, 0x1ce3)], &expected[1..]].concat());
}

#[test]
fn without_a_remote_word_a_sync_halt_goes_back_to_the_item_that_named_it() {
    let mut timeline = cayman();
    act(&mut timeline, &[DOORBELL, item(0x45, 0), item(0xa1, 3), item(0x45, 0)]);
    until(&mut timeline, state(RunState::Halted));
    let chain = links(&timeline.why(Subject::State));
    assert_eq!(chain[..3], [At::Pc(Made, 0x2edc), At::Pc(Control, 0x2ec1), At::Pc(Data, 0x2eab)]);
    // Nobody wrote the word, so what is told is why it was read: the bound of the index, and where the index came from.
    assert_eq!(chain[3..5], [At::Pc(Control, 0x2e96), At::Pc(Data, 0x2e92)]);
    assert_eq!(chain.last(), Some(&At::Host(Data, item(0xa1, 3))));
}

#[test]
fn the_marker_of_a_fatal_halt_goes_back_to_the_word_that_was_fetched() {
    let mut timeline = cayman();
    // Two more items wait when the bad one is fetched.
    act(&mut timeline, &[DOORBELL, item(0x45, 0), item(0xe2, 0), item(0x45, 0), item(0x46, 0)]);
    until(&mut timeline, state(RunState::HaltedFatal));
    let chain = links(&timeline.why(Subject::Csr(Csr::RUN_STATE)));
    let expected = [
        At::Pc(Made, 0x3a67),
        At::Pc(Control, 0x2e76),
        At::Pc(Data, 0x2e74),
        At::Pc(Data, 0x2e50),
        At::Pc(Data, 0x2e50),
        At::Host(Data, item(0xe2, 0)),
    ];
    assert_eq!(chain, expected);
}

#[test]
fn a_fault_goes_back_to_the_one_who_injected_it() {
    for fault in [
        Fault::BadOpcode,
        Fault::IllegalInstruction,
        Fault::OutOfBounds,
        Fault::DivideByZero,
        Fault::Signal(11),
        Fault::Assert,
    ] {
        let mut timeline = cayman();
        act(&mut timeline, &[DOORBELL]);
        until(&mut timeline, state(RunState::Running));
        act(&mut timeline, &[Input::Fault(fault)]);
        until(&mut timeline, state(RunState::HaltedFatal));
        let chain = timeline.why(Subject::Csr(Csr::RUN_STATE));
        let links = links(&chain);
        assert_eq!(links.first(), Some(&At::Pc(Made, 0x3a67)), "{fault:?}");
        assert_eq!(links.last(), Some(&At::Host(Data, Input::Fault(fault))), "{fault:?}");
        let taken = chain[chain.len() - 2].event;
        assert_eq!(taken.kind, EventKind::Assumed, "{fault:?} is taken by an implied step");
        assert!(matches!(taken.detail, Detail::Called(..)), "{fault:?}");
    }
}

#[test]
fn the_saved_pc_goes_back_to_the_pc_that_the_host_seeded() {
    let mut timeline = cayman();
    let seed = Input::Pc(0x10_0020_0000);
    act(&mut timeline, &[seed, DOORBELL, item(0x45, 0), item(0xa1, 7), Input::Remote { index: 7, value: 0 }]);
    until(&mut timeline, state(RunState::Halted));
    let half = |csr, store, frame, read| {
        let chain = links(&timeline.why(Subject::Csr(csr)));
        let expected =
            [At::Pc(Made, store), At::Pc(Data, 0x1d2d), At::Pc(Data, frame), At::Pc(Data, read), At::Host(Data, seed)];
        assert_eq!(chain, expected);
    };
    half(Csr::RESUME_PC_LO, 0x1d3a, 0x2d38, 0x2d36);
    half(Csr::RESUME_PC_HI, 0x1d44, 0x2d42, 0x2d40);
}

#[test]
fn after_a_resume_the_flag_goes_back_to_the_second_doorbell_and_run_state_does_not() {
    let mut timeline = cayman();
    let remote = Input::Remote { index: 5, value: 4 };
    act(&mut timeline, &[DOORBELL, item(0xa1, 5), remote]);
    until(&mut timeline, state(RunState::Paused));
    let paused = timeline.machine().steps();
    act(&mut timeline, &[DOORBELL]);
    until(&mut timeline, state(RunState::Running));
    let flag = timeline.why(Subject::Mem(Mem::RunningFlag));
    let expected = [At::Pc(Made, 0x4bd8), At::Pc(Control, 0x4bc6), At::Pc(Data, 0x4bc4), At::Host(Data, DOORBELL)];
    assert_eq!(links(&flag), expected);
    assert_eq!(flag[3].event.step, paused, "the doorbell that was rung while it paused");
    // Nothing stores 1 into run_state again.
    assert_eq!(links(&timeline.why(Subject::Csr(Csr::RUN_STATE))).last(), Some(&At::Host(Data, remote)));
}

#[test]
fn a_debug_halt_goes_back_to_the_surprise() {
    for (bit, wanted) in [(2, RunState::HaltedDebug), (3, RunState::HaltedFatal), (8, RunState::HaltedDebug)] {
        let mut timeline = cayman();
        act(&mut timeline, &[DOORBELL]);
        until(&mut timeline, state(RunState::Running));
        let surprise = Input::Surprise(1 << bit);
        act(&mut timeline, &[surprise]);
        until(&mut timeline, state(wanted));
        for subject in [Subject::State, Subject::Mem(Mem::HaltReason)] {
            let chain = links(&timeline.why(subject));
            assert_eq!(chain.last(), Some(&At::Host(Data, surprise)), "bit {bit}, {subject:?}: {chain:?}");
            assert!(chain.contains(&At::Pc(Data, 0x6b52)), "bit {bit}: the word is the handler's argument");
        }
    }
}

#[test]
fn the_end_of_the_program_clears_the_flag_and_leads_to_idle() {
    let mut timeline = cayman();
    act(&mut timeline, &[DOORBELL, item(0x45, 0)]);
    until(&mut timeline, state(RunState::Running));
    let drain = Input::Queue(Item::Drain);
    act(&mut timeline, &[drain]);
    until(&mut timeline, state(RunState::Idle));
    for subject in [Subject::State, Subject::Mem(Mem::RunningFlag)] {
        assert_eq!(links(&timeline.why(subject)).last(), Some(&At::Host(Data, drain)), "{subject:?}");
    }
}

#[test]
fn a_reset_ends_the_chain() {
    let mut timeline = cayman();
    act(&mut timeline, &[DOORBELL]);
    until(&mut timeline, state(RunState::Running));
    act(&mut timeline, &[Input::Reset]);
    for subject in [Subject::State, Subject::Csr(Csr::RUN_STATE), Subject::Mem(Mem::RunningFlag)] {
        assert_eq!(links(&timeline.why(subject)), [At::Host(Made, Input::Reset)], "{subject:?}");
    }
}

#[test]
fn what_nothing_has_touched_has_no_chain() {
    assert_eq!(cayman().why(Subject::Csr(Csr::RUN_STATE)), []);
    assert_eq!(cayman().why(Subject::State), []);
}

#[test]
fn a_tail_goes_back_to_the_doorbell_of_its_own_ring() {
    let mut timeline = cayman();
    let ring = |queue| {
        let lines = Lines { direction: Direction::M2s, queue, reach: Reach::Group { group: 1, mask: u16::MAX } };
        Input::Ring { lines, count: 3 }
    };
    act(&mut timeline, &[ring(3)]);
    timeline.step().unwrap();
    act(&mut timeline, &[ring(4)]);
    let key = RingKey { engine: 17, direction: Direction::M2s, queue: 3 };
    let chain = timeline.why(Subject::Tail(key));
    assert_eq!(chain.len(), 1);
    assert_eq!((chain[0].event.step, chain[0].event.kind), (0, EventKind::Host));
    assert_eq!(timeline.why(Subject::Tail(RingKey { engine: 15, ..key })), [], "not of this group");
}

#[test]
fn the_chain_is_the_same_however_many_key_frames_lie_in_between() {
    let mut timeline = cayman();
    act(&mut timeline, &[DOORBELL]);
    until(&mut timeline, state(RunState::Running));
    let near = timeline.why(Subject::Csr(Csr::RUN_STATE));
    for _ in 0..100_000 {
        timeline.step().unwrap();
    }
    assert_eq!(timeline.why(Subject::Csr(Csr::RUN_STATE)), near);
}

#[test]
fn an_assumption_decides_where_the_operand_comes_from() {
    let mut assumptions = Assumptions::default();
    let order = Switch::SyncOperandOrder;
    assert!(assumptions.set(order, order.option("clear-read").unwrap()));
    let mut timeline = Timeline::new(Generation::Cayman, assumptions).unwrap();
    act(&mut timeline, &[DOORBELL, item(0xa1, 3)]);
    until(&mut timeline, state(RunState::Halted));
    // The operand was cleared before it was read: the 0 comes from the clearing store.
    let chain = links(&timeline.why(Subject::State));
    assert!(chain.contains(&At::Pc(Data, 0x2e8f)), "{chain:?}");
}

#[test]
fn a_replay_is_what_happened() {
    let mut timeline = cayman();
    let mut events = vec![timeline.apply(DOORBELL).unwrap()];
    for n in 0..9000 {
        events.push(timeline.step().unwrap());
        if n % 1000 == 0 {
            events.push(timeline.apply(item(0x45, n)).unwrap());
        }
    }
    assert!(timeline.replay().eq(events), "every event, in order");
}
