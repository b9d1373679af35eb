//! Functions that read and write nothing but their own variables: what they do depends on their arguments alone.

use std::collections::BTreeSet;

use whyc_ir::expr::{ExprKind, PlaceBase};
use whyc_ir::instr::{Callee, InstrKind};
use whyc_ir::program::{Body, FunctionId, Program};
use whyc_ir::types::{Type, TypeId};

/// Whether a function, with all that it calls, is one; and its parameters, and its result, are numbers.
pub fn is_alone(program: &Program, function: FunctionId) -> bool {
    let f = &program.functions[function];
    let is_number = |ty: TypeId| {
        let is_integer = matches!(program.types.get(ty), Type::Int(_) | Type::Enum(_) | Type::Bool);
        is_integer && program.types.scalar_bits(ty).is_some_and(|bits| bits <= 64)
    };
    let mut params = f.locals.iter().take(f.n_params);
    let has_numbers = params.all(|local| is_number(local.ty));
    let has_result = matches!(program.types.get(f.ret), Type::Void) || is_number(f.ret);
    if f.variadic || !has_numbers || !has_result {
        return false;
    }
    let mut seen = BTreeSet::from([function]);
    let mut left = vec![function];
    while let Some(next) = left.pop() {
        let Some(body) = &program.functions[next].body else { return false };
        let Some(called) = called_alone(body) else { return false };
        left.extend(called.into_iter().filter(|&it| seen.insert(it)));
    }
    true
}

/// The functions that a body calls, if it touches nothing else than its own variables.
fn called_alone(body: &Body) -> Option<Vec<FunctionId>> {
    let touches_others = body.places.iter().any(|place| !matches!(place.base, PlaceBase::Local(_)));
    // Whoever has a pointer to a variable may hand it over.
    let has_addresses =
        body.exprs.iter().any(|expr| matches!(expr.kind, ExprKind::AddrOf(_) | ExprKind::FunctionAddr(_)));
    if touches_others || has_addresses {
        return None;
    }
    let mut called = Vec::new();
    for instr in body.instrs.iter() {
        match &instr.kind {
            InstrKind::Call { callee: Callee::Direct(function), .. } => called.push(*function),
            InstrKind::Call { callee: Callee::Indirect(_), .. } | InstrKind::Block(_) | InstrKind::Output(_) => {
                return None;
            }
            InstrKind::Declare(_)
            | InstrKind::Kill(_)
            | InstrKind::Assign { .. }
            | InstrKind::ZeroFill(_)
            | InstrKind::Nondet { .. }
            | InstrKind::Jump(_)
            | InstrKind::Branch { .. }
            | InstrKind::Switch { .. }
            | InstrKind::Return(_)
            | InstrKind::Assume(_)
            | InstrKind::Cover(_)
            | InstrKind::Assert { .. }
            | InstrKind::Halt
            | InstrKind::Unsupported(_)
            | InstrKind::Label => {}
        }
    }
    Some(called)
}
