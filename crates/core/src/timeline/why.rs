//! Why a value is what it is: from the value back to the write that made it, to what that rests on, and on to a host action.
//!
//! What explains a single event is `cause`'s business; here the past is searched for it and the chain is made.
//! The past is searched backwards, one key frame at a time; what a value means is not known here.

use super::Timeline;
use super::cause::{HostAct, Wanted, chosen_by, next};
use super::replay::{Backwards, Seen};
use crate::csr::Csr;
use crate::event::{Detail, Event, EventKind};
use crate::{Input, Item};
use alloc::vec::Vec;
use seqbell_facts::routine::{Act, Mem, Place, Special, routine_of, row};

/// Causes that one answer has at most.
pub const LINKS_MAX: usize = 64;

/// What is asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// A register.
    Csr(Csr),
    /// A cell of data memory.
    Mem(Mem),
    /// The true state.
    State,
    /// The tail of a ring: engine, and what it is written through.
    Tail(crate::udma::RingKey),
}

/// How a link explains the one before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// It made the value that was asked about.
    Made,
    /// Its result is the value that was stored.
    Data,
    /// It decided that the store was reached.
    Control,
}

impl Cause {
    /// The word used in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Cause::Made => "made",
            Cause::Data => "data",
            Cause::Control => "control",
        }
    }
}

/// One link of the chain, newest first.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Link {
    /// How it explains the link before it.
    pub cause: Cause,
    /// The event.
    pub event: Event,
}

impl Timeline {
    /// The chain of causes of a value as it is now. Empty if nothing has touched it since the reset.
    ///
    /// It ends with a host action wherever one is behind the value; else where the past begins.
    pub fn why(&self, subject: Subject) -> Vec<Link> {
        let mut chain = Vec::new();
        follow(&mut chain, Backwards::new(self), Wanted::Made(subject));
        let mut best = told(&chain);
        while chain.len() < LINKS_MAX && !ends_with_host(&chain) && turn(&mut chain) {
            if ends_with_host(&chain) {
                best = told(&chain);
            }
        }
        best
    }
}

/// A link, and the past that is left behind it.
struct Found<'a> {
    link: Link,
    wanted: Wanted,
    past: Backwards<'a>,
}

fn told(chain: &[Found]) -> Vec<Link> {
    chain.iter().map(|found| found.link).collect()
}

fn ends_with_host(chain: &[Found]) -> bool {
    chain.last().is_some_and(|found| found.link.event.kind == EventKind::Host)
}

/// Adds what is wanted to the chain, and what explains that, as far as it goes.
fn follow<'a>(chain: &mut Vec<Found<'a>>, mut past: Backwards<'a>, wanted: Wanted) {
    let mut wanted = Some(wanted);
    while let Some(now) = wanted.filter(|_| chain.len() < LINKS_MAX) {
        let Some(seen) = find(&mut past, now) else { return };
        chain.push(Found { link: Link { cause: now.cause(), event: seen.event }, wanted: now, past: past.clone() });
        wanted = next(&seen, now, past.order());
    }
}

/// The value comes from where the past begins: what is told instead is why it was looked at, which is the newest
/// decision behind the links since the last one. False if there is none.
fn turn(chain: &mut Vec<Found>) -> bool {
    let since = chain.iter().rposition(|found| found.wanted == Wanted::Decision).unwrap_or(0);
    let mut newest = None;
    for (n, found) in chain.iter().enumerate().skip(since) {
        let mut past = found.past.clone();
        let Some(seen) = find(&mut past, Wanted::Decision) else { continue };
        // Links that were reached by the same decision stay.
        if newest.as_ref().is_none_or(|(_, _, best): &(usize, Seen, Backwards)| past.position() >= best.position()) {
            newest = Some((n, seen, past));
        }
    }
    let Some((n, seen, past)) = newest else { return false };
    chain.truncate(n + 1);
    let link = Link { cause: Cause::Control, event: seen.event };
    let next = next(&seen, Wanted::Decision, past.order());
    chain.push(Found { link, wanted: Wanted::Decision, past: past.clone() });
    if let Some(next) = next {
        follow(chain, past, next);
    }
    true
}

/// The newest event of the past that is wanted.
fn find(past: &mut Backwards, wanted: Wanted) -> Option<Seen> {
    // Going back into a call that has returned, its events are another frame's; past its own call, a frame has none.
    let (mut inside, mut outside) = (0usize, false);
    // Items that were queued after the one that was fetched.
    let mut later = if let Wanted::Host(HostAct::Item(n)) = wanted { n } else { 0 };
    for seen in past {
        let event = &seen.event;
        let called = matches!(event.detail, Detail::Called(..)) && event.kind != EventKind::Opaque;
        let mine = inside == 0 && !outside;
        let hit = match wanted {
            Wanted::Made(subject) => made(event, subject),
            Wanted::Writer(place @ Place::Frame(_)) => mine && writes(event, place),
            Wanted::Writer(place) => writes(event, place),
            Wanted::Read => mine && gives_value(event),
            Wanted::SavedPc(_) => special(event) == Some(Special::SavedPc),
            Wanted::StartPc(slot) => starts_from(event, slot),
            Wanted::Operand => special(event) == Some(Special::LatchOperand),
            Wanted::Call => mine && called,
            Wanted::Decision => inside == 0 && decides(event),
            Wanted::Host(act) => host(event, act),
        };
        if hit && later == 0 {
            return Some(seen);
        }
        later -= usize::from(hit);
        // What was before a reset is another life: only the world outside goes on.
        let reset = event.detail == Detail::Host(Input::Reset);
        if reset && !matches!(wanted, Wanted::Host(HostAct::Remote(_)) | Wanted::Made(Subject::Tail(_))) {
            return None;
        }
        if event.row.is_some_and(|id| matches!(row(id).act, Act::Return(_))) {
            inside += 1;
        } else if called {
            outside |= inside == 0;
            inside = inside.saturating_sub(1);
        }
    }
    None
}

fn made(event: &Event, subject: Subject) -> bool {
    match subject {
        Subject::Csr(csr) => writes(event, Place::Csr(csr.0)),
        Subject::Mem(cell) => writes(event, Place::Mem(cell)),
        Subject::State => event.state.is_some(),
        Subject::Tail(key) => arms(event, key),
    }
}

/// A doorbell that moved this tail, or the set-up that put it at 0.
fn arms(event: &Event, key: crate::udma::RingKey) -> bool {
    if let Detail::Landed(landing) = event.detail {
        return landing.heard.is_some_and(|h| {
            h.offset == crate::fabric::TAIL_INC
                && h.direction == key.direction
                && h.queue == key.queue
                && h.engines().any(|e| e == key.engine)
        });
    }
    if let Detail::Host(Input::Setup { engine, queue, direction, .. }) = event.detail {
        return (engine, queue, direction) == (key.engine, key.queue, key.direction);
    }
    false
}

fn writes(event: &Event, place: Place) -> bool {
    match (event.detail, place) {
        (Detail::Write(written, _), _) => same_cell(written, place),
        (Detail::Fetched { .. }, Place::CursorSync) => true,
        (Detail::Host(Input::Write { csr, .. }), Place::Csr(offset)) => csr.0 == offset,
        (Detail::Host(Input::Pc(_)), Place::Csr(offset)) => {
            [Csr::RESUME_PC_LO.0, Csr::RESUME_PC_HI.0].contains(&offset)
        }
        (Detail::Host(Input::Reset), Place::Csr(_) | Place::Mem(_)) => true,
        (_, Place::Mem(cell)) => cleared(cell) && special(event) == Some(Special::ClearMemory),
        _ => false,
    }
}

fn special(event: &Event) -> Option<Special> {
    if let Act::Special(special, _) = row(event.row?).act { Some(special) } else { None }
}

/// `enter_run` keeps the pair it read on its stack, and the microcode PC starts from there.
fn starts_from(event: &Event, slot: u8) -> bool {
    let here = event.row.is_some_and(|id| routine_of(row(id)).id == "enter_run");
    here && matches!(event.detail, Detail::Write(Place::Frame(offset), _) if offset == slot)
}

/// The boot chain clears these.
fn cleared(cell: Mem) -> bool {
    match cell {
        Mem::RunningFlag
        | Mem::HaltReason
        | Mem::StepCounter
        | Mem::RedirectContext
        | Mem::HwDecodeActive
        | Mem::PostDispatchDesc => true,
        Mem::ExecMode | Mem::DvePerfFlag | Mem::HwIter => false,
    }
}

/// The cursor has several names.
fn same_cell(a: Place, b: Place) -> bool {
    let word = |p: Place| matches!(p, Place::Cursor | Place::CursorByte);
    let sync = |p: Place| matches!(p, Place::CursorSync | Place::Operand);
    a == b || word(a) && word(b) || sync(a) && sync(b)
}

/// Events whose result a later row of the same frame may use.
fn gives_value(event: &Event) -> bool {
    matches!(event.detail, Detail::Read(..) | Detail::Fetched { .. })
        || matches!(event.detail, Detail::Register(..)) && event.kind != EventKind::Alu
        || event.row.is_some_and(|id| matches!(row(id).act, Act::Branch { reads: Some(_), .. }))
}

/// Events that send control one way or another.
fn decides(event: &Event) -> bool {
    let Some(id) = event.row else { return false };
    let row = row(id);
    matches!(row.act, Act::Branch { .. } | Act::JumpTable | Act::Special(Special::TakeFault, _))
        || matches!(row.act, Act::Jump(_) | Act::Call { .. } | Act::Write(..)) && chosen_by(row).is_some()
}

fn host(event: &Event, act: HostAct) -> bool {
    let Detail::Host(input) = event.detail else { return false };
    match act {
        HostAct::Remote(wanted) => {
            matches!(input, Input::Remote { index, .. } if wanted.is_none_or(|w| w == u32::from(index)))
        }
        HostAct::Item(_) => matches!(input, Input::Queue(Item::Word { .. } | Item::Drain)),
        HostAct::Drain => input == Input::Queue(Item::Drain),
        HostAct::Fault => matches!(input, Input::Fault(_)),
        HostAct::Surprise => matches!(input, Input::Surprise(_)),
    }
}
