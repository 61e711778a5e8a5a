//! The way of the host's last write: host, aperture, register, the instruction that reads it, the state it leads to. It
//! tells only what has happened: a hop that has not is open. It does not know how the way is drawn.

use seqbell_script::core::csr::{self, Csr};
use seqbell_script::core::event::Detail;
use seqbell_script::core::facts::routine::{RowId, routine_of, row};
use seqbell_script::core::{Input, bus};

use super::state::{family, key};
use super::{Moment, Text, hex32};
use crate::trail::{Sent, Target};

/// A place that the write comes through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spot {
    /// The host panel.
    Host,
    /// The aperture of the sequencer's registers.
    Aperture,
    /// A register, by its offset.
    Register(u16),
    /// The remote word.
    Remote,
    /// A row of the listing.
    Reader(RowId),
    /// A state of the diagram, as `data-state`.
    State(&'static str),
}

/// One place on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hop {
    /// Where; none while it is open.
    pub spot: Option<Spot>,
    /// What is seen there.
    pub text: Text,
}

/// The way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FlowView {
    /// Number of the write among all; a new one is a new way.
    pub number: u64,
    /// The places, in order; empty before the first write.
    pub hops: Vec<Hop>,
}

impl FlowView {
    /// The way at a moment.
    pub fn of(moment: Moment) -> Self {
        let trail = moment.desk.trail();
        let Some(sent) = trail.sent.last() else { return Self::default() };
        let hop = |spot, text: String| Hop { spot, text: text.into() };
        let (command, at, cell) = target(moment, sent);
        let mut hops = vec![hop(Some(Spot::Host), command)];
        match sent.target {
            Target::Csr(csr) => {
                hops.push(hop(Some(Spot::Aperture), at));
                hops.push(hop(Some(Spot::Register(csr.0)), cell));
            }
            Target::Remote(_) => hops.push(hop(Some(Spot::Remote), cell)),
        }
        let reader = sent.reader.and_then(|event| Some((event, event.row?)));
        hops.push(match reader {
            Some((event, id)) => {
                hop(Some(Spot::Reader(id)), format!("read at {}, step {}", place(event.pc, id), event.step))
            }
            None => hop(None, "not read yet".to_owned()),
        });
        if reader.is_some() {
            hops.push(state(moment, sent).unwrap_or_else(|| hop(None, "no state changed by it yet".to_owned())));
        }
        Self { number: sent.number, hops }
    }

    /// How many places the write has come through.
    pub fn reached(&self) -> usize {
        self.hops.iter().filter(|hop| hop.spot.is_some()).count()
    }
}

/// The command, the address it goes to, and what stands there then.
fn target(moment: Moment, sent: &Sent) -> (String, String, String) {
    let value = sent.value;
    match sent.target {
        Target::Csr(csr) => {
            let full = csr::name(csr);
            let name = full.strip_prefix("nx.").unwrap_or(&full);
            let session = moment.desk.session();
            let address = bus::place(session.generation(), session.assumptions(), csr)
                .map_or_else(|_| "place unknown".to_owned(), |(address, _)| hex32(address));
            (format!("write {name} {value:#x}"), address, format!("{name} = {value:#x}"))
        }
        Target::Remote(index) => {
            (format!("remote {index} {value:#x}"), String::new(), format!("remote word {index} = {value:#x}"))
        }
    }
}

fn place(pc: Option<u32>, id: RowId) -> String {
    pc.map_or_else(|| routine_of(row(id)).id.to_owned(), |pc| format!("{pc:#06x}"))
}

/// The present state, if the write stands in the chain of its causes.
fn state(moment: Moment, sent: &Sent) -> Option<Hop> {
    let caused = moment.desk.why().iter().any(|link| match (link.event.detail, sent.target) {
        (Detail::Host(Input::Write { csr, value }), Target::Csr(own)) => {
            (csr, value, link.event.step) == (own, sent.value, sent.step)
        }
        (Detail::Host(Input::Pc(_)), Target::Csr(Csr::RESUME_PC_LO | Csr::RESUME_PC_HI)) => {
            link.event.step == sent.step
        }
        (Detail::Host(Input::Remote { value, .. }), Target::Remote(_)) => {
            (value, link.event.step) == (sent.value, sent.step)
        }
        (_, Target::Csr(_) | Target::Remote(_)) => false,
    });
    let flip = moment.desk.trail().flips.last().filter(|_| caused)?;
    let state = flip.state?;
    let text = format!("{}, step {}", state.name(), flip.step);
    Some(Hop { spot: Some(Spot::State(key(family(state)))), text: text.into() })
}

#[cfg(test)]
mod tests {
    use super::{FlowView, Spot};
    use crate::store::{Action, Store};
    use seqbell_script::core::facts::Generation;
    use std::rc::Rc;

    fn flow(store: &Store) -> (Vec<String>, Rc<FlowView>) {
        let flow = store.view.flow.clone();
        (flow.hops.iter().map(|hop| hop.text.to_string()).collect(), flow)
    }

    fn sent(store: Store, line: &str) -> Store {
        store.after(Action::Command(line.to_owned().into()))
    }

    #[test]
    fn a_doorbell_is_followed_to_the_state_and_back_again() {
        let fresh = Store::new(Generation::Cayman).expect("Cayman ships an image");
        let written = sent(fresh, "write start_ctrl 1");
        let (texts, view) = flow(&written);
        assert_eq!(texts, ["write start_ctrl 0x1", "0x04000004", "start_ctrl = 0x1", "not read yet"]);
        assert_eq!(view.reached(), 3);
        let running = sent(written, "until state == RUNNING");
        let (texts, view) = flow(&running);
        assert!(texts[3].starts_with("read at 0x2cb3, step "), "{texts:?}");
        assert!(texts[4].starts_with("RUNNING, step "), "{texts:?}");
        assert_eq!(view.hops.last().and_then(|hop| hop.spot.clone()), Some(Spot::State("running")));
        // Back before it was read, the same write is open again.
        let (texts, view) = flow(&sent(running, "back 1000000"));
        assert_eq!((texts.len(), view.reached()), (4, 3), "{texts:?}");
    }

    #[test]
    fn a_remote_word_is_followed_to_the_pause_it_decides() {
        let fresh = Store::new(Generation::Cayman).expect("Cayman ships an image");
        let lines = ["write start_ctrl 1", "queue 0xa1 sync=5", "remote 5 4", "until state == PAUSED"];
        let (texts, _) = flow(&lines.iter().fold(fresh, |store, line| sent(store, line)));
        assert_eq!(texts[..2], ["remote 5 0x4", "remote word 5 = 0x4"]);
        assert!(texts[2].starts_with("read at 0x2eab"), "{texts:?}");
        assert!(texts[3].starts_with("PAUSED"), "{texts:?}");
    }
}
