//! The sizes of values, as [`measure`] defines them.

use rustc_hash::FxHashMap;
use whyc_ir::types::TypeId;
use whyc_sat::Lit;
use whyc_sat::optimise::Progress;
use whyc_sat::optimise::sum::Summand;
use whyc_sat::optimise::value::minimise_sum;
use whyc_term::TermId;
use whyc_unroll::step::StepId;

use super::length::Counted;
use super::task::Task;
use crate::finding::Method;
use crate::measure::{self, Parts};

/// A value that counts: the numbers that add up to its size, and how often it counts.
struct Counting {
    magnitude: Vec<Vec<Lit>>,
    sign: Option<Lit>,
    times: u64,
}

/// Minimises the values of the steps whose conditions are settled to hold.
pub fn minimise(task: &mut Task<'_>, counted: &Counted, method: Method, progress: &mut dyn FnMut(Progress)) {
    let has_model = task.has_model();
    let mut steps = Vec::new();
    for group in &counted.groups {
        let holds = match task.analysis.engine.terms.as_bool(group.cond) {
            Some(holds) => holds,
            None => {
                let lit = task.analysis.engine.lit(group.cond);
                has_model && task.analysis.engine.sat.value(lit)
            }
        };
        if holds {
            steps.extend(group.steps.iter().map(|&id| (id, None)));
        }
    }
    run(task, &steps, method, progress);
}

/// Minimises the values of whatever is executed, before anything is known about the path.
pub fn minimise_before_length(
    task: &mut Task<'_>,
    counted: &Counted,
    method: Method,
    progress: &mut dyn FnMut(Progress),
) {
    let groups = counted.groups.iter();
    let steps: Vec<(StepId, Option<TermId>)> =
        groups.flat_map(|group| group.steps.iter().map(|&id| (id, Some(group.cond)))).collect();
    run(task, &steps, method, progress);
}

/// Minimises the sum over `steps`, each of which counts only where its condition holds.
fn run(task: &mut Task<'_>, steps: &[(StepId, Option<TermId>)], method: Method, progress: &mut dyn FnMut(Progress)) {
    let counting = collect(task, steps);
    match method {
        Method::None => {}
        Method::Greedy => greedy(task, &counting),
        Method::Optimal => {
            let summands: Vec<Summand> = counting.iter().flat_map(Counting::summands).collect();
            let settled = task.settled.clone();
            let optimum = minimise_sum(&mut task.analysis.engine.sat, &summands, &settled, progress);
            task.ended(optimum.status);
            task.settled.extend(&optimum.pin);
        }
    }
}

/// The values of the steps; equal ones are counted together, constants not at all.
fn collect(task: &mut Task<'_>, steps: &[(StepId, Option<TermId>)]) -> Vec<Counting> {
    let program = &task.analysis.program.clone();
    let mut order: Vec<(TermId, TypeId)> = Vec::new();
    let mut times: FxHashMap<(TermId, TypeId), u64> = FxHashMap::default();
    for &(id, cond) in steps {
        for (value, ty) in measure::values(program, &task.unrolling, id) {
            let terms = &mut task.analysis.engine.terms;
            let value = match cond {
                Some(cond) => {
                    let width = terms.width(value);
                    let zero = terms.bits(width, 0);
                    terms.ite(cond, value, zero)
                }
                None => value,
            };
            if terms.as_bits(value).is_none() {
                let count = times.entry((value, ty)).or_insert(0);
                if *count == 0 {
                    order.push((value, ty));
                }
                *count += 1;
            }
        }
    }
    let engine = &mut task.analysis.engine;
    let counting = order.into_iter().map(|(value, ty)| {
        let Parts { magnitude, sign } = measure::parts(&program.types, &mut engine.terms, value, ty);
        Counting {
            magnitude: magnitude.into_iter().map(|part| engine.bits(part)).collect(),
            sign: sign.and_then(|sign| engine.bits(sign).first().copied()),
            times: times[&(value, ty)],
        }
    });
    counting.collect()
}

/// Sign bits first, then from the most significant bits of all values down: towards zero, or -1 for what is negative.
fn greedy(task: &mut Task<'_>, counting: &[Counting]) {
    task.fresh_model();
    task.settle_greedily(counting.iter().filter_map(|number| number.sign).map(|sign| !sign));
    let numbers = || counting.iter().flat_map(|number| &number.magnitude);
    let n_places = numbers().map(Vec::len).max().unwrap_or(0);
    for place in (0..n_places).rev() {
        task.settle_greedily(numbers().filter_map(|bits| bits.get(place)).map(|&bit| !bit));
    }
}

impl Counting {
    fn summands(&self) -> impl Iterator<Item = Summand> {
        let numbers = self.magnitude.iter().cloned().chain(self.sign.map(|sign| vec![sign]));
        numbers.map(|bits| Summand { bits, weight: self.times })
    }
}
