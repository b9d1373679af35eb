//! The program within some bounds, seen from the failing run.

use rustc_hash::FxHashSet;
use whyc_check::Analysis;
use whyc_check::chain::Chain;
use whyc_ir::property::PropertyId;
use whyc_term::Valuation;
use whyc_unroll::loops::Bounds;
use whyc_unroll::step::{Step, StepId, StepKind, Unrolling};

use super::Task;
use super::dependence;
use super::distance::Distance;
use super::items::{Item, Metric, Sample, collect};
use super::observe::{Comparison, Most, observe};
use super::places::{PlaceKey, Places};

/// Everything that depends on the bounds.
pub struct World {
    /// All runs.
    pub unrolling: Unrolling,
    /// How they end.
    pub chain: Chain,
    /// The bounds.
    pub bounds: Bounds,
    /// What is compared.
    pub items: Vec<Item>,
    /// What the conditions of the program compare.
    pub comparisons: Vec<Comparison>,
    /// The failing run.
    pub failing: Sample,
    /// How far runs are from it.
    pub distance: Distance,
    /// How many items there are that the failing run's own bounds do not have: each is a difference.
    pub surcharge: u64,
}

impl World {
    /// The runs within `bounds`; the failing one is that with these inputs. With `known`, only items of these
    /// names are compared, and each other one is a difference.
    ///
    /// # Errors
    /// Why that cannot be had, in a sentence without a full stop.
    pub fn new(
        analysis: &mut Analysis,
        places: &mut Places,
        property: PropertyId,
        metric: Metric,
        (bounds, most): (Bounds, Most),
        valuation: Valuation,
        known: Option<&FxHashSet<PlaceKey>>,
    ) -> Result<Self, String> {
        let observed = observe(analysis, (&bounds, most), places, None).map_err(|failure| failure.to_string())?;
        let unrolling = observed.unrolling;
        let chain = Chain::new(&unrolling, analysis.properties.all().len(), &mut analysis.engine.terms);
        let failing = Sample::new(&unrolling, &analysis.engine.terms, valuation);
        let is_failure = |end: &StepId| matches!(unrolling.steps[*end].kind, StepKind::Check { property: failed, .. } if failed == property);
        let Some(end) = failing.run.end.filter(is_failure) else {
            return Err(match failing.run.end.map(|end| &unrolling.steps[end]) {
                // Within these bounds less is known of where pointers lead.
                Some(Step { kind: StepKind::Unsupported { what }, span, .. }) => {
                    let line = analysis.program.sources.line(*span);
                    format!("runs cannot be followed beside each other here (line {line}: {what})")
                }
                _ => "internal error: the failing run does not fail".to_owned(),
            });
        };
        let mut items = collect(analysis, &unrolling, &observed.keys);
        // The failing run goes no further: it has nothing there that a passing one could have otherwise.
        items.retain(|item| item.step <= end);
        if metric == Metric::Slice
            && let Some(relevant) = dependence::relevant(analysis, places, &bounds, &items, property)
        {
            for (item, relevant) in items.iter_mut().zip(relevant) {
                item.counts &= relevant;
            }
        }
        let mut surcharge = 0;
        if let Some(known) = known {
            for item in &mut items {
                // Elements of large storage have no name; what they hold was there before any iteration.
                let is_nameless = item.key.is_none() && item.part.is_some();
                let is_new = !is_nameless && item.key.is_none_or(|key| !known.contains(&key));
                surcharge += u64::from(item.counts && is_new);
                item.counts &= !is_new;
            }
        }
        let distance = Distance::new(analysis, &unrolling, &items, metric, &failing);
        let comparisons = observed.comparisons;
        Ok(Self { unrolling, chain, bounds, items, comparisons, failing, distance, surcharge })
    }

    /// Exchanges this world with that of the task.
    pub fn swap(&mut self, task: &mut Task<'_>) {
        std::mem::swap(&mut self.unrolling, &mut task.unrolling);
        std::mem::swap(&mut self.chain, &mut task.chain);
        std::mem::swap(&mut self.bounds, &mut task.bounds);
        std::mem::swap(&mut self.items, &mut task.items);
        std::mem::swap(&mut self.comparisons, &mut task.comparisons);
        std::mem::swap(&mut self.failing, &mut task.failing);
        std::mem::swap(&mut self.distance, &mut task.distance);
        std::mem::swap(&mut self.surcharge, &mut task.surcharge);
    }
}
