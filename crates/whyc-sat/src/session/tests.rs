use std::sync::atomic::Ordering;

use super::*;
use crate::testing::{Instance, Rng, pigeonhole};

fn session() -> Session {
    Session::new(Budget::unlimited())
}

#[test]
fn models_satisfy_the_clauses_and_the_assumptions() {
    let mut s = session();
    let [a, b, c] = [s.new_lit(), s.new_lit(), s.new_lit()];
    s.add_clause(&[a, b]);
    s.add_clause(&[!a, c]);
    assert_eq!(s.solve(&[!b]), Answer::Satisfiable);
    assert!(s.value(a) && !s.value(b) && s.value(c));
}

#[test]
fn answers_and_cores_agree_with_exhaustive_search() {
    let mut rng = Rng::new(1);
    for round in 0..200 {
        let n_clauses = 5 + round % 30;
        let instance = Instance::random(&mut rng, 8, n_clauses);
        let mut s = instance.session();
        for _ in 0..5 {
            let assumptions = rng.lits(6, 8);
            let models = instance.models(&assumptions);
            match s.solve(&assumptions) {
                Answer::Satisfiable => {
                    let bits = (0..8).filter(|&idx| s.value(Lit::positive(idx))).map(|idx| 1 << idx).sum();
                    assert!(models.contains(&bits));
                }
                Answer::Unsatisfiable => {
                    assert_eq!(models, []);
                    let failed = s.failed_assumptions();
                    assert!(failed.iter().all(|lit| assumptions.contains(lit)));
                    assert_eq!(instance.models(failed), []);
                }
                Answer::Unknown(reason) => panic!("no limit was set: {reason}"),
            }
        }
    }
}

#[test]
fn failed_assumptions_come_back_in_the_polarity_and_order_of_the_caller_and_once() {
    let mut s = session();
    let [a, b, c] = [s.new_lit(), s.new_lit(), s.new_lit()];
    s.add_clause(&[!a, b]);
    assert_eq!(s.solve(&[c, !b, a, !b]), Answer::Unsatisfiable);
    assert_eq!(s.failed_assumptions(), [!b, a]);
    assert_eq!(s.solve(&[]), Answer::Satisfiable);
    assert_eq!(s.failed_assumptions(), []);
    s.add_clause(&[]);
    assert_eq!(s.solve(&[a]), Answer::Unsatisfiable);
    assert_eq!(s.failed_assumptions(), []);
}

#[test]
fn opposite_assumptions_fail_together() {
    let mut s = session();
    let a = s.new_lit();
    assert_eq!(s.solve(&[a, !a]), Answer::Unsatisfiable);
    assert_eq!(s.failed_assumptions(), [a, !a]);
}

#[test]
fn a_model_outlives_new_clauses_but_not_a_solve_without_model() {
    let mut s = session();
    let [a, b] = [s.new_lit(), s.new_lit()];
    s.add_clause(&[a]);
    assert_eq!(s.solve(&[b]), Answer::Satisfiable);
    s.add_clause(&[!a, !b]);
    let later = s.new_lit();
    assert!(s.value(a) && s.value(b) && !s.value(later) && s.value(!later));
    let model = s.model();
    assert_eq!(s.solve(&[b]), Answer::Unsatisfiable);
    assert!(!s.has_model());
    s.restore_model(model);
    assert!(s.value(b));
}

#[test]
fn a_variable_that_occurs_nowhere_is_false() {
    let mut s = session();
    let a = s.new_lit();
    assert_eq!(s.solve(&[]), Answer::Satisfiable);
    assert!(!s.value(a) && s.value(!a));
}

#[test]
fn phases_are_followed_where_the_clauses_leave_a_choice() {
    let mut s = session();
    let lits: Vec<Lit> = (0..20).map(|_| s.new_lit()).collect();
    for pair in lits.chunks(2) {
        s.add_clause(pair);
    }
    for (idx, &lit) in lits.iter().enumerate() {
        s.set_phase(if idx % 2 == 0 { lit } else { !lit });
    }
    assert_eq!(s.solve(&[]), Answer::Satisfiable);
    assert!(lits.iter().enumerate().all(|(idx, &lit)| s.value(lit) == (idx % 2 == 0)));
    for (idx, &lit) in lits.iter().enumerate() {
        s.unset_phase(lit);
        s.set_phase(if idx % 2 == 1 { lit } else { !lit });
    }
    assert_eq!(s.solve(&[]), Answer::Satisfiable);
    assert!(lits.iter().enumerate().all(|(idx, &lit)| s.value(lit) == (idx % 2 == 1)));
}

#[test]
fn bundled_literals_hold_when_their_bundle_is_assumed_only() {
    let mut s = session();
    let [a, b] = [s.new_lit(), s.new_lit()];
    let both = s.bundle(&[a, !b]);
    assert_eq!(s.solve(&[both]), Answer::Satisfiable);
    assert!(s.value(a) && !s.value(b));
    assert_eq!(s.solve(&[both, b]), Answer::Unsatisfiable);
    assert_eq!(s.solve(&[!both, a, !b]), Answer::Satisfiable);
    assert_eq!(s.solve(&[b]), Answer::Satisfiable);
}

#[test]
fn units_become_known() {
    let mut s = session();
    let [a, b] = [s.new_lit(), s.new_lit()];
    s.add_unit(!a);
    assert_eq!(s.solve(&[]), Answer::Satisfiable);
    assert_eq!((s.fixed(a), s.fixed(!a), s.fixed(b)), (Some(false), Some(true), None));
}

#[test]
fn work_is_limited_over_all_solves_and_given_anew() {
    let mut s = Session::new(Budget::unlimited().with_work(500));
    let way_out = s.new_lit();
    pigeonhole(&mut s, 12, Some(way_out));
    assert_eq!(s.solve_limited(&[!way_out], 200), None);
    assert_eq!(s.solve(&[!way_out]), Answer::Unknown(Exhausted::Work));
    assert_eq!(s.solve(&[way_out]), Answer::Unknown(Exhausted::Work));
    s.set_budget(Budget::unlimited().with_work(500));
    assert_eq!(s.solve(&[way_out]), Answer::Satisfiable);
}

#[test]
fn a_deadline_ends_a_solve_and_the_session_goes_on() {
    let mut s = Session::new(Budget::unlimited().with_timeout(Duration::from_millis(50)));
    let way_out = s.new_lit();
    pigeonhole(&mut s, 12, None);
    assert_eq!(s.solve(&[]), Answer::Unknown(Exhausted::Time));
    assert_eq!(s.solve(&[]), Answer::Unknown(Exhausted::Time));
    assert!(!s.has_model());
    s.set_budget(Budget::unlimited());
    s.add_clause(&[way_out]);
    assert_eq!(s.solve(&[!way_out]), Answer::Unsatisfiable);
    assert_eq!(s.failed_assumptions(), [!way_out]);
    assert_eq!(s.solve_limited(&[], 50), None);
}

#[test]
fn an_interrupt_ends_a_running_solve() {
    let budget = Budget::unlimited();
    let flag = budget.interrupt_flag();
    let mut s = Session::new(budget);
    pigeonhole(&mut s, 12, None);
    std::thread::scope(|scope| {
        let solving = scope.spawn(|| s.solve(&[]));
        std::thread::sleep(Duration::from_millis(20));
        flag.store(true, Ordering::Relaxed);
        assert_eq!(solving.join().expect("the solve should return"), Answer::Unknown(Exhausted::Interrupted));
    });
    flag.store(false, Ordering::Relaxed);
    assert_eq!(s.solve_limited(&[], 10), None);
}

#[test]
fn the_memory_limit_ends_a_running_solve() {
    let mut s = session();
    pigeonhole(&mut s, 12, None);
    s.set_budget(Budget::unlimited().with_memory(1));
    assert_eq!(s.solve(&[]), Answer::Unknown(Exhausted::Memory));
    s.set_budget(Budget::unlimited());
    assert_eq!(s.solve_limited(&[], 10), None);
}

#[test]
fn the_statistics_count_what_was_asked() {
    let mut s = session();
    let a = s.new_lit();
    s.add_clause(&[a]);
    s.solve(&[]);
    s.solve(&[!a]);
    let stats = s.stats();
    assert_eq!((stats.variables, stats.clauses, stats.calls), (1, 1, 2));
    assert_eq!((stats.satisfiable, stats.unsatisfiable), (1, 1));
}

#[test]
fn the_same_questions_get_the_same_answers() {
    let run = || {
        let mut rng = Rng::new(7);
        let instance = Instance::random(&mut rng, 40, 100);
        let mut s = instance.session();
        let mut models = Vec::new();
        for _ in 0..20 {
            let assumptions = rng.lits(5, 40);
            if s.solve(&assumptions) == Answer::Satisfiable {
                models.push(s.model());
            }
        }
        models
    };
    assert_eq!(run(), run());
}
