//! Conversions: promotions, the usual arithmetic conversions and casts, as C defines them on x86-64 Linux.

use whyc_base::source::Span;
use whyc_ir::expr::{BinaryOp, ExprId, ExprKind, Place, PlaceId, Projection, UnaryOp};
use whyc_ir::types::{BitInt, BitIntFamily, FloatKind, IntKind, Type, TypeId, TypeTable};

use super::builder::Builder;
use crate::literals;

/// The low `bits` bits.
pub fn truncate(value: u128, bits: u32) -> u128 {
    if bits >= 128 { value } else { value & ((1 << bits) - 1) }
}

/// The bits of a number in a scalar type, cut to it; of a `_BitInt`, extended again to what it has in memory.
pub fn bits_in(types: &TypeTable, value: i128, ty: TypeId) -> u128 {
    let stored = types.scalar_bits(ty).unwrap_or(32);
    let Some(it) = types.bit_int(ty) else { return truncate(value as u128, stored) };
    let unused = 128 - it.width();
    let cut = (value as u128) << unused;
    let extended = if types.is_signed(ty) { (cut as i128 >> unused) as u128 } else { cut >> unused };
    truncate(extended, stored)
}

/// The number that `bits` stands for in an integer type; wrong only for `unsigned __int128` beyond `i128`.
pub fn as_number(types: &TypeTable, bits: u128, ty: TypeId) -> i128 {
    let width = types.scalar_bits(ty).unwrap_or(128);
    if types.is_signed(ty) && width < 128 {
        let shift = 128 - width;
        ((bits << shift) as i128) >> shift
    } else {
        bits as i128
    }
}

/// Whether a type is an integer type, `_Bool` and enumerations included.
pub fn is_integer(types: &TypeTable, ty: TypeId) -> bool {
    matches!(types.get(ty), Type::Bool | Type::Int(_) | Type::Enum(_))
}

/// Whether a type is arithmetic.
pub fn is_arithmetic(types: &TypeTable, ty: TypeId) -> bool {
    is_integer(types, ty) || matches!(types.get(ty), Type::Float(_))
}

/// Whether a type is arithmetic or a pointer.
pub fn is_scalar(types: &TypeTable, ty: TypeId) -> bool {
    is_arithmetic(types, ty) || types.is_pointer(ty)
}

/// The kind of an integer type after integer promotion; none for other types.
fn promoted(types: &TypeTable, ty: TypeId) -> Option<IntKind> {
    let kind = match *types.get(ty) {
        Type::Bool => IntKind::Int,
        Type::Int(kind) => kind,
        Type::Enum(id) => types.enums[id].underlying,
        _ => return None,
    };
    if let IntKind::BitInt(it) = kind {
        return Some(match (it.family(), it.width()) {
            (BitIntFamily::C, _) | (BitIntFamily::Cbmc, 65..) => kind,
            (BitIntFamily::Cbmc, ..32) => IntKind::Int,
            (BitIntFamily::Cbmc, 32) => {
                if kind.is_signed() {
                    IntKind::Int
                } else {
                    IntKind::UInt
                }
            }
            (BitIntFamily::Cbmc, 33..) => {
                if kind.is_signed() {
                    IntKind::Long
                } else {
                    IntKind::ULong
                }
            }
        });
    }
    Some(if kind.bits() < IntKind::Int.bits() { IntKind::Int } else { kind })
}

/// The rank: first by width, then among types of one width, of which those with a chosen width are the lowest.
fn rank(kind: IntKind) -> (u32, u32) {
    let among = match kind {
        IntKind::BitInt(_) | IntKind::Exact(_) => 0,
        IntKind::Char | IntKind::SChar | IntKind::UChar | IntKind::Short | IntKind::UShort => 1,
        IntKind::Int | IntKind::UInt => 2,
        IntKind::Long | IntKind::ULong | IntKind::Long32 | IntKind::ULong32 => 3,
        IntKind::LongLong | IntKind::ULongLong => 4,
        IntKind::Int128 | IntKind::UInt128 => 5,
    };
    (kind.width(), among)
}

/// The unsigned type of the same rank.
fn unsigned(kind: IntKind) -> IntKind {
    match kind {
        IntKind::Char | IntKind::SChar | IntKind::UChar => IntKind::UChar,
        IntKind::Short | IntKind::UShort => IntKind::UShort,
        IntKind::Int | IntKind::UInt => IntKind::UInt,
        IntKind::Long | IntKind::ULong => IntKind::ULong,
        IntKind::Long32 | IntKind::ULong32 => IntKind::ULong32,
        IntKind::LongLong | IntKind::ULongLong => IntKind::ULongLong,
        IntKind::Int128 | IntKind::UInt128 => IntKind::UInt128,
        IntKind::BitInt(it) => IntKind::BitInt(it.unsigned()),
        IntKind::Exact(it) => IntKind::Exact(it.unsigned()),
    }
}

/// The common kind of two promoted integer types.
fn common_int(a: IntKind, b: IntKind) -> IntKind {
    let (high, low) = if rank(a) >= rank(b) { (a, b) } else { (b, a) };
    if a.is_signed() == b.is_signed() || !high.is_signed() {
        return high;
    }
    // `high` is signed and `low` is not.
    if rank(a) == rank(b) {
        low
    } else if high.width() > low.width() {
        high
    } else {
        unsigned(high)
    }
}

impl Builder<'_, '_> {
    /// The type to which both operands of an arithmetic operator are converted.
    pub fn common_type(&mut self, a: TypeId, b: TypeId) -> Option<TypeId> {
        let types = self.types();
        let float = |ty| match *types.get(ty) {
            Type::Float(kind) => Some(kind),
            _ => None,
        };
        let larger = float(a).max(float(b));
        if let Some(kind) = larger {
            let both = is_arithmetic(types, a) && is_arithmetic(types, b);
            return both.then(|| self.cx.types.table.intern(Type::Float(kind)));
        }
        let kind = common_int(promoted(types, a)?, promoted(types, b)?);
        Some(self.int_type(kind))
    }

    /// Integer promotion; other types stay as they are.
    pub fn promoted_type(&mut self, ty: TypeId) -> TypeId {
        match promoted(self.types(), ty) {
            Some(kind) => self.int_type(kind),
            None => ty,
        }
    }

    /// The promoted type of what is read from a place: a bit-field narrower than `int` becomes `int`.
    pub fn promoted_place_type(&mut self, place: PlaceId) -> TypeId {
        match self.bit_width(place) {
            // One of a chosen width is of its declared type (6.3.1.1).
            Some(_) if self.types().bit_int(self.place_ty(place)).is_some() => self.promoted_type(self.place_ty(place)),
            Some(width) if width < 32 => self.int(),
            Some(32) => {
                self.int_type(if self.types().is_signed(self.place_ty(place)) { IntKind::Int } else { IntKind::UInt })
            }
            _ => self.promoted_type(self.place_ty(place)),
        }
    }

    /// The width of the bit-field that a place is, if it is one.
    pub fn bit_width(&self, place: PlaceId) -> Option<u32> {
        let Place { base, projections, .. } = &self.body.places[place];
        let (&Projection::Field(field), above) = projections.split_last()? else { return None };
        let record = self.projected_type(*base, above)?;
        match self.types().get(record) {
            Type::Record(record) => self.types().records[*record].fields.get(field as usize)?.bit_width,
            _ => None,
        }
    }

    /// `value` converted to `ty`. Constants are converted right away.
    pub fn cast(&mut self, value: ExprId, ty: TypeId) -> ExprId {
        let span = self.body.exprs[value].span;
        self.cast_at(value, ty, span)
    }

    /// The same for a cast that the user wrote.
    pub fn cast_at(&mut self, value: ExprId, ty: TypeId, span: Span) -> ExprId {
        let from = self.ty(value);
        if from == ty {
            return value;
        }
        if let Some(converted) = self.convert_parts(value, ty, span) {
            return converted;
        }
        let types = self.types();
        let (whole, scalars) = (is_integer(types, from), is_scalar(types, from) && is_scalar(types, ty));
        if let ExprKind::Int(bits) = self.body.exprs[value].kind
            && whole
            && (is_integer(types, ty) || types.is_pointer(ty))
        {
            let number = as_number(types, bits, from);
            // Which object is at an address that pointers do not hold as it is, only a run can tell.
            let pointers = types.target.pointers;
            let address = number as u64 & (u64::MAX >> (64 - pointers.bits()));
            let is_held = !types.is_pointer(ty) || pointers.can_hold_integer(address);
            if is_held {
                return self.constant(number, ty, span);
            }
        }
        if let (&ExprKind::Int(bits), &Type::Float(kind)) = (&self.body.exprs[value].kind, types.get(ty))
            && whole
        {
            let number = as_number(types, bits, from);
            // Every number of that size is exact; what has to be rounded is rounded when it is converted.
            let is_it = number >= 0 || types.is_signed(from);
            let digits = if kind == FloatKind::Float { 24 } else { 53 };
            if is_it && number.unsigned_abs() < 1 << digits {
                return self.expr(ExprKind::Float(literals::float_bits(number as f64, kind)), ty, span);
            }
        }
        let to_void = matches!(types.get(ty), Type::Void);
        if let Some(it) = types.bit_int(ty)
            && scalars
            && self.is_possible(from, ty)
        {
            // An address is a number of its own width first.
            let value = if self.types().is_pointer(from) { self.address_as_integer(value, span) } else { value };
            return self.cut_to(value, it, ty, span);
        }
        if scalars && self.is_possible(from, ty) || to_void {
            return self.expr(ExprKind::Cast(value), ty, span);
        }
        self.unsupported_value(
            format!("a conversion from `{}` to `{}`", self.types().name(from), self.types().name(ty)),
            ty,
            span,
        )
    }

    /// Pointers and floating types do not convert into each other.
    fn is_possible(&self, from: TypeId, to: TypeId) -> bool {
        let float = |ty| matches!(self.types().get(ty), Type::Float(_));
        !(float(from) && self.types().is_pointer(to) || self.types().is_pointer(from) && float(to))
    }

    /// The default argument promotions: what happens to an argument without a parameter.
    pub fn promote_argument(&mut self, value: ExprId) -> ExprId {
        let ty = self.ty(value);
        let to = match *self.types().get(ty) {
            Type::Float(FloatKind::Float) => self.cx.types.table.intern(Type::Float(FloatKind::Double)),
            _ => self.promoted_type(ty),
        };
        self.cast(value, to)
    }

    /// `a op b` on operands of the type `ty`, folded if both are constants and the result is exact.
    pub fn arithmetic(&mut self, op: BinaryOp, a: ExprId, b: ExprId, ty: TypeId, span: Span) -> ExprId {
        if let (&ExprKind::Int(x), &ExprKind::Int(y)) = (&self.body.exprs[a].kind, &self.body.exprs[b].kind)
            && self.body.exprs[a].component.is_none()
            && self.body.exprs[b].component.is_none()
        {
            let types = self.types();
            let (x, y) = (as_number(types, x, self.ty(a)), as_number(types, y, self.ty(b)));
            if let Some(value) = fold(op, x, y)
                && is_defined(types, op, x, y, ty)
                && fits(types, value, ty)
            {
                return self.constant(value, ty, span);
            }
        }
        let is_short = matches!(self.types().get(ty), Type::Float(FloatKind::Float | FloatKind::Double));
        if is_short && self.cx.types.platform.has_excess_precision {
            self.unsupported(EXCESS_PRECISION, span);
        }
        let Some(it) = self.types().bit_int(ty) else { return self.expr(ExprKind::Binary(op, a, b), ty, span) };
        let is_shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
        let a = self.exactly(a, it, span);
        let b = if is_shift { b } else { self.exactly(b, it, span) };
        let exact = self.ty(a);
        let result = self.expr(ExprKind::Binary(op, a, b), exact, span);
        self.expr(ExprKind::Cast(result), ty, span)
    }

    fn address_as_integer(&mut self, pointer: ExprId, span: Span) -> ExprId {
        let word = self.int_type(IntKind::ULong);
        self.expr(ExprKind::Cast(pointer), word, span)
    }

    /// A zero of the type that is asked whether a result fits `ty`: it has as many bits as the values of `ty` have.
    pub fn exact_zero(&mut self, ty: TypeId, span: Span) -> ExprId {
        let asked = match self.types().bit_int(ty) {
            Some(it) => self.int_type(IntKind::Exact(it)),
            None => ty,
        };
        self.constant(0, asked, span)
    }

    /// A value with as many bits as a `_BitInt` has.
    fn exactly(&mut self, value: ExprId, it: BitInt, span: Span) -> ExprId {
        let exact = self.int_type(IntKind::Exact(it));
        self.expr(ExprKind::Cast(value), exact, span)
    }

    /// A value as the `_BitInt` `ty`: the bits beyond its width are those that follow from the others.
    pub fn cut_to(&mut self, value: ExprId, it: BitInt, ty: TypeId, span: Span) -> ExprId {
        let exact = self.exactly(value, it, span);
        self.expr(ExprKind::Cast(exact), ty, span)
    }

    /// `op value` on a promoted operand.
    pub fn unary_arithmetic(&mut self, op: UnaryOp, value: ExprId, span: Span) -> ExprId {
        let ty = self.ty(value);
        let Some(it) = self.types().bit_int(ty) else { return self.expr(ExprKind::Unary(op, value), ty, span) };
        let value = self.exactly(value, it, span);
        let exact = self.ty(value);
        let result = self.expr(ExprKind::Unary(op, value), exact, span);
        self.expr(ExprKind::Cast(result), ty, span)
    }
}

/// What is said of arithmetic whose results depend on the compiler.
const EXCESS_PRECISION: &str =
    "floating-point arithmetic that may have more digits than its type (on i386, `-mfpmath=sse` says that it has not)";

/// The exact result where there is one worth knowing before the program runs.
fn fold(op: BinaryOp, x: i128, y: i128) -> Option<i128> {
    match op {
        BinaryOp::Add => x.checked_add(y),
        BinaryOp::Sub => x.checked_sub(y),
        BinaryOp::Mul => x.checked_mul(y),
        BinaryOp::Div => x.checked_div(y),
        BinaryOp::Rem => x.checked_rem(y),
        BinaryOp::Shl if x >= 0 && (0..64).contains(&y) && x < 1 << 62 => Some(x << y),
        BinaryOp::BitAnd => Some(x & y),
        BinaryOp::BitOr => Some(x | y),
        BinaryOp::BitXor => Some(x ^ y),
        _ => None,
    }
}

/// Whether an operation on operands of the type `ty`, whose result is exact, has a meaning in C.
fn is_defined(types: &TypeTable, op: BinaryOp, x: i128, y: i128, ty: TypeId) -> bool {
    match op {
        BinaryOp::Shl => y < i128::from(types.value_bits(ty).unwrap_or(0)),
        // A remainder is undefined where the quotient is.
        BinaryOp::Rem => x.checked_div(y).is_some_and(|quotient| fits(types, quotient, ty)),
        _ => true,
    }
}

fn fits(types: &TypeTable, value: i128, ty: TypeId) -> bool {
    let bits = types.value_bits(ty).unwrap_or(0);
    if bits == 0 || bits >= 128 {
        return false;
    }
    let (low, high) = if types.is_signed(ty) {
        (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1)
    } else {
        (0, (1i128 << bits) - 1)
    };
    (low..=high).contains(&value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_arithmetic_conversions_on_integers() {
        use IntKind::*;
        for (a, b, common) in [
            (Int, Int, Int),
            (Int, UInt, UInt),
            (UInt, Long, Long),
            (ULong, LongLong, ULongLong),
            (Long, ULong, ULong),
            (Long, LongLong, LongLong),
            (ULongLong, Int128, Int128),
            (Int128, UInt128, UInt128),
        ] {
            assert_eq!(common_int(a, b), common, "{a:?} {b:?}");
            assert_eq!(common_int(b, a), common, "{b:?} {a:?}");
        }
    }

    #[test]
    fn a_chosen_width_has_its_place_among_the_others() {
        let of = |width, is_signed| IntKind::BitInt(BitInt::new(width, is_signed, BitIntFamily::C).expect("a width"));
        for (a, b, common) in [
            (of(7, true), IntKind::Int, IntKind::Int),
            (of(40, true), IntKind::UInt, of(40, true)),
            (of(32, true), IntKind::UInt, IntKind::UInt),
            (of(32, false), IntKind::Int, IntKind::UInt),
            (of(9, true), of(5, false), of(9, true)),
            (of(9, true), of(9, false), of(9, false)),
            (of(9, true), of(12, false), of(12, false)),
        ] {
            assert_eq!(common_int(a, b), common, "{a:?} {b:?}");
            assert_eq!(common_int(b, a), common, "{b:?} {a:?}");
        }
    }

    #[test]
    fn constants_fold_only_when_exact() {
        let mut types = TypeTable::new();
        let (int, uint) = (types.int(IntKind::Int), types.int(IntKind::UInt));
        assert!(fits(&types, -2_147_483_648, int) && !fits(&types, 2_147_483_648, int));
        assert!(fits(&types, 4_294_967_295, uint) && !fits(&types, -1, uint));
        assert_eq!(fold(BinaryOp::Div, 1, 0), None);
        assert!(is_defined(&types, BinaryOp::Shl, 0, 31, int) && !is_defined(&types, BinaryOp::Shl, 0, 32, int));
        let smallest = -2_147_483_648;
        assert!(is_defined(&types, BinaryOp::Rem, smallest, 2, int));
        assert!(!is_defined(&types, BinaryOp::Rem, smallest, -1, int));
        assert_eq!(as_number(&types, 0xFFFF_FFFF, int), -1);
    }
}
