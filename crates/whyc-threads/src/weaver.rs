//! Copies the code of all threads into one function, in which they take turns.
//!
//! Threads take turns in rounds: the function is the code of one thread after the other, and at the end the one backward jump by which
//! another round begins. The code of each thread begins with a branch past it, for rounds in which it has no turn, and a switch over
//! the place where it stopped. Functions in which a thread may stop are copied where they are called; all others are called as before.

mod copy;

mod thread;

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_base::ids::{Id as _, IdVec};
use whyc_base::source::Span;
use whyc_ir::expr::{Expr, ExprId, ExprKind, Place, PlaceBase, PlaceId};
use whyc_ir::instr::{Callee, Instr, InstrId, InstrKind, SwitchCase};
use whyc_ir::parts::Part;
use whyc_ir::program::{Body, Function, FunctionId, GlobalId, Local, LocalId, LocalKind, Origin, Program};
use whyc_ir::types::{IntKind, Type, TypeId};
use whyc_ir::woven::{Segment, Woven};

use crate::calls::Calls;
use crate::known::Known;
use crate::touch::Stops;

/// As many slots as the models have.
const SLOTS: u32 = 8;

/// A function longer than this is not made.
const MAX_INSTRS: usize = 200_000;

/// Weaves the threads of a program.
pub fn weave(mut program: Program, calls: &Calls, known: &Known, stops: &Stops) -> Program {
    let int = program.types.int(IntKind::Int);
    let n_slots = n_slots(&program, calls, known);
    let own = own_variables(&mut program, n_slots);
    let stopping = stopping(&program, calls, known);
    let weaver = Weaver {
        program: &mut program,
        calls,
        known,
        stops,
        stopping,
        own,
        int,
        body: Body::default(),
        locals: IdVec::new(),
        origins: IdVec::new(),
        segments: Vec::new(),
        slot: 0,
        resumed: Vec::new(),
        positions: Vec::new(),
        to_turn: Vec::new(),
        to_end: Vec::new(),
        active: Vec::new(),
        n_loops: 0,
    };
    let (body, locals, woven) = weaver.run(n_slots);
    let start = &program.functions[program.start];
    let woven_start = Function { body: Some(body), locals, ..start.clone() };
    program.functions.push(woven_start);
    program.start = woven.function;
    program.woven = Some(Box::new(woven));
    program
}

/// How many threads there can be: one for each place that starts one, unless such a place may be come to more than once.
fn n_slots(program: &Program, calls: &Calls, known: &Known) -> u32 {
    let in_threads = calls.reached_from(known.thread);
    let mut n_starts = 0u32;
    for (function, f) in program.functions.iter_enumerated().filter(|(_, f)| f.origin == Origin::User) {
        let Some(body) = &f.body else { continue };
        let edges = whyc_ir::flow::back_edges(body);
        for (id, instr) in body.instrs.iter_enumerated() {
            let InstrKind::Call { callee, args, .. } = &instr.kind else { continue };
            let starts = calls.of_call(program, body, *callee, args).into_iter().any(|callee| {
                program.functions[callee].origin == Origin::Whyc
                    && matches!(program.functions[callee].name.as_str(), "pthread_create" | "thrd_create")
            });
            if starts {
                let is_repeated = edges.iter().any(|&(head, last)| head <= id && id <= last)
                    || function != program.entry
                    || in_threads.contains(&function);
                n_starts += if is_repeated { SLOTS } else { 1 };
            }
        }
    }
    (n_starts + 1).min(SLOTS)
}

/// For each variable of which every thread has one, those of the threads, by slot.
fn own_variables(program: &mut Program, n_slots: u32) -> FxHashMap<GlobalId, Vec<GlobalId>> {
    let mut all = program.thread_locals.clone();
    let errno = program.globals.iter_enumerated().find(|(_, global)| global.name == "__whyc_errno").map(|(id, _)| id);
    all.extend(errno);
    let mut own = FxHashMap::default();
    for global in all {
        let mut copies = vec![global];
        for _ in 1..n_slots {
            let copy = program.globals[global].clone();
            copies.push(program.globals.push(copy));
        }
        own.insert(global, copies);
    }
    own
}

/// The functions in which a thread may stop, or that use what every thread has for itself.
fn stopping(program: &Program, calls: &Calls, known: &Known) -> FxHashSet<FunctionId> {
    let errno = |global: GlobalId| program.globals[global].name == "__whyc_errno";
    let is_own = |global: GlobalId| program.thread_locals.contains(&global) || errno(global);
    let mut stopping = FxHashSet::default();
    for (function, f) in program.functions.iter_enumerated() {
        let Some(body) = &f.body else { continue };
        let uses_own =
            body.places.iter().any(|place| matches!(place.base, PlaceBase::Global(global) if is_own(global)));
        let halts = body.instrs.iter().any(|instr| instr.kind == InstrKind::Halt);
        if uses_own || halts || known.is_primitive(function) {
            stopping.insert(function);
        }
    }
    loop {
        let before = stopping.len();
        for function in program.functions.ids() {
            if calls.callees(function).iter().any(|callee| stopping.contains(callee)) {
                stopping.insert(function);
            }
        }
        if stopping.len() == before {
            return stopping;
        }
    }
}

struct Weaver<'a> {
    program: &'a mut Program,
    calls: &'a Calls,
    known: &'a Known,
    stops: &'a Stops,
    stopping: FxHashSet<FunctionId>,
    own: FxHashMap<GlobalId, Vec<GlobalId>>,
    int: TypeId,
    body: Body,
    locals: IdVec<LocalId, Local>,
    origins: IdVec<InstrId, Option<(u32, InstrId)>>,
    segments: Vec<Segment>,
    /// The thread whose code is being copied.
    slot: u32,
    /// Where the thread goes on: its beginning, then the places where it may have stopped.
    resumed: Vec<InstrId>,
    /// For each thread, the variable that says which of them it is.
    positions: Vec<PlaceId>,
    /// Jumps to the end of the thread's turn, and of the program.
    to_turn: Vec<InstrId>,
    to_end: Vec<InstrId>,
    /// The functions that are being copied, the innermost last.
    active: Vec<FunctionId>,
    /// How many of their calls are in loops.
    n_loops: u32,
}

impl Weaver<'_> {
    fn run(mut self, n_slots: u32) -> (Body, IdVec<LocalId, Local>, Woven) {
        let span = self.program.functions[self.program.entry].span;
        for _ in 0..n_slots {
            let position = self.temporary(self.int, span);
            self.positions.push(position);
            let zero = self.number(0, span);
            self.emit(InstrKind::Assign { place: position, value: zero }, span, None);
        }
        let first = self.emit(InstrKind::Label, span, None);
        for slot in 0..n_slots {
            self.slot = slot;
            self.thread(span);
        }
        let over = self.temporary(self.int, span);
        let callee = Callee::Direct(self.known.is_over);
        self.emit(InstrKind::Call { dest: Some(over), callee, args: Vec::new() }, span, None);
        let cond = self.load(over, span);
        let is_over = self.emit(InstrKind::Branch { cond, when: true, target: InstrId(0) }, span, None);
        self.to_end.push(is_over);
        let turn = self.emit(InstrKind::Jump(first), span, None);
        let end = self.emit(InstrKind::Label, span, None);
        self.emit(InstrKind::Return(None), span, None);
        for jump in std::mem::take(&mut self.to_end) {
            self.body.instrs[jump].kind.move_targets(|_| end);
        }
        let turn = self.begin_all(turn, span);
        let function = self.program.functions.next_id();
        let threads = (0..n_slots).map(|slot| if slot == 0 { "main".to_owned() } else { format!("thread {slot}") });
        let woven =
            Woven { function, segments: self.segments, origins: self.origins, turn, threads: threads.collect() };
        (self.body, self.locals, woven)
    }

    /// Puts before everything that all locals begin their lives: whoever comes back to a place does not look as if it had jumped over
    /// declarations. Where the turns' jump is now.
    fn begin_all(&mut self, turn: InstrId, span: Span) -> InstrId {
        let code = std::mem::take(&mut self.body.instrs);
        let origins = std::mem::take(&mut self.origins);
        for local in self.locals.ids().collect::<Vec<_>>() {
            let has_size = self.program.types.size_of(self.locals[local].ty).is_some();
            if self.locals[local].address_taken {
                self.emit(InstrKind::Declare(local), span, None);
            } else if has_size {
                let place = self.local_place(local, span);
                self.emit(InstrKind::ZeroFill(place), span, None);
            }
        }
        let n = self.body.instrs.len();
        let moved = |instr: InstrId| InstrId::from_index(instr.index() + n);
        for (instr, &origin) in code.iter().zip(origins.iter()) {
            let Instr { mut kind, span } = instr.clone();
            kind.move_targets(moved);
            self.emit(kind, span, origin);
        }
        for segment in &mut self.segments {
            segment.instrs.iter_mut().for_each(|instr| *instr = moved(*instr));
        }
        moved(turn)
    }

    /// Has a switch go to the given targets for 0, 1, …; there are no other values.
    fn send(&mut self, switch: InstrId, targets: Vec<InstrId>) {
        if let InstrKind::Switch { cases, default, .. } = &mut self.body.instrs[switch].kind {
            *default = targets[0];
            let case = |(value, target): (usize, InstrId)| {
                let value = value as i128;
                SwitchCase { low: value, high: value, target }
            };
            *cases = targets.into_iter().enumerate().skip(1).map(case).collect();
        }
    }

    fn emit(&mut self, kind: InstrKind, span: Span, origin: Option<(u32, InstrId)>) -> InstrId {
        self.origins.push(origin);
        self.body.instrs.push(Instr { kind, span })
    }

    fn expr(&mut self, kind: ExprKind, ty: TypeId, span: Span) -> ExprId {
        self.body.exprs.push(Expr { kind, ty, span, component: None })
    }

    fn number(&mut self, value: u32, span: Span) -> ExprId {
        self.expr(ExprKind::Int(u128::from(value)), self.int, span)
    }

    fn load(&mut self, place: PlaceId, span: Span) -> ExprId {
        let ty = self.body.places[place].ty;
        self.expr(ExprKind::Load(place), ty, span)
    }

    fn temporary(&mut self, ty: TypeId, span: Span) -> PlaceId {
        let kind = LocalKind::Temporary;
        let name = String::new();
        let local = self.locals.push(Local { name, ty, span, kind, address_taken: false, is_const: true, align: None });
        self.local_place(local, span)
    }

    fn local_place(&mut self, local: LocalId, span: Span) -> PlaceId {
        let ty = self.locals[local].ty;
        self.body.places.push(Place { base: PlaceBase::Local(local), projections: Vec::new(), ty, span })
    }

    fn is_void(&self, ty: TypeId) -> bool {
        *self.program.types.get(ty) == Type::Void
    }

    fn is_scalar(&self, ty: TypeId) -> bool {
        self.program.types.scalar_bits(ty).is_some()
    }
}

/// The pointers to blocks that live as long as the activation.
fn frame_blocks(body: &Body) -> Vec<Option<LocalId>> {
    use whyc_ir::block::{BlockLife, BlockOp};
    let allocations = body.instrs.iter().filter_map(|instr| match instr.kind {
        InstrKind::Block(BlockOp::Allocate { place, life: BlockLife::Frame, .. }) => Some(&body.places[place]),
        _ => None,
    });
    let mut blocks: Vec<Option<LocalId>> = allocations
        .map(|place| match place.base {
            PlaceBase::Local(local) if place.projections.is_empty() => Some(local),
            PlaceBase::Local(_) | PlaceBase::Global(_) | PlaceBase::Deref(_) => None,
        })
        .collect();
    blocks.sort_unstable();
    blocks.dedup();
    blocks
}

/// Whether an instruction writes to a local.
fn writes(body: &Body, instr: &Instr, local: LocalId) -> bool {
    instr.kind.parts().into_iter().any(|part| match part {
        Part::Write(place) => body.places[place].base == PlaceBase::Local(local),
        Part::Value(_) | Part::Read(_) | Part::WriteFrom(_) | Part::Begin(_) | Part::End(_) | Part::Release(_) => false,
    })
}
