//! The function that runs before everything: initialisers of globals, then the entry point on inputs.

use whyc_base::diagnostic::Diagnostic;
use whyc_base::ids::IdVec;
use whyc_base::source::Span;
use whyc_base::status::Limit;
use whyc_ir::expr::{BinaryOp, ExprId, ExprKind, PlaceBase};
use whyc_ir::instr::{Callee, InstrKind};
use whyc_ir::program::{Function, FunctionId, GlobalId, GlobalKind, Local, LocalId, LocalKind, Origin};
use whyc_ir::types::{Type, TypeId};

use super::builder::Builder;
use super::contract::Treatment;
use super::convert::is_scalar;
use super::volatile::takes_volatile;
use crate::clang::cursor::Cursor;
use crate::clang::kind as k;
use crate::context::{Context, FunctionInfo};
use crate::models;
use crate::world;

/// Makes the function that starts the program at `entry`.
///
/// Initialisers may use functions that nothing else uses, so this comes before the last bodies.
pub fn make_start(cx: &mut Context<'_>, entry: FunctionId) -> FunctionId {
    let span = cx.functions[entry].span;
    let start = new_start(cx, span);
    cx.start = Some(start);
    // Static variables of functions are known by now; the order is that of the declarations.
    let mut initialisers = std::mem::take(&mut cx.initialisers);
    initialisers.sort_by_key(|&(global, _)| global);
    if cx.treatments.values().any(|treatment| matches!(treatment, Treatment::Enforced(_))) {
        forget_globals(cx);
        initialisers.retain(|&(global, _)| cx.globals[global].kind == GlobalKind::Variable);
    }
    let mut builder = Builder::new(cx, start);
    for (global, init) in initialisers {
        builder.initialise_global(global, init);
    }
    builder.run_constructors(span);
    builder.call_entry(entry, span);
    builder.emit(InstrKind::Return(None), span);
    builder.finish();
    start
}

/// A function that is checked against its contract may be called when globals have changed: what they hold is an input.
fn forget_globals(cx: &mut Context<'_>) {
    for global in cx.globals.ids() {
        let info = &cx.globals[global];
        let is_own = !cx.spans.sources.file(info.span.file).name.starts_with(models::FOLDER);
        let changes = info.kind == GlobalKind::Variable && !info.is_const && !cx.ghosts.contains(&global);
        if is_own && changes {
            cx.globals[global].kind = GlobalKind::External;
        }
    }
}

/// Enters what the arguments of `main` consist of, if it looks at them.
pub fn bring_in_arguments(cx: &mut Context<'_>, entry: FunctionId) {
    if takes_arguments(cx, entry) {
        cx.model("__whyc_argc");
        cx.model_global("__whyc_argv");
    }
}

/// Whether the entry point is `main`.
pub fn is_main(cx: &Context<'_>, entry: FunctionId) -> bool {
    cx.functions[entry].name == "main"
}

/// Whether the entry point is a `main` that gets the arguments of the world around it. Who looks only at how many there are can
/// have any number of them, unless they are given: then nothing about them is an input, whether anyone looks or not.
fn takes_arguments(cx: &Context<'_>, entry: FunctionId) -> bool {
    let has_params = cx.functions[entry].n_params > 0;
    is_main(cx, entry) && (is_used(cx, entry, LocalId(1)) || (cx.args_are_inputs.is_none() && has_params))
}

fn is_used(cx: &Context<'_>, function: FunctionId, param: LocalId) -> bool {
    let Some(definition) = cx.infos[function].definition else { return false };
    let Some(decl) = definition.arguments().get(param.0 as usize).copied() else { return false };
    let mut nodes = definition.descendants().into_iter();
    nodes.any(|node| {
        node.kind() == k::CXCursor_DeclRefExpr && node.referenced().is_some_and(|to| to.key() == decl.key())
    })
}

/// A way for a program to end at which something runs first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// `exit`, and the end of `main`.
    Exit,
    /// `quick_exit`
    QuickExit,
    /// `abort`
    Abort,
    /// `__builtin_trap`
    Trap,
}

impl Ending {
    const ALL: [Ending; 4] = [Ending::Exit, Ending::QuickExit, Ending::Abort, Ending::Trap];

    /// The functions of the library that give it something to run.
    fn registering(self) -> &'static [&'static str] {
        match self {
            Ending::Exit => &["atexit"],
            Ending::QuickExit => &["at_quick_exit"],
            Ending::Abort | Ending::Trap => &["signal", "__sysv_signal", "sigaction"],
        }
    }

    /// The model that runs it.
    fn runner(self) -> &'static str {
        match self {
            Ending::Exit => "__whyc_run_handlers",
            Ending::QuickExit => "__whyc_run_quick_handlers",
            Ending::Abort => "__whyc_abort",
            Ending::Trap => "__whyc_trap",
        }
    }
}

/// Says what happens where the program ends: the handlers are called if some function registers any.
pub fn finish_exits(cx: &mut Context<'_>) {
    let is_used = |cx: &Context<'_>, name: &&str| {
        cx.defined_function(name).is_some_and(|function| cx.functions[function].origin == Origin::Whyc)
    };
    // What runs at one end may come to another one.
    let mut runners = Vec::new();
    for ending in Ending::ALL {
        let is_needed = ending.registering().iter().any(|name| is_used(cx, name));
        runners.push((ending, if is_needed { cx.model(ending.runner()) } else { None }));
        crate::lower_queue(cx);
    }
    for (ending, runner) in runners {
        let Some(&hook) = cx.exit_hooks.get(&ending) else { continue };
        let span = cx.functions[hook].span;
        let mut builder = Builder::new(cx, hook);
        if let Some(runner) = runner {
            builder.emit(InstrKind::Call { dest: None, callee: Callee::Direct(runner), args: Vec::new() }, span);
        }
        builder.emit(InstrKind::Return(None), span);
        builder.finish();
        if runner.is_none() {
            super::outside::drop_calls(cx, &[hook]);
        }
    }
}

fn new_start(cx: &mut Context<'_>, span: Span) -> FunctionId {
    let ret = cx.types.table.intern(Type::Void);
    cx.infos.push(FunctionInfo::synthetic());
    cx.functions.push(Function {
        name: "(start)".to_owned(),
        span,
        ret,
        n_params: 0,
        variadic: false,
        locals: IdVec::new(),
        body: None,
        origin: Origin::Whyc,
    })
}

impl<'u> Builder<'_, 'u> {
    fn initialise_global(&mut self, global: GlobalId, init: Cursor<'u>) {
        let (ty, span) = (self.cx.globals[global].ty, self.cx.globals[global].span);
        // The type could not be expressed; whatever uses the variable says so.
        if self.cx.is_opaque(global) {
            return;
        }
        let name_len = self.cx.globals[global].name.len() as u32;
        let name_span = Span { end: (span.start + name_len).min(span.end), ..span };
        let place = self.place(PlaceBase::Global(global), Vec::new(), ty, name_span);
        debug_assert!(self.cx.globals[global].kind == GlobalKind::Variable, "an initialised global should be defined");
        self.declaration = init.declaration_around();
        self.initialise(place, init, span, false);
    }

    fn call_entry(&mut self, entry: FunctionId, span: Span) {
        let function = &self.cx.functions[entry];
        let params: Vec<Local> = function.locals.iter().take(function.n_params).cloned().collect();
        let is_main = is_main(self.cx, entry);
        let is_checked = matches!(self.cx.treatments.get(&entry), Some(Treatment::Enforced(_)));
        let mut args = Vec::new();
        if takes_arguments(self.cx, entry) {
            return self.call_main_with_arguments(entry, &params, span);
        }
        if self.cx.infos[entry].definition.is_some_and(takes_volatile) {
            self.cx.limits.push(Limit::VolatileParameter);
        }
        for (idx, param) in params.iter().enumerate() {
            let name = if param.name.is_empty() { format!("argument {}", idx + 1) } else { param.name.clone() };
            let arg = match idx {
                0 if is_main => self.argument_count(param, name),
                1.. if is_main => self.unknown_argument(entry, LocalId(idx as u32), param),
                _ if is_checked => self.anything(param.ty, name, param.span),
                _ => self.input(param.ty, name, param.span),
            };
            args.push(arg);
        }
        self.call_and_exit(entry, args, span);
    }

    /// `main` with the arguments that the world around it has: fixed ones, or inputs.
    fn call_main_with_arguments(&mut self, entry: FunctionId, params: &[Local], span: Span) {
        let (Some(count), Some(vector)) = (self.cx.model("__whyc_argc"), self.cx.model_global("__whyc_argv")) else {
            return self.unsupported("the argument vector of main", span);
        };
        if let Some(longest) = self.cx.args_are_inputs {
            self.cx.limits.push(Limit::Arguments { most: world::MAX_ARGS as u32, longest: longest as u32 });
            let what = format!(
                "the arguments of main are inputs: at most {} of at most {longest} characters",
                world::MAX_ARGS,
            );
            self.cx.diagnostics.push(Diagnostic::note(what).at(params[1].span));
        }
        let int = self.int();
        let argc = self.temporary(int, span);
        let argc_place = self.local_place(argc, span);
        self.emit(InstrKind::Call { dest: Some(argc_place), callee: Callee::Direct(count), args: Vec::new() }, span);
        let array = self.cx.globals[vector].ty;
        let place = self.place(PlaceBase::Global(vector), Vec::new(), array, span);
        let pointer = self.cx.types.table.pointer(array);
        let address = self.expr(ExprKind::AddrOf(place), pointer, span);
        let mut args = vec![self.load(argc_place), address];
        while args.len() < params.len() {
            let param = LocalId(args.len() as u32);
            args.push(self.unknown_argument(entry, param, &params[args.len()]));
        }
        let args = args.into_iter().zip(params).map(|(arg, param)| self.cast(arg, param.ty)).collect();
        self.call_and_exit(entry, args, span);
    }

    /// Calls the entry point; what `main` returns is the exit status.
    fn call_and_exit(&mut self, entry: FunctionId, args: Vec<ExprId>, span: Span) {
        let ret = self.cx.functions[entry].ret;
        let callee = Callee::Direct(entry);
        if !is_main(self.cx, entry) || !matches!(self.types().get(ret), Type::Int(_)) {
            self.emit(InstrKind::Call { dest: None, callee, args }, span);
            return self.run_destructors(span);
        }
        let local = self.temporary(ret, span);
        let place = self.local_place(local, span);
        self.emit(InstrKind::Call { dest: Some(place), callee, args }, span);
        let status = self.load(place);
        self.run_destructors(span);
        self.exit_status(status, span);
    }

    /// Calls the functions with the attribute `constructor`, as happens before `main`.
    fn run_constructors(&mut self, span: Span) {
        if self.cx.runs_main {
            let constructors = self.cx.constructors();
            self.call_each(constructors, span);
        }
    }

    /// Calls what runs at an end of the program. Whether anything does is known when all functions are.
    fn run_handlers(&mut self, ending: Ending, span: Span) {
        let hook = match self.cx.exit_hooks.get(&ending) {
            Some(&hook) => hook,
            None => new_start(self.cx, span),
        };
        self.cx.exit_hooks.insert(ending, hook);
        self.emit(InstrKind::Call { dest: None, callee: Callee::Direct(hook), args: Vec::new() }, span);
    }

    /// The same between a value and its use.
    pub fn handlers_before(&mut self, ending: Ending, value: ExprId, span: Span) -> ExprId {
        let ((), calls) = self.capture(|this| this.run_handlers(ending, span));
        let value = self.protect(value, &calls);
        self.items.extend(calls);
        value
    }

    /// Calls the functions with the attribute `destructor`, as happens when `main` returns and when `exit` is called.
    fn run_destructors(&mut self, span: Span) {
        self.run_handlers(Ending::Exit, span);
        if self.cx.runs_main {
            let destructors = self.cx.destructors();
            self.call_each(destructors, span);
        }
    }

    /// The same between a value and its use.
    pub fn destructors_before(&mut self, value: ExprId, span: Span) -> ExprId {
        let ((), calls) = self.capture(|this| this.run_destructors(span));
        let value = self.protect(value, &calls);
        self.items.extend(calls);
        value
    }

    fn call_each(&mut self, functions: Vec<FunctionId>, span: Span) {
        for function in functions {
            if self.cx.functions[function].n_params > 0 {
                let what =
                    format!("the arguments of `{}`, which runs before or after main", self.cx.functions[function].name);
                self.unsupported(what, span);
                continue;
            }
            let callee = Callee::Direct(function);
            self.emit(InstrKind::Call { dest: None, callee, args: Vec::new() }, span);
        }
    }

    fn argument_count(&mut self, param: &Local, name: String) -> ExprId {
        let value = self.input(param.ty, name, param.span);
        if is_scalar(self.types(), param.ty) {
            let int = self.int();
            let one = self.constant(1, int, param.span);
            let enough = self.apply(BinaryOp::Ge, value, one, param.span);
            self.emit(InstrKind::Assume(enough), param.span);
        }
        value
    }

    /// `argv` and `envp`: null as long as nobody looks.
    fn unknown_argument(&mut self, entry: FunctionId, param: LocalId, declared: &Local) -> ExprId {
        if is_used(self.cx, entry, param) {
            let what = if param == LocalId(1) { "the argument vector of main" } else { "the environment of main" };
            self.unsupported(what, declared.span);
        }
        self.any_value(declared.ty, declared.span)
    }

    /// An input of type `ty`.
    fn input(&mut self, ty: TypeId, name: String, span: Span) -> ExprId {
        match self.types().get(ty).clone() {
            Type::Bool | Type::Int(_) | Type::Enum(_) | Type::Float(_) => {
                let local = self.input_variable(name.clone(), ty, span);
                let place = self.local_place(local, span);
                self.nondet_into(place, name, span);
                self.load(place)
            }
            Type::Record(_) => {
                let local = self.input_variable(name, ty, span);
                self.load_local(local, span)
            }
            Type::Pointer(to) if self.types().size_of(to).is_some() && !matches!(self.types().get(to), Type::Void) => {
                self.pointer_input(ty, to, &name, span)
            }
            Type::Pointer(_) => self.opaque_input(ty, &name, span),
            _ => {
                let what = format!("`{}` as an input of the entry point", self.types().name(ty));
                self.unsupported_value(what, ty, span)
            }
        }
    }

    /// A pointer of which only null is known: to a function, or to something without size.
    fn opaque_input(&mut self, ty: TypeId, name: &str, span: Span) -> ExprId {
        let cond = self.is_not_null(name, span);
        let is_null = self.new_label();
        self.emit(InstrKind::Branch { cond, when: false, target: is_null }, span);
        self.unsupported(format!("`{}` as an input of the entry point", self.types().name(ty)), span);
        self.place_label(is_null);
        self.constant(0, ty, span)
    }

    /// Any value of type `ty`, pointers included: its contract says which they are.
    fn anything(&mut self, ty: TypeId, name: String, span: Span) -> ExprId {
        if !matches!(self.types().get(ty), Type::Pointer(_)) {
            return self.input(ty, name, span);
        }
        let local = self.input_variable(name.clone(), ty, span);
        let place = self.local_place(local, span);
        self.emit(InstrKind::Nondet { place, name }, span);
        self.load(place)
    }

    /// A pointer is null, or points to an object of its own with any content.
    fn pointer_input(&mut self, ty: TypeId, to: TypeId, name: &str, span: Span) -> ExprId {
        let object = self.input_variable(format!("*{name}"), to, span);
        let cond = self.is_not_null(name, span);
        let object_place = self.local_place(object, span);
        let address = self.expr(ExprKind::AddrOf(object_place), ty, span);
        let null = self.constant(0, ty, span);
        self.expr(ExprKind::Cond(cond, address, null), ty, span)
    }

    /// Whether the pointer with this name is not null: an input.
    fn is_not_null(&mut self, name: &str, span: Span) -> ExprId {
        let question = format!("{name} is not null");
        let bool_ty = self.cx.types.table.intern(Type::Bool);
        self.anything(bool_ty, question, span)
    }

    fn input_variable(&mut self, name: String, ty: TypeId, span: Span) -> LocalId {
        let local = self.local(name, ty, span, LocalKind::Variable);
        self.emit(InstrKind::Declare(local), span);
        local
    }
}
