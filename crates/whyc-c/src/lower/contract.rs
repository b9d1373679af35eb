//! Functions and their contracts: one that is checked against its contract, and one that stands for it.
//!
//! A function that is checked gets two bodies. Its own is that of another function; who calls it comes to one that assumes what
//! is required, calls that function, and asserts what is ensured. What it may write is watched by [`frame`](super::frame).
//! One that stands for its contract asserts what is required, gives new values to what it may write, and assumes what is
//! ensured. Within itself, a function that is checked stands for its contract: calls are nested finitely often.

use rustc_hash::FxHashMap;
use whyc_base::diagnostic::Diagnostic;
use whyc_base::ids::IdVec;
use whyc_base::source::Span;
use whyc_ir::expr::{ExprId, ExprKind, PlaceBase, PlaceId};
use whyc_ir::instr::{Callee, InstrKind};
use whyc_ir::program::{
    Function, FunctionId, GlobalId, GlobalKind, Leap, Leapt, LocalId, Origin, Presupposed, Presupposition,
};
use whyc_ir::property::PropertyClass;
use whyc_ir::types::{IntKind, Type, TypeId};

use super::builder::Builder;
use super::frame::{Frame, FrameOf};
use super::history;
use super::targets::{GhostTarget, Target};
use crate::clang::cursor::Cursor;
use crate::clang::kind as k;
use crate::context::{Context, FunctionInfo};
use crate::contracts::clauses;

/// A clause, and the condition under which it counts.
#[derive(Clone)]
pub struct Group<'u> {
    /// The condition.
    pub condition: Cursor<'u>,
    /// What is named.
    pub targets: Vec<Cursor<'u>>,
    /// Where the clause is.
    pub span: Span,
}

/// The contract of a function.
#[derive(Clone)]
pub struct Contract<'u> {
    /// The function that holds it, with the parameters that its clauses speak of.
    pub holder: Cursor<'u>,
    /// What callers provide, each with its place.
    pub requires: Vec<(Cursor<'u>, Span)>,
    /// What the function provides.
    pub ensures: Vec<(Cursor<'u>, Span)>,
    /// What it may write.
    pub assigns: Vec<Group<'u>>,
    /// What it may free.
    pub frees: Vec<Group<'u>>,
}

impl Contract<'_> {
    /// Where its clauses are, each kind in its order.
    fn spans(&self) -> impl Iterator<Item = Span> {
        let conditions = self.requires.iter().chain(&self.ensures).map(|&(_, span)| span);
        conditions.chain(self.assigns.iter().chain(&self.frees).map(|group| group.span))
    }
}

/// What predicates of contracts do in the code that is being lowered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// It is no contract.
    Plain,
    /// Something is assumed: what is to be fresh is made.
    Assume,
    /// Something is asserted: what is to be fresh is looked at.
    Assert {
        /// What is fresh has come to be since a mark that this variable has.
        newer_than: Option<GlobalId>,
    },
}

/// What becomes of a function that has a contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Treatment {
    /// It is checked; this function has its own body.
    Enforced(FunctionId),
    /// It stands for its contract.
    Replaced,
}

impl<'u> Context<'u> {
    /// Enters the contracts of a unit.
    pub fn declare_contracts(&mut self, root: Cursor<'u>) {
        for holder in root.children() {
            if holder.kind() != k::CXCursor_FunctionDecl || !holder.spelling().starts_with(clauses::HOLDER) {
                continue;
            }
            let Some((decl, contract)) = self.read_contract(holder) else { continue };
            let function = self.declared(decl);
            // Units that share a header have the same contracts.
            match self.contracts.get(&function) {
                Some(known) if self.clauses_of(known) != self.clauses_of(&contract) => {
                    let first = contract.spans().next();
                    self.other_contracts.entry(function).or_insert(first);
                }
                Some(_) => {}
                None => {
                    self.contracts.insert(function, contract);
                }
            }
        }
    }

    /// The clauses as they are written, but for spaces.
    fn clauses_of(&self, contract: &Contract<'u>) -> Vec<String> {
        contract.spans().map(|span| self.spans.text(span).split_whitespace().collect()).collect()
    }

    /// Complains if a function that is treated by its contract has two that differ.
    fn one_contract(&mut self, name: &str, function: FunctionId) {
        let Some(&other) = self.other_contracts.get(&function) else { return };
        let error = Diagnostic::error(format!("`{name}` has two contracts that differ; this is the second"));
        self.diagnostics.push(match other {
            Some(span) => error.at(span),
            None => error,
        });
    }

    fn read_contract(&mut self, holder: Cursor<'u>) -> Option<(Cursor<'u>, Contract<'u>)> {
        let body = holder.children().into_iter().rfind(|child| child.kind() == k::CXCursor_CompoundStmt)?;
        let mut of = None;
        let mut contract =
            Contract { holder, requires: Vec::new(), ensures: Vec::new(), assigns: Vec::new(), frees: Vec::new() };
        for call in body.children().into_iter().filter(|call| call.kind() == k::CXCursor_CallExpr) {
            let span = self.spans.of(call);
            let mut args = call.children().into_iter().skip(1);
            let Some(first) = args.next() else { continue };
            match call.spelling().as_str() {
                "__whyc_contract_of" => {
                    let nodes = first.descendants().into_iter().chain([first]);
                    of = nodes.filter_map(Cursor::referenced).find(|decl| decl.kind() == k::CXCursor_FunctionDecl);
                }
                "__whyc_requires" => contract.requires.push((first, span)),
                "__whyc_ensures" => contract.ensures.push((first, span)),
                "__whyc_assigns" => contract.assigns.push(Group { condition: first, targets: args.collect(), span }),
                "__whyc_frees" => contract.frees.push(Group { condition: first, targets: args.collect(), span }),
                _ => {}
            }
        }
        Some((of?, contract))
    }

    /// Has functions checked against their contracts, and others stand for theirs, by their names.
    pub fn treat_contracts(&mut self, enforced: &[String], replaced: &[String]) {
        for name in replaced {
            let found = self.functions_called(name);
            let with: Vec<FunctionId> = found.iter().copied().filter(|id| self.contracts.contains_key(id)).collect();
            if with.is_empty() {
                self.no_contract(name, &found, "replaced by it");
            }
            for function in with {
                self.one_contract(name, function);
                self.treatments.insert(function, Treatment::Replaced);
                self.queue.push_back(function);
            }
        }
        for name in enforced {
            let found = self.functions_called(name);
            let with = found
                .iter()
                .copied()
                .find(|id| self.contracts.contains_key(id) && self.infos[*id].definition.is_some());
            let Some(function) = with else {
                self.no_contract(name, &found, "checked against it");
                continue;
            };
            self.one_contract(name, function);
            if self.treatments.get(&function) == Some(&Treatment::Replaced) {
                let what = format!("`{name}` cannot be checked against its contract and stand for it at once");
                self.diagnostics.push(Diagnostic::error(what));
                continue;
            }
            let own = self.functions[function].clone();
            let info = FunctionInfo::of_definition(&self.infos[function]);
            let own_name = own.name.clone();
            self.infos.push(info);
            let implementation = self.functions.push(own);
            self.functions[function].name = format!("{own_name}.contract");
            self.treatments.insert(function, Treatment::Enforced(implementation));
            self.queue.push_back(implementation);
        }
    }

    /// The function that checks `own` against its contract, if it is checked.
    pub fn checked_instead(&self, own: FunctionId) -> FunctionId {
        let checked = self.treatments.iter().find(|(_, treatment)| **treatment == Treatment::Enforced(own));
        checked.map_or(own, |(&function, _)| function)
    }

    fn no_contract(&mut self, name: &str, found: &[FunctionId], what: &str) {
        let error = match found {
            [] => Diagnostic::error(format!("no function `{name}` to be {what}")),
            [first, ..] if self.contracts.contains_key(first) => {
                Diagnostic::error(format!("`{name}` has a contract and no body to be {what}"))
            }
            _ => Diagnostic::error(format!("`{name}` has no contract, and so cannot be {what}")),
        };
        self.diagnostics.push(error);
    }

    /// A function that does nothing but to be called at a place that is to be found again.
    pub fn landmark(&mut self, name: String, span: Span) -> FunctionId {
        let ret = self.types.table.intern(Type::Void);
        self.infos.push(FunctionInfo::synthetic());
        let locals = IdVec::new();
        let origin = Origin::Whyc;
        let landmark = Function { name, span, ret, n_params: 0, variadic: false, locals, body: None, origin };
        let id = self.functions.push(landmark);
        let mut builder = Builder::new(self, id);
        builder.emit(InstrKind::Return(None), span);
        builder.finish();
        id
    }

    /// A variable of the checks.
    pub fn ghost(&mut self, ty: TypeId, span: Span) -> GlobalId {
        let ghost = self.new_global(String::new(), ty, span, GlobalKind::Variable);
        self.ghosts.insert(ghost);
        ghost
    }
}

/// Lowers the body that a function with a contract gets instead of its own. Says whether it is one.
pub fn treated_body(cx: &mut Context<'_>, function: FunctionId) -> bool {
    let Some(&treatment) = cx.treatments.get(&function) else { return false };
    let Some(contract) = cx.contracts.get(&function).cloned() else { return false };
    if cx.functions[function].body.is_some() {
        return true;
    }
    let mut builder = Builder::new(cx, function);
    builder.take_parameters(contract.holder);
    match treatment {
        Treatment::Enforced(own) => builder.enforced(&contract, own),
        Treatment::Replaced => builder.replaced(&contract),
    }
    builder.finish();
    true
}

impl<'u> Builder<'_, 'u> {
    /// The parameters of the function that holds the contract are those of the function under construction.
    fn take_parameters(&mut self, holder: Cursor<'u>) {
        self.addressed_variables(holder);
        let n_params = self.cx.functions[self.function].n_params;
        for (idx, param) in holder.arguments().into_iter().take(n_params).enumerate() {
            let local = LocalId(idx as u32);
            if param.spelling() != "__CPROVER_return_value" {
                self.local_from_decl.insert(param.key(), local);
                self.note_addressed(param, local);
            }
        }
        for param in holder.arguments() {
            self.measure_parameter(param);
        }
    }

    /// The local that holds the result, to which clauses refer; none for a function without one.
    fn result_local(&mut self, holder: Cursor<'u>, span: Span) -> Option<LocalId> {
        let ret = self.cx.functions[self.function].ret;
        if matches!(self.types().get(ret), Type::Void) {
            return None;
        }
        let local = self.variable("the result".to_owned(), ret, span);
        self.emit(InstrKind::Declare(local), span);
        let param = holder.arguments().into_iter().rfind(|param| param.spelling() == "__CPROVER_return_value");
        if let Some(param) = param {
            self.local_from_decl.insert(param.key(), local);
            self.note_addressed(param, local);
        }
        Some(local)
    }

    /// Assumes what a contract requires, calls the function's own body, asserts what the contract ensures.
    fn enforced(&mut self, contract: &Contract<'u>, own: FunctionId) {
        let span = self.cx.functions[own].span;
        let name = self.cx.functions[own].name.clone();
        let int = self.int();
        let active = self.cx.ghost(int, span);
        let active_place = self.place(PlaceBase::Global(active), Vec::new(), int, span);
        let is_active = self.load(active_place);
        let outermost = self.new_label();
        self.emit(InstrKind::Branch { cond: is_active, when: false, target: outermost }, span);
        self.replaced(contract);
        self.place_label(outermost);
        self.role = Role::Assume;
        for &(clause, span) in &contract.requires {
            self.assume_clause(clause, span);
        }
        self.role = Role::Plain;
        let at = contract.requires.first().map_or(span, |&(_, span)| span);
        self.presuppose(name.clone(), Presupposition::Preconditions, at);
        self.leap(Leapt::Start(name.clone()), at);
        let ensured: Vec<Cursor<'u>> = contract.ensures.iter().map(|&(clause, _)| clause).collect();
        self.remember(&ensured, history::OLD);
        let mark = self.object_mark(span);
        let targets = self.all_targets(&contract.assigns);
        let freed = self.freed_pointers(&contract.frees);
        let mark = self.keep_in_ghost(mark, span);
        let mut frame = Frame::new(FrameOf::Function(own), active, mark, span);
        frame.targets = targets.iter().filter_map(|target| self.ghost_target(target)).collect();
        frame.freed = freed;
        self.cx.frames.push(frame);
        let (zero, one) = (self.constant(0, int, span), self.constant(1, int, span));
        self.assign(active_place, one, span);
        let result = self.result_local(contract.holder, span);
        let dest = result.map(|result| self.local_place(result, span));
        let n_params = self.cx.functions[self.function].n_params as u32;
        let args: Vec<ExprId> = (0..n_params).map(|idx| self.load_local(LocalId(idx), span)).collect();
        self.emit(InstrKind::Call { dest, callee: Callee::Direct(own), args }, span);
        self.assign(active_place, zero, span);
        self.assert_clauses(&contract.ensures, PropertyClass::Postcondition, Some(mark));
        let value = result.map(|result| self.load_local(result, span));
        self.emit(InstrKind::Return(value), span);
    }

    /// Asserts what a contract requires, changes what it may write, assumes what it ensures, and returns.
    fn replaced(&mut self, contract: &Contract<'u>) {
        let span = self.cx.functions[self.function].span;
        let name = self.cx.functions[self.function].name.clone();
        let name = name.strip_suffix(".contract").unwrap_or(&name).to_owned();
        self.assert_clauses(&contract.requires, PropertyClass::Precondition, None);
        let ensured: Vec<Cursor<'u>> = contract.ensures.iter().map(|&(clause, _)| clause).collect();
        self.remember(&ensured, history::OLD);
        if contract.frees.iter().any(|group| !group.targets.is_empty()) {
            self.unsupported(format!("a call of `{name}` by a contract that frees something"), span);
        }
        let targets = self.all_targets(&contract.assigns);
        for target in &targets {
            self.change_target(target, &name);
        }
        let result = self.result_local(contract.holder, span);
        if let Some(result) = result {
            let place = self.local_place(result, span);
            self.change_place(place, &format!("the result of {name}"), span);
        }
        self.leap(Leapt::Call(name.clone()), span);
        self.role = Role::Assume;
        for &(clause, span) in &contract.ensures {
            self.assume_clause(clause, span);
        }
        self.role = Role::Plain;
        if let Some(&(_, span)) = contract.ensures.first() {
            self.presuppose(name, Presupposition::Postconditions, span);
        }
        let value = result.map(|result| self.load_local(result, span));
        self.emit(InstrKind::Return(value), span);
    }

    fn assert_clauses(&mut self, clauses: &[(Cursor<'u>, Span)], class: PropertyClass, newer_than: Option<GlobalId>) {
        self.call_model("__whyc_forget_fresh", clauses.first().map(|&(_, span)| span));
        self.role = Role::Assert { newer_than };
        for &(clause, span) in clauses {
            let cond = self.asserted(clause);
            let description = self.clause_text(span);
            self.emit(InstrKind::Assert { cond, class, description }, span);
        }
        self.role = Role::Plain;
    }

    /// The value of a condition that is asserted.
    pub fn asserted(&mut self, condition: Cursor<'u>) -> ExprId {
        let (around, clause) = (self.is_specification, self.is_clause);
        (self.is_specification, self.is_clause) = (true, true);
        let value = self.one_case(condition, "__CPROVER_forall");
        (self.is_specification, self.is_clause) = (around, clause);
        value
    }

    /// Assumes a condition, one part after the other: what a part makes so is so for the next one in any case.
    pub fn assume_clause(&mut self, condition: Cursor<'u>, span: Span) {
        let inner = history::strip(condition);
        if inner.kind() == k::CXCursor_BinaryOperator
            && inner.binary_operator() == k::CXBinaryOperator_LAnd
            && let [a, b] = inner.children()[..]
        {
            self.assume_clause(a, span);
            return self.assume_clause(b, span);
        }
        let (around, clause) = (self.is_specification, self.is_clause);
        (self.is_specification, self.is_clause) = (true, true);
        let value = self.one_case(condition, "__CPROVER_exists");
        (self.is_specification, self.is_clause) = (around, clause);
        self.emit(InstrKind::Assume(value), span);
    }

    fn call_model(&mut self, name: &str, span: Option<Span>) {
        if let (Some(span), Some(model)) = (span, self.cx.model(name)) {
            self.emit(InstrKind::Call { dest: None, callee: Callee::Direct(model), args: Vec::new() }, span);
        }
    }

    /// What a clause says, without the word that begins it.
    pub fn clause_text(&self, span: Span) -> String {
        let text = self.cx.spans.text(span);
        let inner = text.split_once('(').and_then(|(_, rest)| rest.trim_end().strip_suffix(')'));
        inner.map_or(text.clone(), |inner| inner.trim().to_owned())
    }

    /// Notes that some run should get here.
    fn presuppose(&mut self, of: String, what: Presupposition, span: Span) {
        let function = self.passed("__whyc_presupposes", span);
        self.cx.made.presupposed.push(Presupposed { function, of, what, span });
    }

    /// Calls a function of its own of which it can be asked whether some run passes it.
    pub fn passed(&mut self, name: &str, span: Span) -> FunctionId {
        let ret = self.cx.types.table.intern(Type::Void);
        self.cx.infos.push(FunctionInfo::synthetic());
        let function = Function {
            name: name.to_owned(),
            span,
            ret,
            n_params: 0,
            variadic: false,
            locals: IdVec::new(),
            body: None,
            origin: Origin::Whyc,
        };
        let function = self.cx.functions.push(function);
        let mut inner = Builder::new(&mut *self.cx, function);
        let int = inner.int();
        let one = inner.constant(1, int, span);
        inner.emit(InstrKind::Assume(one), span);
        inner.emit(InstrKind::Return(None), span);
        inner.finish();
        self.emit(InstrKind::Call { dest: None, callee: Callee::Direct(function), args: Vec::new() }, span);
        function
    }

    /// From here on a run goes on from any state that a contract allows.
    pub fn leap(&mut self, over: Leapt, span: Span) {
        let function = self.cx.landmark("__whyc_any_state".to_owned(), span);
        self.cx.made.leaps.push(Leap { function, over, span });
        self.emit(InstrKind::Call { dest: None, callee: Callee::Direct(function), args: Vec::new() }, span);
    }

    /// A number that is less than those of all objects that come to be from now on, and not less than those of the others.
    pub fn object_mark(&mut self, span: Span) -> ExprId {
        let long = self.int_type(IntKind::ULong);
        let one = self.constant(1, long, span);
        let ty = self.void_pointer();
        let local = self.temporary(ty, span);
        let place = self.local_place(local, span);
        let (life, name) = (whyc_ir::block::BlockLife::Frame, String::new());
        let allocate = whyc_ir::block::BlockOp::Allocate { place, size: one, life, zeroed: true, name };
        self.emit(InstrKind::Block(allocate), span);
        let pointer = self.load(place);
        let number = self.ask_value(whyc_ir::expr::Intrinsic::PointerObject, pointer, span);
        self.save(number)
    }

    /// Keeps a value where all functions see it.
    pub fn keep_in_ghost(&mut self, value: ExprId, span: Span) -> GlobalId {
        let ty = self.ty(value);
        let ghost = self.cx.ghost(ty, span);
        let place = self.place(PlaceBase::Global(ghost), Vec::new(), ty, span);
        self.assign(place, value, span);
        ghost
    }

    /// What `assigns` or `frees` clauses name.
    fn all_targets(&mut self, groups: &[Group<'u>]) -> Vec<Target> {
        let mut all = Vec::new();
        for group in groups {
            let condition = self.specified(group.condition);
            let condition = self.save(condition);
            for &target in &group.targets {
                all.extend(self.target(target, Some(condition), group.span));
            }
        }
        all
    }

    /// The pointers that `frees` clauses name, as the checks in other functions know them.
    fn freed_pointers(&mut self, groups: &[Group<'u>]) -> Vec<GhostTarget> {
        let long = self.int_type(IntKind::ULong);
        let char_ty = self.int_type(IntKind::Char);
        let bytes = self.cx.types.table.pointer(char_ty);
        let mut all = Vec::new();
        for group in groups {
            for &target in &group.targets {
                let condition = self.specified(group.condition);
                let pointer = self.specified(target);
                let pointer = self.cast(pointer, bytes);
                let null = self.constant(0, bytes, group.span);
                let pointer = self.expr(ExprKind::Cond(condition, pointer, null), bytes, group.span);
                let zero = self.constant(0, long, group.span);
                let base = self.keep_in_ghost(pointer, group.span);
                all.push(GhostTarget { base, size: self.keep_in_ghost(zero, group.span) });
            }
        }
        all
    }

    /// Gives a place a new value that nobody knows.
    pub fn change_place(&mut self, place: PlaceId, name: &str, span: Span) {
        let ty = self.place_ty(place);
        match self.types().get(ty) {
            Type::Bool | Type::Int(_) | Type::Enum(_) | Type::Float(_) | Type::Pointer(_) => {
                self.emit(InstrKind::Nondet { place, name: name.to_owned() }, span);
            }
            Type::Array { .. } | Type::Record(_) if self.types().size_of(ty).is_some() => {
                let local = self.local(name.to_owned(), ty, span, whyc_ir::program::LocalKind::Variable);
                self.emit(InstrKind::Declare(local), span);
                let value = self.load_local(local, span);
                self.assign(place, value, span);
            }
            Type::Array { .. } | Type::Record(_) | Type::Void | Type::Function(_) => {
                self.unsupported("something without a size that a contract lets change", span);
            }
        }
    }
}

/// Predicates that were lowered for contracts, by function and role.
pub type Lifted = FxHashMap<(FunctionId, Role), LiftedFunction>;

/// A predicate that makes what it calls fresh.
#[derive(Clone, Debug)]
pub struct LiftedFunction {
    /// The function.
    pub function: FunctionId,
    /// Where it leaves the parameters that it may have changed, by position.
    pub left: Vec<(usize, GlobalId)>,
}
