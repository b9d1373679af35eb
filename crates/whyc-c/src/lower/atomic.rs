//! Atomic operations, in one thread: `__sync_…`, `__atomic_…` and what `<stdatomic.h>` makes of its macros.
//!
//! They read and write like the statements they stand for. Arithmetic wraps around, whatever the type: gcc says so.

use whyc_base::source::Span;
use whyc_base::status::Limit;
use whyc_ir::expr::{BinaryOp, ExprId, ExprKind, PlaceBase, PlaceId, UnaryOp};
use whyc_ir::instr::{Callee, InstrKind};
use whyc_ir::program::{ComponentKind, FunctionId};
use whyc_ir::property::PropertyClass;
use whyc_ir::types::{IntKind, Type, TypeId};

use super::builder::Builder;
use super::convert::is_scalar;
use crate::clang::cursor::Cursor;
use crate::clang::kind as k;

/// What a person calls the input that lets a weak exchange fail.
const SPURIOUS: &str = "the weak exchange fails without a reason";

/// The order of memory that is followed, as compilers number it.
const SEQUENTIALLY_CONSISTENT: i128 = 5;

/// What becomes of the old value and the operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    Add,
    Sub,
    And,
    Or,
    Xor,
    Nand,
    Min,
    Max,
}

/// Which value an operation gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gives {
    Old,
    New,
}

/// Which family an operation is of: they differ in what adding to a pointer means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Family {
    /// gcc's functions count bytes.
    Gnu,
    /// C11 counts elements.
    C11,
}

/// Whether an exchange may fail though the values are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Strength {
    Strong,
    /// It may, though not twice in a row: else no loop around it would ever be known to end.
    Weak,
}

/// What an operation does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operation {
    Load,
    LoadInto,
    Store,
    StoreFrom,
    Exchange,
    ExchangeInto,
    CompareExchange(Strength),
    CompareExchangeFrom(Strength),
    Fetch(Change, Gives),
    TestAndSet,
    Clear,
}

/// The operation of this name, which libclang shows as an expression of its own.
fn operation(name: &str) -> Option<(Operation, Family)> {
    let (rest, family) = match name.strip_prefix("__c11_atomic_") {
        Some(rest) => (rest, Family::C11),
        None => (name.strip_prefix("__atomic_")?, Family::Gnu),
    };
    let is_c11 = family == Family::C11;
    let operation = match rest {
        "load" if is_c11 => Operation::Load,
        "load_n" => Operation::Load,
        "load" => Operation::LoadInto,
        "store" | "init" if is_c11 => Operation::Store,
        "store_n" => Operation::Store,
        "store" => Operation::StoreFrom,
        "exchange" if is_c11 => Operation::Exchange,
        "exchange_n" => Operation::Exchange,
        "exchange" => Operation::ExchangeInto,
        "compare_exchange_n" | "compare_exchange_strong" => Operation::CompareExchange(Strength::Strong),
        "compare_exchange_weak" => Operation::CompareExchange(Strength::Weak),
        "compare_exchange" => Operation::CompareExchangeFrom(Strength::Strong),
        "test_and_set" => Operation::TestAndSet,
        "clear" => Operation::Clear,
        _ => match (rest.strip_prefix("fetch_"), rest.strip_suffix("_fetch")) {
            (Some(op), _) => Operation::Fetch(change(op)?, Gives::Old),
            (_, Some(op)) => Operation::Fetch(change(op)?, Gives::New),
            _ => return None,
        },
    };
    Some((operation, family))
}

fn change(name: &str) -> Option<Change> {
    Some(match name {
        "add" => Change::Add,
        "sub" => Change::Sub,
        "and" => Change::And,
        "or" => Change::Or,
        "xor" => Change::Xor,
        "nand" => Change::Nand,
        "min" => Change::Min,
        "max" => Change::Max,
        _ => return None,
    })
}

impl<'u> Builder<'_, 'u> {
    /// The value of an atomic operation that libclang shows as an expression, not as a call; none if it is not known.
    /// Its children are the pointer, the order of memory, and then the values.
    pub fn atomic_expression(
        &mut self,
        name: &str,
        cursor: Cursor<'u>,
        children: &[Cursor<'u>],
        span: Span,
    ) -> Option<ExprId> {
        let (operation, family) = operation(name)?;
        let args: Vec<Cursor<'u>> = children.iter().copied().filter(|child| child.is_expression()).collect();
        let (&pointer, rest) = args.split_first()?;
        // `__c11_atomic_init` has no order.
        let values: Vec<Cursor<'u>> = match (name, rest) {
            ("__c11_atomic_init", _) => rest.to_vec(),
            (_, [_, values @ ..]) => values.to_vec(),
            _ => Vec::new(),
        };
        if name != "__c11_atomic_init" {
            self.order(rest.first());
        }
        if matches!(operation, Operation::CompareExchange(_) | Operation::CompareExchangeFrom(_)) {
            self.order(values.get(1));
        }
        let ty = self.cx.types.lower(cursor.ty()).ok()?;
        let (operation, args): (Operation, Vec<Cursor<'u>>) = match (operation, &values[..]) {
            // The order in case of failure stands between the values, and whether it is weak behind them.
            (Operation::CompareExchange(strength), &[expected, _, desired, ref weak @ ..]) => {
                (Operation::CompareExchange(self.strength(strength, weak)), vec![expected, desired])
            }
            (Operation::CompareExchangeFrom(strength), &[expected, _, desired, ref weak @ ..]) => {
                (Operation::CompareExchangeFrom(self.strength(strength, weak)), vec![expected, desired])
            }
            (Operation::CompareExchange(_) | Operation::CompareExchangeFrom(_), _) => return None,
            _ => (operation, values),
        };
        self.atomic(operation, family, pointer, &args, ty, span)
    }

    /// A call of one of gcc's old built-in functions, or of one that newer ones are calls of. The outer option: whether it is
    /// one.
    pub fn atomic_call(
        &mut self,
        name: &str,
        call: Cursor<'u>,
        args: &[Cursor<'u>],
        span: Span,
    ) -> Option<Option<ExprId>> {
        let ty = self.cx.types.lower(call.ty()).ok()?;
        match (name, args) {
            (
                "__sync_synchronize"
                | "__atomic_thread_fence"
                | "__atomic_signal_fence"
                | "__c11_atomic_thread_fence"
                | "__c11_atomic_signal_fence",
                _,
            ) => {
                args.iter().for_each(|&arg| self.effect(arg));
                return Some(None);
            }
            ("__atomic_is_lock_free" | "__atomic_always_lock_free" | "__c11_atomic_is_lock_free", &[size, ..]) => {
                // On x86-64 this holds for every size up to that of a pointer.
                let known = self.evaluate_int(size)?;
                return Some(Some(self.constant(i128::from(matches!(known, 1 | 2 | 4 | 8)), ty, span)));
            }
            _ => {}
        }
        if let Some((operation, family)) = operation(name) {
            let (&pointer, rest) = args.split_first()?;
            self.order(rest.last());
            return self.atomic(operation, family, pointer, rest, ty, span).map(Some);
        }
        let name = name.strip_prefix("__sync_")?;
        let name = ["_1", "_2", "_4", "_8", "_16"].iter().find_map(|size| name.strip_suffix(size)).unwrap_or(name);
        let (&pointer, rest) = args.split_first()?;
        let operation = match name {
            "lock_test_and_set" => Operation::Exchange,
            "lock_release" => Operation::Clear,
            "bool_compare_and_swap" | "val_compare_and_swap" => {
                let &[expected, desired, ..] = rest else { return None };
                return Some(Some(self.compare_and_swap(
                    name.starts_with("bool"),
                    pointer,
                    [expected, desired],
                    ty,
                    span,
                )));
            }
            _ => match (name.strip_prefix("fetch_and_"), name.strip_suffix("_and_fetch")) {
                (Some(op), _) => Operation::Fetch(change(op)?, Gives::Old),
                (_, Some(op)) => Operation::Fetch(change(op)?, Gives::New),
                _ => return None,
            },
        };
        self.atomic(operation, Family::Gnu, pointer, rest, ty, span).map(Some)
    }

    /// An order that is weaker than the one that is followed is said where threads could tell the difference.
    fn order(&mut self, order: Option<&Cursor<'u>>) {
        let known = order.and_then(|&order| self.evaluate_int(order));
        if self.cx.has_threads
            && known != Some(SEQUENTIALLY_CONSISTENT)
            && !self.cx.limits.contains(&Limit::MemoryOrder)
        {
            self.cx.limits.push(Limit::MemoryOrder);
        }
    }

    fn atomic(
        &mut self,
        operation: Operation,
        family: Family,
        pointer: Cursor<'u>,
        args: &[Cursor<'u>],
        ty: TypeId,
        span: Span,
    ) -> Option<ExprId> {
        let operands = [pointer].into_iter().chain(args.iter().copied());
        let operands = operands.map(|arg| self.capture(|this| this.value(arg))).collect();
        let values = self.in_order(operands);
        let pointer = self.save(values[0]);
        let place = self.atomic_place(operation, pointer, span)?;
        let held = self.place_ty(place);
        let values: Vec<ExprId> = values.into_iter().map(|value| self.settled(value)).collect();
        match operation {
            Operation::LoadInto | Operation::StoreFrom | Operation::ExchangeInto => self.begin_atomic(span),
            Operation::Load => self.begin_atomic_at(place, Use::Reads, span),
            Operation::Store
            | Operation::Exchange
            | Operation::CompareExchange(_)
            | Operation::CompareExchangeFrom(_)
            | Operation::Fetch(..)
            | Operation::TestAndSet
            | Operation::Clear => self.begin_atomic_at(place, Use::Writes, span),
        }
        let nothing = |this: &mut Self| {
            let int = this.int();
            this.constant(0, int, span)
        };
        let result = match (operation, &values[1..]) {
            (Operation::Load, _) => {
                let value = self.load(place);
                self.save(value)
            }
            (Operation::LoadInto, &[to, ..]) => {
                let value = self.load(place);
                self.store_through(to, value, span);
                nothing(self)
            }
            (Operation::Store, &[value, ..]) => {
                let value = self.as_held(value, held);
                self.assign(place, value, span);
                nothing(self)
            }
            (Operation::StoreFrom, &[from, ..]) => {
                let value = self.load_through(from, held, span);
                self.assign(place, value, span);
                nothing(self)
            }
            (Operation::Exchange, &[value, ..]) => {
                let old = self.load(place);
                let old = self.save(old);
                let value = self.as_held(value, held);
                self.assign(place, value, span);
                old
            }
            (Operation::ExchangeInto, &[from, to, ..]) => {
                let old = self.load(place);
                let old = self.save(old);
                let value = self.load_through(from, held, span);
                self.assign(place, value, span);
                self.store_through(to, old, span);
                nothing(self)
            }
            (Operation::CompareExchange(strength), &[expected, desired, ..]) => {
                let desired = self.as_held(desired, held);
                self.compare_exchange(place, expected, (desired, strength), ty, span)
            }
            (Operation::CompareExchangeFrom(strength), &[expected, desired, ..]) => {
                let desired = self.load_through(desired, held, span);
                self.compare_exchange(place, expected, (desired, strength), ty, span)
            }
            (Operation::Fetch(change, gives), &[operand, ..]) => {
                let old = self.load(place);
                let old = self.save(old);
                let new = self.changed(change, family, old, operand, held, span);
                let new = self.save(new);
                self.assign(place, new, span);
                if gives == Gives::Old { old } else { new }
            }
            (Operation::TestAndSet, _) => {
                let old = self.load(place);
                let old = self.save(old);
                let one = self.constant(1, held, span);
                self.assign(place, one, span);
                let zero = self.constant(0, held, span);
                self.apply(BinaryOp::Ne, old, zero, span)
            }
            (Operation::Clear, _) => {
                let zero = if is_scalar(self.types(), held) { self.any_value(held, span) } else { return None };
                self.assign(place, zero, span);
                nothing(self)
            }
            _ => return None,
        };
        self.end_atomic(span);
        let is_void = matches!(self.types().get(ty), Type::Void);
        Some(if is_void || !is_scalar(self.types(), ty) { result } else { self.cast(result, ty) })
    }

    /// What a pointer points to; what is only set and cleared may be given as `void *`, and is a byte then.
    fn atomic_place(&mut self, operation: Operation, pointer: ExprId, span: Span) -> Option<PlaceId> {
        let pointee = self.types().pointee(self.ty(pointer))?;
        let is_byte = operation == Operation::TestAndSet
            || operation == Operation::Clear && matches!(self.types().get(pointee), Type::Void);
        let pointer = if is_byte {
            let byte = self.int_type(IntKind::UChar);
            let ty = self.cx.types.table.pointer(byte);
            self.cast(pointer, ty)
        } else {
            pointer
        };
        Some(self.deref(pointer, span))
    }

    fn as_held(&mut self, value: ExprId, held: TypeId) -> ExprId {
        let value = if is_scalar(self.types(), held) { self.cast(value, held) } else { value };
        self.save(value)
    }

    fn load_through(&mut self, pointer: ExprId, held: TypeId, span: Span) -> ExprId {
        let place = self.deref(pointer, span);
        let value = self.load(place);
        self.as_held(value, held)
    }

    fn store_through(&mut self, pointer: ExprId, value: ExprId, span: Span) {
        let place = self.deref(pointer, span);
        let ty = self.place_ty(place);
        let value = if is_scalar(self.types(), ty) { self.cast(value, ty) } else { value };
        self.assign(place, value, span);
    }

    /// If `*place == *expected`, `desired` goes there, else `*expected` learns what is there. Says whether it did.
    fn compare_exchange(
        &mut self,
        place: PlaceId,
        expected: ExprId,
        (desired, strength): (ExprId, Strength),
        ty: TypeId,
        span: Span,
    ) -> ExprId {
        let expected = self.save(expected);
        let held = self.place_ty(place);
        if !is_scalar(self.types(), held) {
            return self.unsupported_value("an atomic exchange of a structure", ty, span);
        }
        let old = self.load(place);
        let old = self.save(old);
        let expected_place = self.deref(expected, span);
        let wanted = self.load(expected_place);
        let wanted = self.cast(wanted, held);
        let equal = self.apply(BinaryOp::Eq, old, wanted, span);
        let equal = self.save(equal);
        let equal = match strength {
            Strength::Strong => equal,
            Strength::Weak => self.unless_spurious(equal, span),
        };
        let (otherwise, end) = (self.new_label(), self.new_label());
        self.emit(InstrKind::Branch { cond: equal, when: false, target: otherwise }, span);
        self.assign(place, desired, span);
        self.jump(end, span);
        self.place_label(otherwise);
        let learned = self.place_ty(expected_place);
        let learned = self.cast(old, learned);
        self.assign(expected_place, learned, span);
        self.place_label(end);
        equal
    }

    /// Whether a condition holds and an input does not say that the exchange fails all the same, which it does not twice in a row.
    fn unless_spurious(&mut self, cond: ExprId, span: Span) -> ExprId {
        let bool_ty = self.cx.types.table.intern(Type::Bool);
        let int = self.int();
        let failed = self.cx.weak_failed(span);
        let failed = self.place(PlaceBase::Global(failed), Vec::new(), bool_ty, span);
        let local = self.temporary(bool_ty, span);
        let place = self.local_place(local, span);
        self.emit(InstrKind::Nondet { place, name: SPURIOUS.to_owned() }, span);
        let (fails, before) = (self.load(place), self.load(failed));
        let first = self.expr(ExprKind::Unary(UnaryOp::Not, before), int, span);
        let fails = self.expr(ExprKind::And(fails, first), int, span);
        let fails = self.save(fails);
        let now = self.cast(fails, bool_ty);
        self.assign(failed, now, span);
        let succeeds = self.expr(ExprKind::Unary(UnaryOp::Not, fails), int, span);
        let both = self.expr(ExprKind::And(cond, succeeds), int, span);
        self.save(both)
    }

    /// How strong an exchange is, if an argument says so, too.
    fn strength(&mut self, strength: Strength, weak: &[Cursor<'u>]) -> Strength {
        let says_weak = weak.first().is_some_and(|&weak| self.evaluate_int(weak) != Some(0));
        if says_weak { Strength::Weak } else { strength }
    }

    /// `__sync_bool_compare_and_swap` and `__sync_val_compare_and_swap`.
    fn compare_and_swap(
        &mut self,
        gives_truth: bool,
        pointer: Cursor<'u>,
        values: [Cursor<'u>; 2],
        ty: TypeId,
        span: Span,
    ) -> ExprId {
        let operands = [pointer, values[0], values[1]];
        let operands = operands.into_iter().map(|arg| self.capture(|this| this.value(arg))).collect();
        let values = self.in_order(operands);
        let pointer = self.save(values[0]);
        let place = self.deref(pointer, span);
        let held = self.place_ty(place);
        if !is_scalar(self.types(), held) {
            return self.unsupported_value("an atomic exchange of a structure", ty, span);
        }
        let (expected, desired) = (self.as_held(values[1], held), self.as_held(values[2], held));
        self.begin_atomic_at(place, Use::Writes, span);
        let old = self.load(place);
        let old = self.save(old);
        let equal = self.apply(BinaryOp::Eq, old, expected, span);
        let equal = self.save(equal);
        let end = self.new_label();
        self.emit(InstrKind::Branch { cond: equal, when: false, target: end }, span);
        self.assign(place, desired, span);
        self.place_label(end);
        self.end_atomic(span);
        if gives_truth { self.cast(equal, ty) } else { self.cast(old, ty) }
    }

    /// The new value of an operation that computes one.
    fn changed(
        &mut self,
        change: Change,
        family: Family,
        old: ExprId,
        operand: ExprId,
        held: TypeId,
        span: Span,
    ) -> ExprId {
        let long = self.int_type(IntKind::Long);
        if self.types().is_pointer(held) {
            let op = if change == Change::Sub { BinaryOp::PtrSub } else { BinaryOp::PtrAdd };
            if !matches!(change, Change::Add | Change::Sub) {
                return self.unsupported_value("this atomic operation on a pointer", held, span);
            }
            let amount = self.cast(operand, long);
            if family == Family::C11 {
                return self.expr(ExprKind::Binary(op, old, amount), held, span);
            }
            let byte = self.int_type(IntKind::Char);
            let bytes = self.cx.types.table.pointer(byte);
            let old = self.cast(old, bytes);
            let moved = self.expr(ExprKind::Binary(op, old, amount), bytes, span);
            return self.cast(moved, held);
        }
        if !matches!(self.types().get(held), Type::Int(_) | Type::Enum(_) | Type::Bool) {
            return self.unsupported_value("an atomic operation on this type", held, span);
        }
        let operand = self.as_held(operand, held);
        if matches!(change, Change::Min | Change::Max) {
            let op = if change == Change::Min { BinaryOp::Lt } else { BinaryOp::Gt };
            let first = self.apply(op, old, operand, span);
            return self.expr(ExprKind::Cond(first, old, operand), held, span);
        }
        let wide = match self.types().scalar_bits(held) {
            Some(0..=32) => IntKind::UInt,
            Some(33..=64) => IntKind::ULong,
            _ => IntKind::UInt128,
        };
        let wide = self.int_type(wide);
        let (x, y) = (self.cast(old, wide), self.cast(operand, wide));
        let op = match change {
            Change::Add => BinaryOp::Add,
            Change::Sub => BinaryOp::Sub,
            Change::And | Change::Nand => BinaryOp::BitAnd,
            Change::Or => BinaryOp::BitOr,
            Change::Xor | Change::Min | Change::Max => BinaryOp::BitXor,
        };
        let mut result = self.expr(ExprKind::Binary(op, x, y), wide, span);
        if change == Change::Nand {
            result = self.expr(ExprKind::Unary(UnaryOp::BitNot, result), wide, span);
        }
        self.cast(result, held)
    }
}

/// What is done with a place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Use {
    Reads,
    Writes,
}

/// What is atomic is told only where there may be threads: nobody else could see the difference.
impl<'u> Builder<'_, 'u> {
    /// From here on, no other thread runs; whatever may be done now.
    pub fn begin_atomic(&mut self, span: Span) {
        if let Some(function) = self.of_threads("__whyc_atomic_begin") {
            let pointer = self.pointer_to_anything();
            let anything = self.constant(0, pointer, span);
            self.call_atomic(function, anything, Use::Writes, span);
        }
    }

    /// From here on, no other thread runs, while something is done with one place.
    pub fn begin_atomic_at(&mut self, place: PlaceId, used: Use, span: Span) {
        if matches!(self.body.places[place].base, PlaceBase::Local(local) if !self.locals[local].address_taken) {
            return self.begin_atomic(span);
        }
        if let Some(function) = self.of_threads("__whyc_atomic_begin") {
            let address = self.address_of(place, span);
            self.call_atomic(function, address, used, span);
        }
    }

    /// From here on, other threads may run again.
    pub fn end_atomic(&mut self, span: Span) {
        if let Some(function) = self.of_threads("__whyc_atomic_end") {
            self.emit(InstrKind::Call { dest: None, callee: Callee::Direct(function), args: Vec::new() }, span);
        }
    }

    fn call_atomic(&mut self, function: FunctionId, address: ExprId, used: Use, span: Span) {
        let pointer = self.pointer_to_anything();
        let address = if self.ty(address) == pointer { address } else { self.cast(address, pointer) };
        let int = self.int();
        let writes = self.constant(i128::from(used == Use::Writes), int, span);
        let callee = Callee::Direct(function);
        self.emit(InstrKind::Call { dest: None, callee, args: vec![address, writes] }, span);
    }

    fn pointer_to_anything(&mut self) -> TypeId {
        let void = self.cx.types.table.intern(Type::Void);
        self.cx.types.table.pointer(void)
    }

    fn of_threads(&mut self, name: &str) -> Option<FunctionId> {
        if self.cx.has_threads { self.cx.model(name) } else { None }
    }

    /// A value as it is now, where there are threads that could change it.
    fn settled(&mut self, value: ExprId) -> ExprId {
        if self.cx.has_threads { self.save(value) } else { value }
    }

    /// Whether what `cursor` designates is atomic, and somebody could see the difference.
    pub fn is_atomic(&self, cursor: Cursor<'u>) -> bool {
        self.cx.has_threads && cursor.ty().canonical().kind() == k::CXType_Atomic
    }

    /// The value of an atomic object.
    pub fn atomic_read(&mut self, place: PlaceId, span: Span) -> ExprId {
        self.begin_atomic_at(place, Use::Reads, span);
        let value = self.load(place);
        let value = self.save(value);
        self.end_atomic(span);
        value
    }

    /// `a = b` where `a` is atomic.
    pub fn atomic_assignment(&mut self, a: Cursor<'u>, b: Cursor<'u>, span: Span) -> ExprId {
        let (operands, places) = (vec![self.capture(|this| this.value(b))], self.capture(|this| this.place_of(a)));
        let value = self.in_order(operands)[0];
        let (place, found) = places;
        let ty = self.place_ty(place);
        let value = self.as_held(value, ty);
        self.items.extend(found);
        self.component(value, ComponentKind::AssignedValue, b);
        self.begin_atomic_at(place, Use::Writes, span);
        self.assign(place, value, span);
        self.end_atomic(span);
        value
    }

    /// What an assertion about threads in a model comes to.
    pub fn assert_of_threads(&mut self, class: PropertyClass, condition: Cursor<'u>, span: Span) -> Option<ExprId> {
        let cond = self.value(condition);
        self.emit(InstrKind::Assert { cond, class, description: String::new() }, span);
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_both_families_are_known() {
        assert_eq!(operation("__c11_atomic_load"), Some((Operation::Load, Family::C11)));
        assert_eq!(operation("__atomic_load"), Some((Operation::LoadInto, Family::Gnu)));
        let nand = Operation::Fetch(Change::Nand, Gives::New);
        assert_eq!(operation("__atomic_nand_fetch"), Some((nand, Family::Gnu)));
        assert_eq!(operation("__atomic_fence"), None);
    }
}
