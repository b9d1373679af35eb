//! `__CPROVER_forall` and `__CPROVER_exists`: loops over the range that the condition itself gives the variable.
//!
//! They come from the pre-reader, which makes calls of them.

use whyc_base::source::Span;
use whyc_ir::expr::{BinaryOp, ExprId};
use whyc_ir::instr::InstrKind;
use whyc_ir::types::{IntKind, TypeId};

use super::builder::Builder;
use super::history::strip;
use crate::clang::cursor::Cursor;
use crate::clang::kind as k;

impl<'u> Builder<'_, 'u> {
    /// A quantifier over an integer between two bounds, as the pre-reader gives it: `({ int i; condition; })`. It is a loop.
    pub fn quantified(&mut self, is_forall: bool, body: Cursor<'u>, span: Span) -> ExprId {
        let int = self.int();
        let found = statement_parts(body);
        let Some((declarations, condition)) = found else {
            return self.unsupported_value("a quantifier that is not written as expected", int, span);
        };
        let [variable] = declarations[..] else {
            return self.unsupported_value("a quantifier over several variables", int, span);
        };
        let Ok(ty) = self.cx.types.lower(variable.ty()) else {
            return self.unsupported_value("a quantifier over something that is no number", int, span);
        };
        // What does not speak of the variable is the same for every value, and every type has one.
        let speaks = |node: &Cursor<'u>| is_variable(*node, variable);
        if !condition.descendants().iter().chain([&condition]).any(speaks) {
            let value = self.value(condition);
            let zero = self.constant(0, int, span);
            return self.apply(BinaryOp::Ne, value, zero, span);
        }
        let parts = if is_forall { premises(condition) } else { conjuncts(condition) };
        let bounds = self.bounds(variable, &parts);
        let bits = self.types().scalar_bits(ty).unwrap_or(64);
        // Outside of the bounds of an implication, it holds; outside of those of a conjunction, it does not.
        let other = if is_forall { conjuncts(condition) } else { premises(condition) };
        if let ((None, None), Some(within)) = (bounds, self.outer_bound(variable, &other))
            && bits < 128
        {
            return self.beyond(is_forall, ty, within, span);
        }
        let (low, high) = match bounds {
            (Some(low), Some(high)) => (low, high),
            // All values of a small type can be tried; an unsigned one begins at 0.
            (low, high) => {
                let signed = self.types().is_signed(ty);
                let least = if signed { -(1i128 << (bits - 1)) } else { 0 };
                let most = if signed { (1i128 << (bits - 1)) - 1 } else { (1i128 << bits.min(100)) - 1 };
                let small = bits <= 8;
                let low = low.or((small || !signed).then_some(Bound { of: Limit::Number(least), is_strict: false }));
                let high = high.or(small.then_some(Bound { of: Limit::Number(most), is_strict: false }));
                match (low, high) {
                    (Some(low), Some(high)) => (low, high),
                    _ => return self.unsupported_value("a quantifier without bounds", int, span),
                }
            }
        };
        self.loop_over(is_forall, variable, ty, low, high, condition, span)
    }

    /// The bound of a variable among conditions, whichever there is.
    fn outer_bound(&mut self, variable: Cursor<'u>, conditions: &[Cursor<'u>]) -> Option<(Bound<'u>, bool)> {
        match self.bounds(variable, conditions) {
            (_, Some(high)) => Some((high, true)),
            (Some(low), None) => Some((low, false)),
            (None, None) => None,
        }
    }

    /// Whether all values, or any, are on the right side of a bound, where one on the other side decides: there is one unless the bound is
    /// the last number of the type.
    fn beyond(&mut self, is_forall: bool, ty: TypeId, (bound, is_high): (Bound<'u>, bool), span: Span) -> ExprId {
        let wide = self.int_type(IntKind::Int128);
        let int = self.int();
        let bits = self.types().scalar_bits(ty).unwrap_or(32);
        let signed = self.types().is_signed(ty);
        let last = match (is_high, signed) {
            (true, true) => (1i128 << (bits - 1)) - 1,
            (true, false) => (1i128 << bits) - 1,
            (false, true) => -(1i128 << (bits - 1)),
            (false, false) => 0,
        };
        let limit = self.limit(bound, wide, span);
        let last = self.constant(last, wide, span);
        let op = match (is_high, bound.is_strict) {
            (true, true) => BinaryOp::Le,
            (true, false) => BinaryOp::Lt,
            (false, true) => BinaryOp::Ge,
            (false, false) => BinaryOp::Gt,
        };
        let exists = self.apply(op, limit, last, span);
        let known = self.new_label();
        self.emit(InstrKind::Branch { cond: exists, when: true, target: known }, span);
        self.unsupported("a quantifier without bounds", span);
        self.place_label(known);
        self.constant(i128::from(!is_forall), int, span)
    }

    /// A condition that is asserted or assumed, as far as one case of it will do: `forall` holds where it is asserted if it holds
    /// for a value that nobody knows, `exists` where it is assumed.
    pub fn one_case(&mut self, condition: Cursor<'u>, quantifier: &str) -> ExprId {
        let inner = strip(condition);
        let (span, children) = (self.span(inner), inner.children());
        match (inner.kind(), &children[..]) {
            (k::CXCursor_BinaryOperator, &[a, b])
                if matches!(inner.binary_operator(), k::CXBinaryOperator_LAnd | k::CXBinaryOperator_LOr) =>
            {
                let is_and = inner.binary_operator() == k::CXBinaryOperator_LAnd;
                let int = self.int();
                let result = self.temporary(int, span);
                let place = self.local_place(result, span);
                let (decided, end) = (self.new_label(), self.new_label());
                for part in [a, b] {
                    let value = self.one_case(part, quantifier);
                    self.emit(InstrKind::Branch { cond: value, when: !is_and, target: decided }, span);
                }
                let undecided = self.constant(i128::from(is_and), int, span);
                self.assign(place, undecided, span);
                self.jump(end, span);
                self.place_label(decided);
                let value = self.constant(i128::from(!is_and), int, span);
                self.assign(place, value, span);
                self.place_label(end);
                self.load(place)
            }
            (k::CXCursor_CallExpr, &[_, body]) if inner.spelling() == quantifier => {
                let Some((variables, condition)) = statement_parts(body) else { return self.value(condition) };
                for variable in variables {
                    let Ok(ty) = self.cx.types.lower(variable.ty()) else { return self.value(condition) };
                    let local = self.variable(variable.spelling(), ty, span);
                    self.local_from_decl.insert(variable.key(), local);
                    self.emit(InstrKind::Declare(local), span);
                    let place = self.local_place(local, span);
                    self.emit(InstrKind::Nondet { place, name: variable.spelling() }, span);
                }
                self.one_case(condition, quantifier)
            }
            _ => self.value(condition),
        }
    }

    /// The bounds of a variable among conditions that all hold.
    fn bounds(&mut self, variable: Cursor<'u>, conditions: &[Cursor<'u>]) -> (Option<Bound<'u>>, Option<Bound<'u>>) {
        let (mut low, mut high) = (None, None);
        for &condition in conditions {
            let inner = strip(condition);
            let [a, b] = inner.children()[..] else { continue };
            if inner.kind() != k::CXCursor_BinaryOperator {
                continue;
            }
            let (is_left, is_right) = (is_variable(a, variable), is_variable(b, variable));
            let bound = |of: Cursor<'u>, is_strict| Some(Bound { of: Limit::Written(of), is_strict });
            match (inner.binary_operator(), is_left, is_right) {
                (k::CXBinaryOperator_LT, true, false) => high = high.or(bound(b, true)),
                (k::CXBinaryOperator_LE, true, false) => high = high.or(bound(b, false)),
                (k::CXBinaryOperator_GT, true, false) => low = low.or(bound(b, true)),
                (k::CXBinaryOperator_GE, true, false) => low = low.or(bound(b, false)),
                (k::CXBinaryOperator_LT, false, true) => low = low.or(bound(a, true)),
                (k::CXBinaryOperator_LE, false, true) => low = low.or(bound(a, false)),
                (k::CXBinaryOperator_GT, false, true) => high = high.or(bound(a, true)),
                (k::CXBinaryOperator_GE, false, true) => high = high.or(bound(a, false)),
                _ => {}
            }
        }
        (low, high)
    }

    fn limit(&mut self, bound: Bound<'u>, wide: TypeId, span: Span) -> ExprId {
        let value = match bound.of {
            Limit::Number(number) => self.constant(number, wide, span),
            Limit::Written(cursor) => {
                let value = self.value(cursor);
                self.cast(value, wide)
            }
        };
        self.save(value)
    }

    #[expect(clippy::too_many_arguments, reason = "a quantifier is all of these")]
    fn loop_over(
        &mut self,
        is_forall: bool,
        variable: Cursor<'u>,
        ty: TypeId,
        low: Bound<'u>,
        high: Bound<'u>,
        condition: Cursor<'u>,
        span: Span,
    ) -> ExprId {
        // Wide enough for every number of every type, and for one more.
        let wide = self.int_type(IntKind::Int128);
        let int = self.int();
        let (first, last) = (self.limit(low, wide, span), self.limit(high, wide, span));
        let counter = self.temporary(wide, span);
        let counter_place = self.local_place(counter, span);
        let one = self.constant(1, wide, span);
        let start = if low.is_strict { self.apply(BinaryOp::Add, first, one, span) } else { first };
        self.assign(counter_place, start, span);
        let result = self.temporary(int, span);
        let result_place = self.local_place(result, span);
        let neutral = self.constant(i128::from(is_forall), int, span);
        self.assign(result_place, neutral, span);
        let bound_local = self.variable(variable.spelling(), ty, span);
        self.local_from_decl.insert(variable.key(), bound_local);
        self.emit(InstrKind::Declare(bound_local), span);
        let (again, end) = (self.new_label(), self.new_label());
        self.place_label(again);
        let at = self.load(counter_place);
        let op = if high.is_strict { BinaryOp::Lt } else { BinaryOp::Le };
        let goes_on = self.apply(op, at, last, span);
        self.emit(InstrKind::Branch { cond: goes_on, when: false, target: end }, span);
        let at = self.load(counter_place);
        let value = self.cast(at, ty);
        let bound_place = self.local_place(bound_local, span);
        self.assign(bound_place, value, span);
        let holds = self.value(condition);
        let (found, next) = (self.new_label(), self.new_label());
        self.emit(InstrKind::Branch { cond: holds, when: !is_forall, target: found }, span);
        self.jump(next, span);
        self.place_label(found);
        let decided = self.constant(i128::from(!is_forall), int, span);
        self.assign(result_place, decided, span);
        self.jump(end, span);
        self.place_label(next);
        let at = self.load(counter_place);
        let one = self.constant(1, wide, span);
        let step = self.apply(BinaryOp::Add, at, one, span);
        self.assign(counter_place, step, span);
        self.jump(again, span);
        self.place_label(end);
        self.load(result_place)
    }
}

/// One end of the range of a quantified variable.
#[derive(Clone, Copy)]
struct Bound<'u> {
    of: Limit<'u>,
    is_strict: bool,
}

#[derive(Clone, Copy)]
enum Limit<'u> {
    Number(i128),
    Written(Cursor<'u>),
}

/// The variables and the condition of `({ int i; condition; })`.
fn statement_parts(body: Cursor<'_>) -> Option<(Vec<Cursor<'_>>, Cursor<'_>)> {
    let body = strip(body);
    let block = body.children().into_iter().find(|child| child.kind() == k::CXCursor_CompoundStmt)?;
    let statements = block.children();
    let (&condition, declarations) = statements.split_last()?;
    let variables = declarations.iter().flat_map(|statement| statement.children());
    let variables = variables.filter(|child| child.kind() == k::CXCursor_VarDecl).collect();
    condition.is_expression().then_some((variables, condition))
}

fn is_variable(cursor: Cursor<'_>, variable: Cursor<'_>) -> bool {
    let at = strip(cursor);
    at.kind() == k::CXCursor_DeclRefExpr && at.referenced().is_some_and(|decl| decl.key() == variable.key())
}

/// `a && b && c`, in parts.
fn conjuncts(condition: Cursor<'_>) -> Vec<Cursor<'_>> {
    let inner = strip(condition);
    match (inner.kind(), &inner.children()[..]) {
        (k::CXCursor_BinaryOperator, &[a, b]) if inner.binary_operator() == k::CXBinaryOperator_LAnd => {
            let mut all = conjuncts(a);
            all.extend(conjuncts(b));
            all
        }
        _ => vec![inner],
    }
}

/// What an implication, which has become `!(a) || (b)`, presupposes, in parts.
fn premises(condition: Cursor<'_>) -> Vec<Cursor<'_>> {
    let inner = strip(condition);
    match (inner.kind(), &inner.children()[..]) {
        (k::CXCursor_BinaryOperator, &[a, b]) if inner.binary_operator() == k::CXBinaryOperator_LOr => {
            let mut all = premises(b);
            let a = strip(a);
            match (a.kind(), &a.children()[..]) {
                (k::CXCursor_UnaryOperator, &[negated]) if a.unary_operator() == k::CXUnaryOperator_LNot => {
                    all.extend(conjuncts(negated));
                }
                _ => all.extend(premises(a)),
            }
            all
        }
        (k::CXCursor_UnaryOperator, &[negated]) if inner.unary_operator() == k::CXUnaryOperator_LNot => {
            conjuncts(negated)
        }
        _ => Vec::new(),
    }
}
