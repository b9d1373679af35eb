//! Jumps out of functions: `setjmp` and `longjmp`.
//!
//! A call of `setjmp` leaves its number in the buffer and in a local of its function. `longjmp` says which number is jumped to, and
//! ends its function; after each call that can end so, its caller looks whether that is one of its own calls of `setjmp`, and ends, too, if
//! not. All this is put into finished bodies, when it is known which functions can end so; a program without `longjmp` pays nothing.

use rustc_hash::FxHashSet;
use whyc_base::ids::{Id, IdVec};
use whyc_base::source::Span;
use whyc_ir::expr::{BinaryOp, Expr, ExprId, ExprKind, Place, PlaceBase, PlaceId};
use whyc_ir::instr::{Callee, Instr, InstrId, InstrKind};
use whyc_ir::program::{Body, FunctionId, GlobalId, Local, LocalId, LocalKind};
use whyc_ir::types::{IntKind, Type, TypeId, TypeTable};

use super::builder::Builder;
use super::convert::is_scalar;
use crate::clang::cursor::Cursor;
use crate::context::Context;

/// A call of `setjmp`.
#[derive(Clone, Debug)]
pub struct Site {
    function: FunctionId,
    /// What is called where a jump goes on.
    landmark: FunctionId,
    span: Span,
    /// The local with the number of the last such call.
    number: LocalId,
    /// The local with what it gives.
    result: LocalId,
    /// The variables that are around, each with a copy of what it was.
    kept: Vec<(LocalId, LocalId)>,
}

/// What is known of such jumps.
#[derive(Clone, Debug, Default)]
pub struct Jumps {
    sites: Vec<Site>,
    /// What is called instead of going on after `longjmp`.
    landmarks: FxHashSet<FunctionId>,
    /// The variable that says which call is jumped to, and the function that ends the jump and gives its value.
    arrival: Option<(GlobalId, FunctionId)>,
    /// Variables of all functions that keep their values, because they are `volatile`.
    pub volatile: FxHashSet<(FunctionId, LocalId)>,
}

impl<'u> Builder<'_, 'u> {
    /// A call of a function of `setjmp.h`. The outer option: whether it is one.
    pub fn nonlocal_jump(&mut self, name: &str, args: &[Cursor<'u>], span: Span) -> Option<Option<ExprId>> {
        // Compilers keep all variables for their own kind of jump.
        let keeps = name.starts_with("__builtin_");
        match (name.strip_prefix("__builtin_").unwrap_or(name), args) {
            ("setjmp" | "_setjmp", &[buffer, ..]) => Some(Some(self.setjmp(buffer, None, keeps, span)?)),
            ("__sigsetjmp" | "sigsetjmp", &[buffer, saves]) => {
                Some(Some(self.setjmp(buffer, Some(saves), keeps, span)?))
            }
            ("longjmp" | "_longjmp" | "siglongjmp" | "__longjmp_chk", &[buffer, value]) => {
                self.longjmp(buffer, value, span)?;
                Some(None)
            }
            _ => None,
        }
    }

    fn note_arrival(&mut self) -> Option<()> {
        let to = self.cx.model_global("__whyc_jump_to")?;
        let arrive = self.cx.model("__whyc_arrive")?;
        self.cx.jumps.arrival = Some((to, arrive));
        Some(())
    }

    /// `saves`: whether it is kept which signals are blocked.
    fn setjmp(&mut self, buffer: Cursor<'u>, saves: Option<Cursor<'u>>, keeps: bool, span: Span) -> Option<ExprId> {
        let model = self.cx.model("__whyc_setjmp")?;
        self.note_arrival()?;
        let void = self.void_pointer();
        let word = self.cx.types.platform.word();
        let (int, long) = (self.int(), self.int_type(word));
        let (buffer, saves) = match saves {
            Some(saves) => {
                let (buffer, saves) = self.both(|this| this.value(buffer), |this| this.value(saves));
                (buffer, Some(self.cast(saves, int)))
            }
            None => (self.value(buffer), None),
        };
        let buffer = self.cast(buffer, void);
        let buffer = if saves.is_some() { self.save(buffer) } else { buffer };
        let saves = saves.map(|saves| self.save(saves));
        let (number, result) = (self.temporary(long, span), self.temporary(int, span));
        let dest = self.local_place(number, span);
        self.emit(InstrKind::Call { dest: Some(dest), callee: Callee::Direct(model), args: vec![buffer] }, span);
        if let Some(saves) = saves {
            let callee = Callee::Direct(self.cx.model("__whyc_save_blocked")?);
            self.emit(InstrKind::Call { dest: None, callee, args: vec![buffer, saves] }, span);
        }
        let result_place = self.local_place(result, span);
        let zero = self.constant(0, int, span);
        self.assign(result_place, zero, span);
        let mut kept = Vec::new();
        for local in self.variables_around().into_iter().filter(|_| !keeps) {
            let value = self.load_local(local, span);
            let ty = self.ty(value);
            let copy = self.temporary(ty, span);
            let place = self.local_place(copy, span);
            self.assign(place, value, span);
            kept.push((local, copy));
        }
        let landmark = self.cx.landmark("__whyc_setjmp_again".to_owned(), span);
        self.emit(InstrKind::Call { dest: None, callee: Callee::Direct(landmark), args: Vec::new() }, span);
        self.cx.jumps.sites.push(Site { function: self.function, landmark, span, number, result, kept });
        Some(self.load(result_place))
    }

    /// The numbers and pointers that have a value here and need not keep it.
    fn variables_around(&self) -> Vec<LocalId> {
        let n_params = self.cx.functions[self.function].n_params as u32;
        let mut found: Vec<LocalId> = (0..n_params).map(LocalId).collect();
        let mut scope = Some(self.scope);
        while let Some(at) = scope {
            found.extend(&self.scopes[at].locals);
            scope = self.scopes[at].parent;
        }
        found.retain(|&local| {
            let info = &self.locals[local];
            let is_own = info.kind != LocalKind::Temporary && !info.is_const;
            let keeps = self.cx.jumps.volatile.contains(&(self.function, local));
            is_own && !keeps && is_scalar(self.types(), info.ty)
        });
        found.sort_unstable();
        found.dedup();
        found
    }

    fn longjmp(&mut self, buffer: Cursor<'u>, value: Cursor<'u>, span: Span) -> Option<()> {
        let model = self.cx.model("__whyc_longjmp")?;
        self.note_arrival()?;
        let void = self.void_pointer();
        let int = self.int();
        let (buffer, value) = self.both(|this| this.value(buffer), |this| this.value(value));
        let args = vec![self.cast(buffer, void), self.cast(value, int)];
        self.emit(InstrKind::Call { dest: None, callee: Callee::Direct(model), args }, span);
        let landmark = self.cx.landmark("__whyc_longjmp_away".to_owned(), span);
        self.emit(InstrKind::Call { dest: None, callee: Callee::Direct(landmark), args: Vec::new() }, span);
        self.cx.jumps.landmarks.insert(landmark);
        Some(())
    }
}

/// Makes branches of all jumps out of functions.
pub fn finish_jumps(cx: &mut Context<'_>, start: FunctionId) {
    let jumps = std::mem::take(&mut cx.jumps);
    let landmarks: Vec<FunctionId> = jumps.sites.iter().map(|site| site.landmark).collect();
    if let (Some((to, arrive)), false) = (jumps.arrival, jumps.landmarks.is_empty()) {
        let leaving = leaving(cx, &jumps.landmarks);
        for &function in &leaving {
            let Some(body) = cx.functions[function].body.take() else { continue };
            let sites: Vec<&Site> = jumps.sites.iter().filter(|site| site.function == function).collect();
            let info = &mut cx.functions[function];
            let (ret, locals) = (info.ret, &mut info.locals);
            let rewriter = Rewriter {
                word: cx.types.platform.word(),
                types: &mut cx.types.table,
                locals,
                body,
                to,
                arrive,
                new: IdVec::new(),
            };
            let body = rewriter.run(&sites, &leaving, &jumps.landmarks, (function == start, ret));
            cx.functions[function].body = Some(body);
        }
    }
    super::outside::drop_calls(cx, &landmarks);
}

/// The functions that a jump may leave: they make one, or call a function that a jump may leave.
fn leaving(cx: &Context<'_>, landmarks: &FxHashSet<FunctionId>) -> FxHashSet<FunctionId> {
    let bodies = || cx.functions.iter_enumerated().filter_map(|(id, function)| Some((id, function.body.as_ref()?)));
    let addressed: FxHashSet<FunctionId> = bodies()
        .flat_map(|(_, body)| body.exprs.iter())
        .filter_map(|expr| match expr.kind {
            ExprKind::FunctionAddr(function) => Some(function),
            _ => None,
        })
        .collect();
    let mut leaving: FxHashSet<FunctionId> = FxHashSet::default();
    loop {
        let by_pointer = addressed.iter().any(|function| leaving.contains(function));
        let before = leaving.len();
        for (id, body) in bodies() {
            let leaves = body.instrs.iter().any(|instr| match instr.kind {
                InstrKind::Call { callee: Callee::Direct(callee), .. } => {
                    landmarks.contains(&callee) || leaving.contains(&callee)
                }
                InstrKind::Call { callee: Callee::Indirect(_), .. } => by_pointer,
                _ => false,
            });
            if leaves {
                leaving.insert(id);
            }
        }
        if leaving.len() == before {
            return leaving;
        }
    }
}

struct Rewriter<'a> {
    /// The kind of the number of a call.
    word: IntKind,
    types: &'a mut TypeTable,
    locals: &'a mut IdVec<LocalId, Local>,
    body: Body,
    to: GlobalId,
    arrive: FunctionId,
    new: IdVec<InstrId, Instr>,
}

impl Rewriter<'_> {
    fn run(
        mut self,
        sites: &[&Site],
        leaving: &FxHashSet<FunctionId>,
        landmarks: &FxHashSet<FunctionId>,
        (is_start, ret): (bool, TypeId),
    ) -> Body {
        let old = std::mem::take(&mut self.body.instrs);
        let Some(span) = old.iter().next().map(|instr| instr.span) else { return self.body };
        let long = self.types.int(self.word);
        for site in sites {
            let zero = self.expr(ExprKind::Int(0), long, span);
            self.assign(site.number, zero, span);
        }
        let mut starts: IdVec<InstrId, InstrId> = IdVec::new();
        let mut own: Vec<InstrId> = Vec::new();
        let mut to_unwinding: Vec<InstrId> = Vec::new();
        for instr in old.iter().cloned() {
            starts.push(InstrId::from_index(self.new.len()));
            let span = instr.span;
            match instr.kind {
                InstrKind::Call { callee: Callee::Direct(callee), .. } if landmarks.contains(&callee) => {
                    to_unwinding.push(self.push(InstrKind::Jump(InstrId(0)), span));
                }
                InstrKind::Call { dest, callee, args } if is_leaving(&callee, leaving) => {
                    // What the call gives is written only if it ends in the ordinary way.
                    let kept = dest.map(|place| (place, self.temporary(self.body.places[place].ty, span)));
                    let dest = kept.map(|(_, local)| self.local(local, span));
                    self.push(InstrKind::Call { dest, callee, args }, span);
                    let cond = self.global(long, self.to, span);
                    let cond = self.save(cond, span);
                    to_unwinding.push(self.push(InstrKind::Branch { cond, when: true, target: InstrId(0) }, span));
                    if let Some((place, local)) = kept {
                        let value = self.load_local(local, span);
                        self.push(InstrKind::Assign { place, value }, span);
                    }
                }
                kind => own.push(self.push(kind, span)),
            }
        }
        for id in own {
            match &mut self.new[id].kind {
                InstrKind::Jump(target) | InstrKind::Branch { target, .. } => *target = starts[*target],
                InstrKind::Switch { cases, default, .. } => {
                    cases.iter_mut().for_each(|case| case.target = starts[case.target]);
                    *default = starts[*default];
                }
                _ => {}
            }
        }
        let unwinding = InstrId::from_index(self.new.len());
        for id in to_unwinding {
            if let InstrKind::Jump(target) | InstrKind::Branch { target, .. } = &mut self.new[id].kind {
                *target = unwinding;
            }
        }
        self.unwind(sites, (is_start, ret), span);
        self.body.instrs = self.new;
        self.body
    }

    /// A jump goes on at one of the calls of this function, or leaves it.
    fn unwind(&mut self, sites: &[&Site], (is_start, ret): (bool, TypeId), span: Span) {
        let (int, long) = (self.types.int(IntKind::Int), self.types.int(self.word));
        for site in sites {
            let (wanted, number) = (self.global(long, self.to, span), self.load_local(site.number, span));
            let cond = self.expr(ExprKind::Binary(BinaryOp::Eq, wanted, number), int, span);
            let cond = self.save(cond, span);
            let next = self.push(InstrKind::Branch { cond, when: false, target: InstrId(0) }, span);
            self.go_on(site);
            let end = InstrId::from_index(self.new.len());
            if let InstrKind::Branch { target, .. } = &mut self.new[next].kind {
                *target = end;
            }
        }
        if is_start {
            let what = "a jump to a call of `setjmp` whose function has ended";
            self.push(InstrKind::Unsupported(what.to_owned()), span);
            self.push(InstrKind::Halt, span);
            return;
        }
        let value = match self.types.get(ret) {
            Type::Void => None,
            Type::Float(_) => Some(self.expr(ExprKind::Float(0), ret, span)),
            Type::Record(_) | Type::Array { .. } => {
                let local = self.temporary(ret, span);
                let place = self.local(local, span);
                self.push(InstrKind::ZeroFill(place), span);
                Some(self.load_local(local, span))
            }
            _ => Some(self.expr(ExprKind::Int(0), ret, span)),
        };
        self.push(InstrKind::Return(value), span);
    }

    /// `setjmp` gives its value for another time. What has changed since the first is indeterminate (7.13.2.1).
    fn go_on(&mut self, site: &Site) {
        let span = site.span;
        let int = self.types.int(IntKind::Int);
        let dest = Some(self.local(site.result, span));
        self.push(InstrKind::Call { dest, callee: Callee::Direct(self.arrive), args: Vec::new() }, span);
        for &(local, copy) in &site.kept {
            let (now, then) = (self.load_local(local, span), self.load_local(copy, span));
            let cond = self.expr(ExprKind::Binary(BinaryOp::Eq, now, then), int, span);
            let cond = self.save(cond, span);
            let target = InstrId::from_index(self.new.len() + 2);
            self.push(InstrKind::Branch { cond, when: true, target }, span);
            let name = format!("{} after longjmp", self.locals[local].name);
            let place = self.local(local, span);
            self.push(InstrKind::Nondet { place, name }, span);
        }
        let landmark = self.new.iter_enumerated().find(|(_, instr)| {
            matches!(instr.kind, InstrKind::Call { callee: Callee::Direct(callee), .. } if callee == site.landmark)
        });
        if let Some((target, _)) = landmark {
            self.push(InstrKind::Jump(target), span);
        }
    }

    fn push(&mut self, kind: InstrKind, span: Span) -> InstrId {
        self.new.push(Instr { kind, span })
    }

    fn expr(&mut self, kind: ExprKind, ty: TypeId, span: Span) -> ExprId {
        self.body.exprs.push(Expr { kind, ty, span, component: None })
    }

    fn place(&mut self, base: PlaceBase, ty: TypeId, span: Span) -> PlaceId {
        self.body.places.push(Place { base, projections: Vec::new(), ty, span })
    }

    fn global(&mut self, ty: TypeId, global: GlobalId, span: Span) -> ExprId {
        let place = self.place(PlaceBase::Global(global), ty, span);
        self.expr(ExprKind::Load(place), ty, span)
    }

    fn local(&mut self, local: LocalId, span: Span) -> PlaceId {
        self.place(PlaceBase::Local(local), self.locals[local].ty, span)
    }

    fn load_local(&mut self, local: LocalId, span: Span) -> ExprId {
        let place = self.local(local, span);
        self.expr(ExprKind::Load(place), self.locals[local].ty, span)
    }

    fn assign(&mut self, local: LocalId, value: ExprId, span: Span) {
        let place = self.local(local, span);
        self.push(InstrKind::Assign { place, value }, span);
    }

    /// A branch on what is saved so is not told.
    fn save(&mut self, value: ExprId, span: Span) -> ExprId {
        let local = self.temporary(self.body.exprs[value].ty, span);
        self.locals[local].is_const = true;
        self.assign(local, value, span);
        self.load_local(local, span)
    }

    fn temporary(&mut self, ty: TypeId, span: Span) -> LocalId {
        let (name, kind) = (String::new(), LocalKind::Temporary);
        self.locals.push(Local { name, ty, span, kind, address_taken: false, is_const: false, align: None })
    }
}

fn is_leaving(callee: &Callee, leaving: &FxHashSet<FunctionId>) -> bool {
    match callee {
        Callee::Direct(callee) => leaving.contains(callee),
        Callee::Indirect(_) => true,
    }
}
