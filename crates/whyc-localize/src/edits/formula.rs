//! Conditions that are not in the program, or not yet where they are wanted.

use whyc_base::source::Span;
use whyc_ir::expr::{BinaryOp, Expr, ExprId, ExprKind, Place, PlaceBase, Projection, UnaryOp};
use whyc_ir::program::{Body, FunctionId, Program};
use whyc_ir::types::{IntKind, Type, TypeId};

use super::vocabulary::Variable;
use whyc_debug::show;

/// The comparisons, as C writes them.
pub const COMPARISONS: [(BinaryOp, &str); 6] = [
    (BinaryOp::Lt, "<"),
    (BinaryOp::Le, "<="),
    (BinaryOp::Gt, ">"),
    (BinaryOp::Ge, ">="),
    (BinaryOp::Eq, "=="),
    (BinaryOp::Ne, "!="),
];

/// A condition, or a part of one.
#[derive(Clone, Debug)]
pub enum Formula {
    /// What stands somewhere in the program, with that very text.
    Written(FunctionId, ExprId),
    /// The value of a variable.
    Variable(Variable),
    /// A number of an integer type.
    Number(i128, TypeId),
    /// `!a`
    Not(Box<Formula>),
    /// A comparison of two values of the same type.
    Compare(BinaryOp, Box<Formula>, Box<Formula>),
}

impl Formula {
    /// `v op number`. A comparison with zero is told the way that people ask for truth.
    pub fn with_number(variable: &Variable, op: BinaryOp, number: i128) -> Self {
        let value = Formula::Variable(variable.clone());
        match (op, number) {
            (BinaryOp::Ne, 0) => value,
            (BinaryOp::Eq, 0) => Formula::Not(Box::new(value)),
            _ => Formula::Compare(op, Box::new(value), Box::new(Formula::Number(number, variable.ty))),
        }
    }

    /// `v op w`
    pub fn with_variable(v: &Variable, op: BinaryOp, w: &Variable) -> Self {
        Formula::Compare(op, Box::new(Formula::Variable(v.clone())), Box::new(Formula::Variable(w.clone())))
    }

    /// As C writes it.
    pub fn text(&self, program: &Program) -> String {
        match self {
            Formula::Written(function, id) => {
                let body = program.functions[*function].body.as_ref();
                body.map_or_else(String::new, |body| program.sources.text(body.exprs[*id].span).to_owned())
            }
            Formula::Variable(variable) => variable.name.clone(),
            Formula::Number(number, _) => number.to_string(),
            Formula::Not(a) => format!("!{}", a.text(program)),
            Formula::Compare(op, a, b) => {
                let sign = COMPARISONS.iter().find(|(other, _)| other == op).map_or("", |(_, sign)| sign);
                format!("{} {sign} {}", a.text(program), b.text(program))
            }
        }
    }

    /// Makes it an expression of `body`, where `int` is the type of conditions. Nothing of what is there is shared:
    /// it may be about to become a part of itself.
    pub fn build(&self, original: &Program, body: &mut Body, int: TypeId, span: Span) -> Option<ExprId> {
        let (kind, ty) = match self {
            Formula::Written(function, id) => {
                let from = original.functions[*function].body.as_ref()?;
                return Some(copy(from, *id, body));
            }
            Formula::Variable(variable) => {
                let place = Place { base: variable.base, projections: Vec::new(), ty: variable.ty, span };
                (ExprKind::Load(body.places.push(place)), variable.ty)
            }
            Formula::Number(number, ty) => (ExprKind::Int(bits(original, *ty, *number)?), *ty),
            Formula::Not(a) => (ExprKind::Unary(UnaryOp::Not, a.build(original, body, int, span)?), int),
            Formula::Compare(op, a, b) => {
                let a = a.build(original, body, int, span)?;
                let b = b.build(original, body, int, span)?;
                (ExprKind::Binary(*op, a, b), int)
            }
        };
        Some(body.exprs.push(Expr { kind, ty, span, component: None }))
    }
}

/// The bits of a number in an integer type; none if it does not fit.
pub fn bits(program: &Program, ty: TypeId, number: i128) -> Option<u128> {
    let Type::Int(kind) = *program.types.get(ty) else { return None };
    let bits = number as u128 & (u128::MAX >> (128 - kind.bits()));
    (show::signed(kind, bits) == number).then_some(bits)
}

/// Whether values of the type are compared as they are: smaller ones are converted first.
pub fn is_compared_as_it_is(program: &Program, ty: TypeId) -> bool {
    matches!(program.types.get(ty), Type::Int(kind) if kind.bits() >= IntKind::Int.bits())
}

/// Copies an expression with all its parts.
fn copy(from: &Body, id: ExprId, to: &mut Body) -> ExprId {
    let expr = &from.exprs[id];
    let kind = match &expr.kind {
        ExprKind::Load(place) => {
            let place = copy_place(from, &from.places[*place], to);
            ExprKind::Load(to.places.push(place))
        }
        ExprKind::AddrOf(place) => {
            let place = copy_place(from, &from.places[*place], to);
            ExprKind::AddrOf(to.places.push(place))
        }
        ExprKind::Unary(op, a) => ExprKind::Unary(*op, copy(from, *a, to)),
        ExprKind::Cast(a) => ExprKind::Cast(copy(from, *a, to)),
        ExprKind::Binary(op, a, b) => ExprKind::Binary(*op, copy(from, *a, to), copy(from, *b, to)),
        ExprKind::And(a, b) => ExprKind::And(copy(from, *a, to), copy(from, *b, to)),
        ExprKind::Or(a, b) => ExprKind::Or(copy(from, *a, to), copy(from, *b, to)),
        ExprKind::Cond(c, a, b) => ExprKind::Cond(copy(from, *c, to), copy(from, *a, to), copy(from, *b, to)),
        ExprKind::Intrinsic(which, args) => {
            ExprKind::Intrinsic(*which, args.iter().map(|&arg| copy(from, arg, to)).collect())
        }
        kind @ (ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddr(_)) => kind.clone(),
    };
    to.exprs.push(Expr { kind, component: None, ..expr.clone() })
}

fn copy_place(from: &Body, place: &Place, to: &mut Body) -> Place {
    let base = match place.base {
        PlaceBase::Deref(pointer) => PlaceBase::Deref(copy(from, pointer, to)),
        base @ (PlaceBase::Local(_) | PlaceBase::Global(_)) => base,
    };
    let projections = place.projections.iter().map(|projection| match *projection {
        Projection::Index(index) => Projection::Index(copy(from, index, to)),
        field @ Projection::Field(_) => field,
    });
    Place { base, projections: projections.collect(), ..place.clone() }
}
