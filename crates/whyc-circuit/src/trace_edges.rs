//! Properties as edges of an unrolling whose roots are the constraints, then the bad signals, then what is to be true
//! again and again.

use whyc_aig::Edge;
use whyc_aig::circuit::Circuit;

use crate::live;
use crate::property::Property;
use crate::unroll::Unrolling;

/// The roots that [`violation`] needs for `properties`.
pub(crate) fn roots(circuit: &Circuit, properties: &[Property]) -> Vec<Edge> {
    let mut roots: Vec<Edge> = circuit.constraints.iter().map(|it| it.edge).collect();
    if properties.iter().any(|property| matches!(property, Property::Bad(_))) {
        roots.extend(circuit.bad_signals().iter().map(|it| it.edge));
    }
    roots.extend(properties.iter().flat_map(|property| latches_of(circuit, property)));
    for property in properties {
        if let Property::Justice(idx) = property {
            roots.extend(live::again_and_again(circuit, *idx));
        }
    }
    roots
}

/// The latches that a property asks for.
fn latches_of<'a>(circuit: &'a Circuit, property: &'a Property) -> impl Iterator<Item = Edge> + 'a {
    let wanted: &[Option<bool>] = match property {
        Property::Reach(target) => target,
        Property::Bad(_) | Property::Justice(_) => &[],
    };
    circuit.latches.iter().zip(wanted).filter(|(_, value)| value.is_some()).map(|(latch, _)| latch.state)
}

/// The edge that says that the property is violated in cycle `depth`.
pub(crate) fn violation(circuit: &Circuit, unrolling: &mut Unrolling<'_>, property: &Property, depth: usize) -> Edge {
    match property {
        Property::Bad(idx) => unrolling.frames[depth].roots[circuit.constraints.len() + idx],
        Property::Reach(target) => {
            let bits: Vec<Edge> = unrolling.states[depth]
                .iter()
                .zip(target)
                .filter_map(|(&bit, value)| value.map(|it| bit ^ !it))
                .collect();
            unrolling.aig.and_all(&bits)
        }
        Property::Justice(_) => panic!("what goes on forever should be asked for as a lasso"),
    }
}

/// The edge that says that the run is a lasso with this loop, in an unrolling with the roots of this property alone.
pub(crate) fn lasso(circuit: &Circuit, unrolling: &mut Unrolling<'_>, justice: usize, loop_start: usize) -> Edge {
    let depth = unrolling.frames.len();
    let n_constraints = circuit.constraints.len();
    let mut conjuncts = Vec::new();
    for at in 0..live::again_and_again(circuit, justice).len() {
        let once: Vec<Edge> =
            unrolling.frames[loop_start..].iter().map(|frame| frame.roots[n_constraints + at]).collect();
        conjuncts.push(unrolling.aig.or_all(&once));
    }
    for latch in live::recurring(circuit, justice) {
        let (before, after) = (unrolling.states[loop_start][latch], unrolling.states[depth][latch]);
        conjuncts.push(unrolling.aig.iff(before, after));
    }
    unrolling.aig.and_all(&conjuncts)
}
