//! Puts a notice before each access of memory that threads share.
//!
//! What is evaluated under a condition only (`&&`, `||`, `?:`) is noticed under it, too. Branches for that are on constant
//! temporaries, which nobody is told of.

use rustc_hash::FxHashSet;
use whyc_base::ids::{Id as _, IdVec};
use whyc_base::source::Span;
use whyc_ir::block::BlockOp;
use whyc_ir::expr::{BinaryOp, Expr, ExprId, ExprKind, Intrinsic, Place, PlaceBase, PlaceId, Projection, UnaryOp};
use whyc_ir::instr::{Callee, Instr, InstrId, InstrKind};
use whyc_ir::program::{Body, FunctionId, Local, LocalId, LocalKind, Program};
use whyc_ir::types::{IntKind, Type, TypeId};

use crate::calls::Calls;
use crate::known::{self, Known};
use crate::shared::{Goes, Shared};

/// How accesses that are not atomic are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accesses {
    /// Races are looked for; where there is none, nobody sees what happens between them.
    Raced,
    /// Each is a step by itself.
    Stepwise,
}

/// The branches by which a thread stops for good before an access.
pub type Stops = FxHashSet<(FunctionId, InstrId)>;

/// Puts in the notices.
pub fn notice(program: &mut Program, calls: &Calls, known: &Known, shared: &mut Shared, accesses: Accesses) -> Stops {
    let mut stops = Stops::default();
    let reached = calls.reached_from(program.start);
    let in_threads = calls.reached_from(known.thread);
    for function in program.functions.ids().collect::<Vec<_>>() {
        let is_run = reached.contains(&function) || in_threads.contains(&function);
        if !is_run || function == program.start || known::is_of_threads(program, function) {
            continue;
        }
        let Some(body) = program.functions[function].body.clone() else { continue };
        let places = body.places.ids().map(|place| shared.is_shared(function, &body, place)).collect();
        let frees = |instr: &Instr| match instr.kind {
            InstrKind::Block(BlockOp::Free { pointer }) => shared.target_goes(function, &body, pointer),
            _ => Goes::Alone,
        };
        let frees: Vec<Goes> = body.instrs.iter().map(frees).collect();
        let locals = program.functions[function].locals.iter_enumerated();
        let addressed = locals.filter(|(_, local)| local.address_taken).map(|(id, _)| id);
        let dying = addressed.map(|local| (local, shared.local_goes(function, local)));
        let dying = dying.filter(|&(_, goes)| goes != Goes::Alone).collect();
        let mut editor = Editor::new(program, known, (function, accesses), body, places);
        editor.dying = dying;
        editor.run(&frees);
        stops.extend(editor.stops.iter().map(|&at| (function, at)));
        let body = editor.finish();
        program.functions[function].body = Some(body);
    }
    stops
}

struct Editor<'a> {
    program: &'a mut Program,
    known: &'a Known,
    function: FunctionId,
    accesses: Accesses,
    body: Body,
    is_shared: IdVec<PlaceId, bool>,
    old: Vec<Instr>,
    new: IdVec<InstrId, Instr>,
    /// Where each instruction begins now, with what was put before it.
    begins: Vec<InstrId>,
    /// New instructions whose targets are new ones.
    own: FxHashSet<InstrId>,
    stops: Vec<InstrId>,
    /// The variables that other threads may still use when they go: that is like a write.
    dying: Vec<(LocalId, Goes)>,
}

impl<'a> Editor<'a> {
    fn new(
        program: &'a mut Program,
        known: &'a Known,
        (function, accesses): (FunctionId, Accesses),
        mut body: Body,
        is_shared: IdVec<PlaceId, bool>,
    ) -> Self {
        let old = std::mem::take(&mut body.instrs).iter().cloned().collect();
        let (new, begins, own, stops) = (IdVec::new(), Vec::new(), FxHashSet::default(), Vec::new());
        let dying = Vec::new();
        Self { program, known, function, accesses, body, is_shared, old, new, begins, own, stops, dying }
    }

    fn run(&mut self, frees: &[Goes]) {
        for (idx, instr) in self.old.clone().into_iter().enumerate() {
            self.begins.push(self.new.next_id());
            self.instr(instr, frees[idx]);
        }
    }

    fn finish(mut self) -> Body {
        for (id, instr) in self.new.ids().zip(self.new.iter_mut()) {
            if !self.own.contains(&id) {
                instr.kind.move_targets(|target| self.begins[target.index()]);
            }
        }
        self.body.instrs = self.new;
        self.body
    }

    fn instr(&mut self, mut instr: Instr, freed: Goes) {
        let span = instr.span;
        match &mut instr.kind {
            InstrKind::Assign { place, .. } if self.is_counter(*place) => {
                let (address, int) = (self.address(*place, span), self.int(IntKind::Int));
                let size = self.expr(ExprKind::Int(4), int, span);
                let (callee, args) = self.told(self.known.step, address, size, Touch::Writes, span);
                self.new.push(Instr { kind: InstrKind::Call { dest: None, callee, args }, span });
            }
            InstrKind::Assign { place, value } => {
                self.value(*value);
                self.access(*place, Touch::Writes);
            }
            InstrKind::ZeroFill(place) | InstrKind::Nondet { place, .. } => self.access(*place, Touch::Writes),
            InstrKind::Call { dest, callee, args } => {
                if let Callee::Indirect(pointer) = *callee {
                    self.value(pointer);
                }
                args.iter().for_each(|&arg| self.value(arg));
                if let Some(place) = *dest
                    && self.touches(place)
                {
                    let kept = self.temporary(self.body.places[place].ty, span);
                    *dest = Some(kept);
                    self.new.push(instr);
                    return self.store(place, kept, span);
                }
            }
            InstrKind::Return(value) => {
                if let Some(value) = *value {
                    self.value(value);
                }
                self.dying.clone().into_iter().for_each(|(local, goes)| self.end(local, goes, span));
            }
            InstrKind::Kill(local) => {
                let goes = self.dying.iter().find(|(dying, _)| dying == local).map_or(Goes::Alone, |&(_, goes)| goes);
                self.end(*local, goes, span);
            }
            InstrKind::Branch { cond: value, .. }
            | InstrKind::Switch { value, .. }
            | InstrKind::Assume(value)
            | InstrKind::Cover(value)
            | InstrKind::Assert { cond: value, .. } => self.value(*value),
            InstrKind::Output(output) => {
                let exprs: Vec<ExprId> = output.exprs().collect();
                exprs.into_iter().for_each(|value| self.value(value));
            }
            InstrKind::Block(BlockOp::Allocate { place, size, .. }) => {
                self.value(*size);
                if self.touches(*place) {
                    let at = *place;
                    let kept = self.temporary(self.body.places[at].ty, span);
                    *place = kept;
                    self.new.push(instr);
                    return self.store(at, kept, span);
                }
            }
            InstrKind::Block(BlockOp::Free { pointer }) => {
                self.value(*pointer);
                let pointer = *pointer;
                match freed {
                    Goes::Alone => {}
                    Goes::Reachable => self.goes(pointer, span),
                    Goes::Shared => {
                        self.goes(pointer, span);
                        let size_ty = self.int(IntKind::ULong);
                        let size = self.expr(ExprKind::Intrinsic(Intrinsic::ObjectSize, vec![pointer]), size_ty, span);
                        self.touch(pointer, size, Touch::Writes, span);
                    }
                }
            }
            InstrKind::Block(BlockOp::Copy { to, from, size }) => {
                let (to, from, size) = (*to, *from, *size);
                self.value(size);
                self.range(from, size, Touch::Reads);
                self.range(to, size, Touch::Writes);
            }
            InstrKind::Block(BlockOp::Fill { to, value, size }) => {
                let (to, value, size) = (*to, *value, *size);
                self.value(value);
                self.value(size);
                self.range(to, size, Touch::Writes);
            }
            InstrKind::Block(BlockOp::Havoc { pointer, .. }) => self.value(*pointer),
            InstrKind::Block(BlockOp::Release { .. })
            | InstrKind::Declare(_)
            | InstrKind::Jump(_)
            | InstrKind::Halt
            | InstrKind::Unsupported(_)
            | InstrKind::Label => {}
        }
        self.new.push(instr);
    }

    /// Notices that a variable ends its life.
    fn end(&mut self, local: LocalId, goes: Goes, span: Span) {
        let ty = self.program.functions[self.function].locals[local].ty;
        let Some(size) = self.program.types.size_of(ty).filter(|_| goes != Goes::Alone) else { return };
        let place = self.body.places.push(Place { base: PlaceBase::Local(local), projections: Vec::new(), ty, span });
        let address = self.address(place, span);
        self.goes(address, span);
        if goes == Goes::Reachable {
            return;
        }
        let size_ty = self.int(IntKind::ULong);
        let size = self.expr(ExprKind::Int(u128::from(size)), size_ty, span);
        self.touch(address, size, Touch::Writes, span);
    }

    /// Notices that memory goes which others can get at.
    fn goes(&mut self, address: ExprId, span: Span) {
        let f = &self.program.functions[self.known.free];
        let Some(ty) = f.params().next().map(|param| f.locals[param].ty) else { return };
        let address = self.cast(address, ty);
        let callee = Callee::Direct(self.known.free);
        self.new.push(Instr { kind: InstrKind::Call { dest: None, callee, args: vec![address] }, span });
    }

    /// What was written to a place of our own goes where it belongs.
    fn store(&mut self, place: PlaceId, kept: PlaceId, span: Span) {
        let ty = self.body.places[place].ty;
        let value = self.expr(ExprKind::Load(kept), ty, span);
        self.access(place, Touch::Writes);
        self.new.push(Instr { kind: InstrKind::Assign { place, value }, span });
    }

    /// Whether finding or accessing a place accesses what threads share.
    fn touches(&self, place: PlaceId) -> bool {
        self.is_shared(place) || self.body.places[place].exprs().any(|expr| self.has_shared(expr))
    }

    fn is_shared(&self, place: PlaceId) -> bool {
        self.is_shared.get(place).copied().unwrap_or(false)
    }

    fn has_shared(&self, expr: ExprId) -> bool {
        let kind = &self.body.exprs[expr].kind;
        matches!(kind, ExprKind::Load(place) if self.is_shared(*place))
            || kind.children(&self.body).into_iter().any(|child| self.has_shared(child))
    }

    /// Notices all that is read for a value, in the order of evaluation.
    fn value(&mut self, expr: ExprId) {
        if !self.has_shared(expr) {
            return;
        }
        match self.body.exprs[expr].kind.clone() {
            ExprKind::Load(place) => {
                self.access(place, Touch::Reads);
                if self.accesses == Accesses::Stepwise && self.is_shared(place) {
                    self.keep(expr);
                }
            }
            ExprKind::And(a, b) => self.either(expr, a, b, true),
            ExprKind::Or(a, b) => self.either(expr, a, b, false),
            ExprKind::Cond(c, a, b) => self.conditional(expr, c, a, b),
            kind @ (ExprKind::AddrOf(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Cast(_)
            | ExprKind::Intrinsic(..)) => {
                kind.children(&self.body).into_iter().for_each(|child| self.value(child));
            }
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddr(_) => {}
        }
    }

    /// `a && b` (or `a || b`): `b` counts only if the truth of `a` is `goes_on`.
    fn either(&mut self, whole: ExprId, a: ExprId, b: ExprId, goes_on: bool) {
        self.value(a);
        if !self.has_shared(b) {
            return;
        }
        let span = self.body.exprs[whole].span;
        let truth = self.truth(a, span);
        let cond = self.load(truth, span);
        let skip = self.branch(cond, !goes_on, span);
        self.value(b);
        if self.accesses == Accesses::Stepwise {
            let now = self.not_zero(b, span);
            self.assign(truth, now, span);
            let ty = self.body.exprs[whole].ty;
            self.body.exprs[whole].kind = ExprKind::Load(truth);
            debug_assert_eq!(ty, self.body.places[truth].ty, "a truth value should be an int");
        }
        self.land(skip, span);
    }

    fn conditional(&mut self, whole: ExprId, c: ExprId, a: ExprId, b: ExprId) {
        self.value(c);
        if !self.has_shared(a) && !self.has_shared(b) {
            return;
        }
        let span = self.body.exprs[whole].span;
        let ty = self.body.exprs[whole].ty;
        let truth = self.truth(c, span);
        let cond = self.load(truth, span);
        let result = (self.accesses == Accesses::Stepwise).then(|| self.temporary(ty, span));
        let other = self.branch(cond, false, span);
        self.value(a);
        if let Some(result) = result {
            self.assign(result, a, span);
        }
        let end = self.new.push(Instr { kind: InstrKind::Jump(InstrId(0)), span });
        self.own.insert(end);
        self.land(other, span);
        self.value(b);
        if let Some(result) = result {
            self.assign(result, b, span);
            self.body.exprs[whole].kind = ExprKind::Load(result);
        }
        self.land(end, span);
    }

    /// The value of an expression is kept in a place of our own, and read from there.
    fn keep(&mut self, expr: ExprId) {
        let Expr { kind, ty, span, .. } = self.body.exprs[expr].clone();
        let kept = self.temporary(ty, span);
        let now = self.expr(kind, ty, span);
        self.assign(kept, now, span);
        self.body.exprs[expr].kind = ExprKind::Load(kept);
    }

    /// Notices an access of a place, and what is read to find it.
    fn access(&mut self, place: PlaceId, touch: Touch) {
        let inner: Vec<ExprId> = self.body.places[place].exprs().collect();
        inner.into_iter().for_each(|expr| self.value(expr));
        if !self.is_shared(place) {
            return;
        }
        let span = self.body.places[place].span;
        let size = self.program.types.size_of(self.body.places[place].ty).unwrap_or(1);
        let (address, size) = match self.bit_field(place) {
            Some(of_field) => of_field,
            None => (self.address(place, span), size),
        };
        let size_ty = self.int(IntKind::ULong);
        let size = self.expr(ExprKind::Int(u128::from(size)), size_ty, span);
        self.touch(address, size, touch, span);
    }

    fn range(&mut self, place: PlaceId, size: ExprId, touch: Touch) {
        let inner: Vec<ExprId> = self.body.places[place].exprs().collect();
        inner.into_iter().for_each(|expr| self.value(expr));
        if self.is_shared(place) {
            let span = self.body.places[place].span;
            let address = self.address(place, span);
            self.touch(address, size, touch, span);
        }
    }

    fn address(&mut self, place: PlaceId, span: Span) -> ExprId {
        let ty = self.body.places[place].ty;
        let ty = self.program.types.pointer(ty);
        self.expr(ExprKind::AddrOf(place), ty, span)
    }

    /// The address and the number of the bytes that a bit-field has a part in.
    fn bit_field(&mut self, place: PlaceId) -> Option<(ExprId, u64)> {
        let Place { base, projections, span, .. } = self.body.places[place].clone();
        let (&Projection::Field(field), outer) = projections.split_last()? else { return None };
        let outer_ty = self.type_of(base, outer)?;
        let Type::Record(record) = *self.program.types.get(outer_ty) else { return None };
        let field = &self.program.types.records[record].fields[field as usize];
        let width = u64::from(field.bit_width?);
        let (first, last) = (field.offset_bits / 8, (field.offset_bits + width.max(1) - 1) / 8);
        let whole = self.body.places.push(Place { base, projections: outer.to_vec(), ty: outer_ty, span });
        let address = self.address(whole, span);
        let byte = self.int(IntKind::Char);
        let bytes = self.program.types.pointer(byte);
        let start = self.expr(ExprKind::Cast(address), bytes, span);
        let offset_ty = self.int(IntKind::Long);
        let offset = self.expr(ExprKind::Int(u128::from(first)), offset_ty, span);
        Some((self.expr(ExprKind::Binary(BinaryOp::PtrAdd, start, offset), bytes, span), last - first + 1))
    }

    fn type_of(&self, base: PlaceBase, projections: &[Projection]) -> Option<TypeId> {
        let types = &self.program.types;
        let mut ty = match base {
            PlaceBase::Local(local) => self.program.functions[self.function].locals[local].ty,
            PlaceBase::Global(global) => self.program.globals[global].ty,
            PlaceBase::Deref(pointer) => types.pointee(self.body.exprs[pointer].ty)?,
        };
        for projection in projections {
            ty = match (*projection, types.get(ty)) {
                (Projection::Field(field), Type::Record(record)) => types.records[*record].fields[field as usize].ty,
                (Projection::Index(_), Type::Array { element, .. }) => *element,
                _ => return None,
            };
        }
        Some(ty)
    }

    /// The notice itself.
    fn touch(&mut self, address: ExprId, size: ExprId, touch: Touch, span: Span) {
        let notice = match self.accesses {
            Accesses::Raced => self.known.touch,
            Accesses::Stepwise => self.known.step,
        };
        let ret = self.program.functions[notice].ret;
        let (callee, args) = self.told(notice, address, size, touch, span);
        if self.accesses == Accesses::Stepwise {
            self.new.push(Instr { kind: InstrKind::Call { dest: None, callee, args }, span });
            return;
        }
        let stops = self.constant(ret, span);
        self.new.push(Instr { kind: InstrKind::Call { dest: Some(stops), callee, args }, span });
        let cond = self.load(stops, span);
        // Who copies this knows where it goes.
        let at = self.branch(cond, true, span);
        self.stops.push(at);
        self.land(at, span);
    }

    /// A model, and what it is told of an access.
    fn told(
        &mut self,
        model: FunctionId,
        address: ExprId,
        size: ExprId,
        touch: Touch,
        span: Span,
    ) -> (Callee, Vec<ExprId>) {
        let params = &self.program.functions[model];
        let param_types: Vec<TypeId> = params.params().map(|param| params.locals[param].ty).collect();
        let writes = self.expr(ExprKind::Int(u128::from(touch == Touch::Writes)), param_types[2], span);
        let args = [address, size, writes].into_iter().zip(param_types);
        (Callee::Direct(model), args.map(|(arg, ty)| self.cast(arg, ty)).collect())
    }

    /// Whether a place is what counts how far a run has come, for those who ask only about some runs: it makes a difference who
    /// counts first, though nobody else sees it.
    fn is_counter(&self, place: PlaceId) -> bool {
        let counter = self.program.only_if.map(|only_if| PlaceBase::Global(only_if.global));
        counter == Some(self.body.places[place].base)
    }

    fn cast(&mut self, value: ExprId, ty: TypeId) -> ExprId {
        let Expr { ty: now, span, .. } = self.body.exprs[value];
        if now == ty { value } else { self.expr(ExprKind::Cast(value), ty, span) }
    }

    fn truth(&mut self, value: ExprId, span: Span) -> PlaceId {
        let int = self.int(IntKind::Int);
        let truth = self.constant(int, span);
        let now = self.not_zero(value, span);
        self.assign(truth, now, span);
        truth
    }

    fn not_zero(&mut self, value: ExprId, span: Span) -> ExprId {
        let int = self.int(IntKind::Int);
        let not = self.expr(ExprKind::Unary(UnaryOp::Not, value), int, span);
        self.expr(ExprKind::Unary(UnaryOp::Not, not), int, span)
    }

    fn branch(&mut self, cond: ExprId, when: bool, span: Span) -> InstrId {
        let at = self.new.push(Instr { kind: InstrKind::Branch { cond, when, target: InstrId(0) }, span });
        self.own.insert(at);
        at
    }

    /// Where a jump goes that was made before.
    fn land(&mut self, jump: InstrId, span: Span) {
        let here = self.new.push(Instr { kind: InstrKind::Label, span });
        self.new[jump].kind.move_targets(|_| here);
    }

    fn assign(&mut self, place: PlaceId, value: ExprId, span: Span) {
        self.new.push(Instr { kind: InstrKind::Assign { place, value }, span });
    }

    fn load(&mut self, place: PlaceId, span: Span) -> ExprId {
        let ty = self.body.places[place].ty;
        self.expr(ExprKind::Load(place), ty, span)
    }

    fn expr(&mut self, kind: ExprKind, ty: TypeId, span: Span) -> ExprId {
        self.body.exprs.push(Expr { kind, ty, span, component: None })
    }

    fn int(&mut self, kind: IntKind) -> TypeId {
        self.program.types.int(kind)
    }

    fn temporary(&mut self, ty: TypeId, span: Span) -> PlaceId {
        self.place_of_new(ty, span, false)
    }

    /// A temporary on which branches are not told.
    fn constant(&mut self, ty: TypeId, span: Span) -> PlaceId {
        self.place_of_new(ty, span, true)
    }

    fn place_of_new(&mut self, ty: TypeId, span: Span, is_const: bool) -> PlaceId {
        let kind = LocalKind::Temporary;
        let local = Local { name: String::new(), ty, span, kind, address_taken: false, is_const, align: None };
        let local: LocalId = self.program.functions[self.function].locals.push(local);
        self.body.places.push(Place { base: PlaceBase::Local(local), projections: Vec::new(), ty, span })
    }
}

/// What is done to memory.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Touch {
    Reads,
    Writes,
}
