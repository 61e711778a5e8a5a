//! Breadth first through the states of a model. It knows no machine: only keys, moves and an order.
//!
//! The order is fixed: level by level, within a level by parent, within a parent by action. Several threads look at several
//! parents at once, and what they find is put together in that order, so the answer does not depend on how many there are.

use crate::{End, Key, Model, Node};
use seqbell_script::core::Input;
use std::collections::HashSet;
use std::ops::ControlFlow;

/// Parents looked at by one thread before the findings are put together.
const BLOCK: usize = 24;
/// No parent.
const ROOT: u32 = u32::MAX;

/// What ended a search before every state was seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// Paths would be longer than `Bounds::actions`.
    Actions,
    /// `Bounds::states` states are kept.
    States,
}

/// How far a search has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Different states seen.
    pub states: usize,
    /// Moves made.
    pub moves: u64,
    /// Actions on the way to the states that are being looked at.
    pub depth: usize,
    /// States of this level that are still to be looked at.
    pub left: usize,
    /// Runs that did not come to an end within `Bounds::steps`.
    pub cut: u64,
    /// Actions that were not tried because too much waited already.
    pub held_back: u64,
}

/// One host action and the steps after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// The action.
    pub input: Input,
    /// Steps until the machine waits, or until the question is answered.
    pub steps: u64,
}

/// A way to an answer, from where the model starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    /// Steps before the first action.
    pub before: u64,
    /// The actions.
    pub moves: Vec<Move>,
}

/// What a search came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// A run answers the question; none needs fewer actions.
    Found(Path),
    /// No run does, and every state that the actions lead to was seen.
    Exhausted,
    /// No run within the bounds does.
    Bounded(Limit),
    /// Somebody stopped the search.
    Cancelled,
}

/// A verdict, and what it cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The verdict.
    pub verdict: Verdict,
    /// How far the search came.
    pub progress: Progress,
}

struct Entry {
    parent: u32,
    action: u16,
}

struct Open {
    id: u32,
    node: Node,
}

/// What one parent led to.
#[derive(Default)]
struct Findings {
    nodes: Vec<(u16, Node)>,
    moments: Vec<Key>,
    moves: u64,
    held_back: u64,
}

/// A search that can be taken in slices: for a worker that also has to listen.
pub struct Search<'m> {
    model: &'m Model,
    seen: Seen,
    entries: Vec<Entry>,
    level: Vec<Open>,
    at: usize,
    next: Vec<Open>,
    progress: Progress,
    verdict: Option<Verdict>,
}

impl<'m> Search<'m> {
    /// At the roots of the model.
    pub fn new(model: &'m Model) -> Self {
        let mut search = Self {
            model,
            seen: Seen::default(),
            entries: Vec::new(),
            level: Vec::new(),
            at: 0,
            next: Vec::new(),
            progress: Progress::default(),
            verdict: None,
        };
        for (n, root) in model.roots().into_iter().enumerate() {
            // The action of a root says which root it is.
            search.keep(ROOT, n as u16, root);
        }
        search.level = std::mem::take(&mut search.next);
        if model.bounds().actions == 0 && search.verdict.is_none() {
            search.verdict = Some(Verdict::Bounded(Limit::Actions));
        }
        search
    }

    /// How far it has come.
    pub fn progress(&self) -> Progress {
        Progress { left: self.level.len().saturating_sub(self.at), states: self.entries.len(), ..self.progress }
    }

    /// Looks at up to `parents` more states on this thread. Gives the verdict once there is one.
    pub fn advance(&mut self, parents: usize) -> Option<&Verdict> {
        self.advance_on(1, parents)
    }

    /// The same, on so many threads.
    pub fn advance_on(&mut self, threads: usize, parents: usize) -> Option<&Verdict> {
        if self.verdict.is_none() {
            self.turn_level();
        }
        if self.verdict.is_none() {
            let block = &self.level[self.at..self.level.len().min(self.at + parents.max(1))];
            let ids: Vec<u32> = block.iter().map(|open| open.id).collect();
            let found = expand(self.model, &self.seen, block, threads);
            self.merge(&ids, found);
        }
        self.verdict.as_ref()
    }

    /// The answer so far: a search without a verdict counts as cancelled.
    pub fn answer(self) -> Answer {
        let progress = self.progress();
        Answer { verdict: self.verdict.unwrap_or(Verdict::Cancelled), progress }
    }

    fn turn_level(&mut self) {
        if self.at < self.level.len() {
            return;
        }
        self.level = std::mem::take(&mut self.next);
        self.at = 0;
        if self.level.is_empty() {
            self.verdict = Some(Verdict::Exhausted);
            return;
        }
        self.progress.depth += 1;
        if self.progress.depth >= self.model.bounds().actions {
            self.verdict = Some(Verdict::Bounded(Limit::Actions));
        }
    }

    fn merge(&mut self, ids: &[u32], found: Vec<Findings>) {
        for (parent, findings) in ids.iter().zip(found) {
            self.at += 1;
            self.progress.moves += findings.moves;
            self.progress.held_back += findings.held_back;
            self.seen.moments.extend(findings.moments);
            for (action, node) in findings.nodes {
                self.keep(*parent, action, node);
                if self.verdict.is_some() {
                    return;
                }
            }
        }
    }

    fn keep(&mut self, parent: u32, action: u16, node: Node) {
        let answered = node.end == End::Answered;
        if self.verdict.is_some() || (!answered && !self.seen.states.insert(node.key)) {
            return;
        }
        let id = self.entries.len() as u32;
        self.progress.cut += u64::from(node.end == End::Cut && parent != ROOT);
        self.entries.push(Entry { parent, action });
        if answered {
            self.verdict = Some(Verdict::Found(self.path_to(id)));
        } else if self.entries.len() > self.model.bounds().states {
            self.verdict = Some(Verdict::Bounded(Limit::States));
        } else {
            if node.end == End::Waits {
                self.seen.moments.insert(node.moment);
            }
            self.next.push(Open { id, node });
        }
    }

    /// The path to a state: the actions are kept, the steps are found again by making them.
    fn path_to(&self, id: u32) -> Path {
        let mut actions = Vec::new();
        let mut at = &self.entries[id as usize];
        while at.parent != ROOT {
            actions.extend(self.model.actions().get(usize::from(at.action)).copied());
            at = &self.entries[at.parent as usize];
        }
        actions.reverse();
        let mut path = Path { before: 0, moves: Vec::new() };
        let Some(root) = self.model.roots().into_iter().nth(usize::from(at.action)) else { return path };
        path.before = root.steps;
        let mut here = root;
        for input in actions {
            let Some(node) = self.model.next(&here, input) else { break };
            path.moves.push(Move { input, steps: node.steps });
            here = node;
        }
        path
    }
}

/// Searches to the end on `threads` threads, telling how far it came; `Break` cancels.
pub fn search(model: &Model, threads: usize, tell: &mut dyn FnMut(&Progress) -> ControlFlow<()>) -> Answer {
    let threads = threads.max(1);
    let mut search = Search::new(model);
    while search.advance_on(threads, threads * BLOCK).is_none() {
        if tell(&search.progress()).is_break() {
            break;
        }
    }
    search.answer()
}

/// What every parent of a block leads to, in order.
fn expand(model: &Model, seen: &Seen, block: &[Open], threads: usize) -> Vec<Findings> {
    let look = |part: &[Open]| part.iter().map(|open| successors(model, seen, open)).collect::<Vec<_>>();
    if threads < 2 || block.len() < 2 {
        return look(block);
    }
    // Neighbours cost about the same, so parts of equal size end at about the same time.
    let size = block.len().div_ceil(threads);
    std::thread::scope(|scope| {
        let parts: Vec<_> = block.chunks(size).map(|part| (part, scope.spawn(move || look(part)))).collect();
        // A thread that did not end well is done again here, where whatever ails it shows.
        parts.into_iter().flat_map(|(part, thread)| thread.join().unwrap_or_else(|_| look(part))).collect()
    })
}

fn successors(model: &Model, seen: &Seen, open: &Open) -> Findings {
    let mut findings = Findings::default();
    for (n, action) in model.actions().iter().enumerate() {
        if model.holds_back(&open.node.machine, *action) {
            findings.held_back += 1;
            continue;
        }
        let Some(begun) = model.begin(&open.node, *action) else { continue };
        findings.moves += 1;
        if model.forgets_actions() {
            // Two orders of the same actions meet here: where the second leads is known without running there again.
            if seen.moments.contains(&begun.moment) || findings.moments.contains(&begun.moment) {
                continue;
            }
            findings.moments.push(begun.moment);
        }
        let node = model.end(begun);
        if node.end == End::Answered || !seen.states.contains(&node.key) {
            findings.nodes.push((n as u16, node));
        }
    }
    findings
}

/// What the search has been through.
#[derive(Default)]
struct Seen {
    /// The states, by key.
    states: HashSet<Key, Low>,
    /// Moments from which the way is known: right after an action, or where a machine waits.
    moments: HashSet<Key, Low>,
}

/// A key is a hash already.
#[derive(Clone, Default)]
struct Low;

impl std::hash::BuildHasher for Low {
    type Hasher = LowHasher;

    fn build_hasher(&self) -> LowHasher {
        LowHasher(0)
    }
}

struct LowHasher(u64);

impl std::hash::Hasher for LowHasher {
    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |h, b| h.rotate_left(8) ^ u64::from(*b));
    }

    fn write_u128(&mut self, i: u128) {
        self.0 = i as u64;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
