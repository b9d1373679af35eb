//! Properties that count steps: the model with the number of steps beside each state.

use std::collections::BTreeMap;

use crate::model::{Choice, Model, State};
use crate::work::Limit;

/// The most states of a model beside a number of steps.
const MOST_STATES: usize = 200_000;

/// A model that counts its steps, with what was asked about it.
pub struct Counted {
    /// The model.
    pub model: Model,
    /// Where a path may go on.
    pub stay: Vec<bool>,
    /// Where it is at the goal in time.
    pub goal: Vec<bool>,
}

/// The model as far as the window goes.
///
/// # Errors
/// If it is too large.
pub fn counted(model: &Model, stay: &[bool], goal: &[bool], window: (u32, u32)) -> Result<Counted, Limit> {
    let mut ids: BTreeMap<(u32, usize), usize> = BTreeMap::from([((0, model.initial), 0)]);
    let mut known = vec![(0, model.initial)];
    let mut states = Vec::new();
    let mut at = 0;
    while let Some(&(step, state)) = known.get(at) {
        let id = at;
        at += 1;
        let is_at_goal = goal[state] && step >= window.0;
        let name = format!("{}@{step}", model.name(state));
        if step >= window.1 || is_at_goal || !stay[state] {
            states.push(State { name, choices: vec![Choice::stay(id)] });
            continue;
        }
        let mut choices = Vec::new();
        for choice in &model.states[state].choices {
            let to = choice.to.iter().map(|(next, probability)| {
                let id = *ids.entry((step + 1, *next)).or_insert_with(|| {
                    known.push((step + 1, *next));
                    known.len() - 1
                });
                (id, probability.clone())
            });
            choices.push(Choice::new(choice.action.clone(), to.collect::<Vec<_>>()));
        }
        states.push(State { name, choices });
        if known.len() > MOST_STATES {
            return Err(Limit::States(MOST_STATES));
        }
    }
    let goal = known.iter().map(|&(step, state)| goal[state] && step >= window.0 && step <= window.1).collect();
    let stay = known.iter().map(|&(_, state)| stay[state]).collect();
    let notes = ids.iter().flat_map(|(&(step, from), &id)| {
        let ids = &ids;
        let steps = model.notes.range((from, 0)..(from + 1, 0));
        steps.filter_map(move |(&(_, to), note)| Some(((id, *ids.get(&(step + 1, to))?), note.clone())))
    });
    let counted = Model { notes: notes.collect(), ..Model::new(states) };
    Ok(Counted { model: counted, stay, goal })
}
