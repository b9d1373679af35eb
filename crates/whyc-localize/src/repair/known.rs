//! The runs that changes are held against: those that are given, and more with inputs that are made up.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;
use whyc_ir::expr::ExprKind;
use whyc_ir::instr::InstrId;
use whyc_ir::interp::End;
use whyc_ir::program::{FunctionId, Origin, Program};
use whyc_ir::property::{PropertyClass, PropertyId};

use super::search::Request;
use super::spelling::Lines;
use super::stage::{Act, Seen, Source, Stage, Watch};
use super::turned;
use super::verdict::Passed;
use crate::why;

/// At most this many numbers are tried to make up runs; this many passing and failing ones are kept.
const MANY_SEEDS: u64 = 500;
const MANY_PASSING: usize = 60;
const MANY_FAILING: usize = 16;
/// A made-up run takes so many steps at most.
pub const MADE_UP_STEPS: u64 = 200_000;
/// A changed program may run so long if no run is known that ends.
const UNKNOWN_LENGTH: u64 = 20_000;

/// What is known before anything is changed.
pub struct KnownRuns {
    /// Runs that fail.
    pub failing: Vec<Act>,
    /// Runs that pass.
    pub passing: Vec<Passed>,
    /// Runs that need not pass, by their names.
    pub apart: Vec<(String, Act)>,
    /// Which of the program's own functions those that fail call, one after the other.
    pub courses: Vec<Vec<u64>>,
    /// Whether each run passes, and what it comes to.
    pub visited: Vec<(bool, FxHashSet<(FunctionId, InstrId)>)>,
    /// How many steps those that are given and fail take together.
    pub failing_steps: u64,
    /// How many steps the longest run takes that ends.
    pub longest: u64,
    /// Where those that fail print something else first.
    pub misprinted: Vec<Lines>,
    /// Whether one of them goes beyond the end of an array.
    pub goes_beyond: bool,
}

impl KnownRuns {
    /// Makes the runs; nothing if none of them fails.
    pub fn new(request: &Request<'_>, stage: &Stage<'_>) -> Option<Self> {
        let (mut failing, mut passing): (Vec<Act>, Vec<Passed>) = (Vec::new(), Vec::new());
        let mut visited = Vec::new();
        let mut longest = 0;
        let mut lengths: Vec<u64> = Vec::new();
        let mut misprinted = Vec::new();
        let mut goes_beyond = request.failed.is_some_and(|failed| is_beyond(request, failed));
        for run in request.runs {
            let mut act = stage.act(run);
            let seen = stage.run(&act, 0, why::MANY_STEPS, Watch::Everything);
            // What does not end says nothing about how long a run may be.
            if !matches!(seen.end, End::StepLimit) {
                longest = longest.max(seen.steps);
            }
            if seen.passes {
                act.most_steps = Some(2 * seen.steps + 5_000);
                act.may_break = true;
            } else {
                lengths.push(seen.steps);
                goes_beyond |= matches!(seen.end, End::Failed(rule) if is_beyond(request, rule));
                misprinted.extend(act.stdout.as_ref().and_then(|wanted| Lines::of(&seen.stdout, wanted)));
            }
            visited.push((seen.passes, seen.visited.clone()));
            match seen.passes {
                true => passing.push(Passed { act, seen, is_turned_away: false }),
                false => failing.push(act),
            }
        }
        if failing.is_empty() {
            return None;
        }
        // Short runs refute as much as long ones, and cost less.
        if request.failed.is_none() {
            let mut order: Vec<usize> = (0..failing.len()).collect();
            order.sort_by_key(|&k| lengths[k]);
            failing = order.into_iter().map(|k| failing[k].clone()).collect();
            passing.sort_by_key(|it| it.seen.steps);
        }
        let longest = if longest == 0 { UNKNOWN_LENGTH } else { longest };
        // Whoever fixes the inputs asks about that run alone.
        if let Some(failed) = request.failed.filter(|_| !request.is_fixed) {
            let turns = turned::turns(request.program, request.blame);
            for (act, seen) in made_up(stage, failed) {
                visited.push((seen.passes, seen.visited.clone()));
                let is_turned_away = turned::is_turned_away(&seen, &turns, request.properties);
                match seen.passes {
                    true => passing.push(Passed { act, seen, is_turned_away }),
                    false => failing.push(act),
                }
            }
        }
        let course = |act: &Act| stage.run(act, 0, why::MANY_STEPS, Watch::Everything).entered;
        let courses = failing.iter().map(course).collect();
        let apart = request.apart.iter().map(|run| (run.name.clone(), stage.act(run))).collect();
        let failing_steps = lengths.iter().sum();
        Some(Self { failing, passing, apart, courses, visited, failing_steps, longest, misprinted, goes_beyond })
    }
}

/// Whether who breaks a rule has gone beyond the end of something.
fn is_beyond(request: &Request<'_>, rule: PropertyId) -> bool {
    matches!(request.properties.all()[rule].class, PropertyClass::Bounds | PropertyClass::OutOfObject)
}

/// Numbers that the program speaks of.
#[must_use]
pub fn numbers(program: &Program) -> Vec<u128> {
    let mut found = BTreeSet::new();
    let users = program.functions.iter().filter(|function| function.origin == Origin::User);
    for body in users.filter_map(|function| function.body.as_ref()) {
        found.extend(body.exprs.iter().filter_map(|expr| match expr.kind {
            ExprKind::Int(bits) if bits < 1 << 32 => Some(bits),
            _ => None,
        }));
    }
    found.into_iter().take(64).collect()
}

/// Runs with inputs that are made up: those that pass, and those that fail as the known ones do.
fn made_up(stage: &Stage<'_>, failed: PropertyId) -> Vec<(Act, Seen)> {
    let (mut there, mut elsewhere, mut failing) = (Vec::new(), Vec::new(), Vec::new());
    let mut known = FxHashSet::default();
    for seed in 1..=MANY_SEEDS {
        let (name, may_break) = (String::new(), false);
        let source = Source::MadeUp(seed);
        let act = Act { source, stdout: None, status: None, most_steps: None, name, may_break, shaken: None };
        let seen = stage.run(&act, 0, MADE_UP_STEPS, Watch::Everything);
        let comes_there = seen.checked.contains(&failed);
        let ends = matches!(seen.end, End::Finished { .. } | End::Halted);
        // Runs that come to something new say more than those that turn back at once.
        let n_before = known.len();
        if ends {
            known.extend(seen.visited.iter().copied());
        }
        match &seen.end {
            End::Finished { .. } | End::Halted if known.len() > n_before => there.push((act, seen)),
            End::Finished { .. } | End::Halted if comes_there && there.len() < MANY_PASSING => there.push((act, seen)),
            End::Finished { .. } | End::Halted if elsewhere.len() < MANY_PASSING / 4 => elsewhere.push((act, seen)),
            End::Failed(property) if *property == failed && failing.len() < MANY_FAILING => failing.push((act, seen)),
            _ => {}
        }
        if there.len() >= MANY_PASSING && failing.len() == MANY_FAILING {
            break;
        }
    }
    there.into_iter().chain(elsewhere).chain(failing).collect()
}
