//! Regions that are told apart, level by level.
//!
//! At level 0: by labels, by whether runs begin there, and by which regions delays lead to. At each further level also by which regions of the level
//! before a jump leads to. Delays are followed to the end at every level, jumps one at a time: this is why a level is reached at all where telling
//! apart all that differs would never end.

use std::collections::{BTreeSet, VecDeque};

use crate::automaton::{Automaton, LocationId};
use crate::effort::{Effort, Limit, MOST_CLASSES, MOST_PIECES};
use crate::flow::{before_delay, before_jump};
use crate::polyhedron::{Convex, Region, both, is_inside, meet, minus};

/// A region: states that nothing has told apart so far.
#[derive(Clone, Debug)]
pub struct Class {
    /// In which location.
    pub location: LocationId,
    /// Its points.
    pub region: Region,
    /// What holds in it, by number.
    pub labels: BTreeSet<usize>,
    /// Whether runs begin there.
    pub is_initial: bool,
    /// Of which region of the level before it is a part; at level 0, of which part of the first partition.
    pub before: usize,
}

/// The regions of level 0.
///
/// # Errors
/// If there are too many.
pub fn first(automaton: &Automaton, effort: &Effort<'_>) -> Result<Vec<Class>, Limit> {
    let mut classes: Vec<Class> = automaton
        .locations
        .iter_enumerated()
        .map(|(location, it)| Class {
            location,
            region: vec![it.invariant.clone().simple()],
            labels: BTreeSet::new(),
            is_initial: false,
            before: 0,
        })
        .collect();
    for location in automaton.locations.ids() {
        for (k, label) in automaton.labels.iter().enumerate() {
            let set = |it: &mut Class| {
                it.labels.insert(k);
            };
            mark(&mut classes, location, &label.region[location], set, effort)?;
        }
        mark(&mut classes, location, &automaton.initial[location], |it| it.is_initial = true, effort)?;
    }
    for (k, class) in classes.iter_mut().enumerate() {
        class.before = k;
    }
    settle(automaton, &mut classes, effort)?;
    Ok(classes)
}

/// The regions of the level after that of some regions.
///
/// # Errors
/// If there are too many.
pub fn next(automaton: &Automaton, classes: &[Class], effort: &Effort<'_>) -> Result<Vec<Class>, Limit> {
    let mut finer: Vec<Class> = classes.to_vec();
    for (k, class) in finer.iter_mut().enumerate() {
        class.before = k;
    }
    for target in classes {
        for location in automaton.locations.ids() {
            split(&mut finer, location, &before_jumps(automaton, location, target, effort)?, effort)?;
            small_enough(&finer)?;
        }
    }
    settle(automaton, &mut finer, effort)?;
    Ok(finer)
}

/// The states of a location from which some jump leads into a region.
///
/// # Errors
/// If that is too much.
pub fn before_jumps(
    automaton: &Automaton,
    from: LocationId,
    target: &Class,
    effort: &Effort<'_>,
) -> Result<Region, Limit> {
    let mut all = Vec::new();
    for jump in automaton.jumps.iter().filter(|it| it.from == from && it.to == target.location) {
        all.extend(before_jump(automaton, jump, &target.region, effort)?);
    }
    Ok(all)
}

fn mark(
    classes: &mut Vec<Class>,
    location: LocationId,
    region: &[Convex],
    set: impl Fn(&mut Class),
    effort: &Effort<'_>,
) -> Result<(), Limit> {
    split(classes, location, region, effort)?;
    small_enough(classes)?;
    for class in classes.iter_mut().filter(|it| it.location == location) {
        if is_inside(&class.region, region, effort)? {
            set(class);
        }
    }
    Ok(())
}

/// Splits the regions of a location by what is inside of a set; gives the halves of all that were split.
fn split(
    classes: &mut Vec<Class>,
    location: LocationId,
    by: &[Convex],
    effort: &Effort<'_>,
) -> Result<Vec<Region>, Limit> {
    let mut halves = Vec::new();
    if by.is_empty() {
        return Ok(halves);
    }
    for k in 0..classes.len() {
        if classes[k].location != location {
            continue;
        }
        // Most regions are not cut, and that is quickly seen.
        if !meet(&classes[k].region, by, effort)? || is_inside(&classes[k].region, by, effort)? {
            continue;
        }
        let (mut inside, mut outside) = (Vec::new(), classes[k].region.clone());
        for it in by {
            inside.extend(both(&outside, std::slice::from_ref(it)));
            outside = minus(&outside, std::slice::from_ref(it), effort)?;
            if outside.len() + inside.len() > MOST_PIECES {
                return Err(Limit::Pieces);
            }
        }
        halves.extend([inside.clone(), outside.clone()]);
        classes.push(Class { region: outside, ..classes[k].clone() });
        classes[k].region = inside;
    }
    Ok(halves)
}

/// Splits regions until from all states of each the same ones are reached by delays.
fn settle(automaton: &Automaton, classes: &mut Vec<Class>, effort: &Effort<'_>) -> Result<(), Limit> {
    let mut open: VecDeque<(LocationId, Region)> = classes.iter().map(|it| (it.location, it.region.clone())).collect();
    while let Some((location, target)) = open.pop_front() {
        let halves = split(classes, location, &before_delay(&automaton.locations[location], &target, effort)?, effort)?;
        open.extend(halves.into_iter().map(|it| (location, it)));
        small_enough(classes)?;
    }
    Ok(())
}

fn small_enough(classes: &[Class]) -> Result<(), Limit> {
    if classes.len() > MOST_CLASSES {
        return Err(Limit::Regions);
    }
    if classes.iter().map(|it| it.region.len()).sum::<usize>() > MOST_PIECES {
        return Err(Limit::Pieces);
    }
    Ok(())
}
