//! A machine as it was at some moment of an unrolling, apart from those who watch and ask.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_ir::instr::InstrId;
use whyc_ir::program::{FunctionId, Program};
use whyc_ir::property::PropertyTable;
use whyc_term::{TermId, TermStore};

use super::Machine;
use crate::eval::{Addresses, LargeBlock, Pointees, Puns};
use crate::guard::{GuardId, Guards};
use crate::inputs::InputPool;
use crate::loops::LoopId;
use crate::memory::{BaseId, BaseTable, FrameObjects, ObjectTable, OffsetTable};
use crate::rewrite::Rewrite;
use crate::step::{ObjectRoot, StepId, SymbolId, Unrolling};

macro_rules! kept {
    ($($field:ident: $ty:ty,)*) => {
        /// What a machine knows by itself.
        pub struct Kept {
            $($field: $ty,)*
        }

        impl Machine<'_> {
            /// What it knows now.
            pub fn kept(&self) -> Kept {
                // Whatever a machine has is either kept or named here.
                let Self {
                    program: _, properties: _, terms: _, inputs: _, rewrite: _, cuts: _, assume: _, oracle: _,
                    $($field,)*
                } = self;
                Kept { $($field: $field.clone(),)* }
            }
        }

        impl Kept {
            /// A machine that knows this, watched by someone else.
            pub fn machine<'a>(
                &self,
                program: &'a Program,
                properties: &'a PropertyTable,
                terms: &'a mut TermStore,
                inputs: &'a mut InputPool,
                rewrite: &'a mut dyn Rewrite,
            ) -> Machine<'a> {
                Machine {
                    program, properties, terms, inputs, rewrite: Some(rewrite), cuts: None, assume: None, oracle: None,
                    $($field: self.$field.clone(),)*
                }
            }
        }
    };
}

kept! {
    guards: Guards,
    objects: ObjectTable,
    bases: BaseTable,
    unrolling: Unrolling,
    offsets: OffsetTable,
    stack: Vec<FrameObjects>,
    failed_under: Option<GuardId>,
    counts: Option<TermId>,
    pointees: FxHashMap<TermId, Rc<Pointees>>,
    splits: FxHashMap<TermId, (TermId, TermId)>,
    read_undeclared: bool,
    seen_storage: FxHashSet<(StepId, u64)>,
    seen_reads: FxHashSet<(StepId, TermId, StepId)>,
    ask_after: usize,
    assumed: TermId,
    is_asking: bool,
    rounds: Vec<Vec<(LoopId, u32)>>,
    settled: FxHashMap<TermId, (GuardId, TermId)>,
    spliced_from: FxHashMap<TermId, Vec<BaseId>>,
    large: Vec<LargeBlock>,
    addresses: Addresses,
    puns: Puns,
    symbol_from_part: FxHashMap<(ObjectRoot, u64, u32), SymbolId>,
    occurrences: FxHashMap<(FunctionId, InstrId), u32>,
}

impl Kept {
    /// How many steps had been made.
    pub fn n_steps(&self) -> usize {
        self.unrolling.steps.len()
    }
}
