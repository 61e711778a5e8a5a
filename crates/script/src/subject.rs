//! What `why` can be asked about, by the term that names it.

use crate::{RingPart, ScriptError, Session, Term, parse_term};
use seqbell_core::bus;
use seqbell_core::facts::routine::Mem;
use seqbell_core::timeline::Subject;

/// The subject that a term names: `state`, `flag`, `reason`, a register, a memory cell, or the tail of a ring.
///
/// # Errors
/// A term that is not understood, a register that the generation is not known to have, or a value that is not followed back.
pub fn subject(of: &str, session: &Session) -> Result<Subject, ScriptError> {
    let nothing = |why: &str| ScriptError::new(1, why, "state, flag, reason, a register, a memory cell, or tail(...)");
    match parse_term(of)? {
        Term::State => Ok(Subject::State),
        Term::Flag => Ok(Subject::Mem(Mem::RunningFlag)),
        Term::Reason => Ok(Subject::Mem(Mem::HaltReason)),
        Term::Mem(cell) => Ok(Subject::Mem(cell)),
        Term::Ring(RingPart::Tail, key) => Ok(Subject::Tail(key)),
        Term::Ring(..) => Err(nothing("of a ring, only the tail is explained")),
        Term::Reg(reg) => match (reg.csr, reg.addr) {
            (Some(csr), _) => Ok(Subject::Csr(csr)),
            (None, Some(addr)) => bus::resolve(session.generation(), session.assumptions(), addr)
                .map(Subject::Csr)
                .map_err(|refused| nothing(&refused.to_string())),
            (None, None) => Err(nothing("no register is named")),
        },
        Term::Semaphore(..) | Term::Event(..) | Term::Trigger(_) => {
            Err(nothing("what the control plane and the semaphores hold is not followed back yet"))
        }
        Term::Pc | Term::WorkPc | Term::Routine | Term::Step => {
            Err(nothing("it follows from every step, so there is no one cause"))
        }
    }
}
