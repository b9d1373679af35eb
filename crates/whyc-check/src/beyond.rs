//! What code can still run after some place: which properties a cut-off loop, or a failure, leaves open.
//!
//! More than what really can: calls through pointers may go to any function, and a function returns to whoever calls it.

use rustc_hash::FxHashMap;
use whyc_base::ids::{Id, IdVec};
use whyc_ir::instr::{Callee, InstrId, InstrKind};
use whyc_ir::program::{Body, FunctionId, Program};
use whyc_unroll::loops::LoopTable;
use whyc_unroll::step::Cut;

/// An instruction of a program.
pub type Place = (FunctionId, InstrId);

/// Who calls whom.
pub struct Beyond<'a> {
    program: &'a Program,
    /// The calls of a function, by its id.
    callers: FxHashMap<FunctionId, Vec<Place>>,
    /// The calls through pointers.
    through_pointers: Vec<Place>,
}

/// The instructions that can run after some place.
pub struct After(IdVec<FunctionId, Vec<Seen>>);

/// How much of an instruction can run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Seen {
    Nothing,
    /// What a call does once the function has returned: its result goes somewhere.
    Rest,
    All,
}

impl After {
    /// Whether `place` is one of them.
    #[must_use]
    pub fn contains(&self, (function, instr): Place) -> bool {
        self.0[function].get(instr.index()).is_some_and(|&seen| seen != Seen::Nothing)
    }
}

impl<'a> Beyond<'a> {
    /// The calls of `program`.
    #[must_use]
    pub fn new(program: &'a Program) -> Self {
        let mut beyond = Self { program, callers: FxHashMap::default(), through_pointers: Vec::new() };
        for (function, f) in program.functions.iter_enumerated() {
            for (at, instr) in f.body.iter().flat_map(|body| body.instrs.iter_enumerated()) {
                match instr.kind {
                    InstrKind::Call { callee: Callee::Direct(callee), .. } => {
                        beyond.callers.entry(callee).or_default().push((function, at));
                    }
                    InstrKind::Call { callee: Callee::Indirect(_), .. } => beyond.through_pointers.push((function, at)),
                    _ => {}
                }
            }
        }
        beyond
    }

    /// What can run from where a loop or recursion was cut off.
    #[must_use]
    pub fn cut(&self, cut: Cut, loops: &LoopTable) -> After {
        match cut {
            Cut::Loop(id) => self.from((loops.all()[id].function, loops.all()[id].head)),
            Cut::Recursion(function) => self.from((function, InstrId(0))),
            // It can be anywhere.
            Cut::Block => self.from((self.program.start, InstrId(0))),
        }
    }

    /// What can run from `start` on, itself included.
    #[must_use]
    pub fn from(&self, start: Place) -> After {
        let mut seen: IdVec<FunctionId, Vec<Seen>> = IdVec::new();
        for f in self.program.functions.iter() {
            seen.push(vec![Seen::Nothing; f.body.as_ref().map_or(0, |body| body.instrs.len())]);
        }
        let mut after = After(seen);
        let mut todo = vec![(start, Seen::All)];
        while let Some(((function, at), how)) = todo.pop() {
            let Some(seen) = after.0[function].get_mut(at.index()) else { continue };
            if *seen >= how {
                continue;
            }
            *seen = how;
            if let Some(body) = &self.program.functions[function].body {
                self.next(function, at, how, body, &mut todo);
            }
        }
        after
    }

    /// What can run right after `at`, or after the rest of it.
    fn next(&self, function: FunctionId, at: InstrId, how: Seen, body: &Body, out: &mut Vec<(Place, Seen)>) {
        let kind = &body.instrs[at].kind;
        let mut places: Vec<Place> = kind.targets().into_iter().map(|target| (function, target)).collect();
        let following = InstrId::from_index(at.index() + 1);
        match kind {
            InstrKind::Jump(_) | InstrKind::Switch { .. } | InstrKind::Halt | InstrKind::Return(_) => {}
            InstrKind::Call { callee, .. } => {
                match callee {
                    _ if how == Seen::Rest => {}
                    Callee::Direct(callee) => places.push((*callee, InstrId(0))),
                    Callee::Indirect(_) => {
                        places.extend(self.program.functions.ids().map(|callee| (callee, InstrId(0))))
                    }
                }
                places.push((function, following));
            }
            InstrKind::Declare(_)
            | InstrKind::Kill(_)
            | InstrKind::Assign { .. }
            | InstrKind::ZeroFill(_)
            | InstrKind::Nondet { .. }
            | InstrKind::Branch { .. }
            | InstrKind::Assume(_)
            | InstrKind::Cover(_)
            | InstrKind::Assert { .. }
            | InstrKind::Block(_)
            | InstrKind::Output(_)
            | InstrKind::Unsupported(_)
            | InstrKind::Label => places.push((function, following)),
        }
        out.extend(places.into_iter().map(|place| (place, Seen::All)));
        if matches!(kind, InstrKind::Return(_)) || following.index() == body.instrs.len() {
            let callers = self.callers.get(&function).into_iter().flatten();
            out.extend(callers.chain(&self.through_pointers).map(|&caller| (caller, Seen::Rest)));
        }
    }
}
