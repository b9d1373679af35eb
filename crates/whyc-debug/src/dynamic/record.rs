//! How a run becomes a graph: the interpreter says what it evaluates, reads and writes, and this writes it down.

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_base::ids::Id as _;
use whyc_ir::expr::{ExprId, ExprKind};
use whyc_ir::instr::{InstrId, InstrKind};
use whyc_ir::interp::{At, End, Entry, Environment, Event, Limits, Value};
use whyc_ir::layout;
use whyc_ir::program::{FunctionId, GlobalId, LocalId, LocalKind, Program};
use whyc_ir::property::{PropertyId, PropertyTable, Site};
use whyc_ir::types::TypeId;

use super::control::Control;
use super::supply::Asked;
use super::writers::{Part, Root, Writers};
use super::{Activation, BlockHistory, Graph, Happening, Moment, MomentId, Read, Scene, Valued};

/// A run with more instructions is not written down.
const MANY_STEPS: u64 = 2_000_000;

impl Scene<'_> {
    /// The run as it is; none if it is too long.
    ///
    /// # Errors
    /// If the interpreter does not end where the run ends: an internal error.
    pub fn record(&self) -> Result<Option<Graph>, String> {
        let (mut graph, end) = self.write_down();
        match end {
            End::Failed(property) if property == self.property => {
                graph.end = graph.moments.ids().next_back();
                Ok(Some(graph))
            }
            End::StepLimit | End::MemoryLimit => Ok(None),
            end => Err(format!("written down once more, it ends with {end:?}")),
        }
    }

    /// The same for a run that violates nothing.
    ///
    /// # Errors
    /// As [`Self::record`].
    pub fn record_passing(&self) -> Result<Option<Graph>, String> {
        let (graph, end) = self.write_down();
        match end {
            End::Finished { .. } | End::Halted => Ok(Some(graph)),
            End::StepLimit | End::MemoryLimit => Ok(None),
            end => Err(format!("written down once more, it ends with {end:?}")),
        }
    }

    fn write_down(&self) -> (Graph, End) {
        let mut recorder = Recorder::new(self.program, self.properties, Asked::new(&self.supply));
        let limits = Limits { steps: MANY_STEPS, memory_bytes: 1 << 30 };
        let outcome = self.interpreter.run(&mut recorder, limits);
        let mut graph = recorder.graph;
        graph.steps = outcome.steps;
        (graph, outcome.end)
    }
}

/// Writes a run down.
struct Recorder<'a> {
    program: &'a Program,
    properties: &'a PropertyTable,
    asked: Asked<'a>,
    graph: Graph,
    writers: Writers,
    controls: FxHashMap<FunctionId, Control>,
    /// The last decision at each branch of each activation.
    decisions: FxHashMap<(u64, InstrId), MomentId>,
    /// The instruction that is being executed.
    open: Option<MomentId>,
    /// The `return` whose value has not been taken yet.
    returned: Option<MomentId>,
    /// The variables that hold the addresses of blocks, and how many of them there are for each block.
    holders: FxHashMap<(Root, u64), u32>,
    n_holders: FxHashMap<u32, u32>,
}

impl<'a> Recorder<'a> {
    fn new(program: &'a Program, properties: &'a PropertyTable, asked: Asked<'a>) -> Self {
        Self {
            program,
            properties,
            asked,
            graph: Graph::default(),
            writers: Writers::default(),
            controls: FxHashMap::default(),
            decisions: FxHashMap::default(),
            open: None,
            returned: None,
            holders: FxHashMap::default(),
            n_holders: FxHashMap::default(),
        }
    }

    /// The moment of the instruction at `at`: a new one if none is open.
    fn moment(&mut self, at: At) -> MomentId {
        if let Some(open) = self.open
            && self.graph.moments[open].at == at
        {
            return open;
        }
        let id = self.push(at, Happening::Nothing);
        self.open = Some(id);
        id
    }

    fn push(&mut self, at: At, what: Happening) -> MomentId {
        let control = self.control(at);
        let (reads, values) = (self.graph.reads.len(), self.graph.values.len());
        self.graph.moments.push(Moment {
            at,
            what,
            value: None,
            wrote: None,
            reads: reads..reads,
            values: values..values,
            control,
            other: None,
        })
    }

    /// The last decision that an instruction is up to: in its own activation, or else the call.
    fn control(&mut self, at: At) -> Option<MomentId> {
        let program = self.program;
        let body = program.functions[at.function].body.as_ref()?;
        let control = self.controls.entry(at.function).or_insert_with(|| Control::new(body));
        let deciders = control.deciders(at.instr).iter();
        let last = deciders.filter_map(|&branch| self.decisions.get(&(at.activation, branch)).copied()).max();
        let call = || self.graph.activations.get(at.activation as usize).and_then(|activation| activation.call);
        last.or_else(call)
    }

    /// The instruction is done.
    fn close(&mut self, at: At, what: Happening) -> MomentId {
        let id = self.moment(at);
        self.graph.moments[id].what = what;
        self.open = None;
        id
    }

    fn kind(&self, at: At) -> Option<&'a InstrKind> {
        let body = self.program.functions[at.function].body.as_ref()?;
        body.instrs.get(at.instr).map(|instr| &instr.kind)
    }

    fn write(&mut self, at: At, part: Part, value: Value<'_>) {
        let id = self.moment(at);
        // The moment of an input and of an allocation has said already what it is.
        let what = match self.graph.moments[id].what {
            Happening::Nothing => Happening::Write,
            known => known,
        };
        self.close(at, what);
        let moment = &mut self.graph.moments[id];
        moment.wrote = Some(part);
        if let Value::Scalar(value) = value {
            moment.value = Some(value);
        }
        if matches!(self.kind(at), Some(InstrKind::Call { .. })) {
            self.graph.moments[id].other = self.returned.take();
        }
        self.writers.write(part, id);
        self.hold(part, value, id);
    }

    /// Keeps count of the pointers to blocks.
    fn hold(&mut self, part: Part, value: Value<'_>, by: MomentId) {
        if let Root::Local(activation, local) = part.root {
            let function = self.graph.activations.get(activation as usize).map(|activation| activation.function);
            let is_temporary = |function| self.program.functions[function].locals[local].kind == LocalKind::Temporary;
            if function.is_none_or(is_temporary) {
                return;
            }
        }
        let pointers = self.program.types.target.pointers;
        let width = pointers.bits();
        let mut words: Vec<(u64, u64)> = Vec::new();
        match value {
            Value::Scalar(value) if part.bits == u64::from(width) => words.push((part.offset_bits, value as u64)),
            Value::Scalar(_) => {}
            Value::Bytes(bytes) => {
                for (k, word) in bytes.chunks_exact(width as usize / 8).enumerate() {
                    let word = word.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
                    words.push((part.offset_bits + u64::from(width) * k as u64, word));
                }
            }
        }
        for (offset_bits, word) in words {
            let (number, _) = pointers.split(word);
            let old = self.holders.remove(&(part.root, offset_bits));
            if self.graph.blocks.contains_key(&number) {
                self.holders.insert((part.root, offset_bits), number);
                *self.n_holders.entry(number).or_insert(0) += 1;
                if let Some(history) = self.graph.blocks.get_mut(&number) {
                    history.lost = None;
                }
            }
            if let Some(old) = old {
                self.let_go(old, by);
            }
        }
    }

    fn let_go(&mut self, number: u32, by: MomentId) {
        let n = self.n_holders.entry(number).or_insert(1);
        *n = n.saturating_sub(1);
        if let (0, Some(history)) = (*n, self.graph.blocks.get_mut(&number)) {
            history.lost.get_or_insert(by);
        }
    }

    /// The variables of an activation are gone.
    fn forget(&mut self, activation: u64, by: MomentId) {
        let is_gone = |root: &Root| matches!(root, Root::Local(whose, _) if *whose == activation);
        let mut gone: Vec<(Root, u64)> = self.holders.keys().filter(|(root, _)| is_gone(root)).copied().collect();
        gone.sort_unstable();
        for holder in gone {
            if let Some(number) = self.holders.remove(&holder) {
                self.let_go(number, by);
            }
        }
    }

    fn parameter(&mut self, at: At, param: LocalId, value: Value<'_>) {
        let Some(activation) = self.graph.activations.len().checked_sub(1) else { return };
        let Some(call) = self.graph.activations[activation].call else { return };
        let reads = self.argument_reads(call, param);
        let values = self.graph.moments[call].values.clone();
        let id = self.push(at, Happening::Parameter { activation: activation as u64, local: param });
        let ty = self.program.functions[self.graph.activations[activation].function].locals[param].ty;
        let bits = self.program.types.size_of(ty).unwrap_or(0) * 8;
        let part = Part { root: Root::Local(activation as u64, param), offset_bits: 0, bits };
        let moment = &mut self.graph.moments[id];
        (moment.reads, moment.values, moment.wrote) = (reads, values, Some(part));
        if let Value::Scalar(value) = value {
            moment.value = Some(value);
        }
        self.writers.write(part, id);
        self.hold(part, value, id);
    }

    /// What the argument for a parameter read.
    fn argument_reads(&self, call: MomentId, param: LocalId) -> std::ops::Range<usize> {
        let moment = &self.graph.moments[call];
        let Some(InstrKind::Call { args, .. }) = self.kind(moment.at) else { return moment.reads.clone() };
        let values = &self.graph.values[moment.values.clone()];
        let end_of = |arg: ExprId| values.iter().find(|valued| valued.expr == arg).map(|valued| valued.reads_end);
        let k = param.index();
        let before = args.get(..k).and_then(|before| before.iter().rev().find_map(|&arg| end_of(arg)));
        let start = before.unwrap_or(moment.reads.start);
        let end = args.get(k).and_then(|&arg| end_of(arg)).unwrap_or(moment.reads.end);
        start..end.max(start)
    }

    /// Whether a check is what its instruction is there for, and not one that is due on the way.
    fn is_assertion(&self, at: At, property: PropertyId) -> bool {
        let is_own = self.properties.all()[property].site == Site::Instr(at.instr);
        is_own && matches!(self.kind(at), Some(InstrKind::Assert { .. }))
    }
}

impl Environment for Recorder<'_> {
    fn enter(&mut self, entry: Entry) -> Option<u32> {
        self.asked.enter(entry, false)
    }

    fn nondet(&mut self, at: At, _ty: TypeId) -> u128 {
        self.asked.number(at)
    }

    fn another_life(&mut self, _at: At, _local: LocalId, _number: u32) -> Option<u32> {
        self.asked.life(false)
    }

    fn address(&mut self, _at: At, number: u32) -> Option<u64> {
        self.asked.address(number)
    }

    fn storage(&mut self, at: At, _local: LocalId, bytes: &mut [u8]) {
        self.asked.fill(at, bytes);
    }

    fn external(&mut self, global: GlobalId, bytes: &mut [u8]) {
        self.asked.fill_global(global, bytes);
    }

    fn missing_result(&mut self, at: At, _function: FunctionId, bytes: &mut [u8]) {
        let id = self.moment(at);
        self.graph.moments[id].what = Happening::Input;
        let width = (bytes.len() * 8).min(128) as u32;
        whyc_ir::interp::env::set_bits(bytes, 0, width, self.asked.number(at));
    }

    fn allocate(&mut self, _at: At, _size: u64) -> Option<u32> {
        self.asked.allocate(false)
    }

    fn block(&mut self, at: At, _number: u32, bytes: &mut [u8]) {
        self.asked.fill(at, bytes);
    }

    fn havoc(&mut self, at: At, number: u32, bytes: &mut [u8]) {
        let id = self.close(at, Happening::Input);
        let part = Part { root: Root::Block(number), offset_bits: 0, bits: bytes.len() as u64 * 8 };
        self.writers.write(part, id);
        self.asked.fill(at, bytes);
    }

    fn value(&mut self, at: At, expr: ExprId, value: u128) -> u128 {
        let id = self.moment(at);
        let reads_end = self.graph.reads.len();
        let body = self.program.functions[at.function].body.as_ref();
        let is_load = body.is_some_and(|body| matches!(body.exprs[expr].kind, ExprKind::Load(_)));
        if let (true, Some(read)) = (is_load, self.graph.reads.last_mut()) {
            read.expr.get_or_insert(expr);
        }
        self.graph.values.push(Valued { expr, value, reads_end });
        self.graph.moments[id].values.end = self.graph.values.len();
        value
    }

    fn event(&mut self, at: At, event: Event<'_>) {
        match event {
            Event::Enter { function, activation, objects } => {
                for (number, local) in (objects..).zip(layout::addressed_locals(self.program, function)) {
                    self.graph.objects.insert(number, Root::Local(activation, local));
                }
                let call = (activation > 0).then(|| self.close(at, Happening::Call { activation }));
                self.graph.activations.push(Activation { function, call });
            }
            Event::Param { param, value } => self.parameter(at, param, value),
            Event::Leave { value } => {
                let id = self.close(at, Happening::Return);
                if let Some(Value::Scalar(value)) = value {
                    self.graph.moments[id].value = Some(value);
                }
                self.returned = Some(id);
                self.forget(at.activation, id);
            }
            Event::Declare(local) => {
                let id = self.close(at, Happening::Declare(local));
                let ty = self.program.functions[at.function].locals[local].ty;
                let bits = self.program.types.size_of(ty).unwrap_or(0) * 8;
                let part = Part { root: Root::Local(at.activation, local), offset_bits: 0, bits };
                self.graph.moments[id].wrote = Some(part);
                self.writers.write(part, id);
            }
            Event::Assign { target, offset_bits, bits, value } => {
                self.write(at, Part { root: target.into(), offset_bits, bits }, value);
            }
            Event::Read { target, offset_bits, bits } => {
                let id = self.moment(at);
                let part = Part { root: target.into(), offset_bits, bits };
                let writers = self.writers.of(part);
                let pieces = if writers.len() > 1 { self.writers.pieces(part) } else { Vec::new() };
                self.graph.reads.push(Read { part, expr: None, writers, pieces });
                self.graph.moments[id].reads.end = self.graph.reads.len();
            }
            Event::Nondet { .. } => {
                let id = self.moment(at);
                self.graph.moments[id].what = Happening::Input;
            }
            Event::Allocate { number, size } => {
                let id = self.moment(at);
                self.graph.moments[id].what = Happening::Allocate { number, size };
                if let Some(number) = number {
                    self.writers
                        .write(Part { root: Root::Block(number), offset_bits: 0, bits: size.saturating_mul(8) }, id);
                    let history = BlockHistory { allocated: Some(id), size, ..BlockHistory::default() };
                    self.graph.blocks.insert(number, history);
                }
            }
            Event::Free { number } => {
                let id = self.close(at, Happening::Free { number });
                self.graph.blocks.entry(number).or_default().freed = Some(id);
            }
            Event::Branch { cond, .. } => {
                let id = self.close(at, Happening::Branch { cond });
                self.decisions.insert((at.activation, at.instr), id);
            }
            Event::Switch { value, .. } => {
                let id = self.close(at, Happening::Switch);
                self.graph.moments[id].value = Some(value);
                self.decisions.insert((at.activation, at.instr), id);
            }
            Event::Output { .. } => {
                self.close(at, Happening::Output);
            }
            // It decides nothing.
            Event::Cover { .. } => self.open = None,
            Event::Assume { .. } => {
                self.close(at, Happening::Assume);
            }
            Event::Check { inside, holds, .. } => {
                let id = self.moment(at);
                let is_assertion = self.is_assertion(at, inside);
                if is_assertion || !holds {
                    self.graph.moments[id].what = Happening::Check;
                }
                if !holds {
                    self.graph.failed = Some(inside);
                }
                if is_assertion {
                    self.graph.checked.insert(inside);
                    self.open = None;
                }
            }
            Event::Kill(_) => {}
        }
    }
}

/// The expressions that `of` is made of, itself included.
pub fn parts_of(body: &whyc_ir::program::Body, of: ExprId) -> FxHashSet<ExprId> {
    use whyc_ir::expr::{PlaceBase, Projection};
    let mut found = FxHashSet::default();
    let mut todo = vec![of];
    while let Some(expr) = todo.pop() {
        if !found.insert(expr) {
            continue;
        }
        match &body.exprs[expr].kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddr(_) => {}
            ExprKind::Load(place) | ExprKind::AddrOf(place) => {
                let place = &body.places[*place];
                if let PlaceBase::Deref(pointer) = place.base {
                    todo.push(pointer);
                }
                todo.extend(place.projections.iter().filter_map(|projection| match projection {
                    Projection::Index(index) => Some(*index),
                    Projection::Field(_) => None,
                }));
            }
            ExprKind::Unary(_, a) | ExprKind::Cast(a) => todo.push(*a),
            ExprKind::Binary(_, a, b) | ExprKind::And(a, b) | ExprKind::Or(a, b) => todo.extend([*a, *b]),
            ExprKind::Cond(c, a, b) => todo.extend([*c, *a, *b]),
            ExprKind::Intrinsic(_, args) => todo.extend(args),
        }
    }
    found
}
