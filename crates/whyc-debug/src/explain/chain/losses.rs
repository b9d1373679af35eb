//! Numbers that were lost on the way: what did not fit into a narrower type, what went around, what got a sign, or lost it.
//!
//! C does all of this without a word, so that a story in which `-32769` turns into `32767` seems not to add up.

use whyc_ir::expr::{BinaryOp, ExprId, ExprKind};
use whyc_ir::program::{Body, Program};
use whyc_ir::types::{IntKind, Type};

use super::helps::interesting;
use crate::dynamic::{Graph, MomentId, parts_of};
use crate::show;

/// A number that was lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// How that is put.
    pub text: String,
    /// Whether nobody asked for it: a conversion that is not written down.
    pub is_silent: bool,
}

/// Numbers from here on are negative in a character that has a sign.
const FIRST_BEYOND_CHAR: i128 = 128;

/// What was lost in a moment: what nobody asked for before what the program says.
pub fn loss(program: &Program, graph: &Graph, id: MomentId) -> Option<Loss> {
    let moment = &graph.moments[id];
    let body = program.functions[moment.at.function].body.as_ref()?;
    let seen = Seen { program, graph, body, id };
    let parts: Vec<ExprId> = interesting(body, moment).into_iter().flat_map(|expr| parts_of(body, expr)).collect();
    let valued = graph.values_of(id).iter().map(|valued| valued.expr).filter(|expr| parts.contains(expr));
    let all: Vec<ExprId> = valued.collect();
    let found = |look: &dyn Fn(ExprId) -> Option<Loss>| all.iter().rev().find_map(|&expr| look(expr));
    found(&|expr| seen.converted(expr))
        .or_else(|| found(&|expr| seen.signed(expr)))
        .or_else(|| found(&|expr| seen.wrapped(expr)))
}

/// What was evaluated in a moment.
struct Seen<'a> {
    program: &'a Program,
    graph: &'a Graph,
    body: &'a Body,
    id: MomentId,
}

impl Seen<'_> {
    fn kind(&self, expr: ExprId) -> Option<IntKind> {
        match *self.program.types.get(self.body.exprs[expr].ty) {
            Type::Int(kind) => Some(kind),
            _ => None,
        }
    }

    fn number(&self, expr: ExprId) -> Option<i128> {
        Some(show::signed(self.kind(expr)?, self.graph.value_at(self.id, expr)?))
    }

    fn name(&self, expr: ExprId) -> String {
        self.program.types.name(self.body.exprs[expr].ty)
    }

    /// A conversion that nobody has written, and that changed a number.
    fn converted(&self, expr: ExprId) -> Option<Loss> {
        let ExprKind::Cast(inner) = self.body.exprs[expr].kind else { return None };
        let (whole, part) = (self.body.exprs[expr].span, self.body.exprs[inner].span);
        let is_written = whole != part && self.program.sources.text(whole).starts_with('(');
        let (was, is) = (self.number(inner)?, self.number(expr)?);
        if is_written || was == is {
            return None;
        }
        let ty = self.name(expr);
        let text = match was < 0 && !self.kind(expr)?.is_signed() {
            true => format!("{was} is {is} in {ty}"),
            false => format!("{was} does not fit into {ty}"),
        };
        Some(Loss { text, is_silent: true })
    }

    /// A character that is taken for a negative number where one without a sign is meant.
    fn signed(&self, expr: ExprId) -> Option<Loss> {
        let ExprKind::Binary(op, a, b) = self.body.exprs[expr].kind else { return None };
        let is_beyond = |other: ExprId| self.number(other).is_some_and(|it| it >= FIRST_BEYOND_CHAR);
        let one = |side: ExprId, other: ExprId| {
            let mut at = side;
            while let ExprKind::Cast(inner) = self.body.exprs[at].kind {
                at = inner;
            }
            let value = self.number(at).filter(|it| *it < 0 && self.kind(at) == Some(IntKind::Char))?;
            is_beyond(other).then(|| Loss {
                text: format!("a char has a sign here: it is {value}, not {}", value + 256),
                is_silent: true,
            })
        };
        op.is_comparison().then(|| one(a, b).or_else(|| one(b, a))).flatten()
    }

    /// A sum, difference or product without a sign that went around.
    fn wrapped(&self, expr: ExprId) -> Option<Loss> {
        let ExprKind::Binary(op, a, b) = self.body.exprs[expr].kind else { return None };
        if self.kind(expr)?.is_signed() {
            return None;
        }
        let (x, y, is) = (self.number(a)?, self.number(b)?, self.number(expr)?);
        let (sign, exact) = match op {
            BinaryOp::Add => ("+", x.checked_add(y)?),
            BinaryOp::Sub => ("-", x.checked_sub(y)?),
            BinaryOp::Mul => ("*", x.checked_mul(y)?),
            _ => return None,
        };
        (exact != is).then(|| Loss { text: format!("{x} {sign} {y} goes around to {is}"), is_silent: false })
    }
}
