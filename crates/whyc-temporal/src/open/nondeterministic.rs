//! Properties as explicit automata: a run is accepted if it visits accepting states again and again.

use std::collections::{BTreeMap, BTreeSet};

use crate::atom::Atom;
use crate::store::{Outlook, OutlookId, StateId, Store, TooLarge};
use crate::syntax::Expr;

/// How many ways to go on a state may have.
const MANY_WAYS: usize = 256;

/// States still to be seen, and those of them that are followed until they end.
type Situation = (BTreeSet<StateId>, BTreeSet<StateId>);

/// An automaton over the values of some signals.
pub(super) struct Nondeterministic {
    /// For each state and letter, the states that may follow. State 0 is the first.
    pub(super) next: Vec<Vec<Vec<usize>>>,
    /// Which states are accepting.
    pub(super) accepting: Vec<bool>,
}

impl Nondeterministic {
    /// The automaton of a property. A hidden signal does whatever helps.
    pub(super) fn new(
        expr: &Expr,
        visible: &[Atom],
        hidden: Option<&Atom>,
        max_states: usize,
    ) -> Result<Self, TooLarge> {
        let mut store = Store::new();
        // Atoms are numbered as they come: the visible ones first.
        for atom in visible.iter().chain(hidden) {
            store.atom(atom);
        }
        let root = store.lower(expr)?;
        let n_atoms = store.atoms().len();
        let n_letters = 1usize << visible.len();
        let first: Situation = (BTreeSet::from([root]), BTreeSet::new());
        let mut at_from_situation = BTreeMap::from([(first.clone(), 0)]);
        let mut situations = vec![first];
        let mut next: Vec<Vec<Vec<usize>>> = Vec::new();
        while next.len() < situations.len() {
            let situation = situations[next.len()].clone();
            let mut rows = Vec::with_capacity(n_letters);
            for bits in 0..n_letters {
                let mut row = BTreeSet::new();
                for value in if hidden.is_some() { vec![false, true] } else { vec![false] } {
                    let mut letter: Vec<bool> = (0..visible.len()).map(|at| bits >> at & 1 == 1).collect();
                    letter.resize(n_atoms, false);
                    if hidden.is_some() {
                        letter[visible.len()] = value;
                    }
                    for after in followers(&mut store, &situation, &letter)? {
                        let new = situations.len();
                        let at = *at_from_situation.entry(after.clone()).or_insert(new);
                        if at == new {
                            situations.push(after);
                        }
                        row.insert(at);
                    }
                }
                rows.push(row.into_iter().collect());
            }
            next.push(rows);
            if situations.len() > max_states {
                return Err(TooLarge);
            }
        }
        let accepting = situations.iter().map(|(_, followed)| followed.is_empty()).collect();
        Ok(Self { next, accepting })
    }
}

/// What may follow a situation in one step.
fn followers(store: &mut Store, (all, followed): &Situation, letter: &[bool]) -> Result<Vec<Situation>, TooLarge> {
    let owing = ways_of(store, followed.iter().copied(), letter)?;
    let others = ways_of(store, all.difference(followed).copied(), letter)?;
    let mut found = Vec::new();
    for owed in &owing {
        for rest in &others {
            let after: BTreeSet<StateId> = owed.union(rest).copied().collect();
            let from = if followed.is_empty() { &after } else { owed };
            let to_follow = from.iter().copied().filter(|&state| store.must_end(state)).collect();
            found.push((after, to_follow));
        }
    }
    Ok(found)
}

/// The smallest sets of states that may wait after a step in which all of some states are seen.
fn ways_of(
    store: &mut Store,
    states: impl Iterator<Item = StateId>,
    letter: &[bool],
) -> Result<Vec<BTreeSet<StateId>>, TooLarge> {
    let mut outlooks = Vec::new();
    for state in states {
        let expanded = store.expand(state)?;
        outlooks.push(store.settled(expanded, letter));
    }
    let whole = store.all(outlooks);
    ways(store, whole)
}

fn ways(store: &Store, outlook: OutlookId) -> Result<Vec<BTreeSet<StateId>>, TooLarge> {
    let mut found: Vec<BTreeSet<StateId>> = match store.outlook(outlook) {
        Outlook::Const(true) => vec![BTreeSet::new()],
        Outlook::Const(false) | Outlook::Bool(_) => Vec::new(),
        Outlook::Wait(state, _) => vec![BTreeSet::from([*state])],
        Outlook::Any(parts) => {
            let mut any = Vec::new();
            for &part in parts {
                any.extend(ways(store, part)?);
            }
            any
        }
        Outlook::All(parts) => {
            let mut all = vec![BTreeSet::new()];
            for &part in parts {
                let more = ways(store, part)?;
                all = all.iter().flat_map(|it: &BTreeSet<StateId>| more.iter().map(move |other| it | other)).collect();
                if all.len() > MANY_WAYS {
                    all = smallest(all);
                }
                if all.len() > MANY_WAYS {
                    return Err(TooLarge);
                }
            }
            all
        }
    };
    found = smallest(found);
    if found.len() > MANY_WAYS { Err(TooLarge) } else { Ok(found) }
}

/// Those that contain no other one.
fn smallest(mut sets: Vec<BTreeSet<StateId>>) -> Vec<BTreeSet<StateId>> {
    sets.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    sets.dedup();
    let mut kept: Vec<BTreeSet<StateId>> = Vec::new();
    for set in sets {
        if !kept.iter().any(|it| it.is_subset(&set)) {
            kept.push(set);
        }
    }
    kept
}
