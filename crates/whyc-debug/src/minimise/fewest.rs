//! The failing run in which the fewest inputs matter.
//!
//! First for the run that is short and small already: a run that escapes the failure differs from it
//! in a set of inputs of which one must matter, so the inputs that matter hit all such sets. A
//! smallest hitting set of those seen so far is proposed; either it is enough, and then smallest, or
//! another escape is found (Ignatiev et al., "Smallest MUS extraction with minimal hitting set dualization").
//!
//! Then over all failing runs: what is proposed is a run together with the inputs that are to
//! matter in it. An escape needs some inputs only ([`Escape`]); every proposal that agrees with it on those of them
//! that are to matter is refuted by it. The proposals, cheapest first, prove a lower bound; when one is
//! confirmed, no run has fewer. After [`ROUNDS`] refutations the first answer stands.

use rustc_hash::FxHashMap;
use whyc_check::Run;
use whyc_sat::Lit;
use whyc_sat::optimise::cores::minimise_core;
use whyc_sat::optimise::count::{CountOptimiser, Reuse};
use whyc_sat::optimise::objective::Objective;
use whyc_sat::optimise::{Progress, Status};
use whyc_sat::session::{Answer, Session};
use whyc_term::TermId;

use super::length::Counted;
use super::relevance::{self, Relevance};
use super::task::Task;
use super::{Minimised, Stage, Watch, shortest_then_smallest};
use crate::measure;

/// How many proposals over all runs are refuted before the search is given up.
const ROUNDS: usize = 300;
/// How many conflicts it may cost to make an escape closer to the run.
const CONFLICTS: u32 = 300;

/// How few inputs matter, and what is proved about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fewest {
    /// How many matter in the run.
    pub n: usize,
    /// There are no fewer than this.
    pub lower: usize,
    /// In which runs there are no fewer.
    pub scope: Scope,
}

/// What a lower bound speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All failing runs.
    AllRuns,
    /// This one.
    ThisRun,
}

/// Looks for the fewest inputs that matter. The run becomes another one if fewer matter there.
pub fn fewest(task: &mut Task<'_>, minimised: &mut Minimised, counted: &Counted, watch: Watch<'_>) {
    minimised.optimal = false;
    let Some(known) = &minimised.relevance else { return };
    let (inputs, lower) = in_this_run(task, &minimised.run, known, watch);
    let upper = inputs.len();
    minimised.relevance = Some(Relevance::whole(inputs));
    minimised.fewest = Some(Fewest { n: upper, lower, scope: Scope::ThisRun });
    match over_all_runs(task, counted, upper, watch) {
        Search::NoFewer => {
            minimised.fewest = Some(Fewest { n: upper, lower: upper, scope: Scope::AllRuns });
            minimised.optimal = true;
        }
        Search::Fewer { inputs, pinned } => {
            task.start_again(&pinned);
            // Without a model, a limit was reached: the run with more inputs is still a good one.
            let Some(run) = shortest_then_smallest(task, counted, minimised.method, watch) else { return };
            minimised.run = run;
            minimised.fewest = Some(Fewest { n: inputs.len(), lower: inputs.len(), scope: Scope::AllRuns });
            minimised.relevance = Some(Relevance::whole(inputs));
            minimised.optimal = true;
        }
        Search::GivenUp => {}
    }
}

/// A smallest set of inputs that matters in `run`, and what is proved about how many that are.
fn in_this_run(task: &mut Task<'_>, run: &Run, known: &Relevance, watch: Watch<'_>) -> (Vec<TermId>, usize) {
    let passes = relevance::passes(task);
    let executed = relevance::inputs_of(task, |id| run.executed[id]);
    let (inputs, fixings) = relevance::fixings(task, run, executed);
    let mut best: Vec<usize> = (0..inputs.len()).filter(|&idx| known.mask(inputs[idx]) != 0).collect();
    let mut sets = Session::new(task.analysis.engine.sat.budget().clone());
    let chosen: Vec<Lit> = inputs.iter().map(|_| sets.new_lit()).collect();
    let mut optimiser = CountOptimiser::new(Objective::count(chosen.iter().copied()), Vec::new(), Reuse::Again);
    let mut lower = 0;
    loop {
        let optimum = optimiser.run(&mut sets, &mut |_| {});
        let (Status::Optimal, Some(proposal)) = (optimum.status, optimum.best) else { break };
        lower = proposal.cost as usize;
        watch(Stage::Inputs, Progress { best: Some(best.len() as u128), lower: 0 });
        if lower >= best.len() {
            break;
        }
        let proposed: Vec<usize> = (0..inputs.len()).filter(|&idx| proposal.model.value(chosen[idx])).collect();
        let lits: Vec<Lit> = proposed.iter().map(|&idx| fixings[idx]).collect();
        match task.analysis.engine.sat.solve(&relevance::all(&lits, &passes)) {
            Answer::Unsatisfiable => {
                best = proposed;
                break;
            }
            Answer::Satisfiable => {
                let changed = closest_escape(task, &fixings, &passes, proposed);
                let clause: Vec<Lit> = changed.into_iter().map(|idx| chosen[idx]).collect();
                sets.add_clause(&clause);
            }
            Answer::Unknown(_) => break,
        }
    }
    lower = lower.min(best.len());
    (best.into_iter().map(|idx| inputs[idx]).collect(), lower)
}

/// The inputs that an escape needs to change: as many as is easy join the `kept` ones, which are not enough.
fn closest_escape(task: &mut Task<'_>, fixings: &[Lit], passes: &[Lit], mut kept: Vec<usize>) -> Vec<usize> {
    let mut changed = Vec::new();
    for idx in (0..fixings.len()).filter(|idx| !kept.contains(idx)).collect::<Vec<_>>() {
        let lits: Vec<Lit> = kept.iter().chain([&idx]).map(|&idx| fixings[idx]).collect();
        match task.analysis.engine.sat.solve_limited(&relevance::all(&lits, passes), CONFLICTS) {
            Some(Answer::Satisfiable) => kept.push(idx),
            Some(Answer::Unsatisfiable | Answer::Unknown(_)) | None => changed.push(idx),
        }
    }
    changed
}

/// What the search over all runs found.
enum Search {
    /// No run has fewer inputs that matter.
    NoFewer,
    /// In runs with these values, these inputs matter and no others, and no run has fewer.
    Fewer { inputs: Vec<TermId>, pinned: Vec<Lit> },
    /// It cannot be told.
    GivenUp,
}

/// An input in the search over all runs.
struct Candidate {
    input: TermId,
    bits: Vec<Lit>,
    /// Whether it is to matter.
    matters: Lit,
    /// That a run meets it.
    met: Lit,
}

fn over_all_runs(task: &mut Task<'_>, counted: &Counted, upper: usize, watch: Watch<'_>) -> Search {
    let all = relevance::inputs_of(task, |_| true);
    // What is read at a computed place depends on other inputs: two runs cannot be mixed there.
    if all.iter().any(|&input| task.analysis.engine.terms.input_id(input).is_none()) {
        return Search::GivenUp;
    }
    let passes = relevance::passes(task);
    let active = task.analysis.engine.sat.new_lit();
    let candidates = candidates(task, counted, &all, active);
    let objective = Objective::count(candidates.iter().map(|candidate| candidate.matters));
    let assumptions = relevance::all(&task.base, &[active]);
    let mut optimiser = CountOptimiser::new(objective, assumptions, Reuse::Again);
    let mut found = Search::GivenUp;
    for _ in 0..ROUNDS {
        let optimum = optimiser.run(&mut task.analysis.engine.sat, &mut |_| {});
        let (Status::Optimal, Some(proposal)) = (optimum.status, optimum.best) else { break };
        watch(Stage::Inputs, Progress { best: Some(upper as u128), lower: proposal.cost });
        if proposal.cost as usize >= upper {
            found = Search::NoFewer;
            break;
        }
        let chosen: Vec<&Candidate> = candidates.iter().filter(|c| proposal.model.value(c.matters)).collect();
        let values =
            |c: &&Candidate| -> Vec<Lit> { c.bits.iter().map(|&b| polarity(b, proposal.model.value(b))).collect() };
        let fixed: Vec<Lit> = chosen.iter().flat_map(values).collect();
        match task.analysis.engine.sat.solve(&relevance::all(&fixed, &passes)) {
            Answer::Unsatisfiable => {
                let inputs = chosen.iter().map(|candidate| candidate.input).collect();
                let pinned = chosen.iter().map(|candidate| candidate.met).chain(fixed).collect();
                found = Search::Fewer { inputs, pinned };
                break;
            }
            Answer::Satisfiable => refute(&mut task.analysis.engine.sat, &candidates, passes[0], active),
            Answer::Unknown(_) => break,
        }
    }
    task.analysis.engine.sat.add_unit(!active);
    found
}

fn polarity(bit: Lit, value: bool) -> Lit {
    if value { bit } else { !bit }
}

/// The inputs; one that is to matter must be met, or a person could not see that it matters.
fn candidates(task: &mut Task<'_>, counted: &Counted, inputs: &[TermId], active: Lit) -> Vec<Candidate> {
    let program = &task.analysis.program.clone();
    let mut conds_from_input: FxHashMap<TermId, Vec<TermId>> = FxHashMap::default();
    for group in &counted.groups {
        for &step in &group.steps {
            for (value, _) in measure::values(program, &task.unrolling, step) {
                conds_from_input.entry(value).or_default().push(group.cond);
            }
        }
    }
    let engine = &mut task.analysis.engine;
    let mut candidates = Vec::new();
    for &input in inputs {
        let conds = conds_from_input.get(&input).map_or(&[][..], Vec::as_slice);
        let met = engine.terms.or_all(conds);
        let (met, bits) = (engine.lit(met), engine.bits(input));
        let matters = engine.sat.new_lit();
        engine.sat.add_clause(&[!active, !matters, met]);
        candidates.push(Candidate { input, bits, matters, met });
    }
    candidates
}

/// Excludes the proposals that the session's last model, an escape, refutes while `active` is assumed.
fn refute(sat: &mut Session, candidates: &[Candidate], passes: Lit, active: Lit) {
    let bits = || candidates.iter().flat_map(|candidate| &candidate.bits);
    let escape: Vec<Lit> = bits().map(|&bit| polarity(bit, sat.value(bit))).collect();
    let needed = minimise_core(sat, &escape, &[!passes]).lits;
    let needed: FxHashMap<whyc_sat::Var, Lit> = needed.into_iter().map(|lit| (lit.var(), lit)).collect();
    let mut differs = vec![!active];
    for candidate in candidates {
        let other: Vec<Lit> = candidate.bits.iter().filter_map(|bit| needed.get(&bit.var())).map(|&lit| !lit).collect();
        if other.is_empty() {
            continue;
        }
        let here = sat.new_lit();
        sat.add_clause(&[!here, candidate.matters]);
        let clause: Vec<Lit> = other.into_iter().chain([!here]).collect();
        sat.add_clause(&clause);
        differs.push(here);
    }
    sat.add_clause(&differs);
}
