//! Which part each function and each piece of data belongs to: the first part from whose exports it can be reached, by a call
//! or through memory.

use std::collections::{HashMap, HashSet};

use anyhow::{Result, bail};
use walrus::ir::{Visitor, dfs_in_order};
use walrus::{ExportItem, FunctionId, FunctionKind, Module};

use crate::Part;
use crate::relocs::{Item, References};

/// The plan for one module.
pub(crate) struct Plan {
    /// The part of each function by its place; nothing reaches those without one.
    pub(crate) functions: Vec<Option<usize>>,
    /// The part of each piece of data, in the order of [`References::pieces`].
    pub(crate) pieces: Vec<Option<usize>>,
    /// What each function names in its code: calls, and functions as values.
    pub(crate) calls: Vec<Vec<usize>>,
}

/// A place in both webs at once: the module after wasm-bindgen, and the linked one with its relocations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Node {
    Bound(usize),
    Linked(Item),
}

impl Plan {
    /// # Errors
    /// An export belongs to several parts, or a later part can be reached without a function table.
    pub(crate) fn new(module: &Module, references: &References, parts: &[Part]) -> Result<Self> {
        let ids: HashMap<FunctionId, usize> = module.funcs.iter().enumerate().map(|(at, f)| (f.id(), at)).collect();
        let calls = calls(module, &ids);
        let mut plan = Self { functions: vec![None; calls.len()], pieces: vec![None; references.pieces.len()], calls };
        let web = Web::new(module, references, &plan.calls);
        let roots = roots(module, &ids, parts)?;
        for (part, roots) in roots.iter().enumerate() {
            for node in web.reached(roots) {
                match node {
                    Node::Bound(at) => _ = plan.functions[at].get_or_insert(part),
                    Node::Linked(Item::Data(at)) => _ = plan.pieces[at].get_or_insert(part),
                    Node::Linked(Item::Function(_)) => (),
                }
            }
        }
        plan.adopt();
        Ok(plan)
    }

    /// What wasm-bindgen added and only scripts call goes where the last of what it calls is.
    fn adopt(&mut self) {
        for at in 0..self.functions.len() {
            if self.functions[at].is_none() && !self.calls[at].is_empty() {
                let all: Option<Vec<usize>> = self.calls[at].iter().map(|callee| self.functions[*callee]).collect();
                self.functions[at] = all.and_then(|parts| parts.into_iter().max());
            }
        }
    }
}

/// What each function names in its code.
fn calls(module: &Module, ids: &HashMap<FunctionId, usize>) -> Vec<Vec<usize>> {
    struct Named<'a> {
        ids: &'a HashMap<FunctionId, usize>,
        found: Vec<usize>,
    }
    impl<'instr> Visitor<'instr> for Named<'_> {
        fn visit_function_id(&mut self, function: &FunctionId) {
            self.found.extend(self.ids.get(function));
        }
    }
    let named = |function: &walrus::Function| match &function.kind {
        FunctionKind::Local(local) => {
            let mut named = Named { ids, found: Vec::new() };
            dfs_in_order(&mut named, local, local.entry_block());
            named.found.sort_unstable();
            named.found.dedup();
            named.found
        }
        FunctionKind::Import(_) | FunctionKind::Uninitialized(_) => Vec::new(),
    };
    module.funcs.iter().map(named).collect()
}

/// The exported functions that each part starts from. One that no part names is a start of none: scripts call it only with
/// what the module has handed to them.
fn roots(module: &Module, ids: &HashMap<FunctionId, usize>, parts: &[Part]) -> Result<Vec<Vec<usize>>> {
    let mut roots = vec![Vec::new(); parts.len()];
    for export in module.exports.iter() {
        let ExportItem::Function(id) = export.item else { continue };
        let wanted: Vec<usize> = (0..parts.len()).filter(|part| parts[*part].exports(&export.name)).collect();
        match wanted[..] {
            [] => (),
            [part] => roots[part].push(ids[&id]),
            _ => bail!("the export {} belongs to several parts", export.name),
        }
    }
    if let (Some(start), Some(first)) = (module.start, roots.first_mut()) {
        first.push(ids[&start]);
    }
    if let Some(part) = roots.iter().position(Vec::is_empty) {
        bail!("the module exports nothing of the part {}", parts[part].name);
    }
    Ok(roots)
}

/// Both webs, joined where functions have the same name.
struct Web<'a> {
    references: &'a References,
    calls: &'a [Vec<usize>],
    /// The linked functions of each function.
    linked: Vec<Vec<u32>>,
    /// The functions of each linked function.
    bound: HashMap<u32, Vec<usize>>,
}

impl<'a> Web<'a> {
    fn new(module: &Module, references: &'a References, calls: &'a [Vec<usize>]) -> Self {
        let mut bound: HashMap<u32, Vec<usize>> = HashMap::new();
        let mut linked = Vec::new();
        for (at, function) in module.funcs.iter().enumerate() {
            let same = function.name.as_ref().and_then(|name| references.names.get(name)).cloned().unwrap_or_default();
            for index in &same {
                bound.entry(*index).or_default().push(at);
            }
            linked.push(same);
        }
        Self { references, calls, linked, bound }
    }

    fn reached(&self, roots: &[usize]) -> HashSet<Node> {
        let mut open: Vec<Node> = roots.iter().map(|at| Node::Bound(*at)).collect();
        let mut seen: HashSet<Node> = open.iter().copied().collect();
        while let Some(node) = open.pop() {
            for next in self.next(node) {
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        seen
    }

    fn next(&self, node: Node) -> Vec<Node> {
        match node {
            Node::Bound(at) => {
                let linked = self.linked[at].iter().map(|index| Node::Linked(Item::Function(*index)));
                self.calls[at].iter().map(|at| Node::Bound(*at)).chain(linked).collect()
            }
            Node::Linked(item) => {
                let bound = match item {
                    Item::Function(index) => self.bound.get(&index),
                    Item::Data(_) => None,
                };
                let bound = bound.into_iter().flatten().map(|at| Node::Bound(*at));
                self.references
                    .from
                    .get(&item)
                    .into_iter()
                    .flatten()
                    .map(|item| Node::Linked(*item))
                    .chain(bound)
                    .collect()
            }
        }
    }
}
