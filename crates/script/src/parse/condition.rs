//! Conditions: comparisons joined by `and`, `or`, `not`.

use super::{direction, dma, named_register, need_key, register, small};
use crate::cond::{self, Op, RingPart, Term, Value};
use crate::lex::{self, Reader};
use crate::{Cond, Reg, ScriptError};
use seqbell_core::RunState;
use seqbell_core::facts::routine::{Mem, ROUTINES};
use seqbell_core::udma::RingKey;

/// Conditions nest at most so deep.
const DEPTH_MAX: usize = 32;

pub(super) fn condition(r: &mut Reader, depth: usize) -> Result<Cond, ScriptError> {
    let mut left = conjunction(r, depth)?;
    while r.take("or") {
        left = Cond::Or(Box::new(left), Box::new(conjunction(r, depth)?));
    }
    Ok(left)
}

fn conjunction(r: &mut Reader, depth: usize) -> Result<Cond, ScriptError> {
    let mut left = factor(r, depth)?;
    while r.take("and") {
        left = Cond::And(Box::new(left), Box::new(factor(r, depth)?));
    }
    Ok(left)
}

fn factor(r: &mut Reader, depth: usize) -> Result<Cond, ScriptError> {
    if depth > DEPTH_MAX {
        return Err(ScriptError::new(
            r.column(),
            "the condition nests too deep",
            format!("at most {DEPTH_MAX} levels"),
        ));
    }
    if r.take("not") {
        return Ok(Cond::Not(Box::new(factor(r, depth + 1)?)));
    }
    if r.take("(") {
        let inner = condition(r, depth + 1)?;
        close(r)?;
        return Ok(inner);
    }
    if r.peek_second() == Some("(") {
        if r.take("reads") {
            return Ok(Cond::Reads(in_brackets(r)?));
        }
        if r.take("writes") {
            return Ok(Cond::Writes(in_brackets(r)?));
        }
    }
    comparison(r)
}

fn in_brackets(r: &mut Reader) -> Result<Reg, ScriptError> {
    r.take("(");
    let reg = register(r)?;
    close(r)?;
    Ok(reg)
}

pub(super) fn close(r: &mut Reader) -> Result<(), ScriptError> {
    let column = r.column();
    if r.take(")") { Ok(()) } else { Err(ScriptError::new(column, "`)` is missing", "brackets must be closed")) }
}

const TERMS: &str = "state, flag, pc, work_pc, routine, reason, step, a register, or tail(m2s, engine=0, queue=1), head(...), ring_id(...), overrun(...)";

fn comparison(r: &mut Reader) -> Result<Cond, ScriptError> {
    let term = term(r)?;
    let hint = "comparisons are ==, !=, <, >, <= and >=";
    let token = r.need("a comparison", hint)?;
    let op = match token.text.as_str() {
        "==" => Op::Eq,
        "!=" => Op::Ne,
        "<" => Op::Lt,
        ">" => Op::Gt,
        "<=" => Op::Le,
        ">=" => Op::Ge,
        other => return Err(ScriptError::new(token.column, format!("`{other}` is not a comparison"), hint)),
    };
    let named = matches!(term, Term::State | Term::Routine);
    if named && !matches!(op, Op::Eq | Op::Ne) {
        return Err(ScriptError::new(token.column, format!("{term} has no order"), "use == or !="));
    }
    Ok(Cond::Compare(term.clone(), op, value(r, &term)?))
}

pub(super) fn term(r: &mut Reader) -> Result<Term, ScriptError> {
    let token = r.need("a condition", TERMS)?;
    let name = token.text.to_ascii_lowercase();
    if let Some(part) = RingPart::ALL.into_iter().find(|p| p.name() == name && r.peek() == Some("(")) {
        return Ok(Term::Ring(part, ring_key(r)?));
    }
    if let Some(term) = dma::term(r, &name)? {
        return Ok(term);
    }
    let cell = Mem::ALL.into_iter().find(|m| m.name() == name);
    Ok(match (name.as_str(), cell) {
        ("state", _) => Term::State,
        ("flag", _) => Term::Flag,
        ("pc", _) => Term::Pc,
        ("work_pc", _) => Term::WorkPc,
        ("routine", _) => Term::Routine,
        ("reason", _) => Term::Reason,
        ("step", _) => Term::Step,
        (_, Some(cell)) => Term::Mem(cell),
        _ => Term::Reg(
            named_register(token)
                .map_err(|e| ScriptError::new(e.column, e.message, format!("a condition compares {TERMS}")))?,
        ),
    })
}

fn ring_key(r: &mut Reader) -> Result<RingKey, ScriptError> {
    let hint = "for example tail(m2s, engine=0, queue=1)";
    let column = r.column();
    if !r.take("(") {
        return Err(ScriptError::new(column, "`(` is missing", hint));
    }
    let direction = direction(r)?;
    r.take(",");
    need_key(r, "engine", hint)?;
    let engine = r.number("engine", 131)? as u16;
    r.take(",");
    need_key(r, "queue", hint)?;
    let queue = small(r, "queue", 15)?;
    close(r)?;
    Ok(RingKey { engine, direction, queue })
}

fn value(r: &mut Reader, term: &Term) -> Result<Value, ScriptError> {
    let (what, hint) = if *term == Term::State {
        ("a state", RunState::ALL.map(RunState::name).join(", "))
    } else if *term == Term::Routine {
        ("a routine", "the name of a routine, such as enter_run".to_owned())
    } else {
        ("a number", "a number, decimal or 0x, or `unknown`".to_owned())
    };
    let token = r.need(what, &hint)?;
    let text = token.text.as_str();
    let found = if *term == Term::State {
        RunState::parse(text).map(Value::State)
    } else if *term == Term::Routine {
        ROUTINES.iter().find(|x| x.id.eq_ignore_ascii_case(text)).map(|x| Value::Routine(x.id))
    } else if text.eq_ignore_ascii_case("unknown") {
        Some(Value::Unknown)
    } else {
        let named = if *term == Term::Reason { cond::reason(text) } else { None };
        named.or_else(|| lex::number(text, u64::MAX).ok()).map(Value::Number)
    };
    found.ok_or_else(|| ScriptError::new(token.column, format!("`{text}` is not {what}"), hint))
}
