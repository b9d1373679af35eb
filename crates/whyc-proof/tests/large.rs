//! Proofs of some million nodes, deep ones and shared ones: that they are read, reduced and written at all is the test.

use std::fmt::Write;

use whyc_base::budget::Budget;
use whyc_proof::reduce::{Pass, reduce};
use whyc_proof::{Formula, check, export, import, replay};

fn reduced(formula: &str, proof: &str) -> (usize, usize) {
    let budget = Budget::unlimited();
    let formula = Formula::read(formula.as_bytes()).expect("the formula should be one");
    let (proof, _) = import::import(&formula, proof.as_bytes(), &budget).expect("the proof should be one");
    let before = proof.n_nodes();
    let reduced = reduce(proof, &formula, &Pass::ALL, 3, &budget).expect("the proof should be one").proof;
    replay::verify(&reduced, &formula, &budget).expect("what is left should be a proof");
    let mut text = Vec::new();
    export::export(&reduced, &formula, &mut text, &budget).expect("a vector takes everything");
    check(&formula, text.as_slice(), &budget).expect("what was written should be a proof");
    (before, reduced.n_nodes())
}

/// One step with a million hints: each variable implies the next.
#[test]
fn a_chain_a_million_deep() {
    const N: usize = 1_000_000;
    let mut formula = format!("p cnf {N} {}\n1 0\n", N + 1);
    for var in 1..N {
        writeln!(formula, "-{var} {} 0", var + 1).expect("a string takes everything");
    }
    writeln!(formula, "-{N} 0").expect("a string takes everything");
    let mut proof = format!("{} 0", N + 2);
    for id in 1..=N + 1 {
        write!(proof, " {id}").expect("a string takes everything");
    }
    proof.push_str(" 0\n");
    let (before, after) = reduced(&formula, &proof);
    assert_eq!((before, after), (2 * N + 1, 2 * N + 1));
}

/// Layers in which each of two facts follows from both of the layer before, by way of a detour that is not needed: each
/// node has several children, and there are exponentially many ways to the sink.
#[test]
fn layers_of_shared_nodes() {
    const N: usize = 150_000;
    // Variables 1 and 2 of each layer, and one for the detour.
    let var = |layer: usize, which: usize| 3 * layer + which;
    let mut clauses = vec![format!("{} 0", var(0, 1)), format!("{} 0", var(0, 2))];
    let mut steps = String::new();
    let mut n_steps = 0;
    let n_clauses = 2 + 4 * N + 1;
    let mut facts = [1, 2];
    for layer in 1..=N {
        let (a, b) = (var(layer - 1, 1), var(layer - 1, 2));
        let (c, d, e) = (var(layer, 1), var(layer, 2), var(layer, 3));
        let first = clauses.len() + 1;
        clauses.push(format!("-{a} -{b} {c} {e} 0"));
        clauses.push(format!("-{a} -{b} {c} -{e} 0"));
        clauses.push(format!("-{a} -{b} -{c} {d} 0"));
        clauses.push(format!("-{b} {d} {e} 0"));
        let name = |n: usize| n_clauses + n;
        writeln!(steps, "{} {c} 0 {} {} {} {} 0", name(n_steps + 1), facts[0], facts[1], first, first + 1)
            .expect("a string takes everything");
        let c_fact = name(n_steps + 1);
        writeln!(steps, "{} {d} 0 {} {} {} {} 0", name(n_steps + 2), facts[0], facts[1], c_fact, first + 2)
            .expect("a string takes everything");
        facts = [c_fact, name(n_steps + 2)];
        n_steps += 2;
    }
    clauses.push(format!("-{} -{} 0", var(N, 1), var(N, 2)));
    let formula = format!("p cnf {} {n_clauses}\n{}\n", var(N, 3), clauses.join("\n"));
    let last = n_clauses + n_steps + 1;
    writeln!(steps, "{last} 0 {} {} {n_clauses} 0", facts[0], facts[1]).expect("a string takes everything");
    let (before, after) = reduced(&formula, &steps);
    assert!(before > 1_000_000 && after < before, "{before} {after}");
}
