//! Machines side by side, and the machine of the cases beside its variables.

use std::collections::{BTreeMap, VecDeque};

use super::language::{Action, Suite};
use super::machine::Machine;

/// A rule of parallel composition: what each machine does (nothing: it does not move), and what that is called together.
pub type Rule = (Vec<Option<String>>, String);

/// Machines that move together as rules say; only what can be come to. Each machine starts in its first start.
#[must_use]
pub fn parallel(machines: &[Machine], rules: &[Rule]) -> Machine {
    let start: Vec<usize> = machines.iter().map(|it| it.starts.first().copied().unwrap_or(0)).collect();
    let mut ids: BTreeMap<Vec<usize>, usize> = BTreeMap::from([(start.clone(), 0)]);
    let mut queue = VecDeque::from([start]);
    let mut machine = Machine { starts: [0].into(), ..Machine::default() };
    while let Some(state) = queue.pop_front() {
        let id = ids[&state];
        let labels = state.iter().zip(machines).flat_map(|(&at, it)| it.labels[at].iter().cloned());
        machine.labels.push(labels.collect());
        for (moves, name) in rules {
            let mut next = vec![Vec::new()];
            for (k, (&at, it)) in state.iter().zip(machines).enumerate() {
                let to: Vec<usize> = match moves.get(k).and_then(Option::as_ref) {
                    None => vec![at],
                    Some(action) => it
                        .steps
                        .iter()
                        .filter(|(from, by, _)| *from == at && by.text == *action)
                        .map(|(_, _, to)| *to)
                        .collect(),
                };
                next = next
                    .iter()
                    .flat_map(|begin| to.iter().map(move |&it| [begin.as_slice(), &[it]].concat()))
                    .collect();
            }
            for to in next {
                let n = ids.len();
                let to_id = *ids.entry(to.clone()).or_insert_with(|| {
                    queue.push_back(to);
                    n
                });
                machine.steps.insert((
                    id,
                    Action { text: name.clone(), pre: BTreeMap::new(), post: BTreeMap::new() },
                    to_id,
                ));
            }
        }
    }
    machine
}

/// A machine beside the variables of its suite: a step needs what it says, and sets what it says. Only what can be come to.
#[must_use]
pub fn with_variables(machine: &Machine, suite: &Suite) -> Machine {
    type State = (usize, BTreeMap<String, String>);
    let first: BTreeMap<String, String> =
        suite.variables.iter().filter_map(|it| Some((it.name.clone(), it.values.first()?.clone()))).collect();
    let start: Vec<State> = machine.starts.iter().map(|&it| (it, first.clone())).collect();
    let mut ids: BTreeMap<State, usize> = start.iter().cloned().enumerate().map(|(k, it)| (it, k)).collect();
    let mut composed = Machine { starts: (0..start.len()).collect(), ..Machine::default() };
    let mut queue: VecDeque<State> = start.into();
    while let Some((state, values)) = queue.pop_front() {
        let id = ids[&(state, values.clone())];
        let mut labels = machine.labels[state].clone();
        labels.extend(values.iter().map(|(name, value)| format!("{name}={value}")));
        composed.labels.push(labels);
        for (_, action, to) in machine.steps.iter().filter(|(from, _, _)| *from == state) {
            if !action.pre.iter().all(|(name, value)| values.get(name) == Some(value)) {
                continue;
            }
            let mut after = values.clone();
            after.extend(action.post.iter().map(|(name, value)| (name.clone(), value.clone())));
            let n = ids.len();
            let next = (*to, after);
            let to_id = *ids.entry(next.clone()).or_insert_with(|| {
                queue.push_back(next);
                n
            });
            composed.steps.insert((id, action.clone(), to_id));
        }
    }
    composed
}
