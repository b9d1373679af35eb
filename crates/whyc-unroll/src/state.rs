//! What one path knows: its condition and its memory; and the machine that all paths share.

mod kept;

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_base::ids::IdVec;
use whyc_base::source::Span;
use whyc_ir::instr::InstrId;
use whyc_ir::layout;
use whyc_ir::program::{FunctionId, Program};
use whyc_ir::property::{PropertyClass, PropertyId, PropertyTable, Site};
use whyc_ir::types::TypeId;
use whyc_term::{TermId, TermStore};

use crate::cuts::{Assume, LoopCuts};
use crate::eval::{Addresses, LargeBlock, Pointees, Puns, View};
use crate::guard::{GuardId, Guards};
use crate::inputs::InputPool;
use crate::loops::LoopId;
use crate::memory::{BaseId, BaseTable, FrameObjects, ObjectId, ObjectTable, OffsetTable};
use crate::oracle::Oracle;
use crate::rewrite::Rewrite;
use crate::step::{FrameId, MANY_HELD, ObjectRoot, SsaVar, Step, StepId, StepKind, Symbol, SymbolId, Unrolling};
use crate::trie::Trie;

pub use self::kept::Kept;

/// What one path knows.
#[derive(Clone, Debug)]
pub struct State {
    /// Its condition.
    pub guard: GuardId,
    /// The content of memory, by [`crate::memory`]'s keys.
    pub memory: Trie<u32>,
}

/// Where an evaluation stands: the instruction, and under which condition its parts are evaluated.
#[derive(Clone, Copy, Debug)]
pub struct At {
    /// The activation.
    pub frame: FrameId,
    /// Its function.
    pub function: FunctionId,
    /// The instruction.
    pub instr: InstrId,
    /// The path condition, including that of `&&`, `||` and `?:` around.
    pub guard: GuardId,
}

/// What all paths share.
pub struct Machine<'a> {
    pub program: &'a Program,
    pub properties: &'a PropertyTable,
    pub terms: &'a mut TermStore,
    pub inputs: &'a mut InputPool,
    pub guards: Guards,
    pub objects: ObjectTable,
    pub bases: BaseTable,
    pub unrolling: Unrolling,
    pub offsets: OffsetTable,
    /// The objects of the activations on the stack, the current one last.
    pub stack: Vec<FrameObjects>,
    /// The condition under which the last check failed that fails for certain.
    pub failed_under: Option<GuardId>,
    /// When it counts that a check fails here, if it does not always.
    pub counts: Option<TermId>,
    /// What the object part of a pointer can be, by its term.
    pub pointees: FxHashMap<TermId, Rc<Pointees>>,
    /// The object and the offset of pointers.
    pub splits: FxHashMap<TermId, (TermId, TermId)>,
    /// Set when something is read whose declaration was jumped over.
    pub read_undeclared: bool,
    /// The cells of storage steps that have been read.
    pub seen_storage: FxHashSet<(StepId, u64)>,
    /// The reads of large storage steps that have been noted.
    pub seen_reads: FxHashSet<(StepId, TermId, StepId)>,
    /// Who watches, if anyone does.
    pub rewrite: Option<&'a mut dyn Rewrite>,
    /// The loops that are cut, if some are, and what is assumed there.
    pub cuts: Option<&'a mut LoopCuts>,
    pub assume: Option<&'a mut Assume<'a>>,
    /// Who may know that paths cannot be taken, if anyone does.
    pub oracle: Option<&'a mut dyn Oracle>,
    /// From how many steps on it is asked.
    pub ask_after: usize,
    /// What has been assumed so far, as a Boolean term; kept for the oracle alone.
    pub assumed: TermId,
    /// Whether a value is evaluated for whoever watches, and not because the program does so.
    pub is_asking: bool,
    /// How often the loops of the activations on the stack have gone back, the current one last.
    pub rounds: Vec<Vec<(LoopId, u32)>>,
    /// Pointers without what was never set, and under which condition they are the same.
    pub settled: FxHashMap<TermId, (GuardId, TermId)>,
    /// What the objects hold, where nobody has written, of which ranges are in array terms.
    pub spliced_from: FxHashMap<TermId, Vec<BaseId>>,
    /// The blocks that may be too large to be followed.
    pub large: Vec<LargeBlock>,
    /// The addresses that have been looked at.
    pub addresses: Addresses,
    /// Where pointers and numbers have met in memory.
    pub puns: Puns,
    symbol_from_part: FxHashMap<(ObjectRoot, u64, u32), SymbolId>,
    occurrences: FxHashMap<(FunctionId, InstrId), u32>,
}

impl<'a> Machine<'a> {
    pub fn new(
        program: &'a Program,
        properties: &'a PropertyTable,
        terms: &'a mut TermStore,
        inputs: &'a mut InputPool,
    ) -> Self {
        let guards = Guards::new(terms);
        let assumed = terms.bool_const(true);
        let unrolling = Unrolling {
            steps: Default::default(),
            frames: Default::default(),
            blocks: Default::default(),
            symbols: Default::default(),
            objects: Vec::new(),
            reached: IdVec::filled(false, properties.all().len()),
            held: IdVec::filled(Vec::new(), properties.all().len()),
            lives: FxHashMap::default(),
            addresses: FxHashMap::default(),
            cuts: Vec::new(),
            work: Default::default(),
            effort: 0,
            counts: FxHashMap::default(),
        };
        Self {
            program,
            properties,
            terms,
            inputs,
            guards,
            objects: ObjectTable::new(program),
            bases: BaseTable::new(),
            unrolling,
            offsets: OffsetTable::default(),
            stack: Vec::new(),
            failed_under: None,
            counts: None,
            pointees: FxHashMap::default(),
            splits: FxHashMap::default(),
            read_undeclared: false,
            seen_storage: FxHashSet::default(),
            seen_reads: FxHashSet::default(),
            rewrite: None,
            cuts: None,
            assume: None,
            oracle: None,
            ask_after: 0,
            assumed,
            is_asking: false,
            rounds: Vec::new(),
            settled: FxHashMap::default(),
            spliced_from: FxHashMap::default(),
            large: Vec::new(),
            addresses: Addresses::default(),
            puns: Puns::default(),
            symbol_from_part: FxHashMap::default(),
            occurrences: FxHashMap::default(),
        }
    }

    /// Adds a step at `at`, for what stands at `span`.
    pub fn push(&mut self, at: At, span: Span, kind: StepKind) -> StepId {
        let guard = self.guards.term(at.guard);
        if let (StepKind::Assume { cond }, Some(_)) = (&kind, &self.oracle) {
            let holds = self.terms.implies(guard, *cond);
            self.assumed = self.terms.and(self.assumed, holds);
        }
        let (frame, instr) = self.told(at);
        let step = Step { guard, frame, instr, span, kind };
        self.unrolling.steps.push(step)
    }

    /// As what an instruction is told: a copy as what it is a copy of.
    pub fn told(&self, at: At) -> (FrameId, InstrId) {
        let origin = self.program.woven.as_ref().and_then(|woven| woven.origin(at.function, at.instr));
        // The activations of the segments come right behind that of the function in which they are.
        origin.map_or((at.frame, at.instr), |(segment, _, instr)| (FrameId(at.frame.0 + 1 + segment), instr))
    }

    /// A step for something that is not modelled.
    pub fn unsupported(&mut self, at: At, span: Span, what: impl Into<String>) {
        self.push(at, span, StepKind::Unsupported { what: what.into() });
    }

    /// Whether a check of `class` is due at `site`.
    pub fn is_due(&self, at: At, site: Site, class: PropertyClass) -> bool {
        self.property_at(at, site, class).is_some()
    }

    /// The property of `class` that is due at `site`: what a model checks belongs to the call in the user's code.
    fn property_at(&self, at: At, site: Site, class: PropertyClass) -> Option<PropertyId> {
        let inside = self.properties.at(at.function, site, class)?;
        self.properties.seen_from(self.unrolling.library_call(self.program, at.frame), inside)
    }

    /// Whether runs pass over the check of `class` that would be due at `site`.
    pub fn is_passed_over(&self, at: At, site: Site, class: PropertyClass) -> bool {
        let is_due_inside = self.properties.at(at.function, site, class).is_some();
        is_due_inside && !self.is_due(at, site, class) || self.properties.is_passed_over(at.function, site, class)
    }

    /// Adds the check that is due at `site`, if one is, for `cond`, which should hold.
    pub fn check(&mut self, at: At, site: Site, class: PropertyClass, cond: TermId) {
        if let Some(property) = self.property_at(at, site, class) {
            self.check_property(at, property, cond);
        }
    }

    /// Adds a check of `property` at `at`.
    pub fn check_property(&mut self, at: At, property: PropertyId, cond: TermId) {
        if self.terms.as_bool(self.guards.term(at.guard)) == Some(false) {
            return;
        }
        self.unrolling.reached[property] = true;
        match self.terms.as_bool(cond) {
            Some(true) => {
                let (held, guard) = (&mut self.unrolling.held[property], self.guards.term(at.guard));
                if held.len() < MANY_HELD && held.last() != Some(&guard) {
                    held.push(guard);
                }
                return;
            }
            Some(false) => self.failed_under = Some(at.guard),
            None => {}
        }
        let span = self.properties.all()[property].span;
        let step = self.push(at, span, StepKind::Check { property, cond });
        if let Some(counts) = self.counts {
            self.unrolling.counts.insert(step, counts);
        }
    }

    /// Looks up when it counts that a check fails here.
    pub fn count_here(&mut self, state: &State) {
        let Some(only_if) = self.program.only_if else { return };
        let object = ObjectId(layout::global_object(only_if.global));
        let undeclared = self.read_undeclared;
        let now = self.read_at(&state.memory, object, 0, 32, View::Plain);
        self.read_undeclared = undeclared;
        let wanted = self.terms.bits(32, u128::from(only_if.value));
        self.counts = Some(self.terms.eq(now, wanted));
    }

    /// The next version of a part of an object.
    pub fn next_version(&mut self, root: ObjectRoot, offset_bits: u64, bits: u32) -> SsaVar {
        let symbols = &mut self.unrolling.symbols;
        let symbol = *self
            .symbol_from_part
            .entry((root, offset_bits, bits))
            .or_insert_with(|| symbols.push(Symbol { root, offset_bits, bits, n_versions: 0 }));
        let version = symbols[symbol].n_versions;
        symbols[symbol].n_versions += 1;
        SsaVar { symbol, version }
    }

    /// How often the instruction at `at` has asked this before.
    pub fn next_occurrence(&mut self, at: At) -> u32 {
        let count = self.occurrences.entry((at.function, at.instr)).or_insert(0);
        *count += 1;
        *count - 1
    }

    /// Whether a person knows this variable: it has a name.
    pub fn is_visible(&self, root: ObjectRoot) -> bool {
        match root {
            ObjectRoot::Local(frame, local) => {
                let function = self.unrolling.frames[frame].function;
                !self.program.functions[function].locals[local].name.is_empty()
            }
            ObjectRoot::Result(_) | ObjectRoot::Global(_) | ObjectRoot::Block(_) => true,
            ObjectRoot::Null | ObjectRoot::Function(_) => false,
        }
    }

    /// The width of a scalar type.
    pub fn bits_of(&self, ty: TypeId) -> u32 {
        self.program.types.scalar_bits(ty).unwrap_or(0)
    }
}
