//! What a run depends on: the terms that have a say in any value it computes, any decision it takes.
//!
//! A variable that was never set is an input as soon as some run reads it; this run may not. The walk
//! goes from what the run executes down to the leaves, and follows of a choice only what was chosen, of a conjunction that is
//! false one part that is, and of an array the element that was read.

use rustc_hash::FxHashSet;
use whyc_check::Run;
use whyc_term::{Evaluator, Node, Op, TermId, TermStore};
use whyc_unroll::step::{OutputTerm, StepKind, Target, Unrolling};

/// The terms that a run depends on.
pub struct Used {
    terms: FxHashSet<TermId>,
}

impl Used {
    /// Of `run`.
    pub fn new(unrolling: &Unrolling, terms: &TermStore, run: &Run) -> Self {
        let mut walk = Walk { terms, eval: Evaluator::new(terms, &run.inputs), seen: FxHashSet::default() };
        for id in run.executed_steps() {
            let step = &unrolling.steps[id];
            walk.from(step.guard);
            match &step.kind {
                StepKind::Assign { target, value, .. } => {
                    walk.from(*value);
                    if let Target::Computed { pointer, .. } = target {
                        walk.from(*pointer);
                    }
                }
                StepKind::Branch { cond, .. } | StepKind::Assume { cond } | StepKind::Check { cond, .. } => {
                    walk.from(*cond);
                }
                StepKind::Switch { value, .. }
                | StepKind::Leave { value: Some((value, _)), .. }
                | StepKind::Free { pointer: value }
                | StepKind::Output { item: OutputTerm::Byte(value) | OutputTerm::Number { value, .. }, .. } => {
                    walk.from(*value);
                }
                // A join passes a value on; an input is what this is about.
                StepKind::Merge { .. }
                | StepKind::Input { .. }
                | StepKind::Storage { .. }
                | StepKind::Leave { value: None, .. }
                | StepKind::Output { item: OutputTerm::Text(_), .. }
                | StepKind::Enter { .. }
                | StepKind::Allocate { .. }
                | StepKind::Halt
                | StepKind::Cut { .. }
                | StepKind::Unsupported { .. } => {}
            }
        }
        Self { terms: walk.seen }
    }

    /// Whether the run depends on an input.
    pub fn contains(&self, terms: &TermStore, input: TermId) -> bool {
        // A `_Bool` is one free bit, extended.
        self.terms.contains(&input) || terms.children(input).any(|child| self.terms.contains(&child))
    }
}

struct Walk<'a> {
    terms: &'a TermStore,
    eval: Evaluator<'a>,
    seen: FxHashSet<TermId>,
}

impl Walk<'_> {
    fn from(&mut self, root: TermId) {
        let mut open = vec![root];
        while let Some(term) = open.pop() {
            if self.seen.insert(term) {
                self.parts(term, &mut open);
            }
        }
    }

    /// The parts of a term that it depends on in this run.
    fn parts(&mut self, term: TermId, open: &mut Vec<TermId>) {
        match self.terms.node(term) {
            Node::Ite(cond, then, other) => {
                open.extend([cond, if self.eval.bool(cond) { then } else { other }]);
            }
            Node::Binary(Op::And, a, b) if !self.eval.bool(term) => {
                let known = [a, b].into_iter().filter(|&part| !self.eval.bool(part));
                let known: Vec<TermId> = known.collect();
                // One is enough; one that is used already is best.
                let chosen = known.iter().find(|part| self.seen.contains(part)).or(known.first());
                open.extend(chosen.copied());
            }
            Node::Binary(Op::Select, array, index) => {
                open.push(index);
                self.element(array, index, open);
            }
            _ => open.extend(self.terms.children(term)),
        }
    }

    /// What the element of `array` at `index` depends on.
    fn element(&mut self, array: TermId, index: TermId, open: &mut Vec<TermId>) {
        let at = self.eval.bits(index);
        let mut array = array;
        loop {
            match self.terms.node(array) {
                Node::Store(_, written, value) if self.eval.bits(written) == at => {
                    return open.extend([written, value]);
                }
                Node::Store(before, written, _) => {
                    open.push(written);
                    array = before;
                }
                Node::Ite(cond, then, other) => {
                    open.push(cond);
                    array = if self.eval.bool(cond) { then } else { other };
                }
                _ => return open.push(array),
            }
        }
    }
}
