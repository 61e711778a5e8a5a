//! A frozen moment, step 120 of a Cayman run, for looking at the page before a session stands behind it.
//! Sample data; to be deleted when [`super`] is filled from a session.

use std::rc::Rc;

use super::assume::{AssumptionsView, SwitchRow};
use super::bell::{AddressField, BellDraft, BellView, Fan, Target, Term, Trap};
use super::csr::{CellRow, CoreRow, CoreView, CsrRow, CsrView, Field, PcHalf};
use super::engines::{EngineRow, EnginesView, GroupRow, LooseRow, Ring};
use super::host::{BitRow, FaultRow, HostDraft, HostView, Progress, SurpriseRow, WorkRow};
use super::listing::{Frame, Kind, Listing, Phase, Row};
use super::log::{LogRow, LogView, Voice};
use super::state::{Edge, EdgeStatus, Published, State, StateView, WayOut};
use super::transport::{Mark, Span, TransportView};
use super::{Choice, Evidence, Offer, Text, View, Word, hex32, hex48};

const TABLE: [u64; 8] = [
    0x0010_0208_0000, 0x0010_0308_0000, 0x0050_0408_0000, 0x0050_0508_0000,
    0x8010_0208_0000, 0x8010_0308_0000, 0x8050_0408_0000, 0x8050_0508_0000,
];

/// The moment, with the drafts of the panels and what was sent since.
pub fn view(host: &HostDraft, bell: &BellDraft, sent: &[Text], pulse: u64, playing: bool, speed: u8) -> View {
    View {
        generations: generations().into(),
        generation: "cayman".into(),
        aperture: "device-local aperture 0x04000000 + offset".into(),
        state: Rc::new(state()),
        listing: Rc::new(listing()),
        csr: Rc::new(csr()),
        core: Rc::new(core()),
        host: Rc::new(host_view(host)),
        bell: Rc::new(bell_view(bell, pulse)),
        engines: Rc::new(engines(bell)),
        log: Rc::new(log(sent)),
        assumptions: Rc::new(assumptions()),
        transport: Rc::new(transport(playing, speed)),
    }
}

fn generations() -> Vec<Choice> {
    let mut all: Vec<Choice> = [("sunda", "Sunda"), ("cayman", "Cayman"), ("mariana", "Mariana"), ("mariana_plus", "Mariana+")]
        .into_iter()
        .map(|(id, label)| Choice::new(id, label))
        .collect();
    all.push(Choice {
        blocked: Some("No firmware image ships for Maverick, so there is nothing to run.".into()),
        ..Choice::new("maverick", "Maverick")
    });
    all
}

fn state() -> StateView {
    let way = |id: &'static str, trigger: &'static str, to, status, evidence| WayOut {
        id: id.into(), trigger: trigger.into(), to, status, evidence,
    };
    use EdgeStatus::{Next, Open, Shut, Taken};
    StateView {
        step: 120,
        truth: State::Running,
        published: Published { value: "1".into(), says: "RUNNING".into(), agrees: true },
        flag: "1".into(),
        edges: vec![(Edge::T03, Taken), (Edge::T05, Next), (Edge::T06, Shut), (Edge::T07, Open), (Edge::T08, Open)],
        next: "`beqz.n a2` with a2 = 4 falls through to `enter_pause`. PAUSED in 7 steps; this path saves no resume PC.".into(),
        why: "`run_state` took 1 at `0x2d22 s32i.n a4,a3,4`, from `write start_ctrl 1` at step 52.".into(),
        ways_out: vec![
            way("T05", "bit 2 = 1, now", State::Paused, Next, Evidence::Med),
            way("T06", "bit 2 = 0", State::Halted, Shut, Evidence::Med),
            way("T07", "fault", State::HaltedFatal, Open, Evidence::High),
            way("X01", "INS_BREAK", State::HaltedDebug, Open, Evidence::High),
            way("T08", "drain", State::Idle, Open, Evidence::High),
        ],
        summary: "State diagram. RUNNING is the present state. The next edge, bit 2 is 1, leads to PAUSED. The edge to HALTED, bit 2 is 0, is shut.".into(),
    }
}

fn row(kind: Kind, depth: u8, pc: &'static str, text: &'static str, effect: &'static str, ok: bool, evidence: Evidence, phase: Phase) -> Row {
    Row {
        id: pc.into(), kind, depth, pc: pc.into(), text: text.into(), effect: effect.into(), confirmed: ok, evidence, phase,
        breakpoint: pc == "0x1cee",
    }
}

fn listing() -> Listing {
    use Evidence::{High, Low, Med};
    use Kind::{Gap, Implied, Opaque, Step};
    use Phase::{Ahead, Current, Done, Shut};
    Listing {
        routine: "sync_handler".into(),
        entry: "0x2e89".into(),
        image: "CAYMAN_NX_POOL_DEBUG".into(),
        frames: vec![
            Frame { routine: "boot_loop".into(), pc: "0x249c".into() },
            Frame { routine: "enter_run".into(), pc: "0x2d4e".into() },
            Frame { routine: "sync_handler".into(), pc: "0x2ec1".into() },
        ],
        rows: vec![
            row(Opaque, 0, "0x2e89", "call8 0x1ca4", "sync_primary, opaque", false, High, Done),
            row(Step, 0, "0x2e8f", "movi a2,0; s32i a2,[a4+4]", "cursor+4 ← 0, after the read", false, Med, Done),
            row(Step, 0, "0x2e92", "l32i.n a2,[a4+4]", "a2 ← 5, sync index", false, High, Done),
            row(Step, 0, "0x2e94", "movi.n a3,38", "a3 ← 38", true, High, Done),
            row(Step, 0, "0x2e96", "bltu a3,a2", "38 < 5? no", true, High, Done),
            row(Gap, 0, "0x2e99", "5 bytes nobody printed, nothing changes", "", false, High, Done),
            row(Step, 0, "0x2e9e", "movi a3,145", "a3 ← 145", true, High, Done),
            row(Step, 0, "0x2ea1", "slli a3,a3,13", "a3 ← 0x122000", true, High, Done),
            row(Step, 0, "0x2ea4", "addx4 a2,a2,a3", "a2 ← 0x122000 + 4·5", true, High, Done),
            row(Step, 0, "0x2eab", "rer a2,a2", "a2 ← remote[5] = 0x4", true, High, Done),
            row(Step, 0, "0x2eae", "movi.n a3,4", "a3 ← 4", true, High, Done),
            row(Step, 0, "0x2eb0", "and a2,a2,a3", "a2 ← 4, bit 2 is set", true, High, Done),
            row(Gap, 0, "0x2eb3", "14 bytes nobody printed, nothing changes", "", false, High, Done),
            row(Step, 0, "0x2ec1", "beqz.n a2 → 0x2ece", "a2 = 4: falls through", true, High, Current),
            row(Step, 0, "0x2ec6", "call8 0x1cc0", "enter_pause, 7 steps", false, High, Ahead),
            row(Step, 1, "0x1cd3", "const16 a10,0xf37; call8 0x18b84", "log “S: Enter Pause”", false, High, Ahead),
            row(Step, 1, "0x1ce1", "movi.n a3,0", "a3 ← 0", true, High, Ahead),
            row(Step, 1, "0x1ce3", "s8i a3,a2,0", "flag [0x85644] ← 0", false, High, Ahead),
            row(Step, 1, "0x1cec", "movi.n a3,2", "a3 ← 2", true, High, Ahead),
            row(Step, 1, "0x1cee", "s32i.n a3,a2,0", "run_state ← 2", true, High, Ahead),
            row(Step, 1, "0x1cf0", "memw", "barrier", false, High, Ahead),
            row(Step, 1, "0x1cf3", "retw.n", "return to 0x2ec9", false, High, Ahead),
            row(Step, 0, "0x2ec9", "j 0x2ee2", "over the halt side", true, High, Ahead),
            row(Implied, 0, "0x2ece", "a10 ← 0", "reason, set before 0x2ed9", false, Med, Shut),
            row(Step, 0, "0x2ed9", "call8 0x1cf8", "setup_halt, reason 0", false, High, Shut),
            row(Step, 0, "0x2edc", "call8 0xa390", "isa_halt_finalize", false, High, Shut),
            row(Opaque, 1, "0xa390", "body unknown, see G01", "sets halt_req? no, assumed", false, Low, Shut),
            row(Step, 0, "0x2ee2", "j 0x31a3", "loop back-edge", true, High, Ahead),
        ],
    }
}

fn csr() -> CsrView {
    let rows = [
        ("release_run_stall", 0x00, 0, 0, "run_stall", "host, step 0"),
        ("start_ctrl", 0x04, 0, 0, "ctrl", "fw 0x2d15"),
        ("run_state", 0x08, 1, 31, "state", "fw 0x2d22"),
        ("dma_rx_base", 0x0c, 0, 31, "base", "reset"),
        ("dma_tx_base", 0x10, 0, 31, "base", "reset"),
        ("instr_halt_ctrl", 0x14, 0, 0, "halt_req", "reset"),
        ("intr_ctrl", 0x18, 0, 3, "en", "reset"),
        ("intr_info", 0x1c, 0, 31, "metadata", "reset"),
    ];
    CsrView {
        bundle: "nx".into(),
        rows: rows
            .into_iter()
            .map(|(name, offset, value, high, field, writer)| CsrRow {
                name: name.into(),
                address: hex32(0x0400_0000 + offset).into(),
                fields: vec![Field { name: field.into(), high, low: 0 }],
                value: Word::Known(value),
                before: (name == "run_state").then_some(0),
                writer: writer.into(),
                writes: 1,
                fresh: name == "run_state",
                read: Offer::new("R", format!("read {name}")),
                read_at: None,
            })
            .collect(),
        resume_pc: [
            PcHalf { name: "lr[4]".into(), address: "0x04001080".into(), value: Word::Known(0x10) },
            PcHalf { name: "lr[3]".into(), address: "0x04001060".into(), value: Word::Known(0x0020_0000) },
        ],
        resume_text: "0x0000_0010_0020_0000".into(),
        resume_note: "one 64-bit value, seeded by the host at step 38".into(),
    }
}

fn core() -> CoreView {
    let cell = |offset: &'static str, name: &'static str, address: &'static str, value, evidence| CellRow {
        offset: offset.into(), name: name.into(), address: address.into(), value, evidence, fresh: false,
    };
    CoreView {
        window: "window of sync_handler".into(),
        registers: (0..16)
            .map(|index| CoreRow {
                index,
                value: if index == 2 || index == 3 { Word::Known(4) } else { Word::Unknown },
                fresh: index == 2,
            })
            .collect(),
        structure: "0x000855e0".into(),
        cells: vec![
            cell("+100", "running_flag", "0x85644", Word::Known(1), Evidence::High),
            cell("+104", "halt_reason", "0x85648", Word::Unknown, Evidence::High),
            cell("+108", "exec_mode", "0x8564c", Word::Known(1), Evidence::Med),
            cell("+112", "step_counter", "0x85650", Word::Unknown, Evidence::High),
        ],
    }
}

fn host_view(draft: &HostDraft) -> HostView {
    let remote = draft.remote;
    let surprise = |bit, name: &'static str| SurpriseRow { bit, raise: Offer::new(name, format!("surprise {name}")) };
    let fault = |label: &'static str, command: &'static str, fatal| FaultRow { fatal, inject: Offer::new(label, command) };
    HostView {
        draft: draft.clone(),
        actions: 11,
        start: Offer::new("Start doorbell", "write start_ctrl 1"),
        start_note: "While RUNNING nothing polls `start_ctrl`. A 1 written now waits for the resume block at `0x4bc4`.".into(),
        registers: ["start_ctrl", "release_run_stall", "instr_halt_ctrl", "intr_info", "lr[3]", "lr[4]"]
            .into_iter().map(|n| Choice::new(n, n)).collect(),
        write: Offer::new("Write", format!("write {} {}", draft.register, draft.value)),
        read: Offer::new("Read", format!("read {}", draft.register)),
        seed: Offer::new("Seed", format!("pc {}", draft.pc)),
        remote_address: "rer 0x122014".into(),
        remote_bits: (0..8).rev().map(|bit| BitRow {
            bit,
            on: bit == 2,
            marked: bit == 2,
            flip: Offer::new(bit.to_string(), format!("remote {remote} {:#x}", 4 ^ (1 << bit))),
        }).collect(),
        remote_note: "Bit 2 set: the sync handler calls `enter_pause`. Clear: `setup_halt`.".into(),
        remote_evidence: Evidence::Med,
        opcodes: vec![
            Choice::new("0x45", "0x45 Pool"), Choice::new("0x41", "0x41 Tensor-Tensor"),
            Choice::new("0x43", "0x43 Tensor-Scalar"), Choice::new("0xa1", "0xa1 sync"),
        ],
        takes_sync: draft.opcode == "0xa1",
        queue: Offer::new("Queue", if draft.opcode == "0xa1" { format!("queue 0xa1 sync={}", draft.sync) } else { format!("queue {}", draft.opcode) }),
        drain: Offer::new("Drain", "drain"),
        work: vec![
            WorkRow { opcode: "0x41".into(), name: "Tensor-Tensor".into(), progress: Progress::Done },
            WorkRow { opcode: "0xa1".into(), name: "sync index 5".into(), progress: Progress::Now },
            WorkRow { opcode: "0x45".into(), name: "Pool".into(), progress: Progress::Waits },
        ],
        surprises: vec![surprise(9, "STRONG_ORDER"), surprise(2, "INS_BREAK"), surprise(3, "EXT_BREAK"), surprise(8, "STEP_CNT")],
        faults: vec![
            fault("bad opcode", "fault bad-opcode", true), fault("illegal instr", "fault illegal-instruction", true),
            fault("out of bounds", "fault out-of-bounds", true), fault("div by zero", "fault divide-by-zero", true),
            fault("signal 11", "fault signal 11", true), fault("assert", "fault assert", true),
            fault("floating point: reported, returns", "fault floating-point", false),
        ],
    }
}

fn ring(engine: u16) -> Ring {
    let (head, tail, outstanding, overrun) = match engine {
        0..16 => (16, 40, 24, false),
        16..32 => (0, 6, 6, false),
        64..72 => (0, 20, 20, false),
        129 => (0, 12, 12, false),
        130 => (0, 6, 70, true),
        _ => (0, 0, 0, false),
    };
    Ring { head, tail, outstanding, length: 64, touched: outstanding > 0, overrun }
}

fn engine(engine: u16, draft: &BellDraft) -> EngineRow {
    let aimed = match draft.target {
        Target::Group(group) => engine / 16 == u16::from(group),
        Target::Engine(one) => one == engine,
    };
    EngineRow { engine, ring: ring(engine), hit: (16..32).contains(&engine), aimed }
}

fn engines(draft: &BellDraft) -> EnginesView {
    EnginesView {
        caption: format!("{} queue {}, 132 engines", draft.direction.name(), draft.queue).into(),
        groups: (0..8).map(|group| GroupRow {
            group,
            first_of_die: group == 4,
            aimed: draft.target == Target::Group(group),
            engines: (0..16).map(|i| engine(u16::from(group) * 16 + i, draft)).collect(),
        }).collect(),
        loose: [(128, "D2H_0"), (129, "H2D_0"), (130, "D2H_1"), (131, "H2D_1")].into_iter()
            .map(|(number, name)| LooseRow { name: name.into(), engine: engine(number, draft) }).collect(),
    }
}

fn bell_view(draft: &BellDraft, pulse: u64) -> BellView {
    let group = match draft.target { Target::Group(group) => group, Target::Engine(engine) => ((engine / 16) as u8).min(7) };
    let direction = match draft.direction { super::bell::Direction::M2s => 0, super::bell::Direction::S2m => 0x2_0000 };
    let bank = (u64::from(draft.queue) + 1) << 12;
    let base = TABLE[usize::from(group)];
    let sum = base + direction + bank + 0x38;
    let term = |label: String, note: String, value, high, low| Term { label: label.into(), note: note.into(), value, high, low };
    let listens = draft.mask.count_ones();
    let first = u16::from(group) * 16;
    let wrong = sum + 0x8_0000;
    BellView {
        draft: draft.clone(),
        groups: (0..8).map(|g| Choice::new(g.to_string(), format!("{g}: engines {}..{}", g * 16, g * 16 + 15))).collect(),
        engines: 132,
        formula: "table[group] + dir + ((queue + 1) << 12) + 0x38".into(),
        ruler: [("die", 47, 47, false), ("cluster", 38, 38, true), ("slot", 24, 20, true), ("bcast", 19, 19, false),
            ("dir", 17, 17, true), ("bank", 16, 12, false), ("register", 11, 0, true)].into_iter()
            .map(|(name, high, low, raised)| AddressField { name: name.into(), high, low, raised }).collect(),
        terms: vec![
            term(format!("table[{group}]"), format!("window of group {group}"), base, 47, 19),
            term(draft.direction.name().into(), "direction".into(), direction, 17, 17),
            term(format!("({} + 1) << 12", draft.queue), "queue bank".into(), bank, 16, 12),
            term("0x38".into(), "TDRTP_inc".into(), 0x38, 11, 0),
        ],
        sum: Ok(sum),
        trap: Some(Trap {
            address: wrong,
            lands: format!("engine {} alone, a live doorbell.", first + 1).into(),
            poke: Offer::new("poke it", format!("poke {} {}", hex48(wrong), draft.count)),
        }),
        ring: Offer::new(format!("Ring {listens} engine{}", if listens == 1 { "" } else { "s" }), draft.command()),
        room: "6 of 64 in use; 57 more fit before the overrun flag.".into(),
        overruns: false,
        value_note: "Value written: the count N. A sibling page says a bitmap word.".into(),
        value_evidence: Evidence::Med,
        fan: Fan {
            window: Some(format!("window G{group} {}", draft.direction.name()).into()),
            block: format!("BCAST_UDMA_{}", draft.direction.name()).into(),
            value: draft.count.clone(),
            branches: (0..16).map(|i| (engine(first + i, draft), draft.mask >> i & 1 == 1)).collect(),
            pulse,
        },
    }
}

fn log(sent: &[Text]) -> LogView {
    let firmware = |step, text: &'static str, pc: &'static str| LogRow {
        step, voice: Voice::Firmware, text: text.into(), pc: Some(pc.into()), evidence: Some(Evidence::High),
    };
    let host = |step, text: Text| LogRow { step, voice: Voice::Host, text, pc: None, evidence: None };
    let mut rows = vec![
        firmware(33, "S: Pending StartCtrl", "0x2c99"),
        host(52, "write start_ctrl 1".into()),
        firmware(60, "S: enter_run: start", "0x2cc0"),
        firmware(77, "S: enter_run: done", "0x2d4e"),
        firmware(79, "S: Sunda seq Loop", "0x2d73"),
        host(84, "remote 5 0x4".into()),
        firmware(104, "S: Dispatch opcode=0xa1", "0x2e54"),
        host(119, "ring m2s group=1 queue=3 count=6".into()),
    ];
    rows.extend(sent.iter().map(|line| host(120, line.clone())));
    LogView { older: 0, rows }
}

fn assumptions() -> AssumptionsView {
    let switch = |name: &'static str, options: &[(&'static str, &'static str)], touched, evidence| SwitchRow {
        name: name.into(),
        unknown: "What nobody knows here, in a sentence.".into(),
        options: options.iter().map(|(id, label)| Choice::new(*id, *label)).collect(),
        chosen: options.first().map(|(id, _)| Text::from(*id)).unwrap_or_default(),
        changed: false, touched, evidence,
    };
    use Evidence::{Low, Med};
    AssumptionsView {
        rows: vec![
            switch("sync_operand_order", &[("read-clear", "read, then clear"), ("clear-read", "clear, then read")], true, Med),
            switch("rer_bit2_label", &[("pause-halt", "show as pause versus halt"), ("branch-only", "observed branch only")], true, Med),
            switch("rer_source", &[("user", "user slider")], true, Med),
            switch("exec_mode", &[("software-fetch", "software fetch"), ("hardware-decode", "hardware decode")], true, Med),
            switch("doorbell_value", &[("count", "N, not a bitmap word")], true, Med),
            switch("channel_descriptor", &[("sample", "sample ring of 64")], true, Low),
            switch("pause_resume_path", &[("resume", "resume at 0x4bbe, PC kept")], false, Med),
            switch("resume_republish", &[("flag-only", "flag only: host still reads 2")], false, Med),
        ],
    }
}

fn transport(playing: bool, speed: u8) -> TransportView {
    let span = |state, from, to| Span { state, from, to };
    let mark = |step, command: &'static str| Mark { step, command: command.into() };
    TransportView {
        step: 120, last: 132, playing, speed, state: State::Running,
        back: Offer::new("Back", "back"),
        step_offer: Offer::new("Step", "step"),
        over: Offer::new("Over", "over"),
        out: Offer::new("Out", "out"),
        until: Offer::new("Until", "until state != RUNNING"),
        reset: Offer::new("Reset", "reset"),
        spans: vec![
            span(State::Reset, 0, 31), span(State::Idle, 31, 58), span(State::EnteringRun, 58, 70), span(State::Running, 70, 132),
        ],
        marks: vec![
            mark(38, "pc 0x1000200000"), mark(52, "write start_ctrl 1"), mark(60, "ring m2s group=0 queue=3 count=40"),
            mark(74, "queue 0x41"), mark(84, "remote 5 0x4"), mark(86, "queue 0xa1"), mark(119, "ring m2s group=1 queue=3 count=6"),
        ],
    }
}
