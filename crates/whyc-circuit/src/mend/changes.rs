//! Small changes of one operator: what designers get wrong.

use crate::btor2::model::{Kind, Model, Node, Operand, Root, Sort};
use crate::btor2::number::{Number, ones};
use crate::btor2::ops::Op;

/// A change at one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The nodes that stand for the place, in order: one for each register that a condition decides about, or for each instance.
    pub nodes: Vec<usize>,
    /// What it does.
    pub what: What,
}

/// What a change does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// Another operator.
    Operator(Op),
    /// Two operands exchanged.
    Exchanged(usize, usize),
    /// An operand is negated.
    Negated(usize),
    /// An operand is another signal.
    Signal {
        /// Which operand.
        operand: usize,
        /// What stands there instead.
        other: usize,
    },
    /// An operand is another constant.
    Constant {
        /// Which operand.
        operand: usize,
        /// The constant.
        value: Number,
    },
    /// A condition, the first operand, is joined with another signal.
    Joined {
        /// `And` or `Or`.
        sign: Op,
        /// With what.
        with: Operand,
    },
}

/// The changes of a place that are worth a try, each with how far it is from what is there; the nearest first.
pub fn all(model: &Model, nodes: &[usize]) -> Vec<(u32, Change)> {
    let Some(&node) = nodes.first() else { return Vec::new() };
    let is_choice = choice(model, nodes).is_some();
    // Another signal is one of an instance; a condition that is written once is changed once.
    let fits = |what: &What| match what {
        What::Signal { operand, .. } => nodes.len() == 1 || is_choice && *operand == 0,
        What::Joined { .. } => is_choice,
        What::Operator(_) | What::Exchanged(..) | What::Negated(_) | What::Constant { .. } => true,
    };
    let Kind::Apply(op, operands) = &model.nodes[node].kind else { return Vec::new() };
    let mut found: Vec<(u32, What)> = Vec::new();
    found.extend(others(*op).iter().map(|&(other, cost)| (cost, What::Operator(other))));
    let sort = |operand: &Operand| model.nodes[operand.node].sort;
    if *op == Op::Ite {
        found.push((13, What::Exchanged(1, 2)));
        found.push((12, What::Negated(0)));
    } else if matches!(op, Op::Sub | Op::Ult | Op::Ulte | Op::Concat | Op::Slt)
        && sort(&operands[0]) == sort(&operands[1])
    {
        found.push((14, What::Exchanged(0, 1)));
    }
    for (at, operand) in operands.iter().enumerate() {
        if let (Kind::Const(value), Sort::Bits(width)) = (&model.nodes[operand.node].kind, sort(operand)) {
            let most = ones(width);
            if *value < most {
                found.push((10, What::Constant { operand: at, value: value + 1u32 }));
            }
            if *value > Number::ZERO {
                found.push((10, What::Constant { operand: at, value: value - 1u32 }));
            }
        }
        let is_truth = sort(operand) == Sort::Bits(1) && matches!(op, Op::And | Op::Or | Op::Xor);
        if is_truth {
            found.push((12, What::Negated(at)));
        }
        for other in named(model, node) {
            // Nobody compares something with itself.
            let is_same = model.nodes[other].sort == sort(operand) && operands.iter().all(|it| it.node != other);
            if is_same && matches!(model.nodes[other].sort, Sort::Bits(_)) {
                found.push((15, What::Signal { operand: at, other }));
            }
        }
    }
    if *op == Op::Ite {
        let is_truth = |&other: &usize| model.nodes[other].sort == Sort::Bits(1) && other != operands[0].node;
        for other in named(model, node).into_iter().filter(is_truth) {
            for negated in [true, false] {
                let with = Operand { node: other, negated };
                found.push((16, What::Joined { sign: Op::And, with }));
                found.push((18, What::Joined { sign: Op::Or, with }));
            }
        }
    }
    found.sort_by_key(|(cost, _)| *cost);
    let change = |(cost, what)| (cost, Change { nodes: nodes.to_vec(), what });
    found.into_iter().filter(|(_, what)| fits(what)).map(change).collect()
}

/// What the choices that all these nodes are have for a condition.
pub fn choice(model: &Model, nodes: &[usize]) -> Option<Operand> {
    let condition = |&node: &usize| match &model.nodes[node].kind {
        Kind::Apply(Op::Ite, operands) => Some(operands[0]),
        Kind::Apply(..) | Kind::Const(_) | Kind::Input | Kind::State => None,
    };
    let first = nodes.first().and_then(condition)?;
    nodes.iter().all(|node| condition(node) == Some(first)).then_some(first)
}

/// The signals that have a name and stand before a node.
fn named(model: &Model, node: usize) -> Vec<usize> {
    let mut found: Vec<usize> = Vec::new();
    for (at, it) in model.nodes[..node].iter().enumerate() {
        let has_name = it.name.as_ref().is_some_and(|name| !name.starts_with('$'));
        // `uext x 0` is how a name is given to something that has one already, or none.
        let own = match &it.kind {
            Kind::Apply(Op::Uext(0), operands) if !operands[0].negated => operands[0].node,
            Kind::Const(_) => continue,
            _ => at,
        };
        if has_name && !found.contains(&own) {
            found.push(own);
        }
    }
    // A name may be given further down.
    let later = model.nodes[node..].iter().filter(|it| it.name.as_ref().is_some_and(|name| !name.starts_with('$')));
    for it in later {
        if let Kind::Apply(Op::Uext(0), operands) = &it.kind
            && operands[0].node < node
            && !operands[0].negated
            && !found.contains(&operands[0].node)
        {
            found.push(operands[0].node);
        }
    }
    found
}

/// What is written instead of an operator.
fn others(op: Op) -> &'static [(Op, u32)] {
    match op {
        Op::Ult => &[(Op::Ulte, 10), (Op::Ugte, 13), (Op::Ugt, 14), (Op::Neq, 16), (Op::Eq, 17)],
        Op::Ulte => &[(Op::Ult, 10), (Op::Ugt, 13), (Op::Ugte, 14), (Op::Eq, 16)],
        Op::Ugt => &[(Op::Ugte, 10), (Op::Ulte, 13), (Op::Ult, 14), (Op::Neq, 16)],
        Op::Ugte => &[(Op::Ugt, 10), (Op::Ult, 13), (Op::Ulte, 14), (Op::Eq, 16)],
        Op::Slt => &[(Op::Slte, 10), (Op::Sgte, 13), (Op::Sgt, 14), (Op::Ult, 15)],
        Op::Slte => &[(Op::Slt, 10), (Op::Sgt, 13), (Op::Sgte, 14), (Op::Ulte, 15)],
        Op::Sgt => &[(Op::Sgte, 10), (Op::Slte, 13), (Op::Slt, 14), (Op::Ugt, 15)],
        Op::Sgte => &[(Op::Sgt, 10), (Op::Slt, 13), (Op::Slte, 14), (Op::Ugte, 15)],
        Op::Eq => &[(Op::Neq, 11), (Op::Ulte, 15), (Op::Ugte, 15)],
        Op::Neq => &[(Op::Eq, 11), (Op::Ult, 15), (Op::Ugt, 15)],
        Op::And => &[(Op::Or, 11), (Op::Xor, 16)],
        Op::Or => &[(Op::And, 11), (Op::Xor, 14)],
        Op::Xor => &[(Op::Xnor, 12), (Op::Or, 13), (Op::And, 15)],
        Op::Add => &[(Op::Sub, 11)],
        Op::Sub => &[(Op::Add, 11)],
        Op::Sll => &[(Op::Srl, 12)],
        Op::Srl => &[(Op::Sll, 12), (Op::Sra, 13)],
        Op::Sra => &[(Op::Srl, 12)],
        _ => &[],
    }
}

impl Change {
    /// The model with the change made.
    #[must_use]
    pub fn made(&self, model: &Model) -> Model {
        let mut model = model.clone();
        // What is put before a node moves only those behind it.
        for &node in self.nodes.iter().rev() {
            self.make(&mut model, node);
        }
        model
    }

    fn make(&self, model: &mut Model, node: usize) {
        match &self.what {
            What::Operator(other) => {
                if let Kind::Apply(op, _) = &mut model.nodes[node].kind {
                    *op = *other;
                }
            }
            What::Exchanged(a, b) => operands(model, node).swap(*a, *b),
            What::Negated(at) => operands(model, node)[*at].negated ^= true,
            What::Signal { operand, other } => {
                operands(model, node)[*operand] = Operand { node: *other, negated: false };
            }
            What::Constant { operand, value } => {
                let old = operands(model, node)[*operand].node;
                let new = Node { kind: Kind::Const(value.clone()), name: None, ..model.nodes[old].clone() };
                insert(model, node, new);
                operands(model, node + 1)[*operand] = Operand { node, negated: false };
            }
            What::Joined { sign, with } => {
                let first = operands(model, node)[0];
                let kind = Kind::Apply(*sign, vec![first, *with]);
                let new = Node { kind, sort: Sort::Bits(1), name: None, ..model.nodes[node].clone() };
                insert(model, node, new);
                operands(model, node + 1)[0] = Operand { node, negated: false };
            }
        }
    }
}

fn operands(model: &mut Model, node: usize) -> &mut [Operand] {
    match &mut model.nodes[node].kind {
        Kind::Apply(_, operands) => operands,
        Kind::Const(_) | Kind::Input | Kind::State => &mut [],
    }
}

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
