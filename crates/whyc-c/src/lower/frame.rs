//! What a function or a loop may write, watched: before each write within it, a check that it is one of the things it may write.
//!
//! Which these are is kept in variables of the checks (`ghosts`) when the function is called or the loop is entered. Objects that
//! come to be after that are free: their numbers are greater than a mark that was set then. Functions that are called from there
//! are watched while a variable says so. All this is put into finished bodies, when all of them are there.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_base::ids::{Id, IdVec};
use whyc_base::source::Span;
use whyc_ir::block::{BlockOp, HavocReach};
use whyc_ir::expr::{ExprId, ExprKind, PlaceBase, PlaceId};
use whyc_ir::instr::{Callee, Instr, InstrId, InstrKind};
use whyc_ir::parts::Part;
use whyc_ir::program::{Body, FunctionId, GlobalId, LocalId, LocalKind};
use whyc_ir::property::PropertyClass;
use whyc_ir::types::IntKind;

use super::targets::GhostTarget;
use super::weave::{Weaver, Woven};
use crate::context::Context;
use crate::models;

/// Whose writes are watched.
#[derive(Clone, Copy, Debug)]
pub enum FrameOf {
    /// Those of a function and of all that it calls.
    Function(FunctionId),
    /// Those of the instructions between the calls of two landmarks, and of all that they call.
    Loop {
        /// The function that the loop is in.
        function: FunctionId,
        /// What is called before its first instruction.
        start: FunctionId,
        /// What is called after its last instruction.
        end: FunctionId,
    },
}

/// What is known of something whose writes are watched.
#[derive(Clone, Debug)]
pub struct Frame {
    of: FrameOf,
    /// Says whether the functions called from there are watched now.
    active: GlobalId,
    /// Objects with greater numbers are free.
    mark: GlobalId,
    span: Span,
    /// What may be written.
    pub targets: Vec<GhostTarget>,
    /// What may be freed.
    pub freed: Vec<GhostTarget>,
    /// Of a loop: the variables around it that it may write as a whole; the others must not be written by their names.
    pub locals: FxHashSet<LocalId>,
    /// Whether somebody has said what may be written. Otherwise it was guessed, and a write to something else only means that
    /// the guess was wrong.
    pub is_stated: bool,
}

impl Frame {
    /// A frame that lets nothing be written.
    pub fn new(of: FrameOf, active: GlobalId, mark: GlobalId, span: Span) -> Self {
        let (targets, freed) = (Vec::new(), Vec::new());
        Self { of, active, mark, span, targets, freed, locals: FxHashSet::default(), is_stated: true }
    }
}

/// What the loop writes beyond what its invariants were proved for.
const BEYOND: &str =
    "a loop with invariants that writes more than it was found to; state what with `__CPROVER_assigns`";

/// Puts the checks into all bodies that they concern.
pub fn watch(cx: &mut Context<'_>) {
    if cx.frames.is_empty() {
        return;
    }
    let calls = CallGraph::new(cx);
    for frame in cx.frames.clone() {
        match frame.of {
            FrameOf::Function(own) => {
                for function in calls.reached([own]) {
                    watch_function(cx, &frame, function);
                }
            }
            FrameOf::Loop { function, start, end } => {
                let Some(region) = region(cx, function, start, end) else { continue };
                let callees = calls.called_in(cx, function, &region);
                let reached = calls.reached(callees);
                if reached.contains(&function) {
                    refuse(cx, function, start);
                    continue;
                }
                for &called in &reached {
                    watch_function(cx, &frame, called);
                }
                watch_loop(cx, frame, function, region);
            }
        }
    }
    for &landmark in &cx.landmarks.clone() {
        super::outside::drop_calls(cx, &[landmark]);
    }
}

/// Where the instructions of a loop are: after the call of one landmark, before that of another.
fn region(cx: &Context<'_>, function: FunctionId, start: FunctionId, end: FunctionId) -> Option<(InstrId, InstrId)> {
    let body = cx.functions[function].body.as_ref()?;
    let at = |landmark| body.instrs.iter_enumerated().find(|(_, instr)| calls(&instr.kind, landmark)).map(|(id, _)| id);
    Some((at(start)?, at(end)?))
}

fn calls(kind: &InstrKind, function: FunctionId) -> bool {
    matches!(kind, InstrKind::Call { callee: Callee::Direct(callee), .. } if *callee == function)
}

/// A loop that can be entered again from within itself has no one set of things to write.
fn refuse(cx: &mut Context<'_>, function: FunctionId, start: FunctionId) {
    let Some(body) = &mut cx.functions[function].body else { return };
    for instr in body.instrs.iter_mut().filter(|instr| calls(&instr.kind, start)) {
        instr.kind = InstrKind::Unsupported("a loop with invariants that is entered again from within".to_owned());
    }
}

fn watch_function(cx: &mut Context<'_>, frame: &Frame, function: FunctionId) {
    let exempt = exempt(cx, function);
    weave(cx, function, |watch, body| {
        for id in body.instrs.ids() {
            if !exempt[id.index()] {
                watch.instr(frame, body, id, true);
            }
        }
    });
}

fn watch_loop(cx: &mut Context<'_>, mut frame: Frame, function: FunctionId, (start, end): (InstrId, InstrId)) {
    let exempt = exempt(cx, function);
    let inner = inner_locals(cx, function, start, end);
    let locals = cx.functions[function].locals.clone();
    // Variables of the loop are its own.
    let mut begins: Vec<(InstrId, LocalId, GhostTarget)> = Vec::new();
    let long = cx.types.table.int(IntKind::ULong);
    let char_ty = cx.types.table.int(IntKind::Char);
    let bytes = cx.types.table.pointer(char_ty);
    for &(id, local) in inner.iter().filter(|(_, local)| locals[*local].address_taken) {
        let span = locals[local].span;
        let ghost = GhostTarget { base: cx.ghost(bytes, span), size: cx.ghost(long, span) };
        frame.targets.push(ghost);
        begins.push((id, local, ghost));
    }
    let inner: FxHashSet<LocalId> = inner.into_iter().map(|(_, local)| local).collect();
    weave(cx, function, |watch, body| {
        for id in body.instrs.ids().filter(|id| (start..end).contains(id)) {
            if exempt[id.index()] {
                continue;
            }
            watch.instr(&frame, body, id, false);
            watch.local_writes(&frame, body, id, &inner, &locals);
            if matches!(body.instrs[id].kind, InstrKind::Call { .. }) {
                watch.around_call(&frame, body, id);
            }
        }
        for (id, local, ghost) in begins {
            watch.begins(body, id, local, &locals, ghost);
        }
    });
}

/// The variables that are declared between two instructions, and where.
fn inner_locals(cx: &Context<'_>, function: FunctionId, start: InstrId, end: InstrId) -> Vec<(InstrId, LocalId)> {
    let Some(body) = &cx.functions[function].body else { return Vec::new() };
    let declares = body.instrs.iter_enumerated().filter(|(id, _)| (start..end).contains(id));
    declares
        .filter_map(|(id, instr)| match instr.kind {
            InstrKind::Declare(local) => Some((id, local)),
            _ => None,
        })
        .collect()
}

/// The instructions that are no writes of the program: they give new values to what a loop may have written.
fn exempt(cx: &Context<'_>, function: FunctionId) -> Vec<bool> {
    let Some(body) = &cx.functions[function].body else { return Vec::new() };
    let mut exempt = vec![false; body.instrs.len()];
    let mut until: Option<FunctionId> = None;
    for (id, instr) in body.instrs.iter_enumerated() {
        if let InstrKind::Call { callee: Callee::Direct(callee), .. } = instr.kind {
            if until == Some(callee) {
                until = None;
            } else if let Some(&end) = cx.exempt.get(&callee) {
                until = Some(end);
            }
        }
        exempt[id.index()] = until.is_some();
    }
    exempt
}

/// Changes the body of a function.
fn weave(cx: &mut Context<'_>, function: FunctionId, change: impl FnOnce(&mut Watch<'_, '_>, &Body)) {
    let Some(body) = cx.functions[function].body.clone() else { return };
    let mut watch = Watch { weaver: Weaver::new(body.clone()), cx };
    change(&mut watch, &body);
    let woven = watch.weaver.finish();
    cx.functions[function].body = Some(woven);
}

struct Watch<'c, 'u> {
    cx: &'c mut Context<'u>,
    weaver: Weaver,
}

impl Watch<'_, '_> {
    /// The checks of one instruction, in a function that is watched only while it is called from there, or in a loop itself.
    fn instr(&mut self, frame: &Frame, body: &Body, id: InstrId, is_called: bool) {
        let Instr { kind, span } = body.instrs[id].clone();
        let is_loop = matches!(frame.of, FrameOf::Loop { .. });
        let table = &mut self.cx.types.table;
        let weaver = &mut self.weaver;
        let mut allowed = Vec::new();
        if is_called {
            allowed.push(weaver.is_zero(table, frame.active, span));
        }
        if let InstrKind::Block(BlockOp::Havoc { pointer, reach: HavocReach::Target, .. }) = kind {
            let (start, size) = weaver.whole(table, pointer, span);
            allowed.push(weaver.is_null_or_gone(table, pointer, span));
            allowed.push(weaver.is_newer(table, pointer, frame.mark, span));
            for target in &frame.targets {
                allowed.push(weaver.lies_in(table, start, size, (target.base, target.size), span));
            }
            if !frame.is_stated {
                return weaver.unless(id, table, &allowed, Some(BEYOND.to_owned()), span);
            }
            let description = self.cx.spans.text(span);
            return weaver.assert(id, table, &allowed, PropertyClass::Assigns, description, span);
        }
        if let InstrKind::Block(BlockOp::Havoc { .. }) = kind {
            let what = "a function without body, within what a contract lets be written".to_owned();
            return weaver.unless(id, table, &allowed, Some(what), span);
        }
        if let InstrKind::Block(BlockOp::Free { pointer }) = kind {
            allowed.push(weaver.is_null_or_gone(table, pointer, span));
            allowed.push(weaver.is_newer(table, pointer, frame.mark, span));
            for target in frame.freed.iter().filter(|_| !is_loop) {
                allowed.push(weaver.is_same_object(table, pointer, target.base, span));
            }
            let what = is_loop.then(|| "`free` in a loop with invariants, of something from before it".to_owned());
            if what.is_some() {
                return weaver.unless(id, table, &allowed, what, span);
            }
            let description = self.cx.spans.text(span);
            return weaver.assert(id, table, &allowed, PropertyClass::Assigns, description, span);
        }
        for part in kind.parts() {
            let (place, size) = match part {
                Part::Write(place) => (place, None),
                Part::WriteFrom(place) => (place, written_size(&kind)),
                Part::Value(_) | Part::Read(_) | Part::Begin(_) | Part::End(_) | Part::Release(_) => continue,
            };
            self.write(frame, body, id, (place, size), &allowed);
        }
    }

    fn write(
        &mut self,
        frame: &Frame,
        body: &Body,
        id: InstrId,
        (place, size): (PlaceId, Option<ExprId>),
        allowed: &[ExprId],
    ) {
        let span = body.instrs[id].span;
        let is_loop = matches!(frame.of, FrameOf::Loop { .. });
        match body.places[place].base {
            PlaceBase::Local(_) => return,
            PlaceBase::Global(global) if self.cx.ghosts.contains(&global) => return,
            PlaceBase::Global(global) => {
                let file = self.cx.globals[global].span.file;
                let is_library = self.cx.spans.sources.file(file).name.starts_with(models::FOLDER);
                // What the checks themselves keep is nobody's.
                let is_ours = self.cx.spans.sources.file(file).name == "<libc>/contracts.c";
                if is_ours || is_library && !is_loop {
                    return;
                }
            }
            PlaceBase::Deref(_) => {}
        }
        let table = &mut self.cx.types.table;
        let weaver = &mut self.weaver;
        let base_ty = match body.places[place].base {
            PlaceBase::Global(global) => Some(self.cx.globals[global].ty),
            PlaceBase::Local(_) | PlaceBase::Deref(_) => None,
        };
        let (address, size) = weaver.extent(table, (place, base_ty), size, span);
        let mut allowed = allowed.to_vec();
        allowed.push(weaver.is_null_or_gone(table, address, span));
        allowed.push(weaver.is_newer(table, address, frame.mark, span));
        for target in &frame.targets {
            allowed.push(weaver.lies_in(table, address, size, (target.base, target.size), span));
        }
        if !frame.is_stated {
            return weaver.unless(id, table, &allowed, Some(BEYOND.to_owned()), span);
        }
        let description = self.cx.spans.text(body.places[place].span);
        weaver.assert(id, table, &allowed, PropertyClass::Assigns, description, span);
    }

    /// A loop writes variables around it by their names.
    fn local_writes(
        &mut self,
        frame: &Frame,
        body: &Body,
        id: InstrId,
        inner: &FxHashSet<LocalId>,
        locals: &IdVec<LocalId, whyc_ir::program::Local>,
    ) {
        let Instr { kind, span } = body.instrs[id].clone();
        for part in kind.parts() {
            let (Part::Write(place) | Part::WriteFrom(place)) = part else { continue };
            let PlaceBase::Local(local) = body.places[place].base else { continue };
            let is_own = inner.contains(&local) || locals[local].kind == LocalKind::Temporary;
            if is_own || frame.locals.contains(&local) {
                continue;
            }
            let table = &mut self.cx.types.table;
            let weaver = &mut self.weaver;
            let mut allowed = Vec::new();
            if locals[local].address_taken {
                let (address, size) = weaver.extent(table, (place, Some(locals[local].ty)), written_size(&kind), span);
                for target in &frame.targets {
                    allowed.push(weaver.lies_in(table, address, size, (target.base, target.size), span));
                }
            }
            if frame.is_stated {
                let description = self.cx.spans.text(body.places[place].span);
                weaver.assert(id, table, &allowed, PropertyClass::Assigns, description, span);
            } else {
                weaver.unless(id, table, &allowed, Some(BEYOND.to_owned()), span);
            }
        }
    }

    /// What a loop calls is watched while it runs.
    fn around_call(&mut self, frame: &Frame, body: &Body, id: InstrId) {
        let span = body.instrs[id].span;
        let table = &mut self.cx.types.table;
        let on = self.weaver.set(table, frame.active, 1, frame.span);
        let off = self.weaver.set(table, frame.active, 0, span);
        self.weaver.before(id, Woven::Instr(on));
        self.weaver.after(id, off);
    }

    /// A variable of a loop begins its life: it may be written, wherever it is.
    fn begins(
        &mut self,
        body: &Body,
        id: InstrId,
        local: LocalId,
        locals: &IdVec<LocalId, whyc_ir::program::Local>,
        ghost: GhostTarget,
    ) {
        let span = body.instrs[id].span;
        let table = &mut self.cx.types.table;
        let size = table.size_of(locals[local].ty).unwrap_or(0);
        let [base, size] = self.weaver.own(table, (local, locals[local].ty), size, (ghost.base, ghost.size), span);
        self.weaver.after(id, base);
        self.weaver.after(id, size);
    }
}

/// How many bytes an instruction writes that does not write a whole place.
fn written_size(kind: &InstrKind) -> Option<ExprId> {
    match kind {
        InstrKind::Block(BlockOp::Copy { size, .. } | BlockOp::Fill { size, .. }) => Some(*size),
        _ => None,
    }
}

/// Who calls whom.
struct CallGraph {
    callees: FxHashMap<FunctionId, FxHashSet<FunctionId>>,
    /// The functions that a call through a pointer may come to.
    addressed: FxHashSet<FunctionId>,
    indirect: FxHashSet<FunctionId>,
}

impl CallGraph {
    fn new(cx: &Context<'_>) -> Self {
        let mut graph =
            Self { callees: FxHashMap::default(), addressed: FxHashSet::default(), indirect: FxHashSet::default() };
        for (id, function) in cx.functions.iter_enumerated() {
            let Some(body) = &function.body else { continue };
            for expr in body.exprs.iter() {
                if let ExprKind::FunctionAddr(function) = expr.kind {
                    graph.addressed.insert(function);
                }
            }
            for instr in body.instrs.iter() {
                graph.note(id, &instr.kind);
            }
        }
        graph
    }

    fn note(&mut self, from: FunctionId, kind: &InstrKind) {
        if let InstrKind::Call { callee, .. } = kind {
            match callee {
                Callee::Direct(callee) => drop(self.callees.entry(from).or_default().insert(*callee)),
                Callee::Indirect(_) => drop(self.indirect.insert(from)),
            }
        }
    }

    /// The functions that run when one of these is called, in order.
    fn reached(&self, from: impl IntoIterator<Item = FunctionId>) -> Vec<FunctionId> {
        let mut reached: BTreeMap<FunctionId, ()> = BTreeMap::new();
        let mut waiting: Vec<FunctionId> = from.into_iter().collect();
        while let Some(function) = waiting.pop() {
            if reached.insert(function, ()).is_some() {
                continue;
            }
            waiting.extend(self.callees.get(&function).into_iter().flatten());
            if self.indirect.contains(&function) {
                waiting.extend(&self.addressed);
            }
        }
        reached.into_keys().collect()
    }

    /// The functions that instructions call.
    fn called_in(&self, cx: &Context<'_>, function: FunctionId, &(start, end): &(InstrId, InstrId)) -> Vec<FunctionId> {
        let Some(body) = &cx.functions[function].body else { return Vec::new() };
        let mut callees: FxHashSet<FunctionId> = FxHashSet::default();
        for (_, instr) in body.instrs.iter_enumerated().filter(|(id, _)| (start..end).contains(id)) {
            match instr.kind {
                InstrKind::Call { callee: Callee::Direct(callee), .. } => drop(callees.insert(callee)),
                InstrKind::Call { callee: Callee::Indirect(_), .. } => callees.extend(&self.addressed),
                _ => {}
            }
        }
        let mut callees: Vec<FunctionId> = callees.into_iter().collect();
        callees.sort_unstable();
        callees
    }
}
