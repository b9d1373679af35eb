//! Systems of states whose steps may be there, or must be.
//!
//! A state stands for many. A step that *may* be there: some of them may have it, and steps that are not there at all none of them has. A step
//! that *must* be there, to a set of states: each of them has a step to something that one of the set stands for. What must be there may be.

use std::collections::{BTreeMap, BTreeSet};

use whyc_base::ids::{Id, IdVec};
use whyc_base::typed_id;

typed_id! {
    /// A state.
    pub struct StateId("s");
}

typed_id! {
    /// What a step is done by.
    pub struct ActionId("a");
}

/// A state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// What it is called.
    pub name: String,
    /// What holds in it; what is not named does not.
    pub labels: BTreeSet<String>,
    /// Whether runs begin there.
    pub is_initial: bool,
}

/// A step that may be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Step {
    /// From where.
    pub from: StateId,
    /// By what.
    pub action: ActionId,
    /// To where.
    pub to: StateId,
}

/// A step that must be there, to one of some states.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Must {
    /// From where.
    pub from: StateId,
    /// By what.
    pub action: ActionId,
    /// To one of these; never empty.
    pub to: BTreeSet<StateId>,
}

/// What becomes of a step that may be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// It must be there.
    Must,
    /// It is not there.
    Never,
}

/// A step and what becomes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Decision {
    /// The step.
    pub step: Step,
    /// What becomes of it.
    pub fate: Fate,
}

/// A finite system.
///
/// Every target of a must step is that of a may step too; no must step is there that another one implies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct System {
    states: IdVec<StateId, State>,
    state_from_name: BTreeMap<String, StateId>,
    actions: IdVec<ActionId, String>,
    may: BTreeSet<Step>,
    must: BTreeSet<Must>,
}

impl System {
    /// A system without states.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a state. Of states with the same name the first is found by it.
    pub fn add_state(&mut self, state: State) -> StateId {
        let name = state.name.clone();
        let id = self.states.push(state);
        self.state_from_name.entry(name).or_insert(id);
        id
    }

    /// The action of this name, which is added if it is new. The empty name is that of steps whose action has none.
    pub fn action(&mut self, name: &str) -> ActionId {
        self.find_action(name).unwrap_or_else(|| self.actions.push(name.to_owned()))
    }

    /// The action of this name, if there is one.
    #[must_use]
    pub fn find_action(&self, name: &str) -> Option<ActionId> {
        self.actions.iter_enumerated().find(|(_, it)| *it == name).map(|(id, _)| id)
    }

    /// The state of this name, if there is one.
    #[must_use]
    pub fn find_state(&self, name: &str) -> Option<StateId> {
        self.state_from_name.get(name).copied()
    }

    /// Adds a step that may be there.
    pub fn add_may(&mut self, step: Step) {
        self.may.insert(step);
    }

    /// Adds a step that must be there, and that each of its targets may be reached. A step to nowhere would be a contradiction and is not added.
    pub fn add_must(&mut self, must: Must) {
        if must.to.is_empty() {
            return;
        }
        self.may.extend(must.to.iter().map(|&to| Step { from: must.from, action: must.action, to }));
        let first = Must { to: BTreeSet::new(), ..must.clone() };
        let same = || self.must.range(&first..).take_while(|it| it.from == must.from && it.action == must.action);
        if same().any(|it| it.to.is_subset(&must.to)) {
            return;
        }
        let implied: Vec<Must> = same().filter(|it| must.to.is_subset(&it.to)).cloned().collect();
        for it in &implied {
            self.must.remove(it);
        }
        self.must.insert(must);
    }

    /// The states.
    #[must_use]
    pub fn states(&self) -> &IdVec<StateId, State> {
        &self.states
    }

    /// The names of actions.
    #[must_use]
    pub fn actions(&self) -> &IdVec<ActionId, String> {
        &self.actions
    }

    /// The steps that may be there, in order.
    #[must_use]
    pub fn may(&self) -> &BTreeSet<Step> {
        &self.may
    }

    /// The steps that must be there, in order.
    #[must_use]
    pub fn must(&self) -> &BTreeSet<Must> {
        &self.must
    }

    /// What a state is called.
    #[must_use]
    pub fn name(&self, state: StateId) -> &str {
        &self.states[state].name
    }

    /// Where runs begin.
    pub fn initial(&self) -> impl Iterator<Item = StateId> {
        self.states.iter_enumerated().filter(|(_, it)| it.is_initial).map(|(id, _)| id)
    }

    /// All labels of states.
    #[must_use]
    pub fn labels(&self) -> BTreeSet<&str> {
        self.states.iter().flat_map(|it| it.labels.iter().map(String::as_str)).collect()
    }

    /// The steps that may be there and of which it is not said that they must.
    #[must_use]
    pub fn undecided(&self) -> Vec<Step> {
        let single: BTreeSet<Step> = self
            .must
            .iter()
            .filter(|it| it.to.len() == 1)
            .flat_map(|it| it.to.iter().map(|&to| Step { from: it.from, action: it.action, to }))
            .collect();
        self.may.difference(&single).copied().collect()
    }

    /// The states that may be reached.
    #[must_use]
    pub fn reachable(&self) -> BTreeSet<StateId> {
        let mut next: BTreeMap<StateId, Vec<StateId>> = BTreeMap::new();
        for step in &self.may {
            next.entry(step.from).or_default().push(step.to);
        }
        let mut seen: BTreeSet<StateId> = self.initial().collect();
        let mut open: Vec<StateId> = seen.iter().copied().collect();
        while let Some(state) = open.pop() {
            for &to in next.get(&state).into_iter().flatten() {
                if seen.insert(to) {
                    open.push(to);
                }
            }
        }
        seen
    }

    /// The same system in which something was decided; nothing where the decisions contradict each other or what must be there.
    #[must_use]
    pub fn decided(&self, decisions: &[Decision]) -> Option<System> {
        let never: BTreeSet<Step> = decisions.iter().filter(|it| it.fate == Fate::Never).map(|it| it.step).collect();
        let mut system = System { must: BTreeSet::new(), ..self.clone() };
        system.may = self.may.difference(&never).copied().collect();
        for must in &self.must {
            let is_left = |to: &&StateId| !never.contains(&Step { from: must.from, action: must.action, to: **to });
            let to: BTreeSet<StateId> = must.to.iter().filter(is_left).copied().collect();
            if to.is_empty() {
                return None;
            }
            system.add_must(Must { to, ..must.clone() });
        }
        for decision in decisions.iter().filter(|it| it.fate == Fate::Must) {
            if !system.may.contains(&decision.step) {
                return None;
            }
            let Step { from, action, to } = decision.step;
            system.add_must(Must { from, action, to: BTreeSet::from([to]) });
        }
        Some(system)
    }
}

/// A table with something for every state.
#[must_use]
pub fn for_every_state<T>(system: &System, mut make: impl FnMut(StateId) -> T) -> IdVec<StateId, T> {
    let mut table = IdVec::new();
    for id in (0..system.states.len()).map(StateId::from_index) {
        table.push(make(id));
    }
    table
}
