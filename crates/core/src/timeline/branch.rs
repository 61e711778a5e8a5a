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

    /// Goes to the branch with this name; without one, begins it here and keeps the current one as it is.
    /// False if too many branches are kept.
    pub fn branch(&mut self, name: &str) -> bool {
        if name == self.name {
            return true;
        }
        if let Some(place) = self.branches.iter().position(|b| b.name == name) {
            let this = self.this_branch();
            let other = core::mem::replace(&mut self.branches[place], this);
            self.go_to(other);
            return true;
        }
        let room = self.branches.len() < BRANCHES_MAX;
        if room {
            self.branches.push(self.this_branch());
            self.truncate();
            self.name = name.to_string();
        }
        room
    }

    /// The branch this is, and how far it has gone.
    fn this_branch(&self) -> Branch {
        Branch { name: self.name.clone(), acts: self.acts.clone(), steps: self.end }
    }

    /// The step up to which another branch is the same as this one.
    pub fn fork_of(&self, branch: &Branch) -> u64 {
        self.fork(&branch.acts).1.min(self.end).min(branch.steps)
    }

    /// The actions that this line and another one share, and the step of the first that they do not.
    fn fork(&self, other: &[Act]) -> (usize, u64) {
        let shared = self.acts.iter().zip(other).take_while(|(a, b)| a == b).count();
        let first = |acts: &[Act]| acts.get(shared).map_or(u64::MAX, |a| a.step);
        (shared, first(&self.acts).min(first(other)))
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
        let (shared, fork) = self.fork(&branch.acts);
        // Key frames behind the first action that is not shared belong to the branch that is left; the first frame stays.
        self.frames.truncate(self.frames.partition_point(|f| f.before(fork.min(branch.steps), shared)).max(1));
        if let Some(frame) = self.frames.last().cloned() {
            self.changes.truncate(frame.changes);
            self.next_frame = frame.machine.steps() + self.spacing;
            self.restore(&frame);
        }
        self.name = branch.name;
        self.acts = branch.acts;
        self.end = branch.steps;
        self.seek(self.end, self.acts.len());
    }

    /// What is done now is not what was done here before: the future that was kept becomes a branch of its own.
    pub(super) fn cut_future(&mut self) {
        // A future without an action of its own is nothing that cannot be had again.
        if self.done < self.acts.len() && self.branches.len() < BRANCHES_MAX {
            self.branches.push(self.this_branch());
            self.name = self.fresh_name();
        }
        self.truncate();
    }

    /// Forgets the future.
    fn truncate(&mut self) {
        if self.done == self.acts.len() && self.now.steps() == self.end {
            return;
        }
        self.frames.truncate(self.frames_behind().len());
        self.next_frame = self.frames.last().map_or(0, |f| f.machine.steps()) + self.spacing;
        self.acts.truncate(self.done);
        self.changes.truncate(self.noted);
        self.end = self.now.steps();
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
