//! What a session knows beyond the verdict.

use std::time::{Duration, Instant};

use whyc_check::{Analysis, Outcome, Run, Status, Verdict};
use whyc_debug::finding::{
    Advice, AlongReport, ClassesReport, Cover, Explanation, Finding, InputKind, InputReport, InvariantReport,
    LocalizationReport, Missing, Part, PropertyReport, ScheduleReport, SupportReport, Suspicion, SuspicionKind,
};
use whyc_debug::minimise::classes::{Classes, classes};
use whyc_debug::minimise::{self, Minimised, Stage};
use whyc_debug::support::Support;
use whyc_debug::tape::Tape;
use whyc_debug::{explain, schedule};
use whyc_ir::property::{PropertyClass, PropertyId};

use crate::refused::Refused;
use crate::request::Smallest;
use crate::temporal::Beyond;
use crate::watch::{Progress, Watch};

/// What a session knows beyond the verdict. What is not known is not there.
#[derive(Default)]
pub(crate) struct Known {
    /// The failing run as it was made smaller, or with what of it matters.
    smallest: Option<Box<Minimised>>,
    /// All the ways to fail; the first of them is the smallest run.
    ways: Option<Classes>,
    /// The passing run that it is compared with, if runs are to be recorded; or why it cannot be.
    pub passing: Option<Result<Box<Tape>, String>>,
    /// Whether the passing run is recorded.
    pub records: bool,
    /// Why it fails.
    pub explanation: Option<Box<Explanation>>,
    /// What threads do to each other in the failing run.
    pub schedule: Option<Box<ScheduleReport>>,
    /// Where a change would help.
    pub places: Option<LocalizationReport>,
    /// What is suspicious where everything holds.
    pub suspicions: Vec<Suspicion>,
    /// What some run should come to, and whether one does.
    pub covers: Vec<Cover>,
    /// Why properties hold, by their names.
    pub supports: Vec<(String, Support)>,
    /// Whether a run comes along the places that were asked for.
    pub along: Option<Box<AlongReport>>,
    /// What was found out of properties over time that hold, in their order.
    pub over_time: Vec<Beyond>,
    /// What holds at the loops.
    pub invariants: Vec<InvariantReport>,
    /// Why what was asked for is not there.
    pub reason: Option<String>,
    /// The parts that are not there, and why.
    pub missing: Vec<Missing>,
    /// Whether tests were run, and none fails.
    pub all_tests_pass: bool,
    /// What would have led to an answer, if there is none.
    pub advice: Vec<Advice>,
    /// How long all this took to find out.
    pub time: Duration,
}

impl Known {
    /// The failing run, the smallest that is known.
    pub fn failing<'a>(&'a self, outcome: &'a Outcome) -> Option<(PropertyId, &'a Run)> {
        let (property, run) = outcome.counterexample.as_ref()?;
        // What matters of a run is known of the run as it is.
        Some((*property, self.minimised().map_or(run, |minimised| &minimised.run)))
    }

    /// The smallest run, if it was looked for.
    pub fn minimised(&self) -> Option<&Minimised> {
        match &self.ways {
            Some(ways) => ways.runs.first(),
            None => self.smallest.as_deref(),
        }
    }

    /// The ways to fail, as a person reads them.
    pub fn classes(&self, analysis: &Analysis, outcome: &Outcome, finding: &Finding) -> Option<ClassesReport> {
        let (property, _) = outcome.counterexample.as_ref()?;
        whyc_debug::report_classes(analysis, *property, self.ways.as_ref()?, finding)
    }

    /// Makes the runs small that violate other properties, where they are kept.
    pub fn minimise_others(
        &mut self,
        analysis: &mut Analysis,
        outcome: &mut Outcome,
        how: &Smallest,
    ) -> Result<(), Refused> {
        let start = Instant::now();
        // Runs of another unrolling stay as they are: the analysis holds the one of the first violation.
        for violation in outcome.violations.iter_mut().filter(|violation| violation.unrolling.is_none()) {
            let Some(run) = &mut violation.run else { continue };
            let found = minimise::minimise(analysis, violation.property, run, how.method, how.goal, &mut |_, _| {});
            *run = found.map_err(not_minimised)?.run;
        }
        self.time += start.elapsed();
        Ok(())
    }

    /// Makes the failing run small.
    pub fn minimise(
        &mut self,
        analysis: &mut Analysis,
        outcome: &Outcome,
        how: &Smallest,
        watch: &mut Watch,
    ) -> Result<(), Refused> {
        let start = Instant::now();
        let Some((property, run)) = &outcome.counterexample else { return Ok(()) };
        let mut tell = |stage: Stage, bounds: minimise::Progress| {
            watch.tell(Progress::Bounds { stage, best: bounds.best, lower: bounds.lower });
        };
        if let Some(most) = how.classes {
            let found = classes(analysis, *property, run, (how.method, how.goal), most, &mut tell);
            self.ways = Some(found.map_err(not_minimised)?);
        } else {
            let found = minimise::minimise(analysis, *property, run, how.method, how.goal, &mut tell);
            self.smallest = Some(Box::new(found.map_err(not_minimised)?));
        }
        self.time += start.elapsed();
        Ok(())
    }

    /// Finds out what matters of the failing run, if it was not made small.
    pub fn weigh(&mut self, analysis: &mut Analysis, outcome: &Outcome) {
        if let (None, Some((property, run))) = (self.minimised(), &outcome.counterexample) {
            let start = Instant::now();
            self.smallest = Some(Box::new(minimise::as_it_is(analysis, *property, run)));
            self.time += start.elapsed();
        }
    }

    /// Finds out why the failing run fails, or why that is not known.
    pub fn explain(
        &mut self,
        analysis: &mut Analysis,
        outcome: &Outcome,
        how: explain::Options,
    ) -> Result<(), Refused> {
        let Some((property, run)) = self.failing(outcome) else { return Ok(()) };
        let start = Instant::now();
        let (records, mut passing) = (self.records, None);
        let explained =
            explain::explain_and_show(analysis, property, run, how, &mut |_| {}, &mut |analysis, unrolling, run| {
                passing = records.then(|| Tape::record(analysis, unrolling, run).map(Box::new));
            });
        self.passing = passing;
        let wrong = |difference| Refused::Internal(format!("the passing run does not replay: {difference}"));
        match explained.map_err(wrong)? {
            explain::Outcome::Explained(explanation) => self.explanation = Some(explanation),
            explain::Outcome::Unexplained(reason) => {
                self.missing.push(Missing { part: Part::Explanation, reason: reason.clone() });
                self.reason = Some(reason);
            }
        }
        self.time += start.elapsed();
        Ok(())
    }

    /// Finds out why the failing run of several threads fails.
    pub fn explain_schedule(&mut self, analysis: &mut Analysis, outcome: &Outcome) -> Result<(), Refused> {
        let Some((property, run)) = self.failing(outcome) else { return Ok(()) };
        let start = Instant::now();
        let wrong = |difference| Refused::Internal(format!("the passing run does not replay: {difference}"));
        match schedule::explain(analysis, property, run).map_err(wrong)? {
            Some(report) => self.schedule = Some(Box::new(comparable(report))),
            None => {
                let reason = "the run is too long to be looked at step by step".to_owned();
                self.missing.push(Missing { part: Part::Explanation, reason: reason.clone() });
                self.reason = Some(reason);
            }
        }
        self.time += start.elapsed();
        Ok(())
    }

    /// Adds all this to a finding.
    pub fn complete(&self, finding: &mut Finding) {
        finding.invariants = self.invariants.clone();
        finding.suspicions = self.suspicions.clone();
        finding.covers = self.covers.clone();
        finding.along = self.along.clone();
        let position = |name: &str| finding.properties.iter().position(|it| it.id == name);
        let told = |(name, it): &(String, Support)| {
            let (property, grounds) = (position(name)?, it.grounds.clone());
            Some(SupportReport { property, grounds, is_smallest: it.is_smallest })
        };
        finding.supports = self.supports.iter().filter_map(told).collect();
        for it in self.suspicions.iter().filter(|it| it.kind == SuspicionKind::Unreached) {
            let meant = |property: &&mut PropertyReport| {
                property.class == PropertyClass::Assertion
                    && property.span == it.span
                    && property.status == Status::Holds
            };
            finding.properties.iter_mut().filter(meant).for_each(|property| property.status = Status::Unreachable);
        }
        finding.explanation = self.explanation.as_deref().cloned();
        finding.schedule = self.schedule.as_deref().cloned();
        finding.localization = self.places.clone();
        finding.missing = self.missing.clone();
        finding.stats.advice = self.advice.clone();
        if self.reason.is_some() {
            finding.head.reason = self.reason.clone().map(Into::into);
        }
        // Tests that fail are no properties of the program, but they do fail.
        if self.places.is_some() && finding.properties.is_empty() {
            finding.head.verdict = Verdict::Violated;
        }
    }
}

/// What was never set may be anything in a run: one in which it matters is not said to have the same inputs.
fn comparable(mut report: ScheduleReport) -> ScheduleReport {
    let is_unset = |input: &InputReport| input.kind == InputKind::Uninitialised;
    if report.passing.as_ref().is_some_and(|passing| passing.inputs.iter().any(is_unset)) {
        let why = "what passes depends on variables that were never set, whatever they hold";
        report.without_passing = Some(why.to_owned());
        (report.passing, report.reorderings) = (None, Vec::new());
    }
    report
}

fn not_minimised(difference: String) -> Refused {
    Refused::Internal(format!("the minimised run does not replay: {difference}"))
}
