//! Expressions.

use crate::expr::{BinaryOp, ExprId, ExprKind, Intrinsic};
use crate::layout::{self, Pointers};
use crate::property::{PropertyClass, Site};
use crate::types::TypeId;

use super::{Flattener, Op, Scalar, Shape, Task, Use, push};

impl Flattener<'_> {
    /// The tasks that push the value of an expression.
    pub(super) fn expr(&mut self, id: ExprId, out: &mut Vec<Task>) {
        let body = self.body;
        let expr = &body.exprs[id];
        match &expr.kind {
            ExprKind::Int(bits) | ExprKind::Float(bits) => {
                let op = self.constant(*bits);
                out.push(Task::Op(op));
            }
            ExprKind::Load(place) => out.push(Task::Place(*place, Use::Load)),
            ExprKind::AddrOf(place) => {
                out.push(Task::Place(*place, Use::Address));
                match self.program.types.target.pointers {
                    Pointers::Bits64 => {}
                    Pointers::Bits32 => out.push(Task::Op(Op::ToPointer)),
                }
            }
            ExprKind::FunctionAddr(function) => {
                let object = layout::function_object(self.program, *function);
                out.push(Task::Op(Op::Int(self.program.types.target.pointers.to_object(object))));
            }
            ExprKind::Unary(op, a) => {
                let due = self.due(Site::Expr(id), PropertyClass::Overflow);
                out.extend([Task::Expr(*a), Task::Op(Op::Unary { op: *op, scalar: self.scalar_of(*a), due })]);
            }
            ExprKind::Binary(op, a, b) => {
                let op = self.binary(id, *op, *a);
                out.extend([Task::Expr(*a), Task::Expr(*b), Task::Op(op)]);
            }
            ExprKind::Cast(a) => {
                let op = self.cast(id, body.exprs[*a].ty, expr.ty);
                out.extend([Task::Expr(*a), Task::Op(op)]);
            }
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                let end = self.new_label();
                let scalar = self.scalar_of(*a);
                let lazy = match expr.kind {
                    ExprKind::And(..) => Op::And { scalar, pc: end },
                    _ => Op::Or { scalar, pc: end },
                };
                out.extend([Task::Expr(*a), Task::Op(lazy), Task::Expr(*b)]);
                out.extend([Task::Op(Op::Truth(self.scalar_of(*b))), Task::Bind(end)]);
            }
            ExprKind::Cond(c, a, b) => {
                let (other, end) = (self.new_label(), self.new_label());
                let scalar = self.scalar_of(*c);
                out.extend([Task::Expr(*c), Task::Op(Op::Unless { scalar, pc: other }), Task::Expr(*a)]);
                out.extend([Task::Op(Op::Jump(end)), Task::Bind(other), Task::Expr(*b), Task::Bind(end)]);
            }
            ExprKind::Intrinsic(op, args) => {
                out.extend(args.iter().map(|&arg| Task::Expr(arg)));
                let op = self.intrinsic(id, *op, args);
                out.push(Task::Op(op));
            }
        }
        if self.watched && matches!(Shape::of(&self.program.types, expr.ty), Some(Shape::Scalar(_))) {
            out.push(Task::Op(Op::Value(id)));
        }
    }

    fn constant(&mut self, bits: u128) -> Op {
        u64::try_from(bits).map_or_else(|_| Op::Wide(push(&mut self.code.wide, bits)), Op::Int)
    }

    fn binary(&mut self, id: ExprId, op: BinaryOp, a: ExprId) -> Op {
        let scalar = self.scalar_of(a);
        match op {
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::Rem
            | BinaryOp::BitAnd
            | BinaryOp::BitOr
            | BinaryOp::BitXor => Op::Arith {
                op,
                scalar,
                overflow: self.due(Site::Expr(id), PropertyClass::Overflow),
                zero: self.due(Site::Expr(id), PropertyClass::DivisionByZero),
            },
            BinaryOp::Shl | BinaryOp::Shr => {
                let due = |class| self.due(Site::Expr(id), class);
                Op::Shift { op, scalar, due: due(PropertyClass::Shift), overflow: due(PropertyClass::Overflow) }
            }
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne => {
                Op::Compare { op, scalar, due: self.due(Site::Expr(id), PropertyClass::PointerCompare) }
            }
            BinaryOp::PtrAdd => Op::PtrAdd(self.pointee_size(a)),
            BinaryOp::PtrSub => Op::PtrAdd(self.pointee_size(a).wrapping_neg()),
            BinaryOp::PtrDiff => {
                let size = u128::from(self.pointee_size(a));
                let size = push(&mut self.code.wide, size);
                Op::PtrDiff { size, due: self.due(Site::Expr(id), PropertyClass::PointerCompare) }
            }
        }
    }

    /// As GNU C has it, `void` and functions count as one byte.
    fn pointee_size(&self, pointer: ExprId) -> u64 {
        let types = &self.program.types;
        types.pointee(self.body.exprs[pointer].ty).and_then(|ty| types.size_of(ty)).unwrap_or(1)
    }

    fn cast(&self, id: ExprId, from: TypeId, to: TypeId) -> Op {
        let types = &self.program.types;
        match (Shape::of(types, from), Shape::of(types, to)) {
            (Some(Shape::Scalar(from)), Some(Shape::Scalar(to))) => {
                Op::Cast { from, to, due: self.due(Site::Expr(id), PropertyClass::Conversion) }
            }
            (from, None) => Op::ToVoid(from),
            (None | Some(Shape::Bytes(_)), Some(_)) | (Some(Shape::Scalar(_)), Some(Shape::Bytes(_))) => {
                unreachable!("a conversion should be between scalars or to void")
            }
        }
    }

    fn intrinsic(&self, id: ExprId, op: Intrinsic, args: &[ExprId]) -> Op {
        match op {
            Intrinsic::AddOverflows | Intrinsic::SubOverflows | Intrinsic::MulOverflows => Op::Overflows {
                op,
                a: self.scalar_of(args[0]),
                b: self.scalar_of(args[1]),
                target: self.scalar_of(args[2]),
            },
            Intrinsic::ObjectSize
            | Intrinsic::PointerObject
            | Intrinsic::PointerOffset
            | Intrinsic::IsAlive
            | Intrinsic::IsDynamic => Op::AskObject(op),
            Intrinsic::PointerBits => Op::PointerBits,
            Intrinsic::Math(op) => Op::Math { op, scalar: self.scalar_of(args[0]) },
            Intrinsic::Rounded(op) => {
                let to = Scalar::of(&self.program.types, self.body.exprs[id].ty);
                let from = self.scalar_of(args[0]);
                Op::Rounded { op, from, to: to.unwrap_or(from) }
            }
            Intrinsic::Popcount | Intrinsic::Clz | Intrinsic::Ctz | Intrinsic::Bswap => {
                let due = self.due(Site::Expr(id), PropertyClass::Shift);
                Op::Bits { op, scalar: self.scalar_of(args[0]), due }
            }
        }
    }
}
