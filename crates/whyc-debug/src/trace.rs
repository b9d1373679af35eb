//! How a run becomes readable steps.

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_base::ids::Id;
use whyc_base::source::Span;
use whyc_check::{Analysis, Run};
use whyc_ir::block::{BlockOp, STATUS_STREAM};
use whyc_ir::instr::{Callee, InstrKind};
use whyc_ir::program::{FunctionId, Origin, Program};
use whyc_ir::types::TypeId;
use whyc_term::TermId;
use whyc_unroll::step::{
    FrameId, InputSource, ObjectRoot, SsaVar, Step, StepId, StepKind, StorageCell, StorageRead, Target, Unrolling,
};

use crate::delays::{Delays, GOES_ON, WAITS};
use crate::finding::{
    Bits, Counterexample, Failure, InputKind, InputReport, Iteration, Method, OutputText, SharedStep, SsaText,
    TraceKind, TraceStep, WatchedValue,
};
use crate::iterations::Iterations;
use crate::measure;
use crate::memory::{Part, assigned_part};
use crate::minimise::Relevance;
use crate::show;
use crate::used::Used;

/// Which step of an unrolling a step of a trace tells of, and which cell of it where that is storage.
pub type Key = (StepId, usize);

/// The failing run as a person reads it. `relevance` is what of its inputs matters, if that is known.
pub fn counterexample(
    analysis: &Analysis,
    unrolling: &Unrolling,
    run: &Run,
    relevance: Option<&Relevance>,
) -> Counterexample {
    keyed(analysis, unrolling, run, relevance).0
}

/// The models that are told that memory is about to be accessed which threads share.
const TOUCHES: [&str; 2] = ["__whyc_touch", "__whyc_step"];

/// The same, and for each of its steps what it tells of: what runs of one unrolling are aligned by.
pub fn keyed(
    analysis: &Analysis,
    unrolling: &Unrolling,
    run: &Run,
    relevance: Option<&Relevance>,
) -> (Counterexample, Vec<Key>) {
    let mut writer = Writer {
        analysis,
        unrolling,
        run,
        relevance,
        used: Used::new(unrolling, &analysis.engine.terms, run),
        at: (StepId::from_index(0), 0),
        delays: Delays::new(analysis, unrolling, run),
        delayed: FxHashMap::default(),
        keys: Vec::new(),
        inputs: Vec::new(),
        steps: Vec::new(),
        output: Vec::new(),
        printed: Vec::new(),
        watched: Vec::new(),
        touched: FxHashSet::default(),
        shared: Vec::new(),
        length: 0,
        sum_abs: 0,
    };
    let mut iterations = Iterations::new(&analysis.loops);
    for id in run.executed_steps() {
        let step = &unrolling.steps[id];
        if let Some(call) = writer.delays.told_before(id) {
            writer.delayed_call(id, call);
        }
        writer.at = (id, 0);
        // What a model does belongs to the iteration of the user's loop that calls it.
        let around = match writer.seen_from_outside(step) {
            Some(seen) => iterations.within_call(unrolling, &seen),
            None => iterations.next(unrolling, step),
        };
        writer.step(id, step, around);
    }
    writer.read_what_is_printed();
    let run = Counterexample {
        property: 0,
        witnesses: Vec::new(),
        failure: Failure::default(),
        inputs: writer.inputs,
        steps: writer.steps,
        output: writer
            .output
            .iter()
            .map(|(stream, bytes)| OutputText { stream: *stream, text: decoded(bytes) })
            .collect(),
        length: writer.length,
        sum_abs: writer.sum_abs,
        method: Method::None,
        optimal: false,
        fewest: None,
        watched: writer.watched,
        shared: writer.shared,
    };
    (run, writer.keys)
}

/// What happens in a model, as it is seen where the user called it; none for what happens elsewhere.
pub fn seen_from_outside(program: &Program, unrolling: &Unrolling, step: &Step) -> Option<Step> {
    let (mut frame, mut instr) = (step.frame, None);
    while program.functions[unrolling.frames[frame].function].origin == Origin::Whyc {
        let Some((caller, at)) = unrolling.frames[frame].caller else {
            // The arguments of the program come from before its start.
            let span = program.functions[program.entry].span;
            return instr.map(|_| Step { frame, span, ..step.clone() });
        };
        (frame, instr) = (caller, Some(at));
    }
    let instr = instr?;
    let body = program.functions[unrolling.frames[frame].function].body.as_ref()?;
    Some(Step { frame, instr, span: body.instrs[instr].span, ..step.clone() })
}

/// The thread that an activation belongs to, where there are some: 0 is the main one.
pub fn thread_of(program: &Program, unrolling: &Unrolling, frame: FrameId) -> Option<u32> {
    let woven = program.woven.as_ref()?;
    let mut at = frame;
    loop {
        // The activations of the segments come right behind that of the function in which they are.
        let segment = at.index().checked_sub(1).and_then(|position| woven.segments.get(position));
        if let Some(segment) = segment {
            return Some(segment.thread);
        }
        at = unrolling.frames[at].caller?.0;
    }
}

fn decoded(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

struct Writer<'a> {
    analysis: &'a Analysis,
    unrolling: &'a Unrolling,
    run: &'a Run,
    relevance: Option<&'a Relevance>,
    used: Used,
    at: Key,
    /// When the calls of threads take effect.
    delays: Delays,
    /// Calls of which something is told later: what is called, by which step, in which iterations.
    delayed: FxHashMap<StepId, (String, Step, Vec<Iteration>)>,
    keys: Vec<Key>,
    inputs: Vec<InputReport>,
    steps: Vec<TraceStep>,
    /// What is written where, in order. Bytes become text when all are there: a piece may end within a character.
    output: Vec<(i32, Vec<u8>)>,
    /// The same for each step that writes something.
    printed: Vec<(usize, Vec<u8>)>,
    /// What was written to variables that whyc added.
    watched: Vec<WatchedValue>,
    /// The threads that are about to access what threads share.
    touched: FxHashSet<u32>,
    /// The steps by which threads have to do with each other.
    shared: Vec<SharedStep>,
    length: u64,
    sum_abs: u128,
}

impl Writer<'_> {
    fn step(&mut self, id: StepId, step: &Step, around: Vec<Iteration>) {
        let program = &self.analysis.program;
        let bits = self.run.values[id];
        let function = self.unrolling.function_of(step);
        // Of what whyc itself runs, a person sees the inputs only.
        let hidden = program.functions[function].origin == Origin::Whyc;
        let is_change = self.is_havoc(step);
        let is_schedule = measure::is_of_schedule(program, self.unrolling, step);
        let seen = self.seen_from_outside(step);
        let step = seen.as_ref().unwrap_or(step);
        match &step.kind {
            // Who runs when is told by the order of the steps.
            StepKind::Input { .. } if is_schedule => {}
            StepKind::Input { target, value, ty, source, .. } => {
                let kind = match source {
                    InputSource::Nondet | InputSource::Address => InputKind::Nondet,
                    InputSource::Result(_) | InputSource::MissingReturn(_) => InputKind::Result,
                };
                let name = self.unrolling.input_name(program, step).unwrap_or_default();
                self.input(step, step.span, kind, name, (*value, *ty), bits, *target, around);
            }
            StepKind::Storage { object, cells, reads } => {
                let values = self.run.cells.get(&id).cloned().unwrap_or_default();
                let (span, kind) = match is_change {
                    true => (step.span, InputKind::Result),
                    false => (self.declaration(*object).unwrap_or(step.span), InputKind::Uninitialised),
                };
                for (k, (cell, value)) in cells.iter().zip(values).enumerate() {
                    self.at = (id, k);
                    let name = self.unrolling.symbol_name(program, cell.target.symbol);
                    // Padding has no type and interests nobody.
                    if let Some(ty) = cell.ty {
                        if !self.is_used(cell) {
                            self.count(ty, value);
                            continue;
                        }
                        let target = Some(cell.target);
                        self.input(step, span, kind, name, (cell.value, ty), value, target, around.clone());
                    }
                }
                for (k, offset_bits, value) in self.elements(id, *object, cells, reads) {
                    self.at = (id, cells.len() + k);
                    let read = &reads[k];
                    let name = self.unrolling.object_part_name(program, *object, offset_bits, 0);
                    // Where elements are read at computed places, the size of a run does not count them.
                    let (length, sum_abs) = (self.length, self.sum_abs);
                    self.input(step, span, kind, name, (read.value, read.ty), value, None, around.clone());
                    (self.length, self.sum_abs) = (length, sum_abs);
                }
            }
            StepKind::Assign { target, .. } if measure::is_added(program, self.unrolling, *target).is_some() => {
                let added = measure::is_added(program, self.unrolling, *target);
                let name = added.map(|global| program.globals[global].name.clone()).unwrap_or_default();
                let thread = thread_of(program, self.unrolling, step.frame);
                self.watched.push(WatchedValue {
                    name,
                    value: bits,
                    span: step.span,
                    before: self.steps.len(),
                    thread,
                });
            }
            StepKind::Assign { target, ty, .. } if !hidden => self.assign(id, step, *target, *ty, around),
            StepKind::Branch { .. } if !hidden => {
                // Whether an allocation fails has just been said.
                let is_said = |last: &TraceStep| last.kind == TraceKind::Input && last.name.ends_with(" fails");
                let is_said = self.steps.last().is_some_and(|last| is_said(last) && last.span == step.span);
                if is_said || program.is_untold(function, step.instr) {
                    return;
                }
                let value = if bits == 1 { "true" } else { "false" };
                let name = self.text(step.span);
                // What a clause of a contract does on its way interests nobody.
                if name.starts_with("__CPROVER_") {
                    return;
                }
                self.length += 1;
                self.push(step, TraceKind::Branch, name, value.to_owned(), String::new(), None, around);
            }
            StepKind::Switch { ty, .. } if !hidden => {
                let value = show::value(program, self.unrolling, *ty, bits);
                let name = self.text(step.span);
                self.length += 1;
                self.push(step, TraceKind::Switch, name, value, program.types.name(*ty), None, around);
            }
            StepKind::Enter { callee } if !hidden => {
                let callee = self.unrolling.frames[*callee].function;
                let name = program.functions[callee].name.clone();
                if let Some(leap) = program.contracts.leaps.iter().find(|leap| leap.function == callee) {
                    let name = leap.over.in_words();
                    return self.push(step, TraceKind::Assume, name, "true".to_owned(), String::new(), None, around);
                }
                // Helpers of the models stand for parts of what the user called, and what has no body is told by its result.
                if TOUCHES.contains(&name.as_str()) {
                    self.touched.extend(thread_of(program, self.unrolling, step.frame));
                }
                if name.starts_with("__whyc") || name.starts_with("(outside of ") {
                    return;
                }
                self.length += 1;
                self.push(step, TraceKind::Call, name, String::new(), String::new(), None, around);
            }
            StepKind::Assume { .. } if !hidden => {
                if let Some(callee) = self.woven_call(function, step) {
                    if TOUCHES.contains(&callee.as_str()) {
                        self.touched.extend(thread_of(program, self.unrolling, step.frame));
                    }
                    // What is atomic is told by what it does.
                    if !callee.starts_with("__whyc") {
                        self.length += 1;
                        self.woven_call_begins(id, step, callee, around);
                    }
                    return;
                }
                let name = self.text(step.span);
                self.push(step, TraceKind::Assume, name, "true".to_owned(), String::new(), None, around);
            }
            StepKind::Check { property, .. } if self.run.end == Some(id) => {
                let name = self.analysis.properties.all()[*property].description.clone();
                self.length += 1;
                let name = if crate::is_users(self.analysis, *property) { name } else { self.text(step.span) };
                self.forget_waiting(step);
                self.push(step, TraceKind::Failure, name, "false".to_owned(), String::new(), None, around);
            }
            StepKind::Free { .. } if !hidden => {
                let name = self.text(step.span);
                self.length += 1;
                self.push(step, TraceKind::Free, name, String::new(), String::new(), None, around);
            }
            StepKind::Output { .. } => {
                if let Some((stream, bytes)) = self.run.outputs.get(&id)
                    && *stream != STATUS_STREAM
                {
                    self.output(step, *stream, bytes, around);
                }
            }
            StepKind::Assign { .. }
            | StepKind::Branch { .. }
            | StepKind::Switch { .. }
            | StepKind::Enter { .. }
            | StepKind::Assume { .. }
            | StepKind::Check { .. }
            | StepKind::Merge { .. }
            | StepKind::Leave { .. }
            | StepKind::Allocate { .. }
            | StepKind::Free { .. }
            | StepKind::Halt
            | StepKind::Cut { .. }
            | StepKind::Unsupported { .. } => {}
        }
    }

    /// The elements of large storage that the run reads at places that it computes, where nothing was written
    /// before: which read, where the element starts in bits, its value. Cells are shown already.
    fn elements(
        &self,
        id: StepId,
        object: ObjectRoot,
        cells: &[StorageCell],
        reads: &[StorageRead],
    ) -> Vec<(usize, u64, u128)> {
        if reads.is_empty() {
            return Vec::new();
        }
        let written = self.first_writes(id, object);
        let mut seen: FxHashSet<u64> = cells.iter().map(|cell| cell.offset_bits).collect();
        let mut shown = Vec::new();
        let values = self.run.reads.get(&id).map_or(&[][..], Vec::as_slice);
        for (k, (read, &(index, value))) in reads.iter().zip(values).enumerate() {
            let offset_bits = index.saturating_mul(u64::from(read.bits));
            let happens = self.run.executed.get(read.before).copied().unwrap_or(false);
            let is_written = written.get(&offset_bits).is_some_and(|&at| at < read.before);
            if happens && !is_written && seen.insert(offset_bits) {
                shown.push((k, offset_bits, value));
            }
        }
        shown
    }

    /// When the run first writes each part of an object whose life begins with step `from`.
    fn first_writes(&self, from: StepId, object: ObjectRoot) -> FxHashMap<u64, StepId> {
        let mut first = FxHashMap::default();
        for id in self.run.executed_steps().filter(|&id| id > from) {
            if let StepKind::Assign { target, .. } = self.unrolling.steps[id].kind
                && let Some(part) = assigned_part(self.unrolling, self.run, id, target)
                && part.root == object
            {
                first.entry(part.offset_bits).or_insert(id);
            }
        }
        first
    }

    /// Whether the run depends on a part of uninitialised storage. Some run does, or it would be no input.
    fn is_used(&self, cell: &StorageCell) -> bool {
        cell.array.is_some() || self.used.contains(&self.analysis.engine.terms, cell.value)
    }

    /// One more statement, with this value.
    fn count(&mut self, ty: TypeId, bits: u128) {
        self.length += 1;
        let size = measure::size(&self.analysis.program.types, ty, bits);
        self.sum_abs = self.sum_abs.saturating_add(size);
    }

    /// Whether a storage step stands for what a function without body may have changed.
    fn is_havoc(&self, step: &Step) -> bool {
        let function = self.unrolling.function_of(step);
        let body = self.analysis.program.functions[function].body.as_ref();
        let instr = body.and_then(|body| body.instrs.get(step.instr));
        instr.is_some_and(|instr| matches!(instr.kind, InstrKind::Block(BlockOp::Havoc { .. })))
    }

    /// Whom a step of a woven program calls, where a copy of the function stands for the call.
    fn woven_call(&self, function: FunctionId, step: &Step) -> Option<String> {
        let program = &self.analysis.program;
        program.woven.as_ref()?;
        let body = program.functions[function].body.as_ref()?;
        match body.instrs.get(step.instr)?.kind {
            InstrKind::Call { callee: Callee::Direct(callee), .. } => Some(program.functions[callee].name.clone()),
            InstrKind::Call { callee: Callee::Indirect(_), .. } => Some(self.text(step.span)),
            _ => None,
        }
    }

    /// A call of what may wait begins: it is told now, if it does something at once or never.
    fn woven_call_begins(&mut self, id: StepId, step: &Step, callee: String, around: Vec<Iteration>) {
        let delay = self.delays.of(id);
        if delay.takes_effect.is_none() && !delay.is_untold {
            let value = if delay.waits { WAITS } else { "" };
            let around = around.clone();
            self.push(step, TraceKind::Call, callee.clone(), value.to_owned(), String::new(), None, around);
        }
        if delay.takes_effect.or(delay.goes_on).is_some() {
            self.delayed.insert(id, (callee, step.clone(), around));
        }
    }

    /// That a call waits need not be told right before that it waits for ever.
    fn forget_waiting(&mut self, failure: &Step) {
        let is_told =
            |last: &TraceStep| last.kind == TraceKind::Call && last.value == WAITS && last.span == failure.span;
        if self.steps.last().is_some_and(is_told) {
            self.steps.pop();
            self.keys.pop();
            self.shared.retain(|it| it.step < self.steps.len());
        }
    }

    /// A call takes effect, or goes on, right before a step.
    fn delayed_call(&mut self, before: StepId, call: StepId) {
        let Some((callee, step, around)) = self.delayed.get(&call).cloned() else { return };
        let delay = self.delays.of(call);
        let value = match delay.goes_on {
            Some(at) if at == before => GOES_ON,
            _ if delay.waits => WAITS,
            _ => "",
        };
        self.at = (call, usize::from(delay.goes_on == Some(before)));
        self.push(&step, TraceKind::Call, callee, value.to_owned(), String::new(), None, around);
    }

    fn seen_from_outside(&self, step: &Step) -> Option<Step> {
        seen_from_outside(&self.analysis.program, self.unrolling, step)
    }

    /// Output; what one statement writes is one step.
    fn output(&mut self, step: &Step, stream: i32, bytes: &[u8], around: Vec<Iteration>) {
        match self.output.last_mut() {
            Some((last, before)) if *last == stream => before.extend_from_slice(bytes),
            _ => self.output.push((stream, bytes.to_vec())),
        }
        let is_same = self.steps.last().is_some_and(|last| last.kind == TraceKind::Output && last.span == step.span);
        if let (true, Some((_, before))) = (is_same, self.printed.last_mut()) {
            before.extend_from_slice(bytes);
            return;
        }
        self.printed.push((self.steps.len(), bytes.to_vec()));
        let name = self.text(step.span);
        self.push(step, TraceKind::Output, name, String::new(), String::new(), None, around);
    }

    /// Gives the steps that write something the text that they write.
    fn read_what_is_printed(&mut self) {
        for (step, bytes) in self.printed.drain(..) {
            self.steps[step].value = decoded(&bytes);
        }
    }

    fn assign(&mut self, id: StepId, step: &Step, target: Target, ty: TypeId, around: Vec<Iteration>) {
        let program = &self.analysis.program;
        let bits = self.run.values[id];
        let part = assigned_part(self.unrolling, self.run, id, target);
        let (kind, name) = match part {
            Some(Part { root: ObjectRoot::Result(frame), .. }) => {
                let function = self.unrolling.frames[frame].function;
                (TraceKind::Return, program.functions[function].name.clone())
            }
            Some(Part { root, offset_bits, bits }) => {
                (TraceKind::Assign, self.unrolling.object_part_name(program, root, offset_bits, bits))
            }
            None => (TraceKind::Assign, self.text(step.span)),
        };
        let value = show::value(program, self.unrolling, ty, bits);
        self.count(ty, bits);
        // Where the arguments of the program are kept has no name that a person knows.
        if value.starts_with("&__whyc") {
            return;
        }
        let ssa = match target {
            Target::Symbol(ssa) => Some(self.ssa(ssa, bits)),
            Target::Computed { .. } => None,
        };
        self.push(step, kind, name, value, program.types.name(ty), ssa, around);
        let is_own = match part.map(|part| part.root) {
            Some(ObjectRoot::Global(global)) => program.thread_locals.contains(&global),
            // A local that others have the address of is told by its steps alone.
            Some(ObjectRoot::Local(..)) => true,
            Some(ObjectRoot::Block(_)) => false,
            Some(ObjectRoot::Null | ObjectRoot::Function(_) | ObjectRoot::Result(_)) | None => true,
        };
        if let Some(last) = self.shared.last_mut().filter(|last| last.step + 1 == self.steps.len()) {
            last.writes = !is_own;
        }
    }

    #[expect(clippy::too_many_arguments, reason = "an input is all of these")]
    fn input(
        &mut self,
        step: &Step,
        span: Span,
        kind: InputKind,
        name: String,
        (term, ty): (TermId, TypeId),
        bits: u128,
        target: Option<SsaVar>,
        around: Vec<Iteration>,
    ) {
        let program = &self.analysis.program;
        let value = show::value(program, self.unrolling, ty, bits);
        let type_name = program.types.name(ty);
        self.count(ty, bits);
        self.inputs.push(InputReport {
            name: name.clone(),
            ty: type_name.clone(),
            value: value.clone(),
            span,
            kind,
            relevant: self.relevance.is_none_or(|relevance| relevance.mask(term) != 0),
            relevant_bits: self.relevance.map(|relevance| self.bits(relevance, term)),
        });
        let ssa = target.map(|target| self.ssa(target, bits));
        self.push(step, TraceKind::Input, name, value, type_name, ssa, around);
        if let Some(last) = self.steps.last_mut() {
            last.span = span;
        }
    }

    fn bits(&self, relevance: &Relevance, input: TermId) -> Bits {
        let width = self.analysis.engine.terms.width(input);
        Bits { mask: relevance.mask(input) & (u128::MAX >> (128 - width)), width }
    }

    fn ssa(&self, ssa: SsaVar, bits: u128) -> SsaText {
        let name = self.unrolling.symbol_name(&self.analysis.program, ssa.symbol);
        let width = self.unrolling.symbols[ssa.symbol].bits as usize;
        SsaText { name: format!("{name}#{}", ssa.version), bits: format!("{bits:0width$b}") }
    }

    #[expect(clippy::too_many_arguments, reason = "a step is all of these")]
    fn push(
        &mut self,
        step: &Step,
        kind: TraceKind,
        name: String,
        value: String,
        ty: String,
        ssa: Option<SsaText>,
        iterations: Vec<Iteration>,
    ) {
        let function = self.unrolling.function_of(step);
        let depth = self.unrolling.frames[step.frame].depth.saturating_sub(1);
        let function = self.analysis.program.functions[function].name.clone();
        self.keys.push(self.at);
        let thread = thread_of(&self.analysis.program, self.unrolling, step.frame);
        let span = step.span;
        let is_call = kind == TraceKind::Call && thread.is_some() && self.is_of_library(&name);
        let is_told = thread.is_some_and(|thread| self.touched.remove(&thread));
        if is_call || is_told {
            self.shared.push(SharedStep { step: self.steps.len(), writes: false });
        }
        self.steps.push(TraceStep { kind, name, value, ty, ssa, span, function, thread, depth, iterations });
    }

    /// Whether a function with this name is one of the library: of those that a run of threads tells, they hand each other something.
    fn is_of_library(&self, name: &str) -> bool {
        let program = &self.analysis.program;
        program.function_named(name).is_some_and(|id| program.functions[id].origin == Origin::Whyc)
    }

    fn text(&self, span: Span) -> String {
        self.analysis.program.sources.text(span).to_owned()
    }

    fn declaration(&self, root: ObjectRoot) -> Option<Span> {
        let program = &self.analysis.program;
        match root {
            ObjectRoot::Global(global) => Some(program.globals[global].span),
            ObjectRoot::Local(frame, local) => {
                Some(program.functions[self.unrolling.frames[frame].function].locals[local].span)
            }
            ObjectRoot::Block(block) => Some(self.unrolling.blocks[block].span),
            ObjectRoot::Null | ObjectRoot::Function(_) | ObjectRoot::Result(_) => None,
        }
    }
}
