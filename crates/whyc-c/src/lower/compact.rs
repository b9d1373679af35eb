//! Drops the expressions and places that were made on the way and are not used (`*&x` makes an
//! address that nobody takes), and settles whose address is taken.

use whyc_base::ids::{Id, IdVec};
use whyc_ir::expr::{ExprId, ExprKind, PlaceBase, PlaceId, Projection};
use whyc_ir::instr::{Callee, InstrKind};

use super::builder::{Builder, Item};

/// What is used, and the ids it will have.
struct Used {
    exprs: Vec<Option<ExprId>>,
    places: Vec<Option<PlaceId>>,
    /// What has been found and not been looked into yet.
    todo: Vec<Part>,
}

enum Part {
    Expr(ExprId),
    Place(PlaceId),
}

impl Used {
    fn expr(&mut self, expr: &mut ExprId) {
        let seen = &mut self.exprs[expr.index()];
        if seen.is_none() {
            *seen = Some(*expr);
            self.todo.push(Part::Expr(*expr));
        }
    }

    fn place(&mut self, place: &mut PlaceId) {
        let seen = &mut self.places[place.index()];
        if seen.is_none() {
            *seen = Some(*place);
            self.todo.push(Part::Place(*place));
        }
    }
}

impl Builder<'_, '_> {
    /// Keeps only what the instructions use and marks the locals whose address they take.
    pub fn compact(&mut self) {
        let mut used = Used {
            exprs: vec![None; self.body.exprs.len()],
            places: vec![None; self.body.places.len()],
            todo: Vec::new(),
        };
        for item in &mut self.items {
            if let Item::Instr(kind, _) = item {
                operands(kind, &mut |expr| used.expr(expr), &mut |_| {});
                operands(kind, &mut |_| {}, &mut |place| used.place(place));
            }
        }
        while let Some(part) = used.todo.pop() {
            match part {
                Part::Expr(expr) => {
                    let mut kind = self.body.exprs[expr].kind.clone();
                    if let ExprKind::AddrOf(place) = kind
                        && let PlaceBase::Local(local) = self.body.places[place].base
                    {
                        self.locals[local].address_taken = true;
                    }
                    expr_parts(&mut kind, &mut used, Used::expr, Used::place);
                }
                Part::Place(place) => {
                    let mut place = self.body.places[place].clone();
                    place_parts(&mut place.base, &mut place.projections, |expr| used.expr(expr));
                }
            }
        }
        self.renumber(used);
    }

    fn renumber(&mut self, mut used: Used) {
        number(&mut used.exprs);
        number(&mut used.places);
        let (exprs, places) = (&used.exprs, &used.places);
        let new_expr = |expr: &mut ExprId| *expr = exprs[expr.index()].unwrap_or(*expr);
        let new_place = |place: &mut PlaceId| *place = places[place.index()].unwrap_or(*place);
        let old_exprs = std::mem::replace(&mut self.body.exprs, IdVec::new());
        for (id, expr) in old_exprs.iter_enumerated().filter(|(id, _)| exprs[id.index()].is_some()) {
            let mut expr = expr.clone();
            expr_parts(&mut expr.kind, &mut (), |(), e| new_expr(e), |(), p| new_place(p));
            let new = self.body.exprs.push(expr);
            debug_assert_eq!(Some(new), exprs[id.index()], "expressions should keep their order");
        }
        let old_places = std::mem::replace(&mut self.body.places, IdVec::new());
        for (_, place) in old_places.iter_enumerated().filter(|(id, _)| places[id.index()].is_some()) {
            let mut place = place.clone();
            place_parts(&mut place.base, &mut place.projections, new_expr);
            self.body.places.push(place);
        }
        for item in &mut self.items {
            if let Item::Instr(kind, _) = item {
                operands(kind, &mut { new_expr }, &mut { new_place });
            }
        }
    }
}

/// Gives what is used consecutive numbers.
fn number<I: Id>(ids: &mut [Option<I>]) {
    for (next, id) in ids.iter_mut().flatten().enumerate() {
        *id = I::from_index(next);
    }
}

fn expr_parts<C>(
    kind: &mut ExprKind,
    cx: &mut C,
    expr: impl Fn(&mut C, &mut ExprId),
    place: impl Fn(&mut C, &mut PlaceId),
) {
    match kind {
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddr(_) => {}
        ExprKind::Load(at) | ExprKind::AddrOf(at) => place(cx, at),
        ExprKind::Unary(_, a) | ExprKind::Cast(a) => expr(cx, a),
        ExprKind::Binary(_, a, b) | ExprKind::And(a, b) | ExprKind::Or(a, b) => {
            expr(cx, a);
            expr(cx, b);
        }
        ExprKind::Cond(c, a, b) => {
            expr(cx, c);
            expr(cx, a);
            expr(cx, b);
        }
        ExprKind::Intrinsic(_, args) => args.iter_mut().for_each(|arg| expr(cx, arg)),
    }
}

fn place_parts(base: &mut PlaceBase, projections: &mut [Projection], mut expr: impl FnMut(&mut ExprId)) {
    if let PlaceBase::Deref(pointer) = base {
        expr(pointer);
    }
    for step in projections {
        if let Projection::Index(index) = step {
            expr(index);
        }
    }
}

/// The expressions and places that an instruction uses directly.
fn operands(kind: &mut InstrKind, expr: &mut dyn FnMut(&mut ExprId), place: &mut dyn FnMut(&mut PlaceId)) {
    match kind {
        InstrKind::Assign { place: at, value } => {
            place(at);
            expr(value);
        }
        InstrKind::ZeroFill(at) | InstrKind::Nondet { place: at, .. } => place(at),
        InstrKind::Call { dest, callee, args } => {
            if let Some(dest) = dest {
                place(dest);
            }
            if let Callee::Indirect(pointer) = callee {
                expr(pointer);
            }
            args.iter_mut().for_each(expr);
        }
        InstrKind::Branch { cond: value, .. }
        | InstrKind::Switch { value, .. }
        | InstrKind::Return(Some(value))
        | InstrKind::Assume(value)
        | InstrKind::Cover(value)
        | InstrKind::Assert { cond: value, .. } => expr(value),
        InstrKind::Block(op) => op.renumber(expr, place),
        InstrKind::Output(output) => output.renumber(expr),
        InstrKind::Declare(_)
        | InstrKind::Kill(_)
        | InstrKind::Jump(_)
        | InstrKind::Return(None)
        | InstrKind::Halt
        | InstrKind::Unsupported(_)
        | InstrKind::Label => {}
    }
}
