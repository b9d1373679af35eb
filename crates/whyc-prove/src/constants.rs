//! The numbers that stand in a program: what its variables are compared with.

use std::collections::BTreeSet;

use whyc_ir::expr::ExprKind;
use whyc_ir::program::{Origin, Program};
use whyc_ir::types::Type;

/// More numbers than this are not tried.
const MANY: usize = 24;

/// The numbers of a program, in order.
#[derive(Clone, Debug, Default)]
pub struct Constants {
    /// All of them, the smallest in magnitude if there are many.
    pub all: Vec<i128>,
}

impl Constants {
    /// Those that the user wrote; 0 and 1 always.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        let mut found: BTreeSet<(u128, i128)> = [(0, 0), (1, 1)].into();
        for function in program.functions.iter().filter(|function| function.origin == Origin::User) {
            let Some(body) = &function.body else { continue };
            for expr in body.exprs.iter() {
                let (ExprKind::Int(bits), Type::Int(_) | Type::Enum(_)) = (&expr.kind, program.types.get(expr.ty))
                else {
                    continue;
                };
                let width = program.types.scalar_bits(expr.ty).unwrap_or(64).min(64);
                let value = match program.types.is_signed(expr.ty) {
                    true => whyc_term::word::to_signed(*bits, width),
                    false => *bits as i128,
                };
                found.insert((value.unsigned_abs(), value));
            }
            let cases = body.instrs.iter().filter_map(|instr| match &instr.kind {
                whyc_ir::instr::InstrKind::Switch { cases, .. } => Some(cases),
                _ => None,
            });
            for case in cases.flatten() {
                found.extend([case.low, case.high].map(|value| (value.unsigned_abs(), value)));
            }
        }
        let mut all: Vec<i128> = found.into_iter().take(MANY).map(|(_, value)| value).collect();
        all.sort_unstable();
        Self { all }
    }
}
