//! The closest passing run.

use std::ops::ControlFlow;

use whyc_check::replay::replay_passing;
use whyc_sat::Lit;
use whyc_sat::optimise::Status;
use whyc_sat::optimise::count::minimise_count;
use whyc_sat::optimise::enumerate::{Blocking, enumerate};
use whyc_sat::optimise::narrow::solve_small;
use whyc_sat::session::{Answer, Model};
use whyc_term::{Evaluator, Valuation};

use super::distance::apart;
use super::items::{ItemKind, Sample, reading};
use super::slice::{HowMany, Sliced, slice};
use super::{Slices, Slicing, Task, one_step};

/// At most this many closest runs are compared, fewer if the program is large.
const MANY_RUNS: usize = 16;
/// Slicing costs about as much as executing all paths once: so many steps in all are affordable.
const AFFORDABLE_STEPS: usize = 400_000;
/// With more inputs changed than this, nobody reads their values one by one.
const MANY_POLISHED: usize = 4;
/// How many conflicts one bit of a nicer value may cost.
const POLISHING_CONFLICTS: u32 = 200;

/// A passing run and how it differs.
#[derive(Clone, Debug)]
pub struct Found {
    /// The run.
    pub passing: Sample,
    /// The items that count in which it differs.
    pub changed: Vec<usize>,
    /// The inputs of the closest passing runs that were compared, this one's among them.
    pub all_closest: Vec<Valuation>,
    /// How far it is.
    pub distance: u64,
    /// Whether it is proved that no passing run is closer.
    pub optimal: bool,
    /// Which of the differences matter.
    pub sliced: Sliced,
}

impl Task<'_> {
    /// The closest passing run for which all `wishes` hold; of several, the one with the smallest slice,
    /// then the one that changes the fewest inputs.
    pub fn closest(&mut self, wishes: &[Lit]) -> Result<Option<Found>, String> {
        if self.options.slicing == Slicing::OneStep {
            let Some((passing, sliced)) = one_step::smallest_slice(self, wishes) else { return Ok(None) };
            let optimal = sliced.proved;
            return self.found(passing, Some(sliced), optimal).map(Some);
        }
        let mut assumptions = vec![self.analysis.engine.lit(self.chain.passes)];
        assumptions.extend(wishes);
        let objective = self.distance.objective.clone();
        let optimum = minimise_count(&mut self.analysis.engine.sat, &objective, &assumptions, &mut |progress| {
            (self.progress)(progress);
        });
        if let Status::BestFound(reason) = optimum.status {
            self.cut_short = Some(reason);
        }
        let Some(best) = optimum.best else {
            // Where the solver found nothing in time, a neighbour may pass all the same.
            let probed = if self.cut_short.is_some() && wishes.is_empty() { self.probe() } else { None };
            return probed.map(|passing| self.found(passing, None, false)).transpose();
        };
        if optimum.status != Status::Optimal {
            let valuation = self.analysis.engine.valuation();
            let passing = Sample::new(&self.unrolling, &self.analysis.engine.terms, valuation);
            return self.found(passing, None, false).map(Some);
        }
        let lits: Vec<Lit> = objective.terms().iter().map(|&(lit, _)| lit).collect();
        let pinned: Vec<Lit> = assumptions.iter().chain(&optimum.pin).copied().collect();
        let many = (AFFORDABLE_STEPS / self.unrolling.steps.len().max(1)).clamp(1, MANY_RUNS);
        let mut models: Vec<Model> = Vec::new();
        if many > 1 {
            enumerate(&mut self.analysis.engine.sat, &lits, &pinned, Blocking::SameValues, &mut |session| {
                models.push(session.model());
                if models.len() < many { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        }
        if models.is_empty() {
            models.push(best.model);
        }
        let mut found: Vec<Found> = Vec::new();
        for model in models {
            self.analysis.engine.sat.restore_model(model);
            let valuation = self.analysis.engine.valuation();
            let passing = Sample::new(&self.unrolling, &self.analysis.engine.terms, valuation);
            found.push(self.found(passing, None, true)?);
        }
        let all_closest: Vec<Valuation> = found.iter().map(|one| one.passing.valuation.clone()).collect();
        let n_inputs = |found: &Found| found.changed.iter().filter(|&&idx| self.items[idx].is_input()).count();
        let Some(mut chosen) = found.into_iter().min_by_key(|found| (found.sliced.size(), n_inputs(found))) else {
            return Ok(None);
        };
        chosen.all_closest = all_closest;
        chosen = self.polished(chosen, &assumptions)?;
        let how_many = if self.options.slices == Slices::All { HowMany::All } else { HowMany::Best };
        chosen.sliced = slice(self, &chosen.passing, &chosen.changed, how_many);
        Ok(Some(chosen))
    }

    /// A passing run among those that differ from the failing one in a single input: the closest of a few.
    fn probe(&self) -> Option<Sample> {
        let terms = &self.analysis.engine.terms;
        let inputs = self.items.iter().filter(|item| item.is_input()).take(MANY_RUNS);
        let mut best: Option<(usize, Sample)> = None;
        for item in inputs {
            let ItemKind::Input { value, .. } = item.kind else { continue };
            let Some(input) = terms.input_id(value) else { continue };
            let bits = self.failing.bits(item);
            for other in [bits.wrapping_add(1), bits.wrapping_sub(1), bits ^ 2, 0] {
                let mut valuation = self.failing.valuation.clone();
                valuation.set_bits(input, other);
                if !Evaluator::new(terms, &valuation).bool(self.chain.passes) {
                    continue;
                }
                let passing = Sample::new(&self.unrolling, terms, valuation);
                let distance = self.changed(&passing).len();
                if best.as_ref().is_none_or(|(known, _)| distance < *known) {
                    best = Some((distance, passing));
                }
            }
        }
        best.map(|(_, passing)| passing)
    }

    /// The same differences with inputs as near to the failing run's as is easy to find. They are easier to read.
    fn polished(&mut self, found: Found, assumptions: &[Lit]) -> Result<Found, String> {
        let inputs: Vec<usize> = found.changed.iter().copied().filter(|&idx| self.items[idx].is_input()).collect();
        if inputs.is_empty() || inputs.len() > MANY_POLISHED {
            return Ok(found);
        }
        let mut fixed = assumptions.to_vec();
        for (idx, lit) in self.distance.lits.iter().enumerate() {
            if let Some(lit) = *lit
                && (self.items[idx].counts || self.items[idx].is_input())
            {
                let changed = found.changed.binary_search(&idx).is_ok();
                fixed.push(if changed { lit } else { !lit });
            }
        }
        let mut numbers: Vec<Vec<Lit>> = Vec::new();
        for idx in inputs {
            let ItemKind::Input { value, ty: Some(ty) } = self.items[idx].kind else { continue };
            let bits = self.failing.bits(&self.items[idx]);
            if let Some(magnitude) = apart(self.analysis, value, ty, bits) {
                numbers.push(self.analysis.engine.bits(magnitude));
            }
        }
        let session = &mut self.analysis.engine.sat;
        if session.solve_limited(&fixed, POLISHING_CONFLICTS) != Some(Answer::Satisfiable) {
            return Ok(found);
        }
        let mut best = session.model();
        let n_places = numbers.iter().map(Vec::len).max().unwrap_or(0);
        for place in (0..n_places).rev() {
            for bit in numbers.iter().filter_map(|bits| bits.get(place)) {
                fixed.push(!*bit);
                if best.value(*bit) {
                    match session.solve_limited(&fixed, POLISHING_CONFLICTS) {
                        Some(Answer::Satisfiable) => best = session.model(),
                        _ => {
                            fixed.pop();
                        }
                    }
                }
            }
        }
        session.restore_model(best);
        let valuation = self.analysis.engine.valuation();
        let passing = Sample::new(&self.unrolling, &self.analysis.engine.terms, valuation);
        let polished = self.found(passing, Some(found.sliced.clone()), found.optimal)?;
        Ok(if polished.changed == found.changed { Found { all_closest: found.all_closest, ..polished } } else { found })
    }

    /// What there is to say about a passing run. It is replayed first.
    fn found(&mut self, passing: Sample, sliced: Option<Sliced>, optimal: bool) -> Result<Found, String> {
        replay_passing(&self.analysis.program, &self.analysis.properties, &self.unrolling, &passing.run)?;
        let changed = self.changed(&passing);
        let sliced = match sliced {
            Some(sliced) => sliced,
            None => slice(self, &passing, &changed, HowMany::Any),
        };
        let distance = changed.len() as u64 + self.surcharge;
        let all_closest = vec![passing.valuation.clone()];
        Ok(Found { passing, all_closest, changed, distance, optimal, sliced })
    }

    /// The items that count in which a run differs from the failing one.
    pub fn changed(&self, other: &Sample) -> Vec<usize> {
        let program = &self.analysis.program.clone();
        let metric = self.options.metric;
        let items = self.items.iter().enumerate().filter(|(_, item)| item.counts);
        let differs = items.filter(|(_, item)| {
            let of = |sample: &Sample| reading(program, &self.unrolling, metric, item, sample);
            of(&self.failing) != of(other)
        });
        differs.map(|(idx, _)| idx).collect()
    }

    /// A run for which all `assumptions` hold, with inputs near those of the failing one; `None` at a limit.
    pub fn nearby(&mut self, assumptions: &[Lit]) -> Option<Sample> {
        let mut numbers = Vec::new();
        for idx in 0..self.items.len() {
            let ItemKind::Input { value, ty } = self.items[idx].kind else { continue };
            let bits = self.failing.bits(&self.items[idx]);
            let magnitude = match ty.filter(|&ty| self.analysis.program.types.scalar_bits(ty).is_some()) {
                Some(ty) => apart(self.analysis, value, ty, bits),
                None => None,
            };
            if let Some(magnitude) = magnitude {
                numbers.push(self.analysis.engine.bits(magnitude));
            }
        }
        let numbers: Vec<&[Lit]> = numbers.iter().map(Vec::as_slice).collect();
        match solve_small(&mut self.analysis.engine.sat, &numbers, assumptions) {
            Answer::Satisfiable => {
                let valuation = self.analysis.engine.valuation();
                Some(Sample::new(&self.unrolling, &self.analysis.engine.terms, valuation))
            }
            Answer::Unsatisfiable => None,
            Answer::Unknown(reason) => {
                self.cut_short = Some(reason);
                None
            }
        }
    }
}
