//! Which numbers of a loop matter: those that a property, an assumption or the end of a loop depends on, now or after more
//! rounds.
//!
//! What nothing depends on, such as a log that is only written, needs no invariant: what is to be shown says nothing of it.

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_term::{TermId, TermStore};
use whyc_unroll::cuts::LoopCuts;
use whyc_unroll::step::{StepKind, Unrolling};

/// A number of an entry, by the positions of both.
type Which = (usize, usize);

/// The numbers that matter.
#[derive(Clone, Debug, Default)]
pub struct Relevant {
    numbers: FxHashSet<Which>,
}

impl Relevant {
    /// Of the loops that were cut in an unrolling.
    pub fn new(terms: &TermStore, unrolling: &Unrolling, cuts: &LoopCuts) -> Self {
        let mut search =
            Search { terms, cuts, of_leaf: leaves(terms, cuts), seen: FxHashSet::default(), todo: Vec::new() };
        for step in &unrolling.steps {
            match step.kind {
                StepKind::Assume { cond } | StepKind::Check { cond, .. } => search.todo.extend([step.guard, cond]),
                StepKind::Unsupported { .. } | StepKind::Cut { .. } => search.todo.push(step.guard),
                StepKind::Input { .. }
                | StepKind::Storage { .. }
                | StepKind::Allocate { .. }
                | StepKind::Free { .. }
                | StepKind::Output { .. }
                | StepKind::Assign { .. }
                | StepKind::Merge { .. }
                | StepKind::Branch { .. }
                | StepKind::Switch { .. }
                | StepKind::Enter { .. }
                | StepKind::Leave { .. }
                | StepKind::Halt => {}
            }
        }
        Self { numbers: search.run() }
    }

    /// Whether a number of an entry matters.
    pub fn contains(&self, entry: usize, nth: usize) -> bool {
        self.numbers.contains(&(entry, nth))
    }
}

/// For each term without parts, the numbers that are made of it in some round.
fn leaves(terms: &TermStore, cuts: &LoopCuts) -> FxHashMap<TermId, Vec<Which>> {
    let mut found: FxHashMap<TermId, Vec<Which>> = FxHashMap::default();
    for (entry, it) in cuts.entries.iter().enumerate() {
        for (nth, number) in it.numbers.iter().enumerate().filter(|(_, number)| number.is_changed) {
            let mut todo = vec![number.any];
            let mut seen = FxHashSet::default();
            while let Some(term) = todo.pop() {
                if !seen.insert(term) {
                    continue;
                }
                let parts = terms.children(term);
                if parts.len() == 0 {
                    found.entry(term).or_default().push((entry, nth));
                }
                todo.extend(parts);
            }
        }
    }
    found
}

struct Search<'a> {
    terms: &'a TermStore,
    cuts: &'a LoopCuts,
    of_leaf: FxHashMap<TermId, Vec<Which>>,
    seen: FxHashSet<TermId>,
    todo: Vec<TermId>,
}

impl Search<'_> {
    /// Follows what the terms to do are made of, and what the numbers among that become in a round.
    fn run(mut self) -> FxHashSet<Which> {
        let mut found = FxHashSet::default();
        while let Some(term) = self.todo.pop() {
            if !self.seen.insert(term) {
                continue;
            }
            let parts = self.terms.children(term);
            if parts.len() == 0 {
                for (entry, nth) in self.of_leaf.remove(&term).unwrap_or_default() {
                    if found.insert((entry, nth)) {
                        self.follow(entry, nth);
                    }
                }
            }
            self.todo.extend(parts);
        }
        found
    }

    fn follow(&mut self, entry: usize, nth: usize) {
        let it = &self.cuts.entries[entry];
        self.todo.extend([it.guard, it.numbers[nth].entry]);
        self.todo
            .extend(it.rounds.iter().flat_map(|round| [Some(round.guard), round.values.get(nth).copied()]).flatten());
    }
}
