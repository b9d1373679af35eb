//! Functions without body: what they may change, and what is known of them all the same.
//!
//! Such a function changes everything that it can reach: what its arguments lead to, the globals that other units can see, and
//! what it was given earlier and may have kept. `const` and `pure` functions change nothing; one that never returns ends the run.

use rustc_hash::FxHashSet;
use whyc_base::diagnostic::Diagnostic;
use whyc_base::ids::IdVec;
use whyc_base::source::Span;
use whyc_ir::block::{BlockOp, HavocReach};
use whyc_ir::expr::{ExprId, ExprKind, PlaceBase};
use whyc_ir::instr::{Callee, InstrKind};
use whyc_ir::parts::Part;
use whyc_ir::program::{Function, FunctionId, GlobalId, GlobalKind, LocalId, Origin};
use whyc_ir::types::{Type, TypeId};

use super::builder::Builder;
use super::library;
use crate::attributes;
use crate::clang::cursor::Cursor;
use crate::clang::kind as k;
use crate::clang::types::ClangType;
use crate::context::{Context, FunctionInfo};

/// How much a function without body may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reach {
    /// Nothing: only its result is an input.
    Nothing,
    /// What its arguments lead to.
    Arguments,
    /// That, the globals that it can see, and what it has kept.
    Everything,
}

impl Reach {
    /// The words for it on the command line.
    const WORDS: [(&'static str, Reach); 3] =
        [("nothing", Reach::Nothing), ("arguments", Reach::Arguments), ("everything", Reach::Everything)];
}

/// What takes the place of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stub {
    /// A function without body that changes so much.
    Outside(Reach),
    /// Of several files that define it, the first one's definition.
    First,
}

impl Stub {
    /// A stub as the command line has it: `NAME`, `NAME=nothing` or `NAME=first`.
    ///
    /// # Errors
    /// In words, if what is said of it is none of these.
    pub fn named(text: &str) -> Result<(String, Stub), String> {
        let Some((name, word)) = text.split_once('=') else {
            return Ok((text.to_owned(), Stub::Outside(Reach::Everything)));
        };
        let reach = Reach::WORDS.iter().find(|(known, _)| *known == word);
        match (word, reach) {
            ("first", _) => Ok((name.to_owned(), Stub::First)),
            (_, Some(&(_, reach))) => Ok((name.to_owned(), Stub::Outside(reach))),
            (_, None) => {
                let words = "`nothing`, `arguments` or `everything`";
                Err(format!("a stub changes {words}, or is what the `first` file says, not `{word}`"))
            }
        }
    }
}

/// What a call of a function without body does besides giving a result.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    /// The arguments whose targets change, by position; and whether the target itself does, or only what it leads to.
    pub changed: Vec<(usize, bool)>,
    /// Whether globals change, and what was given to it earlier.
    pub globals: bool,
    /// Whether it never returns.
    pub never_returns: bool,
}

impl<'u> Builder<'_, 'u> {
    /// What a call of a function without body does; says so once.
    pub fn effects(&mut self, function: FunctionId, decl: Cursor<'u>, args: &[ClangType<'u>], span: Span) -> Effects {
        let name = self.cx.functions[function].name.clone();
        let stub = self.cx.stub(&name);
        let never_returns = self.cx.says(decl, "noreturn");
        if stub.is_none() {
            if library::is_harmless(&name) {
                return Effects { never_returns, ..Effects::default() };
            }
            let is_library = library::is_not_modelled(&name) || decl.location().is_in_system_header();
            if is_library && !(never_returns && decl.ty().canonical().params().is_empty()) {
                self.unsupported(format!("call of `{name}`"), span);
                return Effects { never_returns, ..Effects::default() };
            }
        }
        let is_pure = self.cx.says(decl, "pure") || self.cx.says(decl, "const");
        let reach = match stub {
            Some(reach) => reach,
            None if is_pure || never_returns => Reach::Nothing,
            None => Reach::Everything,
        };
        let changed = if reach == Reach::Nothing { Vec::new() } else { writable_arguments(decl, args) };
        let effects = Effects { changed, globals: reach == Reach::Everything, never_returns };
        self.note_missing_body(function, decl, &effects, span);
        effects
    }

    fn note_missing_body(&mut self, function: FunctionId, decl: Cursor<'u>, effects: &Effects, span: Span) {
        let name = self.cx.functions[function].name.clone();
        let returns_void = decl.ty().canonical().result().kind() == k::CXType_Void;
        if std::mem::replace(&mut self.cx.infos[function].noted, true) {
            return;
        }
        let mut changes: Vec<&str> = Vec::new();
        if !returns_void && !effects.never_returns {
            changes.push("its result");
        }
        if !effects.changed.is_empty() {
            changes.push("what its arguments lead to");
        }
        let has_globals = effects.globals && self.cx.globals.ids().any(|global| self.cx.is_changeable_global(global));
        if has_globals {
            changes.push("every global that it can see");
        }
        let what = match changes[..] {
            _ if effects.never_returns => "it ends the program".to_owned(),
            [] => "it changes nothing but what it was given".to_owned(),
            ["its result"] => "its result is an input".to_owned(),
            [only] => format!("{only} becomes an input"),
            _ => format!("{} become inputs", in_words(&changes)),
        };
        let note = Diagnostic::note(format!("`{name}` has no body: {what}")).at(span);
        let note = match has_globals || !effects.changed.is_empty() {
            true => note.with_note(format!("`--stub {name}=arguments` or `--stub {name}=nothing` if it changes less")),
            false => note,
        };
        self.cx.diagnostics.push(note);
    }

    /// What a function without body does to memory before it is called.
    pub fn change_outside(&mut self, function: FunctionId, effects: &Effects, args: &[ExprId], span: Span) {
        let name = self.cx.functions[function].name.clone();
        // First what it has seen before, so that what it is given now has the last word.
        if effects.globals {
            let callee = Callee::Direct(self.cx.outside_of(function, span));
            self.emit(InstrKind::Call { dest: None, callee, args: Vec::new() }, span);
        }
        let pointers = effects.changed.iter().filter_map(|&(idx, own)| Some((*args.get(idx)?, own)));
        let pointers: Vec<(ExprId, bool)> = pointers.collect();
        for (pointer, changes_target) in pointers {
            if !self.types().is_pointer(self.ty(pointer)) {
                continue;
            }
            if effects.globals && changes_target {
                self.keep(pointer, span);
            }
            let name = name.clone();
            let reach = if changes_target { HavocReach::All } else { HavocReach::Behind };
            self.emit(InstrKind::Block(BlockOp::Havoc { pointer, reach, name }), span);
        }
    }

    /// The outside keeps a pointer: what it points to may change at any later call.
    fn keep(&mut self, pointer: ExprId, span: Span) {
        let ty = self.void_pointer();
        let kept = self.cx.new_global(String::new(), ty, span, GlobalKind::Variable);
        self.cx.kept.push(kept);
        let place = self.place(PlaceBase::Global(kept), Vec::new(), ty, span);
        let pointer = self.cast(pointer, ty);
        self.assign(place, pointer, span);
    }

    /// The function whose address stands for that of `function`: where it has no body, one that does what a call of it does.
    pub fn addressed_function(&mut self, function: FunctionId, decl: Cursor<'u>, span: Span) -> FunctionId {
        let has_body = self.cx.has_body(function);
        let without_prototype = decl.ty().canonical().kind() != k::CXType_FunctionProto;
        if has_body
            || without_prototype
            || decl.ty().canonical().is_variadic()
            || self.cx.infos[function].unsupported.is_some()
        {
            return function;
        }
        if let Some(&known) = self.cx.stand_ins.get(&function) {
            return known;
        }
        let original = self.cx.functions[function].clone();
        let stand_in = Function { origin: Origin::Whyc, ..original };
        let (n_params, ret) = (stand_in.n_params, stand_in.ret);
        self.cx.infos.push(FunctionInfo::synthetic());
        let id = self.cx.functions.push(stand_in);
        self.cx.stand_ins.insert(function, id);
        let mut inner = Builder::new(&mut *self.cx, id);
        let effects = inner.effects(function, decl, &decl.ty().canonical().params(), span);
        let params: Vec<ExprId> = (0..n_params as u32).map(|idx| inner.load_local(LocalId(idx), span)).collect();
        inner.change_outside(function, &effects, &params, span);
        let value = inner.unknown_result(function, params, ret, span);
        let end = if effects.never_returns { InstrKind::Halt } else { InstrKind::Return(value) };
        inner.emit(end, span);
        inner.finish();
        id
    }

    /// What a function without body returns.
    fn unknown_result(&mut self, function: FunctionId, args: Vec<ExprId>, ret: TypeId, span: Span) -> Option<ExprId> {
        let callee = Callee::Direct(function);
        match self.types().get(ret) {
            Type::Void => {
                self.emit(InstrKind::Call { dest: None, callee, args }, span);
                None
            }
            Type::Record(_) | Type::Array { .. } | Type::Function(_) => {
                self.emit(InstrKind::Call { dest: None, callee, args }, span);
                Some(self.any_value(ret, span))
            }
            Type::Bool | Type::Int(_) | Type::Enum(_) | Type::Float(_) | Type::Pointer(_) => {
                let local = self.temporary(ret, span);
                let place = self.local_place(local, span);
                self.emit(InstrKind::Call { dest: Some(place), callee, args }, span);
                Some(self.load(place))
            }
        }
    }
}

impl<'u> Context<'u> {
    /// How much a function that is stubbed may change; none if it is not.
    pub fn stub(&self, name: &str) -> Option<Reach> {
        self.stubs.get(name).copied()
    }

    /// Whether some declaration of a function has an attribute.
    pub fn says(&mut self, decl: Cursor<'u>, attribute: &str) -> bool {
        attributes::has(decl, attribute) || self.said.contains(&(decl.key(), attribute.to_owned()))
    }

    /// The function that changes the globals which `function`, a function without body, can see. Its body comes last.
    fn outside_of(&mut self, function: FunctionId, span: Span) -> FunctionId {
        if let Some(&(_, known)) = self.outsides.iter().find(|(of, _)| *of == function) {
            return known;
        }
        let ret = self.types.table.intern(Type::Void);
        self.infos.push(FunctionInfo::synthetic());
        let outside = self.functions.push(Function {
            name: format!("(outside of {})", self.functions[function].name),
            span,
            ret,
            n_params: 0,
            variadic: false,
            locals: IdVec::new(),
            body: None,
            origin: Origin::Whyc,
        });
        self.outsides.push((function, outside));
        outside
    }
}

/// Gives the functions that stand for what the outside changes their bodies, once all globals are known. Calls of those that
/// have nothing to change are taken out.
pub fn finish_outsides(cx: &mut Context<'_>) {
    if cx.outsides.is_empty() {
        return;
    }
    let called_back = changed_by_call_backs(cx);
    let is_seen = |&global: &GlobalId| cx.is_changeable_global(global) || called_back.contains(&global);
    let seen: Vec<GlobalId> = cx.globals.ids().filter(is_seen).collect();
    let kept = cx.kept.clone();
    let outsides = cx.outsides.clone();
    for &(function, outside) in &outsides {
        let (name, span) = (cx.functions[function].name.clone(), cx.functions[outside].span);
        let mut builder = Builder::new(cx, outside);
        for &global in &seen {
            let ty = builder.cx.globals[global].ty;
            let place = builder.place(PlaceBase::Global(global), Vec::new(), ty, span);
            let pointer_ty = builder.cx.types.table.pointer(ty);
            let pointer = builder.expr(ExprKind::AddrOf(place), pointer_ty, span);
            let name = name.clone();
            builder.emit(InstrKind::Block(BlockOp::Havoc { pointer, reach: HavocReach::All, name }), span);
        }
        for &global in &kept {
            let ty = builder.cx.globals[global].ty;
            let place = builder.place(PlaceBase::Global(global), Vec::new(), ty, span);
            let pointer = builder.load(place);
            let name = name.clone();
            builder.emit(InstrKind::Block(BlockOp::Havoc { pointer, reach: HavocReach::All, name }), span);
        }
        builder.emit(InstrKind::Return(None), span);
        builder.finish();
    }
    if seen.is_empty() && kept.is_empty() {
        let needless: Vec<FunctionId> = outsides.iter().map(|&(_, outside)| outside).collect();
        drop_calls(cx, &needless);
    }
}

/// The variables that are written by functions whose address is taken, and by what those call: the outside may have got such a
/// function, and call it.
fn changed_by_call_backs(cx: &Context<'_>) -> FxHashSet<GlobalId> {
    let bodies = cx.functions.iter().filter_map(|function| function.body.as_ref());
    let addresses = bodies.flat_map(|body| body.exprs.iter());
    let mut todo: Vec<FunctionId> = addresses
        .filter_map(|expr| match expr.kind {
            ExprKind::FunctionAddr(function) => Some(function),
            _ => None,
        })
        .collect();
    let mut known: FxHashSet<FunctionId> = FxHashSet::default();
    let mut changed = FxHashSet::default();
    while let Some(function) = todo.pop() {
        let Some(body) = cx.functions[function].body.as_ref().filter(|_| known.insert(function)) else { continue };
        for instr in body.instrs.iter() {
            if let InstrKind::Call { callee: Callee::Direct(callee), .. } = instr.kind {
                todo.push(callee);
            }
            for part in instr.kind.parts() {
                if let Part::Write(place) | Part::WriteFrom(place) = part
                    && let PlaceBase::Global(global) = body.places[place].base
                    && cx.is_own_variable(global)
                {
                    changed.insert(global);
                }
            }
        }
    }
    changed
}

/// Takes out all calls of functions that do nothing.
pub fn drop_calls(cx: &mut Context<'_>, needless: &[FunctionId]) {
    for function in cx.functions.iter_mut() {
        let Some(body) = &mut function.body else { continue };
        for instr in body.instrs.iter_mut() {
            if matches!(instr.kind, InstrKind::Call { callee: Callee::Direct(callee), .. } if needless.contains(&callee))
            {
                instr.kind = InstrKind::Label;
            }
        }
    }
}

/// The arguments through which a function without body could change something, by position; and whether it could change what
/// they point to, or only what that leads to: what a pointer to `const` points to is left alone.
fn writable_arguments(decl: Cursor<'_>, args: &[ClangType<'_>]) -> Vec<(usize, bool)> {
    let params = decl.ty().canonical().params();
    let change = |idx: usize| {
        let ty = params.get(idx).unwrap_or(&args[idx]).canonical();
        let pointee = match ty.kind() {
            k::CXType_Pointer => ty.pointee().canonical(),
            k::CXType_ConstantArray | k::CXType_IncompleteArray => ty.element().canonical(),
            _ => return None,
        };
        let is_function = matches!(pointee.kind(), k::CXType_FunctionProto | k::CXType_FunctionNoProto);
        match pointee.is_const() {
            _ if is_function => None,
            false => Some((idx, true)),
            true => leads_on(pointee, 0).then_some((idx, false)),
        }
    };
    (0..args.len()).filter_map(change).collect()
}

/// Whether there are pointers in what has this type.
fn leads_on(ty: ClangType<'_>, depth: u32) -> bool {
    let ty = ty.canonical();
    match ty.kind() {
        k::CXType_Pointer => !ty.pointee().canonical().is_const(),
        k::CXType_ConstantArray | k::CXType_IncompleteArray => leads_on(ty.element(), depth),
        k::CXType_Record if depth < 8 => ty.fields().into_iter().any(|field| leads_on(field.ty(), depth + 1)),
        k::CXType_Void => true,
        _ => false,
    }
}

fn in_words(parts: &[&str]) -> String {
    match parts {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stub_says_what_it_changes() {
        assert_eq!(Stub::named("f"), Ok(("f".to_owned(), Stub::Outside(Reach::Everything))));
        assert_eq!(Stub::named("f=nothing"), Ok(("f".to_owned(), Stub::Outside(Reach::Nothing))));
        assert_eq!(Stub::named("f=first"), Ok(("f".to_owned(), Stub::First)));
        assert!(Stub::named("f=something").is_err());
    }
}
