//! Passing runs that need more iterations than the failing one.
//!
//! A deeper unrolling has more items, which the failing run does not have: a run that needs them differs in
//! all of them. So with i items at the bounds of the failing run and j at deeper ones, no run
//! of the latter is closer than j - i, and deepening ends where that is no improvement any more.

use rustc_hash::FxHashSet;
use whyc_unroll::loops::Bounds;
use whyc_unroll::step::{Cut, StepKind};

use super::Task;
use super::assume::Assumed;
use super::closest::Found;
use super::observe::Most;
use super::places::PlaceKey;
use super::world::World;

/// How often the bounds grow while no passing run is known at all.
const MANY_ROUNDS: u32 = 6;
/// How often they grow where a passing run is known, but not one that says much.
const MANY_ROUNDS_BEYOND: u32 = 3;
/// Larger programs are not unrolled further for that.
const AFFORDABLE_STEPS: usize = 20_000;
/// No more than this goes into an unrolling that is deeper than that of the failing run: what it may find is not needed.
const AFFORDABLE: Most = (2_000_000, 1_000_000);

/// The closest passing run within any bounds, given the closest one within the current ones. The task then
/// works within the bounds of the run.
pub fn improve(task: &mut Task<'_>, within: Option<Found>) -> Result<Option<Found>, String> {
    let mut best = within;
    if !task.options.deepen || task.cut_short.is_some() {
        return Ok(best);
    }
    let known: FxHashSet<PlaceKey> = task.items.iter().filter_map(|item| item.key).collect();
    let mut bounds = task.bounds.clone();
    let mut cuts = cuts(task);
    for round in 0..MANY_ROUNDS {
        // Mostly one more is enough.
        if cuts.is_empty() || !grow(&mut bounds, &cuts, best.is_none() && round > 0) {
            break;
        }
        let Some(mut world) = world_within(task, &bounds, &known) else { break };
        if best.as_ref().is_some_and(|best| world.surcharge >= best.distance) {
            break;
        }
        world.swap(task);
        let found = task.closest(&[])?;
        cuts = self::cuts(task);
        let better = match (&found, &best) {
            (Some(found), Some(best)) => found.distance < best.distance,
            (Some(_), None) => true,
            (None, _) => false,
        };
        if better {
            best = found;
        } else {
            world.swap(task);
        }
        if task.cut_short.is_some() {
            break;
        }
    }
    Ok(best)
}

/// The closest passing run for which all that is `assumed` holds within bounds that are larger than those of the failing run, where
/// there is none. The task then works within these bounds.
pub fn beyond(task: &mut Task<'_>, assumed: &[Assumed]) -> Result<Option<Found>, String> {
    let mut bounds = task.bounds.clone();
    let mut cuts = cuts(task);
    let known: FxHashSet<PlaceKey> = task.items.iter().filter_map(|item| item.key).collect();
    for _ in 0..MANY_ROUNDS_BEYOND {
        let is_wanted = task.options.deepen && task.cut_short.is_none() && !cuts.is_empty();
        if !is_wanted || task.unrolling.steps.len() > AFFORDABLE_STEPS || !grow(&mut bounds, &cuts, true) {
            break;
        }
        let Some(mut world) = world_within(task, &bounds, &known) else { break };
        world.swap(task);
        // All runs that are wanted go on where the failing one ended: that is no difference between them.
        task.surcharge = 0;
        let wishes = task.wishes(assumed);
        let found = task.closest(&wishes)?;
        if found.is_some() {
            return Ok(found);
        }
        cuts = self::cuts(task);
        world.swap(task);
    }
    Ok(None)
}

/// The world of the failing run within other bounds, with the places that are known there; none if a limit is reached.
fn world_within(task: &mut Task<'_>, bounds: &Bounds, known: &FxHashSet<PlaceKey>) -> Option<World> {
    let valuation = task.failing.valuation.clone();
    let (property, metric) = (task.property, task.options.metric);
    let bounds = (bounds.clone(), AFFORDABLE);
    let world = World::new(task.analysis, &mut task.places, property, metric, bounds, valuation, Some(known)).ok();
    task.is_too_deep |= world.is_none();
    world
}

/// What some run follows beyond its bound, as far as constants tell.
fn cuts(task: &Task<'_>) -> Vec<Cut> {
    let mut cuts: Vec<Cut> = Vec::new();
    for &(step, _) in &task.chain.cuts {
        if let StepKind::Cut { what } = task.unrolling.steps[step].kind
            && what != Cut::Block
            && !cuts.contains(&what)
        {
            cuts.push(what);
        }
    }
    cuts
}

/// One more iteration where any was cut off; twice as many while there is nothing to lose.
fn grow(bounds: &mut Bounds, cuts: &[Cut], fast: bool) -> bool {
    for cut in cuts {
        let bound = match *cut {
            Cut::Block => continue,
            Cut::Loop(id) => &mut bounds.loops[id],
            Cut::Recursion(function) => &mut bounds.recursion[function],
        };
        *bound = if fast { bound.saturating_mul(2).max(1) } else { bound.saturating_add(1) };
    }
    !cuts.is_empty()
}
