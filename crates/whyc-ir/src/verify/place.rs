//! Places.

use crate::expr::{Place, PlaceBase, PlaceId, Projection};
use crate::types::{Type, TypeId};

use super::Entity;
use super::body::Checker;

impl Checker<'_, '_> {
    pub(super) fn place(&mut self, id: PlaceId) {
        let place = &self.body.places[id];
        let message = match self.reached(place) {
            Err(message) => message,
            Ok((ty, _)) if ty != place.ty => {
                let (found, given) = (self.types.name(ty), self.types.name(place.ty));
                format!("a place should have the type its projections lead to: {found}, not {given}")
            }
            Ok(_) => return,
        };
        self.errors.add(Entity::Place(self.id, id), message);
    }

    /// Whether a place is a bit-field. Of a place that is wrong, this does not matter.
    pub(super) fn is_bit_field(&self, id: PlaceId) -> bool {
        self.reached(&self.body.places[id]).is_ok_and(|(_, bit_field)| bit_field)
    }

    /// The type that the projections lead to, and whether that is a bit-field.
    fn reached(&self, place: &Place) -> Result<(TypeId, bool), String> {
        let mut ty = match place.base {
            PlaceBase::Local(local) => self.function.locals[local].ty,
            PlaceBase::Global(global) => self.program.globals[global].ty,
            PlaceBase::Deref(pointer) => {
                self.types.pointee(self.ty(pointer)).ok_or("only a pointer should be dereferenced")?
            }
        };
        let mut bit_field = false;
        for projection in &place.projections {
            if bit_field {
                return Err("a bit-field should come last".to_owned());
            }
            match *projection {
                Projection::Field(field) => {
                    let Type::Record(record) = self.types.get(ty) else {
                        return Err("a field should be one of a record".to_owned());
                    };
                    let fields = &self.types.records[*record].fields;
                    let field = fields.get(field as usize).ok_or("the record should have the field")?;
                    ty = field.ty;
                    bit_field = field.bit_width.is_some();
                }
                Projection::Index(index) => {
                    let Type::Array { element, .. } = self.types.get(ty) else {
                        return Err("an index should be one of an array".to_owned());
                    };
                    ty = *element;
                    if !self.is_index(self.ty(index)) {
                        return Err("an index should have type long or unsigned long".to_owned());
                    }
                }
            }
        }
        Ok((ty, bit_field))
    }
}
