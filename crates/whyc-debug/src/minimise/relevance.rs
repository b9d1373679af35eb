//! Which inputs the failure depends on, and which of their bits.
//!
//! With all inputs of the run fixed to its values, the property cannot but fail. The solver says
//! which of these fixings it needed for that; a minimal such set is what matters, and every other
//! input may have any value that the program's assumptions allow (after Shen, Qin and Li, who do the
//! same for circuits). Then the same again, bit by bit, for the inputs that matter.

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_check::Run;
use whyc_sat::Lit;
use whyc_sat::optimise::cores::minimise_core;
use whyc_sat::session::Answer;
use whyc_term::TermId;
use whyc_unroll::step::{StepId, StepKind};

use super::task::Task;

/// What matters: the inputs whose values can prevent the failure, and of each the bits that can.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Relevance {
    mask_from_input: FxHashMap<TermId, u128>,
}

impl Relevance {
    /// These inputs matter, with all their bits.
    pub(super) fn whole(inputs: impl IntoIterator<Item = TermId>) -> Self {
        Self { mask_from_input: inputs.into_iter().map(|input| (input, u128::MAX)).collect() }
    }

    /// The bits of an input that matter; none if it may have any value.
    #[must_use]
    pub fn mask(&self, input: TermId) -> u128 {
        self.mask_from_input.get(&input).copied().unwrap_or(0)
    }

    /// How many inputs matter.
    #[must_use]
    pub fn len(&self) -> usize {
        self.mask_from_input.len()
    }

    /// Whether none does.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.mask_from_input.is_empty()
    }
}

/// The inputs of `run` that matter, whole; `None` if a limit comes first.
pub fn relevant(task: &mut Task<'_>, run: &Run) -> Option<Relevance> {
    let passes = passes(task);
    let executed = inputs_of(task, |id| run.executed[id]);
    let (inputs, fixings) = fixings(task, run, executed);
    // What the run meets decides it; a limit is all that can come between.
    if task.analysis.engine.sat.solve(&all(&fixings, &passes)) != Answer::Unsatisfiable {
        return None;
    }
    let core = minimise_core(&mut task.analysis.engine.sat, &fixings, &passes);
    if core.cut_short.is_some() {
        return None;
    }
    let kept: FxHashSet<Lit> = core.lits.into_iter().collect();
    let relevant = inputs.into_iter().zip(fixings).filter(|(_, fixing)| kept.contains(fixing));
    Some(Relevance::whole(relevant.map(|(input, _)| input)))
}

/// Takes out the bits that do not matter. At a limit, all of them stay.
pub fn refine(task: &mut Task<'_>, run: &Run, relevance: &mut Relevance) {
    let passes = passes(task);
    let value_from_input: FxHashMap<TermId, u128> = values_of(task, run);
    let inputs: Vec<TermId> = inputs_of(task, |_| true).into_iter().filter(|&i| relevance.mask(i) != 0).collect();
    // High bits go last: small numbers have most of their zeros there, and those rarely matter.
    let mut bits: Vec<(Lit, TermId, usize)> = Vec::new();
    for &input in &inputs {
        let value = value_from_input.get(&input).copied().unwrap_or(0);
        let lits = fixed(task.analysis.engine.bits(input), value);
        bits.extend(lits.into_iter().enumerate().map(|(at, lit)| (lit, input, at)));
    }
    bits.sort_by_key(|&(_, _, at)| at);
    let lits: Vec<Lit> = bits.iter().map(|&(lit, _, _)| lit).collect();
    let core = minimise_core(&mut task.analysis.engine.sat, &lits, &passes);
    if core.cut_short.is_some() {
        return;
    }
    let kept: FxHashSet<Lit> = core.lits.into_iter().collect();
    let masks = &mut relevance.mask_from_input;
    inputs.iter().for_each(|&input| {
        masks.insert(input, 0);
    });
    for (lit, input, at) in bits {
        if kept.contains(&lit) {
            *masks.entry(input).or_insert(0) |= 1 << at;
        }
    }
    masks.retain(|_, mask| *mask != 0);
}

/// What a run that escapes the failure satisfies, as one literal to be assumed: it does not fail, has the inputs that
/// the user fixed, and violates no assumption before the last place where it could fail. What violates one is no run.
pub fn passes(task: &mut Task<'_>) -> Vec<Lit> {
    let terms = &mut task.analysis.engine.terms;
    let mut going = terms.bool_const(true);
    let mut conditions = vec![terms.not(task.fails), task.analysis.given];
    for (id, step) in task.unrolling.steps.iter_enumerated() {
        if task.last.is_some_and(|last| id > last) {
            break;
        }
        let cond = match step.kind {
            StepKind::Assume { cond } | StepKind::Check { cond, .. } => cond,
            StepKind::Unsupported { .. } | StepKind::Cut { .. } => terms.bool_const(false),
            _ => continue,
        };
        let goes_on = terms.implies(step.guard, cond);
        if let StepKind::Assume { .. } = step.kind {
            conditions.push(terms.implies(going, goes_on));
        }
        going = terms.and(going, goes_on);
    }
    conditions.retain(|&cond| task.analysis.engine.terms.as_bool(cond) != Some(true));
    let cond = task.analysis.engine.terms.and_all(&conditions);
    vec![task.analysis.engine.lit(cond)]
}

/// For each input that is not constant, the literal that fixes it to its value in `run`.
pub fn fixings(task: &mut Task<'_>, run: &Run, inputs: Vec<TermId>) -> (Vec<TermId>, Vec<Lit>) {
    let value_from_input = values_of(task, run);
    let terms = &task.analysis.engine.terms;
    let inputs: Vec<TermId> = inputs.into_iter().filter(|&input| terms.as_bits(input).is_none()).collect();
    let mut fixings = Vec::new();
    for &input in &inputs {
        let value = value_from_input.get(&input).copied().unwrap_or(0);
        let lits = fixed(task.analysis.engine.bits(input), value);
        fixings.push(task.analysis.engine.sat.bundle(&lits));
    }
    (inputs, fixings)
}

/// `bits`, least significant first, in the polarity that makes them `value`.
fn fixed(bits: Vec<Lit>, value: u128) -> Vec<Lit> {
    bits.into_iter().enumerate().map(|(at, lit)| if value >> at & 1 == 1 { lit } else { !lit }).collect()
}

/// Both together.
pub fn all(some: &[Lit], more: &[Lit]) -> Vec<Lit> {
    some.iter().chain(more).copied().collect()
}

/// The inputs of the steps that `is_wanted`, each once, in the order in which runs meet them.
pub fn inputs_of(task: &Task<'_>, is_wanted: impl Fn(StepId) -> bool) -> Vec<TermId> {
    let mut seen = FxHashSet::default();
    let mut inputs = Vec::new();
    for (id, step) in task.unrolling.steps.iter_enumerated() {
        match &step.kind {
            StepKind::Input { value, .. } if is_wanted(id) => inputs.push(*value),
            StepKind::Storage { cells, reads, .. } if is_wanted(id) => {
                inputs.extend(cells.iter().map(|cell| cell.value));
                inputs.extend(reads.iter().map(|read| read.value));
            }
            _ => {}
        }
    }
    inputs.retain(|&input| seen.insert(input));
    inputs
}

/// The values of all inputs in a run.
fn values_of(task: &Task<'_>, run: &Run) -> FxHashMap<TermId, u128> {
    let mut values = FxHashMap::default();
    for (id, step) in task.unrolling.steps.iter_enumerated() {
        match &step.kind {
            StepKind::Input { value, .. } => {
                values.insert(*value, run.values[id]);
            }
            StepKind::Storage { cells, reads, .. } => {
                let of_cells = run.cells.get(&id).map_or(&[][..], Vec::as_slice);
                values.extend(cells.iter().zip(of_cells).map(|(cell, &bits)| (cell.value, bits)));
                let of_reads = run.reads.get(&id).map_or(&[][..], Vec::as_slice);
                values.extend(reads.iter().zip(of_reads).map(|(read, &(_, bits))| (read.value, bits)));
            }
            _ => {}
        }
    }
    values
}
