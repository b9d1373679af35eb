//! Which inputs the failure depends on.
//!
//! With all inputs fixed to the run's values, the property cannot but fail. The solver says which
//! of these fixings it needed for that; a minimal such set is what matters, and every other input
//! may have any value (after Shen, Qin and Li, who do the same for circuits).

use rustc_hash::FxHashSet;
use whyc_check::Run;
use whyc_sat::Lit;
use whyc_sat::optimise::cores::minimise_core;
use whyc_sat::session::Answer;
use whyc_term::TermId;
use whyc_unroll::step::StepKind;

use super::Task;

/// The inputs of `run` whose values matter, as terms; `None` if a limit comes first.
pub fn relevant(task: &mut Task<'_, '_>, run: &Run) -> Option<FxHashSet<TermId>> {
    let inputs = inputs_of(task, run);
    let mut fixings: Vec<(Lit, TermId)> = Vec::new();
    for (value, bits) in inputs {
        if task.analysis.engine.terms.as_bits(value).is_some() {
            continue;
        }
        let lits = task.analysis.engine.bits(value);
        let fixed: Vec<Lit> =
            lits.iter().enumerate().map(|(at, &lit)| if bits >> at & 1 == 1 { lit } else { !lit }).collect();
        fixings.push((task.analysis.engine.sat.bundle(&fixed), value));
    }
    let not_fails = task.analysis.engine.terms.not(task.fails);
    let passes = task.analysis.engine.lit(not_fails);
    let assumptions: Vec<Lit> = fixings.iter().map(|&(lit, _)| lit).collect();
    let all: Vec<Lit> = assumptions.iter().copied().chain([passes]).collect();
    if task.analysis.engine.sat.solve(&all) != Answer::Unsatisfiable {
        return None;
    }
    let core = minimise_core(&mut task.analysis.engine.sat, &assumptions, &[passes]);
    if core.cut_short.is_some() {
        return None;
    }
    let kept: FxHashSet<Lit> = core.lits.into_iter().collect();
    Some(fixings.into_iter().filter(|(lit, _)| kept.contains(lit)).map(|(_, value)| value).collect())
}

/// All inputs of the unrolling with their values in the run, each once; those of other paths too, since another
/// value of an input may lead there.
fn inputs_of(task: &Task<'_, '_>, run: &Run) -> Vec<(TermId, u128)> {
    let mut seen = FxHashSet::default();
    let mut inputs = Vec::new();
    for (id, step) in task.unrolling.steps.iter_enumerated() {
        match &step.kind {
            StepKind::Input { value, .. } if seen.insert(*value) => inputs.push((*value, run.values[id])),
            StepKind::Storage { cells, reads, .. } => {
                let elements = run.reads.get(&id).map_or(&[][..], Vec::as_slice);
                let reads = reads.iter().zip(elements);
                inputs.extend(
                    reads.filter(|(read, _)| seen.insert(read.value)).map(|(read, &(_, bits))| (read.value, bits)),
                );
                let values = run.cells.get(&id).map_or(&[][..], Vec::as_slice);
                let cells = cells.iter().zip(values);
                inputs
                    .extend(cells.filter(|(cell, _)| seen.insert(cell.value)).map(|(cell, &bits)| (cell.value, bits)));
            }
            _ => {}
        }
    }
    inputs
}
