//! Who watches a step. Nobody watching costs nothing: a quiet step does the same to the machine and tells nothing.

use crate::Word;
use crate::event::Detail;
use seqbell_facts::Evidence;

/// Takes what a step has to tell.
pub(crate) trait Witness {
    /// Whether anybody looks at all.
    const LOOKS: bool;
    /// What happened.
    fn saw(&mut self, detail: Detail);
    /// What it rests on.
    fn rests_on(&mut self, evidence: Evidence);
    /// It rests on what this word rests on.
    fn rests_on_word(&mut self, word: Word) {
        self.rests_on(word.evidence());
    }
}

/// Nobody watches.
pub(crate) struct Nobody;

impl Witness for Nobody {
    const LOOKS: bool = false;
    fn saw(&mut self, _: Detail) {}
    fn rests_on(&mut self, _: Evidence) {}
}

/// Somebody keeps what there is to see.
pub(crate) struct Watcher {
    /// What happened.
    pub(crate) detail: Detail,
    /// The weakest evidence so far (rule R5).
    pub(crate) evidence: Evidence,
}

impl Watcher {
    /// Nothing seen yet, resting on the row alone.
    pub(crate) const fn new(evidence: Evidence) -> Self {
        Self { detail: Detail::None, evidence }
    }
}

impl Witness for Watcher {
    const LOOKS: bool = true;

    fn saw(&mut self, detail: Detail) {
        self.detail = detail;
    }

    fn rests_on(&mut self, evidence: Evidence) {
        self.evidence = self.evidence.weakest(evidence);
    }
}
