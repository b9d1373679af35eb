//! Variable arguments.
//!
//! A function that takes them gets one more parameter: a pointer to where its caller has put them, one
//! after the other, each in a multiple of eight bytes, behind eight bytes that tell its type. A `va_list` holds, in its member for such
//! arguments, the place of the next one.

use whyc_base::source::Span;
use whyc_ir::expr::{BinaryOp, ExprId, ExprKind, PlaceId, Projection};
use whyc_ir::instr::InstrKind;
use whyc_ir::signature::REST;
use whyc_ir::types::{IntKind, Type, TypeId};

use super::builder::Builder;
use crate::clang::cursor::Cursor;

/// The room for what tells the type of an argument.
const TAG_BYTES: u64 = 8;

/// Where the pointer to the next argument stands in a `va_list` of x86-64.
const NEXT_AT: i128 = 8;

impl<'u> Builder<'_, 'u> {
    /// Puts the arguments after the named ones into memory; the pointer to them.
    pub fn pack_arguments(&mut self, args: &[ExprId], span: Span) -> ExprId {
        let char_ty = self.int_type(IntKind::Char);
        let pointer_ty = self.cx.types.table.pointer(char_ty);
        let sizes = args.iter().map(|&arg| TAG_BYTES + room(self.types().size_of(self.ty(arg)).unwrap_or(8)));
        let sizes: Vec<u64> = sizes.collect();
        // A function may look for one more argument than there is: that is not in the object then.
        let len = sizes.iter().sum::<u64>().max(1);
        let array = self.cx.types.table.intern(Type::Array { element: char_ty, len: Some(len) });
        let local = self.variable(String::new(), array, span);
        self.addressed_locals.insert(local);
        self.emit(InstrKind::Declare(local), span);
        let whole = self.local_place(local, span);
        let start = self.decayed(whole, pointer_ty, span);
        let mut at = 0;
        for (&arg, size) in args.iter().zip(sizes) {
            let ty = self.ty(arg);
            let long = self.int_type(IntKind::Long);
            let tag = self.constant(self.tag(ty), long, span);
            let tag_place = self.argument_place(start, at, long, span);
            self.assign(tag_place, tag, span);
            let place = self.argument_place(start, at + TAG_BYTES as i128, ty, span);
            self.assign(place, arg, span);
            at += size as i128;
        }
        start
    }

    /// A number for all types that may be asked for in place of each other: integers of one size, pointers.
    fn tag(&self, ty: TypeId) -> i128 {
        let size = i128::from(self.types().size_of(ty).unwrap_or(0));
        let kind = match self.types().get(ty) {
            Type::Bool | Type::Int(_) | Type::Enum(_) => 1,
            Type::Float(_) => 2,
            Type::Pointer(_) | Type::Array { .. } | Type::Function(_) => 3,
            Type::Record(_) | Type::Void => 4,
        };
        size * 8 + kind
    }

    /// The first byte of an array of characters.
    fn decayed(&mut self, array: PlaceId, pointer_ty: TypeId, span: Span) -> ExprId {
        let ty = self.cx.types.table.pointer(self.place_ty(array));
        let address = self.expr(ExprKind::AddrOf(array), ty, span);
        self.cast(address, pointer_ty)
    }

    /// What is `offset` bytes behind a pointer to characters, as a `ty`.
    fn argument_place(&mut self, pointer: ExprId, offset: i128, ty: TypeId, span: Span) -> PlaceId {
        let long = self.int_type(IntKind::Long);
        let offset = self.constant(offset, long, span);
        let pointer_ty = self.ty(pointer);
        let moved = self.expr(ExprKind::Binary(BinaryOp::PtrAdd, pointer, offset), pointer_ty, span);
        self.deref_anywhere(moved, ty, span)
    }

    /// `va_start(list, …)`
    pub fn va_start(&mut self, list: Cursor<'u>, span: Span) {
        let found = self.locals.iter_enumerated().find(|(_, local)| local.name == REST);
        let Some((param, _)) = found else {
            return self.unsupported("`va_start` in a function without variable arguments", span);
        };
        let place = self.next_argument(list, span);
        let start = self.load_local(param, span);
        let ty = self.place_ty(place);
        let start = self.cast(start, ty);
        self.assign(place, start, span);
    }

    /// `va_copy(to, from)`
    pub fn va_copy(&mut self, to: Cursor<'u>, from: Cursor<'u>, span: Span) {
        let from = self.next_argument(from, span);
        let value = self.load(from);
        let value = self.save(value);
        let to = self.next_argument(to, span);
        let ty = self.place_ty(to);
        let value = self.cast(value, ty);
        self.assign(to, value, span);
    }

    /// `va_arg(list, type)`
    pub fn va_arg(&mut self, list: Cursor<'u>, ty: TypeId, span: Span) -> ExprId {
        let place = self.next_argument(list, span);
        let pointer = self.load(place);
        let char_ty = self.int_type(IntKind::Char);
        let bytes_ty = self.cx.types.table.pointer(char_ty);
        let pointer = self.cast(pointer, bytes_ty);
        let pointer = self.save(pointer);
        let size = TAG_BYTES + room(self.types().size_of(ty).unwrap_or(8));
        let long = self.int_type(IntKind::Long);
        let tag_place = self.argument_place(pointer, 0, long, span);
        let tag = self.load(tag_place);
        let wanted = self.constant(self.tag(ty), long, span);
        let fits = self.apply(BinaryOp::Eq, tag, wanted, span);
        let as_it_should = self.new_label();
        self.emit(InstrKind::Branch { cond: fits, when: true, target: as_it_should }, span);
        self.unsupported("an argument that is asked for with another type than it has", span);
        self.place_label(as_it_should);
        let step = self.constant(i128::from(size), long, span);
        let pointer_ty = self.ty(pointer);
        let after = self.expr(ExprKind::Binary(BinaryOp::PtrAdd, pointer, step), pointer_ty, span);
        let list_ty = self.place_ty(place);
        let after = self.cast(after, list_ty);
        self.assign(place, after, span);
        let argument = self.argument_place(pointer, TAG_BYTES as i128, ty, span);
        let value = self.load(argument);
        self.save(value)
    }

    /// What of a `va_list` points to the next argument: on x86-64, where it is an array of one, so that its value is a pointer,
    /// a member; elsewhere the list itself, which is a pointer, or the first member of the record that it is.
    fn next_argument(&mut self, list: Cursor<'u>, span: Span) -> PlaceId {
        let lowered = self.cx.types.lower(list.ty()).ok();
        let is_record = |ty| matches!(self.types().get(ty), Type::Record(_));
        if let Some(ty) = lowered.filter(|&ty| is_record(ty)) {
            let place = self.place_of(list);
            let Type::Record(record) = *self.types().get(ty) else { return place };
            let Some(first) = self.types().records[record].fields.first().map(|field| field.ty) else { return place };
            return self.project(place, Projection::Field(0), first, span);
        }
        if let Some(pointee) = lowered.and_then(|ty| self.types().pointee(ty))
            && !is_record(pointee)
        {
            return self.place_of(list);
        }
        let list = self.value(list);
        let char_ty = self.int_type(IntKind::Char);
        let pointer_ty = self.cx.types.table.pointer(char_ty);
        let list = self.cast(list, pointer_ty);
        self.argument_place(list, NEXT_AT, pointer_ty, span)
    }
}

/// The room that an argument of `size` bytes takes.
fn room(size: u64) -> u64 {
    size.next_multiple_of(8).max(8)
}
