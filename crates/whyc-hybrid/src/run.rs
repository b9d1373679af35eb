//! A run, point by point, along a way between regions that must be there: what shows that something is reached.
//!
//! A step that must be there is there for every point of a region, so that a run never gets stuck. What was found is gone through once more
//! ([`Run::is_one`]) by nothing but the rates, invariants, guards and resets of the automaton.

use num_traits::{Signed, Zero};
use whyc_base::ids::Id;
use whyc_modal::reach::Ways;
use whyc_modal::system::{StateId, System};

use crate::automaton::{Automaton, Between, Jump, LocationId};
use crate::effort::{Effort, Limit};
use crate::number::Number;
use crate::polyhedron::{Constraint, Convex, Region};
use crate::regions::Class;

/// A state of an automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// Its location.
    pub location: LocationId,
    /// The value of each variable.
    pub point: Vec<Number>,
    /// The region that it is in.
    pub region: StateId,
}

/// How a run comes from one stop to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum By {
    /// By so much time.
    Delay(Number),
    /// By the jump of this number.
    Jump(usize),
}

/// A run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Where it begins.
    pub start: Stop,
    /// How it goes on.
    pub steps: Vec<(By, Stop)>,
}

/// A run to the goal of some ways, if one must be there.
///
/// # Errors
/// If that is too much.
pub fn find(
    automaton: &Automaton,
    classes: &[Class],
    system: &System,
    ways: &Ways,
    effort: &Effort<'_>,
) -> Result<Option<Run>, Limit> {
    let Some(region) = ways.start(system) else { return Ok(None) };
    let class = &classes[region.index()];
    let Some(point) = first_point(class.region.iter().cloned(), effort)? else { return Ok(None) };
    let start = Stop { location: class.location, point, region };
    let mut run = Run { start: start.clone(), steps: Vec::new() };
    let mut at = start;
    while let Some(step) = &ways.next[at.region] {
        let is_delay = system.actions()[step.action] == "d";
        let mut next = None;
        for &to in &step.to {
            let target = &classes[to.index()];
            let found = if is_delay {
                delay(automaton, &at, &target.region, effort)?
            } else {
                jump(automaton, &at, target, effort)?
            };
            next = found.map(|(by, point)| (by, Stop { location: target.location, point, region: to }));
            if next.is_some() {
                break;
            }
        }
        let (by, stop) = next.expect("a step that must be there should be there for every point");
        run.steps.push((by, stop.clone()));
        at = stop;
    }
    assert!(run.is_one(automaton), "what is shown should be a run");
    Ok(Some(run))
}

fn first_point(sets: impl Iterator<Item = Convex>, effort: &Effort<'_>) -> Result<Option<Vec<Number>>, Limit> {
    for set in sets {
        let point = set.point(effort)?;
        if point.is_some() {
            return Ok(point);
        }
    }
    Ok(None)
}

/// The shortest delay to a region (or one that is a little longer, where there is none), and where it leads.
fn delay(
    automaton: &Automaton,
    at: &Stop,
    target: &Region,
    effort: &Effort<'_>,
) -> Result<Option<(By, Vec<Number>)>, Limit> {
    let location = &automaton.locations[at.location];
    let open: Vec<usize> = (0..at.point.len()).filter(|&it| !location.rates[it].is_known()).collect();
    // The time, then for each variable by how much it changes, where that is not known.
    let size = 1 + open.len();
    let row = |entries: &[(usize, Number)]| {
        let mut coefficients = vec![Number::zero(); size];
        entries.iter().for_each(|(k, value)| coefficients[*k] += value);
        Constraint { coefficients, constant: Number::zero(), is_strict: false }
    };
    let one = || Number::from_integer(1.into());
    let mut changes = Convex::all(size).with(row(&[(0, one())]));
    for (k, &variable) in open.iter().enumerate() {
        let Between { low, high } = &location.rates[variable];
        changes = changes.with(row(&[(1 + k, one()), (0, -low)])).with(row(&[(1 + k, -one()), (0, high.clone())]));
    }
    for piece in target {
        let mut set = changes.clone();
        for it in piece.and(&location.invariant).constraints() {
            let mut moved = row(&[]);
            moved.constant = it.coefficients.iter().zip(&at.point).fold(it.constant.clone(), |sum, (a, x)| sum + a * x);
            moved.is_strict = it.is_strict;
            for (variable, coefficient) in it.coefficients.iter().enumerate() {
                match open.iter().position(|&it| it == variable) {
                    Some(k) => moved.coefficients[1 + k] += coefficient,
                    None => moved.coefficients[0] += coefficient * &location.rates[variable].low,
                }
            }
            set = set.with(moved);
        }
        let Some(chosen) = set.point(effort)? else { continue };
        let change = |variable: usize| match open.iter().position(|&it| it == variable) {
            Some(k) => chosen[1 + k].clone(),
            None => &chosen[0] * &location.rates[variable].low,
        };
        let point = at.point.iter().enumerate().map(|(k, x)| x + change(k)).collect();
        return Ok(Some((By::Delay(chosen[0].clone()), point)));
    }
    Ok(None)
}

/// A jump to a region, and where it leads.
fn jump(
    automaton: &Automaton,
    at: &Stop,
    target: &Class,
    effort: &Effort<'_>,
) -> Result<Option<(By, Vec<Number>)>, Limit> {
    let can = |it: &Jump| {
        it.from == at.location && it.to == target.location && it.guard.iter().any(|it| it.contains(&at.point))
    };
    for (k, jump) in automaton.jumps.iter().enumerate().filter(|(_, it)| can(it)) {
        let inside = target.region.iter().map(|it| it.and(&automaton.locations[jump.to].invariant));
        // A variable that is not reset is known already.
        let values =
            jump.resets.iter().zip(&at.point).map(|(reset, value)| {
                reset.clone().unwrap_or_else(|| Between { low: value.clone(), high: value.clone() })
            });
        let values: Vec<Between> = values.collect();
        let bounded = inside.map(|it| within(it, &values));
        if let Some(point) = first_point(bounded, effort)? {
            return Ok(Some((By::Jump(k), point)));
        }
    }
    Ok(None)
}

fn within(set: Convex, values: &[Between]) -> Convex {
    values.iter().enumerate().fold(set, |set, (k, value)| {
        let bound = |factor: i64, constant: Number| {
            let mut coefficients = vec![Number::zero(); values.len()];
            coefficients[k] = crate::number::whole(factor);
            Constraint { coefficients, constant, is_strict: false }
        };
        set.with(bound(1, -&value.low)).with(bound(-1, value.high.clone()))
    })
}

impl Run {
    /// How long it takes.
    #[must_use]
    pub fn time(&self) -> Number {
        let delays = self.steps.iter().filter_map(|(by, _)| match by {
            By::Delay(time) => Some(time),
            By::Jump(_) => None,
        });
        delays.fold(Number::zero(), |sum, it| sum + it)
    }

    /// Whether it is a run of the automaton.
    #[must_use]
    pub fn is_one(&self, automaton: &Automaton) -> bool {
        let begins = automaton.initial[self.start.location].iter().any(|it| it.contains(&self.start.point));
        let is_inside = |it: &Stop| automaton.locations[it.location].invariant.contains(&it.point);
        let mut at = &self.start;
        let mut is_right = begins && is_inside(at);
        for (by, to) in &self.steps {
            is_right = is_right && is_inside(to) && is_step(automaton, at, by, to);
            at = to;
        }
        is_right
    }
}

/// Invariants are convex: who is inside before and after a delay at a constant rate is inside all the time.
fn is_step(automaton: &Automaton, from: &Stop, by: &By, to: &Stop) -> bool {
    let changes = || from.point.iter().zip(&to.point).map(|(a, b)| b - a);
    match by {
        By::Delay(time) => {
            let rates = &automaton.locations[from.location].rates;
            let is_right =
                |(rate, change): (&Between, Number)| &rate.low * time <= change && change <= &rate.high * time;
            from.location == to.location && !time.is_negative() && rates.iter().zip(changes()).all(is_right)
        }
        By::Jump(k) => automaton.jumps.get(*k).is_some_and(|jump| {
            let is_right = |((reset, change), value): ((&Option<Between>, Number), &Number)| match reset {
                Some(reset) => &reset.low <= value && value <= &reset.high,
                None => change.is_zero(),
            };
            jump.from == from.location
                && jump.to == to.location
                && jump.guard.iter().any(|it| it.contains(&from.point))
                && jump.resets.iter().zip(changes()).zip(&to.point).all(is_right)
        }),
    }
}
