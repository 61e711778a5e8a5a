//! A trace for Perfetto and chrome://tracing: a track for each engine, arrows from a doorbell to the rings it reached.
//!
//! One step is one millisecond on the trace's clock. What the host does after step n begins at n and takes a hundredth of a step, one
//! action after the other. Everything is an integer, so no reader rounds.

use crate::json::{evidence, hex};
use crate::walk::{routine, walk};
use seqbell_script::core::event::{Detail, EventKind};
use seqbell_script::core::fabric::{Direction, Heard};
use seqbell_script::core::udma::RingKey;
use seqbell_script::core::{Event, Machine, Timeline};
use seqbell_script::describe;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::io;

/// Microseconds of the trace's clock for one step.
const STEP: u64 = 1000;
/// Microseconds for one host action.
const ACTION: u64 = 10;

/// The sequencer's process; its tracks are threads.
const SEQ: u64 = 1;
/// The DMA engines' process; a track for each engine.
const DMA: u64 = 2;
const HOST: u64 = 1;
const STATE: u64 = 2;
const PUBLISHED: u64 = 3;
const FIRMWARE: u64 = 4;

/// Writes the history of a machine.
///
/// # Errors
/// Only those of the writer.
pub fn perfetto(timeline: &Timeline, out: &mut dyn io::Write) -> io::Result<()> {
    let mut trace = Trace { out, first: true, flows: 0, actions: 0, at: 0, depth: 0, rings: BTreeMap::new() };
    trace.out.write_all(b"{\"traceEvents\":[\n")?;
    trace.names(timeline)?;
    let mut state = Track::new(STATE);
    let mut published = Track::new(PUBLISHED);
    let mut end = 0;
    walk(timeline, |machine, event| {
        end = machine.steps() * STEP;
        if let Some(event) = event {
            trace.event(machine, event)?;
        }
        trace.calls(machine)?;
        trace.counters(machine)?;
        state.show(&mut trace, machine.state().name().to_owned(), machine.steps())?;
        published.show(&mut trace, machine.published().to_string(), machine.steps())
    })?;
    let steps = timeline.machine().steps();
    state.close(&mut trace, steps)?;
    published.close(&mut trace, steps)?;
    for _ in 0..trace.depth {
        trace.put(json!({"ph": "E", "pid": SEQ, "tid": FIRMWARE, "ts": end}))?;
    }
    let generation = timeline.machine().generation().token();
    let digest = format!("{:#018x}", timeline.digest());
    let other = json!({"generation": generation, "digest": digest, "clock": "1 step of the firmware is 1 ms"});
    write!(trace.out, "\n],\"displayTimeUnit\":\"ms\",\"otherData\":{other}}}\n")?;
    trace.out.flush()
}

struct Trace<'w> {
    out: &'w mut dyn io::Write,
    first: bool,
    flows: u64,
    /// Host actions since the last step.
    actions: u64,
    at: u64,
    depth: usize,
    /// What the counters showed last.
    rings: BTreeMap<RingKey, u64>,
}

impl Trace<'_> {
    fn put(&mut self, value: Value) -> io::Result<()> {
        let comma = if std::mem::take(&mut self.first) { "" } else { ",\n" };
        write!(self.out, "{comma}{value}")
    }

    /// Processes and tracks have names.
    fn names(&mut self, timeline: &Timeline) -> io::Result<()> {
        let mut engines: Vec<u16> = timeline.machine().udma().touched().map(|(key, _)| key.engine).collect();
        engines.dedup();
        let seq = [(HOST, "host"), (STATE, "true state"), (PUBLISHED, "run_state"), (FIRMWARE, "firmware")];
        let tracks = seq.map(|(tid, name)| (SEQ, tid, name.to_owned())).into_iter();
        let tracks = tracks.chain(engines.into_iter().map(|engine| (DMA, lane(engine), format!("engine {engine}"))));
        for (pid, name) in [(SEQ, "SEQ"), (DMA, "DMA engines")] {
            self.put(json!({"ph": "M", "name": "process_name", "pid": pid, "tid": 0, "args": {"name": name}}))?;
        }
        for (pid, tid, name) in tracks {
            self.put(json!({"ph": "M", "name": "thread_name", "pid": pid, "tid": tid, "args": {"name": name}}))?;
            self.put(
                json!({"ph": "M", "name": "thread_sort_index", "pid": pid, "tid": tid, "args": {"sort_index": tid}}),
            )?;
        }
        Ok(())
    }

    fn event(&mut self, machine: &Machine, event: &Event) -> io::Result<()> {
        if event.step != self.at {
            (self.at, self.actions) = (event.step, 0);
        }
        if event.kind == EventKind::Host {
            return self.host(event);
        }
        if telling(event) {
            let name = describe(event);
            let ts = machine.steps() * STEP;
            self.put(json!({"ph": "i", "s": "t", "pid": SEQ, "tid": FIRMWARE, "ts": ts, "name": name, "cat": event.kind.name(), "args": arguments(event)}))?;
        }
        Ok(())
    }

    fn host(&mut self, event: &Event) -> io::Result<()> {
        // More than a step's worth of actions at once share the last place.
        let ts = event.step * STEP + (self.actions * ACTION).min(STEP - 2 * ACTION);
        self.actions += 1;
        let name = describe(event);
        self.put(json!({"ph": "X", "pid": SEQ, "tid": HOST, "ts": ts, "dur": ACTION, "name": name, "cat": "host", "args": arguments(event)}))?;
        let Detail::Landed(landing) = event.detail else { return Ok(()) };
        landing.heard.map_or(Ok(()), |heard| self.arrows(heard, landing.value, ts))
    }

    /// From the doorbell to every engine that heard it.
    fn arrows(&mut self, heard: Heard, value: u32, ts: u64) -> io::Result<()> {
        let name = format!("{} queue {} +{:#x} ← {value:#x}", direction(heard.direction), heard.queue, heard.offset);
        for engine in heard.engines() {
            self.flows += 1;
            let (id, tid, there) = (self.flows, lane(engine), ts + ACTION / 2);
            self.put(
                json!({"ph": "s", "pid": SEQ, "tid": HOST, "ts": ts, "id": id, "name": "doorbell", "cat": "doorbell"}),
            )?;
            self.put(
                json!({"ph": "X", "pid": DMA, "tid": tid, "ts": there, "dur": ACTION / 2, "name": name, "cat": "dma"}),
            )?;
            self.put(json!({"ph": "f", "bp": "e", "pid": DMA, "tid": tid, "ts": there, "id": id, "name": "doorbell", "cat": "doorbell"}))?;
        }
        Ok(())
    }

    /// Opens and closes a slice for each call.
    fn calls(&mut self, machine: &Machine) -> io::Result<()> {
        let (depth, ts) = (machine.frames().depth(), machine.steps() * STEP);
        while self.depth > depth {
            self.depth -= 1;
            self.put(json!({"ph": "E", "pid": SEQ, "tid": FIRMWARE, "ts": ts}))?;
        }
        while self.depth < depth {
            self.depth += 1;
            self.put(
                json!({"ph": "B", "pid": SEQ, "tid": FIRMWARE, "ts": ts, "name": routine(machine), "cat": "call"}),
            )?;
        }
        Ok(())
    }

    /// What is armed and not yet taken, ring by ring.
    fn counters(&mut self, machine: &Machine) -> io::Result<()> {
        for (key, ring) in machine.udma().touched() {
            if self.rings.insert(*key, ring.outstanding) != Some(ring.outstanding) {
                let name =
                    format!("engine {} {} queue {} outstanding", key.engine, direction(key.direction), key.queue);
                let ts = machine.steps() * STEP;
                self.put(json!({"ph": "C", "pid": DMA, "tid": lane(key.engine), "ts": ts, "name": name, "args": {"descriptors": ring.outstanding}}))?;
            }
        }
        Ok(())
    }
}

/// A track that shows one value after the other.
struct Track {
    tid: u64,
    shown: Option<(String, u64)>,
}

impl Track {
    const fn new(tid: u64) -> Self {
        Self { tid, shown: None }
    }

    fn show(&mut self, trace: &mut Trace, name: String, step: u64) -> io::Result<()> {
        if self.shown.as_ref().is_some_and(|(shown, _)| *shown == name) {
            return Ok(());
        }
        self.close(trace, step)?;
        self.shown = Some((name, step));
        Ok(())
    }

    fn close(&mut self, trace: &mut Trace, step: u64) -> io::Result<()> {
        let Some((name, since)) = self.shown.take() else { return Ok(()) };
        let (ts, dur) = (since * STEP, (step - since) * STEP);
        trace.put(json!({"ph": "X", "pid": SEQ, "tid": self.tid, "ts": ts, "dur": dur, "name": name, "cat": "state"}))
    }
}

/// A track's number must not be 0.
fn lane(engine: u16) -> u64 {
    u64::from(engine) + 1
}

const fn direction(direction: Direction) -> &'static str {
    match direction {
        Direction::M2s => "M2S",
        Direction::S2m => "S2M",
    }
}

/// Steps that an observer of the device, its log or its state could tell apart; the others are only on the way.
fn telling(event: &Event) -> bool {
    let kind = match event.kind {
        EventKind::CsrRead
        | EventKind::CsrWrite
        | EventKind::MemWrite
        | EventKind::Rer
        | EventKind::UrWrite
        | EventKind::Log
        | EventKind::Barrier
        | EventKind::Opaque
        | EventKind::Assumed => true,
        EventKind::Host
        | EventKind::Entry
        | EventKind::Alu
        | EventKind::MemRead
        | EventKind::Call
        | EventKind::Branch
        | EventKind::Jump
        | EventKind::Spin
        | EventKind::Return
        | EventKind::Gap => false,
    };
    kind || event.state.is_some()
}

fn arguments(event: &Event) -> Value {
    let mut object = Map::new();
    object.insert("step".into(), event.step.into());
    object.insert("pc".into(), event.pc.map_or(Value::Null, |pc| hex(u64::from(pc))));
    object.insert("fact".into(), event.fact.into());
    evidence(&mut object, event.evidence);
    if let Some(state) = event.state {
        object.insert("state".into(), state.name().into());
    }
    Value::Object(object)
}
