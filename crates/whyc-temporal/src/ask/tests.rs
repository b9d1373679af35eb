use std::time::Instant;

use whyc_base::budget::Budget;

use super::{Answer, satisfiable};
use crate::atom::Atom;
use crate::lasso::Lasso;
use crate::lasso::tests::values;
use crate::parse::parse;
use crate::random::Random;
use crate::syntax::Expr;

fn holds_somewhere(text: &str) -> Option<bool> {
    match satisfiable(&[&parse(text).expect("the property should be read")], &Budget::unlimited()) {
        Answer::Yes(_) => Some(true),
        Answer::No => Some(false),
        Answer::NotDecided(_) => None,
    }
}

/// All runs of up to so many steps.
fn lassos(n_atoms: usize, longest: usize) -> Vec<Lasso> {
    let mut all = Vec::new();
    for len in 1..=longest {
        for bits in 0..1usize << (n_atoms * len) {
            let letter = |at: usize| (0..n_atoms).map(|atom| bits >> (at * n_atoms + atom) & 1 == 1).collect();
            let letters: Vec<Vec<bool>> = (0..len).map(letter).collect();
            all.extend((0..len).map(|start| Lasso { letters: letters.clone(), start }));
        }
    }
    all
}

#[test]
fn random_properties_hold_on_some_run_if_one_is_found_by_trying_all() {
    let mut random = Random::new(21);
    let atoms: Vec<Atom> = ["a", "b", "c"].map(Atom::signal).to_vec();
    let runs = lassos(3, 2);
    let (mut n_yes, mut n_no) = (0, 0);
    for round in 0..1_000 {
        let parts: Vec<Expr> = (0..1 + round % 3).map(|_| random.ltl(2 + round as u32 % 3)).collect();
        let expr = Expr::all(parts);
        let tried = runs.iter().any(|run| values(&expr, &atoms, run)[0]);
        match satisfiable(&[&expr], &Budget::unlimited()) {
            Answer::Yes(shown) => {
                assert!(values(&expr, &atoms, &shown.lasso(&atoms))[0], "{expr} should hold on {shown:?}");
                n_yes += 1;
            }
            Answer::No => {
                assert!(!tried, "{expr} holds on a run");
                n_no += 1;
            }
            Answer::NotDecided(reason) => panic!("{expr}: {reason}"),
        }
    }
    assert!(n_yes > 300 && n_no > 30, "{n_yes} hold on some run, {n_no} on none");
}

#[test]
fn sequences_hold_on_some_run_or_on_none() {
    for (text, expected) in [
        ("{a; b[*]; c}! && G !c", false),
        ("{a; b[*]; c} && G !c", true),
        ("{{a; b}[*]; c}! && G !c", false),
        ("{{a; b}[*]; c} && G !c", true),
        ("G ({a; b} |-> c) && G a && G b && F !c", true),
        ("G ({a; b} |-> c) && G a && G b && X F !c", false),
        ("{a && {a; b}}!", false),
        ("{a[*3] : b}! && X[2] !b", false),
        ("G {a; {b; a}[+]; c}! && G !c", false),
        ("!{{a; b}[+]} && a", true),
        ("!{{a; b}[+]} && G (a && b)", false),
        ("(G a abort b) && F !a", true),
        ("(G a abort b) && G !b && F !a", false),
        ("n == 3 && n == 4", false),
        ("n[1:0] == 3 && n == 4", false),
        ("n > 2 && n < m && m < 5 && F (m == n)", true),
    ] {
        assert_eq!(holds_somewhere(text), Some(expected), "{text}");
    }
}

#[test]
fn large_properties_are_decided_soon() {
    let mut random = Random::new(22);
    let mut times = Vec::new();
    while times.len() < 21 {
        let expr = random.ltl(9);
        if !(80..=120).contains(&expr.size()) {
            continue;
        }
        let started = Instant::now();
        let answer = satisfiable(&[&expr], &Budget::unlimited());
        assert!(!matches!(answer, Answer::NotDecided(_)), "{expr}");
        times.push(started.elapsed());
    }
    times.sort();
    // Generous: machines that test are slow.
    assert!(times[times.len() / 2].as_secs() < 5, "{times:?}");
}
