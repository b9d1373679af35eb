//! Collects the properties of a function, in the order of evaluation.
//!
//! Expressions may be deep, so what is still to be visited is a list and not the call stack.

use rustc_hash::FxHashMap;
use whyc_base::source::Span;

use crate::block::{BlockLife, BlockOp};
use crate::expr::{BinaryOp, ExprId, ExprKind, Intrinsic, PlaceBase, PlaceId, Projection, UnaryOp};
use crate::instr::{Callee, InstrId, InstrKind};
use crate::program::{Body, FunctionId, GlobalKind, Origin, Program};
use crate::types::Type;

use super::library::Library;
use super::{ClassSet, Property, PropertyClass, PropertyTable, Site, access_align, element_type, field_type};

/// Adds the properties of one function.
pub(super) fn function(
    program: &Program,
    function: FunctionId,
    body: &Body,
    (classes, library): (ClassSet, &Library),
    table: &mut PropertyTable,
) {
    let counts = FxHashMap::default();
    let mut walk = Walk { program, function, body, classes, library, table, counts, at: InstrId(0) };
    let mut todo = Vec::new();
    for id in body.instrs.ids() {
        walk.at = id;
        walk.instr(id, &mut todo);
        todo.reverse();
        // The next task is the last one.
        while let Some(task) = todo.pop() {
            let start = todo.len();
            match task {
                Task::Expr(id) => walk.expr(id, &mut todo),
                Task::Operator(id) => walk.operator(id),
                Task::Place(id, access) => walk.place(id, access, &mut todo),
                Task::Index { place, idx, index, limit } => walk.index(place, idx, index, limit),
                Task::Deref(id) => walk.deref(id),
                Task::DerefRange(id) => walk.deref_range(id),
                Task::Written(id) => walk.written(id),
                Task::Instr(id, class, description) => {
                    let span = walk.instr_span(id);
                    walk.add(Site::Instr(id), class, span, description);
                }
                Task::Library(id) => walk.library_call(id),
            }
            todo[start..].reverse();
        }
    }
}

/// Something still to be visited.
enum Task {
    /// An expression with all below it.
    Expr(ExprId),
    /// The checks of an operator, its operands being done.
    Operator(ExprId),
    /// A place with all below it.
    Place(PlaceId, Access),
    /// The check of one index, which should be below `limit`.
    Index { place: PlaceId, idx: u32, index: ExprId, limit: Option<u64> },
    /// The checks of the pointer a place starts from.
    Deref(PlaceId),
    /// The same where more than the place itself is accessed.
    DerefRange(PlaceId),
    /// The check that a place may be written.
    Written(PlaceId),
    /// The check of an instruction.
    Instr(InstrId, PropertyClass, Option<String>),
    /// What the library checks that is called.
    Library(InstrId),
}

/// Whether a place is read or written, or only its address taken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    Read,
    Written,
    /// What starts there is read, as far as an instruction says.
    RangeRead,
    /// What starts there is written, as far as an instruction says.
    RangeWritten,
    Addressed,
}

struct Walk<'a> {
    program: &'a Program,
    function: FunctionId,
    body: &'a Body,
    classes: ClassSet,
    library: &'a Library,
    table: &'a mut PropertyTable,
    counts: FxHashMap<PropertyClass, u32>,
    /// The instruction that is being visited.
    at: InstrId,
}

impl Walk<'_> {
    fn instr(&mut self, id: InstrId, out: &mut Vec<Task>) {
        match &self.body.instrs[id].kind {
            InstrKind::Declare(_)
            | InstrKind::Kill(_)
            | InstrKind::Jump(_)
            | InstrKind::Halt
            | InstrKind::Unsupported(_)
            | InstrKind::Label => {}
            InstrKind::Assign { place, value } => {
                out.extend([Task::Expr(*value), Task::Place(*place, Access::Written)]);
            }
            InstrKind::Return(None) => {
                let ret = self.program.functions[self.function].ret;
                if !matches!(self.program.types.get(ret), Type::Void) {
                    out.push(Task::Instr(id, PropertyClass::MissingReturn, None));
                }
            }
            InstrKind::ZeroFill(place) | InstrKind::Nondet { place, .. } => {
                out.push(Task::Place(*place, Access::Written));
            }
            InstrKind::Call { dest, callee, args } => {
                out.extend(args.iter().map(|&arg| Task::Expr(arg)));
                if let Callee::Indirect(pointer) = *callee {
                    out.extend([Task::Expr(pointer), Task::Instr(id, PropertyClass::FunctionPointer, None)]);
                }
                if self.program.functions[self.function].origin == Origin::User {
                    out.push(Task::Library(id));
                }
                out.extend(dest.map(|dest| Task::Place(dest, Access::Written)));
            }
            InstrKind::Branch { cond: value, .. }
            | InstrKind::Switch { value, .. }
            | InstrKind::Return(Some(value))
            | InstrKind::Assume(value)
            | InstrKind::Cover(value) => out.push(Task::Expr(*value)),
            InstrKind::Block(op) => {
                // Of what is copied or filled, the pointers come before the number of bytes.
                let places = op.places().map(|place| match op {
                    BlockOp::Copy { from, .. } if *from == place => Task::Place(place, Access::RangeRead),
                    _ => Task::Place(place, Access::RangeWritten),
                });
                let exprs = op.exprs().map(Task::Expr);
                match op {
                    BlockOp::Allocate { life, .. } => {
                        out.extend(exprs);
                        out.extend(op.places().map(|place| Task::Place(place, Access::Written)));
                        if *life == BlockLife::Heap {
                            out.push(Task::Instr(id, PropertyClass::Leak, None));
                        }
                    }
                    BlockOp::Free { .. } => {
                        out.extend(exprs);
                        out.push(Task::Instr(id, PropertyClass::InvalidFree, None));
                        out.push(Task::Instr(id, PropertyClass::DoubleFree, None));
                    }
                    BlockOp::Copy { .. } | BlockOp::Fill { .. } | BlockOp::Havoc { .. } | BlockOp::Release { .. } => {
                        out.extend(exprs.chain(places));
                    }
                }
            }
            InstrKind::Output(output) => out.extend(output.exprs().map(Task::Expr)),
            InstrKind::Assert { cond, class, description } => {
                out.extend([Task::Expr(*cond), Task::Instr(id, *class, Some(description.clone()))]);
            }
        }
    }

    /// A call of the library is checked as a whole, once for each class. Where a class is switched off, the models' own
    /// checks are passed over too.
    fn library_call(&mut self, id: InstrId) {
        let instr = &self.body.instrs[id];
        let InstrKind::Call { callee, .. } = &instr.kind else { return };
        let span = instr.span;
        for class in self.library.checked_by(callee) {
            if self.program.is_checked(class, span, self.classes) {
                self.add(Site::Call(id), class, span, None);
            } else {
                self.table.passed_over.insert((self.function, Site::Call(id), class));
            }
        }
    }

    /// Of an indirect call, what is wrong is the pointer.
    fn instr_span(&self, id: InstrId) -> Span {
        let instr = &self.body.instrs[id];
        match instr.kind {
            InstrKind::Call { callee: Callee::Indirect(pointer), .. } => self.body.exprs[pointer].span,
            _ => instr.span,
        }
    }

    fn expr(&mut self, id: ExprId, out: &mut Vec<Task>) {
        match &self.body.exprs[id].kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddr(_) => {}
            ExprKind::Load(place) => out.push(Task::Place(*place, Access::Read)),
            ExprKind::AddrOf(place) => out.push(Task::Place(*place, Access::Addressed)),
            ExprKind::Unary(_, a) => out.extend([Task::Expr(*a), Task::Operator(id)]),
            ExprKind::Binary(_, a, b) => out.extend([Task::Expr(*a), Task::Expr(*b), Task::Operator(id)]),
            ExprKind::Cast(a) => out.extend([Task::Expr(*a), Task::Operator(id)]),
            ExprKind::And(a, b) | ExprKind::Or(a, b) => out.extend([Task::Expr(*a), Task::Expr(*b)]),
            ExprKind::Cond(c, a, b) => out.extend([Task::Expr(*c), Task::Expr(*a), Task::Expr(*b)]),
            ExprKind::Intrinsic(_, args) => {
                out.extend(args.iter().map(|&arg| Task::Expr(arg)));
                out.push(Task::Operator(id));
            }
        }
    }

    fn operator(&mut self, id: ExprId) {
        let expr = &self.body.exprs[id];
        match &expr.kind {
            ExprKind::Unary(op, a) => {
                if *op == UnaryOp::Neg && self.program.types.is_signed(expr.ty) && self.constant(*a).is_none() {
                    self.add(Site::Expr(id), PropertyClass::Overflow, expr.span, None);
                }
            }
            ExprKind::Binary(op, a, b) => self.binary(id, *op, *a, *b),
            ExprKind::Cast(a) => {
                let types = &self.program.types;
                let from_float = matches!(types.get(self.body.exprs[*a].ty), Type::Float(_));
                if from_float && matches!(types.get(expr.ty), Type::Int(_) | Type::Enum(_)) {
                    self.add(Site::Expr(id), PropertyClass::Conversion, expr.span, None);
                }
            }
            // The result for zero is undefined; the class of things out of an operator's range fits best.
            ExprKind::Intrinsic(Intrinsic::Clz | Intrinsic::Ctz, _) => {
                self.add(Site::Expr(id), PropertyClass::Shift, expr.span, None);
            }
            ExprKind::Intrinsic(
                Intrinsic::AddOverflows
                | Intrinsic::SubOverflows
                | Intrinsic::MulOverflows
                | Intrinsic::Popcount
                | Intrinsic::Bswap
                | Intrinsic::ObjectSize
                | Intrinsic::PointerObject
                | Intrinsic::PointerOffset
                | Intrinsic::IsAlive
                | Intrinsic::IsDynamic
                | Intrinsic::PointerBits
                | Intrinsic::Math(_)
                | Intrinsic::Rounded(_),
                _,
            )
            | ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Load(_)
            | ExprKind::AddrOf(_)
            | ExprKind::FunctionAddr(_)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Cond(..) => {}
        }
    }

    fn binary(&mut self, id: ExprId, op: BinaryOp, a: ExprId, b: ExprId) {
        let types = &self.program.types;
        let expr = &self.body.exprs[id];
        let (ty, span) = (expr.ty, expr.span);
        let signed = types.is_signed(ty);
        let integer = !matches!(types.get(ty), Type::Float(_));
        let pointers = types.is_pointer(self.body.exprs[a].ty);
        let divisor = self.constant(b);
        match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => {
                if signed {
                    self.add(Site::Expr(id), PropertyClass::Overflow, span, None);
                }
            }
            BinaryOp::Div | BinaryOp::Rem if integer => {
                if divisor.is_none_or(|d| d == 0) {
                    self.add(Site::Expr(id), PropertyClass::DivisionByZero, span, None);
                }
                let minus_one = types.scalar_bits(ty).map(|bits| u128::MAX >> (128 - bits));
                if signed && (divisor.is_none() || divisor == minus_one) {
                    self.add(Site::Expr(id), PropertyClass::Overflow, span, None);
                }
            }
            BinaryOp::Shl | BinaryOp::Shr => {
                let bits = types.scalar_bits(ty).unwrap_or(0);
                if divisor.is_none_or(|count| count >= u128::from(bits)) {
                    self.add(Site::Expr(id), PropertyClass::Shift, span, None);
                }
                // Nothing is lost of a number that is shifted by nothing, or of zero.
                let nothing = divisor == Some(0) || self.constant(a) == Some(0);
                if op == BinaryOp::Shl && signed && !nothing {
                    self.add(Site::Expr(id), PropertyClass::Overflow, span, None);
                }
            }
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge if pointers => {
                self.add(Site::Expr(id), PropertyClass::PointerCompare, span, None);
            }
            BinaryOp::PtrDiff => self.add(Site::Expr(id), PropertyClass::PointerCompare, span, None),
            BinaryOp::Div
            | BinaryOp::Rem
            | BinaryOp::BitAnd
            | BinaryOp::BitOr
            | BinaryOp::BitXor
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge
            | BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::PtrAdd
            | BinaryOp::PtrSub => {}
        }
    }

    fn place(&mut self, id: PlaceId, access: Access, out: &mut Vec<Task>) {
        let place = &self.body.places[id];
        let mut ty = match place.base {
            PlaceBase::Local(local) => self.program.functions[self.function].locals[local].ty,
            PlaceBase::Global(global) => self.program.globals[global].ty,
            PlaceBase::Deref(pointer) => {
                out.push(Task::Expr(pointer));
                let pointer_ty = self.body.exprs[pointer].ty;
                self.program.types.pointee(pointer_ty).unwrap_or(pointer_ty)
            }
        };
        let n_projections = place.projections.len();
        for (idx, projection) in place.projections.iter().enumerate() {
            match *projection {
                Projection::Field(field) => ty = field_type(self.program, ty, field),
                Projection::Index(index) => {
                    let (element, len) = element_type(self.program, ty);
                    ty = element;
                    // `&a[n]` one past the end is allowed.
                    let extra = u64::from(access == Access::Addressed && idx + 1 == n_projections);
                    let limit = len.map(|len| len.saturating_add(extra));
                    out.extend([Task::Expr(index), Task::Index { place: id, idx: idx as u32, index, limit }]);
                }
            }
        }
        match access {
            Access::Read => out.push(Task::Deref(id)),
            Access::Written => out.extend([Task::Deref(id), Task::Written(id)]),
            Access::RangeRead => out.push(Task::DerefRange(id)),
            Access::RangeWritten => out.extend([Task::DerefRange(id), Task::Written(id)]),
            Access::Addressed => {}
        }
    }

    fn index(&mut self, place: PlaceId, idx: u32, index: ExprId, limit: Option<u64>) {
        let Some(limit) = limit else {
            return;
        };
        if self.constant(index).is_none_or(|at| at >= u128::from(limit)) {
            let span = self.body.places[place].span;
            self.add(Site::Index(place, idx), PropertyClass::Bounds, span, None);
        }
    }

    fn deref(&mut self, id: PlaceId) {
        let place = &self.body.places[id];
        let PlaceBase::Deref(pointer) = place.base else {
            if self.may_leave_variable(id) {
                self.add(Site::Deref(id), PropertyClass::OutOfObject, place.span, None);
            }
            return;
        };
        if place.projections.is_empty() && self.points_to_variable(pointer) {
            return;
        }
        self.deref_range(id);
        if access_align(self.program, self.body, id) > 1 {
            self.add(Site::Deref(id), PropertyClass::Alignment, place.span, None);
        }
    }

    /// Whether an index without limit, into an array without length at the end of a variable, can lead out of it.
    fn may_leave_variable(&self, id: PlaceId) -> bool {
        let place = &self.body.places[id];
        let mut ty = match place.base {
            PlaceBase::Local(local) => self.program.functions[self.function].locals[local].ty,
            PlaceBase::Global(global) => self.program.globals[global].ty,
            PlaceBase::Deref(_) => return false,
        };
        if self.program.types.size_of(ty).is_none() {
            return false;
        }
        for projection in &place.projections {
            match *projection {
                Projection::Field(field) => ty = field_type(self.program, ty, field),
                Projection::Index(_) => match element_type(self.program, ty) {
                    (_, None) => return true,
                    (element, Some(_)) => ty = element,
                },
            }
        }
        false
    }

    fn deref_range(&mut self, id: PlaceId) {
        let place = &self.body.places[id];
        for class in [
            PropertyClass::NullDereference,
            PropertyClass::OutOfObject,
            PropertyClass::UseAfterScope,
            PropertyClass::UseAfterFree,
        ] {
            self.add(Site::Deref(id), class, place.span, None);
        }
    }

    /// By its name, only a literal can be written that should not be: a `const` variable is written by its initialiser.
    fn written(&mut self, id: PlaceId) {
        let place = &self.body.places[id];
        let may_be_constant = match place.base {
            PlaceBase::Local(_) => false,
            PlaceBase::Global(global) => matches!(self.program.globals[global].kind, GlobalKind::String(_)),
            PlaceBase::Deref(_) => true,
        };
        if may_be_constant {
            self.add(Site::Deref(id), PropertyClass::ReadOnly, place.span, None);
        }
    }

    /// Whether a pointer is the address of a variable or of a member of one, so that it needs no
    /// check. An address further off does: taking it makes no check, and `&a[n]` may be past the end.
    fn points_to_variable(&self, pointer: ExprId) -> bool {
        let ExprKind::AddrOf(place) = self.body.exprs[pointer].kind else {
            return false;
        };
        let place = &self.body.places[place];
        let named = matches!(place.base, PlaceBase::Local(_) | PlaceBase::Global(_));
        named && place.projections.iter().all(|projection| matches!(projection, Projection::Field(_)))
    }

    /// The value of an integer literal.
    fn constant(&self, id: ExprId) -> Option<u128> {
        match self.body.exprs[id].kind {
            ExprKind::Int(bits) => Some(bits),
            _ => None,
        }
    }

    fn add(&mut self, site: Site, class: PropertyClass, span: Span, description: Option<String>) {
        if !self.program.is_checked(class, span, self.classes)
            || self.table.id_from_site.contains_key(&(self.function, site, class))
        {
            return;
        }
        let count = self.counts.entry(class).or_insert(0);
        *count += 1;
        let name = format!("{}.{}.{}", self.program.functions[self.function].name, class.name(), count);
        let description = description.unwrap_or_else(|| self.program.sources.text(span).to_owned());
        let property = Property { name, class, description, span, function: self.function, site, instr: self.at };
        self.table.has = self.table.has.with(class);
        let id = self.table.properties.push(property);
        self.table.id_from_site.insert((self.function, site, class), id);
    }
}
