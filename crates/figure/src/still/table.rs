//! Registers and listing as tables of text.

use crate::html::escaped;
use seqbell_script::core::Machine;
use seqbell_script::core::csr::{self, Csr};
use seqbell_script::core::seq::OPCODE_BODY;
use seqbell_script::facts::Generation;
use seqbell_script::facts::routine::{Routine, Row, RowId, RowKind, routine_of, row};

/// The registers of the story, in the order of their offsets.
const SHOWN: [Csr; 7] = [
    Csr::RELEASE_RUN_STALL,
    Csr::START_CTRL,
    Csr::RUN_STATE,
    Csr::INSTR_HALT_CTRL,
    Csr::INTR_INFO,
    Csr::RESUME_PC_LO,
    Csr::RESUME_PC_HI,
];
/// Rows of the listing before and after the present one.
const AROUND: RowId = 8;

/// The registers as a host would read them, each with how well it is known, and above them what the host cannot read.
pub(crate) fn registers(machine: &Machine, named: &[Csr]) -> String {
    let mut rows = format!("<tr><th scope=\"row\">true state</th><td>{}</td><td></td></tr>", machine.state());
    for csr in if named.is_empty() { &SHOWN[..] } else { named }.iter().copied() {
        let word = machine.peek(csr);
        let name = escaped(&csr::name(csr));
        rows += &format!("<tr><th scope=\"row\">{name}</th><td>{word}</td><td>{}</td></tr>", word.evidence());
    }
    let title = format!("Registers after {} steps", machine.steps());
    table(&title, &["Register", "Value", "Evidence"], &rows)
}

/// The rows around the one to be executed next.
pub(crate) fn listing(machine: &Machine) -> String {
    let here = machine.position().row;
    if here == OPCODE_BODY {
        return table("Listing: the body of an opcode, which nobody printed", &[], "");
    }
    let routine: &Routine = routine_of(row(here));
    let first = here.saturating_sub(AROUND).max(routine.first);
    let end = (here + AROUND + 1).min(routine.end);
    let rows: String = (first..end).map(|id| line(machine.generation(), row(id), id == here)).collect();
    table(&format!("Listing: {}", routine.id), &["Address", "Instruction", "Evidence"], &rows)
}

fn line(generation: Generation, row: &Row, here: bool) -> String {
    let pc = match generation {
        // Its code has the same order at addresses that nobody knows.
        Generation::Sunda => String::new(),
        Generation::Cayman | Generation::Mariana | Generation::MarianaPlus | Generation::Maverick => {
            format!("{:#06x}", row.pc)
        }
    };
    let text = match row.kind {
        RowKind::Gap => format!("{} bytes nobody printed", row.end.saturating_sub(row.pc)),
        RowKind::Implied => format!("implied: {}", row.id),
        RowKind::Step(_) => row.printed.to_owned(),
    };
    let (current, mark) = if here { (" aria-current=\"true\"", "▶ ") } else { ("", "") };
    let text = escaped(&text);
    format!("<tr{current}><th scope=\"row\">{mark}{pc}</th><td>{text}</td><td>{}</td></tr>", row.evidence)
}

fn table(title: &str, head: &[&str], rows: &str) -> String {
    let head: String = head.iter().map(|name| format!("<th scope=\"col\">{name}</th>")).collect();
    format!("<table><caption>{title}</caption><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>")
}
