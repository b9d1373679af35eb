//! From a failing run to what a person is told.
//!
//! In: an [`Analysis`](whyc_check::Analysis) and its [`Outcome`](whyc_check::Outcome). Out: a
//! [`Finding`](finding::Finding) by [`report`]: everything that a report shows, as plain data that
//! knows nothing of terms or solvers.
//!
//! Read [`finding`] first, then `trace` (how a run becomes readable steps), `memory` (what the
//! variables hold when the run fails) and [`show`] (how values are written as C writes them). [`minimise`]
//! makes the failing run small ([`measure`] says what is small), [`explain`] says why it fails, [`schedule`] why it does where
//! there are threads; `delays` says when their calls take effect.
#![forbid(unsafe_code)]

pub mod covers;
pub mod finding;

pub mod dynamic;

pub mod explain;

pub mod minimise;

pub mod passing;

pub mod measure;

/// Where the work of unrolling went.
pub mod hot;
pub mod invariants;

pub mod replay;

pub mod schedule;

pub mod show;

pub mod taken;

pub mod syntax;
pub mod tape;

pub mod undecided;

mod align;

mod delays;

mod failure;

mod iterations;

mod memory;

pub mod support;
pub mod suspicion;

mod trace;
mod used;
mod vacuity;
pub mod watched;

mod witness;

use whyc_base::diagnostic::Diagnostic;
use whyc_base::finding::Head;
use whyc_check::{Analysis, Outcome, Run};
use whyc_ir::program::Origin;
use whyc_ir::property::{PropertyClass, PropertyId};
use whyc_unroll::step::Unrolling;

use minimise::Minimised;
use minimise::classes::Classes;

use finding::{BoundsReport, ClassesReport, Counterexample, CutReport, Failure, Finding, PropertyReport, StatsReport};

/// Whether a property is told as it is: those of the user's code, and what should hold when the program is over. What else is asserted
/// where whyc's own code runs is told by the user's call.
pub(crate) fn is_users(analysis: &Analysis, property: PropertyId) -> bool {
    let (program, property) = (&analysis.program, &analysis.properties.all()[property]);
    let is_at_end = property.function == program.start && property.class == PropertyClass::Assertion;
    is_at_end || program.functions[property.function].origin == Origin::User
}

/// Everything a person is told about an outcome, with the failing run as it was minimised, if it was.
#[must_use]
pub fn report(
    analysis: &Analysis,
    outcome: &Outcome,
    minimised: Option<&Minimised>,
    command: &str,
    files: &[String],
    mut notes: Vec<Diagnostic>,
) -> Finding {
    let program = &analysis.program;
    for unmodelled in &outcome.unmodelled {
        notes.push(Diagnostic::warning(format!("not modelled: {}", unmodelled.what)).at(unmodelled.span));
    }
    let vacuity = outcome.vacuity.as_ref().map(|vacuity| vacuity::told(analysis, vacuity));
    if let Some(told) = &vacuity {
        // It says more about the answer than any other.
        notes.insert(0, vacuity::warning(analysis, told));
    }
    // What the models of the library check for a call belongs to the call. The rest is of interest where it fails.
    let is_told = |&&id: &&PropertyId| is_users(analysis, id) || outcome.known[id].status.is_violated();
    let told: Vec<PropertyId> = analysis.asked.iter().filter(is_told).copied().collect();
    let mut properties: Vec<PropertyReport> = told.iter().map(|&id| property_report(analysis, outcome, id)).collect();
    let mut told_run =
        |property: PropertyId, run: &Run, unrolling: Option<&Unrolling>, minimised: Option<&Minimised>| {
            let unrolling = unrolling.or(analysis.unrolling.as_ref())?;
            let position = told.iter().position(|&id| id == property)?;
            let counterexample = counterexample(analysis, unrolling, (property, position), run, minimised);
            if let (false, Some(failure)) = (is_users(analysis, property), counterexample.steps.last()) {
                properties[position].span = failure.span;
                properties[position].description = failure.name.clone();
                properties[position].function = failure.function.clone();
            }
            Some(counterexample)
        };
    let others = outcome.violations.iter().filter_map(|it| Some((it, it.run.as_ref()?)));
    let others = others.filter_map(|(it, run)| told_run(it.property, run, it.unrolling.as_deref(), None));
    let others: Vec<Counterexample> = others.collect();
    let counterexample = outcome.counterexample.as_ref();
    let counterexample = counterexample.and_then(|(property, run)| told_run(*property, run, None, minimised));
    let cuts = outcome.cuts.iter().map(|cut| CutReport {
        name: cut.name.clone(),
        is_loop: cut.is_loop,
        bound: cut.bound,
        span: cut.span,
    });
    let sat = analysis.engine.stats();
    Finding {
        head: Head {
            command: command.to_owned(),
            files: files.to_vec(),
            verdict: outcome.verdict,
            reason: outcome.reason.clone(),
        },
        options: Vec::new(),
        narrowed: Vec::new(),
        entry: program.functions[program.entry].name.clone(),
        pointers: program.types.target.pointers,
        sources: program.sources.clone(),
        notes,
        bounds: BoundsReport { unwind: outcome.unwind, complete: outcome.complete, cuts: cuts.collect() },
        properties,
        counterexample,
        others,
        invariants: Vec::new(),
        induction: outcome.proof.as_ref().map(|proof| proof.invariants.clone()),
        classes: None,
        explanation: None,
        schedule: None,
        localization: None,
        replayed: None,
        vacuity,
        suspicions: Vec::new(),
        covers: Vec::new(),
        supports: Vec::new(),
        along: None,
        certificate: None,
        missing: Vec::new(),
        engine: None,
        stats: StatsReport {
            unroll: outcome.unroll_time,
            encode: analysis.engine.encode_time,
            solve: sat.solve_time,
            steps: analysis.unrolling.as_ref().map_or(0, |unrolling| unrolling.steps.len() as u64),
            variables: sat.variables,
            clauses: sat.clauses,
            solver_calls: sat.calls,
            hot: hot::hot_spots(analysis),
            ..StatsReport::default()
        },
    }
}

/// A property as a person is told of it: what fails in a model of the library fails where the user calls that.
fn property_report(analysis: &Analysis, outcome: &Outcome, id: PropertyId) -> PropertyReport {
    let program = &analysis.program;
    let property = &analysis.properties.all()[id];
    let mut report = PropertyReport {
        id: property.name.clone(),
        class: property.class,
        description: property.description.clone(),
        span: property.span,
        function: program.functions[property.function].name.clone(),
        status: outcome.known[id].status.clone(),
        after: outcome.known[id].after.iter().map(|&id| analysis.properties.all()[id].name.clone()).collect(),
        is_ruled_out: suspicion::is_ruled_out(analysis, property),
        excused: None,
    };
    let violation = outcome.violations.iter().find(|violation| violation.property == id);
    let unrolling = violation.and_then(|it| it.unrolling.as_deref()).or(analysis.unrolling.as_ref());
    if let (Some(unrolling), Some(violation)) = (unrolling, violation)
        && let Some(seen) = trace::seen_from_outside(program, unrolling, &unrolling.steps[violation.end])
    {
        report.span = seen.span;
        report.description = program.sources.text(seen.span).to_owned();
        report.function = program.functions[unrolling.function_of(&seen)].name.clone();
    }
    report
}

/// The ways to fail, as a person reads them. `finding` speaks of the first one already.
#[must_use]
pub fn report_classes(
    analysis: &Analysis,
    property: PropertyId,
    classes: &Classes,
    finding: &Finding,
) -> Option<ClassesReport> {
    let unrolling = analysis.unrolling.as_ref()?;
    let position = finding.counterexample.as_ref()?.property;
    let runs = classes.runs.iter();
    let runs = runs.map(|run| counterexample(analysis, unrolling, (property, position), &run.run, Some(run)));
    Some(ClassesReport { runs: runs.collect(), complete: classes.complete })
}

/// What the failing check saw; nothing for a run that is too long to be looked at closely.
fn failure_of(analysis: &Analysis, unrolling: &Unrolling, run: &Run, property: PropertyId) -> Failure {
    let graph = dynamic::Scene::new(analysis, unrolling, run, property).record();
    let Ok(Some(graph)) = graph else { return Failure::default() };
    let property = &analysis.properties.all()[graph.failed.unwrap_or(property)];
    failure::failure(&failure::Look { analysis, unrolling, graph: &graph, property })
}

/// A run that violates a property, as a person reads it; `position` is where the property stands in the report.
fn counterexample(
    analysis: &Analysis,
    unrolling: &Unrolling,
    (property, position): (PropertyId, usize),
    run: &Run,
    minimised: Option<&Minimised>,
) -> Counterexample {
    let run = minimised.map_or(run, |minimised| &minimised.run);
    let relevance = minimised.and_then(|minimised| minimised.relevance.as_ref());
    let mut counterexample = trace::counterexample(analysis, unrolling, run, relevance);
    counterexample.property = position;
    counterexample.witnesses = witness::of_run(analysis, unrolling, run, property);
    counterexample.failure = failure_of(analysis, unrolling, run, property);
    if let Some(minimised) = minimised {
        counterexample.method = minimised.method;
        counterexample.optimal = minimised.optimal;
        counterexample.fewest = minimised.fewest;
    }
    counterexample
}
