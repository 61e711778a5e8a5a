//! The way along a transition as commands, from any state. They are what a user could type; at the default assumptions a
//! test carries out every one. Where no host action leads somewhere, the offer says so.

use crate::view::{Offer, RunState, Text};

/// Commands that take the machine along transition `id`, which leaves the state `from`.
pub(super) fn offer(truth: RunState, id: &str, from: &'static str) -> Offer {
    let label = format!("Go along {id}");
    match own(id) {
        Ok(own) => {
            let mut lines = if begins_anew(own) { Vec::new() } else { before(truth, from) };
            lines.extend(own);
            Offer::new(label, lines.join("\n"))
        }
        Err(reason) => Offer::new(label, "").blocked_by(Some(Text::from(reason))),
    }
}

/// These start from a machine of their own.
fn begins_anew(lines: &[&str]) -> bool {
    lines.first().is_some_and(|line| line.starts_with("assume") || *line == "reset")
}

fn before(truth: RunState, from: &str) -> Vec<&'static str> {
    match RunState::ALL.into_iter().find(|state| state.name() == from) {
        Some(from) => route(truth, from),
        None => Vec::new(),
    }
}

/// From one state to another, by host actions and the firmware's own steps.
fn route(from: RunState, to: RunState) -> Vec<&'static str> {
    if from == to {
        return Vec::new();
    }
    let (via, last): (RunState, &[&str]) = match (from, to) {
        (_, RunState::Reset) => return vec!["reset"],
        (RunState::Halted | RunState::HaltedFatal | RunState::HaltedDebug, RunState::Idle | RunState::EnteringRun)
        | (RunState::HaltedFatal, RunState::Running) => return [vec!["reset"], route(RunState::Reset, to)].concat(),
        (RunState::Running | RunState::Paused | RunState::EnteringRun, RunState::Idle) => (RunState::Running, T08),
        (RunState::Reset, RunState::Idle) | (RunState::Idle, RunState::Idle) => (RunState::Reset, T01),
        (_, RunState::EnteringRun) => (RunState::Idle, T02),
        (RunState::Paused, RunState::Running) => (RunState::Paused, T09),
        (RunState::Halted | RunState::HaltedDebug, RunState::Running) => (from, X10),
        (_, RunState::Running) => (RunState::EnteringRun, T03),
        (_, RunState::Paused) => (RunState::Running, T05),
        (_, RunState::Halted) => (RunState::Running, T06),
        (_, RunState::HaltedDebug) => (RunState::Running, X01),
        (_, RunState::HaltedFatal) => (RunState::Running, T07),
    };
    let mut lines = route(from, via);
    lines.extend(last);
    lines
}

const T01: &[&str] = &["until state == IDLE"];
const T02: &[&str] = &["write start_ctrl 1", "until state == ENTERING_RUN"];
const T03: &[&str] = &["until state == RUNNING"];
const T05: &[&str] = &["remote 5 0x4", "queue 0xa1 sync=5", "until state == PAUSED"];
const T06: &[&str] = &["remote 5 0", "queue 0xa1 sync=5", "until state == HALTED"];
const T07: &[&str] = &["fault bad-opcode", "until state == HALTED_FATAL"];
const T08: &[&str] = &["drain", "until state == IDLE"];
const T09: &[&str] = &["write start_ctrl 1", "until state == RUNNING"];
const X01: &[&str] = &["surprise INS_BREAK", "until state == HALTED_DEBUG"];
const X10: &[&str] = &["write start_ctrl 1", "until state == ENTERING_RUN", "until state == RUNNING"];

/// The transition itself, from the state that it leaves; or why nothing leads along it.
fn own(id: &str) -> Result<&'static [&'static str], &'static str> {
    Ok(match id {
        "T01" => T01,
        "T02" => T02,
        "T03" => T03,
        "T04" => &["queue 0x45", "until pc == 0x2e76"],
        "T05" => T05,
        "T06" => T06,
        "T07" => T07,
        "T08" => T08,
        "T09" => T09,
        "T10" => &["run 300"],
        "T11" => &["assume run_entry dispatcher", "until pc == 0x4cbe", "until state == IDLE"],
        "T12" => &["assume run_entry dispatcher", "write intr_info 1", "write start_ctrl 1", "until state == RUNNING"],
        "T13" => &["assume run_entry dispatcher", "write intr_info 2", "until state == HALTED_FATAL"],
        "X01" => X01,
        "X02" => &["write instr_halt_ctrl 1", "surprise EXT_BREAK", "until state == HALTED_DEBUG"],
        "X03" => &["write instr_halt_ctrl 0", "surprise EXT_BREAK", "until state == HALTED_FATAL"],
        "X04" => &[
            "reset",
            "write hw_decode.breakpoint_step 3",
            "write start_ctrl 1",
            "until state == RUNNING",
            "surprise STEP_CNT",
            "until pc == 0x6e04",
        ],
        "X05" => &[
            "reset",
            "write start_ctrl 1",
            "until state == RUNNING",
            "surprise STEP_CNT",
            "until state == HALTED_DEBUG",
        ],
        "X06" => &["surprise STRONG_ORDER", "until pc == 0x6d1b"],
        "X07" => &["surprise 0x1", "until state == HALTED_FATAL"],
        "X08" => &["fault floating-point", "until pc == 0x13e37"],
        "X10" => X10,
        "X11" => return Err("No host action sets the running flag before enter_run looks at it."),
        _ => return Err("No command of the model leads here."),
    })
}

#[cfg(test)]
mod tests {
    use super::{offer, own};
    use crate::store::{Action, Store};
    use seqbell_script::core::RunState;
    use seqbell_script::core::facts::{Generation, TRANSITIONS};

    fn carried_out(store: Store, command: &str) -> Store {
        let store = store.after(Action::Command(command.to_owned().into()));
        assert!(!store.echo.refused, "{command}: {} {}", store.echo.command, store.echo.answer);
        store
    }

    #[test]
    fn every_way_can_be_gone_from_every_state() {
        let fresh = || Store::new(Generation::Cayman).expect("Cayman ships an image");
        let mut gone = 0;
        for fact in TRANSITIONS.iter().filter(|fact| own(fact.id).is_ok()) {
            for start in ["T01", "T02", "T03", "T05", "T06", "T07", "X01"] {
                let there = TRANSITIONS.iter().find(|row| row.id == start).expect("a row of the table");
                let store = fresh();
                let first = offer(RunState::Reset, start, there.from);
                let store = carried_out(store, &first.command);
                let truth = store.desk().machine().state();
                assert_eq!(truth.name(), there.to, "{start}: {}", first.command);
                let way = offer(truth, fact.id, fact.from);
                let store = carried_out(store, &way.command);
                let state = store.desk().machine().state();
                assert_eq!(state.name(), fact.to, "{} from {truth}: {}", fact.id, way.command);
                gone += 1;
            }
        }
        assert!(gone >= 7 * 20, "{gone}");
    }
}
