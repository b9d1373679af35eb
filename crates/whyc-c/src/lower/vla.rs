//! Arrays whose length is known only when the program runs: `int a[n][m]`, pointers to them, parameters like
//! `int m[rows][cols]`, type names and `sizeof`.
//!
//! For the program representation such an array has no length. What its type leaves open is put into temporaries
//! where the type is declared, once, as C says: its length and its size in bytes. The compiler has one type for each
//! place where such an array is written, so the type leads to the temporaries.

use whyc_base::source::Span;
use whyc_ir::block::BlockLife;
use whyc_ir::expr::{BinaryOp, ExprId, ExprKind};
use whyc_ir::instr::InstrKind;
use whyc_ir::program::{ComponentKind, LocalId};
use whyc_ir::property::PropertyClass;
use whyc_ir::target::Target;
use whyc_ir::types::IntKind;

use super::builder::Builder;
use super::convert::is_integer;
use crate::clang::cursor::Cursor;
use crate::clang::kind as k;
use crate::clang::types::ClangType;
use crate::text;

/// What is known of an array type of variable length while the program runs.
#[derive(Clone, Copy)]
pub struct Measured {
    /// The number of elements.
    pub length: LocalId,
    /// The size in bytes.
    pub size: LocalId,
}

impl<'u> Builder<'_, 'u> {
    /// An array of variable length is a pointer to a block that ends with its scope.
    pub fn variable_array(&mut self, decl: Cursor<'u>, span: Span) {
        let children = decl.children();
        let outermost = children.iter().copied().rfind(|&child| child.is_expression() && self.is_length(child));
        if !self.measure_with(decl.ty(), &children, outermost, span) {
            return self.unsupported("a variable-length array", span);
        }
        let (array, measured) = match (self.cx.types.lower(decl.ty()), self.measured(decl.ty())) {
            (Ok(array), Some(measured)) => (array, measured),
            (Err(reason), _) => return self.unsupported(reason, span),
            (_, None) => return self.unsupported("a variable-length array", span),
        };
        let pointer_ty = self.cx.types.table.pointer(array);
        let bytes = self.load_local(measured.size, span);
        // The only initialiser that such an array can have is an empty one.
        let zeroed = children.iter().any(|child| child.kind() == k::CXCursor_InitListExpr);
        let address = self.allocate(bytes, BlockLife::Frame, zeroed, Some(decl.spelling()), span);
        let address = self.cast(address, pointer_ty);
        // The pointer is no variable of the user's, but it has the scope of one.
        let local = self.temporary(pointer_ty, span);
        self.scopes[self.scope].locals.push(local);
        let place = self.local_place(local, span);
        self.assign(place, address, span);
        self.local_from_decl.insert(decl.key(), local);
        self.variable_arrays.insert(decl.key());
    }

    /// Evaluates the lengths that the declaration of a variable or of a type name has, among its `children`.
    pub fn measure_declaration(&mut self, decl: Cursor<'u>, span: Span) {
        if is_variably_modified(decl.ty()) && !self.measure(decl.ty(), &decl.children(), span) {
            self.unsupported("a variable-length array", span);
        }
    }

    /// The same for a parameter. The outermost array is a pointer there, whose length counts for nothing.
    pub fn measure_parameter(&mut self, decl: Cursor<'u>) {
        let ty = decl.ty().canonical();
        let span = self.span(decl);
        if !is_variably_modified(ty) {
            return;
        }
        let children = decl.children();
        let (inner, sizes) = match ty.kind() {
            k::CXType_VariableArray => {
                let outermost = children.iter().rposition(|child| child.is_expression());
                if let Some(outermost) = outermost.filter(|&at| has_effect(children[at])) {
                    self.effect(children[outermost]);
                }
                (ty.element(), &children[..outermost.unwrap_or(0)])
            }
            // `int m[][cols]` has no expression for its outermost length, `int m[3][cols]` is variable.
            k::CXType_IncompleteArray => (ty.element(), &children[..]),
            _ => (ty, &children[..]),
        };
        if !self.measure(inner, sizes, span) {
            self.unsupported("a variable-length array", span);
        }
    }

    /// Evaluates the lengths in a type as written; says whether all that the type needs is known then. `children`
    /// are those of the declaration or cast, in which the lengths stand innermost first.
    pub fn measure(&mut self, ty: ClangType<'u>, children: &[Cursor<'u>], span: Span) -> bool {
        self.measure_with(ty, children, None, span)
    }

    /// The same, where `suspect` is a length that may be wrong: one that says how much room there is and nothing else, as
    /// opposed to those that say how far apart elements are.
    fn measure_with(
        &mut self,
        ty: ClangType<'u>,
        children: &[Cursor<'u>],
        suspect: Option<Cursor<'u>>,
        span: Span,
    ) -> bool {
        let mut lengths: Vec<Cursor<'u>> =
            children.iter().copied().filter(|child| child.is_expression() && self.is_length(*child)).collect();
        let mut found = Vec::new();
        for level in array_levels(ty) {
            // What a type name stands for was measured where the name was declared.
            if level.kind() == k::CXType_VariableArray && self.measured(level).is_some() && lengths.is_empty() {
                continue;
            }
            let length = lengths.pop();
            if level.kind() == k::CXType_VariableArray {
                let Some(length) = length else { return false };
                let role = (suspect == Some(length)).then_some(ComponentKind::Index);
                found.push((level, self.length(length, role, span)));
            }
        }
        for (level, length) in found.into_iter().rev() {
            let Some(size) = self.run_time_size(level.element(), span) else { return false };
            let ulong = self.int_type(IntKind::ULong);
            let count = self.load_local(length, span);
            let bytes = self.expr(ExprKind::Binary(BinaryOp::Mul, count, size), ulong, span);
            let size = self.temporary(ulong, span);
            let place = self.local_place(size, span);
            self.assign(place, bytes, span);
            self.measured.insert(level.canonical().unqualified().key(), Measured { length, size });
        }
        true
    }

    fn is_length(&mut self, cursor: Cursor<'u>) -> bool {
        matches!(self.cx.types.lower(cursor.ty()), Ok(ty) if is_integer(self.types(), ty))
    }

    /// Evaluates a length, which should be positive, as `unsigned long`.
    fn length(&mut self, cursor: Cursor<'u>, role: Option<ComponentKind>, span: Span) -> LocalId {
        let length_span = self.span(cursor);
        let length = self.value(cursor);
        if let Some(role) = role {
            self.component(length, role, cursor);
        }
        let length = self.save(length);
        let ty = self.ty(length);
        let zero = self.constant(0, ty, span);
        let positive = self.apply(BinaryOp::Gt, length, zero, length_span);
        let description = self.cx.spans.text(span);
        self.emit(InstrKind::Assert { cond: positive, class: PropertyClass::Bounds, description }, span);
        let ulong = self.int_type(IntKind::ULong);
        let length = self.cast(length, ulong);
        let local = self.temporary(ulong, length_span);
        let place = self.local_place(local, length_span);
        self.assign(place, length, length_span);
        local
    }

    /// What has been found for an array type of variable length.
    pub fn measured(&self, ty: ClangType<'u>) -> Option<Measured> {
        self.measured.get(&ty.canonical().unqualified().key()).copied()
    }

    /// The size of a type in bytes, as `unsigned long`.
    fn run_time_size(&mut self, ty: ClangType<'u>, span: Span) -> Option<ExprId> {
        if let Some(measured) = self.measured(ty) {
            return Some(self.load_local(measured.size, span));
        }
        let lowered = self.cx.types.lower(ty).ok()?;
        let size = self.types().size_of(lowered)?;
        let ulong = self.int_type(IntKind::ULong);
        Some(self.constant(i128::from(size), ulong, span))
    }

    /// How far apart two things are to which `cursor`, a pointer or an array, points one after the other, if only
    /// the run can tell.
    pub fn stride(&self, cursor: Cursor<'u>) -> Option<LocalId> {
        let ty = cursor.ty().canonical();
        let pointee = match ty.kind() {
            k::CXType_Pointer => ty.pointee(),
            k::CXType_ConstantArray | k::CXType_IncompleteArray | k::CXType_VariableArray => ty.element(),
            _ => return None,
        };
        Some(self.measured(pointee)?.size)
    }

    /// `x + y`, `x - y` on pointers, or a pointer and a number, when the things pointed to are `stride` bytes apart.
    pub fn apply_strided(&mut self, op: BinaryOp, x: ExprId, y: ExprId, stride: Option<LocalId>, span: Span) -> ExprId {
        let is_pointer = |this: &Self, value| this.types().is_pointer(this.ty(value));
        let (x_is, y_is) = (is_pointer(self, x), is_pointer(self, y));
        let Some(stride) = stride.filter(|_| matches!(op, BinaryOp::Add | BinaryOp::Sub) && (x_is || y_is)) else {
            return self.apply(op, x, y, span);
        };
        let (x, y) = if x_is { (x, y) } else { (y, x) };
        let char_ty = self.int_type(IntKind::Char);
        let bytes_ty = self.cx.types.table.pointer(char_ty);
        let long = self.int_type(IntKind::Long);
        let step = self.load_local(stride, span);
        let step = self.cast(step, long);
        let start = self.cast(x, bytes_ty);
        if x_is && y_is {
            let end = self.cast(y, bytes_ty);
            let bytes = self.expr(ExprKind::Binary(BinaryOp::PtrDiff, start, end), long, span);
            let distance = self.expr(ExprKind::Binary(BinaryOp::Div, bytes, step), long, span);
            let ty = self.int_type(self.cx.types.platform.difference);
            return self.cast(distance, ty);
        }
        let moved = self.scaled(y, step, span);
        let op = if op == BinaryOp::Add { BinaryOp::PtrAdd } else { BinaryOp::PtrSub };
        let moved = self.expr(ExprKind::Binary(op, start, moved), bytes_ty, span);
        let ty = self.ty(x);
        self.cast(moved, ty)
    }

    /// `amount * step`, both numbers, without a check of its own: where it leads is checked.
    fn scaled(&mut self, amount: ExprId, step: ExprId, span: Span) -> ExprId {
        let (long, ulong) = (self.int_type(IntKind::Long), self.int_type(IntKind::ULong));
        let (amount, step) = (self.index_value(amount), self.cast(step, ulong));
        let amount = self.cast(amount, ulong);
        let bytes = self.expr(ExprKind::Binary(BinaryOp::Mul, amount, step), ulong, span);
        self.cast(bytes, long)
    }

    /// Checks an index into an array of variable length.
    pub fn check_length(&mut self, array: Cursor<'u>, index: ExprId, span: Span) {
        let Some(measured) = self.variable_array_of(array) else { return };
        let ulong = self.int_type(IntKind::ULong);
        let length = self.load_local(measured.length, span);
        let index = self.cast(index, ulong);
        let inside = self.apply(BinaryOp::Lt, index, length, span);
        let description = self.cx.spans.text(span);
        self.emit(InstrKind::Assert { cond: inside, class: PropertyClass::Bounds, description }, span);
    }

    /// The array of variable length that `cursor` is before it decays.
    pub fn variable_array_of(&mut self, cursor: Cursor<'u>) -> Option<Measured> {
        let mut at = cursor;
        loop {
            let children = at.children();
            at = match at.kind() {
                k::CXCursor_ParenExpr => *children.first()?,
                k::CXCursor_UnexposedExpr => self.see_through(at, &children)?,
                k::CXCursor_ArraySubscriptExpr | k::CXCursor_UnaryOperator => return self.measured(at.ty()),
                // A parameter is a pointer, whatever its type is said to be.
                k::CXCursor_DeclRefExpr => {
                    let is_array = at.referenced().is_some_and(|decl| self.variable_arrays.contains(&decl.key()));
                    return self.measured(at.ty()).filter(|_| is_array);
                }
                _ => return None,
            };
        }
    }

    /// `sizeof` of something whose size only the run tells: an object, or a type that is written there.
    pub fn unknown_size(&mut self, cursor: Cursor<'u>, span: Span) -> ExprId {
        let children = cursor.children();
        let operand = children.iter().copied().find(|child| child.is_expression());
        if let Some((operand, measured)) = operand.and_then(|operand| Some((operand, self.measured(operand.ty())?))) {
            if has_effect(operand) {
                self.effect(operand);
            }
            let size = self.load_local(measured.size, span);
            return self.narrow_size(size);
        }
        match self.written_size(cursor, &children, span) {
            Some(size) => self.narrow_size(size),
            None => self.unsupported_of("the size of a variable-length array", cursor, span),
        }
    }

    /// The size of a type with lengths in brackets. libclang tells the lengths, and names that are used, but not the type.
    fn written_size(&mut self, cursor: Cursor<'u>, children: &[Cursor<'u>], span: Span) -> Option<ExprId> {
        let (file, at) = self.cx.spans.spelled(cursor, cursor.extent().start())?;
        let element = text::element_of_type(&self.cx.spans.sources.file(file).text, at)?;
        let named = children.iter().copied().find(|child| child.kind() == k::CXCursor_TypeRef);
        let ulong = self.int_type(IntKind::ULong);
        let mut size = match (element, named) {
            // The words do not tell whether eight bytes are those of a `long`.
            (text::Element::Size(size), None) if size <= 4 || self.types().target == Target::X86_64 => {
                self.constant(i128::from(size), ulong, span)
            }
            (text::Element::Pointer, _) => {
                let bytes = self.types().target.pointers.bits() / 8;
                self.constant(i128::from(bytes), ulong, span)
            }
            (text::Element::Named(name_at), Some(named)) => {
                // A macro with that name may stand for more than the type that comes out of it.
                let is_it = self.cx.spans.spelled(named, named.extent().start()) == Some((file, name_at));
                let decl = named.referenced().filter(|_| is_it)?;
                self.run_time_size(decl.ty(), span)?
            }
            _ => return None,
        };
        // libclang shows the lengths of variable arrays twice.
        let mut lengths: Vec<Cursor<'u>> = Vec::new();
        for &length in children.iter().filter(|child| child.is_expression()) {
            if lengths.iter().any(|known| known.extent() == length.extent()) {
                continue;
            }
            lengths.push(length);
            let length = self.length(length, None, span);
            let length = self.load_local(length, span);
            size = self.expr(ExprKind::Binary(BinaryOp::Mul, length, size), ulong, span);
        }
        Some(size)
    }
}

/// The arrays that a type consists of, outermost first, through pointers, those without length left out.
fn array_levels(ty: ClangType<'_>) -> Vec<ClangType<'_>> {
    let mut levels = Vec::new();
    let mut at = ty.canonical();
    loop {
        at = match at.kind() {
            k::CXType_ConstantArray | k::CXType_VariableArray => {
                levels.push(at);
                at.element().canonical()
            }
            k::CXType_IncompleteArray => at.element().canonical(),
            k::CXType_Pointer => at.pointee().canonical(),
            _ => return levels,
        };
    }
}

/// Whether a type has an array of variable length in it.
pub fn is_variably_modified(ty: ClangType<'_>) -> bool {
    array_levels(ty).iter().any(|level| level.kind() == k::CXType_VariableArray)
}

/// Whether an expression does something.
fn has_effect(cursor: Cursor<'_>) -> bool {
    cursor.descendants().into_iter().chain([cursor]).any(|node| match node.kind() {
        k::CXCursor_CallExpr | k::CXCursor_CompoundAssignOperator | k::CXCursor_StmtExpr => true,
        k::CXCursor_BinaryOperator => node.binary_operator() == k::CXBinaryOperator_Assign,
        k::CXCursor_UnaryOperator => matches!(
            node.unary_operator(),
            k::CXUnaryOperator_PostInc
                | k::CXUnaryOperator_PostDec
                | k::CXUnaryOperator_PreInc
                | k::CXUnaryOperator_PreDec
        ),
        _ => false,
    })
}
