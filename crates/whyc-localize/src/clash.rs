//! Whether another expression of the same variables could stand in the place of a component.
//!
//! A diagnosis says that some values would help, in each run on its own. An expression that reads nothing but what the
//! component reads gives the same value wherever that is the same, in a run that passes, too. Where two runs need
//! different values there, they *clash*: a change would have to look at something else as well. That does not rule the
//! place out (a condition may be lacking), but makes it less likely.

use rustc_hash::FxHashMap;
use whyc_base::source::Span;
use whyc_ir::expr::{ExprId, ExprKind};
use whyc_ir::instr::{Instr, InstrId, InstrKind};
use whyc_ir::program::{ComponentId, Program};
use whyc_ir::types::Type;
use whyc_sat::Lit;
use whyc_sat::session::{Answer, Session};

use super::diagnose::Problem;
use super::evaluations::{Evaluations, Reads};
use super::runs::Observed;

/// At most this many failing and this many passing runs are looked at together,
const MANY_FAILING: usize = 120;
const MANY_PASSING: usize = 200;
/// and so many more before they are looked at again.
const AT_ONCE: usize = 12;
/// A question that takes more conflicts than this is not worth its answer.
const EASY: u32 = 2000;
/// At most this much work is done in all: instructions and steps.
const MUCH_WORK: u64 = 6_000_000;
/// At most this many expressions are read.
const MANY_READS: usize = 64;

/// How much has been done: a large program is not unrolled for each place and each run.
#[derive(Debug, Default)]
pub struct Work {
    done: u64,
}

/// Runs that clash if the groups of a diagnosis read what they read now; none if there are none, or if that is hard to say.
/// Runs of `failing` and of `passing` are looked at in turns; one that passes and evaluates none of the groups passes whatever they give.
pub fn of(
    problem: &mut Problem<'_>,
    diagnosis: &[usize],
    (failing, passing): (&[usize], &[usize]),
    observed: &[Observed],
    work: &mut Work,
) -> Vec<usize> {
    let program = &problem.analysis.program.clone();
    let members = problem.groups.components(diagnosis);
    let reads = members.iter().map(|&component| Some((component, reads(program, component)?)));
    let Some(reads) = reads.collect::<Option<FxHashMap<ComponentId, Reads>>>() else { return Vec::new() };
    let mut evaluations = Evaluations::by_what_is_read(reads);
    problem.analysis.engine.restart();
    let mut known: Vec<(usize, Lit)> = Vec::new();
    let concerns = |run: &&usize| observed[**run].may_evaluate(&members);
    let passing: Vec<usize> = passing.iter().take(MANY_PASSING).filter(concerns).copied().collect();
    let failing = &failing[..failing.len().min(MANY_FAILING)];
    // Some of both each time: most clashes are between runs that fail and runs that pass.
    let n_failing = AT_ONCE / 2;
    let rounds = failing.len().div_ceil(n_failing).max(passing.len().div_ceil(AT_ONCE - n_failing));
    let some = |runs: &[usize], k: usize, n: usize| runs.iter().skip(k * n).take(n).copied().collect::<Vec<usize>>();
    for k in 0..rounds {
        for run in [some(failing, k, n_failing), some(&passing, k, AT_ONCE - n_failing)].concat() {
            evaluations.begin();
            if work.done > MUCH_WORK {
                return Vec::new();
            }
            let Ok((may_pass, effort)) = problem.may_pass(diagnosis, run, &mut evaluations) else {
                return Vec::new();
            };
            work.done += effort;
            let terms = &mut problem.analysis.engine.terms;
            let agree = evaluations.agree(terms);
            let may_pass = terms.and(may_pass, agree);
            if terms.as_bool(may_pass) != Some(true) {
                known.push((run, problem.analysis.engine.lit(may_pass)));
            }
        }
        match core(&mut problem.analysis.engine.sat, &known) {
            Some(clash) if clash.is_empty() => {}
            Some(clash) => return clash,
            None => return Vec::new(),
        }
    }
    Vec::new()
}

/// The fewest runs that cannot all pass, as far as that is seen easily; none if all can. Nothing if it is hard to say.
fn core(sat: &mut Session, known: &[(usize, Lit)]) -> Option<Vec<usize>> {
    let mut ask = |some: &[(usize, Lit)]| -> Option<Option<Vec<(usize, Lit)>>> {
        let assumptions: Vec<Lit> = some.iter().map(|&(_, lit)| lit).collect();
        match sat.solve_limited(&assumptions, EASY)? {
            Answer::Satisfiable => Some(None),
            Answer::Unsatisfiable => {
                let failed = sat.failed_assumptions();
                Some(Some(some.iter().copied().filter(|(_, lit)| failed.contains(lit)).collect()))
            }
            Answer::Unknown(_) => None,
        }
    };
    let Some(mut clash) = ask(known)? else { return Some(Vec::new()) };
    // Without the later ones first: those that fail are the ones that people know.
    let mut k = clash.len();
    while k > 0 {
        k -= 1;
        let mut fewer = clash.clone();
        fewer.remove(k);
        if let Some(Some(smaller)) = ask(&fewer) {
            clash = smaller;
            k = k.min(clash.len());
        }
    }
    Some(clash.into_iter().map(|(run, _)| run).collect())
}

/// What stands in a component and is read, as far as it is written there; none if it cannot be compared between runs.
fn reads(program: &Program, component: ComponentId) -> Option<Reads> {
    let known = &program.components[component];
    let body = program.functions[known.function].body.as_ref()?;
    let is_inside =
        |span: Span| span.file == known.span.file && known.span.start <= span.start && span.end <= known.span.end;
    let is_load = |expr: &ExprId| matches!(body.exprs[*expr].kind, ExprKind::Load(_));
    let loads: Vec<ExprId> =
        body.exprs.ids().filter(is_load).filter(|&expr| is_inside(body.exprs[expr].span)).collect();
    let is_scalar =
        |&expr: &ExprId| !matches!(program.types.get(body.exprs[expr].ty), Type::Record(_) | Type::Array { .. });
    let is_call =
        |(_, instr): &(InstrId, &Instr)| matches!(instr.kind, InstrKind::Call { .. }) && is_inside(instr.span);
    let calls = body.instrs.iter_enumerated().filter(is_call).map(|(id, _)| id).collect();
    (loads.len() <= MANY_READS && loads.iter().all(is_scalar)).then_some(Reads { loads, calls })
}
