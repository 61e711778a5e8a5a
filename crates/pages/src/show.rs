//! Where in a run of the machine a fact can be seen: a link into Play for every row and register that a scenario uses.
//!
//! For a row it is the moment before it runs, for a register the moment after it was first used.

use seqbell_script::core::event::Detail;
use seqbell_script::facts::routine::{Place, row};
use seqbell_script::facts::{Generation, LRS, csr_at};
use seqbell_script::{Command, Session, input_text, link};
use std::collections::BTreeMap;

/// Steps of a scenario that are looked at.
const STEPS_MAX: u64 = 4000;

/// A moment of a scenario.
#[derive(Clone, Copy)]
struct Moment {
    scenario: usize,
    acts: usize,
    step: u64,
    /// Less is better: few actions, few steps, nothing unusual assumed.
    cost: u64,
}

/// A link for each fact that some scenario shows, by id.
pub(crate) fn ways(scenarios: &[(String, String)]) -> BTreeMap<String, String> {
    let mut best: BTreeMap<&'static str, Moment> = BTreeMap::new();
    let mut sessions = Vec::new();
    for (_, text) in scenarios {
        let Ok(mut session) = Session::new(Generation::Cayman) else { continue };
        // A scenario that stops in the middle shows what came before.
        let _ = session.run_script(text, &mut |_| {});
        look(&session, sessions.len(), &mut best);
        sessions.push(session);
    }
    let link = |moment: &Moment| link::encode(&script(&sessions[moment.scenario], moment)).ok();
    best.iter().filter_map(|(id, moment)| Some(((*id).to_owned(), link(moment)?))).collect()
}

fn look(session: &Session, scenario: usize, best: &mut BTreeMap<&'static str, Moment>) {
    let unusual = session.assumptions().changed().count() as u64 * 1000
        + if session.generation() == Generation::Cayman { 0 } else { 10_000 };
    let mut replay = session.timeline().replay();
    loop {
        let (acts, step) = (replay.acts(), replay.machine().steps());
        if step > STEPS_MAX {
            return;
        }
        let moment = |acts, step| Moment { scenario, acts, step, cost: unusual + 20 * acts as u64 + step };
        let Some(event) = replay.next() else { return };
        if let Some(id) = event.row.map(|id| row(id).id) {
            keep(best, id, moment(acts, step));
        }
        if let Detail::Read(Place::Csr(offset), _) | Detail::Write(Place::Csr(offset), _) = event.detail {
            keep(best, register(offset), moment(replay.acts(), replay.machine().steps()));
        }
    }
}

fn keep(best: &mut BTreeMap<&'static str, Moment>, id: &'static str, moment: Moment) {
    if id.is_empty() {
        return;
    }
    let old = best.entry(id).or_insert(moment);
    if moment.cost < old.cost {
        *old = moment;
    }
}

fn register(offset: u16) -> &'static str {
    let link = LRS.iter().find(|lr| lr.offset == offset).map(|lr| lr.id);
    link.or_else(|| csr_at(offset).map(|(def, _)| def.id)).unwrap_or("")
}

/// The session up to a moment.
fn script(session: &Session, moment: &Moment) -> String {
    let mut lines = vec![Command::Generation(session.generation()).to_string()];
    let assumptions = session.assumptions();
    lines.extend(assumptions.changed().map(|switch| Command::Assume(switch, assumptions.get(switch)).to_string()));
    let mut waited = 0;
    for act in session.timeline().acts().iter().take(moment.acts) {
        run(&mut lines, act.step - waited);
        lines.push(input_text(act.input));
        waited = act.step;
    }
    run(&mut lines, moment.step - waited);
    lines.push(String::new());
    lines.join("\n")
}

fn run(lines: &mut Vec<String>, steps: u64) {
    if steps > 0 {
        lines.push(Command::Run(steps).to_string());
    }
}
