//! The distance to one run as a pseudo-Boolean sum: a literal for each item, true where a run differs from it.

use whyc_check::Analysis;
use whyc_ir::instr::{InstrKind, SwitchCase};
use whyc_ir::types::TypeId;
use whyc_sat::Lit;
use whyc_sat::optimise::objective::Objective;
use whyc_term::{TermId, TermStore};
use whyc_unroll::step::{Step, Unrolling};

use super::items::{Item, ItemKind, Metric, Sample, switch_way};

/// How far a run is from the failing one.
pub struct Distance {
    /// For each item, the literal that is true where a run differs; none where no run can.
    pub lits: Vec<Option<Lit>>,
    /// How many of the items that count differ. Items that always differ together are one literal with a weight.
    pub objective: Objective,
}

impl Distance {
    /// The distance from `failing` over `items`.
    pub fn new(
        analysis: &mut Analysis,
        unrolling: &Unrolling,
        items: &[Item],
        metric: Metric,
        failing: &Sample,
    ) -> Self {
        let mut lits = Vec::with_capacity(items.len());
        for item in items {
            let differs = delta(analysis, unrolling, item, metric, failing);
            let terms = &analysis.engine.terms;
            lits.push(terms.as_bool(differs).is_none().then(|| analysis.engine.lit(differs)));
        }
        let counted = items.iter().zip(&lits).filter(|(item, _)| item.counts);
        let objective = Objective::new(counted.filter_map(|(_, lit)| Some(((*lit)?, 1))));
        Self { lits, objective }
    }
}

/// That a run differs from `failing` in `item`: a Boolean term.
fn delta(analysis: &mut Analysis, unrolling: &Unrolling, item: &Item, metric: Metric, failing: &Sample) -> TermId {
    let step = &unrolling.steps[item.step];
    let (bits, reaches) = (failing.bits(item), failing.reaches[item.step]);
    let program = &analysis.program.clone();
    let terms = &mut analysis.engine.terms;
    match item.kind {
        ItemKind::Input { value, .. } => {
            let differs = is_other(terms, value, bits);
            where_executed(terms, metric, step, reaches, differs)
        }
        ItemKind::Value { value, pointer, .. } => {
            let mut differs = is_other(terms, value, bits);
            if let Some(pointer) = pointer {
                let elsewhere = is_other(terms, pointer, u128::from(failing.pointer(item)));
                differs = terms.or(differs, elsewhere);
            }
            where_executed(terms, metric, step, reaches, differs)
        }
        ItemKind::Branch { cond } => {
            let taken = terms.and(step.guard, cond);
            if reaches && bits == 1 { terms.not(taken) } else { taken }
        }
        ItemKind::Switch { value, ty } => {
            let Some(way) = switch_way(program, unrolling, step, ty, bits).filter(|_| reaches) else {
                return step.guard;
            };
            let body = program.functions[unrolling.function_of(step)].body.as_ref();
            let kind = body.map(|body| &body.instrs[step.instr].kind);
            let Some(InstrKind::Switch { cases, default, .. }) = kind else { return terms.bool_const(false) };
            let is_signed = program.types.is_signed(ty);
            let mut same = terms.bool_const(false);
            let mut none = terms.bool_const(true);
            for case in cases {
                let fits = case_fits(terms, value, is_signed, case);
                let not = terms.not(fits);
                none = terms.and(none, not);
                if case.target == way {
                    same = terms.or(same, fits);
                }
            }
            if *default == way {
                same = terms.or(same, none);
            }
            let same = terms.and(step.guard, same);
            terms.not(same)
        }
    }
}

fn is_other(terms: &mut TermStore, value: TermId, bits: u128) -> TermId {
    let width = terms.width(value);
    let was = terms.bits(width, bits);
    terms.ne(value, was)
}

/// Under [`Metric::Executed`] a value that is not computed is absent, which differs from any value.
fn where_executed(terms: &mut TermStore, metric: Metric, step: &Step, reaches: bool, differs: TermId) -> TermId {
    match metric {
        Metric::Full | Metric::Slice => differs,
        Metric::Executed if reaches => {
            let absent = terms.not(step.guard);
            terms.or(absent, differs)
        }
        Metric::Executed => step.guard,
    }
}

fn case_fits(terms: &mut TermStore, value: TermId, is_signed: bool, case: &SwitchCase) -> TermId {
    let width = terms.width(value);
    let low = terms.bits(width, case.low as u128);
    let high = terms.bits(width, case.high as u128);
    let (from, to) = if is_signed {
        (terms.sle(low, value), terms.sle(value, high))
    } else {
        (terms.ule(low, value), terms.ule(value, high))
    };
    terms.and(from, to)
}

/// The magnitude of how far `value` is from `bits`, as a number without a sign: for steering towards values nearby.
pub fn apart(analysis: &mut Analysis, value: TermId, ty: TypeId, bits: u128) -> Option<TermId> {
    let is_signed = analysis.program.types.is_signed(ty);
    let terms = &mut analysis.engine.terms;
    let width = terms.width(value);
    // One more bit, so that the largest and the smallest number are not neighbours.
    let wide = width.checked_add(1).filter(|&wide| wide <= 128)?;
    let was = terms.bits(width, bits);
    let (value, was) = if is_signed {
        (terms.sign_extend(value, wide), terms.sign_extend(was, wide))
    } else {
        (terms.zero_extend(value, wide), terms.zero_extend(was, wide))
    };
    let difference = terms.sub(value, was);
    let zero = terms.bits(wide, 0);
    let below = terms.slt(difference, zero);
    let negated = terms.neg(difference);
    Some(terms.ite(below, negated, difference))
}
