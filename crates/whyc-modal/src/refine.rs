//! When one system refines another, and the abstraction of a system by a partition.

use std::collections::{BTreeMap, BTreeSet};

use whyc_base::ids::IdVec;

use crate::read::{may_text, must_text};
use crate::system::{ActionId, Must, State, StateId, Step, System};

/// Which must steps an abstraction has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Targets {
    /// To single states only, as in the paper of Bauer, Gentilini and Schneider.
    Single,
    /// To sets of states.
    Sets,
}

/// The most sets of targets of one state that are kept.
const MOST_SETS: usize = 256;

/// Why a system does not refine another; nothing if it does. `coarse_from_fine` says which state of the coarse one stands for each of the fine.
#[must_use]
pub fn difference(fine: &System, coarse: &System, coarse_from_fine: &IdVec<StateId, StateId>) -> Option<String> {
    let of = |it: StateId| coarse_from_fine[it];
    for (id, state) in fine.states().iter_enumerated() {
        let above = &coarse.states()[of(id)];
        if state.labels != above.labels {
            return Some(format!("{} and {} have different labels", state.name, above.name));
        }
        if state.is_initial != above.is_initial {
            return Some(format!("runs begin in one of {} and {} alone", state.name, above.name));
        }
    }
    if let Some(missing) = coarse.initial().find(|&it| !fine.initial().any(|below| of(below) == it)) {
        return Some(format!("{} stands for no state where runs begin", coarse.name(missing)));
    }
    let above = |action: ActionId| coarse.find_action(&fine.actions()[action]);
    for step in fine.may() {
        let is_there = above(step.action)
            .is_some_and(|action| coarse.may().contains(&Step { from: of(step.from), action, to: of(step.to) }));
        if !is_there {
            return Some(format!("{} is new", may_text(fine, step)));
        }
    }
    for must in coarse.must() {
        for (id, state) in fine.states().iter_enumerated().filter(|(id, _)| of(*id) == must.from) {
            let keeps = |it: &&Must| {
                it.from == id
                    && above(it.action) == Some(must.action)
                    && it.to.iter().all(|&to| must.to.contains(&of(to)))
            };
            if !fine.must().iter().any(|it| keeps(&it)) {
                return Some(format!("{} is lost in {}", must_text(coarse, must), state.name));
            }
        }
    }
    None
}

/// The abstraction of a system in which states with the same number are one. Labels that not all of them have are lost, and runs begin where they
/// begin in one of them: whoever wants neither chooses the partition so.
#[must_use]
pub fn abstraction(
    fine: &System,
    part_from_state: &IdVec<StateId, usize>,
    targets: Targets,
) -> (System, IdVec<StateId, StateId>) {
    let mut coarse = System::new();
    let parts: BTreeSet<usize> = part_from_state.iter().copied().collect();
    let mut id_from_part = BTreeMap::new();
    for &part in &parts {
        let members =
            || fine.states().iter_enumerated().filter(|(id, _)| part_from_state[*id] == part).map(|(_, it)| it);
        let names: Vec<&str> = members().map(|it| it.name.as_str()).collect();
        let mut labels: BTreeSet<String> = members().next().map(|it| it.labels.clone()).unwrap_or_default();
        members().for_each(|it| labels.retain(|label| it.labels.contains(label)));
        let state = State { name: names.join("+"), labels, is_initial: members().any(|it| it.is_initial) };
        id_from_part.insert(part, coarse.add_state(state));
    }
    let mut coarse_from_fine = IdVec::new();
    for part in part_from_state.iter() {
        coarse_from_fine.push(id_from_part[part]);
    }
    for name in fine.actions().iter() {
        coarse.action(name);
    }
    for step in fine.may() {
        let (from, to) = (coarse_from_fine[step.from], coarse_from_fine[step.to]);
        coarse.add_may(Step { from, action: step.action, to });
    }
    for action in fine.actions().ids() {
        for &from in id_from_part.values() {
            for to in sets(fine, &coarse_from_fine, from, action) {
                if targets == Targets::Sets || to.len() == 1 {
                    coarse.add_must(Must { from, action, to });
                }
            }
        }
    }
    (coarse, coarse_from_fine)
}

/// The smallest sets of states of which each member of a state has a step to one.
fn sets(
    fine: &System,
    coarse_from_fine: &IdVec<StateId, StateId>,
    from: StateId,
    action: ActionId,
) -> Vec<BTreeSet<StateId>> {
    let mut all: Vec<BTreeSet<StateId>> = vec![BTreeSet::new()];
    for (id, _) in fine.states().iter_enumerated().filter(|(id, _)| coarse_from_fine[*id] == from) {
        let own: BTreeSet<BTreeSet<StateId>> = fine
            .must()
            .iter()
            .filter(|it| it.from == id && it.action == action)
            .map(|it| it.to.iter().map(|&to| coarse_from_fine[to]).collect())
            .collect();
        let mut longer: BTreeSet<BTreeSet<StateId>> = BTreeSet::new();
        for (set, more) in all.iter().flat_map(|set| own.iter().map(move |more| (set, more))) {
            longer.insert(set.union(more).copied().collect());
        }
        let mut by_size: Vec<BTreeSet<StateId>> = longer.into_iter().collect();
        by_size.sort_by_key(BTreeSet::len);
        all.clear();
        for set in by_size {
            if all.len() < MOST_SETS && !all.iter().any(|it| it.is_subset(&set)) {
                all.push(set);
            }
        }
    }
    all.retain(|it| !it.is_empty());
    all
}
