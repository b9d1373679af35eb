//! Expressions.

use crate::expr::{BinaryOp, ExprId, ExprKind, Intrinsic, PlaceBase, PlaceId, Rounded, UnaryOp};
use crate::types::{IntKind, Type, TypeId};

use super::Entity;
use super::body::Checker;

impl Checker<'_, '_> {
    pub(super) fn expr(&mut self, id: ExprId) {
        let expr = &self.body.exprs[id];
        let ty = expr.ty;
        let problem = match &expr.kind {
            ExprKind::Int(bits) => self.constant(*bits, ty, !self.is_float(ty)),
            ExprKind::Float(bits) => self.constant(*bits, ty, self.is_float(ty)),
            ExprKind::Load(place) => {
                let same = self.body.places[*place].ty == ty && self.is_complete(ty);
                should(same, "a loaded value should have the complete object type of its place")
            }
            ExprKind::AddrOf(place) => self.addr_of(*place, ty),
            ExprKind::FunctionAddr(_) => {
                let to_function =
                    self.types.pointee(ty).is_some_and(|to| matches!(self.types.get(to), Type::Function(_)));
                should(to_function, "the address of a function should be a pointer to a function type")
            }
            ExprKind::Unary(op, a) => self.unary(*op, self.ty(*a), ty),
            ExprKind::Binary(op, a, b) => self.binary(*op, self.ty(*a), self.ty(*b), ty),
            ExprKind::Cast(a) => {
                let (from, to) = (self.ty(*a), ty);
                let mixed = self.is_float(from) && self.types.is_pointer(to)
                    || self.types.is_pointer(from) && self.is_float(to);
                let scalars = self.is_scalar(from) && self.is_scalar(to) && !mixed;
                let to_void = *self.types.get(to) == Type::Void;
                should(scalars || to_void, "a conversion should be between scalars that convert, or to void")
            }
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                let operands = self.is_scalar(self.ty(*a)) && self.is_scalar(self.ty(*b));
                should(operands && self.is_int(ty), "logic should be on scalars and have type int")
            }
            ExprKind::Cond(c, a, b) => {
                let arms = self.ty(*a) == ty && self.ty(*b) == ty;
                should(arms && self.is_scalar(self.ty(*c)), "`?:` should have a scalar condition and arms of its type")
            }
            ExprKind::Intrinsic(op, args) => self.intrinsic(*op, args, ty),
        };
        if let Some(problem) = problem {
            let operands: Vec<String> = self.operand_types(id).into_iter().map(|ty| self.types.name(ty)).collect();
            let message =
                format!("{problem}; it has type {} and operands ({})", self.types.name(ty), operands.join(", "));
            self.errors.add(Entity::Expr(self.id, id), message);
        }
    }

    fn constant(&self, bits: u128, ty: TypeId, fitting: bool) -> Option<&'static str> {
        let inside = self.types.scalar_bits(ty).is_some_and(|width| width == 128 || bits >> width == 0);
        should(fitting && inside, "a constant should have a type of its kind and no bits beyond it")
    }

    fn addr_of(&self, id: PlaceId, ty: TypeId) -> Option<&'static str> {
        let place = &self.body.places[id];
        if let PlaceBase::Local(local) = place.base
            && !self.function.locals[local].address_taken
        {
            return Some("a local whose address is taken should be marked so");
        }
        if self.is_bit_field(id) {
            return Some("the address of a bit-field should not be taken");
        }
        should(self.types.pointee(ty) == Some(place.ty), "an address should be a pointer to the type of its place")
    }

    fn unary(&self, op: UnaryOp, a: TypeId, ty: TypeId) -> Option<&'static str> {
        match op {
            UnaryOp::Neg => should(a == ty && self.is_arithmetic(ty), "`-` should have its operand's arithmetic type"),
            UnaryOp::BitNot => should(a == ty && self.is_integer(ty), "`~` should have its operand's integer type"),
            UnaryOp::Not => should(self.is_scalar(a) && self.is_int(ty), "`!` should be on a scalar and have type int"),
        }
    }

    fn binary(&self, op: BinaryOp, a: TypeId, b: TypeId, ty: TypeId) -> Option<&'static str> {
        match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div => should(
                a == ty && b == ty && self.is_arithmetic(ty),
                "the operands of arithmetic should have the operator's arithmetic type",
            ),
            BinaryOp::Rem | BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => should(
                a == ty && b == ty && self.is_integer(ty),
                "the operands of integer arithmetic should have the operator's integer type",
            ),
            BinaryOp::Shl | BinaryOp::Shr => should(
                a == ty && self.is_integer(a) && self.is_integer(b),
                "a shift should be on integers and have the type of its left operand",
            ),
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne => should(
                a == b && self.is_scalar(a) && self.is_int(ty),
                "a comparison should be on scalars of one type and have type int",
            ),
            BinaryOp::PtrAdd | BinaryOp::PtrSub => should(
                a == ty && self.types.is_pointer(a) && self.is_index(b),
                "pointer arithmetic should have the type of its pointer and add a long or unsigned long",
            ),
            BinaryOp::PtrDiff => should(
                a == b && self.types.is_pointer(a) && *self.types.get(ty) == Type::Int(IntKind::Long),
                "a difference should be of pointers of one type and have type long",
            ),
        }
    }

    fn intrinsic(&self, op: Intrinsic, args: &[ExprId], ty: TypeId) -> Option<&'static str> {
        let wants_float = match op {
            Intrinsic::ObjectSize
            | Intrinsic::PointerObject
            | Intrinsic::PointerOffset
            | Intrinsic::IsAlive
            | Intrinsic::IsDynamic
            | Intrinsic::PointerBits => {
                let pointer = matches!(args, &[arg] if self.types.is_pointer(self.ty(arg)));
                let holds = pointer && *self.types.get(ty) == Type::Int(IntKind::ULong);
                return should(holds, "what is asked of a pointer should be an unsigned long");
            }
            Intrinsic::Rounded(op) => return self.rounded(op, args, ty),
            Intrinsic::Math(op) => Some(op),
            _ => None,
        };
        if let Some(op) = wants_float {
            let same = args.iter().all(|&arg| self.ty(arg) == self.ty(args[0]) && self.is_float(self.ty(arg)));
            let result = if op.is_question() { self.is_integer(ty) } else { self.ty(args[0]) == ty };
            return should(args.len() == op.arity() && same && result, "a function on numbers should have one type");
        }
        let arity = match op {
            Intrinsic::AddOverflows | Intrinsic::SubOverflows | Intrinsic::MulOverflows => 3,
            Intrinsic::Popcount
            | Intrinsic::Clz
            | Intrinsic::Ctz
            | Intrinsic::Bswap
            | Intrinsic::ObjectSize
            | Intrinsic::PointerObject
            | Intrinsic::PointerOffset
            | Intrinsic::IsAlive
            | Intrinsic::IsDynamic
            | Intrinsic::PointerBits
            | Intrinsic::Math(_)
            | Intrinsic::Rounded(_) => 1,
        };
        let operands = args.len() == arity && args.iter().all(|&arg| self.is_integer(self.ty(arg)));
        let result = match op {
            Intrinsic::Bswap => args.first().is_some_and(|&arg| self.ty(arg) == ty),
            Intrinsic::AddOverflows
            | Intrinsic::SubOverflows
            | Intrinsic::MulOverflows
            | Intrinsic::Popcount
            | Intrinsic::Clz
            | Intrinsic::Ctz
            | Intrinsic::ObjectSize
            | Intrinsic::PointerObject
            | Intrinsic::PointerOffset
            | Intrinsic::IsAlive
            | Intrinsic::IsDynamic
            | Intrinsic::PointerBits
            | Intrinsic::Math(_)
            | Intrinsic::Rounded(_) => self.is_integer(ty) || *self.types.get(ty) == Type::Bool,
        };
        should(operands && result, "an intrinsic should have its number of integers and an integer type")
    }

    fn rounded(&self, op: Rounded, args: &[ExprId], ty: TypeId) -> Option<&'static str> {
        let (direction, operands) = args.split_last()?;
        let fitting = operands.iter().all(|&operand| {
            let operand = self.ty(operand);
            operand == ty || op == Rounded::Convert && (self.is_integer(operand) || self.is_float(operand))
        });
        let holds = self.is_float(ty) && fitting && operands.len() == op.arity() && self.is_int(self.ty(*direction));
        should(holds, "what is rounded should be a number, and the direction an int")
    }

    fn operand_types(&self, id: ExprId) -> Vec<TypeId> {
        match &self.body.exprs[id].kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddr(_) => Vec::new(),
            ExprKind::Load(place) | ExprKind::AddrOf(place) => vec![self.body.places[*place].ty],
            ExprKind::Unary(_, a) | ExprKind::Cast(a) => vec![self.ty(*a)],
            ExprKind::Binary(_, a, b) | ExprKind::And(a, b) | ExprKind::Or(a, b) => vec![self.ty(*a), self.ty(*b)],
            ExprKind::Cond(c, a, b) => vec![self.ty(*c), self.ty(*a), self.ty(*b)],
            ExprKind::Intrinsic(_, args) => args.iter().map(|&arg| self.ty(arg)).collect(),
        }
    }
}

/// The message, unless the condition holds.
fn should(holds: bool, message: &'static str) -> Option<&'static str> {
    (!holds).then_some(message)
}
