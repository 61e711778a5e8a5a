//! The order of the rows: steps as listed, implied rows at their places, gaps where bytes are missing.

use super::{Row, need, number, tables, text};
use toml::{Table, Value as Toml};

/// Steps in listing order, implied rows at their places, gaps where bytes are missing.
pub(super) fn add_rows(rows: &mut Vec<Row>, routine: usize, table: &Table, implied: &[&Table]) {
    let id = need(table, "id");
    let steps = tables(table, "step");
    let own: Vec<&&Table> = implied.iter().filter(|x| need(x, "routine") == id).collect();
    let at = |key: &str, step: &str| -> Vec<&Table> {
        own.iter().filter(|x| text(x, key) == Some(step)).map(|x| **x).collect()
    };
    // Rows at an address of their own, put before the first step behind it.
    let mut free: Vec<&Table> = own.iter().filter(|x| x.contains_key("at_pc")).map(|x| **x).collect();
    let entry = number(table, "entry").expect("entry");
    let boot = id == "boot_chain";
    // Control arrives at the entry; `here` is the address that falls through to the next row.
    let mut here = if steps.iter().any(|s| number(s, "pc") == Some(entry)) || boot { None } else { Some(entry) };
    for (n, step) in steps.iter().enumerate() {
        let pc = number(step, "pc").expect("pc");
        let step_id = need(step, "id");
        let next = steps.get(n + 1).and_then(|s| number(s, "pc"));
        free.retain(|x| {
            let at_pc = number(x, "at_pc").expect("at_pc");
            let before = at_pc < pc && rows.last().is_none_or(|r| r.pc < at_pc) && n > 0;
            if before {
                push_gap(rows, routine, here, at_pc);
                here = None;
                rows.push(implied_row(routine, x, at_pc));
            }
            !before
        });
        push_gap(rows, routine, here, pc);
        for x in at("before_step", step_id).into_iter().chain(at("instead_of", step_id)) {
            rows.push(implied_row(routine, x, pc));
        }
        // Without printed instructions nobody knows where a row ends; it is taken to end where the next begins.
        let unprinted = !step.contains_key("asm");
        let end = if unprinted { next.filter(|p| *p > pc).unwrap_or(pc) } else { pc + length(step) };
        let end = if boot { end } else { next.filter(|p| *p > pc).map_or(end, |p| end.min(p)) };
        rows.push(Row {
            id: step_id.to_owned(),
            kind: need(step, "kind").to_owned(),
            routine,
            pc,
            end,
            data: (*step).clone(),
            gap: false,
            implied: false,
        });
        for x in at("after_step", step_id) {
            rows.push(implied_row(routine, x, end));
        }
        here = Some(end);
        if boot && n >= 3 {
            here = next.map(|_| 0x190c);
        } else if boot {
            here = None;
        }
    }
    for x in free {
        let at_pc = number(x, "at_pc").expect("at_pc");
        rows.push(implied_row(routine, x, at_pc));
    }
}

fn push_gap(rows: &mut Vec<Row>, routine: usize, from: Option<u32>, to: u32) {
    if let Some(from) = from.filter(|f| *f < to) {
        rows.push(Row {
            id: String::new(),
            kind: "gap".into(),
            routine,
            pc: from,
            end: to,
            data: Table::new(),
            gap: true,
            implied: false,
        });
    }
}

fn implied_row(routine: usize, x: &Table, pc: u32) -> Row {
    Row {
        id: need(x, "id").to_owned(),
        kind: need(x, "kind").to_owned(),
        routine,
        pc,
        end: pc,
        data: x.clone(),
        gap: false,
        implied: true,
    }
}

/// Bytes of the printed instructions: two for a `.n`, else three (rule R4).
pub(super) fn length(step: &Table) -> u32 {
    asm(step).iter().map(|i| if i.split_whitespace().next().is_some_and(|op| op.ends_with(".n")) { 2 } else { 3 }).sum()
}

pub(super) fn asm(t: &Table) -> Vec<String> {
    t.get("asm")
        .and_then(Toml::as_array)
        .map(|a| a.iter().filter_map(Toml::as_str).map(str::to_owned).collect())
        .unwrap_or_default()
}
