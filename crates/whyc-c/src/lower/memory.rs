//! Functions that work on whole blocks of memory: `malloc` and its relatives, `memcpy`, `memset`.

use whyc_base::source::Span;
use whyc_ir::block::{BlockLife, BlockOp};
use whyc_ir::expr::{BinaryOp, ExprId, ExprKind, Intrinsic, PlaceId};
use whyc_ir::instr::{InstrId, InstrKind};
use whyc_ir::layout::SURE_BLOCK_BYTES;
use whyc_ir::program::ComponentKind;
use whyc_ir::property::PropertyClass;
use whyc_ir::types::{IntKind, Type, TypeId};

use super::builder::Builder;
use super::call::called_function;
use crate::clang::cursor::Cursor;
use crate::clang::kind as k;

/// Functions that allocate, by the names they have in C.
const ALLOCATORS: [&str; 9] = [
    "malloc",
    "calloc",
    "realloc",
    "alloca",
    "__builtin_alloca",
    "__builtin_malloc",
    "__builtin_calloc",
    "strdup",
    "aligned_alloc",
];

/// Whether what is copied may be where it is copied to.
#[derive(Clone, Copy)]
enum Overlap {
    /// `memmove`
    Allowed,
    /// `memcpy`
    Forbidden,
}

impl<'u> Builder<'_, 'u> {
    /// A call of a function on blocks of memory. The outer option: whether it is one.
    pub fn memory_builtin(&mut self, name: &str, args: &[Cursor<'u>], span: Span) -> Option<Option<ExprId>> {
        let plain = name.strip_prefix("__builtin_").unwrap_or(name);
        let value = match (plain, args) {
            ("malloc", &[size]) => Some(self.malloc(size, None, BlockLife::Heap, span)),
            ("alloca" | "alloca_with_align", &[size, ..]) => Some(self.malloc(size, None, BlockLife::Frame, span)),
            ("aligned_alloc", &[alignment, size]) => Some(self.aligned(alignment, size, span)),
            ("calloc", &[n, size]) => Some(self.malloc(n, Some(size), BlockLife::Heap, span)),
            ("free" | "cfree", &[pointer]) => {
                let source = pointer;
                let pointer = self.value(source);
                self.component(pointer, ComponentKind::Argument, source);
                self.emit(InstrKind::Block(BlockOp::Free { pointer }), span);
                None
            }
            ("memcpy", &[to, from, size]) | ("__memcpy_chk" | "___memcpy_chk", &[to, from, size, _]) => {
                Some(self.copy([to, from, size], Overlap::Forbidden, span))
            }
            ("memmove", &[to, from, size]) | ("__memmove_chk" | "___memmove_chk", &[to, from, size, _]) => {
                Some(self.copy([to, from, size], Overlap::Allowed, span))
            }
            ("__whyc_apart", &[condition]) => {
                let cond = self.value(condition);
                let description = "places that are copied".to_owned();
                self.emit(InstrKind::Assert { cond, class: PropertyClass::Overlap, description }, span);
                None
            }
            ("__whyc_race", &[condition]) => self.assert_of_threads(PropertyClass::Race, condition, span),
            ("__whyc_deadlock", &[condition]) => self.assert_of_threads(PropertyClass::Deadlock, condition, span),
            ("__whyc_misuse", &[condition]) => self.assert_of_threads(PropertyClass::ThreadMisuse, condition, span),
            ("memset", &[to, value, size]) | ("__memset_chk" | "___memset_chk", &[to, value, size, _]) => {
                Some(self.fill_bytes([to, value, size], span))
            }
            ("__whyc_object_size", &[pointer]) => Some(self.object_size(pointer, span)),
            _ => return None,
        };
        Some(value)
    }

    /// Whether `source` is, but for casts, a call that allocates memory.
    pub fn is_allocation(&self, source: Cursor<'u>) -> bool {
        let mut at = source;
        loop {
            let children = at.children();
            let inner = children.iter().copied().rfind(|child| child.is_expression());
            match (at.kind(), inner) {
                (k::CXCursor_CallExpr, _) => {
                    let decl = children.first().and_then(|&callee| called_function(callee));
                    return decl.is_some_and(|decl| ALLOCATORS.contains(&decl.spelling().as_str()));
                }
                (k::CXCursor_ParenExpr | k::CXCursor_UnexposedExpr | k::CXCursor_CStyleCastExpr, Some(inner)) => {
                    at = inner;
                }
                _ => return false,
            }
        }
    }

    /// Allocates `size` bytes, or `count * size` zero bytes.
    fn malloc(&mut self, first: Cursor<'u>, second: Option<Cursor<'u>>, life: BlockLife, span: Span) -> ExprId {
        let name = self.naming.take();
        let operands = [Some(first), second].into_iter().flatten();
        let operands = operands.map(|arg| {
            self.capture(|this| {
                let value = this.value(arg);
                let value = this.wide_size(value);
                this.component(value, ComponentKind::Argument, arg);
                value
            })
        });
        let operands = operands.collect();
        let operands = self.in_order(operands);
        let size = match operands[..] {
            [size] => size,
            [n, size] => {
                // Each is evaluated once, but used twice.
                let (n, size) = (self.save(n), self.save(size));
                self.checked_product(n, size, span)
            }
            _ => unreachable!("one or two sizes should be given"),
        };
        self.allocate(size, life, second.is_some(), name, span)
    }

    /// `aligned_alloc(alignment, size)`: the address, as an integer, is a multiple.
    fn aligned(&mut self, alignment: Cursor<'u>, size: Cursor<'u>, span: Span) -> ExprId {
        let name = self.naming.take();
        let ulong = self.int_type(IntKind::ULong);
        let number = |this: &mut Self, arg| {
            let value = this.value(arg);
            let value = this.wide_size(value);
            this.component(value, ComponentKind::Argument, arg);
            value
        };
        let (alignment, size) = self.both(|this| number(this, alignment), |this| number(this, size));
        let alignment = self.save(alignment);
        let block = self.allocate(size, BlockLife::Heap, false, name, span);
        let (int, zero, one) = (self.int(), self.constant(0, ulong, span), self.constant(1, ulong, span));
        let address = self.wide_address(block);
        let mask = self.expr(ExprKind::Binary(BinaryOp::Sub, alignment, one), ulong, span);
        let rest = self.expr(ExprKind::Binary(BinaryOp::BitAnd, address, mask), ulong, span);
        let cond = self.expr(ExprKind::Binary(BinaryOp::Eq, rest, zero), int, span);
        self.emit(InstrKind::Assume(cond), span);
        block
    }

    /// `n * size`, or more than can be allocated if that overflows.
    fn checked_product(&mut self, n: ExprId, size: ExprId, span: Span) -> ExprId {
        let ty = self.int_type(IntKind::ULong);
        let int = self.int();
        let zero = self.constant(0, ty, span);
        let overflows = self.expr(ExprKind::Intrinsic(Intrinsic::MulOverflows, vec![n, size, zero]), int, span);
        let product = self.expr(ExprKind::Binary(BinaryOp::Mul, n, size), ty, span);
        let too_much = self.constant(-1, ty, span);
        self.expr(ExprKind::Cond(overflows, too_much, product), ty, span)
    }

    /// The address of a new block.
    pub fn allocate(
        &mut self,
        size: ExprId,
        life: BlockLife,
        zeroed: bool,
        name: Option<String>,
        span: Span,
    ) -> ExprId {
        let ty = self.void_pointer();
        let local = self.temporary(ty, span);
        let place = self.local_place(local, span);
        let name = name.unwrap_or_else(|| self.cx.spans.text(span));
        let is_sure = self.most(size).is_some_and(|bytes| bytes <= u128::from(SURE_BLOCK_BYTES));
        if life == BlockLife::Heap && (self.cx.malloc_may_fail || !is_sure) {
            return self.fallible_allocation(size, zeroed, name, place, span);
        }
        if life == BlockLife::Frame {
            self.mind_the_stack(size, span);
        }
        self.emit(InstrKind::Block(BlockOp::Allocate { place, size, life, zeroed, name }), span);
        self.load(place)
    }

    /// What an unsigned expression is at most, as far as its form and its types tell.
    fn most(&self, expr: ExprId) -> Option<u128> {
        let is_number = |ty| matches!(self.types().get(ty), Type::Bool | Type::Int(_));
        let of_type = |ty| match self.types().scalar_bits(ty) {
            Some(bits) if bits < 64 && is_number(ty) && !self.types().is_signed(ty) => Some((1 << bits) - 1),
            _ => None,
        };
        let ty = self.body.exprs[expr].ty;
        match self.body.exprs[expr].kind {
            ExprKind::Int(value) => {
                let is_negative = self.types().scalar_bits(ty).is_some_and(|bits| value >> (bits - 1) & 1 == 1);
                (!is_negative || !self.types().is_signed(ty)).then_some(value)
            }
            ExprKind::Cast(inner) => self.most(inner).or(of_type(ty)),
            ExprKind::Binary(BinaryOp::Mul, a, b) => self.most(a)?.checked_mul(self.most(b)?),
            ExprKind::Binary(BinaryOp::Add, a, b) => self.most(a)?.checked_add(self.most(b)?),
            _ => of_type(ty),
        }
    }

    /// C says nothing of an array that the stack has no room for, and such an array is not followed.
    fn mind_the_stack(&mut self, size: ExprId, span: Span) {
        let limit = i128::from(SURE_BLOCK_BYTES);
        if matches!(self.body.exprs[size].kind, ExprKind::Int(bytes) if bytes <= limit as u128) {
            return;
        }
        let (int, ty) = (self.int(), self.ty(size));
        let limit = self.constant(limit, ty, span);
        let cond = self.expr(ExprKind::Binary(BinaryOp::Le, size, limit), int, span);
        let fits = self.new_label();
        self.emit(InstrKind::Branch { cond, when: true, target: fits }, span);
        self.unsupported("more than 1 GiB on the stack", span);
        self.place_label(fits);
    }

    /// An allocation that an input lets fail: one of more than a gibibyte, or any if the user says so. More than pointers can be
    /// apart cannot be had by anybody.
    fn fallible_allocation(&mut self, size: ExprId, zeroed: bool, name: String, place: PlaceId, span: Span) -> ExprId {
        let is_sure = self.most(size).is_some_and(|bytes| bytes <= u128::from(SURE_BLOCK_BYTES));
        let size = if is_sure { size } else { self.save(size) };
        let (asked, failed, end) = (self.new_label(), self.new_label(), self.new_label());
        if !is_sure && !self.cx.malloc_may_fail {
            self.branch_on_size(size, BinaryOp::Le, SURE_BLOCK_BYTES, asked, span);
        }
        if !is_sure {
            let largest = self.types().target.largest_request();
            self.branch_on_size(size, BinaryOp::Gt, largest, failed, span);
        }
        let bool_ty = self.cx.types.table.intern(Type::Bool);
        let fails = self.temporary(bool_ty, span);
        let fails_place = self.local_place(fails, span);
        let question = format!("allocation of {name} fails");
        self.emit(InstrKind::Nondet { place: fails_place, name: question }, span);
        let cond = self.load(fails_place);
        self.emit(InstrKind::Branch { cond, when: true, target: failed }, span);
        self.place_label(asked);
        let life = BlockLife::Heap;
        self.emit(InstrKind::Block(BlockOp::Allocate { place, size, life, zeroed, name }), span);
        self.jump(end, span);
        self.place_label(failed);
        let ty = self.void_pointer();
        let null = self.constant(0, ty, span);
        self.assign(place, null, span);
        self.place_label(end);
        self.load(place)
    }

    fn branch_on_size(&mut self, size: ExprId, op: BinaryOp, limit: u64, target: InstrId, span: Span) {
        let (int, ty) = (self.int(), self.ty(size));
        let limit = self.constant(i128::from(limit), ty, span);
        let cond = self.expr(ExprKind::Binary(op, size, limit), int, span);
        // It is no decision of the user's, and not told as one.
        let local = self.temporary(int, span);
        self.locals[local].is_const = true;
        let place = self.local_place(local, span);
        self.assign(place, cond, span);
        let cond = self.load(place);
        self.emit(InstrKind::Branch { cond, when: true, target }, span);
    }

    fn copy(&mut self, args: [Cursor<'u>; 3], overlap: Overlap, span: Span) -> ExprId {
        let [to, from, size] = self.operands(args);
        let result = self.save(to);
        let (from, size) = match overlap {
            Overlap::Allowed => (from, size),
            Overlap::Forbidden => {
                let (from, size) = (self.save(from), self.save(size));
                self.assert_apart(result, from, size, span);
                (from, size)
            }
        };
        let from = self.bytes_at(from, span);
        let to = self.bytes_at(result, span);
        self.emit(InstrKind::Block(BlockOp::Copy { to, from, size }), span);
        result
    }

    /// Asserts that neither of two ranges of bytes begins in the other. Pointers into different objects are, as numbers,
    /// further apart than objects are long.
    fn assert_apart(&mut self, to: ExprId, from: ExprId, size: ExprId, span: Span) {
        let ty = self.int_type(IntKind::ULong);
        let mut number = |pointer| self.expr(ExprKind::Intrinsic(Intrinsic::PointerBits, vec![pointer]), ty, span);
        let (to, from) = (number(to), number(from));
        let mut is_before = |first: ExprId, second: ExprId| {
            let end = self.expr(ExprKind::Binary(BinaryOp::Add, first, size), ty, span);
            self.apply(BinaryOp::Le, end, second, span)
        };
        let (before, after) = (is_before(to, from), is_before(from, to));
        let int = self.int();
        let cond = self.expr(ExprKind::Or(before, after), int, span);
        let description = self.cx.spans.text(span);
        self.emit(InstrKind::Assert { cond, class: PropertyClass::Overlap, description }, span);
    }

    fn fill_bytes(&mut self, args: [Cursor<'u>; 3], span: Span) -> ExprId {
        let [to, value, size] = self.operands(args);
        let byte = self.int_type(IntKind::UChar);
        let value = self.cast(value, byte);
        let result = self.save(to);
        let to = self.bytes_at(result, span);
        self.emit(InstrKind::Block(BlockOp::Fill { to, value, size }), span);
        result
    }

    /// A destination, a source or value, and a number of bytes.
    fn operands(&mut self, args: [Cursor<'u>; 3]) -> [ExprId; 3] {
        let mut operands = Vec::new();
        for (k, arg) in args.into_iter().enumerate() {
            operands.push(self.capture(|this| {
                let value = this.value(arg);
                let value = if k == 2 { this.wide_size(value) } else { value };
                this.component(value, ComponentKind::Argument, arg);
                value
            }));
        }
        let values = self.in_order(operands);
        [values[0], values[1], values[2]]
    }

    /// The byte that a pointer of any type points to.
    pub fn bytes_at(&mut self, pointer: ExprId, span: Span) -> PlaceId {
        let byte = self.int_type(IntKind::Char);
        let ty = self.cx.types.table.pointer(byte);
        let pointer = self.cast(pointer, ty);
        self.deref(pointer, span)
    }

    fn object_size(&mut self, pointer: Cursor<'u>, span: Span) -> ExprId {
        let value = self.value(pointer);
        let ty = self.int_type(IntKind::ULong);
        let size = self.expr(ExprKind::Intrinsic(Intrinsic::ObjectSize, vec![value]), ty, span);
        self.narrow_size(size)
    }

    /// `void *`
    pub fn void_pointer(&mut self) -> TypeId {
        let void = self.cx.types.table.intern(Type::Void);
        self.cx.types.table.pointer(void)
    }
}
