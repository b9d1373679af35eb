//! Decisions: which of them make something most or least likely, by improving them until nothing is gained.

use std::collections::{BTreeMap, VecDeque};

use num_traits::{One, Zero};

use crate::model::{Choice, Model};
use crate::number::Number;
use crate::parts::parts;
use crate::solve::{Row, exits};
use crate::work::{Limit, Work};

/// What is wanted of the decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// The goal as likely as can be.
    Most,
    /// The goal as unlikely as can be.
    Least,
}

/// One decision for each state, and what comes of them.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// The choice that is taken in each state.
    pub choice: Vec<usize>,
    /// The probability to come to the goal from each state.
    pub value: Vec<Number>,
}

/// Where a path is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Goal,
    Lost,
}

/// What stands for everything outside of a part.
const OUTSIDE: usize = usize::MAX;

/// The best decisions for `stay` until `goal`.
///
/// # Errors
/// If it costs too much.
pub fn schedule(model: &Model, stay: &[bool], goal: &[bool], aim: Aim, work: &mut Work) -> Result<Schedule, Limit> {
    let mut ends: Vec<Option<End>> = (0..model.states.len())
        .map(|it| match (goal[it], stay[it]) {
            (true, _) => Some(End::Goal),
            (false, false) => Some(End::Lost),
            (false, true) => None,
        })
        .collect();
    let mut choice = match aim {
        Aim::Most => towards(model, &ends),
        Aim::Least => away(model, &mut ends),
    };
    loop {
        let value = values(model, &choice, &ends, work)?;
        let mut is_better = false;
        for (state, it) in model.states.iter().enumerate() {
            if ends[state].is_some() || it.choices.len() < 2 {
                continue;
            }
            let mut best = value[state].clone();
            for (k, one) in it.choices.iter().enumerate() {
                let expected = expected(one, &value, work)?;
                // Only what is strictly better: among equals, the one stays that comes nearer to the goal.
                let gains = match aim {
                    Aim::Most => expected > best,
                    Aim::Least => expected < best,
                };
                if gains {
                    (best, choice[state], is_better) = (expected, k, true);
                }
            }
        }
        if !is_better {
            return Ok(Schedule { choice, value });
        }
    }
}

fn expected(choice: &Choice, value: &[Number], work: &mut Work) -> Result<Number, Limit> {
    let mut sum = Number::zero();
    for (to, probability) in &choice.to {
        if !value[*to].is_zero() {
            sum += probability * &value[*to];
            work.computed(&sum)?;
        }
    }
    Ok(sum)
}

/// In each state that can come to the goal, a choice that may bring it nearer: a decision that only looks as good (staying where the
/// goal is certain, say) never gets there.
fn towards(model: &Model, ends: &[Option<End>]) -> Vec<usize> {
    let n = model.states.len();
    let mut before: Vec<Vec<(usize, usize)>> = vec![Vec::new(); n];
    for (from, state) in model.states.iter().enumerate().filter(|(from, _)| ends[*from].is_none()) {
        for (k, choice) in state.choices.iter().enumerate() {
            for (to, _) in &choice.to {
                before[*to].push((from, k));
            }
        }
    }
    let mut choice: Vec<Option<usize>> = vec![None; n];
    let mut queue: VecDeque<usize> = (0..n).filter(|&it| ends[it] == Some(End::Goal)).collect();
    while let Some(state) = queue.pop_front() {
        for &(from, k) in &before[state] {
            if choice[from].is_none() {
                choice[from] = Some(k);
                queue.push_back(from);
            }
        }
    }
    choice.into_iter().map(Option::unwrap_or_default).collect()
}

/// Where the goal can be avoided for certain, the choice that does, and these states are ends; elsewhere the first choice.
fn away(model: &Model, ends: &mut [Option<End>]) -> Vec<usize> {
    let n = model.states.len();
    let mut avoids: Vec<bool> = ends.iter().map(|it| *it != Some(End::Goal)).collect();
    let safe = |choice: &Choice, avoids: &[bool]| choice.to.iter().all(|(to, _)| avoids[*to]);
    loop {
        let lost: Vec<usize> = (0..n)
            .filter(|&it| avoids[it] && ends[it].is_none())
            .filter(|&it| !model.states[it].choices.iter().any(|choice| safe(choice, &avoids)))
            .collect();
        if lost.is_empty() {
            break;
        }
        lost.into_iter().for_each(|it| avoids[it] = false);
    }
    (0..n)
        .map(|state| {
            if !avoids[state] || ends[state].is_some() {
                return 0;
            }
            ends[state] = Some(End::Lost);
            model.states[state].choices.iter().position(|choice| safe(choice, &avoids)).unwrap_or_default()
        })
        .collect()
}

/// The probability to come to the goal from each state, with these decisions.
fn values(model: &Model, choice: &[usize], ends: &[Option<End>], work: &mut Work) -> Result<Vec<Number>, Limit> {
    let n = model.states.len();
    let to = |state: usize| &model.states[state].choices[choice[state]].to;
    let mut value: Vec<Number> =
        ends.iter().map(|it| if *it == Some(End::Goal) { Number::one() } else { Number::zero() }).collect();
    let can = can_reach(
        n,
        |it| if ends[it].is_none() { to(it).iter().map(|(to, _)| *to).collect() } else { Vec::new() },
        |it| ends[it] == Some(End::Goal),
    );
    let is_inner = |it: usize| ends[it].is_none() && can[it];
    let found = parts(n, |it| if is_inner(it) { to(it).iter().map(|(to, _)| *to).collect() } else { Vec::new() });
    for members in &found.members {
        if !members.iter().all(|&it| is_inner(it)) {
            continue;
        }
        let mut rows: BTreeMap<usize, Row> = BTreeMap::new();
        for &member in members {
            let mut row = Row::new();
            for (next, probability) in to(member) {
                if members.binary_search(next).is_ok() {
                    row.insert(*next, probability.clone());
                } else if !value[*next].is_zero() {
                    *row.entry(OUTSIDE).or_insert_with(Number::zero) += probability * &value[*next];
                }
            }
            rows.insert(member, row);
        }
        for (member, row) in exits(rows, work)? {
            value[member] = row.get(&OUTSIDE).cloned().unwrap_or_else(Number::zero);
        }
    }
    Ok(value)
}

/// Which states can come to a goal.
pub fn can_reach(n: usize, to: impl Fn(usize) -> Vec<usize>, is_goal: impl Fn(usize) -> bool) -> Vec<bool> {
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); n];
    for from in 0..n {
        to(from).into_iter().for_each(|it| before[it].push(from));
    }
    let mut can: Vec<bool> = (0..n).map(is_goal).collect();
    let mut stack: Vec<usize> = (0..n).filter(|&it| can[it]).collect();
    while let Some(state) = stack.pop() {
        for &from in &before[state] {
            if !can[from] {
                can[from] = true;
                stack.push(from);
            }
        }
    }
    can
}
