//! Between which numbers an input is, by the assumptions behind it that every run comes to before the input is used otherwise or changed.
//!
//! `x = nondet_int(); assume(0 <= x && x < 10);` is how people say that `x` is a number below 10. So it is drawn from these, rather than from
//! all numbers, of which hardly any run would get past the assumption. What is not of this form is left to the assumption itself.

use whyc_base::ids::Id as _;
use whyc_base::source::Span;
use whyc_ir::expr::{BinaryOp, ExprId, ExprKind, PlaceBase, PlaceId, Projection};
use whyc_ir::instr::{InstrId, InstrKind};
use whyc_ir::program::{Body, FunctionId, Program};
use whyc_ir::text;

use crate::dist::Kind;
use crate::site::kind_of;

/// The range of the input at an instruction, with where the last assumption is that says so; nothing if none does, or nothing is in it.
pub fn range(program: &Program, function: FunctionId, instr: InstrId, kind: &Kind) -> Option<(i128, i128, Span)> {
    let body = program.functions[function].body.as_ref()?;
    let InstrKind::Nondet { place, .. } = body.instrs[instr].kind else { return None };
    let (mut low, mut high) = kind.numbers.ends()?;
    let whole = (low, high);
    let input = Input { program, function, body, place };
    let mut span = None;
    for next in instr.index() + 1..body.instrs.len() {
        let it = &body.instrs[InstrId::from_index(next)];
        match &it.kind {
            InstrKind::Assume(cond) => {
                let before = (low, high);
                input.narrow(*cond, &mut low, &mut high);
                if before != (low, high) {
                    span = Some(it.span);
                }
            }
            InstrKind::Label | InstrKind::Kill(_) | InstrKind::Declare(_) => {}
            // Inputs are often asked for together, and their assumptions stand together, too.
            InstrKind::Nondet { place, .. } if input.is_apart(*place) => {}
            InstrKind::Assign { place, value } if input.is_apart(*place) && input.is_plain(*value) => {}
            _ => break,
        }
    }
    span.filter(|_| low <= high && whole != (low, high)).map(|span| (low, high, span))
}

struct Input<'a> {
    program: &'a Program,
    function: FunctionId,
    body: &'a Body,
    place: PlaceId,
}

impl Input<'_> {
    /// What a condition that holds says of the input.
    fn narrow(&self, cond: ExprId, low: &mut i128, high: &mut i128) {
        match &self.body.exprs[cond].kind {
            ExprKind::And(left, right) => {
                self.narrow(*left, low, high);
                self.narrow(*right, low, high);
            }
            // A truth value may have been made a number or a `_Bool` again.
            ExprKind::Cast(inner) => self.narrow(*inner, low, high),
            ExprKind::Binary(op, left, right) => {
                let (is_input, is_input_right) = (self.is_input(*left), self.is_input(*right));
                if let (true, Some(bound)) = (is_input, self.constant(*right)) {
                    narrow(*op, bound, low, high);
                } else if let (true, Some(bound), Some(op)) = (is_input_right, self.constant(*left), turned(*op)) {
                    narrow(op, bound, low, high);
                }
            }
            _ => {}
        }
    }

    /// Whether an expression is the input's value, perhaps in a type that has all its values.
    fn is_input(&self, expr: ExprId) -> bool {
        match &self.body.exprs[expr].kind {
            ExprKind::Load(place) => self.is_same(*place),
            ExprKind::Cast(inner) => {
                let ends =
                    |it: ExprId| kind_of(&self.program.types, self.body.exprs[it].ty).and_then(|it| it.numbers.ends());
                match (ends(*inner), ends(expr)) {
                    (Some((low, high)), Some((least, most))) if least <= low && high <= most => self.is_input(*inner),
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// Whether a place is the input's. Nothing happens in between, so that what is written the same is the same.
    fn is_same(&self, place: PlaceId) -> bool {
        let (one, other) = (&self.body.places[place], &self.body.places[self.place]);
        let index = |it: ExprId| text::c_expr(self.program, self.function, it);
        let same = |(a, b): (&Projection, &Projection)| match (a, b) {
            (Projection::Field(a), Projection::Field(b)) => a == b,
            (Projection::Index(a), Projection::Index(b)) => index(*a) == index(*b),
            (Projection::Field(_) | Projection::Index(_), _) => false,
        };
        one.base == other.base
            && !matches!(one.base, PlaceBase::Deref(_))
            && one.projections.len() == other.projections.len()
            && one.projections.iter().zip(&other.projections).all(same)
    }

    /// Whether what is written to a place leaves the input as it is: another variable, and none that says which element the input is.
    fn is_apart(&self, place: PlaceId) -> bool {
        let (one, other) = (&self.body.places[place], &self.body.places[self.place]);
        one.base != other.base
            && !matches!(one.base, PlaceBase::Deref(_))
            && other.projections.iter().all(|it| matches!(it, Projection::Field(_)))
    }

    /// Whether an expression is a constant or another variable: nothing is done with the input, and nothing can fail.
    fn is_plain(&self, expr: ExprId) -> bool {
        match &self.body.exprs[expr].kind {
            ExprKind::Int(_) => true,
            ExprKind::Load(place) => self.is_apart(*place) && self.body.places[*place].projections.is_empty(),
            ExprKind::Cast(inner) => self.is_plain(*inner),
            _ => false,
        }
    }

    fn constant(&self, expr: ExprId) -> Option<i128> {
        let numbers = kind_of(&self.program.types, self.body.exprs[expr].ty)?.numbers;
        let (least, most) = numbers.ends()?;
        match &self.body.exprs[expr].kind {
            ExprKind::Int(bits) => Some(numbers.whole(*bits)),
            ExprKind::Cast(inner) => self.constant(*inner).filter(|it| (least..=most).contains(it)),
            ExprKind::Unary(whyc_ir::expr::UnaryOp::Neg, inner) => {
                self.constant(*inner).and_then(i128::checked_neg).filter(|it| (least..=most).contains(it))
            }
            _ => None,
        }
    }
}

/// `bound op input` as `input op bound`.
fn turned(op: BinaryOp) -> Option<BinaryOp> {
    match op {
        BinaryOp::Lt => Some(BinaryOp::Gt),
        BinaryOp::Le => Some(BinaryOp::Ge),
        BinaryOp::Gt => Some(BinaryOp::Lt),
        BinaryOp::Ge => Some(BinaryOp::Le),
        BinaryOp::Eq => Some(BinaryOp::Eq),
        _ => None,
    }
}

fn narrow(op: BinaryOp, bound: i128, low: &mut i128, high: &mut i128) {
    match op {
        BinaryOp::Lt => *high = (*high).min(bound.saturating_sub(1)),
        BinaryOp::Le => *high = (*high).min(bound),
        BinaryOp::Gt => *low = (*low).max(bound.saturating_add(1)),
        BinaryOp::Ge => *low = (*low).max(bound),
        BinaryOp::Eq => (*low, *high) = ((*low).max(bound), (*high).min(bound)),
        _ => {}
    }
}
