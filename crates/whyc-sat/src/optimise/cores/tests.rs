use whyc_base::budget::Budget;

use super::*;
use crate::testing::{Instance, Rng, pigeonhole};

#[test]
fn cores_are_minimal() {
    let mut rng = Rng::new(21);
    let mut n_cores = 0;
    for _ in 0..300 {
        let n_clauses = 10 + rng.below(25);
        let instance = Instance::random(&mut rng, 10, n_clauses);
        let mut session = instance.session();
        let fixed = rng.lits(1, 10);
        let core = rng.lits(9, 10);
        let all: Vec<Lit> = fixed.iter().chain(&core).copied().collect();
        if !instance.models(&all).is_empty() {
            continue;
        }
        n_cores += 1;
        let found = minimise_core(&mut session, &core, &fixed);
        assert_eq!(found.cut_short, None);
        let with = |lits: &[Lit]| instance.models(&fixed.iter().chain(lits).copied().collect::<Vec<_>>());
        assert_eq!(with(&found.lits), []);
        for dropped in &found.lits {
            let rest: Vec<Lit> = found.lits.iter().copied().filter(|lit| lit != dropped).collect();
            assert_ne!(with(&rest), [], "{dropped} should be necessary in {:?}", found.lits);
        }
        let mut order = core.iter();
        assert!(found.lits.iter().all(|lit| order.any(|other| other == lit)), "the order should be kept");
        instance.check_unchanged(&mut session);
    }
    assert!(n_cores > 50, "enough of the instances should have a core");
}

#[test]
fn few_of_many_assumptions_are_found_with_few_solves() {
    let mut session = Session::new(Budget::unlimited());
    let lits: Vec<Lit> = (0..3000).map(|_| session.new_lit()).collect();
    session.add_clause(&[!lits[17], !lits[1234], !lits[2900]]);
    session.add_clause(&[!lits[5], !lits[2999]]);
    let before = session.stats().calls;
    let core = minimise_core(&mut session, &lits, &[]);
    assert!(core.lits == [lits[17], lits[1234], lits[2900]] || core.lits == [lits[5], lits[2999]]);
    assert!(session.stats().calls - before < 40);
}

#[test]
fn what_comes_first_is_kept() {
    let mut session = Session::new(Budget::unlimited());
    let [a, b, c] = [session.new_lit(), session.new_lit(), session.new_lit()];
    session.add_clause(&[!a, !c]);
    session.add_clause(&[!a, !b]);
    assert_eq!(minimise_core(&mut session, &[a, b, c, b], &[]).lits, [a, b]);
    assert_eq!(minimise_core(&mut session, &[c, b, a], &[]).lits, [c, a]);
    assert_eq!(minimise_core(&mut session, &[a, b], &[c]).lits, [a]);
    assert_eq!(minimise_core(&mut session, &[b, c], &[a, b]).lits, []);
}

#[test]
fn literals_with_a_model_all_come_back() {
    let mut session = Session::new(Budget::unlimited());
    let [a, b] = [session.new_lit(), session.new_lit()];
    let core = minimise_core(&mut session, &[a, b], &[]);
    assert_eq!(core.lits, [a, b]);
}

#[test]
fn a_limit_leaves_a_core() {
    let mut session = Session::new(Budget::unlimited());
    let [a, b] = [session.new_lit(), session.new_lit()];
    pigeonhole(&mut session, 12, Some(!a));
    session.add_clause(&[!a, !b]);
    session.set_budget(Budget::unlimited().with_timeout(std::time::Duration::from_millis(50)));
    let core = minimise_core(&mut session, &[a, b], &[]);
    assert_eq!(core, Core { lits: vec![a, b], cut_short: Some(Exhausted::Time) });
}
