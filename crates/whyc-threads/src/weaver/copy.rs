//! Copies of functions where they are called.

use whyc_base::ids::{Id as _, IdVec};
use whyc_base::source::Span;
use whyc_ir::block::BlockOp;
use whyc_ir::expr::{BinaryOp, ExprId, ExprKind, Place, PlaceBase, PlaceId, Projection};
use whyc_ir::instr::{Callee, Instr, InstrId, InstrKind};
use whyc_ir::program::{Body, Function, FunctionId, Local, LocalId, LocalKind, Origin};
use whyc_ir::woven::Segment;

use super::{MAX_INSTRS, Weaver, frame_blocks, writes};
use crate::known::is_of_threads;

/// A copy that is being made.
struct Copy {
    segment: u32,
    function: FunctionId,
    first_expr: u32,
    first_place: u32,
    first_local: u32,
    /// Where the copy of each instruction begins, with what was put before it.
    begins: Vec<InstrId>,
    /// Copied jumps, whose targets are still those of the original.
    jumps: Vec<InstrId>,
    /// Jumps to the end.
    returns: Vec<InstrId>,
    /// Where the result goes.
    result: Option<PlaceId>,
}

impl Copy {
    fn expr(&self, id: ExprId) -> ExprId {
        ExprId(id.0 + self.first_expr)
    }

    fn place(&self, id: PlaceId) -> PlaceId {
        PlaceId(id.0 + self.first_place)
    }

    fn local(&self, id: LocalId) -> LocalId {
        LocalId(id.0 + self.first_local)
    }
}

impl Weaver<'_> {
    /// Copies a function that gets the given arguments; its result goes to a place of its own, which is given back.
    pub(super) fn inline(
        &mut self,
        function: FunctionId,
        args: &[ExprId],
        caller: Option<(u32, InstrId)>,
        wanted: Option<Span>,
    ) -> Option<PlaceId> {
        let f = self.program.functions[function].clone();
        let Some(body) = &f.body else { return None };
        let last = InstrId::from_index(body.instrs.len() - 1);
        let segment = self.segments.len() as u32;
        let result = wanted.filter(|_| !self.is_void(f.ret)).map(|span| self.temporary(f.ret, span));
        let mut copy = Copy {
            segment,
            function,
            first_expr: self.body.exprs.len() as u32,
            first_place: self.body.places.len() as u32,
            first_local: self.locals.len() as u32,
            begins: Vec::with_capacity(body.instrs.len()),
            jumps: Vec::new(),
            returns: Vec::new(),
            result,
        };
        self.segments.push(Segment {
            function,
            thread: self.slot,
            caller,
            first_expr: copy.first_expr,
            first_place: copy.first_place,
            instrs: IdVec::new(),
        });
        self.copy_parts(&copy, &f, body);
        // The last instruction of a body is no assignment: what stands for it is told as nothing.
        let origin = Some((segment, last));
        for (param, &arg) in f.params().zip(args) {
            let (local, ty) = (copy.local(param), f.locals[param].ty);
            self.emit(InstrKind::Declare(local), f.span, origin);
            let place = self.local_place(local, f.span);
            let value = self.converted(arg, ty);
            self.emit(InstrKind::Assign { place, value }, f.span, origin);
        }
        self.active.push(function);
        let mut copies = IdVec::new();
        for (id, instr) in body.instrs.iter_enumerated() {
            copy.begins.push(self.body.instrs.next_id());
            let at = self.instr(&mut copy, &f, body, id, instr);
            copies.push(at);
        }
        self.active.pop();
        self.segments[segment as usize].instrs = copies;
        let end = self.emit(InstrKind::Label, f.span, origin);
        for &jump in &copy.returns {
            self.body.instrs[jump].kind.move_targets(|_| end);
        }
        for &jump in &copy.jumps {
            self.body.instrs[jump].kind.move_targets(|target| copy.begins[target.index()]);
        }
        if self.n_loops > 0 {
            self.clear(&copy, &f);
        }
        copy.result
    }

    /// What a call leaves behind is gone: a round of a loop that only looks at something is then seen to change nothing.
    fn clear(&mut self, copy: &Copy, f: &Function) {
        for (local, info) in f.locals.iter_enumerated() {
            if !info.address_taken && self.program.types.size_of(info.ty).is_some() {
                let place = self.local_place(copy.local(local), f.span);
                self.emit(InstrKind::ZeroFill(place), f.span, None);
            }
        }
    }

    fn is_in_loop(&self, function: FunctionId, at: InstrId) -> bool {
        let body = self.program.functions[function].body.as_ref();
        let edges = body.map(whyc_ir::flow::back_edges).unwrap_or_default();
        edges.iter().any(|&(head, last)| head <= at && at <= last)
    }

    fn copy_parts(&mut self, copy: &Copy, f: &Function, body: &Body) {
        for local in f.locals.iter() {
            let kind = if local.kind == LocalKind::Param { LocalKind::Variable } else { local.kind };
            self.locals.push(Local { kind, ..local.clone() });
        }
        for expr in body.exprs.iter() {
            let mut expr = expr.clone();
            renumber(&mut expr.kind, copy);
            self.body.exprs.push(expr);
        }
        for place in body.places.iter() {
            let Place { base, projections, ty, span } = place.clone();
            let base = match base {
                PlaceBase::Local(local) => PlaceBase::Local(copy.local(local)),
                PlaceBase::Deref(pointer) => PlaceBase::Deref(copy.expr(pointer)),
                PlaceBase::Global(global) => {
                    let own = self.own.get(&global).and_then(|copies| copies.get(self.slot as usize));
                    PlaceBase::Global(own.copied().unwrap_or(global))
                }
            };
            let projections = projections.into_iter().map(|projection| match projection {
                Projection::Field(field) => Projection::Field(field),
                Projection::Index(index) => Projection::Index(copy.expr(index)),
            });
            let projections = projections.collect();
            self.body.places.push(Place { base, projections, ty, span });
        }
    }

    /// Copies one instruction; where the copy itself is.
    fn instr(&mut self, copy: &mut Copy, f: &Function, body: &Body, id: InstrId, instr: &Instr) -> InstrId {
        let (span, origin) = (instr.span, Some((copy.segment, id)));
        match &instr.kind {
            InstrKind::Call { dest, callee, args } => return self.call(copy, f, id, (*dest, *callee, args), span),
            InstrKind::Return(value) => return self.leave(copy, f, body, *value, span, origin),
            InstrKind::Halt => {
                self.inline(self.known.leave, &[], origin, None);
                return self.emit(InstrKind::Halt, span, origin);
            }
            InstrKind::Branch { cond, .. } if self.stops.contains(&(copy.function, id)) => {
                let (cond, when) = (copy.expr(*cond), true);
                let at = self.emit(InstrKind::Branch { cond, when, target: InstrId(0) }, span, origin);
                self.to_turn.push(at);
                return at;
            }
            // Which call of a model it is, is told by where a variable of it stands: that is the same place each time.
            InstrKind::Kill(_) if is_of_threads(self.program, copy.function) => {
                return self.emit(InstrKind::Label, span, origin);
            }
            InstrKind::Declare(_)
            | InstrKind::Kill(_)
            | InstrKind::Assign { .. }
            | InstrKind::ZeroFill(_)
            | InstrKind::Nondet { .. }
            | InstrKind::Jump(_)
            | InstrKind::Branch { .. }
            | InstrKind::Switch { .. }
            | InstrKind::Assume(_)
            | InstrKind::Cover(_)
            | InstrKind::Assert { .. }
            | InstrKind::Block(_)
            | InstrKind::Output(_)
            | InstrKind::Unsupported(_)
            | InstrKind::Label => {}
        }
        let mut kind = instr.kind.clone();
        renumber_instr(&mut kind, copy);
        let jumps = !kind.targets().is_empty();
        let at = self.emit(kind, span, origin);
        if jumps {
            copy.jumps.push(at);
        }
        if let InstrKind::Kill(local) = instr.kind {
            self.empty(copy.local(local), span);
        }
        at
    }

    /// What is gone in one thread's future is still there in another one's: it keeps some content, so that it does not look as if
    /// whoever comes back had jumped over its declaration.
    fn empty(&mut self, local: LocalId, span: Span) {
        let ty = self.locals[local].ty;
        if self.locals[local].address_taken && self.program.types.size_of(ty).is_some() {
            let place = self.local_place(local, span);
            self.emit(InstrKind::ZeroFill(place), span, None);
        }
    }

    fn call(
        &mut self,
        copy: &Copy,
        f: &Function,
        id: InstrId,
        (dest, callee, args): (Option<PlaceId>, Callee, &[ExprId]),
        span: Span,
    ) -> InstrId {
        let origin = Some((copy.segment, id));
        let dest = dest.map(|dest| copy.place(dest));
        let args: Vec<ExprId> = args.iter().map(|&arg| copy.expr(arg)).collect();
        match callee {
            Callee::Direct(function) if Some(function) == self.known.release && !self.known.is_held_seen => {
                self.emit(InstrKind::Label, span, origin)
            }
            Callee::Direct(function) if function == self.known.suspend => self.stop(span, origin),
            Callee::Direct(function) if function == self.known.end => {
                let at = self.body.instrs.next_id();
                self.turn_ends(span, origin);
                at
            }
            Callee::Direct(function) if function == self.known.touch => {
                // Where somebody looks at the result, what follows is a branch on it.
                let stops = dest.unwrap_or_else(|| self.temporary(self.int, span));
                let at = self.emit(InstrKind::Call { dest: Some(stops), callee, args }, span, origin);
                if dest.is_none() {
                    self.stops_for_good(stops, span, origin);
                }
                at
            }
            Callee::Direct(function) if self.stopping.contains(&function) && self.has_body(function) => {
                if copy.function == self.program.start && function == self.program.entry {
                    self.hand_out_variables(span);
                }
                let at = self.body.instrs.next_id();
                self.copied_call(copy, id, function, &args, dest, span);
                // A call that copies nothing is still an instruction.
                if at == self.body.instrs.next_id() { self.emit(InstrKind::Label, span, origin) } else { at }
            }
            Callee::Direct(_) => self.emit(InstrKind::Call { dest, callee, args }, span, origin),
            Callee::Indirect(pointer) => self.indirect_call(copy, f, id, (dest, pointer, args), span),
        }
    }

    fn has_body(&self, function: FunctionId) -> bool {
        self.program.functions[function].body.is_some()
    }

    fn copied_call(
        &mut self,
        copy: &Copy,
        id: InstrId,
        function: FunctionId,
        args: &[ExprId],
        dest: Option<PlaceId>,
        span: Span,
    ) {
        let origin = Some((copy.segment, id));
        if self.active.contains(&function) {
            let name = &self.program.functions[function].name;
            let what = format!("the recursion of `{name}`, in which other threads may run");
            self.emit(InstrKind::Unsupported(what), span, origin);
            return;
        }
        if self.body.instrs.len() > MAX_INSTRS {
            self.emit(InstrKind::Unsupported("so much code in threads".to_owned()), span, origin);
            return;
        }
        // Something that a run comes to, so that the call is told.
        let is_users = self.program.functions[copy.function].origin == Origin::User;
        if is_users {
            let one = self.number(1, span);
            self.emit(InstrKind::Assume(one), span, origin);
        }
        let is_repeated = self.is_in_loop(copy.function, id);
        self.n_loops += u32::from(is_repeated);
        let result = self.inline(function, args, origin, dest.map(|_| span));
        self.n_loops -= u32::from(is_repeated);
        if let (Some(place), Some(result)) = (dest, result) {
            let value = self.load(result, span);
            let value = self.converted(value, self.body.places[place].ty);
            self.emit(InstrKind::Assign { place, value }, span, origin);
        }
    }

    /// A call through a pointer: those that may stop are copied, for all others the call stays.
    fn indirect_call(
        &mut self,
        copy: &Copy,
        f: &Function,
        id: InstrId,
        (dest, pointer, args): (Option<PlaceId>, ExprId, Vec<ExprId>),
        span: Span,
    ) -> InstrId {
        let origin = Some((copy.segment, id));
        let Some(body) = &f.body else { return self.body.instrs.next_id() };
        let InstrKind::Call { callee, args: original, .. } = &body.instrs[id].kind else {
            return self.body.instrs.next_id();
        };
        let targets = self.calls.of_call(self.program, body, *callee, original);
        let pointer = copy.expr(match *callee {
            Callee::Indirect(pointer) => pointer,
            Callee::Direct(_) => pointer,
        });
        let ty = self.body.exprs[pointer].ty;
        let mut ends = Vec::new();
        for target in targets {
            if !self.stopping.contains(&target) || !self.has_body(target) {
                continue;
            }
            let address = self.expr(ExprKind::FunctionAddr(target), ty, span);
            let cond = self.expr(ExprKind::Binary(BinaryOp::Eq, pointer, address), self.int, span);
            let is_it = self.temporary(self.int, span);
            self.emit(InstrKind::Assign { place: is_it, value: cond }, span, None);
            let cond = self.load(is_it, span);
            let other = self.emit(InstrKind::Branch { cond, when: false, target: InstrId(0) }, span, None);
            self.copied_call(copy, id, target, &args, dest, span);
            ends.push(self.emit(InstrKind::Jump(InstrId(0)), span, None));
            let next = self.emit(InstrKind::Label, span, None);
            self.body.instrs[other].kind.move_targets(|_| next);
        }
        let at = self.emit(InstrKind::Call { dest, callee: Callee::Indirect(pointer), args }, span, origin);
        if !ends.is_empty() {
            let end = self.emit(InstrKind::Label, span, None);
            ends.into_iter().for_each(|jump| self.body.instrs[jump].kind.move_targets(|_| end));
        }
        at
    }

    /// The copied function returns.
    fn leave(
        &mut self,
        copy: &mut Copy,
        f: &Function,
        body: &Body,
        value: Option<ExprId>,
        span: Span,
        origin: Option<(u32, InstrId)>,
    ) -> InstrId {
        let at = self.body.instrs.next_id();
        match (copy.result, value) {
            (Some(place), Some(value)) => {
                let value = copy.expr(value);
                self.emit(InstrKind::Assign { place, value }, span, origin);
            }
            (None, Some(value)) => {
                // Nobody wants the value, but what makes it undefined counts.
                let value = copy.expr(value);
                let ty = self.body.exprs[value].ty;
                let place = self.temporary(ty, span);
                self.emit(InstrKind::Assign { place, value }, span, origin);
            }
            (Some(_), None) => {
                let what = "the value of a function that returns none".to_owned();
                self.emit(InstrKind::Unsupported(what), span, origin);
            }
            (None, None) => {}
        }
        for block in frame_blocks(body) {
            match block {
                Some(local) if body.instrs.iter().filter(|instr| writes(body, instr, local)).count() == 1 => {
                    self.emit(InstrKind::Block(BlockOp::Release { local: copy.local(local) }), span, origin);
                }
                Some(_) | None => {
                    let what = "alloca in a function in which other threads may run".to_owned();
                    self.emit(InstrKind::Unsupported(what), span, origin);
                }
            }
        }
        let stays = is_of_threads(self.program, copy.function);
        for (local, _) in f.locals.iter_enumerated().filter(|(_, local)| local.address_taken && !stays) {
            self.emit(InstrKind::Kill(copy.local(local)), span, origin);
            self.empty(copy.local(local), span);
        }
        copy.returns.push(self.emit(InstrKind::Jump(InstrId(0)), span, origin));
        at
    }

    /// A value as the other type has it: arguments and parameters of calls through pointers may differ.
    fn converted(&mut self, value: ExprId, ty: whyc_ir::types::TypeId) -> ExprId {
        let now = self.body.exprs[value].ty;
        if now == ty || !self.is_scalar(now) || !self.is_scalar(ty) {
            return value;
        }
        let span = self.body.exprs[value].span;
        self.expr(ExprKind::Cast(value), ty, span)
    }
}

fn renumber(kind: &mut ExprKind, copy: &Copy) {
    let expr = |id: &mut ExprId| *id = copy.expr(*id);
    match kind {
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddr(_) => {}
        ExprKind::Load(place) | ExprKind::AddrOf(place) => *place = copy.place(*place),
        ExprKind::Unary(_, a) | ExprKind::Cast(a) => expr(a),
        ExprKind::Binary(_, a, b) | ExprKind::And(a, b) | ExprKind::Or(a, b) => {
            expr(a);
            expr(b);
        }
        ExprKind::Cond(c, a, b) => {
            expr(c);
            expr(a);
            expr(b);
        }
        ExprKind::Intrinsic(_, args) => args.iter_mut().for_each(expr),
    }
}

fn renumber_instr(kind: &mut InstrKind, copy: &Copy) {
    let mut expr = |id: &mut ExprId| *id = copy.expr(*id);
    let mut place = |id: &mut PlaceId| *id = copy.place(*id);
    match kind {
        InstrKind::Declare(local) | InstrKind::Kill(local) => *local = copy.local(*local),
        InstrKind::Assign { place: at, value } => {
            place(at);
            expr(value);
        }
        InstrKind::ZeroFill(at) | InstrKind::Nondet { place: at, .. } => place(at),
        InstrKind::Branch { cond: value, .. }
        | InstrKind::Switch { value, .. }
        | InstrKind::Assume(value)
        | InstrKind::Cover(value)
        | InstrKind::Assert { cond: value, .. } => expr(value),
        InstrKind::Block(BlockOp::Release { local }) => *local = copy.local(*local),
        InstrKind::Block(op) => op.renumber(&mut expr, &mut place),
        InstrKind::Output(output) => output.renumber(&mut expr),
        // Calls and returns are no copies.
        InstrKind::Call { .. } | InstrKind::Return(_) => {}
        InstrKind::Jump(_) | InstrKind::Halt | InstrKind::Unsupported(_) | InstrKind::Label => {}
    }
}
