//! Places: variables, `*p`, `a[i]`, `s.f`, literals that are objects.

use whyc_base::source::Span;
use whyc_ir::expr::{BinaryOp, ExprId, ExprKind, Place, PlaceBase, PlaceId, Projection};
use whyc_ir::instr::InstrKind;
use whyc_ir::layout::Pointers;
use whyc_ir::program::{ComponentKind, Global, GlobalKind};
use whyc_ir::types::{Field, IntKind, Record, RecordKind, Type, TypeId};

use super::builder::Builder;
use super::convert::{is_integer, is_scalar};
use crate::clang::cursor::Cursor;
use crate::clang::kind as k;
use crate::literals;

impl<'u> Builder<'_, 'u> {
    /// The place that an expression designates. A value of record type is put into an object first.
    pub fn place_of(&mut self, cursor: Cursor<'u>) -> PlaceId {
        let span = self.span(cursor);
        let children = cursor.children();
        let address_only = std::mem::take(&mut self.address_only);
        match cursor.kind() {
            k::CXCursor_ParenExpr => match children.first() {
                Some(&inner) => {
                    self.address_only = address_only;
                    self.place_of(inner)
                }
                None => self.no_place(cursor, span),
            },
            k::CXCursor_DeclRefExpr => self.variable_place(cursor, span),
            k::CXCursor_StringLiteral => self.string_place(cursor, span),
            k::CXCursor_CompoundLiteralExpr => self.compound_literal(cursor, span),
            k::CXCursor_MemberRefExpr => self.member_place(cursor, &children, span),
            k::CXCursor_ArraySubscriptExpr => match children[..] {
                [a, b] => self.element_place((a, b), Some(cursor), address_only, span),
                _ => self.no_place(cursor, span),
            },
            k::CXCursor_UnaryOperator => match (cursor.unary_operator(), children.first()) {
                (k::CXUnaryOperator_Deref, Some(&pointer)) => {
                    let pointer = self.value(pointer);
                    self.deref_as(pointer, cursor, span)
                }
                (k::CXUnaryOperator_Extension, Some(&inner)) => self.place_of(inner),
                (k::CXUnaryOperator_Real | k::CXUnaryOperator_Imag, Some(&inner)) => {
                    let is_imaginary = cursor.unary_operator() == k::CXUnaryOperator_Imag;
                    self.complex_part_place(inner, is_imaginary, span).unwrap_or_else(|| self.value_place(cursor, span))
                }
                _ => self.value_place(cursor, span),
            },
            k::CXCursor_UnexposedExpr | k::CXCursor_GenericSelectionExpr => match self.see_through(cursor, &children) {
                Some(inner) if self.is_object_expr(cursor) => self.place_of(inner),
                _ => self.value_place(cursor, span),
            },
            _ => self.value_place(cursor, span),
        }
    }

    /// Whether the value of an expression is that of an object as it stands: a record or an array.
    fn is_object_expr(&mut self, cursor: Cursor<'u>) -> bool {
        let kind = cursor.ty().canonical().kind();
        matches!(
            kind,
            k::CXType_Vector
                | k::CXType_ExtVector
                | k::CXType_Record
                | k::CXType_ConstantArray
                | k::CXType_IncompleteArray
                | k::CXType_VariableArray
        ) || cursor.kind() == k::CXCursor_GenericSelectionExpr
            || cursor.children().len() > 1
    }

    fn no_place(&mut self, cursor: Cursor<'u>, span: Span) -> PlaceId {
        self.unsupported("this expression as a place in memory", span);
        let ty = self.cx.types.lower_or_bytes(cursor.ty());
        let local = self.variable(String::new(), ty, span);
        self.emit(InstrKind::Declare(local), span);
        self.local_place(local, span)
    }

    /// The place of a value that is not in memory yet.
    fn value_place(&mut self, cursor: Cursor<'u>, span: Span) -> PlaceId {
        let value = self.value(cursor);
        match self.body.exprs[value].kind {
            ExprKind::Load(place) => place,
            _ => {
                let saved = self.save(value);
                match self.body.exprs[saved].kind {
                    ExprKind::Load(place) => place,
                    _ => self.no_place(cursor, span),
                }
            }
        }
    }

    fn variable_place(&mut self, cursor: Cursor<'u>, span: Span) -> PlaceId {
        let Some(decl) = cursor.referenced() else { return self.no_place(cursor, span) };
        if let Some(&local) = self.local_from_decl.get(&decl.key()) {
            if self.variable_arrays.contains(&decl.key()) {
                let pointer = self.load_local(local, span);
                return self.deref(pointer, span);
            }
            return self.local_place(local, span);
        }
        match decl.kind() {
            k::CXCursor_VarDecl if decl.has_static_storage() => {
                if let Err(reason) = self.cx.types.lower(decl.ty()) {
                    self.unsupported(reason, span);
                }
                if let Some(reason) = self.cx.unsettled(decl) {
                    self.unsupported(reason, span);
                }
                let global = self.cx.global(decl);
                let Global { ty, kind, name, .. } = &self.cx.globals[global];
                let ty = *ty;
                // What another file defines may be of any size: no access to it is right or wrong.
                if *kind == GlobalKind::External && self.types().size_of(ty).is_none_or(|size| size == 0) {
                    let what = format!("`{name}`, which no file given here defines, so that its size is not known");
                    self.unsupported(what, span);
                }
                self.place(PlaceBase::Global(global), Vec::new(), ty, span)
            }
            // A local whose declaration could not be expressed: that place has been reported.
            _ => self.no_place(cursor, span),
        }
    }

    fn string_place(&mut self, cursor: Cursor<'u>, span: Span) -> PlaceId {
        let ty = self.cx.types.lower_or_bytes(cursor.ty());
        match self.string_global(cursor, ty, span) {
            Some(place) => place,
            None => self.no_place(cursor, span),
        }
    }

    /// The string literal as an array of type `ty`, cut or filled up with zeros as that needs.
    pub fn string_global(&mut self, literal: Cursor<'u>, ty: TypeId, span: Span) -> Option<PlaceId> {
        let units = literals::string_units(&literal.spelling())?;
        let &Type::Array { element, len } = self.types().get(ty) else { return None };
        let unit_bytes = usize::try_from(self.types().size_of(element)?).ok()?;
        let len = len?;
        if len > MAX_STRING_UNITS {
            return None;
        }
        let bytes = literals::string_bytes(&units, unit_bytes, len);
        let global = self.cx.string(ty, bytes, span);
        Some(self.place(PlaceBase::Global(global), Vec::new(), ty, span))
    }

    fn compound_literal(&mut self, cursor: Cursor<'u>, span: Span) -> PlaceId {
        let ty = match self.cx.types.lower(cursor.ty()) {
            Ok(ty) => ty,
            Err(reason) => {
                self.unsupported(reason, span);
                return self.no_place(cursor, span);
            }
        };
        let init = cursor.children().into_iter().rfind(|child| child.is_expression());
        let name = format!("({})", self.types().name(ty));
        let is_start = self.cx.start == Some(self.function);
        let place = if is_start {
            let global = self.cx.new_global(name, ty, span, GlobalKind::Variable);
            self.place(PlaceBase::Global(global), Vec::new(), ty, span)
        } else {
            let local = self.variable(name, ty, span);
            self.emit(InstrKind::Declare(local), span);
            // What was in it belongs to an earlier evaluation of the same literal.
            self.local_place(local, span)
        };
        if let Some(init) = init {
            self.initialise(place, init, span, !is_start);
        }
        place
    }

    fn member_place(&mut self, cursor: Cursor<'u>, children: &[Cursor<'u>], span: Span) -> PlaceId {
        let base = children.iter().copied().find(|child| child.is_expression());
        let (Some(base), Some(field)) = (base, cursor.referenced()) else {
            return self.no_place(cursor, span);
        };
        if let Err(reason) = self.cx.types.lower(cursor.ty()) {
            self.unsupported(reason, span);
        }
        let is_record = base.ty().canonical().kind() == k::CXType_Record;
        let record = if !is_record {
            let pointer = self.value(base);
            let base_span = self.body.exprs[pointer].span;
            self.deref(pointer, base_span.to(span))
        } else {
            self.place_of(base)
        };
        match self.cx.types.field_path(self.place_ty(record), field) {
            Some(path) => self.follow(record, &path, span),
            None => self.no_place(cursor, span),
        }
    }

    /// The field at the end of `path`.
    pub fn follow(&mut self, record: PlaceId, path: &[u32], span: Span) -> PlaceId {
        let mut place = record;
        for &field in path {
            let ty = match self.types().get(self.place_ty(place)) {
                Type::Record(id) => self.types().records[*id].fields.get(field as usize).map(|field| field.ty),
                _ => None,
            };
            if let Some(ty) = ty {
                place = self.project(place, Projection::Field(field), ty, span);
            }
        }
        place
    }

    fn element_place(
        &mut self,
        (a, b): (Cursor<'u>, Cursor<'u>),
        element: Option<Cursor<'u>>,
        address_only: bool,
        span: Span,
    ) -> PlaceId {
        // `2[a]` is `a[2]`; evaluation stays from left to right.
        let swapped = matches!(self.cx.types.lower(a.ty()), Ok(ty) if is_integer(self.types(), ty));
        let (base, index) = if swapped { (b, a) } else { (a, b) };
        if matches!(base.ty().canonical().kind(), k::CXType_Vector | k::CXType_ExtVector) {
            return self.vector_element(base, index, span);
        }
        if let Some(array) = self.undecayed(base) {
            let place = self.place_of(array);
            let (index, items) = self.capture(|this| this.index(index));
            let place = self.protect_place(place, &items);
            self.items.extend(items);
            if self.is_open_end(place) {
                let first = self.decay(place, span);
                let ty = self.ty(first);
                let sum = self.expr(ExprKind::Binary(BinaryOp::PtrAdd, first, index), ty, span);
                return self.deref(sum, span);
            }
            return self.element_at(place, index, span);
        }
        let is_variable = self.variable_array_of(base).is_some();
        // Nothing is read from an array on the way to the address of an element.
        let value_of = |this: &mut Self| {
            this.address_only = address_only && is_variable;
            this.value(base)
        };
        let (pointer, index) = if swapped {
            let (index, pointer) = self.both(|this| this.index(index), value_of);
            (pointer, index)
        } else {
            self.both(value_of, |this| this.index(index))
        };
        if is_variable && !address_only {
            self.check_length(base, index, span);
        }
        let ty = self.ty(pointer);
        let sum = match self.stride(base) {
            Some(stride) => self.apply_strided(BinaryOp::Add, pointer, index, Some(stride), span),
            None => {
                let index = self.around(index);
                self.expr(ExprKind::Binary(BinaryOp::PtrAdd, pointer, index), ty, span)
            }
        };
        match element {
            Some(element) => self.deref_as(sum, element, span),
            None => self.deref(sum, span),
        }
    }

    /// Whether `place`, behind a pointer, is an array of one at the end of its record: how an array without length used to be
    /// written. It goes as far as the object does.
    fn is_open_end(&self, place: PlaceId) -> bool {
        let Place { base, projections, ty, .. } = &self.body.places[place];
        let PlaceBase::Deref(pointer) = base else { return false };
        let is_one = matches!(self.types().get(*ty), Type::Array { len: Some(1), .. });
        if self.cx.strict_arrays || !is_one || projections.is_empty() {
            return false;
        }
        let Some(mut at) = self.types().pointee(self.ty(*pointer)) else { return false };
        projections.iter().all(|step| match (step, self.types().get(at)) {
            (Projection::Field(field), Type::Record(record)) => {
                let record = &self.types().records[*record];
                let is_last = record.kind == RecordKind::Struct && *field as usize + 1 == record.fields.len();
                if let Some(field) = record.fields.get(*field as usize) {
                    at = field.ty;
                }
                is_last
            }
            _ => false,
        })
    }

    /// Element `index` of the array in `place`.
    pub fn element_at(&mut self, place: PlaceId, index: ExprId, span: Span) -> PlaceId {
        match *self.types().get(self.place_ty(place)) {
            Type::Array { element, .. } => self.project(place, Projection::Index(index), element, span),
            _ => place,
        }
    }

    /// An index or an amount to add to a pointer, as `long` or `unsigned long`.
    pub fn index(&mut self, cursor: Cursor<'u>) -> ExprId {
        let value = self.value(cursor);
        let value = self.index_value(value);
        self.component(value, ComponentKind::Index, cursor);
        value
    }

    /// `value` as `long` or `unsigned long`, whichever keeps it.
    pub fn index_value(&mut self, value: ExprId) -> ExprId {
        let ty = self.ty(value);
        let wide = self.types().scalar_bits(ty).is_some_and(|bits| bits >= 64);
        let kind = if wide && !self.types().is_signed(ty) { IntKind::ULong } else { IntKind::Long };
        let ty = self.int_type(kind);
        self.cast(value, ty)
    }

    /// What is added to a pointer: addresses of 32 bits go around at their end, so that a large number takes them back.
    pub fn around(&mut self, index: ExprId) -> ExprId {
        match self.types().target.pointers {
            Pointers::Bits64 => index,
            Pointers::Bits32 => {
                let (int, ty, span) = (self.int(), self.ty(index), self.body.exprs[index].span);
                let inner = match self.body.exprs[index].kind {
                    ExprKind::Cast(inner) => inner,
                    ExprKind::Int(number) if number >> 31 == 1 => {
                        let back = number as i128 - (1 << 32);
                        return self.keep_component(index, |this, _| this.constant(back, ty, span));
                    }
                    _ => return index,
                };
                let inner_ty = self.ty(inner);
                if self.types().is_signed(inner_ty) || self.types().scalar_bits(inner_ty) != Some(32) {
                    return index;
                }
                self.keep_component(index, |this, _| {
                    let signed = this.cast(inner, int);
                    this.cast(signed, ty)
                })
            }
        }
    }

    /// The array expression whose decay `cursor` is.
    fn undecayed(&mut self, cursor: Cursor<'u>) -> Option<Cursor<'u>> {
        let mut at = cursor;
        let mut array = None;
        loop {
            if matches!(at.ty().canonical().kind(), k::CXType_ConstantArray | k::CXType_IncompleteArray) {
                array = array.or(Some(at));
            }
            let children = at.children();
            at = match at.kind() {
                k::CXCursor_ParenExpr => *children.first()?,
                k::CXCursor_UnexposedExpr => match self.see_through(at, &children) {
                    Some(inner) => inner,
                    None => return array,
                },
                // libclang tells the type of a parameter as it was written, though an array there is a pointer.
                k::CXCursor_DeclRefExpr => {
                    let is_param = at.referenced().is_some_and(|decl| decl.kind() == k::CXCursor_ParmDecl);
                    return if is_param { None } else { array };
                }
                k::CXCursor_StringLiteral
                | k::CXCursor_CompoundLiteralExpr
                | k::CXCursor_MemberRefExpr
                | k::CXCursor_ArraySubscriptExpr
                | k::CXCursor_UnaryOperator
                | k::CXCursor_GenericSelectionExpr => return array,
                // Any other expression is a value, and so a pointer whatever its type is said to be.
                _ => return None,
            };
        }
    }

    /// What `pointer` points to, as the type of `cursor` has it: a type's name may ask for less alignment than the type.
    fn deref_as(&mut self, pointer: ExprId, cursor: Cursor<'u>, span: Span) -> PlaceId {
        let ty = cursor.ty();
        match (self.cx.types.lower(ty), ty.align()) {
            (Ok(lowered), Some(align))
                if is_scalar(self.types(), lowered)
                    && align < self.types().align_of(lowered)
                    && self.types().pointee(self.ty(pointer)) == Some(lowered) =>
            {
                self.deref_anywhere(pointer, lowered, span)
            }
            _ => self.deref(pointer, span),
        }
    }

    /// What `pointer` points to, as a `ty` that may be at any address: the only member of a packed record.
    pub fn deref_anywhere(&mut self, pointer: ExprId, ty: TypeId, span: Span) -> PlaceId {
        let loose = match self.cx.loose_from_type.get(&ty) {
            Some(&known) => known,
            None => {
                let size = self.types().size_of(ty).unwrap_or(0);
                let fields = vec![Field { name: None, ty, offset_bits: 0, bit_width: None }];
                let record = Record { kind: RecordKind::Struct, name: None, fields, size, align: 1 };
                let record = self.cx.types.table.records.push(record);
                let loose = self.cx.types.table.intern(Type::Record(record));
                self.cx.loose_from_type.insert(ty, loose);
                loose
            }
        };
        let target = self.cx.types.table.pointer(loose);
        let pointer = self.cast(pointer, target);
        let record = self.deref(pointer, span);
        self.project(record, Projection::Field(0), ty, span)
    }

    /// What `pointer` points to.
    pub fn deref(&mut self, pointer: ExprId, span: Span) -> PlaceId {
        if let ExprKind::AddrOf(place) = self.body.exprs[pointer].kind
            && !self.is_constant_object(place)
        {
            let Place { base, projections, ty, .. } = self.body.places[place].clone();
            return self.place(base, projections, ty, span);
        }
        let pointer_ty = self.ty(pointer);
        let Some(pointee) = self.types().pointee(pointer_ty) else {
            self.unsupported("access through something that is no pointer", span);
            let local = self.variable(String::new(), pointer_ty, span);
            self.emit(InstrKind::Declare(local), span);
            return self.local_place(local, span);
        };
        self.place(PlaceBase::Deref(pointer), Vec::new(), pointee, span)
    }

    /// Whether a place is in a variable that is `const`. By its name it is only read or initialised; a write to it by its
    /// address is one that is checked, and so keeps the address.
    fn is_constant_object(&self, place: PlaceId) -> bool {
        match self.body.places[place].base {
            PlaceBase::Local(local) => self.locals[local].is_const,
            PlaceBase::Global(global) => self.cx.globals[global].is_const,
            PlaceBase::Deref(_) => false,
        }
    }

    /// The address of `place`.
    pub fn address_of(&mut self, place: PlaceId, span: Span) -> ExprId {
        let Place { base, projections, ty, .. } = &self.body.places[place];
        let ty = *ty;
        if let (PlaceBase::Deref(pointer), true) = (*base, projections.is_empty()) {
            return pointer;
        }
        let pointer = self.cx.types.table.pointer(ty);
        self.expr(ExprKind::AddrOf(place), pointer, span)
    }

    /// The value in `place` as an operand: arrays become pointers to their first element.
    pub fn load_or_decay(&mut self, place: PlaceId, span: Span) -> ExprId {
        let ty = self.place_ty(place);
        match *self.types().get(ty) {
            Type::Array { .. } => self.decay(place, span),
            Type::Function(_) => match self.body.places[place].base {
                PlaceBase::Deref(pointer) => pointer,
                PlaceBase::Local(_) | PlaceBase::Global(_) => self.load(place),
            },
            // Nothing is there to be read: the pointer is all there is.
            Type::Void => match self.body.places[place].base {
                PlaceBase::Deref(pointer) => self.expr(ExprKind::Cast(pointer), ty, span),
                PlaceBase::Local(_) | PlaceBase::Global(_) => self.any_value(ty, span),
            },
            _ => self.load_at(place, span),
        }
    }

    /// A pointer to the first element of the array in `place`.
    pub fn decay(&mut self, place: PlaceId, span: Span) -> ExprId {
        if let &Type::Array { element, .. } = self.types().get(self.place_ty(place))
            && self.types().size_of(element).is_none()
        {
            // A row of variable length starts where its array does.
            let ty = self.cx.types.table.pointer(element);
            let address = self.address_of(place, span);
            return self.cast(address, ty);
        }
        let long = self.int_type(IntKind::Long);
        let zero = self.constant(0, long, span);
        let first = self.element_at(place, zero, span);
        self.address_of(first, span)
    }

    /// The type that projections lead to.
    pub fn projected_type(&self, base: PlaceBase, projections: &[Projection]) -> Option<TypeId> {
        let mut ty = match base {
            PlaceBase::Local(local) => self.locals[local].ty,
            PlaceBase::Global(global) => self.cx.globals[global].ty,
            PlaceBase::Deref(pointer) => self.types().pointee(self.ty(pointer))?,
        };
        for step in projections {
            ty = match (step, self.types().get(ty)) {
                (Projection::Field(field), Type::Record(record)) => {
                    self.types().records[*record].fields.get(*field as usize)?.ty
                }
                (Projection::Index(_), Type::Array { element, .. }) => *element,
                _ => return None,
            };
        }
        Some(ty)
    }
}

/// No literal is longer than this; a longer array is not a string.
const MAX_STRING_UNITS: u64 = 1 << 28;
