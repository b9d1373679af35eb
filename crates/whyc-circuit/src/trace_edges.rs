//! Properties as edges of an unrolling whose roots are the constraints, then the bad signals.

use whyc_aig::Edge;
use whyc_aig::circuit::Circuit;

use crate::property::Property;
use crate::unroll::Unrolling;

/// The roots that [`violation`] needs for `properties`.
pub(crate) fn roots(circuit: &Circuit, properties: &[Property]) -> Vec<Edge> {
    let mut roots: Vec<Edge> = circuit.constraints.iter().map(|it| it.edge).collect();
    if properties.iter().any(|property| matches!(property, Property::Bad(_))) {
        roots.extend(circuit.bad_signals().iter().map(|it| it.edge));
    }
    roots.extend(properties.iter().flat_map(|property| latches_of(circuit, property)));
    roots
}

/// The latches that a property asks for.
fn latches_of<'a>(circuit: &'a Circuit, property: &'a Property) -> impl Iterator<Item = Edge> + 'a {
    let wanted: &[Option<bool>] = match property {
        Property::Reach(target) => target,
        Property::Bad(_) => &[],
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
    }
}
