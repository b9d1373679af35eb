//! Small proofs whose reductions are known node by node.

use whyc_base::budget::Budget;
use whyc_proof::graph::{Builder, NodeId, Proof};
use whyc_proof::reconstruct::reconstruct;
use whyc_proof::reduce::{Pass, reduce};
use whyc_proof::{Error, Formula, Lit, Var, check, export, import, replay};

fn lits(numbers: &[i64]) -> Vec<Lit> {
    numbers.iter().map(|&number| Lit::from_file(number).expect("a literal")).collect()
}

/// Clauses `c1`, `c2`, … and resolutions of them and of each other, by their names: (name, with pivot, with its negation, pivot).
fn proof(clauses: &[(&str, &[i64])], steps: &[(&str, &str, &str, u32)]) -> (Formula, Proof) {
    let mut formula = Formula::new(0);
    let mut builder = Builder::default();
    let mut nodes: Vec<(&str, NodeId)> = Vec::new();
    for (idx, (name, clause)) in clauses.iter().enumerate() {
        formula.push(&lits(clause));
        nodes.push((name, builder.leaf(idx).expect("there is room")));
    }
    let mut sink = NodeId(0);
    for (name, left, right, pivot) in steps {
        let node = |name: &str| nodes.iter().find(|(known, _)| *known == name).expect("it stands above").1;
        let pivot = Var::new(*pivot).expect("a variable");
        sink = builder.inner(node(left), node(right), pivot).expect("there is room");
        nodes.push((name, sink));
    }
    let proof = builder.finish(sink);
    replay::verify(&proof, &formula, &Budget::unlimited()).expect("the proof should be one");
    (formula, proof)
}

/// What a pass leaves: the number of nodes, the places of the clauses that are needed, the derived clauses.
fn after(pass: Pass, (formula, proof): &(Formula, Proof)) -> (usize, Vec<usize>, Vec<Vec<i32>>) {
    let budget = Budget::unlimited();
    let reduced = pass.run(proof, formula, &budget).expect("the pass should give a proof");
    replay::verify(&reduced, formula, &budget).expect("what is left should be a proof");
    let mut clauses = Vec::new();
    replay::replay(&reduced, formula, &budget, |_, clause| {
        clauses.push(clause.iter().map(|lit| lit.number()).collect())
    })
    .expect("what is left should be a proof");
    // As LRAT, it is a proof too.
    let mut text = Vec::new();
    export::export(&reduced, formula, &mut text, &budget).expect("a vector takes everything");
    check(formula, text.as_slice(), &budget).expect("what was written should be a proof");
    (reduced.n_nodes(), reduced.core(), clauses)
}

fn unchanged(pass: Pass, given: &(Formula, Proof)) {
    let (nodes, core, _) = after(pass, given);
    assert_eq!((nodes, core), (given.1.n_nodes(), given.1.core()), "{pass:?}");
}

#[test]
fn a_units() {
    let given = proof(
        &[("c1", &[-1, 2]), ("c2", &[1, 3]), ("c4", &[-2, 3]), ("c5", &[1, 4]), ("c6", &[1, -4]), ("c9", &[-1, -3])],
        &[
            ("C3", "c2", "c1", 1),
            ("C7", "C3", "c4", 2),
            ("C8", "c5", "c6", 4),
            ("C10", "C7", "c9", 3),
            ("S", "C8", "C10", 1),
        ],
    );
    assert_eq!(given.1.n_nodes(), 11);
    let (nodes, core, clauses) = after(Pass::RecycleUnits, &given);
    assert_eq!((nodes, core), (10, vec![0, 2, 3, 4, 5]));
    assert!(clauses.contains(&vec![2]), "{clauses:?}");
    let (nodes, core, clauses) = after(Pass::RecyclePivots, &given);
    assert_eq!((nodes, core), (9, vec![0, 2, 3, 4, 5]));
    assert!(clauses.contains(&vec![-1, 3]), "{clauses:?}");
}

#[test]
fn b_pivots() {
    let given = proof(
        &[("c1", &[2, 3]), ("c2", &[-2, 4]), ("c4", &[-3, -2]), ("c6", &[2]), ("c8", &[-4])],
        &[("C3", "c1", "c2", 2), ("C5", "C3", "c4", 3), ("C7", "c6", "C5", 2), ("S", "C7", "c8", 4)],
    );
    assert_eq!(given.1.n_nodes(), 9);
    for pass in [Pass::RecyclePivots, Pass::RecyclePivotsWithIntersection] {
        let (nodes, core, _) = after(pass, &given);
        assert_eq!((nodes, core), (5, vec![1, 3, 4]), "{pass:?}");
    }
    unchanged(Pass::RecycleUnits, &given);
}

#[test]
fn c_no_circle() {
    let given = proof(
        &[("c1", &[1, 2]), ("c2", &[-1, 3]), ("c3", &[-2, 1]), ("c4", &[-3]), ("c5", &[-1])],
        &[("N1", "c1", "c2", 1), ("N2", "N1", "c3", 2), ("N3", "N2", "c4", 3), ("S", "N3", "c5", 1)],
    );
    assert_eq!(given.1.n_nodes(), 9);
    unchanged(Pass::RecycleUnits, &given);
    let (nodes, core, _) = after(Pass::RecyclePivots, &given);
    assert_eq!((nodes, core), (5, vec![0, 2, 4]));
}

#[test]
fn d_shared_and_safe_both_times() {
    let given = proof(
        &[("c1", &[2, 3]), ("c2", &[-2, 4]), ("c3", &[-3, -2, 5]), ("c4", &[-3, -2, -5]), ("c6", &[2]), ("c7", &[-4])],
        &[
            ("M", "c1", "c2", 2),
            ("P", "M", "c3", 3),
            ("Q", "M", "c4", 3),
            ("R", "P", "Q", 5),
            ("T", "c6", "R", 2),
            ("S", "T", "c7", 4),
        ],
    );
    assert_eq!(given.1.n_nodes(), 12);
    unchanged(Pass::RecyclePivots, &given);
    let (nodes, core, _) = after(Pass::RecyclePivotsWithIntersection, &given);
    assert_eq!((nodes, core), (5, vec![1, 4, 5]));
}

#[test]
fn e_shared_and_safe_once() {
    let given = proof(
        &[("c1", &[2, 3]), ("c2", &[-2, 4]), ("c3", &[-3, -2]), ("c6", &[2, 5]), ("c7", &[-3, -5]), ("c8", &[-4])],
        &[
            ("M", "c1", "c2", 2),
            ("P", "M", "c3", 3),
            ("T", "c6", "P", 2),
            ("U", "M", "c7", 3),
            ("V", "T", "U", 5),
            ("S", "V", "c8", 4),
        ],
    );
    unchanged(Pass::RecyclePivots, &given);
    unchanged(Pass::RecyclePivotsWithIntersection, &given);
    // Cut all the same, the sink keeps a literal, which the checker sees.
    let (formula, proof) = &given;
    let mut draft = proof.draft();
    draft.cut_left(NodeId(6));
    let budget = Budget::unlimited();
    let wrong = reconstruct(&draft, formula, &budget).expect("it is put together without looking");
    let said = replay::verify(&wrong, formula, &budget).expect_err("this is no proof");
    assert!(
        matches!(&said, Error::Step { what, .. } if what == "the last clause should be empty, but is [-2]"),
        "{said}"
    );
}

#[test]
fn f_import() {
    let mut formula = Formula::new(2);
    for clause in [[1, 2], [-1, 2], [1, -2], [-1, -2]] {
        formula.push(&lits(&clause));
    }
    let budget = Budget::unlimited();
    let text = "5 2 0 1 2 0\n6 0 5 3 4 0\n";
    let (proof, _) = import::import(&formula, text.as_bytes(), &budget).expect("this is a proof");
    let mut clauses: Vec<Vec<i32>> = Vec::new();
    replay::replay(&proof, &formula, &budget, |_, clause| {
        clauses.push(clause.iter().map(|lit| lit.number()).collect())
    })
    .expect("what was read should be a proof");
    assert_eq!((proof.n_nodes(), proof.n_leaves()), (7, 4));
    for derived in [vec![2], vec![-2], vec![]] {
        assert!(clauses.contains(&derived), "{clauses:?}");
    }
    let given = (formula, proof);
    for pass in [Pass::RecyclePivots, Pass::RecyclePivotsWithIntersection, Pass::RecycleUnits, Pass::LowerUnits] {
        unchanged(pass, &given);
    }
    let (formula, proof) = given;
    let reduced = reduce(proof.clone(), &formula, &Pass::ALL, 10, &budget).expect("this is a proof");
    assert_eq!(reduced.proof.n_nodes(), proof.n_nodes());
}

/// A unit that is used three times comes down to the end.
#[test]
fn units_are_lowered() {
    let given = proof(
        &[("u", &[1]), ("c1", &[-1, 2, 3]), ("c2", &[-1, -2, 3]), ("c3", &[-1, -3])],
        &[("A", "u", "c1", 1), ("B", "u", "c2", 1), ("C", "u", "c3", 1), ("D", "A", "B", 2), ("S", "D", "C", 3)],
    );
    let (nodes, core, _) = after(Pass::LowerUnits, &given);
    assert_eq!((nodes, core), (7, vec![0, 1, 2, 3]));
}
