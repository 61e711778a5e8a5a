//! From a command to what is done to the machine: registers by name or address, and the inputs of actions.

use super::Session;
use crate::{Command, Cond, Reg, Term};
use seqbell_core::bus;
use seqbell_core::csr::Csr;
use seqbell_core::{Input, Item, Refused};

impl Session {
    /// What an action does to the machine; nothing for commands that are no action.
    pub(super) fn input(&self, command: &Command) -> Result<Option<Input>, Refused> {
        Ok(Some(match command {
            Command::Reset => Input::Reset,
            Command::Write(reg, value) => Input::Write { csr: self.csr(reg)?, value: *value },
            Command::Read(reg) => Input::Read { csr: self.csr(reg)? },
            Command::Pc(pc) => Input::Pc(*pc),
            Command::Remote(index, value) => Input::Remote { index: *index, value: *value },
            Command::Queue { opcode, sync } => Input::Queue(Item::Word { opcode: *opcode, sync: *sync }),
            Command::Drain => Input::Queue(Item::Drain),
            Command::Surprise(bits) => Input::Surprise(*bits),
            Command::Fault(fault) => Input::Fault(*fault),
            Command::Ring(lines, count) => Input::Ring { lines: *lines, count: *count },
            Command::Thunk(addr, to) => Input::Thunk { addr: *addr, to: *to },
            Command::Poke(addr, value) => Input::Poke { addr: *addr, value: *value },
            Command::Setup { direction, engine, queue, base, length } => {
                Input::Setup { direction: *direction, engine: *engine, queue: *queue, base: *base, length: *length }
            }
            Command::Consume(count, engine) => Input::Consume { count: *count, engine: *engine },
            Command::Rate(count, engine) => Input::Rate { count: *count, engine: *engine },
            Command::Trigger(signal) => Input::Trigger(*signal),
            Command::Generation(_)
            | Command::Assume(..)
            | Command::Step(_)
            | Command::Over
            | Command::Out
            | Command::Back(_)
            | Command::Forth(_)
            | Command::Undo
            | Command::Redo
            | Command::Run(_)
            | Command::Until(..)
            | Command::Break(_)
            | Command::Clear(_)
            | Command::Branch(_)
            | Command::Driver(_)
            | Command::Expect(_)
            | Command::Refused(_)
            | Command::Note(_) => return Ok(None),
        }))
    }

    pub(super) fn csr(&self, reg: &Reg) -> Result<Csr, Refused> {
        match (reg.addr, reg.csr) {
            (Some(addr), _) => bus::resolve(self.generation, &self.assumptions, addr),
            (None, Some(csr)) => Ok(csr),
            (None, None) => Err(Refused::Rule("no register is named".to_owned())),
        }
    }

    /// The condition with every register address resolved on this generation.
    ///
    /// # Errors
    /// As `bus::resolve`: no register is at the address, or its place is not known.
    pub fn resolve(&self, cond: &Cond) -> Result<Cond, Refused> {
        let reg = |reg: &Reg| -> Result<Reg, Refused> { Ok(Reg { csr: Some(self.csr(reg)?), addr: reg.addr }) };
        let both = |a: &Cond, b: &Cond| -> Result<(Box<Cond>, Box<Cond>), Refused> {
            Ok((Box::new(self.resolve(a)?), Box::new(self.resolve(b)?)))
        };
        Ok(match cond {
            Cond::Compare(Term::Reg(r), op, value) => Cond::Compare(Term::Reg(reg(r)?), *op, value.clone()),
            Cond::Compare(..) => cond.clone(),
            Cond::Reads(r) => Cond::Reads(reg(r)?),
            Cond::Writes(r) => Cond::Writes(reg(r)?),
            Cond::And(a, b) => both(a, b).map(|(a, b)| Cond::And(a, b))?,
            Cond::Or(a, b) => both(a, b).map(|(a, b)| Cond::Or(a, b))?,
            Cond::Not(a) => Cond::Not(Box::new(self.resolve(a)?)),
        })
    }
}
