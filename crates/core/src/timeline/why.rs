//! Why a value is what it is: from the value back to the write that made it, to what that rests on, and on to a host action.
//!
//! Two kinds of cause are followed. Data: a stored value comes from what was read before it. Control: a constant is
//! stored because a branch, a table jump or a taken fault led there, and that was decided by something read.

use super::Timeline;
use crate::csr::Csr;
use crate::event::{Detail, Event, EventKind};
use crate::{Input, Item};
use alloc::vec::Vec;
use seqbell_facts::routine::{Act, Flip, Mem, Place, Special, Value, row};

/// Causes that one answer has at most.
const LINKS_MAX: usize = 64;

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
    pub fn why(&self, subject: Subject) -> Vec<Link> {
        let events = self.events_since(0, usize::MAX);
        let mut links = Vec::new();
        let mut at = events.len();
        let mut wanted = Wanted::Made(subject);
        while links.len() < LINKS_MAX {
            let Some(found) = find(&events, at, wanted) else { break };
            let event = events[found];
            links.push(Link { cause: wanted.cause(), event });
            at = found;
            let Some(next) = next(&event) else { break };
            wanted = next;
        }
        links
    }
}

/// What is looked for, going back.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Wanted {
    /// The event that made the subject what it is.
    Made(Subject),
    /// The last writer of a place.
    Writer(Place),
    /// What the frame had read last.
    Read,
    /// What decided that control came here.
    Decision,
    /// The host action that the predicate names.
    Host(HostAct),
}

/// Host actions that firmware finds without a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum HostAct {
    Remote,
    Item,
    Fault,
    Surprise,
}

impl Wanted {
    fn cause(self) -> Cause {
        match self {
            Wanted::Made(_) => Cause::Made,
            Wanted::Writer(_) | Wanted::Read | Wanted::Host(_) => Cause::Data,
            Wanted::Decision => Cause::Control,
        }
    }
}

/// The newest event before `at` that is wanted.
fn find(events: &[Event], at: usize, wanted: Wanted) -> Option<usize> {
    // Going back into a call that has returned, its events are another frame's.
    let mut inside = 0usize;
    for (n, event) in events.iter().enumerate().take(at).rev() {
        let returned = event.kind == EventKind::Return || is_implied_return(event);
        let called = matches!(event.detail, Detail::Called(..)) && event.kind != EventKind::Opaque;
        let hit = match wanted {
            Wanted::Made(subject) => made(event, subject),
            Wanted::Writer(place) => writes(event, place),
            Wanted::Read => inside == 0 && gives_value(event),
            Wanted::Decision => inside == 0 && decides(event),
            Wanted::Host(act) => host(event, act),
        };
        if hit {
            return Some(n);
        }
        if returned {
            inside += 1;
        } else if called {
            inside = inside.saturating_sub(1);
        }
    }
    None
}

fn is_implied_return(event: &Event) -> bool {
    event.row.is_some_and(|id| matches!(row(id).act, Act::Return(_)))
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
        (Detail::Host(Input::Write { csr, .. }), Place::Csr(offset)) => csr.0 == offset,
        (Detail::Host(Input::Pc(_)), Place::Csr(offset)) => {
            [Csr::RESUME_PC_LO.0, Csr::RESUME_PC_HI.0].contains(&offset)
        }
        (Detail::Host(Input::Reset), _) => true,
        _ => false,
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
}

fn decides(event: &Event) -> bool {
    event.row.is_some_and(|id| {
        matches!(row(id).act, Act::Branch { .. } | Act::JumpTable | Act::Special(Special::TakeFault, _))
    })
}

fn host(event: &Event, act: HostAct) -> bool {
    let Detail::Host(input) = event.detail else { return false };
    match act {
        HostAct::Remote => matches!(input, Input::Remote { .. }),
        HostAct::Item => matches!(input, Input::Queue(Item::Word { .. } | Item::Drain)),
        HostAct::Fault => matches!(input, Input::Fault(_)),
        HostAct::Surprise => matches!(input, Input::Surprise(_)),
    }
}

/// What explains this event in turn.
fn next(event: &Event) -> Option<Wanted> {
    let id = event.row?;
    match row(id).act {
        Act::Read(place) | Act::Branch { reads: Some(place), .. } => Some(source_of(place)),
        Act::Branch { .. } | Act::JumpTable => Some(Wanted::Read),
        Act::Write(_, value) => Some(behind(value)),
        Act::Return(Some(value)) => Some(behind(value)),
        Act::Operand { value, .. } => Some(behind(value)),
        Act::Special(special, _) => special_source(special),
        Act::Nothing
        | Act::Alu { .. }
        | Act::Log(..)
        | Act::Jump(_)
        | Act::Call { .. }
        | Act::CallOpaque { .. }
        | Act::Return(None)
        | Act::Opaque
        | Act::Gap => (row(id).flip.is_some() && row(id).flip != Some(Flip::PauseAcked)).then_some(Wanted::Decision),
    }
}

fn behind(value: Value) -> Wanted {
    match value {
        Value::Last | Value::LastBit(_) | Value::LastMinus(_) | Value::LastXor(_) | Value::Any => Wanted::Read,
        Value::MemBit(cell, _) => Wanted::Writer(Place::Mem(cell)),
        Value::Const(_)
        | Value::Arg
        | Value::OldOr(_)
        | Value::PcLo
        | Value::PcHi
        | Value::ModeArgument
        | Value::Unknown => Wanted::Decision,
    }
}

fn source_of(place: Place) -> Wanted {
    match place {
        Place::Remote => Wanted::Host(HostAct::Remote),
        Place::DispatchSlot => Wanted::Writer(Place::Cursor),
        Place::Csr(_)
        | Place::Mem(_)
        | Place::Frame(_)
        | Place::Cursor
        | Place::CursorByte
        | Place::CursorSync
        | Place::Operand
        | Place::Ur15 => Wanted::Writer(place),
    }
}

fn special_source(special: Special) -> Option<Wanted> {
    match special {
        Special::Fetch | Special::LatchOperand | Special::Wait => Some(Wanted::Host(HostAct::Item)),
        Special::TakeFault => Some(Wanted::Host(HostAct::Fault)),
        Special::TakeSurprise => Some(Wanted::Host(HostAct::Surprise)),
        Special::SyncIndexOob | Special::ResumeMode | Special::NoSurprise => Some(Wanted::Read),
        Special::ClearMemory
        | Special::SavedPc
        | Special::CallResume
        | Special::FpArm
        | Special::DispatcherPaused
        | Special::Restart => Some(Wanted::Decision),
    }
}
