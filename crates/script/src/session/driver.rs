//! `driver` and `trigger`: what the driver layer does, deed by deed, and what a trigger touches.

use super::{Report, Session, Sink};
use crate::drive::Drive;
use seqbell_core::fabric::Direction;
use seqbell_core::udma::control::{self, Signal};
use seqbell_core::udma::driver::{self, Deed, Order};
use seqbell_core::{Input, Refused};

impl Session {
    /// Carries out an order. It is tried on a copy first, so that a refusal in the middle changes nothing.
    pub(super) fn drive(&mut self, drive: Drive, sink: Sink) -> Result<(), Refused> {
        let order = match drive {
            Drive::Order(order) => order,
            Drive::Marker { key, count } => return self.one(Input::Marker { key, count }, sink),
            Drive::Wait { tpb, index, target } => return self.one(Input::Wait { tpb, index, target }, sink),
        };
        let plan = driver::plan(self.machine(), order)?;
        let mut trial = self.machine().clone();
        for input in plan.deeds.iter().filter_map(|deed| deed.input()) {
            trial.apply(input)?;
        }
        for (fact, note) in plan.notes {
            sink(&Report::Notice(format!("{note} [{fact}]")));
        }
        for deed in &plan.deeds {
            sink(&Report::Notice(told(*deed)));
            if let Some(input) = deed.input() {
                self.one(input, sink)?;
            }
        }
        if matches!(order, Order::Copy { .. }) {
            sink(&Report::Notice(
                "fence: the last descriptor copies the marker, the store of the completion semaphore is fenced, \
                 then the next step may wait on it [udma.fence]"
                    .to_owned(),
            ));
        }
        Ok(())
    }

    /// A control-plane write, and what it leaves alone.
    pub(super) fn trigger(&mut self, signal: Signal, sink: Sink) -> Result<(), Refused> {
        let trigger = control::trigger(self.generation, signal)?;
        self.one(Input::Trigger(signal), sink)?;
        let link = trigger.lr.map_or(String::new(), |lr| {
            format!(
                "; in the layout of the register file this is lr[{}], own arithmetic, {} [{}]",
                lr.index, lr.evidence, lr.id
            )
        });
        sink(&Report::Notice(format!(
            "TOP_SP + {:#x} ← {} [{}]{link}; no ring is touched",
            trigger.offset, trigger.value, trigger.fact
        )));
        Ok(())
    }

    fn one(&mut self, input: Input, sink: Sink) -> Result<(), Refused> {
        let event = self.timeline.apply(input)?;
        self.report(event, sink);
        Ok(())
    }
}

/// What the driver does, in words.
fn told(deed: Deed) -> String {
    match deed {
        Deed::Barrier => "barrier: descriptors are in memory before the doorbell [order]".to_owned(),
        Deed::Marker { count, .. } => format!("the completion word waits for descriptor {count} [n-for-a-copy]"),
        Deed::Write { reg, value, .. } => format!("{reg:?} ← {value:#x} [queue-init]"),
        Deed::Doorbell { lines, count } => {
            let first = match lines.direction {
                Direction::S2m => "receive buffers are posted",
                Direction::M2s => "descriptors to send are announced",
            };
            format!("doorbell: {first}, {count} [order]")
        }
    }
}
