//! A smallest sufficient set.
//!
//! A completion without the violation differs from the run in a set of variables of which every
//! sufficient set contains one. So a sufficient set is a hitting set of all such differences:
//! a smallest one of those seen so far is proposed, and either it is sufficient, and then smallest,
//! or there is a completion that it misses. Ignatiev et al., "Smallest MUS extraction with
//! minimal hitting set dualization" (2015). Anytime: the best set is the one of
//! [`incremental`](super::incremental) until the proof succeeds, the proposals give a lower bound.

use whyc_base::budget::{Budget, Exhausted};
use whyc_sat::Lit;
use whyc_sat::optimise::count::{CountOptimiser, Reuse};
use whyc_sat::optimise::objective::Objective;
use whyc_sat::optimise::{Optimum, Status};
use whyc_sat::session::{Answer, Session};

use super::Found;
use super::graph::{Choice, justify};
use super::incremental::Shrinker;
use super::problem::Problem;

/// What a round counts beside its conflicts.
const ROUND: u64 = 10;

/// The smallest set, or the best one found within the budget.
pub(crate) fn lift(problem: &Problem, budget: &Budget) -> Found {
    let mut shrinker = Shrinker::new(problem, budget);
    let mut best = shrinker.shrink(justify(problem, Choice::Cheapest));
    if best.cut_short.is_some() {
        return best;
    }
    let in_cone = problem.in_cone();
    let candidates: Vec<usize> = (0..problem.values.len()).filter(|&var| in_cone[var]).collect();
    let mut proposals = Proposals::new(problem, &candidates, budget);
    let mut lower = 0;
    best.cut_short = loop {
        // A round is work, too, even if its questions are easy.
        budget.spend(ROUND);
        if let Err(reason) = budget.check() {
            break Some(reason);
        }
        let proposal = match proposals.next() {
            Ok(proposal) => proposal,
            Err(reason) => break Some(reason),
        };
        lower = proposal.len();
        if lower == best.relevant.iter().filter(|&&it| it).count() {
            break None;
        }
        match shrinker.ask(proposal.iter().copied()) {
            Answer::Satisfiable => {
                proposals.must_hit(&small_difference(problem, &candidates, shrinker.completion()));
            }
            Answer::Unsatisfiable => {
                best.relevant.fill(false);
                proposal.iter().for_each(|&var| best.relevant[var] = true);
                break None;
            }
            Answer::Unknown(reason) => break Some(reason),
        }
    };
    best.effort = shrinker.effort;
    best.lower_bound = Some(lower);
    best
}

/// The hitting sets of all differences seen so far.
struct Proposals {
    session: Session,
    optimiser: CountOptimiser,
    /// The candidates with the literal that puts them into the set.
    chosen: Vec<(usize, Lit)>,
    lit_from_var: Vec<Option<Lit>>,
}

impl Proposals {
    fn new(problem: &Problem, candidates: &[usize], budget: &Budget) -> Self {
        let mut session = Session::new(budget.clone());
        let chosen: Vec<(usize, Lit)> = candidates.iter().map(|&var| (var, session.new_lit())).collect();
        let mut lit_from_var = vec![None; problem.values.len()];
        chosen.iter().for_each(|&(var, lit)| lit_from_var[var] = Some(lit));
        // Differences of a single variable come for free.
        for var in problem.flips_that_matter(&problem.values, candidates) {
            session.add_clause(lit_from_var[var].as_slice());
        }
        let objective = Objective::count(chosen.iter().map(|&(_, lit)| lit));
        Self { session, optimiser: CountOptimiser::new(objective, Vec::new(), Reuse::Again), chosen, lit_from_var }
    }

    fn must_hit(&mut self, difference: &[usize]) {
        let clause: Vec<Lit> = difference.iter().filter_map(|&var| self.lit_from_var[var]).collect();
        self.session.add_clause(&clause);
    }

    fn next(&mut self) -> Result<Vec<usize>, Exhausted> {
        let Optimum { best, status, .. } = self.optimiser.run(&mut self.session, &mut |_| {});
        match (status, best) {
            (Status::BestFound(reason), _) => Err(reason),
            (Status::Optimal, Some(best)) => {
                Ok(self.chosen.iter().filter(|(_, lit)| best.model.value(*lit)).map(|&(var, _)| var).collect())
            }
            // All candidates together hit everything.
            (Status::Optimal | Status::Infeasible, _) => Ok(self.chosen.iter().map(|&(var, _)| var).collect()),
        }
    }
}

/// The variables in which a completion without the violation differs from the run, after as many
/// as possible have been put back without bringing the violation back.
fn small_difference(problem: &Problem, candidates: &[usize], mut values: Vec<bool>) -> Vec<usize> {
    let mut difference: Vec<usize> =
        candidates.iter().copied().filter(|&var| values[var] != problem.values[var]).collect();
    let mut idx = 0;
    let mut group = difference.len().div_ceil(2).max(1);
    while idx < difference.len() {
        let end = (idx + group).min(difference.len());
        let mut tried = values.clone();
        difference[idx..end].iter().for_each(|&var| tried[var] = problem.values[var]);
        let words: Vec<u64> = tried.iter().map(|&value| u64::from(value)).collect();
        if problem.simulate(&words) & 1 == 0 {
            values = tried;
            difference.drain(idx..end);
        } else if group > 1 {
            group = group.div_ceil(2);
        } else {
            idx += 1;
        }
    }
    difference
}
