//! The closest run that passes: as few other bits of input and initial state as possible, and these as late as possible.
//!
//! A run passes if the constraints hold in all its cycles and the property is not violated in any cycle up to where the failing
//! run violates it. What is closest is proved by the optimiser, or is said to be the best that was found.

use whyc_aig::circuit::Circuit;
use whyc_aig::{Edge, Node, NodeId};
use whyc_base::budget::Budget;
use whyc_base::ids::Id;
use whyc_sat::Lit;
use whyc_sat::optimise::count::{CountOptimiser, Reuse};
use whyc_sat::optimise::objective::Objective;
use whyc_sat::optimise::{Optimum, Status};

use crate::property::Property;
use crate::simulate;
use crate::solver::Solver;
use crate::trace::Counterexample;
use crate::trace_edges;
use crate::unroll::{Start, Unrolling};

/// A run that passes, beside one that fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passing {
    /// The latches before the first cycle.
    pub initial: Vec<bool>,
    /// The inputs, cycle by cycle.
    pub inputs: Vec<Vec<bool>>,
    /// In how many bits it differs.
    pub distance: usize,
    /// Whether no run that passes differs in fewer.
    pub is_closest: bool,
}

/// What a run that passes has in common with the one that fails.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    /// What is so in the cycle in which it fails.
    pub edges: Vec<Edge>,
    /// Inputs that are the same in all cycles.
    pub inputs: Vec<usize>,
}

/// The closest run that passes beside `run` and keeps to `kept`; none if there is none, or none was found within the budget.
///
/// # Panics
/// If `run` goes on forever: it has no cycle in which it fails.
#[must_use]
pub fn closest(circuit: &Circuit, run: &Counterexample, kept: &Kept, budget: &Budget) -> Option<Passing> {
    assert!(!matches!(run.property, Property::Justice(_)), "a lasso should not be asked about");
    let mut question = Question::new(circuit, run, kept, budget);
    let objective = question.objective(run.depth);
    let mut optimiser = CountOptimiser::new(objective, Vec::new(), Reuse::Once);
    let Optimum { best, status, .. } = optimiser.run(&mut question.solver.session, &mut |_| {});
    let best = best?;
    let is_chosen = |(_, lit): &(Bit, Lit)| best.model.value(*lit);
    let chosen: Vec<Bit> = question.differences.iter().filter(|it| is_chosen(it)).map(|(bit, _)| *bit).collect();
    Some(passing(run, &chosen, status == Status::Optimal))
}

/// What of a property is said of inputs alone, in the cycle in which it is asked, and of which: of `!rst && n > 8`, that there is no
/// reset. Where that is not so, the property is not asked.
#[must_use]
pub fn asked_of_inputs(circuit: &Circuit, property: &Property) -> Kept {
    let &Property::Bad(bad) = property else { return Kept::default() };
    let aig = &circuit.aig;
    let (mut open, mut parts) = (vec![circuit.bad_signals()[bad].edge], Vec::new());
    while let Some(edge) = open.pop() {
        match aig.node(edge.node()) {
            Node::And(left, right) if !edge.is_negated() => open.extend([left, right]),
            _ if parts.contains(&edge) => {}
            _ => parts.push(edge),
        }
    }
    // Ids ascend from inputs to outputs.
    let mut has_state = vec![false; aig.n_nodes()];
    for idx in 0..aig.n_nodes() {
        has_state[idx] = match aig.node(NodeId::from_index(idx)) {
            Node::Const => false,
            // The inputs of a circuit's graph are its inputs, then its latches.
            Node::Input(at) => at as usize >= circuit.inputs.len(),
            Node::And(left, right) => has_state[left.index()] || has_state[right.index()],
        };
    }
    let is_of_inputs = |edge: &Edge| !has_state[edge.index()];
    let edges: Vec<Edge> = parts.iter().copied().filter(is_of_inputs).collect();
    // Who speaks of inputs alone says nothing else with them.
    if edges.len() == parts.len() {
        return Kept::default();
    }
    let mut open: Vec<NodeId> = edges.iter().map(|edge| edge.node()).collect();
    let (mut seen, mut inputs) = (vec![false; aig.n_nodes()], Vec::new());
    while let Some(node) = open.pop() {
        if std::mem::replace(&mut seen[node.index()], true) {
            continue;
        }
        match aig.node(node) {
            Node::Const => {}
            Node::Input(at) => inputs.push(at as usize),
            Node::And(left, right) => open.extend([left.node(), right.node()]),
        }
    }
    Kept { edges, inputs }
}

/// Whose bit may differ: a latch before the first cycle, or an input in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bit {
    Latch(usize),
    Input { cycle: usize, idx: usize },
}

/// At most this many bits of state are compared, over all cycles.
const MANY_STATE_BITS: usize = 4096;

struct Question {
    solver: Solver,
    /// Bits of state after the first cycle: literals that say that they differ.
    state: Vec<Lit>,
    /// The bits that matter, in order of time, each with the literal that says that it differs.
    differences: Vec<(Bit, Lit)>,
}

impl Question {
    /// Everything that a run that passes keeps to.
    fn new(circuit: &Circuit, run: &Counterexample, kept: &Kept, budget: &Budget) -> Self {
        let roots = trace_edges::roots(circuit, std::slice::from_ref(&run.property));
        let n_roots = roots.len();
        let n_with_initial = n_roots + circuit.initial.len();
        let with_initial = [roots, circuit.initial.clone(), kept.edges.clone()].concat();
        let mut unrolling = Unrolling::new(circuit, with_initial, Start::Reset);
        unrolling.extend_to(run.inputs.len().max(1));
        let mut solver = Solver::new(budget.clone());
        let mut holds: Vec<Edge> = unrolling.frames[0].roots[n_roots..n_with_initial].to_vec();
        if let Some(frame) = unrolling.frames.get(run.depth) {
            holds.extend(&frame.roots[n_with_initial..]);
        }
        for frame in &unrolling.frames[..run.inputs.len()] {
            holds.extend(&frame.roots[..circuit.constraints.len()]);
        }
        for depth in 0..=run.depth {
            holds.push(!trace_edges::violation(circuit, &mut unrolling, &run.property, depth));
        }
        for edge in holds {
            let lit = solver.lit(&unrolling.aig, edge);
            solver.session.add_unit(lit);
        }
        let mut differences = Vec::new();
        let mut differ = |bit: Bit, edge: Edge, value: bool, solver: &mut Solver| {
            // What nothing depends on stays as it is.
            if edge.as_const().is_none() {
                let lit = solver.lit(&unrolling.aig, edge);
                differences.push((bit, if value { !lit } else { lit }));
            }
        };
        for (idx, (&edge, &value)) in unrolling.states[0].iter().zip(&run.initial).enumerate() {
            differ(Bit::Latch(idx), edge, value, &mut solver);
        }
        for (cycle, (frame, values)) in unrolling.frames.iter().zip(&run.inputs).enumerate() {
            for (idx, (&edge, &value)) in frame.inputs.iter().zip(values).enumerate() {
                differ(Bit::Input { cycle, idx }, edge, value, &mut solver);
            }
        }
        for (bit, lit) in &differences {
            if matches!(bit, Bit::Input { idx, .. } if kept.inputs.contains(idx)) {
                solver.session.add_unit(!*lit);
            }
        }
        let after: Vec<(Edge, bool)> = states_of(circuit, run)
            .iter()
            .zip(&unrolling.states[1..])
            .flat_map(|(values, edges)| edges.iter().copied().zip(values.iter().copied()))
            .filter(|(edge, _)| edge.as_const().is_none())
            .collect();
        let few = if after.len() <= MANY_STATE_BITS { &after[..] } else { &[] };
        let state = few.iter().map(|&(edge, value)| solver.lit(&unrolling.aig, edge ^ value)).collect();
        Self { solver, state, differences }
    }

    /// One bit more weighs more than any delay, and a delay more than what becomes of the state: of runs as close and as late,
    /// the one that goes on most like the failing one. A reset would do away with all that leads to the failure.
    fn objective(&self, depth: usize) -> Objective {
        let delay = |bit: Bit| match bit {
            Bit::Latch(_) => depth + 1,
            Bit::Input { cycle, .. } => depth.saturating_sub(cycle),
        };
        let one = self.state.len() + 1;
        let more = one * (self.differences.iter().map(|(bit, _)| delay(*bit)).sum::<usize>() + 1);
        let inputs = self.differences.iter().map(|&(bit, lit)| (lit, (more + one * delay(bit)) as u64));
        Objective::new(inputs.chain(self.state.iter().map(|&lit| (lit, 1))))
    }
}

/// The state after each cycle.
fn states_of(circuit: &Circuit, run: &Counterexample) -> Vec<Vec<bool>> {
    let mut state = run.initial.clone();
    let after = |inputs: &Vec<bool>| {
        state = simulate::step(circuit, &state, inputs);
        state.clone()
    };
    run.inputs.iter().map(after).collect()
}

fn passing(run: &Counterexample, chosen: &[Bit], is_closest: bool) -> Passing {
    let (mut initial, mut inputs) = (run.initial.clone(), run.inputs.clone());
    for bit in chosen {
        match *bit {
            Bit::Latch(idx) => initial[idx] ^= true,
            Bit::Input { cycle, idx } => inputs[cycle][idx] ^= true,
        }
    }
    Passing { initial, inputs, distance: chosen.len(), is_closest }
}

#[cfg(test)]
mod tests;
