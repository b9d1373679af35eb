//! Reductions on random refutations: what is left is a proof of the same, from no other clauses, and not larger.
//!
//! Refutations come from a search over assignments that has nothing in common with what is tested: at a conflict the clause
//! that is violated is the leaf, on the way back the two branches are resolved. Some clauses that were derived are used
//! again instead of being derived anew, so that nodes have several children.

use std::collections::BTreeSet;

use proptest::prelude::*;
use whyc_base::budget::Budget;
use whyc_proof::graph::{Builder, NodeId, Proof};
use whyc_proof::reduce::{Pass, reduce};
use whyc_proof::{Error, Formula, Lit, Var, check, export, import, replay};

const N_VARS: u32 = 6;

/// Looks at all assignments; derives the empty clause if none fits.
struct Search {
    formula: Formula,
    builder: Builder,
    /// Clauses with their nodes: those of the formula, then those derived.
    known: Vec<(BTreeSet<Lit>, NodeId)>,
    order: Vec<u32>,
    reuse: bool,
}

impl Search {
    /// A clause that is false under the literals that are true, from which both ways on have been resolved.
    fn refute(&mut self, chosen: &mut Vec<Lit>) -> Option<(BTreeSet<Lit>, NodeId)> {
        let n_leaves = self.formula.n_clauses();
        let looked_at = if self.reuse { self.known.len() } else { n_leaves };
        let is_false = |clause: &BTreeSet<Lit>| clause.iter().all(|&lit| chosen.contains(&!lit));
        if let Some(found) = self.known[..looked_at].iter().rev().find(|(clause, _)| is_false(clause)) {
            return Some(found.clone());
        }
        let var = *self.order.get(chosen.len())?;
        let var = Var::new(var).expect("variables count from 1");
        chosen.push(var.neg_lit());
        let with = self.refute(chosen);
        chosen.pop();
        let (with, left) = with?;
        if !with.contains(&var.pos_lit()) {
            return Some((with, left));
        }
        chosen.push(var.pos_lit());
        let without = self.refute(chosen);
        chosen.pop();
        let (without, right) = without?;
        if !without.contains(&var.neg_lit()) {
            return Some((without, right));
        }
        let node = self.builder.inner(left, right, var).expect("there is room");
        let rest = |clause: BTreeSet<Lit>| clause.into_iter().filter(move |lit| lit.var() != var);
        let clause: BTreeSet<Lit> = rest(with).chain(rest(without)).collect();
        self.known.push((clause.clone(), node));
        Some((clause, node))
    }
}

/// A refutation that decides in one order, or in several one after the other: clauses that were derived in one are used in
/// the next, which makes for pivots that are resolved away again and again.
fn refutation(clauses: &[BTreeSet<Lit>], orders: &[Vec<u32>], reuse: bool) -> Option<(Formula, Proof)> {
    let mut formula = Formula::new(N_VARS);
    let mut builder = Builder::default();
    let mut known = Vec::new();
    for (idx, clause) in clauses.iter().enumerate() {
        formula.push(&clause.iter().copied().collect::<Vec<_>>());
        known.push((clause.clone(), builder.leaf(idx).expect("there is room")));
    }
    let mut search = Search { formula, builder, known, order: Vec::new(), reuse };
    let mut found = None;
    for order in orders {
        search.order.clone_from(order);
        let (clause, sink) = search.refute(&mut Vec::new())?;
        assert!(clause.is_empty());
        found = Some(sink);
        let derived = search.known.split_off(clauses.len());
        search.known.extend(derived.into_iter().filter(|(clause, _)| clause.len() > 1));
    }
    Some((search.formula, search.builder.finish(found?)))
}

fn clause() -> impl Strategy<Value = BTreeSet<Lit>> {
    let lit = (1..=i64::from(N_VARS), any::<bool>());
    prop::collection::vec(lit, 2..=4).prop_map(|lits| {
        // No variable twice.
        let by_var: std::collections::BTreeMap<i64, bool> = lits.into_iter().collect();
        by_var.into_iter().map(|(var, neg)| Lit::from_file(if neg { -var } else { var }).expect("a literal")).collect()
    })
}

fn order() -> impl Strategy<Value = Vec<u32>> {
    Just((1..=N_VARS).collect::<Vec<_>>()).prop_shuffle()
}

/// As LRAT, read again: the same, and accepted by the checker.
fn through_lrat(formula: &Formula, proof: &Proof) -> (Vec<u8>, Proof) {
    let budget = Budget::unlimited();
    let mut text = Vec::new();
    export::export(proof, formula, &mut text, &budget).expect("a vector takes everything");
    check(formula, text.as_slice(), &budget).expect("what was written should be a proof");
    let (again, _) = import::import(formula, text.as_slice(), &budget).expect("what was written should be read");
    replay::verify(&again, formula, &budget).expect("what was read should be a proof");
    (text, again)
}

const PASSES: [Pass; 4] =
    [Pass::LowerUnits, Pass::RecyclePivots, Pass::RecyclePivotsWithIntersection, Pass::RecycleUnits];

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn reductions_leave_a_smaller_proof(
        clauses in prop::collection::vec(clause(), 40..70), orders in prop::collection::vec(order(), 1..4), reuse in any::<bool>(),
    ) {
        let refutation = refutation(&clauses, &orders, reuse);
        prop_assume!(refutation.is_some());
        let (formula, proof) = refutation.expect("there is one");
        let budget = Budget::unlimited();
        replay::verify(&proof, &formula, &budget).expect("the search should give a proof");
        let core: BTreeSet<usize> = proof.core().into_iter().collect();
        let (_, again) = through_lrat(&formula, &proof);
        prop_assert!(again.n_nodes() <= proof.n_nodes());
        for pass in PASSES {
            let reduced = pass.run(&proof, &formula, &budget).expect("a pass should give a proof");
            replay::verify(&reduced, &formula, &budget).expect("what is left should be a proof");
            prop_assert!(reduced.n_nodes() <= proof.n_nodes(), "{pass:?}");
            prop_assert!(reduced.core().iter().all(|leaf| core.contains(leaf)), "{pass:?}");
        }
        let reduced = reduce(proof.clone(), &formula, &Pass::ALL, 100, &budget).expect("this is a proof");
        prop_assert!(reduced.proof.n_nodes() <= proof.n_nodes());
        let removed: usize = reduced.removed.iter().map(|(_, n)| n).sum();
        prop_assert_eq!(reduced.proof.n_nodes() + removed, proof.n_nodes());
        // Nothing is left to be found.
        let twice = reduce(reduced.proof.clone(), &formula, &Pass::ALL, 100, &budget).expect("this is a proof");
        prop_assert_eq!(twice.proof.n_nodes(), reduced.proof.n_nodes());
        through_lrat(&formula, &reduced.proof);
    }

    /// One digit of a proof is changed. It may be a proof all the same: then both ways to look at it agree.
    #[test]
    fn damaged_proofs_are_refused(
        clauses in prop::collection::vec(clause(), 40..70), order in order(), place in any::<prop::sample::Index>(),
        digit in 0_u8..10,
    ) {
        let refutation = refutation(&clauses, &[order], true);
        prop_assume!(refutation.is_some());
        let (formula, proof) = refutation.expect("there is one");
        let (mut text, _) = through_lrat(&formula, &proof);
        let digits: Vec<usize> = (0..text.len()).filter(|&at| text[at].is_ascii_digit()).collect();
        text[*place.get(&digits)] = b'0' + digit;
        let budget = Budget::unlimited();
        let accepted = check(&formula, text.as_slice(), &budget);
        let imported = import::import(&formula, text.as_slice(), &budget);
        if accepted.is_ok_and(|accepted| accepted.rat == 0) {
            let (proof, _) = imported.expect("what the checker accepts should be read");
            replay::verify(&proof, &formula, &budget).expect("what the checker accepts should be a proof");
        }
    }

    #[test]
    fn no_text_is_too_strange(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let formula = Formula::read(&b"p cnf 2 2\n1 0\n-1 0\n"[..]).expect("this is a formula");
        let budget = Budget::unlimited();
        let _ = Formula::read(bytes.as_slice());
        let _ = check(&formula, bytes.as_slice(), &budget);
        let _ = import::import(&formula, bytes.as_slice(), &budget);
    }

    #[test]
    fn no_list_of_numbers_is_too_strange(numbers in prop::collection::vec(-9_i64..9, 0..60)) {
        let text: String = numbers.iter().map(|number| format!("{number} ")).collect();
        let formula = Formula::read(&b"p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n"[..]).expect("this is a formula");
        let budget = Budget::unlimited();
        let _ = check(&formula, text.as_bytes(), &budget);
        let _ = import::import(&formula, text.as_bytes(), &budget);
        let _ = Formula::read(format!("p cnf 9 5\n{text}").as_bytes());
    }
}

/// A formula that has a solution is never refuted, whatever the proof says.
#[test]
fn satisfiable_formulas_are_not_refuted() {
    let formula = Formula::read(&b"p cnf 2 3\n1 2 0\n-1 2 0\n1 -2 0\n"[..]).expect("this is a formula");
    for text in [
        "4 2 0 1 2 0\n5 1 0 4 3 0\n6 0 4 5 0\n",
        "4 0 1 2 3 0\n",
        "4 0 -1 -2 -3 0\n",
        "4 -1 0 -1 2 -3 0\n5 0 4 1 3 0\n",
    ] {
        let said = check(&formula, text.as_bytes(), &Budget::unlimited());
        assert!(matches!(said, Err(Error::Refused { .. } | Error::Unfinished { .. })), "{text}: {said:?}");
    }
}
