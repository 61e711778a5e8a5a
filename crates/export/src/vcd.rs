//! Value change dump, for GTKWave and Surfer. It knows no event: only what a signal is at each step.
//!
//! One step is one nanosecond. What the host does after step n belongs to time n, so every timestamp stands once.
//! An unknown value is `x`. There is no date in it.

use crate::walk::{routine, walk};
use seqbell_script::core::csr::{self, Csr};
use seqbell_script::core::event::Detail;
use seqbell_script::core::fabric::Direction;
use seqbell_script::core::udma::RingKey;
use seqbell_script::core::{Event, Input, Machine, Timeline};
use seqbell_script::facts::routine::{Mem, Place};
use std::collections::BTreeSet;
use std::io;
use vcd::{IdCode, SimulationCommand, TimescaleUnit, Value, VarType, Writer};

/// What a variable shows.
#[derive(Clone, Copy)]
enum Signal {
    State,
    StateCode,
    Routine,
    Pc,
    WorkPc,
    Csr(Csr),
    Mem(Mem),
    Tail(RingKey),
    Head(RingKey),
    RingId(RingKey),
    Outstanding(RingKey),
    Overrun(RingKey),
}

/// What it shows at a moment.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sample {
    Text(&'static str),
    Bits(Option<u64>),
}

struct Variable {
    signal: Signal,
    id: IdCode,
    shown: Option<Sample>,
}

/// Writes the history of a machine.
///
/// # Errors
/// Only those of the writer.
pub fn vcd(timeline: &Timeline, out: &mut dyn io::Write) -> io::Result<()> {
    let mut writer = Writer::new(out);
    writer.version("Seqbell")?;
    writer.comment("1 ns is one step of the firmware; host actions take no time")?;
    writer.timescale(1, TimescaleUnit::NS)?;
    let mut variables = declare(timeline, &mut writer)?;
    let mut time = 0;
    // The values of a moment are written once the next one begins: the last of a timestamp counts.
    let mut pending: Vec<Sample> = Vec::new();
    let mut first = true;
    walk(timeline, |machine, _| {
        if machine.steps() != time {
            flush(&mut writer, &mut variables, &pending, time, &mut first)?;
            time = machine.steps();
        }
        pending.clear();
        pending.extend(variables.iter().map(|variable| variable.signal.of(machine)));
        Ok::<(), io::Error>(())
    })?;
    let written = flush(&mut writer, &mut variables, &pending, time, &mut first)?;
    if !written {
        // A viewer ends at the last timestamp, so the last step has one.
        writer.timestamp(time)?;
    }
    writer.flush()
}

/// Writes what changed; whether there was anything.
fn flush(
    writer: &mut Writer<&mut dyn io::Write>,
    variables: &mut [Variable],
    samples: &[Sample],
    time: u64,
    first: &mut bool,
) -> io::Result<bool> {
    let changed = variables.iter().zip(samples).any(|(variable, sample)| variable.shown != Some(*sample));
    if !changed {
        return Ok(false);
    }
    writer.timestamp(time)?;
    if *first {
        writer.begin(SimulationCommand::Dumpvars)?;
    }
    for (variable, sample) in variables.iter_mut().zip(samples) {
        if variable.shown != Some(*sample) {
            variable.shown = Some(*sample);
            write(writer, variable, *sample)?;
        }
    }
    if *first {
        writer.end()?;
        *first = false;
    }
    Ok(true)
}

fn write(writer: &mut Writer<&mut dyn io::Write>, variable: &Variable, sample: Sample) -> io::Result<()> {
    let width = variable.signal.width();
    match sample {
        Sample::Text(text) => writer.change_string(variable.id, text),
        Sample::Bits(value) if width == 1 => writer.change_scalar(variable.id, bit(value, 0)),
        Sample::Bits(value) => writer.change_vector(variable.id, (0..width).rev().map(|n| bit(value, n))),
    }
}

fn bit(value: Option<u64>, n: u32) -> Value {
    value.map_or(Value::X, |v| if v >> n & 1 == 1 { Value::V1 } else { Value::V0 })
}

/// Declares a variable for everything that the history touches.
fn declare(timeline: &Timeline, writer: &mut Writer<&mut dyn io::Write>) -> io::Result<Vec<Variable>> {
    let mut variables = Vec::new();
    let mut registers = BTreeSet::from([Csr::START_CTRL.0, Csr::RUN_STATE.0]);
    let mut cells = BTreeSet::from([Mem::RunningFlag, Mem::HaltReason]);
    walk(timeline, |_, event| {
        event.into_iter().for_each(|event| touch(event, &mut registers, &mut cells));
        Ok::<(), io::Error>(())
    })?;
    let mut add = |writer: &mut Writer<_>, name: &str, signal: Signal| -> io::Result<()> {
        let kind = if matches!(signal, Signal::State | Signal::Routine) { VarType::String } else { VarType::Wire };
        let id = writer.add_var(kind, signal.width(), name, None)?;
        variables.push(Variable { signal, id, shown: None });
        Ok(())
    };
    writer.add_module("seq")?;
    add(writer, "state", Signal::State)?;
    add(writer, "state_code", Signal::StateCode)?;
    add(writer, "routine", Signal::Routine)?;
    add(writer, "pc", Signal::Pc)?;
    add(writer, "work_pc", Signal::WorkPc)?;
    for cell in cells {
        add(writer, cell.name(), Signal::Mem(cell))?;
    }
    writer.upscope()?;
    writer.add_module("csr")?;
    for register in registers.into_iter().map(Csr) {
        add(writer, &identifier(&csr::name(register)), Signal::Csr(register))?;
    }
    writer.upscope()?;
    // A ring that was touched once stays.
    for key in timeline.machine().udma().touched().map(|(key, _)| *key) {
        writer.add_module(&scope(key))?;
        add(writer, "tail", Signal::Tail(key))?;
        add(writer, "head", Signal::Head(key))?;
        add(writer, "ring_id", Signal::RingId(key))?;
        add(writer, "outstanding", Signal::Outstanding(key))?;
        add(writer, "overrun", Signal::Overrun(key))?;
        writer.upscope()?;
    }
    writer.enddefinitions()?;
    Ok(variables)
}

fn scope(key: RingKey) -> String {
    let direction = match key.direction {
        Direction::M2s => "m2s",
        Direction::S2m => "s2m",
    };
    format!("engine_{:03}_{direction}_queue_{:02}", key.engine, key.queue)
}

fn touch(event: &Event, registers: &mut BTreeSet<u16>, cells: &mut BTreeSet<Mem>) {
    match event.detail {
        Detail::Read(Place::Csr(offset), _) | Detail::Write(Place::Csr(offset), _) => drop(registers.insert(offset)),
        Detail::Read(Place::Mem(cell), _) | Detail::Write(Place::Mem(cell), _) => drop(cells.insert(cell)),
        Detail::HostRead(csr, _) | Detail::Host(Input::Write { csr, .. }) => drop(registers.insert(csr.0)),
        Detail::Host(Input::Pc(_)) => registers.extend([Csr::RESUME_PC_LO.0, Csr::RESUME_PC_HI.0]),
        Detail::None
        | Detail::Read(..)
        | Detail::Write(..)
        | Detail::Nowhere(..)
        | Detail::Log(..)
        | Detail::Decided(_)
        | Detail::Register(..)
        | Detail::Fetched { .. }
        | Detail::Opcode(_)
        | Detail::Called(..)
        | Detail::Bytes(_)
        | Detail::Host(_)
        | Detail::Landed(_) => {}
    }
}

/// A name without characters that a viewer takes for a bit range or a path.
fn identifier(name: &str) -> String {
    name.replace(['.', '['], "_").replace(']', "")
}

impl Signal {
    const fn width(self) -> u32 {
        match self {
            Signal::State | Signal::Routine | Signal::Overrun(_) => 1,
            Signal::RingId(_) => 2,
            Signal::StateCode => 4,
            Signal::Tail(_) | Signal::Head(_) => 24,
            Signal::Pc | Signal::Csr(_) | Signal::Mem(_) => 32,
            Signal::WorkPc | Signal::Outstanding(_) => 64,
        }
    }

    fn of(self, machine: &Machine) -> Sample {
        let ring = |key: RingKey| machine.ring(key);
        let number = |value: u64| Sample::Bits(Some(value));
        match self {
            Signal::State => Sample::Text(machine.state().name()),
            Signal::StateCode => number(machine.state() as u64),
            Signal::Routine => Sample::Text(routine(machine)),
            Signal::Pc => number(u64::from(machine.position().pc)),
            Signal::WorkPc => Sample::Bits(machine.work_pc()),
            Signal::Csr(csr) => Sample::Bits(machine.peek(csr).value().map(u64::from)),
            Signal::Mem(cell) => Sample::Bits(machine.mem(cell).value().map(u64::from)),
            Signal::Tail(key) => number(u64::from(ring(key).tail)),
            Signal::Head(key) => number(u64::from(ring(key).head)),
            Signal::RingId(key) => number(u64::from(ring(key).tail_id)),
            Signal::Outstanding(key) => number(ring(key).outstanding),
            Signal::Overrun(key) => number(u64::from(ring(key).overrun)),
        }
    }
}
