//! Places as addresses.

use whyc_base::source::Span;
use whyc_ir::expr::{ExprKind, PlaceBase, PlaceId, Projection};
use whyc_ir::layout;
use whyc_ir::property::{PropertyClass, Site, element_type};
use whyc_ir::types::{Type, TypeId};
use whyc_term::TermId;

use crate::memory::ObjectId;
use crate::state::{At, Machine, State};

/// Where a place is.
#[derive(Clone, Copy, Debug)]
pub struct Address {
    /// In which object.
    pub base: AddressBase,
    /// Where in it, in bytes (40 bits).
    pub offset: TermId,
    /// The position of a bit-field in its byte, and its width.
    pub bit_field: Option<(u32, u32)>,
    /// The type of what is there.
    pub ty: TypeId,
    /// What the pointer points to from which it was reached: tells what a block of memory holds.
    pub pointee: Option<TypeId>,
}

/// In which object an address is.
#[derive(Clone, Copy, Debug)]
pub enum AddressBase {
    /// One that is named.
    Object(ObjectId),
    /// The one with this number (24 bits).
    Number(TermId),
}

impl Machine<'_> {
    /// The address of a place that is going to be read or written.
    pub fn address(&mut self, state: &mut State, at: At, place: PlaceId) -> Address {
        self.address_with(state, at, place, 0)
    }

    /// The address of a place whose address is all that is wanted: it may be one past the end.
    pub(super) fn address_only(&mut self, state: &mut State, at: At, place: PlaceId) -> Address {
        self.address_with(state, at, place, 1)
    }

    /// `beyond`: how far past its array the last index may be.
    fn address_with(&mut self, state: &mut State, at: At, place_id: PlaceId, beyond: u64) -> Address {
        let body = self.body(at);
        let place = &body.places[place_id];
        let (base, mut offset, mut ty) = match place.base {
            PlaceBase::Local(local) => {
                let object = self.stack.last().expect("code should run in an activation").local(local);
                let zero = self.terms.bits(layout::OFFSET_BITS, 0);
                (AddressBase::Object(object), zero, self.program.functions[at.function].locals[local].ty)
            }
            PlaceBase::Global(global) => {
                let zero = self.terms.bits(layout::OFFSET_BITS, 0);
                let object = ObjectId(layout::global_object(global));
                (AddressBase::Object(object), zero, self.program.globals[global].ty)
            }
            PlaceBase::Deref(pointer) => {
                let value = self.scalar(state, at, pointer);
                let (object, offset) = self.split(value);
                self.cut_off_large(at, place.span, object);
                let pointer_ty = body.exprs[pointer].ty;
                let ty = self.program.types.pointee(pointer_ty).unwrap_or(pointer_ty);
                (AddressBase::Number(object), offset, ty)
            }
        };
        let pointee = matches!(base, AddressBase::Number(_)).then_some(ty);
        let mut bit_field = None;
        for (k, projection) in place.projections.iter().enumerate() {
            match *projection {
                Projection::Field(field) => {
                    let Type::Record(record) = *self.program.types.get(ty) else { continue };
                    let field = &self.program.types.records[record].fields[field as usize];
                    offset = self.offsets.shifted(self.terms, offset, field.offset_bits / 8);
                    bit_field = field.bit_width.map(|width| ((field.offset_bits % 8) as u32, width));
                    ty = field.ty;
                }
                Projection::Index(written) => {
                    let index = self.operand(state, at, written);
                    let (element, len) = element_type(self.program, ty);
                    let last = k + 1 == place.projections.len();
                    if let Some(len) = len {
                        let limit = self.terms.bits(64, u128::from(len + if last { beyond } else { 0 }));
                        let inside = self.terms.ult(index, limit);
                        let site = Site::Index(place_id, k as u32);
                        self.check(at, site, PropertyClass::Bounds, inside);
                        // A constant is not checked, but a rewriter may have put something else in its place.
                        let is_constant = matches!(body.exprs[written].kind, ExprKind::Int(_));
                        let is_known = self.terms.as_bool(inside) == Some(true);
                        if is_constant && !is_known && !self.is_due(at, site, PropertyClass::Bounds) {
                            let outside = self.terms.not(inside);
                            let guard = self.guards.and(self.terms, at.guard, outside);
                            self.unsupported(At { guard, ..at }, place.span, "access outside of an array");
                        }
                    }
                    let stride = self.program.types.size_of(element).unwrap_or(0);
                    offset = self.offsets.scaled(self.terms, offset, index, stride);
                    ty = element;
                }
            }
        }
        Address { base, offset, bit_field, ty, pointee }
    }

    /// The pointer to an address, as a value of the program.
    pub fn pointer_value(&mut self, at: At, span: Span, address: Address) -> TermId {
        let number = self.number_of(address);
        self.joined(at, span, number, address.offset)
    }

    /// An address as a number (64 bits, whatever pointers of the target have).
    pub fn pointer_to(&mut self, address: Address) -> TermId {
        let number = self.number_of(address);
        self.terms.concat(number, address.offset)
    }

    fn number_of(&mut self, address: Address) -> TermId {
        match address.base {
            AddressBase::Object(object) => self.terms.bits(layout::OBJECT_BITS, u128::from(object.0)),
            AddressBase::Number(number) => number,
        }
    }

    /// A value as it stands in memory, as one of type `ty`: bit-fields are widened.
    pub(super) fn widened(&mut self, value: TermId, ty: TypeId) -> TermId {
        let bits = self.bits_of(ty).max(1);
        if self.terms.width(value) == bits {
            value
        } else if self.program.types.is_signed(ty) {
            self.terms.sign_extend(value, bits)
        } else {
            self.terms.zero_extend(value, bits)
        }
    }
}
