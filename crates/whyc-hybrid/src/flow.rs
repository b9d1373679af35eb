//! From where a set is reached: by a delay, by a jump.

use num_traits::{One, Zero};

use crate::automaton::{Automaton, Jump, Location};
use crate::effort::{Effort, Limit};
use crate::number::Number;
use crate::polyhedron::{Constraint, Convex, Region};

/// The states of a location from which a set of its states is reached by a delay, of no length too. As invariants are convex, what can be reached at
/// all can be reached on a straight line inside.
///
/// # Errors
/// If that is too much.
pub fn before_delay(location: &Location, target: &[Convex], effort: &Effort<'_>) -> Result<Region, Limit> {
    let mut all = Vec::new();
    for it in target {
        let set = before_delay_of_one(location, it, effort)?;
        if !set.is_empty() {
            all.push(set.simple());
        }
    }
    Ok(all)
}

fn before_delay_of_one(location: &Location, target: &Convex, effort: &Effort<'_>) -> Result<Convex, Limit> {
    let n = location.rates.len();
    // Behind the variables: the time, then for each variable by how much it changes, where that is not known.
    let time = n;
    let open: Vec<usize> = (0..n).filter(|&it| !location.rates[it].is_known()).collect();
    let size = n + 1 + open.len();
    let unit = |index: usize, value: Number| {
        let mut coefficients = vec![Number::zero(); size];
        coefficients[index] = value;
        coefficients
    };
    let at_least = |coefficients| Constraint { coefficients, constant: Number::zero(), is_strict: false };
    let mut set = Convex::all(size).with(at_least(unit(time, Number::one())));
    for (k, &variable) in open.iter().enumerate() {
        let rate = &location.rates[variable];
        let mut low = unit(n + 1 + k, Number::one());
        low[time] = -&rate.low;
        let mut high = unit(n + 1 + k, -Number::one());
        high[time] = rate.high.clone();
        set = set.with(at_least(low)).with(at_least(high));
    }
    for constraint in target.and(&location.invariant).constraints() {
        let mut coefficients = constraint.coefficients.clone();
        coefficients.resize(size, Number::zero());
        for variable in 0..n {
            match open.iter().position(|&it| it == variable) {
                Some(k) => coefficients[n + 1 + k] = constraint.coefficients[variable].clone(),
                None => coefficients[time] += &constraint.coefficients[variable] * &location.rates[variable].low,
            }
        }
        set = set.with(Constraint { coefficients, ..constraint.clone() });
    }
    for index in (n..size).rev() {
        set = set.without(index, effort)?;
    }
    Ok(set.resized(n).and(&location.invariant))
}

/// The states from which a jump leads into a set of states of its target.
///
/// # Errors
/// If that is too much.
pub fn before_jump(
    automaton: &Automaton,
    jump: &Jump,
    target: &[Convex],
    effort: &Effort<'_>,
) -> Result<Region, Limit> {
    let mut all = Vec::new();
    for part in target {
        let source = before_reset(jump, &part.and(&automaton.locations[jump.to].invariant), effort)?;
        for guard in &jump.guard {
            let set = source.and(guard).and(&automaton.locations[jump.from].invariant);
            if !set.is_empty() {
                all.push(set.simple());
            }
        }
    }
    Ok(all)
}

fn before_reset(jump: &Jump, target: &Convex, effort: &Effort<'_>) -> Result<Convex, Limit> {
    let n = jump.resets.len();
    let reset: Vec<usize> = (0..n).filter(|&it| jump.resets[it].is_some()).collect();
    let size = n + reset.len();
    let mut set = Convex::all(size);
    for constraint in target.constraints() {
        let mut coefficients = constraint.coefficients.clone();
        coefficients.resize(size, Number::zero());
        for (k, &variable) in reset.iter().enumerate() {
            coefficients.swap(variable, n + k);
        }
        set = set.with(Constraint { coefficients, ..constraint.clone() });
    }
    for (k, &variable) in reset.iter().enumerate() {
        let Some(value) = &jump.resets[variable] else { continue };
        let bound = |factor: Number, constant: Number| {
            let mut coefficients = vec![Number::zero(); size];
            coefficients[n + k] = factor;
            Constraint { coefficients, constant, is_strict: false }
        };
        set = set.with(bound(Number::one(), -&value.low)).with(bound(-Number::one(), value.high.clone()));
    }
    for index in (n..size).rev() {
        set = set.without(index, effort)?;
    }
    Ok(set.resized(n))
}
