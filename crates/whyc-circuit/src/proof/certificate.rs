//! A proof for others: a witness circuit, whose only property is the invariant.
//!
//! It has the inputs, the latches and the constraints of the circuit that was asked about, in the same order, and is
//! bad wherever that is bad or the invariant does not hold. So what it calls good includes no more than what was asked
//! for, holds at the start, and is kept by every step: what Certifaiger asks of a witness (Yu, Biere, Heljanko,
//! "Progress in certifying hardware model checking results", CAV 2021), whose latches are here simply those of
//! the model. What is said of the start besides resets, which AIGER has no words for, is a latch more and a constraint.

use whyc_aig::circuit::{Circuit, Signal};

use super::certify::holds;
use super::invariant::Invariant;
use super::step::Step;
use crate::property::Property;

/// The witness circuit for `properties`, all of which the invariant proves.
#[must_use]
pub fn witness_circuit(circuit: &Circuit, properties: &[Property], invariant: &Invariant) -> Circuit {
    let is_stated_as_output = circuit.bad.is_empty();
    let Step { circuit: mut witness, violated, starts_well, .. } = Step::new(circuit, properties);
    let now: Vec<_> = witness.latches.iter().map(|latch| latch.state).collect();
    let inside = holds(&mut witness.aig, invariant, &now);
    let wrong: Vec<_> = violated.into_iter().chain([!inside]).collect();
    let edge = witness.aig.or_all(&wrong);
    let bad = vec![Signal { name: None, edge }];
    (witness.outputs, witness.bad) = if is_stated_as_output { (bad, Vec::new()) } else { (Vec::new(), bad) };
    if !starts_well.is_const() {
        witness.constraints.push(Signal { name: None, edge: starts_well });
    }
    witness
}

/// The circuit as AIGER can say it: what a certificate is about, where the file that was asked about is none of AIGER.
#[must_use]
pub fn model_circuit(circuit: &Circuit) -> Circuit {
    let Step { circuit: mut model, starts_well, .. } = Step::new(circuit, &[]);
    if !starts_well.is_const() {
        model.constraints.push(Signal { name: None, edge: starts_well });
    }
    model
}

#[cfg(test)]
mod tests {
    use whyc_aig::{Edge, aiger};
    use whyc_base::budget::Budget;

    use super::*;
    use crate::check::{Goal, Options, Outcome, Proof, Scope, decide};
    use crate::exhaustive::random_circuit;
    use crate::proof::certify::certify;
    use crate::rng::Rng;
    use crate::solver::Solver;

    /// Whether both edges can be true in one cycle, with the constraints kept.
    fn can_hold(circuit: &Circuit, edges: &[Edge]) -> bool {
        let mut solver = Solver::new(Budget::unlimited());
        for edge in circuit.constraints.iter().map(|it| it.edge).chain(edges.iter().copied()) {
            let lit = solver.lit(&circuit.aig, edge);
            solver.session.add_unit(lit);
        }
        solver.session.solve(&[]) == whyc_sat::session::Answer::Satisfiable
    }

    #[test]
    fn witness_circuits_are_inductive_and_promise_what_was_asked() {
        let mut rng = Rng::new(77);
        let mut n_proved = 0;
        for round in 0..200 {
            let circuit = random_circuit(&mut rng, 2, 5, 18);
            let options = Options { goal: Goal::Certificate, bound: 5, budget: Budget::unlimited() };
            let asked = [Property::Bad(0)];
            let outcome = decide(&circuit, &asked, &options, Scope::All, &mut |_| {}).outcomes.remove(0);
            let Outcome::Proved(Proof::Invariant(invariant)) = outcome else {
                assert!(matches!(outcome, Outcome::Violated(_)), "round {round}: {outcome:?}");
                continue;
            };
            n_proved += 1;
            // As others read it.
            let written = aiger::write_binary(&witness_circuit(&circuit, &asked, &invariant));
            let witness = aiger::read(&written).expect("what was written should be read");
            assert_eq!(witness.inputs.len(), circuit.inputs.len());
            let extra = usize::from(!circuit.initial.is_empty());
            assert_eq!(witness.latches.len(), circuit.latches.len() + extra);
            for (theirs, ours) in witness.latches.iter().zip(&circuit.latches) {
                assert_eq!(theirs.reset, ours.reset, "round {round}");
            }
            // The model as AIGER says it has the same violations: none.
            let model = aiger::read(&aiger::write_binary(&model_circuit(&circuit))).expect("it should be read");
            assert_eq!(certify(&model, &asked, &invariant, &Budget::unlimited()), Ok(()), "round {round}");
            // What is good there is good here: bad signals of the circuit, copied, are bad there.
            let good = Step::new(&circuit, &asked);
            let mut both = witness_circuit(&circuit, &asked, &invariant);
            let is_bad = both.bad[0].edge;
            let violated = good.violated[0];
            both.constraints.clear();
            assert!(!can_hold(&both, &[violated, !is_bad]), "round {round}");
            // The good states are closed under steps: as an invariant, nothing has to be added.
            assert_eq!(
                certify(&witness, &[Property::Bad(0)], &invariant, &Budget::unlimited()),
                Ok(()),
                "round {round}"
            );
        }
        assert!(n_proved > 50, "only {n_proved} were proved");
    }
}
