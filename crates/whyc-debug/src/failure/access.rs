//! Accesses that go wrong, and memory that is freed wrongly or not at all.

use whyc_base::source::Span;
use whyc_ir::block::BlockOp;
use whyc_ir::expr::{ExprId, PlaceBase, PlaceId, Projection};
use whyc_ir::instr::InstrKind;
use whyc_ir::layout;
use whyc_ir::program::Body;
use whyc_ir::property::{PropertyClass, Site, element_type, field_type};
use whyc_unroll::step::ObjectRoot;

use super::Look;
use crate::dynamic::{BlockHistory, MomentId};
use crate::finding::{Failure, Related};

/// An access to memory.
struct Access {
    /// The object.
    number: u32,
    /// The first byte in it.
    offset: i64,
    /// How many bytes.
    size: u64,
    /// Whether it is written.
    writes: bool,
}

impl Look<'_> {
    /// The index expression of a place and the length of the array it is for.
    pub(super) fn index_and_length(&self, body: &Body, place: PlaceId, at: u32) -> Option<(ExprId, u64)> {
        let program = &*self.analysis.program;
        let function = self.graph.end.map(|end| self.graph.moments[end].at.function)?;
        let mut ty = match body.places[place].base {
            PlaceBase::Local(local) => program.functions[function].locals[local].ty,
            PlaceBase::Global(global) => program.globals[global].ty,
            PlaceBase::Deref(pointer) => program.types.pointee(body.exprs[pointer].ty)?,
        };
        for (k, projection) in body.places[place].projections.iter().enumerate() {
            match *projection {
                Projection::Field(field) => ty = field_type(program, ty, field),
                Projection::Index(index) => {
                    let (element, length) = element_type(program, ty);
                    if k == at as usize {
                        return Some((index, length?));
                    }
                    ty = element;
                }
            }
        }
        None
    }

    /// The access that fails.
    fn failing_access(&self, end: MomentId, body: &Body) -> Option<Access> {
        let Site::Deref(place) = self.property.site else { return None };
        let program = &*self.analysis.program;
        let PlaceBase::Deref(pointer) = body.places[place].base else { return None };
        let pointers = program.types.target.pointers;
        let mut address = pointers.widened(self.graph.value_at(end, pointer)? as u64);
        let mut ty = program.types.pointee(body.exprs[pointer].ty)?;
        for projection in &body.places[place].projections {
            let by = match *projection {
                Projection::Field(field) => {
                    let whyc_ir::types::Type::Record(record) = program.types.get(ty) else { return None };
                    let offset = program.types.records[*record].fields[field as usize].offset_bits / 8;
                    ty = field_type(program, ty, field);
                    offset
                }
                Projection::Index(index) => {
                    ty = element_type(program, ty).0;
                    let stride = program.types.size_of(ty)?;
                    (self.graph.value_at(end, index)? as u64).wrapping_mul(stride)
                }
            };
            let (number, offset) = layout::split_pointer(address);
            address = layout::pointer(number, offset.wrapping_add(by as i64));
        }
        let (number, offset) = layout::split_pointer(address);
        let (size, writes) = match &body.instrs[self.graph.moments[end].at.instr].kind {
            // What fails may also be read in the length or in what is filled in.
            InstrKind::Block(op @ (BlockOp::Copy { size, to, .. } | BlockOp::Fill { size, to, .. }))
                if op.places().any(|used| used == place) =>
            {
                (self.graph.value_at(end, *size)? as u64, *to == place)
            }
            InstrKind::Assign { place: target, .. }
            | InstrKind::ZeroFill(target)
            | InstrKind::Nondet { place: target, .. } => {
                (program.types.size_of(body.places[place].ty)?, *target == place)
            }
            InstrKind::Call { dest, .. } => (program.types.size_of(body.places[place].ty)?, *dest == Some(place)),
            _ => (program.types.size_of(body.places[place].ty)?, false),
        };
        Some(Access { number, offset, size, writes })
    }

    pub(super) fn access(&self, end: MomentId, body: &Body) -> Failure {
        let Some(access) = self.failing_access(end, body) else { return Failure::default() };
        let verb = if access.writes { "writes" } else { "reads" };
        let does = format!("{verb} {} at offset {}", bytes(access.size), access.offset);
        let history = self.graph.blocks.get(&access.number);
        let text = match self.property.class {
            PropertyClass::UseAfterFree => {
                format!("{does} of {}, which was freed{}", self.object(access.number), self.freed_where(history))
            }
            PropertyClass::UseAfterScope => {
                format!("{does} of {}, whose life has ended", self.object(access.number))
            }
            PropertyClass::ReadOnly => format!("writes to {}, which may not be changed", self.object(access.number)),
            _ => format!("{does} of {}", self.object_with_size(access.number)),
        };
        Failure { text, related: self.related(history) }
    }

    pub(super) fn freed(&self, end: MomentId, body: &Body) -> Failure {
        let InstrKind::Block(BlockOp::Free { pointer }) = body.instrs[self.graph.moments[end].at.instr].kind else {
            return Failure::default();
        };
        let Some(value) = self.graph.value_at(end, pointer) else { return Failure::default() };
        let (number, offset) = self.analysis.program.types.target.pointers.split(value as u64);
        let history = self.graph.blocks.get(&number);
        let text = match (self.property.class, history) {
            (PropertyClass::DoubleFree, Some(_)) => {
                format!("{} was freed already{}", self.object(number), self.freed_where(history))
            }
            (_, Some(_)) if offset != 0 => {
                format!("the pointer is {} into {}", bytes(offset.unsigned_abs()), self.object_with_size(number))
            }
            _ => format!("{} was not allocated by malloc or the like", self.object(number)),
        };
        Failure { text, related: self.related(history) }
    }

    pub(super) fn leak(&self) -> Failure {
        let Some(number) = crate::explain::leaked(self.graph, self.property) else { return Failure::default() };
        let Some(history) = self.graph.blocks.get(&number) else { return Failure::default() };
        let size = bytes(history.size);
        let since = history.lost.and_then(|lost| self.user_span(lost));
        let text = match since {
            Some(since) => {
                let line = self.analysis.program.sources.line(since);
                format!("{size} are never freed: nothing points to them any more since line {line}")
            }
            None => format!("{size} are never freed"),
        };
        let mut related = self.related(Some(history));
        related.extend(since.map(|span| Related { span, text: "the last pointer to it is lost here".to_owned() }));
        Failure { text, related }
    }

    /// Where a block was allocated and freed.
    fn related(&self, history: Option<&BlockHistory>) -> Vec<Related> {
        let Some(history) = history else { return Vec::new() };
        let allocated = history.allocated.and_then(|id| self.user_span(id));
        let freed = history.freed.and_then(|id| self.user_span(id));
        let allocated = allocated.map(|span| Related { span, text: format!("{} allocated here", bytes(history.size)) });
        allocated.into_iter().chain(freed.map(|span| Related { span, text: "freed here".to_owned() })).collect()
    }

    fn freed_where(&self, history: Option<&BlockHistory>) -> String {
        let line = |id: Option<MomentId>| {
            id.and_then(|id| self.user_span(id)).map(|span| self.analysis.program.sources.line(span))
        };
        let freed = line(history.and_then(|history| history.freed));
        let allocated = line(history.and_then(|history| history.allocated));
        match (freed, allocated) {
            (Some(freed), Some(allocated)) => format!(" in line {freed} (allocated in line {allocated})"),
            (Some(freed), None) => format!(" in line {freed}"),
            (None, _) => String::new(),
        }
    }

    /// The moment in the user's code that a moment belongs to: itself, or a call of the library.
    pub(super) fn user_moment(&self, id: MomentId) -> Option<MomentId> {
        let mut at = id;
        while self.is_in_model(at) {
            at = self.graph.activations.get(self.graph.moments[at].at.activation as usize)?.call?;
        }
        Some(at)
    }

    /// Where the user sees a moment.
    fn user_span(&self, id: MomentId) -> Option<Span> {
        let at = self.graph.moments[self.user_moment(id)?].at;
        let body = self.analysis.program.functions[at.function].body.as_ref()?;
        Some(body.instrs[at.instr].span)
    }

    /// What an object is called.
    fn object(&self, number: u32) -> String {
        let program = &*self.analysis.program;
        if let Some(history) = self.graph.blocks.get(&number) {
            return format!("a block of {}", bytes(history.size));
        }
        match self.unrolling.objects.get(number as usize).map(|object| object.root) {
            Some(root @ (ObjectRoot::Global(_) | ObjectRoot::Local(..) | ObjectRoot::Function(_))) => {
                let name = self.unrolling.root_name(program, root);
                if name.starts_with('"') { name } else { format!("`{name}`") }
            }
            Some(ObjectRoot::Null | ObjectRoot::Result(_) | ObjectRoot::Block(_)) | None => "no object".to_owned(),
        }
    }

    fn object_with_size(&self, number: u32) -> String {
        let program = &*self.analysis.program;
        if let Some(history) = self.graph.blocks.get(&number) {
            let allocated = history.allocated.and_then(|id| self.user_span(id));
            let allocated = allocated.map(|span| format!(" that was allocated in line {}", program.sources.line(span)));
            return format!("a block of {}{}", bytes(history.size), allocated.unwrap_or_default());
        }
        let size = self.unrolling.objects.get(number as usize).map(|object| object.size);
        let size = size.map(|size| format!(", which has {}", bytes(size)));
        format!("{}{}", self.object(number), size.unwrap_or_default())
    }
}

fn bytes(n: u64) -> String {
    if n == 1 { "1 byte".to_owned() } else { format!("{n} bytes") }
}
