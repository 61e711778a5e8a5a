//! `thunk` in a session: the steps of the walk, then what it did to the machine, then what nobody knows.

use super::{Report, Session, Sink};
use seqbell_core::ncfw::{Destination, walk::walk};
use seqbell_core::{Input, Refused};

impl Session {
    /// Walks a thunk. A walk that comes to no doorbell is one all the same: it tells where the knowledge ends.
    pub(super) fn thunk(&mut self, addr: u32, to: Option<Destination>, sink: Sink) -> Result<(), Refused> {
        let walk = walk(self.generation, &self.assumptions, addr, to)?;
        let event = self.timeline.apply(Input::Thunk { addr, to })?;
        for step in walk.steps {
            sink(&Report::Thunk(event.step, step));
        }
        self.report(event, sink);
        if let Some(unknown) = walk.stopped {
            sink(&Report::Notice(format!("the walk stops: {unknown}")));
        }
        Ok(())
    }
}
