//! Cubes that lead to a violation and are to be shown unreachable: the lowest level first.

use std::collections::BTreeMap;

use super::cube::Cube;

/// A cube from every state of which the same inputs lead to the one after it, or to a violation.
#[derive(Clone, Debug)]
pub(super) struct Obligation {
    pub(super) cube: Cube,
    /// The inputs.
    pub(super) inputs: Vec<bool>,
    /// Where they lead: another obligation, or a violation.
    pub(super) leads_to: LeadsTo,
    /// How many steps it is from the violation.
    pub(super) distance: usize,
}

/// Where an obligation leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LeadsTo {
    /// To every state of another one's cube.
    Obligation(usize),
    /// It violates the property with this position.
    Violation(usize),
}

/// The obligations that were ever met, and in which order the open ones come.
#[derive(Debug, Default)]
pub(super) struct Queue {
    all: Vec<Obligation>,
    /// By level, then by distance, then by age.
    open: BTreeMap<(usize, usize, usize), ()>,
}

impl Queue {
    /// Takes in a new one.
    pub(super) fn add(&mut self, obligation: Obligation, level: usize) {
        self.all.push(obligation);
        self.open_again(self.all.len() - 1, level);
    }

    /// Opens one that was met before, at this level.
    pub(super) fn open_again(&mut self, id: usize, level: usize) {
        self.open.insert((level, self.all[id].distance, id), ());
    }

    /// The next one and its level.
    pub(super) fn pop(&mut self) -> Option<(usize, usize)> {
        self.open.pop_first().map(|((level, _, id), ())| (id, level))
    }

    pub(super) fn get(&self, id: usize) -> &Obligation {
        &self.all[id]
    }

    /// Forgets all of them.
    pub(super) fn clear(&mut self) {
        self.all.clear();
        self.open.clear();
    }
}
