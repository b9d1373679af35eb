//! Runs with all their inputs: a test of the user's, or a failing run of whyc's own.

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_base::ids::Id;
use whyc_check::chain::Chain;
use whyc_check::{Analysis, Run};
use whyc_ir::instr::InstrId;
use whyc_ir::program::{ComponentId, FunctionId, GlobalId, Program};
use whyc_ir::property::PropertyId;
use whyc_term::{ArrayValue, Sort, TermId, TermStore, Valuation};
use whyc_unroll::loops::{Bounds, LoopId};
use whyc_unroll::rewrite::{ComponentValue, Defined, Rewrite, Site};
use whyc_unroll::step::{FrameId, ObjectRoot, StepId, StepKind, StorageCell, StorageRead, Unrolling};

use super::expected;

/// A run, by its inputs, and what it should do.
#[derive(Clone, Debug)]
pub struct FailingRun {
    /// What a person calls it.
    pub name: String,
    /// Its inputs.
    pub inputs: Inputs,
    /// What it should print; nothing is asked if there is none.
    pub stdout: Option<Vec<u8>>,
    /// Its exit status, likewise.
    pub status: Option<u8>,
    /// The property that it violates, if that is known: a mended run had better come there, too.
    pub violates: Option<PropertyId>,
}

/// The inputs of a run.
#[derive(Clone, Debug)]
pub enum Inputs {
    /// Those of a run of an unrolling; everything else is zero.
    Terms {
        /// By their terms, whether or not the run executes them.
        values: FxHashMap<TermId, u128>,
        /// By the instruction that asks, in the order in which the run asks.
        sites: FxHashMap<(FunctionId, InstrId), Vec<Recorded>>,
        /// All of that in the order in which the run asks.
        order: Vec<((FunctionId, InstrId), Recorded)>,
        /// The parts of variables without definition.
        globals: FxHashMap<GlobalId, Vec<(u64, u32, u128)>>,
        /// Everything, for the content of large storage.
        all: Valuation,
    },
    /// The bytes of variables without definition, by name; everything else is zero.
    Globals(FxHashMap<String, Vec<u8>>),
}

/// What an instruction gets from outside.
#[derive(Clone, Debug)]
pub enum Recorded {
    /// A number.
    Value(u128),
    /// Parts of storage: where, how many bits, what.
    Cells(Vec<(u64, u32, u128)>),
}

impl FailingRun {
    /// A run of `unrolling`, which violates `property`.
    #[must_use]
    pub fn of(name: String, unrolling: &Unrolling, run: &Run, property: PropertyId) -> Self {
        let mut values = FxHashMap::default();
        let mut sites: FxHashMap<_, Vec<Recorded>> = FxHashMap::default();
        let (mut globals, mut order) = (FxHashMap::default(), Vec::new());
        for (id, step) in unrolling.steps.iter_enumerated() {
            match &step.kind {
                StepKind::Input { value, .. } => {
                    values.insert(*value, run.values[id]);
                    if run.executed[id] {
                        let site = (unrolling.function_of(step), step.instr);
                        sites.entry(site).or_default().push(Recorded::Value(run.values[id]));
                        order.push((site, Recorded::Value(run.values[id])));
                    }
                }
                StepKind::Storage { object, cells, reads } => {
                    let bits = run.cells.get(&id).map_or(&[][..], Vec::as_slice);
                    values.extend(cells.iter().zip(bits).map(|(cell, &bits)| (cell.value, bits)));
                    let width = |cell: &StorageCell| unrolling.symbols[cell.target.symbol].bits;
                    let parts = cells.iter().zip(bits).map(|(cell, &bits)| (cell.offset_bits, width(cell), bits));
                    let mut parts: Vec<(u64, u32, u128)> = parts.collect();
                    let elements = reads.iter().zip(run.reads.get(&id).map_or(&[][..], Vec::as_slice));
                    let element = |(read, &(index, value)): (&StorageRead, &(u64, u128))| {
                        (index.saturating_mul(u64::from(read.bits)), read.bits, value)
                    };
                    parts.splice(0..0, elements.map(element));
                    if let ObjectRoot::Global(global) = object {
                        globals.insert(*global, parts);
                    } else if run.executed[id] {
                        let site = (unrolling.function_of(step), step.instr);
                        sites.entry(site).or_default().push(Recorded::Cells(parts.clone()));
                        order.push((site, Recorded::Cells(parts)));
                    }
                }
                _ => {}
            }
        }
        Self {
            name,
            inputs: Inputs::Terms { values, sites, order, globals, all: run.inputs.clone() },
            stdout: None,
            status: None,
            violates: Some(property),
        }
    }
}

/// The globals whose storage has begun its life, by the steps in which it did.
pub type Roots = FxHashMap<StepId, ObjectRoot>;

/// Gives inputs their values.
pub struct Fixing<'a> {
    program: &'a Program,
    inputs: &'a Inputs,
    root_from_storage: Roots,
}

impl<'a> Fixing<'a> {
    /// For the inputs of a run.
    pub fn new(program: &'a Program, inputs: &'a Inputs) -> Self {
        Self::going_on(program, inputs, Roots::default())
    }

    /// For the inputs of a run in which this storage is there already.
    pub fn going_on(program: &'a Program, inputs: &'a Inputs, roots: Roots) -> Self {
        Self { program, inputs, root_from_storage: roots }
    }

    /// The storage that is there.
    pub fn roots(&self) -> Roots {
        self.root_from_storage.clone()
    }

    /// Storage begins its life. Inputs are in globals, if not in terms.
    pub fn declare(&mut self, site: Site<'_>, root: ObjectRoot) {
        if let ObjectRoot::Global(_) = root {
            self.root_from_storage.insert(site.step, root);
        }
    }

    /// The content of large storage.
    pub fn content(&self, terms: &mut TermStore, root: ObjectRoot, array: TermId) -> TermId {
        let content = match (self.inputs, root) {
            (Inputs::Terms { all, .. }, _) => terms.input_id(array).and_then(|input| all.array(input)).cloned(),
            (Inputs::Globals(bytes), ObjectRoot::Global(global)) => {
                let bytes = bytes.get(&self.program.globals[global].name);
                bytes.map(|bytes| elements(terms, array, bytes))
            }
            (Inputs::Globals(_), _) => None,
        };
        constant_array(terms, array, &content.unwrap_or_default())
    }

    /// The value of an input, or `value` if it is none.
    pub fn define(&self, terms: &mut TermStore, what: Defined, value: TermId) -> TermId {
        let width = match what {
            Defined::Input | Defined::Cell { .. } => terms.width(value),
            Defined::Assign | Defined::Merge { .. } | Defined::Branch | Defined::Switch => return value,
        };
        let bits = match (self.inputs, what) {
            (Inputs::Terms { values, .. }, _) => values.get(&value).copied().unwrap_or(0),
            (Inputs::Globals(bytes), Defined::Cell { storage, offset_bits }) => {
                let name = match self.root_from_storage.get(&storage) {
                    Some(ObjectRoot::Global(global)) => Some(self.program.globals[*global].name.as_str()),
                    _ => None,
                };
                let bytes = name.and_then(|name| bytes.get(name)).map_or(&[][..], Vec::as_slice);
                let first = (offset_bits / 8) as usize;
                let byte = |k: u32| u128::from(bytes.get(first + k as usize).copied().unwrap_or(0)) << (8 * k);
                (0..width.div_ceil(8)).fold(0, |bits, k| bits | byte(k))
            }
            (Inputs::Globals(_), _) => 0,
        };
        let bits = if width < 128 { bits & ((1 << width) - 1) } else { bits };
        terms.bits(width, bits)
    }
}

/// Bytes as the elements of an array term, little-endian.
fn elements(terms: &TermStore, array: TermId, bytes: &[u8]) -> ArrayValue {
    let Sort::Array { element, .. } = terms.sort(array) else { return ArrayValue::default() };
    let chunks = bytes.chunks((element / 8).max(1) as usize).enumerate();
    let word = |chunk: &[u8]| chunk.iter().rev().fold(0, |word, &byte| word << 8 | u128::from(byte));
    ArrayValue { default: 0, elements: chunks.map(|(at, chunk)| (at as u128, word(chunk))).collect() }
}

/// `value` as a term of the sort of `like`.
fn constant_array(terms: &mut TermStore, like: TermId, value: &ArrayValue) -> TermId {
    let Sort::Array { index, element } = terms.sort(like) else { return like };
    let default = terms.bits(element, value.default);
    let mut array = terms.const_array(index, default);
    for (&at, &bits) in &value.elements {
        let (at, bits) = (terms.bits(index, at), terms.bits(element, bits));
        array = terms.store(array, at, bits);
    }
    array
}

/// What a run does concretely.
#[derive(Clone, Debug)]
pub struct Observed {
    /// Whether it does what it should.
    pub passes: bool,
    /// The components that it evaluates; none if it has not been watched.
    pub evaluated: FxHashSet<ComponentId>,
    /// What it prints.
    pub stdout: Vec<u8>,
    rounds: FxHashMap<LoopId, u32>,
    depths: FxHashMap<FunctionId, u32>,
}

impl Observed {
    /// A run that passes and has not been watched.
    #[must_use]
    pub fn passing() -> Self {
        Self {
            passes: true,
            evaluated: FxHashSet::default(),
            stdout: Vec::new(),
            rounds: FxHashMap::default(),
            depths: FxHashMap::default(),
        }
    }

    /// Whether it evaluates one of these components, as far as that is known.
    #[must_use]
    pub fn may_evaluate(&self, components: &[ComponentId]) -> bool {
        self.evaluated.is_empty() || components.iter().any(|it| self.evaluated.contains(it))
    }

    /// How often its busiest loop goes round.
    #[must_use]
    pub fn most_rounds(&self) -> u32 {
        self.rounds.values().copied().max().unwrap_or(0)
    }

    /// Lets loops and recursions go `margin` further than this run does.
    pub fn widen(&self, bounds: &mut Bounds, margin: u32) {
        for (&id, &n) in &self.rounds {
            bounds.loops[id] = bounds.loops[id].max(n.saturating_add(margin));
        }
        for (&function, &depth) in &self.depths {
            bounds.recursion[function] = bounds.recursion[function].max(depth.saturating_add(margin));
        }
    }
}

/// A run that takes more steps, or makes more terms, is not looked at.
const MANY_STEPS: (u64, usize) = (4_000_000, 4_000_000);

/// Runs `run` as it is.
///
/// # Errors
/// If a limit comes first or the run reaches something that is not modelled; in words.
pub fn observe(analysis: &mut Analysis, run: &FailingRun) -> Result<Observed, String> {
    let program = &analysis.program.clone();
    let bounds = Bounds::uniform(program, &analysis.loops, 1 << 20, true);
    let mut watch = Watch {
        fixing: Fixing::new(program, &run.inputs),
        observed: Observed { passes: false, ..Observed::passing() },
        functions: vec![program.start],
        parents: vec![None],
    };
    let unrolling = analysis.unroll_within(&bounds, MANY_STEPS, &mut watch).map_err(|failure| failure.to_string())?;
    let mut observed = watch.observed;
    let chain = Chain::new(&unrolling, analysis.properties.all().len(), &mut analysis.engine.terms);
    let terms = &mut analysis.engine.terms;
    for &(id, cond) in &chain.unsupported {
        if let (Some(true), StepKind::Unsupported { what }) = (terms.as_bool(cond), &unrolling.steps[id].kind) {
            return Err(format!("{}: a run reaches what is not modelled: {what}", run.name));
        }
    }
    let as_told = expected::matches(&unrolling, run, terms)?;
    let all = terms.and(chain.passes, as_told);
    let Some(passes) = terms.as_bool(all) else {
        return Err(format!("{}: what the run does depends on more than its inputs", run.name));
    };
    observed.passes = passes;
    observed.stdout = Run::new(&unrolling, terms, &Valuation::new()).output(1);
    Ok(observed)
}

/// Watches a concrete run.
struct Watch<'a> {
    fixing: Fixing<'a>,
    observed: Observed,
    /// The function of each activation, and the activation that called it.
    functions: Vec<FunctionId>,
    parents: Vec<Option<FrameId>>,
}

impl Watch<'_> {
    fn note(&mut self, site: Site<'_>) {
        for &(id, n) in site.rounds {
            let most = self.observed.rounds.entry(id).or_insert(0);
            *most = (*most).max(n);
        }
    }
}

impl Rewrite for Watch<'_> {
    fn content(&mut self, terms: &mut TermStore, root: ObjectRoot, array: TermId) -> TermId {
        self.fixing.content(terms, root, array)
    }

    fn define(&mut self, terms: &mut TermStore, site: Site<'_>, what: Defined, value: TermId) -> TermId {
        self.note(site);
        self.fixing.define(terms, what, value)
    }

    fn component(&mut self, terms: &mut TermStore, site: Site<'_>, value: ComponentValue<'_>) -> Option<TermId> {
        self.note(site);
        if terms.as_bool(value.guard) != Some(false) {
            self.observed.evaluated.insert(value.component);
        }
        None
    }

    fn enter(&mut self, frame: FrameId, function: FunctionId, site: Site<'_>) {
        self.note(site);
        let idx = frame.index();
        self.functions.resize(idx + 1, function);
        self.parents.resize(idx + 1, None);
        self.functions[idx] = function;
        self.parents[idx] = Some(site.frame);
        let mut depth = 0;
        let mut at = Some(site.frame);
        while let Some(outer) = at {
            depth += u32::from(self.functions.get(outer.index()) == Some(&function));
            at = self.parents.get(outer.index()).copied().flatten();
        }
        let most = self.observed.depths.entry(function).or_insert(0);
        *most = (*most).max(depth);
    }

    fn declare(&mut self, site: Site<'_>, root: ObjectRoot) {
        self.fixing.declare(site, root);
    }
}
