//! From a definition to a finished body: parameters, statements, then labels become positions
//! and it is settled whose address is taken.

use rustc_hash::FxHashMap;
use whyc_base::ids::IdVec;
use whyc_base::source::Span;
use whyc_ir::block::BlockOp;
use whyc_ir::instr::{Instr, InstrId, InstrKind};
use whyc_ir::program::{FunctionId, GlobalId, LocalId};

use super::builder::{Builder, Item};
use super::contract::Role;
use crate::clang::cursor::Cursor;
use crate::clang::kind as k;
use crate::context::Context;

/// Lowers the body of a function that has one.
pub fn function_body(cx: &mut Context<'_>, function: FunctionId) {
    if super::contract::treated_body(cx, function) {
        return;
    }
    let Some(definition) = cx.infos[function].definition else { return };
    defined_body(cx, function, definition, Role::Plain, &[]);
}

/// Lowers the body of a predicate for the use in contracts; its parameters are left in these variables.
pub fn lifted_body<'u>(
    cx: &mut Context<'u>,
    function: FunctionId,
    definition: Cursor<'u>,
    role: Role,
    left: &[(usize, GlobalId)],
) {
    defined_body(cx, function, definition, role, left);
}

fn defined_body<'u>(
    cx: &mut Context<'u>,
    function: FunctionId,
    definition: Cursor<'u>,
    role: Role,
    left: &[(usize, GlobalId)],
) {
    let unsupported = cx.infos[function].unsupported.clone();
    let mut builder = Builder::new(cx, function);
    builder.role = role;
    let span = builder.span(definition);
    if let Some(reason) = unsupported {
        builder.unsupported(reason, span);
    }
    builder.addressed_variables(definition);
    for (idx, param) in definition.arguments().into_iter().enumerate() {
        let local = LocalId(idx as u32);
        builder.local_from_decl.insert(param.key(), local);
        if param.ty().is_volatile_object() {
            builder.cx.jumps.volatile.insert((function, local));
        }
        builder.note_addressed(param, local);
    }
    for param in definition.arguments() {
        builder.measure_parameter(param);
    }
    let body = definition.children().into_iter().rfind(|child| child.kind() == k::CXCursor_CompoundStmt);
    for statement in body.map(Cursor::children).unwrap_or_default() {
        builder.statement(statement);
    }
    let end = Span { start: span.end.saturating_sub(1).max(span.start), ..span };
    builder.end_of_body(end);
    builder.leave_parameters(left);
    builder.finish();
}

impl<'u> Builder<'_, 'u> {
    /// Finds the variables to which `&` is applied, wholly or in part.
    pub fn addressed_variables(&mut self, definition: Cursor<'u>) {
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
        self.clean_up_all(span);
        self.return_nothing(span);
    }

    /// Puts the body into the program.
    pub fn finish(mut self) {
        self.expand_gotos();
        self.compact();
        self.drop_needless_kills();
        self.resolve_labels();
        let function = &mut self.cx.functions[self.function];
        function.locals = self.locals;
        function.body = Some(self.body);
    }

    /// A `goto` ends the locals of the scopes it leaves, and begins those that it enters or whose
    /// declaration it passes over.
    fn expand_gotos(&mut self) {
        let items = std::mem::take(&mut self.items);
        let mut expanded = Vec::with_capacity(items.len());
        for item in items {
            let Item::Goto { label, alive, span } = item else {
                expanded.push(item);
                continue;
            };
            let Some(target) = self.surroundings.get(&label) else {
                // The label stands in code that could not be expressed.
                let what = "a `goto` to a place that is not modelled".to_owned();
                expanded.push(Item::Instr(InstrKind::Unsupported(what), span));
                continue;
            };
            let mut kept = Vec::new();
            let mut at = Some(target.scope);
            while let Some(scope) = at {
                kept.push(scope);
                at = self.scopes[scope].parent;
            }
            // A jump back over its declaration ends a variable that is to be cleaned up after, too.
            let is_left = |known: &&(usize, LocalId)| {
                !kept.contains(&known.0) || self.cleanups.contains_key(&known.1) && !target.alive.contains(known)
            };
            let left: Vec<LocalId> = alive.iter().filter(is_left).map(|&(_, local)| local).collect();
            let entered = target.alive.iter().filter(|local| !alive.contains(local));
            let entered: Vec<LocalId> = entered.map(|&(_, local)| local).collect();
            let ((), ends) = self.capture(|this| left.into_iter().for_each(|local| this.end_local(local, span)));
            expanded.extend(ends);
            expanded.extend(entered.into_iter().map(|local| Item::Instr(InstrKind::Declare(local), span)));
            expanded.push(Item::Instr(InstrKind::Jump(label), span));
        }
        self.items = expanded;
    }

    fn drop_needless_kills(&mut self) {
        // The end of an array of variable length is that of a block.
        let arrays: Vec<LocalId> =
            self.variable_arrays.iter().filter_map(|decl| self.local_from_decl.get(decl).copied()).collect();
        for item in &mut self.items {
            if let Item::Instr(kind @ InstrKind::Kill(_), _) = item
                && let InstrKind::Kill(local) = *kind
                && arrays.contains(&local)
            {
                *kind = InstrKind::Block(BlockOp::Release { local });
            }
        }
        if self.cx.keep_scopes {
            return;
        }
        let locals = &self.locals;
        self.items.retain(|item| match item {
            Item::Instr(InstrKind::Kill(local), _) => locals[*local].address_taken,
            _ => true,
        });
    }

    fn resolve_labels(&mut self) {
        let items = std::mem::take(&mut self.items);
        let mut at_label: FxHashMap<InstrId, InstrId> = FxHashMap::default();
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
