//! Linear equations of probabilities, by eliminating one state after the other.

use std::collections::BTreeMap;

use num_traits::{One, Zero};

use crate::number::Number;
use crate::work::{Limit, Work};

/// What a state comes to, by state or whatever else stands for an end.
pub type Row = BTreeMap<usize, Number>;

/// Where paths leave a part: for each member, the probability of each end at which they do.
///
/// `rows` has the steps of the members of a part, to members and to ends. Every member can reach an end, which makes the equations
/// have one solution.
///
/// # Errors
/// If it costs too much.
pub fn exits(mut rows: BTreeMap<usize, Row>, work: &mut Work) -> Result<BTreeMap<usize, Row>, Limit> {
    let mut order = Vec::new();
    let mut left: Vec<usize> = rows.keys().copied().collect();
    while !left.is_empty() {
        // The fewest entries first: what is put in for the state stays short.
        let shortest = (0..left.len()).min_by_key(|&k| (rows[&left[k]].len(), left[k])).unwrap_or(0);
        let state = left.swap_remove(shortest);
        let row = without_self(state, &rows[&state], work)?;
        for &other in &left {
            if let Some(target) = rows.get_mut(&other) {
                put_in(target, state, &row, work)?;
            }
        }
        rows.insert(state, row);
        order.push(state);
    }
    // What was eliminated late speaks of ends alone; the others speak of what came later.
    let mut solved: BTreeMap<usize, Row> = BTreeMap::new();
    for state in order.into_iter().rev() {
        let Some(mut row) = rows.remove(&state) else { continue };
        let members: Vec<usize> = row.keys().copied().filter(|it| solved.contains_key(it)).collect();
        for member in members {
            put_in(&mut row, member, &solved[&member], work)?;
        }
        solved.insert(state, row);
    }
    Ok(solved)
}

/// A row in which the state does not lead to itself: rounds that stay are left out, what leaves is scaled.
fn without_self(state: usize, row: &Row, work: &mut Work) -> Result<Row, Limit> {
    let mut row = row.clone();
    let Some(stays) = row.remove(&state) else { return Ok(row) };
    let leaves = Number::one() - stays;
    debug_assert!(!leaves.is_zero(), "a member of a part that is folded should be able to leave it");
    for value in row.values_mut() {
        *value /= &leaves;
        work.computed(value)?;
    }
    Ok(row)
}

/// Replaces a state in a row by what it comes to.
fn put_in(row: &mut Row, state: usize, comes_to: &Row, work: &mut Work) -> Result<(), Limit> {
    let Some(factor) = row.remove(&state) else { return Ok(()) };
    for (to, value) in comes_to {
        let sum = row.entry(*to).or_insert_with(Number::zero);
        *sum += &factor * value;
        work.computed(sum)?;
    }
    Ok(())
}
