//! What some run should come to: the conditions of `whyc_cover` and `__CPROVER_cover`.
//!
//! For each there is a run that comes there, executed by the interpreter, with its inputs up to there; or it is known that there is
//! none; or that is not known.

use whyc_base::source::Span;
use whyc_check::{Analysis, Run, replay};
use whyc_ir::instr::{InstrId, InstrKind};
use whyc_ir::program::FunctionId;
use whyc_term::TermId;
use whyc_unroll::step::{StepId, StepKind};

use crate::finding::InputReport;
use crate::suspicion::look::{self, Look, Of, Seen};
use crate::trace;

/// Something that some run should come to.
#[derive(Clone, Debug)]
pub struct Cover {
    /// The condition.
    pub span: Span,
    /// Whether one does.
    pub reached: Reached,
}

/// Whether some run comes to something.
#[derive(Clone, Debug)]
pub enum Reached {
    /// One does, with these inputs.
    With(Vec<InputReport>),
    /// None does.
    Never,
    /// None within the bounds.
    NotWithin,
    /// That takes too long to find out.
    Undecided,
}

/// How many conflicts a question may have.
const MANY: u32 = 50_000;

/// Everything that some run should come to, in the order of the source. `complete`: whether all runs were followed to their ends.
pub fn covers(analysis: &mut Analysis, complete: bool) -> Vec<Cover> {
    let stated = stated(analysis);
    if stated.is_empty() {
        return Vec::new();
    }
    let look = Look::new(analysis, Of::Runs, (u64::MAX, usize::MAX));
    let complete = complete && look.as_ref().is_some_and(|look| !is_cut_off(analysis, look));
    let mut found: Vec<Cover> = Vec::new();
    for (function, instr, span) in stated {
        let reached = match &look {
            Some(look) => reached(analysis, look.at(function, instr), (function, instr), complete),
            None => Reached::Undecided,
        };
        found.push(Cover { span, reached });
    }
    found.sort_by_key(|it| (it.span.file, it.span.start));
    found
}

/// Whether some run may go on beyond what is looked at: once something fails, that is no more than what was needed to see it fail.
fn is_cut_off(analysis: &mut Analysis, look: &Look) -> bool {
    let terms = &mut analysis.engine.terms;
    // What an assumption excludes goes on nowhere.
    let going = look::going(&look.unrolling, terms);
    let ends = look.unrolling.steps.iter().zip(going).filter(|(step, _)| matches!(step.kind, StepKind::Cut { .. }));
    let ends: Vec<TermId> = ends.map(|(step, going)| terms.and(going, step.guard)).collect();
    let any = analysis.engine.terms.or_all(&ends);
    match analysis.engine.terms.as_bool(any) {
        Some(is_it) => is_it,
        None => !matches!(analysis.run_for(any, MANY), Ok(None)),
    }
}

/// Where that is stated.
fn stated(analysis: &Analysis) -> Vec<(FunctionId, InstrId, Span)> {
    let functions = analysis.program.functions.iter_enumerated();
    let bodies = functions.filter_map(|(id, function)| Some((id, function.body.as_ref()?)));
    let instrs = bodies.flat_map(|(id, body)| body.instrs.iter_enumerated().map(move |(at, instr)| (id, at, instr)));
    instrs
        .filter(|(.., instr)| matches!(instr.kind, InstrKind::Cover(_)))
        .map(|(id, at, it)| (id, at, it.span))
        .collect()
}

fn reached(analysis: &mut Analysis, seen: &[Seen], at: (FunctionId, InstrId), complete: bool) -> Reached {
    let terms = &mut analysis.engine.terms;
    let here: Vec<TermId> = seen.iter().map(|seen| terms.and(seen.here, seen.truth)).collect();
    // The earliest first: it has the fewest inputs.
    let mut is_open = false;
    for (&term, seen) in here.iter().zip(seen) {
        match analysis.run_for(term, MANY) {
            Ok(Some(run)) => match inputs_until(analysis, run, at, seen.step) {
                Some(inputs) => return Reached::With(inputs),
                None => is_open = true,
            },
            Ok(None) => {}
            Err(_) => is_open = true,
        }
    }
    match (is_open, complete) {
        (true, _) => Reached::Undecided,
        (false, true) => Reached::Never,
        (false, false) => Reached::NotWithin,
    }
}

/// What a run takes from outside before a step, if the interpreter comes there with it, too.
fn inputs_until(
    analysis: &Analysis,
    mut run: Run,
    at: (FunctionId, InstrId),
    step: StepId,
) -> Option<Vec<InputReport>> {
    let unrolling = analysis.unrolling.as_ref()?;
    if !replay::covers(&analysis.program, &analysis.properties, unrolling, &run, at) {
        return None;
    }
    for id in run.executed.ids().filter(|id| *id >= step) {
        run.executed[id] = false;
    }
    Some(trace::counterexample(analysis, unrolling, &run, None).inputs)
}
