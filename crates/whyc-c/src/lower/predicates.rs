//! What contracts say of pointers: `__CPROVER_is_fresh`, `__CPROVER_pointer_in_range_dfcc`; and functions that say it for them.
//!
//! Where they are assumed, they make it so: the pointer gets a new object, or a place in the range. A predicate that is a
//! function of the user's then has to leave the new values of its parameters behind, for C passes only values.

use rustc_hash::FxHashSet;
use whyc_base::source::Span;
use whyc_ir::block::{BlockLife, BlockOp};
use whyc_ir::expr::{BinaryOp, ExprId, ExprKind, Intrinsic, PlaceBase, PlaceId};
use whyc_ir::instr::{Callee, InstrKind};
use whyc_ir::layout::SURE_BLOCK_BYTES;
use whyc_ir::program::{FunctionId, LocalId};
use whyc_ir::types::IntKind;

use super::builder::{Builder, Item};
use super::call::called_function;
use super::contract::{LiftedFunction, Role};
use super::history::strip;
use crate::clang::cursor::{Cursor, DeclKey};
use crate::clang::kind as k;
use crate::context::{Context, FunctionInfo};

/// The predicates that make something so where they are assumed.
const MAKERS: [&str; 2] = ["__CPROVER_is_fresh", "__CPROVER_pointer_in_range_dfcc"];

impl<'u> Builder<'_, 'u> {
    /// `__CPROVER_is_fresh(pointer, size)`
    pub fn is_fresh(&mut self, pointer: Cursor<'u>, size: Cursor<'u>, span: Span) -> ExprId {
        let (int, long) = (self.int(), self.int_type(IntKind::ULong));
        let size = self.value(size);
        let size = self.wide_size(size);
        let size = self.save(size);
        match self.role {
            Role::Plain => self.unsupported_value("`is_fresh` outside of contracts", int, span),
            Role::Assume => {
                let Some(place) = self.pointer_place(pointer) else {
                    return self.unsupported_value("`is_fresh` of something that is no variable", int, span);
                };
                self.make_fresh(place, size, span);
                self.constant(1, int, span)
            }
            Role::Assert { newer_than } => {
                let pointer = self.value(pointer);
                let pointer = self.save(pointer);
                let accessible = self.accessible_bytes(pointer, size, span);
                let object = self.ask_value(Intrinsic::PointerObject, pointer, span);
                let object = self.save(object);
                let zero = self.constant(0, long, span);
                let mut fresh = self.apply(BinaryOp::Ne, object, zero, span);
                fresh = self.expr(ExprKind::And(fresh, accessible), int, span);
                if let Some(mark) = newer_than {
                    // Who gets it can free it and keep it, and nobody else knows it.
                    let mark = self.place(PlaceBase::Global(mark), Vec::new(), long, span);
                    let mark = self.load(mark);
                    let is_new = self.apply(BinaryOp::Gt, object, mark, span);
                    let dynamic = self.ask_value(Intrinsic::IsDynamic, pointer, span);
                    fresh = self.expr(ExprKind::And(fresh, is_new), int, span);
                    fresh = self.expr(ExprKind::And(fresh, dynamic), int, span);
                }
                let Some(model) = self.cx.model("__whyc_is_another") else {
                    return self.unsupported_value("`is_fresh`", int, span);
                };
                // Of one object, parts that are apart will do: whoever keeps the contract treats them as objects of their own.
                let offset = self.ask_value(Intrinsic::PointerOffset, pointer, span);
                let offset = self.cast(offset, long);
                let args = vec![self.narrow_size(object), self.narrow_size(offset), self.narrow_size(size)];
                let ret = self.cx.functions[model].ret;
                let another = self.temporary(ret, span);
                let another_place = self.local_place(another, span);
                self.emit(InstrKind::Call { dest: Some(another_place), callee: Callee::Direct(model), args }, span);
                let another = self.load(another_place);
                self.expr(ExprKind::And(fresh, another), int, span)
            }
        }
    }

    /// The place of a pointer that an argument names.
    fn pointer_place(&mut self, argument: Cursor<'u>) -> Option<PlaceId> {
        let mut at = strip(argument);
        // `(void *)p` names `p`.
        while at.kind() == k::CXCursor_CStyleCastExpr {
            at = strip(*at.children().iter().rfind(|child| child.is_expression())?);
        }
        let is_place =
            matches!(at.kind(), k::CXCursor_DeclRefExpr | k::CXCursor_MemberRefExpr | k::CXCursor_ArraySubscriptExpr)
                || at.kind() == k::CXCursor_UnaryOperator && at.unary_operator() == k::CXUnaryOperator_Deref;
        if !is_place {
            return None;
        }
        let place = self.place_of(at);
        self.types().is_pointer(self.place_ty(place)).then_some(place)
    }

    fn make_fresh(&mut self, place: PlaceId, size: ExprId, span: Span) {
        let (int, long) = (self.int(), self.int_type(IntKind::ULong));
        let is_known = match self.body.exprs[size].kind {
            ExprKind::Load(place) => match self.body.places[place].base {
                PlaceBase::Local(local) => self.is_small_constant(local),
                PlaceBase::Global(_) | PlaceBase::Deref(_) => false,
            },
            _ => false,
        };
        if !is_known {
            // A larger one cannot be had here, and may be had elsewhere.
            let most = self.constant(i128::from(SURE_BLOCK_BYTES), long, span);
            let cond = self.expr(ExprKind::Binary(BinaryOp::Le, size, most), int, span);
            let fits = self.new_label();
            self.emit(InstrKind::Branch { cond, when: true, target: fits }, span);
            let too_large = self.passed("__whyc_too_large", span);
            self.cx.made.too_large.push(too_large);
            let zero = self.constant(0, int, span);
            self.emit(InstrKind::Assume(zero), span);
            self.place_label(fits);
        }
        let void = self.void_pointer();
        let local = self.temporary(void, span);
        let block = self.local_place(local, span);
        let name = match (self.body.places[place].base, self.body.places[place].projections.is_empty()) {
            (PlaceBase::Local(local), true) => self.locals[local].name.clone(),
            _ => "a fresh object".to_owned(),
        };
        let allocate = BlockOp::Allocate { place: block, size, life: BlockLife::Heap, zeroed: false, name };
        self.emit(InstrKind::Block(allocate), span);
        let value = self.load(block);
        let ty = self.place_ty(place);
        let align = self.types().pointee(ty).map_or(1, |to| self.types().align_of(to));
        if align > u64::from(self.types().target.block_align) {
            // A pointer of this type points nowhere else.
            let address = self.wide_address(value);
            let (mask, zero) = (self.constant(i128::from(align) - 1, long, span), self.constant(0, long, span));
            let rest = self.expr(ExprKind::Binary(BinaryOp::BitAnd, address, mask), long, span);
            let cond = self.expr(ExprKind::Binary(BinaryOp::Eq, rest, zero), int, span);
            self.emit(InstrKind::Assume(cond), span);
        }
        let value = self.load(block);
        let value = self.cast(value, ty);
        self.assign(place, value, span);
    }

    /// Whether the last thing that was saved in this temporary is a constant that can be allocated.
    fn is_small_constant(&self, local: LocalId) -> bool {
        let saved = self.items.iter().rev().find_map(|item| match item {
            Item::Instr(InstrKind::Assign { place, value }, _)
                if self.body.places[*place].base == PlaceBase::Local(local) =>
            {
                Some(*value)
            }
            _ => None,
        });
        let mut at = saved;
        while let Some(expr) = at {
            match self.body.exprs[expr].kind {
                ExprKind::Int(size) => return size <= u128::from(SURE_BLOCK_BYTES),
                ExprKind::Cast(inner) => at = Some(inner),
                _ => return false,
            }
        }
        false
    }

    /// `__CPROVER_pointer_in_range_dfcc(low, pointer, high)`
    pub fn pointer_in_range(&mut self, low: Cursor<'u>, pointer: Cursor<'u>, high: Cursor<'u>, span: Span) -> ExprId {
        let (int, long) = (self.int(), self.int_type(IntKind::ULong));
        let low = self.value(low);
        let low = self.save(low);
        let high = self.value(high);
        let high = self.save(high);
        if self.role == Role::Assume {
            let Some(place) = self.pointer_place(pointer) else {
                return self.unsupported_value("a pointer in a range that is no variable", int, span);
            };
            let distance = self.temporary(long, span);
            let distance_place = self.local_place(distance, span);
            self.emit(InstrKind::Nondet { place: distance_place, name: "where in the range".to_owned() }, span);
            let char_ty = self.int_type(IntKind::Char);
            let bytes = self.cx.types.table.pointer(char_ty);
            let start = self.cast(low, bytes);
            let by = self.load(distance_place);
            let moved = self.expr(ExprKind::Binary(BinaryOp::PtrAdd, start, by), bytes, span);
            let ty = self.place_ty(place);
            let value = self.cast(moved, ty);
            self.assign(place, value, span);
            let pointer = self.load(place);
            return self.lies_between(low, pointer, high, span);
        }
        let pointer = self.value(pointer);
        let pointer = self.save(pointer);
        self.lies_between(low, pointer, high, span)
    }

    fn lies_between(&mut self, low: ExprId, pointer: ExprId, high: ExprId, span: Span) -> ExprId {
        let int = self.int();
        let [a, b, c] = [low, pointer, high].map(|it| self.ask_value(Intrinsic::PointerObject, it, span));
        let [from, at, to] = [low, pointer, high].map(|it| self.ask_value(Intrinsic::PointerOffset, it, span));
        let long = self.int_type(IntKind::Long);
        let [from, at, to] = [from, at, to].map(|offset| self.cast(offset, long));
        let one = self.apply(BinaryOp::Eq, a, b, span);
        let other = self.apply(BinaryOp::Eq, b, c, span);
        let above = self.apply(BinaryOp::Le, from, at, span);
        let below = self.apply(BinaryOp::Le, at, to, span);
        let same = self.expr(ExprKind::And(one, other), int, span);
        let between = self.expr(ExprKind::And(above, below), int, span);
        self.expr(ExprKind::And(same, between), int, span)
    }

    /// The version of a called function that is for contracts, if what it says of pointers depends on that.
    pub fn lifted(&mut self, function: FunctionId) -> Option<LiftedFunction> {
        if self.role == Role::Plain {
            return None;
        }
        let definition = self.cx.infos[function].definition?;
        if !self.cx.makes_pointers(definition) {
            return None;
        }
        let key = (function, self.role);
        if let Some(known) = self.cx.lifted.get(&key) {
            return Some(known.clone());
        }
        let info = FunctionInfo::of_definition(&self.cx.infos[function]);
        let own = self.cx.functions[function].clone();
        let params: Vec<_> = own.locals.iter().take(own.n_params).map(|local| (local.ty, local.span)).collect();
        self.cx.infos.push(info);
        let id = self.cx.functions.push(own);
        let mut left = Vec::new();
        for (idx, &(ty, span)) in params.iter().enumerate() {
            if self.role == Role::Assume && self.types().is_pointer(ty) {
                left.push((idx, self.cx.ghost(ty, span)));
            }
        }
        let lifted = LiftedFunction { function: id, left };
        self.cx.lifted.insert(key, lifted.clone());
        super::finish::lifted_body(self.cx, id, definition, self.role, &lifted.left);
        Some(lifted)
    }

    /// Before each return, the parameters are left where the caller finds them.
    pub fn leave_parameters(&mut self, left: &[(usize, whyc_ir::program::GlobalId)]) {
        let items = std::mem::take(&mut self.items);
        for item in items {
            if let Item::Instr(InstrKind::Return(_), span) = item {
                for &(idx, ghost) in left {
                    let value = self.load_local(LocalId(idx as u32), span);
                    let ty = self.ty(value);
                    let place = self.place(PlaceBase::Global(ghost), Vec::new(), ty, span);
                    self.assign(place, value, span);
                }
            }
            self.items.push(item);
        }
    }

    /// After the call of such a function, the variables that were its arguments have what it left.
    pub fn take_back(&mut self, lifted: &LiftedFunction, args: &[Cursor<'u>], span: Span) {
        for &(idx, ghost) in &lifted.left {
            let Some(place) = args.get(idx).and_then(|&arg| self.pointer_place(arg)) else { continue };
            let ty = self.cx.globals[ghost].ty;
            let from = self.place(PlaceBase::Global(ghost), Vec::new(), ty, span);
            let value = self.load(from);
            let value = self.cast(value, self.place_ty(place));
            self.assign(place, value, span);
        }
    }
}

impl<'u> Context<'u> {
    /// Whether a function says something of pointers that is made so where it is assumed, itself or by what it calls.
    fn makes_pointers(&mut self, definition: Cursor<'u>) -> bool {
        let mut seen: FxHashSet<DeclKey> = FxHashSet::default();
        let mut waiting = vec![definition];
        while let Some(definition) = waiting.pop() {
            if !seen.insert(definition.key()) {
                continue;
            }
            for node in definition.descendants().into_iter().filter(|node| node.kind() == k::CXCursor_CallExpr) {
                let Some(decl) = node.children().first().and_then(|&callee| called_function(callee)) else { continue };
                if MAKERS.contains(&decl.spelling().as_str()) {
                    return true;
                }
                if decl.spelling().starts_with("__CPROVER_") || decl.location().is_in_system_header() {
                    continue;
                }
                let called = self.declared(decl);
                waiting.extend(self.infos[called].definition);
            }
        }
        false
    }
}
