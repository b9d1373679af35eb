//! A tree as a place or a value.

use std::cmp::Ordering;

use whyc_debug::tape::{Life, Pointee};
use whyc_ir::expr::{BinaryOp, UnaryOp};
use whyc_ir::types::{Field, FloatKind, IntKind, Type, TypeId};

use super::convert::{self, Number};
use super::parse::Tree;
use super::{Computed, Found, Refusal, What, arith, names};
use crate::dap::debuggee::Debuggee;
use crate::dap::view::Place;

/// Evaluates trees in a call.
pub struct Runner<'a> {
    pub run: &'a mut Debuggee,
    pub activation: Option<u32>,
}

type Valued = Result<Computed, Refusal>;

impl Runner<'_> {
    /// What a tree stands for.
    pub fn found(&mut self, tree: &Tree) -> Result<Found, Refusal> {
        Ok(match tree {
            Tree::Name(name) => names::named(self.run, self.activation, name)?,
            Tree::Index(of, index) => self.index(of, index)?,
            Tree::Field(of, name) => Found::Place(self.field(of, name)?),
            Tree::Deref(pointer) => {
                let pointer = self.computed(pointer)?;
                Found::Place(self.deref(pointer)?)
            }
            Tree::Int(..)
            | Tree::Float(..)
            | Tree::Unary(..)
            | Tree::Binary(..)
            | Tree::And(..)
            | Tree::Or(..)
            | Tree::Cond(..)
            | Tree::AddressOf(_)
            | Tree::Cast(..)
            | Tree::SizeOf(_)
            | Tree::SizeOfType(_) => Found::Value(self.computed(tree)?),
        })
    }

    /// The value of a tree.
    fn computed(&mut self, tree: &Tree) -> Valued {
        match tree {
            Tree::Name(name) => {
                let found = self.found(tree)?;
                self.value(found, name)
            }
            Tree::Index(..) | Tree::Field(..) | Tree::Deref(_) => {
                let found = self.found(tree)?;
                self.value(found, "this")
            }
            Tree::Int(value, kind) => Ok(self.number(Number::Int(*value as i128, *kind), false)),
            Tree::Float(bits, kind) => {
                let ty = self.run.types.intern(Type::Float(*kind));
                Ok(Computed { ty, what: What::Bits(*bits), is_doubtful: false })
            }
            Tree::Unary(op, of) => {
                let of = self.computed(of)?;
                self.unary(*op, of)
            }
            Tree::Binary(op, a, b) => {
                let (a, b) = (self.computed(a)?, self.computed(b)?);
                self.binary(*op, a, b)
            }
            Tree::And(a, b) => self.logic(a, b, false),
            Tree::Or(a, b) => self.logic(a, b, true),
            Tree::Cond(cond, yes, no) => self.conditional(cond, yes, no),
            Tree::AddressOf(of) => match self.found(of)? {
                Found::Place(place) => self.address(place),
                Found::Value(_) => Err("only what is in memory has an address".to_owned()),
            },
            Tree::Cast(ty, of) => {
                let of = self.computed(of)?;
                self.cast(*ty, of)
            }
            Tree::SizeOf(of) => {
                let ty = match self.found(of)? {
                    Found::Place(place) if place.bit_width.is_some() => {
                        return Err("a bit-field has no size".to_owned());
                    }
                    Found::Place(place) => place.ty,
                    Found::Value(value) => value.ty,
                };
                self.size(ty)
            }
            Tree::SizeOfType(ty) => self.size(*ty),
        }
    }

    fn number(&mut self, number: Number, is_doubtful: bool) -> Computed {
        let ty = match number {
            Number::Int(_, kind) => self.run.types.int(kind),
            Number::Float(_, kind) => self.run.types.intern(Type::Float(kind)),
        };
        Computed { ty, what: What::Bits(convert::to_bits(number)), is_doubtful }
    }

    fn size(&mut self, ty: TypeId) -> Valued {
        let size = self.run.types.size_of(ty).ok_or_else(|| format!("{} has no size", self.run.types.name(ty)))?;
        let kind = names::size_kind(self.run);
        Ok(self.number(Number::Int(i128::from(size), kind), false))
    }

    /// The value in a place, or the value itself.
    pub fn value(&mut self, found: Found, name: &str) -> Valued {
        let place = match found {
            Found::Value(value) => return Ok(value),
            Found::Place(place) => place,
        };
        match *self.run.types.get(place.ty) {
            Type::Array { element, .. } => return self.address(Place { ty: element, bit_width: None, ..place }),
            Type::Record(_) => return Err(format!("`{name}` is a {}: name a member", self.run.types.name(place.ty))),
            Type::Void | Type::Function(_) => return Err(format!("`{name}` has no value")),
            Type::Bool | Type::Int(_) | Type::Enum(_) | Type::Float(_) | Type::Pointer(_) => {}
        }
        let outside = || format!("`{name}` is outside of its object");
        let part = self.run.stretch(place).ok_or_else(outside)?;
        let bits = self.run.tape.state().bits(part.slot, part.offset_bits, part.bits as u32).ok_or_else(outside)?;
        if !bits.is_known {
            return Err(format!("`{name}` has no value here: it is uninitialised, and the run never looks at it"));
        }
        let is_doubtful = !bits.is_written;
        let value = self.run.extended(place, bits.value);
        if let Some(width) = place.bit_width
            && let Some(kind) = self.run.int_kind(place.ty)
        {
            return match width {
                0..32 => Ok(self.number(Number::Int(convert::from_bits(kind, value), IntKind::Int), is_doubtful)),
                _ if width == kind.bits() => Ok(Computed { ty: place.ty, what: What::Bits(value), is_doubtful }),
                _ => Err(format!("`{name}` is a bit-field of a type that is not known here")),
            };
        }
        let what = match self.run.types.is_pointer(place.ty) {
            true => What::Pointer(self.run.tape.pointee(&self.run.program, value as u64)),
            false => What::Bits(value),
        };
        Ok(Computed { ty: place.ty, what, is_doubtful })
    }

    /// The address of a place.
    fn address(&mut self, place: Place) -> Valued {
        if place.bit_width.is_some() {
            return Err("a bit-field has no address".to_owned());
        }
        let to = Pointee::Object { slot: place.slot, offset: (place.offset_bits / 8) as i64, life: Life::Alive };
        let ty = self.run.types.pointer(place.ty);
        Ok(Computed { ty, what: What::Pointer(to), is_doubtful: false })
    }

    /// What a pointer points to.
    fn deref(&mut self, pointer: Computed) -> Result<Place, Refusal> {
        let (Some(pointee), What::Pointer(to)) = (self.run.types.pointee(pointer.ty), pointer.what) else {
            return Err(format!("{} is no pointer", self.run.types.name(pointer.ty)));
        };
        let shown = self.run.tape.show_pointer(&self.run.program, &self.run.types, pointee, to);
        let (slot, offset) = match to {
            Pointee::Null => return Err("the pointer is NULL here".to_owned()),
            Pointee::Function(_) => return Err("the pointer is one to a function".to_owned()),
            Pointee::Nothing(_) => return Err(format!("the pointer points to no object: {shown}")),
            Pointee::Object { life: Life::Ended | Life::Freed, .. } => {
                return Err(format!("the pointer dangles: {shown}"));
            }
            Pointee::Object { slot, offset, life: Life::Alive } => (slot, offset),
        };
        let size = match self.run.types.get(pointee) {
            Type::Void => return Err("a pointer to void has to be cast before it is followed".to_owned()),
            Type::Array { len: None, .. } => Some(0),
            _ => self.run.types.size_of(pointee),
        };
        let Some(size) = size else { return Err(format!("{} has no size", self.run.types.name(pointee))) };
        let outside = || format!("the pointer points outside of its object: {shown}");
        let offset = u64::try_from(offset).map_err(|_| outside())?;
        if offset.checked_add(size).is_none_or(|end| end > self.run.tape.state().slot(slot).size) {
            return Err(outside());
        }
        Ok(Place { slot, offset_bits: offset * 8, ty: pointee, bit_width: None })
    }

    fn index(&mut self, of: &Tree, index: &Tree) -> Result<Found, Refusal> {
        if let Tree::Name(_) | Tree::Index(..) | Tree::Field(..) | Tree::Deref(_) = of
            && let Found::Place(place) = self.found(of)?
            && let Type::Array { element, len } = *self.run.types.get(place.ty)
        {
            let at = self.computed(index)?;
            let Number::Int(at, _) = self.as_number(at)? else { return Err("an index is a whole number".to_owned()) };
            if let Some(len) = len.filter(|&len| len > 0)
                && !(0..i128::from(len)).contains(&at)
            {
                return Err(format!("index {at} is outside of an array of {len}"));
            }
            let first = self.address(Place { ty: element, bit_width: None, ..place })?;
            let pointer = self.moved(first, at)?;
            return Ok(Found::Place(self.deref(pointer)?));
        }
        let (a, b) = (self.computed(of)?, self.computed(index)?);
        let sum = self.binary(BinaryOp::Add, a, b)?;
        Ok(Found::Place(self.deref(sum)?))
    }

    fn field(&mut self, of: &Tree, name: &str) -> Result<Place, Refusal> {
        let Found::Place(place) = self.found(of)? else { return Err("only what is in memory has members".to_owned()) };
        let Type::Record(record) = *self.run.types.get(place.ty) else {
            let hint = if self.run.types.is_pointer(place.ty) { ": a pointer is followed by `->`" } else { "" };
            return Err(format!("{} has no members{hint}", self.run.types.name(place.ty)));
        };
        let found = member(self.run, &self.run.types.records[record].fields, name, 0);
        let missing = || format!("{} has no member `{name}`", self.run.types.name(place.ty));
        let (offset_bits, ty, bit_width) = found.ok_or_else(missing)?;
        Ok(Place { slot: place.slot, offset_bits: place.offset_bits + offset_bits, ty, bit_width })
    }

    fn as_number(&self, value: Computed) -> Result<Number, Refusal> {
        let What::Bits(bits) = value.what else { return Err("a pointer is no number here".to_owned()) };
        match *self.run.types.get(value.ty) {
            Type::Bool => Ok(Number::Int((bits & 1) as i128, IntKind::UChar)),
            Type::Int(kind) => Ok(Number::Int(convert::from_bits(kind, bits), kind)),
            Type::Enum(e) => {
                let kind = self.run.types.enums[e].underlying;
                Ok(Number::Int(convert::from_bits(kind, bits), kind))
            }
            Type::Float(FloatKind::Float) => {
                Ok(Number::Float(f64::from(f32::from_bits(bits as u32)), FloatKind::Float))
            }
            Type::Float(FloatKind::Double) => Ok(Number::Float(f64::from_bits(bits as u64), FloatKind::Double)),
            Type::Float(FloatKind::LongDouble) => Err("long double is not computed with here".to_owned()),
            _ => Err(format!("{} is no number", self.run.types.name(value.ty))),
        }
    }

    /// Whether a value is not zero.
    pub fn truth(&self, value: Computed) -> Result<bool, Refusal> {
        match value.what {
            What::Pointer(to) => Ok(to != Pointee::Null),
            What::Bits(_) => Ok(arith::is_true(self.as_number(value)?)),
        }
    }

    fn unary(&mut self, op: Option<UnaryOp>, of: Computed) -> Valued {
        if op == Some(UnaryOp::Not) {
            let truth = self.truth(of)?;
            return Ok(self.number(Number::Int(i128::from(!truth), IntKind::Int), of.is_doubtful));
        }
        let number = match (op, self.as_number(of)?) {
            (Some(UnaryOp::Neg), Number::Float(value, kind)) => Number::Float(-value, kind),
            (Some(UnaryOp::BitNot), Number::Float(..)) => return Err("this operator is for whole numbers".to_owned()),
            (_, Number::Float(value, kind)) => Number::Float(value, kind),
            (op, Number::Int(value, kind)) => {
                let kind = convert::promoted(convert::computable(kind)?);
                match op {
                    Some(UnaryOp::Neg) => arith::binary(BinaryOp::Sub, Number::Int(0, kind), Number::Int(value, kind))?,
                    Some(UnaryOp::BitNot) => Number::Int(convert::wrapped(!value, kind), kind),
                    Some(UnaryOp::Not) | None => Number::Int(value, kind),
                }
            }
        };
        Ok(self.number(number, of.is_doubtful))
    }

    fn logic(&mut self, a: &Tree, b: &Tree, shortcut: bool) -> Valued {
        let first = self.computed(a)?;
        let mut is_doubtful = first.is_doubtful;
        let mut truth = self.truth(first)?;
        if truth != shortcut {
            let second = self.computed(b)?;
            is_doubtful |= second.is_doubtful;
            truth = self.truth(second)?;
        }
        Ok(self.number(Number::Int(i128::from(truth), IntKind::Int), is_doubtful))
    }

    fn conditional(&mut self, cond: &Tree, yes: &Tree, no: &Tree) -> Valued {
        let cond = self.computed(cond)?;
        let (chosen, other) = if self.truth(cond)? { (yes, no) } else { (no, yes) };
        let mut value = self.computed(chosen)?;
        let untyped = |reason| format!("the type is not known, since the other arm has no value: {reason}");
        let other = self.computed(other).map_err(untyped)?;
        value.is_doubtful |= cond.is_doubtful;
        if let (What::Bits(_), What::Bits(_)) = (value.what, other.what) {
            // The type is the one in which both would be added.
            let (a, b) = (self.as_number(value)?, self.as_number(other)?);
            let ty = match (a, b) {
                (Number::Int(_, a), Number::Int(_, b)) => {
                    let kind = convert::common(convert::computable(a)?, convert::computable(b)?);
                    self.run.types.int(kind)
                }
                (Number::Float(_, FloatKind::Double), _) | (_, Number::Float(_, FloatKind::Double)) => {
                    self.run.types.intern(Type::Float(FloatKind::Double))
                }
                _ => self.run.types.intern(Type::Float(FloatKind::Float)),
            };
            return self.cast(ty, value);
        }
        Ok(value)
    }

    fn binary(&mut self, op: BinaryOp, a: Computed, b: Computed) -> Valued {
        let is_doubtful = a.is_doubtful || b.is_doubtful;
        match (a.what, b.what) {
            (What::Bits(_), What::Bits(_)) => {
                let number = arith::binary(op, self.as_number(a)?, self.as_number(b)?)?;
                Ok(self.number(number, is_doubtful))
            }
            (What::Pointer(x), What::Pointer(y)) => {
                let number = self.pointers(op, a.ty, x, y)?;
                Ok(self.number(number, is_doubtful))
            }
            (What::Pointer(x), What::Bits(_)) if op.is_comparison() => {
                let y = self.null(b)?;
                let number = self.pointers(op, a.ty, x, y)?;
                Ok(self.number(number, is_doubtful))
            }
            (What::Bits(_), What::Pointer(y)) if op.is_comparison() => {
                let x = self.null(a)?;
                let number = self.pointers(op, b.ty, x, y)?;
                Ok(self.number(number, is_doubtful))
            }
            (What::Pointer(_), What::Bits(_)) if matches!(op, BinaryOp::Add | BinaryOp::Sub) => {
                let Number::Int(by, _) = self.as_number(b)? else {
                    return Err("a pointer is moved by whole numbers".to_owned());
                };
                let moved = self.moved(a, if op == BinaryOp::Add { by } else { -by })?;
                Ok(Computed { is_doubtful, ..moved })
            }
            (What::Bits(_), What::Pointer(_)) if op == BinaryOp::Add => {
                let Number::Int(by, _) = self.as_number(a)? else {
                    return Err("a pointer is moved by whole numbers".to_owned());
                };
                let moved = self.moved(b, by)?;
                Ok(Computed { is_doubtful, ..moved })
            }
            _ => Err("this operator is not one for pointers".to_owned()),
        }
    }

    /// The null pointer that a zero is.
    fn null(&self, value: Computed) -> Result<Pointee, Refusal> {
        match self.as_number(value)? {
            Number::Int(0, _) => Ok(Pointee::Null),
            _ => Err("pointers are not compared with numbers here".to_owned()),
        }
    }

    fn stride(&self, pointer: TypeId) -> Result<i128, Refusal> {
        let pointee = self.run.types.pointee(pointer).ok_or_else(|| "this is no pointer".to_owned())?;
        let size = self.run.types.size_of(pointee).filter(|&size| size > 0);
        size.map(i128::from).ok_or_else(|| format!("{} has no size", self.run.types.name(pointee)))
    }

    /// A pointer moved by so many elements, inside its object or to its end.
    fn moved(&self, pointer: Computed, by: i128) -> Valued {
        let What::Pointer(to) = pointer.what else { return Err("this is no pointer".to_owned()) };
        let stride = self.stride(pointer.ty)?;
        let Pointee::Object { slot, offset, life } = to else {
            return if by == 0 {
                Ok(pointer)
            } else {
                Err("this pointer points to no object that it could be moved in".to_owned())
            };
        };
        let target = by.checked_mul(stride).and_then(|by| by.checked_add(i128::from(offset)));
        let size = i128::from(self.run.tape.state().slot(slot).size);
        match target.filter(|target| (0..=size).contains(target)) {
            Some(target) => {
                let to = Pointee::Object { slot, offset: target as i64, life };
                Ok(Computed { what: What::Pointer(to), ..pointer })
            }
            None => Err(format!("the pointer would leave its object, {}", self.run.tape.name(&self.run.program, slot))),
        }
    }

    /// Two pointers compared or subtracted.
    fn pointers(&self, op: BinaryOp, ty: TypeId, a: Pointee, b: Pointee) -> Result<Number, Refusal> {
        let int = |truth: bool| Ok(Number::Int(i128::from(truth), IntKind::Int));
        let same = match (a, b) {
            (Pointee::Object { slot: x, offset: a, .. }, Pointee::Object { slot: y, offset: b, .. }) if x == y => {
                Some((a, b))
            }
            _ => None,
        };
        match op {
            BinaryOp::Sub => {
                let (a, b) = same.ok_or_else(|| "the pointers do not point into one object".to_owned())?;
                let (distance, stride) = (i128::from(a) - i128::from(b), self.stride(ty)?);
                if distance % stride != 0 {
                    return Err("the pointers are not a whole number of elements apart".to_owned());
                }
                Ok(Number::Int(distance / stride, names::longs(self.run).0))
            }
            BinaryOp::Eq | BinaryOp::Ne => {
                let equal = match (same, a, b) {
                    (Some((a, b)), ..) => a == b,
                    (
                        None,
                        Pointee::Object { slot: x, offset: a, life: p },
                        Pointee::Object { slot: y, offset: b, life: q },
                    ) => {
                        let inside = |slot, offset: i64| {
                            u64::try_from(offset).is_ok_and(|it| it < self.run.tape.state().slot(slot).size)
                        };
                        if !(inside(x, a) && inside(y, b) && p == Life::Alive && q == Life::Alive) {
                            return Err(
                                "whether these pointers are equal depends on where objects happen to be".to_owned()
                            );
                        }
                        false
                    }
                    _ => a == b,
                };
                int(equal == (op == BinaryOp::Eq))
            }
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
                let (a, b) = same.ok_or_else(|| "the pointers do not point into one object".to_owned())?;
                int(arith::holds(op, Some(Ord::cmp(&a, &b) as Ordering)))
            }
            _ => Err("this operator is not one for pointers".to_owned()),
        }
    }

    fn cast(&mut self, to: TypeId, value: Computed) -> Valued {
        let is_doubtful = value.is_doubtful;
        let number = |this: &mut Self, number| Ok(Computed { ty: to, ..this.number(number, is_doubtful) });
        match (self.run.types.get(to).clone(), value.what) {
            (Type::Pointer(_), What::Pointer(_)) => Ok(Computed { ty: to, ..value }),
            (Type::Pointer(_), What::Bits(_)) => match self.null(value) {
                Ok(null) => Ok(Computed { ty: to, what: What::Pointer(null), is_doubtful }),
                Err(_) => Err("whyc knows objects, not addresses: a number is no pointer here".to_owned()),
            },
            (Type::Bool, _) => {
                let truth = self.truth(value)?;
                Ok(Computed { ty: to, what: What::Bits(u128::from(truth)), is_doubtful })
            }
            (_, What::Pointer(_)) => Err("whyc knows objects, not addresses: a pointer is no number here".to_owned()),
            (Type::Int(_) | Type::Enum(_), What::Bits(_)) => {
                let kind = convert::computable(self.run.int_kind(to).unwrap_or(IntKind::Int))?;
                match self.as_number(value)? {
                    Number::Int(value, from) => {
                        convert::computable(from)?;
                        number(self, Number::Int(convert::wrapped(value, kind), kind))
                    }
                    Number::Float(value, _) => number(self, Number::Int(convert::truncated(value, kind)?, kind)),
                }
            }
            (Type::Float(FloatKind::LongDouble), _) => Err("long double is not computed with here".to_owned()),
            (Type::Float(kind), What::Bits(_)) => {
                let from = self.as_number(value)?;
                number(self, Number::Float(convert::floated(from, kind), kind))
            }
            (Type::Void | Type::Array { .. } | Type::Record(_) | Type::Function(_), What::Bits(_)) => {
                Err(format!("nothing is converted to {}", self.run.types.name(to)))
            }
        }
    }
}

/// A member, also one of a part without a name: where it is, its type, how many bits it has if they are counted.
fn member(run: &Debuggee, fields: &[Field], name: &str, offset: u64) -> Option<(u64, TypeId, Option<u32>)> {
    for field in fields {
        let at = offset + field.offset_bits;
        match (&field.name, run.types.get(field.ty)) {
            (Some(known), _) if known == name => return Some((at, field.ty, field.bit_width)),
            (None, Type::Record(inner)) => {
                let found = member(run, &run.types.records[*inner].fields, name, at);
                if found.is_some() {
                    return found;
                }
            }
            _ => {}
        }
    }
    None
}
