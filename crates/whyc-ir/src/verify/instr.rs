//! Instructions.

use crate::block::BlockOp;
use crate::expr::{ExprId, PlaceId};
use crate::instr::{Callee, InstrId, InstrKind, SwitchCase};
use crate::program::{LocalId, LocalKind};
use crate::property::PropertyClass;
use crate::types::{IntKind, Type, TypeId};

use super::Entity;
use super::body::Checker;

impl Checker<'_, '_> {
    pub(super) fn instr(&mut self, id: InstrId) {
        for message in self.instr_problems(&self.body.instrs[id].kind) {
            self.errors.add(Entity::Instr(self.id, id), message);
        }
    }

    fn instr_problems(&self, kind: &InstrKind) -> Vec<String> {
        let mut problems = Vec::new();
        let mut should = |holds: bool, message: &str| {
            if !holds {
                problems.push(message.to_owned());
            }
        };
        match kind {
            InstrKind::Declare(local) | InstrKind::Kill(local) => {
                should(!self.is_param(*local), "a parameter lives for the whole call");
            }
            InstrKind::Assign { place, value } => {
                let (left, right) = (self.place_ty(*place), self.ty(*value));
                let same = left == right && self.is_complete(left);
                let (left, right) = (self.types.name(left), self.types.name(right));
                should(
                    same,
                    &format!("an assignment should have one complete type on both sides, not {left} and {right}"),
                );
            }
            InstrKind::ZeroFill(place) => {
                should(self.is_complete(self.place_ty(*place)), "what is filled with zeros should have a size");
            }
            InstrKind::Nondet { place, .. } => {
                should(self.is_scalar(self.place_ty(*place)), "an input should be a scalar");
            }
            InstrKind::Call { dest, callee, args } => problems = self.call_problems(*dest, *callee, args),
            InstrKind::Jump(_) | InstrKind::Return(None) => {}
            InstrKind::Branch { cond, .. } | InstrKind::Assume(cond) | InstrKind::Cover(cond) => {
                should(self.is_scalar(self.ty(*cond)), "a condition should be a scalar");
            }
            InstrKind::Switch { value, cases, .. } => {
                let ty = self.ty(*value);
                should(self.is_integer(ty), "a switch should be on an integer");
                let ranges = self.is_integer(ty).then(|| self.int_range(ty));
                let inside = |case: &SwitchCase| {
                    case.low <= case.high && ranges.is_none_or(|(min, max)| min <= case.low && case.high <= max)
                };
                should(cases.iter().all(inside), "a case should hold values of the switch's type");
                should(disjoint(cases), "cases should not overlap");
            }
            InstrKind::Return(Some(value)) => {
                let (found, wanted) = (self.ty(*value), self.function.ret);
                let (found_name, wanted_name) = (self.types.name(found), self.types.name(wanted));
                should(found == wanted, &format!("a returned value should have type {wanted_name}, not {found_name}"));
            }
            InstrKind::Assert { cond, class, .. } => {
                should(self.is_scalar(self.ty(*cond)), "a condition should be a scalar");
                let fitting = matches!(
                    class,
                    PropertyClass::Assertion
                        | PropertyClass::Unreachable
                        | PropertyClass::Bounds
                        | PropertyClass::Overlap
                        | PropertyClass::FunctionPointer
                        | PropertyClass::PointerPrimitive
                        | PropertyClass::Unsequenced
                        | PropertyClass::Precondition
                        | PropertyClass::Postcondition
                        | PropertyClass::Assigns
                        | PropertyClass::LoopInvariant
                        | PropertyClass::Decreases
                        | PropertyClass::Race
                        | PropertyClass::Deadlock
                        | PropertyClass::ThreadMisuse
                );
                should(
                    fitting,
                    "only assertions, unreachable code, lengths of arrays, numbers of arguments, questions, the order of changes, contracts and what threads do should be asserted",
                );
            }
            InstrKind::Block(op) => {
                let is_size = |expr| *self.types.get(self.ty(expr)) == Type::Int(IntKind::ULong);
                let is_byte = |place| self.types.size_of(self.place_ty(place)) == Some(1);
                match *op {
                    BlockOp::Allocate { place, size, .. } => {
                        should(self.types.is_pointer(self.place_ty(place)), "the address of a block is a pointer");
                        should(is_size(size), "the size of a block should be an unsigned long");
                    }
                    BlockOp::Free { pointer } | BlockOp::Havoc { pointer, .. } => {
                        should(self.types.is_pointer(self.ty(pointer)), "what is freed or changed should be a pointer");
                    }
                    BlockOp::Release { local } => {
                        let ty = self.function.locals[local].ty;
                        should(self.types.is_pointer(ty), "what is released should be a pointer");
                    }
                    BlockOp::Copy { to, from, size } => {
                        should(is_byte(to) && is_byte(from), "what is copied should be bytes");
                        should(is_size(size), "the number of bytes should be an unsigned long");
                    }
                    BlockOp::Fill { to, value, size } => {
                        should(is_byte(to), "what is filled should be bytes");
                        should(self.types.size_of(self.ty(value)) == Some(1), "a block is filled with a byte");
                        should(is_size(size), "the number of bytes should be an unsigned long");
                    }
                }
            }
            InstrKind::Output(output) => {
                should(output.exprs().all(|expr| self.is_scalar(self.ty(expr))), "what is written should be scalars");
            }
            InstrKind::Halt | InstrKind::Unsupported(_) | InstrKind::Label => {}
        }
        problems
    }

    fn call_problems(&self, dest: Option<PlaceId>, callee: Callee, args: &[ExprId]) -> Vec<String> {
        let (ret, params, variadic): (TypeId, Vec<TypeId>, bool) = match callee {
            Callee::Direct(function) => {
                let f = &self.program.functions[function];
                (f.ret, f.params().map(|param| f.locals[param].ty).collect(), f.variadic)
            }
            Callee::Indirect(pointer) => match self.types.pointee(self.ty(pointer)).map(|to| self.types.get(to)) {
                Some(Type::Function(f)) => (f.ret, f.params.clone(), f.variadic),
                Some(_) | None => return vec!["a callee should be a pointer to a function".to_owned()],
            },
        };
        let mut problems = Vec::new();
        if args.len() < params.len() || args.len() > params.len() && !variadic {
            problems.push(format!("a call should have {} arguments, not {}", params.len(), args.len()));
        }
        for (idx, &arg) in args.iter().enumerate() {
            let found = self.ty(arg);
            let fits = params.get(idx).map_or_else(|| self.is_complete(found), |&wanted| wanted == found);
            if !fits {
                let wanted = params.get(idx).map_or_else(|| "a complete type".to_owned(), |&ty| self.types.name(ty));
                problems.push(format!("argument {} should have {wanted}, not {}", idx + 1, self.types.name(found)));
            }
        }
        if let Some(dest) = dest {
            let found = self.place_ty(dest);
            if found != ret || !self.is_complete(ret) {
                let (found, ret) = (self.types.name(found), self.types.name(ret));
                problems.push(format!("a result of type {ret} should not go to a place of type {found}"));
            }
        }
        problems
    }

    fn place_ty(&self, place: PlaceId) -> TypeId {
        self.body.places[place].ty
    }

    fn is_param(&self, local: LocalId) -> bool {
        self.function.locals[local].kind == LocalKind::Param
    }

    fn int_range(&self, ty: TypeId) -> (i128, i128) {
        let bits = self.types.scalar_bits(ty).unwrap_or(128);
        if self.types.is_signed(ty) {
            (i128::MIN >> (128 - bits), i128::MAX >> (128 - bits))
        } else if bits == 128 {
            // Values from 2^127 on cannot be written as a case.
            (0, i128::MAX)
        } else {
            (0, (1 << bits) - 1)
        }
    }
}

fn disjoint(cases: &[SwitchCase]) -> bool {
    let mut ranges: Vec<(i128, i128)> = cases.iter().map(|case| (case.low, case.high)).collect();
    ranges.sort_unstable();
    ranges.windows(2).all(|pair| pair[0].1 < pair[1].0)
}
