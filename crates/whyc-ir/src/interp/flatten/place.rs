//! Places: what is known of the address is added up, what is not becomes operations.

use crate::expr::{ExprId, ExprKind, Place, PlaceBase, PlaceId, Projection};
use crate::interp::code::{Access, Base, Cell, DerefDue, Due, IndexStep};
use crate::layout::{self, Pointers};
use crate::property::{PropertyClass, Site, access_align, element_type};
use crate::types::Type;

use super::{Flattener, Op, Shape, Task, Use, push};

/// The way down into a place.
struct Path {
    /// The sum of what is known.
    offset: u64,
    /// The indices that are not, in order.
    indices: Vec<Task>,
    /// The first bit and the width of the bit-field it ends in.
    bit_field: Option<(u8, u8)>,
}

impl Flattener<'_> {
    /// The tasks that compute the address of a place and do with it what `usage` says.
    pub(super) fn place(&mut self, id: PlaceId, usage: Use, out: &mut Vec<Task>) {
        let body = self.body;
        let place = &body.places[id];
        let path = self.path(id, place, usage);
        match usage {
            Use::Address => self.address(place, path, out),
            Use::Load | Use::Store | Use::Zero => self.access(id, place, path, usage, out),
        }
    }

    fn address(&mut self, place: &Place, path: Path, out: &mut Vec<Task>) {
        match place.base {
            PlaceBase::Local(local) => {
                let found = self.code.addressed.iter().position(|&l| l == local);
                let position = found.expect("a local whose address is used should be marked so");
                out.push(Task::Op(Op::Int(path.offset)));
                out.extend(path.indices);
                out.push(Task::Op(Op::LocalAddress(position as u32)));
            }
            PlaceBase::Global(global) => {
                let pointer = layout::pointer(layout::global_object(global), path.offset as i64);
                out.push(Task::Op(Op::Int(pointer)));
                out.extend(path.indices);
            }
            PlaceBase::Deref(pointer) => {
                self.pointed(pointer, out);
                out.extend(path.indices);
                if path.offset != 0 {
                    out.push(Task::Op(Op::Offset(path.offset)));
                }
            }
        }
    }

    /// The address that a pointer is.
    fn pointed(&self, pointer: ExprId, out: &mut Vec<Task>) {
        out.push(Task::Expr(pointer));
        match self.program.types.target.pointers {
            Pointers::Bits64 => {}
            Pointers::Bits32 => out.push(Task::Op(Op::ToAddress)),
        }
    }

    fn access(&mut self, id: PlaceId, place: &Place, path: Path, usage: Use, out: &mut Vec<Task>) {
        let mut dynamic = !path.indices.is_empty();
        let base = match place.base {
            PlaceBase::Local(local) => Base::Local(local),
            PlaceBase::Global(global) => Base::Global(global),
            PlaceBase::Deref(pointer) => {
                dynamic = true;
                self.pointed(pointer, out);
                Base::Deref(self.deref_due(id))
            }
        };
        if dynamic && !matches!(base, Base::Deref(_)) {
            out.push(Task::Op(Op::Int(0)));
        }
        out.extend(path.indices);
        let shape = Shape::of(&self.program.types, place.ty).expect("a place that is used should have a size");
        let cell = match (path.bit_field, shape) {
            (Some((bit, width)), Shape::Scalar(scalar)) => Cell::Bits { scalar, bit, width },
            (Some(_) | None, shape) => Cell::Value(shape),
        };
        let read_only = self.read_only_due(id);
        let outside = match base {
            Base::Local(_) | Base::Global(_) => self.due(Site::Deref(id), PropertyClass::OutOfObject),
            Base::Deref(_) => Due::NOTHING,
        };
        let gaps = self.gaps(place, shape, usage);
        let access = Access { base, dynamic, offset: path.offset, cell, read_only, outside, gaps };
        if let (Use::Load, Some(op)) = (usage, self.fixed_load(&access)) {
            out.push(Task::Op(op));
            return;
        }
        let access = push(&mut self.code.accesses, access);
        out.push(Task::Op(match usage {
            Use::Load => Op::Load(access),
            Use::Zero => Op::Zero(access),
            Use::Store | Use::Address => Op::Store(access),
        }));
    }

    /// What an assignment to a record or array leaves alone. A variable that is cleared as a whole is cleared wholly.
    fn gaps(&mut self, place: &Place, shape: Shape, usage: Use) -> Option<u32> {
        let is_whole = place.projections.is_empty() && !matches!(place.base, PlaceBase::Deref(_));
        let is_plain = matches!(usage, Use::Load | Use::Address) || usage == Use::Zero && is_whole;
        if is_plain || matches!(shape, Shape::Scalar(_)) {
            return None;
        }
        let gaps = layout::gaps(&self.program.types, place.ty);
        (!gaps.is_empty()).then(|| push(&mut self.code.gaps, gaps))
    }

    /// The check that a place may be written.
    pub(super) fn read_only_due(&self, id: PlaceId) -> Due {
        self.due(Site::Deref(id), PropertyClass::ReadOnly)
    }

    /// The checks of the pointer that a place starts from.
    pub(super) fn deref_due(&self, id: PlaceId) -> DerefDue {
        let due = |class| self.due(Site::Deref(id), class);
        DerefDue {
            null: due(PropertyClass::NullDereference),
            scope: due(PropertyClass::UseAfterScope),
            free: due(PropertyClass::UseAfterFree),
            outside: due(PropertyClass::OutOfObject),
            aligned: due(PropertyClass::Alignment),
            align: access_align(self.program, self.body, id),
        }
    }

    /// The most frequent access of all has an operation of its own: reading a scalar local.
    fn fixed_load(&self, access: &Access) -> Option<Op> {
        if self.watched {
            return None;
        }
        let (Base::Local(local), Cell::Value(Shape::Scalar(scalar)), false) =
            (access.base, access.cell, access.dynamic)
        else {
            return None;
        };
        let extent = self.code.locals[local];
        let bytes = (scalar.bits() / 8) as u8;
        if access.outside != Due::NOTHING {
            return None;
        }
        let inside = access.offset.checked_add(u64::from(bytes)).is_some_and(|end| end <= extent.size);
        let at = u32::try_from(extent.start.checked_add(access.offset)?).ok()?;
        inside.then_some(Op::LoadLocal { at, bytes })
    }

    fn path(&mut self, id: PlaceId, place: &Place, usage: Use) -> Path {
        let program = self.program;
        let mut ty = match place.base {
            PlaceBase::Local(local) => program.functions[self.function].locals[local].ty,
            PlaceBase::Global(global) => program.globals[global].ty,
            PlaceBase::Deref(pointer) => {
                program.types.pointee(self.body.exprs[pointer].ty).expect("only a pointer should be dereferenced")
            }
        };
        let mut path = Path { offset: 0, indices: Vec::new(), bit_field: None };
        for (idx, projection) in place.projections.iter().enumerate() {
            match *projection {
                Projection::Field(field) => {
                    let Type::Record(record) = *program.types.get(ty) else {
                        unreachable!("a field projection should stand on a record");
                    };
                    let field = &program.types.records[record].fields[field as usize];
                    path.offset = path.offset.wrapping_add(field.offset_bits / 8);
                    path.bit_field = field.bit_width.map(|width| ((field.offset_bits % 8) as u8, width as u8));
                    ty = field.ty;
                }
                Projection::Index(index) => {
                    let (element, len) = element_type(program, ty);
                    ty = element;
                    let stride = program.types.size_of(element).unwrap_or(0);
                    let due = self.due(Site::Index(id, idx as u32), PropertyClass::Bounds);
                    if let (ExprKind::Int(at), Due::NOTHING) = (&self.body.exprs[index].kind, due) {
                        path.offset = path.offset.wrapping_add((*at as u64).wrapping_mul(stride));
                        continue;
                    }
                    // `&a[n]` one past the end is allowed.
                    let extra = u64::from(usage == Use::Address && idx + 1 == place.projections.len());
                    let limit = len.map_or(u64::MAX, |len| len.saturating_add(extra));
                    let step = push(&mut self.code.indices, IndexStep { stride, limit, due });
                    path.indices.extend([Task::Expr(index), Task::Op(Op::Index(step))]);
                }
            }
        }
        path
    }
}
