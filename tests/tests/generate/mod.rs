//! What proptest draws from: inputs, assumptions, and lines of the command language.

#![allow(dead_code, reason = "each test file uses a part of this")]

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use seqbell_script::core::csr::Csr;
use seqbell_script::core::fabric::{Direction, Reach};
use seqbell_script::core::ncfw::Destination;
use seqbell_script::core::udma::RingKey;
use seqbell_script::core::udma::control::Signal;
use seqbell_script::core::{Fault, Input, Item, Lines, bus};
use seqbell_script::facts::routine::{Mem, ROUTINES};
use seqbell_script::facts::{Assumptions, Generation, Switch, THUNKS};

/// So many cases, the same in every run: a red build is about the change. `PROPTEST_RNG_SEED` draws others.
pub(crate) fn config(cases: u32) -> ProptestConfig {
    let seed = match ProptestConfig::default().rng_seed {
        RngSeed::Random => RngSeed::Fixed(0x5eb1),
        fixed @ RngSeed::Fixed(_) => fixed,
    };
    ProptestConfig { cases, rng_seed: seed, failure_persistence: None, ..ProptestConfig::default() }
}

/// Something done to a timeline.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Act {
    Do(Input),
    Step(u64),
    Back(u64),
}

pub(crate) fn generation() -> impl Strategy<Value = Generation> {
    prop_oneof![
        4 => Just(Generation::Cayman),
        1 => Just(Generation::Mariana),
        1 => Just(Generation::MarianaPlus),
        2 => Just(Generation::Sunda),
    ]
}

/// Mostly the defaults, with a few switches thrown.
pub(crate) fn assumptions() -> impl Strategy<Value = Assumptions> {
    vec((0..Switch::ALL.len(), any::<u8>()), 0..4).prop_map(|thrown| {
        let mut assumptions = Assumptions::default();
        for (place, option) in thrown {
            let switch = Switch::ALL[place];
            assumptions.set(switch, option % switch.fact().options.len() as u8);
        }
        assumptions
    })
}

fn csr() -> impl Strategy<Value = Csr> {
    let often = vec![
        Csr::START_CTRL,
        Csr::RUN_STATE,
        Csr::INTR_INFO,
        Csr::INSTR_HALT_CTRL,
        Csr::RELEASE_RUN_STALL,
        Csr(0x4008),
    ];
    let every: Vec<Csr> = bus::every().collect();
    prop_oneof![3 => prop::sample::select(often), 1 => prop::sample::select(every), 1 => any::<u16>().prop_map(Csr)]
}

fn word() -> impl Strategy<Value = u32> {
    prop_oneof![4 => 0..5u32, 1 => any::<u32>()]
}

fn direction() -> impl Strategy<Value = Direction> {
    prop_oneof![Just(Direction::M2s), Just(Direction::S2m)]
}

fn fault() -> impl Strategy<Value = Fault> {
    prop_oneof![
        1 => Just(Fault::BadOpcode),
        1 => Just(Fault::IllegalInstruction),
        1 => Just(Fault::OutOfBounds),
        1 => Just(Fault::DivideByZero),
        4 => Just(Fault::FloatingPoint),
        1 => Just(Fault::Assert),
        1 => any::<u8>().prop_map(Fault::Signal),
    ]
}

fn lines() -> impl Strategy<Value = Lines> {
    let reach = prop_oneof![
        (0..9u8, any::<u16>()).prop_map(|(group, mask)| Reach::Group { group, mask }),
        (0..140u16).prop_map(Reach::Engine),
    ];
    (direction(), 0..17u8, reach).prop_map(|(direction, queue, reach)| Lines { direction, queue, reach })
}

fn signal() -> impl Strategy<Value = Signal> {
    prop::sample::select(vec![Signal::Init, Signal::Tsync, Signal::Start, Signal::Stop, Signal::Switch])
}

fn thunk() -> impl Strategy<Value = u32> {
    prop_oneof![3 => prop::sample::select(THUNKS.iter().map(|t| t.addr).collect::<Vec<_>>()), 1 => any::<u32>()]
}

/// Everything a host can do, refused or not; what moves the run state comes often.
pub(crate) fn input() -> impl Strategy<Value = Input> {
    let opcode = prop_oneof![3 => Just(0xa1u32), 3 => Just(0x45u32), 1 => 0x40..0xf4u32, 1 => any::<u32>()];
    let addr = prop_oneof![
        (0..132u64, 0..0x10_0000u64).prop_map(|(e, o)| 0x10_0200_0000 + (e << 20) + (o & !3)),
        0..1u64 << 50,
    ];
    prop_oneof![
        1 => Just(Input::Reset),
        8 => (csr(), word()).prop_map(|(csr, value)| Input::Write { csr, value }),
        1 => csr().prop_map(|csr| Input::Read { csr }),
        1 => any::<u64>().prop_map(Input::Pc),
        4 => (0..41u8, word()).prop_map(|(index, value)| Input::Remote { index, value }),
        8 => (opcode, 0..41u32).prop_map(|(opcode, sync)| Input::Queue(Item::Word { opcode, sync })),
        1 => Just(Input::Queue(Item::Drain)),
        2 => prop_oneof![Just(4u32), Just(8), Just(0x100), Just(0x200), any::<u32>()].prop_map(Input::Surprise),
        2 => fault().prop_map(Input::Fault),
        2 => (lines(), word()).prop_map(|(lines, count)| Input::Ring { lines, count }),
        1 => (addr, word()).prop_map(|(addr, value)| Input::Poke { addr, value }),
        1 => (direction(), 0..140u16, 0..17u8, any::<u64>(), word())
            .prop_map(|(direction, engine, queue, base, length)| Input::Setup { direction, engine, queue, base, length }),
        1 => (word(), proptest::option::of(0..140u16)).prop_map(|(count, engine)| Input::Consume { count, engine }),
        1 => (word(), proptest::option::of(0..140u16)).prop_map(|(count, engine)| Input::Rate { count, engine }),
        1 => (direction(), 0..140u16, 0..17u8, word())
            .prop_map(|(direction, engine, queue, count)| Input::Marker { key: RingKey { direction, engine, queue }, count }),
        1 => (0..9u8, any::<u8>(), word()).prop_map(|(tpb, index, target)| Input::Wait { tpb, index, target }),
        1 => signal().prop_map(Input::Trigger),
        1 => (thunk(), proptest::option::of((lines(), word())))
            .prop_map(|(addr, to)| Input::Thunk { addr, to: to.map(|(lines, count)| Destination { lines, count }) }),
    ]
}

pub(crate) fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        6 => input().prop_map(Act::Do),
        6 => (0..120u64).prop_map(Act::Step),
        1 => (0..80u64).prop_map(Act::Back),
    ]
}

/// Acts that begin at the doorbell, so that most of them happen to a running core.
pub(crate) fn session() -> impl Strategy<Value = Vec<Act>> {
    let start = Input::Write { csr: Csr::START_CTRL, value: 1 };
    (any::<bool>(), vec(act(), 1..24)).prop_map(move |(started, mut acts)| {
        if started {
            acts.splice(0..0, [Act::Do(start), Act::Step(90)]);
        }
        acts
    })
}

fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        (0..64u32).prop_map(|v| v.to_string()),
        any::<u32>().prop_map(|v| format!("{v:#x}")),
        any::<u32>().prop_map(|v| format!("{v}")),
    ]
}

fn register() -> impl Strategy<Value = String> {
    let named = |csr: Csr| seqbell_script::core::csr::name(csr);
    let every: Vec<String> = bus::every().map(named).collect();
    prop_oneof![
        prop::sample::select(every),
        prop::sample::select(vec![
            "start_ctrl".to_owned(),
            "RUN_STATE".to_owned(),
            "lr[3]".to_owned(),
            "general.lr[4]".to_owned()
        ]),
        (0..0x4000u32).prop_map(|n| format!("{:#x}", 0x0400_0000 + 4 * n)),
    ]
}

fn comparison() -> impl Strategy<Value = String> {
    let op = prop::sample::select(vec!["==", "!=", "<", ">", "<=", ">="]);
    let term = prop_oneof![
        prop::sample::select(vec!["flag", "pc", "work_pc", "reason", "step"]).prop_map(str::to_owned),
        prop::sample::select(Mem::ALL.map(Mem::name).to_vec()).prop_map(str::to_owned),
        register(),
        (prop::sample::select(vec!["tail", "head", "ring_id", "overrun"]), 0..132u16, 0..16u8)
            .prop_map(|(part, engine, queue)| format!("{part}(m2s, engine={engine}, queue={queue})")),
    ];
    let value = prop_oneof![4 => number(), 1 => Just("unknown".to_owned())];
    prop_oneof![
        3 => (term, op, value).prop_map(|(term, op, value)| format!("{term} {op} {value}")),
        1 => prop::sample::select(vec!["RESET", "IDLE", "running", "PAUSED", "HALTED", "HALTED_DEBUG"]).prop_map(|s| format!("state == {s}")),
        1 => prop::sample::select(ROUTINES.iter().map(|r| r.id).collect::<Vec<_>>()).prop_map(|r| format!("routine != {r}")),
        1 => register().prop_map(|r| format!("reads({r})")),
        1 => register().prop_map(|r| format!("writes({r})")),
    ]
}

pub(crate) fn condition() -> impl Strategy<Value = String> {
    comparison().prop_recursive(4, 16, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a}) and {b}")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a} or ({b})")),
            inner.prop_map(|a| format!("not ({a})")),
        ]
    })
}

/// Lines without arguments to choose.
const PLAIN: [&str; 14] = [
    "reset",
    "drain",
    "over",
    "out",
    "clear",
    "step",
    "back",
    "run 50",
    "step 7",
    "back 3",
    "forth 2",
    "undo",
    "redo",
    "note some text",
];

/// A well-formed line; whether the machine takes it is another matter.
pub(crate) fn line() -> impl Strategy<Value = String> {
    let reach = prop_oneof![
        (0..8u8).prop_map(|g| format!("group={g}")),
        (0..8u8, any::<u16>()).prop_map(|(g, m)| format!("group={g} bitmap={m:#x}")),
        (0..132u16).prop_map(|e| format!("engine={e}")),
    ];
    let way = || prop::sample::select(vec!["m2s", "S2M"]);
    let switch = (0..Switch::ALL.len(), any::<u8>()).prop_map(|(place, option)| {
        let fact = Switch::ALL[place].fact();
        format!("assume {} {}", fact.name, fact.options[usize::from(option) % fact.options.len()].token)
    });
    let generation = prop::sample::select(vec!["cayman", "SUNDA", "mariana", "mariana_plus"]);
    let plain = PLAIN.to_vec();
    let fault = vec![
        "bad-opcode",
        "illegal-instruction",
        "out-of-bounds",
        "divide-by-zero",
        "floating-point",
        "signal 11",
        "signal",
        "assert",
    ];
    let simple = prop_oneof![
        2 => prop::sample::select(plain).prop_map(str::to_owned),
        1 => generation.prop_map(|g| format!("generation {g}")),
        1 => switch,
        3 => (register(), number()).prop_map(|(r, v)| format!("write {r} {v}")),
        1 => register().prop_map(|r| format!("read {r}")),
        1 => any::<u64>().prop_map(|v| format!("pc {v:#x}")),
        1 => (0..39u8, number()).prop_map(|(i, v)| format!("remote {i} {v}")),
        2 => (number(), proptest::option::of(0..50u32)).prop_map(|(o, s)| format!("queue {o}{}", s.map_or(String::new(), |s| format!(" sync={s}")))),
        1 => prop::sample::select(vec!["INS_BREAK", "ext_break", "0x200", "7"]).prop_map(|s| format!("surprise {s}")),
        1 => prop::sample::select(fault).prop_map(|f| format!("fault {f}")),
        2 => (way(), reach, 0..16u8, number()).prop_map(|(d, r, q, n)| format!("ring {d} {r} queue={q} count={n}")),
        1 => (0..1u64 << 48, number()).prop_map(|(a, v)| format!("poke {a:#x} {v}")),
        1 => (way(), 0..132u16, 0..16u8, any::<u64>(), number()).prop_map(|(d, e, q, b, n)| format!("setup {d} engine={e} queue={q} base={b} length={n}")),
        1 => (number(), proptest::option::of(0..132u16)).prop_map(|(n, e)| format!("consume {n}{}", e.map_or(String::new(), |e| format!(" engine={e}")))),
        1 => (condition(), 1..60u32).prop_map(|(c, n)| format!("until {c} max {n}")),
        1 => condition().prop_map(|c| format!("break {c}")),
        1 => condition().prop_map(|c| format!("expect {c}")),
    ];
    let ring = |verb: &'static str| {
        let place = (way(), 0..132u16, 0..16u8);
        place.prop_map(move |(d, e, q)| format!("driver {verb} {d} engine={e} queue={q}"))
    };
    let small = || 0..70u32;
    let driver = prop_oneof![
        2 => (ring("setup"), 0..1u64 << 40, small()).prop_map(|(r, b, n)| format!("{r} base={b:#x} length={n}")),
        2 => (ring("ring"), small()).prop_map(|(r, n)| format!("{r} count={n}")),
        2 => (0..132u16, 0..16u8, any::<u32>()).prop_map(|(e, q, n)| format!("driver copy engine={e} queue={q} bytes={n}")),
        1 => prop_oneof![ring("pause"), ring("resume"), ring("reset")],
        1 => (ring("marker"), small()).prop_map(|(r, n)| format!("{r} count={n}")),
        1 => (0..8u8, any::<u8>(), small()).prop_map(|(t, i, n)| format!("driver wait tpb={t} semaphore={i} target={n}")),
    ];
    let plane = prop_oneof![
        prop::sample::select(vec!["init", "TSYNC", "start", "stop", "switch"]).prop_map(|s| format!("trigger {s}")),
        (small(), proptest::option::of(0..132u16))
            .prop_map(|(n, e)| format!("rate {n}{}", e.map_or(String::new(), |e| format!(" engine={e}")))),
        (thunk(), proptest::option::of((0..8u8, 0..16u8, small()))).prop_map(|(addr, to)| {
            format!(
                "thunk {addr:#x}{}",
                to.map_or(String::new(), |(g, q, n)| format!(" s2m group={g} queue={q} count={n}"))
            )
        }),
        prop::sample::select(vec!["branch", "branch what_if", "branch main"]).prop_map(str::to_owned),
    ];
    let refusable = (register(), number()).prop_map(|(r, v)| format!("refused write {r} {v}"));
    prop_oneof![20 => simple, 5 => driver, 3 => plane, 1 => refusable]
}
