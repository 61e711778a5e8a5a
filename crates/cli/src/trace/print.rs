//! Entries and summaries of a log, as lines for people or as JSON.

use crate::{decode, json};
use seqbell_script::core::fabric::{self, Behind};
use seqbell_script::core::udma::replay::Verdict;
use seqbell_script::facts::Generation;
use seqbell_script::trace::{Access, Analyst, Entry, Options, Record, Time, Totals, What};
use serde_json::{Map, Value, json};
use std::io::{self, Write};

/// Prints what is found.
pub(super) struct Printer<W> {
    pub(super) out: W,
    pub(super) generation: Generation,
    pub(super) json: bool,
    pub(super) quiet: bool,
}

impl<W: Write> Printer<W> {
    /// One line of the log.
    pub(super) fn entry(&mut self, entry: &Entry) -> io::Result<()> {
        if self.quiet && !tells(&entry.what) {
            return Ok(());
        }
        match &entry.what {
            What::Nothing => Ok(()),
            What::Bad(why) => {
                if self.json {
                    writeln!(self.out, "{}", json!({"line": entry.line, "kind": "bad", "error": why}))?;
                }
                writeln!(io::stderr(), "seqbell: line {}: {why}", entry.line)
            }
            What::Record(record, remark) if self.json => {
                writeln!(self.out, "{}", record_object(entry.line, record, remark.as_deref()))
            }
            What::Record(record, remark) => self.record(entry.line, record, remark.as_deref()),
            What::Access(access) if self.json => {
                writeln!(self.out, "{}", access_object(self.generation, entry.line, access))
            }
            What::Access(access) => self.access(entry.line, access),
        }
    }

    fn record(&mut self, line: u64, record: &Record, remark: Option<&str>) -> io::Result<()> {
        let text = match record {
            Record::Version(version) => format!("version {version}"),
            Record::PciDev { id, .. } => format!("device {:04x}:{:04x}", id >> 16, id & 0xffff),
            Record::Map { time, id, addr, length } => format!("{time} mapping {id}: {addr:#x}, {length:#x} bytes"),
            Record::Unmap { time, id } => format!("{time} mapping {id} ends"),
            Record::Mark { time, text } => format!("{time} mark: {text}"),
            Record::Unknown { time, addr } => {
                format!("{time} {addr:#014x}: an access that the tracer could not decode")
            }
            Record::Access { .. } | Record::Pair { .. } => String::new(),
        };
        let remark = remark.map_or(String::new(), |r| format!("; {r}"));
        writeln!(self.out, "{line:>7}  -- {text}{remark}")
    }

    fn access(&mut self, line: u64, access: &Access) -> io::Result<()> {
        let time = access.time.map_or(String::new(), |t| format!("{t} "));
        let arrow = if access.write { '←' } else { '→' };
        let place = match &access.soc {
            Ok(addr) => match fabric::explain(self.generation, *addr) {
                Ok(found) => decode::sentence(&found),
                Err(refused) => refused.to_string(),
            },
            Err(why) => why.clone(),
        };
        let bell = access.bell.map_or(String::new(), |b| format!("  bell {} ({} descriptors)", b.group, b.count));
        let (given, value) = (access.given, access.value);
        writeln!(self.out, "{line:>7}  {time}{given:#014x} {arrow} {value:#x}  {place}{bell}")?;
        if access.unmapped {
            writeln!(self.out, "         no mapping of the log covers this")?;
        }
        for finding in &access.findings {
            writeln!(self.out, "         {}: {} [{}]", finding.severity.name(), finding.why, finding.rule)?;
        }
        match &access.verdict {
            Some(Verdict::Departs(why)) => writeln!(self.out, "         departs from the model: {why}"),
            Some(Verdict::Taken(count)) => writeln!(self.out, "         the engine has taken {count} by now"),
            Some(Verdict::Agrees | Verdict::Silent) | None => Ok(()),
        }
    }

    /// What the whole log came to.
    pub(super) fn summary(&mut self, analyst: &Analyst, options: &Options) -> io::Result<()> {
        let totals = analyst.totals();
        if self.json {
            return writeln!(self.out, "{}", summary_object(analyst, &totals));
        }
        let Totals { lines, reads, writes, bells, groups, .. } = totals;
        writeln!(
            self.out,
            "\n{lines} lines: {writes} writes, {reads} reads, {} that the tracer could not decode",
            totals.unknown
        )?;
        writeln!(self.out, "{} accesses without a known register", totals.elsewhere)?;
        writeln!(self.out, "{bells} doorbells in {groups} groups")?;
        for (key, total) in analyst.bells() {
            let behind = match key.behind {
                Behind::Engine(engine) => format!("engine {engine}"),
                Behind::Group(group) => format!("group {group}"),
            };
            let device = if key.device == 0 { String::new() } else { format!("device {} ", key.device) };
            writeln!(
                self.out,
                "  {device}{behind} {} queue {}: {} doorbells, {} descriptors, lines {} to {}",
                key.direction.token(),
                key.queue,
                total.bells,
                total.descriptors,
                total.first_line,
                total.last_line
            )?;
        }
        if options.lint {
            writeln!(self.out, "{} against a driver's rule, {} hints", totals.wrong, totals.hints)?;
        }
        if options.replay {
            writeln!(self.out, "{} departures from the model, {} accesses agree", totals.departures, totals.agreed)?;
        }
        if totals.lost > 0 {
            writeln!(self.out, "{} marks of lost events", totals.lost)?;
        }
        if totals.bad > 0 { writeln!(self.out, "{} lines could not be read", totals.bad) } else { Ok(()) }
    }
}

/// A line that is printed even when quiet.
fn tells(what: &What) -> bool {
    match what {
        What::Nothing => false,
        What::Bad(_) => true,
        What::Record(_, remark) => remark.is_some(),
        What::Access(access) => {
            access.unmapped || !access.findings.is_empty() || matches!(access.verdict, Some(Verdict::Departs(_)))
        }
    }
}

fn time(value: Option<Time>) -> Value {
    value.map_or(Value::Null, |t| t.to_string().into())
}

fn record_object(line: u64, record: &Record, remark: Option<&str>) -> Value {
    let mut object = Map::new();
    object.insert("line".into(), line.into());
    let more = match record {
        Record::Version(version) => json!({"kind": "version", "version": version}),
        Record::PciDev { id, bar0, size } => json!({
            "kind": "pcidev", "id": format!("{:04x}:{:04x}", id >> 16, id & 0xffff),
            "bar0": json::hex(*bar0), "size": json::hex(*size),
        }),
        Record::Map { time, id, addr, length } => json!({
            "kind": "map", "time": time.to_string(), "map": id, "given": json::address(*addr), "length": json::hex(*length),
        }),
        Record::Unmap { time, id } => json!({"kind": "unmap", "time": time.to_string(), "map": id}),
        Record::Mark { time, text } => json!({"kind": "mark", "time": time.to_string(), "text": text}),
        Record::Unknown { time, addr } => {
            json!({"kind": "unknown", "time": time.to_string(), "given": json::address(*addr)})
        }
        Record::Access { .. } | Record::Pair { .. } => Value::Null,
    };
    if let Value::Object(more) = more {
        object.extend(more);
    }
    if let Some(remark) = remark {
        object.insert("remark".into(), remark.into());
    }
    Value::Object(object)
}

fn access_object(g: Generation, line: u64, access: &Access) -> Value {
    let mut object = Map::new();
    object.insert("line".into(), line.into());
    object.insert("kind".into(), if access.write { "write" } else { "read" }.into());
    object.insert("time".into(), time(access.time));
    object.insert("width".into(), access.width.into());
    object.insert("given".into(), json::address(access.given));
    object.insert("value".into(), json::hex(access.value));
    match access.soc.as_ref().map(|addr| fabric::explain(g, *addr)) {
        Ok(Ok(found)) => decode::explained(&mut object, g, &found),
        Ok(Err(refused)) => drop(object.insert("reason".into(), refused.to_string().into())),
        Err(why) => {
            object.insert("address".into(), Value::Null);
            object.insert("reason".into(), why.as_str().into());
        }
    }
    if let Some(bell) = access.bell {
        object.insert("bell".into(), json!({"group": bell.group, "count": bell.count}));
    }
    if access.unmapped {
        object.insert("unmapped".into(), true.into());
    }
    if !access.findings.is_empty() {
        let rows = access.findings.iter();
        let rows = rows.map(|f| json!({"rule": f.rule, "severity": f.severity.name(), "why": f.why}));
        object.insert("findings".into(), rows.collect());
    }
    if let Some(verdict) = &access.verdict {
        let verdict = match verdict {
            Verdict::Agrees => json!({"verdict": "agrees"}),
            Verdict::Taken(count) => json!({"verdict": "agrees", "taken": count}),
            Verdict::Silent => json!({"verdict": "not followed"}),
            Verdict::Departs(why) => json!({"verdict": "departs", "why": why}),
        };
        object.insert("replay".into(), verdict);
    }
    Value::Object(object)
}

fn summary_object(analyst: &Analyst, totals: &Totals) -> Value {
    let rows = analyst.bells().iter().map(|(key, total)| {
        let (group, engine) = match key.behind {
            Behind::Group(group) => (Some(group), None),
            Behind::Engine(engine) => (None, Some(engine)),
        };
        json!({
            "device": key.device, "group": group, "engine": engine, "direction": key.direction.token(), "queue": key.queue,
            "bells": total.bells, "descriptors": total.descriptors, "first_line": total.first_line, "last_line": total.last_line,
        })
    });
    json!({
        "kind": "summary", "line": totals.lines, "lines": totals.lines, "reads": totals.reads, "writes": totals.writes,
        "unknown": totals.unknown, "elsewhere": totals.elsewhere, "doorbells": totals.bells, "groups": totals.groups,
        "wrong": totals.wrong, "hints": totals.hints, "departures": totals.departures, "agreed": totals.agreed,
        "lost": totals.lost, "bad": totals.bad, "rings": rows.collect::<Vec<_>>(),
    })
}
