//! Values: an expression as a pure expression, after whatever it does has been appended.

use whyc_base::source::Span;
use whyc_ir::expr::{BinaryOp, ExprId, ExprKind, Projection};
use whyc_ir::instr::InstrKind;
use whyc_ir::types::{FloatKind, Type, TypeId};

use super::builder::Builder;
use super::convert::is_arithmetic;
use super::generic;
use super::vla::is_variably_modified;
use crate::clang::cursor::{Cursor, Evaluated};
use crate::clang::kind as k;
use crate::literals;

impl<'u> Builder<'_, 'u> {
    /// The value of an expression, arrays and functions as pointers. Of no use for `void`.
    pub fn value(&mut self, cursor: Cursor<'u>) -> ExprId {
        let span = self.span(cursor);
        let children = cursor.children();
        match cursor.kind() {
            k::CXCursor_ParenExpr => match children.first() {
                Some(&inner) => self.value(inner),
                None => self.unknown(cursor, span),
            },
            k::CXCursor_UnexposedExpr => self.unexposed(cursor, &children, span),
            k::CXCursor_IntegerLiteral
            | k::CXCursor_CharacterLiteral
            | k::CXCursor_CXXBoolLiteralExpr
            | k::CXCursor_UnaryExpr => self.evaluated(cursor, span),
            k::CXCursor_FloatingLiteral => self.float_literal(cursor, span),
            k::CXCursor_DeclRefExpr => self.reference(cursor, span),
            k::CXCursor_StringLiteral
            | k::CXCursor_CompoundLiteralExpr
            | k::CXCursor_MemberRefExpr
            | k::CXCursor_ArraySubscriptExpr => {
                let place = self.place_of(cursor);
                self.read(cursor, place, span)
            }
            k::CXCursor_UnaryOperator => self.unary(cursor, &children, span),
            k::CXCursor_BinaryOperator => self.binary(cursor, &children, span),
            k::CXCursor_CompoundAssignOperator => self.compound_assignment(cursor, &children, span, true),
            k::CXCursor_ConditionalOperator => self.conditional(cursor, &children, span),
            k::CXCursor_CStyleCastExpr => self.explicit_cast(cursor, &children, span),
            k::CXCursor_CallExpr => self.call_value(cursor, span),
            k::CXCursor_StmtExpr => self.statement_expression(cursor, span),
            k::CXCursor_GenericSelectionExpr => match self.see_through(cursor, &children) {
                Some(chosen) => self.value(chosen),
                None => self.unsupported_of("this `_Generic`", cursor, span),
            },
            k::CXCursor_InitListExpr => self.braced_scalar(cursor, &children, span),
            k::CXCursor_CXXNullPtrLiteralExpr => self.any_value_of(cursor, span),
            k::CXCursor_AddrLabelExpr => self.label_address(cursor, span),
            k::CXCursor_ImaginaryLiteral => self.imaginary(cursor, &children, span),
            k::CXCursor_BlockExpr => self.unsupported_of("a block", cursor, span),
            _ => self.unknown(cursor, span),
        }
    }

    /// Reports something that whyc does not model and goes on with some value of its type.
    pub fn unsupported_of(&mut self, what: &str, cursor: Cursor<'u>, span: Span) -> ExprId {
        self.unsupported(what, span);
        self.any_value_of(cursor, span)
    }

    fn unknown(&mut self, cursor: Cursor<'u>, span: Span) -> ExprId {
        self.unsupported_of("this expression", cursor, span)
    }

    /// Some value of the type of `cursor`.
    fn any_value_of(&mut self, cursor: Cursor<'u>, span: Span) -> ExprId {
        let ty = self.cx.types.lower_value(cursor.ty());
        let ty = ty.unwrap_or_else(|_| self.int());
        self.any_value(ty, span)
    }

    /// A constant that the compiler knows: literals, `sizeof`, `_Alignof`, `offsetof`.
    fn evaluated(&mut self, cursor: Cursor<'u>, span: Span) -> ExprId {
        let Ok(ty) = self.cx.types.lower(cursor.ty()) else { return self.unknown(cursor, span) };
        match self.evaluate(cursor) {
            Some(Evaluated::Int(value)) => self.constant(value, ty, span),
            Some(Evaluated::Float(_)) => self.unknown(cursor, span),
            None => self.unknown_size(cursor, span),
        }
    }

    /// The value that the compiler computes, of arithmetic types only: libclang crashes on some others.
    fn evaluate(&mut self, cursor: Cursor<'u>) -> Option<Evaluated> {
        let ty = self.cx.types.lower(cursor.ty()).ok()?;
        if self.types().bit_int(ty).is_some_and(|it| it.width() > 64) {
            // libclang tells 64 bits of it.
            let is_literal = cursor.kind() == k::CXCursor_IntegerLiteral;
            let written = self.cx.spans.written_lexeme(cursor).filter(|_| is_literal)?;
            return literals::bit_int(&written).map(Evaluated::Int);
        }
        if is_arithmetic(self.types(), ty) { cursor.evaluate() } else { None }
    }

    /// The integer that the compiler computes for `cursor`.
    pub fn evaluate_int(&mut self, cursor: Cursor<'u>) -> Option<i128> {
        match self.evaluate(cursor)? {
            Evaluated::Int(value) => Some(value),
            Evaluated::Float(_) => None,
        }
    }

    fn float_literal(&mut self, cursor: Cursor<'u>, span: Span) -> ExprId {
        let Ok(ty) = self.cx.types.lower(cursor.ty()) else { return self.unknown(cursor, span) };
        let &Type::Float(kind) = self.types().get(ty) else { return self.unknown(cursor, span) };
        if kind == FloatKind::LongDouble {
            return match self.long_double_literal(cursor).or_else(|| self.long_double_limit(cursor)) {
                Some(bits) => self.expr(ExprKind::Float(bits), ty, span),
                None => self.unsupported_of("a `long double` constant whose digits stand in no file", cursor, span),
            };
        }
        match cursor.evaluate() {
            Some(Evaluated::Float(value)) => self.expr(ExprKind::Float(literals::float_bits(value, kind)), ty, span),
            _ => self.unknown(cursor, span),
        }
    }

    /// The limits of `long double` are macros that the compiler defines, and no file has their digits.
    fn long_double_limit(&mut self, cursor: Cursor<'u>) -> Option<u128> {
        let name = self.cx.spans.written_lexeme(cursor)?;
        literals::long_double_bits(literals::long_double_limit(&name)?)
    }

    /// libclang tells floating values as `double` only; the digits are where the literal is spelled.
    fn long_double_literal(&mut self, cursor: Cursor<'u>) -> Option<u128> {
        let (file, at) = self.cx.spans.spelled(cursor, cursor.extent().start())?;
        let rest = self.cx.spans.sources.file(file).text.get(at..)?;
        let mut after_exponent = false;
        let end = rest.find(|c: char| {
            let part = c.is_ascii_alphanumeric() || matches!(c, '.' | '\'') || after_exponent && matches!(c, '+' | '-');
            after_exponent = matches!(c, 'e' | 'E' | 'p' | 'P');
            !part
        });
        literals::long_double_bits(&rest[..end.unwrap_or(rest.len())])
    }

    fn reference(&mut self, cursor: Cursor<'u>, span: Span) -> ExprId {
        let Some(decl) = cursor.referenced() else { return self.unknown(cursor, span) };
        match decl.kind() {
            k::CXCursor_EnumConstantDecl => self.evaluated(cursor, span),
            k::CXCursor_FunctionDecl => {
                if let Some(reason) = self.cx.unsettled(decl) {
                    return self.unsupported_of(&reason, cursor, span);
                }
                let function = self.cx.function(decl);
                let function = self.addressed_function(function, decl, span);
                match self.cx.types.lower(decl.ty()) {
                    Ok(ty) => {
                        let ty = self.cx.types.table.pointer(ty);
                        self.expr(ExprKind::FunctionAddr(function), ty, span)
                    }
                    Err(reason) => self.unsupported_of(&reason, cursor, span),
                }
            }
            _ => {
                let place = self.place_of(cursor);
                self.read(cursor, place, span)
            }
        }
    }

    fn unexposed(&mut self, cursor: Cursor<'u>, children: &[Cursor<'u>], span: Span) -> ExprId {
        if let Some(inner) = self.see_through(cursor, children) {
            let value = self.value(inner);
            return match self.cx.types.lower(cursor.ty()) {
                Ok(ty) => self.implicit_cast(value, ty),
                Err(reason) => self.unsupported_of(&reason, cursor, span),
            };
        }
        if is_elvis(children) {
            return self.elvis(cursor, children, span);
        }
        let first = self.cx.spans.first_lexeme(cursor).unwrap_or_default();
        match first.as_str() {
            "__builtin_va_arg" | "va_arg" => {
                // What stands in the type, as in `typeof(x)`, comes before the list.
                let list = children.iter().copied().rfind(|child| child.is_expression());
                match (list, self.cx.types.lower(cursor.ty())) {
                    (Some(list), Ok(ty)) => self.va_arg(list, ty, span),
                    _ => self.unsupported_of("this use of variable arguments", cursor, span),
                }
            }
            "__builtin_bit_cast" => self.bit_cast(cursor, children, span),
            "__builtin_shufflevector" => self.shuffle(cursor, children, span),
            "__builtin_convertvector" => self.convert_vector(cursor, children, span),
            name if name.starts_with("__atomic") || name.starts_with("__c11_atomic") => {
                match self.atomic_expression(name, cursor, children, span) {
                    Some(value) => value,
                    None => self.unsupported_of("an atomic operation", cursor, span),
                }
            }
            _ if self.evaluate_int(cursor).is_some() => self.evaluated(cursor, span),
            "__builtin_offsetof" | "offsetof" => self.offset_of(cursor, children, span),
            _ => self.unknown(cursor, span),
        }
    }

    /// An implicit conversion as libclang tells it: by the types before and after. Arrays and
    /// functions have become pointers already, records and arrays are not converted.
    fn implicit_cast(&mut self, value: ExprId, ty: TypeId) -> ExprId {
        match self.types().get(ty) {
            Type::Record(_) if self.cx.types.parts(ty).is_some() => self.cast(value, ty),
            Type::Array { .. } | Type::Record(_) | Type::Function(_) | Type::Void => value,
            Type::Bool | Type::Int(_) | Type::Enum(_) | Type::Float(_) | Type::Pointer(_) => self.cast(value, ty),
        }
    }

    /// The expression that another one only wraps (a hidden conversion) or selects (`_Generic`,
    /// `__builtin_choose_expr`).
    pub fn see_through(&mut self, cursor: Cursor<'u>, children: &[Cursor<'u>]) -> Option<Cursor<'u>> {
        if cursor.kind() == k::CXCursor_GenericSelectionExpr {
            return generic::choice(cursor, children, self.declaration);
        }
        if let [only] = children
            && only.is_expression()
            && only.extent() == cursor.extent()
        {
            return Some(*only);
        }
        if let [condition, a, b] = children
            && [condition, a, b].into_iter().all(|child| child.is_expression())
            && self.cx.spans.first_lexeme(cursor).as_deref() == Some("__builtin_choose_expr")
        {
            return Some(if self.evaluate_int(*condition)? != 0 { *a } else { *b });
        }
        None
    }

    /// The text between two expressions, as spelled.
    pub fn text_between(&mut self, a: Cursor<'u>, b: Cursor<'u>) -> Option<String> {
        let (file, from) = self.cx.spans.spelled(a, a.extent().end())?;
        let (other, to) = self.cx.spans.spelled(b, b.extent().start())?;
        if file != other {
            return None;
        }
        self.cx.spans.sources.file(file).text.get(from..to).map(str::to_owned)
    }

    fn explicit_cast(&mut self, cursor: Cursor<'u>, children: &[Cursor<'u>], span: Span) -> ExprId {
        let Some(&operand) = children.iter().rfind(|child| child.is_expression()) else {
            return self.unknown(cursor, span);
        };
        if is_variably_modified(cursor.ty()) {
            let lengths: Vec<Cursor<'u>> = children.iter().copied().filter(|child| *child != operand).collect();
            if !self.measure(cursor.ty(), &lengths, span) {
                return self.unsupported_of("a variable-length array", cursor, span);
            }
        }
        match self.cx.types.lower(cursor.ty()) {
            Ok(ty) => {
                let value = self.value(operand);
                match self.types().get(ty) {
                    Type::Record(_) if self.ty(value) == ty => value,
                    Type::Record(_) if self.cx.types.parts(ty).is_some() => self.cast_at(value, ty, span),
                    Type::Record(_) => self.as_union(cursor, value, ty, span),
                    _ => self.cast_at(value, ty, span),
                }
            }
            Err(reason) => self.unsupported_of(&reason, cursor, span),
        }
    }

    /// A cast to a union, a GNU extension: the value of the member that has the type of the operand.
    fn as_union(&mut self, cursor: Cursor<'u>, value: ExprId, ty: TypeId, span: Span) -> ExprId {
        let from = self.ty(value);
        let member = match self.types().get(ty) {
            Type::Record(record) => self.types().records[*record].fields.iter().position(|field| field.ty == from),
            _ => None,
        };
        let Some(member) = member else { return self.unsupported_of("this cast to a union", cursor, span) };
        let local = self.variable(String::new(), ty, span);
        self.emit(InstrKind::Declare(local), span);
        let union = self.local_place(local, span);
        let place = self.project(union, Projection::Field(member as u32), from, span);
        self.assign(place, value, span);
        self.load(union)
    }

    /// `offsetof` with an index that is no constant: what the compiler would add up.
    fn offset_of(&mut self, cursor: Cursor<'u>, children: &[Cursor<'u>], span: Span) -> ExprId {
        let ulong = self.size_type();
        let named =
            children.iter().find(|child| child.kind() == k::CXCursor_TypeRef).and_then(|name| name.referenced());
        let Some(Ok(mut ty)) = named.map(|decl| self.cx.types.lower(decl.ty())) else {
            return self.unsupported_of("this `offsetof`", cursor, span);
        };
        let mut sum = self.constant(0, ulong, span);
        for &part in children.iter().filter(|child| child.kind() != k::CXCursor_TypeRef) {
            let step = if part.kind() == k::CXCursor_MemberRef {
                let path = part.referenced().and_then(|field| self.cx.types.field_path(ty, field));
                let Some(path) = path else { return self.unsupported_of("this `offsetof`", cursor, span) };
                let mut bytes = 0;
                for field in path {
                    let Type::Record(record) = *self.types().get(ty) else { break };
                    let field = &self.types().records[record].fields[field as usize];
                    bytes += field.offset_bits / 8;
                    ty = field.ty;
                }
                self.constant(i128::from(bytes), ulong, span)
            } else {
                let element = match *self.types().get(ty) {
                    Type::Array { element, .. } => Some(element),
                    _ => None,
                };
                let Some((element, size)) = element.and_then(|ty| Some((ty, self.types().size_of(ty)?))) else {
                    return self.unsupported_of("this `offsetof`", cursor, span);
                };
                ty = element;
                let index = self.value(part);
                let index = self.cast(index, ulong);
                let size = self.constant(i128::from(size), ulong, span);
                self.arithmetic(BinaryOp::Mul, index, size, ulong, span)
            };
            sum = self.arithmetic(BinaryOp::Add, sum, step, ulong, span);
        }
        sum
    }

    /// `{ 3 }` where a scalar is wanted.
    fn braced_scalar(&mut self, cursor: Cursor<'u>, children: &[Cursor<'u>], span: Span) -> ExprId {
        match children.first() {
            Some(&inner) => self.value(inner),
            None => self.any_value_of(cursor, span),
        }
    }
}

/// Whether these are the children of `a ?: b`: libclang shows the first operand three times.
pub fn is_elvis(children: &[Cursor<'_>]) -> bool {
    match children {
        [a, b, c, d] => {
            let same = a.extent() == b.extent() && b.extent() == c.extent();
            same && [a, b, c, d].into_iter().all(|child| child.is_expression())
        }
        _ => false,
    }
}
