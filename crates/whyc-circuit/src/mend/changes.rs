//! Small changes of one operator: what designers get wrong.

use super::{Around, order};
use crate::btor2::alias::is_invented;
use crate::btor2::model::{Kind, Model, Node, Operand, Sort};
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
    /// A condition, the first operand, is joined with whether a word is zero.
    Compared {
        /// `And` or `Or`.
        sign: Op,
        /// The word.
        word: usize,
        /// Whether it is to be zero, or is not to be.
        is_zero: bool,
    },
}

/// What is farther than this from what is there.
pub const FAR: u32 = 18;

/// The changes of a place that are worth a try, each with how far it is from what is there; the nearest first.
pub fn all(model: &Model, nodes: &[usize], around: &Around<'_>) -> Vec<(u32, Change)> {
    let Some(&node) = nodes.first() else { return Vec::new() };
    let behind = behind(model, nodes);
    let named: Vec<usize> = named(model).into_iter().filter(|&it| !behind[it] && (around.is_known)(it)).collect();
    let is_choice = choice(model, nodes).is_some();
    // Another signal is one of an instance; a condition that is written once is changed once.
    let fits = |what: &What| match what {
        What::Signal { operand, .. } => nodes.len() == 1 || is_choice && *operand == 0,
        What::Joined { .. } | What::Compared { .. } => is_choice,
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
        let is_truth = sort(operand) == Sort::Bits(1)
            && matches!(op, Op::And | Op::Nand | Op::Or | Op::Nor | Op::Xor | Op::Xnor | Op::Not);
        if is_truth {
            found.push((12, What::Negated(at)));
        }
        for &other in &named {
            // Nobody compares something with itself.
            let is_same = model.nodes[other].sort == sort(operand) && operands.iter().all(|it| it.node != other);
            if is_same && matches!(model.nodes[other].sort, Sort::Bits(_)) {
                found.push((15, What::Signal { operand: at, other }));
            }
        }
    }
    if *op == Op::Ite {
        let is_truth = |other: &&usize| model.nodes[**other].sort == Sort::Bits(1) && **other != operands[0].node;
        let written = (around.conditions)(node);
        let written = written.iter().filter(|it| !behind[**it] && !named.contains(it));
        for (&other, cost) in named.iter().map(|it| (it, 16)).chain(written.map(|it| (it, FAR + 1))) {
            if is_truth(&&other) {
                for negated in [true, false] {
                    let with = Operand { node: other, negated };
                    found.push((cost, What::Joined { sign: Op::And, with }));
                    found.push((cost + 2, What::Joined { sign: Op::Or, with }));
                }
            }
        }
        for &word in named.iter().filter(|&&it| matches!(model.nodes[it].sort, Sort::Bits(2..))) {
            for is_zero in [true, false] {
                found.push((FAR + 2, What::Compared { sign: Op::And, word, is_zero }));
                found.push((FAR + 4, What::Compared { sign: Op::Or, word, is_zero }));
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

/// The signals that have a name.
fn named(model: &Model) -> Vec<usize> {
    let is_own = |name: &Option<String>| name.as_ref().is_some_and(|name| !is_invented(name));
    let of_node = |(at, it): (usize, &Node)| match &it.kind {
        // `uext x 0` is how a name is given to something that has one already, or none.
        Kind::Apply(Op::Uext(0), operands) if !operands[0].negated => operands[0].node,
        Kind::Apply(..) | Kind::Const(_) | Kind::Input | Kind::State => at,
    };
    let nodes = model.nodes.iter().enumerate().filter(|(_, it)| is_own(&it.name)).map(of_node);
    let outputs = model.outputs.iter().filter(|it| is_own(&it.name) && !it.operand.negated).map(|it| it.operand.node);
    let mut found: Vec<usize> = nodes.chain(outputs).collect();
    found.retain(|&node| !matches!(model.nodes[node].kind, Kind::Const(_)));
    found.sort_unstable();
    found.dedup();
    found
}

/// Which nodes depend on some of these within a cycle, or are among them.
fn behind(model: &Model, nodes: &[usize]) -> Vec<bool> {
    let mut behind = vec![false; model.nodes.len()];
    nodes.iter().for_each(|&node| behind[node] = true);
    for (at, node) in model.nodes.iter().enumerate() {
        if let Kind::Apply(_, operands) = &node.kind {
            behind[at] |= operands.iter().any(|it| behind[it.node]);
        }
    }
    behind
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
        Op::Nand => &[(Op::Nor, 11), (Op::And, 12), (Op::Xnor, 16)],
        Op::Nor => &[(Op::Nand, 11), (Op::Or, 12), (Op::Xnor, 14)],
        Op::Xnor => &[(Op::Xor, 12), (Op::Nor, 13), (Op::Nand, 15)],
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
        let (mut change, first) = (self.clone(), self.nodes.iter().copied().min().unwrap_or(0));
        if let Some(other) = change.other().copied().filter(|&other| other >= first) {
            let position = order::put_before(&mut model, first, other);
            change.nodes.iter_mut().for_each(|node| *node = position[*node]);
            change.other().into_iter().for_each(|other| *other = position[*other]);
        }
        // What is put before a node moves only those behind it.
        for &node in change.nodes.iter().rev() {
            change.make(&mut model, node);
        }
        model
    }

    /// The signal that stands somewhere new.
    fn other(&mut self) -> Option<&mut usize> {
        match &mut self.what {
            What::Signal { other, .. } => Some(other),
            What::Joined { with, .. } => Some(&mut with.node),
            What::Compared { word, .. } => Some(word),
            What::Operator(_) | What::Exchanged(..) | What::Negated(_) | What::Constant { .. } => None,
        }
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
                order::insert(model, node, new);
                operands(model, node + 1)[*operand] = Operand { node, negated: false };
            }
            What::Joined { sign, with } => {
                let first = operands(model, node)[0];
                let kind = Kind::Apply(*sign, vec![first, *with]);
                let new = Node { kind, sort: Sort::Bits(1), name: None, ..model.nodes[node].clone() };
                order::insert(model, node, new);
                operands(model, node + 1)[0] = Operand { node, negated: false };
            }
            What::Compared { sign, word, is_zero } => {
                let plain = |node: usize| Operand { node, negated: false };
                let blank = Node { name: None, ..model.nodes[node].clone() };
                let zero = Node { kind: Kind::Const(Number::ZERO), sort: model.nodes[*word].sort, ..blank.clone() };
                order::insert(model, node, zero);
                let op = if *is_zero { Op::Eq } else { Op::Neq };
                let truth = |kind: Kind| Node { kind, sort: Sort::Bits(1), ..blank.clone() };
                order::insert(model, node + 1, truth(Kind::Apply(op, vec![plain(*word), plain(node)])));
                let first = operands(model, node + 2)[0];
                order::insert(model, node + 2, truth(Kind::Apply(*sign, vec![first, plain(node + 1)])));
                operands(model, node + 3)[0] = plain(node + 2);
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
