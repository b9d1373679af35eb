//! The text of expressions and places, in the full form and as C for people.
//!
//! Printing goes through a list of pieces still to be written, so that the depth of an
//! expression is bounded by memory and not by the stack.

use std::borrow::Cow;

use crate::expr::{
    BinaryOp, Expr, ExprId, ExprKind, Intrinsic, MathOp, Place, PlaceBase, PlaceId, Projection, Rounded, UnaryOp,
};
use crate::program::{Body, FunctionId, Program};
use crate::types::{Type, TypeId};

use super::literal;
use super::names::Names;

/// Which of the two forms to write.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// All parentheses, unique names, component marks.
    Full,
    /// C source with the parentheses that C needs.
    C,
}

/// Everything that the text of one function's expressions depends on.
pub(super) struct Printer<'a> {
    program: &'a Program,
    pub(super) body: &'a Body,
    pub(super) names: &'a Names<'a>,
    function: FunctionId,
    style: Style,
}

/// How tightly an operator binds, as in the C grammar; more binds tighter.
mod prec {
    pub(super) const ANY: u8 = 0;
    pub(super) const COND: u8 = 1;
    pub(super) const OR: u8 = 2;
    pub(super) const AND: u8 = 3;
    pub(super) const BIT_OR: u8 = 4;
    pub(super) const BIT_XOR: u8 = 5;
    pub(super) const BIT_AND: u8 = 6;
    pub(super) const EQUALITY: u8 = 7;
    pub(super) const ORDER: u8 = 8;
    pub(super) const SHIFT: u8 = 9;
    pub(super) const SUM: u8 = 10;
    pub(super) const PRODUCT: u8 = 11;
    pub(super) const UNARY: u8 = 12;
    pub(super) const POSTFIX: u8 = 13;
}

/// Something still to be written.
enum Piece {
    Text(&'static str),
    Owned(String),
    /// An expression in a position that needs at least this precedence.
    Expr(ExprId, u8),
    Place(PlaceId, u8),
}

impl<'a> Printer<'a> {
    pub(super) fn new(
        program: &'a Program,
        function: FunctionId,
        body: &'a Body,
        names: &'a Names<'a>,
        style: Style,
    ) -> Self {
        Self { program, body, names, function, style }
    }

    pub(super) fn expr(&self, id: ExprId) -> String {
        self.write(Piece::Expr(id, prec::ANY))
    }

    pub(super) fn place(&self, id: PlaceId) -> String {
        self.write(Piece::Place(id, prec::ANY))
    }

    pub(super) fn function_name(&self, id: FunctionId) -> String {
        self.program.functions.get(id).map_or_else(|| id.to_string(), |function| function.name.clone())
    }

    fn write(&self, first: Piece) -> String {
        let mut out = String::new();
        // The next piece is the last one.
        let mut todo = vec![first];
        while let Some(piece) = todo.pop() {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Owned(text) => out.push_str(&text),
                Piece::Expr(id, min) => {
                    let start = todo.len();
                    self.expr_pieces(id, min, &mut todo);
                    todo[start..].reverse();
                }
                Piece::Place(id, min) => {
                    let start = todo.len();
                    self.place_pieces(id, min, &mut todo);
                    todo[start..].reverse();
                }
            }
        }
        out
    }

    fn expr_pieces(&self, id: ExprId, min: u8, out: &mut Vec<Piece>) {
        let Some(expr) = self.body.exprs.get(id) else {
            out.push(Piece::Owned(id.to_string()));
            return;
        };
        match self.style {
            Style::Full => {
                self.operator_pieces(expr, out, |_| prec::ANY);
                if let Some(component) = expr.component {
                    out.push(Piece::Owned(format!("@{component}")));
                }
            }
            Style::C => {
                let shown = Self::as_written(self.skip_unwritten(expr));
                let own = self.precedence(&shown);
                if own < min {
                    out.push(Piece::Text("("));
                }
                self.operator_pieces(&shown, out, |offset| if offset == 0 { prec::ANY } else { own + offset - 1 });
                if own < min {
                    out.push(Piece::Text(")"));
                }
            }
        }
    }

    /// Follows conversions that the language made: their span is that of their operand.
    fn skip_unwritten(&self, mut expr: &'a Expr) -> &'a Expr {
        loop {
            let inner = match &expr.kind {
                ExprKind::Cast(inner) => *inner,
                ExprKind::Intrinsic(Intrinsic::Rounded(Rounded::Convert | Rounded::NearestOnly), args)
                    if !args.is_empty() =>
                {
                    args[0]
                }
                _ => return expr,
            };
            match self.body.exprs.get(inner) {
                Some(operand) if operand.span == expr.span => expr = operand,
                _ => return expr,
            }
        }
    }

    /// What C writes for it: the direction of rounding is not written.
    fn as_written(expr: &Expr) -> Cow<'_, Expr> {
        match &expr.kind {
            ExprKind::Intrinsic(Intrinsic::Rounded(op), args) => match op.plain(args) {
                Some(kind) => Cow::Owned(Expr { kind, ..expr.clone() }),
                None => Cow::Borrowed(expr),
            },
            _ => Cow::Borrowed(expr),
        }
    }

    /// The pieces of an expression without outer parentheses in C, with them in the full form.
    /// `min` gives the precedence an operand needs: of 0 any, of 1 the operator's own, of 2 one more.
    fn operator_pieces(&self, expr: &Expr, out: &mut Vec<Piece>, min: impl Fn(u8) -> u8) {
        let full = self.style == Style::Full;
        let open = if full { "(" } else { "" };
        let close = if full { ")" } else { "" };
        match &expr.kind {
            ExprKind::Int(bits) => out.push(Piece::Owned(self.int(*bits, expr.ty))),
            ExprKind::Float(bits) => out.push(Piece::Owned(self.float(*bits, expr.ty))),
            ExprKind::Load(place) => out.push(Piece::Place(*place, min(1))),
            ExprKind::AddrOf(place) => match self.decayed(*place) {
                Some(array) => self.place_with(array, array.projections.len() - 1, min(1), out),
                None => out.extend([Piece::Text("&"), Piece::Place(*place, min(1))]),
            },
            ExprKind::FunctionAddr(function) => {
                let address = if full { "&" } else { "" };
                out.push(Piece::Owned(format!("{address}{}", self.function_name(*function))));
            }
            ExprKind::Unary(op, a) => {
                let sign = match op {
                    UnaryOp::Neg => "-",
                    UnaryOp::BitNot => "~",
                    UnaryOp::Not => "!",
                };
                // `- -a`, not `--a`.
                let operand_min =
                    if *op == UnaryOp::Neg && self.starts_with_minus(*a) { prec::POSTFIX } else { min(1) };
                out.extend([Piece::Text(open), Piece::Text(sign), Piece::Expr(*a, operand_min), Piece::Text(close)]);
            }
            ExprKind::Binary(op, a, b) => {
                let sign = Piece::Text(binary_sign(*op));
                out.extend([Piece::Text(open), Piece::Expr(*a, min(1)), sign]);
                out.extend([Piece::Expr(*b, min(2)), Piece::Text(close)]);
            }
            ExprKind::Cast(a) => {
                let ty = format!("{open}({})", self.program.types.name(expr.ty));
                out.extend([Piece::Owned(ty), Piece::Expr(*a, min(1)), Piece::Text(close)]);
            }
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                let sign = if matches!(expr.kind, ExprKind::And(..)) { " && " } else { " || " };
                out.extend([Piece::Text(open), Piece::Expr(*a, min(1)), Piece::Text(sign)]);
                out.extend([Piece::Expr(*b, min(2)), Piece::Text(close)]);
            }
            ExprKind::Cond(c, a, b) => {
                out.extend([Piece::Text(open), Piece::Expr(*c, min(2)), Piece::Text(" ? ")]);
                out.extend([Piece::Expr(*a, min(0)), Piece::Text(" : "), Piece::Expr(*b, min(1)), Piece::Text(close)]);
            }
            ExprKind::Intrinsic(op, args) => {
                out.extend([Piece::Text(intrinsic_name(*op)), Piece::Text("(")]);
                for (idx, &arg) in args.iter().enumerate() {
                    let comma = if idx == 0 { "" } else { ", " };
                    out.extend([Piece::Text(comma), Piece::Expr(arg, min(0))]);
                }
                out.push(Piece::Text(")"));
            }
        }
    }

    fn starts_with_minus(&self, id: ExprId) -> bool {
        let Some(expr) = self.body.exprs.get(id).map(|expr| self.skip_unwritten(expr)) else {
            return false;
        };
        match expr.kind {
            ExprKind::Unary(op, _) => op == UnaryOp::Neg,
            ExprKind::Int(_) | ExprKind::Float(_) => self.precedence(expr) == prec::UNARY,
            _ => false,
        }
    }

    /// In C, the place that `&a[0]` stands for by decay.
    fn decayed(&self, id: PlaceId) -> Option<&'a Place> {
        let place = self.body.places.get(id).filter(|_| self.style == Style::C)?;
        match *place.projections.last()? {
            Projection::Index(index) => (self.body.exprs.get(index)?.kind == ExprKind::Int(0)).then_some(place),
            Projection::Field(_) => None,
        }
    }

    fn place_pieces(&self, id: PlaceId, min: u8, out: &mut Vec<Piece>) {
        match self.body.places.get(id) {
            Some(place) => self.place_with(place, place.projections.len(), min, out),
            None => out.push(Piece::Owned(id.to_string())),
        }
    }

    /// The first `n` projections of a place.
    fn place_with(&self, place: &Place, n: usize, min: u8, out: &mut Vec<Piece>) {
        let full = self.style == Style::Full;
        let mut projections = &place.projections[..n];
        let mut ty = None;
        match place.base {
            PlaceBase::Local(id) => {
                let name = if full { self.names.local(id) } else { self.names.plain_local(id) };
                out.push(Piece::Owned(name));
                ty = self.program.functions[self.function].locals.get(id).map(|local| local.ty);
            }
            PlaceBase::Global(id) => {
                let name = if full { self.names.global(id) } else { self.names.plain_global(id) };
                out.push(Piece::Owned(name));
                ty = self.program.globals.get(id).map(|global| global.ty);
            }
            PlaceBase::Deref(pointer) => {
                if let Some(expr) = self.body.exprs.get(pointer) {
                    ty = self.program.types.pointee(expr.ty);
                }
                if let Some((base, index)) = self.indexed(pointer) {
                    out.extend([Piece::Expr(base, prec::POSTFIX), Piece::Text("[")]);
                    out.extend([Piece::Expr(index, prec::ANY), Piece::Text("]")]);
                } else if let Some((&Projection::Field(field), rest)) = projections.split_first() {
                    let (name, inner) = self.field(ty, field);
                    out.extend([Piece::Expr(pointer, prec::POSTFIX), Piece::Owned(format!("->{name}"))]);
                    (projections, ty) = (rest, inner);
                } else {
                    let bare = !full && projections.is_empty() && min <= prec::UNARY;
                    out.extend([Piece::Text(if bare { "*" } else { "(*" }), Piece::Expr(pointer, prec::UNARY)]);
                    out.push(Piece::Text(if bare { "" } else { ")" }));
                }
            }
        }
        for projection in projections {
            match *projection {
                Projection::Field(field) => {
                    let (name, inner) = self.field(ty, field);
                    if full || !name.starts_with('#') {
                        out.push(Piece::Owned(format!(".{name}")));
                    }
                    ty = inner;
                }
                Projection::Index(index) => {
                    out.extend([Piece::Text("["), Piece::Expr(index, prec::ANY), Piece::Text("]")]);
                    ty = ty.and_then(|ty| match self.program.types.get(ty) {
                        Type::Array { element, .. } => Some(*element),
                        _ => None,
                    });
                }
            }
        }
    }

    /// In C, the operands of `*(p + i)`.
    fn indexed(&self, pointer: ExprId) -> Option<(ExprId, ExprId)> {
        let expr = self.body.exprs.get(pointer).filter(|_| self.style == Style::C)?;
        match expr.kind {
            ExprKind::Binary(BinaryOp::PtrAdd, base, index) => Some((base, index)),
            _ => None,
        }
    }

    /// The name of a field, `#2` if it has none, and its type.
    fn field(&self, record: Option<TypeId>, field: u32) -> (String, Option<TypeId>) {
        let found = record.and_then(|ty| match self.program.types.get(ty) {
            Type::Record(record) => self.program.types.records[*record].fields.get(field as usize),
            _ => None,
        });
        let name = found.and_then(|found| found.name.clone());
        (name.unwrap_or_else(|| format!("#{field}")), found.map(|found| found.ty))
    }

    fn precedence(&self, expr: &Expr) -> u8 {
        match &expr.kind {
            ExprKind::Int(bits) => self.int_precedence(*bits, expr.ty),
            ExprKind::Float(bits) => match self.float(*bits, expr.ty).starts_with(['-', '(']) {
                true => prec::UNARY,
                false => prec::POSTFIX,
            },
            ExprKind::Load(id) => {
                self.body.places.get(*id).map_or(prec::POSTFIX, |place| self.place_precedence(place, 0))
            }
            ExprKind::AddrOf(id) => self.decayed(*id).map_or(prec::UNARY, |place| self.place_precedence(place, 1)),
            ExprKind::FunctionAddr(_) | ExprKind::Intrinsic(..) => prec::POSTFIX,
            ExprKind::Unary(..) | ExprKind::Cast(_) => prec::UNARY,
            ExprKind::Binary(op, ..) => binary_precedence(*op),
            ExprKind::And(..) => prec::AND,
            ExprKind::Or(..) => prec::OR,
            ExprKind::Cond(..) => prec::COND,
        }
    }

    /// Of a place without its last `dropped` projections: a bare `*p` is a unary operator, all else is postfix.
    fn place_precedence(&self, place: &Place, dropped: usize) -> u8 {
        match place.base {
            PlaceBase::Deref(pointer) if place.projections.len() == dropped && self.indexed(pointer).is_none() => {
                prec::UNARY
            }
            _ => prec::POSTFIX,
        }
    }

    fn int_precedence(&self, bits: u128, ty: TypeId) -> u8 {
        if self.int(bits, ty).starts_with(['-', '(']) { prec::UNARY } else { prec::POSTFIX }
    }

    fn int(&self, bits: u128, ty: TypeId) -> String {
        literal::int(&self.program.types, bits, ty, self.style)
    }

    fn float(&self, bits: u128, ty: TypeId) -> String {
        literal::float(&self.program.types, bits, ty)
    }
}

fn binary_sign(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add | BinaryOp::PtrAdd => " + ",
        BinaryOp::Sub | BinaryOp::PtrSub | BinaryOp::PtrDiff => " - ",
        BinaryOp::Mul => " * ",
        BinaryOp::Div => " / ",
        BinaryOp::Rem => " % ",
        BinaryOp::Shl => " << ",
        BinaryOp::Shr => " >> ",
        BinaryOp::BitAnd => " & ",
        BinaryOp::BitOr => " | ",
        BinaryOp::BitXor => " ^ ",
        BinaryOp::Lt => " < ",
        BinaryOp::Le => " <= ",
        BinaryOp::Gt => " > ",
        BinaryOp::Ge => " >= ",
        BinaryOp::Eq => " == ",
        BinaryOp::Ne => " != ",
    }
}

fn binary_precedence(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => prec::PRODUCT,
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::PtrAdd | BinaryOp::PtrSub | BinaryOp::PtrDiff => prec::SUM,
        BinaryOp::Shl | BinaryOp::Shr => prec::SHIFT,
        BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => prec::ORDER,
        BinaryOp::Eq | BinaryOp::Ne => prec::EQUALITY,
        BinaryOp::BitAnd => prec::BIT_AND,
        BinaryOp::BitXor => prec::BIT_XOR,
        BinaryOp::BitOr => prec::BIT_OR,
    }
}

fn intrinsic_name(op: Intrinsic) -> &'static str {
    match op {
        Intrinsic::AddOverflows => "add_overflows",
        Intrinsic::SubOverflows => "sub_overflows",
        Intrinsic::MulOverflows => "mul_overflows",
        Intrinsic::Popcount => "popcount",
        Intrinsic::Clz => "clz",
        Intrinsic::Ctz => "ctz",
        Intrinsic::Bswap => "bswap",
        Intrinsic::ObjectSize => "object_size",
        Intrinsic::PointerObject => "pointer_object",
        Intrinsic::PointerOffset => "pointer_offset",
        Intrinsic::IsAlive => "is_alive",
        Intrinsic::IsDynamic => "is_dynamic",
        Intrinsic::PointerBits => "pointer_bits",
        Intrinsic::Math(op) => match op {
            MathOp::Abs => "fabs",
            MathOp::Sqrt => "sqrt",
            MathOp::Floor => "floor",
            MathOp::Ceil => "ceil",
            MathOp::Trunc => "trunc",
            MathOp::Round => "round",
            MathOp::RoundEven => "roundeven",
            MathOp::Rint => "rint",
            MathOp::Min => "fmin",
            MathOp::Max => "fmax",
            MathOp::Rem => "fmod",
            MathOp::CopySign => "copysign",
            MathOp::Library(function) => function.name(),
            MathOp::IsNan => "isnan",
            MathOp::IsInf => "isinf",
            MathOp::IsFinite => "isfinite",
            MathOp::IsNormal => "isnormal",
            MathOp::SignBit => "signbit",
        },
        Intrinsic::Rounded(op) => match op {
            Rounded::Add => "add_rounded",
            Rounded::Sub => "sub_rounded",
            Rounded::Mul => "mul_rounded",
            Rounded::Div => "div_rounded",
            Rounded::Convert => "convert_rounded",
            Rounded::Sqrt => "sqrt_rounded",
            Rounded::Rint => "rint_rounded",
            Rounded::NearestOnly => "nearest_only",
        },
    }
}
