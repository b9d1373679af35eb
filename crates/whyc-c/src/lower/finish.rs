//! From a definition to a finished body: parameters, statements, then labels become positions
//! and it is settled whose address is taken.

use whyc_base::ids::IdVec;
use whyc_base::source::Span;
use whyc_ir::expr::{ExprId, ExprKind, PlaceBase, PlaceId, Projection};
use whyc_ir::instr::{Callee, Instr, InstrId, InstrKind};
use whyc_ir::program::{FunctionId, LocalId};
use whyc_ir::types::{IntKind, Type};

use super::builder::{Builder, Item};
use crate::clang::cursor::Cursor;
use crate::clang::kind as k;
use crate::context::Context;

/// Lowers the body of a function that has one.
pub fn function_body(cx: &mut Context<'_>, function: FunctionId) {
    let Some(definition) = cx.infos[function].definition else { return };
    let unsupported = cx.infos[function].unsupported.clone();
    let mut builder = Builder::new(cx, function);
    let span = builder.span(definition);
    if let Some(reason) = unsupported {
        builder.unsupported(reason, span);
    }
    builder.addressed_variables(definition);
    for (idx, param) in definition.arguments().into_iter().enumerate() {
        let local = LocalId(idx as u32);
        builder.local_from_decl.insert(param.key(), local);
        builder.note_addressed(param, local);
    }
    let body = definition.children().into_iter().rfind(|child| child.kind() == k::CXCursor_CompoundStmt);
    for statement in body.map(Cursor::children).unwrap_or_default() {
        builder.statement(statement);
    }
    let end = Span { start: span.end.saturating_sub(1).max(span.start), ..span };
    builder.end_of_body(end);
    builder.finish();
}

impl<'u> Builder<'_, 'u> {
    /// Finds the variables to which `&` is applied, wholly or in part.
    fn addressed_variables(&mut self, definition: Cursor<'u>) {
        for node in definition.descendants() {
            if node.kind() != k::CXCursor_UnaryOperator || node.unary_operator() != k::CXUnaryOperator_AddrOf {
                continue;
            }
            let mut at = node;
            while let Some(&below) = at.children().iter().find(|child| child.is_expression()) {
                at = below;
            }
            if let Some(decl) = at.referenced() {
                self.addressed.insert(decl.key());
            }
        }
    }

    /// What happens when control reaches the closing brace.
    fn end_of_body(&mut self, span: Span) {
        let ends = match self.items.last() {
            Some(Item::Instr(kind, _)) => {
                matches!(kind, InstrKind::Return(_) | InstrKind::Halt | InstrKind::Jump(_) | InstrKind::Switch { .. })
            }
            Some(Item::Goto { .. }) => true,
            Some(Item::Label(_)) | None => false,
        };
        if ends {
            return;
        }
        let function = &self.cx.functions[self.function];
        let is_main = function.name == "main" && matches!(self.types().get(function.ret), Type::Int(IntKind::Int));
        if is_main {
            let int = self.int();
            let zero = self.constant(0, int, span);
            self.emit(InstrKind::Return(Some(zero)), span);
        } else {
            self.return_nothing(span);
        }
    }

    /// Puts the body into the program.
    pub fn finish(mut self) {
        self.expand_gotos();
        self.mark_addressed();
        self.drop_needless_kills();
        self.resolve_labels();
        let function = &mut self.cx.functions[self.function];
        function.locals = self.locals;
        function.body = Some(self.body);
    }

    /// A `goto` ends the locals of the scopes it leaves.
    fn expand_gotos(&mut self) {
        let items = std::mem::take(&mut self.items);
        for item in items {
            let Item::Goto { label, alive, span } = item else {
                self.items.push(item);
                continue;
            };
            let mut kept = Vec::new();
            let mut at = self.scope_of_label.get(&label).copied();
            while let Some(scope) = at {
                kept.push(scope);
                at = self.scopes[scope].parent;
            }
            for (scope, local) in alive {
                if !kept.contains(&scope) {
                    self.emit(InstrKind::Kill(local), span);
                }
            }
            if self.scope_of_label.contains_key(&label) {
                self.jump(label, span);
            } else {
                // The label stands in code that could not be expressed.
                self.unsupported("a `goto` to a place that is not modelled", span);
            }
        }
    }

    fn mark_addressed(&mut self) {
        let mut walk = Reachable { taken: Vec::new(), builder: self };
        for item in &self.items {
            if let Item::Instr(kind, _) = item {
                walk.instr(kind);
            }
        }
        for local in walk.taken {
            self.locals[local].address_taken = true;
        }
    }

    fn drop_needless_kills(&mut self) {
        let locals = &self.locals;
        self.items.retain(|item| match item {
            Item::Instr(InstrKind::Kill(local), _) => locals[*local].address_taken,
            _ => true,
        });
    }

    fn resolve_labels(&mut self) {
        let items = std::mem::take(&mut self.items);
        let mut at_label: rustc_hash::FxHashMap<InstrId, InstrId> = rustc_hash::FxHashMap::default();
        let mut n_instrs = 0;
        for item in &items {
            match item {
                Item::Label(label) => {
                    at_label.insert(*label, InstrId(n_instrs));
                }
                Item::Instr(..) | Item::Goto { .. } => n_instrs += 1,
            }
        }
        let mut instrs: IdVec<InstrId, Instr> = IdVec::new();
        for item in items {
            let Item::Instr(mut kind, span) = item else { continue };
            let resolve = |label: &mut InstrId| {
                if let Some(&position) = at_label.get(label) {
                    *label = position;
                }
            };
            match &mut kind {
                InstrKind::Jump(target) | InstrKind::Branch { target, .. } => resolve(target),
                InstrKind::Switch { cases, default, .. } => {
                    cases.iter_mut().for_each(|case| resolve(&mut case.target));
                    resolve(default);
                }
                _ => {}
            }
            instrs.push(Instr { kind, span });
        }
        self.body.instrs = instrs;
    }
}

/// Collects the locals whose address is taken by anything that is executed. Expressions that were
/// made on the way and not used do not count.
struct Reachable<'b, 'c, 'u> {
    taken: Vec<LocalId>,
    builder: &'b Builder<'c, 'u>,
}

impl Reachable<'_, '_, '_> {
    fn instr(&mut self, kind: &InstrKind) {
        match kind {
            InstrKind::Assign { place, value } => {
                self.place(*place);
                self.expr(*value);
            }
            InstrKind::ZeroFill(place) | InstrKind::Nondet { place, .. } => self.place(*place),
            InstrKind::Call { dest, callee, args } => {
                if let Some(dest) = dest {
                    self.place(*dest);
                }
                if let Callee::Indirect(pointer) = callee {
                    self.expr(*pointer);
                }
                args.iter().for_each(|&arg| self.expr(arg));
            }
            InstrKind::Branch { cond: value, .. }
            | InstrKind::Switch { value, .. }
            | InstrKind::Return(Some(value))
            | InstrKind::Assume(value)
            | InstrKind::Assert { cond: value, .. } => self.expr(*value),
            InstrKind::Declare(_)
            | InstrKind::Kill(_)
            | InstrKind::Jump(_)
            | InstrKind::Return(None)
            | InstrKind::Halt
            | InstrKind::Unsupported(_)
            | InstrKind::Label => {}
        }
    }

    fn expr(&mut self, expr: ExprId) {
        match &self.builder.body.exprs[expr].kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddr(_) => {}
            ExprKind::Load(place) => self.place(*place),
            ExprKind::AddrOf(place) => {
                if let PlaceBase::Local(local) = self.builder.body.places[*place].base {
                    self.taken.push(local);
                }
                self.place(*place);
            }
            ExprKind::Unary(_, a) | ExprKind::Cast(a) => self.expr(*a),
            ExprKind::Binary(_, a, b) | ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                self.expr(*a);
                self.expr(*b);
            }
            ExprKind::Cond(c, a, b) => {
                self.expr(*c);
                self.expr(*a);
                self.expr(*b);
            }
            ExprKind::Intrinsic(_, args) => args.iter().for_each(|&arg| self.expr(arg)),
        }
    }

    fn place(&mut self, place: PlaceId) {
        let place = &self.builder.body.places[place];
        if let PlaceBase::Deref(pointer) = place.base {
            self.expr(pointer);
        }
        for step in &place.projections {
            if let Projection::Index(index) = step {
                self.expr(*index);
            }
        }
    }
}
