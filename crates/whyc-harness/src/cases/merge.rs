//! Cases side by side become one machine: states with the same label are one, and so are states that nobody can tell apart.

use std::collections::{BTreeMap, BTreeSet};

use super::language::{Action, Suite};
use super::machine::Machine;

/// Says whether a sequence of actions, from the start on, goes as its assertions say; nothing if that is not known.
pub type Judge<'a> = dyn FnMut(&[&Action]) -> Option<bool> + 'a;

/// What became of two states that look alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// The case and the number of steps before the state.
    pub one: (usize, usize),
    /// The same for the other.
    pub other: (usize, usize),
    /// The actions that led to both.
    pub evidence: Vec<String>,
    /// Whether they are one.
    pub fate: Fate,
}

/// What became of a proposal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Nothing tells them apart.
    Merged,
    /// This sequence of actions goes well from one and not from the other.
    ToldApart(Vec<String>),
    /// Nobody could say.
    Unknown,
    /// It would make one state of two labels.
    Labels,
}

/// The cases side by side: each a line of states.
#[must_use]
pub fn chains(suite: &Suite) -> Machine {
    let mut machine = Machine::default();
    for case in &suite.cases {
        machine.starts.insert(machine.labels.len());
        machine.labels.push(case.label.iter().cloned().collect());
        for step in &case.steps {
            let from = machine.labels.len() - 1;
            machine.labels.push(step.label.iter().cloned().collect());
            machine.steps.insert((from, step.action.clone(), from + 1));
        }
    }
    machine
}

/// Groups of states that are one.
struct Groups(Vec<usize>);

impl Groups {
    fn of(&mut self, state: usize) -> usize {
        let mut at = state;
        while self.0[at] != at {
            self.0[at] = self.0[self.0[at]];
            at = self.0[at];
        }
        at
    }

    fn join(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.of(a), self.of(b));
        self.0[a.max(b)] = a.min(b);
        a != b
    }
}

/// One machine of the cases. All cases start in the same state; states with the same label are one; steps with the same action from one
/// state lead to one. With a judge, states behind the same `threshold` actions are one if no case goes wrong when it is gone on with from the other.
#[must_use]
pub fn merge(suite: &Suite, threshold: usize, judge: Option<&mut Judge<'_>>) -> (Machine, Vec<Proposal>) {
    let chains = chains(suite);
    let mut groups = Groups((0..chains.n_states()).collect());
    let starts: Vec<usize> = chains.starts.iter().copied().collect();
    // Cases that say where they begin may begin in different places.
    let label = |it: usize| chains.labels[it].iter().next();
    for &start in &starts {
        if label(start) == label(starts[0]) {
            groups.join(starts[0], start);
        }
    }
    let mut first: BTreeMap<&String, usize> = BTreeMap::new();
    for (state, labels) in chains.labels.iter().enumerate() {
        for label in labels {
            let of = *first.entry(label).or_insert(state);
            groups.join(of, state);
        }
    }
    fold(&chains, &mut groups);
    let mut proposals = Vec::new();
    if let Some(judge) = judge {
        proposals = propose(suite, threshold);
        for proposal in &mut proposals {
            let states = [proposal.one, proposal.other].map(|(case, at)| starts[case] + at);
            if groups.of(states[0]) == groups.of(states[1]) {
                proposal.fate = Fate::Merged;
                continue;
            }
            let mut tried = Groups(groups.0.clone());
            tried.join(states[0], states[1]);
            fold(&chains, &mut tried);
            proposal.fate = match clashes(&chains, &mut tried) {
                true => Fate::Labels,
                false => ask_all(suite, &mut groups, &mut tried, judge),
            };
            if proposal.fate == Fate::Merged {
                groups = tried;
            }
        }
    }
    (quotient(&chains, &mut groups), proposals)
}

/// Steps with the same action from one state lead to one state.
fn fold(chains: &Machine, groups: &mut Groups) {
    loop {
        let mut leads: BTreeMap<(usize, &Action), usize> = BTreeMap::new();
        let mut is_changed = false;
        for (from, action, to) in &chains.steps {
            let from = groups.of(*from);
            let known = *leads.entry((from, action)).or_insert(*to);
            is_changed |= groups.join(known, *to);
        }
        if !is_changed {
            return;
        }
    }
}

/// Whether two labels would be on one state.
fn clashes(chains: &Machine, groups: &mut Groups) -> bool {
    let mut labels: BTreeMap<usize, BTreeSet<&String>> = BTreeMap::new();
    for (state, all) in chains.labels.iter().enumerate() {
        labels.entry(groups.of(state)).or_default().extend(all);
    }
    labels.values().any(|it| it.len() > 1)
}

fn quotient(chains: &Machine, groups: &mut Groups) -> Machine {
    let kept: BTreeSet<usize> = (0..chains.n_states()).map(|it| groups.of(it)).collect();
    let number: BTreeMap<usize, usize> = kept.iter().enumerate().map(|(k, &it)| (it, k)).collect();
    let mut machine = Machine { labels: vec![BTreeSet::new(); kept.len()], ..Machine::default() };
    for (state, labels) in chains.labels.iter().enumerate() {
        machine.labels[number[&groups.of(state)]].extend(labels.iter().cloned());
    }
    machine.starts = chains.starts.iter().map(|&it| number[&groups.of(it)]).collect();
    machine.steps = chains
        .steps
        .iter()
        .map(|(from, action, to)| (number[&groups.of(*from)], action.clone(), number[&groups.of(*to)]))
        .collect();
    machine
}

/// States behind the same actions, within a case or across.
fn propose(suite: &Suite, threshold: usize) -> Vec<Proposal> {
    let places: Vec<(usize, usize)> =
        suite.cases.iter().enumerate().flat_map(|(k, case)| (1..=case.steps.len()).map(move |at| (k, at))).collect();
    let action = |(case, at): (usize, usize)| &suite.cases[case].steps[at - 1].action;
    let mut found = Vec::new();
    for (k, &one) in places.iter().enumerate() {
        for &other in &places[k + 1..] {
            let mut common = 0;
            while common < one.1
                && common < other.1
                && action((one.0, one.1 - common)) == action((other.0, other.1 - common))
            {
                common += 1;
            }
            if common >= threshold.max(1) {
                let evidence = (0..common).rev().map(|it| action((one.0, one.1 - it)).text.clone()).collect();
                found.push(Proposal { one, other, evidence, fate: Fate::Unknown });
            }
        }
    }
    found
}

/// Asks about all pairs of states that would become one, not only those that were proposed: three states may be alike two by two, and not together.
fn ask_all(suite: &Suite, before: &mut Groups, after: &mut Groups, judge: &mut Judge<'_>) -> Fate {
    let places: Vec<(usize, usize)> =
        suite.cases.iter().enumerate().flat_map(|(k, case)| (0..=case.steps.len()).map(move |at| (k, at))).collect();
    for (a, &one) in places.iter().enumerate() {
        for (b, &other) in places.iter().enumerate().skip(a + 1) {
            if after.of(a) == after.of(b) && before.of(a) != before.of(b) {
                let fate = ask(suite, one, other, judge);
                if fate != Fate::Merged {
                    return fate;
                }
            }
        }
    }
    Fate::Merged
}

/// Goes on with each case from the state of the other.
fn ask(suite: &Suite, one: (usize, usize), other: (usize, usize), judge: &mut Judge<'_>) -> Fate {
    for (from, with) in [(one, other), (other, one)] {
        let before = suite.cases[from.0].steps[..from.1].iter();
        let after = suite.cases[with.0].steps[with.1..].iter();
        let actions: Vec<&Action> = before.chain(after).map(|it| &it.action).collect();
        match judge(&actions) {
            Some(true) => {}
            Some(false) => return Fate::ToldApart(actions.iter().map(|it| it.text.clone()).collect()),
            None => return Fate::Unknown,
        }
    }
    Fate::Merged
}
