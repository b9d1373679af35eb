//! Nodes of a model in another order, or with new ones among them: operands come before what uses them.

use crate::btor2::model::{Kind, Model, Node, Root};

/// Puts a node before another one; all that is known by its position moves.
pub fn insert(model: &mut Model, at: usize, node: Node) {
    model.nodes.insert(at, node);
    let moved = |it: &mut usize| *it += usize::from(*it >= at);
    // The new node's own operands stand before it.
    for node in &mut model.nodes[at + 1..] {
        if let Kind::Apply(_, operands) = &mut node.kind {
            operands.iter_mut().for_each(|it| moved(&mut it.node));
        }
    }
    around(model, &moved);
}

/// Puts a node, with what it depends on, before another one that it does not depend on. Where each node is then, by where it was.
pub fn put_before(model: &mut Model, first: usize, node: usize) -> Vec<usize> {
    let mut is_ahead = vec![false; model.nodes.len()];
    is_ahead[node] = true;
    for at in (first..=node).rev().filter(|_| node >= first) {
        if let (true, Kind::Apply(_, operands)) = (is_ahead[at], &model.nodes[at].kind) {
            operands.iter().for_each(|it| is_ahead[it.node] = true);
        }
    }
    let (ahead, rest): (Vec<usize>, Vec<usize>) = (first..model.nodes.len()).partition(|&at| is_ahead[at]);
    let order: Vec<usize> = (0..first).chain(ahead).chain(rest).collect();
    let mut position = vec![0; order.len()];
    order.iter().enumerate().for_each(|(new, &old)| position[old] = new);
    model.nodes = order.iter().map(|&old| model.nodes[old].clone()).collect();
    let moved = |it: &mut usize| *it = position[*it];
    for node in &mut model.nodes {
        if let Kind::Apply(_, operands) = &mut node.kind {
            operands.iter_mut().for_each(|it| moved(&mut it.node));
        }
    }
    around(model, &moved);
    position
}

/// All that stands around nodes and knows them by their positions.
fn around(model: &mut Model, moved: &dyn Fn(&mut usize)) {
    model.inputs.iter_mut().for_each(moved);
    for state in &mut model.states {
        moved(&mut state.node);
        state.init.iter_mut().chain(&mut state.next).for_each(|it| moved(&mut it.node));
    }
    let root = |roots: &mut Vec<Root>| roots.iter_mut().for_each(|it| moved(&mut it.operand.node));
    [&mut model.bad, &mut model.constraints, &mut model.fairness, &mut model.outputs].into_iter().for_each(root);
    for justice in &mut model.justice {
        justice.operands.iter_mut().for_each(|it| moved(&mut it.node));
    }
}
