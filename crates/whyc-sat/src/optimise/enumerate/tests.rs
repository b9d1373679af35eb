use std::collections::BTreeSet;

use whyc_base::budget::Budget;

use super::*;
use crate::optimise::Cost;
use crate::optimise::count::minimise_count;
use crate::testing::{Instance, Rng, holds};

const N_VARS: u32 = 9;

fn true_ones(lits: &[Lit], value: impl Fn(Lit) -> bool) -> Vec<Lit> {
    lits.iter().copied().filter(|&lit| value(lit)).collect()
}

#[test]
fn every_projection_is_shown_once() {
    let mut rng = Rng::new(31);
    for _ in 0..80 {
        let n_clauses = 5 + rng.below(25);
        let instance = Instance::random(&mut rng, N_VARS, n_clauses);
        let mut session = instance.session();
        let projection = rng.lits(5, N_VARS);
        let assumptions = rng.lits(1, N_VARS);
        let mut seen = Vec::new();
        let coverage = enumerate(&mut session, &projection, &assumptions, Blocking::SameValues, &mut |session| {
            seen.push(true_ones(&projection, |lit| session.value(lit)));
            ControlFlow::Continue(())
        });
        assert_eq!(coverage, Coverage::All);
        let distinct: BTreeSet<Vec<Lit>> = seen.iter().cloned().collect();
        assert_eq!(distinct.len(), seen.len());
        let models = instance.models(&assumptions);
        assert_eq!(distinct, models.iter().map(|&bits| true_ones(&projection, |lit| holds(bits, lit))).collect());
        instance.check_unchanged(&mut session);
    }
}

#[test]
fn all_optima_of_an_objective() {
    let mut rng = Rng::new(32);
    for _ in 0..80 {
        let instance = Instance::random(&mut rng, N_VARS, 20);
        let mut session = instance.session();
        let lits = rng.lits(8, N_VARS);
        let objective = Objective::new(lits.iter().map(|&lit| (lit, 1 + rng.below(3))));
        let optimum = minimise_count(&mut session, &objective, &[], &mut |_| {});
        let mut seen = BTreeSet::new();
        let coverage = enumerate(&mut session, &lits, &optimum.pin, Blocking::SameValues, &mut |session| {
            assert!(seen.insert(true_ones(&lits, |lit| session.value(lit))));
            ControlFlow::Continue(())
        });
        assert_eq!(coverage, Coverage::All);
        let cost = |bits: u32| objective.cost(|lit| holds(bits, lit));
        let optimal = instance.models(&[]).into_iter().filter(|&bits| Some(cost(bits)) == optimum.optimal_cost());
        if optimum.status == Status::Optimal {
            assert_eq!(seen, optimal.map(|bits| true_ones(&lits, |lit| holds(bits, lit))).collect());
        }
    }
}

#[test]
fn minimal_sets_come_cheapest_first_and_completely() {
    let mut rng = Rng::new(33);
    for round in 0..80 {
        let instance = Instance::random(&mut rng, N_VARS, 8 + round % 20);
        let mut session = instance.session();
        let lits = rng.lits(8, N_VARS);
        let objective = Objective::new(lits.iter().map(|&lit| (lit, 1 + rng.below(3))));
        let assumptions = rng.lits(1, N_VARS);
        let mut seen: Vec<(Cost, Vec<Lit>)> = Vec::new();
        let coverage = enumerate_minimal(&mut session, &objective, &assumptions, &mut |_| {}, &mut |chosen, best| {
            seen.push((best.cost, chosen.to_vec()));
            ControlFlow::Continue(())
        });
        assert_eq!(coverage, Coverage::All);
        assert!(seen.is_sorted_by_key(|&(cost, _)| cost));
        let sets: BTreeSet<Vec<Lit>> = seen.iter().map(|(_, set)| set.clone()).collect();
        assert_eq!(sets.len(), seen.len());
        let all: BTreeSet<Vec<Lit>> =
            instance.models(&assumptions).into_iter().map(|bits| true_ones(&lits, |lit| holds(bits, lit))).collect();
        let subset = |a: &[Lit], b: &[Lit]| a.len() < b.len() && a.iter().all(|lit| b.contains(lit));
        let minimal = all.iter().filter(|set| !all.iter().any(|other| subset(other, set))).cloned().collect();
        assert_eq!(sets, minimal);
        instance.check_unchanged(&mut session);
    }
}

#[test]
fn a_visitor_can_stop_and_nothing_stays_behind() {
    let instance = Instance { n_vars: 4, clauses: vec![] };
    let mut session = instance.session();
    let lits: Vec<Lit> = (0..4).map(Lit::positive).collect();
    let mut n_seen = 0;
    let coverage = enumerate(&mut session, &lits, &[], Blocking::SameValues, &mut |_| {
        n_seen += 1;
        if n_seen == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((coverage, n_seen), (Coverage::Stopped, 3));
    instance.check_unchanged(&mut session);
}

#[test]
fn a_limit_is_reported() {
    let mut session = Session::new(Budget::unlimited());
    let lits: Vec<Lit> = (0..3).map(|_| session.new_lit()).collect();
    let flag = session.budget().interrupt_flag();
    let mut stop = |_: &Session| {
        flag.store(true, std::sync::atomic::Ordering::Relaxed);
        ControlFlow::Continue(())
    };
    let coverage = enumerate(&mut session, &lits, &[], Blocking::Supersets, &mut stop);
    assert_eq!(coverage, Coverage::Cut(Exhausted::Interrupted));
}
