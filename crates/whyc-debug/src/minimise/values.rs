//! The magnitudes of values: |x| of a signed number is its bits below the sign, each flipped if
//! the sign is set, plus the sign itself. Booleans, characters and enumerations are numbers.
//! Of a pointer, the distance from the start of its object counts, and null is nearest of all:
//! the object's number is left out where it is no input. Floats count by exponent and
//! significand as one number: zero first, then small magnitudes.

use rustc_hash::FxHashMap;
use whyc_check::engine::Number;
use whyc_ir::types::{Type, TypeId};
use whyc_sat::Lit;
use whyc_sat::optimise::Progress;
use whyc_sat::optimise::sum::Summand;
use whyc_sat::optimise::value::minimise_sum;
use whyc_term::TermId;
use whyc_unroll::step::{StepId, StepKind};

use super::Task;
use super::length::Counted;
use crate::finding::Method;

/// A value that counts: its term, its type and how often it counts.
struct Counting {
    value: TermId,
    ty: TypeId,
    times: u64,
}

/// Minimises the values of the steps whose conditions are settled to hold.
pub fn minimise(task: &mut Task<'_, '_>, counted: &Counted, method: Method, progress: &mut dyn FnMut(Progress)) {
    let mut steps = Vec::new();
    for group in &counted.groups {
        let holds = match task.analysis.engine.terms.as_bool(group.cond) {
            Some(holds) => holds,
            None => {
                let lit = task.analysis.engine.lit(group.cond);
                task.analysis.engine.sat.has_model() && task.analysis.engine.sat.value(lit)
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
    task: &mut Task<'_, '_>,
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
fn run(
    task: &mut Task<'_, '_>,
    steps: &[(StepId, Option<TermId>)],
    method: Method,
    progress: &mut dyn FnMut(Progress),
) {
    let counting = collect(task, steps);
    match method {
        Method::None => {}
        Method::Greedy => greedy(task, &counting),
        Method::Optimal => {
            let mut summands = Vec::new();
            for number in &counting {
                summands.extend(number.summands(task));
            }
            let settled = task.settled.clone();
            let optimum = minimise_sum(&mut task.analysis.engine.sat, &summands, &settled, progress);
            task.ended(optimum.status);
            task.settled.extend(&optimum.pin);
        }
    }
}

/// The values of the steps; equal ones are counted together, constants not at all.
fn collect(task: &mut Task<'_, '_>, steps: &[(StepId, Option<TermId>)]) -> Vec<Counting> {
    let mut order: Vec<(TermId, TypeId)> = Vec::new();
    let mut times: FxHashMap<(TermId, TypeId), u64> = FxHashMap::default();
    let mut add = |task: &mut Task<'_, '_>, value: TermId, ty: TypeId, cond: Option<TermId>| {
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
    };
    for &(id, cond) in steps {
        match &task.unrolling.steps[id].kind {
            StepKind::Input { value, ty, .. } | StepKind::Assign { value, ty, .. } => {
                let (value, ty) = (*value, *ty);
                add(task, value, ty, cond);
            }
            StepKind::Storage { cells, .. } => {
                let cells: Vec<(TermId, TypeId)> =
                    cells.iter().filter_map(|cell| Some((cell.value, cell.ty?))).collect();
                for (value, ty) in cells {
                    add(task, value, ty, cond);
                }
            }
            _ => {}
        }
    }
    order.into_iter().map(|(value, ty)| Counting { value, ty, times: times[&(value, ty)] }).collect()
}

/// Sign bits first, then from the most significant bits of all values down: towards zero, or -1 for what is negative.
fn greedy(task: &mut Task<'_, '_>, counting: &[Counting]) {
    let signs: Vec<Lit> = counting.iter().filter_map(|number| number.sign(task)).collect();
    task.settle_greedily(signs.into_iter().map(|sign| !sign));
    let magnitudes: Vec<Vec<Lit>> = counting.iter().map(|number| number.magnitude(task)).collect();
    let n_places = magnitudes.iter().map(Vec::len).max().unwrap_or(0);
    for place in (0..n_places).rev() {
        let bits: Vec<Lit> = magnitudes.iter().filter_map(|bits| bits.get(place)).map(|&bit| !bit).collect();
        task.settle_greedily(bits);
    }
}

impl Counting {
    fn summands(&self, task: &mut Task<'_, '_>) -> Vec<Summand> {
        let mut summands = vec![Summand { bits: self.magnitude(task), weight: self.times }];
        if let Some(sign) = self.sign(task) {
            summands.push(Summand { bits: vec![sign], weight: self.times });
        }
        summands
    }

    /// The bits of |x|, without the one that a negative number needs more.
    fn magnitude(&self, task: &mut Task<'_, '_>) -> Vec<Lit> {
        let parts = self.parts(task);
        task.analysis.engine.bits(parts[0])
    }

    /// The sign of a signed number.
    fn sign(&self, task: &mut Task<'_, '_>) -> Option<Lit> {
        let sign = self.parts(task).get(1).copied()?;
        task.analysis.engine.bits(sign).first().copied()
    }

    /// The terms whose sum is the magnitude.
    fn parts(&self, task: &mut Task<'_, '_>) -> Vec<TermId> {
        let types = &task.analysis.program.types;
        let is_signed = types.is_signed(self.ty);
        let is_float = matches!(types.get(self.ty), Type::Float(_));
        let is_pointer = types.is_pointer(self.ty);
        let engine = &mut task.analysis.engine;
        let width = engine.terms.width(self.value);
        if is_pointer && width == 64 {
            vec![engine.terms.extract(self.value, whyc_ir::layout::OFFSET_BITS - 1, 0)]
        } else if is_float && width > 1 {
            let sign = engine.terms.extract(self.value, width - 1, width - 1);
            vec![engine.terms.extract(self.value, width - 2, 0), sign]
        } else {
            engine.magnitude(Number { value: self.value, is_signed })
        }
    }
}
