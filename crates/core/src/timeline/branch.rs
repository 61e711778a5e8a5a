//! Branches: acting in the past opens a new one and keeps the old future. Two of them can be compared.

use super::{Act, Timeline};
use crate::Event;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Branches kept at once, the current one not counted.
const BRANCHES_MAX: usize = 64;

/// A line of history: what was done, and how far it went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// Its name.
    pub name: String,
    /// What was done, oldest first.
    pub acts: Vec<Act>,
    /// Steps made.
    pub steps: u64,
}

/// A place where two histories are not the same.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Difference {
    /// The event of the left history, if it goes on that far.
    pub left: Option<Event>,
    /// The event of the right history, if it goes on that far.
    pub right: Option<Event>,
}

impl Timeline {
    /// Name of the current branch.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The other branches, oldest first.
    pub fn branches(&self) -> &[Branch] {
        &self.branches
    }

    /// How far this branch had gone before it was taken back, in steps; where it is now if it was not.
    pub fn furthest(&self) -> u64 {
        self.future.as_ref().map_or(self.now.steps(), |f| f.steps)
    }

    /// The host action that [`Timeline::redo`] would do again.
    pub fn undone(&self) -> Option<Act> {
        self.future.as_ref()?.acts.get(self.acts.len()).copied()
    }

    /// Does the next undone host action again, at the step where it was done. Returns its event.
    pub fn redo(&mut self) -> Option<Event> {
        let act = self.undone()?;
        while self.now.steps() < act.step {
            self.step().ok()?;
        }
        self.apply(act.input).ok()
    }

    /// Goes to the branch with this name; without one, begins it here and keeps the current one as it is.
    /// False if too many branches are kept.
    pub fn branch(&mut self, name: &str) -> bool {
        if name == self.name {
            return true;
        }
        let this = self.future.take().unwrap_or_else(|| self.this_branch());
        if let Some(place) = self.branches.iter().position(|b| b.name == name) {
            let other = core::mem::replace(&mut self.branches[place], this);
            self.go_to(other);
            return true;
        }
        let room = self.branches.len() < BRANCHES_MAX;
        if room {
            self.branches.push(this);
            self.name = name.to_string();
        }
        room
    }

    /// The timeline of another branch; this one stays where it is.
    pub fn on_branch(&self, name: &str) -> Option<Timeline> {
        let known = name == self.name || self.branches.iter().any(|b| b.name == name);
        known.then(|| {
            let mut other = self.clone();
            other.branch(name);
            other
        })
    }

    fn go_to(&mut self, branch: Branch) {
        let shared = self.acts.iter().zip(&branch.acts).take_while(|(a, b)| a == b).count();
        // Key frames behind the first action that is not shared belong to the branch that is left.
        let first = |acts: &[Act]| acts.get(shared).map_or(u64::MAX, |a| a.step);
        let fork = first(&self.acts).min(first(&branch.acts));
        let keep = self.frames.iter().rposition(|f| f.acts <= shared && f.machine.steps() <= fork).unwrap_or(0);
        self.frames.truncate(keep + 1);
        self.name = branch.name;
        self.acts = branch.acts;
        self.rebuild(branch.steps, self.acts.len());
    }

    /// Remembers where this branch had gone, before it is taken back.
    pub(super) fn keep_future(&mut self) {
        if self.future.is_none() {
            self.future = Some(self.this_branch());
        }
    }

    /// What is done next, an action or a step, may leave the future that was kept: then it becomes a branch of its own.
    pub(super) fn leave_future(&mut self, act: Option<Act>) {
        let Some(future) = &self.future else { return };
        let expected = future.acts.get(self.acts.len()).copied();
        let same = match act {
            Some(act) => expected == Some(act),
            None => expected.is_none_or(|e| e.step > self.now.steps()),
        };
        let arrived = self.now.steps() + u64::from(act.is_none()) >= future.steps
            && self.acts.len() + usize::from(act.is_some()) >= future.acts.len();
        if same && !arrived {
            return;
        }
        let Some(future) = self.future.take() else { return };
        // A future without an action of its own is nothing that cannot be had again.
        let worth = future.acts.len() > self.acts.len();
        if !same && worth && self.branches.len() < BRANCHES_MAX {
            self.branches.push(future);
            self.name = self.fresh_name();
        }
    }

    fn fresh_name(&self) -> String {
        let taken = |name: &str| self.name == name || self.branches.iter().any(|b| b.name == name);
        (2..).map(|n| format!("branch-{n}")).find(|name| !taken(name)).unwrap_or_default()
    }
}

/// The first place where two histories differ, and all later ones, at most `limit`.
///
/// Events are set beside each other by step, so an action that one side has more shifts nothing.
pub fn differences(left: &Timeline, right: &Timeline, limit: usize) -> Vec<Difference> {
    let (mut left, mut right) = (left.replay().peekable(), right.replay().peekable());
    let mut found = Vec::new();
    while found.len() < limit {
        let difference = match (left.peek().copied(), right.peek().copied()) {
            (None, None) => break,
            (Some(a), Some(b)) if a.step < b.step => Difference { left: left.next(), right: None },
            (Some(a), Some(b)) if a.step > b.step => Difference { left: None, right: right.next() },
            (Some(_), None) => Difference { left: left.next(), right: None },
            (None, Some(_)) => Difference { left: None, right: right.next() },
            (Some(_), Some(_)) => Difference { left: left.next(), right: right.next() },
        };
        if difference.left != difference.right {
            found.push(difference);
        }
    }
    found
}
