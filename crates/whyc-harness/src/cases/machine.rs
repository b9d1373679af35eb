//! State machines: states, steps between them, labels.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write as _;

use super::language::Action;

/// A machine. Steps are in order, and no two are the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Machine {
    /// What each state is called.
    pub labels: Vec<BTreeSet<String>>,
    /// Where it starts: several states as long as cases stand side by side.
    pub starts: BTreeSet<usize>,
    /// The steps.
    pub steps: BTreeSet<(usize, Action, usize)>,
}

impl Machine {
    /// How many states it has.
    #[must_use]
    pub fn n_states(&self) -> usize {
        self.labels.len()
    }

    /// The states that no step leaves.
    #[must_use]
    pub fn ends(&self) -> Vec<usize> {
        (0..self.n_states()).filter(|it| !self.steps.iter().any(|(from, _, _)| from == it)).collect()
    }

    /// The machine with some states only, numbered anew in their order.
    #[must_use]
    pub fn only(&self, kept: &BTreeSet<usize>) -> Self {
        let number: BTreeMap<usize, usize> = kept.iter().enumerate().map(|(k, &it)| (it, k)).collect();
        let steps = self
            .steps
            .iter()
            .filter_map(|(from, action, to)| Some((*number.get(from)?, action.clone(), *number.get(to)?)));
        Self {
            labels: kept.iter().map(|&it| self.labels[it].clone()).collect(),
            starts: self.starts.iter().filter_map(|it| number.get(it).copied()).collect(),
            steps: steps.collect(),
        }
    }

    /// The machine without states in which nothing goes on, and those that only lead to them.
    #[must_use]
    pub fn cleaned(&self) -> Self {
        let mut kept: BTreeSet<usize> = (0..self.n_states()).collect();
        loop {
            let goes_on = |it: &usize| self.steps.iter().any(|(from, _, to)| from == it && kept.contains(to));
            let next: BTreeSet<usize> = kept.iter().copied().filter(goes_on).collect();
            if next.len() == kept.len() {
                return self.only(&kept);
            }
            kept = next;
        }
    }

    /// The machine with states that can be come to only.
    #[must_use]
    pub fn reached(&self) -> Self {
        let mut kept = self.starts.clone();
        let mut queue: VecDeque<usize> = kept.iter().copied().collect();
        while let Some(state) = queue.pop_front() {
            for (_, _, to) in self.steps.iter().filter(|(from, _, _)| *from == state) {
                if kept.insert(*to) {
                    queue.push_back(*to);
                }
            }
        }
        self.only(&kept)
    }

    /// As a graph for Graphviz; ends with a line end.
    #[must_use]
    pub fn dot(&self) -> String {
        let escaped = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
        let mut text = "digraph machine {\n  rankdir=LR;\n  node [shape=circle, fontname=\"sans-serif\"];\n".to_owned();
        for (k, labels) in self.labels.iter().enumerate() {
            let name = labels.iter().map(|it| escaped(it)).collect::<Vec<_>>().join("\\n");
            let look = if self.starts.contains(&k) { ", penwidth=2" } else { "" };
            let _ = writeln!(text, "  n{k} [label=\"{name}\"{look}];");
        }
        for (from, action, to) in &self.steps {
            let _ = writeln!(text, "  n{from} -> n{to} [label=\"{}\"];", escaped(&action.text));
        }
        text.push_str("}\n");
        text
    }
}
