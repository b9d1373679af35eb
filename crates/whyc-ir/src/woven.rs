//! Programs in which the code of several functions was copied into one: threads, woven into a sequential program.
//!
//! The original functions stay where they are, and are not run: they say what the copies are copies of. A [`Segment`] is one copy of
//! one function, and knows by which call it came about, so that everything that happens in it can be told as if it had been
//! called.

use whyc_base::ids::{Id as _, IdVec};

use crate::expr::{ExprId, PlaceId};
use crate::instr::InstrId;
use crate::program::{FunctionId, Origin, Program};
use crate::property::Site;

/// Where copies of code come from.
#[derive(Clone, Debug)]
pub struct Woven {
    /// The function that the copies are in.
    pub function: FunctionId,
    /// The copies; callers come before those that they call.
    pub segments: Vec<Segment>,
    /// Of which segment and which instruction of its function an instruction is a copy, or for which it stands; none for what hands
    /// the processor from one thread to another.
    pub origins: IdVec<InstrId, Option<(u32, InstrId)>>,
    /// The backward jump by which another thread gets its turn.
    pub turn: InstrId,
    /// What a person calls the threads, by their slots.
    pub threads: Vec<String>,
}

/// A copy of a function.
#[derive(Clone, Debug)]
pub struct Segment {
    /// Of which function.
    pub function: FunctionId,
    /// In which thread, by its slot.
    pub thread: u32,
    /// The segment and the instruction that call it; none for the first function of a thread.
    pub caller: Option<(u32, InstrId)>,
    /// Where the copies of its expressions begin.
    pub first_expr: u32,
    /// Where the copies of its places begin.
    pub first_place: u32,
    /// The copy of each instruction.
    pub instrs: IdVec<InstrId, InstrId>,
}

impl Segment {
    /// What in the copy is what `site` is in the original.
    #[must_use]
    pub fn copy_of(&self, site: Site) -> Option<Site> {
        let place = |place: PlaceId| PlaceId(place.0 + self.first_place);
        Some(match site {
            Site::Expr(expr) => Site::Expr(ExprId(expr.0 + self.first_expr)),
            Site::Deref(at) => Site::Deref(place(at)),
            Site::Index(at, idx) => Site::Index(place(at), idx),
            Site::Instr(instr) => Site::Instr(*self.instrs.get(instr)?),
            Site::Call(instr) => Site::Call(*self.instrs.get(instr)?),
        })
    }
}

impl Woven {
    /// What an instruction of the woven function stands for: the segment, its function, and the instruction there.
    #[must_use]
    pub fn origin(&self, function: FunctionId, instr: InstrId) -> Option<(u32, FunctionId, InstrId)> {
        if function != self.function {
            return None;
        }
        let (segment, instr) = (*self.origins.get(instr)?)?;
        Some((segment, self.segments[segment as usize].function, instr))
    }

    /// The call in the user's code that a copy of a model works for.
    #[must_use]
    pub fn user_call(&self, program: &Program, segment: usize) -> Option<(FunctionId, InstrId)> {
        let (mut at, mut call) = (segment, None);
        while program.functions[self.segments[at].function].origin == Origin::Whyc {
            let (caller, instr) = self.segments[at].caller?;
            at = caller as usize;
            call = Some((self.segments[at].function, instr));
        }
        call
    }

    /// The place in the user's code at which an instruction of the woven function is at work: its own, or that of the call of the
    /// library around it.
    #[must_use]
    pub fn user_place(&self, program: &Program, instr: InstrId) -> Option<(FunctionId, InstrId)> {
        let (segment, function, instr) = self.origin(self.function, instr)?;
        match program.functions[function].origin {
            Origin::User => Some((function, instr)),
            Origin::Whyc => self.user_call(program, segment as usize),
        }
    }

    /// In which thread an instruction of the woven function is, by its slot.
    #[must_use]
    pub fn thread_of(&self, instr: InstrId) -> Option<u32> {
        let (segment, ..) = self.origin(self.function, instr)?;
        Some(self.segments[segment as usize].thread)
    }

    /// How many instructions it knows the origin of.
    #[must_use]
    pub fn n_instrs(&self) -> usize {
        self.origins.ids().next_back().map_or(0, |last| last.index() + 1)
    }
}
