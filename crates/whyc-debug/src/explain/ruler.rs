//! Measuring runs one by one, without a solver: what the search is checked against.

use whyc_base::ids::Id;
use whyc_check::{Analysis, Run};
use whyc_ir::property::PropertyId;
use whyc_term::{Evaluator, InputId};

use super::contents::Contents;
use super::items::{Metric, Sample, reading};
use super::observe::ALL;
use super::places::Places;
use super::slice::{Relaxed, plans, relax};
use super::world::World;

/// Compares runs of a program within the bounds of its analysis.
pub struct Ruler {
    world: World,
    places: Places,
    metric: Metric,
    inputs: Vec<InputId>,
}

/// A run to be compared.
pub struct Measured {
    sample: Sample,
    /// Whether it violates nothing and keeps to the assumptions and bounds.
    pub passes: bool,
    /// Whether it violates a property.
    pub fails: bool,
}

impl Ruler {
    /// Measures from `run`, which violates `property`.
    ///
    /// # Errors
    /// Why that cannot be done.
    pub fn new(analysis: &mut Analysis, property: PropertyId, run: &Run, metric: Metric) -> Result<Self, String> {
        let valuation = run.inputs.clone();
        let bounds = analysis.bounds().clone();
        let mut places = Places::new(analysis.loops.clone());
        let world = World::new(analysis, &mut places, property, metric, (bounds, ALL), valuation, None)?;
        // Later terms make inputs of their own; these are the program's.
        let inputs = (0..analysis.engine.terms.n_inputs()).map(InputId::from_index).collect();
        Ok(Self { world, places, metric, inputs })
    }

    /// How many inputs there are.
    #[must_use]
    pub fn n_inputs(&self) -> usize {
        self.inputs.len()
    }

    /// The run with these inputs.
    #[must_use]
    pub fn run(&self, analysis: &Analysis, values: &[u128]) -> Measured {
        let mut valuation = whyc_term::Valuation::new();
        for (&input, &value) in self.inputs.iter().zip(values) {
            valuation.set_bits(input, value);
        }
        self.measured(analysis, Sample::new(&self.world.unrolling, &analysis.engine.terms, valuation))
    }

    /// The run that everything is measured from.
    #[must_use]
    pub fn failing(&self, analysis: &Analysis) -> Measured {
        self.measured(analysis, self.world.failing.clone())
    }

    fn measured(&self, analysis: &Analysis, sample: Sample) -> Measured {
        let mut eval = Evaluator::new(&analysis.engine.terms, &sample.valuation);
        let passes = eval.bool(self.world.chain.passes);
        let fails = self.world.chain.failures.iter().flatten().any(|&(_, cond)| eval.bool(cond));
        Measured { sample, passes, fails }
    }

    /// The values of the inputs of a run.
    #[must_use]
    pub fn inputs(&self, run: &Measured) -> Vec<u128> {
        self.inputs.iter().map(|&input| run.sample.valuation.bits(input)).collect()
    }

    /// What differs between two runs, as numbers of items in the order of execution.
    #[must_use]
    pub fn differences(&self, analysis: &Analysis, a: &Measured, b: &Measured) -> Vec<usize> {
        let items = self.world.items.iter().enumerate().filter(|(_, item)| item.counts);
        let differs = items.filter(|(_, item)| {
            let of = |run: &Measured| reading(&analysis.program, &self.world.unrolling, self.metric, item, &run.sample);
            of(a) != of(b)
        });
        differs.map(|(idx, _)| idx).collect()
    }

    /// The differences of `passing`, each of which may be undone.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn relaxed(&mut self, analysis: &mut Analysis, passing: &Measured) -> Result<Relaxed, String> {
        let failing = self.failing(analysis);
        let changed = self.differences(analysis, &failing, passing);
        let plans = plans(&self.world.items, &self.world.failing, &passing.sample, &changed);
        let (world, passing) = (&self.world, &passing.sample);
        let contents =
            Contents::new(&analysis.engine.terms, &world.unrolling, &world.items, &world.failing, passing, &changed);
        relax(analysis, &mut self.places, &world.bounds, plans, contents).map_err(|failure| failure.to_string())
    }

    /// Whether keeping `kept` of the differences, and undoing all others, avoids the failure.
    #[must_use]
    pub fn avoids(&self, analysis: &Analysis, relaxed: &Relaxed, kept: &[usize]) -> bool {
        let terms = &analysis.engine.terms;
        let mut valuation = self.world.failing.valuation.clone();
        for choice in &relaxed.choices {
            if let Some(input) = terms.input_id(choice.kept) {
                valuation.set_bool(input, kept.contains(&choice.item));
            }
        }
        let mut eval = Evaluator::new(terms, &valuation);
        eval.bool(relaxed.passes) && relaxed.choices.iter().all(|choice| eval.bool(choice.obeys))
    }
}
