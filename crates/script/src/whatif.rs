//! Which of the things nobody knows would change what the host sees: a script run once for every option of every switch.

use crate::{Command, Report, ScriptError, Session, describe, parse_script};
use seqbell_core::csr::{self, Csr};
use seqbell_core::event::Detail;
use seqbell_core::facts::routine::Place;
use seqbell_core::facts::{Generation, Switch, csr_at};
use seqbell_core::{Event, Input, Word};
use std::collections::BTreeMap;

/// What one option changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variant {
    /// The option.
    pub option: u8,
    /// The first step, counted in this variant, from which the host could tell it apart; none if it never could.
    pub step: Option<u64>,
    /// What the host sees there, and what it would have seen.
    pub what: String,
}

/// A switch that matters to a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Matters {
    /// The switch.
    pub switch: Switch,
    /// The option that the script itself runs under.
    pub base: u8,
    /// Every other option.
    pub variants: Vec<Variant>,
}

/// Something the host can see: a register that changed, a read, a doorbell that landed, a refusal.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Seen {
    step: u64,
    what: String,
}

/// Runs the script under every option of every switch. Only the switches that the host could notice are in the answer.
///
/// `progress` is told how many of all runs are done; it returns false to give up, and the answer is then what was found so far.
///
/// # Errors
/// What is wrong with the script.
pub fn whatif(text: &str, progress: &mut dyn FnMut(usize, usize) -> bool) -> Result<Vec<Matters>, ScriptError> {
    let commands: Vec<Command> = parse_script(text)?.into_iter().map(|(_, command)| command).collect();
    let base = watch(&commands, None);
    let chosen = base_options(&commands);
    let runs: usize = Switch::ALL.iter().map(|s| s.fact().options.len() - 1).sum();
    let mut done = 0;
    let mut found = Vec::new();
    for switch in Switch::ALL {
        let own = chosen.get(switch);
        let mut variants = Vec::new();
        for option in (0..switch.fact().options.len() as u8).filter(|o| *o != own) {
            variants.push(compare(option, &base, &watch(&commands, Some((switch, option)))));
            done += 1;
            if !progress(done, runs) {
                return Ok(found);
            }
        }
        if variants.iter().any(|v| v.step.is_some()) {
            found.push(Matters { switch, base: own, variants });
        }
    }
    Ok(found)
}

fn base_options(commands: &[Command]) -> seqbell_core::facts::Assumptions {
    let mut assumptions = seqbell_core::facts::Assumptions::default();
    for command in commands {
        if let Command::Assume(switch, option) = command {
            assumptions.set(*switch, *option);
        }
    }
    assumptions
}

/// Runs the commands, one switch held at an option, and writes down what the host can see.
fn watch(commands: &[Command], held: Option<(Switch, u8)>) -> Vec<Seen> {
    let mut watcher = Watcher { seen: Vec::new(), registers: BTreeMap::new() };
    let Ok(mut session) = Session::new(Generation::Cayman) else { return watcher.seen };
    if let Some((switch, option)) = held {
        // A fresh session takes any assumption.
        let _ = session.carry_out(&Command::Assume(switch, option), &mut |_| {});
    }
    for command in commands {
        if matches!((command, held), (Command::Assume(switch, _), Some((h, _))) if *switch == h) {
            continue;
        }
        let result = session.carry_out(command, &mut |report| {
            if let Report::Event(event) = report {
                watcher.event(event);
            }
        });
        if let Err(error) = result {
            let what = format!("`{command}` is refused: {}", error.message);
            watcher.seen.push(Seen { step: session.machine().steps(), what });
        }
    }
    watcher.seen
}

/// Writes down what a host that polls every register could notice.
struct Watcher {
    seen: Vec<Seen>,
    /// What each register held last; a store of the same value is not to be seen.
    registers: BTreeMap<u16, Option<u32>>,
}

impl Watcher {
    fn event(&mut self, event: &Event) {
        if let Detail::Host(input) = event.detail {
            self.host(input);
        }
        if let Some(what) = self.told(event) {
            let warning = event.warning.map_or(String::new(), |w| format!(" ({})", w.text()));
            self.seen.push(Seen { step: event.step, what: what + &warning });
        }
    }

    /// What the host does is no news to it, but changes what a later store changes.
    fn host(&mut self, input: Input) {
        if input == Input::Reset {
            self.registers.clear();
        }
        if let Input::Write { csr, value } = input {
            self.registers.insert(csr.0, Some(value));
        }
        if let Input::Pc(pc) = input {
            self.registers.insert(Csr::RESUME_PC_LO.0, Some(pc as u32));
            self.registers.insert(Csr::RESUME_PC_HI.0, Some((pc >> 32) as u32));
        }
    }

    fn told(&mut self, event: &Event) -> Option<String> {
        if let Detail::Write(Place::Csr(offset), word) = event.detail {
            let reset = || csr_at(offset).map(|(def, _)| def.reset);
            let old = self.registers.insert(offset, word.value()).unwrap_or_else(reset);
            return (old != word.value()).then(|| format!("{} reads {}", csr::name(Csr(offset)), in_words(word)));
        }
        if let Detail::HostRead(csr, word) = event.detail {
            return Some(format!("a read of {} gives {}", csr::name(csr), in_words(word)));
        }
        matches!(event.detail, Detail::Landed(_)).then(|| describe(event))
    }
}

fn in_words(word: Word) -> String {
    word.value().map_or("unknown".to_owned(), |v| format!("{v:#x}"))
}

fn compare(option: u8, base: &[Seen], variant: &[Seen]) -> Variant {
    let differs = |n: &usize| base.get(*n).map(|s| &s.what) != variant.get(*n).map(|s| &s.what);
    let first = (0..base.len().max(variant.len())).find(differs);
    let Some(n) = first else { return Variant { option, step: None, what: String::new() } };
    let say = |seen: Option<&Seen>| seen.map_or("nothing more".to_owned(), |s| s.what.clone());
    let step = variant.get(n).or_else(|| base.get(n)).map(|s| s.step);
    Variant {
        option,
        step,
        what: format!("{}, where the script as it stands has: {}", say(variant.get(n)), say(base.get(n))),
    }
}
