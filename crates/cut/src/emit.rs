//! Writes one part as a module of its own. The first part holds the memory, the table and what scripts are handed; a later one
//! takes those from it, and functions from wherever they are.

use std::ops::Range;

use anyhow::{Context, Result};
use walrus::ir::Value;
use walrus::{
    ConstExpr, DataKind, ElementItems, ElementKind, ExportItem, FunctionBuilder, FunctionId, FunctionKind, GlobalKind,
    ImportedFunction, MemoryId, Module, TableId,
};

use crate::plan::Plan;
use crate::relocs::Piece;

/// Bytes that nobody owns, between two pieces of a part, are written with them if they are no more than this.
const JOIN: usize = 12;

/// The module of the part at `part`. `names` are the parts' names, as imports have them.
pub(crate) fn emit(bound: &[u8], plan: &Plan, pieces: &[Piece], names: &[&str], part: usize) -> Result<Vec<u8>> {
    let mut writer = Writer::new(bound, plan, names, part)?;
    writer.segments(pieces)?;
    writer.slots()?;
    if part == 0 {
        writer.share();
    } else {
        writer.borrow();
    }
    writer.functions();
    writer.tidy();
    Ok(writer.module.emit_wasm())
}

struct Writer<'a> {
    module: Module,
    plan: &'a Plan,
    names: &'a [&'a str],
    part: usize,
    ids: Vec<FunctionId>,
    memory: MemoryId,
    table: TableId,
}

impl<'a> Writer<'a> {
    fn new(bound: &[u8], plan: &'a Plan, names: &'a [&'a str], part: usize) -> Result<Self> {
        let module = Module::from_buffer(bound)?;
        let ids = module.funcs.iter().map(walrus::Function::id).collect();
        let memory = module.memories.iter().next().context("there is no memory")?.id();
        let table = module.tables.main_function_table()?.context("there is no function table")?;
        Ok(Self { module, plan, names, part, ids, memory, table })
    }

    /// Leaves only the bytes of this part in memory's segments.
    fn segments(&mut self, pieces: &[Piece]) -> Result<()> {
        let old: Vec<_> = self.module.data.iter().map(walrus::Data::id).collect();
        self.module.memories.get_mut(self.memory).data_segments.clear();
        for (at, id) in old.iter().enumerate() {
            let data = self.module.data.get(*id);
            let DataKind::Active { offset: ConstExpr::Value(Value::I32(start)), .. } = data.kind else {
                anyhow::bail!("a segment of memory has no fixed place");
            };
            let value = data.value.clone();
            let owned = pieces.iter().zip(&self.plan.pieces).filter(|(piece, _)| piece.segment == at);
            for run in runs(value.len(), owned.map(|(piece, owner)| (piece.bytes.clone(), *owner)), self.part)? {
                let offset = ConstExpr::Value(Value::I32(start + i32::try_from(run.start)?));
                let kind = DataKind::Active { memory: self.memory, offset };
                let added = self.module.data.add(kind, value[run].to_vec());
                self.module.memories.get_mut(self.memory).data_segments.insert(added);
            }
        }
        for id in old {
            self.module.data.delete(id);
        }
        Ok(())
    }

    /// Leaves only the functions of this part in the table; and gives those that scripts call by way of the first part, while
    /// they are in a later one, a slot at the end.
    fn slots(&mut self) -> Result<()> {
        let mut filled: Vec<(i32, FunctionId)> = Vec::new();
        let old: Vec<_> = self.module.elements.iter().map(walrus::Element::id).collect();
        for id in &old {
            let element = self.module.elements.get(*id);
            let (
                ElementKind::Active { offset: ConstExpr::Value(Value::I32(start)), .. },
                ElementItems::Functions(items),
            ) = (&element.kind, &element.items)
            else {
                anyhow::bail!("a segment of the table has no fixed place");
            };
            filled.extend((*start..).zip(items.iter().copied()));
        }
        let exported = self.exported();
        let table = self.module.tables.get_mut(self.table);
        let first = i32::try_from(table.initial)?;
        table.initial += exported.len() as u64;
        table.maximum = table.maximum.map(|most| most + exported.len() as u64);
        table.elem_segments.clear();
        for id in old {
            self.module.elements.delete(id);
        }
        filled.extend((first..).zip(exported.iter().map(|at| self.ids[*at])));
        filled.retain(|(_, id)| self.owner(*id) == Some(self.part));
        for run in filled.chunk_by(|(a, _), (b, _)| a + 1 == *b) {
            let kind = ElementKind::Active { table: self.table, offset: ConstExpr::Value(Value::I32(run[0].0)) };
            let items = ElementItems::Functions(run.iter().map(|(_, id)| *id).collect());
            let added = self.module.elements.add(kind, items);
            self.module.tables.get_mut(self.table).elem_segments.insert(added);
        }
        if self.part == 0 {
            self.forward((first..).zip(exported).collect());
        }
        Ok(())
    }

    /// Exported functions of later parts, in the order of the functions.
    fn exported(&self) -> Vec<usize> {
        let exports = &self.module.exports;
        let later = |at: &usize| self.plan.functions[*at].is_some_and(|part| part > 0);
        (0..self.ids.len()).filter(later).filter(|at| exports.get_exported_func(self.ids[*at]).is_some()).collect()
    }

    /// In the first part, what is exported from a later one only calls what lies in its slot.
    fn forward(&mut self, slots: Vec<(i32, usize)>) {
        for (slot, at) in slots {
            let ty = self.module.funcs.get(self.ids[at]).ty();
            let types = self.module.types.get(ty);
            let (takes, gives) = (types.params().to_vec(), types.results().to_vec());
            let taken: Vec<_> = takes.iter().map(|ty| self.module.locals.add(*ty)).collect();
            let mut stub = FunctionBuilder::new(&mut self.module.types, &takes, &gives);
            let mut body = stub.func_body();
            for local in &taken {
                body.local_get(*local);
            }
            body.i32_const(slot).call_indirect(ty, self.table);
            let stub = stub.finish(taken, &mut self.module.funcs);
            for export in self.module.exports.iter_mut() {
                if matches!(export.item, ExportItem::Function(id) if id == self.ids[at]) {
                    export.item = ExportItem::Function(stub);
                }
            }
        }
    }

    fn owner(&self, id: FunctionId) -> Option<usize> {
        self.ids.iter().position(|own| *own == id).and_then(|at| self.plan.functions[at])
    }

    /// The first part hands on the memory, the tables and the globals.
    fn share(&mut self) {
        self.module.exports.add("m", self.memory);
        let tables: Vec<_> = self.module.tables.iter().map(walrus::Table::id).collect();
        for (at, table) in tables.into_iter().enumerate() {
            self.module.exports.add(&shared('t', at), table);
        }
        let globals: Vec<_> = self.module.globals.iter().map(walrus::Global::id).collect();
        for (at, global) in globals.into_iter().enumerate() {
            self.module.exports.add(&shared('g', at), global);
        }
    }

    /// A later part takes them from the first, and has no exports of its own but those for the next parts.
    fn borrow(&mut self) {
        let first = self.names[0];
        self.module.start = None;
        let exports: Vec<_> = self.module.exports.iter().map(walrus::Export::id).collect();
        for export in exports {
            self.module.exports.delete(export);
        }
        let import = self.module.imports.add(first, "m", self.memory);
        self.module.memories.get_mut(self.memory).import = Some(import);
        let tables: Vec<_> = self.module.tables.iter().map(walrus::Table::id).collect();
        for (at, table) in tables.into_iter().enumerate() {
            let import = self.module.imports.add(first, &shared('t', at), table);
            self.module.tables.get_mut(table).import = Some(import);
        }
        let globals: Vec<_> = self.module.globals.iter().map(walrus::Global::id).collect();
        for (at, global) in globals.into_iter().enumerate() {
            let import = self.module.imports.add(first, &shared('g', at), global);
            self.module.globals.get_mut(global).kind = GlobalKind::Import(import);
        }
    }

    /// Functions of earlier parts become imports; those that later parts need become exports.
    fn functions(&mut self) {
        // What scripts hand over comes through the first part.
        let home = |at: usize| match self.module.funcs.get(self.ids[at]).kind {
            FunctionKind::Import(_) => Some(0),
            FunctionKind::Local(_) | FunctionKind::Uninitialized(_) => self.plan.functions[at],
        };
        let homes: Vec<Option<usize>> = (0..self.ids.len()).map(home).collect();
        let mut wanted = vec![false; self.ids.len()];
        let mut needed = vec![false; self.ids.len()];
        for (at, calls) in self.plan.calls.iter().enumerate() {
            let Some(user) = self.plan.functions[at] else { continue };
            for callee in calls {
                let Some(home) = homes[*callee] else { continue };
                wanted[*callee] |= home == self.part && user > home;
                needed[*callee] |= user == self.part && home < user;
            }
        }
        for at in 0..self.ids.len() {
            let id = self.ids[at];
            let name = short(at);
            if wanted[at] {
                self.module.exports.add(&name, id);
            }
            if let (true, Some(home)) = (needed[at], homes[at]) {
                let ty = self.module.funcs.get(id).ty();
                if let FunctionKind::Import(old) = &self.module.funcs.get(id).kind {
                    let old = old.import;
                    self.module.imports.delete(old);
                }
                let import = self.module.imports.add(self.names[home], &name, id);
                self.module.funcs.get_mut(id).kind = FunctionKind::Import(ImportedFunction { import, ty });
            }
        }
    }

    /// Takes out what nothing in this part uses.
    fn tidy(&mut self) {
        let customs: Vec<_> = self.module.customs.iter().map(|(id, section)| (id, section.name().to_owned())).collect();
        for (id, name) in customs {
            if name != "target_features" {
                self.module.customs.delete(id);
            }
        }
        for function in self.module.funcs.iter_mut() {
            function.name = None;
        }
        walrus::passes::gc::run(&mut self.module);
    }
}

/// The stretches of a segment that a part writes. Pieces come in order. Bytes of no piece belong to the first part, and so
/// does what no part reaches, as zeros that are not written.
fn runs(
    length: usize,
    pieces: impl Iterator<Item = (Range<usize>, Option<usize>)>,
    part: usize,
) -> Result<Vec<Range<usize>>> {
    let mut owners: Vec<Option<usize>> = vec![Some(0); length];
    let mut free = vec![true; length];
    for (bytes, owner) in pieces {
        owners.get_mut(bytes.clone()).context("a symbol lies outside of its segment")?.fill(owner);
        free[bytes].fill(false);
    }
    let mut runs: Vec<Range<usize>> = Vec::new();
    for at in (0..length).filter(|at| owners[*at] == Some(part)) {
        match runs.last_mut() {
            // Nobody writes to the bytes between, so that they may be written twice.
            Some(last) if at - last.end <= JOIN && free[last.end..at].iter().all(|free| *free) => last.end = at + 1,
            _ => runs.push(at..at + 1),
        }
    }
    Ok(runs)
}

/// The name of a table or a global. It has a dot, which names of functions have not.
fn shared(kind: char, number: usize) -> String {
    format!("{kind}.{number}")
}

/// A number as a name of two letters, or more: in order, so that a list of them is small when it is packed.
fn short(number: usize) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let rest = if number < 64 * 64 { String::new() } else { short(number / (64 * 64) - 1) };
    let letters = [number / 64 % 64, number % 64].map(|digit| char::from(LETTERS[digit]));
    letters.iter().collect::<String>() + &rest
}

#[cfg(test)]
mod tests {
    use super::{shared, short};
    use std::collections::HashSet;

    #[test]
    fn no_two_things_have_one_name() {
        let functions: HashSet<String> = (0..9_000).map(short).collect();
        assert_eq!(functions.len(), 9_000);
        let others: HashSet<String> = (0..200).flat_map(|at| [shared('t', at), shared('g', at)]).collect();
        assert_eq!(others.len(), 400);
        assert!(functions.is_disjoint(&others));
    }
}
