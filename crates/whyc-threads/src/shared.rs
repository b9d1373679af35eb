//! Which accesses may be to memory that two threads can reach: all others cost nothing.

use rustc_hash::FxHashSet;
use whyc_ir::block::BlockOp;
use whyc_ir::expr::{ExprKind, PlaceId};
use whyc_ir::instr::InstrKind;
use whyc_ir::parts::Part;
use whyc_ir::program::{Body, FunctionId, GlobalKind, LocalId, Program};

use crate::calls::Calls;
use crate::known::{self, Known};
use crate::pointers::{Class, Pointers};

/// What threads share.
pub struct Shared {
    pointers: Pointers,
    classes: FxHashSet<Class>,
    escaped: FxHashSet<Class>,
}

/// What there is to notice when memory goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goes {
    /// No other thread can get at it.
    Alone,
    /// Others can get at it, though their code accesses nothing there: it may be a lock.
    Reachable,
    /// Others access it.
    Shared,
}

impl Shared {
    /// Objects that a thread other than the main one accesses, that more than one thread can get at, and that somebody writes.
    pub fn new(program: &Program, calls: &Calls, known: &Known) -> Self {
        let mut pointers = Pointers::new(program, calls);
        let escaped = escaped(program, &mut pointers);
        let in_threads = calls.reached_from(known.thread);
        let (mut accessed, mut written) = (FxHashSet::default(), FxHashSet::default());
        for (function, f) in program.functions.iter_enumerated() {
            let Some(body) = f.body.as_ref().filter(|_| !known::is_of_threads(program, function)) else { continue };
            let is_in_threads = in_threads.contains(&function);
            for (place, is_write) in accesses(body) {
                let class = pointers.place(function, body, place);
                if is_in_threads {
                    accessed.insert(class);
                }
                if is_write && function != program.start {
                    written.insert(class);
                }
            }
            for pointer in freed(body) {
                if let Some(class) = pointers.value(function, body, pointer) {
                    written.insert(class);
                    if is_in_threads {
                        accessed.insert(class);
                    }
                }
            }
        }
        let find = |all: FxHashSet<Class>| all.into_iter().map(|class| pointers.find(class)).collect::<FxHashSet<_>>();
        let (accessed, written) = (find(accessed), find(written));
        let is_shared = |class: &Class| accessed.contains(class) && written.contains(class);
        let classes = escaped.iter().copied().filter(is_shared).collect();
        Self { pointers, classes, escaped: escaped.into_iter().collect() }
    }

    /// Whether a place may be in memory that threads share.
    pub fn is_shared(&mut self, function: FunctionId, body: &Body, place: PlaceId) -> bool {
        let class = self.pointers.place(function, body, place);
        self.classes.contains(&class)
    }

    /// What there is to notice when a local goes.
    pub fn local_goes(&self, function: FunctionId, local: LocalId) -> Goes {
        self.goes(self.pointers.local(function, local))
    }

    /// What there is to notice when what a pointer leads to goes.
    pub fn target_goes(&mut self, function: FunctionId, body: &Body, pointer: whyc_ir::expr::ExprId) -> Goes {
        let class = self.pointers.value(function, body, pointer);
        class.map_or(Goes::Alone, |class| self.goes(class))
    }

    fn goes(&self, class: Class) -> Goes {
        if self.classes.contains(&class) {
            Goes::Shared
        } else if self.escaped.contains(&class) {
            Goes::Reachable
        } else {
            Goes::Alone
        }
    }
}

/// What more than one thread can get at: the program's variables, what threads are given and give back, and all that these lead to.
fn escaped(program: &Program, pointers: &mut Pointers) -> Vec<Class> {
    let mut todo = Vec::new();
    for (global, info) in program.globals.iter_enumerated() {
        let class = pointers.global(global);
        if known::is_of_models(program, global) || program.thread_locals.contains(&global) {
            todo.push(pointers.behind(class));
        } else if matches!(info.kind, GlobalKind::Variable | GlobalKind::External) {
            todo.push(class);
        }
    }
    let mut escaped = FxHashSet::default();
    while let Some(class) = todo.pop() {
        let class = pointers.find(class);
        if escaped.insert(class) {
            // A chain of classes that nobody has asked about would have no end.
            todo.extend(pointers.known_behind(class));
        }
    }
    let mut escaped: Vec<Class> = escaped.into_iter().collect();
    escaped.sort_unstable();
    escaped
}

/// The places that a body reads or writes.
fn accesses(body: &Body) -> Vec<(PlaceId, bool)> {
    let mut accesses: Vec<(PlaceId, bool)> = Vec::new();
    let loads = body.exprs.iter().filter_map(|expr| match expr.kind {
        ExprKind::Load(place) => Some((place, false)),
        _ => None,
    });
    accesses.extend(loads);
    for part in body.instrs.iter().flat_map(|instr| instr.kind.parts()) {
        match part {
            Part::Read(place) => accesses.push((place, false)),
            Part::Write(place) | Part::WriteFrom(place) => accesses.push((place, true)),
            Part::Value(_) | Part::Begin(_) | Part::End(_) | Part::Release(_) => {}
        }
    }
    accesses
}

fn freed(body: &Body) -> impl Iterator<Item = whyc_ir::expr::ExprId> {
    body.instrs.iter().filter_map(|instr| match instr.kind {
        InstrKind::Block(BlockOp::Free { pointer } | BlockOp::Havoc { pointer, .. }) => Some(pointer),
        _ => None,
    })
}
