//! What a page tells beyond what its verb was asked for: it answers what, why and where, whatever the verb.
//!
//! Everything is asked in the session that decided. The parts that nobody asked for get a limited time each; one that
//! does not come to an end is named on the page, with the reason.

use std::time::Duration;

use whyc_base::budget::Budget;
use whyc_check::{Analysis, Run};
use whyc_debug::explain::{self, Causes, Metric, Slices, Slicing};
use whyc_debug::finding::{Explanation, Finding, Method, Missing, Part};
use whyc_debug::minimise::{self, Goal, Minimised};
use whyc_ir::property::PropertyId;
use whyc_localize::{Failure, Options};

use crate::cli::Check;
use crate::localize::{self, Reader};
use crate::progress::Progress;

/// So long is looked for each part that nobody asked for.
const EXTRA_TIME: Duration = Duration::from_secs(20);

/// A failing run that more is to be known of.
type Failing<'a> = (PropertyId, &'a Run);

/// What goes beyond the verb.
pub struct Whole<'a> {
    analysis: &'a mut Analysis,
    budget: &'a Budget,
    args: &'a Check,
}

impl<'a> Whole<'a> {
    /// More about what `analysis` has found, within `budget` as a whole.
    pub fn new(analysis: &'a mut Analysis, budget: &'a Budget, args: &'a Check) -> Self {
        Self { analysis, budget, args }
    }

    /// Gives the next part its time.
    fn limit(&mut self) -> Budget {
        let budget = self.budget.clone().no_longer_than(EXTRA_TIME);
        self.analysis.set_budget(budget.clone());
        budget
    }

    /// The smallest failing run.
    pub fn smallest(&mut self, (property, run): Failing<'_>) -> Result<Minimised, String> {
        self.limit();
        minimise::minimise(self.analysis, property, run, Method::Optimal, Goal::LengthValues, &mut |_, _| {})
    }

    /// The failing run as it is, with what of its inputs matters.
    pub fn relevant(&mut self, (property, run): Failing<'_>) -> Minimised {
        self.limit();
        minimise::as_it_is(self.analysis, property, run)
    }

    /// Why it fails, or why that is not known.
    pub fn explained(&mut self, (property, run): Failing<'_>) -> Result<Box<Explanation>, String> {
        self.limit();
        let options = explain::Options {
            metric: Metric::Full,
            slices: Slices::All,
            slicing: Slicing::TwoPhase,
            causes: Causes::Inputs,
            // Who fixes the bound asks about the runs within it.
            deepen: self.args.limits.unwind.is_none(),
        };
        match explain::explain(self.analysis, property, run, options, &mut |_| {}) {
            Ok(explain::Outcome::Explained(explanation)) => Ok(explanation),
            Ok(explain::Outcome::Unexplained(reason)) => Err(reason),
            Err(difference) => Err(format!("internal error: the passing run does not replay: {difference}")),
        }
    }

    /// Where a change would help; what is not known is named in the finding.
    pub fn add_places(
        &mut self,
        reader: &Reader<'_>,
        failing: Failing<'_>,
        finding: &mut Finding,
        progress: &Progress,
    ) {
        let budget = self.limit();
        match localize::own(reader, self.analysis, failing, &Options::default(), &budget, progress) {
            Ok(report) => finding.localization = Some(report),
            Err(Failure::Undecided(reason)) => finding.missing.push(Missing { part: Part::Localization, reason }),
            Err(Failure::NothingFails) => {}
        }
    }
}

/// Adds an explanation to a finding, or the reason why there is none.
pub fn add_explanation(finding: &mut Finding, explained: Result<Box<Explanation>, String>) {
    match explained {
        Ok(explanation) => finding.explanation = Some(*explanation),
        Err(reason) => finding.missing.push(Missing { part: Part::Explanation, reason }),
    }
}
