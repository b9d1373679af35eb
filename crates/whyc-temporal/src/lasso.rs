//! Runs that go on forever: some steps, then some that come again and again.

use rustc_hash::FxHashMap;

use crate::store::{Outlook, OutlookId, State, StateId, Store, TooLarge};

/// A run: `letters`, the last of which is followed by the one at `start`. A letter has a value for each atom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lasso {
    /// The steps.
    pub letters: Vec<Vec<bool>>,
    /// Where the loop starts.
    pub start: usize,
}

impl Lasso {
    /// The step after this one.
    #[must_use]
    pub fn next(&self, at: usize) -> usize {
        if at + 1 < self.letters.len() { at + 1 } else { self.start }
    }
}

impl Store {
    /// Whether a state must come to an end: what waits in it forever was never seen.
    #[must_use]
    pub fn must_end(&self, state: StateId) -> bool {
        match self.state(state) {
            State::Until(..) | State::Then(..) | State::Fails(_) => true,
            State::Bool(_)
            | State::And(..)
            | State::Or(..)
            | State::Next(..)
            | State::Release(..)
            | State::Trigger(..)
            | State::Weak(_) => false,
            State::Abort(inner, _) | State::Reject(inner, _) => self.must_end(inner),
        }
    }

    /// Whether a property holds on a run that goes on forever.
    ///
    /// # Errors
    /// If it has too many parts.
    pub fn holds_on(&mut self, state: StateId, lasso: &Lasso) -> Result<bool, TooLarge> {
        let mut game = Game { nodes: Vec::new(), node_from_key: FxHashMap::default() };
        let root = game.node(state, 0);
        let mut at = 0;
        while at < game.nodes.len() {
            let (state, position) = game.nodes[at].key;
            let expanded = self.expand(state)?;
            let settled = self.settled(expanded, &lasso.letters[position]);
            game.nodes[at].outlook = Some(settled);
            let mut waiting = Vec::new();
            waiting_in(self, settled, &mut waiting);
            let next = lasso.next(position);
            game.nodes[at].successors = waiting.into_iter().map(|state| game.node(state, next)).collect();
            at += 1;
        }
        Ok(game.solve(self, lasso)[root])
    }
}

/// The states that wait in an outlook.
pub(crate) fn waiting_in(store: &Store, outlook: OutlookId, into: &mut Vec<StateId>) {
    match store.outlook(outlook) {
        Outlook::Const(_) | Outlook::Bool(_) => {}
        Outlook::Wait(state, _) => {
            if !into.contains(state) {
                into.push(*state);
            }
        }
        Outlook::All(parts) | Outlook::Any(parts) => parts.iter().for_each(|&part| waiting_in(store, part, into)),
    }
}

struct Node {
    key: (StateId, usize),
    outlook: Option<OutlookId>,
    successors: Vec<usize>,
}

/// A state at each position of the run that it comes to.
struct Game {
    nodes: Vec<Node>,
    node_from_key: FxHashMap<(StateId, usize), usize>,
}

impl Game {
    fn node(&mut self, state: StateId, position: usize) -> usize {
        let new = self.nodes.len();
        let at = *self.node_from_key.entry((state, position)).or_insert(new);
        if at == new {
            self.nodes.push(Node { key: (state, position), outlook: None, successors: Vec::new() });
        }
        at
    }

    /// The value of each node. What depends on itself is all of one kind: within such a component the values grow from false if
    /// it must end, and shrink from true otherwise.
    fn solve(&self, store: &Store, lasso: &Lasso) -> Vec<bool> {
        let mut values = vec![false; self.nodes.len()];
        for component in components(self.nodes.len(), |at| &self.nodes[at].successors) {
            // What is not on a cycle has the value that it is given by others.
            let starts_true = component.iter().all(|&at| !store.must_end(self.nodes[at].key.0));
            component.iter().for_each(|&at| values[at] = starts_true);
            loop {
                let mut is_changed = false;
                for &at in &component {
                    let Some(outlook) = self.nodes[at].outlook else { continue };
                    let value = self.value(store, outlook, lasso.next(self.nodes[at].key.1), &values);
                    is_changed |= value != values[at];
                    values[at] = value;
                }
                if !is_changed {
                    break;
                }
            }
        }
        values
    }

    fn value(&self, store: &Store, outlook: OutlookId, next: usize, values: &[bool]) -> bool {
        match store.outlook(outlook) {
            Outlook::Const(value) => *value,
            Outlook::Bool(_) => false,
            Outlook::Wait(state, _) => self.node_from_key.get(&(*state, next)).is_some_and(|&at| values[at]),
            Outlook::All(parts) => parts.iter().all(|&part| self.value(store, part, next, values)),
            Outlook::Any(parts) => parts.iter().any(|&part| self.value(store, part, next, values)),
        }
    }
}

/// The strongly connected components of a graph, each after those that it leads to (Tarjan's, without recursion).
pub(crate) fn components<'a>(n: usize, successors: impl Fn(usize) -> &'a [usize]) -> Vec<Vec<usize>> {
    const NEW: usize = usize::MAX;
    let (mut index, mut low, mut on_stack) = (vec![NEW; n], vec![0; n], vec![false; n]);
    let (mut stack, mut found, mut count) = (Vec::new(), Vec::new(), 0);
    for root in 0..n {
        if index[root] != NEW {
            continue;
        }
        let mut calls: Vec<(usize, usize)> = vec![(root, 0)];
        while let Some(&(at, edge)) = calls.last() {
            if edge == 0 {
                (index[at], low[at]) = (count, count);
                count += 1;
                stack.push(at);
                on_stack[at] = true;
            }
            if let Some(&next) = successors(at).get(edge) {
                if let Some(call) = calls.last_mut() {
                    call.1 += 1;
                }
                if index[next] == NEW {
                    calls.push((next, 0));
                } else if on_stack[next] {
                    low[at] = low[at].min(index[next]);
                }
                continue;
            }
            calls.pop();
            if let Some(&(parent, _)) = calls.last() {
                low[parent] = low[parent].min(low[at]);
            }
            if low[at] == index[at] {
                let mut component = Vec::new();
                while let Some(member) = stack.pop() {
                    on_stack[member] = false;
                    component.push(member);
                    if member == at {
                        break;
                    }
                }
                component.sort_unstable();
                found.push(component);
            }
        }
    }
    found
}

#[cfg(test)]
pub(crate) mod tests;
