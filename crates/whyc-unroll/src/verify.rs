//! The verifier, and with it the normative list of what holds in every [`Unrolling`].
//!
//! Tables
//! - The first activation has no caller, nor has a call with any arguments that stands for others. Every other one was entered by
//!   an earlier one, at an instruction of its function, and is one call deeper.
//! - Object 0 is null's.
//! - `reached` and `held` have an entry for each property; not more than [`MANY_HELD`] conditions are held, all Boolean.
//! - `cuts` lists the steps that cut something off, all of them and in order.
//!
//! Steps
//! - A step belongs to an activation and an instruction that there are; its guard is Boolean.
//! - Conditions are Boolean; addresses have 64 bits, streams 32, bytes 8.
//! - A variable that gets a value has that version, and no other step gives it.
//! - A value has the bits of the variable it goes to; one that goes to a bit-field may have more, of which the lowest count.
//! - An activation is entered where its caller stands, once, and left after that.
//! - A block begins its life once.
//!
//! All of it is looked at once, in the order of the steps. Debug builds do so after every unrolling.

use rustc_hash::FxHashSet;
use whyc_base::ids::Id;
use whyc_ir::program::Program;
use whyc_term::{Sort, TermId, TermStore};

use crate::step::{
    BlockId, FrameId, MANY_HELD, ObjectRoot, OutputTerm, SsaVar, Step, StepId, StepKind, Target, Unrolling,
};

/// Whether all invariants hold.
///
/// # Errors
/// The first one that does not, and where.
pub fn verify(unrolling: &Unrolling, program: &Program, terms: &TermStore) -> Result<(), String> {
    let mut verifier = Verifier {
        unrolling,
        program,
        terms,
        defined: FxHashSet::default(),
        entered: FxHashSet::default(),
        allocated: FxHashSet::default(),
    };
    verifier.tables()?;
    for (id, step) in unrolling.steps.iter_enumerated() {
        verifier.step(step).map_err(|what| format!("{id}: {what}"))?;
    }
    Ok(())
}

struct Verifier<'a> {
    unrolling: &'a Unrolling,
    program: &'a Program,
    terms: &'a TermStore,
    defined: FxHashSet<SsaVar>,
    entered: FxHashSet<FrameId>,
    allocated: FxHashSet<BlockId>,
}

fn ensure(holds: bool, what: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what.to_owned()) }
}

impl Verifier<'_> {
    fn tables(&self) -> Result<(), String> {
        let u = self.unrolling;
        ensure(
            u.frames.iter().next().is_none_or(|first| first.caller.is_none()),
            "the first activation should have no caller",
        )?;
        for (id, frame) in u.frames.iter_enumerated() {
            let is_right = match frame.caller {
                None => frame.depth == 0,
                Some((caller, at)) => {
                    caller < id && u.frames[caller].depth + 1 == frame.depth && self.has_instr(caller, at.index())
                }
            };
            ensure(is_right, &format!("{id} should have been entered from an earlier activation"))?;
        }
        ensure(u.objects.first().is_none_or(|object| object.root == ObjectRoot::Null), "object 0 should be null's")?;
        ensure(u.reached.len() == u.held.len(), "`reached` and `held` should be about the same properties")?;
        for held in u.held.iter() {
            ensure(held.len() <= MANY_HELD, "not so many conditions should be held")?;
            held.iter().try_for_each(|&cond| self.boolean(cond))?;
        }
        let is_cut = |step: &Step| matches!(step.kind, StepKind::Cut { .. });
        let cuts: Vec<StepId> = u.steps.iter_enumerated().filter(|(_, step)| is_cut(step)).map(|(id, _)| id).collect();
        ensure(cuts == u.cuts, "`cuts` should list the steps that cut something off")
    }

    fn has_instr(&self, frame: FrameId, instr: usize) -> bool {
        let body = &self.program.functions[self.unrolling.frames[frame].function].body;
        body.as_ref().is_some_and(|body| instr < body.instrs.len())
    }

    fn step(&mut self, step: &Step) -> Result<(), String> {
        ensure(step.frame.index() < self.unrolling.frames.len(), "there should be such an activation")?;
        self.boolean(step.guard)?;
        match &step.kind {
            StepKind::Input { target, value, .. } => target.map_or(Ok(()), |target| self.define(target, *value)),
            StepKind::Storage { cells, .. } => cells.iter().try_for_each(|cell| self.define(cell.target, cell.value)),
            StepKind::Allocate { block } => {
                let size = self.unrolling.blocks.get(*block).ok_or("there should be such a block")?.size;
                ensure(self.allocated.insert(*block), "a block should begin its life once")?;
                self.bits(size, 64)
            }
            StepKind::Free { pointer } => self.bits(*pointer, self.program.types.target.pointers.bits()),
            StepKind::Output { stream, item } => {
                self.bits(*stream, 32)?;
                match item {
                    OutputTerm::Text(_) => Ok(()),
                    OutputTerm::Byte(byte) => self.bits(*byte, 8),
                    OutputTerm::Number { value, layout, .. } => {
                        self.bits(*value, 64)?;
                        layout.iter().try_for_each(|&term| self.bits(term, 32))
                    }
                }
            }
            StepKind::Assign { target: Target::Symbol(target), value, .. } | StepKind::Merge { target, value, .. } => {
                self.define(*target, *value)
            }
            StepKind::Assign { target: Target::Computed { pointer, bits, .. }, value, .. } => {
                self.bits(*pointer, 64)?;
                self.at_least(*value, *bits)
            }
            StepKind::Branch { cond, .. } | StepKind::Assume { cond } => self.boolean(*cond),
            StepKind::Check { property, cond } => {
                ensure(property.index() < self.unrolling.reached.len(), "there should be such a property")?;
                self.boolean(*cond)
            }
            StepKind::Enter { callee } => {
                let caller = self.unrolling.frames.get(*callee).and_then(|frame| frame.caller);
                ensure(caller == Some((step.frame, step.instr)), "an activation should be entered by its caller")?;
                ensure(self.entered.insert(*callee), "an activation should be entered once")
            }
            StepKind::Leave { callee, .. } => {
                ensure(self.entered.contains(callee), "an activation should be entered before it is left")
            }
            StepKind::Switch { value, .. } => {
                ensure(matches!(self.terms.sort(*value), Sort::Bits(_)), "a switch should be about a number")
            }
            StepKind::Halt | StepKind::Cut { .. } | StepKind::Unsupported { .. } => Ok(()),
        }
    }

    fn boolean(&self, term: TermId) -> Result<(), String> {
        ensure(self.terms.sort(term) == Sort::Bool, "a condition should be Boolean")
    }

    fn bits(&self, term: TermId, width: u32) -> Result<(), String> {
        let sort = self.terms.sort(term);
        ensure(sort == Sort::Bits(width), &format!("a value of {width} bits is due, this one is {sort}"))
    }

    fn at_least(&self, term: TermId, width: u32) -> Result<(), String> {
        let sort = self.terms.sort(term);
        let is_wide = matches!(sort, Sort::Bits(bits) if bits >= width);
        ensure(is_wide, &format!("a value of at least {width} bits is due, this one is {sort}"))
    }

    fn define(&mut self, target: SsaVar, value: TermId) -> Result<(), String> {
        let symbol = self.unrolling.symbols.get(target.symbol).ok_or("there should be such a variable")?;
        ensure(target.version < symbol.n_versions, "a variable should have the version that it gets")?;
        ensure(self.defined.insert(target), "a version should get its value once")?;
        self.at_least(value, symbol.bits)
    }
}
