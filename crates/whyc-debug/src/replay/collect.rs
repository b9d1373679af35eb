//! Reads the inputs off the steps of a run.

use rustc_hash::FxHashMap;
use whyc_base::source::Span;
use whyc_check::{Analysis, Run};
use whyc_ir::block::{BlockLife, BlockOp};
use whyc_ir::expr::ExprKind;
use whyc_ir::instr::{Callee, InstrId, InstrKind};
use whyc_ir::program::{FunctionId, Origin, Program};
use whyc_ir::types::{FloatKind, Type, TypeId};
use whyc_unroll::step::{BlockId, FrameId, InputSource, ObjectRoot, Step, StepId, StepKind, Unrolling};

use super::turns::turns;
use super::{
    Argument, ArgumentValue, Content, LibraryCall, LibraryInput, Number, ReplayBlock, ReplayEntry, ReplayExternal,
    ReplayFunction, ReplayInput, ReplayObject, ReplayPassing, ReplayScript, ReplayStub, ReplayWrite, WriteTarget,
};
use crate::show;

/// The files of the models of threads.
const MODELS_OF_THREADS: [&str; 3] = ["<libc>/threads.c", "<libc>/pthread.c", "<libc>/c11threads.c"];
/// The models that ask whether a time is up.
const TIMED: [&str; 3] = ["__whyc_timed_lock", "__whyc_timed_wait", "sem_timedwait"];

pub fn collect(analysis: &Analysis, unrolling: &Unrolling, run: &Run) -> ReplayScript {
    let mut collector = Collector {
        program: &analysis.program,
        unrolling,
        run,
        script: ReplayScript::default(),
        block_from_id: FxHashMap::default(),
        call_from_frame: FxHashMap::default(),
        start_values: FxHashMap::default(),
        last_change: None,
    };
    for id in run.executed_steps() {
        collector.step(id);
    }
    let mut obstacles = std::mem::take(&mut collector.script.obstacles);
    collector.script.threads = turns(analysis, unrolling, run, &mut obstacles);
    collector.script.obstacles = obstacles;
    collector.script.entry = collector.entry();
    collector.script.stubs = collector.stubs();
    let functions = analysis.program.functions.iter();
    let own = functions.filter(|f| f.origin == Origin::User && f.body.is_some());
    collector.script.functions = own.map(|f| ReplayFunction { name: f.name.clone(), span: f.span }).collect();
    collector.script
}

struct Collector<'a> {
    program: &'a Program,
    unrolling: &'a Unrolling,
    run: &'a Run,
    script: ReplayScript,
    /// Positions in `script.blocks`.
    block_from_id: FxHashMap<BlockId, usize>,
    /// Positions in `script.library`, by the outermost activation of a model.
    call_from_frame: FxHashMap<FrameId, usize>,
    /// What `start` gives the parameters of the entry point, by name.
    start_values: FxHashMap<String, Content>,
    /// The step before, if it was a change by a function without body.
    last_change: Option<(FrameId, InstrId)>,
}

/// Who executes a step.
enum Actor {
    /// What runs before the entry point.
    Start,
    /// The user's code.
    User,
    /// A function of the C library: its outermost activation, and the call.
    Library(FrameId, Span),
}

impl Collector<'_> {
    fn step(&mut self, id: StepId) {
        let step = &self.unrolling.steps[id];
        let actor = self.actor(step);
        let last_change = self.last_change.take();
        match &step.kind {
            StepKind::Storage { object, .. } if self.change(step).is_some() => {
                self.last_change = Some((step.frame, step.instr));
                self.changed(id, step, *object, last_change == self.last_change);
            }
            StepKind::Input { name, ty, source, .. } => self.input(id, step, &actor, name, *ty, *source),
            StepKind::Storage { object, .. } => self.storage(id, step, &actor, *object),
            StepKind::Allocate { block } => self.allocate(*block, &actor),
            StepKind::Leave { callee, value } => {
                let value = value.map(|(_, ty)| self.number(ty, self.run.values[id]));
                if let Some(&at) = self.call_from_frame.get(callee) {
                    self.script.library[at].result = value;
                }
            }
            StepKind::Enter { callee } => {
                let callee = self.unrolling.frames[*callee].function;
                let leap = self.program.contracts.leaps.iter().find(|leap| leap.function == callee);
                if let Some(leap) = leap {
                    let line = self.program.sources.line(leap.span);
                    let what = format!(
                        "line {line}: the run goes on from {}, not from one that a program came to",
                        leap.over.in_words()
                    );
                    self.script.obstacles.push(what);
                }
            }
            StepKind::Assign { .. }
            | StepKind::Merge { .. }
            | StepKind::Branch { .. }
            | StepKind::Switch { .. }
            | StepKind::Assume { .. }
            | StepKind::Check { .. }
            | StepKind::Free { .. }
            | StepKind::Output { .. }
            | StepKind::Halt
            | StepKind::Cut { .. }
            | StepKind::Unsupported { .. } => {}
        }
    }

    fn actor(&self, step: &Step) -> Actor {
        let is_model = |frame: FrameId| {
            let function = self.unrolling.frames[frame].function;
            !self.is_start(function) && self.program.functions[function].origin == Origin::Whyc
        };
        if !is_model(step.frame) {
            let is_start = self.is_start(self.unrolling.function_of(step));
            return if is_start { Actor::Start } else { Actor::User };
        }
        let mut frame = step.frame;
        loop {
            match self.unrolling.frames[frame].caller {
                Some((caller, _)) if is_model(caller) => frame = caller,
                Some((caller, instr)) => {
                    let body = self.program.functions[self.unrolling.frames[caller].function].body.as_ref();
                    let span = body.and_then(|body| body.instrs.get(instr)).map_or(step.span, |instr| instr.span);
                    return Actor::Library(frame, span);
                }
                None => return Actor::Start,
            }
        }
    }

    /// Whether a function is what runs before the entry point, or, where threads were woven, the copy of that.
    fn is_start(&self, function: FunctionId) -> bool {
        let copied = self.program.woven.as_ref().and_then(|woven| woven.segments.first());
        function == self.program.start || copied.is_some_and(|segment| segment.function == function)
    }

    /// Whether an input only says who runs when: that is told by the turns. A time-out nobody can order.
    fn is_of_schedule(&mut self, step: &Step) -> bool {
        let f = &self.program.functions[self.unrolling.function_of(step)];
        let file = &self.program.sources.file(f.span.file).name;
        let is_it = f.origin == Origin::Whyc && MODELS_OF_THREADS.contains(&file.as_str());
        if is_it && TIMED.contains(&f.name.as_str()) {
            self.script.obstacles.push("it depends on whether a time is up".to_owned());
        }
        is_it
    }

    fn input(&mut self, id: StepId, step: &Step, actor: &Actor, name: &str, ty: TypeId, source: InputSource) {
        let bits = self.run.values[id];
        if self.is_of_schedule(step) {
            return;
        }
        // The name that the front end gives to the question whether an allocation fails.
        if name.starts_with("allocation of ") && name.ends_with(" fails") {
            if bits != 0 {
                self.script.blocks.push(ReplayBlock { fails: true, content: Content::new() });
            }
            return;
        }
        // The name that the front end gives to what a volatile object holds when it is read.
        if name.starts_with("volatile ") {
            let what = format!("it reads `{name}`, which changes by itself");
            if !self.script.obstacles.contains(&what) {
                self.script.obstacles.push(what);
            }
            return;
        }
        let content = self.scalar_content(ty, bits);
        match *actor {
            Actor::Start => {
                self.start_values.insert(name.to_owned(), content);
            }
            Actor::Library(frame, span) => {
                let asker = self.program.functions[self.unrolling.function_of(step)].name.clone();
                let value = self.number(ty, bits);
                let at = self.library_call(frame, span);
                self.script.library[at].inputs.push(LibraryInput { asker, value });
            }
            Actor::User => {
                let function = match source {
                    InputSource::Nondet if name.starts_with("order of evaluation") => {
                        self.script
                            .obstacles
                            .push("it depends on the order of evaluation, which compilers choose".to_owned());
                        return;
                    }
                    InputSource::Nondet => None,
                    // Where an object is, is the compiler's and the system's to say.
                    InputSource::Address => {
                        self.script.obstacles.push(format!("it depends on the {name}"));
                        return;
                    }
                    InputSource::Result(function) => Some(self.program.functions[function].name.clone()),
                    InputSource::MissingReturn(function) => {
                        let name = &self.program.functions[function].name;
                        let what = format!("it uses what `{name}` returns where that function returns no value");
                        self.script.obstacles.push(what);
                        return;
                    }
                };
                let shown = show::value(self.program, self.unrolling, ty, bits);
                let (span, name) = (step.span, name.to_owned());
                self.script.inputs.push(ReplayInput { function, span, name, shown, content });
            }
        }
    }

    fn library_call(&mut self, frame: FrameId, span: Span) -> usize {
        let function = self.program.functions[self.unrolling.frames[frame].function].name.clone();
        let text = self.program.sources.text(span).to_owned();
        let library = &mut self.script.library;
        *self.call_from_frame.entry(frame).or_insert_with(|| {
            library.push(LibraryCall { function, text, inputs: Vec::new(), result: None });
            library.len() - 1
        })
    }

    fn storage(&mut self, id: StepId, step: &Step, actor: &Actor, object: ObjectRoot) {
        let content = self.content(id);
        match object {
            ObjectRoot::Global(global) => {
                let global = &self.program.globals[global];
                let size = self.program.types.size_of(global.ty).unwrap_or(0);
                self.script.externals.push(ReplayExternal { name: global.name.clone(), size, content });
            }
            ObjectRoot::Block(block) => match self.block_from_id.get(&block) {
                Some(&at) => self.script.blocks[at].content = content,
                None if matches!(actor, Actor::User) => {
                    let block = &self.unrolling.blocks[block];
                    let (name, span) = (block.name.clone(), block.span);
                    self.script.objects.push(ReplayObject { name, span, content });
                }
                None => {}
            },
            ObjectRoot::Local(frame, local) => {
                let local = &self.program.functions[self.unrolling.frames[frame].function].locals[local];
                let (name, span) = (local.name.clone(), local.span);
                match actor {
                    Actor::Start => {
                        // The number of a variable that is an input comes later, and counts.
                        self.start_values.insert(name, content);
                    }
                    // A struct that a `nondet` function returns; other temporaries are written before they are read.
                    Actor::User if name.is_empty() => {
                        let name = self.program.sources.text(step.span).to_owned();
                        if name.contains("nondet") {
                            let (span, shown) = (step.span, String::new());
                            self.script.inputs.push(ReplayInput { function: None, span, name, shown, content });
                        }
                    }
                    Actor::User => self.script.objects.push(ReplayObject { name, span, content }),
                    Actor::Library(..) => {}
                }
            }
            ObjectRoot::Null | ObjectRoot::Function(_) | ObjectRoot::Result(_) => {}
        }
    }

    fn allocate(&mut self, block: BlockId, actor: &Actor) {
        let is_asked_by_user = match *actor {
            Actor::User => self.unrolling.blocks[block].life == BlockLife::Heap,
            Actor::Library(frame, _) => {
                let function = &self.program.functions[self.unrolling.frames[frame].function].name;
                matches!(function.as_str(), "realloc" | "reallocarray")
            }
            Actor::Start => false,
        };
        let info = &self.unrolling.blocks[block];
        if matches!(actor, Actor::User) && info.life == BlockLife::Frame {
            // Blocks of one name are numbered.
            let name = info.name.split('@').next().unwrap_or("").to_owned();
            self.script.passing.push(ReplayPassing { name, span: info.span });
        }
        if is_asked_by_user {
            self.block_from_id.insert(block, self.script.blocks.len());
            self.script.blocks.push(ReplayBlock { fails: false, content: Content::new() });
        }
    }

    /// If the step stands for what a function without body writes: that function, and through which argument.
    /// The function without body that is behind a step, if there is one: its name, and whether it changes what its argument
    /// points to, or only what that leads to.
    fn change(&self, step: &Step) -> Option<(&str, bool)> {
        let body = self.program.functions[self.unrolling.function_of(step)].body.as_ref()?;
        match &body.instrs.get(step.instr)?.kind {
            InstrKind::Block(BlockOp::Havoc { name, reach, .. }) => Some((name, reach.changes_target())),
            _ => None,
        }
    }

    /// What a function without body changes: what its argument points to comes first, then what that leads to.
    fn changed(&mut self, id: StepId, step: &Step, object: ObjectRoot, is_behind: bool) {
        let Some((name, changes_target)) = self.change(step) else { return };
        let function = name.to_owned();
        let content = self.content(id);
        let argument = self.written_argument(step).filter(|_| changes_target && !is_behind);
        let target = match (argument, object) {
            (Some(argument), _) => WriteTarget::Argument(argument),
            (None, ObjectRoot::Global(global)) => WriteTarget::Global(self.program.globals[global].name.clone()),
            (None, _) if content.is_empty() => return,
            (None, _) => {
                let what = format!("it depends on what `{function}`, which has no body, changes behind pointers");
                if !self.script.obstacles.contains(&what) {
                    self.script.obstacles.push(what);
                }
                return;
            }
        };
        self.script.writes.push(ReplayWrite { function, target, content });
    }

    /// Which argument a function without body writes through at a step.
    fn written_argument(&self, step: &Step) -> Option<usize> {
        let body = self.program.functions[self.unrolling.function_of(step)].body.as_ref()?;
        let InstrKind::Block(BlockOp::Havoc { pointer, name, .. }) = &body.instrs.get(step.instr)?.kind else {
            return None;
        };
        let following = body.instrs.iter_enumerated().filter(|(id, _)| *id > step.instr);
        let mut calls = following.filter_map(|(_, instr)| match &instr.kind {
            InstrKind::Call { callee: Callee::Direct(function), args, .. } => Some((*function, args)),
            _ => None,
        });
        let (_, args) = calls.find(|(function, _)| self.program.functions[*function].name == *name)?;
        // The pointer was saved in a temporary of its own before.
        let saved = match body.exprs[*pointer].kind {
            ExprKind::Load(place) => body.instrs.iter().rev().find_map(|instr| match instr.kind {
                InstrKind::Assign { place: to, value } if body.places[to] == body.places[place] => Some(value),
                _ => None,
            }),
            _ => None,
        };
        let is_it = |arg: &whyc_ir::expr::ExprId| *arg == *pointer || Some(*arg) == saved;
        Some(args.iter().position(is_it).unwrap_or(0))
    }

    fn entry(&self) -> ReplayEntry {
        let entry = &self.program.functions[self.program.entry];
        let arguments = entry.locals.iter().take(entry.n_params).enumerate().map(|(idx, param)| {
            let name = if param.name.is_empty() { format!("argument {}", idx + 1) } else { param.name.clone() };
            let value_of = |name: &str| self.start_values.get(name).cloned().unwrap_or_default();
            let value = match self.program.types.get(param.ty) {
                Type::Pointer(_) => match value_of(&format!("{name} is not null")).values().all(|(byte, _)| *byte == 0)
                {
                    true => ArgumentValue::Null,
                    false => ArgumentValue::Pointer(value_of(&format!("*{name}"))),
                },
                _ => ArgumentValue::Content(value_of(&name)),
            };
            Argument { ty: self.program.types.name(param.ty), name, value }
        });
        ReplayEntry { name: entry.name.clone(), file: Some(entry.span.file), arguments: arguments.collect() }
    }

    /// The functions without body that the program calls.
    fn stubs(&self) -> Vec<ReplayStub> {
        let mut called: Vec<FunctionId> = Vec::new();
        // One that is called through a pointer is called by what stands for it.
        for function in self.program.functions.iter() {
            for instr in function.body.iter().flat_map(|body| body.instrs.iter()) {
                if let InstrKind::Call { callee: Callee::Direct(callee), .. } = instr.kind
                    && self.program.functions[callee].body.is_none()
                    && self.program.functions[callee].origin == Origin::User
                    && !called.contains(&callee)
                {
                    called.push(callee);
                }
            }
        }
        let stub = |id: FunctionId| {
            let function = &self.program.functions[id];
            let params = function.locals.iter().take(function.n_params);
            ReplayStub {
                name: function.name.clone(),
                ret: plain_type(self.program, function.ret),
                params: params.map(|param| plain_type(self.program, param.ty)).collect(),
            }
        };
        called.into_iter().map(stub).collect()
    }

    fn number(&self, ty: TypeId, bits: u128) -> Number {
        let shown = show::value(self.program, self.unrolling, ty, bits);
        Number { bits, ty: plain_type(self.program, ty), shown }
    }

    fn scalar_content(&self, ty: TypeId, bits: u128) -> Content {
        let size = self.program.types.size_of(ty).unwrap_or(16).min(16) as u32;
        let mut content = Content::new();
        set_bits(&mut content, 0, size * 8, bits);
        content
    }

    fn content(&self, id: StepId) -> Content {
        let mut content = Content::new();
        let StepKind::Storage { cells, reads, .. } = &self.unrolling.steps[id].kind else { return content };
        let elements = self.run.reads.get(&id).map_or(&[][..], Vec::as_slice);
        for (read, &(index, value)) in reads.iter().zip(elements) {
            set_bits(&mut content, index.saturating_mul(u64::from(read.bits)), read.bits, value);
        }
        let values = self.run.cells.get(&id).map_or(&[][..], Vec::as_slice);
        for (cell, &value) in cells.iter().zip(values) {
            set_bits(&mut content, cell.offset_bits, self.unrolling.symbols[cell.target.symbol].bits, value);
        }
        content
    }
}

/// Sets `bits` bits, little-endian, from bit `offset` on.
fn set_bits(content: &mut Content, offset: u64, bits: u32, value: u128) {
    for k in 0..u64::from(bits) {
        let at = offset.saturating_add(k);
        let (byte, mask) = content.entry(at / 8).or_default();
        let bit = 1 << (at % 8);
        *mask |= bit;
        *byte = if k < 128 && value >> k & 1 == 1 { *byte | bit } else { *byte & !bit };
    }
}

/// A type that is passed and returned as `ty` is, spelt without the names of the program.
fn plain_type(program: &Program, ty: TypeId) -> String {
    match program.types.get(ty) {
        Type::Pointer(_) | Type::Function(_) | Type::Array { .. } => "void *".to_owned(),
        Type::Enum(_) => "int".to_owned(),
        Type::Float(FloatKind::LongDouble) => "long double".to_owned(),
        Type::Void | Type::Bool | Type::Int(_) | Type::Float(_) | Type::Record(_) => program.types.name(ty),
    }
}
