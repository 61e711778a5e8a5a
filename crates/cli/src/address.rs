//! `seqbell address`: the sum behind a doorbell, term by term.

use crate::{Outcome, input, json};
use anyhow::Result;
use clap::ValueEnum;
use seqbell_script::core::fabric::{self, Direction, Reach, Sum};
use seqbell_script::facts::Generation;
use serde_json::{Map, Value};
use std::io::{self, Write};

pub(crate) const EXAMPLES: &str = "\
Examples:
  seqbell address m2s --group 1 --queue 3                   the broadcast window of group 1
  seqbell address s2m --engine 130 --queue 0                a host-transfer engine
  seqbell address m2s --generation sunda --engine 5 --queue 0 --json";

/// Arguments of `address`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Direction of the ring.
    direction: Way,
    /// Hardware generation.
    #[arg(long, default_value = "cayman", value_parser = input::generation)]
    generation: Generation,
    /// Group of 16 engines, 0 to 7, through its broadcast window.
    #[arg(long, value_parser = input::number, conflicts_with = "engine", required_unless_present = "engine")]
    group: Option<u16>,
    /// One engine, 0 to 131 (Sunda: 0 to 33).
    #[arg(long, value_parser = input::number)]
    engine: Option<u16>,
    /// Queue, 0 to 15.
    #[arg(long, value_parser = input::number)]
    queue: u16,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// A direction.
#[derive(Clone, Copy, ValueEnum)]
enum Way {
    /// Memory to stream.
    M2s,
    /// Stream to memory.
    S2m,
}

/// Prints the address.
pub(crate) fn run(arguments: &Arguments) -> Result<Outcome> {
    let (direction, word) = match arguments.direction {
        Way::M2s => (Direction::M2s, "m2s"),
        Way::S2m => (Direction::S2m, "s2m"),
    };
    let narrow = |value: u16| u8::try_from(value).unwrap_or(u8::MAX);
    let reach = match (arguments.group, arguments.engine) {
        (Some(group), _) => Reach::Group { group: narrow(group), mask: u16::MAX },
        (None, engine) => Reach::Engine(engine.unwrap_or(0)),
    };
    let sum = fabric::doorbell(arguments.generation, direction, reach, narrow(arguments.queue))
        .map_err(|r| input::refused(&r))?;
    let mut out = io::stdout().lock();
    if arguments.json {
        writeln!(out, "{}", object(arguments, word, &sum))?;
    } else {
        for term in sum.terms {
            writeln!(
                out,
                "  {:#014x}  {:<27} {:<4} {}",
                term.value,
                term.name,
                term.evidence.confidence.as_str(),
                term.fact
            )?;
        }
        writeln!(out, "= {:#014x}", sum.addr)?;
    }
    Ok(Outcome::Fine)
}

fn object(arguments: &Arguments, direction: &str, sum: &Sum) -> Value {
    let terms = sum.terms.iter().map(|term| {
        let mut object = Map::new();
        object.insert("name".into(), term.name.into());
        object.insert("value".into(), json::address(term.value));
        object.insert("fact".into(), term.fact.into());
        json::evidence(&mut object, term.evidence);
        Value::Object(object)
    });
    let mut object = Map::new();
    object.insert("generation".into(), arguments.generation.token().into());
    object.insert("direction".into(), direction.into());
    match (arguments.group, arguments.engine) {
        (Some(group), _) => object.insert("group".into(), group.into()),
        (None, engine) => object.insert("engine".into(), engine.into()),
    };
    object.insert("queue".into(), arguments.queue.into());
    object.insert("address".into(), json::address(sum.addr));
    json::evidence(&mut object, sum.evidence);
    object.insert("terms".into(), terms.collect());
    Value::Object(object)
}
