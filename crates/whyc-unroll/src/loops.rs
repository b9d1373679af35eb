//! The loops of a program, and how often each of them is unwound.
//!
//! A loop is a backward jump. No other analysis is needed: `while`, `for`, `do` and `goto` look
//! the same. (A `continue` jumps forward, to the one backward jump of its loop.) A copy of bytes whose number
//! is unknown, in objects whose size is, counts as a loop too: it is followed only so far.

use rustc_hash::FxHashMap;
use whyc_base::ids::IdVec;
use whyc_base::source::Span;
use whyc_base::typed_id;
use whyc_ir::block::BlockOp;
use whyc_ir::flow::back_edges;
use whyc_ir::instr::{InstrId, InstrKind};
use whyc_ir::program::{FunctionId, Program};
use whyc_ir::woven::Woven;

/// The name of the loop of which each round is one thread's turn.
pub const SWITCHES: &str = "switches";

typed_id! {
    /// A loop.
    pub struct LoopId("loop");
}

/// A loop.
#[derive(Clone, Debug)]
pub struct Loop {
    /// `main.2`: function and number within it, from 1.
    pub name: String,
    /// In which function.
    pub function: FunctionId,
    /// Where its backward jump goes.
    pub head: InstrId,
    /// Its backward jump.
    pub last: InstrId,
    /// What the user wrote.
    pub span: Span,
}

/// All loops of a program, in source order per function.
#[derive(Clone, Debug)]
pub struct LoopTable {
    loops: IdVec<LoopId, Loop>,
    id_from_jump: FxHashMap<(FunctionId, InstrId, InstrId), LoopId>,
    /// The loops of each function: they are consecutive.
    of_function: IdVec<FunctionId, std::ops::Range<u32>>,
    /// The copies, after all other loops.
    id_from_copy: FxHashMap<(FunctionId, InstrId), LoopId>,
}

impl LoopTable {
    /// The loops of `program`.
    #[must_use]
    pub fn new(program: &Program) -> Self {
        let mut table = Self {
            loops: IdVec::new(),
            id_from_jump: FxHashMap::default(),
            of_function: IdVec::new(),
            id_from_copy: FxHashMap::default(),
        };
        for (function, f) in program.functions.iter_enumerated() {
            let first = table.loops.len() as u32;
            let edges = f.body.as_ref().map(|body| (body, back_edges(body)));
            let edges = edges.into_iter().flat_map(|(body, edges)| edges.into_iter().map(move |edge| (body, edge)));
            for (n, (body, (head, last))) in edges.enumerate() {
                let name = match program.woven.as_ref().filter(|woven| woven.function == function) {
                    Some(woven) => table.woven_name(program, woven, head, last),
                    None => format!("{}.{}", f.name, n + 1),
                };
                let span = body.instrs[last].span;
                let id = table.loops.push(Loop { name, function, head, last, span });
                table.id_from_jump.insert((function, last, head), id);
            }
            table.of_function.push(first..table.loops.len() as u32);
        }
        table.add_copies(program);
        table
    }

    /// A copy of a loop has the name of the loop.
    fn woven_name(&self, program: &Program, woven: &Woven, head: InstrId, last: InstrId) -> String {
        if last == woven.turn {
            return SWITCHES.to_owned();
        }
        let origin = |instr| woven.origin(woven.function, instr);
        let known = origin(last)
            .zip(origin(head))
            .and_then(|((_, function, last), (_, _, head))| self.at(function, last, head));
        match known {
            Some(id) => self.loops[id].name.clone(),
            None => format!("{}.{last}", program.functions[woven.function].name),
        }
    }

    fn add_copies(&mut self, program: &Program) {
        for (function, f) in program.functions.iter_enumerated() {
            let instrs = f.body.iter().flat_map(|body| body.instrs.iter_enumerated());
            let copies = instrs.filter(|(_, instr)| {
                matches!(instr.kind, InstrKind::Block(BlockOp::Copy { .. } | BlockOp::Fill { .. }))
            });
            for (n, (id, instr)) in copies.enumerate() {
                let name = format!("{}.bytes.{}", f.name, n + 1);
                let copy = self.loops.push(Loop { name, function, head: id, last: id, span: instr.span });
                self.id_from_copy.insert((function, id), copy);
            }
        }
    }

    /// The copy of bytes, or the like, that an instruction is.
    #[must_use]
    pub fn copy_at(&self, function: FunctionId, instr: InstrId) -> Option<LoopId> {
        self.id_from_copy.get(&(function, instr)).copied()
    }

    /// The loop whose backward jump goes from `from` to `head`.
    #[must_use]
    pub fn at(&self, function: FunctionId, from: InstrId, head: InstrId) -> Option<LoopId> {
        self.id_from_jump.get(&(function, from, head)).copied()
    }

    /// The loops of one function, copies left out.
    pub fn in_function(&self, function: FunctionId) -> impl Iterator<Item = (LoopId, &Loop)> {
        self.of_function[function].clone().map(LoopId).map(|id| (id, &self.loops[id]))
    }

    /// All loops.
    #[must_use]
    pub fn all(&self) -> &IdVec<LoopId, Loop> {
        &self.loops
    }

    /// The loops with this name: a loop has copies where threads are woven.
    pub fn all_named(&self, name: &str) -> impl Iterator<Item = LoopId> {
        self.loops.iter_enumerated().filter(move |(_, l)| l.name == name).map(|(id, _)| id)
    }

    /// The loop with this name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<LoopId> {
        self.loops.iter_enumerated().find(|(_, l)| l.name == name).map(|(id, _)| id)
    }
}

/// How often loops and recursions are unwound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Backward jumps allowed per loop each time it is entered.
    pub loops: IdVec<LoopId, u32>,
    /// Nested activations allowed per function beyond the first.
    pub recursion: IdVec<FunctionId, u32>,
    /// Whether iterations that nothing unknown decides are for free: the program with these
    /// inputs runs that far in any case. Fixed bounds count every iteration.
    pub free_iterations: bool,
    /// No more of them than this each time a loop is entered; a limit of the unrolling holds besides.
    pub most_free: u32,
}

impl Bounds {
    /// The same bound for every loop and recursion.
    #[must_use]
    pub fn uniform(program: &Program, loops: &LoopTable, bound: u32, free_iterations: bool) -> Self {
        Self {
            loops: IdVec::filled(bound, loops.all().len()),
            recursion: IdVec::filled(bound, program.functions.len()),
            free_iterations,
            most_free: u32::MAX,
        }
    }
}
