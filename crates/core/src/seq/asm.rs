//! Evaluates the printed operands of a row (rule R2): registers follow, and what they give is compared with what the row declares.

use super::Registers;
use seqbell_facts::routine::Op;

/// What the printed operands of a row give.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Printed {
    /// Effective address of a load, a store or an external read.
    pub(super) addr: Option<Address>,
    /// The value stored.
    pub(super) stored: Option<u32>,
    /// Whether a branch is taken.
    pub(super) taken: Option<bool>,
    /// The register the last instruction ends in, and its value.
    pub(super) result: Option<(u8, Option<u32>)>,
}

/// An effective address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Address {
    /// A device address.
    Device(u32),
    /// A slot of the stack frame: a1 itself is never known.
    Frame(u32),
}

const STACK_POINTER: u8 = 1;

/// Runs the printed instructions. `read` is what a load finds, by the row's declaration.
#[inline(always)]
pub(super) fn run(ops: &[Op], registers: &mut Registers, read: Option<u32>) -> Printed {
    let mut printed = Printed::default();
    // `const16` twice makes a value whatever was there before: keep the low half of an unknown register.
    let mut half: Option<(u8, u32)> = None;
    for op in ops {
        let get = |r: u8| registers.get(r);
        let value = match *op {
            Op::Movi { d, imm } => Some((d, Some(imm as u32))),
            Op::Const16 { d, imm } => {
                let low = u32::from(imm);
                let high = get(d).or(half.filter(|(r, _)| *r == d).map(|(_, h)| h));
                half = Some((d, low));
                Some((d, high.map(|h| h << 16 | low)))
            }
            Op::Addi { d, s, imm } => Some((d, get(s).map(|v| v.wrapping_add(imm as u32)))),
            Op::Mov { d, s } => Some((d, get(s))),
            Op::And { d, a, b } => Some((d, both(get(a), get(b)).map(|(a, b)| a & b))),
            Op::Addx4 { d, a, b } => Some((d, both(get(a), get(b)).map(|(a, b)| a.wrapping_mul(4).wrapping_add(b)))),
            Op::Slli { d, s, n } => Some((d, get(s).and_then(|v| v.checked_shl(u32::from(n))))),
            Op::Extui { d, s, shift, bits } => Some((d, get(s).map(|v| v >> (shift & 31) & ((1 << (bits & 15)) - 1)))),
            Op::Load { d, base, offset } => {
                printed.addr = address(registers, base, offset);
                Some((d, read))
            }
            Op::Rer { d, s } => {
                printed.addr = get(s).map(Address::Device);
                Some((d, read))
            }
            Op::Store { s, base, offset } => {
                printed.addr = address(registers, base, offset);
                printed.stored = get(s);
                None
            }
            Op::Beqz { .. }
            | Op::Bnez { .. }
            | Op::Bbci { .. }
            | Op::Bbsi { .. }
            | Op::Beqi { .. }
            | Op::Bltu { .. }
            | Op::Bgeu { .. } => {
                printed.taken = taken(*op, registers);
                None
            }
            Op::Plain => None,
            Op::Unprinted => {
                // It may have changed any register.
                registers.forget_all();
                None
            }
        };
        if let Some((register, value)) = value {
            registers.set(register, value);
            printed.result = Some((register, value));
        }
    }
    printed
}

fn address(registers: &Registers, base: u8, offset: u32) -> Option<Address> {
    if base == STACK_POINTER {
        return Some(Address::Frame(offset));
    }
    registers.get(base).map(|b| Address::Device(b.wrapping_add(offset)))
}

fn both(a: Option<u32>, b: Option<u32>) -> Option<(u32, u32)> {
    Some((a?, b?))
}

fn taken(op: Op, registers: &Registers) -> Option<bool> {
    let get = |r: u8| registers.get(r);
    let bit = |s: u8, bit: u8| get(s).map(|v| v >> (bit & 31) & 1 == 1);
    match op {
        Op::Beqz { s } => get(s).map(|v| v == 0),
        Op::Bnez { s } => get(s).map(|v| v != 0),
        Op::Bbci { s, bit: n } => bit(s, n).map(|set| !set),
        Op::Bbsi { s, bit: n } => bit(s, n),
        Op::Beqi { s, imm } => get(s).map(|v| v == imm),
        Op::Bltu { a, b } => both(get(a), get(b)).map(|(a, b)| a < b),
        Op::Bgeu { a, b } => both(get(a), get(b)).map(|(a, b)| a >= b),
        Op::Movi { .. }
        | Op::Const16 { .. }
        | Op::Addi { .. }
        | Op::Mov { .. }
        | Op::And { .. }
        | Op::Addx4 { .. }
        | Op::Slli { .. }
        | Op::Extui { .. }
        | Op::Load { .. }
        | Op::Store { .. }
        | Op::Rer { .. }
        | Op::Plain
        | Op::Unprinted => None,
    }
}
