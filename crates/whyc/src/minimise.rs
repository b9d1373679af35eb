//! `whyc minimize`: what is asked of the minimiser, and what goes on while it works.

use anyhow::anyhow;
use whyc_check::{Analysis, Outcome};
use whyc_debug::finding::{self, Finding};
use whyc_debug::minimise::classes::{Classes, classes};
use whyc_debug::minimise::{self, Minimised, Stage};

use crate::cli::{Goal, Method, Minimize};
use crate::progress::Progress;

/// So many ways to fail are listed unless another number is given.
const MANY_CLASSES: usize = 100;

/// What was found: one smallest run, or one for each way to fail.
pub enum Smallest {
    /// One run.
    One(Box<Minimised>),
    /// One for each way to fail; there is at least one.
    All(Classes),
}

impl Smallest {
    /// The smallest run of all.
    pub fn first(&self) -> Option<&Minimised> {
        match self {
            Smallest::One(minimised) => Some(minimised),
            Smallest::All(classes) => classes.runs.first(),
        }
    }

    /// Adds the ways to fail to a finding.
    pub fn complete(&self, analysis: &Analysis, outcome: &Outcome, finding: &mut Finding) {
        if let (Smallest::All(classes), Some((property, _))) = (self, &outcome.counterexample) {
            finding.classes = whyc_debug::report_classes(analysis, *property, classes, finding);
        }
    }
}

/// Minimises the runs that violate other properties, where they are kept.
pub fn others(analysis: &mut Analysis, outcome: &mut Outcome, args: &Minimize) -> anyhow::Result<()> {
    let Some(method) = method(args) else { return Ok(()) };
    // Runs of another unrolling stay as they are: the analysis holds the one of the first violation.
    for violation in outcome.violations.iter_mut().filter(|violation| violation.unrolling.is_none()) {
        let Some(run) = &mut violation.run else { continue };
        let found = minimise::minimise(analysis, violation.property, run, method, goal(args), &mut |_, _| {});
        *run = found.map_err(wrong)?.run;
    }
    Ok(())
}

fn method(args: &Minimize) -> Option<finding::Method> {
    match args.method {
        Method::None => None,
        Method::Greedy => Some(finding::Method::Greedy),
        Method::Optimal => Some(finding::Method::Optimal),
    }
}

fn goal(args: &Minimize) -> minimise::Goal {
    match args.goal {
        Goal::LengthValues => minimise::Goal::LengthValues,
        Goal::ValuesLength => minimise::Goal::ValuesLength,
        Goal::Inputs => minimise::Goal::Inputs,
    }
}

fn wrong(difference: impl std::fmt::Display) -> anyhow::Error {
    anyhow!("internal error: the minimised run does not replay: {difference}")
}

/// Minimises the failing run, if there is one and that is wanted.
pub fn smallest(
    analysis: &mut Analysis,
    outcome: &Outcome,
    args: &Minimize,
    progress: &Progress,
) -> anyhow::Result<Option<Smallest>> {
    let Some((property, run)) = &outcome.counterexample else { return Ok(None) };
    let Some(method) = method(args) else { return Ok(None) };
    let goal = goal(args);
    let mut watch = |stage: Stage, bounds: whyc_debug::minimise::Progress| {
        let what = match stage {
            Stage::Length => "executed statements",
            Stage::Values => "sum of all values",
            Stage::Inputs => "inputs that matter",
        };
        progress.bounds(what, bounds.best, bounds.lower);
    };
    if args.check.output.all || args.max_classes.is_some() {
        let most = args.max_classes.map_or(MANY_CLASSES, |most| most.max(1) as usize);
        let found = classes(analysis, *property, run, (method, goal), most, &mut watch).map_err(wrong)?;
        return Ok(Some(Smallest::All(found)));
    }
    let found = minimise::minimise(analysis, *property, run, method, goal, &mut watch).map_err(wrong)?;
    Ok(Some(Smallest::One(Box::new(found))))
}
