//! Why what holds may say little: constraints that no run satisfies for long, and properties of which what they presuppose never
//! happens.
//!
//! In: a design whose properties were proved. Out: [`Suspicion`]s, each of which is proved, too. What takes too long is not said.

use whyc_aig::Edge;
use whyc_aig::circuit::{Circuit, Latch, Reset, Signal};
use whyc_base::budget::Budget;

use crate::btor2::build;
use crate::btor2::model::{Kind as NodeKind, Model, Node, Operand, Root, Sort};
use crate::btor2::ops::Op;
use crate::check::{self, Goal, Options, Outcome, Scope};
use crate::design::Design;
use crate::property::Property;

/// Something suspicious.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Suspicion {
    /// No run satisfies the constraints for more cycles than these.
    Constraints {
        /// How many.
        cycles: usize,
        /// Constraints that are enough for that, none of which can be left out, by their positions.
        which: Vec<usize>,
    },
    /// What a property presupposes never happens.
    Trigger {
        /// The property, by its position among those of the file that must never be true.
        bad: usize,
        /// What would have to be at once, and never is.
        parts: Vec<Operand>,
    },
}

/// How many cycles a run should be able to go on for.
const LONG: usize = 16;
/// Of more constraints than these it is not said which ones exclude each other.
const MANY_CONSTRAINTS: usize = 40;

/// What is suspicious about a design in which these properties hold.
#[must_use]
pub fn suspicions(design: &Design, properties: &[Property], budget: &Budget) -> Vec<Suspicion> {
    if design.has_large_arrays() {
        return Vec::new();
    }
    if let Some(blocked) = constraints(&design.circuit, budget) {
        // Nothing can be triggered where nothing goes on.
        return vec![blocked];
    }
    let Some(words) = &design.words else { return Vec::new() };
    triggers(&words.model, properties, budget)
}

/// Whether the constraints let no run go on.
fn constraints(circuit: &Circuit, budget: &Budget) -> Option<Suspicion> {
    if circuit.constraints.is_empty() {
        return None;
    }
    if lasts(circuit, LONG, budget)? {
        return None;
    }
    let cycles = (0..LONG).find(|&cycles| lasts(circuit, cycles, budget) == Some(false))?;
    let mut which: Vec<usize> = (0..circuit.constraints.len()).collect();
    if which.len() <= MANY_CONSTRAINTS {
        for left_out in which.clone() {
            let fewer: Vec<usize> = which.iter().copied().filter(|&it| it != left_out).collect();
            let mut with_fewer = circuit.clone();
            with_fewer.constraints = fewer.iter().map(|&it| circuit.constraints[it].clone()).collect();
            if lasts(&with_fewer, cycles, budget) == Some(false) {
                which = fewer;
            }
        }
    }
    Some(Suspicion::Constraints { cycles, which })
}

/// Whether some run satisfies the constraints in the first cycle and in so many after it.
fn lasts(circuit: &Circuit, cycles: usize, budget: &Budget) -> Option<bool> {
    let mut counting = circuit.clone();
    // A one that goes through as many latches comes out after so many cycles.
    let mut edge = Edge::constant(true);
    for _ in 0..cycles {
        let state = counting.aig.input();
        counting.latches.push(Latch { name: None, state, next: edge, reset: Reset::Zero });
        edge = state;
    }
    counting.bad = vec![Signal { name: None, edge }];
    counting.justice.clear();
    let options = Options { goal: Goal::Either, bound: cycles, budget: budget.clone() };
    let checked = check::decide(&counting, &[Property::Bad(0)], &options, Scope::Proofs, &mut |_| {});
    match checked.outcomes.first()? {
        Outcome::Violated(_) | Outcome::Reached(_) => Some(true),
        // It comes out in the last cycle that is looked at, or the run does not get there.
        Outcome::Proved(_) => Some(false),
        Outcome::HoldsUpTo(checked) if *checked >= cycles => Some(false),
        Outcome::HoldsUpTo(_) | Outcome::Unknown { .. } => None,
    }
}

/// What properties presuppose, where that never happens.
fn triggers(model: &Model, properties: &[Property], budget: &Budget) -> Vec<Suspicion> {
    let mut asked: Vec<(usize, Vec<Operand>)> = Vec::new();
    for property in properties {
        let Property::Bad(bad) = property else { continue };
        let Some(root) = model.bad.get(*bad) else { continue };
        let mut parts = Parts::default();
        parts.add(model, root.operand);
        if parts.concluded.is_empty() || parts.presupposed.is_empty() {
            continue;
        }
        // One of them alone says more than all at once.
        asked.extend(parts.presupposed.iter().map(|&it| (*bad, vec![it])));
        if parts.presupposed.len() > 1 {
            asked.push((*bad, parts.presupposed));
        }
    }
    let Some(design) = asking(model, &asked, budget).filter(|_| !asked.is_empty()) else { return Vec::new() };
    let new: Vec<Property> = (0..asked.len()).map(|it| Property::Bad(model.bad.len() + it)).collect();
    let options = Options { goal: Goal::Either, bound: LONG, budget: budget.clone() };
    let checked = check::decide(&design.circuit, &new, &options, Scope::Proofs, &mut |_| {});
    let mut found: Vec<Suspicion> = Vec::new();
    for ((bad, parts), outcome) in asked.into_iter().zip(checked.outcomes) {
        let is_told = found.iter().any(|it| matches!(it, Suspicion::Trigger { bad: told, .. } if *told == bad));
        if matches!(outcome, Outcome::Proved(_)) && !is_told {
            found.push(Suspicion::Trigger { bad, parts });
        }
    }
    found
}

/// What must be for a property to be asked at all: of `a && !b`, which says that `b` follows from `a`, it is `a`. Nothing where that
/// cannot be told.
pub(crate) fn presupposed(model: &Model, bad: usize) -> Vec<Operand> {
    let root = model.bad[bad].operand;
    let is_negation = |it: &Operand| it.negated || matches!(model.nodes[it.node].kind, NodeKind::Apply(Op::Not, _));
    let is_const = |it: &Operand| matches!(model.nodes[it.node].kind, NodeKind::Const(_));
    let operands = match &model.nodes[root.node].kind {
        NodeKind::Apply(Op::And, operands) if !root.negated => operands.clone(),
        _ => vec![root],
    };
    // The last one is what is stated: others may be negations, too.
    let Some((stated, conditions)) = operands.split_last() else { return Vec::new() };
    let mut parts = Parts::default();
    parts.add(model, *stated);
    let mut found: Vec<Operand> = match (is_negation(stated), parts.concluded.is_empty()) {
        (true, false) => parts.presupposed,
        // That something is never so presupposes nothing, but that it is asked.
        (true, true) if !parts.presupposed.is_empty() => Vec::new(),
        _ => return Vec::new(),
    };
    found.extend(conditions.iter().filter(|it| !is_const(it)));
    found
}

/// The same model, in which what is asked about must never be.
pub(crate) fn asking(model: &Model, asked: &[(usize, Vec<Operand>)], budget: &Budget) -> Option<Design> {
    let mut model = model.clone();
    for (_, parts) in asked {
        let mut parts = parts.iter().copied();
        let mut all = parts.next()?;
        for part in parts {
            let kind = NodeKind::Apply(Op::And, vec![all, part]);
            model.nodes.push(Node { kind, sort: Sort::Bits(1), name: None, id: 0, line: 0 });
            all = Operand { node: model.nodes.len() - 1, negated: false };
        }
        model.bad.push(Root { operand: all, name: None, line: 0 });
    }
    build::build(model, budget).ok()
}

/// The lines of what a bit consists of, what is nearest first, as far as these are bits joined by `and`, `or` and `not`.
pub(crate) fn told_by(model: &Model, operand: Operand) -> Vec<usize> {
    let mut lines = Vec::new();
    let mut open = std::collections::VecDeque::from([operand.node]);
    while let Some(node) = open.pop_front() {
        let known = &model.nodes[node];
        lines.push(known.line);
        if let NodeKind::Apply(Op::And | Op::Or | Op::Not | Op::Implies, operands) = &known.kind {
            open.extend(operands.iter().map(|it| it.node));
        }
    }
    lines
}

/// What must not be all at once: of `a && !b`, which says that `b` follows from `a`, `a` is presupposed.
#[derive(Default)]
struct Parts {
    presupposed: Vec<Operand>,
    concluded: Vec<Operand>,
}

impl Parts {
    /// Takes a bit apart that must not be true. Nothing here is deep: a person wrote it.
    fn add(&mut self, model: &Model, bad: Operand) {
        let mut open = vec![bad];
        while let Some(Operand { node, negated }) = open.pop() {
            let known = &model.nodes[node];
            let flip = |it: &Operand| Operand { negated: !it.negated, ..*it };
            match (&known.kind, negated) {
                (NodeKind::Apply(Op::Not, operands), false) => open.push(flip(&operands[0])),
                (NodeKind::Apply(Op::Not, operands), true) => open.push(operands[0]),
                (NodeKind::Apply(Op::And, operands), false) | (NodeKind::Apply(Op::Nand, operands), true) => {
                    open.extend(operands.iter().rev());
                }
                (NodeKind::Apply(Op::Or, operands), true) | (NodeKind::Apply(Op::Nor, operands), false) => {
                    open.extend(operands.iter().rev().map(flip));
                }
                (NodeKind::Apply(Op::Implies, operands), true) => open.extend([flip(&operands[1]), operands[0]]),
                // What is always so presupposes nothing.
                (NodeKind::Const(_), _) => {}
                (_, false) => self.presupposed.push(Operand { node, negated }),
                (_, true) => self.concluded.push(Operand { node, negated }),
            }
        }
    }
}
