//! What a condition is made of, and when one part of it decides: masking MC/DC for operators that stop early.
//!
//! A part decides a condition if the other parts leave it to it: operands before it have let it be evaluated, and operands behind it,
//! where they are evaluated at all, do not change the outcome. A run that shows a part deciding as true and one that shows it deciding as
//! false show together that it matters: the outcomes are different, and nothing else has made the difference.

use whyc_ir::expr::{BinaryOp, ExprId, ExprKind, UnaryOp};
use whyc_ir::program::Body;
use whyc_term::{TermId, TermStore};

/// A condition with its parts.
#[derive(Clone, Debug)]
pub struct Decision {
    nodes: Vec<Node>,
    root: usize,
    /// The parts that are no `&&`, `||` or `!`, in the order of the text.
    pub leaves: Vec<ExprId>,
    /// When each of them decides.
    pub deciders: Vec<Decider>,
}

#[derive(Clone, Copy, Debug)]
enum Node {
    Leaf(ExprId),
    Not(usize),
    And(usize, usize),
    Or(usize, usize),
}

/// When a part decides.
#[derive(Clone, Debug)]
pub struct Decider {
    /// The part.
    pub leaf: ExprId,
    /// What it is.
    pub truth: bool,
    /// What has let it be evaluated.
    before: Vec<(usize, bool)>,
    /// What leaves the outcome to it.
    behind: Vec<(usize, bool)>,
    /// The outcome.
    outcome: bool,
}

impl Decision {
    /// The condition `cond`; none if it has a single part.
    #[must_use]
    pub fn new(body: &Body, cond: ExprId) -> Option<Self> {
        let mut it = Self { nodes: Vec::new(), root: 0, leaves: Vec::new(), deciders: Vec::new() };
        it.root = it.add(body, cond);
        if it.leaves.len() < 2 {
            return None;
        }
        it.deciders = it.collect(it.root);
        it.deciders.sort_by_key(|decider| (it.leaves.iter().position(|leaf| *leaf == decider.leaf), !decider.truth));
        Some(it)
    }

    fn add(&mut self, body: &Body, expr: ExprId) -> usize {
        let is_zero = |expr: ExprId| matches!(body.exprs[expr].kind, ExprKind::Int(0));
        let node = match body.exprs[expr].kind {
            ExprKind::And(a, b) => Node::And(self.add(body, a), self.add(body, b)),
            ExprKind::Or(a, b) => Node::Or(self.add(body, a), self.add(body, b)),
            ExprKind::Unary(UnaryOp::Not, a) => Node::Not(self.add(body, a)),
            ExprKind::Cast(a) if is_connected(body, a) => return self.add(body, a),
            ExprKind::Binary(BinaryOp::Ne, a, zero) if is_zero(zero) && is_connected(body, a) => {
                return self.add(body, a);
            }
            ExprKind::Binary(BinaryOp::Eq, a, zero) if is_zero(zero) && is_connected(body, a) => {
                Node::Not(self.add(body, a))
            }
            _ => {
                self.leaves.push(expr);
                Node::Leaf(expr)
            }
        };
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn collect(&self, node: usize) -> Vec<Decider> {
        match self.nodes[node] {
            Node::Leaf(leaf) => [true, false]
                .map(|truth| Decider { leaf, truth, before: Vec::new(), behind: Vec::new(), outcome: truth })
                .into(),
            Node::Not(a) => self.collect(a).into_iter().map(|it| Decider { outcome: !it.outcome, ..it }).collect(),
            Node::And(a, b) => self.beside(a, b, true),
            Node::Or(a, b) => self.beside(a, b, false),
        }
    }

    /// `goes_on` is what the first operand is where the second one is evaluated.
    fn beside(&self, a: usize, b: usize, goes_on: bool) -> Vec<Decider> {
        let mut all = self.collect(a);
        for it in all.iter_mut().filter(|it| it.outcome == goes_on) {
            it.behind.push((b, goes_on));
        }
        let second = self.collect(b).into_iter().map(|mut it| {
            it.before.push((a, goes_on));
            it
        });
        all.extend(second);
        all
    }

    /// The deciders that are met, given the parts that were evaluated.
    #[must_use]
    pub fn met(&self, value: &dyn Fn(ExprId) -> Option<bool>) -> Vec<(ExprId, bool)> {
        let holds = |needs: &[(usize, bool)]| needs.iter().all(|&(node, truth)| self.truth(node, value) == Some(truth));
        let is_met = |it: &&Decider| value(it.leaf) == Some(it.truth) && holds(&it.before) && holds(&it.behind);
        self.deciders.iter().filter(is_met).map(|it| (it.leaf, it.truth)).collect()
    }

    fn truth(&self, node: usize, value: &dyn Fn(ExprId) -> Option<bool>) -> Option<bool> {
        match self.nodes[node] {
            Node::Leaf(leaf) => value(leaf),
            Node::Not(a) => self.truth(a, value).map(|it| !it),
            Node::And(a, b) => {
                if self.truth(a, value)? {
                    self.truth(b, value)
                } else {
                    Some(false)
                }
            }
            Node::Or(a, b) => {
                if self.truth(a, value)? {
                    Some(true)
                } else {
                    self.truth(b, value)
                }
            }
        }
    }

    /// That a part decides (Boolean), given what each of them is; and that it is evaluated and has that value.
    pub fn terms(
        &self,
        terms: &mut TermStore,
        decider: &Decider,
        value: &dyn Fn(ExprId) -> TermId,
    ) -> (TermId, TermId) {
        let leaf = value(decider.leaf);
        let mut all = vec![if decider.truth { leaf } else { terms.not(leaf) }];
        for &(node, truth) in &decider.before {
            let so = self.term(terms, node, value);
            all.push(if truth { so } else { terms.not(so) });
        }
        let evaluated = terms.and_all(&all);
        for &(node, truth) in &decider.behind {
            let so = self.term(terms, node, value);
            all.push(if truth { so } else { terms.not(so) });
        }
        (terms.and_all(&all), evaluated)
    }

    fn term(&self, terms: &mut TermStore, node: usize, value: &dyn Fn(ExprId) -> TermId) -> TermId {
        match self.nodes[node] {
            Node::Leaf(leaf) => value(leaf),
            Node::Not(a) => {
                let a = self.term(terms, a, value);
                terms.not(a)
            }
            Node::And(a, b) => {
                let (a, b) = (self.term(terms, a, value), self.term(terms, b, value));
                terms.and(a, b)
            }
            Node::Or(a, b) => {
                let (a, b) = (self.term(terms, a, value), self.term(terms, b, value));
                terms.or(a, b)
            }
        }
    }
}

/// Whether an expression is made of parts.
fn is_connected(body: &Body, expr: ExprId) -> bool {
    match body.exprs[expr].kind {
        ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Unary(UnaryOp::Not, _) => true,
        ExprKind::Cast(inner) => is_connected(body, inner),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `a` to `d` and their connections, `!` before its operand.
    fn decision(polish: &str) -> Decision {
        let mut it = Decision { nodes: Vec::new(), root: 0, leaves: Vec::new(), deciders: Vec::new() };
        let mut rest = polish.chars();
        it.root = read(&mut it, &mut rest);
        it.deciders = it.collect(it.root);
        it
    }

    fn read(it: &mut Decision, rest: &mut std::str::Chars<'_>) -> usize {
        let node = match rest.next().expect("an expression should go on") {
            '!' => Node::Not(read(it, rest)),
            '&' => {
                let a = read(it, rest);
                Node::And(a, read(it, rest))
            }
            '|' => {
                let a = read(it, rest);
                Node::Or(a, read(it, rest))
            }
            name => {
                let leaf = ExprId(name as u32 - 'a' as u32);
                it.leaves.push(leaf);
                Node::Leaf(leaf)
            }
        };
        it.nodes.push(node);
        it.nodes.len() - 1
    }

    /// The parts that are evaluated, and the outcome.
    fn run(it: &Decision, node: usize, all: u32, seen: &mut Vec<ExprId>) -> bool {
        match it.nodes[node] {
            Node::Leaf(leaf) => {
                seen.push(leaf);
                all >> leaf.0 & 1 == 1
            }
            Node::Not(a) => !run(it, a, all, seen),
            Node::And(a, b) => run(it, a, all, seen) && run(it, b, all, seen),
            Node::Or(a, b) => run(it, a, all, seen) || run(it, b, all, seen),
        }
    }

    /// The outcome where some parts are unknown.
    fn known(it: &Decision, node: usize, value: &dyn Fn(ExprId) -> Option<bool>) -> Option<bool> {
        match it.nodes[node] {
            Node::Leaf(leaf) => value(leaf),
            Node::Not(a) => known(it, a, value).map(|it| !it),
            Node::And(a, b) => match (known(it, a, value), known(it, b, value)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                (None, _) | (_, None) => None,
            },
            Node::Or(a, b) => match (known(it, a, value), known(it, b, value)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                (None, _) | (_, None) => None,
            },
        }
    }

    /// A part decides if nothing is known of the outcome without it and what was not evaluated.
    #[test]
    fn a_part_decides_if_the_others_leave_it_to_it() {
        for polish in ["&ab", "|ab", "&|abc", "|&abc", "!&a!b", "&|ab|cd", "|&ab!|cd", "&a|b&cd", "|!a!&bc"] {
            let it = decision(polish);
            let mut terms = TermStore::new();
            for all in 0..1 << it.leaves.len() {
                let mut seen = Vec::new();
                let outcome = run(&it, it.root, all, &mut seen);
                let value = |leaf: ExprId| seen.contains(&leaf).then_some(all >> leaf.0 & 1 == 1);
                let met = it.met(&value);
                for &leaf in &it.leaves {
                    let without = |other: ExprId| if other == leaf { None } else { value(other) };
                    let decides = seen.contains(&leaf) && known(&it, it.root, &without).is_none();
                    let told = met.iter().find(|(part, _)| *part == leaf);
                    assert_eq!(
                        told.copied(),
                        decides.then(|| (leaf, all >> leaf.0 & 1 == 1)),
                        "{leaf} of {polish} in {all:b}"
                    );
                }
                // The formula says the same, and so does the outcome that the decider promises.
                let constant = [false, true].map(|it| terms.bool_const(it));
                for decider in &it.deciders {
                    let (decides, _) = it.terms(&mut terms, decider, &|leaf| constant[(all >> leaf.0 & 1) as usize]);
                    let is_met = met.contains(&(decider.leaf, decider.truth));
                    assert_eq!(terms.as_bool(decides), Some(is_met), "{decider:?} of {polish} in {all:b}");
                    assert!(!is_met || decider.outcome == outcome, "{decider:?} of {polish} in {all:b}");
                }
            }
        }
    }
}
