//! `seqbell whatif`: which of the things nobody knows would change what the host sees.

use crate::terminal::{Ink, Pen, bar};
use crate::{Outcome, input, output};
use anyhow::Result;
use indicatif::ProgressBar;
use seqbell_script::facts::{OptionFact, Switch};
use seqbell_script::{Matters, Variant};
use serde_json::{Map, Value};
use std::io::Write;

pub(crate) const EXAMPLES: &str = "\
Examples:
  seqbell whatif pause.bell                  every open assumption that the host could notice
  seqbell whatif pause.bell --json

The script is run once for every option of every switch. Whether its `expect` lines
hold in a variant does not matter: the exit code is 0.";

/// Arguments of `whatif`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The script; `-` reads standard input.
    file: String,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Runs the variants and prints what differs.
pub(crate) fn run(arguments: &Arguments) -> Result<Outcome> {
    let text = input::script(&arguments.file)?;
    // The script itself must run: a variant may be refused, the base may not.
    let steps = input::session_of(&arguments.file, &text, &mut |_| {})?.machine().steps();
    let mut progress: Option<ProgressBar> = None;
    let found = seqbell_script::whatif(&text, &mut |done, all| {
        progress.get_or_insert_with(|| bar(all as u64, "variants")).set_position(done as u64);
        true
    });
    if let Some(bar) = progress {
        bar.finish_and_clear();
    }
    let found = found.map_err(|error| input::points_at(&arguments.file, &text, &error))?;
    let mut out = output::open(None)?;
    if arguments.json {
        writeln!(out, "{}", object(steps, &found))?;
    } else {
        write!(out, "{}", sentences(&found))?;
    }
    out.flush()?;
    Ok(Outcome::Fine)
}

fn option(switch: Switch, n: u8) -> Option<&'static OptionFact> {
    switch.fact().options.get(usize::from(n))
}

fn token(switch: Switch, n: u8) -> &'static str {
    option(switch, n).map_or("?", |o| o.token)
}

fn sentences(found: &[Matters]) -> String {
    let pen = Pen::out();
    if found.is_empty() {
        return "no open assumption changes what the host sees in this script\n".to_owned();
    }
    let mut out = String::new();
    for Matters { switch, base, variants } in found {
        let fact = switch.fact();
        out += &format!("{}  {} [{}]\n", pen.ink(Ink::State, switch.name()), fact.title, fact.id);
        out += &format!("    {:<16} as the script runs\n", token(*switch, *base));
        for variant in variants {
            out += &format!("    {:<16} {}\n", token(*switch, variant.option), told(variant));
        }
    }
    out
}

fn told(variant: &Variant) -> String {
    variant.step.map_or("no difference".to_owned(), |step| format!("from step {step} on: {}", variant.what))
}

fn object(steps: u64, found: &[Matters]) -> Value {
    let switches = found.iter().map(|Matters { switch, base, variants }| {
        let fact = switch.fact();
        let mut object = Map::new();
        object.insert("switch".into(), switch.name().into());
        object.insert("fact".into(), fact.id.into());
        object.insert("title".into(), fact.title.into());
        object.insert("base".into(), token(*switch, *base).into());
        object.insert("step".into(), variants.iter().filter_map(|v| v.step).min().into());
        let options = variants.iter().map(|variant| {
            let mut object = Map::new();
            object.insert("option".into(), token(*switch, variant.option).into());
            object.insert("label".into(), option(*switch, variant.option).map(|o| o.label).into());
            object.insert("step".into(), variant.step.into());
            object
                .insert("what".into(), if variant.step.is_some() { variant.what.clone().into() } else { Value::Null });
            Value::Object(object)
        });
        object.insert("options".into(), options.collect());
        Value::Object(object)
    });
    let mut object = Map::new();
    object.insert("steps".into(), steps.into());
    object.insert("switches".into(), switches.collect());
    Value::Object(object)
}
