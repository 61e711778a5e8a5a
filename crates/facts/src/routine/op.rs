//! The few instructions whose operands the machine evaluates.

/// One printed instruction, as far as the machine evaluates it. `d` is the register written, `s`, `a`, `b` and `base` are read.
#[allow(missing_docs, reason = "the formula of each variant names its operands")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// d = imm
    Movi { d: u8, imm: i32 },
    /// d = d << 16 | imm
    Const16 { d: u8, imm: u16 },
    /// d = s + imm
    Addi { d: u8, s: u8, imm: i32 },
    /// d = s
    Mov { d: u8, s: u8 },
    /// d = a & b
    And { d: u8, a: u8, b: u8 },
    /// d = 4 a + b
    Addx4 { d: u8, a: u8, b: u8 },
    /// d = s << n
    Slli { d: u8, s: u8, n: u8 },
    /// d = (s >> shift) & ((1 << bits) - 1)
    Extui { d: u8, s: u8, shift: u8, bits: u8 },
    /// d = the word at base + offset
    Load { d: u8, base: u8, offset: u32 },
    /// The word at base + offset = s
    Store { s: u8, base: u8, offset: u32 },
    /// d = the external register that s names
    Rer { d: u8, s: u8 },
    /// Branch if s == 0.
    Beqz { s: u8 },
    /// Branch if s != 0.
    Bnez { s: u8 },
    /// Branch if the bit of s is clear.
    Bbci { s: u8, bit: u8 },
    /// Branch if the bit of s is set.
    Bbsi { s: u8, bit: u8 },
    /// Branch if s == imm.
    Beqi { s: u8, imm: u32 },
    /// Branch if a < b, unsigned.
    Bltu { a: u8, b: u8 },
    /// Branch if a >= b, unsigned.
    Bgeu { a: u8, b: u8 },
    /// An instruction that changes no register the machine follows, or whose operands decide nothing here.
    Plain,
    /// An instruction whose operands are not printed.
    Unprinted,
}
