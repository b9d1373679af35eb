//! A circuit as one step: what a state, with inputs, leads to and what it violates.
//!
//! What is said of the initial state besides the resets may speak of the inputs of the first cycle. Here it
//! becomes a constraint that is in force in the first cycle alone: a latch more, which is one only then.
//! So the initial states are those that agree with the resets, and nothing else is special about the start.

use whyc_aig::Edge;
use whyc_aig::circuit::{Circuit, Latch, Reset};

use crate::property::Property;

/// One cycle of a circuit.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// The circuit; all that is said of its start are the resets.
    pub(crate) circuit: Circuit,
    /// Whether the constraints hold, without which there is no next state.
    pub(crate) kept: Edge,
    /// Whether only states matter in which the constraints hold.
    pub(crate) is_always_kept: bool,
    /// What must be true in the first cycle, then; true elsewhere.
    pub(crate) starts_well: Edge,
    /// For each property, whether it is violated here and now.
    pub(crate) violated: Vec<Edge>,
}

impl Step {
    pub(crate) fn new(circuit: &Circuit, properties: &[Property]) -> Self {
        let mut circuit = circuit.clone();
        let starts_well = starting(&mut circuit);
        let mut constraints: Vec<Edge> = circuit.constraints.iter().map(|it| it.edge).collect();
        constraints.push(starts_well);
        let kept = circuit.aig.and_all(&constraints);
        let violated = properties
            .iter()
            .map(|property| match property {
                Property::Bad(idx) => {
                    let bad = circuit.bad_signals()[*idx].edge;
                    circuit.aig.and(bad, kept)
                }
                // A state is reached whatever the constraints of its own cycle say.
                Property::Reach(target) => {
                    let bits = circuit.latches.iter().zip(target);
                    let mut bits: Vec<Edge> =
                        bits.filter_map(|(latch, value)| value.map(|it| latch.state ^ !it)).collect();
                    bits.push(starts_well);
                    circuit.aig.and_all(&bits)
                }
                Property::Justice(_) => panic!("what goes on forever should be asked for as a lasso"),
            })
            .collect();
        let is_always_kept = properties.iter().all(|property| matches!(property, Property::Bad(_)));
        Self { circuit, kept, is_always_kept, starts_well, violated }
    }
}

/// Adds the latch that knows the first cycle, if it is needed: what must be true in the first cycle, then, or true.
fn starting(circuit: &mut Circuit) -> Edge {
    let initial = std::mem::take(&mut circuit.initial);
    if initial.is_empty() {
        return Edge::TRUE;
    }
    let first = circuit.aig.input();
    circuit.latches.push(Latch { name: None, state: first, next: Edge::FALSE, reset: Reset::One });
    let told = circuit.aig.and_all(&initial);
    circuit.aig.implies(first, told)
}
