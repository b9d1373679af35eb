//! Which other values are worth a try.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_debug::show;
use whyc_ir::expr::{BinaryOp, Expr, ExprKind, UnaryOp};
use whyc_ir::program::{Body, ComponentId, ComponentKind, Origin, Program};
use whyc_ir::types::{Type, TypeId};

use super::world::{NewValue, Other, Tried};
use super::{Failing, Needed};

/// What is tried first, and what then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Round {
    /// Conditions the other way.
    Decisions,
    /// Other numbers.
    Numbers,
}

/// So many evaluations at either end are changed on their own.
const FEW: usize = 6;
/// At most this many other numbers are tried for an expression.
const MANY_NUMBERS: usize = 24;

/// What is known of the values of a program.
pub struct Tries {
    types: FxHashMap<ComponentId, TypeId>,
    /// What is true or false, whatever its type.
    truths: FxHashSet<ComponentId>,
    /// What passing tests had.
    passing: FxHashMap<ComponentId, BTreeSet<u128>>,
    /// Numbers in the expected texts.
    expected: Vec<u128>,
    /// Numbers of the program.
    own: Vec<u128>,
}

impl Tries {
    /// From what the tests have shown.
    pub fn new(program: &Program, failing: &[Failing<'_>], passing: &[Tried]) -> Self {
        let mut types = FxHashMap::default();
        let mut truths = FxHashSet::default();
        let mut own = BTreeSet::new();
        for function in program.functions.iter() {
            let Some(body) = &function.body else { continue };
            for expr in body.exprs.iter() {
                types.extend(expr.component.map(|component| (component, expr.ty)));
                if let Some(component) = expr.component.filter(|_| is_truth(body, expr)) {
                    truths.insert(component);
                }
                if let (ExprKind::Int(bits), Origin::User) = (&expr.kind, function.origin) {
                    own.insert(*bits);
                }
            }
        }
        let mut seen: FxHashMap<ComponentId, BTreeSet<u128>> = FxHashMap::default();
        for tried in passing {
            for (&component, values) in &tried.values {
                seen.entry(component).or_default().extend(values.iter().take(64));
            }
        }
        let mut expected = BTreeSet::new();
        for text in failing.iter().filter_map(|it| it.run.stdout.as_ref()) {
            let text = String::from_utf8_lossy(text);
            let words = text.split(|c: char| !c.is_ascii_digit() && c != '-').filter(|word| word.len() < 18);
            expected.extend(words.filter_map(|word| word.parse::<i64>().ok()).map(|number| number as u128).take(16));
        }
        Self {
            types,
            truths,
            passing: seen,
            expected: expected.into_iter().collect(),
            own: own.into_iter().take(32).collect(),
        }
    }

    /// What to try for an expression that has these values in a failing run.
    pub fn of(&self, program: &Program, component: ComponentId, values: &[u128], round: Round) -> Vec<Other> {
        let is_truth = self.is_truth(program, component);
        let new = match (round, is_truth) {
            (Round::Decisions, true) => vec![NewValue::Opposite, NewValue::Is(0), NewValue::Is(1)],
            (Round::Numbers, false) => self.numbers(program, component, values),
            (Round::Decisions, false) | (Round::Numbers, true) => return Vec::new(),
        };
        let every = new.iter().map(|&value| Other { component, nth: None, value });
        let mut found: Vec<Other> = every.collect();
        if values.len() > 1 {
            let ends = (0..values.len()).filter(|&n| n < FEW || n + FEW >= values.len());
            // One evaluation alone: only what is near.
            let near: &[NewValue] = if is_truth { &new[..1] } else { &new[..new.len().min(4)] };
            found.extend(ends.flat_map(|n| near.iter().map(move |&value| Other { component, nth: Some(n), value })));
        }
        found
    }

    /// The values that are tried for single evaluations, the nearest first.
    pub fn near(&self, program: &Program, component: ComponentId, values: &[u128]) -> Vec<NewValue> {
        match self.is_truth(program, component) {
            true => vec![NewValue::Opposite],
            false => self.numbers(program, component, values),
        }
    }

    fn is_truth(&self, program: &Program, component: ComponentId) -> bool {
        self.truths.contains(&component)
            || matches!(program.components[component].kind, ComponentKind::Condition | ComponentKind::Operand)
    }

    fn numbers(&self, program: &Program, component: ComponentId, values: &[u128]) -> Vec<NewValue> {
        let is_number =
            self.types.get(&component).is_some_and(|&ty| matches!(program.types.get(ty), Type::Int(_) | Type::Bool));
        if !is_number {
            return Vec::new();
        }
        let mut found = vec![NewValue::More(1), NewValue::More(-1), NewValue::Is(0), NewValue::Is(1)];
        let seen = self.passing.get(&component).into_iter().flatten();
        let numbers = self.expected.iter().chain(seen).chain(&self.own).copied();
        for number in numbers.filter(|number| values.len() != 1 || values[0] != *number) {
            let new = NewValue::Is(number);
            if found.len() < MANY_NUMBERS && !found.contains(&new) {
                found.push(new);
            }
        }
        found
    }

    /// What an expression has given, and what it had to give.
    pub fn needed(&self, program: &Program, component: ComponentId, tried: &Tried) -> Needed {
        let show = |bits: u128| match self.types.get(&component).map(|&ty| program.types.get(ty)) {
            Some(Type::Int(kind)) => show::signed(*kind, bits).to_string(),
            _ => bits.to_string(),
        };
        let (was, values) = tried.changed.iter().map(|&(was, new)| (show(was), show(new))).unzip();
        Needed { was, values }
    }
}

/// Whether an expression compares or combines truth values.
fn is_truth(body: &Body, expr: &Expr) -> bool {
    let mut at = expr;
    while let ExprKind::Cast(inner) = at.kind {
        at = &body.exprs[inner];
    }
    match at.kind {
        ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Unary(UnaryOp::Not, _) => true,
        ExprKind::Binary(op, ..) => {
            use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
            matches!(op, Eq | Ne | Lt | Le | Gt | Ge)
        }
        _ => false,
    }
}
