use std::time::Duration;

use whyc_base::budget::Budget;

use super::*;
use crate::testing::{Instance, Rng, holds, pigeonhole};

const N_VARS: u32 = 10;

fn random_objective(rng: &mut Rng, max_weight: u64) -> Objective {
    let n_terms = rng.below(14);
    Objective::new((0..n_terms).map(|_| {
        let lit = rng.lit(N_VARS);
        (lit, rng.below(max_weight + 1))
    }))
}

/// Minimises, compares with exhaustive search, and returns the optimal assignments.
fn check(instance: &Instance, session: &mut Session, objective: &Objective, assumptions: &[Lit]) -> Vec<u32> {
    let mut last = Progress { best: None, lower: 0 };
    let optimum = minimise_count(session, objective, assumptions, &mut |progress| {
        assert!(progress.lower >= last.lower, "the lower bound should never fall");
        assert!(progress.best.is_some(), "there should be a model from the start");
        assert!(last.best.is_none_or(|best| progress.best <= Some(best)), "the best should never get worse");
        last = progress;
    });
    let models = instance.models(assumptions);
    let cost = |bits: u32| objective.cost(|lit| holds(bits, lit));
    let Some(expected) = models.iter().map(|&bits| cost(bits)).min() else {
        assert_eq!(optimum.status, Status::Infeasible);
        assert_eq!((optimum.best, optimum.pin), (None, vec![]));
        return Vec::new();
    };
    assert_eq!(optimum.optimal_cost(), Some(expected), "{objective:?} under {assumptions:?} in {instance:?}");
    assert_eq!(optimum.lower_bound, expected);
    assert_eq!(objective.cost(|lit| session.value(lit)), expected, "the best model should be the session's");
    let optima: Vec<u32> = models.into_iter().filter(|&bits| cost(bits) == expected).collect();
    check_pin(session, &optimum.pin, assumptions, &optima);
    optima
}

/// The pin should leave exactly the optima.
fn check_pin(session: &mut Session, pin: &[Lit], assumptions: &[Lit], optima: &[u32]) {
    for bits in 0..1u32 << N_VARS {
        let values = (0..N_VARS).map(|idx| Lit::new(idx, bits >> idx & 1 == 0));
        let all: Vec<Lit> = assumptions.iter().chain(pin).copied().chain(values).collect();
        let expected = optima.contains(&bits);
        assert_eq!(session.solve(&all) == Answer::Satisfiable, expected, "{bits:b}");
    }
}

#[test]
fn optima_agree_with_exhaustive_search_and_the_session_stays_as_it_was() {
    let mut rng = Rng::new(11);
    let mut n_feasible = 0;
    for round in 0..150 {
        let n_clauses = 5 + rng.below(45);
        let instance = Instance::random(&mut rng, N_VARS, n_clauses);
        let mut session = instance.session();
        let max_weight = [1, 1, 3, 10, 1_000_000][round % 5];
        for _ in 0..2 {
            let objective = random_objective(&mut rng, max_weight);
            let assumptions = rng.lits(2, N_VARS);
            n_feasible += u32::from(!check(&instance, &mut session, &objective, &assumptions).is_empty());
        }
        instance.check_unchanged(&mut session);
    }
    assert!(n_feasible > 100, "the instances should not be mostly infeasible");
}

#[test]
fn dense_conflicts_make_counters_overlap() {
    // At least k of n, as all subsets: every optimum needs counters over counters.
    for (n, k) in [(6u32, 3u32), (8, 5), (10, 4)] {
        let mut clauses = Vec::new();
        for bits in 0u32..1 << n {
            if bits.count_ones() == n - k + 1 {
                clauses.push((0..n).filter(|idx| bits >> idx & 1 == 1).map(Lit::positive).collect());
            }
        }
        let instance = Instance { n_vars: N_VARS, clauses };
        let mut session = instance.session();
        let weighted = Objective::new((0..n).map(|idx| (Lit::positive(idx), u64::from(1 + idx * idx % 5))));
        check(&instance, &mut session, &weighted, &[]);
        let counted = Objective::count((0..n).map(Lit::positive));
        check(&instance, &mut session, &counted, &[]);
        check(&instance, &mut session, &counted, &[Lit::positive(0), Lit::negative(1)]);
    }
}

#[test]
fn an_empty_objective_costs_its_constant() {
    let instance = Instance { n_vars: N_VARS, clauses: vec![] };
    let a = Lit::positive(0);
    let mut session = instance.session();
    let optimum = minimise_count(&mut session, &Objective::new([(a, 3), (!a, 3)]), &[], &mut |_| {});
    assert_eq!(optimum.optimal_cost(), Some(3));
    assert_eq!(optimum.pin, []);
}

#[test]
fn repeated_runs_follow_tightened_constraints() {
    let mut rng = Rng::new(5);
    for _ in 0..60 {
        let mut instance = Instance::random(&mut rng, N_VARS, 15);
        let mut session = instance.session();
        let objective = random_objective(&mut rng, 4);
        let assumptions = rng.lits(1, N_VARS);
        let mut optimiser = CountOptimiser::new(objective.clone(), assumptions.clone(), Reuse::Again);
        for _ in 0..8 {
            let optimum = optimiser.run(&mut session, &mut |_| {});
            let costs = instance.models(&assumptions).into_iter().map(|bits| objective.cost(|lit| holds(bits, lit)));
            assert_eq!(optimum.optimal_cost(), costs.min());
            let clause = rng.lits(3, N_VARS);
            session.add_clause(&clause);
            instance.clauses.push(clause);
        }
    }
}

#[test]
fn the_callers_phases_are_put_back() {
    let mut session = Session::new(Budget::unlimited());
    let [a, b] = [session.new_lit(), session.new_lit()];
    session.add_clause(&[a, b]);
    session.set_phase(a);
    session.set_phase(!b);
    minimise_count(&mut session, &Objective::new([(a, 2), (b, 1)]), &[], &mut |_| {});
    assert!(session.value(b) && !session.value(a));
    assert_eq!(session.solve(&[]), Answer::Satisfiable);
    assert!(session.value(a) && !session.value(b));
}

#[test]
fn a_limit_leaves_the_best_found_and_says_so() {
    let mut session = Session::new(Budget::unlimited());
    let way_out = session.new_lit();
    let holes_from = session.n_vars();
    pigeonhole(&mut session, 12, Some(way_out));
    let objective = Objective::new([(way_out, 5), (Lit::positive(holes_from), 1)]);
    session.set_budget(Budget::unlimited().with_timeout(Duration::from_millis(100)));
    let optimum = minimise_count(&mut session, &objective, &[], &mut |_| {});
    assert_eq!(optimum.status, Status::BestFound(Exhausted::Time));
    assert!(optimum.pin.is_empty());
    let best = optimum.best.expect("the way out is a model");
    assert!(best.cost >= 5 && best.model.value(way_out) && session.value(way_out));
    assert!(optimum.lower_bound <= 6);
    session.set_budget(Budget::unlimited());
    assert_eq!(session.solve(&[way_out]), Answer::Satisfiable);
}
