//! What is shared while a program is put together: the tables of the program to be, and the
//! names by which units refer to each other's functions and variables.
//!
//! The rules are the linker's: what is `static` belongs to its unit, everything else is one thing
//! per name; a variable without initialiser is a tentative definition and may be repeated.

mod globals;
mod symbols;

use std::collections::VecDeque;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use whyc_base::diagnostic::Diagnostic;
use whyc_base::ids::IdVec;
use whyc_base::source::Span;
use whyc_base::status::Limit;
use whyc_ir::program::{
    Component, ComponentId, Contracts, Function, FunctionId, Global, GlobalId, GlobalKind, Local, LocalKind, Origin,
    Switch,
};
use whyc_ir::signature::{self, takes_rest};
use whyc_ir::types::{IntKind, Type, TypeId};

use crate::clang::cursor::{Cursor, DeclKey, StatementKey, Storage};
use crate::clang::kind as k;
use crate::contracts::clauses;
use crate::lower::contract::{Contract, Lifted, Treatment};
use crate::lower::effects::Touched;
use crate::lower::frame::Frame;
use crate::lower::library;
use crate::lower::outside::Reach;
use crate::lower::start::Ending;
use crate::models::{self, Definitions};
use crate::spans::Spans;
use crate::types::{Reason, Types};

/// The program under construction.
pub struct Context<'u> {
    /// Files and spans.
    pub spans: Spans,
    /// Types.
    pub types: Types,
    /// Globals.
    pub globals: IdVec<GlobalId, Global>,
    /// Functions.
    pub functions: IdVec<FunctionId, Function>,
    /// What only the front end needs to know of each function.
    pub infos: IdVec<FunctionId, FunctionInfo<'u>>,
    /// Components.
    pub components: IdVec<ComponentId, Component>,
    /// Warnings and notes, and the errors of linking.
    pub diagnostics: Vec<Diagnostic>,
    /// Functions whose bodies are still to be lowered.
    pub queue: VecDeque<FunctionId>,
    /// Initialisers of globals, to be run by `start`.
    pub initialisers: Vec<(GlobalId, Cursor<'u>)>,
    /// The function that runs the initialisers, once it is being made.
    pub start: Option<FunctionId>,
    /// The models of the C library.
    pub models: &'u dyn Definitions,
    /// Functions that are taken to have no body, by name, and what they change.
    pub stubs: FxHashMap<String, Reach>,
    /// Functions of whose definitions the first one counts.
    pub first_counts: FxHashSet<String>,
    /// For functions without body, those that change the globals which they see.
    pub outsides: Vec<(FunctionId, FunctionId)>,
    /// For functions without body whose address is taken, what stands at that address.
    pub stand_ins: FxHashMap<FunctionId, FunctionId>,
    /// Variables with the pointers that the outside has kept.
    pub kept: Vec<GlobalId>,
    /// Whether the last weak exchange has failed without a reason.
    weak_failed: Option<GlobalId>,
    /// Attributes that some declaration of a function has.
    pub said: FxHashSet<(DeclKey, String)>,
    /// Whether the user has been told that `assert` is not declared.
    pub assert_noted: bool,
    /// What runs when the program ends in some way, once there is a place where it does.
    pub exit_hooks: FxHashMap<Ending, FunctionId>,
    /// Whether an allocation may fail for no reason.
    pub malloc_may_fail: bool,
    /// Whether the ends of all scopes are told.
    pub keep_scopes: bool,
    /// Whether an array of one at the end of a record is no more than that.
    pub strict_arrays: bool,
    /// For a type, the packed record that has one as its only member.
    pub loose_from_type: FxHashMap<TypeId, TypeId>,
    /// What functions do to globals and through pointers, by their definitions.
    pub summaries: FxHashMap<DeclKey, Rc<Touched>>,
    /// The numbers of the labels whose address is taken somewhere.
    pub label_numbers: FxHashMap<StatementKey, u64>,
    /// What the outside world is taken to be limited to, in words.
    pub limits: Vec<Limit>,
    /// How long the arguments of `main` are at most, if they are inputs.
    pub args_are_inputs: Option<usize>,
    /// Static functions by the names under which other units may know them.
    pub file_local: FxHashMap<String, FunctionId>,
    /// The contracts of functions.
    pub contracts: FxHashMap<FunctionId, Contract<'u>>,
    /// Functions that have another contract as well, with a place in it.
    pub other_contracts: FxHashMap<FunctionId, Option<Span>>,
    /// What becomes of functions that have contracts.
    pub treatments: FxHashMap<FunctionId, Treatment>,
    /// Predicates that were lowered for contracts.
    pub lifted: Lifted,
    /// What is watched for its writes.
    pub frames: Vec<Frame>,
    /// Variables of the checks, which no program knows.
    pub ghosts: FxHashSet<GlobalId>,
    /// Functions that are called only until their places are known.
    pub landmarks: Vec<FunctionId>,
    /// Jumps out of functions.
    pub jumps: crate::lower::nonlocal::Jumps,
    /// What is called before and after instructions that are no writes of the program.
    pub exempt: FxHashMap<FunctionId, FunctionId>,
    /// Where contracts stand for code.
    pub made: Contracts,
    /// Where the text says which classes are checked.
    pub switches: Vec<Switch>,
    /// The variables of which every thread has one of its own.
    pub thread_locals: Vec<GlobalId>,
    /// Whether threads may be started somewhere: what is atomic has to be told then.
    pub has_threads: bool,
    /// Whether the program starts at `main`, with all that happens before and after it.
    pub runs_main: bool,
    symbol_from_decl: FxHashMap<DeclKey, Symbol>,
    function_from_name: FxHashMap<String, FunctionId>,
    global_from_name: FxHashMap<String, GlobalId>,
    defined_at: FxHashMap<GlobalId, Span>,
    opaque: FxHashSet<GlobalId>,
    /// Globals whose only definition so far is weak.
    weakly_defined: FxHashSet<GlobalId>,
    /// What is declared weak somewhere in its unit.
    weak: FxHashSet<DeclKey>,
    /// What `#pragma weak` names somewhere.
    weak_names: FxHashSet<String>,
    other_names: Vec<symbols::OtherName<'u>>,
    /// Why it is not known what a declaration stands for.
    unresolved: FxHashMap<DeclKey, String>,
    constructors: Vec<(u32, Cursor<'u>)>,
    destructors: Vec<(u32, Cursor<'u>)>,
    string_from_bytes: FxHashMap<(TypeId, Vec<u8>), GlobalId>,
}

/// How the other names of static functions begin.
pub const FILE_LOCAL: &str = "__CPROVER_file_local_";

/// What a declaration stands for.
#[derive(Clone, Copy)]
enum Symbol {
    Function(FunctionId),
    Global(GlobalId),
}

/// What only the front end needs to know of a function.
pub struct FunctionInfo<'u> {
    /// Its definition.
    pub definition: Option<Cursor<'u>>,
    /// Why its type cannot be expressed.
    pub unsupported: Option<Reason>,
    /// Whether the user has been told that it has no body.
    pub noted: bool,
    /// Whether its last parameter points to variable arguments.
    pub takes_rest: bool,
    queued: bool,
}

impl FunctionInfo<'_> {
    /// That of a function that nobody wrote.
    pub fn synthetic() -> Self {
        Self { definition: None, unsupported: None, noted: true, takes_rest: false, queued: true }
    }
}

impl<'u> FunctionInfo<'u> {
    /// That of another function with the same definition, whose body is lowered by whoever makes it.
    pub fn of_definition(other: &FunctionInfo<'u>) -> Self {
        let FunctionInfo { definition, ref unsupported, noted, takes_rest, .. } = *other;
        Self { definition, unsupported: unsupported.clone(), noted, takes_rest, queued: true }
    }
}

impl<'u> Context<'u> {
    /// An empty program over the files of `spans`.
    pub fn new(spans: Spans, models: &'u dyn Definitions) -> Self {
        let weak_names = symbols::weak_names(&spans);
        Self {
            spans,
            models,
            weak_names,
            stubs: FxHashMap::default(),
            first_counts: FxHashSet::default(),
            outsides: Vec::new(),
            stand_ins: FxHashMap::default(),
            kept: Vec::new(),
            weak_failed: None,
            said: FxHashSet::default(),
            assert_noted: false,
            exit_hooks: FxHashMap::default(),
            malloc_may_fail: false,
            keep_scopes: false,
            strict_arrays: false,
            loose_from_type: FxHashMap::default(),
            summaries: FxHashMap::default(),
            label_numbers: FxHashMap::default(),
            args_are_inputs: Some(crate::world::USUAL_ARG_LEN),
            runs_main: false,
            file_local: FxHashMap::default(),
            contracts: FxHashMap::default(),
            other_contracts: FxHashMap::default(),
            treatments: FxHashMap::default(),
            lifted: Lifted::default(),
            frames: Vec::new(),
            ghosts: FxHashSet::default(),
            landmarks: Vec::new(),
            jumps: crate::lower::nonlocal::Jumps::default(),
            exempt: FxHashMap::default(),
            made: Contracts::default(),
            switches: Vec::new(),
            thread_locals: Vec::new(),
            has_threads: false,
            limits: Vec::new(),
            types: Types::default(),
            globals: IdVec::new(),
            functions: IdVec::new(),
            infos: IdVec::new(),
            components: IdVec::new(),
            diagnostics: Vec::new(),
            queue: VecDeque::new(),
            initialisers: Vec::new(),
            start: None,
            symbol_from_decl: FxHashMap::default(),
            function_from_name: FxHashMap::default(),
            global_from_name: FxHashMap::default(),
            defined_at: FxHashMap::default(),
            opaque: FxHashSet::default(),
            weakly_defined: FxHashSet::default(),
            weak: FxHashSet::default(),
            other_names: Vec::new(),
            unresolved: FxHashMap::default(),
            constructors: Vec::new(),
            destructors: Vec::new(),
            string_from_bytes: FxHashMap::default(),
        }
    }

    /// Enters what a unit defines. What system headers define waits until it is used.
    pub fn declare_unit(&mut self, root: Cursor<'u>) {
        let is_own = |decl: &Cursor<'u>| {
            matches!(decl.kind(), k::CXCursor_FunctionDecl | k::CXCursor_VarDecl)
                && !decl.location().is_in_system_header()
                && !decl.spelling().starts_with(clauses::HOLDER)
        };
        let all = root.children();
        let starts_threads = |decl: &Cursor<'u>| {
            decl.kind() == k::CXCursor_FunctionDecl
                && matches!(decl.spelling().as_str(), "pthread_create" | "thrd_create")
        };
        self.has_threads |= all.iter().any(starts_threads);
        let decls: Vec<Cursor<'u>> = all.into_iter().filter(is_own).collect();
        // What one declaration of a thing says holds for all of them.
        for &decl in &decls {
            self.note_attributes(decl);
        }
        for decl in decls {
            if decl.kind() == k::CXCursor_FunctionDecl {
                if decl.is_definition() {
                    let function = self.declare_function(decl);
                    self.enqueue(function);
                }
            } else if decl.storage() != Storage::Extern || decl.initialiser().is_some() {
                self.declare_global(decl);
            }
        }
    }

    /// The function that `decl` declares; it is used, so its body is wanted.
    pub fn function(&mut self, decl: Cursor<'u>) -> FunctionId {
        let function = match self.symbol_from_decl.get(&decl.key()) {
            Some(&Symbol::Function(function)) => function,
            _ => self.declare_function(decl),
        };
        if self.infos[function].definition.is_none() && decl.has_external_linkage() {
            let name = self.functions[function].name.clone();
            if !self.is_stub(&name)
                && let Some(definition) = self.models.definition(&name)
            {
                self.complete_function(function, Some(definition));
                let limit = library::limit(&name);
                self.limits.extend(limit.filter(|limit| !self.limits.contains(limit)));
                self.symbol_from_decl.insert(definition.key(), Symbol::Function(function));
            }
        }
        self.enqueue(function);
        function
    }

    /// Enters everything that an expression refers to.
    pub fn bring_in(&mut self, expression: Cursor<'u>) {
        for node in expression.descendants().into_iter().chain([expression]) {
            let Some(decl) = node.referenced().filter(|_| node.kind() == k::CXCursor_DeclRefExpr) else { continue };
            match decl.kind() {
                k::CXCursor_FunctionDecl => {
                    self.function(decl);
                }
                k::CXCursor_VarDecl if decl.has_static_storage() => {
                    self.global(decl);
                }
                _ => {}
            }
        }
    }

    /// A function of the models, by its name.
    pub fn model(&mut self, name: &str) -> Option<FunctionId> {
        let definition = self.models.definition(name)?;
        Some(self.function(definition))
    }

    /// A variable of the models, by its name.
    pub fn model_global(&mut self, name: &str) -> Option<GlobalId> {
        let definition = self.models.definition(name)?;
        Some(self.global(definition))
    }

    fn declare_function(&mut self, decl: Cursor<'u>) -> FunctionId {
        let key = decl.key();
        let known = match self.symbol_from_decl.get(&key) {
            Some(&Symbol::Function(function)) => Some(function),
            _ => None,
        };
        let name = decl.spelling();
        let external = decl.has_external_linkage();
        let linked = if external { self.function_from_name.get(&name).copied() } else { None };
        let definition = if decl.is_definition() { Some(decl) } else { decl.definition() };
        let local_name = if external { None } else { self.file_local_name(definition.unwrap_or(decl), &name) };
        let linked = linked.or_else(|| self.linked_file_local(&name, local_name.as_deref(), external));
        let is_stub = self.is_stub(&name) || local_name.as_ref().is_some_and(|name| self.is_stub(name));
        // Who asks for the body of a static function to be removed may define another one under its other name.
        let is_other = external && name.starts_with(FILE_LOCAL);
        let definition = definition.filter(|_| is_other || !is_stub);
        let function = match known.or(linked) {
            Some(function) => {
                self.complete_function(function, definition);
                function
            }
            None => self.new_function(name.clone(), definition.unwrap_or(decl), definition),
        };
        self.symbol_from_decl.insert(key, Symbol::Function(function));
        if external {
            self.function_from_name.insert(name, function);
        } else if let Some(local_name) = local_name {
            self.file_local.entry(local_name).or_insert(function);
        }
        function
    }

    /// The name under which CBMC lets other units know a static function: `__CPROVER_file_local_FILE_c_NAME`.
    fn file_local_name(&mut self, decl: Cursor<'u>, name: &str) -> Option<String> {
        let file = self.spans.of(decl).file;
        let path = self.spans.sources.file(file).name.clone();
        let base = path.rsplit('/').next()?;
        let base: String = base.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
        Some(format!("{FILE_LOCAL}{base}_{name}"))
    }

    /// The function that a static one is the same as, or the static one that a declaration names by its other name.
    fn linked_file_local(&self, name: &str, local_name: Option<&str>, external: bool) -> Option<FunctionId> {
        match local_name {
            // Another unit has declared it before; of several static ones, one is it.
            Some(local_name) if !self.file_local.contains_key(local_name) => {
                self.function_from_name.get(local_name).copied()
            }
            Some(_) => None,
            None if external && name.starts_with(FILE_LOCAL) => self.file_local.get(name).copied(),
            None => None,
        }
    }

    /// Whether some unit of the user defines the function that `decl` declares.
    pub fn is_defined(&self, decl: Cursor<'u>) -> bool {
        let linked = || {
            let external = decl.has_external_linkage();
            let function = self.function_from_name.get(&decl.spelling()).filter(|_| external);
            function.is_some_and(|&function| {
                self.infos[function].definition.is_some() && self.functions[function].origin == Origin::User
            })
        };
        decl.definition().is_some() || linked()
    }

    /// Whether a call of a function comes to a body.
    pub fn has_body(&self, function: FunctionId) -> bool {
        self.infos[function].definition.is_some() || self.treatments.contains_key(&function)
    }

    /// The function that `decl` declares, whether it is used or not.
    pub fn declared(&mut self, decl: Cursor<'u>) -> FunctionId {
        match self.symbol_from_decl.get(&decl.key()) {
            Some(&Symbol::Function(function)) => function,
            _ => self.declare_function(decl),
        }
    }

    /// The functions that a person calls `name`.
    pub fn functions_called(&self, name: &str) -> Vec<FunctionId> {
        let by_name = self.functions.iter_enumerated().filter(|(_, function)| function.name == name);
        let mut found: Vec<FunctionId> = by_name.map(|(id, _)| id).collect();
        found.extend(self.file_local.get(name));
        found
    }

    /// Whether a function is taken to have no body.
    pub fn is_stub(&self, name: &str) -> bool {
        self.stubs.contains_key(name)
    }

    /// The variable that says whether the last weak exchange has failed without a reason.
    pub fn weak_failed(&mut self, span: Span) -> GlobalId {
        if let Some(known) = self.weak_failed {
            return known;
        }
        let ty = self.types.table.intern(Type::Bool);
        let new = self.new_global(String::new(), ty, span, GlobalKind::Variable);
        *self.weak_failed.insert(new)
    }

    /// Whether other units can see a global and may change it.
    pub fn is_changeable_global(&self, global: GlobalId) -> bool {
        self.is_own_variable(global) && self.global_from_name.get(&self.globals[global].name) == Some(&global)
    }

    /// Whether a global is a variable of the program's, not of the library's.
    pub fn is_own_variable(&self, global: GlobalId) -> bool {
        let info = &self.globals[global];
        let is_own = !self.spans.sources.file(info.span.file).name.starts_with(models::FOLDER);
        is_own && info.kind == GlobalKind::Variable && !info.is_const
    }

    /// The function that a call of the library's `name` calls: the user's, if there is one, or the model.
    pub fn library_function(&mut self, name: &str) -> Option<FunctionId> {
        let own = self.function_from_name.get(name).copied();
        own.filter(|&own| self.infos[own].definition.is_some())
            .or_else(|| if self.is_stub(name) { None } else { self.model(name) })
    }

    /// Has the body of `function` lowered, if it has one.
    fn enqueue(&mut self, function: FunctionId) {
        let info = &mut self.infos[function];
        if info.definition.is_some() && !info.queued {
            info.queued = true;
            self.queue.push_back(function);
        }
    }

    fn new_function(&mut self, name: String, decl: Cursor<'u>, definition: Option<Cursor<'u>>) -> FunctionId {
        let (function, unsupported) = self.signature(name, decl);
        let takes_rest = takes_rest(&function);
        self.infos.push(FunctionInfo { definition, unsupported, noted: false, takes_rest, queued: false });
        self.functions.push(function)
    }

    /// Takes over a definition found for a function that is known already.
    fn complete_function(&mut self, id: FunctionId, definition: Option<Cursor<'u>>) {
        let Some(new) = definition else { return };
        let known = self.infos[id].definition;
        let may_repeat = known.is_some_and(|old| self.may_repeat(old, new) || self.may_repeat(new, old));
        match known {
            None => self.define_function(id, new),
            Some(old) if old == new => {}
            Some(old) if self.weak.contains(&old.key()) && !self.weak.contains(&new.key()) && !new.is_inline() => {
                self.define_function(id, new);
            }
            Some(_) if may_repeat || self.first_counts.contains(&self.functions[id].name) => {}
            Some(old) => {
                // One header, included by two units, gives the same place twice: still a duplicate.
                let (first, second) = (self.spans.of_declarator(old), self.spans.of_declarator(new));
                let name = self.functions[id].name.clone();
                self.duplicate(&name, first, second);
            }
        }
    }

    fn define_function(&mut self, id: FunctionId, definition: Cursor<'u>) {
        let name = self.functions[id].name.clone();
        let (function, unsupported) = self.signature(name, definition);
        self.infos[id].takes_rest = takes_rest(&function);
        self.functions[id] = function;
        self.infos[id].definition = Some(definition);
        self.infos[id].unsupported = unsupported;
    }

    /// Whether a definition may be repeated in another unit: `inline` functions, weak symbols, and what a header has for each
    /// unit, where a macro takes the `static` away.
    fn may_repeat(&mut self, decl: Cursor<'u>, other: Cursor<'u>) -> bool {
        if decl.is_inline() || self.weak.contains(&decl.key()) {
            return true;
        }
        let Some((file, start)) = self.spans.written_at(decl) else { return false };
        if self.spans.written_at(other) != Some((file, start)) {
            return false;
        }
        let text = &self.spans.sources.file(file).text;
        let Some(before) = text.get(..start) else { return false };
        let from = before.rfind([';', '}']).map_or(0, |end| end + 1);
        crate::text::lexemes(&text[..start], from).any(|lexeme| lexeme.text == "static")
    }

    fn signature(&mut self, name: String, decl: Cursor<'u>) -> (Function, Option<Reason>) {
        let ty = decl.ty().canonical();
        let mut unsupported = None;
        let void = self.types.table.intern(Type::Void);
        let ret = self.types.lower(ty.result()).unwrap_or_else(|reason| {
            unsupported = Some(reason);
            void
        });
        let stand_in = self.types.table.int(IntKind::Int);
        let declared = decl.arguments();
        let param_types = ty.params();
        // The parameters of an old-style definition have the types it declares, not the promoted ones.
        let from_decls = !declared.is_empty() || param_types.is_empty();
        let n_params = if from_decls { declared.len() } else { param_types.len() };
        let mut locals = IdVec::new();
        for idx in 0..n_params {
            let param = declared.get(idx).copied();
            let param_ty = param.map(Cursor::ty).or_else(|| param_types.get(idx).copied());
            let ty = match param_ty.map(|ty| self.types.lower_value(ty)) {
                Some(Ok(ty)) => ty,
                Some(Err(reason)) => {
                    unsupported = Some(reason);
                    stand_in
                }
                None => stand_in,
            };
            let span = self.spans.of(param.unwrap_or(decl));
            let name = param.map(Cursor::spelling).unwrap_or_default();
            locals.push(Local {
                name,
                ty,
                span,
                kind: LocalKind::Param,
                address_taken: false,
                is_const: false,
                align: None,
            });
        }
        let span = self.declarator_head(decl);
        let mut variadic = ty.is_variadic() || ty.kind() == k::CXType_FunctionNoProto;
        let mut n_params = n_params;
        // An old-style definition counts as variadic, too.
        if ty.kind() == k::CXType_FunctionProto && ty.is_variadic() && decl.is_definition() {
            // The caller puts the other arguments into memory.
            let ty = self.types.table.int(IntKind::Char);
            let ty = self.types.table.pointer(ty);
            let name = signature::REST.to_owned();
            locals.push(Local {
                name,
                ty,
                span,
                kind: LocalKind::Param,
                address_taken: false,
                is_const: false,
                align: None,
            });
            n_params += 1;
            variadic = false;
        }
        let is_model = self.spans.sources.file(span.file).name.starts_with(models::FOLDER);
        let origin = if is_model { Origin::Whyc } else { Origin::User };
        let function = Function { name, span, ret, n_params, variadic, locals, body: None, origin };
        (function, unsupported)
    }

    /// The declaration without the body that follows it.
    fn declarator_head(&mut self, decl: Cursor<'u>) -> Span {
        let span = self.spans.of(decl);
        let body = decl.children().into_iter().find(|child| child.kind() == k::CXCursor_CompoundStmt);
        match body.map(|body| self.spans.of(body)) {
            Some(body) if body.file == span.file && span.start < body.start => {
                let head = self.spans.sources.text(Span { end: body.start, ..span }).trim_end().len();
                Span { end: span.start + head as u32, ..span }
            }
            _ => span,
        }
    }

    fn duplicate(&mut self, name: &str, first: Span, second: Span) {
        let place = |span| {
            let at = self.spans.sources.start(span);
            format!("{}:{}:{}", self.spans.sources.file(span.file).name, at.line, at.column)
        };
        let note = format!("it is first defined at {}", place(first));
        self.diagnostics.push(Diagnostic::error(format!("`{name}` is defined twice")).at(second).with_note(note));
    }

    /// Functions that the user defined, by name, for a message.
    pub fn defined_functions(&self) -> Vec<&str> {
        let defined = self.infos.iter_enumerated().filter(|(_, info)| info.definition.is_some());
        defined.map(|(id, _)| self.functions[id].name.as_str()).collect()
    }

    /// The function that is defined under `name`, one with external linkage first.
    pub fn defined_function(&self, name: &str) -> Option<FunctionId> {
        let external = self.function_from_name.get(name).copied();
        let by_name = self.functions.iter_enumerated().filter(|(_, f)| f.name == name).map(|(id, _)| id);
        external.into_iter().chain(by_name).find(|&id| self.infos[id].definition.is_some())
    }
}
