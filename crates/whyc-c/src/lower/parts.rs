//! Vectors, an extension of GNU C, and complex numbers: records to the rest of the program, computed with part by part.
//!
//! An operation becomes one assignment for each part of a new object. What compilers compute in different ways is left open: the quotient
//! of complex numbers, and products that are not finite.

use whyc_base::source::Span;
use whyc_ir::expr::{BinaryOp, ExprId, ExprKind, PlaceId, Projection, UnaryOp};
use whyc_ir::instr::InstrKind;
use whyc_ir::types::{IntKind, Type, TypeId};

use super::builder::Builder;
use super::convert::{is_arithmetic, is_scalar};
use crate::clang::cursor::Cursor;
use crate::types::{Fixed, Parts};

impl<'u> Builder<'_, 'u> {
    /// Whether a value is a vector or a complex number.
    pub fn is_made_of_parts(&self, value: ExprId) -> bool {
        self.cx.types.parts(self.ty(value)).is_some()
    }

    /// Whether what goes to an object of this type is converted to it.
    pub fn is_converted(&self, ty: TypeId) -> bool {
        is_scalar(self.types(), ty) || self.cx.types.parts(ty).is_some()
    }

    /// Whether an expression initialises a vector or a complex number as a whole.
    pub fn fills_parts(&mut self, ty: TypeId, value: Cursor<'u>) -> bool {
        match self.cx.types.parts(ty) {
            Some(Parts::Complex { .. } | Parts::Fixed(_)) => true,
            Some(Parts::Vector { .. }) => {
                let from = self.cx.types.lower(value.ty());
                from.is_ok_and(|from| matches!(self.cx.types.parts(from), Some(Parts::Vector { .. })))
            }
            None => false,
        }
    }

    /// A condition may be a complex number: whether it is not zero.
    pub fn truth_of_parts(&mut self, value: ExprId) -> ExprId {
        if !self.is_made_of_parts(value) {
            return value;
        }
        let span = self.body.exprs[value].span;
        let int = self.int();
        match self.cx.types.parts(self.ty(value)) {
            Some(Parts::Complex { .. } | Parts::Fixed(_)) => {
                let zero = self.constant(0, int, span);
                self.apply_to_parts(BinaryOp::Ne, value, zero, span)
            }
            _ => self.unsupported_value("a vector as a condition", int, span),
        }
    }

    /// A conversion from or to a vector or a complex type; `None` if neither is one.
    pub fn convert_parts(&mut self, value: ExprId, ty: TypeId, span: Span) -> Option<ExprId> {
        let from = self.ty(value);
        let (known, wanted) = (self.cx.types.parts(from), self.cx.types.parts(ty));
        if matches!(self.types().get(ty), Type::Void) {
            return None;
        }
        Some(match (known, wanted) {
            (None, None) => return None,
            (None, Some(Parts::Complex { .. } | Parts::Fixed(_))) if !is_arithmetic(self.types(), from) => return None,
            (None | Some(Parts::Fixed(_)), Some(Parts::Fixed(fixed))) => self.fixed_of(value, fixed, span),
            (Some(Parts::Fixed(_)), None) if is_arithmetic(self.types(), ty) => self.value_of_fixed(value, ty, span),
            (Some(Parts::Fixed(_)), _) | (_, Some(Parts::Fixed(_))) => {
                self.unsupported_value("this conversion of a fixed-point number", ty, span)
            }
            (Some(Parts::Complex { .. }), Some(Parts::Complex { element })) => {
                let parts = [false, true].map(|is_imaginary| {
                    let part = self.complex_part(value, is_imaginary, span);
                    self.cast_at(part, element, span)
                });
                self.compose(ty, &parts, span)
            }
            (None, Some(Parts::Complex { element })) => {
                let real = self.cast_at(value, element, span);
                let zero = self.zero_of(element, span);
                self.compose(ty, &[real, zero], span)
            }
            (Some(Parts::Complex { .. }), None) if matches!(self.types().get(ty), Type::Bool) => {
                let truth = self.truth_of_parts(value);
                self.cast_at(truth, ty, span)
            }
            (Some(Parts::Complex { .. }), None) => {
                let real = self.complex_part(value, false, span);
                self.cast_at(real, ty, span)
            }
            // A number of another size becomes every element; one of the same size is the same bytes.
            (None, Some(Parts::Vector { element, len })) if self.types().size_of(from) != self.types().size_of(ty) => {
                let one = self.cast_at(value, element, span);
                let one = self.save(one);
                let parts: Vec<ExprId> = (0..len).map(|_| one).collect();
                self.compose(ty, &parts, span)
            }
            (_, Some(Parts::Vector { .. })) | (Some(Parts::Vector { .. }), _) => {
                if self.types().size_of(from) != self.types().size_of(ty) {
                    return Some(self.unsupported_value("this conversion of a vector", ty, span));
                }
                self.same_bytes(value, ty, span)
            }
        })
    }

    /// The bytes of a value as a value of another type.
    pub fn same_bytes(&mut self, value: ExprId, ty: TypeId, span: Span) -> ExprId {
        let local = self.variable(String::new(), self.ty(value), span);
        self.emit(InstrKind::Declare(local), span);
        let place = self.local_place(local, span);
        self.assign(place, value, span);
        let address = self.address_of(place, span);
        let pointer = self.cx.types.table.pointer(ty);
        let address = self.cast(address, pointer);
        let other = self.deref_anywhere(address, ty, span);
        let loaded = self.load(other);
        self.save(loaded)
    }

    /// The place where a value of record type is.
    pub fn place_with(&mut self, value: ExprId) -> PlaceId {
        let saved = match self.body.exprs[value].kind {
            ExprKind::Load(_) => value,
            _ => self.save(value),
        };
        match self.body.exprs[saved].kind {
            ExprKind::Load(place) => place,
            _ => unreachable!("what was saved should be read from somewhere"),
        }
    }

    /// A new value with these parts.
    pub fn compose(&mut self, ty: TypeId, parts: &[ExprId], span: Span) -> ExprId {
        let parts: Vec<Option<ExprId>> = parts.iter().copied().map(Some).collect();
        self.compose_some(ty, &parts, span)
    }

    /// The same, where some parts have no value that is known.
    fn compose_some(&mut self, ty: TypeId, parts: &[Option<ExprId>], span: Span) -> ExprId {
        let local = self.variable(String::new(), ty, span);
        self.emit(InstrKind::Declare(local), span);
        let place = self.local_place(local, span);
        for (idx, part) in parts.iter().enumerate() {
            let &Some(part) = part else { continue };
            let at = self.part_of(place, ty, idx as u64, span);
            let part = self.cast_at(part, self.place_ty(at), span);
            self.assign(at, part, span);
        }
        self.load(place)
    }

    /// The place of a part.
    pub fn part_of(&mut self, place: PlaceId, ty: TypeId, idx: u64, span: Span) -> PlaceId {
        match self.cx.types.parts(ty) {
            Some(Parts::Vector { element, len }) => {
                let array = self.cx.types.table.intern(Type::Array { element, len: Some(len) });
                let array = self.project(place, Projection::Field(0), array, span);
                let long = self.int_type(IntKind::Long);
                let index = self.constant(i128::from(idx), long, span);
                self.project(array, Projection::Index(index), element, span)
            }
            Some(Parts::Complex { element } | Parts::Fixed(Fixed { count: element, .. })) => {
                self.project(place, Projection::Field(idx as u32), element, span)
            }
            None => place,
        }
    }

    /// The parts of a vector, or of a number that stands for all of them.
    pub fn vector_parts(&mut self, value: ExprId, element: TypeId, len: u64, span: Span) -> Vec<ExprId> {
        let ty = self.ty(value);
        match self.cx.types.parts(ty) {
            Some(Parts::Vector { len: own, .. }) if own == len => {
                let place = self.place_with(value);
                (0..len)
                    .map(|idx| {
                        let part = self.part_of(place, ty, idx, span);
                        self.load(part)
                    })
                    .collect()
            }
            Some(_) => {
                let any = self.unsupported_value("an operation on vectors of different lengths", element, span);
                vec![any; len as usize]
            }
            None => {
                let one = self.cast_at(value, element, span);
                let one = self.save(one);
                vec![one; len as usize]
            }
        }
    }

    /// `x op y` where one of them is a vector or a complex number.
    pub fn apply_to_parts(&mut self, op: BinaryOp, x: ExprId, y: ExprId, span: Span) -> ExprId {
        let (a, b) = (self.cx.types.parts(self.ty(x)), self.cx.types.parts(self.ty(y)));
        match (a, b) {
            (Some(Parts::Vector { element, len }), _) => {
                self.apply_to_vectors(op, x, y, (element, len), self.ty(x), span)
            }
            (_, Some(Parts::Vector { element, len })) => {
                self.apply_to_vectors(op, x, y, (element, len), self.ty(y), span)
            }
            (Some(Parts::Fixed(_)), _) | (_, Some(Parts::Fixed(_))) => self.apply_to_fixed(op, x, y, span),
            _ => self.apply_to_complex(op, x, y, span),
        }
    }

    fn apply_to_vectors(
        &mut self,
        op: BinaryOp,
        x: ExprId,
        y: ExprId,
        (element, len): (TypeId, u64),
        ty: TypeId,
        span: Span,
    ) -> ExprId {
        let (x, y) = (self.vector_parts(x, element, len, span), self.vector_parts(y, element, len, span));
        // Nothing is promoted, and what does not fit is cut off, as the machine's instructions do.
        let unsigned = self.unsigned_of(element);
        let cut = matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl);
        let mut parts = Vec::with_capacity(x.len());
        for (a, b) in x.into_iter().zip(y) {
            let (a, b) = match unsigned.filter(|_| cut) {
                Some(unsigned) if op == BinaryOp::Shl => (self.cast(a, unsigned), b),
                // A product of short numbers would be one of `int`.
                Some(unsigned) => {
                    let wide = self.promoted_unsigned(unsigned);
                    let (a, b) = (self.cast(a, unsigned), self.cast(b, unsigned));
                    (self.cast(a, wide), self.cast(b, wide))
                }
                None => (a, b),
            };
            parts.push(self.apply(op, a, b, span));
        }
        if !op.is_comparison() {
            return self.compose(ty, &parts, span);
        }
        let result = self.types().size_of(element).and_then(|bytes| {
            let wide = if self.cx.types.platform.long_bits == 64 { IntKind::Long } else { IntKind::LongLong };
            let kind = [IntKind::SChar, IntKind::Short, IntKind::Int, wide]
                .into_iter()
                .find(|kind| u64::from(kind.bits()) == bytes * 8)?;
            let element = self.int_type(kind);
            self.cx.types.vector(element, len, bytes * len, self.types().align_of(ty))
        });
        let Some(result) = result else { return self.unsupported_value("a comparison of these vectors", ty, span) };
        let int = self.int();
        let parts: Vec<ExprId> = parts
            .into_iter()
            .map(|truth| {
                let (yes, no) = (self.constant(-1, int, span), self.constant(0, int, span));
                self.expr(ExprKind::Cond(truth, yes, no), int, span)
            })
            .collect();
        self.compose(result, &parts, span)
    }

    /// The unsigned type of the same width, of an integer type.
    fn unsigned_of(&mut self, ty: TypeId) -> Option<TypeId> {
        let &Type::Int(kind) = self.types().get(ty) else { return None };
        let all = [IntKind::UChar, IntKind::UShort, IntKind::UInt, IntKind::ULong, IntKind::UInt128];
        let unsigned = all.into_iter().find(|other| other.bits() == kind.bits())?;
        Some(self.int_type(unsigned))
    }

    fn promoted_unsigned(&mut self, ty: TypeId) -> TypeId {
        if self.types().scalar_bits(ty).is_some_and(|bits| bits < 32) { self.int_type(IntKind::UInt) } else { ty }
    }

    /// The real or the imaginary part of a number, complex or not.
    pub fn complex_part(&mut self, value: ExprId, is_imaginary: bool, span: Span) -> ExprId {
        let ty = self.ty(value);
        match self.cx.types.parts(ty) {
            Some(Parts::Complex { .. }) => {
                let place = self.place_with(value);
                let part = self.part_of(place, ty, u64::from(is_imaginary), span);
                self.load(part)
            }
            _ if is_imaginary => self.zero_of(ty, span),
            _ => value,
        }
    }

    /// The place of a part of a complex number, if it is one.
    pub fn complex_part_place(&mut self, number: Cursor<'u>, is_imaginary: bool, span: Span) -> Option<PlaceId> {
        let ty = self.cx.types.lower(number.ty()).ok()?;
        if !matches!(self.cx.types.parts(ty), Some(Parts::Complex { .. })) {
            return None;
        }
        let place = self.place_of(number);
        let ty = self.place_ty(place);
        Some(self.part_of(place, ty, u64::from(is_imaginary), span))
    }

    fn zero_of(&mut self, ty: TypeId, span: Span) -> ExprId {
        match self.types().get(ty) {
            Type::Float(_) => self.expr(ExprKind::Float(0), ty, span),
            _ => self.constant(0, ty, span),
        }
    }

    /// What both operands are computed with, as in the usual conversions, and whether each is complex.
    fn apply_to_complex(&mut self, op: BinaryOp, x: ExprId, y: ExprId, span: Span) -> ExprId {
        let element = |this: &Self, value| match this.cx.types.parts(this.ty(value)) {
            Some(Parts::Complex { element }) => (element, true),
            _ => (this.ty(value), false),
        };
        let ((x_ty, x_complex), (y_ty, y_complex)) = (element(self, x), element(self, y));
        let int = self.int();
        let whole = self.common_type(x_ty, y_ty);
        let Some((common, ty)) = whole.and_then(|common| Some((common, self.cx.types.complex(common)?))) else {
            return self.unsupported_value("this operator on a complex number", int, span);
        };
        let mut part = |value, is_imaginary| {
            let part = self.complex_part(value, is_imaginary, span);
            let part = self.cast(part, common);
            self.save(part)
        };
        let (a, b, c, d) = (part(x, false), part(x, true), part(y, false), part(y, true));
        match op {
            BinaryOp::Eq | BinaryOp::Ne => {
                let (real, imag) = (self.apply(op, a, c, span), self.apply(op, b, d, span));
                let kind = if op == BinaryOp::Eq { ExprKind::And(real, imag) } else { ExprKind::Or(real, imag) };
                self.expr(kind, int, span)
            }
            BinaryOp::Add | BinaryOp::Sub => {
                let real = self.apply(op, a, c, span);
                let imag = match (x_complex, y_complex) {
                    (true, false) => b,
                    (false, true) if op == BinaryOp::Add => d,
                    (false, true) => self.expr(ExprKind::Unary(UnaryOp::Neg, d), common, span),
                    _ => self.apply(op, b, d, span),
                };
                self.compose(ty, &[real, imag], span)
            }
            BinaryOp::Mul if !x_complex || !y_complex => {
                let (one, [re, im]) = if x_complex { (c, [a, b]) } else { (a, [c, d]) };
                let (real, imag) = (self.apply(op, re, one, span), self.apply(op, im, one, span));
                self.compose(ty, &[real, imag], span)
            }
            BinaryOp::Div if x_complex && !y_complex => {
                let (real, imag) = (self.apply(op, a, c, span), self.apply(op, b, c, span));
                self.compose(ty, &[real, imag], span)
            }
            BinaryOp::Mul => self.product(ty, [a, b, c, d], span),
            _ => self.unsupported_value("a quotient of complex numbers", ty, span),
        }
    }

    fn product(&mut self, ty: TypeId, [a, b, c, d]: [ExprId; 4], span: Span) -> ExprId {
        let mut times = |x, y| self.apply(BinaryOp::Mul, x, y, span);
        let (ac, bd, ad, bc) = (times(a, c), times(b, d), times(a, d), times(b, c));
        let (real, imag) = (self.apply(BinaryOp::Sub, ac, bd, span), self.apply(BinaryOp::Add, ad, bc, span));
        let (real, imag) = (self.save(real), self.save(imag));
        if matches!(self.types().get(self.ty(real)), Type::Float(_)) {
            // Where both are no numbers, compilers look for infinities among the operands.
            let int = self.int();
            let (x, y) = (self.apply(BinaryOp::Eq, real, real, span), self.apply(BinaryOp::Eq, imag, imag, span));
            let cond = self.expr(ExprKind::Or(x, y), int, span);
            let fine = self.new_label();
            self.emit(InstrKind::Branch { cond, when: true, target: fine }, span);
            self.unsupported("a product of complex numbers that is not finite", span);
            self.place_label(fine);
        }
        self.compose(ty, &[real, imag], span)
    }

    /// `-x`
    pub fn negate_parts(&mut self, value: ExprId, span: Span) -> ExprId {
        let ty = self.ty(value);
        match self.cx.types.parts(ty) {
            Some(Parts::Complex { element }) => {
                let parts = [false, true].map(|is_imaginary| {
                    let part = self.complex_part(value, is_imaginary, span);
                    self.negative(part, element, span)
                });
                self.compose(ty, &parts, span)
            }
            Some(Parts::Vector { element, len }) => {
                let computed = self.unsigned_of(element).unwrap_or(element);
                let wide = self.promoted_unsigned(computed);
                let parts = self.vector_parts(value, element, len, span);
                let parts: Vec<ExprId> = parts
                    .into_iter()
                    .map(|part| {
                        let part = self.cast(part, wide);
                        self.negative(part, wide, span)
                    })
                    .collect();
                self.compose(ty, &parts, span)
            }
            Some(Parts::Fixed(fixed)) => self.negate_fixed(value, fixed, span),
            None => value,
        }
    }

    fn negative(&mut self, value: ExprId, ty: TypeId, span: Span) -> ExprId {
        let promoted = self.promoted_type(ty);
        let value = self.cast(value, promoted);
        self.expr(ExprKind::Unary(UnaryOp::Neg, value), promoted, span)
    }

    /// `~x`: of a complex number, its conjugate.
    pub fn not_parts(&mut self, value: ExprId, span: Span) -> ExprId {
        let ty = self.ty(value);
        match self.cx.types.parts(ty) {
            Some(Parts::Complex { element }) => {
                let (real, imag) = (self.complex_part(value, false, span), self.complex_part(value, true, span));
                let imag = self.negative(imag, element, span);
                self.compose(ty, &[real, imag], span)
            }
            Some(Parts::Vector { element, len }) => {
                let promoted = self.promoted_type(element);
                let parts = self.vector_parts(value, element, len, span);
                let parts: Vec<ExprId> = parts
                    .into_iter()
                    .map(|part| {
                        let part = self.cast(part, promoted);
                        self.expr(ExprKind::Unary(UnaryOp::BitNot, part), promoted, span)
                    })
                    .collect();
                self.compose(ty, &parts, span)
            }
            Some(Parts::Fixed(_)) => self.unsupported_value("`~` of a fixed-point number", ty, span),
            None => value,
        }
    }

    /// `2.0i`
    pub fn imaginary(&mut self, cursor: Cursor<'u>, children: &[Cursor<'u>], span: Span) -> ExprId {
        let ty = self.cx.types.lower(cursor.ty());
        let (Ok(ty), Some(&number)) = (ty, children.first()) else {
            return self.unsupported_of("a complex number", cursor, span);
        };
        let Some(Parts::Complex { element }) = self.cx.types.parts(ty) else {
            return self.unsupported_of("a complex number", cursor, span);
        };
        let imag = self.value(number);
        let zero = self.zero_of(element, span);
        self.compose(ty, &[zero, imag], span)
    }

    /// `__builtin_complex(real, imag)`
    pub fn complex_of(&mut self, real: Cursor<'u>, imag: Cursor<'u>, ty: TypeId, span: Span) -> ExprId {
        let (real, imag) = self.both(|this| this.value(real), |this| this.value(imag));
        self.compose(ty, &[real, imag], span)
    }

    /// `v[i]`
    pub fn vector_element(&mut self, vector: Cursor<'u>, index: Cursor<'u>, span: Span) -> PlaceId {
        let place = self.place_of(vector);
        let ty = self.place_ty(place);
        let (index, items) = self.capture(|this| this.index(index));
        let place = self.protect_place(place, &items);
        self.items.extend(items);
        match self.cx.types.parts(ty) {
            Some(Parts::Vector { element, len }) => {
                let array = self.cx.types.table.intern(Type::Array { element, len: Some(len) });
                let array = self.project(place, Projection::Field(0), array, span);
                self.project(array, Projection::Index(index), element, span)
            }
            _ => {
                self.unsupported("an element of this vector", span);
                place
            }
        }
    }

    /// `__builtin_shufflevector(a, b, 0, 5, …)`
    pub fn shuffle(&mut self, cursor: Cursor<'u>, children: &[Cursor<'u>], span: Span) -> ExprId {
        let ty = self.cx.types.lower(cursor.ty());
        let args: Vec<Cursor<'u>> = children.iter().copied().filter(|child| child.is_expression()).collect();
        let (Ok(ty), [a, b, indices @ ..]) = (ty, &args[..]) else {
            return self.unsupported_of("this expression", cursor, span);
        };
        let (x, y) = self.both(|this| this.value(*a), |this| this.value(*b));
        let from = (self.cx.types.parts(self.ty(x)), self.cx.types.parts(self.ty(y)));
        let (Some(Parts::Vector { element, len }), Some(Parts::Vector { len: more, .. })) = from else {
            return self.unsupported_of("this expression", cursor, span);
        };
        let mut known = self.vector_parts(x, element, len, span);
        known.extend(self.vector_parts(y, element, more, span));
        let indices: Vec<Option<i128>> = indices.iter().map(|&index| self.evaluate_int(index)).collect();
        let mut parts = Vec::new();
        for index in indices {
            match index.map(|index| (index, usize::try_from(index).ok().and_then(|index| known.get(index)))) {
                Some((_, Some(&part))) => parts.push(Some(part)),
                Some((-1, None)) => parts.push(None),
                _ => return self.unsupported_of("this expression", cursor, span),
            }
        }
        if parts.is_empty() {
            return self.unsupported_of("this expression", cursor, span);
        }
        self.compose_some(ty, &parts, span)
    }

    /// `__builtin_bit_cast(type, x)`
    pub fn bit_cast(&mut self, cursor: Cursor<'u>, children: &[Cursor<'u>], span: Span) -> ExprId {
        let ty = self.cx.types.lower(cursor.ty());
        let source = children.iter().copied().rfind(|child| child.is_expression());
        let (Ok(ty), Some(source)) = (ty, source) else {
            return self.unsupported_of("this expression", cursor, span);
        };
        let value = self.value(source);
        if self.types().size_of(self.ty(value)) != self.types().size_of(ty) {
            return self.unsupported_of("this expression", cursor, span);
        }
        self.same_bytes(value, ty, span)
    }

    /// `__builtin_convertvector(v, type)`
    pub fn convert_vector(&mut self, cursor: Cursor<'u>, children: &[Cursor<'u>], span: Span) -> ExprId {
        let ty = self.cx.types.lower(cursor.ty());
        let vector = children.iter().copied().find(|child| child.is_expression());
        let (Ok(ty), Some(vector)) = (ty, vector) else {
            return self.unsupported_of("this expression", cursor, span);
        };
        let value = self.value(vector);
        match self.cx.types.parts(self.ty(value)) {
            Some(Parts::Vector { element, len }) => {
                let parts = self.vector_parts(value, element, len, span);
                self.compose(ty, &parts, span)
            }
            _ => self.unsupported_of("this expression", cursor, span),
        }
    }
}
